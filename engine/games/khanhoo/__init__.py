"""Khanhoo: draw, meld, and bump the discards of others."""
