// The board: the server's drawing made to be clicked, dragged over and walked through with the arrow keys.
// It knows no game.  Each mark has a text that a click on it spells; the table says which texts are moves.
import { Ghost, clear, marksOf, tint, trace } from "./overlay.js";

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
const DRAGS = 5;

export class Board {
  // ask(text) resolves to {legal, next, why}; play(text) plays; say(words) tells the player something;
  // offer(text) shows what has been spelled so far and whether it can be played as it is;
  // idle() is told of a click on a board that cannot be played on.
  // An editor, if there is one, is asked first: touched(mark, gently) and dropped(mark) tell whether it took the mark.
  constructor(home, { ask, play, say, offer, idle }) {
    Object.assign(this, { home, ask, play, say, offer, idle });
    this.marks = [];
    this.editor = null;
    this.text = "";
    // What was chosen so far: each mark with the text up to it, what may follow, and whether it was only dragged to.
    this.chosen = [];
    this.legal = false;
    this.queue = Promise.resolve();
    home.addEventListener("pointerdown", (event) => this.pressed(event));
    document.addEventListener("pointermove", (event) => this.dragged(event));
    document.addEventListener("pointerup", (event) => this.released(event));
    document.addEventListener("pointercancel", () => this.dropGhost(true));
    home.addEventListener("scroll", () => this.fade());
    addEventListener("resize", () => this.fade());
    home.addEventListener("click", (event) => this.clicked(event));
    home.addEventListener("keydown", (event) => this.keyed(event));
    home.addEventListener("focusin", (event) => { this.visited = event.target.dataset.spells; });
  }

  show(look, live) {
    // What changes beside the board, such as who has come, must not undo a click that is under way.
    if (this.svg === look.svg && this.live === live) return;
    this.svg = look.svg;
    const focused = this.home.contains(document.activeElement);
    this.drag = this.ghost = null;
    this.root = drawing(look.svg, look.caption, look.text);
    this.live = live;
    this.begins = look.begins || [];
    this.more = look.more;
    this.marks = [...this.root.querySelectorAll("[data-spells]")];
    this.root.setAttribute("role", this.marks.length ? "group" : "img");
    for (const mark of this.marks) {
      mark.setAttribute("role", live ? "button" : "img");
      mark.setAttribute("tabindex", "-1");
    }
    // Who walks with the keys stays where they are; if that is gone, they begin anew.
    const stop = marksOf(this.root, [this.visited])[0] || this.marks[0];
    stop?.setAttribute("tabindex", "0");
    this.home.replaceChildren(this.root);
    this.fade();
    tint(this.root, marksOf(this.root, look.last || []), "last");
    if (!live) trace(this.root, marksOf(this.root, look.last || []), "past");
    if (focused) stop?.focus({ preventScroll: true });
    this.reset();
  }

  // A board that goes on beyond the edge of the screen fades out there.
  fade() {
    const { scrollLeft, clientWidth, scrollWidth } = this.home;
    this.home.classList.toggle("goes-on", scrollLeft + clientWidth < scrollWidth - 8);
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
    if (this.root) clear(this.root, "path");
    if (this.root) trace(this.root, this.chosen.map((each) => each.mark), "path", false);
    for (const mark of this.marks) {
      mark.classList.toggle("can", can(mark));
      const chosen = this.chosen.some((each) => each.mark === mark);
      mark.classList.toggle("chosen", chosen);
      if (this.live) mark.setAttribute("aria-pressed", String(chosen));
    }
  }

  // Show a move that is only thought of, such as a hint.
  point(text) {
    let rest = plain(text);
    const spellings = new Map(this.marks.map((mark) => [plain(mark.dataset.spells), mark.dataset.spells]));
    const named = [];
    while (rest) {
      const longest = Math.max(0, ...[...spellings.keys()].filter((letters) => rest.startsWith(letters)).map((letters) => letters.length));
      if (longest) named.push(spellings.get(rest.slice(0, longest)));
      rest = rest.slice(longest || 1);
    }
    const marks = marksOf(this.root, named);
    for (const mark of marks) mark.classList.add("hinted");
    trace(this.root, marks, "thought");
  }

  // Add a mark to what is spelled; what is only dragged over is passed by if it cannot follow.
  touch(mark, gently = false) {
    this.queue = this.queue.then(() => this.add(mark, gently)).catch((fault) => this.say(fault.message));
    return this.queue;
  }

  async add(mark, gently) {
    if (!this.marks.includes(mark)) return;
    if (!this.live) {
      if (!gently) this.idle();
      return;
    }
    if (await this.editor?.touched(mark, gently)) return;
    if (this.chosen.at(-1)?.mark === mark) {
      if (gently) return;
      if (this.legal) await this.play(this.text);
      else this.back(this.chosen.length - 1);
      return;
    }
    const text = this.text + mark.dataset.spells;
    const answer = await this.ask(text);
    if (!this.marks.includes(mark)) return;
    const earlier = this.chosen.findIndex((each) => each.mark === mark);
    if (leads(answer)) await this.spelled(text, mark, answer, gently);
    else if (earlier >= 0) this.back(earlier + 1);
    else if (gently) await this.instead(mark);
    else if (this.chosen.length === 1 && this.mayBegin(mark)) await this.anew(mark);
    else this.say(answer.why);
  }

