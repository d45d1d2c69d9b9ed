"""What a decision allows, by number and by name, and what a typed answer means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.api import JOKER, Card, Decision, Move, listed

from ..table.choice.offers import ChoiceOffer, offers_of
from ..table.choice.picker import MOST_LINES, Part, Picker, Way, ways_of
from ..table.narration import printed, spoken
from ..table.wording import Words
from ..widgets.glyphs import ASCII, UNICODE, face, with_pack

_MOST_DIVISIONS: Final = 5
_FEW: Final = 4
"""A move with more ways than these, beside other moves, is asked part by part."""
_BACK: Final = 0
_SIGNS: Final = re.compile(r"[^\w*♠♥♦♣/ ]+")


@dataclass(frozen=True)
class Unclear:
    """An answer that means no move. sentence: says what to type instead."""

    sentence: str


@dataclass(frozen=True)
class Option:
    """A numbered choice. move: what it does; None for one card of several, and where more has to be asked."""

    text: str
    offer: ChoiceOffer
    move: Move | None = None
    card: Card | None = None


Answer = Move | Picker | Unclear


def _printed(name: str, words: Words) -> str:
    """What a choice makes or means, as it is printed."""
    return printed(name, words.deck, words.pack)


def plain(text: str) -> str:
    """A text as it is compared with what was typed."""
    return " ".join(_SIGNS.sub(" ", text.casefold()).split())


def _has_words(text: str, typed: str) -> bool:
    return set(typed.split()) <= set(plain(text).split())


class CardNames:
    """The cards of a pack by all their spellings: "qs", "q♠", "s3"."""

    def __init__(self, words: Words) -> None:
        self._cards: dict[str, Card] = {}
        for card in words.deck.counts:
            for glyphs in (with_pack(UNICODE, words.pack, "latin"), with_pack(ASCII, words.pack, "latin")):
                self._cards.setdefault(plain(face(card, glyphs)), card)
            for name in (card, spoken(card, words.pack), words.pack.native(card)):
                self._cards.setdefault(plain(name), card)
        if JOKER in words.deck.counts:
            self._cards["joker"] = JOKER
        self._cards.pop("", None)
        self._longest = max(len(name.split()) for name in self._cards)

    def cards_in(self, text: str) -> tuple[Card, ...] | None:
        """The cards that a text names and nothing else; None for another text."""
        words, cards = plain(text).split(), list[Card]()
        while words:
            for count in range(min(self._longest, len(words)), 0, -1):
                card = self._cards.get(" ".join(words[:count]))
                if card is not None:
                    cards.append(card)
                    del words[:count]
                    break
            else:
                return None
        return tuple(cards)


class Menu:
    """The choices of one decision. options: numbered from 1."""

    def __init__(self, decision: Decision, words: Words) -> None:
        self.decision, self._words = decision, words
        self.offers = offers_of(decision, words.layout)
        self._names = CardNames(words)
        self.options = [option for offer in self.offers for option in self._of(offer)]

    def _of(self, offer: ChoiceOffer) -> Iterator[Option]:
        choice, words = offer.choice, self._words
        match offer.kind:
            case "cards":
                for card in words.deck.sort(set(choice.cards)):
                    is_whole = choice.most == 1
                    yield Option(words.cards((card,)), offer, Move(choice.verb, (card,)) if is_whole else None, card)
            case "shape":
                for groups in choice.divisions[:_MOST_DIVISIONS]:
                    yield Option(self._groups(groups), offer, Move(choice.verb, groups=groups))
            case "listed" if len(choice.listed) <= (_FEW if len(self.offers) > 1 else MOST_LINES):
                ways = ways_of(offer)
                for way in ways:
                    only = f"{self._label(offer)} " if len(ways) == 1 else ""
                    yield Option(f"{only}{self._way(offer, way)}".strip(), offer, way.move)
            case "listed":
                yield Option(self._label(offer), offer)
            case _:
                yield Option(self._label(offer), offer, Move(choice.verb))

    def _label(self, offer: ChoiceOffer) -> str:
        return self._words.with_piles(offer.words.named) if offer.words.named else offer.words.label

    def _way(self, offer: ChoiceOffer, way: Way) -> str:
        text, label = self._words.move(way.move), f"{offer.words.label} "
        if not offer.words.said or not text.startswith(label):
            text = listed([self._words.part(part) for part in way.parts])
        text = text.removeprefix(label)
        return f"{text} ({_printed(way.name, self._words)})".strip() if way.name else text

    def _groups(self, groups: Sequence[Sequence[Card]]) -> str:
        return " / ".join(self._words.cards(tuple(group)) for group in groups)

    # What is said.

    def sentences(self) -> list[str]:
        """The choices, those of one kind in one sentence."""
        said, number = [], 1
        for offer in self.offers:
            options = [option for option in self.options if option.offer is offer]
            numbered = ", ".join(f"{at}: {option.text}" for at, option in enumerate(options, start=number))
            number += len(options)
            count = f" {offer.counts} cards" if offer.counts not in ("", "1") else ""
            is_alone = offer.kind == "word" or (offer.kind == "listed" and len(options) == 1)
            said.append(numbered if is_alone else f"{offer.words.label}{count}: {numbered}")
        return said

    @property
    def cards(self) -> frozenset[Card]:
        """The cards that are among the choices."""
        return frozenset(option.card for option in self.options if option.card is not None)

    def answers(self) -> list[str]:
        """Answers by number, one for each choice; with as many cards as a move needs."""
        found = []
        for number, option in enumerate(self.options, 1):
            least = option.offer.choice.least if option.card is not None else 1
            own = [at for at, each in enumerate(self.options, 1) if each.offer is option.offer]
            at = own.index(number)
            found.append(" ".join(map(str, sorted((own[at:] + own[:at])[: max(1, least)]))))
        return found

    # What is typed.

    def meaning(self, text: str) -> Answer:
        """What an answer means: numbers, a name of a move with its cards, cards alone, or words of one choice."""
        typed = plain(text)
        if re.fullmatch(r"[\d ]+", typed):
            return self._numbered([int(number) for number in typed.split()])
        for offer, rest in self._named(typed):
            return self._with(offer, rest)
        cards = self._names.cards_in(typed)
        if cards:
            return self._of_cards(cards)
        return self._described(typed, self.options)

    def _numbered(self, numbers: Sequence[int]) -> Answer:
        wrong = next((number for number in numbers if not 0 < number <= len(self.options)), None)
        if wrong is not None:
            return Unclear(f"There is no choice {wrong}: the numbers go from 1 to {len(self.options)}.")
        chosen = [self.options[number - 1] for number in numbers]
        if len(chosen) == 1 and chosen[0].card is None:
            return chosen[0].move or self._begun(chosen[0].offer)
        cards = tuple(option.card for option in chosen if option.card is not None)
        if len(cards) < len(chosen) or len({id(option.offer) for option in chosen}) > 1:
            return Unclear("Type one number. You can type several numbers only for the cards of one move.")
        return self._by_cards(chosen[0].offer, cards)

    @staticmethod
    def _begun(offer: ChoiceOffer) -> Answer:
        picker = Picker(offer)
        return picker.left[0].move if picker.is_done else picker

    def _named(self, typed: str) -> Iterator[tuple[ChoiceOffer, str]]:
        """The offers whose name a text begins with, the longest name first, and the rest of the text."""
        found = []
        firsts = [self._first(offer) for offer in self.offers]
        for offer, first in zip(self.offers, firsts, strict=True):
            called = (offer.choice.verb.replace("_", " "), self._label(offer), offer.words.label)
            names = {plain(name) for name in called}
            names |= {offer.words.key, first if firsts.count(first) == 1 else ""} - {""}
            for name in names:
                if typed == name or typed.startswith(f"{name} "):
                    found.append((len(name), offer, typed[len(name) :].strip()))
        for _, offer, rest in sorted(found, key=lambda each: -each[0]):
            yield offer, rest

    @staticmethod
    def _first(offer: ChoiceOffer) -> str:
        return plain(offer.words.label).partition(" ")[0]

    def _with(self, offer: ChoiceOffer, rest: str) -> Answer:
        """A move by its name. rest: what was typed after it."""
        own = [option for option in self.options if option.offer is offer]
        if offer.kind == "word":
            is_part = rest in plain(self._label(offer)) or rest in plain(offer.words.label)
            return Move(offer.choice.verb) if is_part else Unclear(f"Type only: {offer.words.label}.")
        if offer.kind == "shape" and rest:
            return self._shaped(offer, rest)
        if rest and re.fullmatch(r"[\d ]+", rest):
            return self._numbered([int(number) for number in rest.split()])
        cards = self._names.cards_in(rest)
        if cards:
            return self._by_cards(offer, cards)
        if rest:
            return self._described(rest, own)
        if len(own) == 1 and (own[0].move is not None or offer.kind == "listed"):
            return own[0].move or self._begun(offer)
        if offer.kind == "listed":
            return self._begun(offer)
        return Unclear(f"Name the cards too, for example: {offer.words.label} {own[0].text}.")

    def _of_cards(self, cards: tuple[Card, ...]) -> Answer:
        """Cards alone: they mean the first move that can be made with them."""
        fitting = [offer for offer in self.offers if offer.takes(cards)]
        asking = [offer for offer in self.offers if offer.kind == "cards"]
        if fitting or asking:
            return self._by_cards((fitting or asking)[0], cards)
        return Unclear("You typed only cards. Also type a number or the name of a move.")

    def _by_cards(self, offer: ChoiceOffer, cards: tuple[Card, ...]) -> Answer:
        """A move of an offer with cards, legal or not: the table says why it is not."""
        if offer.kind != "listed" or not offer.takes(cards):
            return Move(offer.choice.verb, cards)
        if not offer.choice.places:
            return Move(offer.choice.verb, offer.matching(cards))
        picker = Picker(offer)
        picker.begin_with(cards, is_chosen=True)
        return picker.left[0].move if picker.is_done else picker

    def _shaped(self, offer: ChoiceOffer, rest: str) -> Answer:
        groups = [self._names.cards_in(part) for part in rest.split("/")]
        wanted = [self._words.layout.groups.get(word, word) for word in offer.choice.shape]
        if not all(groups) or len(groups) != len(wanted):
            example = f"{offer.words.label} {' / '.join(wanted)}"
            return Unclear(f"Type the cards of each group, with a slash between the groups: {example}.")
        return Move(offer.choice.verb, groups=tuple(group for group in groups if group))

    def _described(self, typed: str, options: Sequence[Option]) -> Answer:
        """The one choice whose text has the words that were typed."""
        exact = [option for option in options if plain(option.text) == typed]
        fitting = exact or [option for option in options if typed and _has_words(option.text, typed)]
        if len(fitting) == 1:
            return fitting[0].move or self._begun(fitting[0].offer)
        if fitting:
            return Unclear(f"Several choices fit {typed!r}. Type the number of one choice.")
        if typed:
            return Unclear(f"{typed!r} is not a choice now. Type ? to hear what you can do.")
        return Unclear("Type an answer.")


class Narrowing:
    """A listed choice that is asked part by part."""

    def __init__(self, picker: Picker, words: Words) -> None:
        self.picker, self._words = picker, words

    def sentence(self) -> str:
        texts = (f"{number}: {self._text(part)}" for number, part in enumerate(self.picker.candidates, start=1))
        return f"{self._words.picking(self.picker)} {', '.join(texts)}, {_BACK}: back"

    def _text(self, part: Part) -> str:
        name = self.picker.name_with(part)
        return f"{self._words.part(part)} ({_printed(name, self._words)})" if name else self._words.part(part)

    def meaning(self, text: str) -> Move | Unclear | None:
        """Take the parts of an answer; the move once it is whole. Unclear with no sentence: back to the choices."""
        typed = plain(text)
        numbers = [int(number) for number in typed.split()] if re.fullmatch(r"[\d ]+", typed) else self._named(typed)
        if numbers == [_BACK]:
            return None if self.picker.back() else Unclear("")
        parts = self.picker.candidates
        if not numbers or not all(0 < number <= len(parts) for number in numbers):
            return Unclear(f"Type a number from {_BACK} to {len(parts)}.")
        wanted = [parts[number - 1] for number in numbers]
        for part in wanted[:-1]:
            if self.picker.point_at(part):
                self.picker.take()
        if self.picker.point_at(wanted[-1]):
            self.picker.finish()
        return self.picker.left[0].move if self.picker.is_done else None

    def _named(self, typed: str) -> list[int]:
        texts = [plain(self._text(part)) for part in self.picker.candidates]
        found = [number for number, text in enumerate(texts, start=1) if text == typed]
        return found or [number for number, text in enumerate(texts, start=1) if _has_words(text, typed)][:1]
