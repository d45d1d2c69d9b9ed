"""Legal moves with one thing too many, too few, doubled or of the wrong kind: refused, and nothing has changed."""

from itertools import islice
from random import Random

import msgspec
import pytest

from engine.api import (
    BadMove,
    Deal,
    DealError,
    Decision,
    JournalError,
    Move,
    OptionError,
    Refusal,
    RulesFault,
    SeatsError,
    Table,
    find_game,
    games,
    replay,
)

from .cases import Case, act, is_legal, presets, state
from .nearly import changed, legal_moves

ACTS = 90
AGAIN = 0.95
"""How often a question that came before is not tried once more."""


@pytest.mark.parametrize("case", presets(), ids=str)
def test_a_legal_move_with_one_thing_wrong_is_refused_and_changes_nothing(case: Case) -> None:
    table, chance = case.table("one too many"), Random(str(case))
    table.start()
    seen: set[tuple[str, str]] = set()
    for _ in range(ACTS):
        if table.over is not None:
            break
        for decision in (*table.decisions(), *table.free_decisions()):
            kind = (decision.phase, ",".join(sorted({choice.verb for choice in decision.choices})))
            if kind in seen and chance.random() < AGAIN:
                continue  # the same question once more
            seen.add(kind)
            try_all(table, decision, chance)
        act(table, chance)


def try_all(table: Table, decision: Decision, chance: Random) -> None:
    """Answer a decision with what is nearly legal."""
    before, journal = state(table.clone()), table.journal
    assert journal is not None
    written = len(journal.records)
    tried = set()
    for move in legal_moves(table, decision, chance):
        for wrong in changed(table, decision, move, chance):
            if wrong in tried:
                continue
            tried.add(wrong)
            foreign = not {card for part in (wrong.cards, *wrong.groups) for card in part} <= table.deck.faces
            ordered = wrong if foreign else msgspec.structs.replace(wrong, cards=table.deck.sort(wrong.cards))
            if is_legal(table, decision, ordered):
                table.clone().play(decision.seat, decision.id, wrong)
                continue
            if not foreign:  # a game has an answer for what never reaches it, too
                assert isinstance(table.game.phases[table.phase].refusal(table, decision.seat, ordered), Refusal)
            with pytest.raises(Refusal) as refused:
                table.play(decision.seat, decision.id, wrong)
            assert not isinstance(refused.value, RulesFault), (wrong, refused.value.__cause__)
            assert refused.value.reason.endswith(".")
            if len(wrong.places) > len(move.places) and wrong == msgspec.structs.replace(move, places=wrong.places):
                assert isinstance(refused.value, BadMove) or move.places, "a rule is named that the bare move keeps"
    assert state(table) == before
    assert len(journal.records) == written


