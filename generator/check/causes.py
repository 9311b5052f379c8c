"""Merge findings that have one cause into one, at the place to edit first.

A wrong cell of the data makes every claim about it false. What the claims say about their evidence, and what the checks
of the data say about a cell, name the same place; so does a face that shows wrong values, for all claims about it.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.model.finding import Finding, Place, number_column

_CLAIM_CODES = ("GF101", "GF102", "GF103")
_CELL_CODES = ("GF176",)
_BOARD_CODE = "GF179"
_NOTE_CODES = (*_CELL_CODES, "GF178", _BOARD_CODE)
_FACE_CODES = ("GF118", "GF120", "GF126")
_FEWEST_CLAIMS = 2  # that must go against one cell, for the cell to be wrong rather than a claim
_MOST_CELLS = 3  # that claims go against; where there are more, it is the rules that changed
_MOST_LINES = 60  # of a column in which a cell is found
_MOST_SHOWN = 12  # claims
_PLACE = re.compile(r"(?<![^\s()])(?P<file>[^\s()]+?):(?P<line>\d++):(?P<column>\d+)(?: to (?P<last>\d+):\d+)?")
_FURTHER = re.compile(r", (?P<line>\d+):(?P<column>\d+)(?: to (?P<last>\d+):\d+)?")
_CELL = r"(?P<column>[A-Z]{1,3})(?P<line>\d+)(?: to [A-Z]{1,3}(?P<last>\d+))?"
_SHEET_PLACE = re.compile(rf"(?<![^\s()])(?P<file>[^\s()]{{1,300}}?\.(?i:xlsx|ods):[^!()]{{1,100}})!{_CELL}")
_FURTHER_CELL = re.compile(rf", {_CELL}\b")
_QUOTED = re.compile(r"'[A-Za-z_]\w*'")  # the column in a message about a cell
_PART = re.compile(r"(?:parts\.)?([a-z][a-z0-9-]*)\b")


class _Evidence(NamedTuple):
    """Lines of a file that a claim was checked against; `column` is that of the first."""

    file: str
    first: int
    last: int
    column: int

    def covers(self, place: Place) -> bool:
        """Return whether a place is on one of the lines."""
        return self.file == place.file and self.first <= place.line <= self.last < self.first + _MOST_LINES


def merge_causes(findings: Sequence[Finding], explained: Collection[Finding] = ()) -> tuple[Finding, ...]:
    """Return the findings with those of one cause merged into the first, each at its cause.

    Those that are `explained` already stand at the value that is at fault, and faces that show it are effects of it.
    """
    findings, explained = _absorb_effects(findings, explained)
    merged: dict[int, Finding] = {}
    gone = set[int]()
    for cause, effects in _list_causes(findings, explained):
        left = [number for number in effects if number not in gone and number not in merged]
        if left and (cause is None or (cause not in gone and cause not in merged)):
            at = left[0] if cause is None else cause
            merged[at] = _merge(findings, cause, left)
            gone.update(number for number in left if number != at)
    return tuple(merged.get(number, each) for number, each in enumerate(findings) if number not in gone)


def _absorb_effects(findings: Sequence[Finding], explained: Collection[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Return the findings, and the explained ones with the notes about their lines and the faults of their faces."""
    made, gone = dict[Finding, Finding](), set[Finding]()
    for each in findings:
        if each not in explained:
            continue
        notes = [note for note in findings if note.code in _NOTE_CODES and note.place[:2] == each.place[:2]]
        faces = [face for face in findings if face.code in _FACE_CODES and face.is_blocking]
        faces = [face for face in faces if _name_part(face) == _name_part(each)]
        message = "; ".join([each.message, *(note.message for note in notes)])
        shown = f"; so these fail: {_list_effects(faces)}" if faces else ""
        made[each] = each._replace(message=f"{message}{shown}")
        gone.update((*notes, *faces))
    return [made.get(each, each) for each in findings if each not in gone], [*made.values()]


def _name_part(finding: Finding) -> str:
    found = _PART.match(finding.message)
    return found[1] if found else ""


