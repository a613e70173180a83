// The table: one match, as its viewer may see it, and everything that one can do to it.
import { Board } from "./board.js";
import { NO_NET, byId, change, follow, get, make, post } from "./api.js";
import { help, verdict } from "./finish.js";
import { Replay } from "./replay.js";
import { Setup } from "./setup.js";
import { copy, howTo, minutes, paragraphs } from "./text.js";

const name = location.pathname.split("/")[2];
const home = `/api/matches/${name}`;
let look = null;
let lookedAt = 0;
// The board that is looked back at, while one does.
let past = null;
let solution = [];

const say = (words) => { byId("alert").textContent = words; };
const board = new Board(byId("board"), {
  ask: (text) => (setup.live ? setup.ask(text) : post(`${home}/spell`, { text })),
  play: (text) => (setup.live ? setup.add(text) : wish("move", { text })),
  say,
  offer: (text, legal) => {
    byId("text").value = text;
    byId("send").disabled = !maySend() || (Boolean(text) && !legal && !setup.live);
  },
  idle: () => {
    if (past) backToNow();
    else if (look.you.length && !look.ended) say(`it is ${look.seats[look.turn].name}'s turn`);
  },
});
const replay = new Replay((choice, number) => goTo(choice, number).catch((fault) => say(fault.message)));
const setup = new Setup(home, board, {
  // Whether it is one's turn already makes no difference, so no version is named.
  commit: (text) => wish("ahead", { text }, null),
  say,
  drawn: () => { byId("status").textContent = words(); },
});

// ------------------------------------------------------------------------------------------- what is seen

function take(fresh) {
  if (look && fresh.version < look.version) return;
  const same = look && fresh.version === look.version;
  [look, lookedAt] = [fresh, Date.now()];
  if (!same) show();
}

// What others do while one looks back is told, and the look back stays.
function hear(fresh) {
  const at = past && fresh.version > look.version && fresh.line.length > look.line.length ? replay.at : null;
  take(fresh);
  if (at !== null) replay.go(at);
}

const maySend = () => Boolean(look) && (look.setup ? setup.live : look.yours || look.can.includes("ahead"));

function show() {
  past = null;
  document.body.classList.remove("looking-back");
  hide();
  setup.show(look).catch((fault) => say(fault.message));
  if (!look.setup) board.show(look, look.yours);
  document.title = `${look.yours ? "your move: " : ""}${look.title}`;
  byId("heading").textContent = heading();
  byId("status").textContent = words();
  byId("status").classList.toggle("end", Boolean(look.ended));
  showFinish();
  showRequest();
  for (const id of ["redo", "restart", "hint", "solution", "resign"]) byId(id).disabled = !look.can.includes(id);
  byId("resign").classList.toggle("hidden", look.seats.length === 1);
  byId("solution").classList.toggle("hidden", look.seats.length > 1);
  byId("restart").classList.toggle("hidden", look.seats.length > 1);
  byId("typing").classList.toggle("hidden", !look.you.length || Boolean(look.ended));
  document.querySelector("[aria-label=actions]").classList.toggle("hidden", !look.you.length);
  const ahead = look.can.includes("ahead");
  byId("text").disabled = byId("send").disabled = !maySend();
  byId("send").textContent = look.setup ? "Place" : ahead ? "Premove" : "Play";
  byId("ahead").textContent = look.ahead && !look.setup ? `premove: ${short(look.ahead)}` : "";
  byId("counts").textContent = counts();
  showSeats();
  showMoves();
  showShare();
  if (!look.yours && solution.length) stopSteps();
}

// Between people what was answered is taken back if the other agrees.
function showRequest() {
  const { request } = look;
  const own = request && look.you.includes(request.seat);
  byId("undo").textContent = look.can.includes("ask") ? "Ask to undo" : "Undo";
  byId("undo").disabled = !look.can.includes("undo") && !look.can.includes("ask");
  byId("asking").classList.toggle("hidden", !request && look.declined === null);
  const count = request && (request.choices === 1 ? "the last move" : `the last ${request.choices} moves`);
  byId("asking-words").textContent = own ? `you asked to take back ${count}; waiting for an answer`
    : request ? `${look.seats[request.seat].name} asks to take back ${count}`
      : look.declined !== null ? `${look.seats[look.declined].name} asked to take back a move, which was declined` : "";
  byId("agree").classList.toggle("hidden", !look.can.includes("agree"));
  byId("decline").classList.toggle("hidden", !look.can.includes("decline"));
  byId("decline").textContent = own ? "Withdraw" : "Decline";
}

