"""Solo, the German game of four with two black queens, a questioning duel and a secret partner."""
