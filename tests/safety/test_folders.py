"""Test that files below a folder are never reached through a link, by whatever path."""

import os
import socket
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder, is_plain_path

BAD_PATHS = [
    "",
    "/etc/passwd",
    "a//b",
    "a/",
    ".",
    "..",
    "a/../b",
    "./a",
    "..\\..\\x",
    "a\\b",
    "C:\\x",
    "C:x",
    "a:stream",
    "a\0b",
    "a\nb",
    "\x1b[31m",
    "a ",
    "a.",
    "nul",
    "svg/CON",
    "svg/aux.svg",
    "com1.tar.gz",
    "LPT³",
    "a?",
    "\udcff",
    "x" * 1025,
]
GOOD_PATHS = ["a", "svg/1.svg", "a..b", ".hidden", "console", "com10", "número/é.svg", "a b"]


@pytest.fixture(params=[True, False], ids=["descriptors", "paths"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GuardedFolder]:
    """Give a guarded folder with a file and a subfolder, beside a folder that links lead to."""
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    (root / "file").write_bytes(b"mine")
    (root / "sub" / "inner").write_bytes(b"inner")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "precious").write_bytes(b"precious")
    (root / "out").symlink_to("../outside")
    (root / "sub" / "far").symlink_to("../../outside/precious")
    with GuardedFolder(root, descriptors=request.param) as opened:
        yield opened


@pytest.mark.parametrize("path", BAD_PATHS)
def test_a_path_that_leads_out_on_any_system_is_refused(folder: GuardedFolder, path: str) -> None:
    assert not is_plain_path(path)
    with pytest.raises(UnsafeFileError):
        folder.inspect(path)


@pytest.mark.parametrize("path", GOOD_PATHS)
def test_other_paths_are_not(path: str) -> None:
    assert is_plain_path(path)


