"""Test that a kit is written whole or not at all, keeps foreign files and recovers from interrupted moves."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from generator.model.finding import DataError
from generator.write import staging
from generator.write.staging import MANIFEST, PENDING, StagingFolder, find_changed_files, read_manifest
from tests.messages import facts, facts_of

FILES = {"a.pdf": b"pdf", "svg/1.svg": b"one", "svg/2.svg": b"two"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_kit(files: dict[str, bytes], out: str = "out") -> None:
    """Stage the files and move them into the kit."""
    with StagingFolder(Path(out), "kit") as stage:
        for path, data in files.items():
            stage.write_file(path, data)
        stage.move_into_place({"game": "kit", "files": [file._asdict() for file in stage.written], "placements": []})


def read_files(folder: str = "out") -> dict[str, bytes]:
    """Return all files below a folder but manifests."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()
    }
    return {name: data for name, data in found.items() if not name.endswith(MANIFEST)}


def list_names(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def prefix_names(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with their names below the kit."""
    return {f"kit/{name}": data for name, data in files.items()}


def write_refused(files: dict[str, bytes]) -> list[str]:
    """Try to write the kit; return the findings that refuse it."""
    with pytest.raises(DataError) as caught:
        write_kit(files)
    return [str(finding) for finding in caught.value.findings]


def test_a_kit_is_written_with_its_manifest() -> None:
    write_kit(FILES)
    assert read_files() == prefix_names(FILES)
    assert (Path("out/kit") / MANIFEST).read_text() == (
        '{\n"game": "kit",\n"files": [\n  '
        + ",\n  ".join(
            f'{{"path":"{name}","sha256":"{sha256(data).hexdigest()}","bytes":{len(data)}}}'
            for name, data in FILES.items()
        )
        + '\n],\n"placements": []\n}\n'
    )
    assert list_names("out") == ["kit"]


def test_the_next_build_removes_stale_files() -> None:
    write_kit(FILES)
    write_kit({"a.pdf": b"new"})
    assert read_files() == prefix_names({"a.pdf": b"new"})
    assert list_names("out/kit") == ["a.pdf", MANIFEST]


def test_foreign_files_stay() -> None:
    write_kit(FILES)
    Path("out/kit/notes.txt").write_text("mine")
    Path("out/kit/svg/mine.svg").write_text("mine")
    write_kit({"a.pdf": b"new"})
    assert read_files() == prefix_names({"a.pdf": b"new", "notes.txt": b"mine", "svg/mine.svg": b"mine"})


def test_an_edited_stale_file_stays() -> None:
    write_kit(FILES)
    Path("out/kit/svg/2.svg").write_text("drawn over")
    write_kit({"a.pdf": b"new"})
    assert read_files() == prefix_names({"a.pdf": b"new", "svg/2.svg": b"drawn over"})


def test_an_aborted_build_leaves_nothing() -> None:
    with StagingFolder(Path("out/deep"), "kit") as stage:
        stage.write_file("a.pdf", b"pdf")
    assert not Path("out").exists()
    write_kit(FILES)
    with pytest.raises(TypeError):
        _write_half()
    assert read_files() == prefix_names(FILES)
    assert list_names("out") == ["kit"]


def _write_half() -> None:
    with StagingFolder(Path("out"), "kit") as stage:
        stage.write_file("a.pdf", b"half")
        stage.move_into_place({"files": [object()]})


def put_foreign_file() -> None:
    Path("out/kit/svg").mkdir(parents=True)
    Path("out/kit/svg/1.svg").write_text("mine")


def edit_file() -> None:
    write_kit(FILES)
    Path("out/kit/svg/1.svg").write_text("drawn over")


def put_folder() -> None:
    Path("out/kit/svg/1.svg").mkdir(parents=True)


def put_link() -> None:
    Path("out/kit/svg").mkdir(parents=True)
    Path("out/kit/svg/1.svg").symlink_to("nowhere")


def put_foreign_manifest() -> None:
    Path("out/kit").mkdir(parents=True)
    (Path("out/kit") / MANIFEST).write_text('{"name": "a web app"}')


def tear_manifest() -> None:
    write_kit(FILES)
    (Path("out/kit") / MANIFEST).write_text('{"files": [{"path": "a.pdf"}]}')


def put_file_for_folder() -> None:
    Path("out/kit").mkdir(parents=True)
    Path("out/kit/svg").write_text("mine")


OBSTACLES: dict[Callable[[], None], list[str]] = {
    put_foreign_file: ["out/kit/svg/1.svg"],
    edit_file: ["out/kit/svg/1.svg"],
    put_folder: ["out/kit/svg/1.svg"],
    put_link: ["out/kit/svg/1.svg"],
    put_foreign_manifest: ["out/kit/manifest.json"],
    tear_manifest: ["out/kit/a.pdf", "out/kit/svg/1.svg", "out/kit/svg/2.svg", "out/kit/manifest.json"],
    put_file_for_folder: ["out/kit/svg/1.svg", "out/kit/svg/2.svg"],
}


@pytest.mark.parametrize("way", OBSTACLES, ids=lambda way: way.__name__)
def test_foreign_and_edited_files_are_never_overwritten(way: Callable[[], None]) -> None:
    way()
    before, names = read_files(), sorted(os.walk("out"))
    refused = write_refused({name: data + b"!" for name, data in FILES.items()})
    assert facts_of(refused) == [f"{path}: GF401" for path in OBSTACLES[way]]
    assert all("did not write this file" in line for line in refused)
    assert (read_files(), sorted(os.walk("out"))) == (before, names)


@pytest.mark.parametrize("at", ["out", "out/kit"])
def test_a_file_in_place_of_a_folder_is_an_error(at: str) -> None:
    Path(at).parent.mkdir(exist_ok=True)
    Path(at).write_text("mine")
    (found,) = write_refused(FILES)
    assert facts(found) == f"{at}: GF401"
    assert "a folder is needed" in found
    assert Path(at).read_text() == "mine"


def fail_after(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let moving files fail after a number of moves; the manifest and the list of pending files count."""
    done = [0]
    replace = Path.replace

    def replace_or_fail(self: Path, target: Any) -> Path:
        if done[0] == after:
            raise OSError("no space left")
        done[0] += 1
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", replace_or_fail)


NEW = {"a.pdf": b"pdf 2", "svg/1.svg": b"one 2", "svg/3.svg": b"three 2"}


@pytest.mark.parametrize("after", range(5))
def test_an_interrupted_move_leaves_whole_files_and_the_next_build_recovers(
    monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    write_kit(FILES)
    before = read_manifest(Path("out/kit"))
    with monkeypatch.context() as broken:
        fail_after(broken, after)
        with pytest.raises(OSError, match="no space"):
            write_kit(NEW)
    assert read_manifest(Path("out/kit")) == before  # the manifest comes last
    held = {**prefix_names(FILES), **prefix_names(NEW)}
    whole = {name: data for name, data in read_files().items() if not name.endswith((".part", "pending.json"))}
    assert all(data in (prefix_names(FILES).get(name), prefix_names(NEW).get(name)) for name, data in whole.items())
    assert set(whole) <= set(held)
    third = {"a.pdf": b"pdf 3", "svg/3.svg": b"three 3"}
    write_kit(third)
    assert read_files() == prefix_names(third)


def test_two_interrupted_moves_in_a_row_are_recovered(monkeypatch: pytest.MonkeyPatch) -> None:
    write_kit(FILES)
    second = {"a.pdf": b"pdf 2", "svg/1.svg": b"one 2"}
    third = {"a.pdf": b"pdf 3", "svg/1.svg": b"one 3"}
    for files, after in ((second, 3), (third, 2)):
        with monkeypatch.context() as broken:
            fail_after(broken, after)
            with pytest.raises(OSError, match="no space"):
                write_kit(files)
    assert read_files()["kit/svg/1.svg"] == b"one 2"  # neither of the last manifest nor of the last build
    write_kit(FILES)
    assert read_files() == prefix_names(FILES)


def test_a_disk_error_before_the_move_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    write_kit(FILES)

    def fail_sync(paths: Any) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(staging, "_sync_all", fail_sync)
        with pytest.raises(OSError, match="no space"):
            write_kit(NEW)
    assert {name: data for name, data in read_files().items() if PENDING not in name} == prefix_names(FILES)
    assert list_names("out") == ["kit"]
    write_kit(NEW)
    assert read_files() == prefix_names(NEW)


def test_a_manifest_with_paths_outside_its_folder_is_ignored() -> None:
    write_kit(FILES)
    outside = Path("out/precious.txt")
    outside.write_text("mine")
    digest = sha256(b"mine").hexdigest()
    for path in ("../precious.txt", str(outside.resolve()), "svg/../../precious.txt"):
        (Path("out/kit") / MANIFEST).write_text(json.dumps({"files": [{"path": path, "sha256": digest}]}))
        assert read_manifest(Path("out/kit")) is None
        write_refused({"b.pdf": b"new"})
        assert outside.read_text() == "mine"


def test_find_changed_files() -> None:
    write_kit(FILES)
    manifest = read_manifest(Path("out/kit"))
    assert manifest is not None
    assert find_changed_files(Path("out/kit"), manifest) == []
    Path("out/kit/a.pdf").write_text("else")
    Path("out/kit/svg/2.svg").unlink()
    assert find_changed_files(Path("out/kit"), manifest) == ["a.pdf", "svg/2.svg"]
    assert read_manifest(Path("out/nothing")) is None
