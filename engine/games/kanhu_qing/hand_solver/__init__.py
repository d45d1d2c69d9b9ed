"""The solver of a hand: whether it wins, and how far it is from that."""
