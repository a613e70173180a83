// The table: one match, as its viewer may see it, and everything that the viewer can do to it.
import { Board } from "./board.js";
import { shape } from "./overlay.js";
import { NO_NET, boardOf, byId, capital, change, copy, follow, get, inWords, keep, make, minutes, phone, post, question, recall, sentence, share, short, still, wait } from "./page.js";
import { Replay, Setup, choices, endCard, helpOf, nameOf, plate, situation, toYou, verdict } from "./panel.js";

// Not needed until one can play.
const memory = () => import("./mine.js");

const name = location.pathname.split("/")[2];
const home = `/api/matches/${name}`;
// How long your own move is seen before an answer to it, and how long two that met face each other.
const PAUSE = 600;
const FACING = 1300;
let look = null;
let lookedAt = 0;
let playedAt = 0;
// The earlier board that is shown while you look back.
let past = null;
let setup = null;

// What was refused is read and goes away by itself; what keeps the page from working stays.
let fading = 0;
function say(words) {
  byId("alert").textContent = sentence(words);
  clearTimeout(fading);
  if (words && words !== NO_NET) fading = setTimeout(say, 4000 + 60 * words.length, "");
}
const board = new Board(byId("board"), {
  ask: (text) => (setup?.live ? setup.ask(text) : post(`${home}/spell`, { text })),
  play: (text) => {
    stopFilms();
    return setup?.live ? setup.add(text) : wish(look.yours ? "move" : "ahead", { text });
  },
  say,
  offer: (text, legal) => {
    byId("text").value = text;
    byId("send").disabled = !maySend() || (Boolean(text) && !legal && !setup?.live);
    // A move that could go on is played by a second click on its end, or here.
    byId("confirm").value = legal ? text : "";
    byId("confirm").classList.toggle("hidden", !text || !legal || Boolean(setup?.live));
    showStatus();
  },
  idle: () => {
    if (past) backToNow();
    else if (look.you.length && !look.ended) say(`it is ${nameOf(look, look.turn)}'s turn`);
  },
  shown: (root) => {
    performance.mark("board");
    byId("table").style.setProperty("--ratio", root.ratio);
    byId("signs").classList.toggle("hidden", !root.querySelector(".aid"));
  },
});
const replay = new Replay((choice, number) => goTo(choice, number).catch((fault) => say(fault.message)));

// ------------------------------------------------------------------------------------------- what is seen

function take(fresh) {
  if (look && fresh.version < look.version) return;
  const before = look;
  const same = before && fresh.version === before.version;
  [look, lookedAt] = [fresh, Date.now()];
  // A look that came before must not take back a move that is under way.
  if (!same) show(before);
}

// What others do is seen as such: an answer comes a moment after the move that it answers.
let later = Promise.resolve();
function hear(fresh) {
  const mover = fresh.line.at(-1)?.seat;
  const answers = look && fresh.version > look.version && fresh.line.length > look.line.length && mover >= 0 && !look.you.includes(mover);
  const pause = answers && !still() ? Math.max(0, playedAt + PAUSE - Date.now()) : 0;
  if (!pause) {
    listen(fresh);
    return;
  }
  later = later.then(() => wait(pause)).then(() => listen(fresh));
}

// What others do while you look back is announced, and you stay where you are.
function listen(fresh) {
  const at = past && fresh.version > look.version && fresh.line.length > look.line.length ? replay.at : null;
  take(fresh);
  if (at !== null) replay.go(at);
}

const maySend = () => Boolean(look) && (look.setup ? Boolean(setup?.live) : look.yours || look.can.includes("ahead"));

// The move between two looks: what it spells, and whether it was taken back.
function motionOf(before) {
  if (!before || past || before.setup) return {};
  const steps = look.line.length - before.line.length;
  return steps === 0 ? {} : { motion: steps > 0 ? look.last : before.last, back: steps < 0 };
}

