"""What every game must keep to while it is played: bounds, legality, clones, cards, truth of every view."""

from collections import Counter
from random import Random

import pytest

from engine.api import UNKNOWN, BadMove, Move, Refusal, StaleMove, Table, View
from engine.bots.random import random_move

from .cases import MOST_ACTS_A_DEAL, Case, Playing, act, every_option, presets, state

PRESETS = presets()
ACTS = 260  # of a play-out whose every step is looked at closely


@pytest.mark.parametrize("case", [*PRESETS, *every_option()], ids=str)
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
        if number % 13:
            continue
        for decision in table.decisions():
            listed = set(decision.moves(table.deck)) if _is_short(decision.choices) else None
            tries = {random_move(decision, table.deck, chance) for _ in range(3)}
            tries |= {_nearly(table, move, chance) for move in sorted(tries, key=repr) for _ in range(6)}
            tries |= {Move(verb, (face,)) for verb in table.game.verbs for face in sorted(table.deck.faces)[::5]}
            for move in sorted(tries, key=repr):
                move = Move(move.verb, table.deck.sort(move.cards))
                admitted = any(choice.admits(move) for choice in decision.choices)
                assert listed is None or (move in listed) == admitted
                assert _accepts(table, decision.seat, move) == admitted


def _is_short(choices: tuple[object, ...]) -> bool:
    return all(len(choice.cards) ** choice.most < 400 for choice in choices)  # type: ignore[attr-defined]


def _nearly(table: Table, move: Move, chance: Random) -> Move:
    """A move that differs from a legal one in a card or in its verb."""
    cards = list(move.cards)
    faces = sorted(table.deck.faces)
    how = chance.randrange(4)
    if how == 0 and cards:
        cards[chance.randrange(len(cards))] = chance.choice(faces)
    elif how == 1:
        cards.append(chance.choice(faces))
    elif how == 2 and cards:
        cards.pop(chance.randrange(len(cards)))
    else:
        return Move(chance.choice(sorted(table.game.verbs)), tuple(cards))
    return Move(move.verb, tuple(cards))


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
        for seat in set(range(table.seats)) - {asked.seat for asked in table.decisions()}:
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
    for _ in playing.acts(ACTS):
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
def test_what_a_player_is_shown_can_be_said_at_any_time(case: Case) -> None:
    playing = Playing.begin(case, "shown")
    game = case.game
    for number, _ in enumerate(playing.acts(ACTS)):
        if number % 5:
            continue
        for view in playing.views.values():
            lines = [*game.insight(view), game.table_note(view)]
            lines += [game.seat_note(view, seat) for seat in range(case.seats)]
            assert all(isinstance(line, str) and "\n" not in line for line in lines)
            for how in game.arrangements:
                assert sorted(game.arrange(list(view.hand), how, view)) == sorted(view.hand)
