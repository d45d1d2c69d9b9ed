"""The lobby: seats, names, the host's rights, and what is settled when."""

import pytest

from net.match.lobby import Lobby
from net.match.people import LobbyRefusal, Person
from net.match.settings import RoomConfig, TimeControls
from net.room.state import look_of
from net.wire.table_info import PauseInfo


def hearts(**changes: object) -> Lobby:
    lobby = Lobby.open(RoomConfig(table_id="t1", game="hearts", most_watchers=2))
    for name, value in changes.items():
        setattr(lobby, name, value)
    return lobby


def seated(lobby: Lobby, *names: str) -> list[Person]:
    people = []
    for name in names:
        person = lobby.join(name)
        seat = lobby.first_empty()
        assert seat is not None
        lobby.sit(person, seat)
        people.append(person)
    return people


def test_a_table_opens_with_the_games_usual_seats_and_complete_options() -> None:
    lobby = hearts()
    assert (lobby.seats, lobby.title, lobby.first_empty()) == (4, "Hearts", 0)
    assert lobby.options["limit"] == 100


def test_bots_of_the_config_sit_on_the_last_seats() -> None:
    lobby = Lobby.open(RoomConfig(table_id="t", game="hearts", bots=("easy", "hard")))
    assert [(bot.seat, bot.level) for bot in lobby.bots] == [(2, "easy"), (3, "hard")]


def test_more_bots_than_seats_are_refused() -> None:
    with pytest.raises(LobbyRefusal, match="5 bots"):
        Lobby.open(RoomConfig(table_id="t", game="hearts", bots=("easy",) * 5))


def test_who_sits_first_has_the_hosts_rights() -> None:
    lobby = hearts()
    ann, ben = seated(lobby, "Ann", "Ben")
    lobby.verify_host(ann)
    with pytest.raises(LobbyRefusal, match="Ann"):
        lobby.verify_host(ben)


def test_the_hosts_rights_pass_on_when_the_host_leaves() -> None:
    lobby = hearts()
    ann, ben = seated(lobby, "Ann", "Ben")
    lobby.leave(ann)
    assert lobby.host() is ben


def test_while_the_host_is_away_the_next_has_the_rights_and_gives_them_back() -> None:
    lobby = hearts()
    ann, ben = seated(lobby, "Ann", "Ben")
    ann.presence = "away"
    assert lobby.host() is ben
    ann.presence = "here"
    assert lobby.host() is ann


@pytest.mark.parametrize("name", ["ann", "ANN", "Ａｎｎ", " Ann "])
def test_names_that_look_alike_get_a_number(name: str) -> None:
    lobby = hearts()
    seated(lobby, "Ann")
    assert lobby.join(name).name.endswith(" 2")


def test_a_long_name_with_a_number_still_fits() -> None:
    lobby = hearts(most_watchers=9)
    names = [lobby.join("漢" * 20).name for _ in range(3)]
    assert names == ["漢" * 8, "漢" * 7 + " 2", "漢" * 7 + " 3"]


def test_a_name_of_nothing_is_a_guest() -> None:
    lobby = hearts(most_watchers=9)
    assert [lobby.join("\u200b\x1b").name for _ in range(2)] == ["Guest", "Guest 2"]


def test_nobody_can_take_a_bots_name() -> None:
    lobby = Lobby.open(RoomConfig(table_id="t", game="hearts", bots=("easy",)))
    assert lobby.join(lobby.bots[0].name.upper()).name == lobby.bots[0].name.upper() + " 2"


def test_a_taken_seat_is_not_taken_again_and_the_answer_says_whose_it_is() -> None:
    lobby = hearts()
    seated(lobby, "Ann")
    with pytest.raises(LobbyRefusal, match="taken by Ann"):
        lobby.sit(lobby.join("Ben"), 0)


def test_before_the_first_deal_one_may_change_seats() -> None:
    lobby = hearts()
    (ann,) = seated(lobby, "Ann")
    lobby.sit(ann, 3)
    assert (lobby.sitter(0), lobby.sitter(3)) == (None, ann)


def test_who_stands_up_first_leaves_the_others_where_they_sit() -> None:
    lobby = Lobby.open(RoomConfig(table_id="t1", game="hearts"))
    people = [lobby.join(name) for name in ("Ann", "Ben", "Cat")]
    for seat, person in enumerate(people):
        lobby.sit(person, seat)
    lobby.stand(people[0])
    assert lobby.seated == people[1:]
    assert lobby.sitter(2) is people[2]
    assert lobby.watchers == people[:1]


def test_there_is_no_seat_beyond_the_last() -> None:
    lobby = hearts()
    with pytest.raises(LobbyRefusal, match="seats 1 to 4"):
        lobby.sit(lobby.join("Ann"), 4)


