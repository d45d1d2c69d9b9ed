"""The bots of Khanhoo: three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Keeps the melds that it has, and looks neither ahead nor at the others.",
    medium="Keeps its melds and the cards that go together, bumps what improves its hand, and goes out.",
    hard="Counts the cards that are gone, weighs each draw and bump, and throws what helps nobody.",
)
BOTS: Final = bots(Easy, Medium, Hard)
