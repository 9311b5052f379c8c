"""Write findings as one document for programs: JSON, SARIF 2.1.0, or GitHub workflow commands."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator import __version__
from generator.cli.diagnostics import GameReport
from generator.cli.explain import CodePage, read_code_pages
from generator.model.coverage import Coverage
from generator.model.finding import Finding, Place, WaivedFinding
from generator.model.finding_codes import FINDING_CODES
from generator.safety.log_lines import escape_line

VERSION = 1  # of the JSON: removing a key or changing its meaning makes it 2, adding one does not
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_LEVELS = {"error": "error", "trap": "error", "warning": "warning", "note": "note"}
_GITHUB_LEVELS = {"error": "error", "trap": "error", "warning": "warning", "note": "notice"}


def as_json(reports: Sequence[GameReport]) -> str:
    """Return all findings and what was checked in each game as JSON; docs/codes.md describes every key."""
    findings = [describe_finding(report.game, each) for report in reports for each in report.findings]
    games = [_describe_game(report) for report in reports if report.game]
    return _dump({"gutterfold": __version__, "version": VERSION, "findings": findings, "games": games})


def describe_finding(game: str, finding: Finding) -> dict[str, Any]:
    """Return a finding as an object for JSON."""
    code, place, message, level = finding[:4]
    where = {"file": place.file, "line": place.line or None, "column": place.column or None}
    return {"code": code, "level": level, "game": game or None, **where, "message": message} | (
        {"lines": list(finding.lines)} if finding.lines else {}
    )


def _describe_game(report: GameReport) -> dict[str, Any]:
    if report.checked is None:
        return {"game": report.game, "judged": False, **_NOTHING}
    verdict = report.checked.verdict
    return {
        "game": report.game,
        "judged": True,
        "claims": verdict.claims,
        "numbers": verdict.numbers,
        "skipped": verdict.skipped,
        "counts": [_describe_count(each) for each in report.checked.counts],
        "coverage": _describe_coverage(report.checked.coverage),
        "verified": [_pick_fields(each, "id", "says", "rests_on", "result") for each in verdict.verified],
        "unchecked": [_pick_fields(each, "id", "says", "why") for each in report.checked.game.data.unchecked],
        "waived": [
            {**describe_finding(report.game, each.finding), "reason": each.reason} for each in report.checked.waived
        ],
    }


_NOTHING: Mapping[str, Any] = {
    "claims": 0,
    "numbers": 0,
    "skipped": 0,
    "counts": [],
    "coverage": None,
    "verified": [],
    "unchecked": [],
    "waived": [],
}


def _describe_count(count: Any) -> dict[str, Any]:
    claimed = [{"number": number, "by": who} for number, who in count.claimed]
    return {**_pick_fields(count, "part", "title", "declared", "printed", "verdict"), "claimed": claimed}


def _describe_coverage(coverage: Coverage | None) -> dict[str, Any] | None:
    if coverage is None:
        return None
    parts = [
        {
            **_pick_fields(
                each, "part", "title", "facts", "seen", "hidden", "used", "missing", "cells", "joins", "faces"
            ),
            "rest": [{**fact.place._asdict(), **_pick_fields(fact, "what", "why", "stands_for")} for fact in each.rest],
            "witnesses": list(each.witnesses),
        }
        for each in coverage.parts
    ]
    files = [each._asdict() for each in coverage.files]
    words = [
        {**each.place._asdict(), **_pick_fields(each, "kind", "word", "braces", "claim")} for each in coverage.words
    ]
    return {"parts": parts, "files": files, "words": words, **_pick_fields(coverage, "numbers", "held")}


def _pick_fields(record: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(record, name) for name in names}


def as_github(reports: Sequence[GameReport]) -> str:
    """Return a GitHub workflow command for each finding."""
    return "\n".join(_format_command(finding) for report in reports for finding in report.findings)


def _format_command(finding: Finding) -> str:
    place = finding.place
    where = {"file": place.file, "line": place.line, "col": place.column} if _is_file(place) else {}
    named = {**{name: value for name, value in where.items() if value}, "title": finding.code}
    properties = ",".join(f"{name}={_escape(str(value), ':,')}" for name, value in named.items())
    message = finding.message if where else f"{place}: {finding.message}"
    return f"::{_GITHUB_LEVELS[finding.level]} {properties}::{_escape(message)}"


def _escape(text: str, more: str = "") -> str:
    for char in f"%\r\n{more}":
        text = text.replace(char, f"%{ord(char):02X}")
    return escape_line(text)


def as_sarif(reports: Sequence[GameReport]) -> str:
    """Return a SARIF 2.1.0 log with the findings as results and their codes as rules.

    A waived finding is a suppressed result, with the reason and the place of the waiver.
    """
    findings: list[tuple[Finding, WaivedFinding | None]] = []
    for report in reports:
        findings += [(each, None) for each in report.findings]
        findings += [(each.finding, each) for each in (report.checked.waived if report.checked else ())]
    codes = sorted({finding.code for finding, _ in findings})
    pages = read_code_pages()
    driver = {"name": "gutterfold", "version": __version__, "rules": [_describe_rule(pages[code]) for code in codes]}
    results = [_describe_result(finding, codes.index(finding.code), waived) for finding, waived in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return _dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _describe_rule(page: CodePage) -> dict[str, Any]:
    return {
        "id": page.code,
        "shortDescription": _wrap_message(FINDING_CODES[page.code].title),
        "fullDescription": _wrap_message(page.meaning),
        "help": _wrap_message(page.fix),
    }


def _describe_result(finding: Finding, rule: int, waived: WaivedFinding | None) -> dict[str, Any]:
    """Return a result; once one result of a run has `suppressions`, all must (SARIF 2.1.0, 3.27.23)."""
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _SARIF_LEVELS[finding.level],
        "message": _wrap_message(finding.message),
        "locations": [_describe_location(finding.place)],
        "suppressions": [
            {"kind": "inSource", "justification": each.reason, "location": _describe_location(each.place)}
            for each in filter(None, [waived])  # which is part of the data that is checked
        ],
    }


def _wrap_message(text: str) -> dict[str, str]:
    """Return a message; braces are doubled, since `{0}` would be a placeholder (SARIF 2.1.0, 3.11.5)."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _describe_location(place: Place) -> dict[str, Any]:
    """Return a physical location for a file, and a logical one for anything else, such as an option."""
    if not _is_file(place):
        return {"logicalLocations": [{"name": place.file}]}
    region = {"startLine": place.line, "startColumn": place.column}
    where = {"region": {name: value for name, value in region.items() if value}} if place.line else {}
    return {"physicalLocation": {"artifactLocation": {"uri": _to_uri(place.file)}, **where}}


def _is_file(place: Place) -> bool:
    return bool(place.line) or os.path.lexists(place.file)


def _to_uri(file: str) -> str:
    """Return a URI relative to the current directory, or an absolute one for a file outside it."""
    from urllib.parse import quote

    path = Path(os.path.normpath(Path(file).absolute()))
    here = Path.cwd()
    return quote(os.fsencode(path.relative_to(here).as_posix())) if path.is_relative_to(here) else path.as_uri()


def _dump(document: Mapping[str, Any]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False)


FORMATS: dict[str, Callable[[Sequence[GameReport]], str]] = {"json": as_json, "github": as_github, "sarif": as_sarif}
