"""What tests of the network share."""

from collections.abc import AsyncIterator

import pytest

from ..harness.players import Player


@pytest.fixture
async def players() -> AsyncIterator[list[Player]]:
    """Everybody who is at a table, put away at the end."""
    made: list[Player] = []
    yield made
    for player in made:
        await player.session.close()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that does not answer is called gone at once."""
    monkeypatch.setattr("net.migration.failover.GONE_AFTER_S", 0.5)
