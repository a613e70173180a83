// Setting up unseen: a draft that stays in this browser until its owner is ready; others may do the same meanwhile.
// It knows no game.  A draft is a list of moves, and two marks change places when the texts that they spell do.
import { Tree } from "./board.js";
import { byId, keep, make, post, recall } from "./page.js";

const MOST_KEPT = 100;

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
    await this.draw(before).catch(() => this.draw([]));
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
    byId("ready").disabled = !draft.complete;
    byId("take-one").disabled = byId("clear").disabled = !draft.line.length;
    byId("save").disabled = !draft.complete;
    this.drawn();
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
    byId("ready-made").classList.toggle("hidden", !names.length);
    byId("ready-made").replaceChildren(make("span", { className: "note" }, "Ready-made:"), ...names.map((name) => {
      const press = make("button", { type: "button", className: "btn" }, name);
      press.onclick = () => this.try(() => this.draw([this.facts.ready[name]]));
      return press;
    }));
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
        press("Delete", () => { if (confirm(`Delete the setup ${name}?`)) this.forget(name); }),
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

  rename(name) {
    const fresh = prompt(`New name for ${name}`, name)?.trim();
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
