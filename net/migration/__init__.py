"""The host is gone: find the player who continues the match, or continue it here."""
