"""The table: the full truth of one match, what it asks the seats, and what it does with their answers."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..fairness.commitments import ShareError, deal_key, verify_shares
from ..model.board import Facts
from ..model.cards import Seat
from ..model.deal import Deal
from ..model.events import (
    BETWEEN,
    OVER,
    Committed,
    DealBegan,
    Dropped,
    Entered,
    Event,
    MatchEnded,
    RoomEvent,
    SecretRevealed,
    Share,
    SharesMixed,
)
from ..model.moves import BadMove, Choice, Decision, IllegalMove, Move, Refusal, RulesFault, StaleMove
from ..model.options import OptionValue
from ..record.journal import Act
from .move_form import verify_form, verify_types
from .phases import Phase
from .verbs import Truth

if TYPE_CHECKING:
    from .game import Game


class Table(Truth):
    """One match, known in full. Only the host has one; everybody else has a `View`.

    step: counts the decisions; an answer names the step that it answers. sealed: answers that wait for the others'.
    free_since: the step since which free seats may do the same things; their answers may name any step from there on.
    """

    game: "Game"

    def __init__(
        self,
        game: "Game",
        seats: int,
        options: dict[str, OptionValue],
        *,
        seed: str,
        deal: Deal | None = None,
        opened: Sequence[str] = (),
        log: bool = True,
    ) -> None:
        super().__init__(game, seats, options, seed=seed, deal=deal, opened=opened, log=log)
        self.step = 0
        self.free_since = 0
        self.sealed: dict[Seat, Move] = {}
        self._asked: dict[Seat, Decision] = {}

    # What the host asks and tells the table.

    def start(self) -> tuple[Event, ...]:
        """Begin the match: the first deal. Raises DealError if a given deal does not fit the game."""
        if self.deal:
            raise BadMove("The match has begun already.")
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
            raise BadMove("There is nothing to close: somebody has still to answer.")
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
            raise BadMove("A share comes from a seat that plays.")
        self.keys[coming] = deal_key(secret, shares)
        self._tell(SharesMixed(coming, tuple(shares)))
        return self._finish_act(Act("stir", shares=tuple(shares)))

    def drop(self, seat: Seat) -> tuple[Event, ...]:
        """Take a seat out of the match for good, in the pause between two deals. Raises BadMove."""
        meta = self.game.meta
        if not meta.can_shrink:
            raise BadMove(f"{meta.title} goes on with everybody or not at all.")
        if self.phase != BETWEEN or self.over is not None:
            raise BadMove("A seat leaves the match between two deals only.")
        if seat not in self.playing:
            raise BadMove("That seat is not in the match.")
        if len(self.playing) <= meta.least_seats:
            raise BadMove(f"{meta.title} needs {meta.least_seats} players.")
        self._next_step()
        self._tell(Dropped(seat))
        return self._finish_act(Act("drop", seat))

    def abandon(self) -> tuple[Event, ...]:
        """Break the match off: finished deals stand, the one under way is void, and nobody wins. Raises BadMove."""
        if not self.deal or self.over is not None:
            raise BadMove("There is no match to break off.")
        self._break_off(self.game.refund(self))
        return self._finish_act(Act("abandon"))

    def void(self) -> tuple[Event, ...]:
        """Break the match off without asking the game who gets anything back. Raises BadMove."""
        if self.over is not None:
            raise BadMove("There is no match to break off.")
        self._break_off(())
        return self._finish_act(Act("void"))

    def clone(self) -> "Table":
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

    # The verbs of the rules.

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
        """Begin a phase."""
        self._next_step()
        self.free_since = self.step
        self._tell(Entered(phase))
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

    def _verify_pause(self, what: str) -> None:
        if self.over is not None or (self.deal and self.phase != BETWEEN):
            raise BadMove(f"{what} between two deals only.")

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
            return BadMove("There is no such move in this game.")
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

    def _decide_free(self, phase: "Phase", seat: Seat) -> Decision | None:
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
            raise StaleMove("That decision is over; the table has moved on.")
        if asked is None:
            raise BadMove("It is not for you to act now.")
        return asked
