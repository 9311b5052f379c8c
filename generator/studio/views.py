"""Compose what each pane of the studio's page shows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from pathlib import Path
from typing import Any, NamedTuple

from generator.language.color_vision import MEASURES, MOST_MEASURES, SIGHTS, Colorimeter
from generator.model.color import relative_luminance
from generator.model.finding import DataError, Finding
from generator.model.paper import ALL_PAPERS
from generator.pipeline.editing.game_edits import list_drawn_kinds, list_table_files
from generator.pipeline.editing.game_texts import list_text_files, read_game_text
from generator.pipeline.editing.tables import list_tables, read_game_tree
from generator.pipeline.export.targets import TARGETS
from generator.pipeline.preview import PreviewPiece, ShownRole
from generator.pipeline.printers import list_printers
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.memory import open_memory
from generator.studio.choices import FIELDS
from generator.studio.documents import find_first_sheet, list_documents
from generator.studio.form_edits import read_form
from generator.studio.picture_desk import list_missing, list_shelf
from generator.studio.session import Session

_CLAIM_CODES = frozenset({"GF100", "GF101", "GF102", "GF103", "GF104", "GF105"})  # of numbers and claims of the rules
_GRAVITY: Mapping[str, int] = {"warning": 1, "trap": 2, "error": 2}  # a note is less
_CARET_LINE = 160  # characters of a line that are shown below a finding
_MOST_BYTES = 4 * 1024 * 1024  # of a file that lines are shown of


def describe_form(session: Session, _out: Path) -> dict[str, Any]:
    """Return game.yaml as a form, or why it cannot be read as one, with the pieces and sheets that it makes."""
    session.prepare_kit()
    files = {path.name: path for path in session.list_kit()} if session.kit else {}
    sheets = sum(each.pages for each in list_documents(files) if each.title == "Sheets")
    counts = {part: count for part, _, count in session.game.parts} if session.game else {}
    try:
        form, why = read_form(session, read_game_text(session.folder)).describe(), list[Finding]()
    except DataError as error:
        form, why = None, list(error.findings)
    return {"form": form, "why": why, "counts": counts, "sheets": sheets, "is_made": bool(session.kit)}


def describe_gallery(session: Session, _out: Path) -> dict[str, Any]:
    """Return the layouts, and what can be drawn in them: parts that have rows, and tables."""
    session.prepare_layouts()
    parts, tables = list_parts_with_rows(session), list_table_files(session.folder)
    return {"layouts": session.layouts, "parts": parts, "tables": tables, "kinds": list_drawn_kinds()}


def list_parts_with_rows(session: Session) -> list[tuple[str, str]]:
    """Return the parts that a layout can draw, by their ids and titles."""
    rows = {piece.part for piece in session.game.pieces if piece.values} if session.game else set()
    return [(part, title) for part, title, _ in session.game.parts if part in rows] if session.game else []


def describe_texts(session: Session, _out: Path) -> dict[str, Any]:
    """Return the texts of the game, with the web page of its rules."""
    session.prepare_kit()
    names = list_text_files(session.folder)
    page = any(path.suffix == ".html" for path in session.list_kit()) if session.kit else False
    return {"names": names, "has_rules": len(names) > 1, "page": page}


class ShownFinding(NamedTuple):
    """A finding with its number, its line and a caret below it, and the pieces that it is about."""

    number: int
    finding: Finding
    line: str
    caret: str
    pieces: tuple[str, ...]


def list_printer_names() -> tuple[str, ...]:
    """Return the names of the measured printers; none if their file is faulty."""
    try:
        return tuple(list_printers().printers)
    except (DataError, OSError):
        return ()


def _describe_pieces(session: Session, _out: Path) -> dict[str, Any]:
    pieces = session.game.pieces if session.game else ()
    named = set(session.list_changed())
    told = [(key, each.finding.level) for each in _list_findings(session) for key in each.pieces]
    wrong = dict(sorted(told, key=lambda each: _GRAVITY.get(each[1], 0)))  # of several findings, the gravest counts
    parts = [(title, list(each)) for title, each in groupby(pieces, key=lambda piece: piece.title)]
    colors = sorted({(each.role, each.called) for each in session.game.roles if each.group}) if session.game else []
    return {"parts": parts, "changed": named, "wrong": wrong, "colors": colors}


def _describe_cards(session: Session, _out: Path) -> dict[str, Any]:
    try:
        parts = [(each.part, each.title) for each in list_tables(read_game_tree(session.folder))]
    except DataError:
        parts = []
    return {"parts": parts}


def _describe_colors(session: Session, _out: Path) -> dict[str, Any]:
    roles = session.game.roles if session.game else ()
    groups: dict[str, list[ShownRole]] = {}
    for role in roles:
        groups.setdefault(role.group, []).append(role)
    meter = Colorimeter(open_memory(*MEASURES, most=MOST_MEASURES))
    pairs = {name: _compare_roles(each, meter) for name, each in groups.items() if name}
    meter.save()
    shown = {piece.part: piece for piece in reversed(session.game.pieces)} if session.game else {}
    colored = [piece for piece in session.game.pieces if piece.roles] if session.game else []
    samples = [*{(piece.part, piece.roles): piece for piece in reversed(colored)}.values()][::-1]
    samples += [piece for part, piece in reversed(shown.items()) if not piece.roles]
    nearest = {name: _find_nearest(each) for name, each in pairs.items() if each}
    contrasts = {role.role: measure_contrasts(role.paint) for role in roles}
    tried = {role for role, _ in session.choices.colors}
    measured = {"tried": tried, "pairs": pairs, "nearest": nearest, "contrasts": contrasts}
    return {"groups": groups.items(), "sights": SIGHTS, "samples": samples, **measured}


def measure_contrasts(paint: str) -> tuple[float, float]:
    """Return the contrast of white and of black with a paint, from 1 to 21 (WCAG 2.2, contrast ratio)."""
    bright = relative_luminance(paint)
    return 1.05 / (bright + 0.05), (bright + 0.05) / 0.05


def _find_nearest(pairs: Sequence[tuple[str, list[float]]]) -> tuple[str, str, float]:
    """Return the pair that looks most alike, to which sight, and how far apart it looks."""
    found = ((far, pair, sight) for pair, distances in pairs for far, sight in zip(distances, SIGHTS, strict=True))
    far, pair, sight = min(found)
    return pair, SIGHTS[sight], far


def _compare_roles(roles: Sequence[ShownRole], meter: Colorimeter) -> list[tuple[str, list[float]]]:
    """Return each pair of a group, and how far apart it looks to each kind of sight."""
    return [
        (
            f"{_last_word(one.role)}, {_last_word(two.role)}",
            [meter.difference(one.paint, two.paint, sight) for sight in SIGHTS],
        )
        for one, two in combinations(roles, 2)
    ]


def _last_word(role: str) -> str:
    return role.rpartition(".")[2]


def _describe_kit(session: Session, _out: Path) -> dict[str, Any]:
    session.prepare_kit()
    files = {path.name: path for path in session.list_kit()} if session.kit else {}
    first = find_first_sheet(files["manifest.json"]) if "manifest.json" in files else 1
    page = any(name.endswith(".html") for name in files)
    return {"documents": list_documents(files), "first": first, "page": page}


def _describe_sheets(session: Session, out: Path) -> dict[str, Any]:
    papers = sorted(ALL_PAPERS.values(), key=lambda paper: paper.name)
    printers = [(name, name) for name in list_printer_names()]
    return {**_describe_kit(session, out), "papers": papers, "printers": printers}


def _describe_rules(session: Session, out: Path) -> dict[str, Any]:
    wrong = [each for each in _list_findings(session) if each.finding.code in _CLAIM_CODES]
    return {**_describe_kit(session, out), "wrong": wrong, "claims": session.claims}


def _describe_print(session: Session, out: Path) -> dict[str, Any]:
    built, result = session.list_built(), session.built
    made = {"out": out, "result": result, "built": built, "earlier": session.list_earlier(out)}
    lines = result.output.splitlines() if result else []
    told = [line.removeprefix(f"{session.title}: ") for line in lines if line.startswith(f"{session.title}: ")]
    sheets = [path for path in built if path.suffix == ".pdf"] if session.is_reprint else []
    reprinted = list_documents({path.name: path for path in sheets[:1]})
    stamp = sheets[0].stat().st_mtime_ns if reprinted else 0
    told_of = {"told": told, "reprinted": reprinted[0] if reprinted else None, "stamp": stamp}
    return {**_describe_sheets(session, out), **made, **told_of}


# the panes in the order of the page: what makes its values
PANES: Mapping[str, Callable[[Session, Path], dict[str, Any]]] = {
    "pieces": _describe_pieces,
    "game": describe_form,
    "cards": _describe_cards,
    "pictures": lambda session, _: {"shelf": list_shelf(session), "missing": list_missing(session)},
    "layouts": describe_gallery,
    "sheets": _describe_sheets,
    "text": describe_texts,
    "rules": _describe_rules,
    "findings": lambda session, _: {"shown": _list_findings(session)},
    "colors": _describe_colors,
    "print": _describe_print,
    "export": lambda _, out: {"targets": TARGETS, "fields": FIELDS, "out": out},
}


def describe_pane(name: str, session: Session, out: Path) -> dict[str, Any]:
    """Return the values of a pane's template."""
    return PANES[name](session, out)


