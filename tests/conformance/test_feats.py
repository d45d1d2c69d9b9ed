"""Feats of any game: words that follow a name, from what everybody knows."""

import pytest

from engine.api import SelfPlay, feats_of, find_game, games


@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
def test_feats_are_words_that_follow_a_name_and_all_players_see_the_same(game_id: str) -> None:
    game = find_game(game_id)
    seats = game.meta.usual_seats
    play = SelfPlay(game, game.meta.resolve({}), [game.bot("random") for _ in range(seats)], seed="feats")
    play.play(deals=6)
    told = [feats_of(game, seats, view.options, view.events) for view in play.views]
    assert all(feats == told[0] for feats in told)
    assert list(told[0]) == [scored.number for scored in play.table.scores]
    for feat in (feat for deal in told[0].values() for feat in deal):
        assert feat.words[0].islower()
        assert not feat.words.endswith(".")
        assert feat.seat in range(seats)
