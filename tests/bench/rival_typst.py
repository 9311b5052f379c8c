"""A folder with deck/ and fonts/, and the path of a PDF go in; Typst compiles deck.typ to that PDF."""

import sys
from pathlib import Path

import typst

folder, out, backs = Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
here = Path(__file__).parent
typst.compile(
    str(here / "deck.typ"),
    output=out,
    root="/",
    font_paths=[str(folder / "fonts")],
    ignore_system_fonts=True,
    sys_inputs={"rows": str(folder / "deck" / "cards.csv"), "backs": backs},
)
