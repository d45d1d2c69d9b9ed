"""The rulebook's parser and search."""

import pytest

from engine.play.rulebook import RulebookError, UnknownParagraph, parse_rulebook

TEXT = """# Snap

Two players, one pile.

## §1 The pack

Any pack will do.

**§1.1** Cards are dealt out evenly.

## §2 Snapping

**§2.1** *rule* Two cards of **one rank** together may be snapped.
Only the top two count:

- the top card
- the card below it

**§2.2** *rule* A false snap costs a card. In the Château manner it costs two.
**§2.10** The pile is shuffled at a jam.
"""


def test_a_paragraph_is_found_by_its_number_with_or_without_the_sign() -> None:
    book = parse_rulebook(TEXT)
    assert book.paragraph("2.2") is book.paragraph("§2.2")
    assert book.paragraph("2.2").heading == "Snapping"


def test_a_number_that_is_not_there_is_refused_with_the_games_name() -> None:
    with pytest.raises(UnknownParagraph, match=r"Snap has no §9\.9"):
        parse_rulebook(TEXT).paragraph("9.9")


def test_title_introduction_and_sections_come_in_the_order_of_the_pages() -> None:
    book = parse_rulebook(TEXT)
    assert (book.title, book.intro) == ("Snap", "Two players, one pile.")
    assert [(s.number, s.heading, s.intro) for s in book.sections] == [
        ("1", "The pack", "Any pack will do."),
        ("2", "Snapping", ""),
    ]
    assert [p.number for p in book.paragraphs] == ["1.1", "2.1", "2.2", "2.10"]


def test_the_rule_mark_tells_binding_paragraphs_from_remarks() -> None:
    assert [p.number for p in parse_rulebook(TEXT).paragraphs if p.is_rule] == ["2.1", "2.2"]


def test_a_paragraph_runs_on_over_lists_to_the_next_mark() -> None:
    text = parse_rulebook(TEXT).paragraph("2.1").text
    assert text.startswith("Two cards")
    assert text.endswith("- the card below it")


def test_plain_text_drops_the_emphasis() -> None:
    assert "cards of one rank together" in parse_rulebook(TEXT).paragraph("2.1").plain


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ("card", ["2.1", "2.2", "1.1"]),  # met whole before its mere beginning
        ("SNAP", ["2.2", "2.1", "2.10"]),  # whole in the text before the heading's beginning
        ("pile shuffled", ["2.10"]),
        ("chateau", ["2.2"]),
        ("§2", ["2.1", "2.2", "2.10"]),
        ("2.1", ["2.1"]),
        ("snap zebra", []),
        ("  ", []),
    ],
)
def test_search_finds_every_word_best_first(wanted: str, numbers: list[str]) -> None:
    assert [p.number for p in parse_rulebook(TEXT).search(wanted)] == numbers


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "empty"),
        ("Snap\n", "begins with its title"),
        ("# Snap\n**§1.1** Deal.\n", "before the first section"),
        ("# Snap\n## Pack\n", "a heading reads"),
        ("# Snap\n## §2 A\n## §2 B\n", "does not come after §2"),
        ("# Snap\n## §1 A\n**§2.1** Deal.\n", "§2.1 stands under §1"),
        ("# Snap\n## §1 A\n**§1.2** Deal.\n**§1.2** Again.\n", "out of order"),
        ("# Snap\n## §1 A\n**§1.1**\n", "a paragraph begins"),
    ],
)
def test_a_malformed_rulebook_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RulebookError, match=sentence):
        parse_rulebook(text)
