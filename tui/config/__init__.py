"""What a player has set, and what the terminal can do."""
