// What every page shares: questions to the table, elements and icons, the theme, and texts.
// A change carries a key of its own and is sent once more if the network fails: never lost, never doubled.

export class Refused extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

export const NO_NET = "no connection to the server; nothing was lost, try again in a moment";

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function get(path) {
  return answer(await sent(path, {}));
}

export async function post(path, body = {}) {
  const request = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return answer(await sent(path, request));
}

// What changes a match: the second sending has the same key, so the table plays it once.
export async function change(path, body) {
  return post(path, { ...body, key: newKey() });
}

async function sent(path, request) {
  for (const pause of [700, 0]) {
    try {
      const response = await fetch(path, { credentials: "same-origin", ...request });
      if (![502, 504].includes(response.status) || !pause) return response;
    } catch {
      if (!pause) throw new Refused(0, NO_NET);
    }
    await wait(pause);
  }
  throw new Refused(0, NO_NET);
}

async function answer(response) {
  const facts = await response.json().catch(() => ({ error: "the server gave no answer; reload the page" }));
  if (!response.ok) throw new Refused(response.status, facts.error);
  return facts;
}

// A first look that is large comes compressed; while it is unpacked a later one may overtake it, and then it is ignored.
const unpack = (data) => new Response(data.stream().pipeThrough(new DecompressionStream("deflate"))).text();

