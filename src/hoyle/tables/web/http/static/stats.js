// Statistics of this browser's own matches, with small plots.
import { SVG, boardOf, inWords, make } from "./page.js";
import { games, units } from "./mine.js";

const clock = (seconds) => (seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`);

const HEADS = ["Matches", "Won", "Best", "Time", "Last results"];

// The last results as bars: up if won, down if lost.
export function plot(results) {
  const root = document.createElementNS(SVG, "svg");
  root.setAttribute("viewBox", "0 0 120 24");
  root.setAttribute("class", "spark");
  root.setAttribute("role", "img");
  root.setAttribute("aria-label", `the last ${results.length} results: ${results.filter(Boolean).length} won`);
  results.forEach((won, number) => {
    const bar = document.createElementNS(SVG, "rect");
    for (const [key, value] of Object.entries({ x: 6 * number, y: won ? 2 : 13, width: 4, height: 9, class: won ? "won" : "lost" })) bar.setAttribute(key, value);
    root.append(bar);
  });
  return root;
}

export function summary() {
  const rows = new Map();
  for (const match of games().filter(({ watched, begun }) => !watched && begun !== false).reverse()) {
    const kind = { daily: "puzzles of the day", level: "packs" }[match.kind] ?? boardOf(match.game, match.about);
    const name = `${match.title ?? match.box}: ${kind}`;
    const row = rows.get(name) ?? { games: 0, won: 0, best: Infinity, unit: "", seconds: 0, results: [] };
    rows.set(name, row);
    row.games += 1;
    row.seconds += match.seconds ?? 0;
    if (!match.ended) continue;
    row.results.push(Boolean(match.won));
    row.won += Number(Boolean(match.won));
    const [unit, number] = Object.entries(units(match.length)).at(-1) ?? [];
    // Different puzzles have no best in common.
    if (match.won && unit && !match.kind && number < row.best) [row.best, row.unit] = [number, unit];
  }
  return rows;
}

export function show() {
  const body = [...summary()].map(([name, row]) => make(
    "tr", {}, make("th", { scope: "row" }, name), ...[
      String(row.games), String(row.won), row.best < Infinity ? inWords({ [row.unit]: row.best }) : "–", clock(row.seconds), row.results.length ? plot(row.results.slice(-20)) : "–",
    ].map((value, number) => make("td", { "data-head": HEADS[number] }, value)),
  ));
  const heads = ["Game", ...HEADS].map((head) => make("th", { scope: "col" }, head));
  return body.length ? make("div", { className: "scroll", tabIndex: 0, role: "group", "aria-label": "statistics by game" }, make("table", { className: "figures" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body))) : make("p", { className: "note" }, "Nothing has been played in this browser yet.");
}
