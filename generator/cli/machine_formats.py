"""What was found in each game goes in; one document for a machine comes out: JSON, SARIF, or commands of GitHub."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator import __version__
from generator.cli.diagnostics import Told
from generator.cli.explain import CodePage, read_code_pages
from generator.model.finding import Finding, Waived
from generator.model.finding_codes import FINDING_CODES
from generator.model.place import Place

VERSION = 1  # of the JSON: a key that goes or changes its meaning makes it 2, a new one does not
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF = {"error": "error", "trap": "error", "warning": "warning", "note": "note"}
_GITHUB = {"error": "error", "trap": "error", "warning": "warning", "note": "notice"}


def as_json(all_told: Sequence[Told]) -> str:
    """Return all findings, and what was judged in each game; docs/codes.md names every key."""
    findings = [_finding(told.game, each) for told in all_told for each in told.findings]
    games = [_game(told) for told in all_told if told.game]
    return _dumped({"gutterfold": __version__, "version": VERSION, "findings": findings, "games": games})


def _finding(game: str, finding: Finding) -> dict[str, Any]:
    code, place, message, level = finding[:4]
    where = {"file": place.file, "line": place.line or None, "column": place.column or None}
    return {"code": code, "level": level, "game": game or None, **where, "message": message}


def _game(told: Told) -> dict[str, Any]:
    if told.checked is None:
        return {"game": told.game, "judged": False, **_NOTHING}
    verdict = told.checked.verdict
    return {
        "game": told.game,
        "judged": True,
        "claims": verdict.claims,
        "numbers": verdict.numbers,
        "skipped": verdict.skipped,
        "counts": [_count(each) for each in told.checked.counts],
        "verified": [_keys(each, "id", "says", "rests_on", "result") for each in verdict.verified],
        "unchecked": [_keys(each, "id", "says", "why") for each in told.checked.game.data.unchecked],
        "waived": [{**_finding(told.game, each.finding), "reason": each.reason} for each in told.checked.waived],
    }


_NOTHING: Mapping[str, Any] = {
    "claims": 0,
    "numbers": 0,
    "skipped": 0,
    "counts": [],
    "verified": [],
    "unchecked": [],
    "waived": [],
}


def _count(count: Any) -> dict[str, Any]:
    claimed = [{"number": number, "by": who} for number, who in count.claimed]
    return {**_keys(count, "part", "title", "declared", "printed", "verdict"), "claimed": claimed}


def _keys(record: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(record, name) for name in names}


def as_github(all_told: Sequence[Told]) -> str:
    """Return a workflow command for each finding, which GitHub shows at the line."""
    return "\n".join(_command(finding) for told in all_told for finding in told.findings)


def _command(finding: Finding) -> str:
    place = finding.place
    where = {"file": place.file, "line": place.line, "col": place.column} if _is_file(place) else {}
    said = {**{name: value for name, value in where.items() if value}, "title": finding.code}
    properties = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in said.items())
    message = finding.message if where else f"{place}: {finding.message}"
    return f"::{_GITHUB[finding.level]} {properties}::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    for char in f"%\r\n{more}":
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def as_sarif(all_told: Sequence[Told]) -> str:
    """Return a log of SARIF 2.1.0 with the findings as results and their codes as rules.

    What a game lets pass is a result too, which is suppressed: with the reason, and the place of the waiver.
    """
    findings: list[tuple[Finding, Waived | None]] = []
    for told in all_told:
        findings += [(each, None) for each in told.findings]
        findings += [(each.finding, each) for each in (told.checked.waived if told.checked else ())]
    met = sorted({finding.code for finding, _ in findings})
    known = read_code_pages()
    driver = {"name": "gutterfold", "version": __version__, "rules": [_rule(known[code]) for code in met]}
    results = [_result(finding, met.index(finding.code), waived) for finding, waived in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return _dumped({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(page: CodePage) -> dict[str, Any]:
    return {
        "id": page.code,
        "shortDescription": _message(FINDING_CODES[page.code].title),
        "fullDescription": _message(page.meaning),
        "help": _message(page.fix),
    }


def _result(finding: Finding, rule: int, waived: Waived | None) -> dict[str, Any]:
    """Return a result; if one of a run says whether it is suppressed, all must (SARIF 2.1.0, 3.27.23)."""
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _SARIF[finding.level],
        "message": _message(finding.message),
        "locations": [_location(finding.place)],
        "suppressions": [_suppression(waived)] if waived else [],
    }


def _suppression(waived: Waived) -> dict[str, Any]:
    """Return why a result does not count; a waiver is a word of the very data that are checked, so `inSource`."""
    return {"kind": "inSource", "justification": waived.reason, "location": _location(waived.place)}


def _message(text: str) -> dict[str, str]:
    """Return a text without placeholders: `{0}` would be one, so braces are doubled (SARIF 2.1.0, 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _location(place: Place) -> dict[str, Any]:
    """Return where it is: a file, with the line where there is one, or the name of what is none, such as an option."""
    if not _is_file(place):
        return {"logicalLocations": [{"name": place.file}]}
    region = {"startLine": place.line, "startColumn": place.column}
    where = {"region": {name: value for name, value in region.items() if value}} if place.line else {}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(place.file)}, **where}}


def _is_file(place: Place) -> bool:
    return bool(place.line) or os.path.lexists(place.file)


def _uri(file: str) -> str:
    """Return the path from the current directory as a relative URI; of a file that lies elsewhere, the whole URI."""
    from urllib.parse import quote

    path = Path(os.path.normpath(Path(file).absolute()))
    here = Path.cwd()
    return quote(os.fsencode(path.relative_to(here).as_posix())) if path.is_relative_to(here) else path.as_uri()


def _dumped(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False)


FORMATS: dict[str, Callable[[Sequence[Told]], str]] = {"json": as_json, "github": as_github, "sarif": as_sarif}
