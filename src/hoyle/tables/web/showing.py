"""Showing a match: what its viewers see now and whenever it changes, what it was, and what could be played or set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final, NamedTuple

from hoyle.game import HoyleError
from hoyle.tables.memory import Memory
from hoyle.tables.web import bounds, drafts, looks, spelling, wishes
from hoyle.tables.web.desk import Desk, digest, holds
from hoyle.tables.web.limits import FEW_STREAMS, LARGE_LOOK, MOST_TRIED, SMALL_LOOK
from hoyle.tables.web.spelling import Spelling

MOST_HEARD: Final = 50_000
"""Matches of which it is remembered which version was told: many more than are remembered themselves."""


class News(NamedTuple):
    """A viewer's version of a match, whether a clock runs, and the look as text, if it is another than was sent.

    A stranger's token holds no seat of a match with secrets, and never will.  Strangers, and whoever watches such a match
    more than a few times at once, look later.
    """

    version: int
    clock_runs: bool
    text: str | None
    stranger: bool = False
    late: bool = False


class Showing(Desk):
    """What a viewer of a match is shown."""

    def __init__(self, *facts: Any, **options: Any) -> None:
        super().__init__(*facts, **options)
        self._heard = Memory[tuple[int, str], float](MOST_HEARD)
        """The version that each match has reached, as far as that was told lately."""

    def follow(self, name: str, token: str | None, sent: int, since: int | None = None) -> News:
        """Return what is new since a version was sent of a match, which has reached another version since.

        Nothing is drawn while nothing changes, and those who see the same share one text.
        """
        epoch = self.store.epoch
        sitting = self._keep_time(epoch, self._sitting(name, since))
        seats = holds(sitting, token)
        version, runs = sitting.versions[seats], looks.clock_runs(sitting)
        # Where something is hidden, this is what the store has now, and a person who sits down later has another token.
        hides, text = sitting.match.game.hides, None if version == sent else self._look(epoch, sitting, seats).text
        late = hides and (not seats or self._watching[name, token and digest(token)] > FEW_STREAMS)
        return News(version, runs, text, hides and not seats, late)

    def watch(self, name: str, token: str | None) -> None:
        """Expect that somebody follows a match; in the event loop only, as unwatch."""
        self._watching[name, token and digest(token)] += 1

    def unwatch(self, name: str, token: str | None) -> None:
        """Expect one less."""
        watcher = name, token and digest(token)
        self._watching[watcher] -= 1
        if not self._watching[watcher]:
            del self._watching[watcher]

    def notice(self, versions: Mapping[str, int | None]) -> None:
        """Expect matches to be at these versions, or later; whichever process changed them."""
        for name, version in versions.items():
            self._heard.keep((self.store.epoch, name), inf if version is None else version)

    def glance(self, name: str, token: str | None, sent: int, since: int | None) -> News | None:
        """Return what follow does, or None if that takes longer than to remember it.

        At first, what is remembered of an open match will do if nobody has told of a later version: whoever follows it hears
        of that.  But of one with secrets, others may have changed what this viewer must not notice.
        """
        key = (self.store.epoch, name)
        sitting, heard = self._find(key, since), self._heard.get(key) or 0
        if sitting is None or (since is None and (sent >= 0 or sitting.match.game.hides)):
            return None
        if sitting.version < (heard if since is None else since):
            return None
        seats = holds(sitting, token)
        version = sitting.versions[seats]
        if version == sent:
            return News(version, looks.clock_runs(sitting), text=None)
        if sitting.terms.clock is not None:
            return None
        sight = self._looks.get((self.store.epoch, name, version, seats))
        # The text of a large look is made in a thread, by the first to need it.
        if sight is None or (sight.weight > SMALL_LOOK and "text" not in sight.__dict__):
            return None
        return News(version, clock_runs=False, text=sight.text)

    def past(self, name: str, token: str | None, ply: int) -> looks.Past:
        """Return the board as it looked after a number of moves."""
        sitting = self._sitting(name)
        return looks.past(sitting, holds(sitting, token), ply)

    def spell(self, name: str, token: str | None, text: str) -> Spelling:
        """Return whether a text is a legal move, and which marks may follow it."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        state = looks.view(sitting, seats, sitting.match.state)
        picture = looks.scene(sitting, seats, state)
        if len(text) > (longest := bounds.longest_move(picture)):
            raise HoyleError(f"no move on this board has more than {longest:,} letters")
        if (refusal := wishes.why_not(sitting, seats, "move")) is not None:
            raise refusal
        game = sitting.match.game
        if len(text) * len(picture.marks) < MOST_TRIED and self.likely(name) < LARGE_LOOK:
            return spelling.spell(game, state, picture, text)
        question = (sitting.terms.game, game.write(state), looks.side(sitting, seats), text)
        answer: Spelling = self._thoughts.check("hoyle.tables.web.spelling:spell_view", *question)
        return answer

    def draft(
        self, name: str, token: str | None, moves: Sequence[str], text: str = "", seat: int | None = None
    ) -> looks.Draft:
        """Return what a seat sets up unseen, as a picture to go on with; nothing of it is kept."""
        sitting = self._sitting(name)
        seats = holds(sitting, token)
        bounds.check_letters(sitting, seats, sum(map(len, moves)))
        bounds.check_moves(sitting, seats, " ".join(moves))
        return drafts.draft(sitting, seats, moves, text, seat)
