"""Khanhoo §12: the English suits, the larger packs, who may play with them, and what is left for the stock."""

from collections import Counter

import pytest

from engine.games.khanhoo.melds.solver import best_value, cover_value, read_meld
from engine.games.khanhoo.melds.tables import MeldBook, patterns
from engine.games.khanhoo.pack import HouseRules, complete_options, pack_size, stock_size
from engine.model.cards import JOKER, Card
from engine.model.options import OptionError, OptionValue
from engine.play.table import Table

from .positions import KHANHOO, act, cards, claim, english, hand, options_of, started, throw

STOCKS = {
    61: {2: 30, 3: 15, 4: 0},
    62: {2: 31, 3: 16, 4: 1},
    92: {2: 61, 3: 46, 4: 31, 5: 16, 6: 1},
    121: {2: 90, 3: 75, 4: 60, 5: 45, 6: 30, 7: 15, 8: 0},
    125: {2: 94, 3: 79, 4: 64, 5: 49, 6: 34, 7: 19, 8: 4},
}
"""Cards of the pack -> players -> cards left over."""

PACKS = {61: (2, 1), 62: (2, 2), 92: (3, 2), **{120 + jokers: (4, jokers) for jokers in range(1, 6)}}
"""Cards of the pack -> copies and jokers."""

SEATS = {61: (2, 3, 4), 62: (2, 3), 92: (2, 3, 4, 5), **dict.fromkeys(range(121, 126), tuple(range(2, 9)))}
"""Cards of the pack -> who may play with it."""


def book(pack: int, **options: OptionValue) -> MeldBook:
    copies, jokers = PACKS[pack]
    return HouseRules.of(options_of("english", copies=copies, jokers=jokers, **options)).book


def test_rule_12_1_the_english_pack_has_clubs_for_spades_and_courts_of_spades() -> None:
    deck = KHANHOO.deck(complete_options(options_of("english"), 4))
    modern = KHANHOO.deck(complete_options(options_of("denexa"), 4))
    assert Counter(deck.cards) == Counter(cards(english(" ".join(modern.cards))))
    assert {face for face in deck.faces if face[-1] == "S"} == {"JS", "QS", "KS"}


@pytest.mark.parametrize("skin", ["denexa", "english"])
def test_rule_10_10_the_skin_says_which_cards_play_the_parts(skin: str) -> None:
    options = options_of("denexa", skin=skin)
    khanhoo = "AH 2S 3D" if skin == "denexa" else "AH 2C 3D"
    assert set(cards(khanhoo)) <= KHANHOO.deck(options).faces
    meld = read_meld(cards(khanhoo), HouseRules.of(options).book)
    assert meld is not None
    assert meld.kind == "khanhoo"


