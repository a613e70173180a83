// Beside the board: what is said of a match, who sits at it, the move list and looking back, which step from choice to choice,
// the card at the end, and setting up.
import { Tree } from "./board.js";
import { highlight, marksOf, shape } from "./overlay.js";
import { byId, capital, icon, keep, make, minutes, post, question, recall, short, wait } from "./page.js";

// -------------------------------------------------------------------------------------- what is said of a match

const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

export function helpOf({ hints, solutions }) {
  const asked = [hints && count(hints, "hint"), solutions && "the solution"].filter(Boolean);
  return asked.join(" and ");
}

// Who lost where nobody may move although the rules would let them: the seat that the words begin with.
function scoresOf({ outcome, ended, seats }) {
  if (outcome) return outcome.scores;
  const loser = seats.findIndex((seat) => ended.startsWith(`${seat.name} `));
  return seats.map((_, number) => Number(number !== loser));
}

// Who sits on a seat, as whoever plays there too calls them; for anybody else a seat has only its name.
export function nameOf({ seats, you }, seat) {
  const { called, who, name } = seats[seat];
  return called ?? (who === "person" && you.length === 1 ? "your friend" : name);
}

// What is said of seats, in the words of whoever looks: of your own it is said to you, and others have names.
const SAID = { has: "have", is: "are", was: "were" };
export function toYou(look, text) {
  if (look.you.length !== 1 || look.seats.length === 1) return text;
  const [own] = look.you;
  const speaker = look.seats.findIndex(({ name }) => text.startsWith(`${name} `));
  const [verb, ...rest] = speaker < 0 ? [] : text.slice(look.seats[speaker].name.length + 1).split(" ");
  const turned = speaker === own && (verb in SAID || !verb.endsWith("s")) ? ["you", SAID[verb] ?? verb, ...rest].join(" ")
    : speaker >= 0 && speaker !== own ? [nameOf(look, speaker), verb, ...rest].join(" ") : text;
  return turned.replaceAll(`${look.seats[own].name}'s `, "your ");
}

// The end in the words of whoever looks at it: whether it is a win for them, what it is called, and why.
export function verdict(look) {
  const { outcome, seats, you } = look;
  const why = capital(toYou(look, outcome ? outcome.reason : look.ended));
  const scores = seats.length === 1 ? outcome.scores : scoresOf(look);
  if (seats.length === 1) return { won: scores[0] > 0, title: scores[0] > 0 ? "Solved" : "Not solved", why };
  const best = Math.max(...scores);
  const winners = seats.filter((_, number) => scores[number] === best);
  if (winners.length > 1) return { won: false, title: "A draw", why };
  if (you.length === 1) return { won: scores[you[0]] === best, title: scores[you[0]] === best ? "You won" : "You lost", why };
  return { won: you.length > 1, title: `${capital(winners[0].name)} won`, why };
}

// What the status says of a match that goes on; where something is set up, of the draft and what is held.
export function situation(look, { draft, held, taught }) {
  const missing = look.seats.findIndex((seat) => !seat.joined);
  const waits = missing >= 0 ? "; waiting for your opponent" : "";
  if (look.setup && look.ahead) return `you are ready${missing >= 0 ? waits : `; ${look.seats[look.turn].name} is still setting up`}`;
  if (look.setup && draft?.complete) return `setup complete; press Ready${waits}`;
  if (look.setup && held) return `${held}: where to?`;
  if (look.setup) return `${look.you.length > 1 ? draft?.caption || "set up" : "set up your side"}; nobody sees it until you press Ready${waits}`;
  // Before the first move you read what to play for.
  if (look.seats.length === 1) return (!taught && !look.line.some(({ seat }) => seat >= 0) && look.aim) || look.caption;
  const { name: mover, who: player } = look.seats[look.turn];
  const yours = look.yours && look.you.length === 1;
  if (missing >= 0 && !yours) return "waiting for your opponent";
  // What is said of a turn is either that it is yours, or whose it is.
  const turn = `${nameOf(look, look.turn)} to move`;
  const rest = look.caption.split("; ").filter((part) => part !== `${mover} to move` && (player === "person" || !part.startsWith(`${mover} `))).join("; ");
  const who = yours ? "your move" : player !== "person" ? `${nameOf(look, look.turn)} is thinking …` : rest.startsWith(`${mover} `) ? "" : turn;
  const { seat, text } = look.line.at(-1) ?? {};
  // What was answered is told as well, unless the rest is about it.
  const other = seat >= 0 && !look.you.includes(seat) ? look.seats[seat].name : null;
  const tells = other && yours && !rest.split("; ").some((part) => part.startsWith(`${other}'s `) || part.startsWith(`${other} `));
  const played = tells ? `${nameOf(look, seat)} ${look.spoken[text] ?? `played ${short(text)}`}` : "";
  const begins = look.line.some(({ seat: own }) => look.you.includes(own)) ? "" : look.aim.replace(/\.$/, "").replace(/^./, (letter) => letter.toLowerCase());
  return `${[played, who, toYou(look, rest) || (look.yours && !played && begins)].filter(Boolean).join("; ")}${waits}`;
}

