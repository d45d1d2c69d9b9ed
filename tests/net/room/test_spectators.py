"""Spectators who look at hands: who may, how late, and that nothing of the deal that is played reaches them."""

import random
from itertools import islice

import pytest

from engine.api import EVERY_SEAT, UNKNOWN, DealBegan, Move, beside, find_game, redact
from net.match.settings import RoomConfig, TimeControls
from net.match.visibility import AS_EVERYBODY
from net.wire.client_messages import Consent, Look, Ping, Pong, Ready, SetOption, Start
from net.wire.framing import pack
from net.wire.host_messages import Clock, Events, Looking, Welcome
from tests.harness.room import Bench, Guest, full_table, play_on, play_with_toys, started, toy_config
from tests.net.room.test_games import CLOCKS, NAMES, tables

KEY = b"k" * 16
PROMPT_BOTS = TimeControls(limits_ms={}, other_ms=0, pace_ms=0, dwell_ms=(1, 1), between_ms=0, share_ms=0)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    play_with_toys(monkeypatch)


def told(guest: Guest) -> list[bytes]:
    """All that a guest was told, but how the line is."""
    return [pack(message) for message in guest.heard if not isinstance(message, Ping | Pong)]


def open_hands(players: list[Guest], watching: str = "hands") -> None:
    """The host lets spectators look, and everybody says yes to that."""
    assert players[0].do(SetOption, name="table.watching", value=watching).accepted
    for player in players:
        player.do(Ready)


# Who may look.


def test_by_default_nobody_looks_at_hands() -> None:
    bench, guests = full_table(toy_config())
    eve = bench.join("Eve", "watcher")
    for how, seat in (("hands", None), ("shoulder", 1)):
        done = eve.do(Look, how=how, seat=seat)
        assert not done.accepted
        assert "does not show" in done.reason
    assert guests[0].do(Consent).accepted
    assert not eve.do(Look, how="shoulder", seat=0).accepted


def test_a_shoulder_is_open_with_its_persons_yes_and_all_see_who_looks() -> None:
    bench, guests = full_table(toy_config())
    eve = bench.join("Eve", "watcher")
    open_hands(guests, "shoulder")
    assert eve.do(Look, how="shoulder", seat=1).reason == "Ben does not show their hand to spectators."
    assert guests[1].do(Consent).accepted
    assert eve.do(Look, how="shoulder", seat=1).accepted
    assert not eve.do(Look, how="hands").accepted
    for guest in (*guests, eve):
        assert guest.info is not None
        assert [(look.name, look.how, look.seat) for look in guest.info.looks] == [("Eve", "shoulder", 1)]
        assert guest.info.seats[1].consents
        assert [(e.name, e.seat, e.text) for e in guest.happenings("looks")] == [("Eve", 1, "the hand of Ben")]


def test_bots_follow_the_table() -> None:
    bench = Bench(toy_config(bots=("easy", "easy")))
    ann, eve = bench.join("Ann"), bench.join("Eve", "watcher")
    assert not eve.do(Look, how="shoulder", seat=2).accepted
    open_hands([ann], "shoulder")
    assert eve.do(Look, how="shoulder", seat=2).accepted
    assert not eve.do(Look, how="shoulder", seat=0).accepted


def test_who_plays_looks_at_no_other_hand_and_who_watches_has_none_to_show() -> None:
    bench, guests = full_table(toy_config())
    eve = bench.join("Eve", "watcher")
    open_hands(guests)
    assert guests[1].do(Look, how="hands").reason == "You are a player, so you see only your own hand."
    assert not eve.do(Consent).accepted


def test_what_may_be_seen_is_settled_before_the_first_deal_or_between_two() -> None:
    _, guests = started()
    for name, value in (("watching", "hands"), ("chat", "apart")):
        done = guests[0].do(SetOption, name=f"table.{name}", value=value)
        assert done.reason == "What spectators see cannot change during a deal."
    play_on(guests, "between")
    assert guests[0].do(SetOption, name="table.watching", value="hands").accepted
    assert guests[0].info is not None
    assert guests[0].info.watch == "hands"


def test_opened_hands_take_every_ready_back() -> None:
    bench, guests = full_table(toy_config())
    assert guests[0].do(SetOption, name="table.watching", value="shoulder").accepted
    assert not any(seat.ready for seat in bench.room.info(bench.now_ms).seats)


# What it sees, and when.


