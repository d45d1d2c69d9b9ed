"""Every lesson is learned in the app, by keys alone, until it says that it is done."""

from typing import Any

import pytest
from rich.style import Style
from textual.pilot import Pilot

from engine.api import Lesson, LessonRun, Move, find_game, games, lessons_of, recommended_by, run_again
from net.host.config import HostConfig
from tui.app import KhanhooApp
from tui.config.settings import Settings
from tui.config.terminal import Terminal
from tui.config.themes import PALETTES, faded, look_of, styles_of
from tui.screens.menu import MenuScreen
from tui.session.connection import TableConnection
from tui.session.lesson_progress import LessonProgress
from tui.session.lesson_session import LessonSession
from tui.table.geometry import PANEL
from tui.table.key_actions import Submit, go_on
from tui.table.lesson.panel import LessonText
from tui.table.lesson.screen import LessonScreen
from tui.table.lesson.spotlight import point_at
from tui.widgets.canvas import Canvas

from ...harness.screens import until, until_shown
from ...harness.slow import slow

LESSONS = {lesson.id: lesson for meta in games() for lesson in lessons_of(find_game(meta.id))}
USUAL, SMALL = (80, 24), (60, 20)
KHANHOO = LESSONS["khanhoo"]
MOST_PARTS = 8
"""So many parts of a move Enter takes at most."""


def room() -> KhanhooApp:
    return KhanhooApp(
        Settings(name="Ann", pace="instant", bell=False, guard=False), terminal=Terminal(colours="truecolor")
    )


async def begin(app: KhanhooApp, pilot: Pilot[Any], lesson: Lesson) -> LessonScreen:
    """Open a lesson, and wait for its step to be told."""
    await until_shown(pilot, "Choose a game")
    app.open_screen("lesson", lesson)
    await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen.is_mounted)
    assert isinstance(app.screen, LessonScreen)
    await told(pilot, app.screen, app.screen.lesson_session.run.place)
    return app.screen


async def told(pilot: Pilot[Any], screen: LessonScreen, place: int) -> None:
    """Wait until a step is told and drawn."""

    def is_told() -> bool:
        run = screen.lesson_session.run
        is_drawn = run.step is None or not run.step.want or screen.state.chooser.decision == run.decision()
        return run.place == place and run.is_ready and is_drawn

    await until(pilot, is_told)


def assert_fits(screen: LessonScreen) -> None:
    """The text of the step has room at the usual size, and at the smallest."""
    text = screen.query_one(LessonText)
    for width, height in ((USUAL[0], PANEL - 1), (SMALL[0], PANEL)):
        assert len(text.lines(width, height)) <= height, text.value.says


async def learn_step(pilot: Pilot[Any], screen: LessonScreen) -> None:
    """Do the step that is told: Enter where it is only read, else the hint, and its key again."""
    run = screen.lesson_session.run
    assert run.step is not None
    screen.filled(run.step.say)
    assert point_at(screen.look(), run.step.show, run.wanted())
    screen._keys.hints(run.step.show)
    for text in run.step.wrong.values():
        assert "{" not in screen.filled(text)
    assert_fits(screen)
    place = run.place
    if not run.step.want:
        await pilot.press("enter")
    else:
        assert_enter_is_wanted(screen)
        await pilot.press("h")
        await until(pilot, lambda: screen.state.hint is not None and screen.state.hint.move is not None)
        await pilot.press("h")
    await told(pilot, screen, place + 1)


def assert_enter_is_wanted(screen: LessonScreen) -> None:
    """Enter makes the move that the step asks for, part by part, and no line recommends another one."""
    run, state = screen.lesson_session.run, screen.state
    assert run.step is not None
    recommended = recommended_by(state.look().insight)
    assert recommended is None or recommended.verb in [move.verb for move in run.wanted()]
    entered = next(action for _ in range(MOST_PARTS) if isinstance(action := go_on(state), Submit))
    assert run.step.wants(entered.move.in_order(run.table.deck)), (entered.move, run.wanted())
    words = state.layout.verb(entered.move.verb)
    assert state.doubt(entered.move, by_enter=True) in ("", words.confirm, words.confirm_unseen)
    assert "{next}" not in run.step.say, "another key would change what Enter does"


