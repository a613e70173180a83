// What the table draws over the server's picture: tinted places, lines and arrows, and what is being dragged.
// Nothing of it can be clicked, and none of it speaks: the move list and the labels say the same in words.

const CELL = 40;
const MARGIN = 4;
const HEAD = 12;

function shape(root, tag, facts) {
  const element = document.createElementNS(root.namespaceURI, tag);
  for (const [key, value] of Object.entries(facts)) element.setAttribute(key, value);
  element.setAttribute("aria-hidden", "true");
  return element;
}

// The marks that spellings name, in their order; where several spell the same, as a stack does, the topmost stands for it.
export function marksOf(root, spellings) {
  const marks = [...root.querySelectorAll("[data-spells]")];
  return spellings.map((spells) => marks.findLast((mark) => mark.dataset.spells === spells)).filter(Boolean);
}

// Tint the places of marks, below whatever stands there.
export function tint(root, marks, style) {
  const first = root.querySelector("[data-spells]");
  for (const mark of new Set(marks)) {
    const { x, y, width, height } = mark.getBBox();
    // As large as the cell, if the mark is smaller; a mark that fills its cell is tinted all over.
    const margin = Math.max(0, Math.min(MARGIN, (CELL - Math.min(width, height)) / 2));
    first.before(shape(root, "rect", {
      class: `tint ${style}`, x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin, rx: 6,
    }));
  }
}

const middle = (mark) => {
  const { x, y, width, height } = mark.getBBox();
  return [x + width / 2, y + height / 2];
};

// Draw a line through the middles of marks: below them if it is a path, above them and with a head if it is an arrow.
export function trace(root, marks, style, arrow = true) {
  if (marks.length < 2) return;
  const points = marks.map(middle);
  const group = shape(root, "g", { class: `trace ${style}` });
  if (arrow) {
    // The head touches the rim of the last mark, so that what stands there stays to be seen.
    const { width, height } = marks.at(-1).getBBox();
    const [[fromX, fromY], [toX, toY]] = points.slice(-2);
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    const [x, y] = [(toX - fromX) / length, (toY - fromY) / length];
    const at = (along, aside) => [fromX + x * along - y * aside, fromY + y * along + x * aside];
    const tip = Math.max(HEAD, length - Math.min(width, height) / 2 + MARGIN);
    points.splice(-1, 1, at(tip - HEAD, 0));
    group.append(shape(root, "polygon", { points: [at(tip, 0), at(tip - HEAD, HEAD / 2), at(tip - HEAD, -HEAD / 2)].join(" ") }));
  }
  group.prepend(shape(root, "polyline", { points: points.join(" ") }));
  if (arrow) root.append(group);
  else root.querySelector("[data-spells]").before(group);
}

export function clear(root, ...styles) {
  for (const style of styles) for (const element of root.querySelectorAll(`.tint.${style}, .trace.${style}`)) element.remove();
}

// A mark with what is drawn upon it, which follows the pointer.
export class Ghost {
  constructor(root, mark, event) {
    Object.assign(this, { root, from: this.place(root, event) });
    const box = mark.getBBox();
    const within = ({ x, y, width, height }) =>
      x >= box.x && y >= box.y && x + width <= box.x + box.width && y + height <= box.y + box.height;
    const later = [...root.children].slice([...root.children].indexOf(mark) + 1);
    const upon = later.filter((other) => other.tagName === "g" && !other.dataset.spells && within(other.getBBox()));
    this.lifted = [mark, ...upon];
    this.group = shape(root, "g", { class: "ghost" });
    for (const part of this.lifted) {
      const copy = part.cloneNode(true);
      for (const key of ["data-spells", "tabindex", "role", "aria-label", "aria-pressed"]) copy.removeAttribute(key);
      copy.classList.remove("can", "chosen");
      this.group.append(copy);
      part.classList.add("lifted");
    }
    root.append(this.group);
  }

  place(root, event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
    return [x, y];
  }

  follow(event) {
    const [x, y] = this.place(this.root, event);
    this.group.style.transform = `translate(${x - this.from[0]}px, ${y - this.from[1]}px)`;
  }

  // Go back to where it was taken from, or vanish at once because the move is made.
  end(home) {
    for (const part of this.lifted) part.classList.remove("lifted");
    if (!home) {
      this.group.remove();
      return;
    }
    this.group.classList.add("homing");
    this.group.style.transform = "translate(0, 0)";
    setTimeout(() => this.group.remove(), 200);
  }
}
