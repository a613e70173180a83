// The end of a match, in the words of whoever looks at it.

const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

export function help({ hints, solutions }) {
  const asked = [hints && count(hints, "hint"), solutions && count(solutions, "solution")].filter(Boolean);
  return asked.join(", ");
}

// Who lost where nobody may move although the rules would let them: the seat that the words begin with.
function scoresOf({ outcome, ended, seats }) {
  if (outcome) return outcome.scores;
  const loser = seats.findIndex((seat) => ended.startsWith(`${seat.name} `));
  return seats.map((_, number) => Number(number !== loser));
}

export function verdict(look) {
  const { outcome, seats, you } = look;
  const why = outcome ? outcome.reason : look.ended;
  if (seats.length === 1) return `${outcome.scores[0] > 0 ? "Won!" : "Lost:"} ${why} · ${look.length} · ${help(look) || "no hints"}`;
  const scores = scoresOf(look);
  const best = Math.max(...scores);
  const winners = seats.filter((_, number) => scores[number] === best);
  if (winners.length > 1) return `A draw: ${why}`;
  if (you.length === 1) return `${scores[you[0]] === best ? "You won" : "You lost"}: ${why}`;
  return `${winners[0].name} won: ${why}`;
}
