"""A client gives its share by itself, plays finished deals again, and says so when something is wrong."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.api import Auditor, Committed, MatchEnded, SecretRevealed, Share, SharesMixed, decode
from net.match.settings import TimeControls
from net.news import DealChecked, Outcome
from net.verification.contribution import OwnShares
from net.verification.deal_replay import Fairness
from net.verification.evidence import Evidence
from net.verification.transcript import Transcript
from net.wire.client_messages import GivePledge, GiveShare, Request
from net.wire.host_messages import Pledges, WantPledge

from ...harness.local_table import LocalTable, open_table
from ...harness.messages import INFO
from ...harness.players import QUICK, Player

BOTS = ("easy",) * 3
SHARING = TimeControls(pace_ms=0, dwell_ms=(0, 0), between_ms=1)


async def table_of(
    people: int = 1, *, seed: str = "", deal: str = "", limit: int = 25
) -> tuple[LocalTable, list[Player]]:
    """A match of Hearts under way, with so many people who play by themselves and bots beside them."""
    bots = ("easy",) * (4 - people)
    table = open_table("hearts", bots=bots, clocks=SHARING, seed=seed, deal=deal, options={"limit": limit})
    players = []
    for place in range(people):
        player = Player(table.session(f"P{place}", is_owner=not place), plays=True, seed=place)
        await player.session.open()
        players.append(player)
    for player in players:
        await player.session.ready()
    assert (await players[0].session.start()).accepted
    return table, players


async def until_verdict(player: Player, deal: int = 1) -> None:
    await player.until(lambda: deal in player.session.fairness.verdicts, "a verdict")


async def test_a_deal_is_verified_with_the_shares_of_all_people(home: Path) -> None:
    table, (ann, ben) = await table_of(2)
    for player in (ann, ben):
        await until_verdict(player)
        verdict = player.session.fairness.verdicts[1]
        assert (verdict.state, verdict.shares) == ("verified", 2), verdict
        assert "including you" in verdict.sentence
        assert player.told(DealChecked)[0].verdict.sentence == verdict.sentence
        await player.session.close()
    await table.close()


async def test_a_deal_with_the_share_of_one_player_is_told_as_that_players(home: Path) -> None:
    table, (ann,) = await table_of(1)
    await until_verdict(ann)
    sentence = ann.session.fairness.verdicts[1].sentence
    assert sentence.startswith("The cards were drawn with your random numbers. ")
    await ann.session.close()
    await table.close()


async def test_all_deals_of_a_match_are_verified_also_by_who_comes_at_its_end(home: Path) -> None:
    table, (ann,) = await table_of(1, limit=40)
    await ann.until_event(MatchEnded)
    deals = sum(isinstance(event, SecretRevealed) for event in ann.events)
    await until_verdict(ann, deals)
    late = Player(table.session("Zoe", watch=True))
    await late.session.open()
    await until_verdict(late, deals)
    for player in (ann, late):
        found = player.session.fairness.verdicts
        assert sorted(found) == list(range(1, deals + 1))
        assert found[1].state == "verified"
        # Who plays more than twenty messages a second, as only a test does, may have its share refused for that.
        assert all(one.state == "verified" or "too late" in one.sentence or not one.shares for one in found.values())
        assert all(told.verdict.state != "failed" for told in player.told(DealChecked))
        await player.session.close()
    assert "including you" not in late.session.fairness.verdicts[1].sentence
    await table.close()


async def test_who_leaves_for_a_while_and_comes_back_still_knows_that_the_deal_was_fair(home: Path) -> None:
    table, (ann, ben) = await table_of(2, limit=40)
    await until_verdict(ann)
    found, shares = ann.session.fairness.verdicts[1], {ann.session.fairness.table: ann.session.fairness._giving.given}
    assert "including you" in found.sentence
    await ann.session.close()
    forgetful, mindful = (
        Player(table.session("P0", is_owner=True, shares=known), plays=True) for known in ({}, shares)
    )
    await forgetful.session.open()
    await until_verdict(forgetful)
    assert "before you left and came back" in forgetful.session.fairness.verdicts[1].sentence
    await forgetful.session.close()
    await mindful.session.open()
    await until_verdict(mindful)
    verdict = mindful.session.fairness.verdicts[1]
    assert (verdict.state, verdict.sentence) == ("verified", found.sentence)
    await mindful.session.close()
    await ben.session.close()
    await table.close()


async def test_a_typed_seed_is_unverified_and_says_why(home: Path) -> None:
    table, (ann,) = await table_of(1, seed="typed")
    await until_verdict(ann)
    verdict = ann.session.fairness.verdicts[1]
    assert verdict.state == "unverified"
    assert "fixed in advance" in verdict.sentence
    assert ann.told(DealChecked)[0].verdict == verdict
    await ann.session.close()
    await table.close()


async def test_a_host_that_swaps_a_card_is_found_and_the_evidence_is_kept(home: Path) -> None:
    table, (ann,) = await table_of(1)
    await ann.until(lambda: ann.session.view is not None and ann.session.view.hand, "cards")
    story = ann.session._story
    place = next(n for n, event in enumerate(story.events) if getattr(event, "dst", "") == "hand:0")
    dealt = story.events[place]
    cards = dealt.cards  # type: ignore[union-attr]
    story.events[place] = msgspec.structs.replace(dealt, cards=(*cards[1:], "2C" if cards[0] != "2C" else "3C"))
    await until_verdict(ann)
    verdict = ann.session.fairness.verdicts[1]
    assert verdict.state == "failed"
    assert "does not follow from the rules" in verdict.sentence
    assert ann.told(DealChecked)[0].verdict == verdict
    evidence = decode(Path(verdict.evidence).read_bytes(), Evidence, limit=1 << 20)
    assert (evidence.deal, evidence.game, evidence.sentence) == (1, "hearts", verdict.sentence)
    assert evidence.own is not None
    assert home in Path(verdict.evidence).parents
    await ann.session.close()
    await table.close()


async def test_a_program_that_quits_while_a_deal_is_checked_accuses_nobody_of_that(home: Path) -> None:
    table, (ann, *others) = await table_of(4)
    await ann.until_event(SecretRevealed)
    assert not ann.session.fairness.verdicts
    await asyncio.get_running_loop().shutdown_default_executor()
    await until_verdict(ann)
    verdict = ann.session.fairness.verdicts[1]
    assert (verdict.state, verdict.evidence) == ("unverified", "")
    assert "could not replay the deal" in verdict.sentence
    assert not list(home.rglob("evidence"))
    for player in (ann, *others):
        await player.session.close()
    await table.close()


async def test_moves_that_break_the_rules_program_itself_count_against_the_host(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def verify(*_: object) -> None:
        raise RuntimeError("such acts")

    monkeypatch.setattr(Auditor, "verify", verify)
    table, (ann,) = await table_of(1)
    await until_verdict(ann)
    verdict = ann.session.fairness.verdicts[1]
    assert verdict.state == "failed"
    assert "cannot be played (RuntimeError)" in verdict.sentence
    assert Path(verdict.evidence).is_file()
    await ann.session.close()
    await table.close()


# What a client says of shares, message by message.


class Desk:
    """A client's fairness without a table."""

    def __init__(self, shares: OwnShares | None = None) -> None:
        self.fairness = Fairness(Transcript(), self._ask, lambda news: None, {} if shares is None else shares)
        self.fairness._committed[1] = "ab" * 32

    async def _ask(self, make: Callable[..., Request]) -> Outcome:
        raise AssertionError

    def pledge(self, seat: int = 0) -> GivePledge:
        answer = self.fairness.hear(WantPledge(deal=1), seat)
        assert isinstance(answer, GivePledge)
        return answer

    def open(self, *pledges: Share) -> GiveShare | None:
        answer = self.fairness.hear(Pledges(deal=1, pledges=pledges), 0)
        assert answer is None or isinstance(answer, GiveShare)
        return answer


