"""Where a player can prove that nothing left to decide changes the points, nothing does."""

from random import Random

import pytest

from engine.bots.random import random_move

from .cases import Case, Playing, presets

SEEDS = 6
WAYS = 4


@pytest.mark.parametrize("case", presets(), ids=str)
def test_however_a_settled_deal_goes_on_it_has_the_same_points(case: Case) -> None:
    found = 0
    for seed in range(SEEDS if case.game_id in ("hearts", "solo") else 1):
        playing = Playing.begin(case, f"settled {seed}")
        for _ in playing.acts(400):
            table = playing.table
            seats = [seat for seat in table.acting() if case.game.is_settled(playing.views[seat])]
            if not seats or table.over is not None:
                continue
            found += 1
            ends = set()
            for way in range(WAYS):
                twin, chance = table.clone(), Random(way)
                deals = len(twin.scores)
                while len(twin.scores) == deals:
                    decision = twin.decisions()[0]
                    is_mine = decision.seat == seats[0]
                    move = random_move(decision, twin.deck, chance) if is_mine else decision.default
                    twin.play(decision.seat, decision.id, move)
                ends.add(twin.scores[-1].points)
            assert len(ends) == 1
            if found > 20:
                break
    assert found or case.game_id not in ("hearts", "solo")
