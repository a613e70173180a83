// Questions to the table.  A change carries a key of its own and is sent once more if the net fails: never lost, never doubled.

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
    await new Promise((done) => setTimeout(done, pause));
  }
  throw new Refused(0, NO_NET);
}

async function answer(response) {
  const facts = await response.json().catch(() => ({ error: "the server gave no answer; reload the page" }));
  if (!response.ok) throw new Refused(response.status, facts.error);
  return facts;
}

// A page follows a match as long as it is open; when the line breaks it says so and tries again.
export function follow(name, onLook, onLine) {
  let pause = 300;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${name}/stream`);
    socket.onopen = () => {
      pause = 300;
      onLine(true);
    };
    socket.onmessage = (event) => {
      const facts = JSON.parse(event.data);
      if (!facts.error) onLook(facts);
    };
    socket.onclose = (event) => {
      if (event.code === 1008) return;
      onLine(false);
      setTimeout(connect, pause);
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

// The frame around what has the focus on a board is shown only to those who came there with the keys.
document.addEventListener("keydown", () => document.documentElement.classList.add("keys"), true);
document.addEventListener("pointerdown", () => document.documentElement.classList.remove("keys"), true);
