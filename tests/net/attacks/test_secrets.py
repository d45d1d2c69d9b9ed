"""Nobody is sent a byte that depends on what it may not know.

Two tables that differ only in cards which a viewer cannot see say the very same bytes to that viewer, in the same
order, however the others act on them; but for the veils of these cards and the heads of the chain, which have the same
length in the same places.
"""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.api import Card, Choice, Move
from net.match.settings import RoomConfig
from net.wire.client_messages import Start
from net.wire.host_messages import Done
from tests.engine.toy import PACK
from tests.harness.room import PROMPT, Guest, full_table, play_with_toys, toy_config


@pytest.fixture(autouse=True, scope="module")
def _toys() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        play_with_toys(patch)
        yield


def toy_deal(cards: list[Card]) -> str:
    hands = "\n".join(f"{seat}: {' '.join(cards[3 * seat : 3 * seat + 3])}" for seat in range(3))
    return f"dealer: 2\n{hands}\nstock: {' '.join(cards[9:])}"


def run_toy(cards: list[Card], calls: tuple[str, ...], order: tuple[int, ...], gives: int) -> list[Guest]:
    """A deal up to its first card played openly: everybody has given and called. Gives the guests, a watcher last."""
    bench, guests = full_table(toy_config(deal=toy_deal(cards)))
    eve = bench.join("Eve", "watcher")
    guests[0].do(Start)
    for seat in order:
        hand = guests[seat].view().hand
        guests[seat].play(Move("give", (hand[gives % 3],)))
    for seat in order:
        guests[seat].play(Move(calls[seat]))
    return [*guests, eve]


@settings(max_examples=20, deadline=None)
@given(st.permutations(PACK), st.integers(0, 2), st.permutations((0, 1, 2)), st.randoms(use_true_random=False))
def test_hidden_cards_of_others_change_no_byte(
    cards: list[Card], viewer: int, order: tuple[int, ...], chance: random.Random
) -> None:
    # The viewer keeps its own cards and what it is given; everything else is dealt anew.
    giver = (viewer - 1) % 3
    mine = set(range(3 * viewer, 3 * viewer + 3))
    given_first = cards.index(min(cards[3 * giver : 3 * giver + 3], key=PACK.index))
    kept = mine | {given_first}
    loose = [place for place in range(12) if place not in kept]
    other = list(cards)
    moved = [cards[place] for place in loose]
    chance.shuffle(moved)
    for place, card in zip(loose, moved, strict=True):
        other[place] = card
    # In the other world the giver has to have the same card to give.
    if min(other[3 * giver : 3 * giver + 3], key=PACK.index) != cards[given_first]:
        other = list(cards)
        stock = other[9:]
        chance.shuffle(stock)
        other[9:] = stock
    one = run_toy(list(cards), ("low",) * 3, tuple(order), 0)
    two = run_toy(other, ("low",) * 3, tuple(order), 0)
    assert one[viewer].plain == two[viewer].plain
    assert one[3].plain == two[3].plain
    assert len(one[viewer].wire) == len(two[viewer].wire)
    assert len(one[3].wire) == len(two[3].wire)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_a_spectators_bytes_do_not_depend_on_sealed_answers_or_their_order(order: tuple[int, ...]) -> None:
    worlds = [
        run_toy(list(PACK), ("low", "high", "low"), (0, 1, 2), 0),
        run_toy(list(PACK), ("high", "low", "low"), order, 1),
    ]
    assert worlds[0][3].plain == worlds[1][3].plain


def test_the_same_answers_do_change_the_bytes_of_who_may_know() -> None:
    worlds = [run_toy(list(PACK), ("low",) * 3, (0, 1, 2), gives) for gives in (0, 1)]
    assert all(worlds[0][seat].plain != worlds[1][seat].plain for seat in range(3))


HEARTS_DEALS = (
    "dealer: 3\n0: 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC\n1: 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD\n"
    "2: 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH\n3: 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
    "dealer: 3\n0: 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC\n1: 2D 3D 4D 5D 6D 7D 8D 9D 10D JD 4S KD AD\n"
    "2: QD 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH\n3: 2S 3S 2H 5S 6S 7S 8S 9S 10S JS QS KS AS",
)


def pass_three(deal: str) -> list[Guest]:
    """Hearts up to the first trick: seat 3 passes the three highest spades to seat 0, the others their default."""
    bench, guests = full_table(
        RoomConfig(table_id="t1", game="hearts", seed="x", deal=deal, clocks=PROMPT), "Ann Ben Cat Dan"
    )
    eve = bench.join("Eve", "watcher")
    guests[0].do(Start)
    for seat, cards in enumerate(("10C JC QC", "KD AD JD", "KH AH QH", "QS KS AS")):
        decision = guests[seat].decision
        assert decision is not None
        verb = decision.choices[0].verb
        done = guests[seat].play(Move(verb, tuple(Card(card) for card in cards.split())))
        assert done.accepted, done.reason
    return [*guests, eve]


def test_in_hearts_neither_seat_nor_spectator_can_tell_how_the_others_cards_lie() -> None:
    one, two = pass_three(HEARTS_DEALS[0]), pass_three(HEARTS_DEALS[1])
    assert one[0].plain == two[0].plain
    assert one[4].plain == two[4].plain
    assert [len(one[seat].wire) for seat in (0, 4)] == [len(two[seat].wire) for seat in (0, 4)]
    assert all(one[seat].plain != two[seat].plain for seat in (1, 2, 3))


def test_refusals_of_moves_say_nothing_of_other_hands() -> None:
    def refusals(cards: list[Card]) -> list[Done]:
        _, guests = full_table(toy_config(deal=toy_deal(cards)))
        guests[0].do(Start)
        decision = guests[0].decision
        assert decision is not None
        for card in sorted(set(PACK) - set(cards[:3])):
            guests[0].play(Move("give", (card,)), decision=decision)
            guests[0].bench.now_ms += 100
        return [m for m in guests[0].heard if isinstance(m, Done) and not m.accepted]

    swapped = [*PACK[:3], *reversed(PACK[3:])]
    assert refusals(list(PACK)) == refusals(swapped)
    assert len(refusals(list(PACK))) > 5


def test_a_decision_holds_only_the_seats_own_cards() -> None:
    guests = run_toy(list(PACK), ("low",) * 3, (0, 1, 2), 0)
    for guest in guests[:3]:
        if guest.decision is not None and guest.seat is not None:
            cards = {card for choice in guest.decision.choices for card in choice.cards}
            assert cards <= set(guest.view().hand)
            assert all(isinstance(choice, Choice) for choice in guest.decision.choices)


def test_a_guest_who_acts_for_another_seat_acts_for_its_own() -> None:
    _, guests = full_table(toy_config(deal=toy_deal(list(PACK))))
    guests[0].do(Start)
    assert guests[1].decision is not None
    stolen = guests[1].decision
    done = guests[0].play(Move("give", stolen.choices[0].cards[:1]), decision=stolen)
    assert not done.accepted
    assert guests[1].play().accepted