// The plate of a seat: who sits there, whether it is their turn, and their clock.
function sitter({ seats, you }, number) {
  const { joined, who, called } = seats[number];
  if (you.includes(number)) return "You";
  if (!joined) return "Invited";
  return called ?? (who !== "person" ? `Computer: ${who}` : you.length ? "Your friend" : "A player");
}

export function plate(look, number) {
  const seat = look.seats[number];
  const who = sitter(look, number);
  const own = who === "You";
  const shared = own && look.you.length > 1;
  const row = make("div", { className: "plate" }, make("span", {}, make("b", {}, shared ? capital(seat.name) : who), make("span", { className: "note" }, shared ? who : capital(seat.name))));
  if (number === look.turn) {
    row.classList.add("turn-now");
    row.setAttribute("aria-current", "true");
  }
  if (seat.left !== null) row.append(make("span", { className: "clock", id: `clock${number}` }, minutes(seat.left)));
  return row;
}

// ------------------------------------------------------------------------------------- the moves, and looking back

// The choices of a line.  What chance did after one belongs to it; what it did before the first is the deal.
export function choices(line) {
  const found = [{ ply: 0, text: "", chance: [] }];
  line.forEach(({ seat, text }, number) => {
    if (seat < 0) found.at(-1).chance.push(text);
    else found.push({ text, chance: [] });
    found.at(-1).ply = number + 1;
  });
  return found;
}

// How long a move of a film is looked at, in milliseconds.
const FRAME = 900;

export class Replay {
  // visit(choice, number) shows the board after a choice of the line; the last is how it stands now.
  constructor(visit) {
    this.visit = visit;
    this.line = choices([]);
    this.at = 0;
    byId("replay").oninput = () => this.go(Number(byId("replay").value));
    byId("first").onclick = () => this.go(0);
    byId("back").onclick = () => this.go(this.at - 1);
    byId("forth").onclick = () => this.go(this.at + 1);
    byId("now").onclick = () => this.go(this.end);
    if (byId("film")) byId("film").onclick = () => (this.filming ? this.stop() : this.film(this.now ? 0 : this.at));
    document.addEventListener("keydown", (event) => this.keyed(event));
    this.stop();
  }

  get end() {
    return this.line.length - 1;
  }

  get now() {
    return this.at === this.end;
  }

  show(line) {
    this.line = choices(line);
    byId("moves").replaceChildren(...this.line.slice(1).map((choice, number) => {
      const press = make("button", { type: "button", tabIndex: -1, "aria-label": `${number + 1}. ${choice.text}` }, choice.text);
      press.onclick = () => this.go(number + 1);
      const chance = choice.chance.length ? [make("small", { title: "what chance brought" }, short(choice.chance.join(" "), 48))] : [];
      return make("li", {}, press, ...chance);
    }));
    byId("looking").classList.toggle("hidden", !this.end);
    byId("unplayed").classList.toggle("hidden", this.end > 0);
    byId("replay").max = this.end;
    this.mark(this.end);
    byId("moves").scrollTop = byId("moves").scrollHeight;
  }