function show(before = look) {
  const motion = motionOf(before);
  const focused = document.activeElement;
  past = null;
  document.body.classList.remove("looking-back", "replaying");
  hide();
  showSetup().catch((fault) => say(fault.message));
  if (!look.setup) board.show(look, look.yours || (look.can.includes("ahead") && "ahead"), motion);
  if (motion.motion && !motion.back) {
    clash();
    hearOf("then came", choices(look.line).at(-1).chance);
  }
  help?.follow(before);
  document.title = `${look.yours ? "Your move: " : ""}${look.title}`;
  showHeading();
  byId("table").classList.toggle("duel", look.seats.length > 1);
  showStatus();
  showEnd(before);
  showRequest();
  for (const id of ["redo", "restart", "hint", "solution", "resign"]) byId(id).disabled = !look.can.includes(id);
  // Where moves can be taken back at once, the button stays, so that the others keep their places.
  byId("redo").classList.toggle("hidden", look.seats.length > 1 && !look.can.includes("redo") && !(rivalsAreComputers() && look.public));
  byId("resign").classList.toggle("hidden", look.seats.length === 1);
  byId("solution").classList.toggle("hidden", look.seats.length > 1);
  byId("restart").classList.toggle("hidden", look.seats.length > 1);
  byId("type").classList.toggle("hidden", !look.you.length || Boolean(look.ended));
  if (!look.you.length || look.ended) showTyping(false);
  document.querySelector(".tools").classList.toggle("watching", !look.you.length);
  for (const id of ["undo", "redo", "hint", "solution", "resign"]) if (!look.you.length) byId(id).classList.add("hidden");
  byId("text").disabled = byId("send").disabled = !maySend();
  byId("send").textContent = look.setup ? "Place" : look.can.includes("ahead") ? "Premove" : "Play";
  byId("text").placeholder = look.moves.length ? `such as ${short(look.moves[0])}` : "Move, as in the rules";
  byId("ahead").textContent = look.ahead && !look.setup ? `Premove: ${short(look.ahead)}` : "";
  showSeats();
  showMoves();
  showShare();
  remember({ name, look, before, wish, say, open, lead });
  keepFocus(focused);
}

// Whoever pressed what has gone or can no longer be pressed is at the board again.
function keepFocus(focused) {
  if (focused !== document.body && (focused.disabled || !focused.getClientRects().length)) board.focus();
}

// Those who listen hear of things by their labels: what was chosen or set up, and what chance brought.
const letters = (text) => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
function hearOf(what, texts) {
  const named = (text) => board.marks.filter((mark) => letters(text).startsWith(letters(mark.dataset.spells))).sort((one, two) => two.dataset.spells.length - one.dataset.spells.length)[0];
  const labels = texts.map((text) => named(text)?.getAttribute("aria-label") ?? text);
  byId("heard").textContent = labels.length ? `${what}: ${labels.join(", ")}` : "";
}

// What remembers matches, teaches and counts is not needed to play, and comes once the board is there.
let remembering = null;
function remember(event) {
  remembering ??= wait(300).then(loadMemory);
  remembering.then(({ attend }) => attend(event));
}

async function loadMemory() {
  for (;;) {
    try {
      return await import("./attend.js");
    } catch {
      await wait(2000); // the server is away just now
    }
  }
}

let placed = 0;
async function showSetup() {
  const focused = document.activeElement;
  if (look.setup) {
    setup ??= new Setup(home, board, {
      commit: (text) => wish("ahead", { text }),
      say,
      drawn: () => {
        byId("ready-now").disabled = byId("ready").disabled;
        openSheet(false);
        showStatus();
        // Of a whole army at once the status tells.
        hearOf("set up", setup.draft.line.length === placed + 1 ? setup.draft.line.slice(-1).map(({ parts, text }) => parts.at(-1) ?? text) : []);
        placed = setup.draft.line.length;
      },
    });
  }
  if (setup) await setup.show(look);
  for (const id of ["setups", "ready-now"]) byId(id).classList.toggle("hidden", !setup?.live);
  for (const id of ["undo", "hint"]) byId(id).classList.toggle("hidden", Boolean(look.setup) || !look.you.length);
  if (look.setup) byId("resign").classList.add("hidden");
  keepFocus(focused);
  byId("text").disabled = byId("send").disabled = !maySend();
  showStatus();
}

