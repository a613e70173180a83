// The pages for which people come back: the puzzle of a day, packs, lessons, and what this browser remembers.
import { boardOf, byId, get, make, question, toast } from "./page.js";
import * as daily from "./daily.js";
import * as lessons from "./lessons.js";
import { change, exportAll, forgetAll, games, importAll, mine, remove, unfinished } from "./mine.js";
import * as packs from "./packs.js";
import { play } from "./sounds.js";
import { show as figures } from "./stats.js";

const [, page, box, date] = location.pathname.split("/");
const say = (words) => { byId("alert").textContent = words; };
const go = (match) => location.replace(`/table/${match}`);

function head(title, words) {
  document.title = `${title} · hoyle`;
  byId("heading").textContent = title;
  if (words) byId("heading").after(make("p", { className: "note" }, words));
}

// ------------------------------------------------------------------------------------------------ my games

function ended(match) {
  if (match.solutions) return "played from the solution";
  return match.rival ? `${match.won ? "you won" : "not won"}: ${match.ended}` : match.ended;
}

export function card(match, ...more) {
  const picture = new URLSearchParams({ game: match.game, showcase: true, ...(match.position ? { state: match.position } : {}) });
  const state = match.watched ? "watched" : match.ended ? ended(match) : match.yours ? (match.rival ? "your move" : "go on") : "waiting for your opponent";
  const board = boardOf(match.game, match.about);
  return make("li", {}, make(
    "a", { className: `mine-card${match.yours && match.rival && !match.ended ? " turn" : ""}`, href: `/table/${match.name}` }, make("img", { src: `/api/picture?${picture}`, alt: "", width: 72, height: 72, loading: "lazy" }),
    make("span", {}, make("b", {}, match.title ?? match.box), make("small", {}, match.label ?? (match.rival ? `${board}, against ${match.rival}` : board)), make("em", {}, state)),
  ), ...more);
}

// A card with a button that takes it from the list.
function removable(match) {
  const press = make("button", { type: "button", className: "icon remove", title: "Remove from my games", "aria-label": `Remove ${match.title ?? match.box}, ${match.label ?? boardOf(match.game, match.about)} from my games` }, "×");
  const row = card(match, press);
  press.onclick = async () => {
    if (!match.ended && !match.watched && !(await question("Remove this unfinished match from your games?", "Remove"))) return;
    remove(match.name);
    row.remove();
  };
  return row;
}

function list(title, matches) {
  if (!matches.length) return [];
  const shown = make("ul", { className: "mine-list" }, ...matches.slice(0, 12).map(removable));
  const more = make("button", { type: "button", className: "btn" }, `Show all ${matches.length}`);
  more.onclick = () => { shown.replaceChildren(...matches.map(removable)); more.remove(); };
  return [make("section", {}, make("h2", {}, title), shown, ...(matches.length > 12 ? [more] : []))];
}

function setting(key, words, before = async () => true) {
  const tick = make("input", { type: "checkbox", checked: mine()[key] });
  tick.onchange = async () => {
    tick.checked = tick.checked && (await before());
    change((all) => { all[key] = tick.checked; });
    if (key === "sound") play("move");
  };
  return make("label", { className: "tick" }, tick, words);
}

function keeping() {
  const own = make("input", { maxLength: 24, value: mine().name, autocomplete: "nickname", id: "own-name" });
  own.onchange = () => change((all) => { all.name = own.value.trim(); });
  const save = make("button", { type: "button", className: "btn" }, "Export to a file");
  save.onclick = async () => {
    const link = make("a", { href: URL.createObjectURL(new Blob([await exportAll()], { type: "application/json" })), download: "hoyle.json" });
    link.click();
    toast("Exported. Whoever has the file can play your open matches.");
  };
  const file = make("input", { type: "file", accept: ".json,application/json", id: "import" });
  file.onchange = async () => {
    try {
      await importAll(await file.files[0].text());
      location.reload();
    } catch (fault) {
      say(fault.message);
    }
  };
  const forget = make("button", { type: "button", className: "btn" }, "Forget everything");
  forget.onclick = async () => {
    if (!(await question("Forget your games, results and streaks in this browser, and leave your seats?", "Forget"))) return;
    await forgetAll();
    location.reload();
  };
  return make(
    "section", { "aria-labelledby": "keeping" }, make("h2", { id: "keeping" }, "Settings"),
    make("p", {}, make("label", { htmlFor: "own-name" }, "Your name, which opponents and spectators see: "), own),
    make("p", {}, setting("sound", " Sounds"), setting("notify", " Notify me when it is my turn", async () => (await globalThis.Notification?.requestPermission?.()) === "granted")),
    make("p", { className: "row" }, save, make("label", { htmlFor: "import", className: "note" }, "Import a file: "), file),
    make("p", {}, forget),
  );
}

async function showMine() {
  head("My games");
  const { games: boxes } = await get("/api/shelf");
  const all = games();
  byId("parts").append(
    ...list("To continue", unfinished()), ...list("Finished", all.filter((match) => match.ended && !match.watched)), ...list("Watched", all.filter((match) => match.watched)),
    make("section", { "aria-labelledby": "calendars" }, make("h2", { id: "calendars" }, "Puzzles of the day"), make("div", { className: "calendars" }, ...boxes.filter((each) => each.daily).map(daily.calendar))),
    make("section", { "aria-labelledby": "figures" }, make("h2", { id: "figures" }, "Statistics"), figures()), keeping(),
  );
}

// ---------------------------------------------------------------------------------------------- the others

async function showDaily() {
  head("Puzzle of the day");
  byId("wait").textContent = "Preparing the puzzle …";
  go(await daily.open(await get(`/api/daily/${box}${date ? `/${date}` : ""}`)));
}

async function showPacks() {
  const guide = await get(`/api/guide/${box}`);
  head(`${guide.title}: packs`, guide.packs.length ? "A star for the win, one without hints, one in the fewest moves." : "This game has no packs.");
  byId("parts").append(...packs.show(guide, async (pack, number) => { location.href = `/table/${await packs.open(box, pack, number)}`; }));
}

async function showLesson() {
  const guide = await get(`/api/guide/${box}`);
  head(`How to play ${guide.title}`);
  if (!guide.lesson.length) location.replace(`/rules/${box}`);
  else go(await lessons.open(guide, Math.min((mine().lessons[box] ?? 0) % guide.lesson.length, guide.lesson.length - 1)));
}

const PAGES = { daily: showDaily, packs: showPacks, learn: showLesson, mine: showMine };
if (page in PAGES) {
  PAGES[page]().then(() => byId("wait").remove(), (fault) => { byId("wait").remove(); say(fault.message); });
}
