"""Compare the marks of a piece with where they should be: report those missing, repeated, unknown or displaced."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from math import atan2, degrees, hypot
from typing import NamedTuple

from generator.check.evidence.trims import where
from generator.geometry.matrix import Matrix
from generator.geometry.tolerances import VISIBLE, VISIBLE_SKEW
from generator.language.plurals import many
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding, Level
from generator.model.game import Part
from generator.model.printed import Mark, Seen


class Fault(NamedTuple):
    """What is wrong on a printed face; of each kind, only the first fault is reported."""

    kind: str
    face: Seen
    text: str
    level: Level = "error"


def said(code: str, part: Part, faults: Iterable[Fault]) -> Iterator[Finding]:
    """Yield a finding for each kind of fault: the first one, how many more there are, and the part's template."""
    kinds: dict[str, list[Fault]] = {}
    for fault in faults:
        kinds.setdefault(fault.kind, []).append(fault)
    for first, *rest in kinds.values():
        more = f", and {many(len(rest), 'more such fault')}" if rest else ""
        template = part.back if first.face.side == "back" else part.front
        text = f"{first.face.id} in {where(first.face)}: {first.text}{more} (templates/{template})"
        yield Finding(code, part.place, text, first.level)


def standing(
    face: Seen, noun: str, must: Collection[str], places: Mapping[str, Matrix], known: Collection[str]
) -> Iterator[Fault]:
    """Yield what is wrong with the marks `noun`.id of a face.

    Each mark in `must` has to be there once, at its place on the paper; others that have a place may be there. `known`
    are the ids that exist at all.
    """
    yield from present(face, noun, must, places, known)
    for name, mark in _named(face, noun):
        if name in places and (text := _off(mark, places[name])):
            yield Fault(text.split()[0], face, f"the {noun} {name!r} {text}")


def _named(face: Seen, noun: str) -> list[tuple[str, Mark]]:
    head = f"{noun}."
    return [(mark.name.removeprefix(head), mark) for mark in face.marks if mark.name.startswith(head)]


def present(
    face: Seen, noun: str, must: Collection[str], may: Collection[str], known: Collection[str]
) -> Iterator[Fault]:
    """Yield which marks `noun`.id are missing, unknown, of another piece or repeated, wherever they are."""
    counts = Counter(name for name, _ in _named(face, noun))
    for name in must:
        if name not in counts:
            yield Fault("missing", face, f"the {noun} {name!r} is missing")
    for name, count in counts.items():
        if name not in known:
            yield Fault("strange", face, f"there is no {noun} {name!r}{did_you_mean(name, known)}")
        elif name not in may:
            yield Fault("elsewhere", face, f"the {noun} {name!r} of another piece is drawn here too")
        elif count > 1:
            yield Fault("doubled", face, f"the {noun} {name!r} is there {'twice' if count == 2 else f'{count} times'}")


def _off(mark: Mark, place: Matrix) -> str:
    """Return how a mark differs from its place, empty if it does not."""
    far = hypot(mark.matrix[4] - place[4], mark.matrix[5] - place[5])
    if far > VISIBLE:
        return f"lies {far:.3g} mm from its place"
    if max(abs(one - other) for one, other in zip(mark.matrix[:4], place[:4], strict=True)) <= VISIBLE_SKEW:
        return ""
    if abs(_turn(mark.matrix) - _turn(place)) <= 0.05 or not _rigid(mark.matrix):
        return "stands at its place, but scaled, skewed or mirrored"
    return f"is turned by {_turn(mark.matrix):.4g} and not by {_turn(place):.4g} degrees"


def _turn(matrix: Matrix) -> float:
    """Return by how many degrees a matrix turns clockwise, from 0 to below 360."""
    return round(degrees(atan2(matrix[1], matrix[0])), 2) % 360


def _rigid(matrix: Matrix) -> bool:
    a, b, c, d = matrix[:4]
    return max(abs(a - d), abs(b + c), abs(hypot(a, b) - 1)) <= VISIBLE_SKEW
