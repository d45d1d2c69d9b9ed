"""Sentences of the log that say more than one event, what each seat did last, and the discards by player."""

import re

import pytest

from engine.api import JOKER, Declared, Entered, Moved, SelfPlay, find_game, games, parse_cards
from tui.table.narration import Narration, blank_board

NAMES = ("ann", "bea", "cy", "di")


def _story(game_id: str, preset: str, seats: int, seed: str, *, deals: int = 1, **more: bool) -> Narration:
    """The log of bots that play, read at the first seat."""
    game = find_game(game_id)
    options = game.complete_options(game.meta.resolve({**game.meta.preset(preset).options, **more}), seats)
    play = SelfPlay(game, options, [game.bot("medium") for _ in range(seats)], seed=seed)
    play.play(deals=deals)
    view = play.views[0]
    story = Narration(game, 0, NAMES.__getitem__, view.deck, False, 0, blank_board(view))
    story.catch_up(view.events)
    return story


def _told(story: Narration) -> list[str]:
    return [line.text for line in story.log]


def test_a_bump_is_one_sentence_with_its_worth_and_who_is_passed_over() -> None:
    told = _told(_story("khanhoo", "denexa", 4, "c"))
    at = told.index(
        "You try to take 5♥ for a sequence. cy bumps 5♥: triplet 5♥ 5♠ 5♦, 2 points. "
        "You and bea are skipped: a bump beats the next player"
    )
    assert told[at + 1] == "cy discards 3♥"
    assert not any("lays down" in line or "wins the bump" in line for line in told)
    story = _story("khanhoo", "denexa", 3, "c")
    assert story.banner[0] > 1
    assert story.banner[1] in ("You go out!", "bea goes out!", "cy goes out!")
    assert "cy bumps your 2♥: triplet 2♥ 2♠ 2♦, 2 points. Bea is skipped" in [
        line.text for line in story.log if line.stays
    ]


def test_a_bump_names_the_card_that_the_next_player_tried_to_take_without_a_meld() -> None:
    assert (
        "di tries to take 2♠, but cannot make a meld with it. You bump 2♠: khanhoo A♥ 2♠ 3♦, 5 points. Di is skipped"
    ) in _told(_story("khanhoo", "denexa", 4, "b"))
    assert (
        "cy calls a bump with a triplet. You try to take 9♦, but cannot make a meld with it. "
        "cy bumps 9♦: triplet 9♥ 9♣ 9♦, 2 points. You and bea are skipped: a bump beats the next player"
    ) in _told(_story("khanhoo", "english", 4, "b", honour_bumps=True))


def test_a_bump_that_is_called_and_defended_is_one_sentence_too() -> None:
    told = _told(_story("khanhoo", "english", 4, "c", honour_bumps=True))
    assert [line for line in told if "call" in line or "keep" in line or "defend" in line] == [
        "cy calls a bump with a triplet. You try to take 5♥ for a sequence. "
        "cy bumps 5♥: triplet 5♥ 5♣ 5♦, 2 points. You and bea are skipped: a bump beats the next player",
        "You call a bump with a triplet. di tries to take 3♥ for a triplet. "
        "The bump is worth no more than di's meld, so di gets the card",
    ]


def test_a_discard_that_is_melded_in_turn_is_one_line_and_names_the_whole_meld() -> None:
    told = _told(_story("khanhoo", "english", 3, "a"))
    assert [line for line in told if "lays down" in line] == ["bea lays down 2♥ with 2♣ 2♦ from the hand"]


def test_the_bids_of_solo_are_a_line_for_each_question_and_its_contract_one() -> None:
    told = _told(_story("solo", "solo", 4, "c"))
    assert told[1:5] == [
        "cy bids, di passes",
        "You ask: Is the bid in the favoured suit?",
        "cy yields the bid (no, not a favoured simple game). bea passes",
        "You declare a favoured simple game (clubs), calling A♦",
    ]


def test_a_turn_and_a_trick_are_one_line_each() -> None:
    told = _told(_story("khanhoo", "denexa", 3, "c"))
    assert {"bea draws a card and discards 9♦", "You take A♥ and discard 2♥"} <= set(told)
    told = _told(_story("hearts", "hearts", 4, "c"))
    assert "bea plays 2♣, cy 9♣, di Q♣, you K♣" in told
    assert told[told.index("bea plays 2♣, cy 9♣, di Q♣, you K♣") + 1] == "You take the trick with K♣"
    assert any(line.endswith(": 2 points") for line in told)


def test_what_a_seat_did_last_is_a_few_words() -> None:
    story = _story("khanhoo", "denexa", 4, "c")
    assert story.act(2) == "bumped 5♥, discarded 3♥"
    assert story.act(3) == "took 3♥, discarded 4♦"
    assert story.act(0) == ""


def test_discards_are_kept_by_player_with_who_took_them() -> None:
    story = _story("khanhoo", "denexa", 4, "c")
    found = {seat: [(each.cards, each.fate) for each in thrown] for seat, thrown in story.discards.items()}
    assert found == {
        3: [(parse_cards("5H"), "cy, melded"), (parse_cards("4D"), "")],
        2: [(parse_cards("3H"), "di")],
    }


def test_who_buys_does_not_take_and_who_replaces_a_joker_does_not_lay_off() -> None:
    told = _told(_story("chinaso", "chinaso", 4, "d"))
    assert any(line.startswith("di buys ") for line in told)
    game = find_game("chinaso")
    play = SelfPlay(game, game.meta.resolve({}), [game.bot("easy")] * 3, seed="joker")
    play.play(deals=1)
    view = play.views[0]
    story = Narration(game, 0, NAMES.__getitem__, view.deck, False, 0, blank_board(view))
    story.catch_up(view.events[: next(n for n, event in enumerate(view.events) if event == Entered("play")) + 1])
    assert story.board is not None
    meld = parse_cards("3H * 5H 6H")
    story.board.zones["meld:2:0"] = list(meld)
    story.board.facts["roles:2:0"] = ("straight", "3H", "4H", "5H", "6H")
    story.board.facts["turn"] = 0
    story.board.zones["hand:0"] += parse_cards("4H")
    story.tell(Moved("hand:0", "meld:2:0", parse_cards("4H")))
    story.board.zones["meld:2:0"] = [JOKER, *parse_cards("3H 4H 5H 6H")]
    story.tell(Declared("roles:2:0", ("straight", "2H", "3H", "4H", "5H", "6H"), 0))
    assert story.log[-1].text == "You replace cy's joker with 4♥. The joker now stands for 2♥"


@pytest.mark.parametrize("game_id", [game.id for game in games()])
def test_no_sentence_of_any_game_has_a_gap_or_the_name_of_its_reader(game_id: str) -> None:
    meta = find_game(game_id).meta
    story = _story(game_id, meta.presets[0].id, meta.usual_seats, "gap", deals=2)
    assert story.log
    for line in story.log:
        assert not re.search(r"\bann\b", line.text), "the reader is you"
        assert "  " not in line.text
        assert not line.text.endswith((" ", ",", "with", "and", ":"))
    assert all(story.act(seat).strip(" ,") == story.act(seat) for seat in range(meta.usual_seats))
