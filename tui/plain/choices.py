"""What a decision allows, by number and by name, and what a typed answer means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.api import JOKER, Card, Decision, Move, Seat, counted, listed, number_in_words

from ..table.choice.offers import ChoiceOffer, offers_of
from ..table.choice.picker import MOST_LINES, Part, Picker, Way, seat_of, ways_of
from ..table.narration import printed, spoken
from ..table.wording import Words
from ..widgets.glyphs import ASCII, UNICODE, face, with_pack
from .describe import longer_note

_MOST_DIVISIONS: Final = 5
_FEW: Final = 4
"""If other moves are possible too, a move with more ways than this is asked part by part."""
_BACK: Final = 0
_WORDS_TO: Final = 10
"""Numbers of cards up to this one are written in words: a number in digits is one to type."""
_JOINED: Final = re.compile(r",? or |, ")
"""What stands between the choices in a prompt."""
_SIGNS: Final = re.compile(r"[^\w*♠♥♦♣/ ]+")


@dataclass(frozen=True)
class Unclear:
    """An answer that means no move. sentence: says what to type instead."""

    sentence: str


@dataclass(frozen=True)
class Option:
    """A numbered choice. move: what it does; None if it is one card of several, or if more must be asked."""

    text: str
    offer: ChoiceOffer
    move: Move | None = None
    card: Card | None = None

    @property
    def in_words(self) -> str:
        """What can be typed for it in place of its number."""
        return self.text.partition(": ")[0] if self.card is None else f"{self.offer.words.label} {self.text}"


Answer = Move | Picker | Unclear


def _named(text: str, name: str, words: Words) -> str:
    """A choice with what it makes or means, if there is something to say: "bump with 2♥ 2♠: triplet, 2 points"."""
    return f"{text}: {printed(longer_note(name, words.layout.notes), words.deck, words.pack)}" if name else text


def plain(text: str) -> str:
    """A text as it is compared with what was typed."""
    return " ".join(_SIGNS.sub(" ", text.casefold()).split())


def _has_words(text: str, typed: str) -> bool:
    return set(typed.split()) <= set(plain(text).split())


def are_numbers(typed: str) -> bool:
    """Whether an answer has only numbers."""
    return re.fullmatch(r"[\d ]+", plain(typed)) is not None


def _marked(number: int, text: str) -> str:
    """A choice with the number to type for it, which cannot be taken for a card: "(1) take 7♥"."""
    return f"({number}) {text}"


def _copies(option: Option) -> str:
    """What follows a card that can be chosen more than once: " (two copies)"."""
    copies = 0 if option.card is None else option.offer.choice.cards.count(option.card)
    return f" ({number_in_words(copies)} copies)" if copies > 1 else ""


def _how_many(least: int, most: int, noun: str) -> str:
    """So many things, in words: "three cards", "one or two cards", "one to three cards"."""
    fewest = "" if least == most else f"{number_in_words(least)} {'or' if most == least + 1 else 'to'} "
    return f"{fewest}{counted(most, noun, words_to=_WORDS_TO)}"


def _span(numbers: Sequence[int]) -> str:
    """Numbers that can be typed: "1 or 2", "1 to 9", "1, 3 or 4"."""
    return f"{numbers[0]} to {numbers[-1]}" if _is_range(numbers) else listed(list(map(str, numbers)), "or")


def _is_range(numbers: Sequence[int]) -> bool:
    return len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1))


def _range(numbers: Sequence[int]) -> str:
    """What to type: "1 or 2", "a number from 1 to 9", "1, 3 or 4"."""
    return f"{'a number from ' if _is_range(numbers) else ''}{_span(numbers)}"


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
    """The choices of one decision. options: numbered from 1. only: the one offer that is there, if its parts have to be
    asked one after the other.
    """

    def __init__(self, decision: Decision, words: Words) -> None:
        self.decision, self._words = decision, words
        self.offers = offers_of(decision, words.layout)
        self._names = CardNames(words)
        self.options = [option for offer in self.offers for option in self._of(offer)]
        self.only = self.offers[0] if len(self.offers) == 1 and self._is_by_parts(self.offers[0]) else None

    def _is_by_parts(self, offer: ChoiceOffer) -> bool:
        """Whether the parts of an offer are asked one after the other: it has many ways, or places with numbers."""
        if offer.kind != "listed":
            return False
        most = _FEW if len(self.offers) > 1 else MOST_LINES
        is_placed = any(self._words.slot_number(place) for _, places in offer.choice.listed for place in places)
        return len(offer.choice.listed) > (1 if is_placed else most)

    def _of(self, offer: ChoiceOffer) -> Iterator[Option]:
        choice, words = offer.choice, self._words
        match offer.kind:
            case "cards":
                for card in words.deck.sort(set(choice.cards)):
                    is_whole = choice.most == 1
                    yield Option(words.cards((card,)), offer, Move(choice.verb, (card,)) if is_whole else None, card)
            case "shape":
                for groups in choice.divisions[:_MOST_DIVISIONS]:
                    laid = listed([self._group(name, group) for name, group in zip(choice.shape, groups, strict=True)])
                    yield Option(f"{offer.words.label} {laid}", offer, Move(choice.verb, groups=groups))
            case "listed" if not self._is_by_parts(offer):
                for way in ways_of(offer):
                    yield Option(self._way(way), offer, way.move)
            case "listed":
                yield Option(words.unparted(offer), offer)
            case _:
                yield Option(self._label(offer), offer, Move(choice.verb))

    def _group(self, name: str, cards: Sequence[Card]) -> str:
        return f"{self._words.layout.groups.get(name, name)} {self._words.cards(tuple(cards))}"

    def _label(self, offer: ChoiceOffer) -> str:
        return self._words.with_piles(offer.words.named) if offer.words.named else offer.words.label

    def _way(self, way: Way) -> str:
        return _named(self._words.move(way.move), way.name, self._words)

    # What is said.

    def prompt(self, asked: str) -> str:
        """A prompt. If it says no more than the choices, it only says that it is my turn. A claim is always named,
        because it can be out of turn.
        """
        if self.decision.window:
            return asked
        head, _, rest = asked.partition(": ")
        texts = [f"{plain(option.text)} " for option in self.options]
        said = [any(text.startswith(f"{plain(part)} ") for text in texts) for part in _JOINED.split(rest) if part]
        return f"{head}." if said and all(said) else asked

    def typed(self) -> str:
        """What to type: "Type the number of a card:"."""
        several = next((offer for offer in self.offers if offer.kind == "cards"), None)
        if several is None or (several.choice.most == 1 and len(self.offers) > 1):
            return "Type a number:"
        numbers = _how_many(several.choice.least, several.choice.most, "number")
        if len(self.offers) == 1:
            return "Type the number of a card:" if several.choice.most == 1 else f"Type {numbers}:"
        return f"Type a number, or {numbers} to {several.words.label}:"

    def lines(self) -> list[str | list[str]]:
        """The choices with their numbers, one in a line; the cards of a move are a list of their own."""
        said, number = list[str | list[str]](), 1
        for offer in self.offers:
            options = [option for option in self.options if option.offer is offer]
            marked = [_marked(at, option.text + _copies(option)) for at, option in enumerate(options, start=number)]
            number += len(options)
            if offer.kind == "cards":
                label = f"{offer.words.label}: " if len(self.offers) > 1 else ""
                said.append([f"{label}{marked[0]}", *marked[1:]])
            else:
                said += marked
        return said

    def what_to_type(self) -> str:
        """What to type instead of an answer that means nothing: "Type a number from 1 to 9."."""
        return f"Type {_range(range(1, len(self.options) + 1))}."

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
        if are_numbers(typed):
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
            return Unclear(f"There is no choice {wrong}. {self.what_to_type()}")
        if len(set(numbers)) < len(numbers):
            return Unclear(f"Type each number once. {self.what_to_type()}")
        chosen = [self.options[number - 1] for number in numbers]
        if len(chosen) == 1 and chosen[0].card is None:
            return chosen[0].move or self._begun(chosen[0].offer)
        cards = tuple(option.card for option in chosen if option.card is not None)
        if len(cards) < len(chosen) or len({id(option.offer) for option in chosen}) > 1:
            return Unclear("Type only one number. Only a move with several cards takes several numbers.")
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
        if are_numbers(rest):
            if self._is_by_parts(offer):
                return self._begun_with(offer, rest)
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
        if offer.kind == "shape":
            return Unclear(f"Type the cards too, for example: {self._example(offer)}.")
        example = " ".join(option.text for option in own[: max(1, offer.choice.least)])
        return Unclear(f"Type the cards too, for example: {offer.words.label} {example}.")

    def _begun_with(self, offer: ChoiceOffer, rest: str) -> Answer:
        """A move by its name and the numbers of its places: "swap 2"."""
        narrowing = Narrowing(Picker(offer), self._words)
        return narrowing.meaning(rest) or narrowing.picker

    def _example(self, offer: ChoiceOffer) -> str:
        """A move with groups as it can be typed: one that can be made, or the words for its groups."""
        groups = next(iter(offer.choice.divisions), ())
        named = [self._words.layout.groups.get(word, word) for word in offer.choice.shape]
        parts = [self._words.cards(tuple(group)) for group in groups] or named
        return f"{offer.words.label} {' / '.join(parts)}"

    def _of_cards(self, cards: tuple[Card, ...]) -> Answer:
        """Cards alone: they mean the first move that can be made with them."""
        fitting = [offer for offer in self.offers if offer.takes(cards)]
        asking = [offer for offer in self.offers if offer.kind == "cards"]
        if fitting or asking:
            return self._by_cards((fitting or asking)[0], cards)
        return Unclear(f"You cannot choose cards now. {self.what_to_type()}")

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
            return Unclear(f"Type a slash between the groups of cards, for example: {self._example(offer)}.")
        return Move(offer.choice.verb, groups=tuple(group for group in groups if group))

    def _described(self, typed: str, options: Sequence[Option]) -> Answer:
        """The one choice whose text has the words that were typed."""
        exact = [option for option in options if plain(option.text) == typed]
        fitting = exact or [option for option in options if typed and _has_words(option.text, typed)]
        if len(fitting) == 1:
            return fitting[0].move or self._begun(fitting[0].offer)
        if fitting:
            return Unclear(f"Several choices fit {typed!r}. {self.what_to_type()}")
        if typed:
            return Unclear(f"{typed!r} is not a choice now. {self.what_to_type()[:-1]}, or ? for help.")
        return Unclear(self.what_to_type())


class Narrowing:
    """A listed choice that is asked part by part. asked: the prompt of its decision, if there is no other choice.

    A place with a number of its own is chosen by this number; in places of several players, first the player.
    """

    def __init__(self, picker: Picker, words: Words, asked: str = "") -> None:
        self.picker, self._words, self._asked = picker, words, asked
        self._seat: Seat | None = None

    @property
    def _can_go_back(self) -> bool:
        return not self._asked or self._seat is not None or self.picker.has_chosen

    def _seats(self) -> list[Seat]:
        """The players among whose places I choose first; none if there is only one, or one is chosen."""
        parts = [part for part in self.picker.candidates if part is not None]
        seats = list(dict.fromkeys(seat for part in parts if (seat := seat_of(part)) is not None))
        is_placed = all(self._words.slot_number(part) for part in parts)
        return seats if is_placed and len(seats) > 1 and self._seat is None else []

    def _numbered(self) -> dict[int, Part]:
        """What may come next by the number to type: of its place, or by its order."""
        parts = [part for part in self.picker.candidates if self._seat is None or seat_of(part) == self._seat]
        numbers = {self._words.slot_number(part): part for part in parts}
        is_placed = len(numbers) == len(parts) and 0 not in numbers
        return numbers if is_placed else dict(enumerate(parts, start=1))

    def _numbers(self) -> list[int]:
        """The numbers that can be typed, without that to go back."""
        return list(range(1, len(self._seats()) + 1)) or list(self._numbered())

    def answers(self) -> list[str]:
        """Answers by number, one for each that can be typed first; with as many as are needed."""
        numbers, least = self._numbers(), self.picker.counts[0]
        return [" ".join(map(str, sorted((numbers[at:] + numbers[:at])[:least]))) for at in range(len(numbers))]

    # What is said.

    def prompt(self) -> str:
        """The question for the next part."""
        if self._seat is not None:
            return self._words.picking(self.picker, f"Which of {self._words.seat(self._seat)}'s cards do you choose?")
        return self._words.picking(self.picker) if not self._asked or self.picker.has_chosen else self._asked

    def typed(self) -> str:
        """What to type, with the numbers of the places; other parts are in the lines."""
        if self._seats():
            return "Type the number of the player:"
        if not self._is_placed:
            return "Type a number:"
        numbers, (least, most) = self._numbers(), self.picker.counts
        back = f", or {_BACK} to go back" if self._can_go_back else ""
        several = _how_many(least, most, "number") if most > 1 else "its number"
        return f"Type {several} ({_span(numbers)}){back}."

    @property
    def _is_placed(self) -> bool:
        """Whether the numbers are those of places, which need no lines."""
        return all(self._words.slot_number(part) == number for number, part in self._numbered().items())

    def lines(self) -> list[str | list[str]]:
        """What may come next, with numbers, one in a line."""
        seats = self._seats()
        if not seats and self._is_placed:
            return []
        texts = dict(enumerate(map(self._words.seat, seats), start=1))
        texts = texts or {number: self._text(part) for number, part in self._numbered().items()}
        return [_marked(number, text) for number, text in (texts | self._way_back()).items()]

    def _way_back(self) -> dict[int, str]:
        return {_BACK: "go back"} if self._can_go_back else {}

    def _text(self, part: Part) -> str:
        name = self.picker.name_with(part)
        return _named(self._words.part(part), name, self._words)

    def what_to_type(self) -> str:
        """What to type instead of an answer that means nothing."""
        back = f", or {_BACK} to go back" if self._can_go_back else ""
        return f"Type {_range(self._numbers())}{back}."

    # What is typed.

    def meaning(self, text: str) -> Move | Unclear | None:
        """Take the parts of an answer; the move once it is whole. Unclear with no sentence: back to the choices."""
        typed = plain(text)
        numbers = [int(number) for number in typed.split()] if are_numbers(typed) else []
        if numbers == [_BACK] and self._can_go_back:
            return self._back()
        seats = self._seats()
        if seats and (len(numbers) == 1 or not numbers):
            names = [plain(self._words.seat(seat)) for seat in seats]
            at = numbers[0] - 1 if numbers else names.index(typed) if typed in names else -1
            if 0 <= at < len(seats):
                self._seat = seats[at]
                return None
        numbered = self._numbered()
        wanted = [numbered[number] for number in numbers if number in numbered] if not seats else []
        if len(wanted) < max(1, len(numbers)):
            wanted = [] if numbers else self._named(typed)
        return self._with(wanted) if wanted else Unclear(self.what_to_type())

    def _back(self) -> Unclear | None:
        if self._seat is not None:
            self._seat = None
            return None
        return None if self.picker.back() else Unclear("")

    def _with(self, wanted: Sequence[Part]) -> Move | None:
        """The move with these parts. If it is whole, the question stays: the move may be refused, or typed twice."""
        picker = self.picker.renewed(self.picker.offer)
        for part in wanted[:-1]:
            if picker.point_at(part):
                picker.take()
        if picker.point_at(wanted[-1]):
            picker.finish()
        if picker.is_done:
            return picker.left[0].move
        self.picker, self._seat = picker, None
        return None

    def _named(self, typed: str) -> list[Part]:
        texts = {part: plain(self._text(part)) for part in self.picker.candidates}
        found = [part for part, text in texts.items() if text == typed]
        return found or [part for part, text in texts.items() if typed and _has_words(text, typed)][:1]
