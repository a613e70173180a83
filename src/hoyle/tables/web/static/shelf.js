// The shelf: every game with a picture, and the puzzles of the day.
import { byId, get, make, post } from "./api.js";

const address = (game, seed) => `/new?${new URLSearchParams({ game, ...(seed === undefined ? {} : { seed }) })}`;
const picture = (game, seed = 1) => `/api/picture?${new URLSearchParams({ game, seed, showcase: true })}`;

async function open(game, seats, seed) {
  if (seats > 1) {
    location.href = address(game);
    return;
  }
  try {
    const { match } = await post("/api/matches", { game, ...(seed === undefined ? {} : { seed }) });
    location.href = `/table/${match}`;
  } catch (fault) {
    byId("alert").textContent = fault.message;
  }
}

function card(box) {
  const name = (variant) => `${box.name}/${variant}`;
  const choice = make("select", { "aria-label": `variant of ${box.title}` });
  for (const variant of box.variants) choice.append(make("option", { value: variant.name }, `${variant.name}: ${variant.words}`));
  const image = make("img", { src: picture(name(box.variants[0].name)), alt: "", loading: "lazy" });
  const more = make("a", { href: address(name(choice.value)) }, "more choices");
  choice.onchange = () => {
    image.src = picture(name(choice.value));
    more.href = address(name(choice.value));
  };
  const seats = () => box.variants.find((variant) => variant.name === choice.value).seats;
  const play = make("button", { className: "main", "aria-label": `Play ${box.title}` }, "Play");
  play.onclick = () => open(name(choice.value), seats());
  const players = seats() === 1 ? "for one" : box.players.length ? "for two, or against the computer" : "for two";
  return make(
    "li", { className: "card" }, make("h3", {}, box.title), image, make("p", {}, players),
    make("div", { className: "row" }, choice),
    make("div", { className: "row" }, play, more, make("a", { href: `/rules/${box.name}` }, "rules")),
  );
}

function daily(puzzle) {
  const play = make("button", { className: "main", "aria-label": `Play today's ${puzzle.title}` }, "Play");
  play.onclick = () => open(puzzle.game, 1, puzzle.seed);
  const image = make("img", { src: picture(puzzle.game, puzzle.seed), alt: "", loading: "lazy" });
  const game = puzzle.game.length > 24 ? puzzle.game.split("/")[0] : puzzle.game;
  const words = make("p", {}, `${game} of ${puzzle.date}: the same for everyone, and it can be won`);
  const link = make("a", { href: address(puzzle.game, puzzle.seed) }, "its address");
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
