"""The share of ink on the sheets of every game, rendered by pdfium, is limited."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageStat

from tests.kits import LAYOUTS, Kit, Kits

MOST, MOST_OF_A_BOARD = 0.25, 0.12  # of the paper, on average of red, green and blue
Box = tuple[float, float, float, float]  # left, top, right and bottom (mm)


def draw_pages(path: Path) -> list[Image.Image]:
    """Render each page with one pixel per point."""
    with pypdfium2.PdfDocument(path) as document:
        return [page.render(scale=1).to_pil().convert("RGB") for page in document]


def measure_ink(page: Image.Image) -> float:
    """Return the share of ink on a page: 0 is white paper, 1 is all black."""
    return 1 - sum(ImageStat.Stat(page).mean) / 3 / 255


def list_other_parts(kit: Kit) -> dict[int, list[Box]]:
    """Return what lies beside the boards on each page that has any."""
    boards = {part.id for part in kit.parts if part.kind == "board"}
    placements = kit.manifest["placements"]
    found: dict[int, list[Box]] = {row["pdf_page"]: [] for row in placements if row["part"] in boards}
    for row in placements:
        if row["part"] not in boards and row["pdf_page"] in found:
            box = (row["x"], row["y"], row["x"] + row["w"], row["y"] + row["h"])
            found[row["pdf_page"]].append(box)
    return found


def blank_boxes(page: Image.Image, boxes: list[Box]) -> Image.Image:
    """Return the page without what lies in the boxes."""
    blanked = page.copy()
    for box in boxes:
        left, top, right, bottom = (round(at * 72 / 25.4) for at in box)
        blanked.paste("white", (left, top, right, bottom))
    return blanked


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", [folder.name for folder in LAYOUTS])
def test_ink_is_within_reason(game: str, kit: Kits) -> None:
    built = kit(game)
    pages = draw_pages(built.sheets)
    others = list_other_parts(built)
    inks = [measure_ink(page) for page in pages]
    assert max(inks) > 0.01, "something is printed"
    assert {page: round(ink, 3) for page, ink in enumerate(inks, 1) if ink > MOST} == {}
    boards = {page: measure_ink(blank_boxes(pages[page - 1], boxes)) for page, boxes in others.items()}
    assert all(ink > 0.01 for ink in boards.values()), "each board is printed"
    assert {page: round(ink, 3) for page, ink in boards.items() if ink > MOST_OF_A_BOARD} == {}
