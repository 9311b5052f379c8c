"""Render the first sheet of each tool's PDF as PNG at 100 dpi, to compare them by eye.

Arguments: the folder of a finished job, the folder for the images, and the names of tools.
"""

import json
import sys
from pathlib import Path

import pypdfium2


def find_first_sheet(pdf: Path) -> int:
    """Return the page of the first sheet, counted from 0; in our PDF, sheets follow the printing instructions."""
    manifest = pdf.with_name("manifest.json")
    if not manifest.is_file():
        return 0
    return int(json.loads(manifest.read_text(encoding="utf-8"))["placements"][0]["pdf_page"]) - 1


folder, into = Path(sys.argv[1]), Path(sys.argv[2])
for tool in sys.argv[3:]:
    path = next(folder.glob(f"out/{tool}/**/*-sheets-*.pdf"), folder / f"{tool}.pdf")
    pages = pypdfium2.PdfDocument(path)
    pages[find_first_sheet(path)].render(scale=100 / 72).to_pil().save(into / f"{folder.name}-{tool}.png")
