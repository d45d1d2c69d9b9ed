"""The bots of Khamul: three levels for people. They match only what they remember."""

from typing import ClassVar

from ....bots.levels import Asked, LevelBot
from ....model.cards import UNKNOWN, Card
from ....model.moves import Move
from ....play.bot import Advice
from ..cards import JACK, KING, MOST_TO_CALL, POWER, WORTH
from ..state import WAITING
from .beliefs import Mind, Recall
from .explain import (
    why_burden,
    why_burden_anybody,
    why_call,
    why_draw,
    why_exchange,
    why_look,
    why_match,
    why_must_take,
    why_no_exchange,
    why_no_look,
    why_no_match,
    why_pass_turn,
    why_peek,
    why_swap,
    why_take,
    why_throw,
)
from .policy import Judgement, Plan, Weights
from .search import better


class _Player(LevelBot):
    """What the levels share: they match the cards that they remember."""

    recall: ClassVar[Recall]
    weights: ClassVar[Weights] = Weights()

    def on_peeking(self, asked: Asked) -> Advice:
        return Advice(asked.chance.choice(list(asked.decision.moves(asked.view.deck))), why_peek())

    def on_turn(self, asked: Asked) -> Advice:
        """Call, take a card, or draw."""
        judged = self._judge(asked)
        return self._match(asked, judged) or self._begin(asked, judged)

    def on_deciding(self, asked: Asked) -> Advice:
        """Where to put the drawn card."""
        judged = self._judge(asked)
        return self._match(asked, judged) or self._decide(judged)

    def on_matching(self, asked: Asked) -> Advice:
        """Match the top of the pile, or pass."""
        judged = self._judge(asked)
        return self._match(asked, judged) or Advice(Move("pass"), why_no_match(judged.mind))

    def on_power(self, asked: Asked) -> Advice:
        judged = self._judge(asked)
        return self._match(asked, judged) or self._use_power(asked, judged)

    def _judge(self, asked: Asked) -> Judgement:
        return Judgement(Mind.of(asked.view, self.recall), self.weights)

    def _match(self, asked: Asked, judged: Judgement) -> Advice | None:
        choice, mind = asked.decision.choice("match"), judged.mind
        places = mind.matching()
        if choice is None or not places or mind.top is None:
            return None
        found = next(listed for count in range(len(places), 0, -1) if (listed := places[:count]) in choice.places)
        return Advice(Move("match", places=found), why_match(found, mind.top))

    def _begin(self, asked: Asked, judged: Judgement) -> Advice:
        mind = judged.mind
        is_sure = not mind.unknown
        if asked.decision.choice("khamul") and self._calls(judged):
            return Advice(Move("khamul"), why_call(mind, judged.total(), is_sure=is_sure))
        plan = self._taking(judged) if asked.decision.choice("take") else None
        if plan is None and not asked.decision.choice("draw"):
            if not asked.decision.choice("take"):
                return Advice(Move("pass"), why_pass_turn())
            forced = judged.best_taking()
            assert forced is not None, "a card may be taken"
            assert mind.top is not None
            return Advice(Move("take", places=(forced.place,)), why_must_take(mind.top, forced.place))
        if plan is None:
            return Advice(Move("draw"), lambda: why_draw(judged))
        return Advice(Move("take", places=(plan.place,)), why_take(judged, plan))

    def _decide(self, judged: Judgement) -> Advice:
        mind, card = judged.mind, judged.mind.drawn
        assert card is not None, "a card was drawn"
        plan = self._plan(judged, card)
        if plan.place:
            return Advice(Move("swap", places=(plan.place,)), why_swap(judged, card, plan))
        return Advice(Move("discard"), why_throw(mind, card, plan))

    def _use_power(self, asked: Asked, judged: Judgement) -> Advice:
        card = WAITING.of(asked.view)[0][0]
        if POWER[card] == JACK:
            return self._look(asked, judged)
        if POWER[card] == KING:
            return self._exchange(asked, judged)
        return self._burden(asked, judged)

    def _look(self, asked: Asked, judged: Judgement) -> Advice:
        unknown = judged.mind.unknown
        if not unknown or asked.decision.choice("look") is None:
            return Advice(Move("decline"), why_no_look())
        return Advice(Move("look", places=unknown[:1]), why_look(unknown[0]))

    def _calls(self, judged: Judgement) -> bool:
        """Whether to call: usually when all cards are known and count five or less."""
        return not judged.mind.unknown and judged.total() <= MOST_TO_CALL

    def _taking(self, judged: Judgement) -> Plan | None:
        raise NotImplementedError

    def _plan(self, judged: Judgement, card: Card) -> Plan:
        return judged.best_with(card)

    def _exchange(self, asked: Asked, judged: Judgement) -> Advice:
        found = judged.best_exchange()
        choice = asked.decision.choice("exchange")
        if found is None or choice is None or found[0] < 1.0:
            return Advice(Move("decline"), why_no_exchange())
        return Advice(Move("exchange", places=found[1:]), why_exchange(judged.mind, found[1], found[2]))

    def _burden(self, asked: Asked, judged: Judgement) -> Advice:
        choice = asked.decision.choice("burden")
        seat = judged.most_dangerous()
        assert choice is not None, "a power that cannot be used is not asked about"
        assert seat is not None
        return Advice(Move("burden", places=(f"seat:{seat}",)), why_burden(len(judged.mind.rows[seat])))


