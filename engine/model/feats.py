"""What a player did in a deal that is worth telling, as a game names it."""

from dataclasses import dataclass

from .cards import Seat


@dataclass(frozen=True, slots=True)
class Feat:
    """A feat of one seat in one deal.

    words: what it did, as they follow its name: "shot the moon". name: the rulebook's noun for it, "moon"; "" for a
    note that is no feat ("went over 100").
    """

    seat: Seat
    words: str
    name: str = ""
