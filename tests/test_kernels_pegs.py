"""The analysis kernels against the readable rules: moves, successors, every figure of a report, every answer."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from conftest import whole
from hoyle.dice import Dice
from hoyle.game import HoyleError
from hoyle.games.pegs import PegSolitaire, Position, game
from hoyle.games.pegs.boards import VARIANTS
from hoyle.games.pegs.count.analysis import analyse
from hoyle.games.pegs.count.codec import MOST_HOLES, Codec, lines_of, symmetries_of
from hoyle.games.pegs.count.layers import MEMORY, NONE, KeySet, TooLargeError, bitmap, enumerate_layers, expand, flood
from hoyle.games.pegs.count.report import Report
from hoyle.games.pegs.count.spool import Spool
from hoyle.games.pegs.oracle.book import Store, is_kept
from hoyle.games.pegs.oracle.consult import choose
from hoyle.games.pegs.oracle.oracle import Oracle, codec_of
from hoyle.games.pegs.oracle.page import SHIFT
from hoyle.games.pegs.oracle.retrograde import Retrograde
from hoyle.grid import Square, name, square
from hoyle.solver import perft

JIT_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") == "1"

SMALL = (
    "easy",
    "cross",
    "triangle4",
    "triangle",
    "triangle@b4-c3",
    "triangle@a3-a3",
    "OOO/O.O/OOO",
    "OOO./OO.O/OOOO",
    "..OO/.OOO/OOOO",  # several vacancies
    "O/O/./O/O/O",  # one hole wide: a mirror image that changes nothing
    "**O**/*OOO*/OO.OO/*OOO*/**O**",
    "O/*",
    "O/..",
    "***OOO***/***.O.***/***...***/....O..../...OO..../........./***...***/***...***/***...***",  # keys of 41 bits
    "......../..OO..../..O.OO../......../......../......../......../........",
)
"""Boards that the readable rules go through in a moment; the last has more than 64 lines."""

ANALYSED = [variant for variant in VARIANTS if 3 <= len(game(variant).board.holes) <= MOST_HOLES]


@dataclass(eq=False)
class Book:
    """All that the rules say about a game, found position by position without a kernel."""

    rules: PegSolitaire

    def __post_init__(self) -> None:
        start = self.rules.start()
        self.layers: list[dict[Position, int]] = [{start: 1}]
        self.chances = {start: Fraction(1)}
        while True:
            following: dict[Position, int] = defaultdict(int)
            for position, ways in self.layers[-1].items():
                children = self.children(position)
                for child in children:
                    following[child] += ways
                    self.chances[child] = self.chances.get(child, Fraction(0)) + self.chances[position] / len(children)
            if not following:
                break
            self.layers.append(following)
        self.positions = [position for layer in self.layers for position in layer]
        permutations = symmetries_of(self.rules.board)
        squares = self.rules.board.squares
        maps = [{squares[i]: squares[j] for i, j in enumerate(permutation)} for permutation in permutations]
        self.maps = [image for image in maps if frozenset(image[hole] for hole in start) == start]

    def children(self, position: Position) -> list[Position]:
        return [self.rules.play(position, jump) for jump in self.rules.moves(position)]

    def orbit(self, position: Position) -> frozenset[Position]:
        return frozenset(frozenset(image[hole] for hole in position) for image in self.maps)

    def orbits(self, positions: Iterator[Position] | list[Position]) -> int:
        return len({self.orbit(position) for position in positions})

    @cache  # noqa: B019 -- a book lives as long as its test
    def holes(self, position: Position) -> frozenset[Square]:
        """Return the holes in which a last peg can be left."""
        children = self.children(position)
        return (
            frozenset().union(*map(self.holes, children))
            if children
            else position
            if len(position) == 1
            else frozenset()
        )

    @cache  # noqa: B019 -- likewise
    def fewest(self, position: Position) -> int:
        return min(map(self.fewest, self.children(position)), default=len(position))

    @cache  # noqa: B019 -- likewise
    def turns(self, position: Position, last: Square | None) -> float:
        """Return the fewest turns to the win after a peg has moved to a hole, or infinity."""
        won = len(position) == 1 and self.rules.goal in {None, *position}
        lines = [
            self.turns(self.rules.play(position, jump), jump.target) + (jump.source != last)
            for jump in self.rules.moves(position)
        ]
        return min(lines, default=0.0 if won else float("inf"))


@pytest.fixture(scope="module", params=SMALL)
def book(request: pytest.FixtureRequest) -> Book:
    """Return the book of a small game."""
    return Book(game(request.param))


def test_a_report_says_what_the_rules_say(book: Book) -> None:
    """Every figure of every layer is what the rules give, position by position."""
    report = analyse(book.rules, threads=1)
    assert report.symmetries == len({tuple(sorted(image.items())) for image in book.maps})
    assert report.distinct == len(book.positions)
    for layer, found in zip(report.layers, book.layers, strict=True):
        dead = [position for position in found if not book.children(position)]
        assert (layer.positions, layer.distinct) == (book.orbits(list(found)), len(found))
        assert (layer.dead_ends, layer.distinct_dead_ends) == (book.orbits(dead), len(dead))
        assert layer.games == sum(found[position] for position in dead)
        assert layer.sequences == sum(found.values())
        assert layer.chance == pytest.approx(float(sum(book.chances[position] for position in dead)), rel=1e-12)
        assert layer.winning == book.orbits([position for position in found if book.holes(position)])
        assert layer.pegs == len(next(iter(found)))


def test_the_finishes_of_a_report_are_those_of_the_rules(book: Book) -> None:
    """Sequences, chances and winning positions of each last hole as well."""
    report = analyse(book.rules, threads=1)
    last = {next(iter(position)): position for position in book.positions if len(position) == 1}
    assert sorted(hole for finish in report.finishes for hole in finish.holes) == sorted(map(name, last))
    for finish in report.finishes:
        for hole in map(square, finish.holes):
            assert finish.sequences == book.layers[-1][last[hole]]
            assert finish.chance == pytest.approx(float(book.chances[last[hole]]), rel=1e-12)
        ends = set(map(square, finish.holes))
        expected = [book.orbits([at for at in layer if book.holes(at) & ends]) for layer in book.layers]
        assert list(finish.winning) == expected
    won = [position for position in last.values() if book.rules.goal in {None, *position}]
    assert report.sequences == sum(book.layers[-1][position] for position in won)
    assert report.chance == pytest.approx(float(sum(book.chances[position] for position in won)), rel=1e-12)


def test_bitmaps_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorted arrays and bitmaps, one thread and three, come to the same."""
    rules = game("triangle@a3")
    plain = analyse(rules, threads=1)
    monkeypatch.setattr("hoyle.games.pegs.count.analysis.SPARSENESS", 60)
    monkeypatch.setattr("hoyle.games.pegs.count.analysis.WAYS_SLICE", 10)
    monkeypatch.setattr("hoyle.games.pegs.count.layers.SLICE", 7)
    dense = analyse(rules, threads=3)
    assert _close(dense, plain)


