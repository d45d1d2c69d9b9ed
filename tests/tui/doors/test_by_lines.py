"""What is typed by lines, over a terminal that has no cursor."""

import pytest

from tui.doors.ssh.by_lines import LineVisit


class Shown:
    """What a person sees of what they type."""

    def __init__(self) -> None:
        self.text = ""

    def send(self, text: str) -> None:
        self.text += text

    def hold(self, is_held: bool) -> None:
        """Nobody reads the lines here."""


def shown_for(*reads: bytes) -> str:
    shown = Shown()
    visit = LineVisit(shown, has_terminal=True)
    for read in reads:
        visit.take_in(read)
    return shown.text


KEYS = {"left": "\x1b[D", "F1": "\x1bOP", "Delete": "\x1b[3~", "Ctrl-left": "\x1b[1;5D", "cursor": "\x1b[?25 h"}


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_a_special_key_that_comes_in_pieces_leaves_no_letter(key: str) -> None:
    typed = f"say é{key}b\r".encode()
    assert shown_for(typed) == "say éb\r\n"
    for cut in range(1, len(typed)):
        assert shown_for(typed[:cut], typed[cut:]) == "say éb\r\n", (typed[:cut], typed[cut:])
    assert shown_for(*(typed[at : at + 1] for at in range(len(typed)))) == "say éb\r\n"


def test_escape_alone_takes_no_key_that_is_pressed_later() -> None:
    assert shown_for(b"a\x1b", b"b\x1b", b"\r") == "ab\r\n"


def test_a_special_key_without_an_end_ends_at_the_next_control_character() -> None:
    assert shown_for(b"a\x1b[", *[b"1;" * 1000] * 20, b"\rb") == "a\r\nb"
    assert shown_for(b"a\x1bO\x7f\x1b[1\x1b[Db") == "a\b \bb"


def test_ctrl_c_right_after_escape_leaves() -> None:
    visit = LineVisit(Shown(), has_terminal=True)
    visit.take_in(b"\x1b\x03")
    assert visit._lines.has_ended
