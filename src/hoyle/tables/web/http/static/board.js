// The board: the server's drawing made to be clicked, dragged over and walked through with the arrow keys.
// It knows no game.  Each mark has a text that a click on it spells; what may follow is known from the list of moves.
import { Ghost, anticipate, highlight, isPiece, marksOf, move, placeOf, restore } from "./overlay.js";
import { still, wait } from "./page.js";

export function drawing(svg, caption, text) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const root = document.importNode(parsed, true);
  // The description is for drawings that stand alone; here every mark speaks for itself.
  root.querySelector("desc")?.remove();
  root.querySelector("title")?.remove();
  for (const title of root.querySelectorAll("[data-at] > title")) title.remove();
  // The page has a rim of its own.
  const [left, top, width, height] = root.getAttribute("viewBox").split(" ").map(Number);
  root.setAttribute("viewBox", `0 0 ${width + 2 * left} ${height + 2 * top}`);
  // Its size is that of the page, so its proportions are those of what is seen.
  for (const side of ["width", "height"]) root.removeAttribute(side);
  root.ratio = (width + 2 * left) / (height + 2 * top);
  root.setAttribute("aria-label", `board: ${caption || text}`);
  for (const mark of root.querySelectorAll("[data-at]")) mark.look = mark.getAttribute("class");
  return root;
}

const letters = (text) => text.replace(/[^\p{L}\p{N}]/gu, "");
const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const leads = (answer) => answer.legal || answer.next.length > 0;
const DRAGS = 5;
const REACH = 26;
// Two taps that follow each other so soon, in milliseconds, are one that was meant well.
const TWICE = 400;

// What clicks may spell: every beginning of a move, cut where marks can spell both parts, and what may follow it.
export class Tree {
  constructor(moves, spellings, begins) {
    this.nodes = new Map();
    const words = [...new Set(spellings)].map((spells) => [letters(spells), spells]).filter(([word]) => word);
    const cut = moves.map((text) => [text, this.parts(words, letters(text))]);
    for (const [, parts] of cut) for (const part of parts) this.add(part);
    // Where moves can be written from either end, both ends are among the beginnings.
    const firsts = new Set(this.nodes.get("")?.next.values());
    if (begins.some((spells) => !firsts.has(spells))) {
      for (const [, parts] of cut) for (const part of parts) this.add([...part].reverse());
    }
  }

  // Every way to write a text as spellings one after the other; more than a few are not worth the effort.
  parts(words, text) {
    if (!text) return [[]];
    const found = [];
    for (const [word, spells] of words) {
      if (text.startsWith(word)) for (const rest of this.parts(words, text.slice(word.length))) found.push([spells, ...rest]);
      if (found.length > 4) break;
    }
    return found;
  }

  add(parts) {
    let text = "";
    for (const spells of parts) {
      this.node(text).next.add(spells);
      text += letters(spells);
    }
    this.node(text).legal = true;
  }

  node(text) {
    if (!this.nodes.has(text)) this.nodes.set(text, { legal: false, next: new Set() });
    return this.nodes.get(text);
  }

  // Whether a text is a move and what may follow it; nothing if it begins no listed move.
  answer(text) {
    const node = this.nodes.get(letters(text));
    return node && { legal: node.legal, next: [...node.next], why: "" };
  }
}

