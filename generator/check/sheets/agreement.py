"""Check that PDF, SVG and manifest agree about the pieces."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from math import atan2, degrees, hypot
from typing import NamedTuple

from generator.check.analysis.placement import PieceTrim, name_page
from generator.check.check_context import CheckContext
from generator.geometry.matrix import Matrix
from generator.geometry.tolerances import EM_DRIFT, READBACK_POSITION, VISIBLE
from generator.model.finding import Finding, Place
from generator.model.game import Part
from generator.model.listed_placement import ListedPlacement
from generator.model.picture import Font
from generator.model.printed import TextRun

_MANIFEST = "manifest.json"


def check_placements(case: CheckContext) -> Iterator[Finding]:
    """Report the first piece of each part of whose place the PDF, the SVG and the manifest disagree (GF115)."""
    if len(case.formats) == 2:
        yield from _compare_formats(case)
    if case.placements is not None:
        yield from _compare_with_manifest(case)


def _compare_formats(case: CheckContext) -> Iterator[Finding]:
    pdf, svg = (shown.trims_by_id for shown in case.formats)
    pages: dict[tuple[str, int], tuple[str, int]] = {}
    sheets: dict[tuple[str, int], tuple[str, int]] = {}
    told: set[str] = set()
    for name, one in pdf.items():
        other = svg.get(name)
        if other is None or one.seen.part in told:
            continue
        text = _describe_move(one, other)
        if not text and pages.setdefault(one.sheet_side, other.sheet_side) != other.sheet_side:
            text = f"its page is {pages[one.sheet_side][0]} for other pieces"
        if not text and sheets.setdefault(other.sheet_side, one.sheet_side) != one.sheet_side:
            text = f"its sheet is page {sheets[other.sheet_side][1]} of the PDF for other pieces"
        if text:
            told.add(one.seen.part)
            message = f"{name} differs between {name_page(one.seen)} and {name_page(other.seen)}: {text}"
            yield Finding("GF115", case.parts_by_id[one.seen.part].place, message)


def _compare_with_manifest(case: CheckContext) -> Iterator[Finding]:
    for shown in case.formats:
        name, trims = shown.name, shown.trims_by_id
        listing: dict[str, ListedPlacement] = {}
        told: set[str] = set()
        for entry in case.placements or ():
            if (text := _check_entry(entry, listing, trims, name)) and entry.part not in told:
                told.add(entry.part)
                yield Finding(
                    "GF115", _entry_place(case.parts_by_id, entry), f"{_MANIFEST} and the {name} differ: {text}"
                )
        if rest := [each for each in trims if each not in listing]:
            more = f" and {len(rest) - 1} more pieces" if len(rest) > 1 else ""
            at = trims[rest[0]].seen
            message = f"{_MANIFEST} does not list {rest[0]}{more} of {name_page(at)}"
            yield Finding("GF115", case.parts_by_id[at.part].place, message)


def _check_entry(
    entry: ListedPlacement, listing: dict[str, ListedPlacement], trims: Mapping[str, PieceTrim], name: str
) -> str:
    """Add an entry of the manifest to `listing`, and return what is wrong with it."""
    key = entry.id
    if key in listing:
        return f"{key} is listed twice"
    listing[key] = entry
    trim = trims.get(key)
    if trim is None:
        return f"{key} is listed but not printed"
    seen = trim.seen
    should = entry.part, entry.design, entry.copy, entry.side
    if should != (seen.part, seen.design, seen.copy, seen.side):
        return f"{key} is listed as {' '.join(map(str, should))}"
    page = entry.pdf_page if name == "PDF" else (entry.svg or "").rpartition("/")[2]
    there = seen.page if name == "PDF" else seen.file.rpartition("/")[2]
    if page != there:
        return f"{key} is listed on {page} but printed on {there}"
    return _compare_entry(entry, trim, key)


def _compare_entry(entry: ListedPlacement, trim: PieceTrim, key: str) -> str:
    far = _box_distance((entry.x, entry.y, entry.w, entry.h), trim)
    if far > READBACK_POSITION:
        return f"{key} is listed {far:.3g} mm from where it is printed"
    turn = entry.rotation
    return (
        "" if turn == trim.rotation else f"{key} is listed with a rotation of {turn}, but is rotated by {trim.rotation}"
    )


def _box_distance(box: tuple[float, float, float, float], trim: PieceTrim) -> float:
    """Return the largest difference between a box (x, y, width, height) and a trim, mm."""
    x, y, width, height = box
    return max(abs(x - trim.x), abs(y - trim.y), abs(width - trim.width), abs(height - trim.height))


def _describe_move(one: PieceTrim, other: PieceTrim) -> str:
    far = _box_distance(one[1:5], other)
    if far > READBACK_POSITION:
        return f"it lies {far:.3g} mm apart"
    return (
        ""
        if one.rotation == other.rotation
        else f"it is rotated by {one.rotation} in one and {other.rotation} degrees in the other"
    )


def _entry_place(known: Mapping[str, Part], entry: ListedPlacement) -> Place:
    part = known.get(entry.part)
    return part.place if part else Place(_MANIFEST)


_CONTEXT_LENGTH = 12  # letters shown before and after the first difference

FontsByName = Callable[[str], Font | None]


class _TextDifference(NamedTuple):
    """A text that two formats place or size differently, and how each does."""

    text: str
    one: str
    other: str


class _TextComparer:
    """Compares the texts of two formats, and skips pairs that are known to agree, as most are repeated.

    Pairs are remembered by object identity: the copies of a face share their texts, and equal texts their matrix.
    """

    def __init__(self, fonts: FontsByName | None) -> None:
        self._em = cache(lambda name: font.em if fonts and (font := fonts(name)) else None)
        self._faces: set[tuple[int, int]] = set()
        self._places: set[tuple[int, int, float, float, str]] = set()

    def find_difference(self, one: Sequence[TextRun], other: Sequence[TextRun]) -> _TextDifference | None:
        """Return the first difference in place or size, of the texts that begin with the same letter in both."""
        both = id(one), id(other)
        if both in self._faces:
            return None
        places = self._places
        for mine, its in _pair_runs(one, other):
            key = id(mine[3]), id(its[3]), mine[2], its[2], mine[1]
            if key not in places:
                if found := self._compare_runs(mine, its):
                    return found
                places.add(key)
        self._faces.add(both)
        return None

    def _compare_runs(self, one: TextRun, other: TextRun) -> _TextDifference | None:
        (*_, x, y), (*_, u, v) = one.matrix, other.matrix
        if abs(x - u) > VISIBLE or abs(y - v) > VISIBLE:
            return _TextDifference(one.text, f"at {x:.4g}, {y:.4g} mm", f"at {u:.4g}, {v:.4g} mm")
        em = other.size or self._em(one.font)  # outlines are drawn in the units of their font
        if em is None:
            return None
        mine, its = _em_vectors(one.matrix, one.size), _em_vectors(other.matrix, em)
        if all(abs(here - there) <= EM_DRIFT for here, there in zip(mine, its, strict=True)):
            return None
        return _TextDifference(one.text, _describe_letters(*mine), _describe_letters(*its))


def check_words(case: CheckContext) -> Iterator[Finding]:
    """Report the first piece of each part whose text differs between two formats (GF129).

    Spaces are not compared, as formats split lines differently. Texts that begin with the same letter of a piece must
    begin in the same place, and have letters of one size, if the fonts are known.
    """
    one, other = case.formats
    there = {face.id: face for face in other.seen}
    told: set[str] = set()
    held = _TextComparer(case.fonts)
    for face in one.seen:
        twin = there.get(face.id)
        if twin is None or face.part in told or face.part not in case.parts_by_id:
            continue
        if not _have_same_letters(face.runs, twin.runs):
            says, instead = _quote_difference(_join_letters(face.runs), _join_letters(twin.runs))
            message = f"{face.id} says {says} in {name_page(face)}, and {instead} in {name_page(twin)}"
        elif odd := held.find_difference(face.runs, twin.runs):
            message = f"{face.id} has {odd.text!r} {odd.one} in {name_page(face)}, and {odd.other} in {name_page(twin)}"
        else:
            continue
        told.add(face.part)
        yield Finding("GF129", case.parts_by_id[face.part].place, message)


def _have_same_letters(one: Sequence[TextRun], other: Sequence[TextRun]) -> bool:
    return [run[0] for run in one] == [run[0] for run in other] or _join_letters(one) == _join_letters(other)


def _pair_runs(one: Sequence[TextRun], other: Sequence[TextRun]) -> Iterable[tuple[TextRun, TextRun]]:
    """Return the texts that begin with the same letter in both formats."""
    if [run[0] for run in one] == [run[0] for run in other]:
        return zip(one, other, strict=True)
    theirs = dict(_index_runs(other))
    return [(run, theirs[at]) for at, run in _index_runs(one) if at in theirs]


def _index_runs(runs: Sequence[TextRun]) -> Iterator[tuple[int, TextRun]]:
    """Yield each text that begins with a letter, with the number of letters before it."""
    at = 0
    for run in runs:
        letters = run.text.replace(" ", "")
        if letters and run.text[0] != " ":
            yield at, run
        at += len(letters)


def _em_vectors(matrix: Matrix, size: float) -> tuple[float, float, float, float]:
    """Return the vectors of an em along a line and an em across it, mm."""
    a, b, c, d, _, _ = matrix
    return a * size, b * size, c * size, d * size


def _describe_letters(a: float, b: float, c: float, d: float) -> str:
    """Return the size of letters and how they are turned, given their em vectors."""
    turned = f", rotated by {degrees(atan2(b, a)):.3g} degrees" if abs(b) > EM_DRIFT or a < 0 else ""
    mirrored = ", mirrored" if a * d < b * c else ""
    return f"in letters of {hypot(a, b):.4g} x {hypot(c, d):.4g} mm{turned}{mirrored}"


def _join_letters(runs: Sequence[TextRun]) -> str:
    return "".join([run.text for run in runs]).replace(" ", "")


def _quote_difference(one: str, other: str) -> tuple[str, str]:
    """Return what both say around their first difference."""
    at = next(at for at, (a, b) in enumerate(zip_longest(one, other)) if a != b)
    start, end = max(0, at - _CONTEXT_LENGTH), at + _CONTEXT_LENGTH
    first, second = (
        f"{'...' if start and text else ''}{text[start:end]}{'...' if text[end:] else ''}" for text in (one, other)
    )
    return repr(first) if one else "nothing", repr(second) if other else "nothing"
