"""Test that a kit is written whole or not at all, and that files of others are never touched."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.write import staging
from generator.write.kit_folder import KitFolder
from generator.write.manifest import MANIFEST, Manifest, list_files
from generator.write.staging import StagingFolder
from tests.messages import facts, facts_of

FILES = {"a.pdf": b"pdf", "svg/1.svg": b"one", "svg/2.svg": b"two"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_kit(files: dict[str, bytes], out: str = "out") -> list[str]:
    """Stage the files and land them in the kit; return what was removed."""
    with KitFolder(Path(out), "kit") as home, StagingFolder(home) as stage:
        for path, data in files.items():
            stage.write_file(path, data)
        return stage.land(Manifest(game="kit", files=list_files(stage.written), placements=()))


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
    assert write_kit({"a.pdf": b"new"}) == ["svg/1.svg", "svg/2.svg"]
    assert read_files() == prefix_names({"a.pdf": b"new"})
    assert list_names("out/kit") == ["a.pdf", MANIFEST]


def test_a_file_that_is_the_same_again_does_not_move() -> None:
    write_kit(FILES)
    kept, changed = Path("out/kit/a.pdf"), Path("out/kit/svg/1.svg")
    before = kept.stat().st_mtime_ns, kept.stat().st_ino
    write_kit({**FILES, "svg/1.svg": b"new"})
    assert (kept.stat().st_mtime_ns, kept.stat().st_ino) == before
    assert changed.read_bytes() == b"new"


def test_a_file_staged_twice_is_written_anew() -> None:
    """A second process may have staged it, and died before it could say so."""
    with KitFolder(Path("out"), "kit") as home, StagingFolder(home) as stage:
        stage.stage_file("svg/1.svg", b"half")
        written = stage.stage_file("svg/1.svg", b"whole")
        assert (stage.folder / "svg" / "1.svg").read_bytes() == b"whole"
    assert written == ("svg/1.svg", sha256(b"whole").hexdigest(), 5)


def test_a_stage_is_private_and_has_a_name_that_cannot_be_guessed() -> None:
    names = set()
    for _ in range(3):
        with KitFolder(Path("out"), "kit") as home, StagingFolder(home) as stage:
            names.add(stage.folder.parent.name)
            assert stage.folder.parent.stat().st_mode & 0o777 == 0o700
    assert len(names) == 3


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
    with KitFolder(Path("out/deep"), "kit") as home, StagingFolder(home) as stage:
        stage.write_file("a.pdf", b"pdf")
    assert not Path("out").exists()
    write_kit(FILES)
    with pytest.raises(KeyboardInterrupt):
        _interrupt_build()
    assert read_files() == prefix_names(FILES)
    assert list_names("out") == ["kit"]


def _interrupt_build() -> None:
    with KitFolder(Path("out"), "kit") as home, StagingFolder(home) as stage:
        stage.write_file("a.pdf", b"half")
        raise KeyboardInterrupt


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


def put_fifo() -> None:
    write_kit(FILES)
    Path("out/kit/svg/1.svg").unlink()
    os.mkfifo("out/kit/svg/1.svg")


def put_link_for_folder() -> None:
    write_kit(FILES)
    Path("out/kit/svg").rename("svg")
    Path("out/kit/svg").symlink_to(Path("svg").absolute())


def put_foreign_manifest() -> None:
    Path("out/kit").mkdir(parents=True)
    (Path("out/kit") / MANIFEST).write_text('{"name": "a web app"}')


def put_fifo_for_manifest() -> None:
    Path("out/kit").mkdir(parents=True)
    os.mkfifo(Path("out/kit") / MANIFEST)


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
    put_fifo: ["out/kit/svg/1.svg"],
    put_link_for_folder: ["out/kit/svg/1.svg", "out/kit/svg/2.svg"],
    put_foreign_manifest: ["out/kit/manifest.json"],
    put_fifo_for_manifest: ["out/kit/manifest.json"],
    tear_manifest: ["out/kit/a.pdf", "out/kit/svg/1.svg", "out/kit/svg/2.svg", "out/kit/manifest.json"],
    put_file_for_folder: ["out/kit/svg/1.svg", "out/kit/svg/2.svg"],
}


@pytest.mark.parametrize("way", OBSTACLES, ids=lambda way: way.__name__)
def test_foreign_and_edited_files_are_never_overwritten(way: Callable[[], None]) -> None:
    way()
    before, names = read_files("."), sorted(os.walk("."))
    refused = write_refused({name: data + b"!" for name, data in FILES.items()})
    assert facts_of(refused) == [f"{path}: GF401" for path in OBSTACLES[way]]
    assert all("did not write this file" in line for line in refused)
    assert (read_files("."), sorted(os.walk("."))) == (before, names)


@pytest.mark.parametrize("at", ["out", "out/kit"])
def test_a_file_in_place_of_a_folder_is_an_error(at: str) -> None:
    Path(at).parent.mkdir(exist_ok=True)
    Path(at).write_text("mine")
    (found,) = write_refused(FILES)
    assert facts(found) == f"{at}: GF401"
    assert "this is a file, but a folder is needed" in found
    assert Path(at).read_text() == "mine"


def test_the_folder_of_a_kit_is_not_followed_through_a_link() -> None:
    Path("out").mkdir()
    Path("far").mkdir()
    Path("out/kit").symlink_to(Path("far").absolute())
    (found,) = write_refused(FILES)
    assert facts(found) == "out/kit: GF401"
    assert "this is a link, but a folder is needed" in found
    assert list_names("far") == []
    assert list_names("out") == ["kit"]


def test_the_output_folder_may_be_a_link() -> None:
    Path("far").mkdir()
    Path("out").symlink_to("far")
    write_kit(FILES)
    assert read_files("far") == prefix_names(FILES)


@pytest.mark.parametrize("name", [f"{MANIFEST}.part", ".manifest.pending.json", ".manifest.pending.json.part"])
def test_nothing_is_written_to_a_name_that_a_stranger_knows(name: str) -> None:
    Path("precious").write_text("mine")
    Path("out/kit").mkdir(parents=True)
    Path("out/kit", name).symlink_to(Path("precious").absolute())
    write_kit(FILES)
    assert Path("precious").read_text() == "mine"
    Path("out/kit", name).unlink()
    os.mkfifo(Path("out/kit", name))
    write_kit({"a.pdf": b"new"})
    assert list_names("out/kit") == sorted([name, "a.pdf", MANIFEST])


@pytest.mark.parametrize("what", ["link", "fifo", "folder"])
def test_the_name_of_the_lock_is_needed(what: str) -> None:
    Path("precious").write_text("mine")
    Path("out").mkdir()
    at = Path("out/.kit.lock")
    match what:
        case "link":
            at.symlink_to("../precious")
        case "fifo":
            os.mkfifo(at)
        case _:
            at.mkdir()
    (found,) = write_refused(FILES)
    assert facts(found) == "out/.kit.lock: GF401"
    assert Path("precious").read_text() == "mine"


def test_a_manifest_with_paths_outside_its_folder_is_ignored() -> None:
    write_kit(FILES)
    outside = Path("out/precious.txt")
    outside.write_text("mine")
    entry = {"sha256": sha256(b"mine").hexdigest(), "bytes": 4}
    forged = ("../precious.txt", str(outside.resolve()), "svg/../../precious.txt", "..\\precious.txt", "C:\\x")
    for path in forged:
        (Path("out/kit") / MANIFEST).write_text(json.dumps({"game": "kit", "files": [{"path": path, **entry}]}))
        with KitFolder(Path("out"), "kit") as home:
            assert home.read_manifest() is None
        assert facts_of(write_refused({"b.pdf": b"new"})) == ["out/kit/manifest.json: GF401"]
        assert outside.read_text() == "mine"


def test_a_forged_manifest_removes_nothing_behind_a_link() -> None:
    Path("home").mkdir()
    Path("home/profile").write_text("mine")
    write_kit({"a.pdf": b"pdf"})
    Path("out/kit/svg").symlink_to(Path("home").absolute())
    entry = {"path": "svg/profile", "sha256": sha256(b"mine").hexdigest(), "bytes": 4}
    (Path("out/kit") / MANIFEST).write_text(json.dumps({"game": "kit", "files": [entry]}))
    assert write_kit({"b.pdf": b"new"}) == []
    assert Path("home/profile").read_text() == "mine"


def test_files_are_compared_with_the_manifest() -> None:
    write_kit(FILES)
    with KitFolder(Path("out"), "kit") as home:
        manifest = home.read_manifest()
        assert manifest is not None
        assert [home.is_as_listed(file) for file in manifest.files] == [True, True, True]
        Path("out/kit/a.pdf").write_text("else")
        Path("out/kit/svg/2.svg").unlink()
        assert [home.is_as_listed(file) for file in manifest.files] == [False, True, False]
        Path("out/kit/svg/1.svg").rename("moved.svg")
        Path("out/kit/svg/1.svg").symlink_to(Path("moved.svg").absolute())
        assert not home.is_as_listed(manifest.files[1])


def test_more_files_than_the_next_build_could_read_do_not_land(monkeypatch: pytest.MonkeyPatch) -> None:
    write_kit({"a.pdf": b"old"})
    monkeypatch.setattr(staging, "MAX_FILES", 2)
    (found,) = write_refused(FILES)
    assert facts(found) == "out/kit: GF402 2 32"
    assert read_files() == prefix_names({"a.pdf": b"old"})
