// The story of a match that is over: a strip under the replay slider, or the armies over time.
import { SVG, byId, get, inWords, make } from "./page.js";

const WORDS = { win: "could be won", chance: "had a chance", lost: "lost", unknown: "not known" };

function strip(marks) {
  const cells = marks.map((mark, number) => {
    const left = mark.left ? `, in ${inWords(mark.left)}` : mark.chance !== null ? ` of ${Math.round(100 * mark.chance)} %` : "";
    return make("li", { className: mark.can, title: `${number ? `after move ${number}` : "the start"}: ${WORDS[mark.can]}${left}` });
  });
  const last = marks.findLastIndex(({ can }) => can !== "lost");
  const fewest = marks[last]?.left ? `, in ${inWords(marks[last].left)}` : "";
  const when = last === 0 ? "at the start" : `after move ${last}`;
  const words = last === marks.length - 1 ? "Every move kept the win." : last < 0 ? "It could not be won from its start." : `It could last be won ${when}${fewest}.`;
  return [make("ol", { className: "story", "aria-hidden": "true" }, ...cells), make("p", { className: "note" }, words)];
}

function armies(every, seats) {
  // The armies are counted from when they stand.
  const strength = every.map((row) => row.reduce((one, two) => one + two, 0));
  const material = every.slice(strength.indexOf(Math.max(...strength)));
  const [across, up] = [200, 48];
  const most = Math.max(...material.flat(), 1);
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("viewBox", `0 0 ${across} ${up}`);
  root.setAttribute("preserveAspectRatio", "none");
  root.setAttribute("class", "armies");
  root.setAttribute("role", "img");
  const ends = material.at(-1);
  root.setAttribute("aria-label", `pieces over time; at the end ${seats.map((seat, number) => `${seat.name} ${ends[number]}`).join(", ")}`);
  seats.forEach((_, seat) => {
    const line = document.createElementNS(SVG, "polyline");
    line.setAttribute("points", material.map((row, ply) => `${(across * ply) / Math.max(1, material.length - 1)},${up - 2 - ((up - 4) * row[seat]) / most}`).join(" "));
    line.setAttribute("class", `seat${seat}`);
    root.append(line);
  });
  return [make("p", { className: "note" }, "Pieces left, from the first move to the last"), root, make("p", { className: "note" }, `At the end: ${seats.map((seat, number) => `${seat.name} ${ends[number]}`).join(", ")}`)];
}

export async function show(name, look) {
  const box = byId("story") ?? make("div", { id: "story" });
  if (!box.isConnected) byId("unplayed").parentElement.before(box);
  box.replaceChildren();
  if (!look.ended || !look.you.length) return;
  box.append(make("p", { className: "note" }, "Finding out where it could be won …"));
  const { marks, material } = await get(`/api/matches/${name}/analysis`);
  box.replaceChildren(...(marks.length ? strip(marks) : material.length ? armies(material, look.seats) : []));
}
