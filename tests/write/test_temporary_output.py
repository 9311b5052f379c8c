"""Test that the temporary kit of a check does not outlive its process for longer than until the next command."""

import os
import tempfile
from pathlib import Path

import pytest

from generator.write.temporary_output import TemporaryOutput, clear_abandoned_outputs


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the folder of temporary files be an empty one."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def list_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_is_private_and_removed_at_the_end(home: Path) -> None:
    with TemporaryOutput() as folder:
        assert folder.parent == home
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "kit").mkdir()
        (folder / "kit" / "a.pdf").write_text("x")
        clear_abandoned_outputs()  # by another command, while this one works
        assert (folder / "kit" / "a.pdf").exists()
    assert list_names(home) == []


def test_that_of_a_dead_process_is_cleared(home: Path) -> None:
    left = home / f"gutterfold-{'0' * 16}"
    (left / "kit").mkdir(parents=True)
    (left / "kit" / "a.pdf").write_text("x")
    (left / ".lock").touch()
    (home / f"gutterfold-{'1' * 16}").mkdir()  # killed before it could lock it
    clear_abandoned_outputs()
    assert list_names(home) == []


def test_nothing_else_is_cleared(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "far").mkdir()
    (home / "far" / "precious").write_text("mine")
    names = [f"gutterfold-{'0' * 15}", "gutterfold-notes", f"gutterfold-{'0' * 16}.txt"]
    for name in names:
        (home / name).mkdir()
    (home / f"gutterfold-{'2' * 16}").symlink_to("far")
    (home / f"gutterfold-{'3' * 16}").write_text("mine")
    before = list_names(home)
    clear_abandoned_outputs()
    assert list_names(home) == before
    assert (home / "far" / "precious").read_text() == "mine"
    (home / f"gutterfold-{'4' * 16}").mkdir()
    monkeypatch.setattr(os, "getuid", lambda: 12345)  # it belongs to somebody else
    clear_abandoned_outputs()
    assert f"gutterfold-{'4' * 16}" in list_names(home)
