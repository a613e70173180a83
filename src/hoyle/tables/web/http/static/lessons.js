// A lesson at the board: one task after the other, each in a match of its own, with the words of the rules beside it.
import { beginner, byId, get, make, phone } from "./page.js";
import { change, known, note, openMatch } from "./mine.js";

const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

export async function open(guide, number) {
  const step = guide.lesson[number];
  const facts = { game: step.game, ...(step.position ? { start: step.position } : {}), ...(step.seats.length ? { seats: step.seats } : {}), seed: number + 1 };
  const { match } = await openMatch(facts);
  note(match, { kind: "lesson", key: `${guide.name} ${number}`, box: guide.name, game: step.game, label: `Lesson, step ${number + 1} of ${guide.lesson.length}` });
  return match;
}

// What was done so far: it is right, on the way, or something else.
function judge(step, look) {
  const own = plain(look.line.filter(({ seat }) => look.you.includes(seat)).map(({ text }) => text).join(""));
  if (!own) return "task";
  if (step.wins) {
    if (!look.ended) return "task";
    const scores = look.outcome?.scores ?? [];
    return scores[look.you[0]] > 0 && scores[look.you[0]] === Math.max(...scores) ? "done" : "wrong";
  }
  if (!step.accept.length || step.accept.some((line) => own.startsWith(plain(line)))) return "done";
  return step.accept.some((line) => plain(line).startsWith(own)) ? "task" : "wrong";
}

// The move that a step asks for now, if it asks for one.
export function advice(step, look) {
  const own = plain(look.line.filter(({ seat }) => look.you.includes(seat)).map(({ text }) => text).join(""));
  for (const line of step.accept) {
    const moves = line.split(" ");
    const count = moves.findIndex((_, number) => plain(moves.slice(0, number).join("")) === own);
    if (count >= 0) return moves[count];
  }
  return null;
}

// What follows a step that is done: its words and where they lead.
function onward(guide, number) {
  return number + 1 < guide.lesson.length
    ? ["Next step", async () => { location.href = `/table/${await open(guide, number + 1)}`; }]
    : ["Play a real game", async () => { location.href = `/table/${await begin(guide.name)}`; }];
}

// A first match of a game, as the shelf opens it.
async function begin(box) {
  const { games } = await get("/api/shelf");
  const found = games.find((each) => each.name === box);
  const [variant] = found.variants;
  const { match } = await openMatch({ game: `${box}/${variant.name}`, ...(variant.seats > 1 ? { seats: ["me", beginner(found) ?? "me"] } : {}) });
  return match;
}

// Show the step, and lead(words, act) on from the end of its match.
export function show(name, look, guide, again, lead) {
  const number = Number(known(name).key.split(" ")[1]);
  const step = guide.lesson[number];
  const state = judge(step, look);
  const words = { task: step.task, done: step.then, wrong: `Not quite. ${step.task}` }[state];
  const acts = [];
  if (state === "wrong") acts.push(["Try again", again]);
  if (state === "wrong") lead("Try again", again);
  if (state === "done") {
    acts.push(onward(guide, number));
    lead(...onward(guide, number));
  }
  if (state === "done") change((all) => { all.lessons[guide.name] = Math.max(all.lessons[guide.name] ?? 0, number + 1); });
  const presses = acts.map(([label, act]) => {
    const press = make("button", { type: "button", className: "btn" }, label);
    press.onclick = act;
    return press;
  });
  const panel = byId("lesson") ?? make("section", { id: "lesson", "aria-label": "lesson" });
  panel.className = `lesson ${state}`;
  panel.replaceChildren(
    make("h2", {}, "Lesson ", make("small", {}, `${number + 1} of ${guide.lesson.length}`)), make("p", { role: "status" }, words),
    make("details", { open: !phone.matches && !look.setup }, make("summary", {}, "The rule"), ...step.rules.map((rule) => make("blockquote", {}, rule))), make("div", { className: "row" }, ...presses, make("a", { className: "link", href: `/rules/${guide.name}` }, "All rules")),
  );
  // The board stays where it is: on a narrow screen the rule is folded, on a wide one there is room beside the board.
  if (!panel.isConnected) document.querySelector(phone.matches ? ".play" : "#side").prepend(panel);
  return state;
}
