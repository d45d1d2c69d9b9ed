"""Keys that were meant for something else: a new question takes no answer at once, and a move that costs asks twice."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from engine.api import UNKNOWN, Card, Decision, HandGroup, Move, View

from ..game_words import VerbWords, words_or

EARLY_S: Final = 0.35
"""Keys that are pressed so soon after a new question were not meant for it."""


class Guard:
    """The open question, since when it is open, and the move that the player was asked about.

    now: a clock in seconds. early_s: how long a new question takes no answer, 0 to take one at once.
    """

    def __init__(self, now: Callable[[], float], early_s: float) -> None:
        self._now, self._early_s = now, early_s
        self._asked: object = None
        self._since = 0.0
        self._doubted: tuple[int, Move] | None = None

    def note(self, decision: Decision | None, tops: tuple[Card, ...]) -> bool:
        """I am asked this now, or nothing; whether that is new. tops: the cards on the piles, which an offer to
        everybody is about."""
        # What nobody waits for is asked again at each step of the table, and remains the same question.
        asked = None if decision is None else tops if decision.free else decision.id
        is_new = asked != self._asked
        if is_new:
            self._asked, self._since = asked, self._now()
        return is_new

    def renew(self) -> None:
        """The question can be seen only now."""
        self._since = self._now()

    @property
    def is_early(self) -> bool:
        """Whether a question has just come."""
        return self._asked is not None and self.is_new

    @property
    def is_new(self) -> bool:
        """Whether what I am asked has just changed, also if I am asked nothing now."""
        return self._now() - self._since < self._early_s

    def take_doubt(self) -> tuple[int, Move] | None:
        """The move that the last key asked about: the next key confirms it, or it is forgotten."""
        doubted, self._doubted = self._doubted, None
        return doubted

    def doubt(self, decision: Decision, move: Move) -> None:
        """A key has asked whether this move is meant."""
        self._doubted = (decision.id, move)


def doubt_words(words: VerbWords, move: Move, view: View) -> str:
    """What may make a player regret a move, as the game's layout says; "" for nothing."""
    if words.confirm_unseen and any(UNKNOWN in view.zones.get(place, ()) for place in move.places):
        return words.confirm_unseen
    if words.confirm_own and any(card in view.hand for card in move.cards):
        return words.confirm_own
    return words.confirm


def broken_group(decision: Decision | None, view: View, move: Move) -> HandGroup | None:
    """The whole meld of my hand that a move takes its card from, while another card is left over for it."""
    nothing = tuple[HandGroup, ...]()
    choice = decision.choice(move.verb) if decision is not None else None
    if choice is None or choice.most != 1 or len(move.cards) != 1:
        return None
    groups = words_or(nothing, lambda: view.game.hand_groups(view))
    left_over = Counter(view.hand) - Counter(card for group in groups for card in group.cards)
    if move.cards[0] in left_over or not any(card in left_over for card in choice.cards):
        return None
    whole = (group for group in groups if group.points and not group.missing and move.cards[0] in group.cards)
    return next(whole, None)
