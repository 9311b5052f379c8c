"""What stands before the pieces of a PDF's page goes in, the crop marks in it come out, on the paper in mm.

Crop marks are the lines of marked content named `crop` outside the pieces; a template's group is inside one.
"""

from generator.model.picture import IDENTITY, Matrix, multiply
from generator.read.pdf_marks import ends
from generator.read.pdf_names import Form, Names, Opened
from generator.read.pdf_state import state
from generator.read.pieces import Segments, unclear

_CROP = b"/Mark <</ID (crop)>> BDC\n"
_END = b"\n EMC"


class Crops:
    """The crop marks of one file, worked out once where pages begin alike."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._known: dict[tuple[bytes, Matrix, Names], Segments] = {}

    def find(self, furniture: bytes, to_paper: Matrix, names: Names, where: str) -> Segments:
        """Return the crop marks; GF117 where something else than lines is called so."""
        last = furniture.rfind(_CROP)
        if last < 0:
            return ()
        key = furniture[: furniture.find(_END, last)], to_paper, names
        found = self._known.get(key)
        return self._known.setdefault(key, _segments(furniture, to_paper, names, where)) if found is None else found


def _segments(furniture: bytes, to_paper: Matrix, names: Names, where: str) -> Segments:
    found: list[tuple[float, float, float, float]] = []
    at = 0
    while (at := furniture.find(_CROP, at)) >= 0:
        end = furniture.find(_END, at)
        if end < 0:
            raise unclear(where, "the crop marks have no end")
        matrix = multiply(to_paper, state(furniture[:at], [IDENTITY], where)[-1])
        begun: tuple[float, float] | None = None
        for x, y, word in ends(Form(furniture[at + len(_CROP) : end], matrix, names), where):
            if word == b"l" and begun is not None:
                found.append((*begun, x, y))
            elif word == b"S":
                continue
            elif word != b"m":
                raise unclear(where, "a crop mark is no line")
            begun = x, y
        at = end
    return tuple(found)
