"""The contract view, the diagram and the report: each says what is true of the code."""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import combinations
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import icontract
import pytest

import hoyle.classroom.pegs as lab
from hoyle.classroom.pegs import board, game, players, slot, tests
from hoyle.contracts import find_class, read_class, view
from hoyle.contracts.bon import clusters, links
from hoyle.contracts.diagram import diagram, overlap
from hoyle.contracts.reading import ClassView, Feature, condition_text
from hoyle.course.report import find_target, report
from hoyle.game import Game, HoyleError
from hoyle.games.pegs import Jump, PegSolitaire
from hoyle.svg import to_svg

PARTS = (slot, board, game, players, tests)
watched = pytest.mark.skipif(not __debug__, reason="postconditions and invariants are not there under -O")


class Account(icontract.DBC):
    """Money & trust: <never> below zero."""

    limit: int

    # ---------------------------------------------------------------- money

    @abstractmethod
    @icontract.require(lambda amount: amount < 10, "small <amount>", enabled=True)
    @icontract.require(lambda amount: amount > 0, enabled=True)
    @icontract.ensure(lambda result: result, "a -> b & c")
    def pay(self, amount: int) -> bool:
        """Pay & go."""

    def plain(self) -> None:
        """Do nothing."""

    @staticmethod
    def rate(year: int = 2026) -> "float":  # noqa: UP037 - both spellings of a type are read
        """Return a rate."""
        return year / 2000

    def _hidden(self) -> None: ...


class Easier(Account):
    """An account that takes more."""

    @icontract.require(lambda amount: amount == 99, "or all of it", enabled=True)
    @icontract.ensure(lambda result: result is True, "really")
    def pay(self, amount: int) -> bool:  # noqa: ARG002 - the contract looks at it
        """Pay."""
        return True


@icontract.invariant(lambda self: self.size > 0, "positive")
class Box:
    """A class that inherits nothing."""

    def __init__(self, size: int) -> None:
        self.size = size


def features(read: ClassView) -> dict[str, Feature]:
    """Return the features of a view by name."""
    return {feature.name: feature for _, section in read.sections for feature in section}


def test_a_view_shows_signatures_sections_and_kinds() -> None:
    """Types are shown without quotes, private features not at all."""
    read = read_class(Account)
    assert read.deferred
    assert [section for section, _ in read.sections] == ["Queries", "Money"]
    found = features(read)
    assert found["limit"].signature == "limit: int"
    assert found["pay"].signature == "pay(amount: int) -> bool"
    assert found["pay"].deferred
    assert found["plain"].signature == "plain()"
    assert found["rate"].signature.startswith("rate(year: int = 2026) -> ")
    assert "_hidden" not in found


@watched
def test_inherited_clauses_are_marked() -> None:
    """A descendant may require else and ensure more; what it inherits keeps its origin."""
    pay = features(read_class(Easier))["pay"]
    assert [[(clause.tag, clause.condition, clause.origin) for clause in group] for group in pay.require] == [
        [("", "amount > 0", "Account"), ("small <amount>", "amount < 10", "Account")],
        [("or all of it", "amount == 99", "")],
    ]
    assert [(clause.tag, clause.origin) for clause in pay.ensure] == [("a -> b & c", "Account"), ("really", "")]
    text = view(Easier)
    assert text.startswith("class Easier (inherits Account)\n")
    assert "require else\n        or all of it: amount == 99" in text
    assert "plain()  (from Account)" in text


@watched
def test_the_invariant_is_shown_of_any_class() -> None:
    """And inherited invariants are marked as well."""

    class Bigger(Box):
        pass

    (clause,) = read_class(Box).invariant
    assert (clause.tag, clause.condition, clause.origin) == ("positive", "self.size > 0", "")
    assert "invariant\n\n    positive: self.size > 0" in view(Box)
    assert "Box(size: int)" in view(Box)
    assert [clause.tag for clause in read_class(Bigger).invariant] == ["positive"]


