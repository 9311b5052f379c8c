"""A folder of finished decks and the names of tools go in, a PNG of the first sheet of each comes out, at 100 dpi."""

import sys
from pathlib import Path

import pypdfium2

folder, into = Path(sys.argv[1]), Path(sys.argv[2])
for tool in sys.argv[3:]:
    (path,) = folder.glob("out/**/*-sheets-*.pdf") if tool == "gutterfold" else [folder / f"{tool}.pdf"]
    pages = pypdfium2.PdfDocument(path)
    # ours opens with a page on how to print
    page = pages[1 if tool == "gutterfold" else 0]
    page.render(scale=100 / 72).to_pil().save(into / f"{folder.name}-{tool}.png")
