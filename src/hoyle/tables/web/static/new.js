// A new match: the terms, filled in from the address, so that every position and every deal has one.
import { byId, get, make, post } from "./api.js";

const asked = new URLSearchParams(location.search);
const form = byId("form");
let boxes = [];

byId("game").value = asked.get("game") || "";
byId("state").value = asked.get("state") || "";
byId("seed").value = asked.get("seed") || "";

const box = () => boxes.find((each) => each.name === byId("game").value.split("/")[0]);
const seats = () => {
  const variants = box()?.variants || [];
  const named = variants.find((variant) => `${box().name}/${variant.name}` === byId("game").value);
  return (named || variants[0])?.seats || 1;
};

function show() {
  const facts = { game: byId("game").value, seed: byId("seed").value || "1" };
  if (byId("state").value) facts.state = byId("state").value;
  if (facts.game) byId("picture").src = `/api/picture?${new URLSearchParams(facts)}`;
  byId("people").classList.toggle("hidden", seats() === 1);
  byId("rules").href = box() ? `/rules/${box().name}` : "/";
  byId("heading").textContent = box() ? `${box().title}: a new match` : "A new match";
  byId("alert").textContent = "";
  const choices = [["open", "a friend, by a private link"], ["me", "both of us at this screen"]];
  for (const player of box()?.players || []) choices.unshift([player, `the computer: ${player}`]);
  byId("against").replaceChildren(...choices.map(([value, words]) => make("option", { value }, words)));
  const named = (seat) => box()?.seats[seat] || ["first", "second"][seat] || `seat ${seat + 1}`;
  byId("first").replaceChildren(...Array.from({ length: seats() }, (_, seat) => make("option", { value: seat }, named(seat))));
  byId("dealing").classList.toggle("hidden", !box()?.deals);
  showClock();
}

function terms() {
  const facts = { game: byId("game").value };
  if (byId("state").value) facts.start = byId("state").value;
  if (byId("seed").value) facts.seed = Number(byId("seed").value);
  if (box()?.deals && byId("deal").value) facts.deal = byId("deal").value;
  if (seats() > 1) {
    facts.seats = Array(seats()).fill(byId("against").value);
    facts.seats[Number(byId("first").value)] = "me";
    const minutes = Number(byId("minutes").value);
    if (minutes && byId("against").value === "open") facts.clock = { seconds: 60 * minutes, increment: Number(byId("increment").value) || 0 };
  }
  return facts;
}

function showClock() {
  byId("timing").classList.toggle("hidden", byId("against").value !== "open");
}
byId("against").onchange = showClock;

byId("picture").onerror = () => {
  byId("picture").removeAttribute("src");
  byId("alert").textContent = "this game or position cannot be drawn; press Play to see what is wrong with it";
};
for (const id of ["game", "state", "seed"]) byId(id).addEventListener("change", show);

form.onsubmit = async (event) => {
  event.preventDefault();
  try {
    const { match, invites } = await post("/api/matches", terms());
    const links = Object.values(invites).map((invite) => `${location.origin}/table/${match}#invite=${invite}`);
    // The links stay with this browser, so that its owner can send them later too.
    if (links.length) localStorage.setItem(`invites ${match}`, JSON.stringify(links));
    location.href = `/table/${match}`;
  } catch (fault) {
    byId("alert").textContent = fault.message;
    byId("alert").scrollIntoView({ block: "nearest" });
  }
};

try {
  boxes = (await get("/api/shelf")).games;
  for (const each of boxes)
    for (const variant of each.variants) byId("variants").append(make("option", { value: `${each.name}/${variant.name}` }, variant.words));
  show();
} catch (fault) {
  byId("alert").textContent = fault.message;
}
