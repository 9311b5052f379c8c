"""Judge our public list of drawings: each is printed as PDF and as SVG, and compared with resvg's picture of the file.

`make drawings` prints a table; `python -m tests.drawings.judge clips` judges the drawings whose path contains a word.
"""

import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Literal, NamedTuple

import pypdfium2
import resvg_py
from PIL import Image, ImageChops, ImageFilter

from generator.fonts.font_book import FontBook
from generator.geometry.types import Outline
from generator.model.finding import DrawingError, Place
from generator.model.paper import Paper
from generator.model.picture import Group, Picture
from generator.render.drawer import TextDrawer
from generator.render.drawings.units import parse_absolute
from generator.render.request import RenderRequest
from generator.render.svg.attributes import FIXED_NAMES
from generator.render.template_files import TemplateFiles
from generator.write.pdf.picture_pages import write_picture_pages
from generator.write.svg.sheets import SvgSheets
from tests.looks import font_files

FOLDER = Path(__file__).parent
WIDTH = 400  # pixels
ALLOWED = 0.005  # of all pixels
VISIBLE = 24  # of 255, beyond what the 3 x 3 pixels about the same spot show
Kind = Literal["right", "refused", "wrong"]
_FONTS = FontBook({})
_ROOT = re.compile(r"<(?:\w+:)?svg\b[^>]*>")
_ATTRIBUTE = re.compile(r"""\s(width|height|viewBox)\s*=\s*["']([^"']*)["']""")


class Verdict(NamedTuple):
    """What became of a drawing: how much of it differs (0 to 1) if it was drawn, and the message if it was refused."""

    kind: Kind
    difference: float = 0.0
    message: str = ""


def list_drawings(word: str = "") -> list[Path]:
    """Return the paths of the drawings that contain a word, in order."""
    return sorted(path for path in FOLDER.glob("*/*.svg") if word in name_drawing(path))


def name_drawing(path: Path) -> str:
    """Return the folder and the name of a drawing: `clips/circle`."""
    return f"{path.parent.name}/{path.stem}"


@cache
def read_refusals() -> Mapping[str, str]:
    """Return words of the message of each drawing that is refused, by its name; all others are right."""
    with (FOLDER / "refused.csv").open(encoding="utf-8", newline="") as file:
        return {row["drawing"]: row["words"] for row in csv.DictReader(file)}


def explain_surprise(name: str, verdict: Verdict) -> str:
    """Return what is not as the list says; empty if nothing is."""
    words = read_refusals().get(name)
    if verdict.kind == "wrong":
        return f"{verdict.difference:.2%} of the pixels differ {verdict.message}"
    if words is None:
        return "" if verdict.kind == "right" else f"is refused: {verdict.message}"
    if verdict.kind == "right":
        return f"is drawn, but the list says that it is refused for {words!r}"
    return "" if words in verdict.message else f"is refused, but not for {words!r}: {verdict.message}"


def judge_drawing(path: Path) -> Verdict:
    """Draw a file, print it as PDF and as SVG, and compare both with resvg's picture of the file."""
    try:
        picture = draw_file(path)
    except DrawingError as error:
        return Verdict("refused", message=error.message)
    wanted = render_svg(path.read_text("utf-8"), path.parent)
    differences = {name: measure_difference(found, wanted) for name, found in render_prints(picture).items()}
    most = max(differences.values())
    names = ", ".join(name for name, found in differences.items() if found > ALLOWED)
    return Verdict("wrong" if most > ALLOWED else "right", most, f"in the {names}" if names else "")


def draw_file(path: Path) -> Picture:
    """Return the picture of a drawing as the template of a piece of its own size; DrawingError."""
    text = path.read_text("utf-8")
    drawer = TextDrawer(TemplateFiles(path.parent, path.parent), _FONTS, FIXED_NAMES, _find_no_face, frozenset)
    outline = Outline(*find_size(text))
    return drawer.draw_text(text, RenderRequest(path.name, {}, path.stem, Place(path.name, 1, 1), outline))


def _find_no_face(name: str) -> "TrimmedFace":  # type: ignore[name-defined]  # noqa: F821
    raise DrawingError(f"no face {name}")


