"""Time at a table: who must decide and for how long, when a turn's time is over, and when a claim window closes.

There are two clocks: the room's clock skips the time in which the host did not run, and the table's clock also stops in
a pause. All limits use the table's clock. Match plays what is due by them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.api import Decision, Move, Seat, Table

from .absence import Absence
from .lobby import Lobby
from .settings import TimeControls

BOT_PATIENCE_MS = 20_000
"""If a bot has not answered when its move was due, the table waits for it so long."""
RETHINK_MS = 200
"""The least time for a bot to think again after a free move changed its decision just before its move was due."""
OVERSLEPT_MS = 3_000
"""If a room is called late by no more than this, the call counts as in time."""
_BOTS_ALONE_MS = 5_000

Player = Literal["person", "bot", "nobody"]


class SleepAwareClock:
    """The driver's clock without the time in which the host did not run: its machine slept, or its process was stopped.

    Nobody could send or answer anything in that time. So no clock ran, and nobody counts as away. slept_ms: how much of
    this time there was. due_ms: when the driver must call next, by this clock; None for never.
    """

    def __init__(self, now_ms: int) -> None:
        self.slept_ms = 0
        self.due_ms: int | None = None
        self._called_ms = now_ms

    def overslept(self, now_ms: int) -> bool:
        """Note a call at a time of the driver's clock. Returns whether the host slept since the last call. The moment
        when it fell asleep is unknown. It is assumed to be just after the last call, so what was due then is due after
        waking, and players keep the time that they had left.
        """
        awake_ms = now_ms - self.slept_ms
        has_slept = self.due_ms is not None and awake_ms - self.due_ms > OVERSLEPT_MS
        if has_slept:
            self.slept_ms += awake_ms - self._called_ms
        self._called_ms = now_ms - self.slept_ms
        return has_slept


class PausableClock:
    """A clock that can be stopped. It shows the driver's time without the time in which it was stopped."""

    def __init__(self) -> None:
        self._stood_ms = 0
        self._since_ms: int | None = None

    @property
    def stands(self) -> bool:
        return self._since_ms is not None

    def at(self, now_ms: int) -> int:
        return (now_ms if self._since_ms is None else self._since_ms) - self._stood_ms

    def set(self, now_ms: int, *, stands: bool) -> bool:
        """Stop it or let it continue from now. Returns whether it was stopped before and now continues."""
        if stands:
            self._since_ms = now_ms if self._since_ms is None else self._since_ms
            return False
        if self._since_ms is None:
            return False
        self._stood_ms += now_ms - self._since_ms
        self._since_ms = None
        return True

    def comes_at(self, table_ms: int | None) -> int | None:
        """The driver's time at which this clock will show a time. None for never, as things are."""
        return None if table_ms is None or self.stands else table_ms + self._stood_ms


@dataclass(frozen=True)
class Question:
    """What the rules say about the present state of a table. It is read once after each act.

    seats: the seats that must answer. is_sealed: nobody may hear of an answer before all answers are in. lapse_ms: the
    time after which silence counts as an answer; 0 for never. awaits_close: everybody has answered, and the host must
    close the phase. shows_once: the match has faces that are shown once, so a new client has missed earlier ones.
    """

    seats: tuple[Seat, ...] = ()
    is_sealed: bool = False
    lapse_ms: int = 0
    awaits_close: bool = False
    shows_once: bool = False


def read_question(table: Table) -> Question:
    """The present question of a table. Raises whatever a failing rule of the game raises."""
    seats, game = table.acting(), table.game
    shows_once = table.over is None and game.plan.shows_once and not game.remembers(table)
    phase = game.phases[table.phase] if seats else None
    return Question(
        seats=seats,
        is_sealed=phase is not None and phase.sealed,
        lapse_ms=phase.lapse_ms(table) if phase is not None else 0,
        awaits_close=table.awaits_close,
        shows_once=shows_once,
    )


def unknown_question(table: Table) -> Question:
    """Used if the rules fail: nobody is asked, and nothing is revealed that might be secret."""
    if table.over is not None:
        return Question()
    phase = table.game.phases.get(table.phase)
    return Question(is_sealed=phase is not None and phase.sealed, shows_once=table.game.plan.shows_once)


