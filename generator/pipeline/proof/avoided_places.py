"""Find the line and column that types a word to be avoided, for findings about pieces, figures and data (GF187)."""

import re
from collections.abc import Iterable
from pathlib import Path

from generator.load.files import locate_index
from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.pipeline.kit import Kit
from generator.safety.files import read_regular_file

_SAID = re.compile(r"(?:says|prints) (['\"])(?P<word>.+?)\1 in (['\"])(?P<text>.+?)\3, but this game calls it ")
_LINK = re.compile(r"\{%[-+]?\s{0,9}(?:include|import|from)\s{1,9}['\"](?P<name>[^'\"\n]{1,200})['\"]")
_MOST_TEMPLATES = 20  # that one template includes


def locate_avoided_words(kit: Kit, findings: Iterable[Finding]) -> list[Finding]:
    """Return findings, those of words to be avoided (GF187) where a template or the data type them."""
    return [_locate(kit, finding) if finding.code == "GF187" else finding for finding in findings]


def _locate(kit: Kit, finding: Finding) -> Finding:
    found = _SAID.search(finding.message)
    if found is None:
        return finding
    part = kit.game.parts.get(finding.message.partition(".")[0])
    place = None
    if part is not None and finding.place.file == kit.game.file:
        side = part.back if ".back prints" in finding.message else part.front
        place = find_typed_word(kit, side, found["text"], found["word"]) if side else None
    if place is None:
        place = _find_in_file(finding.place, found["text"], found["word"])
    return finding._replace(place=place) if place else finding


def find_typed_word(kit: Kit, template: str, text: str, word: str) -> Place | None:
    """Return where a template, or one that it includes, types a word of a text; None if none does."""
    waiting, known = [template], {template}
    for name in waiting[:_MOST_TEMPLATES]:
        try:
            source, file = kit.faces.read_template(name)
        except DrawingError:
            continue
        at = _find_word(source, 0, text, word)
        if at >= 0:
            return locate_index(source, at, file)
        new = [link["name"] for link in _LINK.finditer(source) if link["name"] not in known]
        known.update(new)
        waiting += new
    return None


def _find_in_file(place: Place, text: str, word: str) -> Place | None:
    """Return where a file types a word of a text, from a place on."""
    try:
        source = read_regular_file(Path(place.file)).decode("utf-8")
    except (OSError, DataError, UnicodeDecodeError):
        return None
    start = sum(len(line) + 1 for line in source.split("\n")[: place.line - 1])
    at = _find_word(source, start, text, word)
    return locate_index(source, at, place.file) if at >= 0 else None


def _find_word(source: str, start: int, text: str, word: str) -> int:
    """Return the offset of a word where the words around it are those of a text, however lines break; -1 if nowhere."""
    around = re.search(rf"(?:\S+\s){{0,2}}\S*{re.escape(word)}\S*(?:\s\S+){{0,2}}", text)
    for words in (text, around[0] if around else word):
        found = re.compile(r"\s+".join(map(re.escape, words.split()))).search(source, start)
        if found:
            inside = source.find(word.split()[0], found.start(), found.end())
            return inside if inside >= 0 else found.start()
    return -1