def test_the_stream_ends_where_the_deal_began_until_it_is_over() -> None:
    bench, guests = full_table(toy_config())
    open_hands(guests)
    eve = bench.join("Eve", "watcher", look="hands")
    assert eve.gaze.eyes(None) == EVERY_SEAT
    guests[0].do(Start)
    assert not any(isinstance(event, DealBegan) for event in eve.events)
    play_on(guests, "call")
    assert not any(isinstance(event, DealBegan) for event in eve.events)
    assert not eve.count(Clock)
    play_on(guests, "between")
    match = bench.room._state.match
    assert match.table is not None
    assert len(eve.events) == len(match.stream)
    assert list(eve.events) == [redact(e, EVERY_SEAT, match.table.game.plan) for e in match.stream._events]
    assert any(UNKNOWN not in getattr(e, "cards", (UNKNOWN,)) for e in eve.events if getattr(e, "dst", "") == "hand:1")


def test_over_a_shoulder_the_deal_looks_as_its_seat_saw_it() -> None:
    bench, guests = full_table(toy_config())
    open_hands(guests)
    eve = bench.join("Eve", "watcher", look="shoulder", viewer=1)
    guests[0].do(Start)
    play_on(guests, "between")
    assert eve.events == guests[1].events[: len(eve.events)]
    assert eve.view().viewer == 1
    assert eve.view().eyes == beside(1)


def test_a_consent_taken_back_closes_the_deal_that_is_played_and_not_those_before() -> None:
    bench, guests = full_table(toy_config())
    open_hands(guests, "shoulder")
    guests[1].do(Consent)
    eve = bench.join("Eve", "watcher", look="shoulder", viewer=1)
    guests[0].do(Start)
    play_on(guests, "between")
    play_on(guests, "give")
    guests[1].do(Consent, yes=False)
    looking = eve.last(Looking)
    assert (looking.how, looking.seat) == ("public", None)
    assert "Ben" in looking.sentence
    play_on(guests, "over")
    assert guests[1].do(Consent).accepted
    assert eve.do(Look, how="shoulder", seat=1).accepted
    second = max(number for number, event in enumerate(eve.events) if isinstance(event, DealBegan))
    hands = [[UNKNOWN not in getattr(e, "cards", ()) for e in part if getattr(e, "dst", "") == "hand:1"]
             for part in (eve.events[:second], eve.events[second:])]  # fmt: skip
    assert any(hands[0])
    assert hands[1]
    assert not any(hands[1])


def test_who_turns_to_hands_loses_sight_of_the_running_deal_and_back_again() -> None:
    bench, guests = full_table(toy_config())
    open_hands(guests)
    eve = bench.join("Eve", "watcher")
    guests[0].do(Start)
    live = len(eve.events)
    assert eve.do(Look, how="hands").accepted
    assert eve.last(Events).fresh
    assert len(eve.events) < live
    assert eve.do(Look, how="public").accepted
    assert len(eve.events) > live
    assert eve.view().zone("hand", 1).count(UNKNOWN) == 3


def test_who_comes_back_to_the_same_look_gets_the_rest_and_to_another_begins_anew() -> None:
    bench, guests = full_table(toy_config())
    open_hands(guests)
    eve = bench.join("Eve", "watcher", look="hands")
    guests[0].do(Start)
    play_on(guests, "between")
    eve.drop()
    again = bench.join("Eve", "watcher", look="hands", held=eve.events)
    assert next(m for m in again.heard if isinstance(m, Events)).first == len(eve.events)
    assert again.last(Welcome).resumed
    again.drop()
    assert guests[0].do(SetOption, name="table.watching", value="public").accepted
    anew = bench.join("Eve", "watcher", look="hands", held=eve.events)
    assert anew.gaze == AS_EVERYBODY
    assert next(m for m in anew.heard if isinstance(m, Events)).fresh


def test_spectators_of_one_kind_get_the_same_bytes_made_once() -> None:
    bench, guests = full_table(toy_config())
    open_hands(guests)
    lookers = [bench.join(name, "watcher", look="hands") for name in ("Eve", "Fay")]
    beside_ben = bench.join("Gus", "watcher", look="shoulder", viewer=1)
    guests[0].do(Start)
    play_on(guests, "call")
    for guest in (*lookers, beside_ben):
        guest.raw.clear()
    play_on(guests, "between")
    assert lookers[0].raw == lookers[1].raw != beside_ben.raw
    assert len([key for key in bench.room._state.match.stream._encoded if key[0] == EVERY_SEAT]) == 1


