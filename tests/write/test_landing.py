"""Let every single step of a landing fail, be interrupted or be the last: the kit is the old or the new one."""

import errno
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from generator.safety.folders import GuardedFolder
from generator.write.kit_folder import KitFolder
from generator.write.landing import find_stages
from generator.write.manifest import Manifest, RecordedOptions, RecordedRules, list_files
from generator.write.staging import StagingFolder

OLD = {"a.pdf": b"pdf", "kit-rules-a4.pdf": b"rules", "same.txt": b"same", "svg/1.svg": b"one", "png/2.png": b"two"}
NEW = {"a.pdf": b"pdf 2", "same.txt": b"same", "svg/1.svg": b"one 2", "new/deep/3.svg": b"three"}
RULES = {"kit-rules-letter.pdf": b"rules 2", "kit-rules.html": b"page"}
CHANGES = ("open", "rename", "replace", "mkdir", "unlink", "rmdir", "fsync")  # `open` only if it creates a file
STEPS = (*CHANGES, "stat")
OPTIONS = RecordedOptions("a4", "none", None, (), (), (), (), "live", (), 0.1)
Build = Callable[[], Any]
Fail = Callable[[int], BaseException | None]  # how many steps after the one in question: the error, or None


class Killed(BaseException):
    """What stands for a SIGKILL: nothing is put back, because nothing runs any more."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # hundreds of builds would wait for the disk
    return tmp_path


def build(files: dict[str, bytes]) -> list[str]:
    """Build a kit; return what was removed."""
    with KitFolder(Path("out"), "kit") as home, StagingFolder(home) as stage:
        for path, data in files.items():
            stage.write_file(path, data)
        return stage.land(Manifest(game="kit", files=list_files(stage.written), placements=()))


def build_new() -> list[str]:
    return build(NEW)


def build_rules() -> list[str]:
    """Build the rules of a kit alone."""
    with KitFolder(Path("out"), "kit") as home, StagingFolder(home) as stage:
        for path, data in RULES.items():
            stage.write_file(path, data)
        return stage.land_rules(RecordedRules("1234", OPTIONS))


def read_tree() -> dict[str, bytes | None]:
    """Return every file and folder below here; folders hold None."""
    return {
        path.relative_to(".").as_posix(): path.read_bytes() if path.is_file() else None for path in Path().rglob("*")
    }


def prepare(old: dict[str, bytes]) -> None:
    """Start anew with a kit, or none, and with files of the user in its folder."""
    for path in sorted(Path().rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    if old:
        build(old)
        Path("out/kit/notes.txt").write_text("mine")
        Path("out/kit/svg/mine.svg").write_text("mine")


def compare(old: dict[str, bytes], work: Build) -> tuple[dict[str, bytes | None], dict[str, bytes | None]]:
    """Return the tree before and after a command that succeeds."""
    prepare(old)
    before = read_tree()
    work()
    return before, read_tree()


@contextmanager
def failing(
    monkeypatch: pytest.MonkeyPatch, at: int, fail: Fail, names: Sequence[str] = CHANGES
) -> Iterator[list[str]]:
    """Let the step number `at` of those that touch the disk fail; give the list of the steps."""
    steps: list[str] = []

    def wrap(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def step(*words: Any, **options: Any) -> Any:
            if name == "open" and names is CHANGES and not words[1] & os.O_CREAT:
                return call(*words, **options)
            steps.append(name)
            if error := fail(len(steps) - 1 - at):
                raise error
            return call(*words, **options)

        return step

    with monkeypatch.context() as patch:
        for name in names:
            patch.setattr(os, name, wrap(name, getattr(os, name)))
        yield steps


def break_once(after: int) -> OSError | None:
    return None if after else OSError(errno.EIO, "broken")


def break_for_good(after: int) -> OSError | None:
    return None if after < 0 else OSError(errno.EIO, "broken")


def interrupt_once(after: int) -> KeyboardInterrupt | None:
    return None if after else KeyboardInterrupt()


def kill(after: int) -> Killed | None:
    return None if after < 0 else Killed()


@contextmanager
def killed(monkeypatch: pytest.MonkeyPatch, at: int) -> Iterator[list[str]]:
    """Let the process end before its change number `at` of the disk; give the list of the changes."""
    with suppress(Killed), failing(monkeypatch, at, kill) as steps:
        yield steps


WORK: dict[str, tuple[dict[str, bytes], Build]] = {
    "build": (OLD, build_new),
    "first build": ({}, build_new),
    "booklet": (OLD, build_rules),
    "first booklet": ({}, build_rules),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", WORK)
@pytest.mark.parametrize("fail", [break_once, break_for_good, interrupt_once])
def test_a_step_that_fails_is_undone_at_once(monkeypatch: pytest.MonkeyPatch, name: str, fail: Fail) -> None:
    old, work = WORK[name]
    before, after = compare(old, work)
    strays = 0
    for at in count():
        prepare(old)
        names = STEPS if name == "first booklet" else CHANGES
        with failing(monkeypatch, at, fail, names) as steps, suppress(OSError, KeyboardInterrupt):
            work()
        if len(steps) <= at:
            break
        if any(path.startswith("out/.") for path in read_tree()):  # what would clear them is what has failed
            strays += 1
            open_kit()
        now = read_tree()
        assert now.keys() - after.keys() <= {"out/kit/png"} or now == before, (at, steps[at])  # empty, and not removed
        assert read_kit(now) in (read_kit(before), read_kit(after)), (at, steps[at])
    assert at > 20
    assert fail is break_for_good or strays < at / 3


def read_kit(tree: dict[str, bytes | None]) -> dict[str, bytes]:
    """Return the files of a kit in a tree."""
    return {path: data for path, data in tree.items() if path.startswith("out/kit/") and data is not None}


def open_kit() -> None:
    """Do what every command does first."""
    with KitFolder(Path("out"), "kit", to_write=False):
        pass


@pytest.mark.parametrize("name", WORK)
def test_what_a_killed_command_left_the_next_one_puts_right(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    old, work = WORK[name]
    before, after = compare(old, work)
    left = set()
    for at in count():
        prepare(old)
        with killed(monkeypatch, at) as steps:
            work()
        if len(steps) <= at:
            break
        left.add(tuple(read_kit(read_tree())))
        if Path("out").is_dir():
            open_kit()
        assert {**read_tree(), "out": None} in ({**before, "out": None}, after), (at, steps[at])
        work()
        assert read_tree() == after, (at, steps[at])
    assert len(left) > 3  # it was cut off in the middle


def test_an_interrupted_recovery_is_recovered_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = compare(OLD, build_new)
    prepare(OLD)
    with killed(monkeypatch, 1000) as whole:
        build_new()
    landing = whole.index("replace")  # of the manifest
    for first in (landing - 6, landing - 3, landing, landing + 2):
        for second in count():
            prepare(OLD)
            with killed(monkeypatch, first):
                build_new()
            with killed(monkeypatch, second) as steps:
                open_kit()
            open_kit()
            assert read_tree() == (before if first <= landing else after), (first, second)
            if len(steps) <= second:
                break
        assert second > 5


@pytest.mark.parametrize("path", ["a.pdf", "svg/1.svg", "new/deep/3.svg"])
def test_the_message_names_the_file_of_the_kit(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    prepare(OLD)
    before = read_tree()
    rename = os.rename

    def refuse(source: str, target: str, **options: Any) -> None:
        if str(target).endswith(path.rpartition("/")[2]):
            raise PermissionError(errno.EPERM, "Operation not permitted", source, None, target)
        rename(source, target, **options)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", refuse)
        with pytest.raises(PermissionError) as caught:
            build_new()
    assert caught.value.filename == f"out/kit/{path}"
    assert read_tree() == before


def test_a_full_disk_names_the_file_of_the_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(OLD)
    before = read_tree()

    def fill(self: GuardedFolder, path: str, data: bytes, durable: bool = False) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", path)

    with monkeypatch.context() as patch:
        patch.setattr(GuardedFolder, "create_file", fill)
        with pytest.raises(OSError, match="No space") as caught:
            build_new()
    assert caught.value.filename == "out/kit/a.pdf"
    assert read_tree() == before


def test_a_file_that_the_user_changed_meanwhile_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    for at in count():
        prepare(OLD)
        with killed(monkeypatch, at) as steps:
            build_new()
        if len(steps) <= at:
            break
        Path("out/kit/a.pdf").unlink(missing_ok=True)
        Path("out/kit/a.pdf").write_text("drawn over")
        open_kit()
        assert Path("out/kit/a.pdf").read_text() == "drawn over"
        assert Path("out/kit/notes.txt").read_text() == "mine"
    assert at > 30


def test_only_what_replaces_a_kit_waits_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: flushed.append(os.fstat(descriptor).st_size))
    prepare(OLD)
    assert flushed == []
    build_new()
    assert set(flushed) > {len(NEW[path]) for path in NEW if path != "same.txt"}
    assert len(flushed) == 5  # with the manifest and the journal


def forge(path: str, old: bytes | None, new: bytes, folder: str = "svg") -> None:
    """Put a stage with a journal beside the kit, as a stranger could."""
    stage = Path("out/.kit-0123abcd")
    (stage / "new").mkdir(parents=True)
    (stage / "new" / "manifest.json").write_text("{}")
    (stage / "old" / "link").mkdir(parents=True)
    (stage / "old" / "link" / "precious.txt").write_bytes(old or b"")
    move = {"path": path, "old": old and sha256(old).hexdigest(), "new": sha256(new).hexdigest(), "bytes": len(new)}
    (stage / "journal.json").write_text(json.dumps({"moves": [move], "folders": [folder], "creates_kit": True}))


FORGED = ["../precious.txt", "svg/../../../precious.txt", "..\\precious.txt", "link/precious.txt", "C:\\x", "a\0b"]


@pytest.mark.parametrize("path", FORGED)
def test_a_forged_journal_reaches_no_file_outside_the_kit(path: str) -> None:
    prepare(OLD)
    Path("precious.txt").write_text("mine")
    Path("out/precious.txt").write_text("mine")
    Path("out/kit/link").symlink_to(Path().absolute())
    forge(path, None, b"mine")
    build(OLD)
    assert not Path("out/.kit-0123abcd").exists()
    forge(path, b"theirs", b"mine", "../svg")
    build(OLD)
    assert not Path("out/.kit-0123abcd").exists()
    assert (Path("precious.txt").read_text(), Path("out/precious.txt").read_text()) == ("mine", "mine")


def test_a_stage_that_is_a_link_or_a_name_alike_is_not_cleared() -> None:
    prepare(OLD)
    Path("far").mkdir()
    Path("far/precious").write_text("mine")
    Path("out/.kit-0123abcd").symlink_to(Path("far").absolute())
    for name in (".kit-0123abcde", ".kit-notes", "kit-0123abcd", ".other-0123abcd", ".kit-0123abcd.txt"):
        Path("out", name).mkdir()
    before = read_tree()
    build(OLD)
    assert read_tree() == before
    Path("out/.kit-89abcdef/svg").mkdir(parents=True)
    Path("out/.kit-89abcdef/svg/link").symlink_to(Path("far").absolute())
    with KitFolder(Path("out"), "kit") as home:
        assert find_stages(home.out, "kit") == []
    assert read_tree() == before


def test_a_journal_that_is_no_journal_means_nothing() -> None:
    for text in ("", "[" * 200_000, '{"moves": 1}', '{"moves": [], "folders": [], "creates_kit": 3}', "\udcff"):
        prepare(OLD)
        before = read_tree()
        forge("a.pdf", None, OLD["a.pdf"])
        Path("out/.kit-0123abcd/journal.json").write_bytes(text.encode("utf-8", "surrogateescape"))
        open_kit()
        assert read_tree() == before
    forge("a.pdf", None, OLD["a.pdf"])
    Path("out/.kit-0123abcd/journal.json").unlink()
    os.mkfifo("out/.kit-0123abcd/journal.json")
    open_kit()
    assert read_tree() == before


def test_a_file_that_was_not_moved_is_not_removed() -> None:
    prepare(OLD)
    before = read_tree()
    forge("a.pdf", b"theirs", OLD["a.pdf"])  # nothing is kept of what it says stood there
    open_kit()
    assert read_tree() == before
