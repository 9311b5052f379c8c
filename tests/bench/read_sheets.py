"""Read back the PDF and SVG sheets of the kit in a folder of kits and print the number of pieces.

The process starts and ends as `gutterfold` does.
"""

import gc
import os
import sys
from pathlib import Path

from generator.cli.startup import postpone_idle_work


def count_pieces(kit: Path) -> int:
    """Return how many pieces are on the sheets of a kit, both formats together."""
    from generator.pipeline.checking.kit_readback import read_back

    drawings = sorted(path.relative_to(kit).as_posix() for path in (kit / "svg").glob("*.svg"))
    (sheets,) = kit.glob("*-sheets-*.pdf")
    gc.set_threshold(200_000, 20, 100)
    gc.enable()
    pdf, svg = read_back(kit, sheets.name, drawings)
    return len(pdf or ()) + len(svg or ())


if __name__ == "__main__":
    gc.disable()
    postpone_idle_work()
    print(count_pieces(Path(sys.argv[1], "deck")), flush=True)
    os._exit(0)
