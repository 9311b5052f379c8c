"""Check the labels and color letters in the cells of boards, and the spaces of tracks.

Labels need not be printed. But if a cell of some kind shows its label in words, each cell of that kind must. The same
holds for the letters of colors.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from generator.check.analysis.board_survey import base_design
from generator.check.analysis.placement import FaceFault, check_marks, report_faults
from generator.check.analysis.value_text import read_value, text_contains, text_matches
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.matrix import Matrix, multiply_matrices
from generator.model.board import Board
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.printed import ReadPiece

_FEWEST_NAMES, _NAMES_SHARE = 6, 0.6  # cells that show names, and their share of those with words


class _CellPrint(NamedTuple):
    """The texts of one print of a cell, from all sections that show it, and the first face that does.

    `says` are the translations of texts in the language of the sheets.
    """

    face: ReadPiece
    texts: list[str]
    says: Mapping[str, str]


CellPrints = dict[tuple[str, int, str], _CellPrint]


def check_cell_labels(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report each board with a cell that does not show its label or the letter of its color (GF126)."""
    colors = case.game.colors
    for part in case.parts:
        cells = part.board.cells if part.board else {}
        own = {name: cell.label for name, cell in cells.items() if cell.label}
        letters = {name: colors[cell.color].letter for name, cell in cells.items() if cell.color in colors}
        letters = {name: letter for name, letter in letters.items() if letter}
        if part.board is None:
            continue
        prints = _collect_prints(part, part.board, shown.find_faces(part), case.translated_words)
        faults = [*_check_signs("label", part.board, own, prints), *_check_signs("letter", part.board, letters, prints)]
        yield from report_faults("GF126", part, faults or _check_names(part.board, prints), case.locate)


def _check_names(board: Board, prints: CellPrints) -> Iterator[FaceFault]:
    """Yield the cells that show the name of another cell, on a board whose cells with words show names."""
    names = {cell.id for cell in board.inner_cells if len(cell.id) > 1}
    written = [(name, print_) for (_, _, name), print_ in prints.items() if name in names and any(print_.texts)]
    shown = [(name, print_, other) for name, print_ in written if (other := _find_name(print_, name, names))]
    if len(shown) < max(_FEWEST_NAMES, _NAMES_SHARE * len(written)):
        return
    for name, print_, other in shown:
        if other != name:
            text = f"the cell {name!r} shows {other!r}, which is the name of another cell"
            yield FaceFault("name", print_.face, text, mark=f"cell.{name}", aspect="text")


def _find_name(print_: _CellPrint, own: str, names: Set[str]) -> str:
    """Return the name of a cell that a print shows, its own if it does; empty if it shows none."""
    if _find_sign(print_, {own}):
        return own
    words = {word for text in print_.texts for word in (text, *text.split())}
    return next(iter(sorted(names & words)), "")


def _collect_prints(part: Part, board: Board, faces: Sequence[ReadPiece], says: Mapping[str, str]) -> CellPrints:
    """Return the texts in each cell of each copy of a board."""
    designs = {design.id: base_design(design) for design in part.designs}
    prints: CellPrints = {}
    for face in faces:
        for mark in face.marks if face.design in designs else ():
            name = mark.name.removeprefix("cell.")
            if mark.name.startswith("cell.") and name in board.cells:
                key = designs[face.design], face.copy, name
                print_ = prints.setdefault(key, _CellPrint(face, [], says))
                print_.texts.append(mark.text)
    return prints