// A page follows a match as long as it is open; when the line breaks it says so and tries again.
export function follow(name, onLook, onLine, onFault) {
  let pause = 300;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${name}/stream?packed`);
    socket.onopen = () => onLine(true);
    socket.onmessage = async ({ data }) => {
      const facts = JSON.parse(typeof data === "string" ? data : await unpack(data));
      if (facts.error) onFault(facts.error);
      else {
        // Whoever is refused, because the table is busy, comes back ever later.
        pause = 300;
        onLook(facts);
      }
    };
    socket.onclose = (event) => {
      if (event.code === 1008) return;
      onLine(false);
      setTimeout(connect, pause * (0.5 + Math.random()));
      pause = Math.min(2 * pause, 4000);
    };
  };
  connect();
}

export function make(tag, facts = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(facts)) {
    if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export const byId = (id) => document.getElementById(id);

// ------------------------------------------------------------------------------------------ theme and icons

const ICONS = {
  undo: "M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  redo: "m16 5 4 4-4 4m4-4h-9a6 6 0 0 0 0 12h3",
  hint: "M9 18h6m-5 3h4M8.5 15c0-2-2.5-3-2.5-6.2a6 6 0 0 1 12 0c0 3.2-2.5 4.2-2.5 6.2z",
  path: "M5 19h.01M19 5h.01M5 15V9a3 3 0 0 1 6 0v6a3 3 0 0 0 6 0V9",
  more: "M4 7h16M4 12h16M4 17h16",
  first: "M17 6l-7 6 7 6M7 6v12",
  prev: "m15 6-7 6 7 6",
  next: "m9 6 7 6-7 6",
  last: "m7 6 7 6-7 6M17 6v12",
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  dark: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
  list: "M4 6h3M4 12h3M4 18h3M11 6h9m-9 6h9m-9 6h9",
  share: "M12 15V3m-4 4 4-4 4 4M5 12v8h14v-8",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zm0 0v14",
  again: "M4 12a8 8 0 1 0 3-6.2M4 4v5h5",
  check: "m5 12.5 4.5 4.5L19 7",
  keys: "M4 6h16v12H4zM8 14h8M8 10h.01M12 10h.01M16 10h.01",
  white: "M5 21V4m0 1h13l-3 4 3 4H5",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14m8-14v14",
  close: "m6 6 12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  deal: "M4 7h3c5 0 5 10 10 10h3m-3-3 3 3-3 3M4 17h3c2 0 3-1.5 4-3.3m2.2-3.6C14.2 8.4 15.2 7 17 7h3m-3-3 3 3-3 3",
  law: "M6 3h9l4 4v14H6zM14 3v5h5M9 12h7m-7 4h7",
  star: "M12 3.5l2.6 5.3 5.9.8-4.3 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8-4.3-4.1 5.9-.8z",
};
// Every page has a drawing at its top.
export const SVG = document.querySelector("svg").namespaceURI;

export function icon(name) {
  const root = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  root.setAttribute("class", "ic");
  root.setAttribute("viewBox", "0 0 24 24");
  root.setAttribute("aria-hidden", "true");
  root.append(path);
  return root;
}
for (const element of document.querySelectorAll("[data-icon]")) element.prepend(icon(element.dataset.icon));

// What a browser keeps for its owner; where it keeps nothing, as in some private windows, nothing is kept.
export function recall(key, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // There is no room, or none is given.
  }
}

const THEMES = { auto: "like the system", light: "light", dark: "dark" };
function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const names = Object.keys(THEMES);
  const button = byId("theme");
  button.replaceChildren(icon(theme));
  button.title = `Theme: ${THEMES[theme]}`;
  button.setAttribute("aria-label", button.title);
  button.onclick = () => {
    const next = names[(names.indexOf(theme) + 1) % names.length];
    keep("theme", next);
    setTheme(next);
  };
}
setTheme(recall("theme") in THEMES ? recall("theme") : "auto");

// The way to my games says in how many of the others it is your move.
const waiting = Object.entries(recall("mine", {}).matches ?? {}).filter(([name, match]) => match.yours && match.rival && !match.ended && !match.watched && match.begun !== false && !location.pathname.endsWith(`/${name}`)).length;
const list = document.querySelector(".top [href='/mine']");
if (list && waiting) list.append(make("b", { className: "count" }, waiting, make("span", { className: "visually-hidden" }, " waiting for your move")));

// Where the screen is too small for two columns, or too low, the table shows the board and puts the rest into a sheet.
export const phone = matchMedia("(max-width: 599px), (max-height: 499px) and (orientation: landscape)");
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

// The frame around what has the focus on a board is shown only to those who came there with the keys.
document.addEventListener("keydown", () => document.documentElement.classList.add("keys"), true);
document.addEventListener("pointerdown", () => document.documentElement.classList.remove("keys"), true);

// --------------------------------------------------------------------------------------------------- texts

export function paragraphs(rules, heading = "h3") {
  // A paragraph begins after an empty line or at a numbered §; what is set in a line stays one, and a single word is a heading.
  const parts = rules.replace(/\n(?=§)/g, "\n\n").split(/\n\s*\n/);
  return parts.map((part) => make(/^\p{Lu}\p{L}+$/u.test(part) ? heading : "p", {}, ...part.replace(/\s*\n\s*/g, " ").split(/\*(\p{L}[^*]*)\*/u).map((words, odd) => (odd % 2 ? make("em", {}, words) : words))));
}

const touches = () => matchMedia("(pointer: coarse)").matches;

// A rules page: how to play in a few lines, what holds at this table whatever the game, and the rules.
export function rulesPage({ how, rules }, heading = "h3") {
  const table = [
    ...(touches() ? [] : ["With the keys: Tab to the board, arrows to walk, Enter to choose, Escape to start over. Or type the move in the notation of the rules."]),
    `If the rules forbid a move, you see the paragraph that forbids it. Use ${touches() ? "" : "the arrow keys, "}the slider or the move list to look back.`,
  ];
  const titled = (title, parts) => (parts.length ? [make(heading, {}, title), ...parts] : []);
  return [...titled("How to play", how.flatMap((line) => paragraphs(line))), ...titled("At this table", table.map((line) => make("p", {}, line))), ...titled("The rules", paragraphs(rules, heading))];
}

// What a variant is called: by its name if that is a word, or else by the first of the words on it.
export const called = (name, words) => (/^[a-z]+\d*$/i.test(name) || !words ? name : words.split(/[,;]/)[0]);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const short = (text, most = 40) => (text.length > most ? `${text.slice(0, most)}…` : text);

// A sentence begins with a capital letter, but the name of a square or of a piece stays as it is.
export const sentence = (text) => (/^[a-z]+(-[a-z]+)*[ ,:']/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

// A par in words: 5 jumps, 4 turns.
export const inWords = (par) => (par ? Object.entries(par).map(([unit, number]) => `${number} ${number === 1 ? unit.replace(/s$/, "") : unit}`).join(", ") : "");

// What the variant of a match is called; a board that was written out has no name.
export function boardOf(game, about) {
  const variant = game.split("/").slice(1).join("/");
  return about || /^[a-z]+\d*$/i.test(variant) ? called(variant, about) : "custom board";
}

// The opponent for a first match: not the weakest, if there are many.
export const beginner = ({ opponents }) => opponents[Math.floor((opponents.length - 1) / 4)]?.name;

export function minutes(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// Ask something in the middle of the page: what was written, or true if there is nothing to write; null if it was called off.
export function question(words, yes, no = "Cancel", value = null) {
  const field = value === null ? [] : [make("input", { value, maxLength: 60, required: true, autocomplete: "off", "aria-label": words })];
  const press = (label, name, answer) => make("button", { className: name, value: answer, formNoValidate: !answer, autofocus: !answer && value === null }, label);
  const form = make("form", { method: "dialog", className: "question" }, make("p", { className: "status" }, words), ...field, make("div", { className: "row" }, press(yes, "btn main", "yes"), press(no, "btn", "")));
  const box = make("dialog", { "aria-label": words }, form);
  document.body.append(box);
  box.showModal();
  return new Promise((resolve) => {
    box.onclose = () => {
      box.remove();
      resolve(box.returnValue ? field[0]?.value.trim() ?? true : null);
    };
  });
}

// Words that are seen for a moment, wherever the page is.
export async function toast(words) {
  const shown = make("p", { className: "toast", role: "status" }, words);
  document.querySelector(".toast")?.remove();
  document.body.append(shown);
  await wait(4000);
  shown.remove();
}

// Hand something on with the device's own sheet; where there is none, copy it.
export async function share(facts) {
  if (!navigator.share) {
    toast(await copy(facts.url));
    return;
  }
  await navigator.share(facts).catch(() => {}); // closed without a choice
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
