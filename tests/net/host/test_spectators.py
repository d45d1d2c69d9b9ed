"""Looking at hands over real sockets, at a host process of its own."""

from pathlib import Path

from engine.api import EVERY_SEAT, UNKNOWN, DealBegan, Scored, beside
from net.match.visibility import AS_EVERYBODY, SpectatorView
from net.news import BegunAnew, Looks
from tests.harness.players import Player, quick_host


async def test_hands_come_when_the_deal_is_over_and_not_before(home: Path) -> None:
    host = await quick_host(bots=("easy", "easy", "easy"))
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    assert (await ann.session.set_option("table.watching", "hands")).accepted
    eve = await Player.join(host.address, "Eve", role="watcher", gaze=SpectatorView("hands"))
    fay = await Player.join(host.address, "Fay", role="watcher")
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    await fay.until_event(DealBegan)
    assert not [event for event in eve.events if isinstance(event, DealBegan)]
    assert eve.session.view is None
    ann.plays = True
    decision = ann.session.decision
    assert decision is not None
    await ann.session.submit(decision.id, decision.default)
    await eve.until_event(Scored)
    view = eve.session.view
    assert view is not None
    assert (view.eyes, view.viewer) == (EVERY_SEAT, None)
    dealt = [event for event in eve.events if getattr(event, "dst", "").startswith("hand:")]
    assert len(dealt) >= 4
    assert all(UNKNOWN not in event.cards for event in dealt)
    assert ann.session.info is not None
    assert [(look.name, look.how) for look in ann.session.info.looks] == [("Eve", "hands")]
    for player in (eve, fay, ann):
        await player.session.close()


async def test_a_look_is_changed_taken_away_and_refused(home: Path) -> None:
    host = await quick_host(bots=("easy", "easy", "easy"))
    ann = await Player.join(host.address, "Ann", token=bytes.fromhex(host.owner))
    eve = await Player.join(host.address, "Eve", role="watcher", gaze=SpectatorView("hands"))
    await eve.until(lambda: eve.told(Looks))
    assert eve.session.gaze == AS_EVERYBODY
    assert "does not show all hands" in eve.told(Looks)[0].text
    assert (await ann.session.set_option("table.watching", "shoulder")).accepted
    assert not (await eve.session.look("shoulder", 0)).accepted
    assert (await ann.session.consent()).accepted
    assert (await eve.session.look("shoulder", 0)).accepted
    assert eve.session.gaze == SpectatorView("shoulder", 0)
    assert eve.session.gaze.eyes(None) == beside(0)
    assert (await ann.session.start()).accepted
    await ann.until_asked()
    assert (await ann.session.consent(False)).accepted
    await eve.until(lambda: eve.session.gaze == AS_EVERYBODY)
    await eve.until_event(DealBegan)
    assert eve.told(BegunAnew)
    assert eve.session.view is not None
    assert set(eve.session.view.zone("hand", 0)) == {UNKNOWN}
    for player in (eve, ann):
        await player.session.close()
