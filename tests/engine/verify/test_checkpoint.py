"""A match goes on at another host from its last finished deal, by what any of its players knows."""

from copy import deepcopy
from random import Random

import msgspec
import pytest

from engine.api import (
    Auditor,
    Chain,
    Checkpoint,
    CheckpointError,
    Happened,
    Header,
    Journal,
    JournalError,
    Share,
    Table,
    Viewer,
    acts_of_deal,
    commitment_to_share,
    encode,
    event_commitment,
    find_game,
    games,
    needs_commitment,
    redact,
    replay,
)
from engine.bots.random import random_move
from tests.games.viewers import told_of_deal

from ...harness.slow import one_of_each
from .test_audit import GAMES, VALUES, journal_of, played

PRESETS = [(meta.id, preset.id) for meta in games() for preset in find_game(meta.id).meta.presets]


def audited(table: Table, viewer: Viewer, deals: int) -> Checkpoint:
    """What a viewer who has checked so many deals can go on from."""
    journal = journal_of(table)
    told = [redact(event, viewer, table.game.plan) for event in journal.events()]
    auditor = Auditor(table.game, table.seats, dict(table.options), viewer)
    for deal in range(1, deals + 1):
        auditor.verify(acts_of_deal(journal, deal), told_of_deal(told, deal))
    return auditor.checkpoint(told)


def taken_up(found: Checkpoint, seed: str) -> Table:
    """The table of a new host with a seed of its own, read from a file."""
    header = msgspec.structs.replace(found.journal.header, seed=seed)
    journal = Journal.from_bytes(Journal(header, found.journal.records).to_bytes())
    table = replay(journal)
    table.journal = journal
    return table


def play_out(table: Table, chance: Random) -> None:
    """To the end of the match, with shares of two seats in every deal."""
    while table.over is None:
        if table.phase == "between" and table.deal + 1 not in table.keys:
            table.commit()
            committed = table.commitment(table.deal + 1)
            given = [seat for seat in table.playing if seat < len(VALUES)]
            table.mix_shares(
                [Share(seat, commitment_to_share(committed, seat, VALUES[seat]), VALUES[seat]) for seat in given]
            )
        elif table.awaits_close:
            table.close()
        else:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))


def state_of(table: Table) -> tuple[object, ...]:
    """All that a table is, its secrets aside."""
    return deepcopy(
        (
            table.zones,
            table.facts,
            table.totals,
            table.scores,
            table.deal,
            table.dealer,
            table.phase,
            table.playing,
            table.keys,
            table.hidden_notes,
        )
    )


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_player_goes_on_from_is_the_truth_at_the_end_of_the_deal(game_id: str) -> None:
    table = played(game_id, 2)
    if table.over is not None:
        table = played(game_id, 1)
    assert table.over is None
    before, events = state_of(table), list(journal_of(table).events())
    table.happen(Happened("said", 1, "Ben", "one more"))
    table.commit()
    table.mix_shares(())
    table.close()  # the deal that its host dies in
    for viewer in (None, 0, table.seats - 1):
        found = audited(table, viewer, table.deal - 1)
        heir = taken_up(found, "another seed")
        assert (state_of(heir), found.number) == (before, len(events))
        held = list(journal_of(heir).events())
        assert held[: found.number] == events
        assert held[found.number :] == [Happened("said", 1, "Ben", "one more")]
        assert table.seed not in encode(journal_of(heir).header).decode("latin-1")


@pytest.mark.parametrize(("game_id", "preset"), one_of_each(PRESETS, lambda case: case[0]))
def test_a_match_of_every_preset_is_played_to_its_end_at_another_host(game_id: str, preset: str) -> None:
    table = played_preset(game_id, preset)
    found = audited(table, 0, table.deal - 1)
    heir = taken_up(found, "another seed")
    play_out(heir, Random("on"))
    record = Journal.from_bytes(journal_of(heir).sealed())
    again = replay(record)
    assert again.over == heir.over
    assert list(record.events())[: found.number] == list(journal_of(table).events())[: found.number]
    gained = [sum(score.points[seat] for score in heir.scores) for seat in range(heir.seats)]
    assert heir.totals == gained
    assert [score.number for score in heir.scores] == list(range(1, heir.deal + 1))


