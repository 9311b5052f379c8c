"""A folder with a kit in out/deck goes in; its sheets, PDF and SVG, are read back, and the number of pieces comes out.

The process begins and ends as `gutterfold` itself does.
"""

import gc
import os
import sys
from pathlib import Path


def read(kit: Path) -> int:
    """Return how many pieces the sheets of a kit show, both formats together."""
    from generator.pipeline.kit_readback import read_back

    drawings = sorted(path.relative_to(kit).as_posix() for path in (kit / "svg").glob("*.svg"))
    (sheets,) = kit.glob("*-sheets-*.pdf")
    gc.set_threshold(200_000, 20, 100)
    gc.enable()
    pdf, svg = read_back(kit, sheets.name, drawings)
    return len(pdf or ()) + len(svg or ())


if __name__ == "__main__":
    gc.disable()
    print(read(Path(sys.argv[1]) / "out" / "deck"), flush=True)
    os._exit(0)
