"""The sanitiser: whatever comes in, what comes out is one harmless line."""

import re
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.match.people import BOT_NAMES
from net.wire.sanitize import (
    CHAT_CELLS,
    NAME_CELLS,
    cells_of,
    clean_chat,
    clean_line,
    clean_name,
    clean_title,
    free_name,
    is_of_program,
    quoted,
    same_name,
)

ESC, CSI = "\x1b", "\x9b"

# Text in which the awkward is common: marks, joiners, directions, wide and invisible signs, and all the rest.
awkward = st.text(
    st.one_of(
        st.sampled_from(
            "ab \t\n\r\x00\x1b\x7f\x85\x9b\u00ad\u034f\u0301\u0323\u0345\u200b\u200d\u200e\u202e\u2066\u2069"
        ),
        st.sampled_from("\u2028\u2029\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufffe\ue000\U000e0041\U000f0000\ud800\udfff"),
        st.sampled_from("éÅKΩ\u0958\u09dc\u1100\u1161\u11a8가漢Ｗ♠♥🂡🀄👩🏽🇫🇷ﬁßİıʼnσς\u0f71\u0f72\u0f80"),
        st.characters(),
    ),
    max_size=80,
)


def is_harmless(text: str, cells: int) -> bool:
    categories = {unicodedata.category(char) for char in text}
    marks = longest = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char)[0] == "M" else 0
        longest = max(longest, marks)
    return (
        not categories & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        and unicodedata.is_normalized("NFC", text)
        and text == " ".join(text.split())
        and longest <= 2
        and not unicodedata.category(text[:1] or "a").startswith("M")
        and cells_of(text) <= cells
    )


@settings(max_examples=400, deadline=None)
@given(awkward, st.integers(1, 40))
def test_whatever_comes_in_a_harmless_line_comes_out(text: str, cells: int) -> None:
    assert is_harmless(clean_line(text, cells), cells)


@pytest.mark.parametrize(("sign", "width"), [("a", 1), ("♠", 1), ("漢", 2), ("🂡", 2), ("🀄", 2), ("\u4dc0", 2)])
def test_a_line_is_as_long_as_it_is_wide(sign: str, width: int) -> None:
    assert clean_line(sign * 30, 12) == sign * (12 // width)


@settings(max_examples=400, deadline=None)
@given(awkward, st.integers(1, 40))
def test_cleaning_what_is_clean_changes_nothing(text: str, cells: int) -> None:
    once = clean_line(text, cells)
    assert clean_line(once, cells) == once
    assert clean_line(once, cells + 5) == once


@pytest.mark.parametrize(
    "text", ["Ann", "O'Brien 3rd", "Zoë", "Łukasz", "Дмитрий", "北京", "Nguyễn", "ひろし", "क्षिति"]
)
def test_names_of_people_pass_unchanged(text: str) -> None:
    assert clean_name(text) == text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        (f"{ESC}[2Jboo", "[2Jboo"),
        (f"{ESC}]52;c;ZXZpbA==\x07x", "]52;c;ZXZpbA==x"),
        (f"{CSI}31mred", "31mred"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("\u2066x\u2069", "x"),
        ("tab\tand\r\nline\u2028end", "tab and line end"),
        ("  two   blanks ", "two blanks"),
        ("\u3164\u115f\u2800", ""),
        ("no\u00adbreak\u200b", "nobreak"),
        ("\ud800half", "half"),
        ("\ue000private", "private"),
        ("e\u0301", "é"),
        ("\u0301first", "first"),
        ("z" + "\u0335" * 40, "z\u0335\u0335"),
        ("♥\ufe0f", "♥"),
        ("[@click=app.quit]x[/]", "[@click=app.quit]x[/]"),
    ],
)
def test_what_could_harm_a_screen_is_gone(text: str, cleaned: str) -> None:
    assert clean_line(text) == cleaned


def test_a_name_has_16_cells_and_wide_signs_take_two() -> None:
    assert clean_name("x" * 100) == "x" * NAME_CELLS
    assert clean_name("漢" * 100) == "漢" * 8
    assert clean_name("x" + "漢" * 100) == "x" + "漢" * 7


def test_a_cut_leaves_no_blank_at_the_end() -> None:
    assert clean_line("abc def", 4) == "abc"


