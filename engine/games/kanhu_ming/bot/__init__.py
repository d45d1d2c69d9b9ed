"""The bots of Kanhu (Ming): three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Leads high cards and beats other cards whenever it can, but plans no melds and remembers no cards.",
    medium="Keeps melds together, leads the safest cards, and beats other cards as cheaply as it can.",
    hard="Tries each play against hands that the other players may hold.",
)
BOTS: Final = bots(Easy, Medium, Hard)
