"""Faults planted in the rules of every game: the act is taken back, everybody stays at the table, and it goes on."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import repeat_fault
from engine.api import Event, Game, Journal, Move, OptionValue, Table, Viewer, find_game, frame_record, games
from engine.play.phases import Phase
from net.host.config import JOURNAL_NAME
from net.host.fault_log import MOST_FAULTS_KEPT, keep_evidence
from net.match.settings import RoomConfig
from net.room.effects import Report
from net.wire.client_messages import CastVote, ClientMove, NextDeal, PlayMove, Ready, Say, Start
from net.wire.framing import PREFIX_BYTES, pack
from net.wire.host_messages import Bye, Done
from tests.conformance.cases import is_legal, state

from ...harness.local_table import open_table
from ...harness.players import Player, numbers
from ...harness.room import PROMPT, TOYS, Bench, Guest, play_with_toys

GAMES = ["toy", *(meta.id for meta in games())]
WAYS = {
    "play": ("play",),
    "resolve": ("resolve",),
    "close": ("close",),
    "enter": ("enter",),
    "choices": ("ask", "choices"),
    "default": ("ask", "default"),
}
"""What of a phase fails, and the methods by which it is asked for that."""
LOOKS = {
    "acting": ("acting",),
    "lapse": ("lapse_ms",),
    "free": ("free", "free_choices"),
    "choices": ("ask", "choices"),
    "default": ("ask", "default"),
    "remembers": (),
}
"""The same for what is only looked at, and may fail each time."""


OPTIONS: dict[str, dict[str, OptionValue]] = {"kanhu_qing": {"out_of_turn_win": True}}
"""With which each game gets to all of its phases."""


class Planted:
    """A fault in the rules of a game. left: how often it is still to come up; fired: how often it did."""

    def __init__(self) -> None:
        self.left = 0
        self.fired = 0

    def around(self, method: Callable[..., Any]) -> Callable[..., Any]:
        """The method, which fails while there is something left."""

        def failing(*args: Any) -> Any:
            if self.left:
                self.left -= 1
                self.fired += 1
                raise KeyError("planted")
            return method(*args)

        return failing


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def game_of(name: str) -> Game:
    return TOYS.get(name) or find_game(name)


def cases(ways: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Every game with every place that its rules have."""
    for name in GAMES:
        phases = [type(phase) for phase in game_of(name).phases.values()]
        for way, methods in ways.items():
            if (way == "remembers" and game_of(name).plan.shows_once) or any(
                getattr(phase, method) is not getattr(Phase, method) for phase in phases for method in methods
            ):
                yield name, way


def plant(monkeypatch: pytest.MonkeyPatch, name: str, methods: tuple[str, ...]) -> Planted:
    planted = Planted()
    for phase in game_of(name).phases.values():
        for method in methods:
            if getattr(type(phase), method) is not getattr(Phase, method):
                monkeypatch.setattr(phase, method, planted.around(getattr(phase, method)), raising=False)
    return planted


def plant_in_game(monkeypatch: pytest.MonkeyPatch, name: str, method: str) -> Planted:
    planted, game = Planted(), game_of(name)
    monkeypatch.setattr(game, method, planted.around(getattr(game, method)), raising=False)
    return planted