def test_a_share_is_opened_only_when_the_own_pledge_stands_in_the_list() -> None:
    desk = Desk()
    mine, other = Share(0, desk.pledge().pledge), Share(1, "cd" * 32)
    for wrong in ((), (other,), (Share(0, other.pledge), other), (Share(1, mine.pledge),), (other, mine), (mine, mine)):
        assert desk.open(*wrong) is None
    assert desk.open(Share(0, mine.pledge), Share(1, other.pledge, "ee" * 32)) is None
    assert desk.open(mine, other) is not None


def test_a_host_that_asks_again_gets_the_same_share_again() -> None:
    desk = Desk()
    mine = Share(0, desk.pledge().pledge)
    opened = desk.open(mine)
    assert opened is not None
    assert Share(0, desk.pledge().pledge) == mine
    assert desk.open(mine, Share(1, "cd" * 32)) == opened
    assert desk.fairness._giving.given[1].is_repeated


@pytest.mark.parametrize(("committed", "is_same"), [("ab" * 32, True), ("cd" * 32, False)])
def test_a_deal_that_was_begun_again_while_we_were_away_gets_a_new_share(committed: str, is_same: bool) -> None:
    desk = Desk()
    before = desk.pledge()
    back = Desk({INFO.table_id: desk.fairness._giving.given})
    back.fairness.absorb(Committed(1, committed), INFO)
    assert (back.pledge() == before) is is_same


