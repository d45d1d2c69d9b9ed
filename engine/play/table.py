"""The table: the full truth of one match, what it asks the seats, and what it does with their answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET

from ..fairness.chain import head_of
from ..fairness.commitments import ShareError, commitment, deal_key, deal_secret, verify_shares
from ..model.board import Board, Facts
from ..model.cards import Card, Seat, are_words
from ..model.chance import Chance
from ..model.deal import Deal, DealError, format_deal, pack_for, verify_deal
from ..model.events import (
    BETWEEN,
    OVER,
    Committed,
    DealBegan,
    Declared,
    Dropped,
    Entered,
    Event,
    FactValue,
    MatchEnded,
    Moved,
    Rearranged,
    RoomEvent,
    Scored,
    ScoreLine,
    SecretRevealed,
    Share,
    SharesMixed,
    Shown,
    Shuffled,
    Turned,
)
from ..model.moves import BadMove, Choice, Decision, IllegalMove, Move, Refusal, RulesFault, StaleMove
from ..model.options import OptionValue, verify
from ..model.zones import BOX, zone_id
from ..record.journal import FORMAT, Act, Header, Journal, Record
from .move_form import verify_form, verify_types
from .phases import Phase

if TYPE_CHECKING:
    from .game import Game


class Table(Board):
    """One match, known in full. Only the host has one; everybody else has a `View`.

    seed: the secret of its chance. given: the first deal, where somebody wrote it down. last_drawn: the card drawn
    last, which may be what a seat that does not answer throws. hidden_notes: what the rules keep of this deal and tell
    nobody (who has seen which card); playing the moves again makes them again. keys: of the deals to which the people
    gave shares, by number. opened: secrets of deals that another seed was for, or that one does not know. journal: None
    where nothing is written down.
    step: counts the decisions; an answer names the step that it answers. sealed: answers that wait for the others'.
    free_since: the step since which free seats may do the same things; their answers may name any step from there on.
    """

    game: Game

    def __init__(
        self,
        game: Game,
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
            raise DealError("The seed of a match and each opened secret must be text.")
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
        self.step = 0
        self.free_since = 0
        self.sealed: dict[Seat, Move] = {}
        self._asked: dict[Seat, Decision] = {}

    # What the host asks and tells the table.

    def start(self) -> tuple[Event, ...]:
        """Begin the match: the first deal. Raises DealError if a given deal does not fit the game."""
        if self.deal:
            raise BadMove("The match has already started.")
        self.begin_deal()
        return self._finish_act(Act("start"))

    def decisions(self) -> tuple[Decision, ...]:
        """The open decisions: one for each seat that is asked and has not answered."""
        seats = self.acting()
        if len(seats) == 1 and not self.sealed:
            return (self._decide(seats[0]),)  # the usual case, made short
        return tuple([self._decide(seat) for seat in seats if seat not in self.sealed])

    def free_decisions(self) -> tuple[Decision, ...]:
        """What seats may do though nobody waits for them."""
        phase = self.game.phases.get(self.phase)
        if phase is None or phase.sealed or self.over is not None:
            return ()
        open_now = [self._decide_free(phase, seat) for seat in phase.free(self)]
        return tuple(decision for decision in open_now if decision is not None)

    def decision(self, seat: Seat) -> Decision | None:
        """A seat's open decision, if it has one: what it is waited for, or else what it may do."""
        if seat in self.sealed:
            return None
        if seat in self._asked or seat in self.acting():
            return self._decide(seat)
        return next((decision for decision in self.free_decisions() if decision.seat == seat), None)

    def play(self, seat: Seat, decision_id: int, move: Move) -> tuple[Event, ...]:
        """A seat's answer to its open decision. Gives the events that it made.

        Raises StaleMove, BadMove, IllegalMove or RulesFault, and then nothing has changed.
        """
        verify_types(seat, decision_id, move)
        decision = self._asked.get(seat)
        if decision is None or decision.id != decision_id or seat in self.sealed:
            decision = self._verify_asked(seat, decision_id)
        if len(move.cards) > 1:
            move = move.in_order(self.deck)
        for choice in decision.choices:
            if choice.admits(move):
                break
        else:
            raise self._refusal(decision, move)
        if choice.shape:
            self._verify_groups(choice, move)
        phase = self.game.phases[self.phase]
        if decision.free:
            phase.play_free(self, seat, move)
        elif not phase.sealed:
            self._next_step()
            phase.play(self, seat, move)
        else:
            self.sealed[seat] = move
            if not phase.window and len(self.sealed) == len(phase.acting(self)):
                self._resolve()
        return self._finish_act(Act("play", seat, move))

    @property
    def awaits_close(self) -> bool:
        """Whether the table waits for the host to close a window in which nobody has anything left to answer."""
        if self.over is not None or self.phase not in self.game.phases:
            return False
        phase = self.game.phases[self.phase]
        return phase.window and len(self.sealed) == len(phase.acting(self))

    def close(self) -> tuple[Event, ...]:
        """Close a window in which all seats asked have answered, or the pause between deals. Raises BadMove."""
        if not self.awaits_close:
            raise BadMove("Nothing to close: not everybody has answered.")
        if self.sealed:
            self._resolve()
        else:
            self._next_step()
            self.game.phases[self.phase].close(self)
        return self._finish_act(Act("close"))

    def happen(self, event: RoomEvent) -> tuple[Event, ...]:
        """Put something that happened in the room into the stream."""
        self._tell(event)
        return self._finish_act(Act("room"))

    def commit(self) -> tuple[Event, ...]:
        """Bind the host to its secret of the coming deal, before any share of it is known. Raises BadMove."""
        self._verify_pause("The host commits")
        coming = self.deal + 1
        self._tell(Committed(coming, self.commitment(coming)))
        return self._finish_act(Act("commit"))

    def mix_shares(self, shares: Sequence[Share]) -> tuple[Event, ...]:
        """Let the people's shares into the chance of the coming deal. shares: by seat. Raises BadMove."""
        self._verify_pause("Shares are given")
        coming = self.deal + 1
        secret = self.secret(coming)
        try:
            verify_shares(self.commitment(coming), shares)
        except ShareError as error:
            raise BadMove(str(error)) from None
        if any(share.seat not in self.playing for share in shares):
            raise BadMove("Only players can give a share.")
        self.keys[coming] = deal_key(secret, shares)
        self._tell(SharesMixed(coming, tuple(shares)))
        return self._finish_act(Act("stir", shares=tuple(shares)))

    def drop(self, seat: Seat) -> tuple[Event, ...]:
        """Take a seat out of the match for good, in the pause between two deals. Raises BadMove."""
        meta = self.game.meta
        if not meta.can_shrink:
            raise BadMove(f"{meta.title} cannot go on without a player.")
        if self.phase != BETWEEN or self.over is not None:
            raise BadMove("A player can leave the match only between deals.")
        if seat not in self.playing:
            raise BadMove("That seat is not in the match.")
        if len(self.playing) <= meta.least_seats:
            raise BadMove(f"{meta.title} needs at least {meta.least_seats} players.")
        self._next_step()
        self._tell(Dropped(seat))
        return self._finish_act(Act("drop", seat))

    def abandon(self) -> tuple[Event, ...]:
        """Break the match off: finished deals stand, the one under way is void, and nobody wins. Raises BadMove."""
        if not self.deal or self.over is not None:
            raise BadMove("No match is in progress.")
        self._break_off(self.game.refund(self))
        return self._finish_act(Act("abandon"))

    def void(self) -> tuple[Event, ...]:
        """Break the match off without asking the game who gets anything back. Raises BadMove."""
        if self.over is not None:
            raise BadMove("No match is in progress.")
        self._break_off(())
        return self._finish_act(Act("void"))

    def clone(self) -> Table:
        """A table of its own that plays on from here, with no log."""
        twin: Table = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.zones = {zone: cards[:] for zone, cards in self.zones.items()}
        twin.facts = Facts(self.facts)
        twin.hidden_notes = self.hidden_notes.copy()
        twin.totals = self.totals[:]
        twin.scores = self.scores[:]
        twin.sealed = self.sealed.copy()
        twin.keys = self.keys.copy()
        twin.journal = None
        twin._happening = []
        twin._asked = {}
        return twin

    # The verbs of the rules. Each makes an event, folds it, and appends it in one act; nothing else changes a table.
    # With the log off (bots playing guesses out) it changes the same things and writes nothing down. The commonest do
    # themselves what folding the event would do, so that an event is made only where it is kept.

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
        if len(cards) > 1 and not self.game.plan.ordered[dst]:
            cards = self.deck.sort(cards)
        self._move(src, dst, cards)
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
        self.facts[fact] = value
        if self.journal is not None:
            self._happening.append(Declared(fact, value, seat))

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

    def begin_deal(self) -> None:
        """Begin the next deal: clear the table, name the dealer, and enter the game's first phase."""
        number = self.deal + 1
        if number == 1 and self.given is not None and self.given.dealer is not None:
            dealer = self.given.dealer % self.seats
        else:
            dealer = self.game.choose_dealer(self)
        self.hidden_notes.clear()
        self._tell(DealBegan(number, dealer))
        self.enter(self.game.first_phase)

    def renew(self, *, free: bool = True) -> None:
        """A free move has changed what others may do: what they were asked is asked anew.

        free: whether that holds for free seats, too; else their answers to what they may do still stand.
        """
        self._next_step()
        if free:
            self.free_since = self.step

    def enter(self, phase: str) -> None:
        self._next_step()
        self.free_since = self.step
        self.phase = phase
        if self.journal is not None:
            self._happening.append(Entered(phase))
        self.game.phases[phase].enter(self)

    def end_match(self, how: str, winners: Iterable[Seat], payouts: Iterable[int] = ()) -> None:
        """End the match. payouts: what each seat gets or pays, where the totals are settled."""
        self._open_secret()
        self._tell(Entered(OVER))
        self._tell(MatchEnded(how, tuple(winners), tuple(self.totals), tuple(payouts)))

    def next_deal(self) -> None:
        """The deal is reckoned and the match goes on: pause until the host closes it."""
        self._open_secret()
        self.enter(BETWEEN)

    # Inside.

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

    def _verify_pause(self, what: str) -> None:
        if self.over is not None or (self.deal and self.phase != BETWEEN):
            raise BadMove(f"{what} only between deals.")

    def _break_off(self, payouts: tuple[int, ...]) -> None:
        self.sealed.clear()
        self._next_step()
        if self.phase != BETWEEN:
            self._open_secret()
        self._tell(Entered(OVER))
        self._tell(MatchEnded("abandoned", (), tuple(self.totals), payouts))

    def _open_secret(self) -> None:
        if self.deal in self.keys:
            self._tell(SecretRevealed(self.deal, self.secret(self.deal)))

    def _next_step(self) -> None:
        self.step += 1
        self._asked.clear()

    def _verify_groups(self, choice: Choice, move: Move) -> None:
        for word, group in zip(choice.shape, move.groups, strict=True):
            try:
                fault = self.game.group_fault(word, group, self)
            except Exception as error:
                raise RulesFault from error
            if fault:
                raise IllegalMove(fault, choice.paragraph)

    def _refusal(self, decision: Decision, move: Move) -> Refusal:
        """Why no choice of the decision admits the move."""
        if decision.choice(move.verb) is None and move.verb not in self.game.verbs:
            return BadMove("This game has no such move.")
        move.verify_cards(self.deck)
        verify_form(decision, move, self.deck)
        try:
            return self.game.phases[self.phase].refusal(self, decision.seat, move)
        except Exception as error:
            raise RulesFault from error

    def _resolve(self) -> None:
        answers, self.sealed = self.sealed, {}
        phase = self.game.phases[self.phase]
        self._next_step()
        phase.resolve(self, dict(sorted(answers.items())))

    def _decide(self, seat: Seat) -> Decision:
        decision = self._asked.get(seat)
        if decision is None:
            phase = self.game.phases[self.phase]
            choices, default = phase.ask(self, seat)
            decision = self._asked[seat] = Decision(
                self.step,
                seat,
                self.phase,
                choices,
                default,
                phase.clock,
                phase.sealed,
                phase.window,
                lapse_ms=phase.lapse_ms(self),
            )
        return decision

    def _decide_free(self, phase: Phase, seat: Seat) -> Decision | None:
        choices = phase.free_choices(self, seat)
        if not choices:
            return None
        first = next(choices[0].moves(self.deck))
        return Decision(self.step, seat, self.phase, choices, first, phase.clock, free=True)

    def _verify_asked(self, seat: Seat, decision_id: int) -> Decision:
        if self.over is not None:
            raise StaleMove("The match is over.")
        asked = self.decision(seat)
        oldest = self.free_since if asked is not None and asked.free else self.step
        if not oldest <= decision_id <= self.step:
            raise StaleMove("Too late: that decision is over.")
        if asked is None:
            raise BadMove("It is not your turn.")
        return asked
