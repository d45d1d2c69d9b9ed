"""What somebody at a table does, in terms of what they see."""

import re

from ..harness.terminal import Terminal

PASSING = r"▸ Choose three cards to pass"
PLAYING = r"▸ Your turn: play a card to the trick"
NOT_MY_TURN = "It is not your turn"
REFUSED = r"\(§\d+\.\d+\)"
SCORED = r"Scores +\w+ · (\d+) deals? played"
CLAIM = r"▸ (?:Your turn: (?:take|you cannot take|you get)|Not your turn, )"
DISCARD = r"▸ Your turn: (?:go out, or )?(?:make the first )?discard"
AGAIN = r"Press Enter again to discard"
HOLDS = r"You (?:· \w+ )*· (\d+) cards? ·"
STOCK = r"stock \d+|no stock"
LIST = 48
"""Columns of a list that has what its lines mean beside it."""


class Player:
    """Somebody in front of a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.wait_for = terminal.wait_for
        self.press = terminal.press

    @property
    def cards_held(self) -> int:
        """Cards in the player's own hand, by the line above it."""
        return int(self.wait_for(HOLDS)[1])

    @property
    def hand(self) -> list[str]:
        """Faces of the hand, from the left, as drawn when no card is chosen."""
        rows = [re.findall(r"│((?:10|[2-9AJQK])[♣♦♠♥])", line) for line in self.terminal.text.splitlines()]
        return max(rows, key=len)

    def pass_three(self) -> None:
        """Pass the first three cards."""
        self.wait_for(PASSING)
        self.press("home", "space", "right", "space", "right", "space")
        self.wait_for(r"3 of 3 selected")
        self.press("enter")
        self.terminal.wait_until_gone(r"3 of 3 selected")

    def play_a_card(self) -> None:
        """Play a card, once it is this player's turn."""
        while not self.try_a_card():
            pass

    def try_a_card(self) -> bool:
        """Try the card under the cursor, then card after card from the left, until the table takes one.

        False if it was not this player's turn after all: the prompt is drawn a moment after the hand.
        """
        self.wait_for(PLAYING)
        if self._sees(NOT_MY_TURN):
            self.press("home")
            self.terminal.wait_until_gone(NOT_MY_TURN)
        held = self.cards_held
        for place in range(held + 1):
            if place == 1:
                self.press("home")
            self.press("enter")
            self.terminal.wait_until(lambda: self._is_answered(held), "an answer to a card")
            if self.terminal.has_seen(NOT_MY_TURN):
                return False
            if not self.terminal.has_seen(REFUSED):
                return True
            self.press("right")
            self.terminal.wait_until_gone(REFUSED)
        raise AssertionError(f"no card was taken:\n{self.terminal.picture()}")

    def play_the_deal(self) -> int:
        """Play whenever asked until the deal is scored; gives the number of cards played."""
        played = 0
        while True:
            self.wait_for(f"{PLAYING}|{SCORED}")
            if self._sees(SCORED):
                return played
            played += self.try_a_card()

    def play_khanhoo(self) -> int:
        """Leave every discard and discard from the left until the deal is scored; gives the number of discards."""
        discarded = 0
        while True:
            self.wait_for(f"{CLAIM}|{DISCARD}|{SCORED}")
            if self._sees(SCORED):
                return discarded
            if self._sees(CLAIM):
                self._let_it_go()
            else:
                self._discard_a_card()
                discarded += 1

    def _let_it_go(self) -> None:
        """Answer a claim; the next one may come so fast that no other prompt is seen in between."""
        found = re.search(r" (l|p|Enter)  (?:leave it|let it be bumped|pass)", self.terminal.text)
        self.terminal.wait_for_change_after(*[found[1].lower()] if found else [])

    def _discard_a_card(self) -> None:
        held, stock = self.cards_held, self.wait_for(STOCK)[0]
        self.press("home")
        for _ in range(held):
            self.press("enter")
            self.terminal.wait_until(lambda: self._sees(AGAIN) or self._is_discarded(held, stock), "an answer to Enter")
            if self._sees(AGAIN):
                self.press("enter")
                self.terminal.wait_until(lambda: self._is_discarded(held, stock), "an answer to a discard")
            if not self.terminal.has_seen(REFUSED):
                return
            self.press("right")
            self.terminal.wait_until_gone(REFUSED)
        raise AssertionError(f"no card was taken:\n{self.terminal.picture()}")

    def move_to(self, row: str) -> None:
        """Move down a list to the row that begins with this pattern."""
        while not self._sees(rf"▸ {row}"):
            self._move_down()

    def _move_down(self) -> None:
        """One row; the mark is waited for, not any change: what the row means may be drawn later than the mark."""
        before = self._marked
        self.press("down")
        self.terminal.wait_until(lambda: len(self._marked) == 1 and self._marked != before, "the next row")

    @property
    def _marked(self) -> list[tuple[int, str]]:
        """The rows that are marked, without what stands beside the list: that changes at another moment."""
        return [(y, line[:LIST]) for y, line in enumerate(self.terminal.text.splitlines()) if "▸" in line]

    def leave(self) -> int:
        """Leave for good with ctrl+c, pressed twice; gives the exit status."""
        self.press("ctrl+c", "ctrl+c")
        return self.terminal.wait_for_end()

    def _is_discarded(self, held: int, stock: str) -> bool:
        """Where the others play at once, a next card may be drawn or discarded before the screen is looked at again."""
        return self._is_answered(held) or not self._sees(stock) or self._sees(CLAIM)

    def _is_answered(self, held: int) -> bool:
        if self.terminal.has_seen(f"{REFUSED}|{NOT_MY_TURN}") or self._sees(SCORED):
            return True
        now = re.search(HOLDS, self.terminal.text)
        return now is not None and int(now[1]) < held

    def _sees(self, pattern: str) -> bool:
        return self.terminal.sees(pattern)


def choose_table(player: Player, title: str) -> None:
    """Choose a table by its title from the list, whatever else stands there."""
    player.wait_for(title)
    player.move_to(rf"[^\n]*{title}")
    player.press("enter")