class Party:
    """A table of one game with people on all seats but the last, a bot there, and a spectator."""

    def __init__(self, name: str) -> None:
        seats = game_of(name).meta.usual_seats
        options = OPTIONS.get(name, {})
        self.bench = Bench(RoomConfig(table_id="t1", game=name, options=options, bots=("easy",), clocks=PROMPT))
        self.people = [self.bench.join(f"P{seat}") for seat in range(seats - 1)]
        self.guests = [*self.people, self.bench.join("Wil", "watcher")]
        for guest in self.people:
            assert guest.do(Ready).accepted
        assert self.people[0].do(Start).accepted

    @property
    def table(self) -> Table:
        table = self.bench.room._state.match.table
        assert table is not None
        return table

    @property
    def acts(self) -> int:
        journal = self.table.journal
        assert journal is not None
        return sum(record.act.kind != "room" for record in journal.records)

    @property
    def is_paused(self) -> bool:
        info = self.bench.room.info(self.bench.now_ms)
        return info.pause is not None and info.pause.why == "fault"

    def reports(self) -> list[Report]:
        return [effect for effect in self.bench.effects if isinstance(effect, Report)]

    def advance(self) -> list[Done]:
        """Everybody who is asked answers by default, and time passes."""
        answers: list[Done] = []
        for guest in self.people:
            self.bench.now_ms += 60
            decision = guest.decision
            if decision is not None and decision in self.asked():
                answers.append(guest.play())
                if not answers[-1].accepted:
                    guest.decision = decision
            elif self.table.phase == "between":
                guest.do(NextDeal)
        self.bench.let_bots_play()
        self.bench.pass_time(60)
        return answers

    def asked(self) -> list[Any]:
        if self.is_paused or self.table.over is not None:
            return []
        return [ask.decision for ask in self.bench.room._state.match._asks.values()]

    def go_on(self) -> None:
        """The players vote to try again."""
        for guest in self.people:
            self.bench.now_ms += 60
            if self.is_paused:
                guest.do(CastVote, what="resume", yes=True)

    def until(self, holds: Callable[[], object], what: str, most: int = 3000) -> None:
        for _ in range(most):
            if holds():
                return
            self.advance()
        raise AssertionError(f"in vain: {what}")

    def verify_whole(self) -> None:
        """Everybody is there and holds all of one stream, and the room that its records make is this one."""
        self.bench.pass_time(60)
        stream = self.bench.room._state.match.stream
        for guest in self.guests:
            assert not guest.is_closed
            assert len(guest.events) == len(stream)  # that no number is missing or doubled, the guest sees to
        journal = self.table.journal
        assert journal is not None
        assert list(journal.events()) == list(stream._events)
        here, back = self.bench.room._state, self.bench.crash().room._state
        assert back.match.table is not None
        assert state(back.match.table) == state(self.table)
        assert [(p.key, p.seat) for p in back.lobby.seated] == [(p.key, p.seat) for p in here.lobby.seated]
        assert (back.lobby.is_halted, back.lobby.is_faulty) == (here.lobby.is_halted, here.lobby.is_faulty)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "way"), list(cases(WAYS)))
