// What the table draws over the server's picture, the same in every game, and how one picture becomes the next.
// None of it can be clicked or is read aloud: the move list and the labels say the same in words.
import { SVG, still } from "./page.js";

const CELL = 40;
const SLIDE = 180;
const FALL = 260;
const EASE = "cubic-bezier(0.25, 0.7, 0.25, 1)";
const BOUNCE = "cubic-bezier(0.3, 1.15, 0.5, 1)";

export function shape(tag, facts, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(facts)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The marks that spellings name, in their order; where several spell the same, as a stack does, the topmost stands for it.
export function marksOf(root, spellings) {
  const marks = [...root.querySelectorAll("[data-spells]")];
  return spellings.map((spells) => marks.findLast((mark) => mark.dataset.spells === spells)).filter(Boolean);
}

export function placeOf(mark) {
  const [x, y, width, height, round] = mark.dataset.at.split(" ");
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height), round: Boolean(round) };
}

// What stands somewhere, and not the empty place that something may go to.
export const isPiece = (mark) => !/(^| )(empty|spot|slot)( |$)/.test(mark.look ?? mark.getAttribute("class"));

// ------------------------------------------------------------------------------------------------- highlights

const box = ({ x, y, width, height, round }, more) => (round
  ? shape("ellipse", { cx: x, cy: y, rx: width / 2 + more, ry: height / 2 + more })
  : shape("rect", { x: x - width / 2 - more, y: y - height / 2 - more, width: width + 2 * more, height: height + 2 * more, rx: 6 }));

function corners({ x, y, width, height, round }, more) {
  const [across, down] = [width / 2 + more, height / 2 + more];
  const sides = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const path = sides.map(([right, low]) => {
    const at = (along, up) => `${x + right * along * across} ${y + low * up * down}`;
    return round
      ? `M${at(0.924, 0.383)}A${across} ${down} 0 0 ${Number(right === low)} ${at(0.383, 0.924)}`
      : `M${at(1, 0.5)}V${y + low * down}H${x + right * across * 0.5}`;
  });
  return shape("path", { d: path.join("") });
}

function arrow(from, to) {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(right, down) - 4;
  const turn = (Math.atan2(down, right) * 180) / Math.PI;
  const d = `M8-4.5H${long - 16}V-11L${long} 0 ${long - 16} 11V4.5H8a4.5 4.5 0 0 1 0-9z`;
  return shape("path", { class: "m-hint", d, transform: `translate(${from.x} ${from.y}) rotate(${turn})` });
}

// A light line on a dark casing holds on every material.
function cased(kind, line) {
  const casing = line.cloneNode();
  casing.setAttribute("class", "case");
  return shape("g", { class: `m-${kind}` }, casing, line);
}

const through = (marks, name) => (marks.length < 2 ? []
  : [shape("polyline", { points: marks.map((mark) => [placeOf(mark).x, placeOf(mark).y]).join(" "), class: name })]);

const DRAWN = {
  chosen: (marks) => marks.map((mark) => cased("chosen", box(placeOf(mark), 1.5))),
  focus: (marks) => marks.map((mark) => cased("focus", box(placeOf(mark), 4))),
  // Where a path of things vanished others stand now, which are marked more quietly.
  last: (marks) => marks.map((mark) => (marks.length > 2 ? shape("g", { class: "m-last m-passed" }, corners(placeOf(mark), 2)) : cased("last", corners(placeOf(mark), 2)))),
  foul: (marks) => marks.map((mark) => cased("foul", box(placeOf(mark), 2))),
  gone: (places) => places.map((place) => cased("last", box(place, 0))),
  possible: (marks) => marks.map((mark) => {
    const { x, y, width, height } = placeOf(mark);
    const on = isPiece(mark) ? { cx: x + width / 2 - 3, cy: y - height / 2 + 3, r: 6.5 } : { cx: x, cy: y, r: 6.5 };
    return shape("circle", { class: "m-can", ...on });
  }),
  // A move that is only thought of: arrows along its path, or a ring round each thing that it takes.
  hint: (marks) => marks.slice(1).map((mark, number) => arrow(placeOf(marks[number]), placeOf(mark))),
  taken: (marks) => marks.map((mark) => cased("chosen", box(placeOf(mark), 3))),
  // A path has the colour of what it begins with, and lies below it; a thread goes over all.
  path: (marks) => {
    const fill = marks.length ? getComputedStyle(marks[0].querySelector("circle, rect, ellipse, path") ?? marks[0]).fill : "";
    const line = through(marks, "broad");
    for (const each of line) each.style.stroke = fill.startsWith("rgb") ? fill : "var(--mark)";
    return line.map((each) => shape("g", { class: "m-path" }, each));
  },
  home: (marks) => marks.map((mark) => {
    const { x, y, width, height } = placeOf(mark);
    return shape("rect", { class: "m-home", x: x - width / 2, y: y - height / 2, width, height, rx: 4 });
  }),
  thread: (marks) => through(marks, "thread").map((line) => shape("g", { class: "m-path" }, line)),
};

