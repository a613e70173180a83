// The keys of the table, as a list that opens with "?" or from the menu.
import { byId, make } from "./page.js";

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

export function show() {
  const box = byId("keys-box") ?? make(
    "dialog", { id: "keys-box", "aria-labelledby": "keys-h" },
    make("form", { method: "dialog", className: "row spread" }, make("h2", { id: "keys-h" }, "Keyboard shortcuts"), make("button", { className: "btn" }, "Close")),
    make("dl", { className: "keys-list" }, ...KEYS.flatMap(([key, words]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)])),
  );
  if (!box.isConnected) document.body.append(box);
  box.showModal();
}