// Two that met are shown for a moment, with the one that fell struck out.
async function clash() {
  document.querySelector(".clash")?.remove();
  const met = [...board.root.querySelectorAll(":scope > .face-to-face > g")];
  if (!met.length) return;
  const card = shape("svg", { viewBox: `-22 -22 ${48 * met.length - 4} 44`, class: board.root.getAttribute("class"), "aria-hidden": "true" });
  met.forEach((mark, number) => {
    const group = shape("g", { transform: `translate(${48 * number} 0)` }, mark.cloneNode(true));
    if (/(^| )fallen( |$)/.test(mark.getAttribute("class"))) group.append(shape("path", { class: "crossed", d: "M-16 16 16-18" }));
    card.append(group);
  });
  const words = toYou(look, look.caption.split("; ").at(-1));
  const shown = make("div", { className: "clash" }, make("div", {}, card, make("span", { className: "cap" }, words)));
  document.querySelector(".stage").append(shown);
  await wait(FACING);
  shown.remove();
}

// Between people what was answered is taken back if the other agrees.
function showRequest() {
  const { request } = look;
  const own = request && look.you.includes(request.seat);
  byId("undo").lastElementChild.textContent = look.can.includes("ask") ? "Ask to undo" : "Undo";
  byId("undo").disabled = !look.can.includes("undo") && !look.can.includes("ask");
  byId("asking").classList.toggle("hidden", !request && look.declined === null);
  const count = request && (request.choices === 1 ? "the last move" : `the last ${request.choices} moves`);
  byId("asking-words").textContent = own ? `You asked to take back ${count}; waiting for an answer`
    : request ? `${capital(nameOf(look, request.seat))} asks to take back ${count}`
      : look.declined !== null ? `${capital(nameOf(look, look.declined))} asked to take back a move, which was declined` : "";
  byId("agree").classList.toggle("hidden", !look.can.includes("agree"));
  byId("decline").classList.toggle("hidden", !look.can.includes("decline"));
  byId("decline").textContent = own ? "Withdraw" : "Decline";
}

// What a match is called: a puzzle of the day keeps its title, and a board that was written out has no name.
function showHeading() {
  const title = recall("mine", {}).matches?.[name]?.label;
  byId("heading").replaceChildren(look.title, " ", make("small", {}, title ?? boardOf(look.game, look.about)));
  const par = recall("mine", {}).matches?.[name]?.par;
  byId("about").textContent = [par && `Par: ${inWords(par)}.`, look.about && `${capital(look.about)}.`, look.aim, look.notes].filter(Boolean).join(" ");
  byId("counts").title = look.notes;
  byId("aim").classList.toggle("hidden", !byId("about").textContent || Boolean(look.setup));
}

function showStatus() {
  if (!look) return;
  byId("status").title = "";
  byId("status").textContent = past ? capital(pastWords()) : help?.words || (look.ended ? endWords() : words());
  byId("status").classList.toggle("long", byId("status").textContent.length > 50);
  byId("counts").textContent = past || !byId("confirm").classList.contains("hidden") ? "" : !look.you.length ? "you are watching" : [look.line.some(({ seat }) => seat >= 0) && look.length, helpOf(look) && `${helpOf(look)} used`].filter(Boolean).join(" · ");
}

function endWords() {
  const { title, why } = verdict(look);
  return `${title}: ${why}`;
}

function words() {
  // What is on its way was chosen already.
  const chooses = board.text && look.yours && !look.setup && !board.sent;
  if (!chooses) {
    const held = board.root?.querySelector("[aria-pressed=true]")?.getAttribute("aria-label");
    // A step of a lesson has a task of its own.
    return capital(situation(look, { draft: setup?.draft, held, taught: recall("mine", {}).matches?.[name]?.kind === "lesson" }));
  }
  // A path that is being drawn needs no advice.
  return board.chosen.length > 1 ? board.chosen.map(({ spells }) => spells).join(" ") : `${board.text} chosen: where to?`;
}

function showSeats() {
  const mine = look.you[0] ?? 0;
  const plates = look.seats.length > 1 ? look.seats.map((_, number) => plate(look, number)) : [];
  byId("rivals").replaceChildren(...plates.filter((_, number) => number !== mine));
  byId("mine").replaceChildren(...plates.filter((_, number) => number === mine));
  const kept = recall(`invites ${name}`, []);
  const links = Array.isArray(kept) ? kept : [];
  const waiting = look.seats.some((seat) => !seat.joined);
  byId("inviting").classList.toggle("hidden", !waiting || !links.length);
  byId("links").replaceChildren(...links.map((link) => {
    const press = make("button", { type: "button", className: "btn" }, "Copy");
    press.onclick = async () => { press.textContent = (await copy(link)).split(":")[0]; };
    const send = make("button", { type: "button", className: "btn" }, "Share");
    send.onclick = () => share({ title: look.title, text: `Play ${look.title} with me`, url: link });
    return make("div", { className: "row" }, make("input", { readOnly: true, value: link, "aria-label": "private link" }), press, ...(navigator.share ? [send] : []));
  }));
}

