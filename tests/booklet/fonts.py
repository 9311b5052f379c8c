"""The seven fonts of a booklet, loaded from the font packages."""

from functools import cache
from pathlib import Path

import font_source_sans_pro
import font_source_serif_pro

from generator.fonts.font_book import bundled_code_font
from generator.fonts.truetype import read_font
from generator.model.picture import Font

FILES = {
    "serif": "SourceSerifPro-Regular.ttf",
    "serif-bold": "SourceSerifPro-Bold.ttf",
    "serif-italic": "SourceSerifPro-It.ttf",
    "serif-bolditalic": "SourceSerifPro-BoldIt.ttf",
    "sans": "SourceSansPro-Regular.ttf",
    "sans-bold": "SourceSansPro-Bold.ttf",
}


@cache
def load_fonts() -> dict[str, Font]:
    return {**{key: _load_font(name) for key, name in FILES.items()}, "mono": bundled_code_font()}


def _load_font(name: str) -> Font:
    package = font_source_serif_pro if "Serif" in name else font_source_sans_pro
    path = Path(package.__file__).parent / "files" / name
    return read_font(path.read_bytes(), path.stem)
