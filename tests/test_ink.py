"""The share of ink on the sheets of every game, rendered by pdfium, is limited."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageStat

from tests.kits import LAYOUTS, Kits

MOST, MOST_OF_A_BOARD = 0.25, 0.12  # of the paper, on average of red, green and blue


def measure_ink(path: Path) -> list[float]:
    """Return the share of ink on each page: 0 is white paper, 1 is all black."""
    document = pypdfium2.PdfDocument(path)
    means = [ImageStat.Stat(page.render(scale=1).to_pil().convert("RGB")).mean for page in document]
    document.close()
    return [1 - sum(mean) / 3 / 255 for mean in means]


@pytest.mark.parametrize("game", [folder.name for folder in LAYOUTS])
def test_ink_is_within_reason(game: str, kit: Kits) -> None:
    built = kit(game)
    boards = {part.id for part in built.parts if part.kind == "board"}
    board_pages = {row["pdf_page"] for row in built.manifest["placements"] if row["part"] in boards}
    pages = measure_ink(built.sheets)
    assert max(pages) > 0.01, "something is printed"
    too_much = {
        page: round(ink, 3)
        for page, ink in enumerate(pages, 1)
        if ink > (MOST_OF_A_BOARD if page in board_pages else MOST)
    }
    assert too_much == {}
