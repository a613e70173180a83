// What this browser remembers about its owner: matches, results, streaks. All of it stays here, in one entry of its store.
import { change as send, get, keep, post, recall } from "./page.js";

const EMPTY = { matches: {}, days: {}, levels: {}, lessons: {}, runs: {}, name: "", sound: false, notify: false };
const MANY = 400;

export const mine = () => ({ ...EMPTY, ...recall("mine", {}) });

export function change(work) {
  const all = mine();
  work(all);
  keep("mine", all);
  return all;
}

// When there are too many, those that are over or only watched go first, and then the oldest.
function prune(all) {
  const done = ({ ended, watched }) => Boolean(ended || watched);
  const names = Object.keys(all.matches).sort((one, two) => done(all.matches[two]) - done(all.matches[one]) || all.matches[one].at - all.matches[two].at);
  for (const name of names.slice(0, Math.max(0, names.length - MANY))) delete all.matches[name];
}

export function note(name, facts) {
  return change((all) => {
    all.matches[name] = { ...all.matches[name], ...facts, at: Date.now() };
    prune(all);
  });
}

export const known = (name) => mine().matches[name];

// The seats of this browser's matches stay here too, since browsers drop the cookies of a site that has many.
export async function openMatch(terms) {
  const { match, token, invites } = await post("/api/matches", terms);
  note(match, { seat: token });
  return { match, invites };
}

export async function join(name, invite) {
  const { token } = await send(`/api/matches/${encodeURIComponent(name)}/join`, { invite });
  note(name, { seat: token, invite });
}

// Lessons are not matches to go back to.
export function games() {
  const entries = Object.entries(mine().matches).filter(([, match]) => match.box && match.kind !== "lesson");
  return entries.map(([name, match]) => ({ name, ...match })).sort((one, two) => two.at - one.at);
}

// A table at which nothing was done yet is not a match to continue.
export const unfinished = () => games().filter((match) => !match.ended && !match.watched && match.begun !== false);

export const remove = (name) => change((all) => { delete all.matches[name]; });

// ----------------------------------------------------------------------------------------- days and streaks

const DAY = 86_400_000;
export const today = () => new Date().toISOString().slice(0, 10);
export const dayBefore = (date, days = 1) => new Date(Date.parse(date) - days * DAY).toISOString().slice(0, 10);

// How many days in a row were solved up to a day; one missed day is forgiven, and today may still come.
export function streak(solved, date = today()) {
  let [length, frozen, day] = [0, false, solved.has(date) ? date : dayBefore(date)];
  for (;;) {
    if (solved.has(day)) length += 1;
    else if (!frozen && length && solved.has(dayBefore(day))) frozen = true;
    else return { length, frozen };
    day = dayBefore(day);
  }
}

// A missed yesterday is forgiven too, if the day before was solved.
export function streakOf(box, date = today()) {
  const solved = new Set(Object.keys(mine().days).filter((key) => key.startsWith(`${box} `)).map((key) => key.split(" ")[1]));
  const now = streak(solved, date);
  if (now.length || !solved.has(dayBefore(date, 2))) return now;
  const { length, frozen } = streak(solved, dayBefore(date, 2));
  return frozen ? now : { length, frozen: true };
}

// What a length in words comes to in each unit: "5 jumps, 4 turns".
export function units(words) {
  const found = [...(words ?? "").matchAll(/(\d[\d,]*) ([a-z]+)/g)];
  return Object.fromEntries(found.map(([, number, unit]) => [unit.replace(/s?$/, "s"), Number(number.replaceAll(",", ""))]));
}

// Whether a length is no more than the par, in every unit of it; what was not counted is none.
export function within(words, par) {
  const counted = units(words);
  return Boolean(par) && Object.entries(par).every(([unit, number]) => (counted[unit] ?? 0) <= number);
}

// A star for the win, one without hints, one with the fewest moves; a solution that was played through has none.
export function stars(look, par) {
  if (look.solutions) return 0;
  return 1 + Number(!look.hints) + Number(within(look.length, par));
}

// -------------------------------------------------------------------------------------- export, import, forget

export async function exportAll() {
  const seats = {};
  for (const { name, ended, watched } of games()) {
    if (!ended && !watched) await get(`/api/matches/${name}/seat`).then(({ token }) => { seats[name] = token; }, () => {});
  }
  const kept = Object.fromEntries(Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]));
  return JSON.stringify({ hoyle: 1, kept, seats });
}

const plain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Whether what is remembered has the form that the pages expect; otherwise none of them would open any more.
const texts = (one, ...names) => plain(one) && names.every((name) => ["string", "undefined"].includes(typeof (one[name] ?? undefined)));
const starred = (one) => [0, 1, 2, 3].includes(one?.stars);
const FORMS = {
  matches: (one) => texts(one, "box", "game", "title", "rival", "length", "label", "key", "kind", "position", "about", "seat") && (!one.box || typeof one.game === "string"),
  days: (one) => starred(one) && texts(one, "length"),
  levels: (one) => starred(one) && texts(one, "unit"),
  lessons: Number.isInteger,
  runs: Number.isInteger,
};
function sound(all) {
  const alike = ([part, empty]) => !(part in all) || (plain(empty) ? plain(all[part]) && Object.values(all[part]).every(FORMS[part]) : typeof all[part] === typeof empty);
  return plain(all) && Object.entries(EMPTY).every(alike);
}

// What else the pages keep has a form by the first word of its name; what has another is left out.
const listed = (all) => Array.isArray(all) && all.every((one) => typeof one === "string");
const KEPT = {
  invites: listed,
  draft: listed,
  setups: (all) => plain(all) && Object.values(all).every((setup) => Number.isInteger(setup?.seat) && listed(setup.moves)),
};
function fits(key, value) {
  try {
    return typeof value === "string" && (KEPT[key.split(" ")[0]] ?? (() => true))(JSON.parse(value));
  } catch {
    return false;
  }
}

export async function importAll(text) {
  let facts;
  try {
    facts = JSON.parse(text);
    if (facts.hoyle !== 1 || !plain(facts.kept) || !sound(JSON.parse(facts.kept.mine ?? "{}"))) facts = null;
  } catch {
    facts = null;
  }
  if (!facts) throw new Error("this file was not exported from here");
  for (const [key, value] of Object.entries(facts.kept)) if (fits(key, value)) localStorage.setItem(key, value);
  for (const [name, token] of Object.entries(facts.seats ?? {})) await join(name, token).catch(() => {});
}

export async function forgetAll() {
  localStorage.clear();
  sessionStorage.clear();
  // The seats are cookies that no script can read; the server asks the browser to drop them.
  await post("/api/forget").catch(() => {});
}
