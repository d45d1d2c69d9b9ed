"""Themes: the colours of the felt, the cards and the words, for full colour, sixteen colours and none.

Each theme is two things made from one table: a Textual theme for the ordinary screens, and a `Styles` of finished
Rich styles for what is drawn cell by cell. No information depends on colour alone; the game must be playable without
colours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from rich.color import Color, blend_rgb
from rich.style import Style
from textual.app import App
from textual.theme import BUILTIN_THEMES, Theme


@dataclass(frozen=True)
class Palette:
    """The colours of one theme. Suits are those of cards on `tile`; all others lie on `felt` or on `bar`."""

    title: str
    felt: str
    ink: str
    faint: str
    accent: str
    good: str
    bad: str
    bar: str
    tile: str = "#F4F0E0"
    tile_spare: str = "#DEDAC8"
    tile_dim: str = "#BDBBA9"
    tile_pick: str = "#FFD75F"
    back: str = "#2F5D8C"
    back_ink: str = "#9CC3E6"
    dark: bool = True
    suits: Mapping[str, str] = field(
        default_factory=lambda: {"S": "#111111", "H": "#C4161C", "D": "#0072B2", "C": "#00694D", "": "#6A1B9A"}
    )
    """Four colours that stay apart for red-green blindness too, each at least 4.5:1 on the tile."""


PALETTES: Final[dict[str, Palette]] = {
    "felt": Palette(
        "Green felt",
        felt="#14452F",
        ink="#EDEBDD",
        faint="#A3C2B0",
        accent="#FFD75F",
        good="#9BE28C",
        bad="#FFAB91",
        bar="#0B2B1E",
    ),
    "midnight": Palette(
        "Midnight blue",
        felt="#152238",
        ink="#E6EAF2",
        faint="#9DB0CC",
        accent="#FFD166",
        good="#8FE0B0",
        bad="#FF9E8A",
        bar="#0B1322",
        back="#7A2E3A",
        back_ink="#E7B3BB",
    ),
    "claret": Palette(
        "Claret",
        felt="#47161F",
        ink="#F3E9E4",
        faint="#D2AFAF",
        accent="#FFD98A",
        good="#A8E0A0",
        bad="#FFB59A",
        bar="#2A0B11",
    ),
    "light": Palette(
        "Daylight",
        felt="#E6EDE4",
        ink="#1B2A21",
        faint="#44564C",
        accent="#7A4A00",
        good="#1B6B2C",
        bad="#A32300",
        bar="#CBD8CB",
        tile="#FFFFFF",
        tile_spare="#EBEBE3",
        tile_dim="#D2D3CB",
        tile_pick="#FFD75F",
        back="#4F77A3",
        back_ink="#E4EEF8",
        dark=False,
    ),
    "contrast": Palette(
        "High contrast",
        felt="#000000",
        ink="#FFFFFF",
        faint="#DADADA",
        accent="#FFFF00",
        good="#00FF66",
        bad="#FF9F80",
        bar="#1C1C1C",
        tile="#FFFFFF",
        tile_spare="#E6E6E6",
        tile_dim="#C6C6C6",
        tile_pick="#FFFF00",
        back="#0044AA",
        back_ink="#FFFFFF",
        suits={"S": "#000000", "H": "#A83200", "D": "#0050A0", "C": "#005A3C", "": "#5A0A8A"},
    ),
}

ANSI: Final = "ansi"
MONO: Final = "mono"
THEME_NAMES: Final = (*PALETTES, ANSI, MONO)
TITLES: Final = {
    **{name: palette.title for name, palette in PALETTES.items()},
    ANSI: "Terminal colours",
    MONO: "No colour",
}

_FADED: Final = 0.55
"""How far outside of a spotlight a colour goes towards the ground."""
Tint = str
"""How a card lies: "lit" may be played, "dim" may not, "pick" is chosen, "spare" is left over beside whole groups."""


@dataclass(frozen=True)
class Styles:
    """Finished styles for everything that is drawn by cell.

    words: style by role. cards: style by suit letter and tint; "" is the joker.
    outlined: cards need drawn edges, because their colour alone would not show where they end.
    """

    words: Mapping[str, Style]
    cards: Mapping[tuple[str, Tint], Style]
    outlined: bool = False

    def __getitem__(self, role: str) -> Style:
        return self.words[role]

    def card(self, suit: str, tint: Tint) -> Style:
        """Style of a card's face; a suit that the look does not know is drawn as the black one."""
        return self.cards.get((suit, tint)) or self.cards["S", tint]


ROLES: Final = (
    "ground",
    "felt",
    "faint",
    "strong",
    "turn",
    "good",
    "bad",
    "bar",
    "bar_strong",
    "bar_faint",
    "panel",
    "panel_strong",
    "panel_faint",
    "key",
    "label",
    "off",
    "back",
    "sliver",
    "point",
    "cursor",
    "cursor_pick",
    "pick_word",
)


