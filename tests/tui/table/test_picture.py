"""From a view to a picture and to words, in both games."""

from itertools import combinations, product
from pathlib import Path

import pytest
from textual.geometry import Region

from engine.api import BETWEEN, Happened, Scored, ScoreLine, View, find_game, parse_cards
from tui.table.game_words import read_layout
from tui.table.geometry import TableNeeds, plan_table
from tui.table.narration import Narration, printed
from tui.table.picture import Picture, picture
from tui.table.widgets.seats import pack_rows
from tui.widgets.glyphs import UNICODE

from ...harness.tabletop import NAMES, Tabletop, new_table
from ..scenes_table import BUMPS, TO_OUT, hearts, khanhoo, spectated


def _picture(table: Tabletop) -> tuple[Picture, Narration]:
    view = table.view
    story = Narration(view.game, view.viewer, NAMES.__getitem__, view.deck)
    story.catch_up(view.events)
    return picture(view, story, [(name, "") for name in NAMES[: view.seats]]), story


def test_the_trick_says_who_played_what() -> None:
    shown, _ = _picture(hearts(0, 5))
    assert shown.plays == ((3, parse_cards("4C")),)
    assert shown.taker is None


def test_a_trick_that_was_taken_lies_until_the_next_card() -> None:
    table = hearts(0, 2)
    shown, _ = _picture(table)
    assert len(shown.plays) == 4
    assert shown.taker == 0


def test_cards_that_came_are_marked_until_my_next_move() -> None:
    table = hearts(0, 1)
    _, story = _picture(table)
    assert sum(story.fresh.values()) == 3
    assert set(story.fresh) <= set(table.view.hand)
    _, story = _picture(table.advance(1))
    assert not story.fresh


def test_a_deal_is_not_news_card_by_card() -> None:
    table = hearts(0)
    _, story = _picture(table)
    assert not story.fresh
    assert not any("draws" in line.text for line in story.log)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_while_all_may_claim_a_discard_the_turn_is_that_of_the_next_player_alone(viewer: int | None) -> None:
    shown, _ = _picture(khanhoo("0 discard KC", viewer=viewer))
    assert shown.asked == (1, 2)
    assert [seat.seat for seat in shown.seats if seat.turn] == [1]
    assert not [seat.seat for seat in shown.seats if seat.follows]


def test_while_all_may_match_a_discard_it_is_nobodys_turn() -> None:
    table = Tabletop(new_table("khamul"), 0, others_play=False).begin()
    table.drive(lambda now: now.phase == "matching")
    shown, _ = _picture(table)
    assert len(shown.asked) == 4
    assert not [seat.seat for seat in shown.seats if seat.turn]


def test_the_first_discard_of_a_deal_may_be_claimed_in_the_turn_of_the_player_after_the_dealer() -> None:
    table = Tabletop(new_table("chinaso"), 0, others_play=False).begin()
    table.drive(lambda now: now.phase == "offer")
    shown, _ = _picture(table)
    assert [seat.seat for seat in shown.seats if seat.turn] == [(table.table.dealer + 1) % 4]


def test_players_who_all_pass_cards_are_all_in_turn() -> None:
    shown, _ = _picture(hearts(0))
    assert [seat.seat for seat in shown.seats if seat.turn] == [0, 1, 2, 3]


def test_melds_lie_at_their_seats() -> None:
    shown, _ = _picture(khanhoo(*BUMPS))
    assert [meld.cards for meld in shown.seats[2].melds] == [parse_cards("9H 9H KC")]
    assert [(meld.zone, meld.cards) for meld in shown.seats[1].melds] == [("meld:1:0", parse_cards("JC QC KC"))]
    assert [pile.zone for pile in shown.piles] == ["stock", "discard"]