  mark(number) {
    this.at = number;
    byId("replay").value = number;
    byId("ply").textContent = this.end ? `${number} of ${this.end}` : "";
    byId("first").disabled = byId("back").disabled = number === 0;
    byId("forth").disabled = byId("now").disabled = this.now;
    [...byId("strip")?.children ?? []].forEach((span, index) => {
      span.classList.toggle("now", index + 1 === number);
      if (index + 1 === number) byId("strip").scrollLeft = span.offsetLeft - byId("strip").offsetLeft - byId("strip").clientWidth / 2;
    });
    [...byId("moves").children].forEach((row, index) => {
      if (index + 1 === number) row.firstChild.setAttribute("aria-current", "step");
      else row.firstChild.removeAttribute("aria-current");
      const list = byId("moves");
      // Only the list itself is scrolled, never the page under the board.
      if (index + 1 === number) list.scrollTop = Math.max(0, row.offsetTop - list.offsetTop - list.clientHeight / 2);
    });
  }

  go(number) {
    if (number < 0 || number > this.end || number === this.at) return;
    this.mark(number);
    this.visit(this.line[number], number);
  }

  // A film: from a move on, one after the other, until it is stopped.
  async film(from) {
    const film = (this.filming = {});
    this.showFilm();
    this.go(from);
    for (let number = from + 1; number <= this.end; number += 1) {
      await wait(FRAME);
      if (this.filming !== film) return;
      this.go(number);
    }
    this.stop();
  }

  stop() {
    this.filming = null;
    this.showFilm();
  }

  showFilm() {
    byId("film")?.replaceChildren(icon(this.filming ? "pause" : "play"));
    byId("film")?.setAttribute("aria-label", this.filming ? "Pause" : "Play the moves");
  }

  keyed(event) {
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.end };
    const elsewhere = event.target.closest("input, textarea, select, [role=button][data-spells], dialog");
    if (elsewhere || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(steps[event.key]);
  }
}

// ------------------------------------------------------------------------------------------------- the end

// Gold is for those who found it out themselves.
function medal(won, gold) {
  const root = shape("svg", { class: "medal", viewBox: "0 0 64 64", "aria-hidden": "true" });
  if (gold) {
    root.append(
      shape("circle", { cx: 32, cy: 32, r: 29, fill: "var(--gold-fill)" }),
      shape("circle", { cx: 32, cy: 32, r: 23, fill: "none", stroke: "#fff", "stroke-opacity": 0.6, "stroke-width": 2 }),
      shape("path", { d: "m20 33 8 8 16-18", fill: "none", stroke: "#221a08", "stroke-width": 5, "stroke-linecap": "round", "stroke-linejoin": "round" }),
    );
  } else {
    root.append(
      shape("circle", { cx: 32, cy: 32, r: 28, fill: "none", stroke: "var(--edge)", "stroke-width": 3, "stroke-dasharray": "6 5" }),
      shape("path", { d: won ? "m22 33 7 7 14-16" : "M21 32h22", fill: "none", stroke: "var(--ink-2)", "stroke-width": 5, "stroke-linecap": "round", "stroke-linejoin": "round" }),
    );
  }
  return root;
}

// The card at the end: acts are pairs of words and what they do, of which the first is the one button that is filled.
export function endCard(look, figures, acts, close) {
  const { won, title, why } = verdict(look);
  const gold = won && !look.solutions;
  const buttons = acts.map(([words, action], number) => {
    const press = make("button", { type: "button", className: number ? "btn" : "btn main" }, words);
    press.onclick = () => {
      close();
      action();
    };
    return press;
  });
  const leave = make("button", { type: "button", className: "icon", "aria-label": "Close" }, icon("close"));
  leave.onclick = close;
  const pairs = figures.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  const card = make(
    "div", { className: `end ${gold ? "won" : "lost"}`, id: "end", role: "dialog", "aria-labelledby": "end-h" },
    make("div", {}, leave, medal(won, gold), make("h2", { id: "end-h" }, title), make("p", {}, why), make("dl", { className: "pairs" }, ...pairs), make("div", { className: "acts" }, ...buttons)),
  );
  card.onclick = (event) => { if (event.target === card) close(); };
  return card;
}

// ---------------------------------------------------------------------------------------------- setting up unseen

const MOST_KEPT = 100;

// A draft that stays in this browser until its owner is ready; others may do the same meanwhile.  It knows no game: a draft
// is a list of moves, and two marks change places when the texts that they spell do.
export class Setup {
  // commit(text) says what to set up, or takes it back if empty; say(words) tells the player something;
  // drawn() is called whenever the draft was drawn.
  constructor(home, board, { commit, say, drawn }) {
    Object.assign(this, { home, board, commit, say, drawn });
    this.facts = null;
    byId("ready").onclick = () => this.commit(this.draft.says);
    byId("change").onclick = () => this.commit("");
    byId("take-one").onclick = () => this.try(() => this.takeOne());
    byId("clear").onclick = () => this.try(() => this.draw([]));
    byId("saving").onsubmit = (event) => {
      event.preventDefault();
      this.save(byId("setup-name").value.trim());
    };
  }

