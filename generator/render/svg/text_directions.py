"""Put the parts of a line that runs both ways into the order in which they are seen (Unicode Standard Annex 9)."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import bidirectional

from generator.language.direction import RIGHT_TO_LEFT, find_directed_runs
from generator.model.finding import DrawingError
from generator.render.svg.style import Style

# Arabic letters that join none after them, and one that joins none at all (Unicode's ArabicShaping: R and U)
_UNJOINED_AFTER = frozenset("آأؤإاةدذرزوىٱڈڑژۀۃەۓے")
_UNJOINED = "ء"


class TextPiece(NamedTuple):
    """Text of one style; x or y begins a new text chunk, dx and dy move the current position.

    `rtl` is the direction of a piece whose line runs both ways; None for that of its line.
    """

    text: str
    style: Style
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    rtl: bool | None = None


def order_pieces(pieces: Sequence[TextPiece]) -> list[TextPiece]:
    """Return the pieces of lines with each line in the order in which it is set: from its start, as it is seen.

    DrawingError for a piece that begins within joined letters, and for one of a reordered line that is moved.
    """
    if len(pieces) < 2 or not any(RIGHT_TO_LEFT.search(each.text) or each.style.rtl for each in pieces):
        return list(pieces)
    lines: list[list[TextPiece]] = []
    for piece in pieces:
        if not lines or piece.x is not None or piece.y is not None:
            lines.append([])
        lines[-1].append(piece)
    return [piece for line in lines for piece in _order_line(line)]


def _order_line(line: list[TextPiece]) -> list[TextPiece]:
    told = [piece for piece in line if piece.text]
    if len(told) < 2:
        return line
    for before, after in pairwise(told):
        if _join(before.text[-1], after.text[0]):
            says = f"the letters {before.text[-1]!r} and {after.text[0]!r} join, but a tspan begins between them"
            raise DrawingError(f"{says}; let it begin at a blank")
    rtl = told[0].style.rtl
    found = list(_find_fragments(told, rtl))
    if rtl:  # set from its start, at the right
        found.reverse()
    if [index for index, _ in groupby(index for index, _, _ in found)] == [*range(len(told))]:
        return line
    first = line.index(told[0])
    if any(piece.dx or piece.dy for piece in line[first + 1 :]):
        raise DrawingError("dx and dy within a line that runs both ways are not in the profile; use x")
    return [*line[:first], *(TextPiece(text, told[index].style, rtl=left) for index, text, left in found)]


def _join(before: str, after: str) -> bool:
    """Return whether an Arabic letter joins the one after it."""
    if bidirectional(before) != "AL" or bidirectional(after) != "AL":
        return False
    return before not in _UNJOINED_AFTER and _UNJOINED not in (before, after)


def _find_fragments(told: Sequence[TextPiece], rtl: bool) -> Iterator[tuple[int, str, bool]]:
    """Yield from left to right what of each piece stands in one run: the piece's number, text, and if it runs left."""
    whole = "".join(piece.text for piece in told)
    starts = [sum(len(piece.text) for piece in told[:index]) for index in range(len(told))]
    for begin, end, left in find_directed_runs(whole, rtl):
        spans = [
            (index, whole[max(begin, start) : min(end, start + len(piece.text))], left)
            for index, (start, piece) in enumerate(zip(starts, told, strict=True))
            if begin < start + len(piece.text) and start < end
        ]
        yield from reversed(spans) if left else spans
