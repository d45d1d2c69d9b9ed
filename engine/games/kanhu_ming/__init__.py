"""Kanhu as it was played under the Ming: tricks of one card or of three."""