  // Show the draft of a look, or go away where there is nothing to set up.
  async show(look) {
    byId("setup").classList.toggle("hidden", !look.setup);
    if (!look.setup) {
      if (this.facts) for (const seat of look.you) keep(`draft ${look.match} ${seat}`, null);
      [this.facts, this.board.editor] = [null, null];
      return;
    }
    const key = `draft ${look.match} ${look.setup.seat}`;
    const same = this.facts && this.key === key && this.said === look.ahead;
    Object.assign(this, { facts: look.setup, game: look.game, key, said: look.ahead });
    this.board.editor = this;
    byId("setting").classList.toggle("hidden", Boolean(this.said));
    byId("waiting").classList.toggle("hidden", !this.said);
    if (same && this.draft) {
      this.board.show(this.draft, this.live);
      return;
    }
    this.showReady();
    this.showOwn();
    const before = recall(key, this.said ? [this.expanded(this.said)] : []);
    if (before.length) await this.draw(before).catch(() => this.draw([]));
    else this.take(this.facts.draft);
  }

  get live() {
    return this.facts !== null && !this.said;
  }

  expanded(text) {
    return this.facts.ready[text] ?? text;
  }

  texts() {
    return this.draft.line.map((move) => move.text);
  }

  ask(text) {
    return post(`${this.home}/draft`, { moves: this.texts(), text });
  }

  // What may follow a text, known at once where every move is listed.
  answer(text) {
    return this.draft.more ? null : this.tree.answer(text);
  }

  // Draw a list of moves; one that the rules forbid changes nothing.
  async draw(moves, seat = this.facts.seat) {
    // An answer that comes late must not undo what was set up since.
    const asked = (this.asked = (this.asked ?? 0) + 1);
    const draft = await post(`${this.home}/draft`, { moves, seat });
    if (asked === this.asked) this.take(draft);
  }

  take(draft) {
    const motion = draft.line.at(-1)?.parts ?? [];
    this.draft = draft;
    keep(this.key, this.texts());
    this.held = null;
    this.board.sent = true;
    this.board.show(draft, this.live, { motion });
    this.tree = new Tree(draft.moves, this.board.marks.map((mark) => mark.dataset.spells), draft.begins);
    this.shade();
    byId("ready").disabled = !draft.complete;
    byId("take-one").disabled = byId("clear").disabled = !draft.line.length;
    byId("save").disabled = !draft.complete;
    this.drawn();
  }

  // Show where what is set up may stand: wherever a move of the draft can end, or has ended.
  shade() {
    const ends = [...this.tree.nodes].flatMap(([text, node]) => (text ? [...node.next] : []));
    const filled = this.draft.line.flatMap(({ parts }) => parts.slice(1));
    highlight(this.board.root, "home", this.live ? marksOf(this.board.root, [...new Set([...ends, ...filled])]) : []);
  }

  // A ready-made setup whose things have changed places by chance.
  async shuffle() {
    const [text] = Object.values(this.facts.ready);
    const { line } = await post(`${this.home}/draft`, { moves: [text], seat: this.facts.seat });
    const places = line.map(({ parts }) => ({ place: parts.at(-1), chance: Math.random() })).sort((one, two) => one.chance - two.chance);
    await this.draw(line.map(({ parts }, number) => [...parts.slice(0, -1), places[number].place].join("")));
  }

  async try(action) {
    try {
      this.say("");
      await action();
      return true;
    } catch (fault) {
      this.board.reset();
      this.say(fault.message);
      return false;
    }
  }

  add(text) {
    return this.try(() => this.draw([...this.texts(), this.expanded(text)]));
  }

  // ------------------------------------------------------------------------------- moving what is set up