function counts() {
  if (!look.you.length) return "you are watching";
  const used = help(look);
  return used ? `${used} used` : "";
}

// A board that was written out has no name; who opened it from the puzzles of the day kept its title.
function heading() {
  const variant = look.game.split("/").slice(1).join("/");
  return localStorage.getItem(`title ${name}`) || `${look.title}: ${variant.length > 24 ? "custom board" : variant}`;
}

function showFinish() {
  const title = localStorage.getItem(`title ${name}`);
  if (title && look.outcome?.scores[0] > 0) localStorage.setItem(`solved ${title}`, "yes");
  byId("finish").classList.toggle("hidden", !look.ended || !look.you.length);
  byId("next").textContent = look.deal !== null && look.seats.length === 1 ? "Next deal" : "Another game";
}

const short = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function words() {
  if (look.ended) return verdict(look);
  const missing = look.seats.findIndex((seat) => !seat.joined);
  const { name: mover, who: player } = look.seats[look.turn];
  const yours = look.yours && look.you.length === 1;
  // Most games say themselves who is to move.
  const thinks = !yours && player !== "person" ? `${mover} is thinking … ` : "";
  const who = thinks || (yours ? "your move: " : look.caption.includes(mover) ? "" : `${mover} is to move: `);
  const waits = missing >= 0 ? "; waiting for your opponent" : "";
  if (look.setup && look.ahead) return `you are ready; ${look.seats[look.turn].name} is still setting up${waits}`;
  if (look.setup && setup.draft?.complete) return `setup complete; press Ready${waits}`;
  if (look.setup) return `${setup.draft?.caption || "set up"}; nobody sees it until you press Ready${waits}`;
  if (yours && look.caption === `${mover} to move`) return `your move${waits}`;
  return look.seats.length === 1 ? look.caption : `${who}${look.caption}${waits}`;
}

