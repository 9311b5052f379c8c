"""A folder with a kit in out/deck goes in; its sheets, PDF and SVG, are read back, and the number of pieces comes out."""

import sys
from pathlib import Path

from generator.reading import read_back


def read(kit: Path) -> int:
    """Return how many pieces the sheets of a kit show, both formats together."""
    drawings = sorted(path.relative_to(kit).as_posix() for path in (kit / "svg").glob("*.svg"))
    (sheets,) = kit.glob("*-sheets-*.pdf")
    pdf, svg = read_back(kit, sheets.name, drawings)
    return len(pdf or ()) + len(svg or ())


if __name__ == "__main__":
    print(read(Path(sys.argv[1]) / "out" / "deck"))
