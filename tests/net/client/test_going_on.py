"""Real hosts and real sessions: other people go on, seats leave, matches are broken off, through kills of the host."""

from functools import partial
from pathlib import Path

import pytest

from engine.api import UNKNOWN, Dropped, Happened, MatchEnded, Moved, Scored, Shown, replay
from net.client.session import ClientSession
from net.host.launcher import HostHandle
from net.match.settings import TimeControls
from net.news import HostGone, LinkClosed, Offered, Seated
from net.problems import JoinRefused
from net.storage.seat_tokens import SeatTokens

from ...harness.players import Player, agreed, as_seen, numbers, quick_host, tcp
from ..faults.test_host_crash import kill

CLOCKS = TimeControls(
    pace_ms=0, dwell_ms=(0, 0), between_ms=1, ping_ms=500, lagging_ms=2_000, away_ms=2_500, seat_kept_ms=60_000
)


async def three_at_a_table(game: str, **more: object) -> tuple[HostHandle, Player, Player, Player]:
    """A match in which an absent player's moves are made by a bot, with Ann, Ben and Cat over the network."""
    usual: dict[str, object] = {"seats": 3, "away_policy": "bot", "away_s": 0, "clocks": CLOCKS, "seed": "going on"}
    host = await quick_host(game, tcp=True, bind="127.0.0.1", **{**usual, **more})
    ann = await Player.join(host.address, "Ann", plays=True, keep=SeatTokens())
    ben = await Player.join(tcp(host), "Ben", plays=True, keep=SeatTokens())
    cat = await Player.join(tcp(host), "Cat", plays=True, keep=SeatTokens())
    for player in (ben, cat):
        assert (await player.session.ready()).accepted
    assert (await ann.session.start()).accepted
    return host, ann, ben, cat


async def away(player: Player, seat: int) -> None:
    """Wait until everybody knows that a seat's player is away."""
    info = player.session
    await player.until(lambda: info.info is not None and info.info.seats[seat].state == "away", f"for seat {seat}")


def _is_of_seat(event: Moved, seat: int) -> bool:
    return any(zone.split(":")[1:2] == [str(seat)] for zone in (event.src, event.dst))


@pytest.mark.slow
async def test_a_spectator_goes_on_for_a_player_who_is_gone_through_kills_of_the_host(home: Path) -> None:
    host, ann, ben, cat = await three_at_a_table("khanhoo", options={"target": 100})
    eve = await Player.join(tcp(host), "Eve", plays=True, role="watcher", keep=SeatTokens())
    await ann.until_asked()
    await ben.session.close()
    await away(eve, 1)
    await agreed(lambda: eve.session.take_seat(1))
    await ann.until(lambda: ann.session.info is not None and ann.session.info.petitions, "for the petition")
    await kill(host.table_id)
    for player in (ann, cat, eve):
        await player.until_linked(2)
    await away(eve, 1)
    assert [petition.name for petition in eve.session.info.petitions] == ["Eve"]  # type: ignore[union-attr]
    await agreed(lambda: ann.session.admit(1, "Eve"))
    await eve.until(lambda: eve.told(Seated), "for the seat")
    assert eve.seat == 1
    await kill(host.table_id)
    for player in (ann, cat, eve):
        await player.until_linked(3)
    assert (ann.seat, eve.seat, cat.seat) == (0, 1, 2)
    await eve.until(lambda: eve.outcomes, "to play")
    with pytest.raises(JoinRefused, match="gave your seat to Eve"):
        await Player.join(tcp(host), "Ben", token=ben.session._keeper.token)
    for player in (ann, eve):
        await agreed(player.session.vote_to_stop)
    for player in (ann, cat, eve):
        await player.until_event(MatchEnded)
    record = await ann.record()
    events = list(record.events())
    table = replay(record)
    assert table.over is not None
    assert (table.over.how, table.over.winners) == ("abandoned", ())
    assert [event.seat for event in events if isinstance(event, Happened) and event.what == "took"] == [1]
    for player in (ann, cat):
        assert numbers(player) == list(range(len(player.events)))
    for player in (ann, cat, eve):
        assert player.session.view is not None
        assert player.events[: len(events)] == as_seen(events, player.session.view)
        assert player.session.view.totals == table.totals
        await player.session.close()