export class Board {
  // ask(text) resolves to {legal, next, why}; play(text) resolves to whether the table took it; say(words) tells the player
  // something; offer(text) shows what has been spelled so far and whether it can be played as it is;
  // idle() is told of a click on a board that cannot be played on; shown() of every new picture.
  // An editor, if there is one, is asked first: touched(mark, gently) and dropped(mark) tell whether it took the mark.
  constructor(home, { ask, play, say, offer, idle, shown }) {
    Object.assign(this, { home, ask, send: play, say, offer, idle, shown });
    this.marks = [];
    this.editor = null;
    this.text = "";
    // What was chosen so far: each mark by what it spells, the text up to it, what may follow, and whether it was only dragged to.
    this.chosen = [];
    this.legal = false;
    this.queue = Promise.resolve();
    this.turn = 0;
    new ResizeObserver(() => this.fit()).observe(home);
    home.addEventListener("pointerdown", (event) => this.pressed(event));
    document.addEventListener("pointermove", (event) => this.dragged(event));
    document.addEventListener("pointerup", (event) => this.released(event));
    document.addEventListener("pointercancel", () => {
      this.drag = null;
      this.dropGhost(true);
    });
    home.addEventListener("click", (event) => this.clicked(event));
    home.addEventListener("keydown", (event) => this.keyed(event));
    home.addEventListener("focusin", (event) => {
      this.visited = event.target.dataset.spells;
      this.stood = placeOf(event.target);
      if (this.root) highlight(this.root, "focus", [event.target]);
    });
    home.addEventListener("focusout", () => { if (this.root) highlight(this.root, "focus", []); });
  }

  // Show a picture; one that follows from the last by a move, or by its undo, begins where that ended.
  show(look, live, { motion = null, back = false } = {}) {
    // What changes beside the board, such as who has come, must not undo a click that is under way.
    if (this.svg === look.svg && this.live === live && !this.sent) return;
    const before = this.root;
    this.svg = look.svg;
    this.sent = false;
    const focused = this.home.contains(document.activeElement);
    const held = this.drag;
    this.root = drawing(look.svg, look.caption, look.text);
    this.live = live;
    this.begins = look.begins || [];
    this.more = look.more;
    this.marks = [...this.root.querySelectorAll("[data-spells]")];
    this.tree = new Tree(look.moves || [], this.marks.map((mark) => mark.dataset.spells), this.begins);
    if (look.moves?.length) this.clicks = Math.max(...look.moves.slice(0, 20).flatMap((text) => this.tree.parts(this.marks.map((mark) => [letters(mark.dataset.spells), mark.dataset.spells]), letters(text)).slice(0, 1).map((parts) => parts.length)));
    this.root.setAttribute("role", this.marks.length ? "group" : "img");
    for (const mark of this.marks) {
      mark.setAttribute("role", live ? "button" : "img");
      mark.setAttribute("tabindex", "-1");
    }
    // If you walk with the keys, you stay where you are; if that mark is gone, you are at the nearest one.
    const stop = marksOf(this.root, [this.visited])[0] || (this.stood ? this.nearest(this.stood) : this.marks[0]);
    stop?.setAttribute("tabindex", "0");
    this.home.classList.toggle("live", Boolean(live));
    this.home.style.setProperty("--ratio", this.root.ratio);
    this.home.replaceChildren(this.root);
    this.fit();
    const gone = before && motion ? move(before, this.root, motion, back) : [];
    const last = marksOf(this.root, look.last || []);
    highlight(this.root, "last", [...new Set(last)]);
    // Where a move only took things away, their places tell what it was.
    if (!last.length && !back && !this.editor) highlight(this.root, "gone", gone.map(placeOf));
    if (focused) stop?.focus({ preventScroll: true });
    // A piece that is being dragged stays in the hand.
    this.ghost = null;
    if (held) held.from = marksOf(this.root, [held.from.dataset.spells])[0] ?? held.from;
    this.reset();
    this.shown(this.root);
  }

  // Names in the rim have a size of their own, however large the board is: --unit is how many of its units a pixel has.
  fit() {
    const scale = this.root?.getScreenCTM()?.a;
    if (scale) this.home.style.setProperty("--unit", 1 / scale);
  }

  reset() {
    if (this.editor) this.editor.held = null;
    this.text = "";
    this.chosen = [];
    this.legal = false;
    if (!this.root) return;
    // With nothing spelled yet, whatever begins a move can be clicked.
    this.mark((mark) => this.live && (this.more || this.begins.includes(mark.dataset.spells)));
    for (const kind of ["hint", "taken"]) highlight(this.root, kind, []);
    this.offer("", false);
  }

