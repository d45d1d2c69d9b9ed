"""Chinaso: seven contracts, two packs, four jokers."""
