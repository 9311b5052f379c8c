"""Find the line of a file that the page asks for, and open the user's editor there."""

import asyncio
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from generator.studio.session import Session

EDITOR = "GUTTERFOLD_EDITOR"


def find_line(session: Session, asked: Mapping[str, Any]) -> tuple[Path, int, int] | None:
    """Return the file, line and column of a finding, a fault or a piece; None if there is none, or no such file.

    The page names it by its kind and its number or key, never by a path.
    """
    kind, which = asked.get("kind"), asked.get("which")
    if kind == "piece" and session.game is not None:
        found = [(each.file, each.line, 0) for each in session.game.pieces if each.key == which]
    elif kind in ("finding", "fault") and type(which) is int:
        listed = session.findings if kind == "finding" else session.faults
        found = [(each.place.file, each.place.line, each.place.column) for each in listed[which : which + 1]]
    else:
        found = []
    for file, line, column in found:
        if which != -1 and (path := Path(file)).is_file():
            return path.resolve(), line or 1, column or 1
    return None


async def open_editor(path: Path, line: int, column: int) -> dict[str, Any]:
    """Start the editor of `$GUTTERFOLD_EDITOR`; without one, return the address that opens Visual Studio Code.

    The variable holds a command, in which {file} and {line} are replaced; without them, `file:line` is added.
    """
    command = shlex.split(os.environ.get(EDITOR, ""))
    if not command:
        return {"ok": True, "link": f"vscode://file{quote(path.as_posix())}:{line}:{column}"}
    given = [word.replace("{file}", str(path)).replace("{line}", str(line)) for word in command]
    if given == command:
        given.append(f"{path}:{line}")
    try:
        await asyncio.create_subprocess_exec(*given, stdin=asyncio.subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        return {"ok": False, "why": f"{EDITOR}: {given[0]!r} cannot be started: {error.strerror}"}
    return {"ok": True}
