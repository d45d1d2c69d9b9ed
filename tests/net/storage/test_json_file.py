"""Small files of our own, in every state in which one can be found."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from net.storage.json_file import JsonFile

LARGEST = 1000


def numbers(path: Path) -> JsonFile[list[int]]:
    return JsonFile("", list[int], LARGEST, path)


def test_saved(tmp_path: Path) -> None:
    """Another object, as in another process, reads what was saved."""
    place = tmp_path / "numbers"
    assert numbers(place).load() is None
    assert numbers(place).save([1, 2]) == ""
    assert numbers(place).load() == [1, 2]


DAMAGED = [b"", b"{", b"[1, 2", b"[1, null]", b'{"a": 1}', b"\xff", b"[1]\x00"]


@pytest.mark.parametrize("content", DAMAGED)
def test_damaged(tmp_path: Path, content: bytes) -> None:
    """A damaged file counts as none, and nothing in it is lost, however often it happens."""
    place = tmp_path / "numbers"
    for _ in range(2):
        place.write_bytes(content)
        file = numbers(place)
        assert file.load() is None
        assert file.save([3]) == ""
        assert numbers(place).load() == [3]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["numbers", "numbers.kept", "numbers.kept-2"]
    assert {path.read_bytes() for path in tmp_path.glob("*.kept*")} == {content}


def _link(place: Path) -> None:
    place.symlink_to(place.with_name("other"))
    place.with_name("other").write_bytes(b"[7]")


def _fill(place: Path) -> None:
    place.write_bytes(b" " * (LARGEST + 1))


UNREADABLE: dict[str, Callable[[Path], None]] = {
    "a folder": Path.mkdir,
    "a link": _link,
    "a dangling link": lambda place: place.symlink_to(place.with_name("gone")),
    "a link to itself": lambda place: place.symlink_to(place),
    "a pipe": os.mkfifo,
    "too large": _fill,
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_unreadable(tmp_path: Path, kind: str) -> None:
    """What cannot be read is not replaced: the content lasts as long as the object, and the reason is told once."""
    place = tmp_path / "numbers"
    UNREADABLE[kind](place)
    before = place.lstat()
    file = numbers(place)
    assert file.load() is None
    assert str(place) in file.save([1])
    assert file.save([1, 2]) == ""
    assert file.load() == [1, 2]
    assert place.lstat() == before
    assert numbers(place).load() is None


def test_saved_again(tmp_path: Path) -> None:
    """As soon as the file can be written, it has the content, and a later problem is told again."""
    place = tmp_path / "folder" / "numbers"
    file = numbers(place)
    assert file.save([1]) != ""
    assert file.save([1, 2]) == ""
    place.parent.mkdir()
    assert file.save([1, 2, 3]) == ""
    assert numbers(place).load() == [1, 2, 3]
    place.rename(place.with_name("moved"))
    place.mkdir()
    assert file.save([4]) != ""


def test_too_much(tmp_path: Path) -> None:
    """Nothing is written that could not be read again."""
    place = tmp_path / "numbers"
    assert numbers(place).save([1]) == ""
    assert "too large" in numbers(place).save([1] * LARGEST)
    assert numbers(place).load() == [1]
