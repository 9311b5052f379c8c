"""Check that each back comes to lie right behind its front when the paper is turned over or folded (GF116)."""

from collections.abc import Iterator, Mapping
from typing import Literal

from generator.check.analysis.placement import PieceTrim, name_page
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.bounds import transformed_box_bounds
from generator.geometry.tolerances import READBACK_POSITION, VISIBLE
from generator.geometry.types import Box
from generator.model.finding import Finding
from generator.model.paper import BackLayout, Paper
from generator.model.printed import ReadPiece

Axis = Literal["vertical", "horizontal"]
# the clockwise turn of a front, and of the back behind it when the paper is turned over or folded on that axis
_BACK_TURNS: Mapping[Axis, Mapping[int, int]] = {
    "vertical": {0: 0, 90: 270, 180: 180, 270: 90},
    "horizontal": {0: 180, 90: 90, 180: 0, 270: 270},
}
_FLIPS: Mapping[BackLayout, tuple[Axis, str]] = {
    "long-edge": ("vertical", "the sheet is flipped on its long edge"),
    "short-edge": ("horizontal", "the sheet is flipped on its short edge"),
    "fold": ("vertical", "two sheets are glued back to back"),
}


def check_backs(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report the first piece of each part whose back does not line up with its front (GF116).

    In the PDF of a duplex kit fronts lie on odd pages and each back on the page after its front, unless all backs come
    last. In a kit to fold the back lies across the fold, or, if the piece is too large for that, on a sheet of its own.
    """
    if case.backs == "none":
        return
    trims, is_pdf = shown.trims_by_id, shown.name == "PDF"
    last = max((trim.seen.page for trim in trims.values() if trim.seen.side == "front"), default=0)
    for part in case.parts:
        fronts = [trim for trim in trims.values() if trim.seen.part == part.id and trim.seen.side == "front"]
        if case.backs != "fold" and case.order == "interleaved" and is_pdf and (text := _find_even_page(fronts)):
            yield Finding("GF116", part.place, text)
        for front in fronts if part.back else ():
            back = trims.get(front.seen.id.removesuffix("front") + "back")
            page = _find_back_page(front.seen.page, case, last) if is_pdf else None
            if back and (text := _describe_fault(front, back, case, page)):
                message = f"{back.seen.id} in {name_page(back.seen)} does not line up with its front: {text}"
                yield Finding("GF116", part.place, message)
                break


def _find_even_page(fronts: list[PieceTrim]) -> str:
    even = next((trim.seen for trim in fronts if trim.seen.page % 2 == 0), None)
    if even is None:
        return ""
    return f"{even.id} is a front on {name_page(even)}, the back of a sheet; fronts must be on odd pages"


def _find_back_page(front: int, case: CheckContext, last: int) -> int:
    """Return the page of the PDF on which the backs of a page of fronts belong; `last` is the last page of fronts."""
    if case.backs == "fold" or case.order == "interleaved":
        return front + 1
    if case.order == "fronts-then-backs":
        return front + last - 1
    return 2 * last + 1 - front


def _describe_fault(front: PieceTrim, back: PieceTrim, case: CheckContext, page: int | None) -> str:
    """Return what is wrong with a back; `page` is where it belongs in a file of many pages."""
    if case.backs == "fold" and front.sheet_side == back.sheet_side:
        return _describe_folded_fault(front, back, case.paper)
    if page is not None and back.seen.page != page:
        return f"its front is on page {front.seen.page}"
    if front.sheet_side == back.sheet_side:
        return "its front is on the same side"
    axis, moved = _FLIPS[case.backs]
    if case.paper.is_landscape and case.backs != "fold":
        axis = "horizontal" if axis == "vertical" else "vertical"
    return _compare_places(front, back, case.paper, axis, moved)


def _describe_folded_fault(front: PieceTrim, back: PieceTrim, paper: Paper) -> str:
    """Return what is wrong with a piece whose front and back are on one side of the paper."""
    axis = find_fold(front.seen, paper)
    if axis is None:
        return "there are no fold marks in the middle of the sheet"
    for trim, nearer in ((front, True), (back, False)):
        start, end = _span_across(trim.seen, axis)
        fold = (paper.width if axis == "vertical" else paper.height) / 2
        over = end - fold if nearer else fold - start
        if over > VISIBLE:
            return f"the {trim.seen.side} reaches {over:.3g} mm over the fold"
    return _compare_places(front, back, paper, axis, "the sheet is folded")


def find_fold(seen: ReadPiece, paper: Paper) -> Axis | None:
    """Return the axis in the middle of the paper on which all fold marks of a piece's page stand; None without one."""
    if not seen.folds:
        return None
    across = {(x1, x2) for x1, _, x2, _ in seen.folds}
    down = {(y1, y2) for _, y1, _, y2 in seen.folds}
    if all(abs(each - paper.width / 2) <= READBACK_POSITION for pair in across for each in pair):
        return "vertical"
    if all(abs(each - paper.height / 2) <= READBACK_POSITION for pair in down for each in pair):
        return "horizontal"
    return None


def _span_across(seen: ReadPiece, axis: Axis) -> tuple[float, float]:
    """Return from where to where the art of a face, with its bleed, reaches across an axis."""
    box = _printed_box(seen)
    return (box[0], box[2]) if axis == "vertical" else (box[1], box[3])


def _printed_box(seen: ReadPiece) -> Box:
    if seen.clip is None:
        return 0.0, 0.0, *seen.paper
    return transformed_box_bounds(*seen.clip, seen.matrix)


def _compare_places(front: PieceTrim, back: PieceTrim, paper: Paper, axis: Axis, moved: str) -> str:
    """Return how a back differs from where it should be; `moved` says what brings it there."""
    x, y = front.x, front.y
    if axis == "vertical":
        x = paper.width - front.x - front.width
    else:
        y = paper.height - front.y - front.height
    far = max(abs(back.x - x), abs(back.y - y), abs(back.width - front.width), abs(back.height - front.height))
    if far > READBACK_POSITION:
        return f"it is {far:.3g} mm off when {moved}"
    turn = _BACK_TURNS[axis][front.rotation]
    return "" if back.rotation == turn else f"it is rotated by {back.rotation} degrees instead of {turn}"