def test_chat_and_titles_have_their_own_lengths() -> None:
    assert len(clean_chat("y" * 1000)) == CHAT_CELLS
    assert len(clean_title("y" * 1000)) == 48


def test_a_megabyte_of_marks_is_not_looked_at_to_its_end() -> None:
    assert clean_name("a" + "\u0301" * 1_000_000 + "b") == "á\u0301\u0301"


def test_no_heap_of_marks_is_composed_since_that_takes_the_square_of_its_height(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    composed: list[str] = []
    real = unicodedata.normalize

    def normalize(form: Any, text: str) -> str:
        composed.append(text)
        return real(form, text)

    monkeypatch.setattr(unicodedata, "normalize", normalize)
    # Marks above and below stand in the wrong order: each would have to pass all of the others.
    assert clean_chat("a" + "\u0301" * 1_000 + "\u0323" * 1_000 + "b") == "á\u0301\u0301b"
    # A mark that comes apart into two, and one that is no mark until it does.
    assert len(clean_chat("a" + "\u0344" * 1_000 + "\u0f73" * 1_000)) <= 3
    heights = [max(len(run) for run in re.findall("[\u0300-\u036f\u0f71-\u0f84]*", text)) for text in composed]
    assert max(heights) <= 16


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann", "Ａｎｎ"),
        ("Straße", "STRASSE"),
        ("ﬁn", "FIN"),
        ("a b", "ab"),
        ("é", "e\u0301"),
        ("Ann", "\u0410nn"),  # a Cyrillic capital A
        ("Ben", "\u0392\u0435n"),  # a Greek Beta and a Cyrillic e
        ("Zoe", "\u0396\u03bf\u0435"),
        ("Вова", "вова"),
    ],
)
def test_names_that_people_would_take_for_the_same_are(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Дмитрий", "Dmitry"), ("Иван", "Ivan"), ("Νίκος", "Nikos"), ("Ann", "Anna")]
)
def test_names_that_nobody_takes_for_the_same_are_not(one: str, other: str) -> None:
    assert same_name(one) != same_name(other)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "You",
            "YOU",
            "You!",
            "(you)",
            "Y o u",
            "Yöu",
            "Y0u",
            "Ｙｏｕ",
            "𝐘𝐨𝐮",
            "ʏᴏᴜ",
            "Yоu",
            "Υου",
            "You, Bea",
            "You win",
        ),
        *("Your turn", "Yourturn", "Your tum", "Yоur тurn:", "Your", "Type quit", "Press Enter", "Chat from Bea"),
        *(
            "Host",
            "H0st",
            "The host",
            "Bot",
            "B0t",
            "Table",
            "Tab1e",
            "TabIe",
            "Ｔａｂｌｅ",
            "table:",
            "Dealer",
            "You ²",
        ),
    ],
)
def test_names_of_the_program(name: str) -> None:
    """A person who wants to be called like the program gets a number, also with letters that look alike."""
    free = free_name(clean_name(name), ())
    assert free == f"{clean_name(name)} 2"
    assert not is_of_program(free)
    assert free_name(free, [free]) != free


@pytest.mark.parametrize(
    "name",
    ["Ann", "Yousef", "Youna", "Hostess", "Tabea", "Al", "Guest", "Иван", "王", "1", "Bea 2", *BOT_NAMES],
)
def test_names_of_people(name: str) -> None:
    """No other name gets a number."""
    assert free_name(clean_name(name), ()) == name


@given(awkward)
def test_quoted_text_has_no_mark_inside(text: str) -> None:
    """Nobody can end the quotation of what they say, nor begin one in a name."""
    said = quoted(clean_chat(text))
    assert (said[0], said[-1], '"' in said[1:-1]) == ('"', '"', False)
    assert '"' not in clean_name(text)


@settings(max_examples=200, deadline=None)
@given(awkward)
def test_likeness_of_names_is_settled_in_one_step(text: str) -> None:
    assert same_name(same_name(text)) == same_name(text)


def test_no_sign_is_wider_on_the_screen_than_it_is_counted() -> None:
    from rich.cells import cell_len

    signs = [chr(code) for code in range(0x20, 0x30000) if clean_line(chr(code)) == chr(code)]
    assert len(signs) > 80_000
    assert [sign for sign in signs if cell_len(sign) > cells_of(sign)] == []
