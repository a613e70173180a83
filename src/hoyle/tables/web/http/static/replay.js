// Looking back through a match: the move list, a slider, buttons and keys, which step from choice to choice.
import { byId, make } from "./api.js";

// The choices of a line.  What chance did after one belongs to it; what she did before the first is the deal.
export function choices(line) {
  const told = [{ ply: 0, text: "", chance: [] }];
  line.forEach(({ seat, text }, number) => {
    if (seat < 0) told.at(-1).chance.push(text);
    else told.push({ text, chance: [] });
    told.at(-1).ply = number + 1;
  });
  return told;
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
    byId("ply").textContent = `${number} of ${this.end}`;
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