// Show marks in one of these ways, instead of what was shown so before.
export function highlight(root, kind, marks) {
  root.querySelector(`.over-${kind}`)?.remove();
  const drawn = DRAWN[kind](marks);
  if (!drawn.length) return;
  const group = shape("g", { class: `over over-${kind}`, "aria-hidden": "true" }, ...drawn);
  if (["path", "home"].includes(kind)) root.querySelector(":scope > [data-at]").before(group);
  else root.append(group);
}

// -------------------------------------------------------------------------------------- from picture to picture

// The marks of a picture that can be followed, by their keys or else by what they spell.
function things(root) {
  const found = new Map();
  for (const mark of root.querySelectorAll(":scope > [data-at]")) {
    const { key, spells } = mark.dataset;
    const known = key ? `key ${key}` : `spells ${spells}`;
    found.set(known, [...(found.get(known) ?? []), mark]);
  }
  return found;
}

// Where marks go by one move that spells this: the same rules as `motions` in scene.py, which a test compares with these.
export function motions(before, after, spelled) {
  const [old, fresh] = [things(before), things(after)];
  const pairs = new Map();
  const taken = new Set();
  const pair = (from, to) => {
    pairs.set(from, to);
    taken.add(to);
  };
  const at = (where, spells) => where.get(`spells ${spells}`)?.at(-1);
  const [source, target, goal] = [at(old, spelled[0]), at(old, spelled.at(-1)), at(fresh, spelled.at(-1))];
  if (source && goal && source !== target && source.look === goal.look && target?.look !== source.look) pair(source, goal);
  for (const [known, marks] of old) {
    let rest = marks.filter((mark) => !pairs.has(mark));
    const free = (fresh.get(known) ?? []).filter((mark) => !taken.has(mark));
    const keyed = known.startsWith("key ");
    if (keyed && rest.length > free.length) rest = rest.filter((mark) => !spelled.includes(mark.dataset.spells));
    for (let back = 1; back <= Math.min(rest.length, free.length); back += 1) {
      const [from, to] = [rest.at(-back), free.at(-back)];
      if (keyed || from.look === to.look) pair(from, to);
    }
  }
  // What is gone lies in a tray, if something like it that cannot be played has come there.
  const gone = [...old.values()].flat().filter((mark) => !pairs.has(mark) && isPiece(mark));
  const trays = [...fresh.values()].flat().filter((mark) => !taken.has(mark) && !mark.dataset.spells);
  for (const mark of gone) {
    const words = mark.look.split(" ");
    const tray = trays.find((other) => !taken.has(other) && words.every((word) => other.look.split(" ").includes(word)));
    if (tray && mark.dataset.spells) pair(mark, tray);
  }
  return pairs;
}

// Where a mark is seen now, which may be ahead of where it was drawn.
function seen(mark) {
  const { x, y } = placeOf(mark);
  const [right, down] = Array.isArray(mark.ahead) ? mark.ahead : [0, 0];
  return [x + right, y + down];
}

// A likeness of a mark that nobody can click or hear, above everything else.
function likeness(root, mark, name) {
  const copy = mark.cloneNode(true);
  for (const fact of ["data-spells", "data-key", "data-at", "tabindex", "role", "aria-label", "aria-pressed"]) copy.removeAttribute(fact);
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("class", `${mark.look} ${name}`);
  root.append(copy);
  return copy;
}

const play = (element, frames, facts) => element.animate(frames, { easing: EASE, fill: "backwards", ...facts });

