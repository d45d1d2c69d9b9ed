"""What every game must keep to while it is played: bounds, legality, clones, cards, truth of every view."""

from collections import Counter
from random import Random

import msgspec
import pytest

from engine.api import BETWEEN, UNKNOWN, BadMove, Choice, Move, Refusal, StaleMove, Table, View, replay
from engine.bots.random import random_move

from ..harness.slow import slow
from .cases import MOST_ACTS_A_DEAL, Case, Playing, act, every_option, is_legal, presets, state

PRESETS = presets()
ACTS = 150  # of a play-out whose every step is looked at closely


@pytest.mark.parametrize("case", [*PRESETS, *slow(every_option())], ids=str)
def test_a_deal_played_at_random_ends(case: Case) -> None:
    table, chance = case.table("bound"), Random("bound")
    table.start()
    for _ in range(MOST_ACTS_A_DEAL):
        if table.scores:
            break
        act(table, chance)
    assert table.scores
    assert table.over is not None or table.awaits_close


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_a_match_of_defaults_ends_or_goes_on_to_the_next_deal(case: Case) -> None:
    table = case.table("defaults")
    table.start()
    for _ in range(2 * MOST_ACTS_A_DEAL):
        if table.over is not None or table.deal == 3:
            break
        if table.awaits_close:
            table.close()
        for decision in table.decisions():
            if table.decision(decision.seat) == decision:
                table.play(decision.seat, decision.id, decision.default)
    assert table.over is not None or table.deal == 3


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_decisions_go_to_acting_seats_and_their_defaults_are_legal(case: Case) -> None:
    playing = Playing.begin(case, "decisions")
    table = playing.table
    for _ in playing.acts(ACTS):
        decisions = table.decisions()
        assert {decision.seat for decision in decisions} | set(table.sealed) == set(table.acting())
        for decision in decisions:
            assert decision.choices
            assert any(choice.admits(decision.default) for choice in decision.choices)
            assert (decision.id, decision.phase) == (table.step, table.phase)
            assert {choice.verb for choice in decision.choices} <= table.game.verbs
        assert bool(decisions) != (table.awaits_close or table.over is not None)


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_listed_moves_are_just_those_that_are_accepted(case: Case) -> None:
    playing = Playing.begin(case, "listed")
    table, chance = playing.table, Random("near")
    for number, _ in enumerate(playing.acts(ACTS)):
        if number % 23:
            continue
        for decision in (*table.decisions(), *table.free_decisions()):
            listed = set(decision.moves(table.deck)) if _is_short(decision.choices) else None
            tries = {random_move(decision, table.deck, chance) for _ in range(3)}
            tries |= {_nearly(table, move, chance) for move in sorted(tries, key=repr) for _ in range(6)}
            some = sorted(table.deck.faces)[number // 23 % 10 :: 10]  # others each time, and soon every face
            tries |= {Move(verb, (face,)) for verb in table.game.verbs for face in some}
            for move in sorted(tries, key=repr):
                move = msgspec.structs.replace(move, cards=table.deck.sort(move.cards))
                admitted = is_legal(table, decision, move)
                assert listed is None or (move in listed) == admitted
                assert _accepts(table, decision.seat, move) == admitted


def _is_short(choices: tuple[Choice, ...]) -> bool:
    return all(not choice.shape and len(choice.cards) ** choice.most < 400 for choice in choices)


def _nearly(table: Table, move: Move, chance: Random) -> Move:
    """A move that differs from a legal one in a card or in its verb."""
    cards = list(move.cards)
    faces = sorted(table.deck.faces)
    how = chance.randrange(4)
    if move.places or move.groups:
        return _nearly_written(table, move, chance)
    if how == 0 and cards:
        cards[chance.randrange(len(cards))] = chance.choice(faces)
    elif how == 1:
        cards.append(chance.choice(faces))
    elif how == 2 and cards:
        cards.pop(chance.randrange(len(cards)))
    else:
        return Move(chance.choice(sorted(table.game.verbs)), tuple(cards))
    return Move(move.verb, tuple(cards))


def _nearly_written(table: Table, move: Move, chance: Random) -> Move:
    """A move that differs from a legal one in its places or groups."""
    places, groups = list(move.places), [list(group) for group in move.groups]
    if places:
        places[chance.randrange(len(places))] = chance.choice([*table.zones, "seat:0", "seat:9", "nowhere"])
    if groups:
        group = chance.choice(groups)
        if chance.random() < 0.5:
            group[chance.randrange(len(group))] = chance.choice(sorted(table.deck.faces))
        else:
            group.pop()
    return msgspec.structs.replace(move, places=tuple(places), groups=tuple(tuple(group) for group in groups))


def _accepts(table: Table, seat: int, move: Move) -> bool:
    """Whether a table takes a move; a refusal is a sentence, cites a paragraph that exists, and changes nothing."""
    trial = table.clone()
    try:
        trial.play(seat, table.step, move)
    except Refusal as caught:
        refused = caught
    else:
        return True
    assert refused.reason.endswith(".")
    if refused.paragraph:
        table.game.rulebook.paragraph(refused.paragraph)
    assert state(trial) == state(table)
    return False


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_what_answers_no_open_question_is_refused_and_changes_nothing(case: Case) -> None:
    playing = Playing.begin(case, "refused")
    table = playing.table
    for number, _ in enumerate(playing.acts(ACTS)):
        if number % 9 or not table.decisions():
            continue
        decision = table.decisions()[0]
        before = state(table.clone())
        with pytest.raises(StaleMove):
            table.play(decision.seat, decision.id - 1, decision.default)
        with pytest.raises(BadMove):
            table.play(decision.seat, decision.id, Move("sing"))
        with pytest.raises(BadMove):
            table.play(decision.seat, decision.id, Move(decision.default.verb, (UNKNOWN,)))
        asked = {decision.seat for decision in (*table.decisions(), *table.free_decisions())}
        for seat in set(range(table.seats)) - asked:
            with pytest.raises(BadMove):
                table.play(seat, decision.id, decision.default)
        assert state(table) == before


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_a_clone_plays_on_like_its_original(case: Case) -> None:
    playing = Playing.begin(case, "clone")
    table = playing.table
    for number, _ in enumerate(playing.acts(ACTS)):
        if number % 40 or table.over is not None:
            continue
        before, twin, third = state(table.clone()), table.clone(), table.clone()
        for copy in (twin, third):
            chance = Random(number)
            for _ in range(60):
                if copy.over is None:
                    act(copy, chance)
        assert state(twin) == state(third)
        assert state(table) == before


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_cards_are_conserved(case: Case) -> None:
    playing = Playing.begin(case, "cards")
    for _ in playing.acts(ACTS):
        lying = Counter(card for cards in playing.table.zones.values() for card in cards)
        assert lying == playing.table.deck.counts


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_every_view_is_true_and_counts_right(case: Case) -> None:
    playing = Playing.begin(case, "truth")
    for number, _ in enumerate(playing.acts(ACTS)):
        if number % 3:
            continue
        for view in playing.views.values():
            _verify_true(view, playing.table)


def _verify_true(view: View, table: Table) -> None:
    for zone, cards in table.zones.items():
        claimed = view.zones.get(zone, [])
        assert len(claimed) == len(cards), zone
        if table.game.plan.ordered[zone]:
            wrong = [card for card, real in zip(claimed, cards, strict=True) if card not in (UNKNOWN, real)]
            assert not wrong, zone
        else:
            assert Counter(card for card in claimed if card != UNKNOWN) <= Counter(cards), zone
        if table.game.plan.sees(zone, view.viewer):
            assert claimed == cards, zone
    public = (view.facts, view.phase, view.deal, view.dealer, view.totals, view.scores, view.over)
    assert public == (table.facts, table.phase, table.deal, table.dealer, table.totals, table.scores, table.over)
    assert view.acting() == table.acting()


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_who_is_asked_can_be_said_after_every_event(case: Case) -> None:
    """Also in the middle of an act, which a view may be told event by event."""
    playing = Playing.begin(case, "asked")
    told = sum(len(events) for events in playing.acts(ACTS))
    past = View(case.game, case.seats, playing.table.options, None)
    for number, event in enumerate(playing.views[None].events):
        past.absorb(number, event)
        assert set(past.acting()) <= set(range(case.seats))
    assert len(past.events) > told


@pytest.mark.parametrize("case", PRESETS, ids=str)
def test_what_a_player_is_shown_can_be_said_at_any_time(case: Case) -> None:
    playing = Playing.begin(case, "shown")
    game = case.game
    for number, _ in enumerate(playing.acts(ACTS)):
        if number % 11:
            continue
        for view in playing.views.values():
            lines = [*game.insight(view), game.table_note(view)]
            lines += [game.seat_note(view, seat) for seat in range(case.seats)]
            assert all(isinstance(line, str) and "\n" not in line for line in lines)
            for how in game.arrangements:
                assert sorted(game.arrange(list(view.hand), how, view)) == sorted(view.hand)


@pytest.mark.parametrize("case", [case for case in PRESETS if case.game.meta.can_shrink], ids=str)
def test_a_match_goes_on_without_a_seat_that_left_and_only_then(case: Case) -> None:
    table, chance = case.table("shrinks"), Random("shrinks")
    table.start()
    with pytest.raises(BadMove):
        table.drop(0)
    _play_to_the_pause(table, chance)
    gone = chance.randrange(case.seats)
    if table.over is not None or case.seats == case.game.meta.least_seats:
        with pytest.raises(BadMove):
            table.drop(gone)
        return
    table.drop(gone)
    frozen, twin = table.totals[gone], replay(table.journal) if table.journal else table.clone()
    assert state(twin) == state(table)
    for _ in range(2):
        if table.over is None:
            table.close()
            _play_to_the_pause(table, chance)
    assert table.totals[gone] == frozen
    assert gone not in (table.over.winners if table.over else ())
    assert len(table.scores) > 1


def _play_to_the_pause(table: Table, chance: Random) -> None:
    for _ in range(MOST_ACTS_A_DEAL):
        if table.phase == BETWEEN or table.over is not None:
            return
        assert not set(table.acting()) & set(table.dropped)
        act(table, chance)
    raise AssertionError("the deal does not end")


@pytest.mark.parametrize("case", [case for case in PRESETS if not case.game.meta.can_shrink], ids=str)
def test_a_match_that_cannot_shrink_refuses_to(case: Case) -> None:
    table, chance = case.table("whole"), Random("whole")
    table.start()
    _play_to_the_pause(table, chance)
    with pytest.raises(BadMove):
        table.drop(0)
