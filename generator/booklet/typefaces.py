"""Faces go in, the names by which reportlab knows them come out."""

from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO

from reportlab.pdfbase import pdfmetrics

from generator.booklet.blocks import Face
from generator.booklet.kerned import KernedFont
from generator.model.picture import Font

Names = Mapping[Face, str]


def register(fonts: Mapping[str, Font]) -> Names:
    """Return the name of each face. A name is made of the face's own bytes: registering it again changes nothing."""
    return {key: _register(fonts[key].data) for key in Face.__args__}  # type: ignore[attr-defined]


def _register(data: bytes) -> str:
    name = f"gutterfold-{sha256(data).hexdigest()[:16]}"
    if name not in pdfmetrics.getRegisteredFontNames():
        # not registerFont: for a second file of the same PostScript name it would hand out the first one's glyphs
        pdfmetrics._fonts[name] = KernedFont(name, BytesIO(data))
        pdfmetrics.registerFontFamily(name)
    return name
