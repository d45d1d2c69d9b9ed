"""Moves with places and groups, moves that nobody waits for, and cards that are shown once, under a pilot."""

import re
from dataclasses import replace
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from engine.api import (
    BETWEEN,
    UNKNOWN,
    Card,
    Dropped,
    MatchEnded,
    Move,
    Scored,
    ScoreLine,
    Shown,
    View,
    find_game,
    gain_words,
    games,
    parse_cards,
    redact_for_rejoin,
)
from net.news import BegunAnew, Told
from tui.screens.options import OptionsScreen
from tui.table.narration import spoken
from tui.table.scores import score_lines
from tui.table.screen import TableScreen
from tui.table.widgets.hand import Hand
from tui.widgets.glyphs import ASCII, UNICODE, face
from tui.widgets.list import RowList
from tui.widgets.messages import SessionNews
from tui.widgets.packs import read_pack

from ...harness.screens import settled
from ...harness.slow import slow
from ...harness.tabletop import TableApp, Tabletop, new_table
from ..scene import clocks_stand_still
from ..scenes_games import (
    chinaso_contract,
    chinaso_melds,
    khamul_drawn,
    khamul_king,
    khamul_peek,
    qing,
    solo_declares,
    table_of,
)
from ..scenes_table import TO_OUT, hearts, khanhoo

SIZE = (80, 24)


async def _press(pilot: Pilot[Any], *keys: str) -> str:
    for key in keys:
        await pilot.press(key)
        text = await settled(pilot)
    return text


