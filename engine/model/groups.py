"""The groups of a hand, as a game shows them to the player."""

from dataclasses import dataclass

from .cards import Card


@dataclass(frozen=True, slots=True)
class HandGroup:
    """Cards of a hand that belong together.

    name: of the meld that they make or begin, a short word or "". points: 0 if the group has none of its own.
    missing: what would make it whole, "" if it is: "S3", "1 more". needs: the same where there is room for more words,
    "one more card"; "" if missing says enough.
    """

    name: str
    cards: tuple[Card, ...]
    points: int = 0
    missing: str = ""
    needs: str = ""
