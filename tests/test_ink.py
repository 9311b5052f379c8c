"""The share of ink on the sheets of every game, rendered by pdfium, is limited."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageStat

from tests.kits import LAYOUTS, Kit, Kits

MOST, MOST_OF_A_BOARD = 0.25, 0.12  # of the paper, on average of red, green and blue
Box = tuple[float, float, float, float]  # left, top, right and bottom (mm)


def draw_pages(path: Path) -> list[Image.Image]:
    """Return each page in pixels of a point."""
    with pypdfium2.PdfDocument(path) as document:
        return [page.render(scale=1).to_pil().convert("RGB") for page in document]


def measure_ink(page: Image.Image) -> float:
    """Return the share of ink on a page: 0 is white paper, 1 is all black."""
    return 1 - sum(ImageStat.Stat(page).mean) / 3 / 255


def list_boards(kit: Kit) -> dict[int, list[Box]]:
    """Return where boards lie on each page that has any."""
    boards = {part.id for part in kit.parts if part.kind == "board"}
    found: dict[int, list[Box]] = {}
    for row in kit.manifest["placements"]:
        if row["part"] in boards:
            box = (row["x"], row["y"], row["x"] + row["w"], row["y"] + row["h"])
            found.setdefault(row["pdf_page"], []).append(box)
    return found


def keep_boxes(page: Image.Image, boxes: list[Box]) -> Image.Image:
    """Return the page with nothing but what lies in the boxes."""
    kept = Image.new("RGB", page.size, "white")
    for box in boxes:
        left, top, right, bottom = (round(at * 72 / 25.4) for at in box)
        kept.paste(page.crop((left, top, right, bottom)), (left, top))
    return kept


@pytest.mark.parametrize("game", [folder.name for folder in LAYOUTS])
def test_ink_is_within_reason(game: str, kit: Kits) -> None:
    built = kit(game)
    pages = [measure_ink(page) for page in draw_pages(built.sheets)]
    assert max(pages) > 0.01, "something is printed"
    assert {page: round(ink, 3) for page, ink in enumerate(pages, 1) if ink > MOST} == {}


@pytest.mark.parametrize("game", [folder.name for folder in LAYOUTS])
def test_the_ink_of_boards_is_within_reason_whatever_shares_their_sheets(game: str, kit: Kits) -> None:
    built = kit(game)
    pages = draw_pages(built.sheets)
    inks = {page: measure_ink(keep_boxes(pages[page - 1], boxes)) for page, boxes in list_boards(built).items()}
    assert all(ink > 0.01 for ink in inks.values()), "boards are printed"
    assert {page: round(ink, 3) for page, ink in inks.items() if ink > MOST_OF_A_BOARD} == {}
