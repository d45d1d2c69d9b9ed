"""Bots: players run by the program, who see only what a player in their seat sees."""
