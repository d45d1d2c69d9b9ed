"""`khanhoo host GAME`: a table that others can join, with you at it."""

import argparse

from ..doors.ssh.order import add_ssh, open_beside, read_ssh
from ._table import add_game, add_hosting, add_rules_of_play, read_shared

USES_SCREEN = True
SPEAKS = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_rules_of_play(parser, alone=False)
    add_hosting(parser)
    add_ssh(parser)


def run(args: argparse.Namespace) -> int:
    from net.host.config import completed

    from ..launch import open_room
    from ..session.routes import ToOwnTable

    ssh, config = read_ssh(args), completed(read_shared(args))
    notice = f"Others can play with: {' or '.join(open_beside(ssh, config.table_id))}" if ssh is not None else ""
    return open_room(args, ToOwnTable(config, notice))
