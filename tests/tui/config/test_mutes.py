"""Whose words are hidden: kept in a file by table and person, whatever the file holds."""

from pathlib import Path

from net.wire.table_info import SeatInfo, TableInfo
from tui.config.mutes import MOST_AT_A_TABLE, MOST_TABLES, Mutes
from tui.table.narration import LogLine, heard


def table(name: str = "bea", key: str = "", table_id: str = "t1") -> TableInfo:
    seats = (SeatInfo(seat=0, name="ann", kind="person"), SeatInfo(seat=1, name=name, kind="person", key=key))
    return TableInfo(table_id=table_id, title="Table", game="hearts", options={}, seats=seats)


def test_somebody_with_a_key_stays_muted_under_another_name_and_without_one_by_name(tmp_path: Path) -> None:
    place = tmp_path / "mutes.json"
    assert Mutes(place).toggle(table(key="ab" * 32), "bea") == "bea is muted, for you only."
    assert Mutes(place).names(table("bea again", key="ab" * 32)) == {"bea again"}
    assert Mutes(place).names(table("bea", key="cd" * 32)) == frozenset()
    Mutes(place).toggle(table(), "ann")
    assert Mutes(place).names(table("cy", key="ab" * 32)) == {"ann", "cy"}
    assert Mutes(place).names(table(table_id="t2")) == frozenset()
    assert Mutes(place).toggle(table("cy", key="ab" * 32), "cy") == "cy is no longer muted."
    assert Mutes(place).names(table(key="ab" * 32)) == {"ann"}


def test_only_their_words_are_left_out() -> None:
    lines = [LogLine("bea: hello", "chat", "bea"), LogLine("bea plays"), LogLine("cy: hi", "chat", "cy")]
    assert [line.text for line in heard(lines, {"bea"})] == ["bea plays", "cy: hi"]


def test_the_file_stays_small(tmp_path: Path) -> None:
    mutes = Mutes(tmp_path / "mutes.json")
    for number in range(MOST_TABLES + 5):
        mutes.toggle(table(table_id=f"t{number}"), "ann")
    for number in range(MOST_AT_A_TABLE + 5):
        mutes.toggle(table(table_id="t9"), f"guest {number}")
    again = Mutes(tmp_path / "mutes.json")
    assert again.names(table(table_id="t0")) == frozenset()
    assert len(again.names(table(table_id="t9"))) == MOST_AT_A_TABLE
