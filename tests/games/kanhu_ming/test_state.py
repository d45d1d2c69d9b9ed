"""The bots' simulation plays by the same rules as the table: §3, §4, §5 and §7, play by play."""

from itertools import product
from random import Random

import pytest

from engine.api import Card, Deal, Decision, Move, OptionValue, Table, find_game
from engine.games.kanhu_ming.bot.beliefs import Knowledge
from engine.games.kanhu_ming.bot.state import TrickState, cards_in, melds, sluffs
from engine.games.kanhu_ming.cards import HAND_SIZES, MELDS, PACK, beating, melds_in, set_of, singles
from engine.games.kanhu_ming.state import captured_count, prizes_of
from engine.kit.card_sets import places_of
from tests.games.trials import play_out

from .positions import beats, sit

KANHU = find_game("kanhu_ming")

RULES: list[dict[str, OptionValue]] = [
    {"sluff_face_down": face_down, "eldest_next": eldest, "settlement": settlement, "tie_break": tie, "target": target}
    for face_down, (eldest, settlement, tie, target) in product(
        (True, False),
        (("rotate", "off", "shared", 0), ("winner", "pairwise", "extra", 500), ("redraw", "off", "extra", 0)),
    )
]
FIELDS = TrickState.__slots__


def hands_of(chance: Random, seats: int) -> list[list[Card]]:
    """Hands dealt evenly or, every other time, full of melds, where the rare plays are."""
    size = HAND_SIZES[seats]
    order: list[Card] = list(PACK)
    chance.shuffle(order)
    hands = [order[seat * size : seat * size + size] for seat in range(seats)]
    if chance.random() < 0.5:
        for hand in hands:
            wanted = chance.choice(MELDS).cards | chance.choice(MELDS).cards
            for place in places_of(wanted):
                _swap_in(PACK[place], hand, hands, wanted, chance)
    return hands


def _swap_in(card: Card, hand: list[Card], hands: list[list[Card]], wanted: int, chance: Random) -> None:
    """Get a card into a hand in exchange for one that is not wanted there."""
    spare = [other for other in hand if not set_of((other,)) & wanted]
    owner = next((other for other in hands if card in other), None)
    if card in hand or not spare or owner is None:
        return
    given = chance.choice(spare)
    owner[owner.index(card)], hand[hand.index(given)] = given, card


def table_of(hands: list[list[Card]], eldest: int, rules: dict[str, OptionValue]) -> Table:
    """A table at the first lead, with these hands."""
    deal = Deal({seat: tuple(hand) for seat, hand in enumerate(hands)}, (), eldest)
    table = Table(KANHU, len(hands), KANHU.meta.resolve(rules), seed="sim", deal=deal, log=False)
    table.start()
    return table


def as_plays(decision: Decision, table: Table) -> set[int]:
    """What a decision allows, as plays of the simulation."""
    return {set_of(move.cards) * (-1 if move.verb == "sluff" else 1) for move in decision.moves(table.deck)}


def points_so_far(table: Table) -> list[int]:
    points = [captured_count(table, seat) for seat in range(table.seats)]
    for prize in prizes_of(table):
        points[prize.seat] += prize.points
    return points


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(map(str, rules.values())))
def test_the_simulation_is_the_table_play_by_play(rules: dict[str, OptionValue], seats: int) -> None:
    chance = Random(f"table {rules} {seats}")
    for number in range(50):
        hands, eldest = hands_of(chance, seats), chance.randrange(seats)
        table = table_of(hands, eldest, rules)
        sim = TrickState.of_hands([set_of(hand) for hand in hands], eldest)
        while not table.scores:
            decision = table.decisions()[0]
            plays = sim.legal()
            assert sim.turn == decision.seat
            assert len(set(plays)) == len(plays)
            assert set(plays) == as_plays(decision, table)
            play = chance.choice(plays)
            if number % 2 and max(plays) > 0 and (not sim.best or chance.random() < 0.7):
                play = max(plays)  # what beats and what is a meld comes up often enough, too
            verb = "sluff" if play < 0 else "beat" if sim.best else "lead"
            sim.play(play)
            table.play(decision.seat, decision.id, Move(verb, cards_in(play)))
            assert sim.hands == [set_of(table.zone("hand", seat)) for seat in range(seats)]
            assert sim.points == points_so_far(table)
        assert sim.legal() == ()
        assert tuple(sim.points) == table.scores[0].points


def test_the_tables_of_the_simulation_are_the_laws() -> None:
    chance = Random("laws")
    for _ in range(3000):
        hand = chance.getrandbits(30) & chance.getrandbits(30)
        assert melds(hand) == tuple(meld.cards for meld in melds_in(hand))
        assert singles(hand) == tuple(1 << place for place in places_of(hand))
        assert sluffs(hand, 1) == tuple(-card for card in singles(hand))
        best = chance.choice([*MELDS, *MELDS]).cards if chance.random() < 0.5 else 1 << chance.randrange(30)
        plays = singles(hand & ~best) if best.bit_count() == 1 else melds(hand & ~best)
        assert set(beating(hand & ~best, best)) == {cards for cards in plays if beats(cards, best)}


def test_three_cards_are_sluffed_in_every_way_once() -> None:
    ways = sluffs(set_of(PACK[:9]), 3)
    assert len(set(ways)) == len(ways) == 84
    assert all((-way).bit_count() == 3 for way in ways)


def test_a_clone_plays_on_and_leaves_its_original_alone() -> None:
    chance = Random("clone")
    sim = TrickState.of_hands([set_of(hand) for hand in hands_of(chance, 3)], 1)
    for _ in range(7):
        sim.play(chance.choice(sim.legal()))
    twin = sim.clone()
    before = [getattr(sim.clone(), name) for name in FIELDS]
    play_out(twin, Random("one").choice)
    assert [getattr(sim, name) for name in FIELDS] == before
    play_out(sim, Random("one").choice)
    assert sim.points == twin.points


@pytest.mark.parametrize(
    "plays",
    [
        "",
        "lead C7",
        "lead C7; beat M2",
        "lead C7; sluff M2; beat C6",
        "lead C7; beat M2; beat M8; lead C8",
        "lead C9 S1 M1; sluff M2 M6 C4",
    ],
)
def test_a_state_in_mid_hand_is_made_from_what_a_seat_knows_and_a_guess(plays: str) -> None:
    trial = sit({0: "C7 C9 S1 M1", 2: "M2 M6 C4", 1: "C6 M8 C8"}, plays)
    sim = Knowledge.of(trial.view).state([set_of(trial.table.zone("hand", seat)) for seat in range(3)])
    assert sim.turn == trial.table.acting()[0]
    assert sim.points == points_so_far(trial.table)
    assert set(sim.legal()) == as_plays(trial.table.decisions()[0], trial.table)
