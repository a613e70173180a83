// The shelf: every game with a picture, and the puzzles of the day.
import { byId, get, make, post } from "./api.js";

const address = (game, seed) => `/new?${new URLSearchParams({ game, ...(seed === undefined ? {} : { seed }) })}`;
const picture = (game, seed = 1) => `/api/picture?${new URLSearchParams({ game, seed, showcase: true })}`;

// Play at once: alone, or against the first of the game's players; where there is none, you choose an opponent.
async function open(facts, title) {
  try {
    const { match } = await post("/api/matches", facts);
    if (title) localStorage.setItem(`title ${match}`, title);
    location.href = `/table/${match}`;
  } catch (fault) {
    byId("alert").textContent = fault.message;
    byId("alert").scrollIntoView({ block: "nearest" });
  }
}

function card(box) {
  const choice = make("select", { "aria-label": `variant of ${box.title}` });
  choice.append(...box.variants.map((variant) => make("option", {}, variant.name)));
  const image = make("img", { alt: "", loading: "lazy" });
  const words = make("p", {});
  const more = make("a", { "aria-label": `options for ${box.title}` }, "options");
  const play = make("button", { className: "main", "aria-label": `Play ${box.title}` }, "Play");
  const show = () => {
    const variant = box.variants[choice.selectedIndex];
    const game = `${box.name}/${variant.name}`;
    const computer = variant.seats === 2 ? box.players[0] : undefined;
    image.src = picture(game);
    more.href = address(game);
    const players = variant.seats === 1 ? "for one" : computer ? "for two, or against the computer" : "for two";
    words.textContent = `${players}; ${variant.words}`;
    play.onclick = () => {
      if (variant.seats > 1 && !computer) location.href = address(game);
      else open({ game, ...(computer ? { seats: ["me", computer] } : {}) });
    };
  };
  choice.onchange = show;
  show();
  return make(
    "li", { className: "card" }, make("h3", {}, box.title), image, choice, words,
    make("div", { className: "row" }, play, more, make("a", { href: `/rules/${box.name}`, "aria-label": `rules of ${box.title}` }, "rules")),
  );
}

function daily(puzzle) {
  const day = new Date(`${puzzle.date}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  const hard = puzzle.difficulty ? `, ${puzzle.difficulty}` : "";
  const play = make("button", { className: "main", "aria-label": `Play today's ${puzzle.title}` }, "Play");
  const title = `${puzzle.title}: the puzzle of ${day}${hard}`;
  play.onclick = () => open({ game: puzzle.game, seed: puzzle.seed }, title);
  const image = make("img", { src: picture(puzzle.game, puzzle.seed), alt: "", loading: "lazy" });
  const solved = localStorage.getItem(`solved ${title}`) ? "✓ solved" : "the same for everyone, and solvable";
  const words = make("p", {}, `${day}${hard}: ${solved}`);
  const link = make("a", { href: address(puzzle.game, puzzle.seed), "aria-label": `link to today's ${puzzle.title}` }, "Link");
  return make("li", { className: "card" }, make("h3", {}, puzzle.title), image, words, make("div", { className: "row" }, play, link));
}

// The first visitor of the day comes before its puzzles are made, and sees them as they appear.
function showToday(shelf) {
  const shown = byId("today").children.length;
  byId("today").append(...shelf.today.slice(shown).map(daily));
  byId("making").classList.toggle("hidden", !shelf.making);
  if (shelf.making) setTimeout(() => get("/api/shelf").then(showToday, () => {}), 2000);
}

try {
  const shelf = await get("/api/shelf");
  showToday(shelf);
  byId("games").append(...shelf.games.map(card));
  byId("alert").textContent = shelf.broken.join("; ");
} catch (fault) {
  byId("alert").textContent = fault.message;
}
