"""Bots around a table: they play matches to the end, and see no more than their seats."""

from random import Random

from engine.api import Decision, SelfPlay, View, find_game, never
from engine.bots.random import RandomBot, random_move

HEARTS = find_game("hearts")
OPTIONS = HEARTS.meta.resolve({"limit": 40})


def test_random_bots_play_a_match_to_its_end() -> None:
    table = SelfPlay(HEARTS, OPTIONS, [RandomBot() for _ in range(4)], seed="a").play()
    assert table.over is not None
    assert max(table.totals) > 40


def test_it_stops_after_the_deals_asked_for_and_goes_on_when_asked_again() -> None:
    self_play = SelfPlay(HEARTS, OPTIONS, [RandomBot() for _ in range(4)], seed="b")
    assert len(self_play.play(1).scores) == 1
    assert len(self_play.play(2).scores) == 2


def test_the_same_seed_gives_the_same_journal() -> None:
    journals = []
    for _ in range(2):
        journal = SelfPlay(HEARTS, OPTIONS, [RandomBot() for _ in range(4)], seed="c").play().journal
        assert journal is not None
        journals.append(journal.to_bytes())
    assert journals[0] == journals[1]


def test_each_bot_is_shown_its_own_view_alone() -> None:
    shown: set[tuple[int, int | None]] = set()

    class Watcher(RandomBot):
        def choose(self, view: View, decision: Decision, chance, out_of_time):  # type: ignore[no-untyped-def]
            shown.add((decision.seat, view.viewer))
            return super().choose(view, decision, chance, out_of_time)

    SelfPlay(HEARTS, OPTIONS, [Watcher() for _ in range(4)], seed="d").play(1)
    assert shown == {(seat, seat) for seat in range(4)}


def test_random_moves_reach_every_legal_move() -> None:
    self_play = SelfPlay(HEARTS, OPTIONS, [RandomBot() for _ in range(4)], seed="e")
    self_play.play(1)
    self_play.step()
    decision = self_play.table.decisions()[0]
    legal = set(decision.moves(self_play.table.deck))
    chance = Random(1)
    drawn = {random_move(decision, self_play.table.deck, chance) for _ in range(6000)}
    assert drawn == legal


def test_random_bots_give_a_sentence_too() -> None:
    self_play = SelfPlay(HEARTS, OPTIONS, [RandomBot() for _ in range(4)], seed="f")
    self_play.play(1)
    self_play.step()
    decision = self_play.table.decisions()[0]
    advice = RandomBot().choose(self_play.views[decision.seat], decision, Random(1), never)
    assert advice.reason.endswith(".")