@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
def test_superfluous_places_and_groups_are_refused_before_the_game_is_asked(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(game_id)
    table = Table(game, game.meta.usual_seats, game.meta.resolve({}), seed="1")
    table.start()
    asked: list[str] = []
    for phase in game.phases.values():
        monkeypatch.setattr(phase, "refusal", lambda *_: asked.append("the game"), raising=False)
    for _ in range(40):
        if table.awaits_close or table.over is not None:
            break
        decision = table.decisions()[0]
        choices = [choice for choice in decision.choices if choice.verb == decision.default.verb]
        more: list[Move] = []
        if not any(choice.places for choice in choices):
            more.append(msgspec.structs.replace(decision.default, places=("x",)))
        if not any(choice.shape for choice in choices):
            more.append(msgspec.structs.replace(decision.default, groups=((),)))
        for move in more:
            with pytest.raises(BadMove):
                table.play(decision.seat, decision.id, move)
        table.play(decision.seat, decision.id, decision.default)
    assert asked == []


@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
def test_a_refusal_that_fails_is_a_refusal_and_changes_nothing(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(game_id)
    table = Table(game, game.meta.usual_seats, game.meta.resolve({}), seed="1")
    table.start()
    before, decision = state(table.clone()), table.decisions()[0]

    def fail(*_: object) -> Refusal:
        raise KeyError("")

    monkeypatch.setattr(game.phases[table.phase], "refusal", fail, raising=False)
    shaped = {choice.verb for choice in decision.choices if choice.shape}
    nearly = [Move(verb, cards) for verb in sorted(game.verbs - shaped) for cards in [(), *zip(table.deck.cards)]]
    wrong = next(move for move in nearly if not is_legal(table, decision, move))
    with pytest.raises(RulesFault) as refused:
        table.play(decision.seat, decision.id, wrong)
    assert isinstance(refused.value.__cause__, KeyError)
    assert state(table) == before
    table.play(decision.seat, decision.id, decision.default)


WRONG_MOVES: list[object] = [
    None,
    "play",
    {"verb": "play"},
    Move(5),  # type: ignore[arg-type]
    Move(["play"]),  # type: ignore[arg-type]
    Move("play", 5),  # type: ignore[arg-type]
    Move("play", "2C"),  # type: ignore[arg-type]
    Move("play", ["2C"]),  # type: ignore[arg-type]
    Move("play", ([],)),  # type: ignore[arg-type]
    Move("play", (5, 6)),  # type: ignore[arg-type]
    Move("play", places=5),  # type: ignore[arg-type]
    Move("play", places=({},)),  # type: ignore[arg-type]
    Move("play", groups=5),  # type: ignore[arg-type]
    Move("play", groups=(5,)),  # type: ignore[arg-type]
    Move("play", groups=((5,),)),  # type: ignore[arg-type]
    Move("play", groups=([],)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
def test_wrong_types_are_refused_by_name_and_change_nothing(game_id: str) -> None:
    game = find_game(game_id)
    table = Table(game, game.meta.usual_seats, game.meta.resolve({}), seed="1")
    table.start()
    decision = table.decisions()[0]
    before = state(table.clone())
    for move in WRONG_MOVES:
        if isinstance(move, Move) and isinstance(move.verb, str):
            move = msgspec.structs.replace(move, verb=decision.default.verb)
        with pytest.raises(BadMove):
            table.play(decision.seat, decision.id, move)  # type: ignore[arg-type]
    wrong_seats: list[object] = [float(decision.seat), str(decision.seat), None, bool(decision.seat), [], 99, -1]
    for seat in wrong_seats:
        with pytest.raises(BadMove):
            table.play(seat, decision.id, decision.default)  # type: ignore[arg-type]
    wrong_ids: list[object] = [float(decision.id), str(decision.id), None, []]
    for decision_id in wrong_ids:
        with pytest.raises(BadMove):
            table.play(decision.seat, decision_id, decision.default)  # type: ignore[arg-type]
    assert state(table) == before
    table.play(decision.seat, decision.id, decision.default)


@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
def test_a_table_of_wrong_types_is_refused_by_name(game_id: str) -> None:
    game = find_game(game_id)
    options, seats = game.meta.resolve({}), game.meta.usual_seats
    for wrong_seats in ("4", 4.0, None, True, [4], -1, 99):
        with pytest.raises(SeatsError):
            Table(game, wrong_seats, options, seed="1")  # type: ignore[arg-type]
    wrong_options: list[object] = [None, [], "x", 5, {}, {**options, "no such": 1}, {5: 5}]
    values: list[object] = [None, 1.5, [], {}, b"x", "no such value", -1]
    for option in game.meta.options:
        wrong_options += [{**options, option.name: value} for value in values]
    for wrong in wrong_options:
        with pytest.raises(OptionError):
            Table(game, seats, wrong, seed="1")  # type: ignore[arg-type]
    for deal in ("0: 2C", 5, Deal([]), Deal({"0": ()}), Deal({0: 5}), Deal({0: ("2C", 5)}), Deal({}, dealer="0")):  # type: ignore[arg-type,dict-item]
        with pytest.raises(DealError):
            Table(game, seats, options, seed="1", deal=deal)  # type: ignore[arg-type]
    for seed, opened in ((5, ()), (None, ()), ("1", (5,)), ("1", "xx"), ("1", 5)):
        with pytest.raises(DealError):
            Table(game, seats, options, seed=seed, opened=opened)  # type: ignore[arg-type]


@pytest.mark.parametrize("game_id", [meta.id for meta in games()])
def test_a_record_that_the_rules_cannot_play_is_refused_by_its_number(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(game_id)
    table = Table(game, game.meta.usual_seats, game.meta.resolve({}), seed="1")
    table.start()
    chance = Random(1)
    while not table.decisions() or game.phases[table.phase].sealed:
        assert table.over is None, "a match without a single open decision"
        if table.awaits_close:
            table.close()
        for decision in table.decisions()[:1]:
            table.play(decision.seat, decision.id, chance.choice(list(islice(decision.moves(table.deck), 50))))
    decision = table.decisions()[0]
    phase = table.phase
    table.play(decision.seat, decision.id, decision.default)
    assert table.journal is not None

    def fail(*_: object) -> None:
        raise KeyError("")

    monkeypatch.setattr(game.phases[phase], "play", fail)
    with pytest.raises(JournalError, match=r"Entry \d+ cannot be played by the rules \(KeyError\)\.") as refused:
        replay(table.journal)
    number = int(str(refused.value).split()[1].rstrip(":"))
    replay(table.journal, stop_after=number - 1)
    with pytest.raises(JournalError):
        replay(table.journal, stop_after=number)
