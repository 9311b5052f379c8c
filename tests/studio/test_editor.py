"""A line is opened in an editor that the system has, on each system, and what is missing is said."""

import asyncio
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from typing import Any, cast

import pytest

from generator.studio.editor import (
    EDITOR,
    Desktop,
    FilePlace,
    fill_command,
    link_vs_code,
    list_editors,
    open_editor,
    split_command,
)

FILE = FilePlace(Path("/games/my deck/cards.csv"), 12, 3)
SHOWN = "/games/my deck/cards.csv"


def see(system: str = "linux", programs: str = "", apps: str = "", **variables: str) -> Desktop:
    """Return a desktop with a screen, some programs and variables; what it opens is kept in `opened`."""
    found = {name: f"/usr/bin/{name}" for name in programs.split()}
    screen = {"DISPLAY": ":0"} if system == "linux" else {}
    opener = opened.append if system == "win32" else None
    return Desktop(system, {**screen, **variables}, found.get, opener, apps.split("|").__contains__)


opened: list[str] = []


def name_first(desktop: Desktop, place: FilePlace = FILE) -> tuple[str, object]:
    """Return what is tried first, after the page itself was passed over."""
    return next((name, command) for name, command in list_editors(desktop, place) if name != "the page")


@pytest.mark.parametrize(
    ("desktop", "expected"),
    [
        (see(GUTTERFOLD_EDITOR="gvim +{line} {file}"), (EDITOR, ["gvim", "+12", SHOWN])),
        (see(GUTTERFOLD_EDITOR="'my editor' -x"), (EDITOR, ["my editor", "-x", f"{SHOWN}:12"])),
        (see(programs="subl", VISUAL="subl -w"), ("VISUAL", ["subl", "-w", f"{SHOWN}:12"])),
        (see(programs="code", EDITOR="code --wait"), ("EDITOR", ["code", "--wait", "--goto", f"{SHOWN}:12:3"])),
        (see(programs="vim code", VISUAL="vim"), ("code", ["/usr/bin/code", "--goto", f"{SHOWN}:12:3"])),
        (see(programs="code", EDITOR="gedit"), ("code", ["/usr/bin/code", "--goto", f"{SHOWN}:12:3"])),
        (see(programs="xdg-open", EDITOR="nano"), ("xdg-open", ["/usr/bin/xdg-open", SHOWN])),
        (
            see("darwin", "open", "Visual Studio Code"),
            ("Visual Studio Code", ["/usr/bin/open", "vscode://file/games/my%20deck/cards.csv:12:3"]),
        ),
        (see("darwin", "open"), ("open", ["/usr/bin/open", SHOWN])),
    ],
)
def test_the_best_editor_of_the_system_is_taken(desktop: Desktop, expected: tuple[str, list[str]]) -> None:
    assert name_first(desktop) == expected


def test_an_editor_of_a_terminal_and_a_system_without_a_screen_open_nothing() -> None:
    headless = see(programs="code xdg-open inkscape", EDITOR="code")._replace(variables={"EDITOR": "code"})
    assert [name for name, _ in list_editors(headless, FILE)] == ["the page"]
    drawing = FilePlace(Path("/games/icon.svg"))
    assert name_first(see(programs="inkscape xdg-open"), drawing) == (
        "Inkscape",
        ["/usr/bin/inkscape", "/games/icon.svg"],
    )
    assert name_first(see(programs="inkscape xdg-open"), FilePlace(Path("/games/card.svg.j2")))[0] == "xdg-open"


def test_windows_keeps_its_backslashes_and_its_drives() -> None:
    assert split_command(r'"C:\Program Files\Notepad++\notepad++.exe" -n{line} {file}', is_windows=True) == [
        r"C:\Program Files\Notepad++\notepad++.exe",
        "-n{line}",
        "{file}",
    ]
    assert split_command(r"C:\tools\subl.exe -w", is_windows=True) == [r"C:\tools\subl.exe", "-w"]
    assert split_command(r"my\ editor -w", is_windows=False) == ["my editor", "-w"]
    assert split_command("code 'unfinished", is_windows=False) == ["code", "'unfinished"]
    place = FilePlace(cast(Path, PureWindowsPath(r"C:\Users\Ann Lee\deck\cards.csv")), 12, 3)
    assert link_vs_code(place) == "vscode://file/C:/Users/Ann%20Lee/deck/cards.csv:12:3"
    assert fill_command(["notepad.exe"], place) == ["notepad.exe", r"C:\Users\Ann Lee\deck\cards.csv"]
    assert fill_command([r"C:\tools\code.cmd"], place)[1:] == ["--goto", r"C:\Users\Ann Lee\deck\cards.csv:12:3"]


def test_windows_opens_code_by_its_address_and_other_files_by_their_kind() -> None:
    opened.clear()
    place = FilePlace(cast(Path, PureWindowsPath(r"C:\deck\a.csv")), 2, 1)
    for desktop in (see("win32", "code"), see("win32")):
        _, command = name_first(desktop, place)
        assert callable(command)
        command()
    assert opened == ["vscode://file/C:/deck/a.csv:2:1", r"C:\deck\a.csv"]


def open_in(folder: Path, file: str, desktop: Desktop) -> dict[str, Any]:
    session = cast(Any, SimpleNamespace(folder=folder))
    return asyncio.run(open_editor(session, FilePlace((folder / file).resolve(), 4), desktop))


def test_the_page_has_its_own_texts_and_else_one_line_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("title: Deck\nrules: rules.md\n")
    (tmp_path / "rules.md").write_text("# Deck\n")
    (tmp_path / "cards.csv").write_text("name\n")
    assert open_in(tmp_path, "rules.md", see()) == {"ok": True, "text": "rules.md", "line": 4}
    assert open_in(tmp_path, "game.yaml", see(programs="xdg-open")) == {"ok": True, "text": "game.yaml", "line": 4}
    told = open_in(tmp_path, "cards.csv", see())
    assert not told["ok"]
    assert told["why"].endswith("cards.csv:4; install one, or name its command in GUTTERFOLD_EDITOR")
    assert open_in(tmp_path, "cards.csv", see(GUTTERFOLD_EDITOR="no-such-editor")) == {
        "ok": False,
        "why": "GUTTERFOLD_EDITOR: 'no-such-editor' cannot be started: No such file or directory",
    }
