"""The seat that Go on leads to."""

from typing import TYPE_CHECKING, cast

from net.addresses import tcp_address
from tui.waitingseat import WaitingSeat

from .scenes import ANN, BEA, LobbySession, table_info

if TYPE_CHECKING:
    from net.client import ClientSession


def _at(title: str, port: int) -> "ClientSession":
    found = LobbySession(table_info(ANN, BEA, title=title), 1, address=tcp_address("192.168.1.5", port))
    return cast("ClientSession", found)


async def test_a_seat_left_for_now_waits_until_its_own_table_is_sat_down_at() -> None:
    waiting, left = WaitingSeat(), _at("Left", 4242)
    waiting.note(left)
    waiting.sat_down(_at("Another", 4243))
    assert await waiting.find() == "Hearts: your seat is kept"
    waiting.sat_down(left)
    assert waiting.address is None


def test_only_the_table_itself_can_say_that_the_seat_is_gone() -> None:
    waiting = WaitingSeat()
    waiting.note(_at("Left", 4242))
    waiting.refused(tcp_address("192.168.1.5", 4243))
    assert waiting.address is not None
    waiting.refused(tcp_address("192.168.1.5", 4242))
    assert waiting.address is None