@pytest.mark.parametrize(
    "lesson", [KHANHOO, *slow(lesson for lesson in LESSONS.values() if lesson != KHANHOO)], ids=lambda lesson: lesson.id
)
async def test_a_lesson_is_learned_by_keys_and_ends_with_done(lesson: Lesson) -> None:
    app = room()
    async with app.run_test(size=USUAL) as pilot:
        screen = await begin(app, pilot, lesson)
        while screen.lesson_session.run.step is not None:
            await learn_step(pilot, screen)
        text = await until_shown(pilot, "Done.")
        assert_fits(screen)
        assert "The lesson is done." in text
        assert "Enter  play a first game" in text
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, LessonScreen))
    assert LessonProgress().is_done(lesson)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", [KHANHOO, LESSONS["khamul"], LESSONS["chinaso"]], ids=lambda lesson: lesson.id)
async def test_a_lesson_is_learned_by_mouse_alone(lesson: Lesson) -> None:
    app = room()
    async with app.run_test(size=USUAL) as pilot:
        screen = await begin(app, pilot, lesson)
        while (step := screen.lesson_session.run.step) is not None:
            place = screen.lesson_session.run.place
            if step.want:
                await click(pilot, "hint")
                await until(pilot, lambda: screen.state.hint is not None and screen.state.hint.move is not None)
            await click(pilot, "do it" if step.want else "go on")
            await told(pilot, screen, place + 1)
        await until_shown(pilot, "Done.")
        await click(pilot, "leave")
        await until(pilot, lambda: app.screen is not screen)


async def click(pilot: Pilot[Any], words: str) -> None:
    """Click on words in the lowest row that has them."""
    rows = (await until_shown(pilot, words)).split("\n")
    row = max(place for place, text in enumerate(rows) if words in text)
    await pilot.click(offset=(rows[row].index(words), row))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
async def test_every_kind_of_wrong_move_is_answered_and_put_back(lesson: Lesson) -> None:
    session = LessonSession(lesson, [], lambda news: None)
    run = session.run
    while run.step is not None:
        while not run.is_ready:
            session.play_line()
        decision, wanted = run.decision(), run.wanted()
        if decision is None:
            session.next_step()
            continue
        wrong = {move.verb: move for move in run.legal() if move not in wanted}
        for move in wrong.values():
            before = (run.place, len(run.events), list(run.answers))
            outcome = await session.submit(decision.id, move)
            assert not outcome.accepted
            assert outcome.reason == run.step.wrong[move.verb]
            assert (run.place, len(run.events), run.answers, run.decision()) == (*before, decision)
        assert (await session.submit(decision.id, wanted[0])).accepted


async def test_a_lesson_that_was_left_goes_on_where_it_was_or_begins_again() -> None:
    app = room()
    async with app.run_test(size=USUAL) as pilot:
        screen = await begin(app, pilot, KHANHOO)
        await learn_step(pilot, screen)
        await learn_step(pilot, screen)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is not screen)
        app.open_screen("learn")
        await until_shown(pilot, "step 3 of 9")
        await pilot.press("enter")
        await until_shown(pilot, "You left this lesson at step 3 of 9.")
        await pilot.press("enter")
        await until_shown(pilot, "Your turn: discard a card.")
        assert "3/9 You drew 6♦" in await until_shown(pilot, "3/9")
        await pilot.press("escape")
        await until_shown(pilot, "step 3 of 9")
        await pilot.press("enter")
        await until_shown(pilot, "You left this lesson at step 3 of 9.")
        await pilot.press("1")
        await until_shown(pilot, "1/9 Put your fifteen cards")