@pytest.mark.parametrize(
    "cls", [int, dict, SimpleNamespace, Exception, ET.Element, re.Pattern, type, object, HTMLParser]
)
@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_any_class_has_a_view(cls: type, form: str) -> None:
    """Those of the interpreter, too, of which there is no text."""
    assert cls.__name__ in view(cls, form)


def test_classes_made_at_run_time_have_a_view() -> None:
    """Their conditions cannot be quoted, and are there all the same."""
    space: dict[str, Any] = {"icontract": icontract, "__name__": "ghosts"}
    exec(  # noqa: S102 - there is no other way to have no source
        "class Ghost:\n    @icontract.require(lambda x: x > 1, 'more', enabled=True)\n    def f(self, x): return x",
        space,
    )
    ((_, (feature,)),) = read_class(space["Ghost"]).sections
    assert feature.signature == "f(x)"
    assert [clause.tag for group in feature.require for clause in group] == ["more"]


def test_two_conditions_on_one_line_are_told_apart() -> None:
    """By where their code stands, not by their line alone."""
    pair = (lambda a: a > 0), (lambda a: a < 9)
    assert [condition_text(condition) for condition in pair] == ["a > 0", "a < 9"]
    assert condition_text(len) == "len"


def test_a_frozen_dataclass_is_read() -> None:
    """Its fields are queries; what the decorator wrote is not shown."""
    assert {"source", "target", "over"} <= set(features(read_class(Jump)))
    assert "__eq__" not in features(read_class(Jump))


@watched
def test_the_frame_is_read_with_the_contracts_of_every_game() -> None:
    """The one precondition of play is stated once and inherited."""
    play = features(read_class(PegSolitaire))["play"]
    assert [[(clause.tag, clause.origin) for clause in group] for group in play.require] == [
        [("the move is legal", "Game")]
    ]
    assert {"one peg is removed", "exactly three holes change"} <= {clause.tag for clause in play.ensure}
    assert [section for section, _ in read_class(Game).sections][1:3] == ["The rules", "The notation"]


@watched
def test_the_lab_is_shown_with_every_tag_in_order() -> None:
    """As the document names them."""
    found = features(read_class(lab.Game))
    assert [clause.tag for clause in found["move_up"].require[0]] == [
        *("from_slot_valid_column", "from_slot_valid_row", "middle_slot_valid_row", "to_slot_valid_row"),
        *("from_slot_occupied", "middle_slot_occupied", "to_slot_unoccupied"),
    ]
    assert [clause.tag for clause in found["move_up"].ensure] == ["slots_properly_set", "other_slots_unchanged"]
    assert [clause.condition for clause in found["move_up"].old] == ["self.board.deep_twin()"]
    tags = [clause.tag for clause in read_class(lab.BoardTemplates).invariant]
    assert len(tags) == 16
    # The lab wants the very text of each template in the contract view.
    assert r'"***.***\n***O***\n***O***\n***.***\n***O***\n***.***\n*******"' in view(lab.BoardTemplates)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "not the dotted name"),
        ("Game", "not the dotted name"),
        ("hoyle..Game", "not the dotted name"),
        ("os.system('ls')", "not the dotted name"),
        ("hoyle.game.Gmae", "did you mean Game"),
        ("hoyle.gaem.Game", "no "),
        ("nowhere.Game", "no module is called 'nowhere'"),
        ("hoyle.game", "is a module"),
        ("hoyle.game.NATURE", "no class of hoyle.game"),
        ("hoyle.game.Game.start", "no class of hoyle.game.Game"),
        ("a" * 500, "not the dotted name"),
    ],
)
def test_unknown_names_get_one_line(name: str, reason: str) -> None:
    """And near names where there are some."""
    with pytest.raises(HoyleError, match=re.escape(reason)) as caught:
        view(name)
    assert "\n" not in str(caught.value)
    assert find_class("hoyle.game.Game") is Game


def test_unknown_forms_get_one_line() -> None:
    """With the forms that there are."""
    with pytest.raises(HoyleError, match="no form is called 'pdf'"):
        view(Account, "pdf")


