"""Check that labels of a face lead to something: not to blank paper, nor to another word than theirs (GF182)."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.figures.lexicon import split_words
from generator.check.figures.named_pieces import report
from generator.check.figures.scene import FigureScene
from generator.geometry.types import Box, Point
from generator.model.finding import Finding

REACH = 2.5  # mm about the end of a label in which something must be drawn
_ON = 1.0  # mm about a text within which a label that ends there means the text
_LEAST_LETTERS = 3
_EMPTY = frozenset("box boxes blank empty write kästchen leer leere schreiben case cases vide écrire".split())
_EDGE = 0.12  # of the width and height of a cell, in which its edge is drawn
_SAME = 8  # of 255: what a channel may differ in a plain area
Color = tuple[int, int, int]
LookAtBox = Callable[[Box], Sequence[tuple[int, Color]]]


class FaceText(NamedTuple):
    """A text of a face and its box, in mm of the face."""

    text: str
    box: Box


class PointedFace(NamedTuple):
    """The face of a figure: its texts, its size, the color that most of it has, and a function that looks at a box."""

    texts: Sequence[FaceText]
    size: tuple[float, float]
    ground: Color
    look: LookAtBox


def list_label_points(scene: FigureScene) -> list[tuple[int, Point, str]]:
    """Return the labels at points of a face, with their numbers and words."""
    if scene.data.kind != "face" or not scene.pieces:
        return []
    labels = enumerate(scene.data.labels or ())
    return [(number, each.at, each.says) for number, each in labels if not isinstance(each.at, str)]


def check_label_points(scene: FigureScene, face: PointedFace) -> Iterator[Finding]:
    """Report labels that end on blank paper, or on a text while the face prints their own word elsewhere (GF182).

    A cell may be empty, such as a box to write in.
    """
    for number, at, says in list_label_points(scene):
        is_blank = _is_blank(at, face) and not _is_in_empty_cell(at, says, scene, face)
        fault = _explain_text(at, says, face.texts) or (_BLANK if is_blank else "")
        if fault:
            yield report(scene, scene.place("labels", number, "at"), f"the label says {says!r}, but leads to {fault}")


_BLANK = "a place where nothing is drawn"


def _is_blank(at: Point, face: PointedFace) -> bool:
    """Return whether everything around a point has the color of the ground, or the point is off the face."""
    (x, y), (width, height) = at, face.size
    if not (0 <= x <= width and 0 <= y <= height):
        return True
    box = max(x - REACH, 0.0), max(y - REACH, 0.0), min(x + REACH, width), min(y + REACH, height)
    return all(_is_alike(color, face.ground) for _, color in face.look(box))


def _is_in_empty_cell(at: Point, says: str, scene: FigureScene, face: PointedFace) -> bool:
    """Return whether a point of a mat or board is in a cell with nothing but its edge, or in one that is called so."""
    boxes = [cell.box for cell in scene.board.cells.values()] if scene.board else []
    here = [box for box in boxes if box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]]
    if here and _EMPTY & {token.text for token in split_words(says)}:
        return True
    return any(all(_is_alike(color, face.ground) for _, color in face.look(_find_inside(box))) for box in here)


def _find_inside(box: Box) -> Box:
    """Return a box without its edge on all sides."""
    across, down = _EDGE * (box[2] - box[0]), _EDGE * (box[3] - box[1])
    return box[0] + across, box[1] + down, box[2] - across, box[3] - down


def _is_alike(one: Color, other: Color) -> bool:
    return all(abs(a - b) <= _SAME for a, b in zip(one, other, strict=True))


def _explain_text(at: Point, says: str, texts: Sequence[FaceText]) -> str:
    """Return the text that a label ends on, if the face prints a word of the label elsewhere; else nothing."""
    words = {token.text for token in split_words(says)}
    own = [each for each in texts if each.text.casefold() in words and len(each.text) >= _LEAST_LETTERS]
    here = next((each for each in texts if _is_on(at, each.box)), None)
    if len(own) == 1 and here is not None and here.text.casefold() not in words:
        return f"{here.text!r}, while {own[0].text!r} is printed elsewhere"
    return ""


def _is_on(at: Point, box: Box) -> bool:
    return box[0] - _ON <= at[0] <= box[2] + _ON and box[1] - _ON <= at[1] <= box[3] + _ON


def check_label_values(scene: FigureScene) -> Iterator[Finding]:
    """Report a label of a value whose words the text says with the value of another column (GF182).

    A text that says `the result 42` means the column that has a 42.
    """
    row = _find_row(scene)
    for number, label in enumerate(scene.data.labels or () if row else ()):
        column = label.at.partition("row.")[2] if isinstance(label.at, str) else ""
        if column not in row or not isinstance(row[column], str | int | float):
            continue
        for token in split_words(label.says):
            said = re.search(rf"\b{re.escape(token.text)}s? (?:of |is )?(\d+)\b", scene.data.alt, re.IGNORECASE)
            others = [name for name, value in row.items() if said and str(value) == said[1]]
            if said and others and column not in others and len(token.text) > _LEAST_LETTERS:
                says = f"the alt text says {said[0]!r}, which is {others[0]!r}, but the label {label.says!r} is at"
                yield report(scene, scene.place("labels", number, "at"), f"{says} {label.at!r}")
                break


def _find_row(scene: FigureScene) -> Mapping[str, object]:
    part = scene.parts.get(scene.data.part or "") if scene.data.kind == "face" else None
    design = next((each for each in part.designs if each.id == scene.data.design), None) if part else None
    row = design.values.get("row") if design else None
    return row if isinstance(row, Mapping) else {}