  mayBegin(mark) {
    return this.more || this.begins.includes(mark.dataset.spells);
  }

  // Of two pieces clicked one after the other the second is meant, if it can move; a path is not given up so lightly.
  async anew(mark) {
    const answer = await this.ask(mark.dataset.spells);
    if (!this.marks.includes(mark)) return;
    this.reset();
    if (leads(answer)) await this.spelled(mark.dataset.spells, mark, answer);
    else this.say(answer.why);
  }

  // Go back to so many of the chosen marks.
  back(count) {
    const chosen = this.chosen.slice(0, count);
    const last = chosen.at(-1);
    if (!last) {
      this.reset();
      return;
    }
    Object.assign(this, { chosen, text: last.text, legal: last.legal });
    this.mark((other) => last.next.includes(other.dataset.spells));
    this.say("");
    this.offer(this.text, this.legal);
  }

  // Who drags on from where a move was complete, as over the squares of a straight line, means a longer one.
  async instead(mark) {
    const [before, last] = this.chosen.slice(-2);
    if (!last?.gently || last.next.length) return;
    const text = before.text + mark.dataset.spells;
    const answer = await this.ask(text);
    if (!leads(answer) || !this.marks.includes(mark)) return;
    this.chosen.pop();
    await this.spelled(text, mark, answer, true);
  }

  async spelled(text, mark, answer, gently = false) {
    const { legal, next } = answer;
    Object.assign(this, { text, legal });
    this.chosen.push({ mark, text, legal, next, gently });
    // What grows mark by mark is a path, and nothing is carried along it.
    if (this.chosen.length > 1 && next.length) this.dropGhost(false);
    this.mark((other) => next.includes(other.dataset.spells));
    this.say("");
    if (!next.length && !gently) await this.play(text);
    else this.offer(text, legal);
  }

  // -------------------------------------------------------------------------------------- pointer and keys

  pressed(event) {
    const mark = event.target.closest("[data-spells]");
    if (!mark || event.button) return;
    mark.releasePointerCapture?.(event.pointerId);
    this.handled = true;
    const carries = this.live && (this.mayBegin(mark) || this.editor?.moveOf(mark) >= 0);
    this.drag = { from: mark, over: mark, moved: false, carries, x: event.clientX, y: event.clientY };
    mark.focus({ preventScroll: true });
    this.touch(mark);
  }

  dragged(event) {
    const { drag } = this;
    if (!drag) return;
    if (drag.carries && !this.ghost && this.marks.includes(drag.from) && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAGS) {
      drag.carries = false;
      this.ghost = new Ghost(this.root, drag.from, event);
    }
    this.ghost?.follow(event);
    const mark = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-spells]");
    if (mark === drag.over) return;
    drag.over = mark;
    drag.moved = true;
    if (mark) this.touch(mark, true);
  }

  released() {
    const { drag } = this;
    this.drag = null;
    if (!drag?.moved) {
      this.dropGhost(true);
      return;
    }
    this.queue = this.queue.then(() => this.dropped(drag)).catch((fault) => this.say(fault.message));
  }

  async dropped({ from, over }) {
    if (over && (await this.editor?.dropped(over))) {
      this.dropGhost(false);
    } else if (over && this.legal && this.chosen.at(-1)?.mark === over) {
      this.dropGhost(false);
      await this.play(this.text);
    } else {
      this.dropGhost(true);
      // A path that was begun stays, to be gone on with; a piece goes back to its place, and one hears why.
      const open = this.chosen.filter((each) => each.next?.length);
      const why = over && over !== from && open.length ? (await this.ask(open.at(-1).text + over.dataset.spells)).why : "";
      if (open.length < 2) this.reset();
      if (why) this.say(why);
    }
  }

  dropGhost(home) {
    this.ghost?.end(home);
    this.ghost = null;
  }

  // A click without a pointer comes from a screen reader or from a script.
  clicked(event) {
    const mark = event.target.closest("[data-spells]");
    if (mark && !this.handled) this.touch(mark);
    this.handled = false;
  }

  keyed(event) {
    const mark = event.target.closest("[data-spells]");
    if (!mark || !this.live) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.touch(mark);
    else if (event.key === "Escape") this.reset();
    else if (event.key in ways) this.walk(mark, ways[event.key]);
    else return;
    event.preventDefault();
  }

  // Go to the nearest mark in a direction; what lies to the side counts as twice as far.
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
      const far = Math.hypot(ahead, 2 * aside);
      if (ahead > 2 && far < least) [best, least] = [other, far];
    }
    if (!best) return;
    mark.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus({ preventScroll: true });
  }
}
