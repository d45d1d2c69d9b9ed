"""Rulebooks: the list of them, search, and what a table does not use."""

import pytest

from engine.api import find_game, games
from engine.play.rulebook import parse_rulebook
from tui.forms.rulebooks import as_shown
from tui.screens.book_text import BookText
from tui.screens.books import BooksScreen
from tui.screens.rules import RulesScreen
from tui.widgets.glyphs import ASCII
from tui.widgets.key_bar import KeyBar
from tui.widgets.list import RowList
from tui.widgets.page import Page, wrap_table

from ...harness.screens import settled, until, until_asked
from ..scene import shown
from ..scenes import LARGE, LEAST, SMALL, ascii_room, in_lobby, room

TEXT = """# Snap

## §0 The game on one page

- **Goal:** get all cards.
- **End:** nobody else has a card.

| pair | points | example |
| --- | --- | --- |
| two jokers | 5 | any two |

## §1 Snapping

**§1.1** *rule* Snap two cards of one rank.

**§1.2** *house rule* A false snap costs a card.
> Source: "he pays a forfeit."

<!-- if omnibus -->
**§1.3** The jack of diamonds snaps all.

<!-- if omnibus -->
## §2 Jokers

Two jokers are added.

**§2.1** *rule* A joker snaps any card.

<!-- if omnibus -->
## §3 Passing

**§3.1** *rule* Pass the jack.

## §4 Advice

**§4.1** Be quick.
"""


async def test_the_rulebook_opens_at_the_paragraph_that_is_cited() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.open_rules("hearts", "§5.1")
        await settled(pilot)
        await settled(pilot)
        page = app.screen.query_one(Page)
        assert page.anchor_at_top == "5.1"


async def test_a_search_goes_to_each_paragraph_in_turn() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r", "enter", "slash")
        await until_asked(pilot)
        await pilot.press(*"queen", "enter")
        text = await settled(pilot)
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        found = screen.book.search("queen")
        assert f"1 of {len(found)}: §{found[0].number}" in text
        await pilot.press("full_stop")
        assert f"2 of {len(found)}: §{found[1].number}" in await settled(pilot)
        await pilot.press("comma", "comma")
        assert f"{len(found)} of {len(found)}" in await settled(pilot)
        await pilot.press("escape", "escape", "escape")
        await settled(pilot)
        assert len(app.screen_stack) == 1


async def test_the_sections_are_shown_beside_the_text_where_both_have_room() -> None:
    app = room()
    async with app.run_test(size=LARGE) as pilot:
        app.open_rules("hearts")
        await settled(pilot)
        page, sections = app.screen.query_one(Page), app.screen.query_one(RowList)
        page.focus()
        for size in (LARGE, SMALL, LARGE):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert sections.display is (size == LARGE), size
        await pilot.resize_terminal(*SMALL)
        sections.display = True
        sections.focus()
        await settled(pilot)
        assert sections.display


async def test_a_search_without_a_find_says_so() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r", "enter", "slash")
        await until_asked(pilot)
        await pilot.press(*"zeppelin", "enter")
        assert "This book does not contain 'zeppelin'" in await settled(pilot)


async def test_the_sections_lead_the_text() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r", "enter", "down", "down", "down")
        await settled(pilot)
        assert app.screen.query_one(Page).anchor_at_top == "3"


@pytest.mark.parametrize("size", [SMALL, LEAST, LARGE])
async def test_the_text_has_the_whole_width_while_it_is_read(size: tuple[int, int]) -> None:
    app = room()
    async with app.run_test(size=size) as pilot:
        app.open_rules("hearts", "5.1")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen) and isinstance(app.screen.focused, Page))
        page, sections = app.screen.query_one(Page), app.screen.query_one(RowList)
        assert sections.display is (size == LARGE)
        assert size == LARGE or page.size.width == size[0]
        assert page.anchor_at_top == "5.1"
        assert "Tab sections" in await settled(pilot)
        await pilot.press("tab")
        await settled(pilot)
        assert sections.display
        assert sections.has_focus
        assert page.anchor_at_top == "5.1"
        assert "Tab read" in await settled(pilot)


@pytest.mark.slow
async def test_no_title_of_a_section_is_cut_at_the_usual_size() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        for meta in games():
            app.open_rules(meta.id, "")
            await until(pilot, lambda: isinstance(app.screen, RulesScreen) and app.screen.focused is not None)
            await settled(pilot)
            rows = shown(app.screen.query_one(RowList))
            headings = [section.heading for section in find_game(meta.id).rulebook.sections]
            assert [heading for heading in headings if heading not in rows] == []
            await pilot.press("escape")


async def test_the_page_keys_turn_the_text_while_the_sections_have_the_keys() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r", "enter")
        await settled(pilot)
        page = app.screen.query_one(Page)
        before = page.top
        await pilot.press("pagedown")
        assert page.top > before
        await pilot.press("pageup")
        assert page.top == before


