"""What a look tells of a match: how many moves are listed, and when the seed of a deal may be known."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path
from random import Random

import pytest

from hoyle.game import UnseenError
from hoyle.tables.memory import Memory
from hoyle.tables.web import looks
from hoyle.tables.web.journal import Clock
from hoyle.tables.web.service import Service
from hoyle.tables.web.store import Store
from web import offering_secret


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """Return a service over a fresh store, with a game of secrets and chance for two on the shelf."""
    with offering_secret(tmp_path / "installed"), Service(Store(str(tmp_path / "hoyle.db"))) as service:
        yield service


@pytest.mark.parametrize(("heaps", "listed"), [("999,999,2", 2000), ("999,999,3", 2000), ("999,999,1", 1999)])
def test_so_many_moves_are_listed_and_the_rest_is_announced(service: Service, heaps: str, listed: int) -> None:
    """A heap has as many moves as counters; 2000 of them are sent, and only what goes beyond is more."""
    look = service.create(f"nim/{heaps}").look
    assert len(look["moves"]) == listed
    assert look["more"] == (heaps == "999,999,3")


def test_the_seed_is_told_when_it_helps_nobody(service: Service) -> None:
    """At once where one plays alone with chance, after the end among several, and never where nothing is dealt."""
    assert service.create("dots/4x4", seed=5).look["deal"] == 5
    assert service.create("pegs/easy", seed=5).look["deal"] is None
    opened = service.create("secret", seed=5, seats=["me", "me"])
    seen = [service.change(opened.name, opened.token, "move", text) for text in ("apple!", "fig!")]
    guesses = ("lemon?", "fig?" if seen[-1]["turn"] == 1 else "apple?")
    seen += [service.change(opened.name, opened.token, "move", guess) for guess in guesses]
    assert [look["deal"] for look in seen] == [None, None, None, 5]
    plain = service.create("nim/1", seed=5)
    assert service.change(plain.name, plain.token, "move", "a1")["deal"] is None


VIEW = ". . b? b? . b?/b? . b? b? b? b?/r2'! ~ . . ~ ./. ~ . . ~ ./. rX . r9 . r2/rF rB r3 . rS .; red to move"


def test_a_match_from_what_one_seat_sees_goes_as_far_as_it_can(service: Service) -> None:
    """A strike at an unseen piece is refused and changes nothing; a computer player that does not see its own gives up."""
    opened = service.create("stratego/six", start=VIEW, seats=["me", "heuristic"])
    with pytest.raises(UnseenError, match="the rank on a5 is unseen"):
        service.change(opened.name, opened.token, "move", "a4xa5")
    assert service.see(opened.name, opened.token) == opened.look
    service.change(opened.name, opened.token, "move", "d2-d3")
    service.answer(opened.name)
    assert service.see(opened.name, opened.token)["ended"] == "blue resigned"


def test_the_clock_runs_from_the_first_move_to_the_end(service: Service) -> None:
    """Nobody pays for waiting until the other has come, nor after the end."""
    opened = service.create("nim/1,2", seats=["me", "open"], clock=Clock(60))
    other, _ = service.join(opened.name, opened.invites[1])
    looks = [opened.look, *(service.change(opened.name, token, wish, text) for token, wish, text in
             ((opened.token, "move", "b1"), (other, "resign", "")))]  # fmt: skip
    assert [look["clock_runs"] for look in looks] == [False, True, False]
    assert all("undo" not in look["can"] for look in looks)


def test_a_first_click_may_begin_at_either_end_of_what_has_two(service: Service) -> None:
    """A path of dots can be drawn from both ends, a jump of pegs only from where the peg stands."""
    assert service.create("dots/RRB/BRB-3-R3").look["begins"] == ["a1", "b1", "b2", "c1", "c2"]
    assert service.create("pegs/easy").look["begins"] == ["d2", "d3"]


def test_what_may_be_asked_for_depends_on_who_asks_and_when(service: Service) -> None:
    """Hints are for who plays without another person and is to move; who watches can ask for nothing."""
    alone = service.create("nim/1,2", seats=["me", "perfect"])
    friends = service.create("nim/1,2", seats=["me", "open"])
    assert "hint" in alone.look["can"]
    assert "hint" not in service.change(alone.name, alone.token, "move", "b1")["can"]
    assert "hint" not in friends.look["can"]
    assert "undo" in service.change(friends.name, friends.token, "move", "b1")["can"]
    assert service.see(alone.name)["can"] == service.see(friends.name)["can"] == []


def test_nothing_is_taken_back_after_somebody_resigned_or_by_who_watches(service: Service) -> None:
    """Not even a restart, which its player may take back."""
    friends = service.create("nim/1,2", seats=["me", "open"])
    service.change(friends.name, friends.token, "move", "b1")
    assert service.change(friends.name, friends.token, "resign")["can"] == ["name"]
    alone = service.create("pegs/easy")
    service.change(alone.name, alone.token, "move", "d2d4")
    assert "undo" in service.change(alone.name, alone.token, "restart")["can"]
    assert service.see(alone.name)["can"] == []


@pytest.mark.parametrize("name", ["nim", "dots/dealt", "pegs/english", "stratego/six", "stratego/course", "secret"])
def test_what_was_heard_is_the_same_told_again(service: Service, name: str) -> None:
    """Whatever was taken back and made in another way, each viewer hears what it would if nothing were remembered."""
    dice = Random(3)  # noqa: S311 — no secret
    opened = service.create(name, any_deal=True)
    for _ in range(40):
        look = service.see(opened.name, opened.token)
        wish = dice.choice(["move", "move", "move", *(wish for wish in ("undo", "redo") if wish in look["can"])])
        if wish == "move" and not look["moves"]:
            break
        service.change(opened.name, opened.token, wish, dice.choice(look["moves"]) if wish == "move" else "")
        sitting = service._sitting(opened.name)
        for viewer in sitting.versions:
            heard = looks.hear(sitting, viewer)
            with pytest.MonkeyPatch.context() as forgetting:
                forgetting.setattr(looks, "HEARD", Memory[Hashable, looks.Heard](0))
                fresh = looks.hear(sitting, viewer)
            assert fresh == heard
