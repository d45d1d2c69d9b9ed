"""The bots of Khamul: three levels for people, and a random one for arenas. They match only what they remember."""

from typing import Final

from ....bots.levels import bots, levels
from .adviser import Adviser
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Forgets each card after two or three rounds of turns, and swaps its highest card for a lower card.",
    medium="Remembers its own cards for a long time, and discards two cards of one rank together.",
    hard="Forgets almost nothing, counts the cards that are gone, and uses every power where it harms the others most.",
)
BOTS: Final = bots(Easy, Medium, Hard)

ADVISER: Final = Adviser
"""The bot whose hints a player gets."""
