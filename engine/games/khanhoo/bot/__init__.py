"""The bots of Khanhoo: three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Keeps its melds, but does not plan ahead or watch the other players.",
    medium="Keeps melds and cards that go together, and bumps if that improves its hand.",
    hard="Counts cards, weighs each draw and bump, and discards cards that help nobody.",
)
BOTS: Final = bots(Easy, Medium, Hard)
