// The table: one match, as its viewer may see it, and everything that one can do to it.
import { Board } from "./board.js";
import { byId, change, follow, get, make, post } from "./api.js";
import { copy, minutes, paragraphs } from "./text.js";

const name = location.pathname.split("/")[2];
const home = `/api/matches/${name}`;
let look = null;
let lookedAt = 0;
let past = null;
let solution = [];

const say = (words) => { byId("alert").textContent = words; };
const board = new Board(byId("board"), {
  ask: (text) => post(`${home}/spell`, { text }),
  play: (text) => wish("move", { text }),
  say,
  offer: (text, legal) => {
    byId("text").value = text;
    byId("send").disabled = !look || (look.yours ? Boolean(text) && !legal : !look.can.includes("ahead"));
  },
});

// ------------------------------------------------------------------------------------------- what is seen

function take(fresh) {
  if (look && fresh.version < look.version) return;
  const same = look && fresh.version === look.version;
  [look, lookedAt] = [fresh, Date.now()];
  if (!same) show();
}

function show() {
  past = null;
  board.show(look, look.yours);
  byId("board").classList.remove("past");
  document.title = `${look.yours ? "your move: " : ""}${look.title}`;
  byId("heading").textContent = `${look.title}: ${short(look.game.split("/").slice(1).join("/"))}`;
  byId("status").textContent = words();
  byId("status").classList.toggle("end", Boolean(look.ended));
  for (const id of ["undo", "redo", "restart", "hint", "solution", "resign"]) byId(id).disabled = !look.can.includes(id);
  byId("resign").classList.toggle("hidden", look.seats.length === 1);
  byId("solution").classList.toggle("hidden", look.seats.length > 1);
  byId("restart").classList.toggle("hidden", look.seats.length > 1);
  byId("typing").classList.toggle("hidden", !look.you.length);
  const ahead = look.can.includes("ahead");
  byId("text").disabled = !look.yours && !ahead;
  byId("send").disabled = !look.yours && !ahead;
  byId("send").textContent = ahead ? "Play when it is my turn" : "Play";
  byId("ahead").textContent = look.ahead ? `you will play ${short(look.ahead)}` : "";
  byId("counts").textContent = look.you.length ? `hints asked for: ${look.hints}; solutions: ${look.solutions}` : "you are watching";
  showSeats();
  showMoves();
  showShare();
  if (!look.yours && solution.length) stopSteps();
}

const short = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function words() {
  if (look.ended) return look.ended;
  const missing = look.seats.findIndex((seat) => !seat.joined);
  const who = look.yours ? "your move" : `${look.seats[look.turn].name} is to move`;
  const waits = missing >= 0 ? `; ${look.seats[missing].name} has not come yet` : "";
  return look.seats.length === 1 ? look.caption : `${who}${waits}. ${look.caption}`;
}

function showSeats() {
  byId("seats").classList.toggle("hidden", look.seats.length === 1);
  byId("seats-h").textContent = look.seats.length === 1 ? "Help" : "Seats";
  byId("seats").replaceChildren(...look.seats.map((seat, number) => {
    const who = look.you.includes(number) ? "you" : seat.joined ? seat.who : "not here yet";
    const row = make("li", {}, `${seat.name}: ${who}`);
    if (number === look.turn) row.setAttribute("aria-current", "true");
    if (seat.left !== null) row.append(make("span", { className: "clock", id: `clock${number}` }, minutes(seat.left)));
    return row;
  }));
  const links = JSON.parse(localStorage.getItem(`invites ${name}`) || "[]");
  const waiting = look.seats.some((seat) => !seat.joined);
  byId("inviting").classList.toggle("hidden", !waiting || !links.length);
  byId("links").replaceChildren(...links.map((link) => {
    const press = make("button", { type: "button" }, "Copy");
    press.onclick = async () => { byId("copied").textContent = await copy(link); };
    return make("div", { className: "row" }, make("input", { readOnly: true, value: link, "aria-label": "private link" }), press);
  }));
}

function showMoves() {
  const length = look.line.length;
  Object.assign(byId("replay"), { max: length, value: length, disabled: !length });
  byId("ply").textContent = `${length} of ${length}`;
  byId("now").classList.add("hidden");
  byId("moves").replaceChildren(...look.line.map((move, number) => {
    const press = make("button", { "aria-label": `${number + 1}. ${move.text}${move.seat < 0 ? ", by chance" : ""}` }, move.text);
    press.onclick = () => goTo(number + 1);
    return make("li", { className: move.seat < 0 ? "chance" : "" }, press);
  }));
  byId("moves").scrollTop = byId("moves").scrollHeight;
}

function showShare() {
  const facts = { game: look.game };
  if (look.position) facts.state = look.position;
  byId("position-address").href = `/new?${new URLSearchParams(facts)}`;
  byId("position-address").classList.toggle("hidden", !look.position);
  byId("copy-position").disabled = !look.position;
  byId("record").href = `${home}/record`;
  byId("record").classList.toggle("hidden", !look.public);
  byId("picture").href = `${home}/picture`;
  byId("again").href = `/new?${new URLSearchParams({ game: look.game })}`;
  byId("deal").classList.toggle("hidden", look.deal === null || look.seats.length > 1);
  byId("copied").textContent = look.deal === null ? "" : `deal ${look.deal}`;
}