def _close(one: Report, other: Report) -> bool:
    """Tell whether reports agree but for the rounding of chances, which are summed up slice by slice."""
    chances = [
        [layer.chance for layer in report.layers] + [finish.chance for finish in report.finishes]
        for report in (one, other)
    ]
    rest = [
        replace(
            report,
            layers=tuple(replace(layer, chance=0.0) for layer in report.layers),
            finishes=tuple(replace(finish, chance=0.0) for finish in report.finishes),
        )
        for report in (one, other)
    ]
    return chances[0] == pytest.approx(chances[1]) and rest[0] == rest[1]


def test_an_oracle_answers_as_the_rules(book: Book) -> None:
    """Ask it about positions and about every jump in them, with and without a peg that moved last."""
    if not lines_of(book.rules.board):
        with pytest.raises(HoyleError, match="no room"):
            Oracle.near(book.rules, book.rules.start())
        return
    oracle = Oracle.near(book.rules, book.rules.start(), most=100_000)
    assert oracle is not None
    infinity = float("inf")
    dice = Dice(3)
    for position in {dice.choose(book.positions) for _ in range(150)}:
        last = dice.choose([None, *sorted(position)])
        answer = oracle.answer(position, last)
        assert answer.fewest == book.fewest(position)
        assert set(map(square, answer.holes)) == book.holes(position)
        assert (infinity if answer.turns is None else answer.turns) == book.turns(position, last)
        assert answer.winnable == (book.turns(position, None) < infinity)
        for prospect, jump in zip(answer.prospects, book.rules.moves(position), strict=True):
            child = book.rules.play(position, jump)
            turns = book.turns(child, jump.target) + (jump.source != last)
            assert prospect.jump == jump
            assert prospect.fewest == book.fewest(child)
            assert (infinity if prospect.turns is None else prospect.turns) == turns
            assert (jump in answer.keeps) == (
                prospect.winnable if answer.winnable else prospect.fewest == answer.fewest
            )