def _coloured(palette: Palette, deck: str) -> Styles:
    p = palette
    words = {
        "ground": Style(bgcolor=p.felt),
        "felt": Style(color=p.ink, bgcolor=p.felt),
        "faint": Style(color=p.faint, bgcolor=p.felt),
        "strong": Style(color=p.ink, bgcolor=p.felt, bold=True),
        "turn": Style(color=p.accent, bgcolor=p.felt, bold=True),
        "good": Style(color=p.good, bgcolor=p.felt),
        "bad": Style(color=p.bad, bgcolor=p.felt, bold=True),
        "bar": Style(color=p.ink, bgcolor=p.bar),
        "bar_strong": Style(color=p.accent, bgcolor=p.bar, bold=True),
        "bar_faint": Style(color=p.faint, bgcolor=p.bar),
        "panel": Style(color=p.ink, bgcolor=p.bar),
        "panel_strong": Style(color=p.accent, bgcolor=p.bar, bold=True),
        "panel_faint": Style(color=p.faint, bgcolor=p.bar),
        "key": Style(color=p.accent, bgcolor=p.bar, bold=True),
        "label": Style(color=p.ink, bgcolor=p.bar),
        "off": Style(color=p.faint, bgcolor=p.bar, dim=True),
        "back": Style(color=p.back_ink, bgcolor=p.back),
        "point": Style(color=p.accent, bgcolor=p.felt, bold=True),
        "sliver": Style(color=p.back_ink if p.dark else p.back, bgcolor=p.felt),
        "cursor": Style(color="#111111", bgcolor=p.accent if p.dark else p.tile_pick, bold=True),
        "cursor_pick": Style(color=p.tile_pick, bgcolor="#111111", bold=True),
        "pick_word": Style(color="#111111", bgcolor=p.tile_pick, bold=True),
    }
    suits = dict(p.suits)
    if deck == "two":
        suits.update(D=suits["H"], C=suits["S"])
    grounds = {"lit": p.tile, "spare": p.tile_spare, "dim": p.tile_dim, "pick": p.tile_pick}
    cards = {
        (suit, tint): Style(color=colour, bgcolor=ground, bold=tint != "dim")
        for suit, colour in suits.items()
        for tint, ground in grounds.items()
    }
    return Styles(words, cards)


def _sixteen(deck: str) -> Styles:
    """The terminal's own palette: background and text as the user has them, cards black on white.

    The background may be black or white, and of the six colours only magenta and red can be read on both. Green
    cannot be read on a white card, which is grey on a console, so clubs are magenta. Nothing is both bold and reversed:
    a console would draw it dark grey on grey.
    """
    words = {role: Style(color="default", bgcolor="default") for role in ROLES} | {
        "ground": Style(bgcolor="default"),
        "strong": Style(color="default", bgcolor="default", bold=True),
        "turn": Style(color="magenta", bgcolor="default", bold=True),
        "good": Style(color="magenta", bgcolor="default"),
        "bad": Style(color="red", bgcolor="default", bold=True),
        "bar": Style(color="default", bgcolor="default", reverse=True),
        "bar_strong": Style(color="default", bgcolor="default", bold=True),
        "bar_faint": Style(color="default", bgcolor="default", reverse=True),
        "panel_strong": Style(color="default", bgcolor="default", bold=True),
        "key": Style(color="default", bgcolor="default", bold=True),
        "label": Style(color="default", bgcolor="default", reverse=True),
        "off": Style(color="default", bgcolor="default", reverse=True, dim=True),
        "back": Style(color="white", bgcolor="blue"),
        "point": Style(color="magenta", bgcolor="default", bold=True),
        "sliver": Style(color="blue", bgcolor="default"),
        "cursor": Style(color="black", bgcolor="cyan"),
        "cursor_pick": Style(color="black", bgcolor="cyan"),
        "pick_word": Style(color="black", bgcolor="yellow"),
    }
    suits = {"S": "black", "H": "red", "D": "blue", "C": "magenta", "": "black"}
    if deck == "two":
        suits.update(D="red", C="black")
    cards: dict[tuple[str, Tint], Style] = {}
    for suit, colour in suits.items():
        cards[suit, "lit"] = Style(color=colour, bgcolor="white")
        cards[suit, "spare"] = Style(color=colour, bgcolor="white", dim=True)
        cards[suit, "dim"] = Style(color="default", bgcolor="default")
        cards[suit, "pick"] = Style(color="black", bgcolor="yellow")
    return Styles(words, cards)


