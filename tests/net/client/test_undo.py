"""A session takes moves back, and still finds every deal fair."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from engine.api import Happened, SecretRevealed
from net.client.session import ClientSession
from net.news import BegunAnew, Notice, Told
from net.wire.host_messages import Done, HostMessage

from ...harness.local_table import open_table
from ...harness.players import QUICK, Player


async def test_moves_are_taken_back_and_the_deals_are_found_fair(home: Path) -> None:
    table = open_table("hearts", bots=("easy", "easy", "easy"), clocks=QUICK)
    ann = Player(table.session("Ann", is_owner=True))
    await ann.session.open()
    assert (await ann.session.start()).accepted
    last_choice = -1
    for deal in (1, 2):
        for turn in range(5):
            decision = await ann.until_asked()
            outcome = await ann.session.submit(decision.id, ann.pick(decision))
            assert outcome.accepted, outcome
            if sum(len(choice.cards) for choice in decision.choices) > decision.choices[0].least:
                last_choice = decision.id  # a card that had to be played is no choice to take back
            if turn in (2, 3):
                told = len(ann.told(BegunAnew))
                assert (await ann.session.undo()).accepted
                await ann.until(lambda told=told: len(ann.told(BegunAnew)) > told)  # type: ignore[misc]
                assert (await ann.until_asked()).id == last_choice
                assert isinstance(ann.events[-1], Happened)
        ann.news.clear()
        verdicts = ann.session.fairness.verdicts
        while deal not in verdicts:
            checked = partial(verdicts.get, deal)
            await ann.until(lambda checked=checked: ann.session.decision is not None or checked())  # type: ignore[misc]
            if (asked := ann.session.decision) is not None:
                outcome = await ann.session.submit(asked.id, ann.pick(asked))
                assert outcome.accepted or outcome.code == "slow", outcome
                if not outcome.accepted:
                    await asyncio.sleep(0.2)  # nobody but a test plays so fast
        assert verdicts[deal].state == "verified"
        assert not [notice for notice in ann.told(Notice) if "deal" in notice.text]
        assert sum(isinstance(event, SecretRevealed) for event in ann.events) == deal
        assert not any(told.is_past for told in ann.told(Told))
        await ann.session.next_deal()
    assert not [event for event in ann.events if isinstance(event, Happened) and event.what == "differs"]
    await table.close()


async def test_a_decision_that_was_taken_back_is_not_open_until_the_host_asks_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table("hearts", bots=("easy", "easy", "easy"), clocks=QUICK)
    ann = Player(table.session("Ann", is_owner=True))
    await ann.session.open()
    assert (await ann.session.start()).accepted
    passing = await ann.until_asked()
    assert (await ann.session.submit(passing.id, ann.pick(passing))).accepted
    await ann.until_asked()
    receive, late = ClientSession._receive, list[HostMessage]()

    def receive_the_rest_later(session: ClientSession, message: HostMessage) -> None:
        if late or isinstance(message, Done):
            late.append(message)
        if len(late) < 2:
            receive(session, message)

    with monkeypatch.context() as patch:
        patch.setattr(ClientSession, "_receive", receive_the_rest_later)
        assert (await ann.session.undo()).accepted
        assert ann.session.decision is None, "a script would answer it, and the host would refuse the answer"
    for message in late[1:]:
        receive(ann.session, message)
    assert (await ann.until_asked()).id == passing.id
    await table.close()
