"""What a game tells of a match: special sentences for events, and feats."""

from dataclasses import dataclass

from .cards import Card, Seat


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

    __slots__ = ()
