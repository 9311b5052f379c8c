"""Register the typefaces of the booklet with reportlab."""

from collections.abc import Mapping
from hashlib import sha256

from reportlab.pdfbase import pdfmetrics

from generator.booklet.blocks import Face
from generator.fonts.reportlab_internals import register_font
from generator.model.picture import Font

Names = Mapping[Face, str]


def register(fonts: Mapping[str, Font]) -> Names:
    """Return the registered name of each face; a digest of the font file, so it is registered once."""
    return {key: _register(fonts[key].data) for key in Face.__args__}  # type: ignore[attr-defined]


def _register(data: bytes) -> str:
    name = f"gutterfold-{sha256(data).hexdigest()[:16]}"
    if name not in pdfmetrics.getRegisteredFontNames():
        register_font(name, data)
    return name