def _colourless() -> Styles:
    """Weight and reverse only, never both at once, for NO_COLOR and for terminals with one colour."""
    plain = Style()
    words = dict.fromkeys(ROLES, plain) | {
        "strong": Style(bold=True),
        "turn": Style(reverse=True),
        "bad": Style(bold=True),
        "bar": Style(reverse=True),
        "bar_strong": Style(bold=True),
        "bar_faint": Style(reverse=True),
        "panel_strong": Style(bold=True),
        "key": Style(bold=True),
        "label": Style(reverse=True),
        "off": Style(reverse=True, dim=True),
        "point": Style(bold=True),
        "cursor": Style(reverse=True),
        "cursor_pick": Style(reverse=True),
        "pick_word": Style(reverse=True),
    }
    cards: dict[tuple[str, Tint], Style] = {}
    for suit in ("S", "H", "D", "C", ""):
        cards[suit, "lit"] = Style(bold=True)
        cards[suit, "spare"] = cards[suit, "dim"] = Style()
        cards[suit, "pick"] = Style(reverse=True)
    return Styles(words, cards, outlined=True)


@cache
def styles_of(name: str, deck: str = "four") -> Styles:
    """The look of a theme; one that is not ours is drawn as the green felt.

    deck: "four" colours for the suits, or "two".
    """
    if name == MONO:
        return _colourless()
    if name == ANSI:
        return _sixteen(deck)
    if name not in PALETTES:
        name = "felt"
    return _coloured(PALETTES[name], deck)


@cache
def faded(style: Style, ground: Style) -> Style:
    """A style outside a spotlight: halfway to the background colour; faint where a terminal has few colours or none."""
    if ground.bgcolor is None:
        return Style(dim=True)
    felt = ground.bgcolor.triplet
    if felt is None:
        return Style(color="default", bgcolor="default", dim=True)

    def halfway(colour: Color | None) -> Color | None:
        triplet = None if colour is None else colour.triplet
        return None if triplet is None else Color.from_triplet(blend_rgb(triplet, felt, _FADED))

    return Style(color=halfway(style.color), bgcolor=halfway(style.bgcolor) or ground.bgcolor, bold=style.bold)


def look_of(app: App[Any]) -> Styles:
    """The app's present look: its theme and the chosen suit colours."""
    deck = getattr(getattr(app, "settings", None), "deck", "four")
    return styles_of(app.theme, deck)


def textual_themes() -> tuple[Theme, ...]:
    """The same themes for Textual's own widgets: register them with `App.register_theme`."""
    coloured = (_textual_theme(name, palette) for name, palette in PALETTES.items())
    return (*coloured, *(_terminal_theme(name) for name in (ANSI, MONO)))


def _textual_theme(name: str, palette: Palette) -> Theme:
    p = palette
    return Theme(
        name=name,
        primary=p.accent,
        secondary=p.faint,
        accent=p.accent,
        warning=p.accent,
        error=p.bad,
        success=p.good,
        foreground=p.ink,
        background=p.felt,
        surface=p.felt,
        panel=p.bar,
        boost=p.bar,
        dark=p.dark,
        variables={
            "block-cursor-background": p.tile_pick,
            "block-cursor-foreground": "#111111",
            "input-cursor-background": p.ink,
            "input-cursor-foreground": p.felt,
            "input-selection-background": p.back,
            "border": p.faint,
            "border-blurred": p.faint,
        },
    )


def _terminal_theme(name: str) -> Theme:
    """A theme in the terminal's own colours, or in none."""
    colours = (
        {"accent": "ansi_magenta", "error": "ansi_red", "success": "ansi_magenta", "secondary": "ansi_magenta"}
        if name == ANSI
        else dict.fromkeys(("accent", "error", "success", "secondary"), "ansi_default")
    )
    return Theme(
        name=name,
        ansi=True,
        primary=colours["accent"],
        secondary=colours["secondary"],
        warning=colours["accent"],
        error=colours["error"],
        success=colours["success"],
        accent=colours["accent"],
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables=dict(BUILTIN_THEMES["ansi-dark"].variables)
        | {
            "block-cursor-foreground": "ansi_black",
            "block-cursor-background": "ansi_cyan",
            "block-cursor-text-style": "none",
            "border": "ansi_default",
            "border-blurred": "ansi_default",
            "input-cursor-background": "ansi_cyan",
            "input-cursor-foreground": "ansi_black",
        },
    )


def fitting_theme(wanted: str, *, no_color: bool, colours: str) -> str:
    """The theme to start with: the wanted one where the terminal can show it.

    no_color: the user asked for none (NO_COLOR). colours: "truecolor", "256", "standard" (sixteen) or "none".
    """
    if no_color or colours == "none":
        return MONO
    if wanted not in THEME_NAMES:
        wanted = "felt"
    if colours == "standard" and wanted in PALETTES:
        return ANSI
    return wanted
