"""Find the line and column that types a word to be avoided, for findings about pieces, figures and data (GF187)."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.load.files import locate_index
from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.proof.kit import Kit
from generator.safety.files import read_regular_file

_SAYS = re.compile(r" (?:says|prints) (?=['\"])")
_ELSE = ", but this game calls it "
_LINK = re.compile(r"\{%[-+]?\s{0,9}(?:include|import|from)\s{1,9}['\"](?P<name>[^'\"\n]{1,200})['\"]")
_TYPED = re.compile(r"\S++")
_MOST_TEMPLATES = 20  # that one template includes


def locate_avoided_words(kit: Kit, findings: Iterable[Finding]) -> list[Finding]:
    """Return findings, those of words to be avoided (GF187) where a template or the data type them."""
    return [_locate(kit, finding) if finding.code == "GF187" else finding for finding in findings]


def _locate(kit: Kit, finding: Finding) -> Finding:
    found = _parse_use(finding.message)
    if found is None:
        return finding
    word, text = found
    part = kit.game.parts.get(finding.message.partition(".")[0])
    place = None
    if part is not None and finding.place.file == kit.game.file:
        side = part.back if ".back prints" in finding.message else part.front
        place = find_typed_word(kit, side, text, word) if side else None
    if place is None:
        place = _find_in_file(finding.place, text, word)
    return finding._replace(place=place) if place else finding


def _parse_use(message: str) -> tuple[str, str] | None:
    """Return the word and the text that a message quotes, one after the other; None if it quotes no text."""
    head = message.partition(_ELSE)[0]
    says = _SAYS.search(head)
    if says is None:
        return None
    rest = head[says.end() :]
    end = rest.find(rest[0], 1)
    text = rest[end + 1 :].removeprefix(" in ")
    return (rest[1:end], text[1:-1]) if end > 0 and len(text) > 2 else None


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
    words, first = text.split(), word.split()[0]
    at = next((n for n, each in enumerate(words) if first in each), 0)
    typed = list(_TYPED.finditer(source, start))
    for some in (words, words[max(at - 2, 0) : at + 3]):
        for n, found in enumerate(typed):
            if _begins(typed[n : n + len(some)], some):
                inside = source.find(first, found.start())
                return inside if inside >= 0 else found.start()
    return -1


def _begins(typed: Sequence[re.Match[str]], words: Sequence[str]) -> bool:
    """Return whether typed words are those of a text; signs may stand before the first and behind the last."""
    if len(typed) < len(words):
        return False
    if len(words) == 1:
        return words[0] in typed[0][0]
    ends = typed[0][0].endswith(words[0]) and typed[-1][0].startswith(words[-1])
    return ends and all(each[0] == word for each, word in zip(typed[1:-1], words[1:-1], strict=True))
