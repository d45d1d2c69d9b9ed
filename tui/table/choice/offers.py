"""What I may do now, in the words of the game's layout."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.api import Card, Choice, Decision

from ..game_words import TableLayout, VerbWords


@dataclass(frozen=True)
class ChoiceOffer:
    """One thing that I may do now, in the words of the game's layout."""

    choice: Choice
    words: VerbWords

    @property
    def kind(self) -> str:
        """What it wants: "word" nothing, "listed" one of some ways, "cards" cards of my choice, "shape" groups."""
        if self.choice.shape:
            return "shape"
        if self.choice.sets or self.choice.places:
            return "listed"
        return "cards" if self.choice.most else "word"

    @property
    def counts(self) -> str:
        """How many cards it takes, as text: "3", "1-3", "" for none."""
        least, most = self.choice.least, self.choice.most
        if self.kind != "cards":
            return ""
        return str(most) if least == most else f"{least}-{most}"

    def takes(self, cards: Sequence[Card]) -> bool:
        """Whether it may be done with exactly these cards."""
        if self.kind == "listed":
            wanted = Counter(cards)
            return any(Counter(cards_of_set) == wanted for cards_of_set in self.choice.sets)
        if self.kind == "shape":
            return False
        if not self.choice.least <= len(cards) <= self.choice.most:
            return False
        return not Counter(cards) - Counter(self.choice.cards)

    def matching(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards as the choice names them: a set in its own order."""
        wanted = Counter(cards)
        return next((found for found in self.choice.sets if Counter(found) == wanted), tuple(cards))

    def name_of(self, cards: Sequence[Card]) -> str:
        """What these cards make, where one listed way has them."""
        wanted = Counter(cards)
        names = [
            name
            for (found, _), name in zip(self.choice.listed, self.choice.names, strict=False)
            if Counter(found) == wanted
        ]
        return names[0] if len(names) == 1 else ""


def offers_of(decision: Decision | None, layout: TableLayout) -> tuple[ChoiceOffer, ...]:
    """What a decision allows, in the order in which the layout names it."""
    if decision is None:
        return ()
    offers = [ChoiceOffer(choice, layout.verb(choice.verb)) for choice in decision.choices]
    return tuple(sorted(offers, key=lambda offer: offer.words.order))
