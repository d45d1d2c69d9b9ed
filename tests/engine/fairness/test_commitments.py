"""Deals that nobody can choose and everybody can check: commitments, pledges, shares, keys, the chain, the seal."""

import hashlib
import hmac
from random import Random

import pytest

from engine.api import (
    BadMove,
    Committed,
    Happened,
    Journal,
    JournalError,
    SecretRevealed,
    Share,
    SharesMixed,
    Table,
    commitment,
    commitment_to_share,
    deal_key,
    encode,
    event_commitment,
    find_game,
    replay,
)
from engine.bots.random import random_move
from engine.fairness.chain import head_of
from engine.fairness.commitments import deal_secret, first_head

SEED = "the host's own secret"
ONE, TWO = "11" * 32, "22" * 32


# Each digest once more, written down from docs/fairness.md alone.


def sha(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()


def test_every_digest_is_what_the_protocol_says() -> None:
    deal = b"\0\0\0\7"
    secret = hmac.new(SEED.encode(), b"khanhoo/1 secret\0" + deal, "sha256").hexdigest()
    assert deal_secret(SEED, 7) == secret
    rules = sha(b"khanhoo/1 table\0", b"hearts", b"\0", b"\4", encode([("limit", 100)]))
    assert first_head("hearts", 4, encode([("limit", 100)])).hex() == rules
    committed = sha(b"khanhoo/1 commit\0", deal, bytes.fromhex(rules), bytes.fromhex(secret))
    assert commitment(secret, 7, bytes.fromhex(rules)) == committed
    pledged = sha(b"khanhoo/1 pledge\0", bytes.fromhex(committed), b"\3", bytes.fromhex(ONE))
    assert commitment_to_share(committed, 3, ONE) == pledged
    shares = [Share(1, TWO), Share(3, pledged, ONE)]
    listed = sha(b"khanhoo/1 pledges\0", b"\1", bytes.fromhex(TWO), b"\3", bytes.fromhex(pledged))
    content = b"khanhoo/1 key\0" + bytes.fromhex(listed) + b"\3" + bytes.fromhex(ONE)
    assert deal_key(secret, shares) == hmac.new(bytes.fromhex(secret), content, "sha256").hexdigest()
    salt = hmac.new(bytes.fromhex(secret), b"khanhoo/1 salt\0" + (9).to_bytes(8, "big"), "sha256").digest()
    assert event_commitment(secret, 9, b"event").hex() == sha(b"khanhoo/1 veil\0", salt, b"event")[:32]


def test_the_key_depends_on_every_share_on_every_pledge_and_on_the_secret() -> None:
    secret = deal_secret(SEED, 1)
    committed = commitment(secret, 1, b"rules")
    shares = [
        Share(0, commitment_to_share(committed, 0, ONE), ONE),
        Share(1, commitment_to_share(committed, 1, TWO), TWO),
    ]
    keys = {
        deal_key(secret, shares),
        deal_key(secret, shares[:1]),
        deal_key(secret, [shares[0], Share(1, shares[1].pledge)]),
        deal_key(secret, []),
        deal_key(deal_secret(SEED, 2), shares),
    }
    assert len(keys) == 5


# A table with shares.


def shares_for(table: Table, *values: str) -> tuple[Share, ...]:
    committed = table.commitment(table.deal + 1)
    return tuple(Share(seat, commitment_to_share(committed, seat, value), value) for seat, value in enumerate(values))


def hearts() -> Table:
    rules = find_game("hearts")
    return Table(rules, 4, rules.meta.resolve({"limit": 30}), seed=SEED)


def played(*values: str, deals: int = 1, seed: str = "moves") -> Table:
    """A table of Hearts after so many deals, with these shares in each, and something said in between."""
    table, chance = hearts(), Random(seed)
    for _ in range(deals):
        table.commit()
        table.mix_shares(shares_for(table, *values))
        table.start() if not table.deal else table.close()
        table.happen(Happened("said", 0, "Ann", "good luck"))
        while not table.awaits_close and table.over is None:
            for decision in table.decisions():
                table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
    return table


def test_a_share_changes_the_cards_and_the_same_shares_deal_the_same() -> None:
    hands = []
    for value in (ONE, TWO, ONE):
        table = hearts()
        table.commit()
        table.mix_shares(shares_for(table, value))
        table.start()
        hands.append([table.zone("hand", seat) for seat in range(4)])
    assert hands[0] == hands[2] != hands[1]


def test_the_secret_is_bound_before_and_opened_after_the_deal() -> None:
    table = played(ONE, TWO, deals=2)
    assert table.journal is not None
    events = list(table.journal.events())
    for deal in (1, 2):
        committed, stirred, opened = (
            next(number for number, event in enumerate(events) if type(event) is kind and event.deal == deal)
            for kind in (Committed, SharesMixed, SecretRevealed)
        )
        assert committed < stirred < opened
        assert events[committed].digest == commitment(events[opened].secret, deal, head_of(table))  # type: ignore[union-attr]
        key = deal_key(events[opened].secret, events[stirred].shares)  # type: ignore[union-attr]
        assert table.keys[deal] == key


def test_a_deal_without_shares_has_no_secret_to_open() -> None:
    table, chance = hearts(), Random("plain")
    table.start()
    while not table.awaits_close:
        for decision in table.decisions():
            table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
    assert table.journal is not None
    assert not any(isinstance(event, SecretRevealed) for event in table.journal.events())


@pytest.mark.parametrize(
    ("shares", "why"),
    [
        ((Share(0, ONE, TWO),), "revealed a different one"),
        ((Share(0, ONE[:-2]),), "hexadecimal"),
        ((Share(1, ONE), Share(0, TWO)), "not in the order of seats"),
        ((Share(0, ONE), Share(0, TWO)), "not in the order of seats"),
        ((Share(0, "zz" * 32),), "hexadecimal"),
        ((Share(9, ONE),), "Only players can"),
    ],
)
def test_a_share_that_is_not_what_was_pledged_is_refused(shares: tuple[Share, ...], why: str) -> None:
    table = hearts()
    table.commit()
    with pytest.raises(BadMove, match=why):
        table.mix_shares(shares)
    assert not table.keys


def test_shares_are_given_between_deals_only() -> None:
    table = hearts()
    table.start()
    with pytest.raises(BadMove, match="only between deals"):
        table.commit()
    with pytest.raises(BadMove, match="only between deals"):
        table.mix_shares(())


def test_a_match_with_shares_replays_to_itself() -> None:
    table = played(ONE, TWO, deals=2)
    assert table.journal is not None
    again = replay(Journal.from_bytes(table.journal.to_bytes()))
    assert (again.zones, again.keys, again.totals) == (table.zones, table.keys, table.totals)


# The seal.


def test_a_sealed_record_is_read_and_a_broken_seal_is_refused() -> None:
    table = played(ONE)
    assert table.journal is not None
    journal = Journal.from_bytes(table.journal.sealed())
    assert journal.verify_seal()
    assert replay(journal).totals == table.totals
    assert not Journal.from_bytes(table.journal.to_bytes()).verify_seal()
    swapped = Journal(journal.header, [*journal.records[:-2], journal.records[-1]])
    with pytest.raises(JournalError, match="seal is broken"):
        replay(swapped)
    with pytest.raises(JournalError, match="another entry follows the seal"):
        replay(Journal(journal.header, [journal.records[-1], *journal.records[:-1]]))
