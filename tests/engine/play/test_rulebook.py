"""The rulebook's parser and search."""

import pytest

from engine.model.options import Option, OptionValue
from engine.play.rulebook import Clause, RulebookError, UnknownParagraph, parse_rulebook, with_titles

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
        ("SNAP", ["2", "2.2", "2.1", "2.10"]),  # the heading, then whole in the text before the heading's beginning
        ("any pack will", ["1"]),  # what stands under a heading
        ("pile shuffled", ["2.10"]),
        ("chateau", ["2.2"]),
        ("§2", ["2", "2.1", "2.2", "2.10"]),
        ("2.1", ["2.1"]),
        ("snap zebra", []),
        ("  ", []),
    ],
)
def test_search_finds_every_word_best_first(wanted: str, numbers: list[str]) -> None:
    assert [p.number for p in parse_rulebook(TEXT).search(wanted)] == numbers


def test_only_what_the_heading_itself_answers_is_found_as_a_heading() -> None:
    book = parse_rulebook(TEXT)
    assert [(hit.number, hit.is_heading) for hit in book.search("pack")] == [("1", True), ("1.1", False)]
    assert [(hit.number, hit.is_heading) for hit in book.search("pack will")] == [("1", False)]


def test_hits_of_several_books_sort_headings_first() -> None:
    snap, other = parse_rulebook(TEXT), parse_rulebook("# Old\n## §7 Piles and snaps\n\n**§7.1** Snap, snap, snap!\n")
    found = [(book.title, hit.number) for book in (snap, other) for hit in book.search("snap")]
    ranks = [hit.rank for book in (snap, other) for hit in book.search("snap")]
    ordered = [entry for _, entry in sorted(zip(ranks, found, strict=True), key=lambda pair: pair[0])]
    assert ordered == [("Snap", "2"), ("Old", "7"), ("Old", "7.1"), ("Snap", "2.2"), ("Snap", "2.1"), ("Snap", "2.10")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "empty"),
        ("Snap\n", "begins with its title"),
        ("# Snap\n**§1.1** Deal.\n", "before the first section"),
        ("# Snap\n## Pack\n", "a heading has the form"),
        ("# Snap\n## §2 A\n## §2 B\n", "§2 comes after §2, so it needs a higher number"),
        ("# Snap\n## §1 A\n**§2.1** Deal.\n", "§2.1 does not belong in section §1"),
        ("# Snap\n## §1 A\n**§1.2** Deal.\n**§1.2** Again.\n", "needs a higher number than the paragraph before it"),
        ("# Snap\n## §1 A\n**§1.1**\n", "a paragraph begins"),
        ("# Snap\n## §0 A\n**§0.1** Deal.\n", "Line 3: §0 must have no numbered paragraphs"),
        ("# Snap\n## §1 A\n<!-- if  -->\n**§1.1** Deal.\n", "Line 3: a condition has the form"),
        ("# Snap\n## §1 A\n<!-- if packs != 2 -->\n**§1.1** Deal.\n", "Line 3: a condition has the form"),
        ("# Snap\n## §1 A\n<!-- if fast or if slow and -->\n**§1.1** Deal.\n", "Line 3: a condition has the form"),
        ("# Snap\n## §1 A\n<!-- if packs = -->\n**§1.1** Deal.\n", "Line 3: a condition has the form"),
        ("# Snap\n## §1 A\n<!-- if fast or slow -->\n**§1.1** Deal.\n", "Line 3: a condition has the form"),
        ("# Snap\n## §1 A\n<!-- if fast --> **§1.1** Deal.\n", "Line 3: a condition has the form"),
        ("# Snap\n## §1 A\n  <!-- when fast -->\n**§1.1** Deal.\n", "Line 3: a condition has the form"),
        ("# Snap\n<!-- if fast and -->\n## §1 A\n", "Line 2: a condition has the form"),
        ("# Snap\n## §1 A\n<!-- if fast -->\n\n**§1.1** Deal.\n", "Line 3: put a condition on the line directly"),
        ("# Snap\n## §1 A\n<!-- if fast -->\nText.\n", "Line 3: put a condition on the line directly before"),
        ("# Snap\n<!-- if fast -->\n<!-- if slow -->\n## §1 A\n", "Line 2: put a condition on the line directly"),
        ("# Snap\n## §1 A\n**§1.1** Deal.\n<!-- if fast -->\n", "Line 4: put a condition on the line directly"),
        ("# Snap\n## §1 A\n**§1.1** *house rule* Deal.\n**§1.2** Snap.\n", "Line 3: a house rule"),
        ('# Snap\n## §1 A\n**§1.1** *rule* Deal.\n> Source: "Deal".\n', "Line 3: a house rule ends with its source"),
        (
            "# Snap\n## §1 A\n**§1.1** *house rule* Deal.\n> Nothing.\nMore.\n",
            "Line 5: a paragraph ends with its quoted source",
        ),
    ],
)
def test_a_malformed_rulebook_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RulebookError, match=sentence):
        parse_rulebook(text)


