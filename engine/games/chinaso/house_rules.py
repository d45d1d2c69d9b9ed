"""How a table plays: its options as one record."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ...model.cards import Deck
from ...model.options import OptionValue
from .cards import CONTRACTS, LEFT_OUT_OF_EXPRESS, PACK, Contract

DECK: Final = Deck(PACK)
"""The pack as the table knows it."""


@dataclass(frozen=True)
class HouseRules:
    """The options of a table. Each field is the option of its name, or follows from the options.

    contracts: those of the match, in order. from_dealer: whether priority to buy begins at the dealer's left.
    """

    contracts: tuple[Contract, ...]
    from_dealer: bool
    buy_penalty: int
    cutters_joker: bool
    chinaso_with_discard: bool
    turn_cap: int
    extra_deals: bool

    @staticmethod
    def of(options: Mapping[str, OptionValue]) -> "HouseRules":
        """The house rules of a table with these options."""
        return _house(tuple(options.values()), tuple(options))

    def contract_of(self, deal: int) -> Contract:
        """What is played in a deal, counted from 1; deals beyond the last contract repeat it. Rule: chinaso §9.3."""
        return self.contracts[min(max(deal, 1), len(self.contracts)) - 1]


@lru_cache(maxsize=64)
def _house(values: tuple[OptionValue, ...], names: tuple[str, ...]) -> HouseRules:
    options = dict(zip(names, values, strict=True))
    left_out = LEFT_OUT_OF_EXPRESS if options["express"] else ()
    return HouseRules(
        contracts=tuple(contract for contract in CONTRACTS if contract.number not in left_out),
        from_dealer=options["buy_priority"] == "dealer_left",
        buy_penalty=int(options["buy_penalty"]),
        cutters_joker=bool(options["cutters_joker"]),
        chinaso_with_discard=bool(options["chinaso_with_discard"]),
        turn_cap=int(options["turn_cap"]),
        extra_deals=options["tie_break"] == "extra",
    )
