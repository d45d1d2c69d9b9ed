"""The bots of this game."""

from .player import BOTS, LEVELS

__all__ = ["BOTS", "LEVELS"]
