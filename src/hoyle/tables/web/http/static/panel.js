// Beside the board: the move list and looking back, which step from choice to choice; and the card at the end.
import { byId, make } from "./page.js";
import { shape } from "./overlay.js";

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

const short = (text) => (text.length > 48 ? `${text.slice(0, 47)}…` : text);

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
    document.addEventListener("keydown", (event) => this.keyed(event));
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
      const press = make("button", { type: "button", "aria-label": `${number + 1}. ${choice.text}` }, choice.text);
      press.onclick = () => this.go(number + 1);
      const chance = choice.chance.length ? [make("small", {}, short(choice.chance.join(" ")))] : [];
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

  keyed(event) {
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.end };
    const elsewhere = event.target.closest("input, textarea, select, [role=button][data-spells], dialog");
    if (elsewhere || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(steps[event.key]);
  }
}

// ------------------------------------------------------------------------------------------------- the end

const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

export function help({ hints, solutions }) {
  const asked = [hints && count(hints, "hint"), solutions && count(solutions, "solution")].filter(Boolean);
  return asked.join(", ");
}

// Who lost where nobody may move although the rules would let them: the seat that the words begin with.
function scoresOf({ outcome, ended, seats }) {
  if (outcome) return outcome.scores;
  const loser = seats.findIndex((seat) => ended.startsWith(`${seat.name} `));
  return seats.map((_, number) => Number(number !== loser));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The end in the words of whoever looks at it: whether it is a win for them, what it is called, and why.
export function verdict(look) {
  const { outcome, seats, you } = look;
  const why = capital(outcome ? outcome.reason : look.ended);
  const scores = seats.length === 1 ? outcome.scores : scoresOf(look);
  if (seats.length === 1) return { won: scores[0] > 0, title: scores[0] > 0 ? "Solved" : "Not solved", why };
  const best = Math.max(...scores);
  const winners = seats.filter((_, number) => scores[number] === best);
  if (winners.length > 1) return { won: false, title: "A draw", why };
  if (you.length === 1) return { won: scores[you[0]] === best, title: scores[you[0]] === best ? "You won" : "You lost", why };
  return { won: you.length > 1, title: `${capital(winners[0].name)} won`, why };
}

function medal(won) {
  const root = shape("svg", { class: "medal", viewBox: "0 0 64 64", "aria-hidden": "true" });
  if (won) {
    root.append(
      shape("circle", { cx: 32, cy: 32, r: 29, fill: "var(--gold-fill)" }),
      shape("circle", { cx: 32, cy: 32, r: 23, fill: "none", stroke: "#fff", "stroke-opacity": 0.6, "stroke-width": 2 }),
      shape("path", { d: "m20 33 8 8 16-18", fill: "none", stroke: "#221a08", "stroke-width": 5, "stroke-linecap": "round", "stroke-linejoin": "round" }),
    );
  } else {
    root.append(
      shape("circle", { cx: 32, cy: 32, r: 28, fill: "none", stroke: "var(--edge)", "stroke-width": 3, "stroke-dasharray": "6 5" }),
      shape("path", { d: "M21 32h22", stroke: "var(--ink-2)", "stroke-width": 5, "stroke-linecap": "round" }),
    );
  }
  return root;
}

// The card at the end: acts are pairs of words and what they do, of which the first is the one button that is filled.
export function endCard(look, figures, acts, close) {
  const { won, title, why } = verdict(look);
  const buttons = acts.map(([words, action], number) => {
    const press = make("button", { type: "button", className: number ? "btn" : "btn main" }, words);
    press.onclick = () => {
      close();
      action();
    };
    return press;
  });
  const pairs = figures.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  const card = make(
    "div", { className: `end ${won ? "won" : "lost"}`, id: "end", role: "dialog", "aria-labelledby": "end-h" },
    make("div", {}, medal(won), make("h2", { id: "end-h" }, title), make("p", {}, why), make("dl", { className: "pairs" }, ...pairs), make("div", { className: "acts" }, ...buttons)),
  );
  card.onclick = (event) => { if (event.target === card) close(); };
  return card;
}