@pytest.mark.slow
async def test_a_seat_is_dropped_by_a_majority_and_the_kill_of_the_host_forgets_no_vote(home: Path) -> None:
    host, ann, ben, cat = await three_at_a_table("khamul", options={"limit": 500})
    await ann.until_asked()
    await ben.session.close()
    await away(ann, 1)
    await agreed(lambda: ann.session.vote_to_drop(1))
    await kill(host.table_id)
    for player in (ann, cat):
        await player.until_linked(2)
    await cat.until(lambda: cat.session.info is not None and cat.session.info.votes, "for the vote")
    await agreed(lambda: cat.session.vote_to_drop(1))
    await kill(host.table_id)
    await ann.until_event(Dropped)
    deals = sum(isinstance(event, Scored) for event in ann.events)
    await kill(host.table_id)
    await cat.until_event(Scored, deals + 1)
    for player in (ann, cat):
        await agreed(player.session.vote_to_stop)
    for player in (ann, cat):
        await player.until_event(MatchEnded)
    record = await ann.record()
    events = list(record.events())
    table = replay(record)
    assert table.dropped == (1,)
    dropped = next(number for number, event in enumerate(events) if isinstance(event, Dropped))
    touched = [number for number, event in enumerate(events) if isinstance(event, Moved) and _is_of_seat(event, 1)]
    assert touched
    assert max(touched) < dropped
    for player in (ann, cat):
        assert player.session.view is not None
        assert player.events[: len(events)] == as_seen(events, player.session.view)
        assert player.session.view.playing == (0, 2)
        await player.session.close()


async def test_a_face_that_was_shown_once_is_not_told_again_to_a_new_program_also_after_a_kill(home: Path) -> None:
    host, ann, ben, cat = await three_at_a_table("khamul")
    await ann.until(lambda: any(isinstance(event, Shown) and event.seat == 0 for event in ann.events), "to peek")
    await cat.until(lambda: cat.told(Offered) or cat.outcomes, "to have something to do")
    await kill(host.table_id)
    await ann.until_linked(2)
    peeked = [event for event in ann.events if isinstance(event, Shown) and event.seat == 0]
    assert UNKNOWN not in peeked[0].cards
    token = ann.session._keeper.token
    await ann.session.close()
    anew = Player(ClientSession(host.address, name="Ann", token=token))
    await anew.session.open()
    assert anew.seat == 0
    await anew.until_told(len(ann.events))
    shown = [event for event in anew.events if isinstance(event, Shown) and event.seat == 0]
    assert {face for event in shown[: len(peeked)] for face in event.cards} == {UNKNOWN}
    for player in (ben, cat):
        await player.until_linked(2)
        assert numbers(player) == list(range(len(player.events)))
    for player in (anew, ben):
        await agreed(player.session.vote_to_stop)
    await cat.until_event(MatchEnded)
    record = await cat.record()
    assert replay(record).over is not None
    for player in (anew, ben, cat):
        await player.session.close()


@pytest.mark.slow
async def test_a_table_of_eight_is_filled_with_bots_and_played(home: Path) -> None:
    host = await quick_host("khanhoo", options={"copies": 4, "target": 100}, seats=4, clocks=CLOCKS)
    ann = await Player.join(host.address, "Ann", plays=True, keep=SeatTokens())
    assert (await ann.session.set_option("table.seats", 8)).accepted
    assert (await ann.session.fill("easy")).accepted
    assert (await ann.session.start()).accepted
    await ann.until_event(Scored)
    assert ann.session.view is not None
    assert ann.session.view.seats == 8
    await kill(host.table_id)
    await ann.until_linked(2)
    await agreed(ann.session.vote_to_stop)
    await ann.until_event(MatchEnded)
    assert replay(await ann.record()).over == ann.session.view.over
    await ann.session.close()


async def test_a_host_who_closes_the_table_in_the_middle_of_a_match_ends_it_for_everybody(home: Path) -> None:
    _, ann, ben, cat = await three_at_a_table("khanhoo", options={"target": 100})
    await ann.until_asked()
    await agreed(ann.session.close_table)
    for player in (ben, cat):
        await player.until(partial(player.told, LinkClosed), "for the farewell")
        (closed,) = player.told(LinkClosed)
        assert (closed.code, closed.reason) == ("closed", "Ann closed the table.")
        assert not player.told(HostGone)
        assert player.session.view is not None
        assert player.session.view.over is not None
        assert player.session.view.over.how == "abandoned"
    await ann.session.close()
