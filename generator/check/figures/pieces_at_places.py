"""Check that pieces touch the place from which a text says they lead, and stand on the space it names (GF182)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.named_pieces import matches, report
from generator.check.figures.phrases import Phrase, find_phrases
from generator.check.figures.scene import FigureScene, ShownPiece
from generator.model.board import Board, Cell
from generator.model.finding import Finding

_LEADS = re.compile(
    r"\s(?:leads?|runs?|starts?|begins?|goe?s?|ends?|meets?|touch(?:es)?)(?: (?:out of|away from|from|at|in|to|into))?"
    r" (?:the |a )?(?:[a-z]{1,20} )?(?P<label>[A-Z]|[0-9]{1,2})\b"
)
_ON_SPACE = re.compile(r"[^.;:]{0,60}?\bon (?:space|square|field|box) (?P<number>[0-9]{1,3})\b")
_NEXT = 1.2  # times the distance of the nearest place, within which others touch it too


def check_pieces_at_places(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report pieces that are not where the alternative text says they are (GF182); English only."""
    if not text.lexicon.english or text.kind != "alt":
        return
    parts = frozenset(piece.part for piece in scene.pieces)
    phrases = [each for each in find_phrases(text.text, text.lexicon, parts) if not each.denied] if parts else []
    for phrase in phrases:
        pieces = [piece for piece in scene.pieces if matches(piece, phrase)]
        if scene.board is not None and scene.data.kind == "board":
            yield from _check_leading(scene, scene.board, text, phrase, pieces)
        elif scene.data.kind == "table":
            yield from _check_spaces(scene, text, phrase, pieces)


def _check_leading(
    scene: FigureScene, board: Board, text: FigureText, phrase: Phrase, pieces: Sequence[ShownPiece]
) -> Iterator[Finding]:
    """Report `two red roads lead from town A` if fewer of them touch it."""
    found = _LEADS.match(text.text, phrase.at + len(phrase.said))
    named = [cell for cell in board.cells.values() if found and cell.label == found["label"]]
    placed = [piece for piece in pieces if piece.cell in board.cells]
    amount = phrase.amount or 1
    if found is None or len(named) != 1 or len(placed) < amount or not _is_beside(board, placed, named[0]):
        return
    off = [piece for piece in placed if not _touches(board, piece, named[0])]
    if len(placed) - len(off) < amount:
        says = f"the alt text says {phrase.said + found[0]!r}, but {off[0].name!r} on {off[0].cell!r} does not touch it"
        yield report(scene, scene.place(*off[0].path, "at"), says)


def _is_beside(board: Board, pieces: Sequence[ShownPiece], place: Cell) -> bool:
    """Return whether pieces stand on cells of one sort, such as edges, and a place is of another."""
    sorts = {_sort_of(board.cells[piece.cell]) for piece in pieces}
    return len(sorts) == 1 and "" not in sorts and _sort_of(place) not in sorts


def _sort_of(cell: Cell) -> str:
    """Return the beginning of an id such as `edge.q0r1.sw`; empty if it has none."""
    return cell.id.partition(".")[0] if "." in cell.id else ""


def _touches(board: Board, piece: ShownPiece, place: Cell) -> bool:
    here = board.cells[piece.cell]
    same = [cell for cell in board.cells.values() if _sort_of(cell) == _sort_of(here)]
    nearest = min(hypot(cell.x - place.x, cell.y - place.y) for cell in same)
    return hypot(here.x - place.x, here.y - place.y) <= _NEXT * nearest


def _check_spaces(
    scene: FigureScene, text: FigureText, phrase: Phrase, pieces: Sequence[ShownPiece]
) -> Iterator[Finding]:
    """Report `the trackers are on space 0` if one of several lies on another space of a track on the table."""
    found = _ON_SPACE.match(text.text, phrase.at + len(phrase.said))
    on = [(piece, number) for piece in pieces if (number := _find_space(scene, piece)) is not None] if found else []
    off = [(piece, number) for piece, number in on if found and number != int(found["number"])]
    if found and off and (len(on) > len(off) or phrase.amount == len(off)):
        piece, number = off[0]
        says = f"the alt text says {found[0].strip()!r} of {phrase.said!r}, but {piece.name!r} is on space {number}"
        yield report(scene, scene.place(*piece.path, "at"), says)


def _find_space(scene: FigureScene, piece: ShownPiece) -> int | None:
    """Return the number of the space of a track on which a thing lies; None if it is on none."""
    for track in scene.pieces:
        part = scene.parts[track.part]
        spaces: Sequence[Mapping[str, Any]] = part.values.get("spaces", ()) if part.kind == "track" else ()
        thing = (scene.data.things or ())[int(track.path[1])] if spaces else None
        if thing is None or thing.turn or track.at is None or piece.at is None or not track.width:
            continue
        scale, size = part.outline.width / track.width, part.values["cell"]
        x, y = ((a - b) * scale for a, b in zip(piece.at, track.at, strict=True))
        x, y = x + part.outline.width / 2, y + part.outline.height / 2
        on = (each["n"] for each in spaces if 0 <= x - each["x"] < size and 0 <= y - each["y"] < size)
        number = next(on, None)
        if number is not None:
            return int(number)
    return None
