"""Compare how the cells on the faces of boards look: alike, or different, where they should be (GF119)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from generator.check.analysis.board_survey import base_design, cell_matrix
from generator.check.analysis.placement import FaceFault, name_page
from generator.check.analysis.value_text import text_contains
from generator.geometry.matrix import transform_point
from generator.geometry.types import Points
from generator.model.board import Board, Cell
from generator.model.finding import Level
from generator.model.game import Design
from generator.model.printed import ReadPiece

LookKey = tuple[str, str, str, Points]
_FEWEST_MEANT, _SHARE_MEANT = 4, 0.2  # cells of a kind, and the share of them, that share a look on purpose


class _DrawnCell(NamedTuple):
    """A cell on a face, a digest of how it looks, and what cells that must look alike have in common."""

    name: str
    face: ReadPiece
    look: bytes
    sort: tuple[str, str, LookKey]


def check_looks(
    board: Board,
    designs: Mapping[str, Design],
    faces: Iterable[ReadPiece],
    paints: Mapping[str, str],
    shows_labels: bool = True,
) -> Iterator[FaceFault]:
    """Yield cells that look different and should not, and cells that look the same and should not, by design.

    A look that many cells of a kind share, as on a checkerboard, is meant, and so are as many looks as cells.
    Spaces of one kind may look different on two tracks, and spaces of two tracks the same. If labels are declared as
    hidden (not `shows_labels`), cells may differ by them and look the same.
    """
    looks: dict[tuple[str, bytes], tuple[Cell, ReadPiece]] = {}
    key = cache(lambda name: _look_key(board.cells[name]))
    faces = list(faces)
    labeled = find_labeled_kinds(board, faces, paints) if shows_labels else set[str]()
    cells = [each for face in faces for each in _list_cells(board, face, base_design(designs[face.design]), key)]
    yield from _find_odd_looks(board, cells)
    for face in faces:
        design = base_design(designs[face.design])
        for mark in face.marks:
            name = mark.name.removeprefix("cell.")
            if not mark.name.startswith("cell.") or name not in board.cells:
                continue
            cell = board.cells[name]
            track = _find_track(board, name)
            alike, there = looks.setdefault((design, mark.look), (cell, face))
            other_track = _find_track(board, alike.id)
            if track and other_track and track != other_track:
                continue
            if told := _first_difference(cell, alike, paints, labeled):
                kind, one, another, level = told
                text = f"the cell {name!r} looks the same as {alike.id!r}{_name_other_page(there, face)}"
                text = f"{text}, though one is {one} and the other {another}"
                yield FaceFault(kind, face, text, level, _wrong_mark(kind, cell, alike), aspect="art")


def _list_cells(board: Board, face: ReadPiece, design: str, key: Callable[[str], LookKey]) -> Iterator[_DrawnCell]:
    """Yield the cells of a face, each once, with what those that must look alike have in common."""
    looks: dict[str, bytes] = {}
    for mark in face.marks:
        if mark.name.startswith("cell."):
            looks.setdefault(mark.name.removeprefix("cell."), mark.look)  # repeated cells are reported by GF118
    for name, look in looks.items():
        if name in board.cells:
            yield _DrawnCell(name, face, look, (design, _find_track(board, name), key(name)))


def _find_odd_looks(board: Board, cells: Iterable[_DrawnCell]) -> Iterator[FaceFault]:
    """Yield the cells that look different from most others of their kind, color, label and outline."""
    sorts: dict[object, list[_DrawnCell]] = defaultdict(list)
    for each in cells:
        sorts[each.sort].append(each)
    for some in sorts.values():
        counts = Counter(each.look for each in some)
        usual, count = counts.most_common(1)[0]
        if 2 * count < len(some):
            continue
        like = next(each for each in some if each.look == usual)
        for each in some:
            if each.look != usual and counts[each.look] < max(_FEWEST_MEANT, _SHARE_MEANT * len(some)):
                says = f"though both are {_describe_cell(board.cells[each.name])}"
                other = f"{like.name!r}{_name_other_page(like.face, each.face)}"
                text = f"the cell {each.name!r} looks different from {other}, {says}"
                names = f"cell.{each.name}", f"cell.{like.name}"
                yield FaceFault(
                    "unlike", each.face, text, "warning", names[0], aspect="art", other=(like.face, names[1])
                )


def _find_track(board: Board, cell: str) -> str:
    """Return the track of which a cell is a space, whose route has its name; empty if there is none."""
    name, _, number = cell.rpartition(".")
    return name if number.isdecimal() and cell in board.routes.get(name, ()) else ""


def _wrong_mark(kind: str, cell: Cell, other: Cell) -> str:
    """Return the group to look at of two cells that look the same: that of the one which is not plain."""
    return f"cell.{other.id if kind == 'alike' and cell.kind == 'plain' else cell.id}"


def find_labeled_kinds(board: Board, faces: Iterable[ReadPiece], paints: Mapping[str, str]) -> set[str]:
    """Return the kinds of which cells show their labels: in words, or by looks that differ from label to label."""
    looks: dict[tuple[str, str, Points], dict[str, set[bytes]]] = defaultdict(lambda: defaultdict(set))
    kinds = set()
    for mark in (mark for face in faces for mark in face.marks if mark.name.startswith("cell.")):
        cell = board.cells.get(mark.name.removeprefix("cell."))
        if cell is None:
            continue
        kind, color, label, outline = _look_key(cell)
        looks[kind, paints.get(color, color), outline][label].add(mark.look)
        if mark.text and text_contains(mark.text, label):
            kinds.add(kind)
    differing = {kind for (kind, _, _), labels in looks.items() if len(set().union(*labels.values())) > 1 < len(labels)}
    return kinds | differing


def _first_difference(
    cell: Cell, other: Cell, paints: Mapping[str, str], labeled: set[str]
) -> tuple[str, str, str, Level] | None:
    """Return the first property in which cells that look the same differ; roles of one paint are one color.

    Labels count if the cells of that kind show theirs.
    """
    if cell.kind != other.kind:
        return "alike", cell.kind, other.kind, "error"
    if paints.get(cell.color, cell.color) != paints.get(other.color, other.color):
        return "color", cell.color or "without a color", other.color or "without a color", "error"
    if cell.label != other.label and cell.kind in labeled:
        one, another = (f"labeled {each.label!r}" if each.label else "without a label" for each in (cell, other))
        return "label", one, another, "warning"
    return None


def _look_key(cell: Cell) -> LookKey:
    """Return what cells that must look the same have in common, with the corners of the outline as drawn."""
    back = cell_matrix(cell)
    outline = (transform_point((back[0], back[2], back[1], back[3], 0.0, 0.0), x, y) for x, y in cell.points)
    return cell.kind, cell.color, cell.label, tuple(sorted((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in outline))


def _describe_cell(cell: Cell) -> str:
    return ", ".join(filter(None, (cell.kind, cell.color, cell.label and repr(cell.label))))


def _name_other_page(there: ReadPiece, here: ReadPiece) -> str:
    return "" if there is here else f" in {name_page(there)}"