def test_little_memory_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Winning positions are listed by layers or looked for in a bitmap, and so are all of them."""
    rules = game("triangle@b4-c3")
    codec = codec_of(rules)
    listed = Retrograde(codec, 2, MEMORY, None, None).page()
    monkeypatch.setattr("hoyle.games.pegs.oracle.retrograde.MOST_LISTED", 0)
    mapped = Retrograde(codec, 2, MEMORY, None, None).page()
    monkeypatch.setattr(Retrograde, "_maps", property(lambda _: False))
    short = Retrograde(codec, 2, MEMORY, None, None).page()
    assert (listed.best == short.best).all()
    assert (listed.turns == short.turns).all()
    assert listed.best.max() > 7
    assert len(listed.turns) > 50
    assert (listed.best == mapped.best).all()
    assert (listed.turns == mapped.turns).all()


def test_a_flood_meets_every_position_once() -> None:
    """In whatever order, the same keys as layer by layer."""
    codec = Codec.of(game("triangle").board, game("triangle").start())
    layers = [part for layer in enumerate_layers(codec) for part in layer.parts]
    seen, first = bitmap(codec), layers[0]
    seen[int(first[0]) >> 6] |= np.uint64(1 << (int(first[0]) & 63))
    met = [first]
    assert sum(flood(codec, [first], seen, met.append, threads=2)) == sum(map(len, layers)) - 1
    assert sorted(np.concatenate(met).tolist()) == sorted(np.concatenate(layers).tolist())


def test_an_oracle_answers_many_at_once_and_knows_what_it_does_not_know() -> None:
    """Ask it about all 32,768 words of the triangle."""
    rules = game("triangle")
    book, oracle = Book(rules), Oracle.near(rules, rules.start(), threads=2)
    assert oracle is not None
    words = oracle.codec.words(book.positions)
    answers = oracle.ask(words)
    assert answers.known.all()
    assert answers.fewest.tolist() == [book.fewest(position) for position in book.positions]
    strange = np.setdiff1d(np.arange(1 << 15, dtype=np.uint64), words)
    reachable_images = {word for position in book.positions for word in _images(oracle.codec, position)}
    assert set(strange[oracle.ask(strange).known].tolist()) <= reachable_images
    with pytest.raises(HoyleError, match="cannot be reached"):
        oracle.answer(rules.board.holes)


def _images(codec: Codec, position: Position) -> set[int]:
    squares = codec.board.squares
    return {
        codec.word(squares[permutation[codec.number[hole]]] for hole in position) for permutation in codec.symmetries
    }


@pytest.mark.parametrize("variant", ANALYSED)
def test_children_are_those_of_the_rules_on_random_walks(variant: str) -> None:
    """The kernel makes the moves of every variant, forwards and back."""
    rules, dice = game(variant), Dice(len(variant))
    codec = Codec.of(rules.board, rules.start())
    position, walk = rules.start(), list[Position]()
    while jumps := list(rules.moves(position)):
        walk.append(position)
        position = rules.play(position, dice.choose(jumps))
    walk.append(position)
    keys = codec.encode(walk)
    assert codec.decode(keys) == walk
    least, _ = codec.canonical(keys)
    for position, key in zip(walk, least, strict=True):
        children = [rules.play(position, jump) for jump in rules.moves(position)]
        found, dead = expand(codec, [np.array([key])], NONE)
        assert dead == (not children)
        assert set(codec.canonical(codec.encode(children))[0].tolist()) == {k for part in found for k in part.tolist()}
        # Every child leads back, among others, to the position it came from.
        for child in codec.canonical(codec.encode(children))[0]:
            back, _ = expand(codec, [np.array([child])], NONE, back=True)
            assert key in back[0]


@pytest.mark.parametrize("variant", [name for name in VARIANTS if game(name).board.holes])
def test_every_symmetry_is_a_permutation_of_the_jumps(variant: str) -> None:
    """A symmetry takes each hole to a hole and each line to a line."""
    board = game(variant).board
    lines = {(min(a, c), b, max(a, c)) for a, b, c in lines_of(board)}
    permutations = symmetries_of(board)
    assert permutations[0] == tuple(range(len(board.holes)))
    assert len(set(permutations)) == len(permutations)
    for image in permutations:
        assert sorted(image) == list(range(len(board.holes)))
        assert {(min(image[a], image[c]), image[b], max(image[a], image[c])) for a, b, c in lines} == lines


@pytest.mark.parametrize("variant", [variant for variant in ANALYSED if len(game(variant).board.holes) <= 37])
def test_sequences_of_each_length_are_the_perft_of_the_rules(variant: str) -> None:
    """The number of jump sequences is the standard proof of a move generator."""
    rules = game(variant)
    start = rules.start()
    if JIT_OFF or len(rules.board.holes) > 33:
        pytest.skip("a report on this board takes too long")
    if len(start) > 16 and variant != "diamond25":
        pytest.skip("the report on the English board has a test of its own")
    report = analyse(rules)
    for depth, layer in enumerate(report.layers[:5]):
        assert layer.sequences == perft(rules, start, depth)


@pytest.mark.parametrize(
    ("start", "solutions"),
    [("a1", 29_760), ("a2", 14_880), ("a3", 85_258), ("b4", 1_550), ("c4", 1_550), ("d5", 14_880)],
)
def test_solutions_of_the_triangle(start: str, solutions: int) -> None:
    """The 15-hole triangle, by type of start."""
    assert analyse(game(f"triangle@{start}"), threads=1).sequences == solutions


@whole
@pytest.mark.skipif(JIT_OFF, reason="23 million positions need a kernel")
def test_the_english_central_game() -> None:
    """The public numbers of the 33-hole board come out."""
    report = analyse(game("english@d4-d4"))
    sizes = [layer.positions for layer in report.layers]
    assert sizes[:9] == [1, 1, 2, 8, 39, 171, 719, 2757, 9751]
    assert [layer.sequences for layer in report.layers[:8]] == [1, 4, 12, 60, 400, 2960, 24600, 221072]
    assert report.positions == 23_475_688
    assert report.distinct == 187_636_299
    assert report.winning == 1_679_072
    assert report.sequences == 40_861_647_040_079_968
    assert report.games == 577_116_156_815_309_849_672
    assert sum(layer.chance for layer in report.layers) == pytest.approx(1.0, rel=10 * report.precision)


@whole
def test_the_english_central_game_takes_eighteen_turns() -> None:
    """Bergholt 1912, proved by Beasley."""
    rules = game("english@d4-d4")
    oracle = Oracle.near(rules, rules.start(), most=1 << 30, threads=2)
    assert oracle is not None
    assert oracle.answer(rules.start()).turns == 18


@pytest.mark.parametrize("bits", [(), (0,), (511, 512), (63, 64, 1000), tuple(range(0, 1024, 3))])
def test_a_set_of_keys_knows_their_places(bits: tuple[int, ...]) -> None:
    """A bitmap and a sorted array give the same answers."""
    words = np.zeros(16, np.uint64)
    for bit in bits:
        words[bit >> 6] |= np.uint64(1 << (bit & 63))
    keys = np.array(bits, np.uint32)
    everything = np.arange(1024, dtype=np.uint32)
    expected = [bits.index(key) if key in bits else -1 for key in range(1024)]
    for found in (KeySet.dense(words, 2), KeySet.sparse(keys)):
        assert len(found) == len(bits)
        assert found.members(keys.dtype, 2).tolist() == list(bits)
        assert found.find(everything).tolist() == expected


@pytest.mark.parametrize("sparseness", [0, 60])
def test_a_run_that_was_broken_off_goes_on(tmp_path: Path, sparseness: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on where it was, and leaves nothing behind, with sorted arrays and with bitmaps."""
    monkeypatch.setattr("hoyle.games.pegs.count.analysis.SPARSENESS", sparseness)
    rules = game("triangle")

    def stop(_what: str, jumps: int, _most: int, _positions: int) -> None:
        if jumps == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(rules, threads=1, progress=stop, folder=tmp_path)
    assert list(tmp_path.glob("*.json"))
    visited = list[int]()
    report = analyse(rules, threads=1, progress=lambda _what, jumps, *_: visited.append(jumps), folder=tmp_path)
    assert visited[0] == 7
    assert report == analyse(rules, threads=1)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("damage", ["index", "keys", "ways", "missing"])
