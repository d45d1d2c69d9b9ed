"""The facts of Khanhoo."""

from typing import Final

from ...model.game_info import GameInfo, Preset
from ...model.options import Option

OPTIONS: Final = (
    Option("target", 50, "The total that ends the match.", "10.1", least=1, most=1000),
    Option("aces_max", 3, "The most aces that one aces meld may hold.", "10.2", least=3, most=5),
    Option("ace_triplets", False, "Three aces of different suits are a triplet, too.", "10.3"),
    Option("split_runs", True, "A long sequence may be cut into several that count apiece.", "10.4"),
    Option("expose_taken_discard", False, "Who takes a discard in turn melds it at once, face up.", "10.5"),
    Option(
        "stock_reform",
        "shuffle_keep_top",
        "An empty stock is made anew by shuffling all discards but the newest, or by turning all of them over.",
        "10.6",
        choices=("shuffle_keep_top", "turn_over"),
        words={"shuffle_keep_top": "shuffled, top stays", "turn_over": "turned over"},
    ),
    Option(
        "dead_hand",
        "score",
        "A deal that comes to nothing scores everybody's melds, or is void.",
        "10.7",
        choices=("score", "void"),
        words={"score": "is scored", "void": "is void"},
    ),
    Option(
        "tie_break",
        "extra",
        "Equal highest totals are decided by extra deals, or share the match.",
        "10.8",
        choices=("extra", "shared"),
        words={"extra": "extra deals", "shared": "a shared match"},
    ),
    Option(
        "settlement",
        "off",
        "At the end each pays each the difference of their totals, in counters, or nobody pays.",
        "10.9",
        choices=("off", "pairwise"),
        words={"pairwise": "each pays each"},
    ),
    Option(
        "skin",
        "denexa",
        "The suits of the cards: the modern ones, or those of the English pack.",
        "10.10",
        choices=("denexa", "english"),
        words={"denexa": "modern", "english": "English"},
    ),
    Option(
        "copies",
        0,
        "How many of each card the pack has, 2 to 4; with 0 the book chooses.",
        "10.11",
        least=0,
        most=4,
        words={"0": "as in the book"},
    ),
    Option(
        "jokers",
        0,
        "How many jokers the pack has, 1 to 5; with 0 the book chooses.",
        "10.12",
        least=0,
        most=5,
        words={"0": "as in the book"},
    ),
    Option("orphan", False, "Where the pack would be used up, the highest cut may play with six cards.", "10.13"),
    Option(
        "trio_quartette_cache",
        False,
        "Three or four equal cards are melds, and three may be laid aside to wait for the fourth.",
        "10.14",
    ),
    Option("honour_bumps", False, "A bump is called by its kind alone, and may be challenged.", "10.15"),
    Option(
        "false_bump",
        "deduct",
        "A false bump costs its caller 5 points, or gives 5 to each of the others.",
        "10.16",
        choices=("deduct", "award"),
        words={"deduct": "costs 5 points", "award": "5 for each other"},
    ),
)

META: Final = GameInfo(
    id="khanhoo",
    title="Khanhoo",
    native="看壺",
    summary="Draw and throw until all fifteen cards are in melds, and bump the card you need out of turn.",
    least_seats=2,
    most_seats=8,
    usual_seats=3,
    options=OPTIONS,
    presets=(
        Preset("denexa", "Khanhoo", "The modern game with 61 cards, for two, three or four."),
        Preset(
            "english",
            "English Khanhoo",
            "As it was played in England in the 1890s, for two to eight, with one pack or several.",
            {
                "split_runs": False,
                "expose_taken_discard": True,
                "stock_reform": "turn_over",
                "skin": "english",
                "orphan": True,
            },
        ),
    ),
    can_shrink=True,
)
