// What the shelf shows to those who come back: the matches to continue. It also makes the page installable.
import { byId, make } from "./page.js";
import { card } from "./back.js";
import { unfinished } from "./mine.js";

const open = unfinished();
if (open.length) {
  const turns = open.filter((match) => match.yours && match.rival).length;
  const words = turns ? `your move in ${turns}` : `${open.length} to continue`;
  byId("home").append(make("div", { className: "rowhead" }, make("h2", { id: "going" }, "My games"), make("p", {}, words), make("a", { href: "/mine" }, "See all")), make("ul", { className: "mine-list" }, ...open.slice(0, 4).map((match) => card(match))));
  byId("home").classList.remove("hidden");
}
navigator.serviceWorker?.register("/sw.js").catch(() => {});