async def test_after_a_lesson_comes_the_next_one_of_its_game() -> None:
    app = room()
    moon = LESSONS["hearts/moon"]
    LessonProgress().note(LESSONS["hearts"], answers_to_all_but_one(LESSONS["hearts"]))
    async with app.run_test(size=USUAL) as pilot:
        screen = await begin(app, pilot, LESSONS["hearts"])
        await pilot.press("enter")
        await learn_step(pilot, screen)
        await until_shown(pilot, f"next lesson: {moon.title}")
        await pilot.press("1")
        await until_shown(pilot, "1/8 Hearts and")


async def test_the_end_of_a_lesson_leads_to_a_game_with_its_rules_and_easy_bots_which_are_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[HostConfig] = []

    async def start(_: TableConnection, config: HostConfig, notice: str) -> None:
        opened.append(config)

    monkeypatch.setattr(TableConnection, "_start_table", start)
    app = room()
    before = app.settings
    lesson = LESSONS["hearts/moon"]
    LessonProgress().note(lesson, answers_to_all_but_one(lesson))
    async with app.run_test(size=USUAL) as pilot:
        screen = await begin(app, pilot, lesson)
        await pilot.press("enter")
        await learn_step(pilot, screen)
        await until_shown(pilot, "Enter  play a first game")
        await pilot.press("enter")
        await until(pilot, lambda: bool(opened))
    assert (opened[0].game, opened[0].seats, set(opened[0].bots)) == ("hearts", 4, {"easy"})
    assert opened[0].options == lesson.options
    assert app.settings == before


def answers_to_all_but_one(lesson: Lesson) -> list[Move | None]:
    """What does every step of a lesson but its last."""
    run = LessonRun(lesson)
    while run.place < len(lesson.steps) - 1:
        run = run_again(lesson, [*run.answers, next(iter(run.wanted()), None)])
    return run.answers


@pytest.mark.parametrize("colours", ["truecolor", "standard", "none"])
async def test_what_a_step_points_at_is_bright_and_the_rest_dark(colours: str) -> None:
    app = KhanhooApp(Settings(name="Ann", pace="instant", bell=False, guard=False), terminal=Terminal(colours=colours))
    async with app.run_test(size=USUAL) as pilot:
        screen = await begin(app, pilot, KHANHOO)
        await learn_step(pilot, screen)
        board, look = screen.board, look_of(app)
        assert screen.lesson_session.run.step is not None
        assert screen.lesson_session.run.step.show == ("discard", "key:leave")
        assert look.card("C", "lit") in styles(board.centre)
        assert look["back"] not in styles(board.centre, board.centre.glyphs.back)
        await pilot.press("l")
        await told(pilot, screen, 2)
        assert look.card("C", "lit") not in styles(board.centre)
        heads = {segment.style for segment in board.hand.strip(0, 0, board.hand.size.width) if segment.text.strip()}
        assert heads == {faded(look[role], look["ground"]) for role in ("felt", "faint")}, "no half of a word is bright"


@pytest.mark.parametrize("theme", PALETTES)
def test_a_faded_cell_keeps_a_background(theme: str) -> None:
    look = styles_of(theme)
    for style in (*look.words.values(), *look.cards.values(), Style(), Style(color="red"), Style(bgcolor="red")):
        shown = faded(style, look["ground"])
        assert shown.bgcolor is not None
        assert not shown.bgcolor.is_default


def styles(part: Canvas, sign: str = "") -> set[Style | None]:
    """The styles of all that a part of the table shows. sign: only where it stands."""
    lines = (part.strip(y, 0, part.size.width) for y in range(part.size.height))
    return {segment.style for line in lines for segment in line if sign in segment.text}


