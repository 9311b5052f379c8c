"""Merge findings that have one cause into one, at the place to edit first.

A wrong cell of the data makes every claim about it false. The evidence of claims, and what the checks of the data say
about a cell, name the same place; so does a face that shows wrong values, for all claims about it.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from generator.model.finding import Finding, Place

_CLAIM_CODES = ("GF101", "GF102", "GF103")
_CELL_CODE, _BOARD_CODE = "GF176", "GF179"
_NOTE_CODES = (_CELL_CODE, "GF178", _BOARD_CODE)
_FACE_CODES = ("GF118", "GF120", "GF126")
_FEWEST_CLAIMS = 2  # that must go against one cell, for the cell to be wrong rather than a claim
_MOST_CELLS = 3  # that claims go against; where there are more, it is the rules that changed
_MOST_SHOWN = 12  # claims
_PART = re.compile(r"(?:parts\.)?([a-z][a-z0-9-]*)\b")


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
        shown = [f"so these fail: {list_effects(faces)}"] if faces else []
        message = "; ".join([each.message, *(note.message for note in notes), *shown])
        lines = (*each.lines, *(f"also: {note.message}" for note in notes), *shown) if each.lines else ()
        made[each] = each._replace(message=message, lines=lines)
        gone.update((*notes, *faces))
    return [made.get(each, each) for each in findings if each not in gone], [*made.values()]


def _name_part(finding: Finding) -> str:
    found = _PART.match(finding.message)
    return found[1] if found else ""


def _list_causes(findings: Sequence[Finding], explained: Collection[Finding]) -> Iterator[tuple[int | None, list[int]]]:
    """Yield the causes with their effects, by number: odd cells, odd boards, wrong faces, cells that claims share."""
    failing = {
        n: each
        for n, each in enumerate(findings)
        if each.code in _CLAIM_CODES and each.is_blocking and each not in explained
    }
    for number, each in enumerate(findings):
        about = [n for n, claim in failing.items() if f"'{_name_part(each)}'" in claim.message]
        if each.code == _CELL_CODE:
            yield number, [n for n, claim in failing.items() if each.place in claim.evidence]
        elif each.code == _BOARD_CODE:  # a claim that asks for what there is not is at fault itself
            yield number, [n for n in about if failing[n].code != "GF103" and each.about in failing[n].message]
        elif each.code in _FACE_CODES and each.is_blocking:
            yield number, [n for n in about if "sheets" in failing[n].message]
    by_cell: dict[Place, list[int]] = defaultdict(list)  # of the claims that rest on one value alone
    for n, claim in failing.items():
        if len(claim.evidence) == 1:
            by_cell[claim.evidence[0]].append(n)
    for numbers in by_cell.values() if len(by_cell) <= _MOST_CELLS else ():
        if len({findings[number].place for number in numbers}) >= _FEWEST_CLAIMS:
            yield None, numbers


def _merge(findings: Sequence[Finding], cause: int | None, effects: Sequence[int]) -> Finding:
    """Return one finding for a cause and its effects, as severe as the first effect, at the place of the cause."""
    some = [findings[number] for number in effects]
    likely = some[0]._replace(place=some[0].evidence[0]) if cause is None else findings[cause]
    first = likely if likely.is_blocking else some[0]
    effects_shown = f"so these fail: {list_effects(some)}"
    lines = (*likely.lines, effects_shown) if likely.lines else ()
    return Finding(first.code, likely.place, f"{likely.message}; {effects_shown}", first.level, lines=lines)


def list_effects(effects: Sequence[Finding]) -> str:
    """Return the places of findings, each with its code and the id of its claim."""
    shown = [f"{each.place}: {each.code}{_name_claim(each)}" for each in effects[:_MOST_SHOWN]]
    hidden = f" and {len(effects) - _MOST_SHOWN} more" if len(effects) > _MOST_SHOWN else ""
    return ", ".join(shown) + hidden


def _name_claim(finding: Finding) -> str:
    return f" {finding.message.partition(' ')[0]}" if finding.code == "GF102" else ""
