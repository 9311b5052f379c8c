"""Check that two formats show the same text on the same pieces, in the same places."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from math import atan2, degrees, hypot
from typing import NamedTuple

from generator.check.evidence.trims import where
from generator.geometry.matrix import Matrix
from generator.geometry.tolerances import EM_DRIFT, VISIBLE
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.picture import Font
from generator.model.printed import Run, Seen

_SHOWN = 12  # letters shown before and after the first difference

Fonts = Callable[[str], Font | None]


class _Odd(NamedTuple):
    """A text that two formats place or size differently, and how each does."""

    text: str
    one: str
    other: str


class _Held:
    """Compares the texts of two formats, and skips pairs that are known to agree, as most are repeated.

    Pairs are remembered by object identity: the copies of a face share their texts, and equal texts their matrix.
    """

    def __init__(self, fonts: Fonts | None) -> None:
        self._em = cache(lambda name: font.em if fonts and (font := fonts(name)) else None)
        self._faces: set[tuple[int, int]] = set()
        self._places: set[tuple[int, int, float, float, str]] = set()

    def find_difference(self, one: Sequence[Run], other: Sequence[Run]) -> _Odd | None:
        """Return the first difference in place or size, of the texts that begin with the same letter in both."""
        both = id(one), id(other)
        if both in self._faces:
            return None
        places = self._places
        for mine, its in _pairs(one, other):
            key = id(mine[3]), id(its[3]), mine[2], its[2], mine[1]
            if key not in places:
                if found := self._compare_runs(mine, its):
                    return found
                places.add(key)
        self._faces.add(both)
        return None

    def _compare_runs(self, one: Run, other: Run) -> _Odd | None:
        (*_, x, y), (*_, u, v) = one.matrix, other.matrix
        if abs(x - u) > VISIBLE or abs(y - v) > VISIBLE:
            return _Odd(one.text, f"at {x:.4g}, {y:.4g} mm", f"at {u:.4g}, {v:.4g} mm")
        em = other.size or self._em(one.font)  # outlines are drawn in the units of their font
        if em is None:
            return None
        mine, its = _ems(one.matrix, one.size), _ems(other.matrix, em)
        if all(abs(here - there) <= EM_DRIFT for here, there in zip(mine, its, strict=True)):
            return None
        return _Odd(one.text, _told(*mine), _told(*its))


def differing(
    known: Mapping[str, Part], one: Sequence[Seen], other: Sequence[Seen], fonts: Fonts | None = None
) -> Iterator[Finding]:
    """Yield GF129 for the first piece of each part whose text differs between two formats.

    Spaces are not compared, as formats split lines differently. Texts that begin with the same letter of a piece must
    begin in the same place, and have letters of one size, if `fonts` knows the fonts of `one`.
    """
    there = {face.id: face for face in other}
    told: set[str] = set()
    held = _Held(fonts)
    for face in one:
        twin = there.get(face.id)
        if twin is None or face.part in told or face.part not in known:
            continue
        if not _same(face.runs, twin.runs):
            says, instead = _first(_letters(face.runs), _letters(twin.runs))
            message = f"{face.id} says {says} in {where(face)}, and {instead} in {where(twin)}"
        elif odd := held.find_difference(face.runs, twin.runs):
            message = f"{face.id} has {odd.text!r} {odd.one} in {where(face)}, and {odd.other} in {where(twin)}"
        else:
            continue
        told.add(face.part)
        yield Finding("GF129", known[face.part].place, message)


def _same(one: Sequence[Run], other: Sequence[Run]) -> bool:
    return [run[0] for run in one] == [run[0] for run in other] or _letters(one) == _letters(other)


def _pairs(one: Sequence[Run], other: Sequence[Run]) -> Iterable[tuple[Run, Run]]:
    """Return the texts that begin with the same letter in both formats."""
    if [run[0] for run in one] == [run[0] for run in other]:
        return zip(one, other, strict=True)
    theirs = dict(_begins(other))
    return [(run, theirs[at]) for at, run in _begins(one) if at in theirs]


def _begins(runs: Sequence[Run]) -> Iterator[tuple[int, Run]]:
    """Yield each text that begins with a letter, with the number of letters before it."""
    at = 0
    for run in runs:
        letters = run.text.replace(" ", "")
        if letters and run.text[0] != " ":
            yield at, run
        at += len(letters)


def _ems(matrix: Matrix, size: float) -> tuple[float, float, float, float]:
    """Return the vectors of an em along a line and an em across it, mm."""
    a, b, c, d, _, _ = matrix
    return a * size, b * size, c * size, d * size


def _told(a: float, b: float, c: float, d: float) -> str:
    """Return the size of letters and how they are turned, given their em vectors."""
    turned = f", turned by {degrees(atan2(b, a)):.3g} degrees" if abs(b) > EM_DRIFT or a < 0 else ""
    mirrored = ", mirrored" if a * d < b * c else ""
    return f"in letters of {hypot(a, b):.4g} x {hypot(c, d):.4g} mm{turned}{mirrored}"


def _letters(runs: Sequence[Run]) -> str:
    return "".join([run.text for run in runs]).replace(" ", "")


def _first(one: str, other: str) -> tuple[str, str]:
    """Return what both say around their first difference."""
    at = next(at for at, (a, b) in enumerate(zip_longest(one, other)) if a != b)
    start, end = max(0, at - _SHOWN), at + _SHOWN
    first, second = (
        f"{'...' if start and text else ''}{text[start:end]}{'...' if text[end:] else ''}" for text in (one, other)
    )
    return repr(first) if one else "nothing", repr(second) if other else "nothing"
