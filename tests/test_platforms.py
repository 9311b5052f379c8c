"""What Windows and macOS do otherwise, as far as it can be acted out here; docs/platforms.md says what was."""

import os
from pathlib import Path
from typing import Any

import pytest

from generator.model.finding import describe_disk_error
from generator.safety.folders import GuardedFolder
from tests.kits import run
from tests.samples import for_each

DENIED = "The process cannot access the file because it is being used by another process"


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a game on a system without descriptors of folders and without `fork`, as Windows is."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "deck", "--like", "cards"])[0] == 0
    without_descriptors = tuple(
        False if value is True else value for value in GuardedFolder.__init__.__defaults__ or ()
    )
    monkeypatch.setattr(GuardedFolder.__init__, "__defaults__", without_descriptors)
    monkeypatch.delattr(os, "fork")
    return tmp_path / "deck"


def read_kit(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_kit_is_the_same_without_descriptors_and_second_processes(deck: Path, tmp_path: Path) -> None:
    assert run(["build", "deck"])[0] == 0
    plain = read_kit(tmp_path / "output" / "deck")
    assert len(plain) > 10
    with pytest.MonkeyPatch.context() as again:
        again.setattr(GuardedFolder.__init__, "__defaults__", (True,))
        assert run(["build", "deck", "--out", "other"])[0] == 0
    assert read_kit(tmp_path / "other" / "deck") == plain


def test_a_kit_whose_pdf_a_viewer_holds_open_stays_and_the_file_is_named(
    deck: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["build", "deck"])[0] == 0
    before = read_kit(tmp_path / "output" / "deck")
    (deck / "cards.csv").write_text((deck / "cards.csv").read_text("utf-8").replace("The Mouse", "The Shrew"), "utf-8")

    def hold(real: Any) -> Any:
        def move(source: str, *rest: Any, **more: Any) -> None:
            if "deck-sheets-a4.pdf" in f"{source} {rest}":
                denied = PermissionError(13, DENIED, source)
                denied.winerror = 32  # type: ignore[attr-defined]  # only Windows has it
                raise denied
            real(source, *rest, **more)

        return move

    for name in ("rename", "replace", "unlink"):
        monkeypatch.setattr(os, name, hold(getattr(os, name)))
    code, _, errors = run(["build", "deck"])
    told = f"output/deck/deck-sheets-a4.pdf: GF402 {DENIED}; close it in every program that shows it, and try again"
    assert (code, [line for line in errors.splitlines() if "GF" in line]) == (1, [told])
    assert read_kit(tmp_path / "output" / "deck") == before


@for_each([(5, "close it"), (32, "close it"), (33, "close it"), (0, "permissions")])
def test_what_to_do_about_a_file_in_use(winerror: int, remedy: str) -> None:
    error = PermissionError(13, "denied", "a.pdf")
    error.winerror = winerror  # type: ignore[attr-defined]
    assert remedy in describe_disk_error(error).message


def test_a_table_of_a_spreadsheet_on_windows_is_read(deck: Path) -> None:
    table = deck / "cards.csv"
    text = table.read_text("utf-8").replace("The Mouse", "Die Mäuse")
    table.write_bytes(b"\r\n".join(line.encode("cp1252") for line in text.splitlines()) + b"\r\n")
    code, output, errors = run(["check", "deck"])
    assert code == 0
    assert "Windows-1252" in output + errors
