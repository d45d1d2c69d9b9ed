"""Feats are public: they follow from a match's events alone, and every viewer is told the same."""

import pytest

from engine.api import Feat, Journal, Level, Scored, ScoreLine, SelfPlay, View, feats_of, find_game
from tests.games.viewers import view_of

from .make import Named, named_games

EXPECTED = {
    "chinaso": "chinaso",
    "hearts": "moon missed by a point",
    "khamul": "khamul",
    "khanhoo": "khanhoo",
}
"""A feat that a few matches of easy bots have for certain."""


@pytest.mark.parametrize("named", list(named_games()), ids=str)
def test_all_viewers_of_a_golden_journal_see_the_same_feats(named: Named) -> None:
    journal = Journal.from_bytes(named.path.read_bytes())
    told = []
    for viewer in (None, *range(named.seats)):
        view = view_of(journal, viewer)
        told.append(feats_of(view.game, view.seats, view.options, view.events))
        assert list(told[-1]) == [scored.number for scored in view.scores]
    assert all(feats == told[0] for feats in told)


def _played(game_id: str, seed: str) -> list[Feat]:
    game = find_game(game_id)
    levels: tuple[Level, ...] = game.levels
    play = SelfPlay(
        game,
        game.meta.resolve({}),
        [game.bot(levels[0].id) for _ in range(game.meta.usual_seats)],
        seed=seed,
    )
    play.play()
    view = play.views[0]
    found = feats_of(game, view.seats, view.options, view.events)
    return [feat for deal in found.values() for feat in deal]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", EXPECTED)
def test_a_few_matches_have_a_feat(game_id: str) -> None:
    assert EXPECTED[game_id] in {feat.name for seed in ("one", "two", "three") for feat in _played(game_id, seed)}


SCORED = {
    "hearts": (
        Scored(1, "moon_others", (0, 26, 26, 26), (0, 26, 26, 101), (ScoreLine(0, "shot the moon", 0),)),
        "moon",
    ),
    "kanhu_qing": (
        Scored(2, "won", (6, -2, -2, -2), (6, -2, -2, -2), (ScoreLine(0, "the pot", 7), ScoreLine(0, "ante", -1))),
        "large pot",
    ),
    "khanhoo": (
        Scored(1, "out", (15, 0, 0), (15, 0, 0), (ScoreLine(0, "double khanhoo, laid", 15),)),
        "double khanhoo",
    ),
}


@pytest.mark.parametrize("game_id", SCORED)
def test_a_rare_feat_is_read_from_the_score(game_id: str) -> None:
    scored, name = SCORED[game_id]
    game = find_game(game_id)
    feats = game.feats(scored, View(game, len(scored.points), game.meta.resolve({}), None))
    assert (feats[0].seat, feats[0].name) == (0, name)
    if game_id == "hearts":
        assert [feat.words for feat in feats] == ["shot the moon", "went over 100"]
