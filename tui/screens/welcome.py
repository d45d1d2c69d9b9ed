"""The first start: what this is, and by what name others know the player."""

from collections.abc import Sequence

from net.wire.sanitize import NAME_CELLS, clean_name

from ..config.settings import own_name
from ..widgets.page import Block
from .dialogs import AskingScreen


class WelcomeScreen(AskingScreen):
    """Answers the name as it was typed, or the user name. leads_to_menu: the menu comes next."""

    title_words = "Welcome to Khanhoo"
    wanted = "your name"
    longest = NAME_CELLS
    yes, no = "go on", "continue with your user name"

    def __init__(self, leads_to_menu: bool = True) -> None:
        super().__init__()
        self.typed = own_name()
        self._leads_to_menu = leads_to_menu

    def blocks(self) -> Sequence[Block]:
        menu = (Block("The next page lists the games. There, press ? to see the keys.", gap=1),)
        return (
            Block("A card room in your terminal: play against bots, or with friends.", "strong"),
            *(menu if self._leads_to_menu else ()),
            Block(
                "What name should other players see? Press Enter to keep the name below. You can change it in the "
                "settings.",
                gap=1,
            ),
        )

    def read(self, typed: str) -> str:
        return clean_name(typed) or own_name()
