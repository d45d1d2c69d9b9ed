"""The match at a room's table: for whose move it waits, how long, and what happens if nobody moves.

It plays the answers of people and bots. When the time has come, it plays defaults, and closes claim windows and the
pause between deals. `outbox` has what it did.

Nothing here reveals whether a seat has answered a sealed decision: the public news depends only on who is asked, which
everybody knows, and on who is connected.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import msgspec

from engine.api import (
    BETWEEN,
    Act,
    BadMove,
    Card,
    DealError,
    Happened,
    Journal,
    JournalError,
    Move,
    OptionError,
    Record,
    Refusal,
    RoomEvent,
    RulesFault,
    Seat,
    SeatsError,
    Table,
    UnplayableRecord,
)

from ..wire.client_messages import ClientMove, PlayMove
from ..wire.host_messages import Ask, Clock, Offer
from .absence import Absence
from .budgets import RoomBudget
from .faults import NOT_WHILE_FAULTY, Mishap, Repairs, RulesFailed
from .free_moves import FreeMoves
from .lobby import Lobby
from .new_table import Excused, lay_table, play_again, seal_of, taken_back
from .outbox import BotNews, Outbox
from .people import LobbyRefusal, Person
from .settings import TimeControls
from .shares import Shares
from .stream import SpectatorDelay, Stream
from .time_limits import (
    Interrupted,
    OpenQuestion,
    PausableClock,
    Question,
    TurnTime,
    draw_time_bank,
    next_deal_ms,
    open_questions,
    player_of,
    public_limit_ms,
    read_question,
    show_time_banks,
    unknown_question,
    window_ms,
)

_MOST_STEPS = 256
_REPAIRS_APART_MS, _MOST_REPAIRS, _REPAIRS_SPAN_MS = 10_000, 3, 600_000
"""If the rules of a table fail more often than this, the table pauses. After each failure the match is played again
from its journal.
"""

T = TypeVar("T")


class Match:
    """The match of one table, from before its first deal to its end.

    step: the number of questions so far; each new one needs a new public clock. time: of the table; it limits answers,
    but not absences. absence: which players are away. shares: for the random numbers of the coming deal. is_attended:
    somebody is connected.
    """

    def __init__(self, lobby: Lobby, clocks: TimeControls, chance: random.Random, outbox: Outbox) -> None:
        self.lobby = lobby
        self.clocks = lobby.paced(clocks)
        self.time = PausableClock()
        self.stream = Stream(lobby.game.plan)
        self.horizon = SpectatorDelay(lobby)
        self.stream.starts = self.horizon.starts
        self._bot_news = BotNews(self.stream)
        self.table: Table | None = None
        self.outbox = outbox
        self.budget = RoomBudget()
        self._repairs = Repairs(_REPAIRS_APART_MS, _MOST_REPAIRS, _REPAIRS_SPAN_MS)
        self.step = 0
        self.is_attended = False
        self.absence = Absence(lobby, clocks, self.happen)
        self.offers = FreeMoves()
        self.shares = Shares(lobby, clocks, lambda table: self._keep(_journal_of(table).records[-1]))
        self._chance = chance
        self._before: list[Record] = []
        self._asks: dict[Seat, OpenQuestion] = {}
        self._asked_step = -1
        self._asked_of: tuple[str, tuple[Seat, ...]] = ("", ())
        self._question = Question()
        self._interrupted: Interrupted | None = None
        self._turn: TurnTime | None = None
        self._is_retold = False
        self._was_free = self._is_hurried = False
        self._step_ms = 0
        self._window_until_ms = 0

    def take_up(
        self, records: list[Record], journal: Journal | None, *, is_own: bool = True, turn: TurnTime | None = None
    ) -> None:
        """Continue after these records. journal: made of them, if the match has begun. is_own: this host has written
        them; if the rules fail in them now, the table pauses. turn: the time of the question that was open.
        Raises JournalError.
        """
        self._turn = turn
        if journal is not None:
            self._make_again(journal, UnplayableRecord if is_own else ())
            self.shares.take_up(records)
        else:
            self._before = list(records)
        for record in records:
            self._count(record)
        self.absence.take_up(records)
        if self._is_retold:
            self._halt()

    def inherit(self, journal: Journal) -> str:
        """Continue another table's match with our own seed. Returns the digest of that seed. Raises JournalError."""
        seed = self._chance.randbytes(16).hex()
        journal = Journal(msgspec.structs.replace(journal.header, seed=seed), journal.records)
        self.take_up(journal.records, journal, is_own=False)
        self.outbox.header = journal.header
        return seal_of(seed)

    # What people and bots do.

    def start(self, seed: str, deal: str) -> None:
        """Begin the first deal. seed: "" for a random one. Raises LobbyRefusal or DealError if it cannot begin."""
        try:
            table, own = lay_table(self.lobby, self._before, seed, deal, self._chance)
        except (DealError, OptionError, SeatsError, Refusal):
            raise
        except Exception as fault:
            self.outbox.mishaps.append(Mishap(fault, "start", self.lobby.game_id))
            raise RulesFailed from fault
        for record in own:
            self._keep(record)
        assert table.journal is not None
        self.table = table
        self.stream.begin(table)
        self.outbox.header = table.journal.header
        if table.deal:
            self._keep(_journal_of(table).records[-1])
        else:
            self.shares.commit(table)

    def play(self, person: Person, request: PlayMove) -> None:
        """Carry out a person's answer. Raises a Refusal or LobbyRefusal, and then nothing has changed."""
        decision_id, move, now_ms = request.decision, to_move(request.move), self.budget.now_ms
        seat = _moving_seat(person, self.table, self.lobby)
        ask = self._asks.get(seat)
        if ask is not None and ask.player == "bot" and ask.decision.id == decision_id:
            raise BadMove("A bot makes this decision because you were away. The next decision is yours.")
        decision = self.offers.decision(seat) if ask is None else ask.decision
        assert self.table is not None
        is_free = decision is not None and self.table.is_free(decision, move)
        if is_free and not self.offers.may_act(seat, now_ms):
            raise LobbyRefusal("Too many requests. Wait a second.", "slow")
        try:
            self._act(lambda table: table.play(seat, decision_id, move))
        except RulesFailed:
            if ask is not None and ask.decision.sealed:
                self._halt()  # all seats had answered, and the rules failed on the answers, so no other answer helps
            raise
        self._was_free = is_free
        if ask is not None and not is_free:
            self.outbox.lobby_changed |= draw_time_bank(self.lobby, seat, ask, self.time.at(now_ms))
        self._keep(_journal_of(self.table).records[-1])
        self.absence.note_move(person)
        person.missed = 0

    def take_back(self, person: Person) -> None:
        """Undo all since the last choice of a person in this deal. Raises LobbyRefusal; then nothing has changed."""
        if self.table is None or self.lobby.stage != "playing" or self.lobby.is_halted:
            raise LobbyRefusal("You can take a move back only while a deal is in progress.", "stage")
        journal = _journal_of(self.table)
        stands, after = taken_back(journal, person, self.lobby.watched)
        records = [*journal.records[:stands], *after]
        self.stream.clear()
        self.horizon.clear()
        self._make_again(Journal(journal.header, records))
        for record in records:
            self._count(record)
        self.outbox.stands, self.outbox.records = stands, after
        self._bot_news, self._asks, self._asked_step = BotNews(self.stream), {}, -1
        self._interrupted = None
        self.offers.begin_again()

    def answer_bot(self, seat: Seat, decision_id: int, move: Move | None) -> None:
        """A bot's move, carried out when its time has come. None for the default."""
        ask = self._asks.get(seat)
        if ask is not None and ask.player == "bot" and ask.decision.id == decision_id and ask.advice is None:
            ask.advice = move or ask.decision.default

    def drop(self, seat: Seat) -> None:
        """Take a seat out of the match between two deals; if that fails, the table pauses. Raises BadMove."""
        assert self.table is not None
        try:
            self._act(lambda table: table.drop(seat))
        except RulesFailed:
            self._halt()
            return
        self._keep(_journal_of(self.table).records[-1])

    def abandon(self) -> None:
        table = self.table
        if table is not None and table.over is None:
            # If the match was broken off before its first deal, the deal begins only for that, and nobody waits for it.
            if not table.deal and self._is_done(Table.start):
                self._keep(_journal_of(table).records[-1])
            if self._is_done(Table.abandon) or self._is_done(Table.void):
                self._keep(_journal_of(self.table).records[-1])
            else:
                self._halt()

    def happen(self, event: RoomEvent) -> None:
        """Add an event of the room to the stream, if the stream has room for it."""
        if not self.budget.admits(event):
            return
        if self.table is not None:
            self.table.happen(event)
            self._keep(_journal_of(self.table).records[-1])
            return
        record = Record(Act("room"), (event,))
        self._before.append(record)
        self._keep(record)

    @property
    def shows_once(self) -> bool:
        """Whether the match has faces that are shown once, so that a new client has missed earlier ones."""
        return self._question.shows_once

    def reach(self, person: Person) -> int:
        """Number of the first event that a person does not get yet: spectators who see hands get events late."""
        return self.horizon.reach(self.table) if person.is_behind else len(self.stream)

    # What a seat and everybody is asked.

    def ask(self, seat: Seat, now_ms: int) -> Ask | None:
        ask = self._asks.get(seat)
        if ask is None or ask.player == "bot":
            return None
        return Ask(
            decision=ask.decision,
            remaining_ms=ask.remaining_ms(self.time.at(now_ms)),
            reserve_ms=ask.reserve_left_ms(self.time.at(now_ms)),
        )

    def has_news_for(self, seat: Seat) -> bool:
        """Whether the seat's person has not been sent its decision yet; afterwards it counts as sent."""
        ask = self._asks.get(seat)
        if ask is None or ask.player == "bot" or ask.is_told:
            return False
        ask.is_told = True
        return True

    def offer(self, seat: Seat) -> Offer | None:
        """The new free moves of a seat's player, None if nothing is new. Afterwards they count as sent."""
        return Offer(decision=self.offers.decision(seat)) if self.offers.has_news_for(seat) else None

    def tell_again(self, seat: Seat) -> None:
        """The seat's person has a new connection or another seat: send the decision again."""
        if seat in self._asks:
            self._asks[seat].is_told = False
        self.offers.tell_again(seat)

    def tell_clocks_again(self) -> None:
        """Time was paused here, but not on the screens: send everybody the time that is left."""
        self.step += 1
        for ask in self._asks.values():
            ask.is_told = False

    def clock(self, now_ms: int) -> Clock:
        """Which seats must decide and for how long, as everybody may know it."""
        limit = public_limit_ms(self.table, self._question, self.clocks, is_between=self.lobby.stage == "between")
        left = max(0, self._step_ms + limit - self.time.at(now_ms)) if limit else None
        return Clock(seats=self._question.seats, remaining_ms=left)

    # Time.

    def settle(self, now_ms: int) -> None:
        """Carry out everything that is due, without looking again at what was done before."""
        for _ in range(_MOST_STEPS):
            moves = self.is_attended and not self.lobby.is_halted
            self._follow_table(now_ms)
            if self._update_absence(now_ms):
                continue
            if self.time.set(now_ms, stands=not moves or bool(self.absence.waited_for)):
                self.tell_clocks_again()
            self._find_players(now_ms)
            self._run_clocks(now_ms)
            if not moves or not self._advance(now_ms):
                break

    def due_ms(self, now_ms: int) -> int | None:
        """When `settle` has something to do again if nothing else happens. None for never."""
        table = self.table
        if table is None or table.over is not None or not self.is_attended:
            return None
        times = [self.time.comes_at(ask.ends_ms()) for ask in self._asks.values()]
        if (shares_ms := self.shares.ends_ms()) is not None:
            times.append(self.time.comes_at(shares_ms))
        elif self._question.awaits_close and not self.lobby.is_halted:
            times.append(self._closes_ms())
        times += self.absence.changes_ms(now_ms)
        return min((time for time in times if time is not None), default=None)

    def _follow_table(self, now_ms: int) -> None:
        table, lobby = self.table, self.lobby
        if table is None:
            return
        stage = lobby.stage
        lobby.stage = "over" if table.over else "between" if table.phase == BETWEEN else "playing"
        if lobby.stage != stage:
            self.outbox.lobby_changed = True
            self.outbox.urgent = lobby.stage != "playing"
            lobby.unready_all()
        self.outbox.lobby_changed |= self.horizon.update(table)
        self.stream.looks = tuple(lobby.looks)
        self.outbox.lobby_changed |= show_time_banks(lobby)
        if self._is_retold and not lobby.is_halted and table.over is None:
            table = self._make_again(_journal_of(table))  # the players want to try again
            if self._is_retold:
                self._halt()
        if lobby.is_faulty:
            # Until the players continue, nothing is asked in which the rules may fail again.
            self._asks = {seat: ask for seat, ask in self._asks.items() if ask.decision.id == table.step}
            self._question = self._question if table.over is None else Question()
            return
        try:
            self._follow_questions(table, now_ms)
            self.offers.update(table, self._asks)
        except Exception as fault:  # noqa: BLE001 - a rule failed in saying what may be done
            self._asks, self._asked_step = {}, -1
            self._question = unknown_question(table)
            self._take_back(fault)
            self._halt()

    def _follow_questions(self, table: Table, now_ms: int) -> None:
        self._question = read_question(table)
        asked_of = (table.phase, self._question.seats)
        # After a free move the same decision may have to be asked again. Its time does not begin again, because
        # else a player with free moves could give a friend, or a bot, any amount of time.
        is_renewal = self._was_free and asked_of == self._asked_of
        turn, self._turn = self._turn, None
        table_ms, back = self.time.at(now_ms), self._interrupted
        if turn is not None and (turn.step, turn.open.asked_of) == (table.step, asked_of):
            back = turn.open
        elif self._was_free and not is_renewal and back is None:
            self._interrupted = self._open_question(table_ms)
        self._was_free = False
        is_back = back is not None and asked_of == back.asked_of
        if is_back or not self._question.seats:
            self._interrupted = None
        if turn is not None and back is turn.open:
            self._interrupted = turn.interrupted
        self._asked_of = asked_of
        if table.step != self._asked_step:
            self._asked_step = table.step
            if not is_renewal:
                self.step += 1
                self._step_ms = table_ms - (back.gone_ms if back is not None and is_back else 0)
                self._window_until_ms = now_ms + window_ms(self.clocks, self._chance)
        decisions = table.decisions() if not table.over else ()
        reserves_ms = self.lobby.reserves_ms
        self._asks = open_questions(decisions, self._asks, self.clocks, reserves_ms, are_renewed=is_renewal)
        if back is not None and is_back:
            for seat in self._asks.keys() & back.left_ms.keys():
                self._asks[seat].limit_to(back.left_ms[seat])

    def turn_time(self, now_ms: int) -> TurnTime:
        """The time of the open question, for a host that starts again."""
        return TurnTime(self._asked_step, self._open_question(self.time.at(now_ms)), self._interrupted)

    def _open_question(self, table_ms: int) -> Interrupted:
        left_ms = {seat: ask.left_now_ms(table_ms) for seat, ask in self._asks.items() if ask.player == "person"}
        return Interrupted(self._asked_of, table_ms - self._step_ms, left_ms)

    def _update_absence(self, now_ms: int) -> bool:
        """Update which players are away. Returns whether the match was broken off because of it."""
        absence, asked = self.absence, () if self._question.lapse_ms else self._question.seats
        self.outbox.lobby_changed |= absence.update(now_ms, is_sealed=self._question.is_sealed)
        if self.table is None or self.table.over is not None:
            absence.waited_for = ()
            return False
        self.outbox.lobby_changed |= absence.update_waiting(asked, now_ms)
        before = absence.breaks_off_ms()
        since = absence.all_gone_since(now_ms, is_attended=self.is_attended)
        self.outbox.lobby_changed |= absence.breaks_off_ms() != before
        if since is None or not self.clocks.abandon_ms or now_ms - since < self.clocks.abandon_ms:
            return False
        self.abandon()
        return True

    def _find_players(self, now_ms: int) -> None:
        for seat, ask in self._asks.items():
            wanted = player_of(self.lobby, self.absence, seat, now_ms)
            # A decision never goes back to a person while a bot may already be answering it.
            if ask.player != wanted and wanted != "person":
                delay_ms = self._pace_ms if wanted == "bot" else self.clocks.absent_ms
                ask.hand_to(wanted, delay_ms, self.time.at(now_ms))

    @property
    def _pace_ms(self) -> int:
        return 0 if self._is_hurried else self.lobby.pace_ms

    def hurry(self) -> None:
        """Let the bots move at once, until a person must decide."""
        self._is_hurried = True
        for ask in self._asks.values():
            ask.hurry(self.time.at(self.budget.now_ms))

    def _run_clocks(self, now_ms: int) -> None:
        for seat, ask in self._asks.items():
            if ask.player == "person":
                self._is_hurried = False
                ask.run(self.time.at(now_ms))
            elif ask.player == "bot" and self.is_attended and not ask.is_thinking:
                self._let_think(seat, ask, now_ms)

    def _let_think(self, seat: Seat, ask: OpenQuestion, now_ms: int) -> None:
        ask.think(self._pace_ms, self.time.at(now_ms))
        try:
            self.outbox.thinks.append(self._bot_news.think(seat, self.lobby.level_at(seat), ask.decision))
        except Exception as fault:  # noqa: BLE001 - a bot that cannot be told what happened plays its default
            self._report(fault, "telling a bot")
            ask.advice = ask.decision.default

    def _advance(self, now_ms: int) -> bool:
        """Do the first step that is due. Returns whether there was one."""
        table = self.table
        if table is None or table.over is not None:
            return False
        if self._question.awaits_close or not table.deal:
            return self._go_on(table, now_ms)
        due = [(ends, seat) for seat, ask in self._asks.items() if (ends := ask.ends_ms()) is not None]
        if not due or min(due)[0] > self.time.at(now_ms):
            return False
        self._play_for(min(due)[1], self.time.at(now_ms))
        return True

    def _go_on(self, table: Table, now_ms: int) -> bool:
        """If it is time, close a window, or begin a deal when its shares are there. Returns whether it did."""
        if table.deal and self.shares.ends_ms() is None:
            closes = self._closes_ms()
            if closes is None or closes > now_ms:
                return False
        try:
            if (not table.deal or table.phase == BETWEEN) and self.shares.are_wanted(table):
                return self._act(lambda table: self.shares.advance(table, self.time.at(now_ms)))
            self._act(Table.close if table.deal else Table.start)
        except RulesFailed:
            self._halt()
            return True
        self._keep(_journal_of(table).records[-1])
        return True

    def _play_for(self, seat: Seat, table_ms: int) -> None:
        ask, table = self._asks[seat], self.table
        assert table is not None
        person = self.lobby.sitter(seat)
        if ask.player == "person" and person is not None and not ask.lapses and not ask.decision.window:
            person.missed += 1
            self.outbox.lobby_changed = True
            if not ask.decision.sealed:
                self.happen(Happened("timeout", seat, person.name))
        self.outbox.lobby_changed |= draw_time_bank(self.lobby, seat, ask, table_ms)
        decision = ask.decision
        for move in dict.fromkeys((ask.advice or decision.default, decision.default)):
            # A bot that is wrong about the rules, or that finds a fault in them, does not stop the table.
            if self._is_done(partial(Table.play, seat=seat, decision_id=decision.id, move=move)):
                self._keep(_journal_of(self.table).records[-1])
                return
        self._halt()

    def _is_done(self, step: Callable[[Table], object]) -> bool:
        try:
            self._act(step)
        except (Refusal, RulesFailed):
            return False
        return True

    # When the rules fail.

    def _act(self, step: Callable[[Table], T]) -> T:
        """Do one step with the table, completely or not at all. Raises a Refusal, or RulesFailed."""
        assert self.table is not None
        try:
            return step(self.table)
        except Refusal as refusal:
            if isinstance(refusal, RulesFault):
                self._report(refusal, "refusal")
            raise
        except Exception as fault:
            self._take_back(fault)
            raise RulesFailed from fault

    def _take_back(self, fault: Exception) -> None:
        """Nobody knows how far the rules got. Make the table again from its journal, which holds whole acts."""
        self._report(fault, "act")
        self._make_again(_journal_of(self.table))
        self.offers.look_again()
        self.shares.begin_again()
        self._was_free, self._interrupted = False, None
        self.happen(Happened("fault"))
        if self._is_retold or not self._repairs.admit(self.budget.now_ms):
            self._halt()

    def _make_again(self, journal: Journal, excused: Excused = JournalError) -> Table:
        """Play the journal again. If the rules also fail in that, the table can only be shown and broken off."""
        self.table, fault = play_again(journal, excused)
        if fault is not None and not self._is_retold:
            self._report(fault, "replay")
        self._is_retold = fault is not None
        self.stream.begin(self.table)
        return self.table

    def _report(self, fault: Exception, where: str) -> None:
        self.outbox.mishaps.append(_mishap(fault, where, self.table))

    def _halt(self) -> None:
        """The table cannot continue by itself. It pauses until the players vote to try again or to break off."""
        if not self.lobby.is_faulty:
            self.lobby.is_halted = self.lobby.is_faulty = True
            self.outbox.lobby_changed = True
            self.happen(Happened("paused", None, "", "because of a bug"))

    def _closes_ms(self) -> int | None:
        """When the open window or the pause between deals may close. None while people must answer first."""
        if self.lobby.stage != "between":
            return self._window_until_ms  # runs on while the table waits for a player, because all answers are in
        return self.time.comes_at(next_deal_ms(self.lobby, self.clocks, self._step_ms))

    def _keep(self, record: Record) -> None:
        self.outbox.records.append(record)
        self._count(record)

    def _count(self, record: Record) -> None:
        self.stream.add(record.events)
        self.horizon.add(record)
        self.budget.count(record.events)


def _journal_of(table: Table | None) -> Journal:
    """The journal of a table. Every table of a match has one."""
    assert table is not None
    assert table.journal is not None
    return table.journal


def _moving_seat(person: Person, table: Table | None, lobby: Lobby) -> Seat:
    """The seat of a person who wants to move. Raises LobbyRefusal if they cannot at present."""
    if person.seat is None:
        raise LobbyRefusal("You are watching. Only players can move.", "right")
    if table is None:
        raise LobbyRefusal("The match has not begun.", "stage")
    if lobby.is_halted:
        agreed = "The table is paused by a vote. To resume, half of you must agree."
        raise LobbyRefusal(NOT_WHILE_FAULTY if lobby.is_faulty else agreed, "paused")
    return person.seat


def to_move(sent: ClientMove) -> Move:
    """A client's move as the engine takes it."""
    groups = tuple(tuple(map(Card, group)) for group in sent.groups)
    return Move(sent.verb, tuple(map(Card, sent.cards)), sent.places, groups)


def _mishap(fault: Exception, where: str, table: Table | None) -> Mishap:
    records = len(_journal_of(table).records)
    assert table is not None
    return Mishap(fault, where, table.game.meta.id, table.deal, table.step, records)
