// The puzzle of a day: its match, its stars, its calendar, and the text to show others without giving anything away.
import { icon, make } from "./page.js";
import { change, dayBefore, games, mine, note, openMatch, stars, streakOf, today } from "./mine.js";

export const key = ({ box, date }) => `${box} ${date}`;
export const long = (date) => new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).replace(",", "");

// A puzzle that was begun is continued; otherwise it is opened.
export async function open(puzzle) {
  const begun = games().find((match) => match.kind === "daily" && match.key === key(puzzle));
  if (begun) return begun.name;
  const { match } = await openMatch({ game: puzzle.game, seed: puzzle.seed });
  note(match, { kind: "daily", key: key(puzzle), box: puzzle.box, game: puzzle.game, label: `Puzzle of ${long(puzzle.date)}, ${puzzle.difficulty}`, par: puzzle.par });
  return match;
}

export function solved(match, look) {
  const earned = stars(look, match.par);
  if (!earned) return 0;
  change((all) => {
    const old = all.days[match.key];
    if (!old || earned > old.stars) all.days[match.key] = { stars: earned, length: look.length, hints: look.hints };
  });
  return earned;
}

export function result(match) {
  const [box, date] = match.key.split(" ");
  const day = mine().days[match.key];
  const { length } = streakOf(box, date);
  return `hoyle ${match.title ?? box}, ${long(date)}: ${"★".repeat(day.stars)}${"☆".repeat(3 - day.stars)} ${day.length}${length > 1 ? `, ${length} days in a row` : ""} ${location.origin}/daily/${box}/${date}`;
}

// The months from one day to another: "October to November 2026".
function months(first, last) {
  const name = (date, facts) => new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { month: "long", timeZone: "UTC", ...facts });
  const end = name(last, { year: "numeric" });
  return first.slice(0, 7) === last.slice(0, 7) ? end : `${name(first, first.slice(0, 4) === last.slice(0, 4) ? {} : { year: "numeric" })} to ${end}`;
}

// Six weeks up to today, Monday first; each day leads to its puzzle.
export function calendar({ name: box, title }) {
  const now = today();
  const { days } = mine();
  const weekday = (new Date(`${now}T00:00:00Z`).getUTCDay() + 6) % 7;
  const first = dayBefore(now, 35 + weekday);
  const rows = Array.from({ length: 6 }, (_, week) => make("tr", {}, ...Array.from({ length: 7 }, (__, day) => {
    const date = dayBefore(first, -(7 * week + day));
    if (date > now) return make("td", {});
    const done = days[`${box} ${date}`];
    const words = `${long(date)}: ${done ? `${done.stars} of 3 stars` : "not solved"}`;
    return make("td", {}, make("a", { href: `/daily/${box}/${date}`, className: done ? `done s${done.stars}` : "", "aria-label": words, title: words, ...(date === now ? { "aria-current": "date" } : {}) }, String(Number(date.slice(8)))));
  })));
  const heads = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].map((day) => make("th", { scope: "col" }, day));
  const { length, frozen } = streakOf(box);
  const words = length ? `${length} ${length === 1 ? "day" : "days"} in a row${frozen ? ", one missed day forgiven" : ""}` : "No streak yet";
  return make(
    "section", { className: "calendar", "aria-label": `puzzles of ${title}` }, make("h3", {}, title), make("p", { className: "streak" }, icon("star"), words),
    make("table", {}, make("caption", {}, months(first, now)), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
    make("a", { className: "btn", href: `/daily/${box}` }, days[`${box} ${now}`] ? "Today’s puzzle again" : "Play today’s puzzle"),
  );
}
