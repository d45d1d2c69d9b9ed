"""A table that belongs to whoever opened it: what its owner alone may do, and what the first player has on loan."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
import pytest

from engine.api import decode, encode
from net.match.settings import HELD_IDLES, IDLE_S, TABLE_OPTIONS, RoomConfig
from net.room import table_journal
from net.room.moderation import LENT
from net.wire.client_messages import (
    Admit,
    Ban,
    CastVote,
    ClientMove,
    CloseTable,
    Consent,
    Fill,
    GetAudit,
    GetRecord,
    GoThere,
    HandOver,
    Hello,
    Hurry,
    Kick,
    Leave,
    LetIn,
    Lock,
    Look,
    NewCode,
    NextDeal,
    Operate,
    PassHost,
    PlayMove,
    Ready,
    Request,
    Say,
    SetBot,
    SetOption,
    SignDeal,
    Sit,
    Stand,
    Start,
    TakenOver,
    TakeSeat,
    Undo,
)
from net.wire.host_messages import Bye, Refused, TableCode, TableFrame
from net.wire.table_info import OtherTable
from tests.harness.room import PROMPT, Bench, Guest, full_table, seat_state

KEY = b"k" * 16
CONFIG = RoomConfig(table_id="t1", game="hearts", bots=("easy",), seed="one", owner=KEY, clocks=PROMPT)
LOBBY = RoomConfig(table_id="t1", game="khamul", seats=3, seed="one", owner=KEY, clocks=PROMPT)
VALUES: dict[str, Any] = {
    "seats": 4, "title": "Mine", "listed": False, "private": True, "away": "bot", "away_s": 9, "turn_s": 30,
    "bank_s": 30, "between_s": 30, "pace": 100, "watching": "hands", "chat": "apart",
}  # fmt: skip
FREE: dict[type[Request], list[dict[str, Any]]] = {
    PlayMove: [{"decision": 0, "move": ClientMove("play")}],
    Say: [{"text": "Hello."}],
    Ready: [{}],
    NextDeal: [{}],
    Hurry: [{}],
    Undo: [{}],
    TakeSeat: [{"seat": 0}],
    CastVote: [{"what": "kick", "seat": 1}, {"what": "stop"}],
    Look: [{"how": "hands"}],
    Consent: [{}],
    GetRecord: [{}],
    GetAudit: [{"deal": 1}],
    SignDeal: [{"deal": 1, "number": 1, "head": bytes(32), "signature": bytes(64)}],
    TakenOver: [{}],
    Sit: [{"seat": 0}],
    Stand: [{}],
}
LENT_TO_FIRST: dict[type[Request], list[dict[str, Any]]] = {
    SetOption: [{"name": "limit", "value": 50}, *({"name": f"table.{name}", "value": VALUES[name]} for name in LENT)],
    SetBot: [{"seat": 3, "level": "hard"}],
    Fill: [{"level": "easy"}],
    Kick: [{"seat": 3}],
    Admit: [{"seat": 1, "name": "Eve"}],
    Start: [{}],
}
OWNERS: dict[type[Request], list[dict[str, Any]]] = {
    SetOption: [{"name": f"table.{name}", "value": VALUES[name]} for name in TABLE_OPTIONS if name not in LENT],
    Kick: [{"seat": 2}, {"name": "Eve"}],
    Lock: [{"on": True}],
    Ban: [{"name": "Eve"}, {"name": "Nobody", "on": False}],
    PassHost: [{"seat": 2}],
    HandOver: [{"seat": 2}],
    NewCode: [{}],
    LetIn: [{"address": "10.0.0.9"}],
    CloseTable: [{"sentence": "Ha."}],
    GoThere: [{}],
}
WAYS = ("here", "away", "left", "never")


class Place:
    """A table with Ann, who owns it, Ben on seat 2, Cat on seat 3, a bot, and Eve, who watches."""

    def __init__(self, owner_is: str, *, is_restarted: bool, config: RoomConfig = CONFIG) -> None:
        bench = Bench(config)
        self.people: dict[str, Guest] = {}
        if owner_is == "never":
            for name, seat in (("Ben", 1), ("Cat", 2)):
                self.people[name] = bench.join(name)
                self.people[name].do(Sit, seat=seat)
        else:
            self.people = {"Ann": bench.join("Ann", token=KEY), "Ben": bench.join("Ben"), "Cat": bench.join("Cat")}
        self.people["Eve"] = bench.join("Eve", "watcher")
        if is_restarted:
            bench = bench.crash()
            before, self.people = self.people, {}
            for name, guest in before.items():
                if name != "Ann" or owner_is == "here":
                    self.people[name] = bench.join(name, guest.hello.role, token=guest.token)
        elif owner_is == "away":
            self.people.pop("Ann").drop()
        elif owner_is == "left":
            self.people.pop("Ann").send(Leave())
        if owner_is in ("away", "left"):
            bench.pass_time(11_000)
        self.bench = bench

    def kept(self) -> object:
        """What nobody but the owner changes."""
        info = self.bench.room.info(self.bench.now_ms)
        here = {name for name, guest in self.people.items() if not guest.is_closed}
        return info.title, info.listed, info.coded, info.locked, info.bans, info.watch, info.chat, here

    @property
    def host(self) -> tuple[str, bool]:
        """Who has the rights, and whether on loan."""
        info = self.bench.room.info(self.bench.now_ms)
        return info.host, info.on_loan


def each(asked: dict[type[Request], list[dict[str, Any]]]) -> Iterator[tuple[type[Request], dict[str, Any]]]:
    """One request after the other."""
    return ((kind, fields) for kind, several in asked.items() for fields in several)


def is_about_rights(reason: str) -> bool:
    """Whether a refusal says that somebody else may do it."""
    return reason.startswith("Only the host can") or "of the host's rights for now" in reason


def test_every_request_there_is_has_its_place_in_the_matrix() -> None:
    assert set(get_args(Request)) == {*FREE, *LENT_TO_FIRST, *OWNERS}
    assert {f"table.{name}" for name in TABLE_OPTIONS} <= {
        fields.get("name") for _, fields in (*each(LENT_TO_FIRST), *each(OWNERS))
    }


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("owner_is", WAYS)
def test_nobody_but_the_owner_does_what_is_the_owners(owner_is: str, is_restarted: bool) -> None:
    place = Place(owner_is, is_restarted=is_restarted)
    before = place.kept()
    assert place.host == (("Ann", False) if owner_is == "here" else ("Ben", True))
    for name in ("Ben", "Cat", "Eve"):
        for kind, fields in each(OWNERS):
            done = place.people[name].do(kind, **fields)
            assert not done.accepted, (name, kind, fields)
            assert is_about_rights(done.reason), (name, kind, done.reason)
            place.bench.now_ms += 100
    for name in ("Cat", "Eve") if owner_is != "here" else ("Ben", "Cat", "Eve"):
        for kind, fields in each(LENT_TO_FIRST):
            assert is_about_rights(place.people[name].do(kind, **fields).reason), (name, kind, fields)
            place.bench.now_ms += 100
    for name in ("Eve", "Cat", "Ben"):
        for kind, fields in each(FREE):
            assert not is_about_rights(place.people[name].do(kind, **fields).reason), (name, kind, fields)
            place.bench.now_ms += 1_500
    assert place.kept() == before


@pytest.mark.parametrize("owner_is", WAYS)
def test_the_first_player_has_on_loan_what_a_match_needs_to_begin(owner_is: str) -> None:
    whose = "Ann" if owner_is == "here" else "Ben"
    for kind, fields in each(LENT_TO_FIRST):
        if kind not in (Admit, Start):
            assert Place(owner_is, is_restarted=owner_is == "away").people[whose].do(kind, **fields).accepted, fields
    place = Place(owner_is, is_restarted=False)
    place.bench.pass_time(60_000)  # the seat of an owner who is away is free by then
    for guest in place.people.values():
        guest.do(Ready)
    place.people[whose].do(Fill, level="easy")
    assert place.people[whose].do(Start).accepted
    assert not is_about_rights(place.people[whose].do(Admit, seat=0, name="Eve").reason)


@pytest.mark.parametrize(("kind", "fields"), list(each(OWNERS)), ids=str)
def test_the_owner_may_do_all_of_it(kind: type[Request], fields: dict[str, Any]) -> None:
    assert not is_about_rights(Place("here", is_restarted=True).people["Ann"].do(kind, **fields).reason)


def test_times_and_pace_are_on_loan_before_the_first_deal_alone() -> None:
    place = Place("never", is_restarted=False)
    place.people["Ben"].do(Fill, level="easy")
    place.people["Cat"].do(Ready)
    assert place.people["Ben"].do(Start).accepted
    for name in LENT:
        done = place.people["Ben"].do(SetOption, name=f"table.{name}", value=VALUES[name])
        assert done.reason == "The first deal has begun, so this can no longer be changed.", name


def test_a_refusal_says_whose_table_it_is_and_what_can_be_done_instead() -> None:
    place = Place("away", is_restarted=False)
    assert place.people["Ben"].do(Kick, name="Cat").reason == (
        "This is Ann's table. You have some of the host's rights for now, but you cannot remove players. The "
        "players can vote to remove a player."
    )
    place = Place("never", is_restarted=False)
    assert place.people["Ben"].do(CloseTable).reason == (
        "The table's owner is not here. You have some of the host's rights for now, but you cannot close the table. "
        "The players can vote to break off the match."
    )


def test_the_owner_who_comes_late_has_everything_at_once_and_the_loan_is_over() -> None:
    place = Place("never", is_restarted=False)
    assert place.people["Ben"].do(SetOption, name="limit", value=50).accepted
    ann = place.bench.join("Ann", token=KEY)
    assert place.host == ("Ann", False)
    assert is_about_rights(place.people["Ben"].do(SetOption, name="limit", value=60).reason)
    assert ann.do(Kick, seat=2).accepted
    assert place.people["Cat"].is_closed


@pytest.mark.parametrize("way", ["watches", "waits too long", "leaves for good"])
def test_the_owner_comes_back_as_the_owner_by_the_token_of_the_last_visit(way: str) -> None:
    bench = Bench(CONFIG)
    ann = bench.join("Ann", token=KEY)
    ben = bench.join("Ben")
    if way == "watches":
        ann.do(Stand)
    if way == "leaves for good":
        ann.send(Leave())
    else:
        ann.drop()
    bench.pass_time(61_000)
    assert bench.room.info(bench.now_ms).host == "Ben"
    if way == "watches":
        old, bench = ben, bench.crash()
        ben = bench.rejoin(old)
    bench.join("Ann", token=KEY if way == "leaves for good" else ann.token)
    info = bench.room.info(bench.now_ms)
    assert (info.host, info.on_loan) == ("Ann", False)
    assert is_about_rights(ben.do(Lock).reason)


def test_a_table_whose_rights_were_passed_on_comes_back_to_its_owner() -> None:
    bench = Bench(CONFIG)
    ann, ben = bench.join("Ann", token=KEY), bench.join("Ben")
    cat = bench.join("Cat")
    assert ann.do(PassHost, seat=1).accepted
    assert ben.do(Lock).accepted
    assert ben.do(Lock, on=False).accepted
    ben.send(Leave())
    assert bench.room.info(bench.now_ms).host == "Ann"
    ann.send(Leave())
    info = bench.room.info(bench.now_ms)
    assert (info.host, info.on_loan) == ("Cat", True)
    assert is_about_rights(cat.do(CloseTable).reason)


def test_a_table_for_whoever_comes_first_is_theirs_until_its_operator_comes() -> None:
    place = Place("never", is_restarted=True, config=msgspec.structs.replace(CONFIG, first_is_host=True))
    assert place.host == ("Ben", False)
    assert place.people["Ben"].do(Kick, seat=2).accepted
    assert place.people["Ben"].do(SetOption, name="table.title", value="Ben's").accepted


def test_who_has_the_rights_while_the_first_is_away_does_not_close_the_table_in_favour_of_another() -> None:
    bench = Bench(msgspec.structs.replace(CONFIG, first_is_host=True))
    ann, ben = bench.join("Ann"), bench.join("Ben")
    bench.run(bench.room.tell_other(OtherTable(table="t2"), "", bench.now_ms))
    assert ben.do(GoThere).code == "right"
    ann.do(Ready)
    ann.drop()
    bench.pass_time(11_000)
    assert bench.room.info(bench.now_ms).host == "Ben"
    assert ben.do(GoThere).code == "right"
    assert not bench.room.goes_there
    assert bench.join("Ann", token=ann.token).do(GoThere).accepted


def test_the_code_of_a_private_table_is_told_to_its_owner_and_not_to_who_has_the_rights_on_loan() -> None:
    bench = Bench(CONFIG)
    ben = bench.join("Ben")
    ann = bench.join("Ann", token=KEY)
    assert ann.do(SetOption, name="table.private", value=True).accepted
    ann.drop()
    bench.pass_time(11_000)
    assert bench.room.info(bench.now_ms).host == "Ben"
    assert not ben.count(TableCode)
    assert bench.join("Ann", token=ann.token).count(TableCode) == 1


def test_a_journal_of_the_first_version_gives_the_table_back_to_its_owner() -> None:
    """There a stranger who sat down first was written down as the owner."""
    bench = Bench(CONFIG)
    ben = bench.join("Ben")
    old = []
    for record in bench.records:
        part = decode(record, dict, limit=len(record))
        part.get("c", {}).pop("first_is_host", None)
        lobby = (part.get("lobby") or {}).get("lobby")
        if lobby is not None:
            lobby.pop("has_owner")
            lobby.pop("owner_tokens")
            lobby["people"] = [{**person, "is_owner": True} for person in lobby["people"]]
        old.append(encode(part))
    assert table_journal.read_past(old).lobby.has_owner
    again = bench.crash(old)
    ben = again.rejoin(ben)
    assert is_about_rights(ben.do(CloseTable).reason)
    again.join("Ann", token=KEY)
    assert again.room.info(again.now_ms).host == "Ann"


# From the command line of the operator.


def operate(bench: Bench, *, lock: bool, is_own: bool, table: str = "t1") -> Guest:
    connection, bench.next_id = bench.next_id, bench.next_id + 1
    guest = bench.guests[connection] = Guest(bench, connection, Hello(role="probe"))
    bench.run(bench.room.connect(connection, bench.now_ms, user="ann", peer="user 1", is_own=is_own))
    guest.send(Operate(table=table, lock=lock))
    return guest


def test_the_operator_locks_and_opens_a_table_without_being_at_it() -> None:
    place = Place("never", is_restarted=False)
    asked = operate(place.bench, lock=True, is_own=True)
    assert asked.last(TableFrame).info.locked
    assert asked.last(Bye).code == "probe"
    assert place.people["Ben"].happenings("locked")[0].name == "The owner"
    assert place.bench.join("Fay", "watcher").last(Refused).code == "locked"
    again = place.bench.crash()
    again.guests[1] = place.people["Ben"]
    assert again.room.info(again.now_ms).locked
    assert not operate(again, lock=False, is_own=True).last(TableFrame).info.locked


def test_nobody_else_operates_a_table() -> None:
    place = Place("never", is_restarted=False)
    assert operate(place.bench, lock=True, is_own=False).last(Refused).code == "right"
    assert operate(place.bench, lock=True, is_own=True, table="t2").last(Refused).code == "table"
    place.people["Ben"].send(Operate(table="t1", lock=True))
    assert not place.bench.room.info(place.bench.now_ms).locked


def test_an_idle_owner_does_not_hold_the_lobby() -> None:
    """A ready player becomes the stand-in host of an owner who does nothing, starts, and gives the rights back."""
    bench, (ann, ben, cat) = full_table(LOBBY, first_token=KEY)
    assert not ben.do(Start).accepted
    bench.pass_time(IDLE_S * 1_000)
    assert ben.info is not None
    assert (ben.info.host, seat_state(ben, ann.seat or 0)) == ("Ben", "away")
    assert ann.do(Ready, ready=True).accepted
    assert (ben.info.host, seat_state(ben, ann.seat or 0)) == ("Ann", "here")
    while ben.info.host == "Ann":
        bench.pass_time(1_000)
    assert ben.do(Start).accepted
    assert cat.info is not None
    assert cat.info.phase == "playing"


def chat(guest: Guest, minute: int) -> None:
    guest.do(Say, text="Wait for me")


def change_rules(guest: Guest, minute: int) -> None:
    guest.do(SetOption, name="limit", value=50 + minute)


def waver(guest: Guest, minute: int) -> None:
    guest.do(Ready, ready=minute % 2 == 0)


def hand_on(guest: Guest, minute: int) -> None:
    """Watch and sit down again."""
    guest.do(Stand)
    guest.do(Sit, seat=0)


@pytest.mark.parametrize("starter", ["Ann", "Ben"])
@pytest.mark.parametrize("does", [chat, change_rules, waver, hand_on])
def test_a_busy_owner_does_not_hold_the_lobby(does: Callable[[Guest, int], None], starter: str) -> None:
    """Whatever an owner asks for, another player can start in the end. The owner can always start."""
    bench, (ann, ben, cat) = full_table(LOBBY, first_token=KEY)
    for minute in range(HELD_IDLES * IDLE_S // 60):
        assert ben.info is not None
        assert ben.info.host == "Ann"
        bench.pass_time(60_000)
        does(ann, minute)
        for guest in (ben, cat):
            guest.do(Ready)
    assert ben.info is not None
    assert (ben.info.host, seat_state(ben, 0)) == ("Ben", "away")
    assert (ann if starter == "Ann" else ben).do(Start).accepted
    assert cat.info is not None
    assert cat.info.phase == "playing"


def test_an_idle_owner_who_watches_does_not_hold_the_lobby() -> None:
    """An owner without a seat has the host's rights too, and somebody else has them while the owner does nothing."""
    bench, (ann, ben, _) = full_table(LOBBY, first_token=KEY)
    ann.do(Stand)
    ben.do(Fill, level="easy")
    assert ann.do(Fill, level="easy").accepted
    bench.pass_time(IDLE_S * 1_000)
    assert ben.info is not None
    assert ben.info.host == "Ben"
    ann.do(Say, text="I am back")
    assert ben.info.host == "Ann"
    bench.pass_time(IDLE_S * 1_000)
    assert ben.do(Start).accepted
    ann.do(Say, text="I am back")
    assert ben.info.host == "Ann"


