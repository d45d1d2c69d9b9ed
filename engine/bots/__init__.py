"""Bots: players of the house, who know no more than the seat they sit on."""
