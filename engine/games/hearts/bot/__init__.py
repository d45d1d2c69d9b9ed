"""The bots of Hearts: three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Plays low cards and discards its highest ones early, but does not count or remember cards.",
    medium="Plays by good rules: remembers all played cards, avoids the queen and stops players who shoot the moon.",
    hard="Guesses the hidden hands from the cards played, tries each card against these hands, and may shoot the moon.",
)
BOTS: Final = bots(Easy, Medium, Hard)
