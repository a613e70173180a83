// What a table does for those who come back: it remembers the match, teaches, counts stars, and says when it is your turn.
import { byId, copy, get, inWords, make, phone, post, toast } from "./page.js";
import { change, known, mine, note, stars, within } from "./mine.js";
import { verdict } from "./panel.js";
import * as daily from "./daily.js";
import * as lessons from "./lessons.js";
import * as packs from "./packs.js";
import { play } from "./sounds.js";
import { show as tell } from "./story.js";

const BEAT = 5000;
let guide = null;
let table = null;

const boxOf = (look) => look.game.split("/")[0];
const guideOf = async (look) => { guide ??= await get(`/api/guide/${boxOf(look)}`); return guide; };

function remember({ name, look }) {
  // What was played through from a solution is nobody's win.
  const won = look.ended && look.you.length ? verdict(look).won && !look.solutions : null;
  const rivals = look.seats.filter((_, number) => !look.you.includes(number)).map((seat) => seat.called ?? (seat.who === "person" ? "a friend" : seat.who));
  note(name, {
    box: boxOf(look), game: look.game, title: look.title, rival: look.seats.length === 1 ? "" : rivals.join(", ") || "yourself", yours: look.yours, ended: look.ended, won,
    length: look.length, hints: look.hints, solutions: look.solutions, watched: !look.you.length, position: look.position, about: look.about,
    begun: Boolean(look.ended) || look.line.some(({ seat }) => look.you.includes(seat)) || look.seats.some((seat, number) => seat.who === "person" && !look.you.includes(number)),
  });
}

// While the page is out of sight, its tab and, if allowed, a notification say that it is your turn.
function call({ name, look, before }) {
  document.title = `${look.yours && look.seats.length > 1 ? "● Your move: " : ""}${look.title}`;
  const news = before && look.yours && !before.yours && look.seats.length > 1 && document.hidden;
  if (!news || !mine().notify || globalThis.Notification?.permission !== "granted") return;
  try {
    const sign = new Notification(`${look.title}: your move`, { tag: name });
    sign.onclick = () => globalThis.focus();
  } catch {
    // Some phones leave notifications to service workers; the title of the tab has said it.
  }
}

function hear({ look, before }) {
  if (!before || before.version === look.version || look.line.length <= before.line.length) return;
  if (look.ended && look.you.length) play(verdict(look).won ? "won" : "lost");
  else play(look.you.includes(look.line.at(-1).seat) ? "move" : "answer");
}

function panel(id, ...parts) {
  const section = byId(id) ?? make("section", { id, className: "came", role: "group", "aria-label": "What comes next" });
  section.replaceChildren(...parts.flat());
  if (!section.isConnected) byId("grip").after(section);
}

function button(words, act) {
  const press = make("button", { type: "button", className: "btn" }, words);
  press.onclick = () => act(press);
  return press;
}

// The stars, which of them are earned, and what the others would take.
function starred(look, { par }) {
  const most = par ? `in ${inWords(par)}` : "in the fewest moves";
  const each = [[true, "solved"], [!look.hints, "without hints"], [within(look.length, par), most]];
  const words = (earned) => each.filter(([yes]) => yes === earned).map(([, what]) => what).join(", ");
  const missing = words(false);
  const earned = stars(look, par);
  return make("p", { className: "stars", role: "status" }, make("span", { "aria-hidden": "true" }, `${"★".repeat(earned)}${"☆".repeat(3 - earned)}`), ` ${earned} of 3 stars: ${words(true)}. ${missing && `Missing: ${missing}.`}`);
}

// After three wins in a row against a level, the next one is suggested.
async function suggest({ look, open }) {
  const rival = look.seats.find((seat, number) => !look.you.includes(number) && seat.who !== "person");
  if (!rival || look.you.length !== 1) return;
  const key = `${boxOf(look)} ${rival.who}`;
  const { won } = verdict(look);
  const { runs } = change((all) => { all.runs[key] = won ? (all.runs[key] ?? 0) + 1 : 0; });
  if (runs[key] < 3) return;
  const { games } = await get("/api/shelf");
  const faces = games.find((box) => box.name === boxOf(look))?.opponents ?? [];
  const next = faces[faces.findIndex((face) => face.name === rival.who) + 1];
  if (next) panel("next-level", make("p", {}, `Three wins in a row. Try level ${next.level}: ${next.title}, who ${next.words || "is stronger"}.`), button(`Play ${next.title}`, () => open({ seats: look.seats.map((_, number) => (look.you.includes(number) ? "me" : next.name)) })));
}

