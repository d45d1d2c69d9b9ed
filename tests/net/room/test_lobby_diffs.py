"""What is written down of a lobby: all that is new, and nothing twice."""

import random

from engine.api import encode
from net.match.lobby import Lobby
from net.match.people import LobbyRefusal, Person
from net.match.settings import RoomConfig
from net.room.table_journal import LobbyDiff, LobbyDiffs, LobbyReplay


def _lobby() -> Lobby:
    return Lobby.open(RoomConfig(table_id="t1", game="hearts", most_watchers=100))


def _happens(lobby: Lobby, chance: random.Random) -> None:
    """Something that may change a lobby."""
    person = chance.choice(lobby.people) if lobby.people else lobby.join("First")
    try:
        match chance.choice(("join", "leave", "sit", "stand", "token", "title", "nothing")):
            case "join":
                lobby.join(f"Person {lobby.next_key}")
            case "leave":
                lobby.leave(person)
            case "sit":
                lobby.sit(person, chance.randrange(lobby.seats))
            case "stand":
                lobby.stand(person)
            case "token":
                person.token = chance.randbytes(16)
            case "title":
                lobby.title = f"Table {chance.randrange(3)}"
    except LobbyRefusal:
        return


def _by_key(people: list[Person]) -> dict[int, bytes]:
    return {person.key: encode(person) for person in people}


def test_the_changes_one_after_the_other_tell_the_lobby() -> None:
    chance = random.Random(1)
    for _ in range(20):
        lobby, ledger = _lobby(), LobbyDiffs()
        books = LobbyReplay(_lobby())
        for _ in range(60):
            _happens(lobby, chance)
            change = ledger.change(lobby)
            if change is not None:
                books.add(change)
            told = books.lobby()
            assert _by_key(told.people) == _by_key(lobby.people)
            assert [person.seat for person in told.seated] == [person.seat for person in lobby.seated]
            assert told.title == lobby.title
            assert ledger.change(lobby) is None, "nothing is written down twice"


def test_a_spectator_who_changes_is_written_down_alone() -> None:
    lobby, ledger = _lobby(), LobbyDiffs()
    people = [lobby.join(f"Person {number}") for number in range(50)]
    lobby.sit(people[0], 0)
    ledger.change(lobby)
    people[7].token = b"t" * 16
    assert ledger.change(lobby) == LobbyDiff(None, (people[7],), ())
    people[0].ready = True
    change = ledger.change(lobby)
    assert change is not None
    assert (change.came, change.went) == ((), ())
    assert change.lobby is not None
    assert change.lobby.people == [people[0]]


def test_who_sits_down_does_not_watch_any_more() -> None:
    lobby, ledger = _lobby(), LobbyDiffs()
    person = lobby.join("Ann")
    ledger.change(lobby)
    lobby.sit(person, 2)
    change = ledger.change(lobby)
    assert change is not None
    assert (change.came, change.went) == ((), (person.key,))