  marksChosen() {
    return marksOf(this.root, this.chosen.map((each) => each.spells));
  }

  mark(can) {
    const chosen = this.marksChosen();
    const reachable = [];
    for (const mark of this.marks) {
      const may = Boolean(can(mark));
      mark.classList.toggle("can", may);
      if (may) reachable.push(mark.dataset.spells);
      if (this.live) mark.setAttribute("aria-pressed", String(chosen.includes(mark)));
    }
    // What grows mark by mark is a path, of which the end is chosen.
    const path = chosen.length > 1;
    highlight(this.root, "chosen", path ? chosen.slice(-1) : chosen);
    highlight(this.root, "possible", chosen.length ? marksOf(this.root, [...new Set(reachable)]) : []);
    for (const kind of ["path", "thread"]) highlight(this.root, kind, path ? chosen : []);
  }

  // Show a move that is only thought of, such as a hint, and all that it takes if it names one thing.
  point(text, taken = []) {
    let rest = plain(text);
    const spellings = new Map(this.marks.map((mark) => [plain(mark.dataset.spells), mark.dataset.spells]));
    const named = [];
    while (rest) {
      const longest = Math.max(0, ...[...spellings.keys()].filter((word) => rest.startsWith(word)).map((word) => word.length));
      if (longest) named.push(spellings.get(rest.slice(0, longest)));
      rest = rest.slice(longest || 1);
    }
    const path = named.length > 1;
    highlight(this.root, "hint", path ? marksOf(this.root, named) : []);
    highlight(this.root, "taken", path ? [] : marksOf(this.root, taken.length ? taken : named));
  }

  // What may follow a text is known at once where every move is listed.
  async answer(text) {
    const known = this.editor || this.more ? null : this.tree.answer(text);
    if (known) return known;
    const drafted = this.editor?.answer?.(text);
    return drafted ?? this.ask(text);
  }

  // Add a mark to what is spelled; what is only dragged over is passed by if it cannot follow.
  // Clicks wait for one another by what they spell: the picture may have changed when their turn comes.
  touch(mark, gently = false, drag = null) {
    const { spells } = mark.dataset;
    if (!gently && this.live && this.waiting) highlight(this.root, "chosen", [...this.marksChosen(), mark]);
    this.waiting = (this.waiting ?? 0) + 1;
    return this.then(() => this.add(spells, gently, drag)).finally(() => { this.waiting -= 1; });
  }

  then(work) {
    const { turn } = this;
    this.queue = this.queue.then(() => (turn === this.turn ? work() : null)).catch((fault) => this.say(fault.message));
    return this.queue;
  }

  // What was clicked on a board that has changed since is forgotten.
  forget() {
    this.turn += 1;
  }

  // A press on what is chosen may begin a drag of it, so what it means as a click is done when it is let go.
  async add(spells, gently, drag = null) {
    const [mark] = marksOf(this.root, [spells]);
    if (!mark) return;
    if (!this.live) {
      if (!gently) this.idle();
      return;
    }
    if (drag && this.chosen.at(-1)?.spells === spells) {
      drag.again = true;
      return;
    }
    if (this.live === "ahead") {
      await this.premove(spells, gently);
      return;
    }
    if (await this.editor?.touched(mark, gently)) return;
    if (this.chosen.at(-1)?.spells === spells) {
      if (gently) return;
      if (this.legal) await this.play(this.text);
      else this.back(this.chosen.length - 1);
      return;
    }
    const text = this.text + spells;
    const answer = await this.answer(text);
    const earlier = this.chosen.findIndex((each) => each.spells === spells);
    if (leads(answer)) await this.spelled(text, spells, answer, gently, drag);
    else if (earlier >= 0) this.back(earlier + 1);
    else if (gently) await this.instead(spells);
    else if (this.chosen.length === 1 && this.mayBegin(spells)) await this.anew(spells);
    else this.say(answer.why || (await this.ask(text)).why);
  }

