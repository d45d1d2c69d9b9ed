"""Khanhoo: draw, meld, and bump what others throw."""
