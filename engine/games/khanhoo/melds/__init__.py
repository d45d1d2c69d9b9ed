"""The solver of melds: every division of a hand, and the best of them."""