def test_a_damaged_run_begins_anew(tmp_path: Path, damage: str) -> None:
    """Nothing is believed that is not whole."""
    rules = game("triangle4")

    def stop(_what: str, jumps: int, _most: int, _positions: int) -> None:
        if jumps == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(rules, threads=1, progress=stop, folder=tmp_path)
    path = min(tmp_path.glob({"index": "*.json", "keys": "*.keys.npy", "ways": "*.ways.npy"}.get(damage, "*.keys.npy")))
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-9])
    assert Spool(tmp_path, Codec.of(rules.board, rules.start()).fingerprint).load() is None
    assert analyse(rules, threads=1, folder=tmp_path) == analyse(rules, threads=1)


@pytest.mark.usefixtures("cache_home")
def test_memory_is_bounded() -> None:
    """What does not fit is refused in words."""
    with pytest.raises(TooLargeError, match="GiB are allowed"):
        analyse(game("triangle"), threads=1, memory=4000)
    with pytest.raises(TooLargeError, match="more than"):
        Oracle.of(game("triangle"), threads=1, memory=1000)
    with pytest.raises(TooLargeError, match="45 holes"):
        Oracle.of(game("wiegleb"))
    with pytest.raises(HoyleError, match="64 holes"):
        analyse(game("cross5"))