  // Hold what stands on a mark, and show where it may go: where its move may lead, or in exchange for another.
  hold(mark) {
    const number = this.moveOf(mark);
    const { parts } = this.draft.line[number];
    const { spells } = mark.dataset;
    const text = parts.slice(0, parts.indexOf(spells)).join("");
    const show = (next) => {
      if (this.held !== spells) return;
      this.board.mark((other) => other.dataset.spells !== spells && (next.includes(other.dataset.spells) || this.moveOf(other) >= 0));
    };
    this.held = spells;
    this.board.chosen = [{ spells, text: "" }];
    show([]);
    // Where else it may go comes a little later; whoever knows need not wait.
    post(`${this.home}/draft`, { moves: this.without(number), text }).then(({ next }) => show(next), () => {});
  }

  without(number) {
    return this.texts().filter((_, at) => at !== number);
  }

  // Which move of the draft a mark stands for; what begins a move, such as a piece in the reserve, stands for none.
  moveOf(mark) {
    const { spells } = mark.dataset;
    return this.draft.begins.includes(spells) ? -1 : this.draft.line.findIndex((move) => move.parts.includes(spells));
  }

  async touched(mark, gently) {
    if (gently) return Boolean(this.held);
    if (this.held) {
      await this.dropped(mark);
      return true;
    }
    if (this.board.text || this.moveOf(mark) < 0) return false;
    this.say("");
    this.hold(mark);
    return true;
  }

  async dropped(mark) {
    const { held } = this;
    if (!held) return false;
    if (mark.dataset.spells === held) this.board.reset();
    else if (this.draft.begins.includes(mark.dataset.spells)) await this.try(() => this.takeOne());
    else await this.try(() => this.exchange(held, mark.dataset.spells));
    return true;
  }

  exchange(one, other) {
    const places = new Map([[one, other], [other, one]]);
    return this.draw(this.draft.line.map(({ text, parts }) => (
      parts.some((part) => places.has(part)) ? parts.map((part) => places.get(part) ?? part).join("") : text
    )));
  }

  takeOne() {
    return this.draw(this.without(this.held ? this.draft.line.findIndex((move) => move.parts.includes(this.held)) : this.draft.line.length - 1));
  }

  // --------------------------------------------------------------------------------- ready-made and own

  showReady() {
    const names = Object.keys(this.facts.ready);
    const random = make("button", { type: "button", className: "btn" }, "Random");
    random.onclick = () => this.try(() => this.shuffle());
    byId("ready-made").classList.toggle("hidden", !names.length);
    byId("ready-made").replaceChildren(make("span", { className: "note" }, "Ready-made:"), ...names.map((name) => {
      const press = make("button", { type: "button", className: "btn" }, name);
      press.onclick = () => this.try(() => this.draw([this.facts.ready[name]]));
      return press;
    }), random);
  }

  get own() {
    return recall(`setups ${this.game}`, {});
  }

  set own(setups) {
    keep(`setups ${this.game}`, setups);
    this.showOwn();
  }

  showOwn() {
    const names = Object.keys(this.own).sort();
    byId("own").classList.toggle("hidden", !names.length);
    byId("own").replaceChildren(...names.map((name) => {
      const press = (words, action) => {
        const button = make("button", { type: "button", className: "btn", "aria-label": words === name ? name : `${words} ${name}` }, words);
        button.onclick = action;
        return button;
      };
      return make(
        "li", { className: "row" },
        press(name, () => this.try(() => this.draw(this.own[name].moves, this.own[name].seat))),
        press("Rename", () => this.rename(name)),
        press("Delete", async () => { if (await question(`Delete the setup ${name}?`, "Delete")) this.forget(name); }),
      );
    }));
  }

  save(name) {
    const setups = this.own;
    if (!name || !this.draft.complete) return;
    if (!(name in setups) && Object.keys(setups).length >= MOST_KEPT) {
      this.say(`you have ${MOST_KEPT} setups; delete one first`);
      return;
    }
    this.own = { ...setups, [name]: { seat: this.facts.seat, moves: this.texts() } };
    byId("setup-name").value = "";
    byId("kept").textContent = `saved in this browser as ${name}`;
  }

  async rename(name) {
    const fresh = await question(`New name for ${name}`, "Rename", "Cancel", name);
    const { [name]: setup, ...others } = this.own;
    if (!fresh || fresh === name) return;
    if (fresh in others) this.say(`you already have a setup called ${fresh}`);
    else this.own = { ...others, [fresh]: setup };
  }

  forget(name) {
    const { [name]: _, ...others } = this.own;
    this.own = others;
  }
}
