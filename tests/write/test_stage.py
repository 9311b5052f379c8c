"""A kit lands whole or not at all: nothing foreign is overwritten, nothing stale stays, a cut-off landing is recovered."""

import json
import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from generator.model.finding import DataError
from generator.write import staging as stage_module
from generator.write.staging import MANIFEST, PENDING, StagingFolder, find_changed_files, read_manifest
from tests.messages import facts, facts_of

FILES = {"a.pdf": b"pdf", "svg/1.svg": b"one", "svg/2.svg": b"two"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def land(files: dict[str, bytes], out: str = "out") -> None:
    with StagingFolder(Path(out), "kit") as stage:
        for path, data in files.items():
            stage.write_file(path, data)
        stage.move_into_place({"game": "kit", "files": [file._asdict() for file in stage.written], "placements": []})


def tree(folder: str = "out") -> dict[str, bytes]:
    """Return all files below a folder, the manifest of a kit left out."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()
    }
    return {name: data for name, data in found.items() if not name.endswith(MANIFEST)}


def listed(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def kit(files: dict[str, bytes]) -> dict[str, bytes]:
    return {f"kit/{name}": data for name, data in files.items()}


def refusals(files: dict[str, bytes]) -> list[str]:
    with pytest.raises(DataError) as caught:
        land(files)
    return [str(finding) for finding in caught.value.findings]


def test_a_kit_lands_with_its_manifest() -> None:
    land(FILES)
    assert tree() == kit(FILES)
    assert (Path("out/kit") / MANIFEST).read_text() == (
        '{\n"game": "kit",\n"files": [\n  '
        + ",\n  ".join(
            f'{{"path":"{name}","sha256":"{sha256(data).hexdigest()}","bytes":{len(data)}}}'
            for name, data in FILES.items()
        )
        + '\n],\n"placements": []\n}\n'
    )
    assert listed("out") == ["kit"]


def test_the_next_build_takes_away_what_it_no_longer_makes() -> None:
    land(FILES)
    land({"a.pdf": b"new"})
    assert tree() == kit({"a.pdf": b"new"})
    assert listed("out/kit") == ["a.pdf", MANIFEST]


def test_files_that_are_not_ours_stay() -> None:
    land(FILES)
    Path("out/kit/notes.txt").write_text("mine")
    Path("out/kit/svg/mine.svg").write_text("mine")
    land({"a.pdf": b"new"})
    assert tree() == kit({"a.pdf": b"new", "notes.txt": b"mine", "svg/mine.svg": b"mine"})


def test_a_stale_file_that_was_changed_since_stays() -> None:
    land(FILES)
    Path("out/kit/svg/2.svg").write_text("drawn over")
    land({"a.pdf": b"new"})
    assert tree() == kit({"a.pdf": b"new", "svg/2.svg": b"drawn over"})


def test_a_build_without_landing_leaves_nothing() -> None:
    with StagingFolder(Path("out/deep"), "kit") as stage:
        stage.write_file("a.pdf", b"pdf")
    assert not Path("out").exists()
    land(FILES)
    with pytest.raises(TypeError):
        _fail()
    assert tree() == kit(FILES)
    assert listed("out") == ["kit"]


def _fail() -> None:
    with StagingFolder(Path("out"), "kit") as stage:
        stage.write_file("a.pdf", b"half")
        stage.move_into_place({"files": [object()]})


def foreign() -> None:
    Path("out/kit/svg").mkdir(parents=True)
    Path("out/kit/svg/1.svg").write_text("mine")


def edited() -> None:
    land(FILES)
    Path("out/kit/svg/1.svg").write_text("drawn over")


def folder() -> None:
    Path("out/kit/svg/1.svg").mkdir(parents=True)


def link() -> None:
    Path("out/kit/svg").mkdir(parents=True)
    Path("out/kit/svg/1.svg").symlink_to("nowhere")


def manifest() -> None:
    Path("out/kit").mkdir(parents=True)
    (Path("out/kit") / MANIFEST).write_text('{"name": "a web app"}')


def torn_manifest() -> None:
    land(FILES)
    (Path("out/kit") / MANIFEST).write_text('{"files": [{"path": "a.pdf"}]}')


def file_for_folder() -> None:
    Path("out/kit").mkdir(parents=True)
    Path("out/kit/svg").write_text("mine")


WAYS: dict[Callable[[], None], list[str]] = {
    foreign: ["out/kit/svg/1.svg"],
    edited: ["out/kit/svg/1.svg"],
    folder: ["out/kit/svg/1.svg"],
    link: ["out/kit/svg/1.svg"],
    manifest: ["out/kit/manifest.json"],
    torn_manifest: ["out/kit/a.pdf", "out/kit/svg/1.svg", "out/kit/svg/2.svg", "out/kit/manifest.json"],
    file_for_folder: ["out/kit/svg/1.svg", "out/kit/svg/2.svg"],
}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_what_we_did_not_write_is_never_overwritten(way: Callable[[], None]) -> None:
    way()
    before, names = tree(), sorted(os.walk("out"))
    refused = refusals({name: data + b"!" for name, data in FILES.items()})
    assert facts_of(refused) == [f"{path}: GF401" for path in WAYS[way]]
    assert all("did not write this file" in line for line in refused)
    assert (tree(), sorted(os.walk("out"))) == (before, names)


@pytest.mark.parametrize("at", ["out", "out/kit"])
def test_a_file_where_a_folder_must_be(at: str) -> None:
    Path(at).parent.mkdir(exist_ok=True)
    Path(at).write_text("mine")
    (found,) = refusals(FILES)
    assert facts(found) == f"{at}: GF401"
    assert "a folder is needed" in found
    assert Path(at).read_text() == "mine"


def cut(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Have the disk fail when so many files have been moved; the manifest and the list of what is pending count."""
    done = [0]
    replace = Path.replace

    def failing(self: Path, target: Any) -> Path:
        if done[0] == after:
            raise OSError("no space left")
        done[0] += 1
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", failing)


NEW = {"a.pdf": b"pdf 2", "svg/1.svg": b"one 2", "svg/3.svg": b"three 2"}


@pytest.mark.parametrize("after", range(5))
def test_a_landing_that_is_cut_off_leaves_whole_files_and_the_next_one_recovers(
    monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    land(FILES)
    before = read_manifest(Path("out/kit"))
    with monkeypatch.context() as broken:
        cut(broken, after)
        with pytest.raises(OSError, match="no space"):
            land(NEW)
    assert read_manifest(Path("out/kit")) == before  # the manifest comes last
    held = {**kit(FILES), **kit(NEW)}
    whole = {name: data for name, data in tree().items() if not name.endswith((".part", "pending.json"))}
    assert all(data in (kit(FILES).get(name), kit(NEW).get(name)) for name, data in whole.items())
    assert set(whole) <= set(held)
    third = {"a.pdf": b"pdf 3", "svg/3.svg": b"three 3"}
    land(third)
    assert tree() == kit(third)


def test_two_landings_cut_off_one_after_the_other_are_recovered(monkeypatch: pytest.MonkeyPatch) -> None:
    land(FILES)
    second = {"a.pdf": b"pdf 2", "svg/1.svg": b"one 2"}
    third = {"a.pdf": b"pdf 3", "svg/1.svg": b"one 3"}
    for files, after in ((second, 3), (third, 2)):
        with monkeypatch.context() as broken:
            cut(broken, after)
            with pytest.raises(OSError, match="no space"):
                land(files)
    assert tree()["kit/svg/1.svg"] == b"one 2"  # neither of the last manifest nor of the last build
    land(FILES)
    assert tree() == kit(FILES)


def test_a_disk_that_fails_before_the_landing_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    land(FILES)

    def failing(paths: Any) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as broken:
        broken.setattr(stage_module, "_sync_all", failing)
        with pytest.raises(OSError, match="no space"):
            land(NEW)
    assert {name: data for name, data in tree().items() if PENDING not in name} == kit(FILES)
    assert listed("out") == ["kit"]
    land(NEW)
    assert tree() == kit(NEW)


def test_a_manifest_never_leads_out_of_its_folder() -> None:
    land(FILES)
    outside = Path("out/precious.txt")
    outside.write_text("mine")
    digest = sha256(b"mine").hexdigest()
    for path in ("../precious.txt", str(outside.resolve()), "svg/../../precious.txt"):
        (Path("out/kit") / MANIFEST).write_text(json.dumps({"files": [{"path": path, "sha256": digest}]}))
        assert read_manifest(Path("out/kit")) is None
        refusals({"b.pdf": b"new"})
        assert outside.read_text() == "mine"


def test_what_has_changed_is_named() -> None:
    land(FILES)
    manifest = read_manifest(Path("out/kit"))
    assert manifest is not None
    assert find_changed_files(Path("out/kit"), manifest) == []
    Path("out/kit/a.pdf").write_text("else")
    Path("out/kit/svg/2.svg").unlink()
    assert find_changed_files(Path("out/kit"), manifest) == ["a.pdf", "svg/2.svg"]
    assert read_manifest(Path("out/nothing")) is None