def test_near_a_position_of_a_large_board_there_is_an_oracle() -> None:
    """Late positions of any board are small games of their own."""
    rules = game("wiegleb")
    pegs = frozenset(map(square, ("e5", "e6", "d4", "d3", "f5")))
    oracle = Oracle.near(rules, pegs)
    assert oracle is not None
    assert oracle.answer(pegs).fewest == Book(PegSolitaire(rules.board, pegs)).fewest(pegs)
    assert Oracle.near(rules, rules.start(), most=50) is None


def test_the_cheapest_oracle_that_knows_a_position(cache_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is gone through anew, a whole game is kept, and what is too much is admitted."""
    rules = game("triangle4")
    assert choose(rules, rules.start()) is not None
    assert not cache_home.exists()
    monkeypatch.setattr("hoyle.games.pegs.oracle.consult.FEW", 1)
    whole = choose(rules, rules.start())
    assert whole is not None
    assert list(cache_home.iterdir())
    assert choose(rules, rules.start()) is whole
    monkeypatch.setattr("hoyle.games.pegs.oracle.consult.MANY", 1)
    assert choose(game("wiegleb"), game("wiegleb").start()) is None
    assert choose(game("cross5"), game("cross5").start()) is None


@pytest.fixture
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache directory."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "hoyle"


def test_books_on_ever_other_boards_do_not_fill_the_disk(cache_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were used last stay, and so do large ones, which took long; what a stopped writer left goes."""
    monkeypatch.setattr("hoyle.games.pegs.oracle.book.LIGHT", 1_000)
    monkeypatch.setattr("hoyle.games.pegs.oracle.book.ROOM", 400)
    cache_home.mkdir()
    large, half, whole = (cache_home / name for name in ("pegs-large.v2", ".hoyle-stopped", ".hoyle-goes-on"))
    for path in (large, half, whole):
        path.write_bytes(b"x" * 1_000)
    for path in (large, half):
        os.utime(path, (1, 1))
    first, *others = [
        game(f"triangle4@{hole}") for hole in ("a1", "a2", "b2", "a3", "b3", "c3", "a4", "b4", "c4", "d4")
    ]
    for board in (first, *others):
        Oracle.of(board)
        # Time passes, and the first is asked for again and again.
        for path in cache_home.glob("pegs-*"):
            os.utime(path, (1, path.stat().st_mtime - 10))
        Oracle.of(first)
        assert is_kept(codec_of(first))
        assert sum(path.stat().st_size for path in cache_home.glob("pegs-*") if path != large) <= 400
    assert not all(is_kept(codec_of(board)) for board in others)
    assert (large.exists(), whole.exists(), half.exists()) == (True, True, False)


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "other version", "other blocks"])
def test_a_damaged_or_stale_file_is_built_anew(cache_home: Path, damage: str) -> None:
    """The file is as it was before the damage, and nothing else lies about."""
    rules = game("triangle4")
    Oracle.of(rules, threads=1)
    (path,) = cache_home.iterdir()
    whole = path.read_bytes()
    if damage == "other blocks":
        Store(path).save(lambda _number: b"block", 2)
    else:
        path.write_bytes(
            {
                "cut": whole[:-5],
                "flipped": whole[:-5] + bytes([whole[-5] ^ 1]) + whole[-4:],
                "empty": b"",
                "other version": whole.replace(b"HOYLE-2", b"HOYLE-1"),
            }[damage]
        )
    built = list[str]()
    oracle = Oracle.of(rules, threads=1, progress=lambda what, *_: built.append(what))
    assert oracle.answer(rules.start()).fewest == Book(rules).fewest(rules.start())
    assert built
    assert path.read_bytes() == whole
    assert list(cache_home.iterdir()) == [path]