class Easy(_Player):
    """A beginner, who swaps high cards for low ones and soon forgets their places."""

    recall = Recall(own=3, others=0, rounds=2.5)

    def _taking(self, judged: Judgement) -> Plan | None:
        top = judged.mind.top
        if top is None or WORTH[top] > 3:
            return None
        plan = self._highest(judged)
        return plan if plan and plan.gain >= 6 else None

    def _plan(self, judged: Judgement, card: Card) -> Plan:
        plan = self._highest(judged)
        return plan if plan and plan.gain > WORTH[card] else Plan(0.0, "")

    def _highest(self, judged: Judgement) -> Plan | None:
        """The place with the most points, counting an unknown card as six and a half."""
        worths = {
            place: 6.5 if lying.card == UNKNOWN else float(WORTH[lying.card])
            for place, lying in judged.mind.mine.items()
        }
        if not worths:
            return None
        place = max(worths, key=worths.__getitem__)
        return Plan(worths[place], place)

    def _exchange(self, asked: Asked, judged: Judgement) -> Advice:
        plan, choice = self._highest(judged), asked.decision.choice("exchange")
        if plan is None or choice is None or plan.gain < 10:
            return Advice(Move("decline"), why_no_exchange())
        theirs = asked.chance.choice([places for places in choice.places if places[0] == plan.place])
        return Advice(Move("exchange", places=theirs), why_exchange(judged.mind, plan.place, theirs[1]))

    def _burden(self, asked: Asked, judged: Judgement) -> Advice:
        choice = asked.decision.choice("burden")
        assert choice is not None, "a power that cannot be used is not asked about"
        return Advice(Move("burden", places=asked.chance.choice(choice.places)), why_burden_anybody())


class Medium(_Player):
    """A good player, who remembers its own cards, but not the discards."""

    recall = Recall(own=5, others=1, rounds=6.0)

    def _taking(self, judged: Judgement) -> Plan | None:
        plan = judged.best_taking()
        top = judged.mind.top
        return plan if plan and top and WORTH[top] <= 4 and plan.gain >= 5 else None


class Hard(_Player):
    """A player who forgets next to nothing, thinks of the others, and tries exchanges on possible tables."""

    recall = Recall(own=10, others=8, rounds=25.0)
    weights = Weights(card=4.0, known=2.0, throws=10.0)

    def _calls(self, judged: Judgement) -> bool:
        return judged.chance_of_five() >= self.weights.sure

    def _taking(self, judged: Judgement) -> Plan | None:
        return judged.prefers_taking()

    def _exchange(self, asked: Asked, judged: Judgement) -> Advice:
        usual, choice, mind = super()._exchange(asked, judged), asked.decision.choice("exchange"), judged.mind
        if choice is None:
            return usual
        others = [Move("exchange", places=pair) for pair in judged.good_exchanges() if pair in choice.places]
        moves = dict.fromkeys((usual.move, Move("decline"), *others))
        best = better(asked.view, mind, tuple(moves), asked.chance, asked.out_of_time)
        if best == usual.move:
            return usual
        return Advice(best, why_exchange(mind, *best.places) if best.places else why_no_exchange())
