// The board: the server's drawing made to be clicked, dragged over and walked through with the arrow keys.
// It knows no game.  Each mark has a text that a click on it spells; the table says which texts are moves.

export function drawing(svg, caption, text) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const root = document.importNode(parsed, true);
  // The description is for drawings that stand alone; here every mark speaks for itself.
  root.querySelector("desc")?.remove();
  root.querySelector("title")?.remove();
  // A small board fills the page only up to twice its size; a wide one is scrolled before it gets too small to touch.
  root.style.minWidth = `${0.6 * root.getAttribute("width")}px`;
  root.style.maxWidth = `${2 * root.getAttribute("width")}px`;
  root.setAttribute("aria-label", `board: ${caption || text}`);
  return root;
}

const leads = (answer) => answer.legal || answer.next.length > 0;
const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

export class Board {
  // ask(text) resolves to {legal, next, why}; play(text) plays; say(words) tells the player something;
  // offer(text) shows what has been spelled so far and whether it can be played as it is.
  // An editor, if there is one, is asked first: touched(mark, gently) and dropped(mark) tell whether it took the mark.
  constructor(home, { ask, play, say, offer }) {
    Object.assign(this, { home, ask, play, say, offer });
    this.editor = null;
    this.text = "";
    // What was chosen so far: each mark with the text up to it, and whether it completes a move and was only dragged to.
    this.chosen = [];
    this.legal = false;
    this.queue = Promise.resolve();
    home.addEventListener("pointerdown", (event) => this.pressed(event));
    home.addEventListener("pointermove", (event) => this.dragged(event));
    home.addEventListener("pointerup", (event) => this.released(event));
    home.addEventListener("pointercancel", () => { this.drag = null; });
    home.addEventListener("click", (event) => this.clicked(event));
    home.addEventListener("keydown", (event) => this.keyed(event));
    home.addEventListener("focusin", (event) => { this.last = this.marks.indexOf(event.target); });
  }

  show(look, live) {
    // What changes beside the board, such as who has come, must not undo a click that is under way.
    if (this.svg === look.svg && this.live === live) return;
    this.svg = look.svg;
    const focused = this.home.contains(document.activeElement);
    const root = drawing(look.svg, look.caption, look.text);
    this.live = live;
    this.begins = look.begins || [];
    this.more = look.more;
    this.marks = [...root.querySelectorAll("[data-spells]")];
    root.setAttribute("role", this.marks.length ? "group" : "img");
    for (const mark of this.marks) {
      mark.setAttribute("role", live ? "button" : "img");
      mark.setAttribute("tabindex", "-1");
    }
    const stop = this.marks[Math.max(0, Math.min(this.last ?? 0, this.marks.length - 1))];
    stop?.setAttribute("tabindex", "0");
    this.home.replaceChildren(root);
    if (focused) stop?.focus({ preventScroll: true });
    this.reset();
  }

  reset() {
    if (this.editor) this.editor.held = null;
    this.text = "";
    this.chosen = [];
    this.legal = false;
    // With nothing spelled yet, whatever begins a move can be clicked.
    this.mark((mark) => this.live && (this.more || this.begins.includes(mark.dataset.spells)));
    this.offer("", false);
  }

  mark(can) {
    this.home.classList.toggle("choosing", this.chosen.length > 0);
    for (const mark of this.marks) {
      mark.classList.toggle("can", can(mark));
      const chosen = this.chosen.some((each) => each.mark === mark);
      mark.classList.toggle("chosen", chosen);
      if (this.live) mark.setAttribute("aria-pressed", String(chosen));
    }
  }

  // Show the marks that a text names, such as a hint's.
  point(text, style = "hinted") {
    let rest = plain(text);
    const spelled = this.marks.map((mark) => [plain(mark.dataset.spells), mark]).filter(([letters]) => letters);
    while (rest) {
      const fits = spelled.filter(([letters]) => rest.startsWith(letters));
      const longest = Math.max(1, ...fits.map(([letters]) => letters.length));
      for (const [letters, mark] of fits) if (letters.length === longest) mark.classList.add(style);
      rest = rest.slice(longest);
    }
  }

