"""Compose the panes in which game.yaml and the rules are edited."""

from pathlib import Path
from typing import Any

from generator.model.finding import DataError, Finding
from generator.pipeline.editing.game_edits import list_drawn_kinds, list_tables
from generator.pipeline.editing.game_texts import list_text_files, read_game_text
from generator.studio.documents import list_documents
from generator.studio.form_edits import read_form
from generator.studio.session import Session


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
    parts, tables = list_parts_with_rows(session), list_tables(session.folder)
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
