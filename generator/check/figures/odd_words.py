"""Report words in a figure that cannot all be right beside the others in it: equal ones, totals, rows (GF182)."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from generator.check.figures.named_columns import read_row
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene, ShownLabel, ShownPiece, ShownWay
from generator.model.finding import Finding

_TOTAL = re.compile(r"(?:[^\d:+]{1,30}: ?)?(?P<total>\d{1,5})(?: [^\d+]{1,20})?")
_CELL = re.compile(r"(?:.*\.)?r(?P<row>\d{1,4})c(?P<column>\d{1,4})")
_SAID = re.compile(
    r"\b(?:row|Reihe|Zeile|rang\u00e9e|ligne) (?P<row>\d{1,4}),? (?:and |und |et )?"
    r"(?:column|Spalte|colonne) (?P<column>\d{1,4})\b"
)


def check_odd_words(scene: FigureScene) -> Iterator[Finding]:
    """Report arrows, totals and rows that the other words of a figure contradict."""
    yield from _check_twin_ways(scene)
    yield from _check_totals(scene)
    yield from _check_first_numbers(scene)


def _check_twin_ways(scene: FigureScene) -> Iterator[Finding]:
    """Report two arrows that part at one cell and look different, but say the same."""
    for one, other in combinations(scene.ways, 2):
        if one.says and one.says == other.says and _part_ways(one, other) and not re.search(r"\d", one.says):
            ends = f"{one.cells[-1]!r} and to {other.cells[-1]!r}"
            for way in (one, other):
                says = f"the arrows from {one.cells[0]!r} to {ends} both say {one.says!r}, though they look different"
                yield report(scene, scene.place(*way.path, "says"), says, "note")


def _part_ways(one: ShownWay, other: ShownWay) -> bool:
    looks = (one.dashed, one.role) != (other.dashed, other.role)
    return looks and one.cells[0] == other.cells[0] and one.cells[-1] != other.cells[-1]


def _check_totals(scene: FigureScene) -> Iterator[Finding]:
    """Report `Red: 12` at pieces of a color that make another number, where those of another color make theirs."""
    groups: dict[tuple[str, str], list[ShownPiece]] = {}
    for piece in scene.pieces:
        if piece.role and piece.path and piece.side != "back":
            groups.setdefault((piece.part, piece.role), []).append(piece)
    told = [(pieces, *found) for pieces in groups.values() if (found := _find_total(pieces))]
    columns = {column for pieces, *_ in told for column in read_row(scene, pieces[0])}
    for column in columns if len(told) > 1 else ():
        sums = [(_add_up(scene, pieces, column), total, piece) for pieces, total, piece in told]
        wrong = [(made, total, piece) for made, total, piece in sums if made is not None and made != total]
        if len(wrong) == 1 and all(made is not None for made, *_ in sums):
            made, _, piece = wrong[0]
            says = f"{piece.says!r} is said of pieces whose {column!r} adds up to {made}"
            yield report(scene, scene.place(*piece.path, "says"), says)


def _find_total(pieces: Sequence[ShownPiece]) -> tuple[int, ShownPiece] | None:
    """Return the only number that is said of several pieces of a color, and the piece that says it."""
    said = [(found, piece) for piece in pieces if (found := _TOTAL.fullmatch(piece.says))]
    if len(pieces) < 2 or len(said) != 1 or sum(bool(piece.says) for piece in pieces) > 1:
        return None
    return int(said[0][0]["total"]), said[0][1]


def _add_up(scene: FigureScene, pieces: Sequence[ShownPiece], column: str) -> int | None:
    values = [read_row(scene, piece).get(column) for piece in pieces for _ in range(piece.copies)]
    numbers = [value for value in values if type(value) is int]
    return sum(numbers) if len(numbers) == len(values) else None


def _check_first_numbers(scene: FigureScene) -> Iterator[Finding]:
    """Report `row 1, column 3` at the cell r1c3 where other labels, or the alt text, count from 1, and the reverse."""
    shifts = [(label, _find_shift(label)) for label in scene.labels]
    counted = [(label, shift) for label, shift in shifts if shift in (0, 1)]
    if len({shift for _, shift in counted}) < 2:
        return
    in_alt = {found.groups() for found in _SAID.finditer(scene.data.alt)}
    known = {shift for label, shift in counted if (found := _SAID.search(label.says)) and found.groups() in in_alt}
    usual = next(iter(known)) if len(known) == 1 else None
    for label, shift in counted:
        if usual is not None and shift != usual:
            says = f"the label says {label.says!r} at {label.at!r}, but another one counts from {usual}"
            yield report(scene, scene.place(*label.path, "says"), says)


def _find_shift(label: ShownLabel) -> int | None:
    """Return by how much a label's row and column are more than those of its cell; None if it is not one number."""
    at = _CELL.fullmatch(label.at) if isinstance(label.at, str) else None
    said = _SAID.search(label.says)
    if at is None or said is None:
        return None
    shifts = {int(said[name]) - int(at[name]) for name in ("row", "column")}
    return shifts.pop() if len(shifts) == 1 else None
