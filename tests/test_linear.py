"""No text from outside can keep anybody busy: patterns cannot backtrack, and every reader's time grows with the text.

The first law is exact: it reads every pattern in the package.  The second is measured: each reader gets texts of many
adversarial families, four times as long each time up to its limit, and may take no more than twice its share longer.
"""

from __future__ import annotations

import ast
import asyncio
import importlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from re import _constants as sre
from re import _parser as patterns
from typing import Any, Final

import pytest

import hoyle
from conftest import WHOLE, some
from hoyle import grid
from hoyle.cli.solve import LONGEST_PROOF
from hoyle.game import HoyleError
from hoyle.games.stratego import course, gravon
from hoyle.record import LIMIT, Record, moves_in
from hoyle.referee import read_record
from hoyle.shelf import find, shelf
from hoyle.tables import explain
from hoyle.tables.web import spelling
from hoyle.tables.web.http.app import application
from hoyle.tables.web.http.door import LARGEST_COOKIES, LARGEST_TARGET
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store

SOURCE: Final = Path(hoyle.__file__).parent
MATCHERS: Final = {"compile", "match", "fullmatch", "search", "split", "sub", "subn", "findall", "finditer"}
SINGLE: Final = {sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN, sre.CATEGORY}
FEW: Final = 64
"""A repeat that gives back at most so many letters is no way to keep anybody busy."""

# ---------------------------------------------------------------------------------------------- patterns


