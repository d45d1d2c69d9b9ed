"""What a game says of the viewer's hand beside what counts: true, and by the rows of its own rulebook."""

from collections import Counter
from random import Random

import pytest

from engine.api import Card, Game, SelfPlay, View, find_game, games

GAMES = [meta.id for meta in games()]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_player_has_is_said_by_the_rows_of_the_rulebook_and_names_cards_in_the_hand(game: str) -> None:
    found = find_game(game)
    seats = found.meta.usual_seats
    options = dict(found.complete_options(found.meta.resolve({}), seats))
    rows = {row[0].partition(" (")[0] for table in found.rulebook.counts(options)[:1] for row in table}
    play = SelfPlay(found, options, [found.bot(found.levels[0].id) for _ in range(seats)], seed=f"in hand of {game}")
    play.play(deals=0)
    said = 0
    for _ in range(160):
        if play.table.over is not None:
            break
        play.step()
        view: View = play.views[Random(said).randrange(seats)]
        told = found.in_hand(view)
        said += bool(told)
        assert set(told) <= rows
        for words in told.values():
            for group in words.split(" · "):
                if group == "–" or group.endswith(" laid"):
                    continue
                own = group.partition(",")[0].partition(" (")[0]
                cards = Counter(Card(word) for word in own.split())
                assert not cards - Counter(view.hand), (group, view.hand)
    assert said or type(found).in_hand is Game.in_hand


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_has_nothing(game: str) -> None:
    found = find_game(game)
    view = View(found, found.meta.usual_seats, dict(found.meta.resolve({})), None)
    assert found.in_hand(view) == {}