@pytest.mark.parametrize(("what", "nothing"), [("insight", ()), ("seat_note", ""), ("trick_note", "")])
def test_a_game_that_fails_in_a_hint_or_note_costs_only_that(
    what: str, nothing: object, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("planted")

    table = hearts(0, 5) if what == "trick_note" else khanhoo(*TO_OUT)
    whole, _ = _picture(table)
    monkeypatch.setattr("tui.table.game_words._written", set())
    monkeypatch.setattr(table.view.game, what, fail, raising=False)
    shown, _ = _picture(table)
    said = {
        "insight": shown.insight,
        "seat_note": "".join(seat.note for seat in shown.seats),
        "trick_note": shown.led,
    }
    assert said[what] == nothing
    assert shown.hand == whole.hand
    assert [seat.name for seat in shown.seats] == [seat.name for seat in whole.seats]
    (written,) = own_home.rglob("fault.txt")
    assert "planted" in written.read_text("utf-8")
    written.unlink()
    _picture(table)
    assert not list(own_home.rglob("fault.txt")), "it is written down once"


def test_the_log_tells_the_bumps_in_words() -> None:
    _, story = _picture(khanhoo(*BUMPS))
    text = "\n".join(line.text for line in story.log)
    assert "cy bumps with court meld" in text
    assert "bea lays down J♣" in text


def test_the_insight_names_cards_as_they_are_printed() -> None:
    shown, _ = _picture(khanhoo(*TO_OUT))
    assert shown.insight[0] == "You can go out: discard 3♠. You score 13: 8 for melds, and 5 for going out."


def test_what_is_said_stands_in_log_and_chat() -> None:
    table = hearts(0)
    table.happen(Happened("said", 1, "bea", "hello {seat} [b]"))
    _, story = _picture(table)
    assert story.chat[-1].text == 'bea: "hello {seat} [b]"'
    assert story.log[-1] == story.chat[-1]


def test_a_spectator_sees_backs_alone() -> None:
    shown, _ = _picture(spectated(10))
    assert shown.own is None
    assert not shown.hand
    assert len(shown.others()) == 4
    assert not any(seat.hand for seat in shown.seats)


def test_a_sentence_of_the_game_names_cards_by_their_faces() -> None:
    deck = hearts(0).view.deck
    assert printed("You do not hold QS, nor 10H. WHY", deck) == "You do not hold Q♠, nor 10♥. WHY"


def test_a_joker_in_a_sentence_is_the_sign_on_its_card() -> None:
    deck = find_game("chinaso").deck(find_game("chinaso").complete_options({}, 3))
    assert printed("Two sets: 9C 9D * · KC K* (* stays)", deck) == "Two sets: 9♣ 9♦ ★ · K♣ K* (* stays)"
    assert printed("triplet 5H 5S *, +2", deck) == "triplet 5♥ 5♠ ★, +2"


def test_two_folds_of_one_stream_are_the_same_picture() -> None:
    table = khanhoo(*TO_OUT)
    again = View(table.view.game, table.view.seats, dict(table.view.options), 0)
    for number, event in enumerate(table.view.events):
        again.absorb(number, event)
    story = Narration(again.game, 0, NAMES.__getitem__, again.deck)
    story.catch_up(again.events)
    assert picture(again, story, [(name, "") for name in NAMES[:3]]) == _picture(table)[0]


@pytest.mark.parametrize("game", ["hearts", "khanhoo"])
def test_every_verb_and_phase_of_a_game_has_words(game: str) -> None:
    found = find_game(game)
    layout = read_layout(found)
    assert set(layout.verbs) == set(found.verbs)
    assert set(found.phases) <= set(layout.phases)


MOST_SEATS = 8


@pytest.mark.parametrize("size", [(60, 20), (79, 23), (80, 24), (100, 30), (120, 40), (160, 45), (200, 60)])
def test_the_parts_of_a_table_lie_on_the_screen_and_not_on_each_other(size: tuple[int, int]) -> None:
    screen, either = Region(0, 0, *size), (True, False)
    for others, seated, tricks, column in product(range(1, MOST_SEATS + 1), either, either, (0, 30)):
        if others + seated > MOST_SEATS:
            continue
        needs = TableNeeds(
            others, seated=seated, tricks=tricks, melds=not tricks, column=column, chat=0 if column else 9
        )
        plan = plan_table(*size, needs)
        single = [plan.head, plan.centre, plan.own, plan.hand, plan.insight, plan.prompt, plan.log, plan.chat_log]
        single += [plan.keys, plan.last, plan.column]
        parts = [part for part in [*single, *(place.region for place in plan.seats)] if part.area]
        assert all(part in screen for part in parts), needs
        assert not any(part.overlaps(other) for part, other in combinations(parts, 2)), needs
        assert len(plan.seats) == others
        assert plan.centre.height >= 3 - (others > 6)  # a spectator alone has eight seats around


@pytest.mark.parametrize("others", [2, 3])
def test_at_the_usual_size_the_trick_before_lies_in_the_corner_that_the_seats_leave_free(others: int) -> None:
    plan = plan_table(80, 24, TableNeeds(others, tricks=True))
    assert plan.last.height == 3
    assert plan.last.right == plan.seats[-1].region.right
    assert not plan_table(80, 24, TableNeeds(others)).last.area


@pytest.mark.parametrize("size", [(59, 24), (80, 19), (10, 3), (1, 1)])
def test_a_window_that_is_too_small_has_no_plan(size: tuple[int, int]) -> None:
    assert plan_table(*size, TableNeeds(3)).size == "none"


def test_melds_flow_over_as_few_rows_as_they_need() -> None:
    melds = [parse_cards("JC QC KC"), parse_cards("9H 9H KC"), parse_cards("2H 3H 4H 5H 6H 7H 8H 9H")]
    rows = pack_rows(melds, 22, 2, UNICODE)
    assert [len(row) for row in rows] == [2, 1, 1]


def test_a_hand_that_is_shown_after_the_deal_lies_in_the_melds_that_were_scored() -> None:
    view = Tabletop(new_table("khanhoo", seats=3), 0, others_play=False).begin().view
    view.zones["hand:1"] = list(parse_cards("AH KC 2S 9H 3D 4S"))
    lines = (ScoreLine(1, "khanhoo", 5, parse_cards("AH 2S 3D")), ScoreLine(2, "court", 4, parse_cards("KC 9H 9H")))
    story = Narration(view.game, 0, NAMES.__getitem__, view.deck)
    people = [(name, "") for name in NAMES[:3]]
    assert len(picture(view, story, people).seats[1].groups) == 1
    view.scores.append(Scored(1, "out", (0, 5, 4), (0, 5, 4), lines))
    view.phase = BETWEEN
    seat = picture(view, story, people).seats[1]
    assert seat.groups[0] == parse_cards("AH 2S 3D")
    assert len(seat.groups) == 2
    assert sorted(seat.groups[1]) == sorted(parse_cards("KC 9H 4S"))
    assert seat.hand == (*seat.groups[0], *seat.groups[1])
