"""The bots of Chinaso: three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Keeps cards that go together, lays down its contract when it can, and never buys.",
    medium="Counts the cards that its contract lacks, buys cards that help, and discards the most expensive card.",
    hard=("Considers which cards may still come, and how soon the deal may end."),
)
BOTS: Final = bots(Easy, Medium, Hard)
