// The referee: a record as text or file, its verdict, and its board at every move.
import { byId, post } from "./api.js";
import { drawing } from "./board.js";
import { copy } from "./text.js";

let record = "";
let plies = 0;
let wanted = null;

function show(verdict) {
  const root = drawing(verdict.svg, verdict.caption, verdict.text);
  root.setAttribute("role", "img");
  byId("board").replaceChildren(root);
}

async function judge() {
  byId("alert").textContent = "";
  byId("status").textContent = "";
  record = byId("record").value;
  try {
    const verdict = await post("/api/judge", { record });
    byId(verdict.verdict === "foul" ? "alert" : "status").textContent = verdict.words;
    byId("status").classList.add("end");
    show(verdict);
    plies = verdict.plies;
    Object.assign(byId("replay"), { max: plies, value: plies, disabled: !plies });
    byId("ply").textContent = `${plies} of ${plies}`;
    byId("after").classList.remove("hidden");
    byId("goon").href = `/new?${new URLSearchParams({ game: verdict.game, state: verdict.position })}`;
  } catch (fault) {
    byId("board").replaceChildren();
    byId("after").classList.add("hidden");
    byId("alert").textContent = fault.message;
  }
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
byId("replay").oninput = async () => {
  const ply = Number(byId("replay").value);
  wanted = ply;
  byId("ply").textContent = `${ply} of ${plies}`;
  // At the end the verdict's own picture comes back, with the foul move on it.
  const verdict = await post("/api/judge", ply === plies ? { record } : { record, ply });
  if (wanted === ply) show(verdict);
};
// The record stands behind the #, which a browser never sends: its address is known only to those who have it.
byId("address").onclick = async () => {
  byId("copied").textContent = await copy(`${location.origin}/judge#${encodeURIComponent(byId("record").value)}`);
};

if (location.hash.length > 1) {
  byId("record").value = decodeURIComponent(location.hash.slice(1));
  judge();
}
