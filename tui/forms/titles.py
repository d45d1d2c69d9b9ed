"""What games are called."""

from engine.api import games


def game_title(game_id: str) -> str:
    """What a game is called; its id if there is no such game here."""
    return next((meta.title for meta in games() if meta.id == game_id), game_id)
