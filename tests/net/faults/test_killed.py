"""The host killed at every boundary of recorded hands of every game: restarted, all go on to the very same end.

The usual run kills at every record of a whole recorded deal of each game, and at a part of the other boundaries;
`python -m tests.net.faults.test_killed 60` kills at every boundary of these, and of the first 60 acts of the golden
hand of every preset at every number of seats; with names behind it, of the hands whose names begin with one of them.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from engine.api import Journal, games
from net.match.settings import RoomConfig
from net.room.room import Room
from tests.golden.endings import ENDINGS
from tests.golden.make import named_games
from tests.harness.killed_host import STILL, Hand, Moment, Outcome, World, killed, recorded_hand, undisturbed

WHOLE_DEALS = {
    "chinaso": "deal_turns",
    "hearts": "deal_counted",
    "kanhu_ming": "deal_counted",
    "kanhu_qing": "deal_returned",
    "khamul": "deal_turn_cap",
    "khanhoo": "deal_void",
    "solo": "deal_solo_made",
}
"""Of each game a recorded deal that is played to its score, and short."""

OTHERS, TWICE = 18, 6  # how many of the boundaries that are no record's, and of those with a second kill


def whole_deal(game: str) -> Hand:
    return recorded_hand(game, Journal.from_bytes((ENDINGS / game / f"{WHOLE_DEALS[game]}.journal").read_bytes()))


def golden_hands(most_acts: int) -> Iterator[Hand]:
    for named in named_games():
        yield recorded_hand(str(named), Journal.from_bytes(named.path.read_bytes()), most_acts)


def at_table(game: str, name: str, *, seed: str = "lot", most_acts: int = 24, **more: object) -> Hand:
    """A hand of people who play by lot. more: of the hand; what its config has goes there."""
    of_config = {key: more.pop(key) for key in ("bots", "clocks", "seats") if key in more}
    config = RoomConfig(table_id="t1", game=game, seed=seed, clocks=STILL)
    return Hand(name, msgspec.structs.replace(config, **of_config), (), most_acts, **more)  # type: ignore[arg-type]


SLOW_WINDOWS = msgspec.structs.replace(STILL, dwell_ms=(300, 900), pace_ms=400)

HOUSES = {
    "bots and a window": at_table("khanhoo", "khanhoo bots", bots=("easy", "easy"), seats=4),
    "bots and a sealed pass": at_table("hearts", "hearts bots", bots=("easy",) * 2),
    "bots at a pace, windows that stay open": at_table("khanhoo", "pace", bots=("easy",), seats=3, clocks=SLOW_WINDOWS),
    "a spectator": at_table("khamul", "khamul watched", watchers=1, seats=3),
    "two spectators": at_table("hearts", "hearts watched", watchers=2),
    "shares of chance": at_table("hearts", "hearts shares", seed="", gives_shares=True, most_acts=8),
    "shares, bots and a spectator": at_table(
        "khanhoo", "khanhoo shares", seed="", gives_shares=True, watchers=1, bots=("easy",), seats=3, most_acts=8
    ),
}


def chosen(moments: list[Moment]) -> list[Moment]:
    """Of each record the moment after it was appended, and some of all others."""
    stride = len(moments) // OTHERS + 1
    return [moment for place, moment in enumerate(moments) if moment.what == "after the record" or place % stride == 0]


def after_the_seed(world: World) -> list[Moment]:
    """The moments from which on the cards are settled: where the host draws the seed, another host draws another."""
    if world.hand.config.seed:
        return world.moments
    begins = next(n for n, record in enumerate(world.records) if b"seed" in record and b"header" in record)
    return [moment for moment in world.moments if moment.records > begins]


def verify(hand: Hand, world: World, expected: Outcome, moments: list[Moment], again_after: int = -1) -> None:
    for number, moment in enumerate(moments):
        after = killed(hand, world, moment, again_after=again_after if again_after < 0 else again_after * number)
        assert Outcome.of(after) == expected, f"killed {moment.what}, with {moment.records} records"
        assert not any(client.refused for client in after.clients)
        assert_file_tells_the_same(after)


def assert_file_tells_the_same(world: World) -> None:
    """The file as it is now, read once more, is the table as it is now; each request stands in it once."""
    room, _ = Room.restore(world.records, Random(1), world.now_ms)
    table = room._state.match.table
    assert table is not None
    assert table.zones == world.table.zones
    assert list(table.journal.events())[: world.written] == list(world.table.journal.events())[: world.written]  # type: ignore[union-attr]


def test_a_recorded_deal_of_every_game_is_there() -> None:
    assert set(WHOLE_DEALS) == {meta.id for meta in games()}


@pytest.mark.slow
@pytest.mark.parametrize("game", WHOLE_DEALS)
def test_killed_at_every_record_of_a_recorded_deal_it_ends_as_undisturbed(game: str) -> None:
    hand = whole_deal(game)
    world, expected = undisturbed(hand)
    assert world.is_scored
    assert {moment.what.split(" P")[0] for moment in world.moments} >= {
        "before all",
        "after the record",
        "in the middle of what",
        "after what",
    }
    verify(hand, world, expected, chosen(world.moments))


@pytest.mark.slow
@pytest.mark.parametrize("game", WHOLE_DEALS)
def test_killed_once_more_while_everybody_comes_back_it_ends_as_undisturbed(game: str) -> None:
    hand = whole_deal(game)
    world, expected = undisturbed(hand)
    verify(hand, world, expected, world.moments[:: len(world.moments) // TWICE + 1], again_after=3)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_killed_among_bots_spectators_windows_and_shares_it_ends_as_undisturbed(house: str) -> None:
    hand = HOUSES[house]
    world, expected = undisturbed(hand)
    verify(hand, world, expected, chosen(after_the_seed(world))[::2])


def main(most_acts: int, *names: str) -> None:
    """Kill at every boundary; tells of each hand how often, and where. names: beginnings of those that are wanted."""
    total: Counter[str] = Counter()
    hands = (*map(whole_deal, WHOLE_DEALS), *HOUSES.values(), *golden_hands(most_acts))
    for hand in (hand for hand in hands if hand.name.startswith(names or "")):
        world, expected = undisturbed(hand)
        moments = after_the_seed(world)
        verify(hand, world, expected, moments)
        verify(hand, world, expected, moments[::7], again_after=5)
        found = Counter(moment.what.partition(" P")[0].partition(" W")[0] for moment in moments)
        found["and killed again"] = len(moments[::7])
        total += found
        print(f"{hand.name}: {world.played} acts, {len(moments)} boundaries", flush=True)
    print(dict(total), "in all", total.total())


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
