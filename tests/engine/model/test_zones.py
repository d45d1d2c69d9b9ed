"""Who sees into which zone."""

import pytest

from engine.api import BOX, UnknownZone, zone_id

from ..toy import TOY

PLAN = TOY.plan


def test_a_zone_id_names_kind_seat_and_group() -> None:
    assert [zone_id("stock"), zone_id("hand", 2), zone_id("meld", 0, 3)] == ["stock", "hand:2", "meld:0:3"]


@pytest.mark.parametrize(
    ("zone", "seen_by"),
    [("pile", {0, 1, 2, None}), ("meld:1:0", {0, 1, 2, None}), ("hand:1", {1}), ("stock", set()), (BOX, set())],
)
def test_faces_are_seen_by_whom_the_zone_says(zone: str, seen_by: set[int | None]) -> None:
    assert {viewer for viewer in (0, 1, 2, None) if PLAN.sees(zone, viewer)} == seen_by


@pytest.mark.parametrize("zone", ["nowhere", "hand", "hand:x", "hand:-1", "stock:1", "meld:1", "meld:1:0:2", "hand:１"])
def test_a_zone_that_the_game_does_not_have_is_refused(zone: str) -> None:
    with pytest.raises(UnknownZone):
        PLAN.sees(zone, 0)


def test_the_fixed_zones_of_a_table_leave_out_the_groups() -> None:
    assert PLAN.fixed_zones(2) == ("stock", "hand:0", "hand:1", "gift:0", "gift:1", "pile")
