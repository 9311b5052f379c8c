"""Check the labels and color letters in the cells of boards, and the spaces of tracks.

Labels need not be printed. But if a cell of some kind shows its label in words, each cell of that kind must. The same
holds for the letters of colors.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.check.evidence.marks import Fault, said, standing
from generator.check.evidence.survey import whole
from generator.check.evidence.wording import holds, read, says
from generator.geometry.matrix import Matrix, multiply
from generator.model.board import Board
from generator.model.color import Color
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.printed import Seen


class _Print(NamedTuple):
    """The texts of one print of a cell, from all sections that show it, and the first face that does."""

    face: Seen
    texts: list[str]


Prints = dict[tuple[str, int, str], _Print]


def labels(parts: Sequence[Part], seen: Sequence[Seen], colors: Mapping[str, Color]) -> Iterator[Finding]:
    """Yield GF126 for each board with a cell that does not show its label or the letter of its color.

    `seen` is what one format shows; `colors` are those of the game by their roles.
    """
    for part in parts:
        cells = part.board.cells if part.board else {}
        own = {name: cell.label for name, cell in cells.items() if cell.label}
        letters = {name: colors[cell.color].letter for name, cell in cells.items() if cell.color in colors}
        letters = {name: letter for name, letter in letters.items() if letter}
        if part.board is None or not (own or letters):
            continue
        prints = _prints(part, part.board, [face for face in seen if face.part == part.id and face.side == "front"])
        faults = (*_faults("label", part.board, own, prints), *_faults("letter", part.board, letters, prints))
        yield from said("GF126", part, faults)


def _prints(part: Part, board: Board, faces: Sequence[Seen]) -> Prints:
    """Return the texts in each cell of each copy of a board."""
    designs = {design.id: whole(design) for design in part.designs}
    prints: Prints = {}
    for face in faces:
        for mark in face.marks if face.design in designs else ():
            name = mark.name.removeprefix("cell.")
            if mark.name.startswith("cell.") and name in board.cells:
                key = designs[face.design], face.copy, name
                print_ = prints.setdefault(key, _Print(face, []))
                print_.texts.append(mark.text)
    return prints


def _faults(what: str, board: Board, signs: Mapping[str, str], prints: Prints) -> Iterator[Fault]:
    """Yield the cells that do not show their sign, a label or a letter, if their kind shows signs in words."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for name, sign in signs.items():
        kinds[board.cells[name].kind].add(sign)
    shown = {kind for kind, known in kinds.items() if _shows(kind, known, board, signs, prints)}
    for (_, _, name), print_ in prints.items():
        kind = board.cells[name].kind
        if kind in shown and (text := _wrong(what, name, signs.get(name, ""), print_, kinds[kind])):
            yield Fault(what, print_.face, text)


def _shows(kind: str, known: set[str], board: Board, signs: Mapping[str, str], prints: Prints) -> bool:
    """Tell whether a kind shows signs in words: one cell shows its own, or all cells with words show some sign."""
    of_kind = [(name, print_) for (_, _, name), print_ in prints.items() if board.cells[name].kind == kind]
    if any(name in signs and _first(print_, {signs[name]}) for name, print_ in of_kind):
        return True
    written = [print_ for _, print_ in of_kind if any(print_.texts)]
    return bool(written) and all(_first(print_, known) for print_ in written)


def _wrong(what: str, name: str, sign: str, print_: _Print, known: set[str]) -> str:
    if sign and not _first(print_, {sign}):
        there = " and ".join(repr(text) for text in dict.fromkeys(print_.texts) if text)
        return f"the cell {name!r} has the {what} {sign!r}, but shows {there or 'no words'}"
    if not sign and (other := _first(print_, known)):
        return f"the cell {name!r} has no {what}, but shows {other!r}, which belongs to another cell"
    return ""


def _first(print_: _Print, signs: set[str]) -> str:
    """Return the first of some signs that a print shows, empty if it shows none."""
    return next((sign for sign in sorted(signs) for text in print_.texts if holds(text, sign)), "")


HEAD = "space."


def tracks(parts: Sequence[Part], seen: Sequence[Seen]) -> Iterator[Finding]:
    """Yield GF118 for spaces that are not in their places, and GF126 for those with a wrong number."""
    for part in parts:
        if part.kind == "track":
            faces = [face for face in seen if face.part == part.id and face.side == "front"]
            faces = [face for face in faces if any(mark.name.startswith(HEAD) for mark in face.marks)]
            yield from said("GF118", part, _places(part, faces))
            yield from said("GF126", part, _numbers(part, faces))


def _places(part: Part, faces: Sequence[Seen]) -> Iterator[Fault]:
    middles: dict[str, Matrix] = {}
    for space in part.values["spaces"]:
        half = space["size"] / 2
        middles[str(space["n"])] = (1.0, 0.0, 0.0, 1.0, space["x"] + half, space["y"] + half)
    for face in faces:
        places = {name: multiply(face.matrix, middle) for name, middle in middles.items()}
        yield from standing(face, "space", middles, places, middles)


def _numbers(part: Part, faces: Sequence[Seen]) -> Iterator[Fault]:
    """Yield the spaces that show something other than their number; they need not show anything."""
    known = {f"{HEAD}{space['n']}": space["n"] for space in part.values["spaces"]}
    for face in faces:
        for mark in face.marks:
            if mark.text and mark.name in known and not says(mark.text, known[mark.name]):
                yield Fault("number", face, f"the space {mark.name.removeprefix(HEAD)!r} says {mark.text!r}")


def numbers(part: Part, fronts: Sequence[Seen]) -> tuple[list[Any], bool]:
    """Return the numbers of a track's spaces, and whether all fronts show them; if so, they are as printed."""
    known = {f"{HEAD}{space['n']}": space["n"] for space in part.values["spaces"]}
    shown = [{mark.name: mark.text for mark in face.marks if mark.name in known and mark.text} for face in fronts]
    if not shown or any(len(texts) < len(known) for texts in shown):
        return [*known.values()], False
    readings = ([read(texts[name], n) for texts in shown] for name, n in known.items())
    return [
        next((each for each in said if each != n), n) for said, n in zip(readings, known.values(), strict=True)
    ], True
