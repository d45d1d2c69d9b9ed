"""The bots of Khanhoo: three levels for people, and a random one for arenas."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final

from ....bots.random import RandomBot
from ....model.cards import Card
from ....model.moves import Choice, Decision, Move
from ....play.bot import Advice, Bot, Level, OutOfTime, never
from ..pack import book_of
from ..state import has_stock, must_draw, top_discard
from .beliefs import Knowledge, cannot_be_true
from .explain import (
    why_accept,
    why_bump,
    why_cache,
    why_challenge,
    why_discard,
    why_forced,
    why_leave,
    why_orphan,
    why_out,
    why_pass,
    why_quartette,
    why_take,
)
from .policy import (
    Laying,
    best_quartette,
    best_way_out,
    can_go_out,
    careful_bump,
    careful_discard,
    careful_laying,
    gain_by_quartette,
    gain_now,
    is_lost_by_going_out,
    less,
    loose_cards,
    spare_trio,
)
from .search import Thought

if TYPE_CHECKING:
    from ....model.view import View

LEVELS: Final = (
    Level("easy", "Easy", "Keeps the melds that it has, and looks neither ahead nor at the others."),
    Level(
        "medium",
        "Medium",
        "Keeps its melds and the cards that go together, bumps what improves its hand, and goes out.",
    ),
    Level("hard", "Hard", "Counts the cards that are gone, weighs each draw and bump, and throws what helps nobody."),
)


class _Player:
    """What the levels share: which question is asked, and that a hand which is complete goes out.

    temptation: how often it goes orphan when it may. Six cards are melded sooner, but over hundreds of deals they
    brought some five points less than fifteen, to good players and to very good ones: who counts declines.
    """

    temptation: ClassVar[float] = 0.0

    def choose(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        """A legal answer to whatever the table asks."""
        if decision.choice("decline") or decision.choice("orphan"):
            return self._elect(decision, chance)
        if decision.choice("accept"):
            return self._answer_calls(view, decision)
        if decision.choice("lay"):
            return self._lay(view, decision, out_of_time)
        if decision.choice("discard") or decision.choice("out"):
            return (
                self._end(view, decision)
                or self._set_aside(view, decision)
                or self._discard(view, decision, chance, out_of_time)
            )
        if decision.choice("cache_bump"):
            points = gain_by_quartette((), view.hand, book_of(view.options))
            if self._wants_out(view, points):
                return Advice(Move("cache_bump"), why_quartette(top_discard(view), points))
        if decision.choice("pass"):
            return self._answer_out_of_turn(view, decision, out_of_time)
        return self._answer_in_turn(view, decision, out_of_time)

    def _end(self, view: "View", decision: Decision) -> Advice | None:
        """Go out, or show a quartette, if either can be done and does not lose the match."""
        book = book_of(view.options)
        out = best_way_out(decision, view.hand, book)
        four = best_quartette(decision.choice("quartette"), view.hand, book)
        if four is not None and (out is None or four[1] > out[1]) and self._wants_out(view, four[1]):
            return Advice(Move("quartette", four[0]), why_quartette(four[0][0], four[1]))
        if out is not None and (self._wants_out(view, out[1]) or decision.choice("discard") is None):
            return Advice(Move("out", (out[0],)), why_out(*out))
        return None

    def _set_aside(self, view: "View", decision: Decision) -> Advice | None:
        cards = self._cache(view, decision.choice("cache")) if decision.choice("cache") else None
        return None if cards is None else Advice(Move("cache", cards), why_cache(cards[0]))

    def _answer_in_turn(self, view: "View", decision: Decision, out_of_time: OutOfTime) -> Advice:
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

    def _answer_by_showing(self, view: "View", take: Choice, out_of_time: OutOfTime) -> Advice:
        """Where a discard that is taken must be melded at once, taking it is judged like a bump."""
        found = self._shown_take(view, take, out_of_time)
        if found is None:
            return Advice(Move("leave"), why_leave(top_discard(view), must_draw=False))
        rest = less(view.hand, found[0])
        return Advice(Move("take", found[0]), why_bump(found[1], is_out=can_go_out(rest, book_of(view.options))))

    def _answer_out_of_turn(self, view: "View", decision: Decision, out_of_time: OutOfTime) -> Advice:
        choice = decision.choice("bump")
        found = self._best_bump(view, choice, out_of_time) if choice else None
        if choice is None or found is None:
            could = bool(choice and choice.sets)
            return Advice(Move("pass"), why_pass(top_discard(view), could=could))
        rest = less(view.hand, found[0])
        move = Move("bump", places=(found[1].kind,)) if choice.places else Move("bump", found[0])
        return Advice(move, why_bump(found[1], is_out=can_go_out(rest, book_of(view.options))))

    def _lay(self, view: "View", decision: Decision, out_of_time: OutOfTime) -> Advice:
        choice = decision.choice("lay")
        found = self._best_to_lay(view, choice, out_of_time) if choice else None
        if found is None:
            return Advice(decision.default, "The meld that you have called must be laid.")
        rest = less(view.hand, found[0])
        return Advice(Move("lay", found[0]), why_bump(found[1], is_out=can_go_out(rest, book_of(view.options))))

    def _answer_calls(self, view: "View", decision: Decision) -> Advice:
        choice = decision.choice("challenge")
        doubted = [places for places in choice.places if self._doubts(view, places)] if choice else []
        if doubted:
            most = max(doubted, key=len)
            return Advice(Move("challenge", places=most), why_challenge(is_sure=self._is_sure_of(view, most)))
        return Advice(Move("accept"), why_accept())

    def _is_sure_of(self, view: "View", places: tuple[str, ...]) -> bool:
        return all(cannot_be_true(view, int(place.partition(":")[2])) for place in places)

    def _elect(self, decision: Decision, chance: Random) -> Advice:
        if decision.choice("decline") is None or chance.random() < self.temptation:
            return Advice(Move("orphan"), why_orphan(goes=True))
        return Advice(Move("decline"), why_orphan(goes=False))

    def _wants_out(self, view: "View", points: int) -> bool:
        return True

    def _doubts(self, view: "View", places: tuple[str, ...]) -> bool:
        raise NotImplementedError

    def _cache(self, view: "View", choice: Choice | None) -> tuple[Card, ...] | None:
        raise NotImplementedError

    def _discard(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        raise NotImplementedError

    def _wants(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        raise NotImplementedError

    def _best_bump(self, view: "View", choice: Choice, out_of_time: OutOfTime) -> Laying | None:
        raise NotImplementedError

    def _shown_take(self, view: "View", choice: Choice, out_of_time: OutOfTime) -> Laying | None:
        return self._best_bump(view, choice, out_of_time)

    def _best_to_lay(self, view: "View", choice: Choice, out_of_time: OutOfTime) -> Laying | None:
        found = careful_laying(view.hand, top_discard(view), choice, book_of(view.options))
        return found[1] if found else None


class Easy(_Player):
    """A beginner, who sees the melds in the hand and nothing else."""

    temptation: ClassVar[float] = 0.25

    def _doubts(self, view: "View", places: tuple[str, ...]) -> bool:
        return False

    def _cache(self, view: "View", choice: Choice | None) -> tuple[Card, ...] | None:
        return spare_trio(choice, view.hand, book_of(view.options))

    def _discard(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        book = book_of(view.options)
        card = chance.choice(loose_cards(view.hand, throwable(decision), book))
        return Advice(Move("discard", (card,)), why_discard(view.hand, card, book))

    def _wants(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        return gain_now(view.hand, card, book_of(view.options)) > 0

    def _best_bump(self, view: "View", choice: Choice, out_of_time: OutOfTime) -> Laying | None:
        return careful_bump(view.hand, top_discard(view), choice, book_of(view.options))


class Medium(Easy):
    """A good player, who keeps what goes together."""

    temptation: ClassVar[float] = 0.0

    def _doubts(self, view: "View", places: tuple[str, ...]) -> bool:
        return self._is_sure_of(view, places)

    def _discard(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        book = book_of(view.options)
        card = careful_discard(view.hand, throwable(decision), book)
        return Advice(Move("discard", (card,)), why_discard(view.hand, card, book))


class Hard(_Player):
    """A player who counts, and thinks of the others."""

    def _wants_out(self, view: "View", points: int) -> bool:
        return not is_lost_by_going_out(view, points)

    def _doubts(self, view: "View", places: tuple[str, ...]) -> bool:
        return True  # a challenge that is wrong costs nothing

    def _cache(self, view: "View", choice: Choice | None) -> tuple[Card, ...] | None:
        return Thought(Knowledge.of(view), never).cache(choice)

    def _discard(self, view: "View", decision: Decision, chance: Random, out_of_time: OutOfTime) -> Advice:
        card, harm = Thought(Knowledge.of(view), out_of_time).discard(throwable(decision))
        return Advice(Move("discard", (card,)), why_discard(view.hand, card, book_of(view.options), harm))

    def _wants(self, view: "View", card: Card, out_of_time: OutOfTime) -> bool:
        return Thought(Knowledge.of(view), out_of_time).gain_of_take(card) > 0

    def _best_bump(self, view: "View", choice: Choice, out_of_time: OutOfTime) -> Laying | None:
        return Thought(Knowledge.of(view), out_of_time).bump(top_discard(view), choice)

    def _shown_take(self, view: "View", choice: Choice, out_of_time: OutOfTime) -> Laying | None:
        return Thought(Knowledge.of(view), out_of_time).shown_take(top_discard(view), choice)

    def _best_to_lay(self, view: "View", choice: Choice, out_of_time: OutOfTime) -> Laying | None:
        return Thought(Knowledge.of(view), out_of_time).lay(top_discard(view), choice)


def throwable(decision: Decision) -> tuple[Card, ...]:
    """The faces that may be thrown."""
    choice = decision.choice("discard")
    assert choice is not None, "only a seat in turn throws"
    return tuple(dict.fromkeys(choice.cards))


BOTS: Final[Mapping[str, type[Bot]]] = {"random": RandomBot, "easy": Easy, "medium": Medium, "hard": Hard}
