"""Build the games and make the pictures of the documents in docs/pictures/ from pages of the kits."""

import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageOps

from generator.fonts.font_book import open_fonts
from generator.model.paper import PAPERS, BackLayout
from generator.pipeline.build import build_kit, load_game
from generator.pipeline.calibration import write_calibration
from generator.pipeline.imposing import ImposeRequest, open_deck, plan_deck
from generator.pipeline.layout_samples import draw_gallery, write_gallery
from generator.pipeline.options import Options
from generator.render.faces import FaceRenderer
from generator.render.template_files import TemplateFiles
from generator.sources.choices import PdfOptions, SourceFile
from generator.sources.grid_preview import draw_preview
from generator.sources.pdf_deck import find_cards

ROOT = Path(__file__).resolve().parents[1]
LARGEST_FILE = 150_000  # bytes; people load these pages over slow connections
POINTS_PER_INCH = 72
FOUND = "found"  # the picture of what was found in a PDF
# the layouts of cards, of other pieces, and the backs; the signs that come along
GALLERIES = ("layouts", "layouts-pieces", "layouts-backs", "signs")


_SIGNS_SIZE = 142.0, 72.0  # mm


class View(NamedTuple):
    """A picture of one page or of several.

    The page is found in the document `of` of the game's kit: by its `bookmark`, or as the first page that contains the
    text `says`; `after` skips pages. `turns` are quarter turns. With `pages`, so many pages are shown side by side with
    their edges; otherwise one page is cropped to what is printed on it. The kit is built with `backs`.
    """

    name: str
    game: str
    bookmark: str = ""
    after: int = 0
    dpi: int = 100
    turns: int = 0
    colors: int = 32
    of: str = "sheets-a4"
    says: str = ""
    pages: int = 0
    backs: BackLayout = "long-edge"


VIEWS = (
    View("cards", "psycle", "Hand cards", colors=256),
    View("fold", "psycle", "Hand cards", dpi=60, colors=64, pages=1, backs="fold"),
    View("pictures", "moons", "card", dpi=60, colors=64, pages=1),
    View("calibration", "calibration", of="a4", pages=1, dpi=60, colors=16),
    View("track", "psycle", "Point track", turns=1),
    View("how-to-print", "pachisi", "How to print", colors=16),
    View("spread", "psycle", of="rules-a5", says="How to win.", pages=2, dpi=100, colors=256),
    View("title", "psychopaths", of="rules-a5", pages=1, dpi=80, colors=48),
    View("back-cover", "hypnosia", of="rules-a5", says="At a glance\r\n", pages=1, dpi=80, colors=16),
    View("imposed", "psychopaths", of="rules-booklet-a4", pages=1, dpi=60, colors=48),
    View("german", "pachisi", of="rules-de-a5", says="4. Dein Weg", pages=2, dpi=80, colors=16),
    View("center", "pachisi", "Board", colors=16),
    View("arms", "pachisi", "Board", after=1, colors=16),
    View("board", "pharaoh", "Board", colors=128),
    View("pyramids", "pharaoh", "Pyramids", after=1, dpi=80, colors=64),
    View("lines", "pharaoh", of="rules-a4", says="These are the lines that count", colors=96),
    View("paths", "psychopaths", "Path cards", dpi=72, colors=64),
    View("slots", "psychopaths", "Board", turns=1, dpi=80, colors=128),
    View("step", "psychopaths", of="rules-a4", says="Only your own color", dpi=80, colors=128),
    View("dice", "folded", "Coin", dpi=80, colors=16),
    View("boxes", "folded", "Box", dpi=60, colors=16),
    View("house", "folded", "House", dpi=70, colors=16),
    View("rings", "hypnosia", "Board", turns=1, dpi=80, colors=128),
)


def make_pictures(into: Path) -> Iterator[Path]:
    """Build the games in temporary folders; yield the path of each picture when it is written."""
    yield from draw_layouts(into)
    for game in dict.fromkeys(view.game for view in VIEWS):
        with tempfile.TemporaryDirectory() as folder:
            of_another = (view.of.split("-")[1] for view in VIEWS if view.game == game and view.of.startswith("rules-"))
            tags = sorted(tag for tag in of_another if len(tag) == 2 and tag not in PAPERS)
            layouts = sorted({view.backs for view in VIEWS if view.game == game} - {"long-edge"})
            if game == "calibration":  # is no game, but a page of its own
                write_calibration(Path(folder, "calibration-a4.pdf"), "a4", "long-edge", None)
            if game == "moons":  # is no game, but a folder of pictures
                impose_moons(Path(folder))
            for options in (
                ()
                if game in ("calibration", "moons")
                else (
                    Options(out=Path(folder)),
                    *(Options(out=Path(folder, each), backs=each, sheets_only=True) for each in layouts),
                    *(Options(out=Path(folder, tag), languages=(tag,)) for tag in tags),
                )
            ):
                build_kit(find_game(game), options)
            for view in VIEWS:
                if view.game == game:
                    with pypdfium2.PdfDocument(find_document(Path(folder), view)) as document:
                        first = find_page(document, view) + view.after
                        shown = [render_page(document[first + k], view) for k in range(max(view.pages, 1))]
                    yield save_picture(join_pages(shown, view), into / f"{view.name}.png")
            if game == "moons":
                yield save_picture(draw_found(next(Path(folder).rglob("moons-sheets-a4.pdf"))), into / f"{FOUND}.png")


