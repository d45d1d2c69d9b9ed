"""Every game at a room's table, over the wire, with as few and as many seats as it has, by moves of chance."""

import random
from itertools import islice

import pytest

from engine.api import UNKNOWN, Decision, Move, OptionError, Preset, find_game, games, replay
from net.match.settings import RoomConfig, TimeControls
from net.wire.client_messages import NextDeal, Start
from tests.harness.room import Bench, Guest, full_table
from tests.harness.slow import one_of_each

NAMES = "Ann Ben Cat Dan Eli Fay Gus Hal Ida Jon"
CLOCKS = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(1, 2), between_ms=0)
MOST_ACTS = 300


def tables() -> list[tuple[str, Preset, int]]:
    """Each game and preset, with the fewest and the most seats that go with it."""
    found = []
    for meta in games():
        for preset in meta.presets:
            able = [seats for seats in range(meta.least_seats, meta.most_seats + 1) if can_seat(meta.id, preset, seats)]
            found += [(meta.id, preset, seats) for seats in sorted({able[0], able[-1]})]
    return found


def can_seat(game_id: str, preset: Preset, seats: int) -> bool:
    """Whether a preset's options go with a number of seats."""
    game = find_game(game_id)
    try:
        game.complete_options(game.meta.resolve(preset.options), seats)
    except OptionError:
        return False
    return True


def pick(decision: Decision, chance: random.Random, guest: Guest) -> Move:
    """A move of chance among the first that there are."""
    return chance.choice(list(islice(decision.moves(guest.deck), 60)))


def play(bench: Bench, guests: list[Guest], chance: random.Random) -> None:
    """Everybody plays by chance until the first deal is over, or for a while."""
    for _ in range(MOST_ACTS):
        asked = [guest for guest in guests if guest.decision is not None]
        offered = [guest for guest in guests if guest.offer is not None]
        assert guests[0].info is not None
        if guests[0].info.phase in ("over", "between"):
            return
        if offered and (not asked or chance.random() < 0.2):
            guest = chance.choice(offered)
            assert guest.offer is not None
            done = guest.play(pick(guest.offer, chance, guest), decision=guest.offer)
        elif asked:
            guest = chance.choice(asked)
            assert guest.decision is not None
            done = guest.play(pick(guest.decision, chance, guest))
        else:
            bench.pass_time(10)
            continue
        # Time passes, so that silence may have been an answer while somebody else moved.
        assert done.accepted or done.code == "stale", done.reason
        bench.now_ms += 600


@pytest.mark.parametrize(
    ("game", "preset", "seats"),
    one_of_each(tables(), lambda case: case[0]),
    ids=lambda part: getattr(part, "id", str(part)),
)
def test_every_game_is_played_at_a_table_of_every_size(game: str, preset: Preset, seats: int) -> None:
    config = RoomConfig(
        table_id="t1", game=game, options=preset.options, seats=seats, seed=f"{preset.id} {seats}", clocks=CLOCKS
    )
    bench, guests = full_table(config, " ".join(NAMES.split()[:seats]))
    eve = bench.join("Eve", "watcher")
    done = guests[0].do(Start)
    assert done.accepted, done.reason
    play(bench, guests, random.Random(f"{game} {seats}"))
    table = bench.room._state.match.table
    assert table is not None
    assert table.journal is not None
    again = replay(table.journal)
    assert (again.zones, again.facts, again.totals, again.step) == (table.zones, table.facts, table.totals, table.step)
    late = bench.join("Late", "watcher")
    back = bench.join(guests[0].hello.name, token=guests[0].token)
    for guest in (*guests[1:], eve, late, back):
        view = guest.view()
        assert len(guest.events) == len(eve.events)
        for zone, cards in view.zones.items():
            assert len(cards) == len(table.zones[zone])
            if table.game.plan.kind(zone).ordered:
                assert all(seen in (UNKNOWN, true) for seen, true in zip(cards, table.zones[zone], strict=True))
    crashed = bench.crash().room._state.match.table
    assert crashed is not None
    assert crashed.zones == table.zones


def test_the_next_deal_begins_at_a_table_of_eight() -> None:
    english = find_game("khanhoo").meta.preset("english").options
    config = RoomConfig(
        table_id="t1", game="khanhoo", options={**english, "copies": 4}, seats=8, clocks=CLOCKS, seed="eight"
    )
    bench, guests = full_table(config, " ".join(NAMES.split()[:8]))
    assert guests[0].do(Start).accepted
    for _ in range(2_000):
        assert guests[0].info is not None
        if guests[0].info.phase == "between":
            break
        for guest in guests:
            if guest.decision is not None and guests[0].info.phase == "playing":
                guest.play()
        bench.pass_time(5)
    for guest in guests:
        bench.now_ms += 100
        guest.do(NextDeal)
    assert guests[7].view().deal == 2
