"""A false table in a list breaks neither the list nor the wall."""

import msgspec
import pytest

from engine.api import encode
from net.discovery.finder import FoundTable
from net.migration.saved_seats import goes_on_for_us
from net.wire.address import tcp_address
from net.wire.framing import ProtocolError, read_host_message
from net.wire.host_messages import TableFrame
from net.wire.message_check import answer_fault
from tui.commands.list import _plain, _row
from tui.screens.table_list import found_cells
from tui.session.next_table import is_better, next_table, waiting_words

from ...harness.lies import lies
from .test_lying_host import GAMES, table_info


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["open", "playing"])
@pytest.mark.parametrize("game", GAMES)
def test_no_lie_of_a_table_gets_past_the_asking_to_a_list_that_falls_over_it(game: str, phase: str) -> None:
    truth, kinds, refused = TableFrame(info=table_info(game, phase)), ("machine", "lan", "recent"), 0
    assert not answer_fault(truth.info)
    for number, (what, payload) in enumerate(lies(truth)):
        try:
            message = read_host_message(payload)
        except ProtocolError:
            continue
        assert isinstance(message, TableFrame)
        if answer_fault(message.info):
            refused += 1
            continue
        address = tcp_address("10.0.0.66", 4242, message.info.table_id)
        found = FoundTable(message.info, address, kinds[number % 3])  # type: ignore[arg-type]
        try:
            cells = (*found_cells(found, "met"), *_row(found, found.info.title), *waiting_words([found]))
            assert all(isinstance(cell, str) and "\n" not in cell for cell in cells)
            assert encode(_plain(found))
            msgspec.json.encode(_plain(found))
            next_table([found], ())
            is_better(found, truth.info)
            goes_on_for_us(found.info, {"t0"}, "ab" * 32)
        except Exception as fault:
            raise AssertionError(f"{what} at {game}") from fault
    assert refused
