"""The facts of Khanhoo."""

from typing import Final

from ...game import Meta, Preset
from ...options import Option

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
    ),
    Option(
        "dead_hand",
        "score",
        "A deal that comes to nothing scores everybody's melds, or is void.",
        "10.7",
        choices=("score", "void"),
    ),
    Option(
        "tie_break",
        "extra",
        "Equal highest totals are decided by extra deals, or share the match.",
        "10.8",
        choices=("extra", "shared"),
    ),
)

META: Final = Meta(
    id="khanhoo",
    title="Khanhoo",
    native="看壺",
    summary="Draw and throw until all fifteen cards are in melds, and bump the card you need out of turn.",
    least_seats=2,
    most_seats=4,
    usual_seats=3,
    options=OPTIONS,
    presets=(Preset("denexa", "Khanhoo", "The modern game with 61 cards, for two, three or four."),),
)
