"""Fonts of booklets in reportlab, with kerning."""

from collections.abc import Mapping
from hashlib import sha256

from reportlab.pdfbase import pdfmetrics

from generator.booklet.blocks import Face
from generator.fonts.reportlab_internals import register_font
from generator.model.picture import Font

Names = Mapping[Face, str]


def register(fonts: Mapping[str, Font]) -> Names:
    """Register the fonts with reportlab; return the font name of each face.

    Names are derived from the bytes of the font, so registering a font again changes nothing.
    """
    return {key: _register(fonts[key].data) for key in Face.__args__}  # type: ignore[attr-defined]


def _register(data: bytes) -> str:
    name = f"gutterfold-{sha256(data).hexdigest()[:16]}"
    if name not in pdfmetrics.getRegisteredFontNames():
        register_font(name, data)
    return name
