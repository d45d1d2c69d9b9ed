"""What the screen says of a deal's fairness: a word in the head of the table, a sentence on the score sheet."""

from dataclasses import dataclass, replace

import pytest

from net.news import Verdict
from net.words import four_words
from tui.screens.scores import fair_lines
from tui.tablesession import fair_word, last_verdict, room_words
from tui.widgets.faces import ASCII, UNICODE

GOOD = Verdict(3, "verified", 2, "The cards were drawn with shares of 2 people.")
OPEN = Verdict(3, "unverified", 0, "Nobody gave a share.")
BAD = Verdict(3, "failed", 0, "The secret is another.", "/data/evidence/t1-deal-3.msgpack")


@pytest.mark.parametrize(
    ("verdict", "word", "ascii_word"),
    [(GOOD, "✓ fair 2", "+ fair 2"), (OPEN, "? unverified", "? unverified"), (BAD, "✗ FAILED", "! FAILED")],
)
def test_each_verdict_has_a_word_in_all_signs(verdict: Verdict, word: str, ascii_word: str) -> None:
    assert UNICODE.plain(fair_word(verdict)) == word
    assert ASCII.plain(fair_word(verdict)) == ascii_word
    assert room_words(None, seated=True, verdict=verdict) == word
    assert room_words(None, seated=True) == ""


def test_the_score_sheet_says_it_in_a_sentence_and_where_the_evidence_lies() -> None:
    text = " ".join(span.text for line in fair_lines(BAD, 80) for span in line)
    assert text.startswith("✗ FAILED: deal 3. The secret is another.")
    assert "t1-deal-3.msgpack" in text
    assert fair_lines(None, 80) == []


def test_the_score_sheet_says_by_how_many_it_is_signed_and_with_which_words_people_compare() -> None:
    signed = replace(GOOD, signed=3, head="1f" * 32)
    text = " ".join(span.text.strip() for line in fair_lines(signed, 80) for span in line)
    assert "Signed by 3 players." in text
    assert four_words("1f" * 32) in text
    assert all(len(span.text) <= 79 for line in fair_lines(signed, 80) for span in line)
    disputed = replace(signed, signed=1, disputed="Deal 3 has ended otherwise for Ben.")
    text = " ".join(span.text.strip() for line in fair_lines(disputed, 80) for span in line)
    assert "Signed by 1 player." in text
    assert text.endswith("Deal 3 has ended otherwise for Ben.")
    assert fair_word(disputed) == "✓ fair 2 (disputed)"


def test_a_table_that_looks_at_no_deals_has_no_verdict() -> None:
    @dataclass
    class Checks:
        last: Verdict

    @dataclass
    class Session:
        fairness: Checks

    assert last_verdict(object()) is None
    assert last_verdict(None) is None
    assert last_verdict(Session(Checks(GOOD))) == GOOD
