"""Check that PDF, SVG and manifest agree about the pieces, and that backs lie behind their fronts."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.check.evidence.case import Case, Shown
from generator.check.evidence.trims import Trim, where
from generator.geometry.tolerances import READBACK_POSITION
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.paper import Backs, Paper
from generator.model.place import Place

_MANIFEST = "manifest.json"
# the clockwise turn of a front, and of the back behind it when the paper is flipped on its long or its short edge
_TURNED: Mapping[str, Mapping[int, int]] = {
    "long-edge": {0: 0, 90: 270, 180: 180, 270: 90},
    "short-edge": {0: 180, 90: 90, 180: 0, 270: 270},
}


def alike(case: Case) -> Iterator[Finding]:
    """Yield GF115 for the first piece of each part that lies elsewhere in the SVG than in the PDF."""
    if len(case.formats) != 2:
        return
    pdf, svg = (shown.trims_by_id for shown in case.formats)
    pages: dict[tuple[str, int], tuple[str, int]] = {}
    sheets: dict[tuple[str, int], tuple[str, int]] = {}
    told: set[str] = set()
    for name, one in pdf.items():
        other = svg.get(name)
        if other is None or one.seen.part in told:
            continue
        text = _moved(one, other)
        if not text and pages.setdefault(one.sheet_side, other.sheet_side) != other.sheet_side:
            text = f"its page is {pages[one.sheet_side][0]} for other pieces"
        if not text and sheets.setdefault(other.sheet_side, one.sheet_side) != one.sheet_side:
            text = f"its sheet is page {sheets[other.sheet_side][1]} of the PDF for other pieces"
        if text:
            told.add(one.seen.part)
            message = f"{name} differs between {where(one.seen)} and {where(other.seen)}: {text}"
            yield Finding("GF115", case.parts_by_id[one.seen.part].place, message)


def listed(case: Case) -> Iterator[Finding]:
    """Yield GF115 for the first piece of each part that the manifest lists differently from a finished file."""
    for shown in case.formats if case.placements is not None else ():
        name, trims = shown.name, shown.trims_by_id
        listing: dict[str, Mapping[str, Any]] = {}
        told: set[str] = set()
        for entry in case.placements or ():
            if (text := _entry(entry, listing, trims, name)) and str(entry.get("part")) not in told:
                told.add(str(entry.get("part")))
                yield Finding("GF115", _place(case.parts_by_id, entry), f"{_MANIFEST} and the {name} differ: {text}")
        if rest := [each for each in trims if each not in listing]:
            more = f" and {len(rest) - 1} more pieces" if len(rest) > 1 else ""
            at = trims[rest[0]].seen
            message = f"{_MANIFEST} does not list {rest[0]}{more} of {where(at)}"
            yield Finding("GF115", case.parts_by_id[at.part].place, message)


def _entry(
    entry: Mapping[str, Any], listing: dict[str, Mapping[str, Any]], trims: Mapping[str, Trim], name: str
) -> str:
    """Add an entry of the manifest to `listing`, and return what is wrong with it."""
    key = str(entry.get("id"))
    if key in listing:
        return f"{key} is listed twice"
    listing[key] = entry
    trim = trims.get(key)
    if trim is None:
        return f"{key} is listed but not printed"
    seen = trim.seen
    should = entry.get("part"), entry.get("design"), entry.get("copy"), entry.get("side")
    if should != (seen.part, seen.design, seen.copy, seen.side):
        return f"{key} is listed as {' '.join(map(str, should))}"
    page = entry.get("pdf_page") if name == "PDF" else str(entry.get("svg")).rpartition("/")[2]
    there = seen.page if name == "PDF" else seen.file.rpartition("/")[2]
    if page != there:
        return f"{key} is listed on {page} but printed on {there}"
    return _unlike(entry, trim, key)


def _unlike(entry: Mapping[str, Any], trim: Trim, key: str) -> str:
    try:
        far = _far((float(entry["x"]), float(entry["y"]), float(entry["w"]), float(entry["h"])), trim)
    except (KeyError, TypeError, ValueError):
        return f"{key} has no x, y, w and h"
    if far > READBACK_POSITION:
        return f"{key} is listed {far:.3g} mm from where it is printed"
    turn = entry.get("rotation")
    return "" if turn == trim.rotation else f"{key} is listed with a rotation of {turn}, but has {trim.rotation}"


def behind(case: Case, shown: Shown) -> Iterator[Finding]:
    """Yield GF116 for the first piece of each part whose back is not right behind its front.

    Fronts lie on odd pages of the PDF, each back on the page after its front.
    """
    if case.backs == "none":
        return
    trims, name = shown.trims_by_id, shown.name
    for part in case.parts:
        if name == "PDF" and (even := next((t for t in _fronts(part, trims) if t.seen.page % 2 == 0), None)):
            message = (
                f"{even.seen.id} is a front on {where(even.seen)}, the back of a sheet; fronts must be on odd pages"
            )
            yield Finding("GF116", part.place, message)
        if not part.back:
            continue
        for front in _fronts(part, trims):
            back = trims.get(front.seen.id.removesuffix("front") + "back")
            if back and (text := _behind(front, back, case.paper, case.backs, name)):
                message = f"{back.seen.id} in {where(back.seen)} is not right behind its front: {text}"
                yield Finding("GF116", part.place, message)
                break


def _fronts(part: Part, trims: Mapping[str, Trim]) -> Iterator[Trim]:
    return (trim for trim in trims.values() if trim.seen.part == part.id and trim.seen.side == "front")


def _behind(front: Trim, back: Trim, paper: Paper, backs: Backs, name: str) -> str:
    if name == "PDF" and back.seen.page != front.seen.page + 1:
        return f"its front is on page {front.seen.page}"
    if front.sheet_side == back.sheet_side:
        return "its front is on the same side"
    x, y = front.x, front.y
    if backs == "long-edge":
        x = paper.width - front.x - front.width
    else:
        y = paper.height - front.y - front.height
    far = max(abs(back.x - x), abs(back.y - y), abs(back.width - front.width), abs(back.height - front.height))
    if far > READBACK_POSITION:
        return f"it lies {far:.3g} mm off when the sheet is flipped on its {backs.replace('-', ' ')}"
    turn = _TURNED[backs][front.rotation]
    return "" if back.rotation == turn else f"it is turned by {back.rotation} and not by {turn} degrees"


def _far(box: tuple[float, float, float, float], trim: Trim) -> float:
    """Return the largest difference between a box (x, y, width, height) and a trim, mm."""
    x, y, width, height = box
    return max(abs(x - trim.x), abs(y - trim.y), abs(width - trim.width), abs(height - trim.height))


def _moved(one: Trim, other: Trim) -> str:
    far = _far(one[1:5], other)
    if far > READBACK_POSITION:
        return f"it lies {far:.3g} mm apart"
    return "" if one.rotation == other.rotation else f"it is turned by {one.rotation} and by {other.rotation} degrees"


def _place(known: Mapping[str, Part], entry: Mapping[str, Any]) -> Place:
    part = known.get(str(entry.get("part")))
    return part.place if part else Place(_MANIFEST)