def _list_findings(session: Session) -> list[ShownFinding]:
    pieces = session.game.pieces if session.game else ()
    lines = _LineReader()
    return [
        ShownFinding(number, each, *lines.show(each), tuple(_find_pieces(each, pieces)))
        for number, each in enumerate(session.findings)
    ]


def _find_pieces(finding: Finding, pieces: tuple[PreviewPiece, ...]) -> Iterator[str]:
    """Yield the pieces that a finding names, or whose row it points at."""
    for piece in pieces:
        is_named = f"{piece.key}:" in finding.message or f"'{piece.key}'" in finding.message
        if is_named or (piece.line and (piece.file, piece.line) == finding.place[:2]):
            yield piece.key


class _LineReader:
    """Reads the lines that findings point at, each file once."""

    def __init__(self) -> None:
        self._files: dict[str, list[str]] = {}

    def show(self, finding: Finding) -> tuple[str, str]:
        """Return the line of a finding, and a caret below its column; empty if it cannot be shown."""
        lines = self._read(finding.place.file)
        if not 0 < finding.place.line <= len(lines):
            return "", ""
        line = lines[finding.place.line - 1].replace("\t", " ")
        start = max(0, finding.place.column - _CARET_LINE // 2)
        caret = " " * (finding.place.column - 1 - start) + "^" if finding.place.column else ""
        return line[start : start + _CARET_LINE], caret

    def _read(self, file: str) -> list[str]:
        if file not in self._files:
            try:
                self._files[file] = read_regular_file(Path(file), _MOST_BYTES).decode("utf-8").split("\n")
            except (OSError, ValueError, UnsafeFileError):
                self._files[file] = []
        return self._files[file]
