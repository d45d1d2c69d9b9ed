"""Legal moves with one thing wrong, sent to a table by those who sit at it: refused, and the table goes on."""

from random import Random

import msgspec
import pytest

import net.room.connections
from engine.api import Record, Table, games
from tests.conformance.cases import is_legal, state
from tests.conformance.nearly import changed, legal_moves

from ...harness.local_table import LocalTable, open_table
from ...harness.players import Player

DECISIONS = 10
"""That are answered wrongly, of one match."""
WRONG_ANSWERS = 25
"""To each of them."""
LONGEST_CARD = 4
"""A message with a longer one is no message: it never reaches the rules."""


def table_of(local: LocalTable) -> Table:
    table = local.server.room._state.match.table
    assert table is not None
    return table


def written(local: LocalTable) -> list[Record]:
    journal = table_of(local).journal
    assert journal is not None
    return journal.records


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
async def test_wrong_answers_are_refused_and_the_match_goes_on(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net.room.connections, "MESSAGES_A_SECOND", 1_000_000)
    local, chance = open_table(game_id, seed="wrong"), Random(game_id)
    seats = len(local.server.room.info(0).seats)
    players = [Player(local.session(f"P{seat}", is_owner=seat == 0)) for seat in range(seats)]
    for player in players:
        await player.session.open()
        await player.session.ready()
    assert (await players[0].session.start()).accepted
    refused = 0
    for _ in range(DECISIONS):
        table = table_of(local)
        asked = await who_is_asked(players, table)
        decision = asked.session.decision
        assert decision is not None
        before, acts = state(table.clone()), len(written(local))
        for move in legal_moves(table, decision, chance)[:3]:
            wrong_ones = sorted(changed(table, decision, move, chance), key=repr)
            for wrong in chance.sample(wrong_ones, min(WRONG_ANSWERS, len(wrong_ones))):
                if set(wrong.cards) <= table.deck.faces:
                    wrong = msgspec.structs.replace(wrong, cards=table.deck.sort(wrong.cards))
                if not is_legal(table, decision, wrong) and max(map(len, wrong.cards), default=0) <= LONGEST_CARD:
                    outcome = await asked.session.submit(decision.id, wrong)
                    assert not outcome.accepted
                    assert outcome.reason.endswith(".")
                    refused += 1
        assert state(table) == before
        outcome = await asked.session.submit(decision.id, decision.default)
        assert outcome.accepted, outcome.reason
        assert len(written(local)) > acts
    assert refused >= DECISIONS
    assert not local.server.is_broken
    assert all(player.session.is_up for player in players)
    assert all(len(player.events) > 0 for player in players)
    await local.close()


async def who_is_asked(players: list[Player], table: Table) -> Player:
    """Somebody whose answer is waited for, once they know it."""

    def asked() -> list[Player]:
        return [player for player in players if player.session.decision in table.decisions()]

    await players[0].until(asked, "for somebody to be asked")
    return asked()[0]
