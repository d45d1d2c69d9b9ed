"""What hints say in Kanhu (Ming): what beats what, what is still out and what a trick scores is true by a count."""

from dataclasses import dataclass

import pytest

from engine.api import Advice, View, counted
from engine.games.kanhu_ming.cards import MELDS, beating, bonus, melds_in, set_of
from engine.games.kanhu_ming.hints import play_name, standing
from engine.games.kanhu_ming.state import BEST, answers_last, unseen_by
from engine.kit.wording import number_in_words

from ...harness.slow import slow
from ..claims import Check, advised, verify_reason


@dataclass
class Hint:
    """A hint, and the view that it was given for."""

    view: View
    advice: Advice

    @property
    def hand(self) -> int:
        return set_of(self.view.hand)

    @property
    def play(self) -> int:
        return set_of(self.advice.move.cards)

    @property
    def best(self) -> int:
        """The best play of the trick so far, 0 before the lead."""
        return set_of(BEST.of(self.view)[1]) if BEST.is_declared(self.view) and self.view.zones["trick"] else 0

    @property
    def rivals(self) -> list[int]:
        """What of the unseen cards beats the play."""
        return list(beating(unseen_by(self.view, 0), self.play))

    @property
    def is_last(self) -> bool:
        return answers_last(self.view, 0)

    def is_mine(self, name: str) -> bool:
        return play_name(self.play) == name

    def is_best(self, name: str) -> bool:
        return play_name(self.best) == name

    def scores(self, more: str | None) -> bool:
        return bonus(self.play) == int(more or 0)

    def breaks(self, count: str | None, best: str, rivals: str) -> bool:
        """Whether the discard takes cards from so many melds, of which the best has so many rivals."""
        broken = [meld for meld in melds_in(self.hand) if meld.cards & self.play]
        against = {meld.name: len(list(beating(unseen_by(self.view, 0), meld.cards))) for meld in broken}
        words = f"{counted(against[best], 'meld')} of unseen cards" if against[best] else "nothing"
        is_count = count == number_in_words(len(broken)) if len(broken) > 1 else count is None
        return is_count and rivals == words and against[best] == min(against.values())


def points(hint: Hint, count: str, more: str | None) -> bool:
    return int(count) == 3 * hint.view.seats and hint.scores(more)


MORE = r"(?:, and it scores (\d+) more)?"
FORMS: dict[str, Check] = {
    r"You have no other play\.": lambda h: h.hand == h.play and not h.best,
    r"This is your last play, and it (takes the trick|is the best so far)\.": lambda h, how: (
        h.hand == h.play and (how == "takes the trick") == h.is_last
    ),
    r"Nothing can beat your (.*), so it wins (\d+) points(?: and (\d+) more)?\.": lambda h, name, n, more: (
        h.is_mine(name) and not h.rivals and points(h, n, more)
    ),
    r"Your (.*) can win (\d+) points(?: and (\d+) more)?\. This meld can be (beaten.*)\.": lambda h, name, n, more, s: (
        h.is_mine(name) and s == standing(h.play, unseen_by(h.view, 0)) and h.rivals and points(h, n, more)
    ),
    r"No card that is left beats the (.*?)(?:, which scores (\d+) more)?\.": (
        lambda h, name, more: h.is_mine(name) and not h.rivals and h.scores(more)
    ),
    r"Only the (.*) can still beat the (.*)\.": lambda h, names, name: (
        h.is_mine(name) and sorted(names.split(" and ")) == sorted(map(play_name, h.rivals))
    ),
    r"The (.*) is worth more as a lead now than in a meld later\.": lambda h, name: (
        h.is_mine(name) and any(meld.cards & h.hand == meld.cards and meld.cards & h.play for meld in MELDS)
    ),
    r"Most unseen cards beat the (.*), so you lose little if you lead it\.": lambda h, name: (
        h.is_mine(name) and 2 * len(h.rivals) > unseen_by(h.view, 0).bit_count()
    ),
    r"The (.*) is your lowest card, so you lose little if you lead it\.": lambda h, name: (
        h.is_mine(name) and h.rivals and h.play == h.hand & -h.hand
    ),
    r"The others may have to use a good card to beat the (.*), and you keep your best cards\.": lambda h, name: (
        h.is_mine(name) and h.rivals
    ),
    rf"You take the trick with the (.*?){MORE}, and you keep cheaper cards that you need later\.": (
        lambda h, name, more: h.is_mine(name) and h.is_last and h.scores(more) and h.play in beating(h.hand, h.best)
    ),
    rf"You play last, so the (.*?) is sure to take the trick{MORE}\.": lambda h, name, more: (
        h.is_mine(name) and h.is_last and h.scores(more) and beating(h.hand, h.best) == (h.play,)
    ),
    rf"You play last\. Of your cards that take the trick, you need the (.*?) least{MORE}\.": lambda h, name, more: (
        h.is_mine(name) and h.is_last and h.scores(more) and h.play in beating(h.hand, h.best)
    ),
    rf"Nobody after you can beat the (.*?){MORE}\.": lambda h, name, more: (
        h.is_mine(name) and not h.rivals and h.scores(more)
    ),
    r"A Myriad is the best card so far, and the Thousand Myriad beats it\.": lambda h: h.is_mine("Thousand Myriad"),
    r"The (.*) beats the (.*), and can be (.*)\.": lambda h, name, other, s: (
        h.is_mine(name)
        and h.is_best(other)
        and h.play in beating(h.hand, h.best)
        and s == standing(h.play, unseen_by(h.view, 0))
    ),
    r"You could beat the (.*), but your cards that beat it are worth more later\.": lambda h, name: (
        h.is_best(name) and beating(h.hand, h.best)
    ),
    r"You have no other play, and this play cannot win\.": lambda h: h.hand == h.play and not beating(h.hand, h.best),
    r"You cannot beat the (.*?)(?:\. This discard breaks up no meld|, so discard what you need least: .*)\.": (
        lambda h, name: h.is_best(name) and not beating(h.hand, h.best)
    ),
    r"You cannot beat the (.*?)\. This discard breaks up (?:(\w+) melds\. The best is )?(.*), which (.*) beats?\.": (
        lambda h, name, *broken: h.is_best(name) and not beating(h.hand, h.best) and h.breaks(*broken)
    ),
}


@pytest.mark.parametrize("seats", slow([2, 3]))
def test_every_reason_is_true_over_many_deals(seats: int) -> None:
    said = set()
    for view, _, advice in advised("kanhu_ming", seats, 5, rounds=2, strays=0.3):
        said.add(verify_reason(advice.reason, FORMS, Hint(view, advice)))
    assert len(said) > 10