WAYS: dict[str, Callable[[GuardedFolder], object]] = {
    "create": lambda folder: folder.create_file("out/new", b"x"),
    "read": lambda folder: folder.read_file("out/precious", 100),
    "hash": lambda folder: folder.hash_file("out/precious", 100),
    "sync": lambda folder: folder.sync_file("out/precious"),
    "lock": lambda folder: folder.open_lock_file("out/lock"),
    "rename from": lambda folder: folder.rename("out/precious", "taken"),
    "rename to": lambda folder: folder.rename("file", "out/given"),
    "replace": lambda folder: folder.replace("file", "out/precious"),
    "remove": lambda folder: folder.remove_file("out/precious"),
    "make folder": lambda folder: folder.make_folder("out/new"),
    "make folders": lambda folder: folder.make_folders("out/new/deep"),
    "remove folder": lambda folder: folder.remove_folder("out/new"),
    "remove tree": lambda folder: folder.remove_tree("out/precious"),
    "list": lambda folder: folder.list_names("out/sub"),
    "inspect": lambda folder: folder.inspect("out/precious"),
    "read link": lambda folder: folder.read_file("sub/far", 100),
    "hash link": lambda folder: folder.hash_file("sub/far", 100),
    "lock link": lambda folder: folder.open_lock_file("sub/far"),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_done_through_a_link(folder: GuardedFolder, way: str) -> None:
    with pytest.raises(OSError, match=r"link|not a file|exists") as caught:
        WAYS[way](folder)
    assert str(caught.value.filename).startswith(str(folder.root))
    outside = folder.root.parent / "outside"
    assert {path.name: path.read_bytes() for path in outside.iterdir()} == {"precious": b"precious"}
    assert (folder.root / "file").read_bytes() == b"mine"


def test_a_link_itself_can_be_seen_and_removed(folder: GuardedFolder) -> None:
    status = folder.inspect("out")
    assert status is not None
    assert stat.S_ISLNK(status.st_mode)
    assert not folder.is_folder("out")
    folder.remove_tree("out")
    assert (folder.root / "out").is_symlink()
    folder.remove_file("out")
    folder.remove_tree("sub")
    assert folder.list_names() == ["file"]
    assert (folder.root.parent / "outside" / "precious").read_bytes() == b"precious"


def test_a_new_file_is_never_written_over_another(folder: GuardedFolder) -> None:
    (folder.root / "dangling").symlink_to("../outside/new")
    for name in ("file", "dangling", "out"):
        with pytest.raises(FileExistsError):
            folder.create_file(name, b"theirs")
    assert (folder.root / "file").read_bytes() == b"mine"
    assert not (folder.root.parent / "outside" / "new").exists()


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the whole path may be too long for a socket
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


@pytest.mark.parametrize("make", [make_fifo, make_socket, Path.mkdir])
def test_what_is_no_regular_file_is_not_opened(folder: GuardedFolder, make: Callable[[Path], None]) -> None:
    make(folder.root / "odd")
    for use in (folder.read_file, folder.hash_file):
        with pytest.raises(UnsafeFileError, match="not a file"):
            use("odd", 100)
    with pytest.raises(UnsafeFileError, match="not a file"):
        folder.open_lock_file("odd")


def test_files_are_read_up_to_a_limit(folder: GuardedFolder) -> None:
    assert folder.read_file("file", 4) == b"mine"
    assert folder.hash_file("sub/inner", 5) == sha256(b"inner").hexdigest()
    for use in (folder.read_file, folder.hash_file):
        with pytest.raises(UnsafeFileError, match="larger than"):
            use("file", 3)
    (folder.root / "large").write_bytes(bytes(3_000_000))
    assert folder.hash_file("large", 3_000_000) == sha256(bytes(3_000_000)).hexdigest()
    assert folder.read_file("large", 3_000_000) == bytes(3_000_000)


def test_files_and_folders_are_made_moved_and_removed(folder: GuardedFolder) -> None:
    folder.make_folders("a/b")
    folder.make_folders("a/b")
    folder.create_file("a/b/c", b"c", durable=True)
    folder.sync_file("a/b/c")
    folder.rename("a/b/c", "sub/c")
    folder.replace("file", "sub/c")
    assert folder.list_names("sub") == ["c", "far", "inner"]
    assert folder.read_file("sub/c", 9) == b"mine"
    folder.remove_folder("a/b")
    assert folder.list_names("a") == []
    assert folder.inspect("a/b") is None
    assert folder.inspect("a/b/c") is None
    with pytest.raises(NotADirectoryError):
        folder.inspect("sub/c/d")
    with pytest.raises(FileExistsError):
        folder.make_folders("sub/c")


def test_a_folder_exchanged_for_a_link_is_noticed_at_the_next_step(folder: GuardedFolder) -> None:
    assert folder.read_file("sub/inner", 9) == b"inner"
    (folder.root / "sub").rename(folder.root / "kept")
    (folder.root / "sub").symlink_to("../outside")
    with pytest.raises(UnsafeFileError, match="link"):
        folder.create_file("sub/inner", b"x")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no descriptors of folders")
def test_a_folder_that_is_kept_open_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    plain = os.open

    def count(path: str, *rest: int, **more: int) -> int:
        opened.append(str(path))
        return plain(path, *rest, **more)

    (tmp_path / "sub").mkdir()
    with GuardedFolder(tmp_path) as folder:
        monkeypatch.setattr(os, "open", count)
        with folder.keep_open():
            for name in "abc":
                folder.create_file(f"sub/{name}", b"x")
            assert opened == ["sub", "a", "b", "c"]
            with pytest.raises(UnsafeFileError):
                folder.create_file("sub/..", b"x")
        folder.create_file("sub/d", b"x")
        assert opened[4:] == ["sub", "d"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no descriptors of folders")
def test_a_link_in_the_place_of_a_folder_that_is_kept_open_is_not_followed(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    (root / "sub").mkdir(parents=True)
    outside.mkdir()
    with GuardedFolder(root) as folder, folder.keep_open():
        folder.create_file("sub/a", b"x")
        (root / "sub").rename(root / "moved")
        (root / "sub").symlink_to(outside)
        folder.create_file("sub/b", b"x")
        folder.make_folder("new")  # from here on, folders are opened again
        with pytest.raises(UnsafeFileError, match="behind a link"):
            folder.create_file("sub/c", b"x")
    assert list(outside.iterdir()) == []
    assert sorted(path.name for path in (root / "moved").iterdir()) == ["a", "b"]


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open files")
def test_folders_that_were_kept_open_are_closed(tmp_path: Path) -> None:
    opened = Path("/proc/self/fd")
    before = len(list(opened.iterdir()))
    with GuardedFolder(tmp_path) as folder:
        with folder.keep_open(), folder.keep_open():
            for number in range(40):  # more than are kept
                folder.make_folders(f"{number}/in")
                folder.create_file(f"{number}/in/a", b"x")
            for number in range(40):
                folder.read_file(f"{number}/in/a", 9)
        assert len(list(opened.iterdir())) == before + 1
    assert len(list(opened.iterdir())) == before
