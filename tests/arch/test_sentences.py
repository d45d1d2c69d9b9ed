"""A sample of sentences is drawn from all that a person reads."""

import pytest

from .sentences import Sentence, of_document, of_table, sentences
from .sources import ROOT

DOCUMENT = """# Pairs

> The source has its own words for this.

## The game

<!-- if pairs -->
Turn two cards over. If they form a pair,
you keep both cards.

    turn 1 and 2

| name | what it is |
| --- | --- |
| pair | two cards of the same rank |
"""


@pytest.fixture(scope="module")
def places() -> set[str]:
    return {one.place.partition(":")[0] for one in sentences()}


@pytest.mark.parametrize("pattern", ["*.md", "docs/*.md", "engine/games/*/rulebook.md", "engine/games/*/*.toml"])
def test_every_document_and_game_has_its_sentences(places: set[str], pattern: str) -> None:
    assert {str(path.relative_to(ROOT)) for path in ROOT.glob(pattern)} <= places


def test_screens_transcripts_and_refusals_have_theirs(places: set[str]) -> None:
    assert {"a screen", "a match by lines", "net/wire/codes.py"} <= places


def test_quotes_code_and_comments_are_left_out_and_each_sentence_comes_with_its_section() -> None:
    assert list(of_document("pairs.md", DOCUMENT)) == [
        Sentence("pairs.md: The game", "## The game\n\n", "Turn two cards over."),
        Sentence(
            "pairs.md: The game",
            "## The game\n\nTurn two cards over. ",
            "If they form a pair, you keep both cards.",
        ),
        Sentence(
            "pairs.md: The game",
            "\n".join(DOCUMENT.replace("<!-- if pairs -->\n", "").split("\n")[4:13]),
            "| pair | two cards of the same rank |",
        ),
    ]


def test_an_answer_in_a_lesson_comes_after_the_step_that_it_belongs_to() -> None:
    steps = [{"say": "Take the pair.", "want": ["take"], "else": {"leave": "A pair scores."}}, {"say": "Go on."}]
    assert list(of_table({"title": "Pairs", "step": steps})) == [
        ("(title)\n", "Pairs"),
        ("(step.say)\nPairs", "Take the pair."),
        ("Take the pair.\n(the answer if the player chooses: leave)", "A pair scores."),
        ("(step.say)\nTake the pair.", "Go on."),
    ]


def test_a_text_of_the_code_comes_with_its_function() -> None:
    owners = {one.text: one.before.partition("\n")[0] for one in sentences()}
    assert owners["Table {…} is running."] == "(in forget_table)"
    assert (
        owners["{…} Press u to make a new code, lock the table or unblock players."]
        == "(in LobbyScreen.on_session_news)"
    )
