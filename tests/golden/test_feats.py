"""Feats are public: they follow from a match's events alone, and every viewer is told the same."""

import pytest

from engine.api import (
    Card,
    Feat,
    Journal,
    Level,
    Scored,
    ScoreLine,
    SelfPlay,
    View,
    feats_of,
    find_game,
)
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


def score(how: str, *lines: tuple[int, str, int], totals: tuple[int, ...] = (0, 0, 0, 0)) -> Scored:
    return Scored(1, how, totals, totals, tuple(ScoreLine(*line) for line in lines))


CARDS = ((0, "cards", 3), (1, "cards", 4), (2, "cards", 9), (3, "cards", 0))
ALMOST_ALL = "taken:0", (Card("QS"), *(Card(f"{rank}H") for rank in (*range(3, 11), *"JQKA")))
MOON = score("moon_others", (0, "shot the moon", 0), totals=(0, 26, 26, 101))
FEATS: dict[str, tuple[str, dict[str, int], dict[str, tuple[Card, ...]], Scored, tuple[str, ...]]] = {
    "moon": ("hearts", {}, {}, MOON, ("0 moon", "3 went over 100")),
    "limit": ("hearts", {}, {}, score("scored", totals=(100, 101, 99, 26)), ("1 went over 100",)),
    "moon missed": ("hearts", {}, dict([ALMOST_ALL]), score("scored"), ("0 moon missed by a point",)),
    "pot of two deals": ("kanhu_qing", {}, {}, score("won", (0, "the pot", 7), (0, "ante", -1)), ("0 large pot",)),
    "pot of one deal": ("kanhu_qing", {}, {}, score("won", (0, "the pot", 2), *((0, "ante", -1),) * 2), ()),
    "laid meld": ("khanhoo", {}, {}, score("out", (0, "double khanhoo, laid", 15)), ("0 double khanhoo",)),
    "cached meld": ("khanhoo", {}, {}, score("out", (1, "quartette by cache", 10)), ("1 quartette",)),
    "usual meld": ("khanhoo", {}, {}, score("out", (1, "triplet", 2)), ()),
    "orphan out": ("khanhoo", {"orphan": 2, "out": 2}, {}, score("out"), ("2 orphan",)),
    "orphan beaten": ("khanhoo", {"orphan": 2, "out": 1}, {}, score("out"), ()),
    "nobody out": ("khanhoo", {}, {}, score("drawn"), ()),
    "right call": ("khamul", {"khamul": 0}, {}, score("called", *CARDS[:1], (1, "cards", 5)), ("0 khamul",)),
    "call by a hair": ("khamul", {"khamul": 0}, {}, score("called", *CARDS[:3]), ("0 khamul by a hair",)),
    "wrong call": ("khamul", {"khamul": 1}, {}, score("called", *CARDS), ()),
    "call of too much": ("khamul", {"khamul": 0}, {}, score("called", (0, "cards", 6), (1, "cards", 9)), ()),
    "call of the most": ("khamul", {"khamul": 0}, {}, score("called", (0, "cards", 5), (1, "cards", 9)), ("0 khamul",)),
    "other points": ("khamul", {"khamul": 0}, {}, score("called", (1, "lowest hand", -3)), ()),
    "no call": ("khamul", {}, {}, score("out", *CARDS, (3, "no card left", -10)), ("3 empty hand",)),
    "limit of Khamul": ("khamul", {}, {}, score("cap", totals=(99, 100, 0, 0)), ("1 reached the limit of 100",)),
    "chinaso": ("chinaso", {}, {}, score("chinaso", (1, "Chinaso", 0), (0, "Left in hand", 5)), ("1 chinaso",)),
    "out": ("chinaso", {}, {}, score("out", (1, "Out", 0)), ()),
    "solo": ("solo", {"declarer": 2}, {}, score("solo_made"), ("2 solo",)),
    "tout": ("solo", {"declarer": 2}, {}, score("tout_made"), ("2 tout",)),
    "solo lost": ("solo", {"declarer": 2}, {}, score("solo_lost"), ()),
    "secret game": ("solo", {"declarer": 1, "alone": True}, {}, score("simple_made"), ("1 secret game",)),
    "simple game": ("solo", {"declarer": 1}, {}, score("simple_made"), ()),
}
"""By name: game, facts and cards of the deal, its score, and the feats by seat: the name, or the words of what ends the
match."""


@pytest.mark.parametrize("name", FEATS)
def test_a_feat_is_read_from_the_deal(name: str) -> None:
    """Each feat of each game, and what comes close to one and is none."""
    game_id, facts, zones, scored, expected = FEATS[name]
    game = find_game(game_id)
    view = View(game, min(4, game.meta.most_seats), game.meta.resolve({}), None)
    view.facts.update(facts)
    view.zones.update({zone: list(cards) for zone, cards in zones.items()})
    feats = game.feats(scored, view)
    assert tuple(f"{feat.seat} {feat.words if feat.ends else feat.name}" for feat in feats) == expected
