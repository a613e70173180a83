// The table: one match, as its viewer may see it, and everything that one can do to it.
import { Board } from "./board.js";
import { NO_NET, byId, change, follow, get, make, post } from "./api.js";
import { Setup } from "./setup.js";
import { copy, minutes, paragraphs } from "./text.js";

const name = location.pathname.split("/")[2];
const home = `/api/matches/${name}`;
let look = null;
let lookedAt = 0;
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
});
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

const maySend = () => Boolean(look) && (look.setup ? setup.live : look.yours || look.can.includes("ahead"));

function show() {
  past = null;
  hide();
  setup.show(look).catch((fault) => say(fault.message));
  if (!look.setup) board.show(look, look.yours);
  byId("board").classList.remove("past");
  document.title = `${look.yours ? "your move: " : ""}${look.title}`;
  byId("heading").textContent = `${look.title}: ${short(look.game.split("/").slice(1).join("/"))}`;
  byId("status").textContent = words();
  byId("status").classList.toggle("end", Boolean(look.ended));
  showRequest();
  for (const id of ["redo", "restart", "hint", "solution", "resign"]) byId(id).disabled = !look.can.includes(id);
  byId("resign").classList.toggle("hidden", look.seats.length === 1);
  byId("solution").classList.toggle("hidden", look.seats.length > 1);
  byId("restart").classList.toggle("hidden", look.seats.length > 1);
  byId("typing").classList.toggle("hidden", !look.you.length);
  const ahead = look.can.includes("ahead");
  byId("text").disabled = byId("send").disabled = !maySend();
  byId("send").textContent = look.setup ? "Place" : ahead ? "Play when it is my turn" : "Play";
  byId("ahead").textContent = look.ahead && !look.setup ? `you will play ${short(look.ahead)}` : "";
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
  byId("asking-words").textContent = own ? `you asked to take back ${count}; wait for the answer`
    : request ? `${look.seats[request.seat].name} asks to take back ${count}`
      : look.declined !== null ? `${look.seats[look.declined].name} asked to take back a move, which was declined` : "";
  byId("agree").classList.toggle("hidden", !look.can.includes("agree"));
  byId("decline").classList.toggle("hidden", !look.can.includes("decline"));
  byId("decline").textContent = own ? "Withdraw" : "Decline";
}

function counts() {
  if (!look.you.length) return "you are watching";
  if (look.seats.length === 1) return `hints asked for: ${look.hints}; solutions: ${look.solutions}`;
  return look.hints ? `hints asked for: ${look.hints}` : "";
}

const short = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function words() {
  if (look.ended) return look.ended;
  const missing = look.seats.findIndex((seat) => !seat.joined);
  const { name: mover } = look.seats[look.turn];
  const yours = look.yours && look.you.length === 1;
  // Most games say themselves who is to move.
  const who = yours ? "your move: " : look.caption.includes(mover) ? "" : `${mover} is to move: `;
  const waits = missing >= 0 ? `; ${look.seats[missing].name} has not come yet` : "";
  if (look.setup && look.ahead) return `you are ready; ${look.seats[look.turn].name} is still setting up${waits}`;
  if (look.setup && setup.draft?.complete) return `everything is set up; press Ready${waits}`;
  if (look.setup) return `${setup.draft?.caption || "set up"}; nobody sees it until you press Ready${waits}`;
  return look.seats.length === 1 ? look.caption : `${who}${look.caption}${waits}`;
}

function showSeats() {
  byId("seats").classList.toggle("hidden", look.seats.length === 1);
  byId("seats-h").textContent = look.seats.length === 1 ? "Help" : "Seats";
  byId("seats").replaceChildren(...look.seats.map((seat, number) => {
    const who = look.you.includes(number) ? "you" : !seat.joined ? "not here yet" : seat.who === "person" ? "a person" : `the computer, ${seat.who}`;
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
  byId("moves").replaceChildren(...runs(look.line).map(({ move, first, last }) => {
    const text = first === last ? move.text : `${move.text} ×${last - first + 1}`;
    const press = make("button", { "aria-label": `${last}. ${text}${move.seat < 0 ? ", by chance" : ""}` }, text);
    press.onclick = () => goTo(last);
    press.dataset.ply = last;
    return make("li", { className: move.seat < 0 ? "chance" : "" }, press);
  }));
  byId("moves").scrollTop = byId("moves").scrollHeight;
}

// What a seat did several times in a row and in the same words, such as setting up unseen, is told once.
function runs(line) {
  const told = [];
  line.forEach((move, number) => {
    const before = told.at(-1);
    if (before && before.move.seat === move.seat && before.move.text === move.text) before.last = number + 1;
    else told.push({ move, first: number + 1, last: number + 1 });
  });
  return told;
}

// Of those who share a screen, nobody may see what the other sees: a curtain falls when the turn passes on.
let shownTo = null;
function hide() {
  const shared = look.you.length > 1 && !look.public && !look.ended;
  if (shared && look.turn !== shownTo && look.line.length) {
    byId("curtain-words").textContent = `${look.seats[look.turn].name} is to move. Nobody else may look.`;
    if (!byId("curtain").open) byId("curtain").showModal();
  }
  if (!look.ended) shownTo = look.turn;
}
byId("lift").onclick = () => byId("curtain").close();

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
  [...byId("moves").children].forEach((row) => {
    if (Number(row.firstChild.dataset.ply) === ply) row.firstChild.setAttribute("aria-current", "step");
    else row.firstChild.removeAttribute("aria-current");
  });
  if (ply === length) {
    show();
    return;
  }
  past = ply;
  const old = await get(`${home}/at/${ply}`);
  if (past !== ply) return;
  board.editor = null;
  board.show(old, false);
  byId("board").classList.add("past");
  byId("status").textContent = `after move ${ply} of ${length}: ${old.caption}`;
  byId("now").classList.remove("hidden");
}

// -------------------------------------------------------------------------------------------- what is done

async function wish(kind, facts = {}, version = look.version) {
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
byId("undo").onclick = () => { stopSteps(); wish(look.can.includes("undo") ? "undo" : "undo/ask"); };
for (const kind of ["agree", "decline"]) byId(kind).onclick = () => wish(`undo/${kind}`);
for (const kind of ["redo", "restart"]) byId(kind).onclick = () => { stopSteps(); wish(kind); };
byId("resign").onclick = () => { if (confirm("Resign this match?")) wish("resign"); };
for (const kind of ["hint", "solution"]) byId(kind).onclick = () => ask(kind);
byId("typing").onsubmit = (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  if (setup.live) {
    if (text) setup.add(text);
  } else if (look.can.includes("ahead")) wish("ahead", { text });
  else if (text) wish("move", { text });
};
byId("text").oninput = () => { byId("send").disabled = !maySend(); };
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
  follow(name, take, (connected) => {
    byId("connection").textContent = connected ? "" : "offline, reconnecting …";
    if (connected && byId("alert").textContent === NO_NET) say("");
  });
  const page = await get(`/api/rules/${look.game.split("/")[0]}`);
  byId("rules").replaceChildren(...paragraphs(page.rules));
}
begin().catch((fault) => say(fault.message));