def public_limit_ms(table: Table | None, question: Question, clocks: TimeControls, *, is_between: bool) -> int:
    """The time limit that everybody sees; 0 for no limit. is_between: the table pauses between two deals."""
    if table is None or table.over is not None:
        return 0
    if is_between:
        return clocks.between_ms
    phase = table.game.phases.get(table.phase)
    return question.lapse_ms or (clocks.limit_ms(phase.clock) if phase else 0)


def window_ms(clocks: TimeControls, chance: random.Random) -> int:
    """The least time for which a claim window is open. It is random, so its end does not reveal who has answered."""
    return chance.randint(*clocks.dwell_ms)


def next_deal_ms(lobby: Lobby, clocks: TimeControls, since_ms: int) -> int | None:
    """When the pause between two deals ends, by the time of the table. None while people must answer first.

    since_ms: when it began.
    """
    if lobby.handing is not None:
        return None  # the table is being handed over to another host
    present = [person for person in lobby.seated if person.state != "away"]
    if present and all(person.ready for person in present):
        return since_ms
    limit = clocks.between_ms
    if not limit and not present:
        limit = _BOTS_ALONE_MS
    return since_ms + limit if limit else None


def player_of(lobby: Lobby, absence: Absence, seat: Seat, now_ms: int) -> Player:
    """The player who answers for a seat now."""
    substitute: Player = "bot" if lobby.away_policy == "bot" else "nobody"
    if lobby.bot_at(seat) is not None:
        return "bot"
    person = lobby.sitter(seat)
    if person is None or person.is_dozing or absence.is_played_for(person, now_ms):
        return substitute
    return "person"


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A question that a free move interrupted: the rules ask another one first, and then this one again. Its time
    continues then.

    asked_of: the phase and the asked seats. gone_ms: how long it was open. left_ms: the time left to each person.
    """

    asked_of: tuple[str, tuple[Seat, ...]]
    gone_ms: int
    left_ms: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time of the open question, for a host that starts again: nobody gets the full time of a turn a second time.

    step: of the table when the question was asked. open: the question. interrupted: the one that it interrupted.
    """

    step: int
    open: Interrupted
    interrupted: Interrupted | None = None