  // Add a mark to what is spelled.  A mark that cannot follow begins anew, unless it was only dragged over.
  touch(mark, gently = false) {
    this.queue = this.queue.then(() => this.add(mark, gently)).catch((fault) => this.say(fault.message));
    return this.queue;
  }

  async add(mark, gently) {
    if (!this.live || !this.marks.includes(mark) || (await this.editor?.touched(mark, gently))) return;
    if (this.chosen.at(-1)?.mark === mark) {
      if (gently) return;
      if (this.legal) await this.play(this.text);
      else this.reset();
      return;
    }
    const text = this.text + mark.dataset.spells;
    const answer = await this.ask(text);
    if (!this.marks.includes(mark)) return;
    if (leads(answer)) {
      await this.spelled(text, mark, answer, gently);
    } else if (gently) {
      await this.instead(mark);
    } else if (this.text) {
      this.reset();
      const fresh = await this.ask(mark.dataset.spells);
      if (leads(fresh)) await this.spelled(mark.dataset.spells, mark, fresh);
      else this.say(answer.why);
    } else {
      this.say(`no move begins with: ${mark.getAttribute("aria-label")}`);
    }
  }

  // Who drags on from where a move was complete, as over the squares of a straight line, means a longer one.
  async instead(mark) {
    const [before, last] = this.chosen.slice(-2);
    if (!last?.gently || !last.final) return;
    const text = before.text + mark.dataset.spells;
    const answer = await this.ask(text);
    if (!leads(answer) || !this.marks.includes(mark)) return;
    this.chosen.pop();
    await this.spelled(text, mark, answer, true);
  }

  async spelled(text, mark, answer, gently = false) {
    const final = answer.legal && !answer.next.length;
    this.text = text;
    this.legal = answer.legal;
    this.chosen.push({ mark, text, final, gently });
    this.mark((other) => answer.next.includes(other.dataset.spells));
    this.say("");
    if (final && !gently) await this.play(text);
    else this.offer(text, answer.legal);
  }

  // -------------------------------------------------------------------------------------- pointer and keys

  pressed(event) {
    const mark = event.target.closest("[data-spells]");
    if (!mark || event.button) return;
    mark.releasePointerCapture?.(event.pointerId);
    this.handled = true;
    this.drag = { over: mark, moved: false };
    mark.focus({ preventScroll: true });
    this.touch(mark);
  }

  dragged(event) {
    if (!this.drag) return;
    const mark = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-spells]");
    if (!mark || mark === this.drag.over) return;
    this.drag = { over: mark, moved: true };
    this.touch(mark, true);
  }

  released() {
    const { drag } = this;
    this.drag = null;
    if (!drag?.moved) return;
    this.queue = this.queue.then(async () => {
      if (await this.editor?.dropped(drag.over)) return;
      if (this.legal && this.chosen.at(-1)?.mark === drag.over) await this.play(this.text);
      // Who lets go elsewhere has thought better of it.
      else if (this.chosen.at(-1)?.final) this.reset();
    }).catch((fault) => this.say(fault.message));
  }

  // A click without a pointer comes from a screen reader or from a script.
  clicked(event) {
    const mark = event.target.closest("[data-spells]");
    if (mark && !this.handled) this.touch(mark);
    this.handled = false;
  }

  keyed(event) {
    const mark = event.target.closest("[data-spells]");
    if (!mark) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.touch(mark);
    else if (event.key === "Escape") this.reset();
    else if (event.key in ways) this.walk(mark, ways[event.key]);
    else return;
    event.preventDefault();
  }

  // Go to the nearest mark in a direction: far to the side counts more than far ahead.
  walk(mark, [right, down]) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(mark);
    let best = null;
    let least = Infinity;
    for (const other of this.marks) {
      const [otherX, otherY] = middle(other);
      const ahead = (otherX - x) * right + (otherY - y) * down;
      const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
      if (ahead > 2 && ahead + 2.5 * aside < least) [best, least] = [other, ahead + 2.5 * aside];
    }
    if (!best) return;
    mark.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus({ preventScroll: true });
  }
}