def _list_causes(findings: Sequence[Finding], explained: Collection[Finding]) -> Iterator[tuple[int | None, list[int]]]:
    """Yield the causes with their effects, by number: odd cells, odd boards, wrong faces, cells that claims share."""
    claims = [
        n for n, each in enumerate(findings) if each.code in _CLAIM_CODES and each.is_blocking and each not in explained
    ]
    if not claims:
        return
    evidence = {number: list(_find_evidence(findings[number].message)) for number in claims}
    for number, each in enumerate(findings):
        if each.code in _CELL_CODES:
            column = _QUOTED.search(each.message)
            effects = [
                n for n in claims if _is_about(findings[n], evidence[n], each.place, column[0] if column else "")
            ]
            yield number, [*effects, *_find_likewise(findings, number)] if effects else []
        elif each.code == _BOARD_CODE or (each.code in _FACE_CODES and each.is_blocking):
            named = _name_part(each)
            part = f"'{named}'" if named else ""
            about = [n for n in claims if part and part in findings[n].message]
            drawn = each.code in _FACE_CODES
            if not drawn:  # a claim that asks for what there is not is at fault itself
                about = [n for n in about if findings[n].code != "GF103"]
            yield number, [n for n in about if not drawn or "sheets" in findings[n].message]
    yield from _list_shared_cells(findings, claims, evidence)


def _is_about(claim: Finding, evidence: Iterable[_Evidence], place: Place, column: str) -> bool:
    """Return whether a claim was checked against a cell, alone or in its column."""
    near = [lines for lines in evidence if lines.covers(place)]
    return any(lines.first == lines.last or column in claim.message for lines in near)


def _find_likewise(findings: Sequence[Finding], cause: int) -> Iterator[int]:
    """Yield the notes that name the place of an odd cell, too."""
    for number, each in enumerate(findings):
        if number != cause and each.code in _CELL_CODES:
            named = _find_evidence(each.message)
            if any(lines.first == lines.last and lines.covers(findings[cause].place) for lines in named):
                yield number


def _list_shared_cells(
    findings: Sequence[Finding], claims: Iterable[int], evidence: dict[int, list[_Evidence]]
) -> Iterator[tuple[None, list[int]]]:
    """Yield the claims that rest on one value alone and all go against it."""
    by_cell: dict[_Evidence, list[int]] = defaultdict(list)
    for number in claims:
        if len(evidence[number]) == 1 and evidence[number][0].first == evidence[number][0].last:
            by_cell[evidence[number][0]].append(number)
    for numbers in by_cell.values() if len(by_cell) <= _MOST_CELLS else ():
        if len({findings[number].place for number in numbers}) >= _FEWEST_CLAIMS:
            yield None, numbers


def _find_evidence(message: str) -> Iterator[_Evidence]:
    for first, next_one in ((_PLACE, _FURTHER), (_SHEET_PLACE, _FURTHER_CELL)):
        for found in first.finditer(message):
            yield _read_lines(found["file"], found)
            at = found.end()
            while further := next_one.match(message, at):
                yield _read_lines(found["file"], further)
                at = further.end()


def _read_lines(file: str, found: re.Match[str]) -> _Evidence:
    column = int(found["column"]) if found["column"].isdecimal() else number_column(found["column"])
    return _Evidence(file, int(found["line"]), int(found["last"] or found["line"]), column)


def _merge(findings: Sequence[Finding], cause: int | None, effects: Sequence[int]) -> Finding:
    """Return one finding for a cause and its effects, as severe as the first effect, at the place of the cause."""
    first, *others = (findings[number] for number in effects)
    if cause is None:
        cell = next(_find_evidence(first.message))
        place = Place(cell.file, cell.first, cell.column)
        return first._replace(place=place, message=f"{first.message}; so these fail: {_list_effects([first, *others])}")
    likely = findings[cause]
    code, level = (likely.code, likely.level) if likely.is_blocking else (first.code, first.level)
    message = f"{likely.message}; so these fail: {_list_effects([first, *others])}"
    return Finding(code, likely.place, message, level)


def _list_effects(effects: Sequence[Finding]) -> str:
    """Return the places of findings, each with its code and the id of its claim."""
    shown = [f"{each.place}: {each.code}{_name_claim(each)}" for each in effects[:_MOST_SHOWN]]
    hidden = f" and {len(effects) - _MOST_SHOWN} more" if len(effects) > _MOST_SHOWN else ""
    return ", ".join(shown) + hidden


def _name_claim(finding: Finding) -> str:
    return f" {finding.message.partition(' ')[0]}" if finding.code == "GF102" else ""
