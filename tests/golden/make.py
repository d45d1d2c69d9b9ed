"""`make golden`: plays the named games again and writes their journals.

The same seed, options and moves must give the same bytes on every machine and Python; a journal that changes without a
change of the rules is a fault, and one that changes with it is looked at before it is committed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.api import Chance, Table, find_game, games
from tests.conformance.cases import seats_for

from . import endings

JOURNALS = Path(__file__).resolve().parent / "journals"
DEALS, ACTS = 3, 400  # of each match, at most; more would show nothing that these do not


@dataclass(frozen=True, slots=True)
class Named:
    """One golden game: a preset at a number of seats."""

    game: str
    preset: str
    seats: int

    def __str__(self) -> str:
        return f"{self.game}-{self.preset}-{self.seats}"

    @property
    def path(self) -> Path:
        """Its committed journal."""
        return JOURNALS / f"{self}.journal"


def named_games() -> Iterator[Named]:
    """Every preset of every game, at every number of seats it is played with."""
    for meta in games():
        for preset in meta.presets:
            for seats in seats_for(meta, preset.options, preset.seats):
                yield Named(meta.id, preset.id, seats)


def play(named: Named) -> bytes:
    """The journal of a match played by chance alone, to its end or through its first deals."""
    game = find_game(named.game)
    options = game.meta.resolve(game.meta.preset(named.preset).options)
    table = Table(game, named.seats, options, seed=f"golden {named}")
    chance = Chance(f"golden {named}", "moves")
    table.start()
    assert table.journal is not None
    while table.over is None and table.deal <= DEALS and len(table.journal.records) < ACTS:
        if table.awaits_close:
            table.close()
            continue
        decision = chance.choice(table.decisions())
        table.play(decision.seat, decision.id, chance.choice(list(decision.moves(table.deck))))
    return table.journal.to_bytes()


def main() -> None:
    """Write every golden journal, and remove those of games that are gone."""
    JOURNALS.mkdir(exist_ok=True)
    names = list(named_games())
    for old in set(JOURNALS.iterdir()) - {named.path for named in names}:
        old.unlink()
    for named in names:
        named.path.write_bytes(play(named))
        print(f"{named.path.name}: {named.path.stat().st_size} bytes")
    endings.write()


if __name__ == "__main__":
    main()