def _check_signs(what: str, board: Board, signs: Mapping[str, str], prints: CellPrints) -> Iterator[FaceFault]:
    """Yield the cells that do not show their sign, a label or a letter, if their kind shows signs in words."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for name, sign in signs.items():
        kinds[board.cells[name].kind].add(sign)
    shown = {kind for kind, known in kinds.items() if _kind_shows_signs(kind, known, board, signs, prints)}
    for (_, _, name), print_ in prints.items():
        kind = board.cells[name].kind
        if kind in shown and (text := _describe_sign_fault(what, name, signs.get(name, ""), print_, kinds[kind])):
            yield FaceFault(what, print_.face, text, mark=f"cell.{name}", aspect="text")


def _kind_shows_signs(kind: str, known: set[str], board: Board, signs: Mapping[str, str], prints: CellPrints) -> bool:
    """Return whether a kind shows signs in words: one cell shows its own, or all cells with words show some sign."""
    of_kind = [(name, print_) for (_, _, name), print_ in prints.items() if board.cells[name].kind == kind]
    if any(name in signs and _find_sign(print_, {signs[name]}) for name, print_ in of_kind):
        return True
    written = [print_ for _, print_ in of_kind if any(print_.texts)]
    return bool(written) and all(_find_sign(print_, known) for print_ in written)


def _describe_sign_fault(what: str, name: str, sign: str, print_: _CellPrint, known: set[str]) -> str:
    if sign and not _find_sign(print_, {sign}):
        there = " and ".join(repr(text) for text in dict.fromkeys(print_.texts) if text)
        return f"the cell {name!r} has the {what} {sign!r}, but shows {there or 'no words'}"
    if not sign and (other := _find_sign(print_, known)):
        return f"the cell {name!r} has no {what}, but shows {other!r}, which belongs to another cell"
    return ""


def _find_sign(print_: _CellPrint, signs: set[str]) -> str:
    """Return the first of some signs that a print shows, empty if it shows none."""
    return next((sign for sign in sorted(signs) for text in print_.texts if text_contains(text, sign, print_.says)), "")


SPACE_PREFIX = "space."


def check_tracks(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report spaces of tracks that are not in their places (GF118) and those with a wrong number (GF126)."""
    for part in case.parts:
        if "spaces" in part.values:
            faces = shown.find_faces(part)
            faces = [face for face in faces if any(mark.name.startswith(SPACE_PREFIX) for mark in face.marks)]
            yield from report_faults("GF118", part, _check_places(part, faces), case.locate)
            yield from report_faults("GF126", part, _check_numbers(part, faces), case.locate)


def _check_places(part: Part, faces: Sequence[ReadPiece]) -> Iterator[FaceFault]:
    middles: dict[str, Matrix] = {}
    for space in part.values["spaces"]:
        half = space["size"] / 2
        middles[str(space["n"])] = (1.0, 0.0, 0.0, 1.0, space["x"] + half, space["y"] + half)
    for face in faces:
        places = {name: multiply_matrices(face.matrix, middle) for name, middle in middles.items()}
        yield from check_marks(face, "space", middles, places, middles)


def _check_numbers(part: Part, faces: Sequence[ReadPiece]) -> Iterator[FaceFault]:
    """Yield the spaces that show something other than their number; they need not show anything."""
    known = {f"{SPACE_PREFIX}{space['n']}": space["n"] for space in part.values["spaces"]}
    for face in faces:
        for mark in face.marks:
            if mark.text and mark.name in known and not text_matches(mark.text, known[mark.name]):
                text = f"the space {mark.name.removeprefix(SPACE_PREFIX)!r} says {mark.text!r}"
                yield FaceFault("number", face, text, mark=mark.name, aspect="text")


def read_space_numbers(part: Part, fronts: Sequence[ReadPiece]) -> tuple[list[Any], bool]:
    """Return the numbers of a track's spaces, and whether all fronts show them; if so, they are as printed."""
    known = {f"{SPACE_PREFIX}{space['n']}": space["n"] for space in part.values["spaces"]}
    shown = [{mark.name: mark.text for mark in face.marks if mark.name in known and mark.text} for face in fronts]
    if not shown or any(len(texts) < len(known) for texts in shown):
        return [*known.values()], False
    readings = ([read_value(texts[name], n) for texts in shown] for name, n in known.items())
    return [
        next((each for each in reading if each != n), n) for reading, n in zip(readings, known.values(), strict=True)
    ], True
