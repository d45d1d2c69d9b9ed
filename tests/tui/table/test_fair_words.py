"""What the screen says of a deal's fairness: a word in the head of the table, a sentence on the score sheet."""

import re
from dataclasses import replace

import pytest

from net.crypto.key_words import four_words
from net.news import DealChecked, Verdict
from tui.screens.deal_check import check_blocks
from tui.session.table_session import fair_word, room_words
from tui.table.scores import fair_lines
from tui.widgets.glyphs import ASCII, UNICODE
from tui.widgets.messages import SessionNews

from ...harness.screens import settled
from ...harness.tabletop import CheckedDeals, TableApp, Tabletop, new_table
from ..scene import screen_text

GOOD = Verdict(3, "verified", 2, "The cards were drawn with random numbers from 2 players.")
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
    disputed = replace(signed, signed=1, disputed="Deal 3 ended differently for Ben.")
    text = " ".join(span.text.strip() for line in fair_lines(disputed, 80) for span in line)
    assert "Signed by 1 player." in text
    assert text.endswith("Deal 3 ended differently for Ben.")
    assert fair_word(disputed) == "✓ fair 2 (disputed)"


# The screen about it.


def _lines(*verdicts: Verdict, host: str = "") -> list[str]:
    return [f"{block.lead} {block.text}".strip() for block in check_blocks(verdicts, host)]


def test_the_details_of_the_check_give_the_words_to_compare_first_and_those_of_earlier_deals_below() -> None:
    newest = replace(GOOD, signed=3, head="1f" * 32)
    before = replace(OPEN, deal=2, head="2e" * 32)
    lines = _lines(before, newest, host="coach satin fir hook (met before)")
    assert lines[:4] == [
        "Deal 3: ✓ fair 2",
        "The cards were drawn with random numbers from 2 players.",
        "3 players signed that the game went as you saw it.",
        f"Compare words: {four_words('1f' * 32)}",
    ]
    assert f"Deal 2: ? unverified · {four_words('2e' * 32)}" in lines
    assert "Host's words: coach satin fir hook (met before)" in lines
    assert lines[lines.index(f"Deal 2: ? unverified · {four_words('2e' * 32)}") + 1] == OPEN.sentence
    bad = _lines(replace(BAD, disputed="Deal 3 ended differently for Ben."))
    assert bad[0] == "Deal 3: ✗ FAILED"
    assert "Deal 3 ended differently for Ben." in bad
    assert "The evidence of this fault is in /data/evidence/t1-deal-3.msgpack." in bad
    assert _lines()[0].startswith("No deal has finished")


async def test_the_table_says_once_where_to_read_why_a_deal_is_not_verified() -> None:
    table = Tabletop(new_table("hearts"), 0, others_play=False).begin()
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        for deal, sentence, is_said in ((1, "Why.", True), (2, "Why.", False), (3, "Why else.", True)):
            verdict = replace(OPEN, deal=deal, sentence=sentence)
            table.fairness = CheckedDeals({deal: verdict})
            app.screen.post_message(SessionNews(DealChecked(verdict)))
            await settled(pilot)
            assert (f"Deal {deal} is unverified (i: why)." in screen_text(app)) is is_said
            await pilot.press("right")
            await settled(pilot)
        await pilot.press("i")
        await settled(pilot)
        await pilot.press("f")
        await settled(pilot)
        assert "Why else." in screen_text(app)


@pytest.mark.parametrize("viewer", [0, None])
async def test_the_key_in_the_bar_opens_the_check_with_the_words_for_players_and_watchers(viewer: int | None) -> None:
    table = Tabletop(new_table("hearts"), viewer, others_play=False).begin()
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        table.fairness = CheckedDeals({1: replace(GOOD, deal=1, head="1f" * 32)})
        news = DealChecked(table.fairness.verdicts[1])
        app.screen.post_message(SessionNews(news))
        await settled(pilot)
        text = screen_text(app)
        assert "i: ✓ fair 2" in text.splitlines()[0]
        await pilot.press("i")
        await settled(pilot)
        await pilot.press("f")
        await settled(pilot)
        text = screen_text(app)
        assert re.search(rf"Compare words: +{four_words('1f' * 32)}", text)
        assert "Host's words" not in text
        table.fairness.verdicts[2] = replace(GOOD, deal=2, head="2e" * 32)
        app.screen.post_message(SessionNews(DealChecked(table.fairness.verdicts[2])))
        await settled(pilot)
        text = screen_text(app)
        assert f"Compare words:  {four_words('2e' * 32)}" in text
        await pilot.press("escape", "escape", "tab")
        await settled(pilot)
        assert four_words("2e" * 32) in " ".join(screen_text(app).split())


@pytest.mark.parametrize(
    ("verdict", "said"), [(GOOD, False), (OPEN, False), (BAD, True), (replace(GOOD, disputed="Ben disagrees."), True)]
)
async def test_alone_with_bots_only_a_check_that_found_a_fault_is_told(verdict: Verdict, said: bool) -> None:
    table = Tabletop(new_table("hearts"), kinds={1: "bot", 2: "bot", 3: "bot"}, others_play=False).begin()
    table.fairness = CheckedDeals({verdict.deal: verdict})
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        app.screen.post_message(SessionNews(DealChecked(verdict)))
        await settled(pilot)
        assert (fair_word(verdict) in screen_text(app).splitlines()[0]) is said
        assert ("unverified" in screen_text(app)) is False
        await pilot.press("tab")
        await settled(pilot)
        assert (f"{fair_word(verdict)}: deal 3." in screen_text(app)) is said
