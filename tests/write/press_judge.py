"""Look for RGB in a finished PDF, in all its objects and operators."""

from collections.abc import Iterator
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream


def find_rgb(pdf: Pdf) -> Iterator[str]:
    """Yield what is in RGB: operators of any stream, and color spaces of any object, used or not."""
    for held in pdf.objects:
        if isinstance(held, Stream) and (held.get("/Subtype") == "/Form" or "/PaintType" in held):
            yield from walk_operators(held)
        if isinstance(held, Dictionary) and held.get("/Type") == "/Page":
            yield from walk_operators(pikepdf.Page(held))
        yield from walk_spaces(held)


def walk_operators(stream: Any) -> Iterator[str]:
    for each in pikepdf.parse_content_stream(stream):
        word, operands = str(each.operator), each.operands
        if (
            word in ("rg", "RG")
            or (word in ("cs", "CS") and "RGB" in str(operands[0]))
            or (word in ("sc", "scn", "SC", "SCN") and sum(isinstance(value, int | float) for value in operands) == 3)
        ):
            yield word
        if isinstance(each, pikepdf.ContentStreamInlineImage) and "RGB" in repr(each.iimage.obj):
            yield word


def walk_spaces(held: Any) -> Iterator[str]:
    """Yield the names of spaces of RGB in an object, not in those that it refers to."""
    if isinstance(held, Name) and ("RGB" in str(held) or held in ("/Lab", "/ICCBased")):
        yield str(held)
    parts = held if isinstance(held, Array) else held.values() if isinstance(held, Dictionary | Stream) else ()
    for each in parts:
        if not (isinstance(each, pikepdf.Object) and each.is_indirect):
            yield from walk_spaces(each)
