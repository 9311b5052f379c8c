"""Write 400 benchmark tiles: a game folder for gutterfold, with the CSV file that the rivals read.

What every tool draws, mm from the top left of the 20 x 20 tile: a square of 18 x 18 at 1,1 with corners of 2; on it four
cubic curves with a line of 2, each from one to another of eight ports, two on every side. No two tiles are alike.
"""

import csv
import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.deck import PAINTS

HERE = Path(__file__).parent
TILES = 400
GAME = """\
title: Bench tiles
version: "1"
players: [1, 4]
parts:
  tile: {kind: tile, size: [20, 20], front: tile.svg.j2, rows: tiles.csv, copies: 1}
claims:
  - {id: B1, says: each tile once, rests_on: tests/bench/tiles.py, check: count('tile') == 400}
"""


def write_tiles(folder: Path) -> None:
    """Write game.yaml, tiles.csv and the template; always the same bytes."""
    (folder / "templates").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    shutil.copyfile(HERE / "tile.svg.j2", folder / "templates" / "tile.svg.j2")
    with (folder / "tiles.csv").open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, lineterminator="\n").writerow
        write(["ports[]", "paint", "light"])
        for ports, paint, light in choose_tiles():
            write([" ".join(map(str, ports)), paint, light])


def choose_tiles() -> list[tuple[tuple[int, ...], str, str]]:
    """Return 400 of the 630 ways to join eight ports in pairs and paint them."""
    every = [(ports, *paints) for ports in pair_ports(tuple(range(8))) for paints in PAINTS]
    random.Random(TILES).shuffle(every)
    return every[:TILES]


def pair_ports(ports: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every way to pair the ports; each pair stands side by side in the tuple."""
    if not ports:
        yield ()
    for other in ports[1:]:
        rest = tuple(port for port in ports[1:] if port != other)
        yield from ((ports[0], other, *more) for more in pair_ports(rest))


if __name__ == "__main__":
    write_tiles(Path(sys.argv[1], "deck"))