async def test_every_paragraph_can_be_read() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r", "enter", "tab")
        await settled(pilot)
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        seen = ""
        page = screen.query_one(Page)
        for _ in range(200):
            seen += shown(page)
            if page.top == page.deepest:
                break
            await pilot.press("space")
        assert all(f" {paragraph.number} " in seen for paragraph in screen.book.paragraphs)


async def test_the_menu_opens_the_list_of_all_books_at_the_game_played_last() -> None:
    app = room(last_game="khamul")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r")
        text = await settled(pilot)
        assert all(f" {meta.title} " in text for meta in games())
        assert "2 to 8 players, with English Khanhoo" in text
        rows = app.screen.query_one(RowList)
        assert rows.current is not None
        assert rows.current.id == "khamul"
        await pilot.press("enter")
        assert "Rules of Khamul" in await settled(pilot)


async def test_a_search_of_all_books_lists_headings_first_and_opens_what_was_found() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("r", "slash")
        await until_asked(pilot)
        await pilot.press(*"the deal", "enter")
        text = await settled(pilot)
        rows = app.screen.query_one(RowList)
        ids = [row.id for row in rows.rows]
        assert ids[0] == "Headings"
        assert ids.index("Rules") < len(ids) - 1
        books = {meta.id: find_game(meta.id).rulebook for meta in games()}
        headings = [game for game, book in books.items() if any("The deal" in each.heading for each in book.sections)]
        assert len(headings) > 1
        assert all(any(row.startswith(f"{game} ") for row in ids[: ids.index("Rules")]) for game in headings)
        assert "Found 'the deal' in " in text
        rows.go_to(ids[ids.index("Rules") + 1])
        game, _, number = ids[ids.index("Rules") + 1].partition(" ")
        await pilot.press("enter")
        await settled(pilot)
        assert f"Rules of {find_game(game).rulebook.title}" in await settled(pilot)
        assert app.screen.query_one(RowList).current.id == number.partition(".")[0]  # type: ignore[union-attr]
        await pilot.press("full_stop")
        assert f" of {len(find_game(game).rulebook.search('the deal'))}: " in await settled(pilot)
        await pilot.press("escape")
        assert "Headings" in await settled(pilot)
        await pilot.press("escape")
        assert "2 to 8 players" in await settled(pilot)
        await pilot.press("escape")
        await settled(pilot)
        assert len(app.screen_stack) == 1


async def test_a_search_of_all_books_without_a_hit_says_so() -> None:
    app = room()
    async with app.run_test(size=LEAST) as pilot:
        await pilot.press("r", "slash")
        await until_asked(pilot)
        await pilot.press(*"zeppelin", "enter")
        assert "No rulebook contains 'zeppelin'." in await settled(pilot)
        await pilot.press("enter")
        assert isinstance(app.screen, BooksScreen)


@pytest.mark.parametrize("is_cited", [False, True])
async def test_one_key_widens_the_search_of_a_book_to_all_books(is_cited: bool) -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        if is_cited:
            app.open_rules("hearts", "5.1")
            await settled(pilot)
        else:
            await pilot.press("r", "enter")
        deep = len(app.screen_stack)
        await pilot.press("slash")
        await until_asked(pilot)
        await pilot.press(*"pack", "enter", "a")
        text = await settled(pilot)
        assert isinstance(app.screen, BooksScreen)
        assert "Found 'pack' in " in text
        assert len({row.id.partition(" ")[0] for row in app.screen.query_one(RowList).rows if row.is_on}) > 3
        assert len(app.screen_stack) == (deep if is_cited else deep - 1)


@pytest.mark.parametrize("game", [meta.id for meta in games()])
def test_in_ascii_a_book_has_no_sign_that_is_shown_as_a_question_mark(game: str) -> None:
    book = find_game(game).rulebook
    for text in (book.intro, *(part.plain for part in book.parts), *(each.source for each in book.paragraphs)):
        written = as_shown(text, find_game(game), "latin", ascii=True)
        assert ASCII.plain(written).count("?") == text.count("?")
    assert as_shown("Eyes (眼, ngán) are a pair (對).", find_game(game), "latin", ascii=True) == (
        "Eyes (ngan) are a pair."
    )


def test_what_a_table_does_not_use_is_a_line_for_each_run() -> None:
    book = parse_rulebook(TEXT)
    folded = BookText(book, {"omnibus": False}, shows_all=False).blocks()
    assert [block.text for block in folded if "not used" in block.text] == [
        "§1.3 is not used at this table. f shows it.",
        "§2 and §3 are not used at this table. f shows them.",
    ]
    assert not any("joker snaps" in block.text for block in folded)
    for text in (
        BookText(book, {"omnibus": True}, shows_all=False).blocks(),
        BookText(book, {}, shows_all=True).blocks(),
    ):
        assert not any("not used" in block.text for block in text)
        assert any("joker snaps" in block.text for block in text)
    opened = BookText(book, {"omnibus": False}, shows_all=True).blocks()
    assert [block.text for block in opened if "not used" in block.text] == [
        "§1.3 is not used at this table. f hides it.",
        "§2 and §3 are not used at this table. f hides them.",
    ]
    assert {block.role for block in opened if block.anchor in ("1.3", "2", "2.1", "3")} == {"faint"}


