// What the menu of a table opens: links to copy, the rules, and the list of keys.  A table loads this when one is first pressed.
import { byId, copy, get, make, rulesPage } from "./page.js";

const KEYS = [
  ["Tab", "to the board, then to the buttons"],
  ["Arrows", "on the board: to the next place; elsewhere: look back and forth"],
  ["Enter", "choose a place, or play"],
  ["Escape", "start the move over; close what is open"],
  ["H", "hint"],
  ["N", "new deal or new match"],
  ["/", "type a move"],
  ["Ctrl Z", "undo; with Shift, redo"],
  ["Home, End", "to the first move, back to now"],
  ["?", "this list"],
];

function listKeys() {
  const box = byId("keys-box") ?? make(
    "dialog", { id: "keys-box", "aria-labelledby": "keys-h" },
    make("form", { method: "dialog", className: "row spread" }, make("h2", { id: "keys-h" }, "Keyboard shortcuts"), make("button", { className: "btn" }, "Close")),
    make("dl", { className: "keys-list" }, ...KEYS.flatMap(([key, words]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)])),
  );
  if (!box.isConnected) document.body.append(box);
  box.showModal();
}

async function openRules({ look }) {
  byId("rules-box").showModal();
  if (byId("rules").children.length) return;
  byId("rules").replaceChildren(...rulesPage(await get(`/api/rules/${look.game.split("/")[0]}`)));
}

const copied = async (text, more = "") => { byId("copied").textContent = `${await copy(text)}${more}`; };
const table = (name) => `${location.origin}/table/${name}`;

// By the ids of the buttons, what each does for a match: its name, its address, and its look, or the earlier one that is shown.
export const ACTS = {
  "copy-address": ({ name }) => copied(table(name)),
  "copy-position": ({ shown }) => copied(shown.position),
  "copy-seat": async ({ name, home }) => copied(`${table(name)}#invite=${(await get(`${home}/seat`)).token}`, " Whoever has it can play for you."),
  "rules-open": openRules,
  keys: listKeys,
};
