"""Solo, a game for four with two black queens as trumps, an auction, and a secret partner."""