function showMoves() {
  byId("strip").replaceChildren(...choices(look.line).slice(1).map(({ text }, number) => make("span", {}, `${number + 1}. ${text}`)));
  replay.show(look.line);
  const dealt = look.line.length > 0 && look.line[0].seat < 0;
  byId("dealt").textContent = dealt ? "Dealt by chance." : "";
  byId("seed").textContent = look.deal === null ? "" : `Seed: ${look.deal}`;
}

// A tap on a move shows it.
byId("strip").onclick = (event) => {
  const number = [...byId("strip").children].indexOf(event.target.closest("span")) + 1;
  // The last move is shown already, so a tap on it begins the look back.
  if (number) replay.go(number === replay.at && replay.now ? number - 1 : number);
};

// Of those who share a screen, nobody may see what the other sees: a curtain falls when the turn passes on.
let shownTo = null;
function hide() {
  const shared = look.you.length > 1 && !look.public && !look.ended;
  if (shared && look.turn !== shownTo && look.line.length) {
    byId("curtain-words").textContent = `Pass the screen to ${capital(look.seats[look.turn].name)}.`;
    if (!byId("curtain").open) byId("curtain").showModal();
  }
  if (!look.ended) shownTo = look.turn;
}
byId("lift").onclick = () => byId("curtain").close();

function showShare() {
  const { position } = past || look;
  const at = past ? `?ply=${past.ply}` : "";
  byId("position-address").href = `/new?${new URLSearchParams({ game: look.game, ...(position ? { state: position } : {}) })}`;
  byId("position-address").classList.toggle("hidden", !position);
  byId("copy-position").classList.toggle("hidden", !position);
  byId("copy-seat").classList.toggle("hidden", !look.you.length);
  byId("record").href = `${home}/record`;
  byId("record").classList.toggle("hidden", !look.public);
  byId("picture").href = `${home}/picture${at}`;
  byId("png").href = `${home}/picture.png${at}`;
  byId("gif").href = `${home}/film.gif`;
  byId("learn").href = `/learn/${look.game.split("/")[0]}`;
  byId("again").href = `/new?${new URLSearchParams({ game: look.game })}`;
  byId("deal").classList.toggle("hidden", look.deal === null || look.seats.length > 1);
  byId("copied").textContent = "";
}

// ------------------------------------------------------------------------------------------------ the end

// What a lesson or a pack has to say at the end: what comes next, and the stars earned.
let onward = null;
function lead(words, act, stars) {
  onward = { words, act, stars };
  showOnward();
}

function showOnward() {
  const card = byId("end");
  if (!card || !onward || !look.ended) return;
  const { words, act, stars } = onward;
  if (stars !== undefined && !card.querySelector(".stars")) card.querySelector("h2").after(make("p", { className: "stars" }, make("span", { role: "img", "aria-label": `${stars} of 3 stars`, title: "solved, without hints, in the fewest moves" }, `${"★".repeat(stars)}${"☆".repeat(3 - stars)}`)));
  if (!words) return;
  const press = card.querySelector(".main");
  press.textContent = words;
  press.onclick = () => Promise.resolve(act()).catch((fault) => say(fault.message));
}

const rivalsAreComputers = () => look.seats.every((seat, number) => look.you.includes(number) || seat.who !== "person");

// What was closed can be opened again.
function closeEnd() {
  byId("end")?.remove();
  byId("result").classList.toggle("hidden", !look?.ended || !look.you.length);
}

function showEnd(before) {
  if (look.ended && byId("end")) return;
  if (!look.ended) onward = null;
  closeEnd();
  const seen = before && before !== look && before.ended;
  if (!look.ended || !look.you.length || seen) return;
  const { won } = verdict(look);
  if (before && before !== look && !still()) {
    if (won && !look.solutions) board.celebrate();
    setTimeout(presentEnd, won ? 900 : 450);
  } else presentEnd();
}