def test_a_house_rule_says_so_and_shows_its_source_dimmed() -> None:
    blocks = BookText(parse_rulebook(TEXT), {}, shows_all=True).blocks()
    start = next(place for place, block in enumerate(blocks) if block.anchor == "1.2")
    assert [(block.lead, block.text, block.role) for block in blocks[start : start + 3]] == [
        ("1.2", "house rule", "turn"),
        ("", "A false snap costs a card.", "felt"),
        ("", 'Source: "he pays a forfeit."', "faint"),
    ]


@pytest.mark.parametrize("width", [60, 30, 12, 3])
def test_the_columns_of_a_table_fit_the_page_and_lose_no_word(width: int) -> None:
    rows = next(block.table for block in BookText(parse_rulebook(TEXT), {}, shows_all=True).blocks() if block.table)
    assert rows == (("pair", "points", "example"), ("two jokers", "5", "any two"))
    lines = wrap_table(rows, width)
    assert all(len(line) <= max(width, 7) for row in lines for line in row)
    if width >= 30:
        assert lines == [["pair        points  example"], ["two jokers  5       any two"]]
    letters = sorted("".join("".join(row) for row in rows).replace(" ", ""))
    assert sorted("".join("".join(row) for row in lines).replace(" ", "")) == letters


async def test_f_shows_and_hides_what_the_table_does_not_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RulesScreen, "book", parse_rulebook(TEXT))
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        app.open_rules("hearts", "1.1", {"omnibus": False})
        await settled(pilot)
        page, sections = app.screen.query_one(Page), app.screen.query_one(RowList)
        assert "f show unused" in await settled(pilot)
        assert [row.id for row in sections.rows] == ["0", "1", "4"]
        await pilot.press("f")
        assert "f hide unused" in await settled(pilot)
        assert [row.id for row in sections.rows] == ["0", "1", "2", "3", "4"]
        assert "§1.3 is not used at this table. f hides it." in " ".join(shown(page).split())
        assert page.go_to("3")
        await pilot.press("f")
        await settled(pilot)
        assert "§2 and §3 are not used at this table." in " ".join(shown(page).split())


async def test_a_cited_paragraph_is_opened_though_the_table_does_not_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RulesScreen, "book", parse_rulebook(TEXT))
    app = room()
    async with app.run_test(size=LEAST) as pilot:
        app.open_rules("hearts", "2.1", {"omnibus": False})
        await settled(pilot)
        await until(pilot, lambda: "A joker snaps" in shown(app.screen.query_one(Page)))
        await pilot.press("f", "slash")
        await until_asked(pilot)
        await pilot.press(*"jack", "enter")
        await until(pilot, lambda: "The jack of" in shown(app.screen.query_one(Page)))


@pytest.mark.slow
async def test_a_book_opened_without_a_table_folds_nothing() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        for meta in games():
            app.open_rules(meta.id)
            await settled(pilot)
            sections = [row.id for row in app.screen.query_one(RowList).rows]
            assert sections == [section.number for section in find_game(meta.id).rulebook.sections]
            assert "f" not in {hint.key for hint in app.screen.query_one(KeyBar).value}
            await pilot.press("f")
            assert "All rules are shown." in await settled(pilot)
            await pilot.press("escape")


async def test_the_lobby_opens_the_book_with_the_options_of_the_table() -> None:
    app = room()
    async with app.run_test(size=SMALL) as pilot:
        await in_lobby()(pilot)
        await pilot.press("r")
        await settled(pilot)
        assert isinstance(app.screen, RulesScreen)
        assert app.session is not None
        assert app.session.info is not None
        hearts = find_game("hearts")
        assert app.session.info.game == "hearts"
        assert app.screen.options == hearts.complete_options(dict(app.session.info.options), 4)


@pytest.mark.slow
async def test_all_books_can_be_read_in_ascii_in_the_least_window() -> None:
    app = ascii_room()
    async with app.run_test(size=LEAST) as pilot:
        await pilot.press("r")
        assert (await settled(pilot)).isascii()
        for meta in games():
            app.open_rules(meta.id, "", meta.resolve({}))
            text = await settled(pilot)
            assert text.isascii()
            assert "??" not in shown(app.screen.query_one(Page))
            assert "/ search  " in text
            assert "? help" in text
            await pilot.press("escape")
