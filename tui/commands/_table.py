"""The arguments of the commands that open a table, and how to read them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..config.settings import CHOICES, Settings, SettingsProblem
from ..forms.table_settings import TIMES
from ..problems import UsageProblem
from ._text import typed_text

if TYPE_CHECKING:
    from net.host.config import HostConfig

_LARGEST_DEAL = 64 * 1024


class _NamedGame(argparse.Action):
    """A game by any of its names; the name of a preset stands for both."""

    def __call__(self, parser: object, namespace: argparse.Namespace, values: object, option: object = None) -> None:
        from ..forms.host_config import named_game

        if values:
            namespace.game, preset = named_game(str(values))
            namespace.preset = getattr(namespace, "preset", "") or preset


def add_game(parser: argparse.ArgumentParser, *, without: str = "") -> None:
    """The game. without: what happens if none is given, "" where one is needed."""
    parser.add_argument(
        "game",
        metavar="GAME",
        action=_NamedGame,
        nargs="?" if without else None,
        default="",
        help=f"such as hearts or english-khanhoo{f' (without a game: {without})' if without else ''}; "
        "khanhoo rules --print lists all games",
    )


def add_rules_of_play(parser: argparse.ArgumentParser, *, alone: bool) -> None:
    group = parser.add_argument_group("table")
    group.add_argument("--players", dest="seats", type=int, metavar="N", help="number of players, including you")
    group.add_argument(
        "--bots",
        nargs="+",
        default=[],
        metavar="LEVEL",
        help="bot levels (easy, medium, hard)"
        + (
            "; one level for all bots, or one for each bot"
            if alone
            else ", one for each bot; all other seats stay free"
        ),
    )
    add_options(group, of_presets="a named set of options; khanhoo rules GAME --options lists all presets")
    group.add_argument("--seed", default="", metavar="TEXT", help="use the same text to get the same cards")
    group.add_argument("--deal", metavar="FILE", help="in the first deal, deal the cards that FILE lists")
    group.add_argument("--pace", choices=CHOICES["pace"], help="how long bots take for a move (as in your settings)")


def add_options(group: argparse._ArgumentGroup, *, of_presets: str) -> None:
    """Preset and options of the game. of_presets: the help for presets."""
    group.add_argument("--preset", default="", metavar="NAME", help=of_presets)
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game (may be repeated); khanhoo rules GAME --options lists all options",
    )


def add_hosting(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("network")
    group.add_argument(
        "--title",
        type=typed_text,
        default="",
        help="the table's name in the list (your name and the game, such as Ann's Hearts)",
    )
    group.add_argument("--unlisted", action="store_true", help="do not announce the table; others need the address")
    group.add_argument("--private", action="store_true", help="new players need a join code, which only you can see")
    group.add_argument("--bind", default="", metavar="ADDRESS", help="listen on this address only")
    group.add_argument(
        "--port", type=int, default=0, metavar="N", help="listen on this port (4242, or a free port if 4242 is in use)"
    )
    group.add_argument(
        "--away",
        choices=CHOICES["away"],
        help="what to do on an absent player's turn: wait, pause for a while, or let a bot play",
    )
    for name, setting in TIMES.items():
        group.add_argument(setting.argument, dest=name, type=int, metavar="SECONDS", help=setting.told)


def own_settings(args: argparse.Namespace) -> Settings:
    """The settings on disk, with what this command line changes for the table."""
    from ..launch import load_settings

    settings, _ = load_settings()
    changes: dict[str, Any] = {
        field: getattr(args, field) for field in ("pace", "away", "name") if getattr(args, field, None)
    }
    try:
        return settings.with_(**changes)
    except SettingsProblem as problem:
        raise UsageProblem(str(problem)) from None


def read_alone(args: argparse.Namespace) -> HostConfig:
    """The table that `play` describes. Raises UsageProblem."""
    from ..forms.host_config import alone_config

    return alone_config(
        own_settings(args),
        args.game,
        **_played(args),
    )


def read_shared(args: argparse.Namespace) -> HostConfig:
    """The table that `host` or `serve` describes. Raises UsageProblem."""
    from ..forms.host_config import last_game, shared_config

    if not 0 <= args.port <= 65535:
        raise UsageProblem(f"--port must be between 0 and 65535, not {args.port}.")
    settings = own_settings(args)
    return shared_config(
        settings,
        args.game or last_game(settings),
        **_played(args),
        title=args.title,
        listed=not args.unlisted,
        private=args.private,
        bind=args.bind,
        port=args.port,
        times={name: getattr(args, name) for name in TIMES if getattr(args, name) is not None},
    )


def _played(args: argparse.Namespace) -> dict[str, Any]:
    from ..forms.host_config import read_options

    told = {name: getattr(args, name) for name in ("seats", "bots", "preset", "seed")}
    return {**told, "options": read_options(args.option), "deal": _read_deal(args.deal)}


def _read_deal(name: str | None) -> str:
    from net.problems import StoreProblem
    from net.storage.files import read_bounded

    if name is None:
        return ""
    try:
        return read_bounded(Path(name), _LARGEST_DEAL, follows_links=True).decode("utf-8")
    except StoreProblem as problem:
        raise UsageProblem(f"Cannot read the deal: {problem}") from None
    except UnicodeDecodeError:
        raise UsageProblem(f"The file {name} is not a text file.") from None
