"""Compile a Typst document with the rows of a job to PDF.

Arguments: a folder with deck/ and fonts/, the path of the PDF, the document, the file of rows, backs (yes or no).
"""

import sys
from pathlib import Path

import typst

folder = Path(sys.argv[1]).resolve()
out, document, rows, backs = sys.argv[2:]
here = Path(__file__).parent
typst.compile(
    str(here / document),
    output=out,
    root="/",
    font_paths=[str(folder / "fonts")],
    ignore_system_fonts=True,
    sys_inputs={"rows": str(folder / "deck" / rows), "backs": backs},
)