@pytest.mark.parametrize(
    ("meld", "kind"),
    [
        ("AH 2C 3D", "khanhoo"),
        ("KS 9H 9H", "court meld"),
        ("QS 8C 8C", "court meld"),
        ("JS 7D 7D", "court meld"),
        ("JS QS KS", "royal assembly"),
        ("5H 5C 5D", "triplet"),
        ("4C 5C 6C", "sequence"),
        ("AH AC AD", "aces"),
    ],
)
def test_rule_12_1_the_melds_in_english_suits(meld: str, kind: str) -> None:
    found = read_meld(cards(meld), book(61))
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(("pack", "seats"), [(pack, seats) for pack in SEATS for seats in range(2, 9)])
def test_rule_12_2_who_may_play_with_a_pack(pack: int, seats: int) -> None:
    copies, jokers = PACKS[pack]
    options = options_of("english", copies=copies, jokers=jokers)
    if seats in SEATS[pack]:
        table = Table(KHANHOO, seats, options, seed="packs")
        assert len(table.deck.cards) == pack == pack_size(copies, jokers)
        assert table.deck.counts[JOKER] == jokers
        assert {table.deck.counts[face] for face in table.deck.faces if face != JOKER} == {copies}
    else:
        with pytest.raises(OptionError, match=f"{pack} cards is for 2 to {SEATS[pack][-1]} players, not {seats}"):
            Table(KHANHOO, seats, options, seed="packs")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"copies": 1}, "2, 3 or 4 copies"),
        ({"copies": 2, "jokers": 3}, "If the pack has 2 copies of each card, choose 1 or 2 jokers, not 3"),
        ({"copies": 3, "jokers": 1}, "If the pack has 3 copies of each card, choose 2 jokers, not 1"),
        ({"copies": 2, "trio_quartette_cache": True}, "3 or 4 copies"),
    ],
)
def test_rule_12_2_no_other_pack_is_played_with(options: dict[str, OptionValue], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        complete_options(options_of("english", **options), 3)


@pytest.mark.parametrize(("pack", "players"), [(pack, players) for pack in STOCKS for players in STOCKS[pack]])
def test_rule_12_3_the_stock_after_the_deal(pack: int, players: int) -> None:
    assert stock_size(pack, players) == STOCKS[pack][players]
    if players in SEATS[pack]:
        copies, jokers = PACKS[pack]
        table = started(players, preset="english", copies=copies, jokers=jokers, orphan=False)
        assert len(table.zone("stock")) == STOCKS[pack][players]
        assert [len(hand(table, seat)) for seat in range(players)] == [16] + [15] * (players - 1)


@pytest.mark.parametrize(
    ("preset", "seats", "given", "copies", "jokers"),
    [
        ("denexa", 2, {}, 2, 1),
        ("denexa", 3, {}, 2, 1),
        ("denexa", 4, {}, 2, 1),
        ("english", 2, {}, 2, 1),
        ("english", 3, {}, 2, 2),
        ("english", 4, {}, 2, 1),
        ("english", 5, {}, 4, 1),
        ("english", 8, {}, 4, 1),
        ("english", 3, {"copies": 3}, 3, 2),
        ("english", 3, {"copies": 4}, 4, 1),
        ("english", 4, {"jokers": 2}, 3, 2),
        ("english", 3, {"jokers": 1}, 2, 1),
        ("english", 4, {"jokers": 5}, 4, 5),
        ("english", 3, {"jokers": 3}, 4, 3),
        ("english", 3, {"trio_quartette_cache": True}, 4, 1),
        ("denexa", 6, {"copies": 4}, 4, 1),
    ],
)
def test_rule_12_4_what_the_book_chooses(
    preset: str, seats: int, given: dict[str, OptionValue], copies: int, jokers: int
) -> None:
    settled = complete_options(options_of(preset, **given), seats)
    assert (settled["copies"], settled["jokers"]) == (copies, jokers)
    assert complete_options(settled, seats) == settled
    assert Table(KHANHOO, seats, options_of(preset, **given), seed="book").options == settled


def test_rule_12_4_more_than_four_play_by_the_english_book_alone() -> None:
    with pytest.raises(OptionError, match="The modern game is for 2 to 4 players, not 5"):
        complete_options(options_of("denexa"), 5)


def test_rule_10_11_copies_and_rule_10_12_jokers_are_in_the_record_of_the_match() -> None:
    table = started(5, preset="english", copies=4, jokers=3)
    assert table.journal is not None
    assert (table.journal.header.options["copies"], table.journal.header.options["jokers"]) == (4, 3)


def test_rule_10_11_four_copies_may_all_be_held() -> None:
    table = started(2, {0: "AH AH AH AH"}, preset="english", copies=4)
    assert hand(table, 0).count(Card("AH")) == 4


def test_rule_10_12_five_jokers_may_all_be_held() -> None:
    table = started(6, {0: "* * * * *"}, preset="english", copies=4, jokers=5)
    assert hand(table, 0).count(JOKER) == 5


def test_rule_2_5_eight_players_use_up_a_pack_of_121() -> None:
    table = started(8, {0: "JS"}, preset="english", orphan=False)
    assert table.zone("stock") == []
    throw(table, 0, "JS")
    assert "JS" in hand(table, 1)
    for turn in range(1, 16):
        throw(table, turn % 8, "JS")
    act(table, 0, "discard JS")
    assert table.facts["dead"] == "stall"


def test_rule_5_4_two_hundred_discards_of_eight_players_end_the_deal() -> None:
    table = started(8, preset="english", orphan=False)
    thrown = 0
    while not table.scores:
        seat = table.acting()[0]
        card = next(card for card in hand(table, seat) if card != table.facts.get("taken"))
        act(table, seat, f"discard {card}")
        thrown += 1
        if not table.scores:
            claim(table)
    assert thrown == 200


def test_rule_6_11_several_jokers_share_a_meld_beside_a_natural_card() -> None:
    large = book(125)
    assert read_meld(cards("AH * *"), large) is not None
    assert read_meld(cards("* * *"), large) is None
    meld = read_meld(cards("AH AH 2C 2C * *"), large)
    assert meld is not None
    assert meld.kind == "double khanhoo"


BEST = {
    61: (29, "AH AH 2S 2S 3D 3D 5H 5H 5S 5S 5D 5D KC 9H 9H"),
    62: (29, "AH AH 2S 2S 3D 3D 5H 5H 5S 5S 5D 5D KC 9H *"),
    92: (30, "AH AH 2S 2S 3D 3D AH 2S 3D 5H 5H 5S 5S 5D 5D"),
    121: (34, "AH AH 2S 2S 3D 3D AH AH 2S 2S 3D 3D KC 9H 9H"),
    125: (35, "AH AH 2S 2S 3D 3D AH AH 2S 2S 3D 3D * * *"),
}


@pytest.mark.parametrize("pack", BEST)
def test_rule_18_2_the_best_hand_of_each_pack(pack: int) -> None:
    best, text = BEST[pack]
    if pack == 125:
        # A meld holds a natural card, so the jokers take the places of cards that lie in other melds.
        assert cover_value(cards(english(text)), book(pack)) == best
    assert best_value(cards(english(text)), book(pack)) == best
    assert most_points(book(pack), is_cover=False) == best


def test_rule_14_1_the_best_hands_with_trios_and_quartettes() -> None:
    small, large = book(92, trio_quartette_cache=True), book(121, trio_quartette_cache=True)
    trios = f"{'AH AH 2S 2S 3D 3D'} {'5H 5H 5H'} {'6H 6H 6H'} {'7S 7S 7S'}"
    assert cover_value(cards(english(trios)), small) == 33 == most_points(small, is_cover=True)
    assert best_value(cards(english("AH AH 2S 2S 3D 3D 5H 5H 5H * 6H 6H 6H * KC")), small) == 39
    assert most_points(small, is_cover=False) == 39
    fours = "5H 5H 5H 5H 6S 6S 6S 6S KC KC KC KC 7D 7D 7D"
    assert cover_value(cards(english(fours)), large) == 42 == most_points(large, is_cover=True)


def most_points(book: MeldBook, *, is_cover: bool) -> int:
    """Most points that fifteen cards of a pack can make: every set of melds is tried that the pack has the cards for.

    A joker stands for any card, so a set of melds can be had if it wants no more cards than there are copies, but for
    as many as there are jokers. Sequences only fill up: one makes a point of at least three cards. Of trios and
    quartettes those of five plain faces are enough, for a hand has no more than five melds.
    """
    plain = cards("4H 5H 6H 4D 5D")
    some = [pattern for pattern in patterns(book) if len(set(pattern.faces)) > 1 or pattern.faces[0] in plain]
    found = sorted(some, key=lambda pattern: -pattern.points / len(pattern.faces))
    best = 0

    def search(first: int, left: int, points: int, wanted: Counter[Card]) -> None:
        nonlocal best
        if not is_cover or left == 0 or left >= 3:
            best = max(best, points + left // 3 if not is_cover else points + (left >= 3) * (1 + (left > 9)))
        for place in range(first, len(found)):
            pattern = found[place]
            if points + left * pattern.points // len(pattern.faces) <= best:
                return
            size = len(pattern.faces)
            if size <= left:
                more = wanted + Counter(pattern.faces)
                if sum(max(0, count - book.copies) for count in more.values()) <= book.jokers:
                    search(place, left - size, points + pattern.points, more)

    search(0, 15, 0, Counter())
    return best
