"""Cards, seats and places in the words of a table: what prompts say of the parts of a move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.api import BETWEEN, OVER, UNKNOWN, Card, Decision, Deck, MatchEnded, Move, Seat, capital, listed

from ..widgets.glyphs import UNICODE, face, with_pack
from ..widgets.packs import Pack
from .choice.offers import ChoiceOffer
from .choice.picker import Part, Picker, seat_of, ways_of
from .game_words import TableLayout, end_words
from .narration import named_or_counted, spoken
from .picture import Picture

LATE: Final = "Your time ran out: the table made a move for you."


def late_words(layout: TableLayout, decision: Decision) -> str:
    """What the table did for a player whose time ran out."""
    return "Your time ran out: you passed." if layout.verb(decision.default.verb).declines else LATE


@dataclass(frozen=True)
class Words:
    """How this table speaks of cards and places, for the viewer of a picture."""

    layout: TableLayout
    pack: Pack
    deck: Deck
    picture: Picture

    def cards(self, cards: Sequence[Card]) -> str:
        """Cards in short, as they stand on chips; one alone in its own writing too."""
        if len(cards) == 1 and (both := self.pack.spoken(cards[0])) is not None:
            return both
        return " ".join(face(card, with_pack(UNICODE, self.pack, "latin")) for card in cards)

    def with_piles(self, sentence: str) -> str:
        """A sentence with the top card of a pile in place of the pile's zone: "take {discard}" is "take Q♣"."""
        for pile in self.picture.piles:
            top = "the top card" if pile.top in (None, UNKNOWN) else self.cards((pile.top,))
            sentence = sentence.replace(f"{{{pile.zone}}}", top)
        return sentence

    def seat(self, seat: int) -> str:
        """A seat by the name of who sits there."""
        return "you" if seat == self.picture.viewer else self.picture.seats[seat].name

    def part(self, part: Part) -> str:
        if part is None:
            return "nothing more"
        if isinstance(part, tuple):
            return self.cards(part)
        kind, _, rest = part.partition(":")
        seat = seat_of(part)
        if part in self.layout.places:
            return self.layout.places[part]
        if seat is None or seat >= len(self.picture.seats):
            return self._plain(part)
        if kind == "seat":
            return self.seat(seat)
        if ":" in rest:
            return self._of_row(part, kind, seat)
        whose = "your" if seat == self.picture.viewer else f"{self.seat(seat)}'s"
        return f"{whose} {self.layout.places.get(kind, kind)}"

    def _of_row(self, zone: str, kind: str, seat: int) -> str:
        whose = "your" if seat == self.picture.viewer else f"{self.seat(seat)}'s"
        look = self.picture.seats[seat]
        meld = next((meld.cards for meld in look.melds if meld.zone == zone), ())
        if meld:
            return f"{whose} {self.cards(meld)}"
        return f"{whose} {self.layout.places.get(kind, kind)} {int(zone.rpartition(':')[2]) + 1}"

    def _plain(self, part: str) -> str:
        if Card(part) in self.deck.counts:
            return spoken(Card(part), self.pack)
        return dict(self.layout.piles).get(part, self.layout.place(part))

    def _ask(self, picker: Picker) -> str:
        """The usual question for the next part of a choice."""
        current = picker.current
        if isinstance(current, tuple):
            return "which card" if len(current) == 1 else "which cards"
        if isinstance(current, str) and current.startswith("seat:"):
            return "who"
        return "which of your cards" if self._is_mine(current) else "which one"

    def slot_number(self, part: Part) -> int:
        """The number of a hidden place in its player's row, which names its card ("card 3"); 0 for another part."""
        return next((slot.number for seat in self.picture.seats for slot in seat.slots if slot.zone == part), 0)

    def _is_mine(self, part: Part) -> bool:
        return self.slot_number(part) > 0 and seat_of(part) == self.picture.viewer

    def unparted(self, offer: ChoiceOffer) -> str:
        """A move whose parts are not chosen yet: "swap it for one of your cards"."""
        words, ways = offer.words, ways_of(offer)
        if not words.said or any(f"{{{len(way.parts) - 1}}}" not in words.said for way in ways):
            return self.with_piles(words.named) if words.named else words.label
        said, kinds = self.with_piles(words.said), list[str]()
        if "{0} and {1}" in said and all(map(self._is_mine, ways[0].parts)):
            return said.replace("{0} and {1}", "two of your cards")
        for number, part in enumerate(ways[0].parts):
            kind = self._kind(part)
            said = said.replace(f"{{{number}}}", kind.replace("one of", "another of") if kind in kinds else kind)
            kinds.append(kind)
        return said

    def _kind(self, part: Part) -> str:
        """What a part is one of."""
        if isinstance(part, tuple):
            return "one of your cards" if len(part) == 1 else "some of your cards"
        if self._is_mine(part):
            return "one of your cards"
        if self.slot_number(part):
            return "another player's card"
        return "another player" if part is not None and part.startswith("seat:") else "a meld"

    def so_far(self, picker: Picker) -> str:
        return ", ".join(self.part(part) for part in picker.taken if part is not None)

    def move(self, move: Move) -> str:
        """A whole move: its cards, groups and places in the words that the game has for so many, or after its label."""
        parts = [self.cards(move.cards)] if move.cards else []
        parts += [self.cards(group) for group in move.groups]
        parts += [self.part(place) for place in move.places]
        verb = self.layout.verb(move.verb)
        if not parts and verb.said and "{" not in verb.said:
            return verb.said
        if parts and f"{{{len(parts) - 1}}}" in verb.said and f"{{{len(parts)}}}" not in verb.said:
            said = self.with_piles(verb.said)
            for number, part in enumerate(parts):
                said = said.replace(f"{{{number}}}", part)
            return said
        label = self.with_piles(verb.named) if verb.named and not parts else verb.label
        return f"{label} {listed(parts) if move.groups else ', '.join(parts)}" if parts else label

    def asked(self, decision: Decision) -> str:
        """The prompt of a decision."""
        verbs = [choice.verb for choice in decision.choices]
        return self.with_piles(self.layout.phase(decision.phase).prompt(verbs)) or "It is your turn."

    def picking(self, picker: Picker, what: str = "") -> str:
        """The prompt of a choice that is narrowed part by part. what: the question for the next part, "" for that of
        the game."""
        if picker.is_done and picker.way is not None:
            said = self.move(picker.way.move)
            return f"{capital(said)}."
        so_far, asks = self.so_far(picker), picker.offer.words.asks
        label = capital(picker.offer.words.label)
        if what:
            return what
        if not isinstance(picker.current, tuple) and picker.number < len(asks):
            return self.with_piles(asks[picker.number]).replace("{0}", so_far)
        return f"{label}{' ' if so_far else ''}{so_far}: {self._ask(picker)}?"


def awaited_words(picture: Picture, layout: TableLayout) -> str:
    """Whom the table waits for, or what phase it rests in."""
    if picture.phase in (BETWEEN, OVER):
        return layout.phase(picture.phase).title + "."
    if picture.viewer in picture.asked:
        return "Waiting for the other players."
    names = [picture.seats[seat].name for seat in picture.asked]
    if not names:
        return "The table goes on in a moment." if picture.phase else "The match has not begun."
    if len(names) == len(picture.seats):
        return "Everybody is choosing."
    return f"Waiting for {named_or_counted(names)}."


def match_words(layout: TableLayout, over: MatchEnded, names: Callable[[Seat], str], viewer: Seat | None) -> str:
    """How a match ended."""
    others = [names(seat) for seat in over.winners if seat != viewer]
    winners = listed(["you", *others] if len(others) < len(over.winners) else others)
    return end_words(layout, over.how, winners) + "."
