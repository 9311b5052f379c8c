"""A folder of finished decks and the names of tools go in, a PNG of the first sheet of each comes out, at 100 dpi."""

import json
import sys
from pathlib import Path

import pypdfium2


def first_sheet(pdf: Path) -> int:
    """Return where the sheets begin, counted from 0: ours follow the pages on how to print."""
    manifest = pdf.with_name("manifest.json")
    if not manifest.is_file():
        return 0
    return int(json.loads(manifest.read_text(encoding="utf-8"))["placements"][0]["pdf_page"]) - 1


folder, into = Path(sys.argv[1]), Path(sys.argv[2])
for tool in sys.argv[3:]:
    (path,) = folder.glob("out/**/*-sheets-*.pdf") if tool == "gutterfold" else [folder / f"{tool}.pdf"]
    pages = pypdfium2.PdfDocument(path)
    pages[first_sheet(path)].render(scale=100 / 72).to_pil().save(into / f"{folder.name}-{tool}.png")
