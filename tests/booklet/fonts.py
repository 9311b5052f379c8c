"""The six fonts of a booklet, loaded from the font packages."""

from functools import cache
from pathlib import Path

import font_source_sans_pro
import font_source_serif_pro
from fontTools.ttLib import TTFont

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
    return {key: _load_font(name) for key, name in FILES.items()}


def _load_font(name: str) -> Font:
    package = font_source_serif_pro if "Serif" in name else font_source_sans_pro
    path = Path(package.__file__).parent / "files" / name
    with TTFont(path) as face:
        em = face["head"].unitsPerEm
        advances = {chr(code): face["hmtx"][glyph][0] / em for code, glyph in face.getBestCmap().items()}
        os2 = face["OS/2"]
        return Font(
            name=path.stem,
            family=face["name"].getDebugName(1),
            weight=os2.usWeightClass,
            italic="It" in path.stem,
            data=path.read_bytes(),
            advances=advances,
            bounds={},
            cap_height=os2.sCapHeight / em,
            ascent=os2.sTypoAscender / em,
            descent=os2.sTypoDescender / em,
        )
