"""The hand on the screen: sixteen cards at 80x24, lifted, dimmed, pointed at, clicked."""

import re
from dataclasses import replace
from itertools import combinations

import pytest

from engine.api import parse_cards
from tui.table.widgets.centre import Centre, LastTrick
from tui.table.widgets.hand import Hand
from tui.table.widgets.seats import OwnSeat, SeatPanel

from ...harness.screens import settled
from ...harness.slow import slow
from ...harness.tabletop import TableApp
from ..scene import shown
from ..scenes_table import TO_OUT, hearts, khanhoo


def _rows(hand: Hand) -> list[str]:
    return shown(hand).split("\n")


@pytest.mark.parametrize("ascii_faces", [False, *slow([True])])
@pytest.mark.parametrize("size", [*slow([((80, 24),), ((120, 40),)]), (60, 20)])
async def test_sixteen_cards_are_readable(size: tuple[int, int], ascii_faces: bool) -> None:
    app = TableApp(khanhoo(*TO_OUT), ascii=ascii_faces)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        faces = _rows(hand)[1].replace("|", "│").split("│")
        printed = [face.strip() for face in faces if face.strip()]
        assert len(printed) == 16
        suits = "SHDC" if ascii_faces else "♠♥♦♣"
        assert all(face[-1] in suits for face in printed)


async def test_a_chosen_card_stands_one_row_higher() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        assert not _rows(hand)[0].strip()
        await pilot.press("space")
        assert _rows(hand)[0].strip() == "│Q♣"
        await pilot.press("space")
        assert not _rows(hand)[0].strip()


async def test_a_card_that_may_not_be_played_is_hatched_besides_being_dim() -> None:
    app = TableApp(hearts(0, 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        hatched = _rows(hand)[2].count("░░░")
        assert hatched == hand.value.lit.count(False) == 3


async def test_the_cursor_shows_by_a_mark_and_moves() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        before = _rows(hand)[-1].index("▲")
        await pilot.press("right")
        assert _rows(hand)[-1].index("▲") == before + 5
        await pilot.press("home", "left")
        assert hand.value.cursor == 12


async def test_a_click_points_and_a_second_one_chooses() -> None:
    app = TableApp(hearts(0))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        x, _ = hand.fan(hand.size.width, hand.size.height)[4]
        await pilot.click(Hand, offset=(x + 1, 1))
        assert hand.value.cursor == 4
        assert not any(hand.value.up)
        await pilot.click(Hand, offset=(x + 1, 1))
        assert hand.value.up[4]


async def test_the_hand_can_be_sorted_in_every_way_of_the_game() -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        orders = []
        for _ in range(3):
            orders.append(hand.value.cards)
            await pilot.press("s")
        assert hand.value.cards == orders[0]
        assert len(set(orders)) == 3
        assert len({tuple(sorted(order)) for order in orders}) == 1


async def test_new_cards_carry_a_mark() -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        fresh = [card for card, new in zip(hand.value.cards, hand.value.fresh, strict=True) if new]
        assert fresh == list(parse_cards("7D"))
        assert "+" in _rows(hand)[2]


@pytest.mark.parametrize("size", [*slow([((80, 24),), ((120, 40),), ((200, 60),)]), (60, 20)])
async def test_melds_lie_apart_under_their_names_and_points(size: tuple[int, int]) -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        names, faces = _rows(hand)[:2]
        assert names.split()[:9] == ["khanhoo", "5", "sequence", "1", "sequence", "1", "sequence", "1", "left"]
        assert len(names.rstrip()) < hand.size.width, "a column beside the hand is not touched"
        places = hand.fan(hand.size.width, hand.size.height)
        ends = [x + width for x, width in places]
        apart = [index for index in range(15) if places[index + 1][0] > ends[index]]
        assert apart == [2, 6, 11, 14]
        assert faces[places[3][0] :].startswith("│2♥")
        assert hand.value.cursor == 15, "the card to discard"
        await pilot.press("s")
        assert not _rows(hand)[0].strip(), "sorted by suit, no melds lie together"


@pytest.mark.parametrize("size", [(80, 24), *slow([((120, 40),)])])
async def test_chosen_cards_cut_no_word_that_stands_over_a_group(size: tuple[int, int]) -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        for chosen in combinations(range(16), 2):
            hand.show(replace(hand.value, up=tuple(index in chosen for index in range(16))))
            words = re.findall(r"[a-z]\w+ \w+", _rows(hand)[0])
            assert set(words) <= {"khanhoo 5", "sequence 1", "left over"}, (chosen, words)


async def test_a_word_over_a_group_stands_a_blank_apart_from_a_chosen_card_where_there_is_room() -> None:
    app = TableApp(khanhoo("0 discard KC", viewer=2), ascii=True)
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        places = hand.fan(hand.size.width, hand.size.height)
        words = _rows(hand)[0]
        first = next(place for place, (x, _) in enumerate(places) if x == words.index("left over"))
        hand.show(replace(hand.value, up=tuple(index == first for index in range(len(places)))))
        card = hand.value.cards[first]
        assert f"|{card[0]}{card[1]} left over" in _rows(hand)[0]


async def test_without_hatching_a_dot_lies_under_a_card_that_cannot_be_played() -> None:
    app = TableApp(hearts(0, 2))
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        assert _rows(hand)[-1].count("·") == hand.value.lit.count(False) == 3


@pytest.mark.parametrize(("size", "rows"), [((160, 45), 9), ((200, 60), 11)])
async def test_a_large_window_shows_large_cards_with_all_their_pips(size: tuple[int, int], rows: int) -> None:
    app = TableApp(hearts(0, 8))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        assert hand.size.height == rows
        places = hand.fan(hand.size.width, hand.size.height)
        assert len(places) > 3
        assert all(width == rows for _, width in places)
        for (x, width), card, lit in zip(places, hand.value.cards, hand.value.lit, strict=True):
            middle = "".join(row[x : x + width] for row in _rows(hand)[2 : rows - 2])
            pips = sum(middle.count(suit) for suit in "♠♥♦♣")
            if lit and card[:-1].isdigit():
                assert pips == int(card[:-1])
            elif lit and card[0] in "JQK":
                assert pips == 2
                assert set(middle) & set("♞♛♚")


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (200, 60)])
async def test_laid_melds_are_drawn_as_cards_from_100_columns(size: tuple[int, int]) -> None:
    app = TableApp(khanhoo(*TO_OUT, viewer=1))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        others = [row for panel in app.screen.query(SeatPanel) for row in shown(panel).split("\n")]
        assert any(row.split() == ["K♣", "│9♥", "│9♥"] or row.split() == ["9♥", "│9♥", "│K♣"] for row in others)
        mine = shown(app.screen.query_one(OwnSeat)).split("\n")
        assert re.search(r" J♣ +│Q♣ +│K♣", mine[1])
        assert mine[0].strip().startswith("You")


