"""Find the line of a file that the page asks for, and open it in an editor that the system has."""

import asyncio
import json
import ntpath
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from generator.model.finding import DataError
from generator.pipeline.editing.game_texts import GAME_FILE, list_text_files, read_game_text
from generator.pipeline.editing.yaml_edits import MISSING, find_node, find_value, read_tree
from generator.program.identity import find_resources
from generator.studio.session import Session

EDITOR = "GUTTERFOLD_EDITOR"
# editors with a window, which need no terminal; $VISUAL and $EDITOR often name one that does
_WITH_WINDOW = frozenset(
    "code codium code-insiders cursor zed subl sublime_text gedit gnome-text-editor kate kwrite gvim mvim mousepad "
    "xed pluma geany featherpad leafpad l3afpad notepad notepad++ bbedit mate textmate atom pulsar lapce idea "
    "pycharm".split()
)
_VS_CODE = ("code", "codium", "code-insiders", "cursor")  # they take `--goto file:line:column`
_MAC_APPS = ("Visual Studio Code", "VSCodium")


class FilePlace(NamedTuple):
    """A file with a line and a column, from 1."""

    path: Path
    line: int = 1
    column: int = 1


class Desktop(NamedTuple):
    """What an editor is looked for with: the system's name, its variables, its programs and what opens an address."""

    system: str
    variables: Mapping[str, str]
    find_program: Callable[[str], str | None]
    open_address: Callable[[str], None] | None
    has_app: Callable[[str], bool]

    @property
    def is_windows(self) -> bool:
        """Return whether paths have backslashes, which are no escapes."""
        return self.system == "win32"

    @property
    def has_screen(self) -> bool:
        """Return whether a window can be opened."""
        return self.system in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & self.variables.keys())


def look_around() -> Desktop:
    """Return the desktop that the studio runs on."""
    opener: Callable[[str], None] | None = getattr(os, "startfile", None)
    return Desktop(
        sys.platform, os.environ, shutil.which, opener, lambda name: Path(f"/Applications/{name}.app").is_dir()
    )


def find_line(session: Session, asked: Mapping[str, Any]) -> FilePlace | None:
    """Return the place of a finding, a fault, a piece, a value of game.yaml or its drawing; None if there is none.

    The page names it by its kind and its number, key or path in game.yaml, never by a path of the disk.
    """
    kind, which = asked.get("kind"), asked.get("which")
    found: list[tuple[str, int, int]] = []
    if kind == "piece" and session.game is not None:
        found = [(each.file, each.line, 0) for each in session.game.pieces if each.key == which]
    elif kind in ("finding", "fault") and type(which) is int and which >= 0:
        listed = session.findings if kind == "finding" else session.faults
        found = [(each.place.file, each.place.line, each.place.column) for each in listed[which : which + 1]]
    elif kind in ("value", "template") and isinstance(which, str):
        found = list(_find_value_place(session, which, kind == "template"))
    for file, line, column in found:
        if (path := Path(file)).is_file():
            return FilePlace(path.resolve(), line or 1, column or 1)
    return None


def _find_value_place(session: Session, which: str, is_template: bool) -> Iterator[tuple[str, int, int]]:
    """Yield where a value of game.yaml stands, or the file of the game's templates that it names."""
    try:
        steps = json.loads(which)
        game = read_game_text(session.folder)
        root = read_tree(game.text, game.shown)
    except (ValueError, RecursionError, DataError):
        return
    path = tuple(steps) if isinstance(steps, list) and all(type(each) in (str, int) for each in steps) else ()
    value = find_value(game.read_plain(), path)
    if not path or value is MISSING:
        return
    if not is_template:
        place = find_node(root, path).place
        yield str(session.folder / GAME_FILE), place.line, place.column
    elif isinstance(value, str):
        for home in (session.folder / "templates", find_resources("templates")):
            file = (home / value).resolve()
            if file.is_relative_to(home.resolve()) and file.is_file():
                yield str(file), 1, 1


async def open_editor(session: Session, place: FilePlace, desktop: Desktop | None = None) -> dict[str, Any]:
    """Open a file in an editor with a window; without one, answer which text of the page has it, or what is missing."""
    desktop = desktop or look_around()
    for name, command in list_editors(desktop, place):
        if callable(command):
            try:
                command()
            except OSError as error:
                return {"ok": False, "why": f"{name} cannot be started: {error.strerror or error}"}
            return {"ok": True, "by": name}
        if name == _PAGE and (text := _name_text(session, place.path)):
            return {"ok": True, "text": text, "line": place.line}
        if name == _PAGE:
            continue
        nothing = asyncio.subprocess.DEVNULL
        try:
            await asyncio.create_subprocess_exec(
                *command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
            )
        except OSError as error:
            return {"ok": False, "why": f"{name}: {command[0]!r} cannot be started: {error.strerror}"}
        return {"ok": True, "by": name}
    shown = f"{place.path}:{place.line}"
    says = f"this system has no editor with a window for {shown}; install one, or name its command in {EDITOR}"
    return {"ok": False, "why": says}