def test_what_fails_once_is_taken_back_and_the_match_goes_on(
    name: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(name)
    party.until(lambda: party.acts >= 4, "a match under way")
    planted = plant(monkeypatch, name, WAYS[way])
    planted.left = 1
    party.until(lambda: planted.fired, f"{way} to be asked for")
    party.bench.pass_time(60)
    assert [type(report.mishap.fault) for report in party.reports()] == [KeyError]
    party.go_on()
    assert not party.is_paused
    acts = party.acts
    party.until(lambda: party.acts >= acts + 3, "the match to go on")
    assert planted.fired == len(party.reports()) == 1
    assert party.guests[-1].happenings("fault")
    party.verify_whole()


@pytest.mark.slow
@pytest.mark.parametrize("times", [2, 1_000_000])
@pytest.mark.parametrize(("name", "way"), list(cases(LOOKS)))
def test_a_table_outlives_that_nobody_can_say_what_is_asked(
    name: str, way: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(name)
    party.until(lambda: party.acts >= 4 and party.asked(), "a match under way")
    planted = plant(monkeypatch, name, LOOKS[way]) if way != "remembers" else plant_in_game(monkeypatch, name, way)
    planted.left = times
    party.until(lambda: planted.fired, f"{way} to be asked for")
    if times > 2:
        party.until(lambda: party.is_paused, "the table to pause")
        for _ in range(3):
            party.go_on()
            party.advance()
        assert party.is_paused, "the vote to go on is in vain"
        assert party.guests[-1].info is not None
        assert party.guests[-1].info.pause is not None
        assert party.guests[-1].info.pause.why == "fault"
        answer = party.people[0].do(PlayMove, decision=party.table.step, move=ClientMove(verb="pass"))
        assert answer.code == "paused"
    assert 1 <= len(party.reports()) < 20
    assert not any(guest.is_closed for guest in party.guests)
    planted.left = 0
    party.bench.pass_time(60)
    party.go_on()
    assert not party.is_paused
    acts = party.acts
    party.until(lambda: party.acts >= acts + 3, "the match to go on")
    party.verify_whole()


@pytest.mark.parametrize("name", GAMES)
def test_a_table_whose_rules_fail_in_everything_is_broken_off(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(name)
    party.until(lambda: party.acts >= 4 and party.asked(), "a match under way")
    plant(monkeypatch, name, ("acting", "play", "resolve", "enter", "ask", "choices")).left = 1_000_000
    party.until(lambda: party.is_paused, "the table to pause")
    for guest in party.people:
        party.bench.now_ms += 60
        guest.do(CastVote, what="stop", yes=True)
    party.bench.pass_time(60)
    assert party.table.over is not None
    assert [guest for guest in party.guests if guest.is_closed or len(guest.events) != party.bench.written] == []
    monkeypatch.undo()
    play_with_toys(monkeypatch)
    back = party.bench.crash().room._state.match.table
    assert back is not None
    assert (back.over, back.zones, back.totals) == (party.table.over, party.table.zones, party.table.totals)


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_that_fails_is_a_refusal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(name)
    party.until(lambda: any(guest.decision in party.asked() for guest in party.people), "somebody to be asked")
    guest = next(guest for guest in party.people if guest.decision in party.asked())
    decision = guest.decision
    assert decision is not None
    verbs = sorted(game_of(name).verbs)
    nearly = [Move(verb, cards) for verb in verbs for cards in [(), *zip(party.table.deck.cards)]]
    wrong = next(move for move in nearly if not is_legal(party.table, decision, move))
    for phase in game_of(name).phases.values():
        planted = Planted()
        monkeypatch.setattr(phase, "refusal", planted.around(phase.refusal), raising=False)
        planted.left = 1
    acts = party.acts
    answer = guest.play(wrong, decision=decision)
    assert (answer.accepted, answer.reason, answer.code) == (False, "That move cannot be made.", "bad_move")
    assert party.acts == acts
    assert not guest.happenings("fault")
    assert len(party.reports()) == 1
    assert guest.play(decision=decision).accepted
    party.verify_whole()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("times", [1, 100])
def test_a_match_is_broken_off_though_the_game_cannot_say_who_gets_what(
    name: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(name)
    party.until(lambda: party.acts >= 4, "a match under way")
    planted = plant_in_game(monkeypatch, name, "refund")
    planted.left = times
    for guest in party.people:
        party.bench.now_ms += 60
        if party.table.over is None:
            guest.do(CastVote, what="stop", yes=True)
    party.bench.pass_time(60)
    assert party.table.over is not None
    assert party.table.over.payouts == ()
    assert planted.fired == 1
    party.verify_whole()


@pytest.mark.parametrize("name", GAMES)
def test_a_table_that_cannot_go_on_pauses_and_says_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(name)
    party.until(lambda: party.acts >= 4 and party.asked(), "a match under way")
    planted = plant(monkeypatch, name, ("play", "resolve"))
    planted.left = 1_000
    journal = party.table.journal
    assert journal is not None
    with monkeypatch.context() as healthy:  # what was played before stays playable
        healthy.setattr("net.match.new_table.replay", lambda journal: replayed(journal, planted))
        party.until(lambda: party.is_paused, "the table to pause")
        fired = planted.fired
        party.go_on()
        for _ in range(5):
            party.advance()
        assert party.is_paused
    assert planted.fired < fired + 10, "what fails is not tried again and again"
    assert party.guests[-1].info is not None
    assert party.guests[-1].info.pause is not None
    assert party.guests[-1].info.pause.why == "fault"
    planted.left = 0
    party.verify_whole()
    party.go_on()
    acts = party.acts
    party.until(lambda: party.acts > acts, "the match to go on")
    party.verify_whole()


@pytest.mark.parametrize("is_mended", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_host_that_starts_while_the_rules_fail_pauses_and_is_broken_off_or_goes_on(
    name: str, is_mended: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(name)
    party.until(lambda: party.acts >= 4 and party.asked(), "a match under way")
    before, totals = party.acts, list(party.table.totals)
    with monkeypatch.context() as broken:
        planted = plant(broken, name, ("play", "enter", "resolve"))
        planted.left = 1_000_000
        for _ in range(2):  # one that is started once more says it once more, and no more than that
            party.bench = party.bench.crash()
        assert planted.fired
        party.guests = [party.bench.rejoin(guest) for guest in party.people]
        party.people = list(party.guests)
        for guest in party.guests:
            assert guest.info is not None
            assert guest.info.pause is not None
            assert guest.info.pause.why == "fault"
            assert len(guest.happenings("paused")) == 1
        assert (party.acts, party.table.totals) == (before, totals)
        assert party.people[0].do(PlayMove, decision=party.table.step, move=ClientMove(verb="pass")).code == "paused"
        party.go_on()
        party.bench.pass_time(60)
        assert party.is_paused, "the vote to go on is in vain"
        if not is_mended:
            for guest in party.people:
                party.bench.now_ms += 60
                guest.do(CastVote, what="stop", yes=True)
            party.bench.pass_time(60)
            assert party.table.over is not None
            assert not any(guest.is_closed for guest in party.guests)
            return
    party.go_on()
    party.bench.pass_time(60)
    assert not party.is_paused
    party.until(lambda: party.acts >= before + 3, "the match to go on")
    party.verify_whole()


def replayed(journal: Any, planted: Planted) -> Table:
    from engine.api import replay

    left, planted.left = planted.left, 0
    try:
        return replay(journal)
    finally:
        planted.left = left


def test_a_request_that_failed_is_remembered_as_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party("hearts")
    party.until(lambda: party.table.phase == "tricks" and party.people[0].decision in party.asked(), "a turn")
    planted = plant(monkeypatch, "hearts", ("play",))
    planted.left = 1
    guest = party.people[0]
    decision = guest.decision
    answer = guest.play()
    assert (answer.accepted, answer.code) == (False, "fault")
    assert "Choose another move" in answer.reason
    again = party.bench.crash()
    back = again.rejoin(guest)
    repeated = back.ask_for(guest.sent[-1])
    assert (repeated.accepted, repeated.code) == (False, "fault")
    assert guest.ask_for(guest.sent[-1]).code == "fault"
    assert guest.play(decision=decision).accepted


def test_a_client_that_does_not_know_the_pause_is_told_that_of_a_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party("toy")
    old: Guest = party.bench.join("Old", "watcher")
    party.bench.room._state.connections.links[old.id].knows_faults = False
    party.bench.room._state.match._halt()
    party.bench.run(party.bench.room.follow_up(party.bench.now_ms))
    assert old.info is not None
    assert old.info.pause is not None
    assert old.info.pause.why == "vote"
    assert party.guests[-1].info is not None
    assert party.guests[-1].info.pause is not None
    assert party.guests[-1].info.pause.why == "fault"
    (paused,) = old.happenings("paused")
    assert paused.text == "because of a bug"


async def test_a_room_that_fails_is_made_again_and_everybody_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    local = open_table("hearts", seed="again")
    lines: list[str] = []
    local.server.say = lines.append
    players = [Player(local.session(f"P{seat}", is_owner=seat == 0)) for seat in range(4)]
    watcher = Player(local.session("Wil", watch=True))
    for player in [*players, watcher]:
        await player.session.open()
    for player in players:
        await player.session.ready()
    assert (await players[0].session.start()).accepted
    decision = await players[0].until_asked()
    seats = [player.session.seat for player in players]
    room, failures = local.server.room, []

    def fail(*_: object, **__: object) -> None:
        failures.append(1)
        raise KeyError("planted")

    with monkeypatch.context() as broken:
        rules = room._dispatcher.rules
        broken.setitem(rules, Say, replace(rules[Say], handler=fail))
        outcome = await players[1].session.say("hello")
    assert not outcome.accepted
    assert "made a mistake" in outcome.reason
    assert local.server.room is not room
    for player in [*players, watcher]:
        await player.until_linked(2)
    assert [player.session.seat for player in players] == seats
    assert len(failures) == 1, "the request came once more"
    assert not local.server.is_broken
    assert len(lines) == 1
    assert lines[0].startswith("Mistake in room: KeyError at ")
    assert "planted" not in lines[0]
    assert (await players[0].session.submit(decision.id, decision.default)).accepted
    stream = local.server.room._state.match.stream
    for player in [*players, watcher]:
        await player.until_told(len(stream))
        assert numbers(player) == sorted(set(numbers(player)))
    await local.close()


@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
async def test_whoever_cannot_be_told_is_sent_away_and_nobody_else(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(game_id)
    party.until(lambda: party.acts >= 4 and party.asked(), "a match under way")
    stream = party.bench.room._state.match.stream
    frames = stream.frames

    def failing(viewer: Viewer, *args: Any, **more: Any) -> bytes:
        if viewer is None:
            raise KeyError("planted")
        return frames(viewer, *args, **more)

    monkeypatch.setattr(stream, "frames", failing)
    acts = party.acts
    party.until(lambda: party.acts > acts + 2, "the match to go on")
    watcher = party.guests.pop()
    assert watcher.is_closed
    assert isinstance(watcher.heard[-1], Bye)
    assert watcher.heard[-1].code == "fault"
    assert [report.mishap.where for report in party.reports()] == ["telling"]
    monkeypatch.setattr(stream, "frames", frames)
    party.guests.append(party.bench.rejoin(watcher))
    party.verify_whole()


@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
async def test_a_bot_that_cannot_be_told_plays_its_default(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party(game_id)
    party.until(lambda: party.acts >= 4 and party.asked(), "a match under way")
    stream = party.bench.room._state.match.stream

    def fail(*_: object, **__: object) -> tuple[Event, ...]:
        raise KeyError("planted")

    before = party.table.step
    with monkeypatch.context() as broken:
        broken.setattr(stream, "seen_by", fail)
        broken.setattr(stream, "frames", lambda *_, **__: b"")
        for _ in range(200):
            if any(report.mishap.where == "telling a bot" for report in party.reports()):
                break
            party.advance()
    assert {report.mishap.where for report in party.reports()} == {"telling a bot"}
    assert party.table.step > before


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_could_not_decide_has_its_default_played(name: str) -> None:
    party = Party(name)
    for _ in range(300):
        if party.bench.thinks:
            break
        guest = next((guest for guest in party.people if guest.decision in party.asked()), None)
        party.bench.now_ms += 60
        if guest is not None:
            guest.play()
        party.bench.pass_time(60)
    think = party.bench.thinks.pop(0)
    party.bench.run(party.bench.room.answer_bot(think.seat, think.decision.id, None, party.bench.now_ms))
    party.bench.pass_time(60)
    journal = party.table.journal
    assert journal is not None
    played = [r.act.move for r in journal.records if (r.act.kind, r.act.seat) == ("play", think.seat)]
    default = think.decision.default
    assert played[-1] in (default, default.in_order(party.table.deck))
    acts = party.acts
    party.until(lambda: party.acts >= acts + 3, "the match to go on")


def test_the_evidence_makes_the_fault_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    party = Party("hearts")
    party.until(lambda: party.table.phase == "tricks" and party.people[0].decision in party.asked(), "a turn")
    (tmp_path / JOURNAL_NAME).write_bytes(b"".join(map(frame_record, party.bench.records)))
    planted = plant(monkeypatch, "hearts", ("play",))
    planted.left = 1
    guest = party.people[0]
    assert guest.play().code == "fault"
    (report,) = party.reports()
    for _ in range(10):
        keep_evidence(tmp_path, report.mishap, pack(guest.sent[-1])[PREFIX_BYTES:])
    assert len(list(tmp_path.glob("fault-*.json"))) == MOST_FAULTS_KEPT
    monkeypatch.undo()
    phase = game_of("hearts").phases["tricks"]
    monkeypatch.setattr(phase, "play", lambda *_: int("planted"), raising=False)
    monkeypatch.setattr("benchmarks.repeat_fault.replay", lambda journal: replayed_by(party.table, journal))
    assert repeat_fault.main([str(tmp_path), "1"]) == 0
    assert "ValueError" in capsys.readouterr().out


def replayed_by(table: Table, journal: Journal) -> Table:
    """The table as it is before the fault, for its rules fail in what was played before, too."""
    assert table.journal is not None
    assert journal.records == table.journal.records[: len(journal.records)]
    return table