@dataclass
class OpenQuestion:
    """An open decision.

    player: who answers it. That is the person on the seat, a bot, or nobody; for nobody the default is played at
    due_ms. limit_ms: 0 for none. left_ms: the time left, with the reserve, at running_since, when the decision was
    asked. due_ms: when the move of a bot, or the default, is made. lapses_ms: when silence counts as an answer, even if
    a bot still thinks. advice: the bot's move, once it has one. is_told: the seat has received the decision.
    is_renewed: see `renewed`.
    """

    decision: Decision
    player: Player
    limit_ms: int
    reserve_ms: int
    left_ms: int
    running_since: int | None = None
    due_ms: int | None = None
    lapses_ms: int | None = None
    advice: Move | None = None
    is_thinking: bool = False
    is_told: bool = False
    is_renewed: bool = False

    @classmethod
    def open(cls, decision: Decision, clocks: TimeControls, reserve_ms: int) -> OpenQuestion:
        """A new decision. One that lapses by the rules has the rules' own time, and no reserve, at any table."""
        if decision.lapse_ms:
            return cls(decision, "person", decision.lapse_ms, 0, decision.lapse_ms)
        limit_ms = clocks.limit_ms(decision.clock)
        return cls(decision, "person", limit_ms, reserve_ms, limit_ms + reserve_ms)

    def renewed(self, decision: Decision) -> OpenQuestion:
        """The same decision asked again, because a free move has changed its choices. Its time continues."""
        return replace(self, decision=decision, advice=None, is_thinking=False, is_told=False, is_renewed=True)

    @property
    def lapses(self) -> bool:
        """Whether the rules take silence as an answer. Then nobody is blamed for it."""
        return self.decision.lapse_ms > 0

    def run(self, now_ms: int) -> None:
        if self.running_since is None:
            self.running_since = now_ms

    def hand_to(self, player: Player, delay_ms: int, now_ms: int) -> None:
        """Let another player answer, after a delay. A lapse also applies to a bot, and without a player at once."""
        self.player = player
        self.advice = None
        self.is_thinking = False
        self.due_ms = now_ms + delay_ms
        self.lapses_ms = None
        if self.lapses:
            self.lapses_ms = now_ms + (self.left_now_ms(now_ms) if player == "bot" else 0)
            self.due_ms = min(self.due_ms, self.lapses_ms)

    def think(self, pace_ms: int, now_ms: int) -> None:
        """A bot begins to think; its move is made after the table's even pace, however fast it is."""
        if not self.is_renewed:
            self.hand_to("bot", pace_ms, now_ms)
        elif self.due_ms is not None:
            # Its time continues, extended by the time for another thought: otherwise it would show how long that
            # thought took.
            self.due_ms = max(self.due_ms, now_ms + min(pace_ms, RETHINK_MS))
            if self.lapses_ms is not None:
                self.due_ms = min(self.due_ms, self.lapses_ms)
        self.is_thinking = True

    def hurry(self, now_ms: int) -> None:
        """Make a bot's move at once, if the bot has decided."""
        if self.player == "bot" and self.due_ms is not None:
            self.due_ms = min(self.due_ms, now_ms)

    def remaining_ms(self, now_ms: int) -> int | None:
        """Time that the seat has, its reserve included; None without limit."""
        if self.player == "nobody" and self.due_ms is not None:
            return max(0, self.due_ms - now_ms)
        return self.left_now_ms(now_ms) if self.limit_ms else None

    def limit_to(self, left_ms: int) -> None:
        """The question is asked again with the time that was left before."""
        self.left_ms = min(self.left_ms, left_ms)

    def reserve_left_ms(self, now_ms: int) -> int:
        """What is left of the seat's reserve if it answers now."""
        return min(self.reserve_ms, self.left_now_ms(now_ms)) if self.limit_ms else self.reserve_ms

    def ends_ms(self) -> int | None:
        """When a move is made if no message comes; None for never."""
        if self.player == "person":
            if not self.limit_ms or self.running_since is None:
                return None
            return self.running_since + self.left_ms
        if self.due_ms is None or self.player == "nobody" or self.advice is not None:
            return self.due_ms
        return self.due_ms + BOT_PATIENCE_MS if self.lapses_ms is None else self.lapses_ms

    def left_now_ms(self, now_ms: int) -> int:
        """What is left of the time for a person, with the reserve."""
        gone = now_ms - self.running_since if self.running_since is not None else 0
        return max(0, self.left_ms - gone)


def open_questions(
    decisions: Iterable[Decision],
    before: Mapping[Seat, OpenQuestion],
    clocks: TimeControls,
    reserves_ms: Sequence[int],
    *,
    are_renewed: bool,
) -> dict[Seat, OpenQuestion]:
    """What is asked now, by seat. before: what was asked. are_renewed: a free move has only changed the choices."""
    found: dict[Seat, OpenQuestion] = {}
    for decision in decisions:
        asked = before.get(decision.seat)
        if asked is not None and asked.decision.id == decision.id:
            found[decision.seat] = asked
        elif asked is not None and are_renewed:
            found[decision.seat] = asked.renewed(decision)
        else:
            found[decision.seat] = OpenQuestion.open(decision, clocks, reserves_ms[decision.seat])
    return found


def draw_time_bank(lobby: Lobby, seat: Seat, ask: OpenQuestion, table_ms: int) -> bool:
    """Subtract the bank time that a seat used for a question that it answers now, or whose time is over. Returns
    whether it used any.
    """
    if ask.player != "person" or ask.lapses:
        return False
    left = ask.reserve_left_ms(table_ms)
    used = lobby.reserves_ms[seat] - left
    lobby.reserves_ms[seat] = left
    if not ask.decision.sealed:
        # The time used for a sealed question would reveal how long a player thought, and who.
        lobby.banks_ms[seat] = max(0, lobby.banks_ms[seat] - used)
    return used != 0


def show_time_banks(lobby: Lobby) -> bool:
    """Show the rest of each time bank if no deal is being played. Returns whether that changed anything."""
    if lobby.stage == "playing" or lobby.banks_ms == lobby.reserves_ms:
        return False
    lobby.banks_ms = list(lobby.reserves_ms)
    return True
