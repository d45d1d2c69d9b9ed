"""The bots of Khanhoo: three levels for people."""

from collections import Counter
from dataclasses import replace
from typing import ClassVar

from ....bots.levels import Asked, LevelBot
from ....model.cards import Card
from ....model.moves import Choice, Decision, Move
from ....play.bot import Advice, never
from ..pack import book_of
from ..state import has_stock, house_of, must_draw, must_meld, top_discard
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
    laying_to_go_out,
    loose_cards,
    spare_trio,
)
from .search import Evaluator


class _Player(LevelBot):
    """What the levels share: they go out with a complete hand.

    temptation: how often it plays as the orphan if it may. Six cards are in melds sooner, but over hundreds of deals
    they scored some five points less than fifteen, for good and very good players: the better bots decline.
    """

    temptation: ClassVar[float] = 0.0

    def on_orphan(self, asked: Asked) -> Advice:
        if asked.decision.choice("decline") is None or asked.chance.random() < self.temptation:
            return Advice(Move("orphan"), why_orphan(goes=True))
        return Advice(Move("decline"), why_orphan(goes=False))

    def on_turn(self, asked: Asked) -> Advice:
        """End the deal, lay a cache, or discard."""
        return self._end(asked) or self._set_aside(asked) or self._discard(asked)

    on_opening = on_turn

    def on_claims(self, asked: Asked) -> Advice:
        """Claim the discard, in turn or not, or leave it."""
        if asked.decision.choice("cache_bump"):
            points = gain_by_quartette((), asked.view.hand, book_of(asked.view.options))
            if self._wants_out(asked, points):
                return Advice(Move("cache_bump"), why_quartette(top_discard(asked.view), points))
        if asked.decision.choice("pass"):
            return self._answer_out_of_turn(asked)
        return self._answer_in_turn(asked)

    def on_challenges(self, asked: Asked) -> Advice:
        """Challenge the bumps that were called, or accept them."""
        choice = asked.decision.choice("challenge")
        doubted = [places for places in choice.places if self._doubts(asked, places)] if choice else []
        if doubted:
            most = max(doubted, key=len)
            return Advice(Move("challenge", places=most), why_challenge(is_sure=self._is_sure_of(asked, most)))
        return Advice(Move("accept"), why_accept())

    def on_laying(self, asked: Asked) -> Advice:
        """Lay the meld of a bump that was called."""
        choice = asked.decision.choice("lay")
        found = self._best_to_lay(asked, choice) if choice else None
        if found is None:
            return Advice(asked.decision.default, "You must lay down a meld of the kind that you called.")
        return Advice(Move("lay", found[0]), lambda: self._why_lay(asked, found))

    def _end(self, asked: Asked) -> Advice | None:
        """Go out or show a quartette, if that is possible and does not lose the match."""
        book = book_of(asked.view.options)
        out = best_way_out(asked.decision, asked.view.hand, book)
        four = best_quartette(asked.decision.choice("quartette"), asked.view.hand, book)
        if four is not None and (out is None or four[1] > out[1]) and self._wants_out(asked, four[1]):
            return Advice(Move("quartette", four[0]), why_quartette(four[0][0], four[1]))
        if out is not None and (self._wants_out(asked, out[1]) or asked.decision.choice("discard") is None):
            return Advice(Move("out", (out[0],)), why_out(*out))
        return None

    def _set_aside(self, asked: Asked) -> Advice | None:
        choice = asked.decision.choice("cache")
        cards = self._cache(asked, choice) if choice else None
        return None if cards is None else Advice(Move("cache", cards), why_cache(cards[0]))

    def _answer_in_turn(self, asked: Asked) -> Advice:
        card, take = top_discard(asked.view), asked.decision.choice("take")
        if take is None:
            return Advice(Move("leave"), lambda: self._why_leave(asked, card))
        if not has_stock(asked.view):
            return Advice(Move("take"), lambda: why_forced(asked.view.hand, card, book_of(asked.view.options)))
        if take.sets:
            return self._answer_by_showing(asked, take)
        if self._wants(asked, card):
            return Advice(Move("take"), lambda: self._why_take(asked, card))
        return Advice(Move("leave"), lambda: self._why_leave(asked, card))

    def _answer_by_showing(self, asked: Asked, take: Choice) -> Advice:
        """Judge a take like a bump, at a table where a taken discard must be melded at once."""
        found = self._shown_take(asked, take)
        if found is None:
            return Advice(Move("leave"), lambda: self._why_leave(asked, top_discard(asked.view)))
        return Advice(Move("take", found[0]), lambda: self._why_lay(asked, found))

    def _answer_out_of_turn(self, asked: Asked) -> Advice:
        choice = asked.decision.choice("bump")
        found = self._best_bump(asked, choice) if choice else None
        if choice is None or found is None:
            card, hand, book = top_discard(asked.view), asked.view.hand, book_of(asked.view.options)
            could = careful_laying(hand, card, choice, book) if choice else None
            return Advice(Move("pass"), lambda: why_pass(card, could and could[1], hand, book))
        move = Move("bump", places=(found[1].kind,)) if choice.places else Move("bump", found[0])
        return Advice(move, lambda: self._why_lay(asked, found))

    def _why_lay(self, asked: Asked, found: Laying) -> str:
        return why_bump(found, asked.view.hand, book_of(asked.view.options), self._live(asked))

    def _why_take(self, asked: Asked, card: Card) -> str:
        return why_take(asked.view.hand, card, book_of(asked.view.options))

    def _why_leave(self, asked: Asked, card: Card) -> str:
        book, forced, shown = house_of(asked.view).book, must_draw(asked.view), must_meld(asked.view)
        return why_leave(asked.view.hand, card, book, self._live(asked), must_draw=forced, shown=shown)

    def _live(self, asked: Asked) -> Counter[Card] | None:
        """How many cards of each face may still come, if the level counts them."""
        return None

    def _is_sure_of(self, asked: Asked, places: tuple[str, ...]) -> bool:
        return all(cannot_be_true(asked.view, int(place.partition(":")[2])) for place in places)

    def _wants_out(self, asked: Asked, points: int) -> bool:
        return True

    def _doubts(self, asked: Asked, places: tuple[str, ...]) -> bool:
        raise NotImplementedError

    def _cache(self, asked: Asked, choice: Choice) -> tuple[Card, ...] | None:
        raise NotImplementedError

    def _discard(self, asked: Asked) -> Advice:
        raise NotImplementedError

    def _wants(self, asked: Asked, card: Card) -> bool:
        raise NotImplementedError

    def _best_bump(self, asked: Asked, choice: Choice) -> Laying | None:
        raise NotImplementedError

    def _shown_take(self, asked: Asked, choice: Choice) -> Laying | None:
        return self._best_bump(asked, choice)

    def _best_to_lay(self, asked: Asked, choice: Choice) -> Laying | None:
        found = careful_laying(asked.view.hand, top_discard(asked.view), choice, book_of(asked.view.options))
        return found[1] if found else None


