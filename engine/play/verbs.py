"""The verbs by which rules change a table.

A verb makes an event, folds it, and appends it in one act; there is no other way to change a table. With the log off
(bots playing guesses out) it changes the same things and writes nothing down.
"""

from collections.abc import Iterable, Sequence

from msgspec import UNSET

from ..fairness.chain import head_of
from ..fairness.commitments import commitment, deal_secret
from ..model.board import Board, Rules
from ..model.cards import Card, Seat, are_words
from ..model.chance import Chance
from ..model.deal import Deal, DealError, format_deal, pack_for, verify_deal
from ..model.events import (
    BETWEEN,
    Declared,
    Event,
    FactValue,
    Moved,
    Rearranged,
    Scored,
    ScoreLine,
    Shown,
    Shuffled,
    Turned,
)
from ..model.options import OptionValue, verify
from ..model.zones import BOX, zone_id
from ..record.journal import FORMAT, Act, Header, Journal, Record


class Truth(Board):
    """A match known in full, and what can happen to its cards.

    seed: the secret of its chance. given: the first deal, where somebody wrote it down. last_drawn: the card drawn
    last, which may be what a seat that does not answer throws. hidden_notes: what the rules keep of this deal and tell
    nobody (who has seen which card); playing the moves again makes them again. keys: of the deals to which the people
    gave shares, by number. opened: secrets of deals that another seed was for, or that one does not know. journal: None
    where nothing is written down.
    """

    def __init__(
        self,
        game: Rules,
        seats: int,
        options: dict[str, OptionValue],
        *,
        seed: str,
        deal: Deal | None = None,
        opened: Sequence[str] = (),
        log: bool = True,
    ) -> None:
        """Raises SeatsError, OptionError or DealError."""
        game.meta.verify_seats(seats)
        verify(game.meta.options, options)
        verify_deal(deal)
        if type(seed) is not str or not isinstance(opened, list | tuple) or not are_words(tuple(opened)):
            raise DealError("The seed of a match is a text, and so is each opened secret.")
        super().__init__(game, seats, options)
        self.seed = seed
        self.given = deal
        self.keys: dict[int, str] = {}
        self.opened: dict[int, str] = dict(enumerate(opened, start=1))
        self.last_drawn: Card | None = None
        self.hidden_notes: dict[str, FactValue] = {}
        self.journal: Journal | None = None
        self._happening: list[Event] = []
        if log:
            text = format_deal(deal) if deal else ""
            before = tuple(opened) or UNSET
            self.journal = Journal(Header(FORMAT, game.meta.id, seats, self.options, seed, text, before))

    def deal_hands(
        self, sizes: Iterable[tuple[Seat, int]], *, hand: str = "hand", stock: str = "stock", apart: bool = False
    ) -> None:
        """Shuffle the pack, lay it down as the stock, and deal from it. sizes: (seat, cards), in dealing order.

        apart: each card goes to a numbered zone of its own.
        """
        order = list(sizes)
        given = self.given if self.deal == 1 else None
        pack = pack_for(self.deck, order, self.chance("deal"), given)
        self._tell(Moved(BOX, stock, tuple(pack)))
        for seat, size in order:
            if apart:
                for number in range(size):
                    self.draw(1, stock, zone_id(hand, seat, number))
            else:
                self.draw(size, stock, zone_id(hand, seat))

    def draw(self, count: int, src: str, dst: str) -> tuple[Card, ...]:
        """Move so many cards from the top of a zone; gives them."""
        held = self.zones[src]
        if count > len(held):
            raise ValueError(f"{src} has {len(held)} cards, not {count}.")
        cards = tuple(held[: -count - 1 : -1])
        self.move(cards, src, dst)
        self.last_drawn = cards[-1] if cards else None
        return cards

    def move(self, cards: tuple[Card, ...], src: str, dst: str) -> None:
        """Move cards from zone to zone.

        Several that go into an unordered zone are named in canonical order: the order in which they lay tells nothing.
        """
        if len(cards) > 1 and not self.game.plan.kind(dst).ordered:
            cards = self.deck.sort(cards)
        self._move(src, dst, cards)  # all that folding the event would do, which is made only where it is kept
        if self.journal is not None:
            self._happening.append(Moved(src, dst, cards))

    def shuffle(self, zone: str, tag: str) -> None:
        """Shuffle a zone. tag: what for, unique within the deal, so that no two shuffles share their chance."""
        cards = self.chance(tag).shuffled(self.deck.sort(self.zones[zone]))
        self._tell(Shuffled(zone, tuple(cards)))

    def reorder(self, zone: str, cards: Iterable[Card]) -> None:
        """Lay the cards of a zone in another order. Raises ValueError if they are not the same cards."""
        order = tuple(cards)
        if sorted(order) != sorted(self.zones[zone]):
            raise ValueError(f"{' '.join(order)} are not the cards of {zone}.")
        self._tell(Shuffled(zone, order))

    def show(self, zone: str, seat: Seat) -> None:
        """Show the cards of a zone to one seat, once; an empty zone has nothing to show."""
        if self.zones[zone]:
            self._tell(Shown(zone, seat, tuple(self.zones[zone])))

    def rearrange(self, kind: str, seat: Seat, order: Iterable[int]) -> None:
        """Lay the cards of a seat's numbered zones in another order; only that seat is told which.

        order: for each zone, the number of the one from which its cards come. Raises ValueError if it is no order.
        """
        numbers = tuple(order)
        if sorted(numbers) != list(range(len(self.groups(kind, seat)))):
            raise ValueError(f"{numbers} is no order of the {kind} of seat {seat}.")
        self._tell(Rearranged(kind, seat, numbers))

    def turn_up(self, zone: str) -> None:
        """Show the cards of a zone to everybody; an empty zone has nothing to show."""
        if self.zones[zone]:
            self._tell(Turned(zone, tuple(self.zones[zone])))

    def declare(self, fact: str, value: FactValue, seat: Seat | None = None) -> None:
        """Set a public fact of this deal."""
        self._tell(Declared(fact, value, seat))

    def score(self, how: str, points: Iterable[int], lines: Iterable[ScoreLine] = ()) -> None:
        """Reckon the deal: add its points to the totals. The game then ends the match or enters BETWEEN."""
        gained = tuple(points)
        totals = tuple(total + gain for total, gain in zip(self.totals, gained, strict=True))
        self._tell(Scored(self.deal, how, gained, totals, tuple(lines)))

    def chance(self, tag: str) -> Chance:
        """Chance for one purpose within this deal."""
        return Chance(self.deal_seed, f"{self.deal} {tag}")

    @property
    def deal_seed(self) -> str:
        """What the chance of this deal comes from; before the first deal and between two, that of the coming one."""
        return self.keys.get(self.deal + (self.phase in ("", BETWEEN)), self.seed)

    def commitment(self, deal: int) -> str:
        """What binds the host to its secret of a deal, and to the game, its seats and options."""
        return commitment(self.secret(deal), deal, head_of(self))

    def secret(self, deal: int) -> str:
        """The host's secret of a deal: as it was opened, or else from the seed."""
        return self.opened.get(deal) or deal_secret(self.seed, deal)

    def _tell(self, event: Event) -> None:
        self.fold(event)
        if self.journal is not None:
            self._happening.append(event)

    def _finish_act(self, act: Act) -> tuple[Event, ...]:
        journal = self.journal
        if journal is None:
            return ()
        events = tuple(self._happening)
        self._happening.clear()
        journal.records.append(Record(act, events))
        return events
