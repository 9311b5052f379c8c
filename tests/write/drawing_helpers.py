"""Helpers that draw the SVG specimens, parts and pages as PDF, as SVG and with resvg."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from generator.fonts.font_book import FontBook
from generator.geometry.types import Outline
from generator.model.finding import Place
from generator.model.game import Design, Game, GameData, Part
from generator.model.paper import BackLayout, Paper, Side
from generator.model.picture import Picture
from generator.model.sheet import Page, Placement
from generator.render.faces import FaceRenderer
from generator.render.template_files import TemplateFiles
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PageStream, PdfPageDrawer
from generator.write.svg.sheets import SvgSheets
from tests.looks import font_files, svg_pixels

SPECIMENS = Path(__file__).parent / "specimens"
SIDE = 50.8  # mm: 300 pixels at 150 dpi, so that no renderer has to round the page
PAPER = Paper("specimen", SIDE, SIDE)
# our text is not kerned, nor are the metrics of the text filters, so the reference must not be either


def draw_svg_sheet(sheets: SvgSheets, page: Page, faces: Sequence[tuple[Picture, bool]]) -> str:
    """Return the file of a sheet."""
    return sheets.join_sheet(page, sheets.draw_pieces(page, faces))


def list_specimens() -> list[Path]:
    """Return the paths of the specimens in order."""
    return sorted(SPECIMENS.glob("*.svg"))


def make_face_renderer(folder: Path = SPECIMENS, shared: Path = SPECIMENS) -> FaceRenderer:
    """Return a renderer of faces for a game without parts."""
    data = GameData(title="Specimen", version="1.0", players=[1, 1], parts={})
    game = Game("specimen", folder, "game.yaml", data, {}, {}, {}, (), (), None, {})
    return FaceRenderer(game, TemplateFiles(folder, shared), FontBook({}))


@cache
def draw_specimen(name: str) -> Picture:
    """Return the picture of a specimen."""
    return make_face_renderer().draw_page(name, {}, SIDE, SIDE)


def as_pdf(*pictures: Picture, paper: Paper = PAPER) -> bytes:
    """Return a PDF with a page for each picture."""
    drawer = PdfPageDrawer(paper)
    return bind_pages(drawer, [drawer.draw_picture(picture) for picture in pictures], paper)


def bind_pages(
    drawer: PdfPageDrawer, pages: Iterable[PageStream], paper: Paper = PAPER, flip: BackLayout = "none"
) -> bytes:
    """Return a PDF of pages that were drawn by one drawer."""
    pdf = PdfFile(paper, "Specimen", flip, FontBook({}).find_font)
    drawn_pages = list(pages)
    pdf.add_definitions(drawer.definitions)
    for each in drawn_pages:
        pdf.add_page(each)
    return pdf.to_bytes()


def as_svg(picture: Picture, live: bool = False) -> str:
    """Return the picture as an SVG file."""
    return SvgSheets(PAPER, "Specimen", live).draw_picture(picture, "specimen")


def render_reference(text: str) -> Image.Image:
    """Return the source of a specimen as rendered by resvg."""
    return svg_pixels(text, SIDE, fonts=font_files())


def make_part(**more: Any) -> Part:
    """Return a part of one design, 20 x 30 mm, with three copies."""
    design = Design("1", {}, 3, Place("game.yaml", 1, 1))
    given: dict[str, Any] = {
        "id": "card",
        "title": "Cards",
        "kind": "card",
        "outline": Outline(20.0, 30.0),
        "safe": 1.0,
        "gap": None,
        "front": "front.svg",
        "back": None,
        "values": {},
        "designs": (design,),
        "stock": "",
        "place": Place("game.yaml", 1, 1),
    }
    return Part(**(given | more))


def place_copy(
    part: Part, copy: int, x: float, y: float, bleed: float = 0.0, side: Side = "front", turn: Any = 0
) -> Placement:
    """Place a copy of the part's first design with the top left of its trim at x, y."""
    size = part.outline.width, part.outline.height
    width, height = size if turn % 180 == 0 else size[::-1]
    return Placement(part, part.designs[0], copy, side, x, y, width, height, turn, (bleed,) * 4)


def make_page(*placements: Placement, side: Side = "front") -> Page:
    """Return a page that holds only the placements."""
    return Page(1, 1, side, tuple({id(p.part): p.part for p in placements}.values()), placements, (), ())