// Let a fresh picture begin where the one before it ended.  Nothing here keeps anybody from clicking.
export function move(before, after, spelled, back) {
  const pairs = back ? new Map([...motions(after, before, spelled)].map(([to, from]) => [from, to])) : motions(before, after, spelled);
  const gone = [...before.querySelectorAll(":scope > [data-at]")].filter((mark) => !pairs.has(mark) && isPiece(mark));
  const come = [...after.querySelectorAll(":scope > [data-at]")].filter((mark) => isPiece(mark) && ![...pairs.values()].includes(mark));
  if (still()) return gone;
  let fallen = 0;
  for (const [from, to] of pairs) {
    const [[x, y], there] = [seen(from), placeOf(to)];
    const [right, down] = [x - there.x, y - there.y];
    if (Math.hypot(right, down) < 0.5) continue;
    const falls = Math.abs(right) < 0.5 && down < 0 && gone.length > 0;
    if (falls) fallen = Math.max(fallen, -down);
    const frames = [{ transform: `translate(${right}px, ${down}px)` }, { transform: "none" }];
    if (falls) {
      play(to, frames, { duration: FALL, delay: 120, easing: BOUNCE });
      continue;
    }
    // What slides is seen above all that it passes, and keeps its place among the marks.
    const copy = likeness(after, to, "moving");
    play(to, [{ opacity: 0 }, { opacity: 0 }], { duration: SLIDE });
    play(copy, frames, { duration: SLIDE }).finished.then(() => copy.remove(), () => copy.remove());
  }
  for (const mark of gone) {
    if (mark.ahead === "gone") continue;
    const ghost = likeness(after, mark, "leaving");
    vanish(ghost, mark).finished.then(() => ghost.remove(), () => ghost.remove());
  }
  for (const mark of come) {
    const { x, y } = placeOf(mark);
    // What comes while others fall falls too.
    const frames = fallen && !back
      ? [{ transform: `translateY(${-fallen - CELL}px)`, opacity: 0 }, { transform: "none", opacity: 1 }]
      : [{ transformOrigin: `${x}px ${y}px`, transform: "scale(0.6)", opacity: 0 }, { transformOrigin: `${x}px ${y}px`, transform: "none", opacity: 1 }];
    play(mark, frames, fallen && !back ? { duration: FALL, delay: 120, easing: BOUNCE } : { duration: SLIDE });
  }
  return gone;
}

function vanish(element, mark) {
  const { x, y } = placeOf(mark);
  const origin = `${x}px ${y}px`;
  return element.animate([{ transformOrigin: origin, transform: "none", opacity: 1 }, { transformOrigin: origin, transform: "scale(0.5)", opacity: 0 }], { duration: 120, easing: "ease-in", fill: "forwards" });
}

// Show a move before the table has answered: one thing goes where the move ends, or those that it names vanish.
export function anticipate(root, marks) {
  const [first, last] = [marks[0], marks.at(-1)];
  const shared = (mark) => mark.dataset.key && root.querySelectorAll(`[data-key="${CSS.escape(mark.dataset.key)}"]`).length > 1;
  const carried = marks.length === 2 && !shared(first) && (first.dataset.key || first.look !== last.look);
  if (carried) {
    const [from, to] = [seen(first), placeOf(last)];
    first.ahead = [to.x - placeOf(first).x, to.y - placeOf(first).y];
    const goal = `translate(${first.ahead[0]}px, ${first.ahead[1]}px)`;
    const start = `translate(${from[0] - placeOf(first).x}px, ${from[1] - placeOf(first).y}px)`;
    first.classList.add("lifted");
    likeness(root, first, "moving").animate([{ transform: start }, { transform: goal }], { duration: still() ? 0 : SLIDE, easing: EASE, fill: "forwards" });
    return;
  }
  for (const mark of marks) {
    mark.ahead = "gone";
    vanish(mark, mark);
  }
}

// Take back what was shown too early.
export function restore(root) {
  for (const mark of root.querySelectorAll("[data-at]")) {
    if (!mark.ahead) continue;
    delete mark.ahead;
    mark.classList.remove("lifted");
    for (const animation of mark.getAnimations()) animation.reverse();
  }
  for (const copy of root.querySelectorAll(":scope > .moving")) {
    const [animation] = copy.getAnimations();
    animation?.reverse();
    (animation?.finished ?? Promise.resolve()).then(() => copy.remove(), () => copy.remove());
  }
}

// A mark that follows the pointer.
export class Ghost {
  constructor(root, mark, event) {
    Object.assign(this, { root, mark, from: this.place(event, root) });
    this.group = likeness(root, mark, "ghost");
    mark.classList.add("lifted");
  }

  place(event, root = this.root) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
    return [x, y];
  }

  follow(event) {
    const [x, y] = this.place(event);
    this.by = [x - this.from[0], y - this.from[1]];
    this.group.style.transform = `translate(${this.by[0]}px, ${this.by[1]}px)`;
  }

  // Go back to where it was taken from, or give way to the mark, which is where the pointer left it.
  end(home) {
    this.mark.classList.remove("lifted");
    if (!home) {
      this.mark.ahead = this.by;
      this.group.remove();
      return;
    }
    const away = this.group.style.transform;
    this.group.style.transform = "";
    play(this.group, [{ transform: away }, { transform: "none" }], { duration: still() ? 0 : SLIDE }).finished.then(() => this.group.remove());
  }
}