def _patterns() -> Iterator[tuple[str, str]]:
    """Yield every pattern that the package uses, with its place; one that is put together is evaluated in its module."""
    for path in sorted(SOURCE.rglob("*.py")):
        if path.stem == "spiel":  # which needs OpenSpiel
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "re"
                and node.func.attr in MATCHERS
            ):
                name = ".".join(("hoyle", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
                inside = vars(importlib.import_module(name))
                pattern = eval(compile(ast.Expression(node.args[0]), name, "eval"), inside)  # noqa: S307 — our own source
                yield f"{path.relative_to(SOURCE)}:{node.lineno}", pattern


def backtracks(pattern: str) -> bool:
    """Tell whether matching a pattern may try more than a fixed number of ways to read the same letters.

    It cannot if whatever is repeated without a bound is a single letter and is never given back.
    """
    return any(
        (operator in {sre.MAX_REPEAT, sre.MIN_REPEAT} and argument[1] > FEW)
        or (
            operator == sre.POSSESSIVE_REPEAT
            and argument[1] > FEW
            and not (len(argument[2]) == 1 and argument[2][0][0] in SINGLE)
        )
        for operator, argument in _operators(patterns.parse(pattern))
    )


def _operators(parsed: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(parsed, (tuple, list)):
        if len(parsed) == 2 and isinstance(parsed[0], type(sre.MAX_REPEAT)):
            yield parsed[0], parsed[1]
        for part in parsed:
            yield from _operators(part)
    elif isinstance(parsed, patterns.SubPattern):
        yield from _operators(list(parsed))


def test_no_pattern_of_the_package_can_backtrack() -> None:
    """Whatever meets text from outside or not."""
    found = list(_patterns())
    assert len(found) > 40
    assert [where for where, pattern in found if backtracks(pattern)] == []


@pytest.mark.parametrize("pattern", ["a*b", "a+?b", "(.*) vs (.*)", "(?:ab)++", "(?:a|(b*))c", "(?=a*b)", "a{0,100}"])
def test_such_patterns_would_be_noticed(pattern: str) -> None:
    """Each gives back letters, or repeats more than a letter."""
    assert backtracks(pattern)


@pytest.mark.parametrize("pattern", ["a*+b", "[ab]++", r"(\s*+\d{1,3})?", "(?:[^|]{2}){10}", "abc"])
def test_such_patterns_are_allowed(pattern: str) -> None:
    """Each letter is read once, or a few times."""
    assert not backtracks(pattern)


# ----------------------------------------------------------------------------------------------- readers

TOKENS: Final = (
    *(
        "a",
        "1",
        "0",
        " ",
        "\n",
        "\t",
        "(",
        "[",
        "<",
        "{",
        '"',
        "'",
        "#",
        "/",
        "|",
        ",",
        ";",
        ".",
        "-",
        ":",
        "=",
        "*",
        "O",
    ),
    *(
        "a1",
        "a1-",
        "a1b1",
        "z99",
        "( ",
        "(a",
        "()",
        "[ ",
        "[[",
        "[1,",
        "[1:1]",
        "S1",
        "S1-F1 ",
        "1.",
        "1. ",
        "1,",
        " 1 ",
    ),
    *(" vs ", "vs result 1 winner 1", "\n1", "\n \n", "Game:", "A: ", "Start:\n", "first:", "M(0,3;", "M(0,3;N;1)"),
    *(
        "0|__|",
        "0|__|__|__|__|__|__|__|__|__|__|\n",
        "red(",
        "red()",
        "<a>",
        "<a/>",
        "<!",
        "A4-A5\n",
        "END\n",
        "S0 |top>",
    ),
    *("d2d4", "R", "RG/", "r5 ", "r5'!", "~1", "move_left(", "\u2028", "\N{NO-BREAK SPACE}", "ß", "İ"),
)
"""What adversarial texts repeat."""

LARGE: Final = {
    *("domino/9", "dots/wide", "nim/marienbad", "pegs/cross9", "pegs/triangle", "stratego/classic", "stratego/course"),
}
"""Variants of a game share their readers: the largest of each, and what is written in another way, stand for all."""
Reader = Callable[[str], object]


def _tried(reader: Callable[..., object], *facts: Any) -> Reader:
    def read(text: str) -> None:
        with suppress(HoyleError):
            reader(*facts, text)

    return read


def _of_games() -> Iterator[tuple[str, Reader, int, tuple[str, ...]]]:
    for name in shelf():
        box = shelf()[name]
        yield f"{name}: variants", _tried(box.game), 12_000, ("", "8x8-", "english@", "classic@")
        if box.study.check is not None:
            yield f"{name}: verify", _tried(box.study.check), LONGEST_PROOF, ("", f'{{"proof": "hoyle/{name}", "x": ')
        for kind, reader in box.texts.formats.items():
            yield (
                f"{name}: {kind}",
                _tried(reader),
                LIMIT,
                ("", "1 ", "#X38FA11 Stratego-Notation v1\ntype0\n", "<stratego>"),
            )
        for variant in box.variants:
            if not (WHOLE or f"{name}/{variant}" in LARGE):
                continue
            game = box.game(variant)
            start = game.start()
            written = game.write(start)
            yield f"{name}/{variant}: read", _tried(game.read), 20_000, ("", written, f"{written[:9]}")
            yield f"{name}/{variant}: parse", _tried(game.parse, start), 20_000, ("", "red(", "move_left(", "S1")
            yield f"{name}/{variant}: unchain", _tried(game.unchain), 20_000, ("", "red(")
            if box.texts.deal is not None:
                yield f"{name}/{variant}: deal", _tried(box.texts.deal, game), 20_000, ("", "[1:1]")


def _of_tables() -> Iterator[tuple[str, Reader, int, tuple[str, ...]]]:
    head = "Game: nim/9999\n"
    yield "record", _tried(Record.read), LIMIT, (head, f"{head}Start: ")
    yield "moves", _tried(moves_in), LIMIT, ("1.a(",)
    yield "any format", _tried(read_record), LIMIT, ("",)
    yield "square", _tried(grid.square), 20_000, ("", "a")
    yield "gravon", _tried(gravon.translate), LIMIT, ("#X38FA11 Stratego-Notation v1\ntype0\n", "<stratego><game>")
    yield "course", _tried(course.translate), LIMIT, ("1 ", "9 M(0,3;N;1)")
    yield "course moves", _tried(course.read_moves), LIMIT, ("999999 ",)
    for name in ("dots/12x12", "pegs/english", "stratego/barrage"):
        box, game = find(name)
        state = game.start()
        scene = box.look.picture(game, state)
        yield f"{name}: spelling", _tried(partial(spelling.spell, game, state, scene)), 2000, ("",)
        yield f"{name}: spelled", _tried(explain.parts_of, explain.spellings_of(scene)), 20_000, ("",)


READERS: Final = {name: (reader, limit, heads) for name, reader, limit, heads in (*_of_games(), *_of_tables())}


def seconds(reader: Reader, text: str, times: int = 1) -> float:
    """Return the processor's time for a text, the least of several tries: whatever else runs can only add to it."""
    tries = []
    for _ in range(times):
        before = time.thread_time()
        reader(text)
        tries.append(time.thread_time() - before)
    return min(tries)


def family(head: str, token: str, length: int) -> str:
    """Return a text of that length at most."""
    return head + token * max((length - len(head) - 1) // len(token), 0) + "!"


def grows_too_fast(reader: Reader, head: str, token: str, limit: int) -> bool:
    """Tell whether four times the text takes more than eight times the time; what is quick at the limit cannot."""
    for length in (limit // 16, limit // 4, limit):
        long = seconds(reader, family(head, token, length))
        if long < QUICK:
            continue
        short = family(head, token, length // 4)
        if long > 8 * seconds(reader, short) and seconds(reader, family(head, token, length), 3) > 8 * seconds(
            reader, short, 5
        ):
            return True
    return False


def ask(app: Any, loop: asyncio.AbstractEventLoop, **facts: Any) -> int:
    """Let an application answer a request, and return the status."""
    body = facts.pop("body", b"")
    headers = [(b"host", b"localhost"), (b"content-length", b"%d" % len(body)), *facts.pop("headers", ())]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("10.0.0.1", 1),
        "server": ("localhost", 80),
        **facts,
    }
    statuses: list[int] = []

    async def receive() -> dict[str, Any]:
        if statuses:
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    loop.run_until_complete(app(scope, receive, send))
    return statuses[0]


MATCH: Final = "/api/matches/unknown"
HEADERS: Final = (
    "accept",
    "accept-encoding",
    "authorization",
    "content-type",
    "cookie",
    "if-none-match",
    "origin",
    "range",
)
HEADS: Final = ("", 'seat="', 'seat="\\', "a=", 'application/json; a="', "Bearer ", "bytes=", 'W/"')
IN_HEADERS: Final = ('\\"', "\\0", "\\", "\\101", '=""; ', "a=b; ", ";;", "a,", "0-1,", "%", "%25", "&", "&a=1")
"""What adversarial requests repeat besides."""


@pytest.mark.parametrize("part", some([*HEADERS, "query", "path", "body"], "authorization", "cookie", "query", "body"))
def test_time_grows_with_the_request(tmp_path: Path, part: str) -> None:
    """Whatever reads a request, ours or a library's: its parts are read in time that grows as they do."""
    limit = {"query": LARGEST_TARGET, "path": LARGEST_TARGET, "body": 60_000}.get(part, LARGEST_COOKIES)
    limit = limit if WHOLE else min(limit, SOME)
    loop, written = asyncio.new_event_loop(), {"content-type": b"application/json"}

    def read(text: str) -> None:
        bytes_ = text.encode("latin-1", "replace")
        if part in {"query", "path"}:
            facts = {"query_string": bytes_} if part == "query" else {"path": f"/api/matches/{text}"}
            ask(app, loop, **facts)
            return
        headers = written | ({} if part == "body" else {part: bytes_})
        body = b'{"text": "a1"}' if part != "body" else json.dumps({"text": text}).encode()
        given = [(name.encode(), value) for name, value in headers.items()]
        ask(app, loop, method="POST", path=f"{MATCH}/move", headers=given, body=body)
        # What is unusual about a question is read again, in another way.
        ask(app, loop, method="POST", path=f"{MATCH}/move", headers=given, body=b"{}")

    def read_both(text: str) -> None:
        """Read it as it is, and with its quotation mark closed."""
        read(text)
        if text.count('"', 0, 40) == 1:
            read(f'{text[:-1]}"')

    with Service(Store(str(tmp_path / "hoyle.db"))) as service, closing(loop):
        app = application(service, rate=0)
        tokens = (*TOKENS, *IN_HEADERS)
        slow = [(head, token) for head in HEADS for token in tokens if grows_too_fast(read_both, head, token, limit)]
    assert slow == []


QUICK: Final = 0.004
"""Seconds below which nothing is worth measuring."""
SOME: Final = 4_000
"""So long are the texts at most, unless HOYLE_WHOLE is set: then they reach each reader's limit, and it takes minutes."""


@pytest.mark.parametrize("name", READERS)
def test_time_grows_with_the_text(name: str) -> None:
    """In every family."""
    reader, limit, heads = READERS[name]
    limit = limit if WHOLE else min(limit, SOME)
    slow = [(head, token) for head in heads for token in TOKENS if grows_too_fast(reader, head, token, limit)]
    assert slow == []