class Easy(_Player):
    """A beginner who sees only the melds in the hand."""

    temptation: ClassVar[float] = 0.25

    def _doubts(self, asked: Asked, places: tuple[str, ...]) -> bool:
        return False

    def _cache(self, asked: Asked, choice: Choice) -> tuple[Card, ...] | None:
        return spare_trio(choice, asked.view.hand, book_of(asked.view.options))

    def _discard(self, asked: Asked) -> Advice:
        book = book_of(asked.view.options)
        card = asked.chance.choice(loose_cards(asked.view.hand, throwable(asked.decision), book))
        return Advice(Move("discard", (card,)), lambda: why_discard(asked.view.hand, card, book))

    def _wants(self, asked: Asked, card: Card) -> bool:
        return gain_now(asked.view.hand, card, book_of(asked.view.options)) > 0

    def _best_bump(self, asked: Asked, choice: Choice) -> Laying | None:
        return careful_bump(asked.view.hand, top_discard(asked.view), choice, book_of(asked.view.options))


class Medium(Easy):
    """A good player who keeps cards that go together."""

    temptation: ClassVar[float] = 0.0

    def _doubts(self, asked: Asked, places: tuple[str, ...]) -> bool:
        return self._is_sure_of(asked, places)

    def _discard(self, asked: Asked) -> Advice:
        book = book_of(asked.view.options)
        card = careful_discard(asked.view.hand, throwable(asked.decision), book)
        return Advice(Move("discard", (card,)), lambda: why_discard(asked.view.hand, card, book))

    def _wants(self, asked: Asked, card: Card) -> bool:
        return can_go_out((*asked.view.hand, card), book_of(asked.view.options)) or super()._wants(asked, card)

    def _best_bump(self, asked: Asked, choice: Choice) -> Laying | None:
        found = laying_to_go_out(asked.view.hand, top_discard(asked.view), choice, book_of(asked.view.options))
        return found or super()._best_bump(asked, choice)


class Hard(_Player):
    """A player who counts cards and thinks of the others."""

    def _wants_out(self, asked: Asked, points: int) -> bool:
        return not is_lost_by_going_out(asked.view, points)

    def _doubts(self, asked: Asked, places: tuple[str, ...]) -> bool:
        return True  # a wrong challenge costs nothing

    def _cache(self, asked: Asked, choice: Choice) -> tuple[Card, ...] | None:
        return Evaluator(Knowledge.of(asked.view), never).cache(choice)

    def _discard(self, asked: Asked) -> Advice:
        known = Knowledge.of(asked.view)
        card = Evaluator(known, asked.out_of_time).discard(throwable(asked.decision))
        return Advice(Move("discard", (card,)), lambda: why_discard(asked.view.hand, card, known.book, known.live))

    def _live(self, asked: Asked) -> Counter[Card] | None:
        return Knowledge.of(asked.view).live

    def _wants(self, asked: Asked, card: Card) -> bool:
        return Evaluator(Knowledge.of(asked.view), asked.out_of_time).gain_of_take(card) > 0

    def _why_take(self, asked: Asked, card: Card) -> str:
        known = Knowledge.of(asked.view)
        then = replace(known, hand=(*known.hand, card))
        others = [face for face in known.hand if face != card]
        planned = Evaluator(then, never).discard(others) if others else None
        return why_take(known.hand, card, known.book, known.live, planned)

    def _best_bump(self, asked: Asked, choice: Choice) -> Laying | None:
        return Evaluator(Knowledge.of(asked.view), asked.out_of_time).bump(top_discard(asked.view), choice)

    def _shown_take(self, asked: Asked, choice: Choice) -> Laying | None:
        return Evaluator(Knowledge.of(asked.view), asked.out_of_time).shown_take(top_discard(asked.view), choice)

    def _best_to_lay(self, asked: Asked, choice: Choice) -> Laying | None:
        return Evaluator(Knowledge.of(asked.view), asked.out_of_time).lay(top_discard(asked.view), choice)


def throwable(decision: Decision) -> tuple[Card, ...]:
    """The faces that may be discarded."""
    choice = decision.choice("discard")
    assert choice is not None, "only a seat in turn discards"
    return tuple(dict.fromkeys(choice.cards))
