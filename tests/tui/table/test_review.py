"""Looking back while the match goes on, as the one who watches and the one who plays see it."""

import re
from itertools import pairwise

import pytest

from engine.api import EVERY_SEAT, UNKNOWN, View, counted, find_game, games
from net.match.visibility import SpectatorView
from tests.harness.tabletop import TableApp, Tabletop, new_table
from tests.tui.scenes_table import hearts, spectated
from tui.table.game_words import read_layout
from tui.table.recording import LiveReview
from tui.table.screen import TableScreen

from ...harness.screens import settled


async def test_who_watches_steps_back_with_left_and_is_at_live_again_with_end() -> None:
    app = TableApp(spectated(30))
    async with app.run_test(size=(80, 24)) as pilot:
        now = await settled(pilot)
        await pilot.press("left")
        text = await settled(pilot)
        assert "Event 57 of 58" in text
        assert "match goes on" in text
        assert "LOOKING BACK 57/58" in text
        await pilot.press("home")
        assert "deal 1" in await settled(pilot)
        await pilot.press("end")
        assert await settled(pilot) == now


async def test_nothing_goes_on_while_one_looks_back_over_a_match_that_is_over() -> None:
    table = Tabletop(new_table("hearts", options={"limit": 1}), 0, others_play=False).begin()
    table.drive(lambda table: table.over is not None)
    app = TableApp(table)
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        await pilot.press("escape", "comma")
        text = await settled(pilot)
        assert re.search(r"Event \d+ of \d+ · deal 1, 13 tricks taken\n", text)
        assert "goes on" not in text


async def test_new_events_come_while_one_looks_back() -> None:
    top = spectated(30)
    app = TableApp(top)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("left", "left")
        before = await settled(pilot)
        seat = top.table.acting()[0]
        decision = top.table.decision(seat)
        assert decision is not None
        top.tell(top.table.play(seat, decision.id, decision.default))
        after = await settled(pilot)
        assert "Event 56 of 58" in before
        assert f"Event 56 of {len(top.view.events)}" in after
        await pilot.press("escape")
        assert "LOOKING BACK" not in await settled(pilot)


async def test_a_player_looks_back_with_a_letter_is_told_when_asked_and_makes_no_move_there() -> None:
    top = hearts(0, 2)
    app = TableApp(top)
    async with app.run_test(size=(80, 24)) as pilot:
        now = await settled(pilot)
        await pilot.press("comma")
        text = await settled(pilot)
        assert "The table waits for your answer. Press End to answer." in text
        await pilot.press("left", "space", "comma")
        await pilot.press("left", "1", "p", "end")
        assert await settled(pilot) == now
        assert not top.sent


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_deal_is_gone_back_by_up_and_a_card_by_page_up(size: tuple[int, int]) -> None:
    app = TableApp(spectated(30))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("up")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        past = screen.state.review.past
        assert past is not None
        assert past.place == past.deals[0]
        await pilot.press("pagedown")
        one_card_on = past.place
        assert one_card_on > past.deals[0]
        await pilot.press("pagedown")
        assert past.place > one_card_on
        await pilot.press("pageup")
        assert past.place == one_card_on


def test_one_looks_back_at_no_more_than_one_knew() -> None:
    top = hearts(0, 5)
    past = LiveReview(top.view, str)
    past.note()
    past.go(past.length)
    assert past.view.zones == top.view.zones
    past.go(past.deals[0])
    assert (len(past.view.zone("hand", 0)), past.view.deal) == (13, 1)  # all is dealt, and nothing played
    assert set(past.view.zone("hand", 1)) == {UNKNOWN}
    assert UNKNOWN not in past.view.zone("hand", 0)


def test_who_looks_at_all_hands_sees_them_when_looking_back() -> None:
    table = new_table("hearts")
    view = View(table.game, 4, dict(table.options), EVERY_SEAT)
    for number, event in enumerate(table.start()):
        view.absorb(number, event)
    past = LiveReview(view, str)
    past.note()
    past.go(past.length)
    assert all(UNKNOWN not in past.view.zone("hand", seat) for seat in range(4))
    assert past.view.viewer is None


async def test_all_hands_lie_open_for_who_looks_at_them_and_fit_a_small_terminal() -> None:
    class Looking(Tabletop):
        """A table seen by somebody who looks at all hands."""

        seat = decision = offer = None

    top = Looking(new_table("hearts"), EVERY_SEAT, others_play=False, gaze=SpectatorView("hands"))
    top.tell(top.table.start())
    app = TableApp(top)
    async with app.run_test(size=(80, 24)) as pilot:
        text = await settled(pilot)
        assert "watching all hands, delayed" in text
        assert len(re.findall(r"(?:10|[2-9AJQK])[♣♦♠♥]", text)) >= 52
        assert all(len(line) <= 80 for line in text.splitlines())


