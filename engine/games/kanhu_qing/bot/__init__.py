"""The bots of Kanhu, Qing: three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Keeps the groups that it has, throws any other card, and takes a discard only to win.",
    medium="Counts how many cards it is from winning, and takes and keeps what brings it nearer.",
    hard="Knows which cards are dead, weighs all that may come next, and minds what it gives away.",
)
BOTS: Final = bots(Easy, Medium, Hard)
