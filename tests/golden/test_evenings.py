"""Clients and hosts say the same bytes to each other as ever, and a host writes the same bytes down."""

from itertools import zip_longest

import msgpack
import pytest

from net.wire.client_messages import ClientMessage
from net.wire.host_messages import HostMessage
from tests.net.wire.test_messages import tags

from .evenings import EVENINGS, GAMES, MESSAGES, Piece, committed, messages, path_of, play

NEVER_SAID = {"knock", "answer", "operate", "hand_over", "take_over", "taken_over", "hurry", "undo"}
"""What belongs to private tables, to a host's own sockets, to the processes that another host would be, and to players
who are alone with bots."""


def shown(piece: Piece | None) -> str:
    """A frame or record, for the eye."""
    return "nothing" if piece is None else f"{piece.source}: {msgpack.unpackb(piece.payload)} {piece.tail.hex()}"


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_has_the_bytes_that_were_committed(game: str) -> None:
    for number, (now, then) in enumerate(zip_longest(play(game), committed(game))):
        assert now == then, f"{number}\nnow  {shown(now)}\nthen {shown(then)}\nif it was meant to change: `make golden`"


def test_a_message_of_every_kind_has_the_bytes_that_were_committed() -> None:
    assert messages().splitlines() == MESSAGES.read_text("utf-8").splitlines()


def test_nearly_every_kind_of_message_is_said_in_an_evening() -> None:
    pieces = [piece for game in GAMES for piece in committed(game) if piece.source != "journal"]
    said = {msgpack.unpackb(piece.payload).get("t") for piece in pieces}
    assert (tags(ClientMessage) | tags(HostMessage)) - said == NEVER_SAID


def test_no_evening_is_left_of_a_game_that_is_not_played() -> None:
    assert set(EVENINGS.iterdir()) == {MESSAGES, *map(path_of, GAMES)}