_PAGE = "the page"


def list_editors(desktop: Desktop, place: FilePlace) -> Iterator[tuple[str, list[str] | Callable[[], None]]]:
    """Yield what can open a file, the best first: its name, and its words, or a function that opens it.

    The page itself, which has some texts, comes with no words: before what knows no lines.
    """
    if given := desktop.variables.get(EDITOR, "").strip():
        yield EDITOR, fill_command(split_command(given, desktop.is_windows), place)
    for variable in ("VISUAL", "EDITOR"):
        words = split_command(desktop.variables.get(variable, ""), desktop.is_windows)
        if words and _has_window(words, desktop):
            yield variable, fill_command(words, place)
    if desktop.has_screen:
        yield from _find_vs_code(desktop, place)
    yield _PAGE, []
    if not desktop.has_screen:
        return
    inkscape = desktop.find_program("inkscape") if place.path.suffix.lower() == ".svg" else None
    if inkscape:
        yield "Inkscape", [inkscape, str(place.path)]
    if desktop.is_windows and desktop.open_address is not None:
        yield "Windows", _bind(desktop.open_address, str(place.path))
    elif opener := desktop.find_program("open" if desktop.system == "darwin" else "xdg-open"):
        yield Path(opener).name, [opener, str(place.path)]


def _find_vs_code(desktop: Desktop, place: FilePlace) -> Iterator[tuple[str, list[str] | Callable[[], None]]]:
    """Yield Visual Studio Code or what is made of it; on Windows by its address, since its command is a script."""
    for name in _VS_CODE:
        program = desktop.find_program(name)
        if program and desktop.is_windows and desktop.open_address is not None and name == "code":
            yield "Visual Studio Code", _bind(desktop.open_address, link_vs_code(place))
        elif program and not desktop.is_windows:
            yield Path(program).name, [program, "--goto", f"{place.path}:{place.line}:{place.column}"]
    if desktop.system == "darwin" and (opener := desktop.find_program("open")):
        for name in filter(desktop.has_app, _MAC_APPS):
            scheme = "vscode" if name == _MAC_APPS[0] else "vscodium"
            yield name, [opener, link_vs_code(place, scheme)]


def _bind(open_address: Callable[[str], None], address: str) -> Callable[[], None]:
    return lambda: open_address(address)


def link_vs_code(place: FilePlace, scheme: str = "vscode") -> str:
    """Return the address that opens a file: the path begins with one slash, and a drive keeps its colon."""
    return f"{scheme}://file/{quote(place.path.as_posix().lstrip('/'), safe='/:')}:{place.line}:{place.column}"


def split_command(text: str, is_windows: bool) -> list[str]:
    """Return the words of a command as the system's shell has them: on Windows, a backslash is part of a path.

    A program whose path has blanks and no quotes is one word if it is there. Quotes that do not end are text.
    """
    text = text.strip()
    if text and Path(text).is_file():
        return [text]
    try:
        words = shlex.split(text, posix=not is_windows)
    except ValueError:
        words = text.split()
    return [word[1:-1] if is_windows and len(word) > 1 and word[0] == word[-1] == '"' else word for word in words]


def fill_command(words: list[str], place: FilePlace) -> list[str]:
    """Return a command with {file}, {line} and {column} replaced; without them, what names the file is added."""
    values = {"{file}": str(place.path), "{line}": str(place.line), "{column}": str(place.column)}
    given = [_fill(word, values) for word in words]
    if given != words:
        return given
    name = _name_program(words[0])
    if name in _VS_CODE:
        return [*words, "--goto", f"{place.path}:{place.line}:{place.column}"]
    return [*words, str(place.path)] if name in _WITHOUT_LINES else [*words, f"{place.path}:{place.line}"]


_WITHOUT_LINES = frozenset({"gedit", "notepad", "mousepad", "xed", "pluma", "gvim", "mvim", "kate", "kwrite", "geany"})


def _fill(word: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        word = word.replace(name, value)
    return word


def _has_window(words: list[str], desktop: Desktop) -> bool:
    return desktop.has_screen and _name_program(words[0]) in _WITH_WINDOW and desktop.find_program(words[0]) is not None


def _name_program(path: str) -> str:
    """Return the name of a program, without its folder and what Windows adds to it."""
    name = ntpath.basename(path).lower()
    return name.removesuffix(".exe").removesuffix(".cmd").removesuffix(".bat")


def _name_text(session: Session, path: Path) -> str:
    """Return the text of the page that is a file; empty if it has none."""
    texts = ((name, (session.folder / name).resolve()) for name in list_text_files(session.folder))
    return next((name for name, file in texts if file == path), "")