MARKED = """# Snap
## §0 The game on one page

The goal: get all cards.

| pair | points |
| --- | --- |
| two jokers | 5 |

## §1 Snapping

**§1.1** *rule* Snap two cards.
**§1.2** *house rule* A false snap costs a card.

> Source: "he pays *forfeit*"
> on page 3.

<!-- if fast -->
**§1.3** Be quick.
<!-- if not fast and packs = 2 or 3 -->
**§1.4** *rule* *Wait* a second.
**§1.5** *rule* *Emphasis* is not a mark.

<!-- if jokers = none -->
## §2 Jokers

None.

<!-- if fast -->
**§2.1** *house rule* Jokers snap.
> The source does not say.
"""


def test_the_first_page_is_text_without_paragraphs() -> None:
    page = parse_rulebook(MARKED).sections[0]
    assert (page.number, page.paragraphs) == ("0", ())
    assert page.intro.endswith("| two jokers | 5 |")


def test_a_house_rule_binds_and_says_what_its_source_says() -> None:
    book = parse_rulebook(MARKED)
    assert [p.number for p in book.paragraphs if p.is_rule] == ["1.1", "1.2", "1.4", "1.5", "2.1"]
    assert [p.number for p in book.paragraphs if p.is_house] == ["1.2", "2.1"]
    assert book.paragraph("1.2").text == "A false snap costs a card."
    assert book.paragraph("1.2").source == 'Source: "he pays *forfeit*" on page 3.'
    assert book.paragraph("2.1").source == "The source does not say."
    assert book.paragraph("1.1").source == ""


def test_emphasis_at_the_beginning_of_a_paragraph_is_no_mark() -> None:
    book = parse_rulebook(MARKED)
    assert book.paragraph("1.4").text == "*Wait* a second."
    assert book.paragraph("1.5").text == "*Emphasis* is not a mark."


def test_a_condition_lists_the_values_that_fit() -> None:
    book = parse_rulebook(MARKED)
    assert book.paragraph("1.4").condition.alternatives == (
        (Clause("fast", ("on",), is_not=True), Clause("packs", ("2", "3"))),
    )
    assert book.sections[2].condition.alternatives == ((Clause("jokers", ("none",)),),)
    assert book.sections[2].intro == "None."


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ({"fast": True, "packs": 2, "jokers": "two"}, ["1.1", "1.2", "1.3", "1.5"]),
        ({"fast": False, "packs": 3, "jokers": "none"}, ["1.1", "1.2", "1.4", "1.5"]),
        ({"fast": False, "packs": 1, "jokers": "none"}, ["1.1", "1.2", "1.5"]),
        ({"fast": True, "packs": 1, "jokers": "none"}, ["1.1", "1.2", "1.3", "1.5", "2.1"]),
        ({}, ["1.1", "1.2", "1.3", "1.4", "1.5", "2.1"]),
    ],
)
def test_a_table_has_the_paragraphs_whose_conditions_and_sections_fit(
    options: dict[str, OptionValue], numbers: list[str]
) -> None:
    assert [p.number for p in parse_rulebook(MARKED).paragraphs if p.condition.holds(options)] == numbers


CHOICES = """# Snap
<!-- if not packs = 1 or 2 or if jokers = two and fast -->
## §1 Packs

<!-- if not limit = 0 -->
**§1.1** *rule* The match has a limit.
<!-- if slow or if not fast -->
**§1.2** *rule* Take your time.
"""


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ({"packs": 3, "jokers": "none", "fast": True, "slow": False, "limit": 0}, []),
        ({"packs": 3, "jokers": "none", "fast": True, "slow": False, "limit": 50}, ["1.1"]),
        ({"packs": 3, "jokers": "none", "fast": False, "slow": False, "limit": 0}, ["1.2"]),
        ({"packs": 2, "jokers": "two", "fast": True, "slow": True, "limit": 0}, ["1.2"]),
        ({"packs": 2, "jokers": "two", "fast": False, "slow": True, "limit": 50}, []),
        ({"packs": 1, "jokers": "none", "fast": True, "slow": True, "limit": 50}, []),
        ({}, ["1.1", "1.2"]),
    ],
)
def test_a_condition_excludes_values_and_one_of_several_is_enough(
    options: dict[str, OptionValue], numbers: list[str]
) -> None:
    book = parse_rulebook(CHOICES)
    assert book.sections[0].intro == ""
    assert [p.number for p in book.paragraphs if p.condition.holds(options)] == numbers


def test_options_and_their_values_read_as_the_screens_call_them() -> None:
    words = {"hands": "after some deals", "points": "above some points"}
    end = Option("end", "hands", "How it ends.", "9.1", ("hands", "points"), label="The match ends", words=words)
    hands = Option("hands", 16, "How many.", "9.2", label="Deals")
    text = (
        "## §9 Options\n"
        "**§9.1** *rule* `end` (hands): with `hands` as in §8.1, with `points` as in §8.2.\n"
        "<!-- if end = hands -->\n"
        "**§9.2** *rule* `hands`: how many deals are played. With `end`, see §9.1.\n"
        "## §10 More\n"
        "This section applies if `hands` is 3, and `nothing` else.\n"
    )
    assert with_titles(text, (end, hands)).splitlines()[1:] == [
        '**§9.1** *rule* The match ends (after some deals): with "after some deals" as in §8.1, with "above some '
        'points" as in §8.2.',
        "<!-- if end = hands -->",
        '**§9.2** *rule* Deals: how many deals are played. With "The match ends", see §9.1.',
        "## §10 More",
        'This section applies if "Deals" is 3, and nothing else.',
    ]
