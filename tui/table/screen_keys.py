"""What a table opens over itself: scores, log, rules, people, the check of the deals, help."""

from typing import cast

from ..forms.people import owns
from ..session.shell import Shell
from .help import table_help
from .narration import heard
from .review import LookBack


class TableHouse(LookBack):
    """A table from which other screens are opened."""

    def open_house(self, action: str, paragraph: str = "") -> bool:
        """Whether an action of the house opens a screen; opens it. paragraph: that was spoken of."""
        match action:
            case "rules":
                self.action_rules(paragraph)
            case "log":
                self.action_log()
            case "options":
                self.action_options()
            case "people":
                self.action_people()
            case "check":
                self.action_check()
            case _:
                return False
        return True

    def action_rules(self, paragraph: str = "") -> None:
        """The rulebook, at the paragraph that applies."""
        offer = self._chooser.main_offer() or next(iter(self._chooser.offers), None)
        found = paragraph or (offer.choice.paragraph if offer is not None else "")
        cast(Shell, self.app).open_rules(self._view.game.meta.id, found)

    def action_scores(self) -> None:
        """The score sheet of the match."""
        self._open_scores(result=False)

    def action_log(self) -> None:
        """Everything that happened in this match, in words."""
        cast(Shell, self.app).open_screen("log", heard(self._story.log, self._muted), self.pack)

    def action_options(self) -> None:
        """The rules that this table plays by."""
        cast(Shell, self.app).open_screen("options", self._view.game, self._view.options, self._view.seats)

    def action_people(self) -> None:
        """Who is here, votes, and who asks for a seat."""
        cast(Shell, self.app).open_screen("people", self.session)

    def action_check(self) -> None:
        """What was found of the deals, and the words by which people compare what they were told."""
        cast(Shell, self.app).open_screen("check", self.session)

    def action_help(self) -> None:
        """All keys of the table."""
        game, session = self._view.game, self.session
        is_owner = session.info is not None and owns(session.info, session.seat, session.name)
        told = table_help(game, self._keys, seated=self.is_seated, owns=is_owner)
        cast(Shell, self.app).open_screen("help", f"The table: {game.meta.title}", told)
