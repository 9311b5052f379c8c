"""Build the recipes of the cookbook's pages, and make the picture of each in docs/recipes/."""

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageOps

from generator.pipeline.build import BuildResult, build_kit
from generator.pipeline.options import Options

DOCS = Path(__file__).resolve().parent
PAGES = ("cookbook-cards.md", "cookbook-boards.md", "cookbook-solids.md")
HEAD = 'title: {title}\nversion: "1"\nplayers: [1, 4]\n'
LARGEST_FILE = 60_000  # bytes; a page shows many
_DPI = 70
_MARGIN = 3.0  # mm around the pieces
_BLOCK = re.compile(r"^(?:`([\w./-]+)`[^\n]*:\n\n)?```(yaml|svg|csv|md)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Recipe(NamedTuple):
    """A recipe: its heading, the name of its picture, and its files by their paths in a game's folder."""

    title: str
    name: str
    files: dict[str, str]


def read_recipes(page: str) -> Iterator[Recipe]:
    """Yield the recipes of a page; files that stand before the first are those of all."""
    shared, *sections = re.split(r"^## ", (DOCS / page).read_text("utf-8"), flags=re.MULTILINE)
    common = dict(_read_files(shared))
    for section in sections:
        title = section.partition("\n")[0]
        files = dict(_read_files(section))
        name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        yield Recipe(title, name, {**common, **files, "game.yaml": HEAD.format(title=title) + files["game.yaml"]})


def _read_files(text: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a text: a block of YAML without a name is game.yaml; drawings are templates."""
    for path, kind, body in _BLOCK.findall(text):
        yield (f"templates/{path}" if kind == "svg" else path) or "game.yaml", body


def write_recipe(recipe: Recipe, folder: Path) -> Path:
    """Write a recipe as a game into a folder, and return its own folder."""
    home = folder / recipe.name
    for path, text in recipe.files.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text, "utf-8")
    return home


def build_recipe(recipe: Recipe, folder: Path) -> BuildResult:
    """Build and check the sheets of a recipe; DataError for what is wrong."""
    home = write_recipe(recipe, folder)
    options = Options(out=folder / "out", formats=frozenset({"pdf"}), backs="none", sheets_only=True, processes=1)
    return build_kit(home, options)


def draw_recipe(kit: Path) -> Image.Image:
    """Return the pieces on the first sheet of a kit, as they are printed."""
    manifest = json.loads((kit / "manifest.json").read_text("utf-8"))
    first = [each for each in manifest["placements"] if each["sheet"] == 1]
    left, top = (min(each[side] for each in first) - _MARGIN for side in ("x", "y"))
    right, bottom = (
        max(each[side] + each[long] for each in first) + _MARGIN for side, long in (("x", "w"), ("y", "h"))
    )
    (sheets,) = kit.glob("*-sheets-*.pdf")
    with pypdfium2.PdfDocument(sheets) as document:
        page = document[first[0]["pdf_page"] - 1]
        made = page.render(scale=_DPI / 72).to_pil().convert("RGB")
    scale = _DPI / 25.4
    inside = made.crop(tuple(round(each * scale) for each in (left, top, right, bottom)))
    return ImageOps.expand(inside, border=4, fill="white").quantize(48, dither=Image.Dither.NONE)


def make_pictures(into: Path) -> Iterator[Path]:
    """Yield the path of each picture when it is written (ValueError if its file is too large)."""
    for recipe in (recipe for page in PAGES for recipe in read_recipes(page)):
        with tempfile.TemporaryDirectory() as folder:
            path = into / f"{recipe.name}.png"
            draw_recipe(build_recipe(recipe, Path(folder)).folder).save(path, optimize=True)
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError(f"{path.name} has {path.stat().st_size} bytes; the limit is {LARGEST_FILE}")
        yield path


if __name__ == "__main__":
    (DOCS / "recipes").mkdir(exist_ok=True)
    for made in make_pictures(DOCS / "recipes"):
        print(f"{made.relative_to(DOCS.parent)}  {made.stat().st_size // 1000} kB")