async def test_a_hand_of_another_player_is_seen_from_behind_and_counted() -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        rows = shown(app.screen.query(SeatPanel)[0]).split("\n")
        assert all(re.match("│▒?│▒?│", row) for row in rows[1:4]), rows
        assert rows[2].split()[-1] == "12"


async def test_the_trick_before_lies_at_the_edge_with_its_players() -> None:
    app = TableApp(hearts(0, 5))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        last = app.screen.query_one(LastTrick)
        rows = shown(last).split("\n")
        assert rows[0].strip() == "last trick"
        assert rows[4].strip() == "cy led, di took it"
        assert "clubs led" in shown(app.screen.query_one(Centre))
        last.show(replace(last.value, taken="You"))
        await settled(pilot)
        assert shown(last).split("\n")[4].strip() == "cy led, you took it"


async def test_cards_left_over_lie_dimmer_than_melds() -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        places = hand.fan(hand.size.width, hand.size.height)
        row = hand._painted().rows[1]
        grounds = [row[x + 1][1].bgcolor for x, _ in places]
        assert len({*grounds[:15]}) == 1
        assert grounds[15] not in grounds[:15]


async def test_cards_that_lie_closely_in_a_roomy_window_show_all_their_pips() -> None:
    app = TableApp(khanhoo(*TO_OUT))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        hand = app.screen.query_one(Hand)
        places = hand.fan(hand.size.width, hand.size.height)
        assert places[1][1] < 7
        for (x, width), card, new in zip(places, hand.value.cards, hand.value.fresh, strict=True):
            middle = "".join(row[x : x + width] for row in _rows(hand)[2:5])
            if card[:-1].isdigit() and not new:
                assert sum(middle.count(suit) for suit in "♠♥♦♣") == int(card[:-1]), card