@pytest.mark.parametrize(("stage", "reason"), [("playing", "between deals"), ("over", "over")])
def test_nobody_sits_down_in_the_middle_of_a_deal_or_after_the_match(stage: str, reason: str) -> None:
    lobby = hearts(stage=stage)
    with pytest.raises(LobbyRefusal, match=reason):
        lobby.sit(lobby.join("Ann"), 0)


def test_between_deals_a_watcher_may_take_a_free_seat_but_nobody_changes_seats() -> None:
    lobby = hearts()
    ann, ben = seated(lobby, "Ann", "Ben")
    lobby.stand(ben)
    lobby.stage = "between"
    with pytest.raises(LobbyRefusal, match="until the end of the match"):
        lobby.sit(ann, 1)
    lobby.sit(lobby.join("Cat"), 1)
    assert lobby.name_at(1) == "Cat"


def test_only_so_many_watch() -> None:
    lobby = hearts()
    lobby.join("Ann")
    lobby.join("Ben")
    with pytest.raises(LobbyRefusal, match="full"):
        lobby.join("Cat")


def test_the_match_begins_when_every_seat_is_taken_and_everybody_but_the_host_is_ready() -> None:
    lobby = hearts()
    _, ben, cat = seated(lobby, "Ann", "Ben", "Cat")
    with pytest.raises(LobbyRefusal, match="Seat 4 is empty"):
        lobby.verify_start()
    lobby.set_bot(3, "easy")
    lobby.set_ready(ben, ready=True)
    with pytest.raises(LobbyRefusal, match="Not ready yet: Cat"):
        lobby.verify_start()
    lobby.set_ready(cat, ready=True)
    lobby.verify_start()


def test_options_of_the_game_are_set_until_the_first_deal_and_undo_the_readiness() -> None:
    lobby = hearts()
    _, ben = seated(lobby, "Ann", "Ben")
    lobby.set_ready(ben, ready=True)
    lobby.set_option("omnibus", True)
    assert lobby.options["omnibus"] is True
    assert not ben.ready
    lobby.stage = "playing"
    with pytest.raises(LobbyRefusal, match="The first deal has begun"):
        lobby.set_option("omnibus", False)


@pytest.mark.parametrize(("name", "value"), [("omnibus", "perhaps"), ("limit", -5), ("nonsense", 1), ("table.x", 1)])
def test_an_option_that_cannot_be_is_refused_and_changes_nothing(name: str, value: str | int) -> None:
    lobby = hearts()
    before = dict(lobby.options)
    with pytest.raises(LobbyRefusal):
        lobby.set_option(name, value)
    assert lobby.options == before


def test_the_tables_own_settings() -> None:
    lobby = hearts()
    for name, value in (("away", "bot"), ("pace", 300), ("listed", False), ("title", "Our\x1b table")):
        lobby.set_option(f"table.{name}", value)
    assert (lobby.away_policy, lobby.pace_ms, lobby.listed, lobby.title) == ("bot", 300, False, "Our table")


@pytest.mark.parametrize(
    ("name", "value"),
    [("away", "x"), ("pace", -1), ("pace", True), ("listed", 1), ("title", "\x1b"), ("seats", 3), ("seats", "4")],
)
def test_a_setting_that_cannot_be_is_refused(name: str, value: str | int) -> None:
    with pytest.raises(LobbyRefusal):
        hearts().set_option(f"table.{name}", value)


def test_bots_come_and_go_but_never_on_a_persons_seat() -> None:
    lobby = hearts()
    seated(lobby, "Ann")
    with pytest.raises(LobbyRefusal, match="belongs to Ann"):
        lobby.set_bot(0, "easy")
    with pytest.raises(LobbyRefusal, match="Choose easy, medium or hard"):
        lobby.set_bot(1, "godlike")
    lobby.set_bot(1, "easy")
    lobby.set_bot(1, "hard")
    assert [bot.level for bot in lobby.bots] == ["hard"]
    lobby.set_bot(1, None)
    with pytest.raises(LobbyRefusal, match="no bot"):
        lobby.set_bot(1, None)


def test_the_host_can_send_anybody_away_but_itself() -> None:
    lobby = hearts()
    ann, ben = seated(lobby, "Ann", "Ben")
    lobby.set_bot(2, "easy")
    lobby.verify_sendable(ann, ben)
    lobby.set_free(2)
    assert not lobby.bots
    with pytest.raises(LobbyRefusal, match="yourself"):
        lobby.verify_sendable(ann, ann)
    with pytest.raises(LobbyRefusal, match="no player"):
        lobby.set_free(3)


def test_from_outside_watchers_are_named_up_to_a_limit_and_counted_beyond() -> None:
    lobby = hearts(most_watchers=500)
    for number in range(100):
        lobby.join(f"Guest {number}")
    info = look_of(lobby, age_s=3, clocks=TimeControls(), pause=PauseInfo(why="empty"), version="1")
    assert (len(info.watchers), info.watching, info.phase, info.age_s) == (64, 100, "paused", 3)
