"""What is printed on a card: kings, queens, knaves and jokers, large pips, and where the pips stand.

A figure is drawn in points, two above each other in a cell. A letter says what a point shows: `COLOURS` names its
colour, "." is paper, and "k" an eye, which fills a quarter of a cell.
"""

from collections.abc import Mapping
from typing import Final

Figure = tuple[str, ...]
"""Rows of points, or of cells."""

COLOURS: Final[Mapping[str, str]] = {
    "Y": "court_gold",
    "R": "court_red",
    "B": "court_blue",
    "O": "court_green",
    "S": "court_skin",
    "H": "court_hair",
    "G": "court_beard",
    "W": "court_white",
}

JOKER_RANK: Final = "*"
"""The joker's place among the ranks of the courts."""

COURTS: Final[Mapping[int, Mapping[str, Figure]]] = {
    5: {
        "K": ("Y.Y.Y", "YYYYY", "GkSkG", "GSSSG", "GGGGG", "RGGGR", "RWYWR", "RWYWR"),
        "Q": ("..Y..", ".YRY.", "HkSkH", "HSSSH", "HSRSH", "HHSHH", "BBYBB", "BYBYB"),
        "J": (".BBBY", "BBBBY", "HkSkH", "HSSSH", "HSSSH", "..S..", "OOYOO", "OYOYO"),
        JOKER_RANK: ("Y...Y", "RR.BB", "RkSkB", "RSSSB", ".SRS.", "YWYWY", "RRYBB", "RRYBB"),
    },
    7: {
        "K": (
            ".Y.Y.Y.",
            ".YYYYY.",
            ".YRYRY.",
            ".GSSSG.",
            ".GkSkG.",
            ".GSSSG.",
            ".GGRGG.",
            "RRGGGRR",
            "RWRGRWR",
            "RWRYRWR",
            "RWRYRWR",
            "RWRYRWR",
        ),
        "Q": (
            "...Y...",
            ".Y.Y.Y.",
            ".YYRYY.",
            ".HHHHH.",
            "HHkSkHH",
            "HHSSSHH",
            "HHSRSHH",
            "HHSSSHH",
            "HBBSBBH",
            "BBYBYBB",
            "BWBYBWB",
            "BWBYBWB",
        ),
        "J": (
            ".....Y.",
            "....YY.",
            ".BBBBY.",
            "BBBBBB.",
            ".HkSkH.",
            ".HSSSH.",
            ".HSSSH.",
            "..HSH..",
            "OOWSWOO",
            "OYOYOYO",
            "OYOYOYO",
            "OYOYOYO",
        ),
        JOKER_RANK: (
            "Y.....Y",
            "RY...YB",
            "RRR.BBB",
            ".RRRBB.",
            ".RkSkB.",
            ".RSSSB.",
            "..SRS..",
            "..SSS..",
            "YWYWYWY",
            "RRRYBBB",
            "RRRYBBB",
            "RRRYBBB",
        ),
    },
}
"""By columns of the figure, for cards of five and of seven rows: from the row below the index to the foot."""

ACES: Final[Mapping[int, Mapping[str, Figure]]] = {
    5: {
        "S": (" ▄█▄ ", "▟███▙", " ▄█▄ "),
        "H": ("▟█▄█▙", "▀███▀", " ▝█▘ "),
        "D": ("  ▄  ", " ▟█▙ ", " ▝█▘ "),
        "C": (" ▐█▌ ", "▄▄█▄▄", "▀▀█▀▀"),
    },
    7: {
        "S": (" ▟█▙ ", "▟███▙", "▀▀█▀▀", " ▀▀▀ "),
        "H": ("▟█▄█▙", "▀███▀", " ▝█▘ "),
        "D": ("  ▄  ", " ▟█▙ ", "▟███▙", "▝███▘", " ▝█▘ "),
        "C": (" ▐█▌ ", "▄▄█▄▄", "▀▀█▀▀", " ▀▀▀ "),
    },
}
"""The one large pip of an ace, in cells, for cards of five and of seven rows."""

INVERTED: Final[Mapping[str, str]] = {"▟": "▘", "▙": "▝"}
"""Signs that fonts may lack, and those that show the same with their two colours exchanged."""

PIPS: Final[Mapping[int, Mapping[int, Figure]]] = {
    3: {
        1: ("", "  o", ""),
        2: ("  o", "", "  o"),
        3: ("  o", "  o", "  o"),
        4: ("o   o", "", "o   o"),
        5: ("o   o", "  o", "o   o"),
        6: ("o   o", "o   o", "o   o"),
        7: ("o   o", "o o o", "o   o"),
        8: ("o o o", "o   o", "o o o"),
        9: ("o o o", "o o o", "o o o"),
        10: ("o o o", "oo oo", "o o o"),
    },
    5: {
        1: ("", "", "  o", "", ""),
        2: ("  o", "", "", "", "  o"),
        3: ("  o", "", "  o", "", "  o"),
        4: ("o   o", "", "", "", "o   o"),
        5: ("o   o", "", "  o", "", "o   o"),
        6: ("o   o", "", "o   o", "", "o   o"),
        7: ("o   o", "  o", "o   o", "", "o   o"),
        8: ("o   o", "  o", "o   o", "  o", "o   o"),
        9: ("o   o", "o   o", "  o", "o   o", "o   o"),
        10: ("o   o", "o o o", "", "o o o", "o   o"),
    },
}
"""By rows, for cards of five and of seven rows: o is a pip. They are five columns wide, and stand in the middle."""

STICKS: Final[Mapping[int, Mapping[int, Figure]]] = {
    3: {
        1: ("", "  o", ""),
        2: ("", " o o", ""),
        3: ("", "o o o", ""),
        4: ("o   o", "", "o   o"),
        5: ("o o o", "", "o   o"),
        6: ("o o o", "", "o o o"),
        7: ("oo oo", "", "o o o"),
        8: ("oo oo", "", "oo oo"),
        9: ("ooooo", "", "oo oo"),
    },
    5: {
        1: ("", "", "  o", "", ""),
        2: ("", "  o", "", "  o", ""),
        3: ("  o", "", "  o", "", "  o"),
        4: ("", "o   o", "", "o   o", ""),
        5: ("o   o", "", "  o", "", "o   o"),
        6: ("o   o", "", "o   o", "", "o   o"),
        7: ("o   o", "", "o o o", "", "o   o"),
        8: ("o o o", "", "o   o", "", "o o o"),
        9: ("o o o", "", "o o o", "", "o o o"),
    },
}
"""The same for pips as high as a row, which would be one line if they stood under each other."""