# Tricks and turns.

GAMES = [meta.id for meta in games()]


def _watched(game: str, answers: int = 60, viewer: int | None = None) -> Tabletop:
    """A match of a game after so many answers of all seats."""
    top = Tabletop(new_table(game, seats=max(3, find_game(game).meta.least_seats)), viewer, others_play=False).begin()
    for _ in range(answers):
        step = top.table.step
        top.drive(lambda table, step=step: table.step > step, most=1)  # type: ignore[misc]
    return top


@pytest.mark.parametrize("game", GAMES)
def test_one_goes_by_tricks_where_there_are_tricks_and_by_turns_where_not(game: str) -> None:
    top = _watched(game)
    past = LiveReview(top.view, str)
    past.note()
    parts = past.parts
    assert parts.word == ("trick" if read_layout(top.view.game).centre == "trick" else "turn")
    assert len(parts.places) >= 3
    past.go(past.deals[0])
    forward = [past.place]
    while past.place < past.length:
        past.go(past.parts.from_here(past.place, 1))
        forward.append(past.place)
    assert forward == sorted({*forward})
    assert set(parts.places) <= set(forward)
    back = [past.place]
    while past.place > past.deals[0]:
        past.go(past.parts.from_here(past.place, -1))
        back.append(past.place)
    assert back == forward[::-1]


@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_a_match_can_be_drawn_the_middle_of_an_act_too(game: str, viewer: int | None) -> None:
    top = _watched(game, 80, viewer)
    past = LiveReview(top.view, str)
    seats = [(name, "") for name in top.names[: top.table.seats]]
    for place in range(past.length + 1):
        past.go(place)
        assert len(past.picture(seats).seats) == top.table.seats


def test_at_the_end_of_a_trick_it_lies_there_whole_with_who_took_it() -> None:
    top = _watched("hearts")
    past = LiveReview(top.view, str)
    past.note()
    for number, place in enumerate(past.parts.places[:3], start=1):
        past.go(place)
        shown = past.picture([(name, "") for name in top.names[:4]])
        assert len(shown.plays) == 4
        assert shown.taker is not None
        assert past.parts.words(place) == f"deal 1, {counted(number, 'trick')} taken"


def test_a_turn_begins_where_another_seat_is_asked_alone() -> None:
    top = _watched("khanhoo")
    past = LiveReview(top.view, str)
    past.note()
    asked = []
    for place in past.parts.places:
        past.go(place)
        (seat,) = past.view.acting()
        asked.append(seat)
    assert all(one != other for one, other in pairwise(asked))


def test_tricks_and_turns_are_found_as_they_come_just_as_afterwards() -> None:
    for game in ("hearts", "khanhoo"):
        top = _watched(game, 0)
        early = LiveReview(top.view, str)
        for _ in range(40):
            step = top.table.step
            top.drive(lambda table, step=step: table.step > step, most=1)  # type: ignore[misc]
            early.note()
        late = LiveReview(top.view, str)
        late.note()
        assert (early.parts.places, early.deals) == (late.parts.places, late.deals)


@pytest.mark.parametrize(("game", "word"), [("hearts", "trick"), ("khanhoo", "turn")])
async def test_comma_and_full_stop_go_by_tricks_or_turns_and_the_bar_says_so(game: str, word: str) -> None:
    app = TableApp(_watched(game, 40))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("comma")
        text = await settled(pilot)
        assert f", . {word}" in text.splitlines()[-1]
        told = r"\d+ tricks? taken" if word == "trick" else r"turn \d+"
        assert re.search(rf"Event \d+ of \d+ · deal 1, {told} · match goes on", text)
        screen = app.screen
        assert isinstance(screen, TableScreen)
        past = screen.state.review.past
        assert past is not None
        there = past.place
        assert there in past.parts.places
        await pilot.press("comma", "full_stop")
        await settled(pilot)
        assert past.place == there


async def test_help_scores_and_people_open_while_one_looks_back() -> None:
    app = TableApp(spectated(30))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("left", "left")
        there = await settled(pilot)
        for key, words in (
            ("question_mark", "Comma and full stop: one trick"),
            ("tab", "Deal 1 so far"),
            ("u", "People"),
            ("v", "Log"),
        ):
            await pilot.press(key)
            assert words in " ".join((await settled(pilot)).split())
            await pilot.press("escape")
            assert await settled(pilot) == there
