"""How a change of a lobby is refused."""


class LobbyRefusal(Exception):
    """A change that is not allowed; the text is a sentence for the person who asked."""