function presentEnd() {
  if (!look.ended || byId("end")) return;
  const { won } = verdict(look);
  const alone = look.seats.length === 1;
  const figures = [["Moves", look.length ?? String(choices(look.line).length - 1)]];
  if (alone || helpOf(look)) figures.push(["Help", helpOf(look) || "none"]);
  const acts = [
    alone && won ? [look.deal === null ? "Another game" : "Next deal", next] : ["Again", again],
    ["Replay", () => replay.film(0)],
    won && alone ? ["Again", again] : alone ? ["Undo", () => byId("undo").click()] : ["Options", () => { location.href = byId("again").href; }],
    ["Share", () => share({ title: look.title, text: `${look.title}: ${endWords()}`, url: `${location.origin}/table/${name}` })],
  ];
  const card = endCard(look, figures, acts, closeEnd);
  byId("result").classList.add("hidden");
  document.querySelector(".stage").append(card);
  showOnward();
  card.querySelector(".main").focus({ preventScroll: true });
}
byId("result").onclick = presentEnd;

// Alone one goes back to the start, with the computer one sits down again, and a friend is asked.
async function again() {
  if (look.seats.length === 1) wish("restart");
  else if (!rivalsAreComputers() && look.can.includes("rematch")) byId("rematch").querySelector("button").click();
  else open({ seats: look.seats.map((seat, number) => (look.you.includes(number) ? "me" : rivalsAreComputers() ? seat.who : "open")) });
}

function next() {
  if (look.deal === null) location.href = "/";
  else open({});
}

async function open(facts) {
  try {
    const { match, invites } = await (await memory()).openMatch({ game: look.game, ...facts });
    const links = Object.values(invites).map((invite) => `${location.origin}/table/${match}#invite=${invite}`);
    if (links.length) keep(`invites ${match}`, links);
    location.href = `/table/${match}`;
  } catch (fault) {
    say(fault.message);
  }
}

// ------------------------------------------------------------------------------------------- looking back

const pastWords = () => `${replay.at ? `after move ${replay.at} of ${replay.end}` : "the start"}: ${past.caption}`;

async function goTo(choice, number) {
  say("");
  closeEnd();
  const before = past ?? look;
  const from = past ? before.number : replay.end;
  const old = replay.now ? look : await get(`${home}/at/${choice.ply}`);
  if (replay.at !== number) return;
  const forward = number > from;
  const motion = Math.abs(number - from) === 1 ? { motion: forward ? old.last : before.last, back: !forward } : {};
  if (help) help.words = "";
  document.body.classList.add("replaying");
  openSheet(false);
  if (replay.now) {
    past = null;
    document.body.classList.remove("looking-back");
    if (look.setup) show();
    else board.show(look, look.yours || (look.can.includes("ahead") && "ahead"), motion);
  } else {
    past = { ...old, number };
    board.editor = null;
    board.show(old, false, motion);
    document.body.classList.add("looking-back");
  }
  if (forward && motion.motion) clash();
  showStatus();
  showShare();
}

function stopFilms() {
  replay.stop();
  help?.pause();
}

function backToNow() {
  show();
  if (!look.ended) say("you were looking back; this is the board now");
}

byId("leave").onclick = () => {
  replay.stop();
  show();
};

// -------------------------------------------------------------------------------------------- what is done

// Ask for a change, and tell whether the table made it.  What is said ahead holds for whatever has come by then, so it names
// no version.
async function wish(kind, facts = {}) {
  if (past) show();
  if (help) help.words = "";
  closeEnd();
  if (kind === "move") playedAt = Date.now();
  try {
    const fresh = await change(`${home}/${kind}`, { ...facts, version: kind === "ahead" ? null : look.version });
    say("");
    take(fresh);
    return true;
  } catch (fault) {
    board.forget();
    board.reset();
    say(fault.message);
    // What did not reach the table stays in the field, to be sent again.
    if (!fault.status && facts.text && !setup?.live) {
      byId("text").value = facts.text;
      showTyping(true);
    }
    if (fault.status === 409) take(await get(home));
    return false;
  }
}

