"""The room under whatever people do: they come, go, drop, resume, play, stall, and the host is killed."""

import random

import pytest

from net.lobby import RoomConfig
from net.protocol import (
    GetRecord,
    Kick,
    Leave,
    NextDeal,
    Ready,
    Say,
    SetBot,
    SetOption,
    Sit,
    Stand,
    Start,
)
from tests.net.roomkit import TIMED, Bench, Guest, play_with_toys, toy_config


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

    def here(self) -> list[Guest]:
        """Guests with a connection, in the order of coming."""
        return [guest for guest in self.bench.guests.values() if not guest.is_closed]

    def step(self) -> None:
        """Somebody does something."""
        people = self.here()
        acts = [self.come, self.wait, self.wait, self.resume]
        if people:
            acts += [self.play] * 6 + [self.ask] * 3 + [self.drop, self.block, self.think, self.think]
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
            self.bench.join(guest.hello.name, token=guest.token, held=held, viewer=viewer)

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
        if asked:
            self.chance.choice(asked).play()

    def think(self) -> None:
        self.bench.let_bots_play(1)

    def ask(self) -> None:
        guest, seat = self.chance.choice(self.here()), self.chance.randrange(3)
        match self.chance.randrange(10):
            case 0:
                guest.do(Sit, seat=seat)
            case 1:
                guest.do(Stand) if self.chance.random() < 0.3 else guest.do(Ready)
            case 2:
                guest.do(Say, text="hello")
            case 3:
                guest.do(Kick, seat=seat) if self.chance.random() < 0.2 else guest.do(Ready)
            case 4:
                guest.do(SetOption, name="table.away", value=self.chance.choice(("wait", "bot")))
            case 5:
                guest.do(SetBot, seat=seat, level=self.chance.choice(("easy", None)))
            case 6:
                guest.do(GetRecord)
            case 7 if self.chance.random() < 0.2:
                guest.send(Leave())
            case 8:
                guest.do(NextDeal)
            case _:
                guest.do(Start)

    def kill(self) -> None:
        """The host dies; everybody who was here has lost the connection, and some come back."""
        self.gone += self.here()
        self.blocked.clear()
        self.bench = self.bench.crash()

    def verify(self) -> None:
        """What must hold whatever was done."""
        info = self.bench.room.info(self.bench.now_ms)
        state = self.bench.room._state
        people = [link.person.key for link in state.links.values() if link.person is not None]
        assert len(people) == len(set(people)), "one person, two connections"
        taken = [person.seat for person in state.lobby.seated] + [bot.seat for bot in state.lobby.bots]
        assert len(taken) == len(set(taken)), "two on one seat"
        names = [seat.name for seat in info.seats if seat.name] + list(info.watchers)
        assert len({name.casefold() for name in names}) == len(names), "two of one name"
        lengths = {len(guest.events) for guest in self.here() if guest.id not in self.blocked and guest.info}
        assert len(lengths) <= 1, "somebody missed something"


@pytest.mark.parametrize("seed", range(40))
def test_whatever_people_do_the_stream_has_no_gap_and_the_file_tells_the_same_table(seed: int) -> None:
    away = "bot" if seed % 2 else "wait"
    evening = Evening(toy_config(clocks=TIMED, bots=("easy",) * (seed % 3), away_policy=away), seed)
    for _ in range(120):
        evening.step()
        evening.verify()
    bench = evening.bench
    again = bench.crash()
    here, back = bench.room._state, again.room._state
    assert [(p.key, p.name, p.seat) for p in back.lobby.seated] == [(p.key, p.name, p.seat) for p in here.lobby.seated]
    assert back.lobby.bots == here.lobby.bots
    assert (back.match.table is None) == (here.match.table is None)
    if here.match.table is not None and back.match.table is not None:
        assert back.match.table.zones == here.match.table.zones
        assert back.match.table.sealed == here.match.table.sealed
