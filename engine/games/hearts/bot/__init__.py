"""The bots of Hearts: three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Plays low and gets its highest cards out of the way, but counts and remembers nothing.",
    medium="Plays by good rules: knows what is out, guards against the queen and stops a moon.",
    hard="Imagines the hands that the play allows, tries each card on them, and may shoot the moon.",
)
BOTS: Final = bots(Easy, Medium, Hard)
