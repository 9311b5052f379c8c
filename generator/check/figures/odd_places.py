"""Find things in the wrong place of a figure, judging by everything else that it shows (GF182)."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene, Path, ShownPiece, expand_cells
from generator.geometry.bounds import box_area, shared_box_area
from generator.geometry.types import Box
from generator.model.finding import Finding

_COVERED = 0.2  # of the smaller of two things, that the other one lies on
_FEWEST_THINGS = 4  # in a figure, for the only two that overlap to mean anything
_STAND = ("token", "piece", "standee", "die", "foldover", "pyramid")  # what players put on something else
_FAR_LARGER = 4  # times the width of all others
_DIFFERENT = re.compile(r"\bdifferent (?P<group>[a-z]++)")
_BEGIN = re.compile(
    r"\bwhere (?:the |all )?\w++ (?:begin|start)s?\b|\bat the (?:start|beginning)\b"
    r"|\b(?:is|are) set up\b|\bstarting positions?\b"
)
_NAMED_CELL = re.compile(r"\b(?P<kind>[a-z]++) (?P<label>[A-Z]|\d{1,2})\b")


def check_odd_places(scene: FigureScene) -> Iterator[Finding]:
    """Report highlights beside labels, for the only two things that overlap, and equal colors."""
    yield from _check_labeled_highlights(scene)
    if scene.data.kind == "table":
        yield from _check_only_overlap(scene)
        yield from _check_only_width(scene)
    yield from _check_different_colors(scene)
    yield from _check_starting_cells(scene)


def _check_labeled_highlights(scene: FigureScene) -> Iterator[Finding]:
    """Report the one highlighted cell without a label, where as many others have one each."""
    labeled = {label.at for label in scene.labels if isinstance(label.at, str)}
    for number, each in enumerate(scene.data.highlight or ()):
        cells = expand_cells(scene.board, each.cells) if scene.board else []
        odd, bare = [cell for cell in cells if cell not in labeled], labeled - {*cells}
        if len(cells) == len(labeled) > 1 and len(odd) == len(bare) == 1:
            item = next((n for n, name in enumerate(each.cells) if name == odd[0]), None)
            path: Path = ("highlight", number, "cells") if item is None else ("highlight", number, "cells", item)
            says = (
                f"the cell {odd[0]!r} is highlighted but has no label; {min(bare)!r} has a label but is not highlighted"
            )
            yield report(scene, scene.place(*path), says)


def _check_only_width(scene: FigureScene) -> Iterator[Finding]:
    """Report one thing that is far smaller or larger than all others of its part."""
    for part in dict.fromkeys(piece.part for piece in scene.pieces):
        widths = [(piece.width, piece) for piece in scene.pieces if piece.part == part and piece.width]
        counts = Counter(width for width, _ in widths)
        if len(widths) > 2 and len(counts) == 2 and min(counts.values()) == 1:
            usual = counts.most_common(1)[0][0]
            odd, piece = next(each for each in widths if each[0] != usual)
            if max(odd, usual) > _FAR_LARGER * min(odd, usual):
                says = (
                    f"{piece.name!r} is {odd:g} mm wide, but all {len(widths) - 1} others of its part are {usual:g} mm"
                )
                yield report(scene, scene.place(*piece.path, "width"), says, fix="correct that one, or the others")


def _check_only_overlap(scene: FigureScene) -> Iterator[Finding]:
    """Report one thing that is on another, where no other two things of a table overlap."""
    boxes = [(piece, _box_of(scene, piece)) for piece in scene.pieces]
    if len(boxes) < _FEWEST_THINGS or any(box is None for _, box in boxes):
        return
    pairs = [
        (one, other)
        for (one, here), (other, there) in combinations(boxes, 2)
        if here and there and _share(here, there) > 0
    ]
    if len(pairs) == 1:
        (one, other), sizes = pairs[0], {id(piece): box for piece, box in boxes}
        here, there = sizes[id(one)], sizes[id(other)]
        if one.part != other.part and scene.parts[other.part].kind in _STAND:
            return  # it stands there
        if here and there and _share(here, there) > _COVERED:
            beneath = f"the back of {one.part!r}" if one.side == "back" else repr(one.name)
            says = f"{other.name!r} is on {beneath}, but no other two things overlap"
            yield report(scene, scene.place(*other.path, "at"), says, fix="move one of them")


def _box_of(scene: FigureScene, piece: ShownPiece) -> Box | None:
    """Return the box (mm) of a thing that is not turned; None if it is, or if its size is not known."""
    thing = (scene.data.things or ())[int(piece.path[1])] if piece.path[:1] == ("things",) else None
    part = scene.parts[piece.part]
    if thing is None or thing.turn or piece.at is None or not piece.width or part.outline.width <= 0:
        return None
    half, tall = piece.width / 2, piece.width / 2 * part.outline.height / part.outline.width
    return piece.at[0] - half, piece.at[1] - tall, piece.at[0] + half, piece.at[1] + tall


def _share(one: Box, other: Box) -> float:
    """Return which share of the smaller of two boxes is in the other."""
    return shared_box_area(one, other) / min(box_area(one), box_area(other))


def _check_different_colors(scene: FigureScene) -> Iterator[Finding]:
    """Report cases where the words say `different suits`, and two things of a few are of one."""
    for found in _DIFFERENT.finditer(scene.data.alt):
        group = found["group"].removesuffix("s")
        known = [role for role in scene.game.colors if role.startswith(f"{group}.")]
        pieces = [piece for piece in scene.pieces if piece.role in known]
        counts = Counter(piece.role for piece in pieces)
        if 1 < len(pieces) <= len(known) and len(counts) == len(pieces) - 1:
            again = next(piece for piece in reversed(pieces) if counts[piece.role] > 1)
            first = next(piece for piece in pieces if piece.role == again.role)
            says = f"the alt text says 'different {found['group']}', but {first.name!r} and {again.name!r} are the same"
            yield report(scene, scene.place(*again.path, "design"), says)


def _check_starting_cells(scene: FigureScene) -> Iterator[Finding]:
    """Report pieces off the cells of their color in a figure of the start, where others are on theirs."""
    board, begins = scene.board, _BEGIN.search(scene.data.alt)
    if board is None or begins is None or scene.data.kind != "board" or scene.data.paths:
        return
    own = {role: {cell.id for cell in board.cells.values() if cell.color == role} for role in scene.game.colors}
    pieces = [piece for piece in scene.pieces if piece.cell and own.get(piece.role)]
    astray = [piece for piece in pieces if piece.cell not in own[piece.role]]
    if len(astray) == 1 < len(pieces):
        piece = astray[0]
        says = f"the alt text says {begins[0]!r}, but {piece.name!r} on {piece.cell!r} is on no cell of its color"
        yield report(scene, scene.place(*piece.path, "at"), says, fix="move it")


def check_starts(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a cell that is named by its kind and label, if nothing is shown on it or next to it."""
    board = scene.board
    if not text.lexicon.english or board is None or scene.data.kind != "board" or text.kind != "alt":
        return
    near = set(scene.marked_cells)
    near |= {other for join in board.joins for other in (join.one, join.other) if {join.one, join.other} & near}
    for found in _NAMED_CELL.finditer(text.text):
        cells = [c.id for c in board.cells.values() if (c.kind, c.label) == (found["kind"], found["label"])]
        if len(cells) == 1 and scene.marked_cells and cells[0] not in near:
            says = f"the alt text says {found[0]!r}, but nothing is on {cells[0]!r} or next to it"
            yield report(scene, scene.place("alt"), says)
