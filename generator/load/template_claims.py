"""Find the claims in templates, `{{ claim(24, 'hand') }}`, and read them as those of the rules are read."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from generator.load.braces import CALL, evaluate_literal, make_claim, parse_call
from generator.load.files import display_path, locate_index
from generator.model.finding import DataError, DrawingError, Finding, refuse
from generator.model.game import Game
from generator.model.rules import InlineClaim

_COMMENT = re.compile(r"\{#.*?(?:#\}|\Z)", re.DOTALL)  # what has no end reaches to that of the template
_CLAIM = re.compile(r"(?<![\w.])claim\(")
_CALL = re.compile(CALL, re.DOTALL)
_LINK = re.compile(
    r"\{%[-+]?\s{0,9}(?:include|import|from|extends)\s{1,9}(?:'(?P<one>[^'\n]++)'|\"(?P<two>[^\"\n]++)\")"
)
_MOST_BLANKS = 40  # between the braces and the claim
_MOST_TEMPLATES = 2000
_HOLDS = "a claim stands alone in double braces: {{ claim(24, 'part') }}"


def read_template_claims(names: Iterable[str], read: Callable[[str], tuple[str, Path]]) -> tuple[InlineClaim, ...]:
    """Return the claims in templates and in what these include; `read` returns the text and the path of a template.

    GF009 for a claim that is not plain. A template that cannot be read is reported where it is rendered.
    """
    claims: list[InlineClaim] = []
    findings: list[Finding] = []
    waiting, known = [*dict.fromkeys(names)], {*names}
    for name in waiting:
        try:
            text, path = read(name)
        except DrawingError:
            continue
        for link in (found["one"] or found["two"] for found in _LINK.finditer(text)):
            if link not in known and len(known) < _MOST_TEMPLATES:
                known.add(link)
                waiting.append(link)
        try:
            claims.extend(_find_claims(text, display_path(path)) if "claim(" in text else ())
        except DataError as error:
            findings.extend(error.findings)
    if findings:
        raise DataError(findings)
    return tuple(claims)


def list_templates(game: Game) -> list[str]:
    """Return the names of the templates that parts and figures name."""
    names = [name for part in game.parts.values() for name in (part.front, part.back) if name]
    return [*names, *(figure.drawn for figure in game.data.figures.values())]


def _find_claims(text: str, file: str) -> Iterator[InlineClaim]:
    """Yield the claims in the text of a template."""
    text = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for found in _CLAIM.finditer(text):
        place = locate_index(text, found.start(), file)
        start = text.rfind("{{", max(0, found.start() - _MOST_BLANKS), found.start())
        call = _CALL.match(text, start) if start >= 0 else None
        if call is None or text[start + 2 : found.start()].strip():
            raise refuse("GF009", place, _HOLDS)
        parsed = parse_call(call, ("claim",), "a claim", _HOLDS, place)
        values = [evaluate_literal(argument, place) for argument in parsed.args]
        where = {pair.key: evaluate_literal(pair.value, place) for pair in parsed.kwargs}
        yield make_claim(values, where, locate_index(text, call.start(), file))
