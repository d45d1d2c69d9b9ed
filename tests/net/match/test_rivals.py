"""Which of two tables of one match goes on: the rule, case by case, and what makes two tables one match."""

import itertools
from typing import Any

import msgspec
import pytest

from net.crypto.signing import PersonKey, goes_on
from net.match.rivals import Fork, NotOurs, choose, fork_of, line_of
from net.wire.table_info import MOST_FOREBEARS, GoesOn, SeatInfo, Standing, TableInfo

KEYS = [PersonKey(bytes([seat + 1]) * 32) for seat in range(4)]
HOST_KEYS = {name: f"{number:02x}" * 32 for number, name in enumerate(("first", "ben", "cat", "dan", "eve"), 1)}
HEADS = {deal: bytes([deal]) * 32 for deal in range(1, 9)}
ENDS = {deal: (100 * deal - 1, HEADS[deal]) for deal in (1, 2, 3)}


def first(standing: Standing | None = None, **more: Any) -> TableInfo:
    seats = tuple(SeatInfo(seat=seat, name=f"P{seat}", kind="person", key=KEYS[seat].public) for seat in range(4))
    usual: dict[str, Any] = {"table_id": "first", "title": "T", "game": "hearts", "options": {"limit": 9}}
    usual |= {"seats": seats, "host_seat": 0, "key": HOST_KEYS["first"], "standing": standing}
    return TableInfo(**usual | more)


def heir(old: TableInfo, name: str, seat: int, deal: int = 1, **more: Any) -> TableInfo:
    """A table that goes on with the match of another one, claimed by a seat."""
    number, head, by = 100 * deal, more.pop("head", HEADS[deal]), more.pop("by", KEYS[seat])
    signature = by.sign(goes_on(old.table_id, deal, number, head, HOST_KEYS[name], name))
    claim = GoesOn(table=old.table_id, seat=seat, deal=deal, number=number, head=head, signature=signature)
    new: dict[str, Any] = {"table_id": name, "key": HOST_KEYS[name], "goes_on": claim, "standing": None}
    return msgspec.structs.replace(old, **new | {"descent": line_of(old)[-MOST_FOREBEARS:]} | more)


def here(*people: int, **more: Any) -> Standing:
    return Standing(people=people, **more)


# Whether two tables play one match.


def test_a_table_and_the_one_that_goes_on_with_its_match_part_at_the_claimed_deal() -> None:
    old = first()
    new = heir(old, "ben", 1, 2)
    assert fork_of(old, new, ENDS) == fork_of(new, old, ENDS) == Fork(2)


def test_the_third_heir_in_a_row_is_known_at_the_first_table_and_the_other_way_round() -> None:
    old = first()
    last = heir(heir(heir(old, "ben", 1, 1), "cat", 2, 2), "dan", 3, 3)
    assert [step.table for step in line_of(last)] == ["first", "ben", "cat", "dan"]
    assert fork_of(old, last, ENDS) == fork_of(last, old, ENDS) == Fork(1)


def test_two_heirs_of_one_table_part_at_the_lower_of_their_deals() -> None:
    old = first()
    ben, cat = heir(old, "ben", 1, 3), heir(old, "cat", 2, 2)
    assert fork_of(ben, cat, ENDS) == fork_of(cat, ben, {1: ENDS[1], 2: ENDS[2]}) == Fork(2)


def test_a_claim_of_more_deals_than_the_table_has_is_one_of_the_same_match() -> None:
    assert fork_of(first(), heir(first(), "ben", 1, 5), ENDS) == Fork(5)


def test_an_heir_of_an_earlier_version_that_names_only_the_table_before_it_is_known() -> None:
    assert fork_of(first(), heir(first(), "ben", 1, descent=()), ENDS) == Fork(1)
    assert fork_of(heir(first(), "ben", 1, descent=()), first(), ENDS) == Fork(1)