async def test_an_answer_names_each_card_once_in_its_own_writing() -> None:
    app = room()
    async with app.run_test(size=USUAL) as pilot:
        screen = await begin(app, pilot, LESSONS["kanhu_ming"])
        await learn_step(pilot, screen)
        await learn_step(pilot, screen)
        await pilot.press("right", "left", "enter")
        assert "Lead C9 九文 S1\n" in await until_shown(pilot, "is your best lead")


async def test_a_numbered_list_prints_cards_as_the_table_does() -> None:
    app = room()
    lesson = LESSONS["chinaso/jokers"]
    async with app.run_test(size=USUAL) as pilot:
        screen = await begin(app, pilot, lesson)
        for _ in range(5):
            await learn_step(pilot, screen)
        await pilot.press("e")
        await until_shown(pilot, "in J♦ ★ K♦; the joker becomes 10♦")


async def test_a_wrong_move_is_answered_and_a_step_is_taken_back() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        screen = await begin(app, pilot, KHANHOO)
        await pilot.press("h")
        await until_shown(pilot, "Nothing to decide here. Press Enter.")
        await pilot.press("enter")
        await told(pilot, screen, 1)
        await pilot.press("t")
        await until_shown(pilot, "You may take Q♣, but it completes no meld of yours.")
        await pilot.press("l")
        await told(pilot, screen, 2)
        await pilot.press("z")
        await until_shown(pilot, "2/9 Cedar discarded Q♣.")
        await pilot.press("l")
        await until_shown(pilot, "3/9 You drew 6♦")


async def test_while_the_others_move_nothing_is_asked() -> None:
    app = KhanhooApp(Settings(name="Ann", pace="slow", bell=False, guard=False), terminal=Terminal(colours="truecolor"))
    LessonProgress().note(KHANHOO, answers_to_all_but_one(KHANHOO)[:2])
    async with app.run_test(size=SMALL) as pilot:
        screen = await begin(app, pilot, KHANHOO)
        await pilot.press("enter")
        await until_shown(pilot, "3/9 You drew 6♦")
        screen._line.begin = lambda after_s: None  # type: ignore[method-assign]  # the others take their time
        await pilot.press("h")
        await until(pilot, lambda: screen.state.hint is not None and screen.state.hint.move is not None)
        await pilot.press("h")
        text = await until_shown(pilot, "4/9 Watch what the other players do.")
        assert "Now discard" not in text


async def test_the_panel_names_the_key_that_the_prompt_names() -> None:
    app, lesson = room(), LESSONS["khanhoo/english_honour"]
    run = LessonRun(lesson)
    while run.step is None or "accept" not in [move.verb for move in run.step.want]:
        run = run_again(lesson, [*run.answers, next(iter(run.wanted()), None)])
    LessonProgress().note(lesson, run.answers)
    async with app.run_test(size=USUAL) as pilot:
        await begin(app, pilot, lesson)
        await pilot.press("enter")
        text = await until_shown(pilot, "Enter  accept")
        assert "Enter accept" in text
        assert "2 accept" not in text


async def test_an_illegal_move_gets_the_refusal_of_the_rules_and_r_opens_the_paragraph_of_the_step() -> None:
    app = room()
    async with app.run_test(size=USUAL) as pilot:
        await begin(app, pilot, KHANHOO)
        await pilot.press("r")
        await until_shown(pilot, "Rules of Khanhoo")


async def test_the_key_of_the_menu_begins_the_lesson_of_the_game_under_the_cursor() -> None:
    app = room()
    async with app.run_test(size=USUAL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, MenuScreen))
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen) and app.screen.is_mounted)
        await pilot.press("escape")
        await until_shown(pilot, "Learn")


async def test_a_preset_without_a_lesson_of_its_own_begins_that_of_the_game() -> None:
    app = room()
    async with app.run_test(size=USUAL) as pilot:
        await until_shown(pilot, "Choose a game")
        app.open_screen("learn", "chinaso/express")
        await until_shown(pilot, "Chinaso in four minutes")
        await until_shown(pilot, "1/9 A set is three or more cards of one rank")
