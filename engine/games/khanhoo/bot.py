"""The bots of Khanhoo: three levels for people, and a random one for arenas."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

from ...bots.base import Advice, Bot, Level
from ...bots.random import RandomBot
from ...cards import Card
from ...moves import Choice, Decision, Move
from .house import book_of
from .judgement import (
    Laying,
    best_way_out,
    can_go_out,
    careful_bump,
    careful_discard,
    gain_now,
    is_lost_by_going_out,
    less,
    loose_cards,
)
from .knowledge import Knowledge
from .reading import has_stock, must_draw, top_discard
from .reasons import why_bump, why_discard, why_forced, why_leave, why_out, why_pass, why_take
from .thinking import Thought

if TYPE_CHECKING:
    from ...view import View

LEVELS: Final = (
    Level("easy", "Easy", "Keeps the melds that it has, and looks neither ahead nor at the others."),
    Level(
        "medium",
        "Medium",
        "Keeps its melds and the cards that go together, bumps what improves its hand, and goes out.",
    ),
    Level("hard", "Hard", "Counts the cards that are gone, weighs each draw and bump, and throws what helps nobody."),
)

_OutOfTime = Callable[[], bool]


def make_bot(level: str) -> Bot:
    """The bot of a level, or "random". Raises KeyError for a level that there is not."""
    bots: dict[str, type[Bot]] = {"random": RandomBot, "easy": Easy, "medium": Medium, "hard": Hard}
    return bots[level]()


class _Player:
    """What the levels share: which question is asked, and that a hand which is complete goes out."""

    def choose(self, view: "View", decision: Decision, chance: Random, out_of_time: _OutOfTime) -> Advice:
        """A legal answer to a turn, to a discard in turn, or to a discard out of turn."""
        if decision.choice("discard"):
            return self._go_out(view, decision) or self._discard(view, decision, chance, out_of_time)
        if decision.choice("pass"):
            return self._answer_out_of_turn(view, decision, out_of_time)
        return self._answer_in_turn(view, decision, out_of_time)

    def _go_out(self, view: "View", decision: Decision) -> Advice | None:
        way = best_way_out(decision, view.hand, book_of(view.options))
        if way is None or not self._wants_out(view, way[1]):
            return None
        return Advice(Move("out", (way[0],)), why_out(*way))

    def _answer_in_turn(self, view: "View", decision: Decision, out_of_time: _OutOfTime) -> Advice:
        card, take = top_discard(view), decision.choice("take")
        if take is None:
            return Advice(Move("leave"), why_leave(card, must_draw=must_draw(view)))
        if not has_stock(view):
            return Advice(Move("take"), why_forced(card))
        if take.sets:
            return self._answer_by_showing(view, take, out_of_time)
        if self._wants(view, card, out_of_time):
            return Advice(Move("take"), why_take(view.hand, card, book_of(view.options)))
        return Advice(Move("leave"), why_leave(card, must_draw=False))

    def _answer_by_showing(self, view: "View", take: Choice, out_of_time: _OutOfTime) -> Advice:
        """Where a discard that is taken must be melded at once, taking it is judged like a bump."""
        card = top_discard(view)
        found = self._best_laying(view, take, out_of_time)
        if found is None:
            return Advice(Move("leave"), why_leave(card, must_draw=False))
        return Advice(Move("take", found[0]), why_take(view.hand, card, book_of(view.options)))

    def _answer_out_of_turn(self, view: "View", decision: Decision, out_of_time: _OutOfTime) -> Advice:
        choice = decision.choice("bump")
        found = self._best_laying(view, choice, out_of_time) if choice else None
        if found is None:
            return Advice(Move("pass"), why_pass(top_discard(view), could=choice is not None))
        rest = less(view.hand, found[0])
        return Advice(Move("bump", found[0]), why_bump(found[1], is_out=can_go_out(rest, book_of(view.options))))

    def _wants_out(self, view: "View", points: int) -> bool:
        return True

    def _discard(self, view: "View", decision: Decision, chance: Random, out_of_time: _OutOfTime) -> Advice:
        raise NotImplementedError

    def _wants(self, view: "View", card: Card, out_of_time: _OutOfTime) -> bool:
        raise NotImplementedError

    def _best_laying(self, view: "View", choice: Choice, out_of_time: _OutOfTime) -> Laying | None:
        raise NotImplementedError


class Easy(_Player):
    """A beginner, who sees the melds in the hand and nothing else."""

    def _discard(self, view: "View", decision: Decision, chance: Random, out_of_time: _OutOfTime) -> Advice:
        book = book_of(view.options)
        card = chance.choice(loose_cards(view.hand, throwable(decision), book))
        return Advice(Move("discard", (card,)), why_discard(view.hand, card, book))

    def _wants(self, view: "View", card: Card, out_of_time: _OutOfTime) -> bool:
        return gain_now(view.hand, card, book_of(view.options)) > 0

    def _best_laying(self, view: "View", choice: Choice, out_of_time: _OutOfTime) -> Laying | None:
        return careful_bump(view.hand, top_discard(view), choice, book_of(view.options))


class Medium(Easy):
    """A good player, who keeps what goes together."""

    def _discard(self, view: "View", decision: Decision, chance: Random, out_of_time: _OutOfTime) -> Advice:
        book = book_of(view.options)
        card = careful_discard(view.hand, throwable(decision), book)
        return Advice(Move("discard", (card,)), why_discard(view.hand, card, book))


class Hard(_Player):
    """A player who counts, and thinks of the others."""

    def _wants_out(self, view: "View", points: int) -> bool:
        return not is_lost_by_going_out(view, points)

    def _discard(self, view: "View", decision: Decision, chance: Random, out_of_time: _OutOfTime) -> Advice:
        card, harm = Thought(Knowledge.of(view), out_of_time).discard(throwable(decision))
        return Advice(Move("discard", (card,)), why_discard(view.hand, card, book_of(view.options), harm))

    def _wants(self, view: "View", card: Card, out_of_time: _OutOfTime) -> bool:
        return Thought(Knowledge.of(view), out_of_time).gain_of_take(card) > 0

    def _best_laying(self, view: "View", choice: Choice, out_of_time: _OutOfTime) -> Laying | None:
        return Thought(Knowledge.of(view), out_of_time).bump(top_discard(view), choice)


def throwable(decision: Decision) -> tuple[Card, ...]:
    """The faces that may be thrown."""
    choice = decision.choice("discard")
    assert choice is not None, "only a seat in turn throws"
    return tuple(dict.fromkeys(choice.cards))
