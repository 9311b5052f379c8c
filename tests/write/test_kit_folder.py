"""A command puts right what a killed one left of other kits in the same folder, and touches nothing else."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from generator.safety.folders import GuardedFolder
from generator.safety.locks import FileLock
from generator.write.kit_folder import KitFolder
from tests.samples import for_each

OLD, NEW = b"old", b"new"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return an output folder in which an export of `tiny` was killed while its files landed."""
    folder = tmp_path / "out"
    stage, export = folder / ".tiny-png-01234567", folder / "tiny-png"
    for path, data in {
        export / "1.png": NEW,
        export / "manifest.json": OLD,
        stage / "old" / "1.png": OLD,
        stage / "new" / "manifest.json": NEW,
        folder / ".tiny-png.lock": b"",
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    move = {"path": "1.png", "old": sha256(OLD).hexdigest(), "new": sha256(NEW).hexdigest(), "bytes": 3}
    journal = {"moves": [move], "folders": [], "creates_kit": False}
    (stage / "journal.json").write_text(json.dumps(journal), "utf-8")
    return folder


def list_all(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.parametrize("game", ["tiny", "other"])
@pytest.mark.parametrize("to_write", [True, False])
def test_the_next_command_puts_an_export_back(out: Path, game: str, to_write: bool) -> None:
    with KitFolder(out, game, to_write=to_write):
        assert (out / "tiny-png" / "1.png").read_bytes() == OLD
    assert list_all(out) == ["tiny-png", "tiny-png/1.png", "tiny-png/manifest.json"]


def test_an_export_at_work_is_left_alone(out: Path) -> None:
    with GuardedFolder(out) as folder:
        lock = FileLock(folder, ".tiny-png.lock")
        assert lock.acquire()
        with KitFolder(out, "tiny"):
            assert (out / "tiny-png" / "1.png").read_bytes() == NEW
        assert (out / ".tiny-png-01234567" / "journal.json").is_file()
        lock.release()


@for_each(["", "old", "new", "journal.json.new"])
def test_what_is_left_of_a_half_removed_stage_goes(tmp_path: Path, left: str) -> None:
    (tmp_path / ".tiny-png-01234567" / left).mkdir(parents=True)
    with KitFolder(tmp_path, "tiny"):
        pass
    assert list_all(tmp_path) == []


def test_an_abandoned_lock_of_an_export_goes(tmp_path: Path) -> None:
    (tmp_path / ".tiny-png.lock").touch()
    with KitFolder(tmp_path, "tiny"):
        pass
    assert list_all(tmp_path) == []


@for_each(
    [
        ".other.lock",  # of another program, perhaps
        ".tiny-notes/new/a",
        ".cache-01234567/new/a",
        ".cache-01234567/notes",
        ".cache-0123456g/new/a",
        ".Cache-01234567/new/a",
    ]
)
def test_folders_and_files_of_others_stay(tmp_path: Path, kept: str) -> None:
    path = tmp_path / kept
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    if kept == ".cache-01234567/new/a":
        (path.parent.parent / "notes").touch()  # no stage holds that
    before = list_all(tmp_path)
    with KitFolder(tmp_path, "tiny"):
        pass
    assert list_all(tmp_path) == before


def test_a_lock_with_words_in_it_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / ".tiny-png.lock").write_text("mine", "utf-8")
    with KitFolder(tmp_path, "tiny"):
        pass
    assert (tmp_path / ".tiny-png.lock").read_text("utf-8") == "mine"
