"""Games of DomSolitaire as the handout prints them: states, long and short, and stacks of moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hoyle.classroom.domsol import Domino
from hoyle.course.printed import Line

LETTERS = {tile.name: str(tile) for tile in Domino.get_set(6)}


def expectations(lines: Sequence[str]) -> Iterator[Line]:
    """Yield what is expected of each line of a state."""
    number = 0
    while number < len(lines):
        line = lines[number]
        head, _, rest = line.partition("F0")
        if re.match(r"\s*+\d++\s*+/", rest):
            highest = line.count("/") - 1
            block = [*lines[number + 1 : number + 2 + highest], *[""] * 7][: highest + 1]
            for index, got in enumerate(block):
                tiles = re.findall(r"\[\s*+(\d?)\s*+:\s*+(\d?)\s*+\]", got)
                words = "".join(f"{Domino(int(one or 0), int(other or 0))} " for one, other in tiles)
                yield Line(number + index + 2, f"S{index} |top>{words}<|", got, "a stack from its top")
            tiles = re.findall(r"\[([ \d]):([ \d])\]", "".join(block))
            there = [str(Domino(int(one.strip() or 0), int(other.strip() or 0))) for one, other in tiles]
            sizes = _sizes(highest, there)
            words = "".join(f"F{index} {size}/{index + 1}  " for index, size in enumerate(sizes))
            expected = f"{head.rstrip()} {words}"
            blanks = expected.split() == line.split()
            why = "two blanks follow each size" if blanks else "the foundations hold what the stacks do not"
            yield Line(number + 1, expected, line, why)
            number += highest + 2
            continue
        if re.match(r"\d++\|", line):
            stacks = [part.split() for part in line.split("|")[1:-1]]
            sizes = _sizes(len(stacks) - 1, [LETTERS.get(letter, letter) for stack in stacks for letter in stack])
            words = "".join("".join(f"{letter} " for letter in stack) + "|" for stack in stacks)
            yield Line(
                number + 1,
                f"{''.join(map(str, sizes))}|{words}",
                line,
                "sizes of the foundations, then letters from the top",
            )
        elif "->" in line and re.match(r"\w*+\s*+\|top>", line):
            moves = re.findall(r"\w{0,9}[SF]\d{1,2}->[SF]\d{1,2}[?!]", line)
            name = line.partition("|")[0].strip()
            yield Line(number + 1, f"{name} |top>{''.join(f'{move} ' for move in moves)}<|", line, "a stack of moves")
        number += 1


def _sizes(highest: int, tiles: Sequence[str]) -> list[int]:
    """Return how many tiles each foundation has when some tiles are in the stacks."""
    rest = {str(tile) for tile in Domino.get_set(max(0, highest))} - set(tiles)
    return [sum(str(Domino(high, low)) in rest for low in range(high + 1)) for high in range(highest + 1)]