// What gives hints and solutions is not needed to play, and comes when it is first asked for.
let help = null;
const helped = {
  home,
  board,
  get look() { return look; },
  wish: (kind, facts) => wish(kind, facts),
  take: (fresh) => take(fresh),
  show: () => show(),
  say,
  tell: () => showStatus(),
  taught: async () => (await remembering)?.taught(name, look),
};
async function ask(kind) {
  if (past) show();
  say("");
  try {
    const { Help } = await import("./advice.js");
    help ??= new Help(helped);
  } catch {
    say(NO_NET);
    return;
  }
  // A second press while it came is the same question.
  if (!byId(kind).disabled) await help.ask(kind);
}

byId("confirm").onclick = () => board.play(board.text);
byId("undo").onclick = () => { help?.leave(); wish(look.can.includes("undo") ? "undo" : "undo/ask"); };
for (const kind of ["agree", "decline"]) byId(kind).onclick = () => wish(`undo/${kind}`);
for (const kind of ["redo", "restart"]) byId(kind).onclick = () => { help?.leave(); openSheet(false); wish(kind); };
byId("resign").onclick = async () => { if (await question("Resign this match?", "Resign", "Play on")) wish("resign"); };
for (const kind of ["hint", "solution"]) byId(kind).onclick = () => ask(kind);
byId("typing").onsubmit = (event) => {
  event.preventDefault();
  const text = byId("text").value.trim();
  openSheet(false);
  if (past) backToNow();
  else if (setup?.live) {
    if (text) setup.add(text);
  } else if (look.can.includes("ahead") && !look.yours) wish("ahead", { text });
  else if (text) {
    wish("move", { text }).then((taken) => {
      if (taken) return;
      byId("text").value = text;
      byId("text").select();
    });
  }
};
byId("text").oninput = () => { byId("send").disabled = !maySend(); };

// ------------------------------------------------------------------------------------------- menu and keys

// An open sheet is a step of its own: the way back closes it, and stays at the table.
function openSheet(open) {
  if (open === document.body.classList.contains("sheet-open")) return;
  if (open) history.pushState("sheet", "");
  else if (history.state === "sheet") history.back();
  document.body.classList.toggle("sheet-open", open);
  byId("more").setAttribute("aria-expanded", String(open));
  document.querySelector(".veil")?.remove();
  if (!open) return;
  const veil = make("div", { className: "veil" });
  veil.onclick = () => openSheet(false);
  document.body.append(veil);
}

function showTyping(open) {
  byId("typing").classList.toggle("hidden", !open);
  byId("type").setAttribute("aria-expanded", String(open));
}

byId("more").onclick = () => {
  if (phone.matches) openSheet(!document.body.classList.contains("sheet-open"));
  else {
    document.querySelector(".menu").scrollIntoView({ block: "nearest" });
    document.querySelector(".menu :is(a, button):not(.hidden)").focus();
  }
};
byId("setups").onclick = () => (phone.matches ? openSheet(true) : byId("ready-made").querySelector("button")?.focus());
byId("ready-now").onclick = () => byId("ready").click();
addEventListener("popstate", () => openSheet(false));
if (history.state === "sheet") history.replaceState(null, "");
byId("grip").onclick = () => openSheet(false);
// The sheet follows a finger that pulls it down, and goes away if that was far enough.
byId("grip").onpointerdown = ({ clientY: from, pointerId }) => {
  const [grip, { style }] = [byId("grip"), byId("side")];
  grip.setPointerCapture(pointerId);
  grip.onpointermove = ({ clientY }) => { style.transform = `translateY(${Math.max(0, clientY - from)}px)`; };
  grip.onpointerup = grip.onpointercancel = ({ clientY }) => {
    grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
    style.transform = "";
    if (clientY - from > 60) openSheet(false);
  };
};

