"""Records from files: strangers may have written them."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.api import Act, Happened, Journal, JournalError, Record, Share, Table, commitment_to_share, find_game
from net.verification.record_check import Signers, check_record
from tui.problems import Problem
from tui.session import records
from tui.session.records import parse_journal, read_journal, verdict

NASTY = "Ann\x1b]0;owned\x07 \u202e[/bold]\u200b\n"


def journal_with(text: str) -> bytes:
    """A true record of a few moves, in whose room somebody spoke."""
    game = find_game("hearts")
    table = Table(game, 4, game.meta.resolve({}), seed="said")
    table.start()
    for decision in table.decisions():
        table.play(decision.seat, decision.id, decision.default)
    assert table.journal
    return table.journal.to_bytes() + _said(text)


def _said(text: str) -> bytes:
    from engine.api import pack_record

    return pack_record(Record(Act("room"), (Happened("said", 1, text, text),)))


def test_what_a_strangers_file_says_is_cleaned_where_it_is_read() -> None:
    *_, last = parse_journal(journal_with(NASTY)).events()
    assert isinstance(last, Happened)
    assert last.text == last.name == "Ann]0;owned [/bold]"


def test_a_record_with_clean_words_comes_back_as_it_was() -> None:
    data = journal_with("Good game, Zoë.")
    assert parse_journal(data).to_bytes() == Journal.from_bytes(data).to_bytes() == data


def test_a_true_record_is_told_apart_from_a_changed_one(tmp_path: Path) -> None:
    true, changed = tmp_path / "true.khr", tmp_path / "changed.khr"
    journal = Journal.from_bytes(journal_with("well"))
    true.write_bytes(journal.to_bytes())
    del journal.records[2]
    changed.write_bytes(journal.to_bytes())
    assert "4 moves, all legal" in verdict(true)
    with pytest.raises(Problem, match="FAILED"):
        verdict(changed)


def test_what_cannot_be_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.khr").write_text("not a record")
    for path, words in (
        (tmp_path, "is a folder"),
        (tmp_path / "none", "does not exist"),
        (tmp_path / "text.khr", "not a game record"),
    ):
        with pytest.raises(Problem, match=words):
            read_journal(path)
    with pytest.raises(JournalError):
        parse_journal(b"")


def test_a_match_that_was_broken_off_has_no_winner(tmp_path: Path) -> None:
    game = find_game("hearts")
    table = Table(game, 4, game.meta.resolve({}), seed="off")
    table.start()
    table.abandon()
    assert table.journal
    (tmp_path / "off.khr").write_bytes(table.journal.to_bytes())
    assert "broken off, and nobody won (0, 0, 0, 0)" in verdict(tmp_path / "off.khr")


VALUE = "5a" * 32


def record_with_shares(*, sealed: bool) -> bytes:
    """A deal of Hearts to which one person gave a share, and a second that never began."""
    game = find_game("hearts")
    table = Table(game, 4, game.meta.resolve({}), seed="shared")
    for _ in range(2):
        table.commit()
        committed = table.commitment(table.deal + 1)
        table.mix_shares([Share(0, commitment_to_share(committed, 0, VALUE), VALUE)])
        if table.deal:
            break
        table.start()
        while not table.awaits_close:
            for decision in table.decisions():
                table.play(decision.seat, decision.id, decision.default)
    assert table.journal
    return table.journal.sealed() if sealed else table.journal.to_bytes()


@pytest.mark.parametrize(
    ("sealed", "words"),
    [
        (True, "is sealed against changes, and 1 deal used random numbers from 1 player"),
        (False, "is not sealed against changes, and 1 deal"),
    ],
)
def test_a_verdict_says_whether_a_record_is_sealed_and_who_had_shares(tmp_path: Path, sealed: bool, words: str) -> None:
    path = tmp_path / "shared.khr"
    path.write_bytes(record_with_shares(sealed=sealed))
    assert words in verdict(path)


@pytest.mark.parametrize(
    ("signers", "words"),
    [
        ({1: Signers(2, True)}, "1 deal is signed by 2 players and the host."),
        ({1: Signers(0, True), 2: Signers(0, True)}, "2 deals are signed by the host."),
        (
            {1: Signers(1, True), 2: Signers(0, True)},
            "2 deals are signed by the host, and 1 of them also by 1 player.",
        ),
        ({1: Signers(1, True), 2: Signers(3, False)}, "2 deals are signed by 1 to 3 players."),
    ],
)
def test_a_verdict_says_who_signed_and_counts_no_deal_without_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, signers: dict[int, Signers], words: str
) -> None:
    path = tmp_path / "signed.khr"
    path.write_bytes(record_with_shares(sealed=True))
    checked = replace(check_record(read_journal(path)), signers=signers)
    monkeypatch.setattr(records, "check_record", lambda _: checked)
    assert f". {words} The four words of this record: " in verdict(path)


def test_a_broken_seal_fails(tmp_path: Path) -> None:
    path = tmp_path / "broken.khr"
    journal = Journal.from_bytes(record_with_shares(sealed=True))
    del journal.records[-2]
    path.write_bytes(journal.to_bytes())
    with pytest.raises(Problem, match=r"FAILED.*seal is broken"):
        verdict(path)