function showSeats() {
  byId("sitting").classList.toggle("hidden", look.seats.length === 1);
  byId("seats").replaceChildren(...look.seats.map((seat, number) => {
    const who = look.you.includes(number) ? "you" : !seat.joined ? "not here yet" : seat.who === "person" ? (look.you.length ? "your friend" : "a player") : `computer (${seat.who})`;
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
  replay.show(look.line);
  byId("moves-h").textContent = look.length && replay.end ? `Moves: ${look.length.replace(/ moves?$/, "")}` : "Moves";
  const dealt = look.line.length > 0 && look.line[0].seat < 0;
  byId("dealt").textContent = !dealt ? "" : look.deal === null ? "dealt by chance" : `dealt by seed ${look.deal}`;
}

// Of those who share a screen, nobody may see what the other sees: a curtain falls when the turn passes on.
let shownTo = null;
function hide() {
  const shared = look.you.length > 1 && !look.public && !look.ended;
  if (shared && look.turn !== shownTo && look.line.length) {
    byId("curtain-words").textContent = `Pass the screen to ${look.seats[look.turn].name}.`;
    if (!byId("curtain").open) byId("curtain").showModal();
  }
  if (!look.ended) shownTo = look.turn;
}
byId("lift").onclick = () => byId("curtain").close();

function showShare() {
  const { position } = past || look;
  byId("position-address").href = `/new?${new URLSearchParams({ game: look.game, ...(position ? { state: position } : {}) })}`;
  byId("position-address").classList.toggle("hidden", !position);
  byId("copy-position").disabled = !position;
  byId("record").href = `${home}/record`;
  byId("record").classList.toggle("hidden", !look.public);
  byId("picture").href = `${home}/picture${past ? `?ply=${past.ply}` : ""}`;
  byId("again").href = `/new?${new URLSearchParams({ game: look.game })}`;
  byId("deal").classList.toggle("hidden", look.deal === null || look.seats.length > 1);
  byId("copied").textContent = "";
}

async function goTo(choice, number) {
  say("");
  if (replay.now) {
    show();
    return;
  }
  const old = await get(`${home}/at/${choice.ply}`);
  if (replay.at !== number) return;
  past = old;
  board.editor = null;
  board.show(old, false);
  document.body.classList.add("looking-back");
  byId("status").textContent = `${number ? `after move ${number} of ${replay.end}` : "the start"}: ${old.caption}`;
  byId("status").classList.remove("end");
  byId("finish").classList.add("hidden");
  showShare();
}

function backToNow() {
  show();
  if (!look.ended) say("you were looking back; this is the board now");
}

// -------------------------------------------------------------------------------------------- what is done

async function wish(kind, facts = {}, version = look.version) {
  if (past) show();
  byId("board").classList.add("busy");
  try {
    const fresh = await change(`${home}/${kind}`, { ...facts, version });
    say("");
    byId("advice").textContent = "";
    take(fresh);
  } catch (fault) {
    board.reset();
    say(fault.message);
    // What did not reach the table stays in the field, to be sent again.
    if (!fault.status && facts.text && !setup.live) byId("text").value = facts.text;
    if (fault.status === 409) take(await get(home));
  } finally {
    byId("board").classList.remove("busy");
  }
}

async function ask(kind) {
  if (past) show();
  say("");
  byId("advice").textContent = "thinking …";
  const patience = setTimeout(() => { byId("advice").textContent = "thinking … a solver's first answer can take half a minute"; }, 4000);
  for (const id of ["hint", "solution"]) byId(id).disabled = true;
  try {
    const answer = await post(`${home}/ask/${kind}`);
    take(answer.look);
    byId("advice").textContent = kind === "hint" && answer.line.length ? `Hint: ${answer.line[0]}. ${answer.words}` : answer.words;
    if (kind === "solution") startSteps(answer.line);
    if (answer.line.length) board.point(answer.line[0]);
  } catch (fault) {
    byId("advice").textContent = "";
    say(fault.message);
    show();
  } finally {
    clearTimeout(patience);
  }
}

function startSteps(line) {
  solution = line;
  byId("steps").classList.toggle("hidden", !line.length);
  if (line.length) byId("step").textContent = `Play next step: ${line[0]}`;
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
  byId("advice").textContent = rest.length ? `${rest.length} ${rest.length === 1 ? "move" : "moves"} to go` : "end of the solution";
  if (rest.length) board.point(rest[0]);
};
byId("stop").onclick = stopSteps;
byId("undo").onclick = () => { stopSteps(); wish(look.can.includes("undo") ? "undo" : "undo/ask"); };
for (const kind of ["agree", "decline"]) byId(kind).onclick = () => wish(`undo/${kind}`);
for (const kind of ["redo", "restart"]) byId(kind).onclick = () => { stopSteps(); wish(kind); };
byId("resign").onclick = () => { if (confirm("Resign this match?")) wish("resign"); };
for (const kind of ["hint", "solution"]) byId(kind).onclick = () => ask(kind);
byId("typing").onsubmit = (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  if (past) backToNow();
  else if (setup.live) {
    if (text) setup.add(text);
  } else if (look.can.includes("ahead")) wish("ahead", { text });
  else if (text) wish("move", { text });
};
byId("text").oninput = () => { byId("send").disabled = !maySend(); };
byId("look-back").onclick = () => {
  replay.go(0);
  byId("forth").focus();
};
byId("copy-address").onclick = async () => { byId("copied").textContent = await copy(`${location.origin}/table/${name}`); };
byId("copy-position").onclick = async () => { byId("copied").textContent = await copy((past || look).position); };

async function open(facts) {
  try {
    const { match } = await post("/api/matches", { game: look.game, ...facts });
    location.href = `/table/${match}`;
  } catch (fault) {
    say(fault.message);
  }
}
byId("deal").onclick = () => open({});
byId("next").onclick = (event) => {
  if (look.deal === null || look.seats.length > 1) return;
  event.preventDefault();
  open({});
};
// Alone one goes back to the start, with the computer one sits down anew, and with a friend one sends a new link.
byId("play-again").onclick = () => {
  if (look.seats.length === 1) wish("restart");
  else if (look.seats.every((seat, number) => look.you.includes(number) || seat.who !== "person"))
    open({ seats: look.seats.map((seat, number) => (look.you.includes(number) ? "me" : seat.who)) });
  else location.href = byId("again").href;
};

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
  follow(name, hear, (connected) => {
    byId("connection").textContent = connected ? "" : "offline, reconnecting …";
    if (connected && byId("alert").textContent === NO_NET) say("");
  });
  const page = await get(`/api/rules/${look.game.split("/")[0]}`);
  byId("rules").replaceChildren(...howTo(), ...paragraphs(page.rules));
}
begin().catch((fault) => {
  if (look) {
    say(fault.message);
    return;
  }
  // Without a match there is nothing to show but the way to another.
  byId("table").classList.add("hidden");
  byId("nothing").classList.remove("hidden");
  byId("nothing").firstChild.textContent = `${fault.message}.`;
});
