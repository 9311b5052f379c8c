"""The games go in, as they stand; the pictures of the documents come out, in docs/pictures/."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
from PIL import Image, ImageChops

from generator.build import build
from generator.model.options import Options

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 150_000  # bytes
POINTS = 72


class View(NamedTuple):
    """A page to show: its game, its bookmark in the sheets, pages after it, dots per inch, quarter turns.

    Without a bookmark the pages are those of the document `of` the kit.
    """

    name: str
    game: str
    bookmark: str
    after: int = 0
    dpi: int = 100
    turns: int = 0
    colors: int = 32
    of: str = "rules"


VIEWS = (
    View("cards", "psycle", "Hand cards", colors=256),
    View("tiles", "psycle", "Target tiles", colors=256),
    View("verified", "pachisi", "", dpi=80, colors=16, of="verified"),
    View("track", "psycle", "Point track", turns=1),
    View("how-to-print", "pachisi", "How to print", colors=16),
    View("rules", "psycle", "", after=1, colors=16),
    View("center", "pachisi", "Board", colors=16),
    View("arms", "pachisi", "Board", after=1, colors=16),
    View("road", "pachisi", "", after=3, colors=16),
    View("board", "pharaoh", "Board", colors=128),
    View("pyramids", "pharaoh", "Pyramids", after=1, dpi=80, colors=64),
    View("lines", "pharaoh", "", after=4, colors=96),
    View("paths", "psychopaths", "Path cards", dpi=72, colors=64),
    View("slots", "psychopaths", "Board", turns=1, dpi=80, colors=128),
    View("step", "psychopaths", "", after=4, dpi=80, colors=128),
    View("rings", "hypnosia", "Board", turns=1, dpi=80, colors=128),
)


def make(into: Path) -> Iterator[Path]:
    """Build the games where nobody looks and yield each picture as it is written."""
    for game in dict.fromkeys(view.game for view in VIEWS):
        with tempfile.TemporaryDirectory() as folder:
            build(ROOT / "layouts" / game, Options(out=Path(folder)))
            views = [view for view in VIEWS if view.game == game]
            names = {"sheets", *(view.of for view in views)}
            kit = {name: pypdfium2.PdfDocument(next(Path(folder).glob(f"*/*-{name}-*.pdf"))) for name in names}
            pages = {mark.get_title(): mark.get_dest().get_index() for mark in kit["sheets"].get_toc()}
            for view in views:
                document, page = (kit["sheets"], pages[view.bookmark]) if view.bookmark else (kit[view.of], 0)
                yield saved(picture(document[page + view.after], view), into / f"{view.name}.png")
            for document in kit.values():
                document.close()


def picture(page: Any, view: View) -> Image.Image:
    """Return the page without its empty edges, turned, in a few colors."""
    drawn = page.render(scale=view.dpi / POINTS).to_pil().convert("RGB")
    box = ImageChops.difference(drawn, Image.new("RGB", drawn.size, "white")).getbbox()
    edge = view.dpi // 10
    inside = drawn.crop(box)
    white = Image.new("RGB", (inside.width + 2 * edge, inside.height + 2 * edge), "white")
    white.paste(inside, (edge, edge))
    return white.rotate(90 * view.turns, expand=True).quantize(view.colors, dither=Image.Dither.NONE)


def saved(drawn: Image.Image, path: Path) -> Path:
    """Write the picture; ValueError for one that is too heavy for a page that people open on the way."""
    drawn.save(path, optimize=True)
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path.name} has {path.stat().st_size} bytes; {LARGEST} are the most")
    return path


if __name__ == "__main__":
    (ROOT / "docs/pictures").mkdir(exist_ok=True)
    for made in make(ROOT / "docs/pictures"):
        print(f"{made.relative_to(ROOT)}  {made.stat().st_size // 1000} kB")