function finish(event) {
  const { name, look, before } = event;
  const match = known(name);
  const { won } = verdict(look);
  const fresh = before && before !== look && !before.ended;
  if (fresh) suggest(event).catch(() => {});
  if (!won || look.seats.length > 1) return;
  if (match.kind === "daily") {
    const earned = daily.solved(match, look);
    event.lead(null, null, earned);
    if (earned) panel("stars", starred(look, match), make("div", { className: "row" }, button("Copy result", async (press) => { press.textContent = (await copy(daily.result(known(name)))).split(":")[0]; }), make("a", { className: "link", href: "/mine" }, "Calendar")));
    else panel("stars", make("p", {}, "Played through from the solution: it does not count."));
  }
  if (match.kind === "level") {
    const earned = packs.solved(match, look);
    guideOf(look).then((facts) => {
      const next = packs.following(facts, match.key);
      const onward = async () => { location.href = next ? `/table/${await packs.open(facts.name, ...next)}` : `/packs/${facts.name}`; };
      event.lead(next ? "Next level" : "All levels", onward, earned);
      panel("stars", earned ? starred(look, match) : make("p", {}, "Played through from the solution: it does not count."), make("div", { className: "row" }, ...(next ? [button("Next level", onward)] : []), make("a", { className: "link", href: `/packs/${facts.name}` }, "All levels")));
    });
  }
}

// Between people: a name, and another match at the same table with the seats swapped.
async function rematch({ name, say }) {
  try {
    const { match } = await post(`/api/matches/${name}/rematch`);
    if (!match) return;
    note(match, { seat: known(name)?.seat });
    location.href = `/table/${match}`;
  } catch (fault) {
    say(fault.message);
  }
}

let told = "";
function between(event) {
  const { name, look } = event;
  if (look.next && look.you.length && look.rematch.some((seat) => look.you.includes(seat))) rematch(event);
  const asked = look.rematch.filter((seat) => !look.you.includes(seat));
  const waits = look.rematch.some((seat) => look.you.includes(seat));
  // On a telephone the panel is out of sight, so what is new about it is told.
  const news = waits ? "Asked for a rematch; waiting for an answer." : asked.length ? "Your opponent would like a rematch." : "";
  if (news !== told && phone.matches && news) toast(news);
  told = news;
  if (asked.length && !waits) event.lead("Accept rematch", () => rematch(event));
  if (look.can.includes("rematch") || waits) {
    panel("rematch", make("p", { role: "status" }, waits ? "You asked for a rematch; waiting for an answer." : asked.length ? "Your opponent would like a rematch, with the seats swapped." : "Another match with the same opponent, seats swapped?"), waits ? [] : button(asked.length ? "Accept rematch" : "Rematch", () => rematch(event)));
  }
  const { name: own } = mine();
  if (own && look.can.includes("name") && look.you.length === 1 && look.seats[look.you[0]].called === null) post(`/api/matches/${name}/name`, { text: own }).catch(() => {});
}

// The move that a lesson asks for, if the match is one.
export async function taught(name, look) {
  const match = known(name);
  if (match?.kind !== "lesson") return null;
  return lessons.advice((await guideOf(look)).lesson[Number(match.key.split(" ")[1])], look);
}

export function attend(event) {
  const first = table === null;
  table = event;
  remember(event);
  call(event);
  hear(event);
  const match = known(event.name);
  if (match.kind === "lesson") guideOf(event.look).then((facts) => lessons.show(event.name, event.look, facts, async () => {
    if (event.look.seats.length === 1) event.wish("restart");
    else location.href = `/table/${await lessons.open(facts, Number(match.key.split(" ")[1]))}`;
  }, event.lead));
  if (event.look.ended && event.look.you.length) finish(event);
  if (event.look.seats.length > 1) between(event);
  if (event.look.ended && (first || !event.before?.ended)) tell(event.name, event.look).catch(() => {});
  else if (!event.look.ended) byId("story")?.replaceChildren();
}

setInterval(() => {
  if (!table || table.look.ended || !table.look.you.length || document.hidden) return;
  change((all) => { if (all.matches[table.name]) all.matches[table.name].seconds = (all.matches[table.name].seconds ?? 0) + BEAT / 1000; });
}, BEAT);
