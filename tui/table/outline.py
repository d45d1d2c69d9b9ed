"""Where the parts of a match begin and end: its deals, and in them tricks, or turns in games without tricks."""

from collections.abc import Sequence

from engine.api import DealBegan, Event, Game, Seat, View, counted

from .game_words import read_layout
from .narration import Narration


def part_word(game: Game) -> str:
    """What the deals of a game are made of: "trick" or "turn"."""
    layout = read_layout(game)
    has_tricks = layout.centre == "trick" and any(kind.name in layout.trick_zones for kind in game.plan.kinds)
    return "trick" if has_tricks else "turn"


class Parts:
    """Places between the events of one viewer's stream, found as the events come.

    A trick is whole where it has just been taken; a turn begins where another seat than before is asked alone.
    word: "trick" or "turn". deals: where the cards of each have been dealt. places: where tricks end, or turns begin.
    """

    def __init__(self, view: View, story: Narration) -> None:
        self.word = part_word(view.game)
        self.deals: list[int] = []
        self.places: list[int] = []
        self._view, self._story = view, story
        self._turn: Seat | None = None
        self._is_dealing = False
        self._noted = 0

    def note(self, events: Sequence[Event]) -> None:
        for number in range(self._noted, len(events)):
            event, tricks = events[number], self._story.tricks
            self._view.absorb(number, event)
            self._story.tell(event)
            if isinstance(event, DealBegan):
                self.deals.append(number + 1)
                self._turn, self._is_dealing = None, True
            asked = self._view.acting()
            if asked and self._is_dealing:
                self.deals[-1], self._is_dealing = number + 1, False
            if self._story.tricks > tricks if self.word == "trick" else self._begins_turn(asked):
                self.places.append(number + 1)
        self._noted = len(events)

    def _begins_turn(self, asked: tuple[Seat, ...]) -> bool:
        if len(asked) != 1 or asked[0] == self._turn:
            return False
        self._turn = asked[0]
        return True

    def from_here(self, place: int, by: int) -> int:
        """The next (1) or previous (-1) place or beginning of a deal. The newest event is the last place."""
        known = sorted({*self.deals, *self.places, self._noted})
        if by > 0:
            return next((other for other in known if other > place), place)
        return next((other for other in reversed(known) if other < place), place)

    def words(self, place: int) -> str:
        """In which deal a place is, and how many tricks of it have been taken, or turns have begun."""
        begun = [deal for deal in self.deals if deal <= place]
        if not begun:
            return ""
        count = sum(begun[-1] <= other <= place for other in self.places)
        told = f"{counted(count, 'trick')} taken" if self.word == "trick" else f"turn {count}"
        return f"deal {len(begun)}, {told}" if count else f"deal {len(begun)}"