// On a telephone, what is watched together with the board stands beside it and not in the sheet.
function arrange() {
  if (phone.matches) {
    byId("bar").append(byId("steps"), byId("looking"));
    document.querySelector(".play").prepend(byId("inviting"));
  } else {
    byId("grip").after(byId("inviting"));
    byId("aim").before(byId("steps"));
    byId("moves").after(byId("looking"));
  }
  openSheet(false);
}
phone.onchange = arrange;
arrange();
byId("type").onclick = () => {
  showTyping(true);
  byId("text").focus();
};
byId("deal").onclick = () => open({});
byId("signs").onclick = () => {
  const on = document.body.classList.toggle("signless");
  byId("signs").setAttribute("aria-pressed", String(!on));
  keep("signs", on ? "off" : null);
};
if (recall("signs") === "off") byId("signs").click();
for (const id of ["copy-address", "copy-position", "copy-seat", "rules-open", "keys"]) {
  byId(id).onclick = async () => {
    if (!id.startsWith("copy")) openSheet(false);
    const { ACTS } = await import("./menu.js");
    await ACTS[id]({ name, home, look, shown: past ?? look });
  };
}
byId("skip").onclick = (event) => {
  event.preventDefault();
  board.focus();
};
byId("rules-close").onclick = () => byId("rules-box").close();
byId("rules-box").onclick = ({ target }) => { if (target === byId("rules-box")) target.close(); };

document.addEventListener("pointerdown", ({ target }) => {
  if (!target.closest("#film, #film-solution")) stopFilms();
  if (!target.closest("#end, .toast")) closeEnd();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog") || !look) return;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const press = control && key === "z" ? (event.shiftKey ? "redo" : "undo")
    : control || event.altKey ? null
      : { h: "hint", n: look.seats.length === 1 && look.deal !== null ? "deal" : "again", "/": "type", "?": "keys" }[key];
  if (event.key === "Escape") {
    say("");
    openSheet(false);
    closeEnd();
    stopFilms();
  }
  if (!press || byId(press).disabled || byId(press).classList.contains("hidden")) return;
  event.preventDefault();
  byId(press).click();
});

setInterval(() => {
  if (!look?.clock_runs) return;
  look.seats.forEach((seat, number) => {
    const gone = number === look.turn ? (Date.now() - lookedAt) / 1000 : 0;
    byId(`clock${number}`).textContent = minutes(seat.left - gone);
  });
}, 250);

// ------------------------------------------------------------------------------------------------ begin

// Nobody loses a seat by a link to another one; the link by which you came may be opened again.
async function takes(invite) {
  if (!(await get(home)).you.length) return true;
  if ((await memory()).known(name)?.invite === invite || (await get(`${home}/seat`)).token === invite) return false;
  return question("You already have a seat at this table. Do you want to give it up for the one of this link?", "Change seats", "Keep mine");
}

// If the browser has dropped the cookie of a seat that is kept here, it sits down again, once.
async function sitAgain() {
  const { join, known } = await memory();
  const seat = known(name)?.seat;
  const tried = `sat again ${name}`;
  if (!seat || sessionStorage.getItem(tried)) return;
  sessionStorage.setItem(tried, "yes");
  await join(name, seat);
  location.reload();
}

async function begin() {
  if (!/^[\w-]{1,40}$/.test(name)) throw new Error("there is no match with this name");
  const invite = new URLSearchParams(location.hash.slice(1)).get("invite");
  if (invite) {
    // The secret leaves the address at once, so that a copied address does not give the seat away.
    history.replaceState(null, "", location.pathname);
    if (await takes(invite)) await (await memory()).join(name, invite).catch((fault) => say(fault.message));
  }
  // The stream brings the first look too; where there is none, it is asked for.
  const first = new Promise((resolve, reject) => {
    follow(name, (fresh) => {
      hear(fresh);
      resolve();
      if (!fresh.you.length) sitAgain().catch(() => {});
    }, (connected) => {
      byId("connection").textContent = connected ? "" : "offline, reconnecting …";
      if (connected && byId("alert").textContent === sentence(NO_NET)) say("");
    }, (words) => reject(new Error(words)));
  });
  // Whoever comes from the terms of the match comes to play.
  if (recall("comes") === name) first.then(() => board.focus());
  keep("comes", null);
  await Promise.race([first, wait(1500).then(async () => { if (!look) take(await get(home)); })]);
}
begin().catch((fault) => {
  if (look) {
    say(fault.message);
    return;
  }
  // Without a match there is nothing to show but the way to another.
  for (const part of byId("table").children) part.classList.toggle("hidden", part.id !== "nothing");
  byId("nothing").firstChild.textContent = `${capital(fault.message)}.`;
});