def find_size(text: str) -> tuple[float, float]:
    """Return the width and height of a drawing in mm: what its root says, else its viewBox, else 50 mm."""
    root = _ROOT.search(text)
    said = dict(_ATTRIBUTE.findall(root[0])) if root else {}
    width, height = (parse_absolute(said.get(name, "")) for name in ("width", "height"))
    box = [float(each) for each in said["viewBox"].replace(",", " ").split()] if "viewBox" in said else [0, 0, 50, 50]
    if width and height:
        return width, height
    if width:
        return width, width * box[3] / box[2]
    return (height * box[2] / box[3], height) if height else (box[2], box[3])


def render_prints(picture: Picture) -> dict[str, Image.Image]:
    """Return a picture as PDFium shows our PDF of it, and as resvg shows our SVG."""
    moved = Group(picture.shapes, (1.0, 0.0, 0.0, 1.0, -picture.x, -picture.y))
    cornered = Picture(0.0, 0.0, picture.width, picture.height, (moved,))
    return {"PDF": render_pdf(write_picture_pages([cornered], _FONTS.find_font)), "SVG": render_svg(as_svg(cornered))}


def as_svg(picture: Picture) -> str:
    """Return a picture as our SVG file."""
    return SvgSheets(Paper("drawing", picture.width, picture.height), "Drawing", False).draw_picture(picture, "x")


def render_pdf(data: bytes) -> Image.Image:
    """Return the first page as PDFium shows it on white."""
    with pypdfium2.PdfDocument(data) as document:
        page = document[0]
        found: Image.Image = page.render(scale=WIDTH / page.get_width()).to_pil().convert("RGB")
        return found


def render_svg(text: str, folder: Path | None = None) -> Image.Image:
    """Return a file as resvg shows it on white, with no font but those of the packages."""
    png = resvg_py.svg_to_bytes(
        svg_string=_drop_encoding(text),
        background="#ffffff",
        skip_system_fonts=True,
        font_files=list(font_files()),
        width=WIDTH,
        dpi=96,
        languages=["en"],
        resources_dir=str(folder) if folder else None,
    )
    return Image.open(BytesIO(bytes(png))).convert("RGB")


def _drop_encoding(text: str) -> str:
    return text.replace('encoding="iso-8859-1"', "", 1)


def measure_difference(found: Image.Image, wanted: Image.Image) -> float:
    """Return the part of all pixels, 0 to 1, of which one lies outside what the 3 x 3 pixels there show in the other."""
    if abs(found.height - wanted.height) > 3:
        return 1.0
    if found.size != wanted.size:
        wanted = wanted.resize(found.size)
    loud = ImageChops.lighter(_outside(found, wanted), _outside(wanted, found))
    red, green, blue = loud.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[VISIBLE:]) / (found.width * found.height)


def _outside(one: Image.Image, other: Image.Image) -> Image.Image:
    low, high = other.filter(ImageFilter.MinFilter(3)), other.filter(ImageFilter.MaxFilter(3))
    return ImageChops.lighter(ImageChops.subtract(one, high), ImageChops.subtract(low, one))


def tabulate(verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    """Yield the lines of a table: for each folder, how many of its drawings are right, refused and wrong."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, verdict in verdicts.items():
        counts[name.partition("/")[0]][verdict.kind] += 1
        counts["all"][verdict.kind] += 1
    yield f"{'':12} right  refused  wrong"
    for folder, count in counts.items():
        if folder != "all":
            yield f"{folder:12} {count['right']:5}  {count['refused']:7}  {count['wrong']:5}"
    yield f"{'all':12} {counts['all']['right']:5}  {counts['all']['refused']:7}  {counts['all']['wrong']:5}"


def main(arguments: Sequence[str]) -> int:
    """Judge the drawings and print the table and all surprises; return 1 if there is one."""
    verdicts = {name_drawing(path): judge_drawing(path) for path in list_drawings(*arguments[:1])}
    print("\n".join(tabulate(verdicts)))
    surprises = {name: said for name, verdict in verdicts.items() if (said := explain_surprise(name, verdict))}
    for name, said in surprises.items():
        print(f"{name}: {said}")
    return 1 if surprises or not verdicts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
