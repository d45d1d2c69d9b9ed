"""Kanhu as it was played under the Qing: draw, discard, and be the first whose whole hand fits together."""
