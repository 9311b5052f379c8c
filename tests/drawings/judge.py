"""Judge our public list of drawings: each is printed as PDF and as SVG, and compared with resvg's picture of the file.

A few that resvg does not know are compared with Chromium's picture, if it is there. What is expected of a drawing stands
in expected.csv; of one that is not listed, that it is right.

`make drawings` prints a table; `python -m tests.drawings.judge clips` judges the drawings whose path contains a word.
"""

import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

import pypdfium2
import resvg_py
from PIL import Image

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
from generator.render.trimmed_faces import TrimmedFace
from generator.write.pdf.picture_pages import write_picture_pages
from generator.write.svg.sheets import SvgSheets
from tests.browser import Browser
from tests.looks import difference, font_files

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

    kind: Kind | Literal["unjudged"]
    difference: float = 0.0
    message: str = ""


def list_drawings(word: str = "") -> list[Path]:
    """Return the paths of the drawings that contain a word, in order."""
    return sorted(path for path in FOLDER.glob("*/*.svg") if word in name_drawing(path))


def name_drawing(path: Path) -> str:
    """Return the folder and the name of a drawing: `clips/circle`."""
    return f"{path.parent.name}/{path.stem}"


class Expectation(NamedTuple):
    """What is expected of a drawing: words of the message that refuses it, or that it is right.

    `judge` names the program that knows it, and up to `allowed` of its pixels may differ, for a reason that is known.
    """

    refused: str = ""
    judge: str = "resvg"
    allowed: float = ALLOWED


@cache
def read_expectations() -> Mapping[str, Expectation]:
    """Return what is expected of drawings, by name."""
    with (FOLDER / "expected.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["drawing"]: Expectation(row["refused"], row["judge"] or "resvg", float(row["allowed"] or ALLOWED))
            for row in csv.DictReader(file)
        }


def find_expectation(name: str) -> Expectation:
    """Return what is expected of a drawing."""
    return read_expectations().get(name, Expectation())


def explain_surprise(name: str, verdict: Verdict) -> str:
    """Return what is not as expected; empty if nothing is."""
    words = find_expectation(name).refused
    match verdict.kind:
        case "wrong":
            return f"{verdict.difference:.2%} of the pixels differ {verdict.message}"
        case "right" if words:
            return f"is drawn, but expected.csv says that it is refused for {words!r}"
        case "refused" if not words or words not in verdict.message:
            return (
                f"is refused, and not for {words!r}: {verdict.message}" if words else f"is refused: {verdict.message}"
            )
    return ""


def judge_drawing(path: Path, browser: Browser | None = None) -> Verdict:
    """Draw a file, print it as PDF and as SVG, and compare both with its judge's picture of the file."""
    try:
        picture = draw_file(path)
    except DrawingError as error:
        return Verdict("refused", message=error.message)
    expected = find_expectation(name_drawing(path))
    prints = render_prints(picture)
    if expected.judge == "chromium" and browser is None:
        if measure_difference(prints["PDF"], prints["SVG"]) > expected.allowed:
            return Verdict("wrong", 1.0, "between the PDF and the SVG")
        return Verdict("unjudged")
    wanted = (
        browse_svg(path, browser)
        if browser and expected.judge == "chromium"
        else render_svg(path.read_text("utf-8"), path.parent)
    )
    return compare_prints(prints, wanted, expected.allowed)


def compare_prints(prints: Mapping[str, Image.Image], wanted: Image.Image, allowed: float = ALLOWED) -> Verdict:
    """Return whether the prints look as a judge shows the file."""
    differences = {name: measure_difference(found, wanted) for name, found in prints.items()}
    most = max(differences.values())
    names = ", ".join(name for name, found in differences.items() if found > allowed)
    return Verdict("wrong" if names else "right", most, f"in the {names}" if names else "")


def browse_svg(path: Path, browser: Browser) -> Image.Image:
    """Return a file as Chromium shows it on white."""
    width, height = find_size(path.read_text("utf-8"))
    size = WIDTH, round(WIDTH * height / width)
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        shown = f'<img src="{path.resolve().as_uri()}" width="{size[0]}" height="{size[1]}" style="display:block">'
        head = '<!DOCTYPE html><meta name="viewport" content="width=device-width"><body style="margin:0">'
        page.write_text(head + shown, encoding="utf-8")
        browser.open(page, *size)
        return Image.open(BytesIO(browser.picture())).convert("RGB")


def draw_file(path: Path) -> Picture:
    """Return the picture of a drawing as the template of a piece of its own size; DrawingError."""
    text = path.read_text("utf-8")
    drawer = TextDrawer(TemplateFiles(path.parent, path.parent), _FONTS, FIXED_NAMES, _find_no_face, frozenset)
    outline = Outline(*find_size(text))
    return drawer.draw_text(text, RenderRequest(path.name, {}, path.stem, Place(path.name, 1, 1), outline))


def _find_no_face(name: str) -> TrimmedFace:
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
        skip_system_fonts=True,
        font_files=list(font_files()),
        width=WIDTH,
        dpi=96,
        languages=["en"],
        resources_dir=str(folder) if folder else None,
    )
    shown = Image.open(BytesIO(bytes(png))).convert("RGBA")
    page = Image.new("RGBA", shown.size, "white")  # under the whole picture: nothing in it blends with the paper
    page.alpha_composite(shown)
    return page.convert("RGB")


def _drop_encoding(text: str) -> str:
    return text.replace('encoding="iso-8859-1"', "", 1)


def measure_difference(found: Image.Image, wanted: Image.Image) -> float:
    """Return the part of all pixels, 0 to 1, of which one lies outside what the 3 x 3 pixels there show in the other."""
    if abs(found.height - wanted.height) > 3:
        return 1.0
    if found.size != wanted.size:
        wanted = wanted.resize(found.size)
    return difference(found, wanted, VISIBLE - 1)


def tabulate(verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    """Yield the lines of a table: for each folder, how many of its drawings are right, refused, wrong and unjudged."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, verdict in verdicts.items():
        counts[name.partition("/")[0]][verdict.kind] += 1
    counts["all"] = Counter(verdict.kind for verdict in verdicts.values())
    kinds = ("right", "refused", "wrong", "unjudged")
    yield f"{'':12}" + "".join(f"{kind:>10}" for kind in kinds)
    for folder, count in counts.items():
        yield f"{folder:12}" + "".join(f"{count[kind]:10}" for kind in kinds)


def main(arguments: Sequence[str]) -> int:
    """Judge the drawings and print the table and all surprises; return 1 if there is one."""
    program = which("chromium")
    with TemporaryDirectory() as home, ExitStack() as stack:
        browser = stack.enter_context(Browser(program, Path(home))) if program else None
        verdicts = {name_drawing(path): judge_drawing(path, browser) for path in list_drawings(*arguments[:1])}
    print("\n".join(tabulate(verdicts)))
    surprises = {name: said for name, verdict in verdicts.items() if (said := explain_surprise(name, verdict))}
    for name, said in surprises.items():
        print(f"{name}: {said}")
    return 1 if surprises or not verdicts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