def test_a_busy_player_does_not_hold_the_lobby() -> None:
    """A player who chats and is never ready is waited for no longer; one who has just come is."""
    bench = Bench(LOBBY)
    ann, ben, cat = bench.join("Ann", token=KEY), bench.join("Ben"), bench.join("Cat")
    ben.do(Ready)
    for minute in range(HELD_IDLES * IDLE_S // 60):
        assert not ann.do(Start).accepted
        bench.pass_time(60_000)
        chat(cat, minute)
        ann.do(Ready)
    assert seat_state(ann, cat.seat or 0) == "away"
    cat.send(Leave())
    dan = bench.join("Dan")
    assert seat_state(ann, dan.seat or 0) == "here"
    assert not ann.do(Start).accepted


def test_an_idle_player_does_not_hold_the_lobby() -> None:
    """The host starts without waiting for a player who never says that they are ready."""
    bench = Bench(LOBBY)
    ann, ben, cat = bench.join("Ann", token=KEY), bench.join("Ben"), bench.join("Cat")
    ben.do(Ready)
    assert not ann.do(Start).accepted
    for _ in range(IDLE_S):
        bench.pass_time(1_000)
        ann.do(Ready)
    assert seat_state(ann, cat.seat or 0) == "away"
    assert ann.do(Start).accepted


def test_a_lobby_in_which_nobody_waits_changes_nothing() -> None:
    """Who sits in a lobby and is alone in being ready, or where nobody is, stays."""
    bench = Bench(LOBBY)
    ann, ben = bench.join("Ann", token=KEY), bench.join("Ben")
    ann.do(Ready)
    ann.do(Ready, ready=False)
    bench.pass_time(10 * IDLE_S * 1_000)
    assert [seat_state(ann, guest.seat or 0) for guest in (ann, ben)] == ["here", "here"]
