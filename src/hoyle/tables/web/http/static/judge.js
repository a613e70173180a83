// The referee: a record as text or file, its verdict, and its board at every move.
import { drawing } from "./board.js";
import { highlight, marksOf } from "./overlay.js";
import { byId, copy, post, sentence } from "./page.js";
import { Replay } from "./panel.js";

let record = "";
let verdict = null;

const say = (words) => {
  byId("alert").textContent = sentence(words);
  if (words) byId("alert").scrollIntoView({ block: "nearest" });
};
const replay = new Replay((choice, number) => visit(choice, number).catch((fault) => say(fault.message)));

function draw(seen, style) {
  const root = drawing(seen.svg, seen.caption, seen.text);
  root.setAttribute("role", "img");
  byId("board").replaceChildren(root);
  highlight(root, style, marksOf(root, seen.last));
  byId("goon").href = `/new?${new URLSearchParams({ game: verdict.game, state: seen.position })}`;
}

// Where a foul move would have led, or one that is unclear, the board before it is shown with the move on it.
function showVerdict() {
  const foul = verdict.verdict !== "fair";
  say(foul ? verdict.words : "");
  byId("status").textContent = foul ? "" : sentence(verdict.words);
  draw(verdict, foul && verdict.last.length ? "foul" : "last");
}

async function judge() {
  record = byId("record").value;
  say("");
  byId("status").textContent = "Judging …";
  try {
    verdict = await post("/api/judge", { record });
    // The foul move stands at the end of the list, so that you can come back to it.
    replay.show(verdict.move === null ? verdict.line : [...verdict.line, { seat: 0, text: verdict.move }]);
    byId("moves").classList.toggle("ends-foul", verdict.move !== null);
    byId("dealt").textContent = replay.line[0].ply ? "dealt as in the record" : "";
    byId("after").classList.remove("hidden");
    byId("form").className = "panel form verdict";
    showVerdict();
  } catch (fault) {
    byId("board").replaceChildren();
    byId("after").classList.add("hidden");
    byId("status").textContent = "";
    say(fault.message);
  }
}

async function visit(choice, number) {
  if (replay.now) {
    showVerdict();
    return;
  }
  const seen = await post("/api/judge", { record, ply: choice.ply });
  if (replay.at !== number) return;
  say("");
  byId("status").textContent = `${number ? `After move ${number} of ${replay.end}` : "The start"}: ${seen.caption}`;
  draw(seen, "last");
}

byId("form").onsubmit = (event) => {
  event.preventDefault();
  judge();
};
byId("file").onchange = async () => {
  const [file] = byId("file").files;
  if (!file) return;
  byId("record").value = await file.text();
  judge();
};
// The record stands after the #, which a browser never sends: only those who have the link can read it.
byId("address").onclick = async () => {
  byId("copied").textContent = await copy(`${location.origin}/judge#${encodeURIComponent(byId("record").value)}`);
};

if (location.hash.length > 1) {
  try {
    byId("record").value = decodeURIComponent(location.hash.slice(1));
    judge();
  } catch {
    say("this link holds no readable record; it may have been cut off");
  }
}
