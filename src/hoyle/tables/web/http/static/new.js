// A new match: the terms, filled in from the address, so that every position and every deal has one.
import { openMatch } from "./mine.js";
import { beginner, byId, called, get, keep, make, sentence } from "./page.js";

const OTHER = "";
let boxes = [];
let engines = [];
let shown; // what the form says of the board

const box = () => boxes[byId("box").selectedIndex];
const variant = () => box().variants.find((each) => each.name === byId("variant").value);
const game = () => `${box().name}/${variant() ? variant().name : byId("own").value.trim()}`;
// A variant that is written out is like the first one of its game.
const like = () => variant() || box().variants[0];

function showVariants() {
  byId("variant").replaceChildren(
    ...box().variants.map(({ name, words }) => make("option", { value: name }, called(name, words))), make("option", { value: OTHER }, "Custom…"),
  );
  const unranked = box().players.filter((name) => !box().opponents.some((face) => face.name === name));
  const ranked = box().opponents.map(({ name, level, title }) => [name, `level ${level}: ${title}`]);
  const choices = [...ranked, ...unranked.map((name) => [name, `the computer: ${name}`]), ...engines.map((name) => [name, `the engine: ${name}`]), ["open", "a friend, by a private link"], ["me", "both of us at this screen"]];
  byId("against").replaceChildren(...choices.map(([value, words]) => make("option", { value }, words)));
  byId("against").value = beginner(box()) ?? choices[0][0];
  byId("rules").href = `/rules/${box().name}`;
  byId("heading").textContent = `${box().title}: a new match`;
}

// What is known about an opponent.
function describe() {
  const { words = "", rating } = box().opponents.find((each) => each.name === byId("against").value) ?? {};
  const rated = rating && `rated ${rating[0] < 0 ? "−" : "+"}${Math.abs(rating[0])}, where 0 is the average of these opponents`;
  return [words, rated].filter(Boolean).join("; ");
}

// What is known about a board; whether one of your own, or a deal, can be won is asked for.
async function tellBoard(facts) {
  const { words, lost } = variant() ?? {};
  const about = words ? `${sentence(words)}${lost ? `: ${lost}` : ""}.` : "";
  byId("about").textContent = about;
  if (like().seats > 1 || (variant() && !facts.state && facts.seed === undefined)) return;
  // A board that cannot be drawn is explained there.
  const found = await get(`/api/lost?${new URLSearchParams(facts)}`).catch(() => ({}));
  if (found.lost && facts === shown) byId("about").textContent = `${about} This cannot be won: ${found.lost}.`.trim();
}

function show() {
  byId("face").textContent = describe();
  const start = byId("state").value;
  shown = { game: game(), ...(start ? { state: start } : {}), ...(seed() === undefined ? {} : { seed: seed() }) };
  byId("picture").src = `/api/picture?${new URLSearchParams({ seed: "1", ...shown, showcase: Boolean(variant()) && !start })}`;
  tellBoard(shown);
  byId("writing").classList.toggle("hidden", Boolean(variant()));
  byId("people").classList.toggle("hidden", like().seats === 1);
  const named = (seat) => box().seats[seat] || ["first", "second"][seat] || `seat ${seat + 1}`;
  const chosen = byId("first").value;
  byId("first").replaceChildren(...Array.from({ length: like().seats }, (_, seat) => make("option", { value: seat }, named(seat))));
  if (chosen) byId("first").value = chosen;
  byId("seeding").classList.toggle("hidden", !like().dealt);
  byId("anything").classList.toggle("hidden", like().seats > 1);
  byId("dealing").classList.toggle("hidden", !box().deals);
  byId("timing").classList.toggle("hidden", byId("against").value !== "open");
}

const seed = () => {
  const text = byId("seed").value.trim();
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
};

function terms() {
  const facts = { game: game() };
  if (byId("state").value) facts.start = byId("state").value;
  if (like().dealt && byId("seed").value.trim()) facts.seed = seed();
  if (like().dealt && byId("any").checked) facts.any_deal = true;
  if (box().deals && byId("deal").value) facts.deal = byId("deal").value;
  if (like().seats > 1) {
    facts.seats = Array(like().seats).fill(byId("against").value);
    facts.seats[Number(byId("first").value)] = "me";
    const minutes = Number(byId("minutes").value);
    if (minutes && byId("against").value === "open") facts.clock = { seconds: 60 * minutes, increment: Number(byId("increment").value) || 0 };
  }
  return facts;
}

function say(words) {
  byId("alert").textContent = sentence(words);
  if (words) byId("alert").scrollIntoView({ block: "nearest" });
}

function changed() {
  say("");
  show();
}

// A game or a position that cannot be drawn is explained by whoever refused to draw it.
byId("picture").onerror = async () => {
  const address = byId("picture").getAttribute("src");
  if (!address) return;
  byId("picture").removeAttribute("src");
  await get(address).catch((fault) => say(fault.message));
};
byId("box").onchange = () => {
  showVariants();
  changed();
};
for (const id of ["variant", "own", "state", "seed"]) byId(id).addEventListener("change", changed);
byId("against").onchange = show;

byId("form").onsubmit = async (event) => {
  event.preventDefault();
  if (like().dealt && byId("seed").value.trim() && seed() === undefined) {
    say("a seed is a whole number of at most 15 digits");
    return;
  }
  try {
    const { match, invites } = await openMatch(terms());
    const links = Object.values(invites).map((invite) => `${location.origin}/table/${match}#invite=${invite}`);
    // The links stay with this browser, so that its owner can send them later too.
    if (links.length) keep(`invites ${match}`, links);
    keep("comes", match);
    location.href = `/table/${match}`;
  } catch (fault) {
    say(fault.message);
  }
};

// Fill in what the address says; a game that is not on the shelf is reported at once.
function fill() {
  const asked = new URLSearchParams(location.search);
  const [name, ...rest] = (asked.get("game") || "").split("/");
  const wanted = rest.join("/");
  const found = boxes.findIndex((each) => each.name === name);
  byId("box").replaceChildren(...boxes.map((each) => make("option", { value: each.name }, each.title)));
  byId("box").selectedIndex = Math.max(0, found);
  showVariants();
  const known = box().variants.some((each) => each.name === wanted);
  byId("variant").value = found < 0 || !wanted ? box().variants[0].name : known ? wanted : OTHER;
  byId("own").value = known ? "" : wanted;
  byId("state").value = asked.get("state") || "";
  byId("seed").value = asked.get("seed") || "";
  show();
  byId("play").disabled = false;
  if (name && found < 0) say(`there is no game called ${name}; choose one of these`);
}

try {
  ({ games: boxes, engines } = await get("/api/shelf"));
  fill();
} catch (fault) {
  say(fault.message);
}