  mayBegin(spells) {
    return this.more || this.begins.includes(spells);
  }

  // Before it is one's turn nothing is known to be legal; a move has as many parts as one's last ones.  Before the first,
  // a second click on a mark says that it is all.
  async premove(spells, gently) {
    if (gently) return;
    if (this.chosen.at(-1)?.spells === spells && this.clicks !== 1) {
      if (this.clicks === undefined && this.chosen.length === 1) await this.send(this.text);
      else this.reset();
      return;
    }
    const text = this.text + spells;
    this.chosen.push({ spells, text, legal: false, next: [] });
    this.text = text;
    this.mark(() => true);
    highlight(this.root, "possible", []);
    if (this.chosen.length >= (this.clicks ?? 2)) await this.send(text);
  }

  // Of two pieces clicked one after the other the second is meant, if it can move; a path is not given up so lightly.
  async anew(spells) {
    const answer = await this.answer(spells);
    this.reset();
    if (leads(answer)) await this.spelled(spells, spells, answer);
    else this.say(answer.why);
  }

  // Go back to a number of the chosen marks.
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

  // Dragging on from where a move was complete, as over the squares of a straight line, means a longer one.
  async instead(spells) {
    const [before, last] = this.chosen.slice(-2);
    if (!last?.gently || last.next.length) return;
    const text = before.text + spells;
    const answer = await this.answer(text);
    if (!leads(answer)) return;
    this.chosen.pop();
    await this.spelled(text, spells, answer, true);
  }

  async spelled(text, spells, answer, gently = false, drag = null) {
    const { legal, next } = answer;
    Object.assign(this, { text, legal });
    this.chosen.push({ spells, text, legal, next, gently });
    // What grows mark by mark is a path, and nothing is carried along it.
    if (this.chosen.length > 1 && next.length) this.dropGhost(true);
    this.mark((other) => next.includes(other.dataset.spells));
    this.say("");
    // Pressing a mark may end a path or begin another one; which it was is known when it is let go.
    if (drag && !next.length && this.chosen.length > 2) drag.ends = true;
    if (!next.length && !gently && !drag?.ends) await this.play(text);
    else this.offer(text, legal && !drag?.ends);
  }

  // Show a move at once, and take it back if the table refuses it.
  async play(text) {
    const marks = this.marksChosen();
    for (const kind of ["chosen", "possible", "path", "thread", "last", "gone"]) highlight(this.root, kind, []);
    if (marks.length) anticipate(this.root, marks);
    this.sent = true;
    // What is on its way cannot be played once more.
    this.offer(text, false);
    const { root } = this;
    const taken = await this.send(text);
    if (taken || this.root !== root) return;
    this.sent = false;
    restore(this.root);
    this.reset();
  }

  // -------------------------------------------------------------------------------------- pointer and keys

  // The mark at a place, or the nearest one within reach: a finger is broad.
  at(event) {
    const hit = document.elementFromPoint(event.clientX, event.clientY);
    const mark = hit?.closest("#board [data-spells]");
    if (mark || !this.root?.contains(hit)) return mark ?? null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    const near = this.nearest({ x, y });
    return near && Math.hypot(placeOf(near).x - x, placeOf(near).y - y) < REACH ? near : null;
  }

  nearest({ x, y }) {
    const far = (mark) => Math.hypot(placeOf(mark).x - x, placeOf(mark).y - y);
    return this.marks.reduce((best, other) => (best && far(best) <= far(other) ? best : other), null);
  }

  focus() {
    this.root?.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }

