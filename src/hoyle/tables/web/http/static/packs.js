// Packs: levels in order, with what this browser has solved and how well.
import { inWords, make } from "./page.js";
import { change, games, mine, note, openMatch, stars, units } from "./mine.js";

const keyOf = (box, pack, number) => `${box} ${pack.name} ${number}`;

export async function open(box, pack, number) {
  const key = keyOf(box, pack, number);
  const begun = games().find((match) => match.kind === "level" && match.key === key && !match.ended);
  if (begun) return begun.name;
  const level = pack.levels[number];
  const { match } = await openMatch({ game: level.game, seed: level.seed });
  note(match, { kind: "level", key, box, game: level.game, label: `${pack.title} ${number + 1}: ${level.title}`, par: level.par });
  return match;
}

export function solved(match, look) {
  const earned = stars(look, match.par);
  if (!earned) return 0;
  const unit = Object.keys(match.par).at(-1);
  const best = units(look.length)[unit];
  change((all) => {
    const old = all.levels[match.key];
    all.levels[match.key] = { stars: Math.max(earned, old?.stars ?? 0), best: Math.min(best, old?.best ?? best), unit };
  });
  return earned;
}

// The level after one that was solved, if there is one.
export function following(guide, key) {
  const [, name, number] = key.split(" ");
  const pack = guide.packs.find((each) => each.name === name);
  return pack && Number(number) + 1 < pack.levels.length ? [pack, Number(number) + 1] : null;
}

export function show(guide, play) {
  const { levels } = mine();
  return guide.packs.map((pack) => {
    const done = pack.levels.filter((_, number) => levels[keyOf(guide.name, pack, number)]).length;
    const rows = pack.levels.map((level, number) => {
      const mark = levels[keyOf(guide.name, pack, number)];
      const press = make("button", { type: "button", className: mark ? "level-go done" : "level-go" }, make("b", {}, level.title), make("span", { className: "note" }, mark ? `${"★".repeat(mark.stars)}${"☆".repeat(3 - mark.stars)} best ${inWords({ [mark.unit]: mark.best })}` : `par ${inWords(level.par)}`));
      press.onclick = () => play(pack, number);
      return make("li", {}, press);
    });
    const title = `${guide.name}-${pack.name}`;
    return make(
      "section", { "aria-labelledby": title }, make("div", { className: "rowhead" }, make("h2", { id: title }, pack.title), make("p", {}, `${done} of ${pack.levels.length} solved. ${pack.words}`)),
      make("progress", { max: pack.levels.length, value: done, "aria-label": `${pack.title}: solved` }), make("ol", { className: "levels" }, ...rows),
    );
  });
}
