"""The coach: in a player's first deals of a game it says what can be done for the first time, and hints by itself."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

from engine.api import BOX, DealBegan, Decision, Declared, Event, Game, Move, Moved, OptionValue, Seat, View

from ...session.first_deals import FirstDeals
from ..game_words import TableLayout

DEALS: Final = 3
"""In so many deals of a game the coach speaks."""
QUIET_S: Final = 5.0
"""After so long without a key the hint shows by itself."""


def entry_of(game: Game, options: Mapping[str, OptionValue]) -> str:
    """A game and the preset that these options are nearest to, as the list of lessons takes them."""
    return f"{game.meta.id}/{game.meta.nearest_preset(options).id}"


class Coach:
    """What one player is told of one game.

    deals: what the player knows already, None for a coach that is always silent. mode: as the setting: "on", "card" for
    the card only, or "off". now: a clock in seconds. entry: the game and its preset, as the list of lessons takes them.
    line: what the coach says now. verb: the move that the line is about. obeyed: how many events there were when the
    player last followed a hint, None if that was not lately.
    """

    def __init__(
        self, view: View, deals: FirstDeals | None = None, mode: str = "off", now: Callable[[], float] = monotonic
    ) -> None:
        self._game, self.entry = view.game.meta.id, entry_of(view.game, view.options)
        self._deals, self.mode, self._now = deals, mode, now
        self._line = self.verb = ""
        self._since = 0.0
        self._hinted: int | None = None
        self.obeyed: int | None = None

    @property
    def is_on(self) -> bool:
        return self.mode == "on" and self._deals is not None and self._deals.count(self.entry) < DEALS

    @property
    def shows_card(self) -> bool:
        """Whether the game's card is due: it was never read."""
        return self.mode != "off" and self._deals is not None and self._deals.is_new(self.entry)

    @property
    def line(self) -> str:
        return self._line if self.is_on else ""

    def line_beside(self, advised: Move | None) -> str:
        """What the coach says beside a hint: nothing if the hint advises another move."""
        return "" if advised is not None and advised.verb != self.verb else self.line

    def card_read(self) -> None:
        if self._deals is not None and self._deals.is_new(self.entry):
            self._deals.add(self.entry, 0)

    def end_deal(self) -> None:
        """A deal was played. Deals before the card was read do not count: the player may have come in the middle."""
        if self._deals is not None and not self.shows_card:
            self._deals.add(self.entry, 1)

    def ask(self, decision: Decision | None, layout: TableLayout, only: str = "") -> None:
        """The player is asked this now, or nothing: say what is new about it. only: the verb of the only move of which
        the coach may speak now, "" for any."""
        self._line = self.verb = ""
        self.hear_key()
        if decision is None or self._deals is None or not self.is_on:
            return
        verbs = [choice.verb for choice in decision.choices]
        possible = [layout.verb(verb) for verb in verbs if only in ("", verb)]
        new = [words for words in possible if words.first and not self._deals.is_told(f"{self._game}/{words.verb}")]
        if new:
            said = min(new, key=lambda words: (not words.announce, words.order))
            self._line, self.verb = said.first, said.verb
            self._deals.tell(f"{self._game}/{said.verb}")

    def hear_key(self) -> None:
        """The player does something: a hint can wait."""
        self._since = self._now()

    def hint_in_s(self, decision: Decision) -> float | None:
        """When a hint shows by itself; None for never."""
        if not self.is_on or self._hinted == decision.id:
            return None
        return max(0.0, self._since + QUIET_S - self._now())

    def gives_next_hint(self, view: View) -> bool:
        """Whether the player did what the last hint said, and nobody else has acted since: the turn goes on."""
        return self.obeyed is not None and not _has_other_acted(view, self.obeyed)

    def hinted(self, decision: Decision) -> None:
        """A hint has shown by itself. No second hint shows by itself for this decision."""
        self._hinted = decision.id


def _has_other_acted(view: View, since: int) -> bool:
    """Whether anybody but the viewer has done something, or a deal has begun, since the event of this number."""

    def is_of_others(event: Event) -> bool:
        owners: set[Seat | None] = set()
        match event:
            case Moved(src, dst):
                owners = {view.game.plan.owner(zone) for zone in (src, dst) if zone != BOX}
            case Declared(seat=seat):
                owners = {seat}
        return isinstance(event, DealBegan) or bool(owners - {None, view.viewer})

    return any(map(is_of_others, view.events[since:]))
