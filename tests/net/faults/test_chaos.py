"""The room under whatever people do: they come, go, drop, resume, play, stall, and the host is killed."""

import random

import pytest

from engine.api import DealBegan
from net.match.settings import RoomConfig
from net.match.visibility import AS_EVERYBODY
from net.wire.client_messages import (
    Admit,
    CastVote,
    Consent,
    Fill,
    GetRecord,
    Kick,
    Leave,
    Look,
    NextDeal,
    Ready,
    Say,
    SetBot,
    SetOption,
    Sit,
    Stand,
    Start,
    TakeSeat,
)
from net.wire.host_messages import Welcome
from tests.harness.room import TIMED, Bench, Guest, play_with_toys, toy_config

SHOWN: tuple[tuple[str, str | int], ...] = (
    ("watching", "hands"),
    ("watching", "shoulder"),
    ("watching", "public"),
    ("chat", "apart"),
)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


class Evening:
    """A table and people who do things at random."""

    def __init__(self, config: RoomConfig, seed: int) -> None:
        self.chance = random.Random(seed)
        self.bench = Bench(config, seed=seed)
        self.gone: list[Guest] = []
        self.blocked: set[int] = set()

    def begin(self) -> None:
        """Three come and play, and one looks on."""
        guests = [self.bench.join(name) for name in ("Ann", "Ben", "Cat")]
        for guest in guests:
            guest.do(Ready)
        guests[0].do(Fill, level="easy")
        guests[0].do(Start)
        self.bench.join("Eve", "watcher")

    def here(self) -> list[Guest]:
        """Guests with a connection, in the order of coming."""
        return [guest for guest in self.bench.guests.values() if not guest.is_closed]

    def step(self) -> None:
        """Somebody does something."""
        people = self.here()
        acts = [self.come, self.wait, self.wait, self.resume]
        if people:
            acts += (
                [self.play] * 8 + [self.agree] * 2 + [self.ask] * 3 + [self.drop, self.block, self.think, self.think]
            )
        self.chance.choice(acts)()
        if self.chance.random() < 0.03:
            self.kill()

    def come(self) -> None:
        if len(self.here()) < 6:
            self.bench.join(self.chance.choice(("Ann", "Ben", "ann", "Zoë")), self.chance.choice(("player", "watcher")))

    def wait(self) -> None:
        self.bench.pass_time(self.chance.choice((10, 400, 1_000, 12_000, 70_000)))

    def resume(self) -> None:
        if self.gone:
            guest = self.gone.pop(self.chance.randrange(len(self.gone)))
            viewer = guest.seat if guest.info is not None and guest.info.phase != "open" else None
            held = guest.events if self.chance.random() < 0.8 else []
            if guest.gaze != AS_EVERYBODY and guest.seat is None:
                viewer = guest.gaze.seat
            self.bench.join(guest.hello.name, token=guest.token, held=held, viewer=viewer, look=guest.gaze.how)

    def drop(self) -> None:
        guest = self.chance.choice(self.here())
        guest.drop()
        self.gone.append(guest)

    def block(self) -> None:
        guest = self.chance.choice(self.here())
        blocked = guest.id not in self.blocked
        (self.blocked.add if blocked else self.blocked.discard)(guest.id)
        self.bench.run(self.bench.room.congest(guest.id, blocked, self.bench.now_ms))

    def play(self) -> None:
        asked = [guest for guest in self.here() if guest.decision is not None]
        offered = [guest for guest in self.here() if guest.offer is not None]
        if offered and self.chance.random() < 0.3:
            guest = self.chance.choice(offered)
            assert guest.offer is not None
            guest.play(self.chance.choice(list(guest.offer.moves(self.bench.game.deck({})))), decision=guest.offer)
        elif asked:
            self.chance.choice(asked).play()

    def think(self) -> None:
        self.bench.let_bots_play(1)

    def ask(self) -> None:
        guest, seat = self.chance.choice(self.here()), self.chance.randrange(3)
        match self.chance.randrange(18):
            case 0:
                guest.do(Sit, seat=seat)
            case 1:
                guest.do(Stand) if self.chance.random() < 0.3 else guest.do(Ready)
            case 2:
                guest.do(Say, text="hello")
            case 3:
                guest.do(Kick, seat=seat) if self.chance.random() < 0.2 else guest.do(Ready)
            case 4:
                guest.do(SetOption, name="table.away", value=self.chance.choice(("wait", "pause", "bot")))
            case 5:
                guest.do(SetBot, seat=seat, level=self.chance.choice(("easy", None)))
            case 6:
                guest.do(GetRecord)
            case 7 if self.chance.random() < 0.2:
                guest.send(Leave())
            case 8:
                guest.do(NextDeal)
            case 9:
                guest.do(TakeSeat, seat=seat if self.chance.random() < 0.9 else None)
            case 10:
                watchers = guest.info.watchers if guest.info is not None else ()
                guest.do(Admit, seat=seat, name=self.chance.choice(watchers) if watchers else "Eve")
            case 11:
                guest.do(CastVote, what="drop", seat=seat, yes=self.chance.random() < 0.8)
            case 12 if self.chance.random() < 0.1:
                guest.do(CastVote, what="stop")
            case 14 | 15:
                guest.do(Look, how=self.chance.choice(("public", "shoulder", "hands", "hands")), seat=seat)
            case 16:
                guest.do(Consent, yes=self.chance.random() < 0.8)
            case 17:
                name, value = self.chance.choice(SHOWN)
                guest.do(SetOption, name=f"table.{name}", value=value)
            case 13:
                guest.do(Fill, level="easy")
            case _:
                guest.do(Start)

    def agree(self) -> None:
        """What is to become of a seat whose player is away: somebody asks for it, or it is voted on."""
        people = self.here()
        table = self.bench.room.info(self.bench.now_ms)
        missing = [seat.seat for seat in table.seats if seat.state == "away" and not seat.is_dropped]
        seated = [guest for guest in people if guest.seat is not None]
        watching = [guest for guest in people if guest.seat is None]
        if not missing:
            return
        seat = self.chance.choice(missing)
        if watching and self.chance.random() < 0.5:
            heir = self.chance.choice(watching)
            heir.do(TakeSeat, seat=seat)
            for guest in people:
                guest.do(Admit, seat=seat, name=heir.last(Welcome).name, yes=self.chance.random() < 0.9)
        for guest in seated:
            if self.chance.random() < 0.7:
                guest.do(CastVote, what="drop", seat=seat)

    def kill(self) -> None:
        """The host dies; everybody who was here has lost the connection, and some come back."""
        self.gone += self.here()
        self.blocked.clear()
        self.bench = self.bench.crash()

    def verify(self) -> None:
        """What must hold whatever was done."""
        info = self.bench.room.info(self.bench.now_ms)
        state = self.bench.room._state
        people = [link.person.key for link in state.connections.links.values() if link.person is not None]
        assert len(people) == len(set(people)), "one person, two connections"
        taken = [person.seat for person in state.lobby.seated] + [bot.seat for bot in state.lobby.bots]
        assert len(taken) == len(set(taken)), "two on one seat"
        names = [seat.name for seat in info.seats if seat.name] + list(info.watchers)
        assert len({name.casefold() for name in names}) == len(names), "two of one name"
        table = state.match.table
        gone = [one.seat for one in state.lobby.gone]
        assert gone == list(table.dropped if table is not None else ())
        assert not set(gone) & set(taken), "somebody sits on a seat that is out of the match"
        assert all(seat.is_dropped == (seat.seat in gone) for seat in info.seats)
        for guest in self.here():
            person = state.connections.links[guest.id].person
            if person is None or guest.id in self.blocked:
                continue
            assert len(guest.events) == state.match.reach(person), "somebody missed something"
            if person.is_behind and info.phase == "playing" and state.lobby.seated:
                begun = sum(isinstance(event, DealBegan) for event in guest.events)
                assert table is not None
                assert begun == table.deal - 1, "somebody has looked into the deal that is played"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["toy", "slots"])
@pytest.mark.parametrize("seed", range(30))
def test_whatever_people_do_the_stream_has_no_gap_and_the_file_tells_the_same_table(seed: int, game: str) -> None:
    away = "bot" if seed % 2 else "wait"
    config = toy_config(game=game, clocks=TIMED, bots=("easy",) * (seed % 3), away_policy=away)
    evening = Evening(config, seed)
    if seed % 4:
        evening.begin()
    for _ in range(120):
        evening.step()
        evening.verify()
    bench = evening.bench
    again = bench.crash()
    here, back = bench.room._state, again.room._state
    assert [(p.key, p.name, p.seat) for p in back.lobby.seated] == [(p.key, p.name, p.seat) for p in here.lobby.seated]
    assert back.lobby.bots == here.lobby.bots
    said = [[(vote.what, vote.seat, vote.yes, vote.no) for vote in room.lobby.votes] for room in (here, back)]
    assert said[0] == said[1]
    assert back.lobby.gone == here.lobby.gone
    assert back.lobby.looks == here.lobby.looks
    assert (back.match.table is None) == (here.match.table is None)
    if here.match.table is not None and back.match.table is not None:
        assert back.match.table.zones == here.match.table.zones
        assert back.match.table.sealed == here.match.table.sealed