def test_a_kept_oracle_is_not_built_again(cache_home: Path) -> None:
    """The second time it is only read."""
    rules = game("triangle4")
    Oracle.of(rules, threads=1)
    built = list[str]()
    again = Oracle.of(rules, threads=1, progress=lambda what, *_: built.append(what))
    assert not built
    assert list(cache_home.iterdir())
    _same_answers(again, Oracle.near(rules, rules.start()), Book(rules).positions)


@pytest.mark.parametrize("size", [3, 4, 11])
def test_a_game_kept_as_a_list_is_read_as_one_kept_as_a_bitmap(cache_home: Path, size: int) -> None:
    """Rows apart have too many classes for a bitmap, and the book is cut from a list."""
    rules = game("/***/".join(["OO."] * size))
    in_memory = Oracle.near(rules, rules.start())
    assert isinstance(in_memory, Oracle)
    _same_answers(Oracle.of(rules, threads=1), in_memory, Book(rules).positions)
    assert list(cache_home.iterdir())


@pytest.mark.skipif(JIT_OFF, reason="a bitmap of two million keys needs a kernel")
def test_an_oracle_reads_only_the_pages_it_is_asked_for(cache_home: Path) -> None:
    """It gives the same answers from several pages as from memory, and one that is damaged is not missed until it is needed."""
    rules = game("***.***/**OO.**/*.OOO.*/.OOO.../*..OO.*/**...**/***.***")
    built = Oracle.near(rules, rules.start(), threads=2)
    assert built is not None
    assert built.codec.width > SHIFT
    positions = Book(rules).positions
    _same_answers(Oracle.of(rules, threads=2), built, positions)
    (path,) = cache_home.iterdir()
    data = bytearray(path.read_bytes())
    data[-3] ^= 1
    path.write_bytes(data)
    rebuilt = list[str]()
    oracle = Oracle.of(rules, threads=2, progress=lambda what, *_: rebuilt.append(what))
    assert not rebuilt
    _same_answers(oracle, built, positions)
    assert rebuilt


def _same_answers(one: Oracle, other: Oracle | None, positions: Sequence[Position]) -> None:
    assert other is not None
    words = one.codec.words(positions)
    here, there = one.ask(words), other.ask(words)
    assert here.known.all()
    assert (here.fewest == there.fewest).all()
    assert (here.turns == there.turns).all()


def test_a_directory_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is built each time."""
    (tmp_path / "hoyle").write_text("a file where the directory would be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert Oracle.of(game("triangle4"), threads=1).answer(game("triangle4").start()).prospects


def test_two_builders_do_not_harm_each_other(cache_home: Path) -> None:
    """The last one to finish wins, with a whole file."""
    rules = game("triangle4")
    builders = [Thread(target=Oracle.of, args=(rules,), kwargs={"threads": 1}) for _ in range(4)]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    (path,) = cache_home.iterdir()
    assert Store(path).open(1) is not None


def test_plain_layers_are_the_same_with_and_without_a_bitmap() -> None:
    """The enumeration without counting, too."""
    rules = game("triangle")
    codec = Codec.of(rules.board, rules.start())
    seen = bitmap(codec)
    sizes = [(layer.size, layer.dead_ends) for layer in enumerate_layers(codec, threads=2, seen=seen)]
    assert sizes == [(layer.size, layer.dead_ends) for layer in enumerate_layers(codec, seen=NONE)]
    assert len(KeySet.dense(seen)) == sum(size for size, _ in sizes)