def draw_layouts(into: Path) -> Iterator[Path]:
    """Draw the example of each layout, and signs; yield the path of each picture."""
    folder = find_game("layouts")
    game, parts = load_game(folder, Options())
    fonts = open_fonts(folder / "fonts", game.data.fonts)
    faces = FaceRenderer(game, TemplateFiles(folder, ROOT / "templates"), fonts, None, parts)
    fronts = [part for part in parts if not part.id.startswith("back-")]
    cards = [part for part in fronts if part.kind == "card"]
    shown = (cards, [part for part in fronts if part not in cards], [part for part in parts if part not in fronts])
    pages = [draw_gallery(faces, some, ".back" if some is shown[-1] else "") for some in shown]
    pages.append(faces.draw_page("signs.svg.j2", {}, *_SIGNS_SIZE))
    for name, page in zip(GALLERIES, pages, strict=True):
        with pypdfium2.PdfDocument(write_gallery(page, fonts)) as document:
            made = document[0].render(scale=110 / POINTS_PER_INCH).to_pil().convert("RGB")
        used = ImageChops.difference(made, Image.new("RGB", made.size, made.getpixel((0, 0)))).getbbox()
        whole = made.crop((0, 0, made.width, used[3] + 20 if used else made.height))
        yield save_picture(whole.quantize(96, dither=Image.Dither.NONE), into / f"{name}.png")


def draw_found(kit: Path) -> Image.Image:
    """Return the picture of what `gutterfold impose` finds on sheets of moons."""
    deck = find_cards([SourceFile(kit.name, kit)], PdfOptions())
    return Image.open(BytesIO(draw_preview(deck.pages))).quantize(64)


def impose_moons(folder: Path) -> None:
    """Draw a deck of eight moons as PNG files, and impose them."""
    (folder / "moons").mkdir()
    for number in range(8):
        card = Image.new("RGB", (375, 525), (24, 34, 66 + 10 * number))
        pen = ImageDraw.Draw(card)
        for star in range(40):
            x, y = 91 * star * (number + 3) % 375, 57 * star * (number + 5) % 525
            pen.ellipse((x, y, x + 3, y + 3), fill=(200, 205, 220))
        pen.ellipse((68, 120, 308, 360), fill=(238, 226, 180))
        far = 60 * (number - 3.5)
        pen.ellipse((68 + far, 120, 308 + far, 360), fill=(24, 34, 66 + 10 * number))
        pen.text((187, 455), str(number + 1), fill=(238, 226, 180), font=ImageFont.load_default(70), anchor="mm")
        card.save(folder / "moons" / f"moon {number + 1}.png")
    deck = plan_deck(ImposeRequest((folder / "moons",)))
    with open_deck(deck, None) as game:
        build_kit(game, Options(out=folder / "kit", formats=frozenset({"pdf"}), shows_only_art=True))


def find_game(name: str) -> Path:
    """Return the folder of a game that ships, or of an example of the docs."""
    example = ROOT / "docs" / "examples" / name
    return example if example.is_dir() else ROOT / "layouts" / name


def find_document(folder: Path, view: View) -> Path:
    """Return the PDF of a view among the kits in a folder."""
    name = f"{view.game}-{view.of}.pdf"
    if view.backs != "long-edge":
        return folder / view.backs / view.game / name
    return min(folder.rglob(name), key=lambda path: len(path.parts))


def find_page(document: Any, view: View) -> int:
    """Return the index of the page that a view starts from."""
    if view.bookmark:
        marks = (mark for mark in document.get_toc() if mark.get_title() == view.bookmark)
        return int(next(marks).get_dest().get_index())
    return next(n for n, page in enumerate(document) if view.says in page.get_textpage().get_text_range())


def render_page(page: Any, view: View) -> Image.Image:
    """Return a page, framed if the view shows whole pages, cropped otherwise."""
    made = page.render(scale=view.dpi / POINTS_PER_INCH).to_pil().convert("RGB")
    if view.pages:
        return ImageOps.expand(made, border=1, fill="#b0b0b0")
    inside = made.crop(ImageChops.difference(made, Image.new("RGB", made.size, "white")).getbbox())
    return ImageOps.expand(inside, border=view.dpi // 10, fill="white")


def join_pages(pages: list[Image.Image], view: View) -> Image.Image:
    """Return the pages side by side, turned and reduced to a few colors."""
    whole = Image.new("RGB", (sum(page.width for page in pages), pages[0].height), "white")
    for n, page in enumerate(pages):
        whole.paste(page, (n * pages[0].width, 0))
    return whole.rotate(90 * view.turns, expand=True).quantize(view.colors, dither=Image.Dither.NONE)


def save_picture(image: Image.Image, path: Path) -> Path:
    """Write the picture (ValueError if its file is too large)."""
    image.save(path, optimize=True)
    if path.stat().st_size > LARGEST_FILE:
        raise ValueError(f"{path.name} has {path.stat().st_size} bytes; the limit is {LARGEST_FILE}")
    return path


if __name__ == "__main__":
    (ROOT / "docs/pictures").mkdir(exist_ok=True)
    for made in make_pictures(ROOT / "docs/pictures"):
        print(f"{made.relative_to(ROOT)}  {made.stat().st_size // 1000} kB")
