"""Fonts of booklets in reportlab, with kerning."""

from collections.abc import Mapping
from hashlib import sha256

from reportlab.pdfbase import pdfmetrics

from generator.booklet.blocks import FaceName
from generator.fonts.reportlab_internals import register_font
from generator.model.picture import Font

FontNames = Mapping[FaceName, str]


def register_fonts(fonts: Mapping[str, Font]) -> FontNames:
    """Register the fonts with reportlab; return the font name of each face.

    Names are derived from the bytes of the font, so registering a font again changes nothing.
    """
    return {key: _register_font(fonts[key].data) for key in FaceName.__args__}  # type: ignore[attr-defined]


def _register_font(data: bytes) -> str:
    name = f"gutterfold-{sha256(data).hexdigest()[:16]}"
    if name not in pdfmetrics.getRegisteredFontNames():
        register_font(name, data)
    return name