def played_preset(game_id: str, preset: str) -> Table:
    """A match in the middle of a deal that is not the first."""
    game = find_game(game_id)
    chosen = game.meta.preset(preset)
    options = game.meta.resolve(chosen.options)
    for number in range(50):
        table = Table(game, chosen.seats or game.meta.usual_seats, options, seed=f"host {number}")
        chance = Random(f"lot {number}")
        while table.over is None and table.deal < 2:
            if table.phase in ("", "between") and table.deal + 1 not in table.keys:
                table.commit()
                table.mix_shares(())
                table.start() if not table.deal else table.close()
            elif table.awaits_close:
                table.close()
            else:
                decision = table.decisions()[0]
                table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
        if table.over is None:
            return table
    raise AssertionError("no match of more than one deal")


def test_the_head_at_the_end_of_a_deal_is_that_of_everybody_who_followed_the_chain() -> None:
    table = played("hearts", 1)
    found = audited(table, 2, 1)
    chain = Chain(table)
    for number, event in enumerate(journal_of(table).events()):
        hidden = needs_commitment(event, table.game.plan)
        chain.add(
            redact(event, 3, table.game.plan),
            event_commitment(table.secret(1), number, encode(event)) if hidden else b"",
        )
    assert chain.head == found.head


def test_a_seat_that_left_in_the_pause_stays_out() -> None:
    table = three_at_khanhoo()
    table.drop(1)
    heir = taken_up(audited(table, 0, 1), "another seed")
    assert heir.dropped == (1,)
    assert heir.playing == (0, 2)


def three_at_khanhoo() -> Table:
    game = find_game("khanhoo")
    table = Table(game, 3, game.meta.resolve({}), seed="three")
    chance = Random("three")
    table.commit()
    table.mix_shares(())
    table.start()
    while table.phase != "between":
        if table.awaits_close:
            table.close()
        else:
            decision = table.decisions()[0]
            table.play(decision.seat, decision.id, random_move(decision, table.deck, chance))
    return table


def test_before_the_first_deal_is_over_there_is_nothing_to_go_on_from() -> None:
    game = find_game("hearts")
    auditor = Auditor(game, 4, game.meta.resolve({}), 0)
    with pytest.raises(CheckpointError, match="only between two deals"):
        auditor.checkpoint([])


def test_other_events_than_those_that_were_played_are_not_gone_on_from() -> None:
    table = played("hearts", 1)
    told = list(journal_of(table).events())
    auditor = Auditor(table.game, table.seats, dict(table.options), 0)
    seen = [redact(event, 0, table.game.plan) for event in told]
    auditor.verify(acts_of_deal(journal_of(table), 1), told_of_deal(seen, 1))
    with pytest.raises(CheckpointError, match="replayed events differ"):
        auditor.checkpoint(seen[: len(seen) // 2])


@pytest.mark.parametrize("secret", ["", "00", "zz" * 32, "00" * 33])
def test_a_record_with_an_earlier_secret_of_another_form_is_refused(secret: str) -> None:
    header = Header(1, "hearts", 4, {}, "seed", "", (secret,))
    with pytest.raises(JournalError, match="contains a malformed secret"):
        replay(Journal(header))


def test_a_record_with_another_earlier_secret_is_refused() -> None:
    found = audited(played("hearts", 1), 0, 1)
    header = msgspec.structs.replace(found.journal.header, opened=("ab" * 32,))
    with pytest.raises(JournalError, match="the recorded events do not follow from the recorded move"):
        replay(Journal(header, found.journal.records))