async function goTo(ply) {
  const length = look.line.length;
  byId("replay").value = ply;
  byId("ply").textContent = `${ply} of ${length}`;
  [...byId("moves").children].forEach((row, number) => {
    if (number + 1 === ply) row.firstChild.setAttribute("aria-current", "step");
    else row.firstChild.removeAttribute("aria-current");
  });
  if (ply === length) {
    show();
    return;
  }
  past = ply;
  const old = await get(`${home}/at/${ply}`);
  if (past !== ply) return;
  board.show(old, false);
  byId("board").classList.add("past");
  byId("status").textContent = `after move ${ply} of ${length}: ${old.caption}`;
  byId("now").classList.remove("hidden");
}

// -------------------------------------------------------------------------------------------- what is done

async function wish(kind, facts = {}) {
  byId("board").classList.add("busy");
  try {
    const fresh = await change(`${home}/${kind}`, { ...facts, version: look.version });
    say("");
    byId("advice").textContent = "";
    take(fresh);
  } catch (fault) {
    board.reset();
    say(fault.message);
    if (fault.status === 409) take(await get(home));
  } finally {
    byId("board").classList.remove("busy");
  }
}

async function ask(kind) {
  say("");
  byId("advice").textContent = "thinking …";
  for (const id of ["hint", "solution"]) byId(id).disabled = true;
  try {
    const answer = await post(`${home}/ask/${kind}`);
    take(answer.look);
    byId("advice").textContent = kind === "hint" && answer.line.length ? `hint: ${answer.line[0]}. ${answer.words}` : answer.words;
    if (kind === "solution") startSteps(answer.line);
    if (answer.line.length) board.point(answer.line[0]);
  } catch (fault) {
    byId("advice").textContent = "";
    say(fault.message);
    show();
  }
}

function startSteps(line) {
  solution = line;
  byId("steps").classList.toggle("hidden", !line.length);
  if (line.length) byId("step").textContent = `Play the next step: ${line[0]}`;
}

function stopSteps() {
  startSteps([]);
}

byId("step").onclick = async () => {
  const [text, ...rest] = solution;
  const version = look.version;
  await wish("move", { text });
  if (look.version === version) return;
  startSteps(rest);
  byId("advice").textContent = rest.length ? `${rest.length} to go` : "that was the solution";
  if (rest.length) board.point(rest[0]);
};
byId("stop").onclick = stopSteps;
for (const kind of ["undo", "redo", "restart"]) byId(kind).onclick = () => { stopSteps(); wish(kind); };
byId("resign").onclick = () => { if (confirm("Resign this match?")) wish("resign"); };
for (const kind of ["hint", "solution"]) byId(kind).onclick = () => ask(kind);
byId("typing").onsubmit = (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  if (look.can.includes("ahead")) wish("ahead", { text });
  else if (text) wish("move", { text });
};
byId("text").oninput = () => {
  byId("send").disabled = !look?.yours && !look?.can.includes("ahead");
  byId("remember").classList.toggle("hidden", byId("text").value.length < 12);
};
byId("replay").oninput = () => goTo(Number(byId("replay").value)).catch((fault) => say(fault.message));
byId("now").onclick = () => { show(); byId("replay").focus(); };
byId("copy-address").onclick = async () => { byId("copied").textContent = await copy(`${location.origin}/table/${name}`); };
byId("copy-position").onclick = async () => { byId("copied").textContent = await copy(look.position); };
byId("deal").onclick = async () => {
  try {
    const { match } = await post("/api/matches", { game: look.game });
    location.href = `/table/${match}`;
  } catch (fault) {
    say(fault.message);
  }
};

// Long texts, such as a whole setup, can be kept in this browser and chosen again.
function remembered() {
  return JSON.parse(localStorage.getItem(`texts ${look.game.split("/")[0]}`) || "[]");
}
byId("remember").onclick = () => {
  const texts = [...new Set([byId("text").value.trim(), ...remembered()])].slice(0, 30);
  localStorage.setItem(`texts ${look.game.split("/")[0]}`, JSON.stringify(texts));
  showRemembered();
};
function showRemembered() {
  byId("remembered").replaceChildren(...remembered().map((value) => make("option", { value })));
}

setInterval(() => {
  if (!look?.clock_runs) return;
  look.seats.forEach((seat, number) => {
    const gone = number === look.turn ? (Date.now() - lookedAt) / 1000 : 0;
    byId(`clock${number}`).textContent = minutes(seat.left - gone);
  });
}, 250);

// ------------------------------------------------------------------------------------------------ begin

async function begin() {
  const invite = new URLSearchParams(location.hash.slice(1)).get("invite");
  if (invite) {
    // The secret leaves the address at once, so that a copied address does not give the seat away.
    history.replaceState(null, "", location.pathname);
    await post(`${home}/join`, { invite }).catch((fault) => say(fault.message));
  }
  take(await get(home));
  showRemembered();
  follow(name, take, (connected) => { byId("connection").textContent = connected ? "" : "reconnecting …"; });
  const page = await get(`/api/rules/${look.game.split("/")[0]}`);
  byId("rules").replaceChildren(...paragraphs(page.rules));
}
begin().catch((fault) => say(fault.message));
