"""The table: the full state of one match, its decisions, and the moves that change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    """The full state of one match. Only the host has one; everybody else has a `View`.

    seed: the secret from which its randomness comes. given: the deal with which the match begins, if it is a given one.
    last_drawn: the card drawn last, which a seat without an answer may have to discard. hidden_notes: what the rules
    keep for this deal and tell nobody (who has seen which card); a replay makes the same notes. keys: of the deals with
    shares from people, by number. opened: secrets of deals that come from another seed, or from an unknown one.
    journal: None if nothing is recorded.
    step: counts the decisions; an answer names the step that it answers. sealed: answers that wait for the others'.
    free_since: the step since which the choices of free seats have not changed; their answers may name any step from
    there on.
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
            raise DealError("The seed of a match and each revealed secret must be text.")
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

    # The host's side.

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
        """The decisions of free seats, for which nobody waits."""
        phase = self.game.phases.get(self.phase)
        if phase is None or phase.sealed or self.over is not None:
            return ()
        open_now = [self._decide_free(phase, seat) for seat in phase.free(self)]
        return tuple(decision for decision in open_now if decision is not None)

    def decision(self, seat: Seat) -> Decision | None:
        """A seat's open decision, if it has one: the one that the table waits for, or else its free one."""
        if seat in self.sealed:
            return None
        if seat in self._asked or seat in self.acting():
            return self._decide(seat)
        return next((decision for decision in self.free_decisions() if decision.seat == seat), None)

    def play(self, seat: Seat, decision_id: int, move: Move) -> tuple[Event, ...]:
        """Answer a seat's open decision; return the new events.

        Raises StaleMove, BadMove, IllegalMove or RulesFault, and then changes nothing.
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
        if self.is_free(decision, move):
            if not decision.free:
                self._next_step()
            phase.play_free(self, seat, move)
        elif not phase.sealed:
            self._next_step()
            phase.play(self, seat, move)
        else:
            self.sealed[seat] = move
            if not phase.window and len(self.sealed) == len(phase.acting(self)):
                self._resolve()
        return self._finish_act(Act("play", seat, move))

    def is_free(self, decision: Decision, move: Move) -> bool:
        """Whether a move leaves open what the table waits for, so that no time begins again."""
        return decision.free or move.verb in self.game.phases[self.phase].free_verbs

    @property
    def awaits_close(self) -> bool:
        """Whether the table waits for the host to close a window in which all have answered."""
        if self.over is not None or self.phase not in self.game.phases:
            return False
        phase = self.game.phases[self.phase]
        return phase.window and len(self.sealed) == len(phase.acting(self))

    def close(self) -> tuple[Event, ...]:
        """Close a window in which all seats asked have answered, or the pause between deals. Raises BadMove."""
        if not self.awaits_close:
            raise BadMove("This decision stays open until everybody has answered.")
        if self.sealed:
            self._resolve()
        else:
            self._next_step()
            self.game.phases[self.phase].close(self)
        return self._finish_act(Act("close"))

    def happen(self, event: RoomEvent) -> tuple[Event, ...]:
        """Add an event of the room to the stream."""
        self._tell(event)
        return self._finish_act(Act("room"))

    def commit(self) -> tuple[Event, ...]:
        """Commit the host to its secret of the next deal, before any share is known. Raises BadMove."""
        self._verify_pause("The host commits")
        coming = self.coming_deal
        self._tell(Committed(coming, self.commitment(coming)))
        return self._finish_act(Act("commit"))

    def mix_shares(self, shares: Sequence[Share]) -> tuple[Event, ...]:
        """Mix people's shares into the randomness of the next deal. shares: by seat. Raises BadMove."""
        self._verify_pause("Random numbers can be added")
        coming = self.coming_deal
        secret = self.secret(coming)
        try:
            verify_shares(self.commitment(coming), shares)
        except ShareError as error:
            raise BadMove(str(error)) from None
        if any(share.seat not in self.playing for share in shares):
            raise BadMove("Only players can add a random number to the shuffle.")
        self.keys[coming] = deal_key(secret, shares)
        self._tell(SharesMixed(coming, tuple(shares)))
        return self._finish_act(Act("stir", shares=tuple(shares)))

    def drop(self, seat: Seat) -> tuple[Event, ...]:
        """Take a seat out of the match for good, in the pause between two deals. Raises BadMove."""
        meta = self.game.meta
        if not meta.can_shrink:
            raise BadMove(f"{meta.title} needs all its players, so nobody can leave the match.")
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
        """Break the match off: finished deals count, the current deal is void, and nobody wins. Raises BadMove."""
        if not self.deal or self.over is not None:
            raise BadMove("No match is in progress.")
        self._break_off(self.game.refund(self))
        return self._finish_act(Act("abandon"))

    def void(self) -> tuple[Event, ...]:
        """Break the match off without a refund from the game. Raises BadMove."""
        if self.over is not None:
            raise BadMove("No match is in progress.")
        self._break_off(())
        return self._finish_act(Act("void"))

    def clone(self) -> Table:
        """A copy that plays on from here and records no events."""
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

    # The steps of which rules are made. Each makes an event, folds it and appends it; nothing else changes a table.
    # Without a log (bots that play samples out) a step changes the same state and keeps no event. The most frequent
    # steps change the state directly, so that they make an event only if it is kept.

    def deal_hands(
        self, sizes: Iterable[tuple[Seat, int]], *, hand: str = "hand", stock: str = "stock", apart: bool = False
    ) -> None:
        """Shuffle the pack, make it the stock, and deal from it. sizes: (seat, cards), in dealing order.

        apart: each card goes to a numbered zone of its own.
        """
        order = list(sizes)
        pack = pack_for(self.deck, order, self.chance("deal"), self.given_deal)
        self._tell(Moved(BOX, stock, tuple(pack)))
        for seat, size in order:
            if apart:
                for number in range(size):
                    self.draw(1, stock, zone_id(hand, seat, number))
            else:
                self.draw(size, stock, zone_id(hand, seat))

    def draw(self, count: int, src: str, dst: str) -> tuple[Card, ...]:
        """Move so many cards from the top of a zone; return them."""
        held = self.zones[src]
        if count > len(held):
            raise ValueError(f"{src} has {len(held)} cards, not {count}.")
        cards = tuple(held[: -count - 1 : -1])
        self.move(cards, src, dst)
        self.last_drawn = cards[-1] if cards else None
        return cards

    def move(self, cards: tuple[Card, ...], src: str, dst: str) -> None:
        """Move cards from zone to zone.

        Cards that go into an unordered zone are named in canonical order, so that the order reveals nothing.
        """
        if len(cards) > 1 and not self.game.plan.ordered[dst]:
            cards = self.deck.sort(cards)
        self._move(src, dst, cards)
        if self.journal is not None:
            self._happening.append(Moved(src, dst, cards))

    def shuffle(self, zone: str, tag: str) -> None:
        """Shuffle a zone. tag: the purpose, unique within the deal, so that no two shuffles use the same random
        numbers.
        """
        cards = self.chance(tag).shuffled(self.deck.sort(self.zones[zone]))
        self._tell(Shuffled(zone, tuple(cards)))

    def reorder(self, zone: str, cards: Iterable[Card]) -> None:
        """Put the cards of a zone in another order. Raises ValueError if they are not the same cards."""
        order = tuple(cards)
        if sorted(order) != sorted(self.zones[zone]):
            raise ValueError(f"{' '.join(order)} are not the cards of {zone}.")
        self._tell(Shuffled(zone, order))

    def show(self, zone: str, seat: Seat) -> None:
        """Show the cards of a zone to one seat, once; do nothing for an empty zone."""
        if self.zones[zone]:
            self._tell(Shown(zone, seat, tuple(self.zones[zone])))

    def rearrange(self, kind: str, seat: Seat, order: Iterable[int]) -> None:
        """Put the cards of a seat's numbered zones in another order, which only that seat is told. order: for each
        zone, the number of the zone from which its cards come. Raises ValueError if this is not a permutation.
        """
        numbers = tuple(order)
        if sorted(numbers) != list(range(len(self.groups(kind, seat)))):
            raise ValueError(f"{numbers} is not an order of the {kind} of seat {seat}.")
        self._tell(Rearranged(kind, seat, numbers))

    def turn_up(self, zone: str) -> None:
        """Show the cards of a zone to everybody; do nothing for an empty zone."""
        if self.zones[zone]:
            self._tell(Turned(zone, tuple(self.zones[zone])))

    def declare(self, fact: str, value: FactValue, seat: Seat | None = None) -> None:
        """Set a public fact of this deal."""
        self.facts[fact] = value
        if self.journal is not None:
            self._happening.append(Declared(fact, value, seat))

    def score(self, how: str, points: Iterable[int], lines: Iterable[ScoreLine] = ()) -> None:
        """Score the deal: add its points to the totals. The game then ends the match or enters BETWEEN."""
        gained = tuple(points)
        totals = tuple(total + gain for total, gain in zip(self.totals, gained, strict=True))
        self._tell(Scored(self.deal, how, gained, totals, tuple(lines)))

    def chance(self, tag: str) -> Chance:
        """The random stream for one purpose within this deal."""
        return Chance(self.deal_seed, f"{self.deal} {tag}")

    @property
    def deal_seed(self) -> str:
        """The seed of this deal; before the first deal and between two deals, the seed of the next one."""
        return self.keys.get(self.coming_deal if self.phase in ("", BETWEEN) else self.deal, self.seed)

    @property
    def coming_deal(self) -> int:
        """Number of the next deal."""
        return self.deal + 1 if self.deal or self.given is None else self.given.number

    @property
    def given_deal(self) -> Deal | None:
        """What was written down for this deal, if anything was."""
        return self.given if self.given is not None and self.deal == self.given.number else None

    def commitment(self, deal: int) -> str:
        """The host's commitment to its secret of a deal, and to the game, its seats and options."""
        return commitment(self.secret(deal), deal, head_of(self))

    def secret(self, deal: int) -> str:
        """The host's secret of a deal: the opened one, or else from the seed."""
        return self.opened.get(deal) or deal_secret(self.seed, deal)

    def begin_deal(self) -> None:
        """Begin the next deal: clear the table, name the dealer, and enter the game's first phase."""
        given = None if self.deal or self.given is None else self.given.dealer
        dealer = self.game.choose_dealer(self) if given is None else given % self.seats
        self.hidden_notes.clear()
        self._tell(DealBegan(self.coming_deal, dealer))
        self.enter(self.game.first_phase)

    def renew(self, *, free: bool = True) -> None:
        """Ask others again because a free move changed their choices. free: whether this includes free seats; otherwise
        their earlier answers stay valid.
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
        """End the match. payouts: what each seat gets or pays, if the players settle up."""
        self._open_secret()
        self._tell(Entered(OVER))
        self._tell(MatchEnded(how, tuple(winners), tuple(self.totals), tuple(payouts)))

    def next_deal(self) -> None:
        """Begin the pause after a scored deal, which the host ends."""
        self._open_secret()
        self.enter(BETWEEN)

    # Internals.

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
        """Why no choice of the decision allows the move."""
        if decision.choice(move.verb) is None and move.verb not in self.game.verbs:
            return BadMove("This game has no such move.")
        move.verify_cards(self.deck)
        verify_form(decision, move, self.deck)
        try:
            refusal = self.game.phases[self.phase].refusal(self, decision.seat, move)
            return _explained(refusal, decision, move, self.game.deeds(self))
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


def _explained(refusal: IllegalMove, decision: Decision, move: Move, deeds: Mapping[str, str]) -> IllegalMove:
    """The refusal with a reason. If the verb is not possible now, it adds what is possible: "… Discard a card, or go
    out.".
    """
    is_possible = decision.choice(move.verb) is not None
    reason = refusal.reason or f"You cannot {deeds[move.verb]} {'in this way' if is_possible else 'now'}."
    if is_possible:
        return IllegalMove(reason, refusal.paragraph)
    *first, last = [deed for verb, deed in deeds.items() if decision.choice(verb) is not None]
    possible = f"{', '.join(first)}, or {last}" if first else last
    return IllegalMove(f"{reason} {possible[0].upper()}{possible[1:]}.", refusal.paragraph)
