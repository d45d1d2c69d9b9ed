"""What a game tells of a match: special sentences for events, and feats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from .cards import Card, Seat
from .moves import Move


@dataclass(frozen=True, slots=True)
class Telling:
    """The sentence of an event, in place of the usual one.

    key: of the sentence in table.toml. seat, other, cards, value, passed: the fields of the sentence; passed has the
    seats that are skipped. {card} is the latest discard of other. replaces: keys of sentences just before this one that
    it makes unnecessary. extends: the key of the sentence just before that this one continues. After any other sentence
    it is left out.
    """

    key: str
    seat: Seat
    other: Seat | None = None
    cards: tuple[Card, ...] = ()
    value: str = ""
    passed: tuple[Seat, ...] = ()
    replaces: tuple[str, ...] = ()
    extends: str = ""


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat of one seat in one deal.

    words: what it did, as they follow its name: "shot the moon". name: the rulebook's noun for it, "moon"; "" for a
    note that is no feat ("went over 100"). ends: the match ends because of it, unless players tie for the win.
    """

    seat: Seat
    words: str
    name: str = ""
    ends: bool = False


class ChoiceLine(str):
    """A line about the viewer's own hand that judges the choice that they have. A hint says the same, so this line is
    left out beside a hint.
    """

    move: Move | None
    """The move that the line recommends, which is possible now; None if the line recommends none. A line recommends a
    move if it says that the move brings the viewer something, or that nothing but this move does."""

    def __new__(cls, text: str, move: Move | None = None) -> Self:
        line = super().__new__(cls, text)
        line.move = move
        return line


def recommended_by(lines: Iterable[str]) -> Move | None:
    """The move that the first recommending line recommends; None if no line does."""
    return next((line.move for line in lines if isinstance(line, ChoiceLine) and line.move is not None), None)