def _screen(app: TableApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


def _seen(table: Tabletop) -> set[Card]:
    """The faces that the viewer was shown, once."""
    return {card for event in table.view.events if isinstance(event, Shown) for card in event.cards} - {UNKNOWN}


async def test_places_are_picked_by_digits_and_the_faces_are_shown_for_a_moment() -> None:
    table = khamul_peek()
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        text = await _press(pilot, "4", "2")
        assert table.sent == [Move("peek", places=("slot:0:1", "slot:0:3"))]
        assert "any key hides them" in text
        hand = app.screen.query_one(Hand).value
        assert {hand.cards[1], hand.cards[3]} == _seen(table)
        text = await _press(pilot, "enter")
        assert set(app.screen.query_one(Hand).value.cards[:4]) == {UNKNOWN}
        assert "key hides" not in text


async def test_no_log_and_no_later_picture_keeps_a_face_that_was_shown_once() -> None:
    table = khamul_peek()
    app = TableApp(table)
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        await _press(pilot, "1", "2", "enter")
        faces = {card[:-1] + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[card[-1]] for card in _seen(table)}
        log = "\n".join(line.text for line in _screen(app).state.story.log)
        assert "You look at" in log
        assert not any(face in log for face in faces)
        again = View(table.view.game, 6, dict(table.view.options), 0)
        for number, event in enumerate(redact_for_rejoin(table.view.events, 0, table.view.game.plan)):
            again.absorb(number, event)
        table.view = again
        app.screen.post_message(SessionNews(BegunAnew()))
        for number, event in enumerate(again.events):
            app.screen.post_message(SessionNews(Told(number, event)))
        text = await settled(pilot)
        assert not any(face in text.split("Chat")[0] for face in faces)


async def test_a_shown_card_goes_by_itself_unless_it_is_held() -> None:
    table = khamul_peek()
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await _press(pilot, "1", "2", "space")
        screen = _screen(app)
        screen._end_glimpse()
        assert "the next key hides them" in await settled(pilot)
        screen.state.glimpses.is_held = False
        screen._end_glimpse()
        assert "key hides" not in await settled(pilot)


async def test_with_the_tables_memory_aid_the_faces_stay() -> None:
    table = Tabletop(new_table("khamul", seats=2, options={"memory_aid": True}), 0).begin()
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        text = await _press(pilot, "1", "2", "enter")
        assert "key hides" not in text
        assert set(app.screen.query_one(Hand).value.cards[:2]) == _seen(table)


async def test_what_nobody_waits_for_is_offered_without_claiming_a_turn() -> None:
    table = khamul_drawn()
    table.tell(table.table.play(0, table.table.step, Move("discard")))
    while table.table.phase == "matching":
        for decision in table.table.decisions():
            table.tell(table.table.play(decision.seat, decision.id, Move("pass")))
        if table.table.awaits_close:
            table.tell(table.table.close())
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        text = await settled(pilot)
        assert table.decision is None
        assert table.offer is not None
        assert "Waiting for" in text
        assert "▸ You" not in text
        assert " 1-4  match" in text
        await _press(pilot, "enter")
        assert table.sent == []
        assert "penalty card. Press 3 again to match." in await _press(pilot, "3")
        assert table.sent == []
        await _press(pilot, "3")
        assert table.sent == [Move("match", places=("slot:0:2",))]
        text = await _press(pilot, "1", "1")
        assert len(table.sent) == 2


async def test_digits_swap_the_drawn_card() -> None:
    """A digit chooses the card to discard, before and after the draw; a match has its letter and is asked about."""
    table = khamul_drawn()
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        assert " 1-4  swap" in await settled(pilot)
        await _press(pilot, "2")
        assert table.sent == [Move("swap", places=("slot:0:1",))]


async def test_a_window_in_which_silence_answers_shows_a_bar() -> None:
    table = khamul_drawn()
    table.tell(table.table.play(0, table.table.step, Move("discard")))
    app = TableApp(table)
    with clocks_stand_still():
        async with app.run_test(size=SIZE) as pilot:
            text = await settled(pilot)
    assert table.decision is not None
    assert table.decision.lapse_ms
    assert "[=" in text
    assert "match" in text


async def test_an_exchange_points_at_ones_own_place_and_then_at_anothers() -> None:
    table = khamul_king()
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        assert "Whose card do you get for your card 3?" in await _press(pilot, "e", "3")
        await _press(pilot, "escape", "1", "down")
        assert table.sent == []
        await _press(pilot, "2")
        assert table.sent == [Move("exchange", places=("slot:0:0", "slot:2:1"))]


async def test_a_contract_is_composed_and_laid_down() -> None:
    table = chinaso_contract()
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        assert "lay down" in await settled(pilot)
        text = await _press(pilot, "l")
        assert text.count("complete") == 2
        text = await _press(pilot, "up", "space", "enter")
        assert "Group 2: A set needs at least three cards. (§6.1)" in text
        assert table.sent == []
        text = await _press(pilot, "escape", "l")
        assert "A set needs at least three cards." in text
        await _press(pilot, "right_square_bracket", "enter")
        assert [move.verb for move in table.sent] == ["lay_down"]
        assert len(table.sent[0].groups) == 2


async def test_a_card_is_laid_off_on_a_meld_of_the_table() -> None:
    table = chinaso_melds()
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        text = await _press(pilot, "o")
        assert "All melds" in text
        await _press(pilot, "right", "enter")
        assert table.sent == [Move("lay_off", (Card("3D"),), ("meld:3:0",))]


async def test_all_melds_can_be_looked_at_and_closed_again() -> None:
    app = TableApp(chinaso_melds())
    async with app.run_test(size=SIZE) as pilot:
        assert "All melds" not in await settled(pilot)
        assert "What counts in Chinaso" in await _press(pilot, "m")
        assert "All melds" in await _press(pilot, "m")
        assert "All melds" not in await _press(pilot, "escape")


async def test_a_prompt_names_the_card_that_it_is_about() -> None:
    table = table_of("khanhoo", 3, lambda table: table.phase == "claims" and 0 in table.acting(), seed="named")
    card = spoken(table.view.zones["discard"][-1])
    async with TableApp(table).run_test(size=SIZE) as pilot:
        text = await settled(pilot)
        assert re.search(rf"Not your turn, (but you may|and you cannot) bump {card}[,.]", text), text


async def test_a_hand_can_be_laid_in_an_order_of_ones_own() -> None:
    app = TableApp(qing())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        await _press(pilot, "home")
        first, second = hand.value.cards[:2]
        await _press(pilot, "shift+right", "greater_than_sign")
        assert hand.value.cards[0] == second
        assert hand.value.cards[2] == first
        mine = hand.value.cards
        await _press(pilot, "s")
        assert hand.value.cards != mine
        for _ in range(len(find_game("kanhu_qing").arrangements)):
            await _press(pilot, "s")
        assert hand.value.cards == mine


async def test_a_list_of_places_is_leafed_through_with_its_names() -> None:
    table = solo_declares()
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        text = await _press(pilot, "2")
        assert "points" in text
        await _press(pilot, "2")
        assert table.sent == [Move("solo", places=("H",))]


@pytest.mark.parametrize("game", ["khamul", *slow(["kanhu_qing", "khanhoo"])])
async def test_the_rules_of_the_table_are_there_to_be_read(game: str) -> None:
    app = TableApp(Tabletop(new_table(game), 0).begin())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        text = await _press(pilot, "i")
        assert isinstance(app.screen, OptionsScreen)
        for option in find_game(game).meta.options[:6]:
            assert option.title in text


@pytest.mark.parametrize(
    ("game", "seats", "changed"),
    [
        ("khanhoo", 3, {"copies": 3}),
        *slow(
            [
                ("khanhoo", 3, {}),
                ("khanhoo", 3, {"trio_quartette_cache": True}),
                ("kanhu_qing", 3, {}),
                ("kanhu_qing", 3, {"hands": 5}),
            ]
        ),
    ],
)
async def test_the_rules_of_the_table_star_what_was_set_and_not_what_the_rules_chose(
    game: str, seats: int, changed: dict[str, int | bool]
) -> None:
    app = TableApp(Tabletop(new_table(game, seats=seats, options=changed), 0).begin())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        await _press(pilot, "i")
        assert isinstance(app.screen, OptionsScreen)
        starred = {item.id for item in app.screen.items() if item.value.endswith("*")}
        assert starred == {f"option:{name}" for name in changed}


async def test_settings_are_changed_at_the_table_and_hold_at_once() -> None:
    app = TableApp(Tabletop(new_table("hearts"), 0).begin())
    async with app.run_test(size=SIZE) as pilot:
        await settled(pilot)
        text = await _press(pilot, "i", "end")
        assert "Your settings" in text
        rows = app.screen.query_one(RowList)
        assert {"pace", "name", "mouse", "away"}.isdisjoint(row.id for row in rows.rows)
        rows.go_to("theme")
        await _press(pilot, "right")
        assert app.theme == app.settings.theme != "felt"
        rows.go_to("deck")
        await _press(pilot, "enter")
        assert app.settings.deck == "two"
        await _press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


async def test_a_seat_that_left_the_match_is_drawn_as_gone() -> None:
    table = Tabletop(new_table("khamul", seats=4), 0).begin()
    table.tell((Dropped(2),))
    app = TableApp(table)
    async with app.run_test(size=SIZE) as pilot:
        text = await settled(pilot)
        assert "left the match" in text


def test_what_each_gets_or_pays_stands_on_the_sheet() -> None:
    table = Tabletop(new_table("hearts"), 0, others_play=False).begin().drive(lambda table: bool(table.scores))
    view = table.view
    view.over = MatchEnded("lowest", (0,), (0, 1, 2, 3), (13, 1, -7, -7))
    text = "\n".join(" ".join(span.text for span in line) for line in score_lines(view, ("ann", "bea", "cy", "di"), 80))
    assert "settled +13 +1 -7 -7" in text


@pytest.mark.parametrize(
    ("game", "seats"),
    [(meta.id, seats) for meta in games() for seats in range(3, 6) if meta.least_seats <= seats <= meta.most_seats],
)
@pytest.mark.parametrize("is_between", [False, True])
def test_the_sheet_begins_with_what_matters(game: str, seats: int, is_between: bool) -> None:
    """At 80x24 all totals and the reader's own line are in sight without scrolling, in a deal and after it."""
    options = {"skin": "english"} if (game, seats) == ("khanhoo", 5) else {}
    made, reader = new_table(game, seats=seats, options=options), seats - 1
    table = Tabletop(made, 0, others_play=False).begin()
    table.drive(lambda truth: bool(truth.scores) if is_between else False, most=3_000 if is_between else 40)
    names = tuple("You" if seat == reader else f"Name{seat}" for seat in range(seats))
    lines = score_lines(table.view, names, 80)[:20]
    shown = [" ".join(span.text for span in line) for line in lines]
    assert any(line.startswith("You ") for line in shown), shown
    if table.view.scores:
        (totals,) = [line.split() for line in shown if line.startswith("total ")]
        assert totals[1:] == [str(total) for total in table.view.totals]
    else:
        assert sum(f"total {table.view.totals[seat]}" in " ".join(shown) for seat in range(seats)) == seats


@pytest.mark.parametrize(("game", "best_first"), [("hearts", [0, 3, 5, 18]), ("khanhoo", [18, 5, 3, 0])])
def test_the_sheet_begins_with_the_player_who_did_best_in_the_deal(game: str, best_first: list[int]) -> None:
    view = Tabletop(new_table(game, seats=4), 0, others_play=False).begin().view
    points = tuple(best_first[1:] + best_first[:1])
    names = ("ann", "bea", "cy", "di")
    view.scores.append(Scored(1, "counted", points, points))
    view.phase = BETWEEN
    lines = [line for line in score_lines(view, names, 80) if line and line[0].text in names and line[0].column == 3]
    assert [line[1].text for line in lines] == [gain_words(points) for points in best_first]


@pytest.mark.parametrize("width", [60, 80])
def test_long_words_are_whole_where_few_cards_stand_beside_them(width: int) -> None:
    view = Tabletop(new_table("solo"), 0, others_play=False).begin().view
    words = "partner of the simple in color"
    lost = ScoreLine(2, words, -4, parse_cards("AC"), "9.3")
    view.scores.append(Scored(1, "counted", (0, 0, -4, 0), (0, 0, -4, 0), (lost,)))
    lines = score_lines(view, ("ann", "bea", "cy", "di"), width)
    line = next(line for line in lines if len(line) == 4 and line[-1].text == "§9.3")
    assert [span.text for span in line] == ["partner of the favoured simple game", "-4", "A♣", "§9.3"]
    assert line[2].column + cell_len("A♣") < width - 2 - cell_len("§9.3")


def test_all_cards_of_a_line_are_shown_at_sixty_columns() -> None:
    view = Tabletop(new_table("hearts"), 0, others_play=False).begin().view
    hearts = parse_cards("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH")
    moon = (ScoreLine(1, "hearts", 13, hearts, "7.1"), ScoreLine(1, "queen of spades", 13, parse_cards("QS"), "7.2"))
    view.scores.append(Scored(1, "counted", (0, 26, 0, 0), (0, 26, 0, 0), moon))
    text = "\n".join(" ".join(span.text for span in line) for line in score_lines(view, ("ann", "bea", "cy", "di"), 60))
    assert "…" not in text
    assert all(face(card, UNICODE) in text for card in hearts)


@pytest.mark.parametrize("is_ascii", [False, True])
def test_each_card_of_a_line_is_shown_once_where_cards_are_written_in_letters(is_ascii: bool) -> None:
    view = Tabletop(new_table("kanhu_ming", seats=2), 0, others_play=False).begin().view
    cards = tuple(Card(word) for word in ["S1", "M1", "TM", "C8", "S2", "M2"])
    view.scores.append(Scored(1, "counted", (9, 0), (9, 0), (ScoreLine(0, "hero", 9, cards, "7.4"),)))
    lines = score_lines(view, ("ann", "bea"), 60, is_ascii=is_ascii, script="latin")
    glyphs = replace(ASCII if is_ascii else UNICODE, pack=read_pack(view.game), script="latin")
    shown = " ".join(glyphs.plain(span.text) for line in lines for span in line).split()
    assert [shown.count(card) for card in cards] == [1] * len(cards)


def test_names_and_words_of_the_sheet_are_whole() -> None:
    table = Tabletop(new_table("hearts"), 0, others_play=False).begin().drive(lambda table: bool(table.scores))
    names = tuple(f"{name} of the House of Orange"[:24] for name in ("Ann", "Bea", "Cy", "Di"))
    lines = score_lines(table.view, names, 80)
    said = {span.text for line in lines for span in line}
    assert set(names) <= said
    for line in lines:
        ends = [span.column + len(span.text) for span in line[:1] if span.text in names]
        assert all(span.column - len(span.text) >= end for end in ends for span in line if span.end)


async def test_the_key_of_melds_shows_what_counts_in_games_without_melds() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=SIZE) as pilot:
        text = await _press(pilot, "m")
        assert "What counts in Hearts" in text
        assert "queen of spades" in text
        assert "What counts" not in await _press(pilot, "m")


async def test_no_seat_under_a_sheet_cuts_its_wide_signs() -> None:
    app = TableApp(Tabletop(new_table("kanhu_ming", seats=3), 0, others_play=False).begin())
    async with app.run_test(size=SIZE) as pilot:
        text = await _press(pilot, "m")
        assert "S3 三索 S4 四索 S5 五索" in text
        assert "C9 九文 S1 一索 M1 一萬" in text


async def test_the_meld_card_says_what_i_have_and_need() -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=(100, 30)) as pilot:
        text = await _press(pilot, "m")
        assert "What counts in Khanhoo" in text
        row = next(line for line in text.splitlines() if line.strip().startswith("khanhoo "))
        assert row.split()[:2] == ["khanhoo", "5"]
        assert row.count("A♥ 2♠ 3♦") == 2, "the example, and mine"
