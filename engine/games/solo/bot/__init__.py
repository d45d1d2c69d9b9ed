"""The bots of Solo: three levels for people, and a random one for arenas."""

from typing import Final

from ....bots.levels import bots, levels
from .player import Easy, Hard, Medium

LEVELS: Final = levels(
    easy="Counts its trumps to bid, takes every trick it can, and does not think about partners.",
    medium="Bids what its hand is worth and plays by good rules: leads trumps first and does not beat its partner.",
    hard="Guesses the hidden hands from bids and play, tests each choice against these guesses, and finds its partner.",
)
BOTS: Final = bots(Easy, Medium, Hard)