class Checker(HTMLParser):
    """Reads a page and checks that it is well nested and needs nothing from outside."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        if tag not in {"meta", "br"}:
            self.open.append(tag)
        given = dict(attrs)
        assert not given.get("src")
        assert (given.get("href") or "#").startswith("#")
        self.ids.add(given.get("id") or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Do nothing: it is closed already."""

    def handle_endtag(self, tag: str) -> None:
        """Close the element that was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep the words."""
        self.words.append(data)


def test_html_is_escaped_and_well_nested() -> None:
    """Tags, conditions and summaries may hold any sign."""
    page = view(Account, "html")
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert "Money & trust: <never> below zero." in checker.words
    assert "small <amount>" in checker.words
    assert "<never>" not in page
    assert view(Account, "markdown").startswith("## deferred class Account\n")


@dataclass(frozen=True)
class Named:
    """A link by the names of its ends."""

    client: str
    supplier: str


def test_the_diagram_tells_who_inherits_and_who_uses() -> None:
    """All of it is read off the code."""
    classes = clusters(*PARTS)
    assert list(dict.fromkeys(classes.values())) == ["slot", "board", "game", "tests"]
    assert {cls.__name__ for cls in classes} == {*lab.__all__} | {
        *("TestBoard", "TestPegSolitaire", "TestGoodPlayer", "TestBadPlayer", "AgreeableBoard", "SpillingBoard")
    }
    known = links(classes)
    inherits = {Named(link.client.__name__, link.supplier.__name__) for link in known if link.inherits}
    assert inherits == {
        Named(cls.__name__, base.__name__) for cls in classes for base in cls.__bases__ if base in classes
    }
    uses = {(link.client.__name__, link.supplier.__name__): link.label for link in known if not link.inherits}
    assert uses["Game", "Board"] == "board"
    assert uses["Player", "Game"] == "game"
    assert uses["BoardTemplatesAccess", "BoardTemplates"] == "templates"
    assert uses["Board", "SlotStatus"] == "imp"
    assert uses["Board", "SlotStatusAccess"] == "ssa"
    assert uses["Board", "BoardTemplatesAccess"] == uses["Game", "BoardTemplatesAccess"] == "bta"
    assert uses["Player", "BoardTemplates"] == "templates"
    assert ("TestGoodPlayer", "GoodPlayer") in uses
    assert ("SlotStatus", "Board") not in uses


def test_the_diagram_is_legible() -> None:
    """Nothing is written over anything else, and nothing sticks out."""
    scene = diagram(*PARTS)
    ovals = [mark for mark in scene.marks if mark.shape == "ellipse"]
    written = [mark for mark in scene.marks if mark.shape == "ellipse" or "label" in mark.style]
    for one, other in combinations(written, 2):
        first, second = (((mark.x, mark.y), mark.width, mark.height) for mark in (one, other))
        assert not overlap(first, second), (one.text, other.text)
    for mark in written:
        assert mark.width / 2 - 0.5 <= mark.x <= scene.width - mark.width / 2
        assert mark.height / 2 - 0.5 <= mark.y <= scene.height - mark.height / 2
    signs = {mark.text.split("\n")[1]: mark.text[0] for mark in ovals}
    assert signs["SlotStatus"] == signs["AvailableSlot"] == "*"
    assert set(signs.values()) == {"*", "+"}
    assert {name for name, sign in signs.items() if sign == "*"} == {"SlotStatus", "AvailableSlot", "Player"}
    ET.fromstring(to_svg(scene))  # noqa: S314 - our own text
    assert diagram(*PARTS) == scene


def test_the_report_is_one_page_with_all_its_parts() -> None:
    """It needs nothing from outside."""
    page = report(find_target("hoyle.classroom.pegs")).html()
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert {"views", "diagram", "tests", "Game", "Board"} <= checker.ids
    words = "".join(checker.words)
    for part in ("Normal case", "Precondition violation", "Postcondition violation", "matches_slots_except("):
        assert part in words
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
