"""Golden moves of the bots: what each level plays in seeded matches, by preset and number of seats.

`bots.json` has a digest of the moves, as a journal writes them, of the first deal of each table and of some whole
matches. The bots think to their own limit, which is a count and no time, so a digest does not depend on the machine.

    python -m tests.golden.bots                        play again and write the file; `make golden` does it
    python -m tests.golden.bots --game hearts          the same for one game
    python -m tests.golden.bots --check                compare all the matches there are; minutes
    python -m tests.golden.bots --check --matches 1    compare fewer of each
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from engine.api import SelfPlay, encode, find_game

from .make import Named, named_games

BOTS = Path(__file__).resolve().parent / "bots.json"
MATCHES = 4
DEALS = 7
"""Of each match, at most: as many as Chinaso has contracts."""


class Moves(TypedDict):
    """What is kept of one table of bots: a digest of its first deal, and one of each whole match."""

    first_deal: str
    matches: list[str]


@dataclass(frozen=True, slots=True)
class Bots:
    """A golden game whose seats all have a bot of one level."""

    named: Named
    level: str

    def __str__(self) -> str:
        return f"{self.named}-{self.level}"

    def self_play(self, number: int) -> SelfPlay:
        """The bots at their table, before the first deal of a match."""
        named = self.named
        game = find_game(named.game)
        options = game.complete_options(game.meta.resolve(game.meta.preset(named.preset).options), named.seats)
        bots = [game.bot(self.level) for _ in range(named.seats)]
        return SelfPlay(game, options, bots, seed=f"golden bots {self} {number}")

    def digests(self, number: int) -> Iterator[str]:
        """The digest of all moves of a match until the end of each of its deals."""
        self_play = self.self_play(number)
        acts, digest = 0, sha256()
        for deal in range(1, DEALS + 1):
            table = self_play.play(deal)
            assert table.journal is not None
            for record in table.journal.records[acts:]:
                digest.update(encode(record.act))
            acts = len(table.journal.records)
            yield digest.hexdigest()
            if table.over is not None:
                return

    def first_deal(self) -> str:
        """The digest of the first deal of the first match."""
        return next(self.digests(0))

    def match(self, number: int) -> str:
        """The digest of a whole match."""
        *_, last = self.digests(number)
        return last


def golden_bots(game: str | None = None) -> list[Bots]:
    """Every level at every golden game. game: the only one."""
    named_ones = [named for named in named_games() if game in (None, named.game)]
    return [Bots(named, level.id) for named in named_ones for level in find_game(named.game).levels]


def committed() -> dict[str, Moves]:
    """The file, by the names of its tables."""
    found: dict[str, Moves] = json.loads(BOTS.read_text("utf-8"))
    return found


def write(game: str | None = None) -> None:
    """Play again and write the file. game: the only one to play; the file keeps what it has of the others."""
    made = committed() if game else {}
    for bots in golden_bots(game):
        made[str(bots)] = Moves(first_deal=bots.first_deal(), matches=[bots.match(one) for one in range(MATCHES)])
        print(f"{bots}: {MATCHES} matches", flush=True)
    BOTS.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", "utf-8")


def differing(matches: int, game: str | None = None) -> Iterator[str]:
    """The matches that bots play otherwise now, of the first so many of each table. game: the only one to compare."""
    known = committed()
    if known.keys() != set(map(str, golden_bots())):
        yield "The tables in bots.json are not those there are."
        return
    for bots in golden_bots(game):
        for number, digest in enumerate(known[str(bots)]["matches"][:matches]):
            if bots.match(number) != digest:
                yield f"{bots}, match {number}"


def main() -> int:
    """1 if something differs."""
    parser = argparse.ArgumentParser(description="What the bots play in seeded matches.")
    parser.add_argument("--game", help="the only game to play")
    parser.add_argument("--check", action="store_true", help="compare with the file instead of writing it")
    parser.add_argument("--matches", type=int, default=MATCHES, help="how many matches of each table to compare")
    given = parser.parse_args()
    if not given.check:
        write(given.game)
        return 0
    count = 0
    for count, what in enumerate(differing(given.matches, given.game), start=1):  # noqa: B007 - the number of the last
        print(f"played otherwise: {what}", flush=True)
    print(f"{count} differ.")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