@pytest.mark.parametrize(
    ("theirs", "why"),
    [
        (first(), "^$"),
        (first(table_id="other"), "^$"),
        (heir(first(table_id="other"), "ben", 1), "^$"),
        (heir(first(), "ben", 1, head=bytes(32)), "record of the match differs"),
        (heir(first(), "ben", 1, by=KEYS[2]), "the player named in the claim did not sign"),
        (heir(first(), "ben", 1, key=HOST_KEYS["cat"]), "the player named in the claim did not sign"),
        (heir(first(), "ben", 1, table_id="other"), "the player named in the claim did not sign"),
        (heir(first(), "ben", 1, options={"limit": 10}), "differ from the rules"),
        (heir(first(), "ben", 1, game="solo"), "differ from the rules"),
        (heir(first(), "ben", 1, goes_on=None), "no proof that it continues this match"),
        (heir(heir(first(), "ben", 1), "cat", 2, descent=line_of(first())), "no proof that it continues this match"),
        (heir(heir(first(), "ben", 1, by=KEYS[3]), "cat", 2), "the player named in the claim did not sign"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_show_that_it_plays_this_match_is_none_of_it(theirs: TableInfo, why: str) -> None:
    with pytest.raises(NotOurs, match=why):
        fork_of(first(), theirs, ENDS)


def test_a_claim_by_a_seat_that_no_person_has_is_none() -> None:
    bots = tuple(msgspec.structs.replace(seat, kind="bot", key="") for seat in first().seats)
    with pytest.raises(NotOurs, match="no player of this match signed"):
        fork_of(first(seats=bots), heir(first(), "ben", 1), ENDS)


def test_another_host_with_the_id_of_a_table_before_ours_is_not_that_table() -> None:
    with pytest.raises(NotOurs, match="host has changed"):
        fork_of(heir(first(), "ben", 1), first(key=HOST_KEYS["eve"]), ENDS)


# Which of the two goes on. `one` is the first table, `other` an heir of deal 1 with the claim of seat 1.

CASES = {
    "a host that was away finds the match elsewhere": (here(interrupted=True), here(), "other"),
    "and so it does where the others play on": (here(interrupted=True), here(2, deals=2), "other"),
    "it has more deals, but nobody else holds them": (here(interrupted=True, deals=3), here(2), "other"),
    "somebody else has signed the claimed deal": (here(interrupted=True, deals=1, witnessed=1), here(2), "other"),
    "somebody else has signed a later one": (here(interrupted=True, deals=2, witnessed=2), here(2), "both"),
    "the heir was away, and its people are back": (here(2), here(interrupted=True), "one"),
    "a claim that nobody follows closes no table": (here(2), here(), "one"),
    "a host with its people goes on": (here(2, 3, deals=1), here(deals=4, agreed=4), "one"),
    "everybody has gone to the heir": (here(), here(2), "other"),
    "everybody has, and the host played on with bots": (here(deals=5), here(3), "other"),
    "the network was cut in two": (here(2), here(3), "both"),
    "nobody is here or there, as far as people signed": (here(agreed=2), here(agreed=3), "other"),
    "nobody is, by the deals": (here(deals=2, agreed=1), here(deals=3, agreed=1), "other"),
    "nobody is, and nothing was played since": (here(deals=1), here(deals=1), "one"),
    "both were away": (here(interrupted=True, agreed=1), here(interrupted=True, agreed=2), "other"),
}


@pytest.mark.parametrize(("one", "other", "chosen"), CASES.values(), ids=list(CASES))
def test_of_two_tables_of_one_match(one: Standing, other: Standing, chosen: str) -> None:
    assert choose(first(one), heir(first(), "ben", 1, standing=other), Fork(1)) == chosen


def test_of_two_heirs_the_lower_seat_goes_on_and_of_two_claims_of_one_player_the_lower_id() -> None:
    ben, cat = (heir(first(), name, seat, standing=here()) for name, seat in (("ben", 1), ("cat", 2)))
    assert choose(cat, ben, Fork(1)) == "other"
    assert choose(ben, heir(first(), "cat", 1, standing=here()), Fork(1)) == "one"


def test_a_host_of_an_earlier_version_counts_by_who_sits_there() -> None:
    """It says nothing of what decides."""
    away = tuple(msgspec.structs.replace(seat, state="away") for seat in first().seats)
    alone = (*away[:1], first().seats[1], *away[2:])
    assert choose(first(here()), heir(first(), "ben", 1), Fork(1)) == "other"
    assert choose(first(here(2)), heir(first(), "ben", 1, seats=alone), Fork(1)) == "one"


def test_both_hosts_and_every_client_choose_the_same_one() -> None:
    old = first()
    flags, people, deals = (False, True), ((), (3,)), (0, 1, 2)
    standings = [
        Standing(people=who, deals=played, agreed=agreed, witnessed=witnessed, interrupted=was_away)
        for who, played, agreed, witnessed, was_away in itertools.product(people, deals, (0, 2), deals, flags)
        if not (who and was_away)
    ]
    mirrored = {"one": "other", "other": "one", "both": "both"}
    for mine, yours in itertools.product(standings, repeat=2):
        for one, other in (
            (first(mine), heir(old, "ben", 1, standing=yours)),
            (heir(old, "ben", 1, standing=mine), heir(old, "cat", 2, standing=yours)),
        ):
            assert choose(one, other, Fork(1)) == mirrored[choose(other, one, Fork(1))]
