"""The adviser of Khamul, which gives hints. It uses the faces that its player was shown only if it still has all of
them.
"""

from typing import ClassVar, Final

from ....bots.levels import Asked
from ....kit.wording import RANK_WORDS, in_words
from ....model.moves import Move
from ....play.bot import Advice
from ..cards import JACK, KING, POWER, WORTH, owner_of
from ..state import WAITING, places_of
from .beliefs import Mind, Recall
from .player import Hard

_LOW: Final = 5
"""Most hands keep a card of so many points or fewer."""
_NO_MEMORY: Final = "This hint does not know all cards that you saw."
"""The end of a reason: what the player can do comes first."""


class Adviser(Hard):
    """Plays like the strongest level, but forgets nothing. If its view lacks faces that the player was shown, it names
    no place and advises no match: it answers only verbs, and the player chooses the rest.
    """

    recall: ClassVar[Recall] = Recall(own=52, others=52, rounds=1000.0)

    def on_turn(self, asked: Asked) -> Advice:
        mind = Mind.of(asked.view, self.recall)
        return self._begin_blind(asked, mind) if mind.has_gaps else super().on_turn(asked)

    def on_deciding(self, asked: Asked) -> Advice:
        """Where to put the drawn card."""
        mind = Mind.of(asked.view, self.recall)
        return _decide_blind(asked, mind) if mind.has_gaps else super().on_deciding(asked)

    def on_matching(self, asked: Asked) -> Advice:
        """Match the top of the pile, or pass."""
        mind = Mind.of(asked.view, self.recall)
        if not mind.has_gaps or mind.top is None:
            return super().on_matching(asked)
        rank = RANK_WORDS[mind.top[:-1]]
        article = "an" if rank[0] in "ae" else "a"
        return Advice(Move("pass"), f"Match only with {article} {rank} that you are sure of. {_NO_MEMORY}")

    def on_power(self, asked: Asked) -> Advice:
        mind = Mind.of(asked.view, self.recall)
        return _use_power_blind(asked, mind) if mind.has_gaps else super().on_power(asked)

    def _begin_blind(self, asked: Asked, mind: Mind) -> Advice:
        top, choices = mind.top, asked.decision
        if choices.choice("draw") is None:
            if choices.choice("take") is None:
                return super()._begin(asked, self._judge(asked))
            return Advice(Move("take"), f"Swap your highest card. {_NO_MEMORY}")
        if top is not None and mind.is_lowest(top):
            return Advice(
                Move("take"),
                f"The {in_words(top)} counts {WORTH[top]}. Put it in place of your highest card. {_NO_MEMORY}",
            )
        if top is not None and WORTH[top] <= _LOW:
            return Advice(
                Move("draw"),
                f"But take the {in_words(top)} if one of your cards counts more than {WORTH[top]}. {_NO_MEMORY}",
            )
        if choices.choice("khamul") is not None:
            return Advice(
                Move("draw"), f"But call Khamul if your cards count five points or fewer in all. {_NO_MEMORY}"
            )
        return Advice(Move("draw"), _NO_MEMORY)


def _decide_blind(asked: Asked, mind: Mind) -> Advice:
    card = mind.drawn
    assert card is not None, "a card was drawn"
    if asked.decision.choice("swap") is None:
        return Advice(Move("discard"), "You have no other card, so you must discard the drawn card.")
    if WORTH[card] <= _LOW:
        return Advice(
            Move("swap"),
            f"The {in_words(card)} counts {WORTH[card]}. But discard it if none of your cards counts more. "
            f"{_NO_MEMORY}",
        )
    return Advice(
        Move("discard"),
        f"The {in_words(card)} counts {WORTH[card]}. But swap it in if one of your cards counts more. {_NO_MEMORY}",
    )


def _use_power_blind(asked: Asked, mind: Mind) -> Advice:
    power = POWER[WAITING.of(asked.view)[0][0]]
    if power == JACK:
        return Advice(Move("look"), f"Look at a card that you do not know. {_NO_MEMORY}")
    if power == KING:
        return Advice(
            Move("exchange"),
            f"An unseen card counts about {mind.mean:.0f}. Exchange a card that counts more, or decline. {_NO_MEMORY}",
        )
    return _burden_blind(asked, mind)


def _burden_blind(asked: Asked, mind: Mind) -> Advice:
    """The caller, or else the player with the fewest cards: both are public."""
    choice = asked.decision.choice("burden")
    assert choice is not None, "a power that cannot be used is not asked about"
    held = {places: len(places_of(asked.view, owner_of(places[0]))) for places in choice.places}
    called = next((places for places in held if owner_of(places[0]) == mind.caller), None)
    if called is not None:
        return Advice(Move("burden", places=called), "This player called Khamul, and probably has the fewest points.")
    fewest = min(held, key=held.__getitem__)
    return Advice(Move("burden", places=fewest), "Of the players whom you may choose, this one has the fewest cards.")
