"""What the program tells a player by itself in the first deals of a game: a card of six lines, and the coach."""