def test_a_host_that_was_started_again_still_knows_what_was_open() -> None:
    bench, guests = full_table(toy_config())
    open_hands(guests, "shoulder")
    guests[1].do(Consent)
    guests[0].do(Start)
    play_on(guests, "between")
    play_on(guests, "give")
    again = bench.crash()
    eve = again.join("Eve", "watcher", look="shoulder", viewer=1)
    assert eve.gaze.seat == 1
    assert any(UNKNOWN not in e.cards for e in eve.events if getattr(e, "dst", "") == "hand:1")  # type: ignore[union-attr]
    assert sum(isinstance(event, DealBegan) for event in eve.events) == 1


# Twins: not a byte of what is behind the horizon.


@pytest.mark.parametrize(("game", "preset", "seats"), tables(), ids=lambda part: getattr(part, "id", str(part)))
@pytest.mark.parametrize("how", ["hands", "shoulder"])
def test_no_byte_depends_on_the_deal_that_is_played(how: str, game: str, preset: object, seats: int) -> None:
    heard = []
    for seed in ("one", "other"):
        config = RoomConfig(table_id="t1", game=game, options=preset.options, seats=seats, seed=seed, clocks=CLOCKS)  # type: ignore[attr-defined]
        bench, guests = full_table(config, " ".join(NAMES.split()[:seats]))
        open_hands(guests)
        bench.join("Eve", "watcher", look=how, viewer=0 if how == "shoulder" else None)  # type: ignore[arg-type]
        eve = bench.guests[bench.next_id - 1]
        assert guests[0].do(Start).accepted
        _play_a_part(bench, guests, random.Random(seed))
        heard.append(told(eve))
        assert bench.room.info(bench.now_ms).phase == "playing"
        assert len(guests[0].events) > len(eve.events) + 3
    assert heard[0] == heard[1]


def _play_a_part(bench: Bench, guests: list[Guest], chance: random.Random) -> None:
    """Some answers of chance in the first deal, not to its end."""
    for _ in range(6):
        asked = [guest for guest in guests if guest.decision is not None]
        if not asked:
            bench.pass_time(10)
            continue
        guest = chance.choice(asked)
        assert guest.decision is not None
        before = bench.room._state.match.table
        assert before is not None
        twin = before.clone()
        move = chance.choice(list(islice(guest.decision.moves(guest.deck), 60)))
        twin.play(guest.decision.seat, guest.decision.id, move)
        if twin.awaits_close and not twin.sealed:
            return  # that would be the end of the deal
        if twin.over is None:
            guest.play(move)


GAMES = sorted({game: seats for game, _, seats in reversed(tables())}.items())


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_where_bots_play_alone_no_byte_depends_on_the_deal_that_is_played(game: str, seats: int) -> None:
    one, other = (_bots_alone(game, seats, after) for after in ("one", "other"))
    assert one[0] == other[0]
    assert one[1] != other[1], "the two tables were played alike"


def _bots_alone(game: str, seats: int, after: str) -> tuple[list[bytes], list[bytes]]:
    """A table of bots in its first deal, played alike for a while and then in one of two ways. Gives what a spectator
    of all hands was told, and what one who sees what everybody sees."""
    bots = ("easy",) * seats
    config = RoomConfig(table_id="t1", game=game, seats=seats, bots=bots, seed="s", owner=KEY, clocks=PROMPT_BOTS)
    bench = Bench(config)
    host = bench.join("Ann", "watcher", token=KEY)
    assert host.do(SetOption, name="table.watching", value="hands").accepted
    eve = bench.join("Eve", "watcher", look="hands")
    assert host.do(Start).accepted
    chance, moves = random.Random("same"), 0
    before = told(eve), told(host)
    while moves < 24:
        chance = random.Random(after) if moves == 8 else chance
        if _let_one_bot_play(bench, chance):
            moves += 1
        else:
            bench.pass_time(10)
        if bench.room.info(bench.now_ms).phase != "playing":
            break
        before = told(eve), told(host)
    assert moves > 8
    return before


def _let_one_bot_play(bench: Bench, chance: random.Random) -> bool:
    if not bench.thinks:
        return False
    think = bench.thinks.pop(0)
    deck = find_game(bench.room.info(bench.now_ms).game).deck(dict(bench.room.info(bench.now_ms).options))
    moves: list[Move] = list(islice(think.decision.moves(deck), 8))
    bench.run(bench.room.answer_bot(think.seat, think.decision.id, chance.choice(moves), bench.now_ms))
    return True
