"""The bots of Kanhu, Qing: three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Keeps its groups, discards any other card, and takes a discard only to win.",
    medium="Counts how far it is from winning, and takes the cards that bring it closer.",
    hard="Knows which cards are gone, considers every possible draw, and rarely discards what others need.",
)
BOTS: Final = bots(Easy, Medium, Hard)
