// Texts on the page: rules in paragraphs, times, and the clipboard.
import { make } from "./api.js";

export function paragraphs(rules) {
  // A paragraph begins after an empty line or at a numbered §; what is set in a line stays one.
  const parts = rules.replace(/\n(?=§)/g, "\n\n").split(/\n\s*\n/);
  return parts.map((part) => make("p", {}, part.replace(/\s*\n\s*/g, " ")));
}

// How to move at this table, whatever the game.
export function howTo(heading = "h3") {
  const ways = [
    "Click what moves and then where it goes, or drag it there. Where a move is a path, click or drag over its places one after the other, and click the last one again or press Play; clicking an earlier one goes back to it.",
    "With the keys: Tab to the board, arrows to walk, Enter to choose, Escape to start over. Or type the move in the notation of the rules.",
    "If the rules forbid a move, you see the paragraph that forbids it. Use the arrow keys, the slider or the move list to look back.",
  ];
  return [make(heading, {}, "How to move here"), ...ways.map((way) => make("p", {}, way)), make(heading, {}, "The rules")];
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