  pressed(event) {
    const mark = this.at(event);
    if (!mark || event.button) return;
    // A finger's events go to where it is, not to where it began.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.handled = true;
    const { spells } = mark.dataset;
    const carries = this.live && isPiece(mark) && (this.live === "ahead" || this.mayBegin(spells) || this.editor?.moveOf(mark) >= 0);
    const twice = this.before?.spells === spells && event.timeStamp - this.before.time < TWICE;
    this.before = { spells, time: event.timeStamp };
    this.drag = { from: mark, over: spells, moved: false, carries, twice, x: event.clientX, y: event.clientY };
    mark.focus({ preventScroll: true });
    this.touch(mark, false, this.drag);
  }

  dragged(event) {
    const { drag } = this;
    if (!drag) return;
    if (drag.carries && !this.ghost && this.root.contains(drag.from) && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAGS) {
      drag.carries = false;
      this.ghost = new Ghost(this.root, drag.from, event);
    }
    this.ghost?.follow(event);
    const mark = this.at(event);
    const over = mark?.dataset.spells;
    if (over === drag.over) return;
    drag.over = over;
    if (!drag.moved) this.then(() => this.afresh(drag));
    drag.moved = true;
    if (mark) this.touch(mark, true);
  }

  // A drag goes on from the end of a path; begun elsewhere, it is another path.
  async afresh({ from, again }) {
    const { spells } = from.dataset;
    if (this.live === true && !again && this.chosen.length > 1 && this.mayBegin(spells)) await this.anew(spells);
  }

  released() {
    const { drag } = this;
    this.drag = null;
    if (drag?.moved) {
      this.then(() => this.dropped(drag));
      return;
    }
    this.dropGhost(true);
    if (drag) this.then(() => this.clickedAgain(drag));
  }

  // A second click on what is chosen plays it or gives it up; one that comes at once does not give it up.
  async clickedAgain({ from, again, ends, twice }) {
    const sends = this.live === "ahead" ? this.clicks === undefined : this.legal;
    if (ends || (again && (sends || !twice))) await this.add(from.dataset.spells, false);
  }

  async dropped({ from, over }) {
    const [mark] = over ? marksOf(this.root, [over]) : [];
    if (this.live === "ahead") {
      this.dropGhost(true);
      if (mark && over !== from.dataset.spells) await this.premove(over, false);
    } else if (mark && (await this.editor?.dropped(mark))) {
      this.dropGhost(false);
    } else if (mark && this.legal && this.chosen.at(-1)?.spells === over) {
      this.dropGhost(false);
      await this.play(this.text);
    } else {
      this.dropGhost(true);
      // A path that can be played as it is stays; anything else goes back to its place, and the player is told why.
      const open = this.chosen.filter((each) => each.next?.length);
      const why = mark && over !== from.dataset.spells && open.length ? (await this.ask(open.at(-1).text + over)).why : "";
      if (!this.legal) this.reset();
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
    if (!mark || !this.live || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.touch(mark);
    else if (event.key === "Escape") this.reset();
    else if (event.key in ways) this.walk(mark, ways[event.key]);
    else return;
    event.preventDefault();
  }

  // Go to the nearest mark in a direction; what lies to the side counts as twice as far.
  walk(mark, [right, down]) {
    const { x, y } = placeOf(mark);
    let best = null;
    let least = Infinity;
    for (const other of this.marks) {
      const place = placeOf(other);
      const ahead = (place.x - x) * right + (place.y - y) * down;
      const aside = Math.abs((place.x - x) * down) + Math.abs((place.y - y) * right);
      const far = Math.hypot(ahead, 2 * aside);
      if (ahead > 2 && far < least) [best, least] = [other, far];
    }
    if (!best) return;
    mark.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus({ preventScroll: true });
  }

  // A short celebration: the marks light up one after the other.
  async celebrate() {
    if (still() || !this.root) return;
    const { root } = this;
    root.querySelectorAll("[data-at]").forEach((mark, number) => { mark.style.animationDelay = `${22 * Math.min(number, 40)}ms`; });
    root.classList.add("celebrate");
    await wait(1400);
    root.classList.remove("celebrate");
  }
}