def test_who_was_not_bound_gets_no_pledge_and_nobody_else_does_either() -> None:
    desk = Desk()
    assert desk.fairness.hear(WantPledge(deal=2), 0) is None
    assert desk.fairness.hear(WantPledge(deal=1), None) is None
    assert desk.open(Share(0, "cd" * 32)) is None


@pytest.mark.parametrize(
    ("shares", "state", "words"),
    [
        (lambda mine: (mine,), "", ""),
        (lambda mine: (Share(0, mine.pledge),), "late", "came too late"),
        (lambda mine: (), "failed", "list of commitments was changed"),
        (lambda mine: (mine, Share(1, "cd" * 32)), "failed", "list of commitments was changed"),
    ],
)
def test_what_was_done_to_theown_share_is_seen(shares: object, state: str, words: str) -> None:
    from engine.api import AuditFailure
    from net.verification.contribution import own_share

    desk = Desk()
    pledged = Share(0, desk.pledge().pledge)
    opened = desk.open(pledged)
    assert opened is not None
    mine = Share(0, pledged.pledge, opened.value)
    told = (Committed(1, "ab" * 32), SharesMixed(1, shares(mine)))  # type: ignore[operator]
    given = desk.fairness._giving.given[1]
    if state == "failed":
        with pytest.raises(AuditFailure, match=words):
            own_share(given, told)
        return
    own, doubt = own_share(given, told)
    assert (own == mine) == (state == "")
    assert words in doubt


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((Share(0, "cd" * 32, "ef" * 32),), "before you left and came back"),
        ((Share(1, "cd" * 32),), "not at the table"),
    ],
)
def test_who_came_back_during_a_deal_is_told_why_it_is_not_verified(shares: tuple[Share, ...], words: str) -> None:
    from net.verification.contribution import own_share

    own, doubt = own_share(None, (Committed(1, "ab" * 32), SharesMixed(1, shares)), seat=0)
    assert own is None
    assert words in doubt
    assert own_share(None, (SharesMixed(1, shares),)) == (None, "")


async def test_a_session_that_ends_stops_checking(home: Path) -> None:
    table, (ann,) = await table_of(1)
    await ann.until_event(SecretRevealed)
    await ann.session.close()
    await asyncio.sleep(0)
    assert QUICK.share_ms
    await table.close()
