// Texts on the page: rules in paragraphs, times, and the clipboard.
import { make } from "./api.js";

export function paragraphs(rules) {
  // A paragraph begins after an empty line or at a numbered §; what is set in a line stays one.
  const parts = rules.replace(/\n(?=§)/g, "\n\n").split(/\n\s*\n/);
  return parts.map((part) => make("p", {}, part.replace(/\s*\n\s*/g, " ")));
}

export function minutes(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return `copied: ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`;
  } catch {
    // Away from this machine a page without https may not write to the clipboard.
    return `copy this: ${text}`;
  }
}
