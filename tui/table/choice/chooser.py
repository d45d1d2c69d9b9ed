"""A choice in the making: what my hand looks like to me, which cards I have chosen, and what I could do with them.

Nothing here draws or sends. The chooser outlives every update. A chosen card stays chosen, whatever the others do and
whatever I am asked meanwhile. Only a move of mine, or the loss of the card, undoes the choice.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from engine.api import Card, Decision, Move

from ..game_words import TableLayout
from .composer import Composer, Held
from .offers import ChoiceOffer, offers_of
from .picker import Picker


def _nothing_missing(_word: str, _cards: tuple[Card, ...]) -> str:
    return ""


class Chooser:
    """My hand, and the choice that I am making with it.

    slots: the cards that I hold, in the order shown. cursor: the index of the card pointed at. chosen: the selected
    cards. picking: the listed offer that I am narrowing down. composing: the groups that I am laying out. fault: says
    in the game's words why cards are no group. layout: has the words of the moves. recommended: the move that a line on
    the screen recommends.
    """

    def __init__(self, layout: TableLayout, fault: Callable[[str, tuple[Card, ...]], str] = _nothing_missing) -> None:
        self.layout = layout
        self._fault = fault
        self.slots: tuple[Held, ...] = ()
        self.cursor = 0
        self._is_pointed = False
        self.chosen: set[Held] = set()
        self.decision: Decision | None = None
        self.recommended: Move | None = None
        self.offers: tuple[ChoiceOffer, ...] = ()
        self.picking: Picker | None = None
        self.composing: Composer | None = None
        self._laid_by: Composer | None = None
        self._own_order: list[Card] = []
        self._together = 0
        self._before_hint: frozenset[Held] | None = None
        self._advised: tuple[ChoiceOffer, Move] | None = None

    # What changes it from outside.

    def hold(self, cards: Sequence[Card], together: int = 0) -> None:
        """My hand is now this, in this order. together: so many of the first cards lie in groups."""
        self._together = together
        pointed = self.slots[self.cursor] if self.slots else None
        counts: Counter[Card] = Counter()
        slots: list[Held] = []
        for card in cards:
            slots.append((card, counts[card]))
            counts[card] += 1
        self.slots = tuple(slots)
        self.chosen = {(card, copy) for card, copy in self.chosen if copy < counts[card]}
        if pointed in self.slots:
            self.cursor = self.slots.index(pointed)
        self.cursor = max(0, min(self.cursor, len(slots) - 1))

    def by_hand(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """A hand in the order of my own; cards that came since lie at its end."""
        left = Counter(cards)
        order: list[Card] = []
        for card in self._own_order:
            if left[card] > 0:
                order.append(card)
                left[card] -= 1
        for card in cards:
            if left[card] > 0:
                order.append(card)
                left[card] -= 1
        self._own_order = order
        return tuple(order)

    def carry(self, by: int) -> None:
        """Move the card pointed at within my hand: from now on its order is my own."""
        there = self.cursor + by
        if 0 <= there < len(self.slots):
            order = [card for card, _ in self.slots]
            order[self.cursor], order[there] = order[there], order[self.cursor]
            chosen = Counter(card for card, _ in self.chosen)
            self._own_order = order
            self.cursor = there
            self.slots = _numbered(order)
            self.chosen = {(card, copy) for card, copy in self.slots if copy < chosen[card]}
            self._is_pointed = True

    def keep_order(self) -> None:
        """Start my own order with the order that is shown now."""
        self._own_order = [card for card, _ in self.slots]

    def ask(self, decision: Decision | None, recommended: Move | None = None) -> bool:
        """I am asked this now, or nothing. The parts of my choice that are still possible stay. Returns whether the
        question is another one than before, or is asked again after a pause."""
        if self.composing is not None:
            self.composing.renew(self.composing.offer, self.slots)
        if decision == self.decision:
            return False
        self.drop_hint()
        self.decision, self.recommended = decision, recommended
        self.offers = offers_of(decision, self.layout)
        self._point_at_use()
        if self.picking is not None:
            again = self._like(self.picking.offer)
            self.picking = self.picking.renewed(again) if again is not None else None
        if self.composing is not None:
            again = self._like(self.composing.offer)
            if again is None or not self.composing.renew(again, self.slots):
                self._laid_by, self.composing = self.composing, None
        return True

    def _like(self, offer: ChoiceOffer) -> ChoiceOffer | None:
        return next(
            (each for each in self.offers if (each.choice.verb, each.kind) == (offer.choice.verb, offer.kind)), None
        )

    def _point_at_use(self) -> None:
        """With nothing chosen yet, point at a card that is of use.

        If I have not moved the cursor since my last move, point at the first card of the recommended move, or else at
        the card of an announced move. Without these, point at the card of the decision's default, so that a hasty Enter
        does little harm. If this card lies in a group and is not recommended, point at the first card left over. If the
        cursor is then on a card of no use, point at the nearest card that is of use.
        """
        marks = self.marks()
        if self.chosen or not marks or not any(marks):
            return
        dull = self.decision.default.cards if self.decision is not None and not self.decision.free else ()
        dull = next((each.choice.cards[:1] for each in self.announced if each.kind == "cards"), dull)
        named = () if self.recommended is None else cards_of((self.recommended,))
        dull = tuple(card for card, _ in self.slots if card in named)[:1] or dull
        left_over = [slot for slot, mark in list(zip(self.slots, marks, strict=True))[self._together :] if mark]
        places = [place for place, (card, _) in enumerate(self.slots) if dull == (card,)]
        if not self._is_pointed and places:
            self.cursor = places[-1]  # of equal cards the last one is in no group
            if self.cursor < self._together and left_over and dull[0] not in named:
                self.cursor = self.slots.index(left_over[0])
        if marks[self.cursor]:
            return
        useful = [index for index, mark in enumerate(marks) if mark]
        self.cursor = min(useful, key=lambda index: abs(index - self.cursor))

    def moved(self, move: Move) -> None:
        """My move was accepted: its cards are no longer selected, and picking and composing end.

        Cards that I selected for another move stay selected: if I pass a claim, I still want to discard my card.
        """
        if self.picking is None:
            for card in move.cards:
                used = next((slot for slot in self.slots if slot[0] == card and slot in self.chosen), None)
                self.chosen -= {used} if used else set()
        self.picking = self.composing = self._laid_by = None
        self._is_pointed = False

    def begin_step(self) -> None:
        """A step of a lesson begins: what I selected or pointed at before does not count."""
        self.chosen.clear()
        self._is_pointed = False

    def mark(self, move: Move) -> None:
        """Show the move of a hint: select or point at its cards, and lay out its places and groups up to the last part.
        Enter makes a move without cards. When the hint goes, my own selection comes back."""
        offer = next((each for each in self.offers if each.choice.verb == move.verb), None)
        if offer is None:
            return
        self.drop_hint()
        self.picking = self.composing = None
        self._before_hint = frozenset(self.chosen)
        self.chosen.clear()
        slots = self._slots_of(move.cards)
        if len(slots) == 1:  # of equal cards the last one is in no group
            slots = [next(slot for slot in reversed(self.slots) if slot[0] == move.cards[0])]
        if move.groups:
            self.composing = Composer(offer, self.slots, self._fault)
            self.composing.lay_out(move.groups)
        elif move.places or len(slots) < len(move.cards):
            self.picking = Picker(offer)
            self.picking.lead_to(move)
        elif slots:
            self.cursor = self.slots.index(slots[0])
            if len(slots) > 1 or offer.kind == "listed":
                self.chosen |= set(slots)
        self._advised = (offer, move) if self.move_for(offer, named=True) == move else None

    @property
    def advised(self) -> ChoiceOffer | None:
        """What a hint speaks of, as long as I have not chosen or pointed at other cards."""
        if self._advised is None:
            return None
        offer, move = self._advised
        return offer if not move.cards or Counter(self.in_hand()) == Counter(move.cards) else None

    def drop_hint(self) -> None:
        """The hint goes, and with it what it had marked, as far as I have not chosen otherwise since."""
        if self._before_hint is not None:
            held = set(self.slots)
            self.chosen = {slot for slot in self._before_hint if slot in held}
            self.picking = self.composing = self._before_hint = None
        self._advised = None

    def _slots_of(self, cards: Sequence[Card]) -> list[Held]:
        """Where some cards lie in my hand, in its order; one that I do not hold is left out."""
        wanted = Counter(cards)
        return [(card, copy) for card, copy in self.slots if copy < wanted[card]]

    # What I do.

    def step(self, by: int) -> None:
        """Move the cursor, or go to the next part of a picking. Both wrap around. In a numbered list in sight, begin
        to pick."""
        if self.picking is not None:
            self.picking.step(by)
        elif self.listing is not None:
            self.picking = self.listing
            self.picking.at = 0 if by > 0 else len(self.picking.candidates) - 1
        elif self.composing is not None and self.composing.row is not None:
            self.composing.step(by)
        elif self.slots:
            self.cursor = (self.cursor + by) % len(self.slots)
            self._is_pointed = True

    def point(self, index: int) -> None:
        if 0 <= index < len(self.slots):
            self.cursor = index
            self._is_pointed = True

    def point_at_rank(self, sign: str) -> bool:
        """Point at the next card with a sign, such as "4" or "K"; whether there is one."""
        count = len(self.slots)
        order = [(self.cursor + step) % count for step in range(1, count + 1)]
        found = next((place for place in order if sign.upper() in self.slots[place][0]), None)
        if found is not None:
            self.point(found)
        return found is not None

    def next(self, by: int) -> None:
        """Choose the next meld of my hand that can be played; or point at the next card left over, or else of use."""
        melds = [cards for offer in self.offers if offer.kind == "listed" for cards in offer.choice.sets]
        melds = [cards for cards in melds if len(cards) > 1 and len(self._slots_of(cards)) == len(cards)]
        if melds and self.is_waited_for:
            at = next((place for place, cards in enumerate(melds) if set(self._slots_of(cards)) == self.chosen), None)
            cards = melds[(0 if by > 0 else -1) if at is None else (at + by) % len(melds)]
            self._before_hint = self._advised = None
            self.chosen = set(self._slots_of(cards))
            self.cursor = self.slots.index(self._slots_of(cards)[0])
            return
        marks = self.marks()
        useful = [place for place, mark in enumerate(marks) if mark]
        useful = [place for place in useful if place >= self._together] or useful
        if useful:
            later = [place for place in useful if (place - self.cursor) * by > 0]
            self.point((later or useful)[0] if by > 0 else (later or useful)[-1])

    @property
    def most(self) -> int:
        """How many cards may be selected for what I am asked, 0 for no limit."""
        is_counted = self.is_waited_for and all(offer.kind == "cards" for offer in self.offers)
        most = max((offer.choice.most for offer in self.offers), default=0)
        return most if is_counted and most > 1 else 0

    def toggle(self) -> bool:
        """Select the card pointed at, or put it back. Returns False if no more cards may be selected."""
        if self.picking is None and self.slots:
            if self.most and self.slots[self.cursor] not in self.chosen and len(self.chosen) >= self.most:
                return False
            self._before_hint = self._advised = None
            self.chosen ^= {self.slots[self.cursor]}
        return True

    def clear(self) -> None:
        """One step back in a picking, or out of it; out of the composing; or put all chosen cards back."""
        if self.picking is not None:
            if not self.picking.back():
                self.picking = None
        elif self.composing is not None:
            self._laid_by, self.composing = self.composing, None
        else:
            self.chosen.clear()

    def offer(self, key: str) -> ChoiceOffer | None:
        """What a letter or a digit asks for."""
        return next((offer for offer in self.offers if self.key_of(offer) == key), None) if key else None

    def key_of(self, offer: ChoiceOffer) -> str:
        """The letter of an offer, or its number if it has no letter. "" if only Enter makes the move, or if the digits
        choose how to make it."""
        if offer.words.key or offer.kind == "cards":
            return offer.words.key
        numbered, ways = self._numbered(), Picker(offer)
        if len(numbered) > 1 or offer.kind != "listed":
            return str(numbered.index(offer) + 1)
        return str(ways.only_number or 1) if ways.is_done else ""

    def _numbered(self) -> list[ChoiceOffer]:
        return [each for each in self.offers if not each.words.key and each.kind != "cards"]

    @property
    def listing(self) -> Picker | None:
        """The numbered list in sight: of what I narrow down; of the one move that has neither letter nor number; or of
        the first move whose letter digits stand in for."""
        if self.picking is not None or self.composing is not None:
            return self.picking
        numbered = self._numbered() or [each for each in self.offers if each.words.digits][:1]
        if len(numbered) != 1 or numbered[0].kind != "listed":
            return None
        listing = Picker(numbered[0])
        return None if listing.is_done else listing

    def number(self, number: int) -> Move | None:
        """Take the part with a number, at once; the move, once it is enough."""
        listing = self.picking.renewed(self.picking.offer) if self.picking is not None else self.listing
        if listing is None or not listing.point(number):
            return None
        listing.finish()
        if listing.is_done:
            return listing.left[0].move
        self.picking = listing
        return None

    # What it comes to.

    @property
    def chosen_cards(self) -> tuple[Card, ...]:
        return tuple(slot[0] for slot in self.slots if slot in self.chosen)

    @property
    def pointed(self) -> Card | None:
        return self.slots[self.cursor][0] if self.slots else None

    @property
    def picked(self) -> tuple[Card, ...]:
        return self.picking.cards if self.picking else ()

    @property
    def is_waited_for(self) -> bool:
        """Whether the table waits for my answer. A free decision needs none."""
        return self.decision is not None and not self.decision.free

    def marks(self) -> tuple[bool, ...]:
        """For each held card, whether something I am asked may be done with it; yes for all when nothing is."""
        useful: Counter[Card] = Counter()
        for offer in self.offers:
            useful |= Counter(offer.choice.cards)
            for cards in offer.choice.sets:
                useful |= Counter(cards)
        if not useful:
            return (True,) * len(self.slots)
        return tuple(useful[card] > 0 for card, _ in self.slots)

    def in_hand(self) -> tuple[Card, ...]:
        """The cards that a move with cards would take: the chosen ones, or else the one pointed at."""
        return self.chosen_cards or ((self.pointed,) if self.pointed is not None else ())

    @property
    def _followed(self) -> Move | None:
        """The recommended move, if I have not selected cards, or pointed at another card than its only one, or at one
        with which the same move could be made.
        """
        move = self.recommended
        if move is None or self.chosen:
            return None
        if not self._is_pointed or (self.pointed,) == move.cards or not move.cards:
            return move
        pointed, is_held = self.in_hand(), (move.cards[0], 0) in self.slots
        is_same = any(offer.choice.verb == move.verb and offer.takes(pointed) for offer in self.offers)
        return None if is_same or (len(move.cards) == 1 and is_held) else move

    def _followed_cards(self, offer: ChoiceOffer) -> tuple[Card, ...] | None:
        """The cards of the recommended move, if it is this offer; None for the cards that I point at."""
        move = self._followed
        if move is None or move.verb != offer.choice.verb or (offer.kind == "cards" and not move.cards):
            return None
        return move.cards

    def ready_for(self, offer: ChoiceOffer) -> tuple[Card, ...]:
        """The cards that I hold ready for an offer. If none is selected, they are those of the recommended move.

        An offer may name cards that I do not hold, such as a partner's card. Then the card that I point at does not
        count, since Enter would name it by accident.
        """
        likely = self._followed_cards(offer)
        if likely is not None:
            return likely
        held = {card for card, _ in self.slots}
        if not self.chosen and any(card not in held for cards in offer.choice.sets for card in cards):
            return ()
        return self.in_hand()

    def main_offer(self) -> ChoiceOffer | None:
        """What Enter does now, the first of these that there is: the move of a hint in sight; the recommended move; an
        announced move; the first offer that takes the cards in hand; the first that wants cards; the only offer. In a
        claim window, the answer that silence would give comes last. Without a recommended move, Enter never answers a
        free decision: that has its own key.

        This is the law of Enter. A hint recommends its move, a step of a lesson the move that it wants, and a
        `ChoiceLine` the move that it carries; other lines recommend nothing, and the coach speaks of no other move than
        that of Enter. Enter is the recommended move, as long as I select or point at no other cards. If nothing is
        recommended, Enter claims in no window unless I selected the cards. A move costs something and cannot be taken
        back if its layout has a reason to confirm it, if Enter would miss an announced move, or if it breaks a whole
        meld: Enter asks before such a move.
        """
        if self.picking is not None:
            return self.picking.offer
        if self.composing is not None:
            return self.composing.offer
        if self.is_waited_for and self.advised is not None:
            return self.advised
        if (likely := self._followed) is not None:
            for offer in self.offers:
                if offer.choice.verb == likely.verb and (offer.kind != "cards" or offer.takes(self.ready_for(offer))):
                    return offer
        if not self.is_waited_for:
            return None
        for offer in self.announced if not self.chosen else ():
            if offer.kind != "cards" or offer.takes(self.in_hand()):
                return offer
        fitting = [
            offer
            for offer in self.offers
            if offer.kind != "word" and (cards := self.ready_for(offer)) and offer.takes(cards)
        ]
        assert self.decision is not None
        if self.decision.window and not self.chosen:
            fitting = []
        if fitting:
            return fitting[0]
        wanting = [offer for offer in self.offers if offer.kind == "cards"]
        if wanting:
            return wanting[0]
        if len(self.offers) == 1 and not self.chosen and self.listing is None:
            return self.offers[0]
        silent = self.decision.default.verb if self.decision.window else ""
        return next((each for each in self.offers if each.choice.verb == silent and each.kind == "word"), None)

    @property
    def announced(self) -> list[ChoiceOffer]:
        """What a player must not miss now, such as going out."""
        return [offer for offer in self.offers if offer.words.announce]

    def move_for(self, offer: ChoiceOffer, *, named: bool = False) -> Move | None:
        """The move that an offer makes with what I have in hand, legal or not; None where it needs narrowing first.

        named: I asked for just this offer, so that the one way in which it can be done needs no pointing at.
        """
        if offer.kind == "word":
            return Move(offer.choice.verb)
        if offer.kind == "shape":
            return None
        if offer.kind == "listed":
            return self._listed_move(offer, named=named)
        likely = None if named else self._followed_cards(offer)
        if likely is not None:
            return Move(offer.choice.verb, likely)
        chosen = self.chosen_cards
        if not chosen and offer.choice.least > 1:
            return None
        cards = chosen or self.in_hand()
        only = set(offer.choice.cards)
        if named and not chosen and len(only) == 1 and offer.choice.most == 1:
            cards = tuple(only)
        return Move(offer.choice.verb, cards) if cards or offer.choice.least == 0 else None

    def _listed_move(self, offer: ChoiceOffer, *, named: bool) -> Move | None:
        picking = self.picking
        if picking is not None and picking.offer is offer:
            return picking.left[0].move if picking.is_done else None
        cards = self.ready_for(offer) if offer is self.main_offer() and not named else self.chosen_cards
        if cards and offer.takes(cards):
            picker = Picker(offer)
            picker.begin_with(cards, is_chosen=True)
            if not offer.choice.places:
                return Move(offer.choice.verb, offer.matching(cards))
            return picker.left[0].move if picker.is_done else None
        only = Picker(offer)
        return only.left[0].move if only.is_done else None

    def pick(self, offer: ChoiceOffer, advised: Move | None = None) -> None:
        """Begin to narrow an offer down, with the cards that I hold ready, or pointing at what is recommended. advised:
        what a hint in sight speaks of."""
        self.drop_hint()
        self.composing = None
        self.picking = Picker(offer)
        advised = advised or self.recommended
        if advised is not None and advised.verb == offer.choice.verb and not self.chosen:
            self.picking.lead_to(advised)
        elif offer.choice.sets:
            self.picking.begin_with(self.ready_for(offer), is_chosen=bool(self.chosen))

    def take_part(self) -> Move | None:
        """Take the part pointed at; the move, once it is enough."""
        assert self.picking is not None
        self.picking.finish()
        return self.picking.left[0].move if self.picking.is_done else None

    def compose(self, offer: ChoiceOffer) -> None:
        self.picking = None
        kept, self._laid_by = self._laid_by, None
        if kept is not None and kept.renew(offer, self.slots):
            self.composing = kept
        else:
            self.composing = Composer(offer, self.slots, self._fault)
            if self.recommended is not None and self.recommended.verb == offer.choice.verb and self.recommended.groups:
                self.composing.lay_out(self.recommended.groups)


def cards_of(moves: Iterable[Move]) -> frozenset[Card]:
    """All cards of some moves."""
    return frozenset(card for move in moves for cards in (move.cards, *move.groups) for card in cards)


def _numbered(cards: Sequence[Card]) -> tuple[Held, ...]:
    counts: Counter[Card] = Counter()
    slots = []
    for card in cards:
        slots.append((card, counts[card]))
        counts[card] += 1
    return tuple(slots)
