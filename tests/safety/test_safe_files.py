"""Reading files of a stranger's folder: regular files, inside the folder, and no larger than they may be."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.safety import files
from generator.safety.files import (
    LinkOutError,
    UnsafeFileError,
    is_ignored_name,
    list_tree,
    read_regular_file,
    resolve_inside,
)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (os.mkfifo, "is a named pipe"),
        (os.mkdir, "is a folder"),
        (make_socket, "is a socket"),
        (lambda path: path.symlink_to("/dev/zero"), "is a device"),
    ],
)
def test_what_is_no_file_is_refused_by_its_kind(
    make: Callable[[Path], None], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "x")
    with pytest.raises(UnsafeFileError) as caught:
        read_regular_file(tmp_path / "x")
    assert caught.value.why == why


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "x").open("wb") as file:
        file.truncate(2 << 30)
    with pytest.raises(UnsafeFileError, match=r"^is larger than 64 MiB$"):
        read_regular_file(tmp_path / "x")
    (tmp_path / "x").write_bytes(bytes(2049))
    with pytest.raises(UnsafeFileError, match=r"^is larger than 2 KiB$"):
        read_regular_file(tmp_path / "x", 2048)
    assert read_regular_file(tmp_path / "x", 2049) == bytes(2049)


def test_a_path_may_not_lead_out(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "in").mkdir(parents=True)
    (home / "up").symlink_to("..")
    (home / "round").symlink_to("round")
    (tmp_path / "alias").symlink_to("home")
    assert resolve_inside(tmp_path / "alias", tmp_path / "alias/in/../in") == home.resolve() / "in"
    for name in ("up", "up/home/../x", "../x", "/etc"):
        with pytest.raises(LinkOutError):
            resolve_inside(home, home / name)
    for name in ("round/x", "a\0b"):
        with pytest.raises(UnsafeFileError):
            resolve_inside(home, home / name)


def test_a_tree_lists_what_belongs_to_a_game(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "t/sub").mkdir(parents=True)
    (home / "t/sub/self").symlink_to("..")
    for name in ("b.j2", "sub/a.j2", "b.j2~", "#b.j2#", ".#b.j2", "sub/.git", "..b"):
        (home / "t" / name).write_bytes(name.encode())
    (home / "t/__pycache__").mkdir()
    (home / "t/__pycache__/x").write_bytes(b"x")
    os.mkfifo(home / "t/pipe")
    with (home / "t/film").open("wb") as film:
        film.truncate(2 << 30)
    (tmp_path / "outside").write_bytes(b"outside")
    (home / "t/out").symlink_to("../../outside")
    (home / "t/lost").symlink_to("nowhere")
    (home / "beside").write_bytes(b"beside")
    (home / "t/link").symlink_to("../beside")
    os.close(os.open(bytes(home / "t") + b"/\xff", os.O_CREAT | os.O_WRONLY))
    assert [(file.name, file.size) for file in list_tree(home / "t", home)] == [
        ("b.j2", 4),
        ("link", 6),
        ("sub/a.j2", 8),
        ("\udcff", 0),
    ]
    assert [file.name for file in list_tree(home / "t", home, deep=False)] == ["b.j2", "link", "\udcff"]
    assert list_tree(home / "none", home) == []
    (home / "up").symlink_to("..")
    assert list_tree(home / "up", home) == []


def test_a_tree_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abc":
        (tmp_path / name).write_bytes(b"12")
    monkeypatch.setattr(files, "MAX_TREE_FILES", 3)
    monkeypatch.setattr(files, "MAX_TREE_BYTES", 6)
    assert len(list_tree(tmp_path, tmp_path)) == 3
    monkeypatch.setattr(files, "MAX_TREE_FILES", 2)
    with pytest.raises(UnsafeFileError, match=r"^holds more than 2 files$"):
        list_tree(tmp_path, tmp_path)
    monkeypatch.setattr(files, "MAX_TREE_FILES", 3)
    monkeypatch.setattr(files, "MAX_TREE_BYTES", 5)
    with pytest.raises(UnsafeFileError, match=r"^holds more than 0 MiB$"):
        list_tree(tmp_path, tmp_path)


def test_ignored_names() -> None:
    assert all(map(is_ignored_name, (".git", ".", "..", "a~", "#a#", "__pycache__")))
    assert not any(map(is_ignored_name, ("a", "a.b", "#a", "a#", "~a", "_a")))
