"""The bots of Kanhu (Ming): three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Leads its highest and beats whenever it can, but neither plans for melds nor remembers.",
    medium="Plays by good rules: keeps melds together, leads the safest, beats with its cheapest.",
    hard="Imagines the hands that the others may hold, and tries each of its plays on them.",
)
BOTS: Final = bots(Easy, Medium, Hard)
