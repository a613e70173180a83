// The shelf: every game with a picture, and the puzzles of the day.
import { mine, openMatch, streakOf } from "./mine.js";
import { beginner, byId, called, capital, get, make } from "./page.js";

const address = (game) => `/new?${new URLSearchParams({ game })}`;
const picture = (game, seed = 1) => `/api/picture?${new URLSearchParams({ game, seed, showcase: true })}`;
const MANY = 4;

// Play at once: alone, or against an opponent for beginners; where there is none, you choose an opponent.
export async function open(facts) {
  try {
    const { match } = await openMatch(facts);
    location.href = `/table/${match}`;
  } catch (fault) {
    byId("alert").textContent = fault.message;
    byId("alert").scrollIntoView({ block: "nearest" });
  }
}

// The boards to choose from, as pictures; what is not among the first few is behind a button.
function choices(box, choose) {
  const pick = make("div", { className: "pick", role: "group", "aria-label": `variant of ${box.title}` });
  const show = (variants) => pick.replaceChildren(...variants.map((variant) => {
    const image = make("img", { src: picture(`${box.name}/${variant.name}`), alt: "", width: 36, height: 36, loading: "lazy" });
    const press = make("button", { type: "button", "aria-pressed": "false" }, image, called(variant.name, variant.words));
    press.onclick = () => {
      for (const other of pick.children) other.setAttribute("aria-pressed", String(other === press));
      stopAt(press);
      choose(variant);
    };
    return press;
  }));
  // The whole row is one stop of the Tab key; the arrows go through it.
  const stopAt = (press) => { for (const other of pick.children) other.tabIndex = other === press ? 0 : -1; };
  pick.onkeydown = (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const next = by && pick.children[[...pick.children].indexOf(event.target) + by];
    if (!by) return;
    event.preventDefault();
    if (!next) return;
    stopAt(next);
    next.focus();
  };
  const all = box.variants.length <= MANY + 1;
  show(all ? box.variants : box.variants.slice(0, MANY));
  pick.firstChild.setAttribute("aria-pressed", "true");
  if (!all) {
    const more = make("button", { type: "button" }, make("b", {}, `+${box.variants.length - MANY}`), "more");
    more.onclick = () => {
      show(box.variants);
      pick.firstChild.click();
      pick.children[MANY].focus();
    };
    pick.append(more);
  }
  stopAt(pick.firstChild);
  return pick;
}

// Where to go next: the lesson, and the packs.
function back(box) {
  const link = (kind, words) => make("a", { className: "link", href: `/${kind}/${box.name}`, "aria-label": `${words}: ${box.title}` }, words);
  return [...(box.lesson ? [link("learn", "Learn")] : []), ...(box.packs ? [link("packs", "Packs")] : [])];
}

function card(box, wide) {
  const image = make("img", { alt: "", loading: "lazy" });
  const note = make("span", { className: "note" });
  const words = make("p", {});
  const more = make("a", { className: "link", "aria-label": `options for ${box.title}` }, "Options");
  const play = make("button", { type: "button", className: "btn main", "aria-label": `Play ${box.title}` }, "Play");
  const choose = (variant) => {
    const game = `${box.name}/${variant.name}`;
    const computer = variant.seats === 2 ? beginner(box) : undefined;
    image.src = picture(game);
    more.href = address(game);
    note.textContent = variant.seats === 1 ? "1 player" : `${variant.seats} players`;
    words.textContent = variant.words;
    play.onclick = () => {
      if (variant.seats > 1 && !computer) location.href = address(game);
      else open({ game, ...(computer ? { seats: ["me", computer] } : {}) });
    };
  };
  choose(box.variants[0]);
  const rules = make("a", { className: "link", href: `/rules/${box.name}`, "aria-label": `rules of ${box.title}` }, "Rules");
  return make(
    "li", { className: wide ? "game wide" : "game" }, make("div", { className: "pic", onclick: () => play.click() }, image),
    make(
      "div", { className: "words" }, make("header", {}, make("h3", {}, box.title), note), words,
      box.variants.length > 1 ? choices(box, choose) : "",
      make("footer", {}, make("span", {}, more, rules, ...back(box)), play),
    ),
  );
}

const LEVELS = { easy: 1, medium: 2, hard: 3 };

// The words of a level, with as many pips as it is hard.
function level(difficulty) {
  const word = Object.keys(LEVELS).find((each) => difficulty?.includes(each));
  const pips = word ? [make("i", { "aria-hidden": "true" }, make("b", {}))] : [];
  return make("span", { className: "level", "data-n": LEVELS[word] ?? 0 }, ...pips, capital(difficulty ?? "the same for everyone"));
}

const long = (date) => new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

function daily(puzzle) {
  const done = mine().days[`${puzzle.box} ${puzzle.date}`];
  const { length } = streakOf(puzzle.box, puzzle.date);
  const words = done ? `${"★".repeat(done.stars)}${"☆".repeat(3 - done.stars)} solved` : "Play";
  const state = make("span", { className: done ? "state won" : "state", title: "a star for solving it, one without hints, one in the fewest moves" }, length > 1 ? `${words} · ${length} days in a row` : words);
  const press = make(
    "a", { className: "day", href: `/daily/${puzzle.box}/${puzzle.date}`, "aria-label": `Play today's ${puzzle.title}` },
    make("span", { className: "pic" }, make("img", { src: picture(puzzle.game, puzzle.seed), alt: "" })),
    make("div", {}, make("h3", {}, puzzle.title), level(puzzle.difficulty), state),
  );
  return make("li", {}, press);
}

// The first visitor of the day comes before its puzzles are made, and sees them as they appear, each in a place that was kept.
function showToday(shelf) {
  const expected = shelf.making ? shelf.games.filter((box) => box.daily && !shelf.today.some((puzzle) => puzzle.box === box.name)) : [];
  const waiting = expected.map(({ title }) => make("li", {}, make("div", { className: "day making", "aria-hidden": "true" }, make("span", { className: "pic" }), make("div", {}, make("h3", {}, title), make("span", { className: "level" }, "preparing …"), make("span", { className: "state" }, "")))));
  const kept = [...byId("today").children].slice(0, shelf.today.length).filter((each) => each.querySelector("a"));
  byId("today").replaceChildren(...kept, ...shelf.today.slice(kept.length).map(daily), ...waiting);
  if (shelf.today.length) byId("date").textContent = long(shelf.today[0].date);
  byId("making").classList.toggle("hidden", !shelf.making);
  if (shelf.making) setTimeout(() => get("/api/shelf").then(showToday, () => {}), 2000);
}

try {
  const shelf = await get("/api/shelf");
  showToday(shelf);
  // With three in a row, the last card takes what would stay empty.
  byId("games").append(...shelf.games.map((box, number) => card(box, number === shelf.games.length - 1 && shelf.games.length % 3 === 2)));
  byId("alert").textContent = shelf.broken.join("; ");
} catch (fault) {
  byId("alert").textContent = fault.message;
}
