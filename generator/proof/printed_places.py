"""Find the line of the template that types what a piece prints, for findings about its words."""

import re
from collections.abc import Iterable

from generator.language.emphasis import strip_markup
from generator.load.files import locate_index
from generator.model.finding import DrawingError, Finding, Place
from generator.proof.kit import Kit

_PRINTED = re.compile(r"^\S+ prints (?P<quote>['\"])(?P<text>.+?)(?P=quote)(?: before|, but)")
_LINK = re.compile(r"\{%[-+]?\s{0,9}(?:include|import|from)\s{1,9}['\"](?P<name>[^'\"\n]{1,200})['\"]")
_PARTS = re.compile(r"(?<=[.!?:]) ")
_WRONG = re.compile(r" instead of ['\"](?P<word>[^'\"]++)['\"]")
_TYPED = re.compile(r">(?P<text>[^<>{}]{6,400}+)<")
_NUMBER = re.compile(r"[+\u2212-]?\d++")
_LEAST_LETTERS = 6


def locate_printed_words(kit: Kit, findings: Iterable[Finding]) -> list[Finding]:
    """Return findings, those about the words of a piece (GF167) at the line of the template that types them."""
    return [_locate(kit, finding) if finding.code == "GF167" else finding for finding in findings]


def _locate(kit: Kit, finding: Finding) -> Finding:
    found = _PRINTED.match(finding.message)
    part = kit.game.parts.get(finding.message.partition(".")[0])
    if found is None or part is None:
        return finding
    side = part.back if ".back prints" in finding.message else part.front
    place = _find_text(kit, side, found["text"], finding.message[found.end() :]) if side else None
    place = place or _find_cell(kit, finding.message.partition(" prints ")[0], found["text"])
    return finding._replace(place=place) if place else finding


def _find_cell(kit: Kit, face: str, text: str) -> Place | None:
    """Return the place of the cell from which a face such as `hand.red.3.c1.front` has a text, or a line of one."""
    part, _, rest = face.partition(".")
    design = rest.removesuffix(".front").removesuffix(".back").rpartition(".")[0]
    found: dict[bool, Place] = {}
    for row in kit.game.rows.get(part, ()):
        for column, cell in row.values.items():
            if isinstance(cell, str) and text in strip_markup(" ".join(cell.split())):
                found.setdefault(str(row.values.get("id", "")) in design.split("."), row.place(column))
    return found.get(True) or found.get(False)


def _find_text(kit: Kit, template: str, text: str, told: str) -> Place | None:
    """Return where a template, or one that it includes, types a text, the longest sentence of it, or a line.

    Of its lines, it is the one with the word that is `told` to be wrong, or with a number that the rules do not have.
    """
    wrong = _WRONG.search(told)
    pieces = sorted((piece for piece in (text, *_PARTS.split(text))), key=len, reverse=True)
    waiting, known = [template], {template}
    for name in waiting:
        try:
            source, file = kit.faces.read_template(name)
        except DrawingError:
            continue
        for piece in pieces:
            at = source.find(piece.rstrip(":"))
            if len(piece) >= _LEAST_LETTERS and at >= 0:
                return locate_index(source, at, file)
        lines = [each for each in _TYPED.finditer(source) if each["text"].strip() in text]
        line = next((each for each in lines if wrong and wrong["word"] in each["text"].casefold().split()), None)
        line = line or next(
            (each for each in lines if {*_NUMBER.findall(each["text"])} - {*_NUMBER.findall(told)}), None
        )
        if line is not None:
            return locate_index(source, line.start("text"), file)
        new = [link["name"] for link in _LINK.finditer(source) if link["name"] not in known]
        known.update(new)
        waiting += new
    return None
