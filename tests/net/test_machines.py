"""The state machines of a session: each row of their tables."""

import asyncio
from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar

import pytest

from net.client import reconnect
from net.client.reconnect import Reconnector
from net.migration import failover
from net.migration.failover import Failover
from net.wire.address import unix_address

State = TypeVar("State", bound=Enum)
Event = TypeVar("Event", bound=Enum)

NOBODY: Any = None


def verify_table(table: Mapping[State, Mapping[Event, State]], first: State, last: State, events: type[Event]) -> None:
    """Each state has a row and can be reached, each event happens somewhere, and only the last state has no way out."""
    assert set(table) == set(type(first))
    assert [state for state, row in table.items() if not row] == [last]
    assert {event for row in table.values() for event in row} == set(events)
    reached, new = {first}, {first}
    while new:
        new = {target for state in new for target in table[state].values()} - reached
        reached |= new
    assert reached == set(table)
    assert all(last in row.values() for state, row in table.items() if state is not last)


def test_the_tables_are_complete() -> None:
    verify_table(
        reconnect.RECONNECT_TRANSITIONS,
        reconnect.ReconnectState.NEW,
        reconnect.ReconnectState.CLOSED,
        reconnect.ReconnectEvent,
    )
    verify_table(
        failover.FAILOVER_TRANSITIONS,
        failover.FailoverState.IDLE,
        failover.FailoverState.CLOSED,
        failover.FailoverEvent,
    )


async def verify_row(machine: Any, table: Mapping[Any, Mapping[Any, Any]], state: Enum, at_work: set[str]) -> None:
    """Each event leads from a state where the table says. The task of a state ends with it, and only some have one."""
    for event in {event for row in table.values() for event in row}:
        machine._enter(state)
        before = machine._task
        assert (before is not None) == (state.name in at_work)
        assert machine._on(event) == (event in table[state])
        assert machine.state is table[state].get(event, state)
        assert (machine._task is not None) == (machine.state.name in at_work)
        if before is not None and event in table[state]:
            with pytest.raises(asyncio.CancelledError):
                await before
    if machine._task is not None:
        machine._task.cancel()


async def never(_: object) -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize("state", reconnect.ReconnectState)
async def test_a_line_goes_from_each_state_where_its_table_says(
    state: reconnect.ReconnectState, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_stay_up", "_wait", "_come_back"):
        monkeypatch.setattr(Reconnector, name, never)
    line = Reconnector(unix_address("(memory)"), None, NOBODY)
    await verify_row(line, reconnect.RECONNECT_TRANSITIONS, state, {"UP", "WAITING", "CONNECTING"})


@pytest.mark.parametrize("state", failover.FailoverState)
async def test_the_search_for_a_host_goes_from_each_state_where_its_table_says(
    state: failover.FailoverState, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_wait", "_look", "_go_there"):
        monkeypatch.setattr(Failover, name, never)
    search = Failover(NOBODY, lambda _: None)
    await verify_row(search, failover.FAILOVER_TRANSITIONS, state, {"SUSPECT", "SEARCHING", "MOVING"})
