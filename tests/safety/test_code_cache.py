"""The cache of compiled code: whatever is wrong with it means "not cached", and nothing of another user is run."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from generator.safety import code_cache
from generator.safety.code_cache import CodeCache, open_code_cache

CODE = compile("found = 1 + 1", "a.svg.j2", "exec")


@pytest.fixture
def cache(tmp_path: Path) -> CodeCache:
    """Return a cache that holds one entry."""
    made = CodeCache(tmp_path)
    made.write(CODE, "a.svg.j2", "1")
    assert made.read("a.svg.j2", "1") == CODE
    return made


def entry(tmp_path: Path) -> Path:
    """Return the only file of the cache."""
    (found,) = tmp_path.iterdir()
    return found


def test_an_entry_is_found_by_its_whole_key(cache: CodeCache) -> None:
    assert cache.read("a.svg.j2", "2") is None
    assert cache.read("b.svg.j2", "1") is None


@pytest.mark.parametrize("length", [0, 5, 16, 40, 48, 60, -1])
def test_an_entry_cut_short_is_not_used(cache: CodeCache, tmp_path: Path, length: int) -> None:
    path = entry(tmp_path)
    path.write_bytes(path.read_bytes()[:length])
    assert cache.read("a.svg.j2", "1") is None
    cache.write(CODE, "a.svg.j2", "1")
    assert cache.read("a.svg.j2", "1") == CODE


def test_a_changed_byte_is_noticed(cache: CodeCache, tmp_path: Path) -> None:
    path = entry(tmp_path)
    sound = path.read_bytes()
    for at in range(0, len(sound), 7):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        assert cache.read("a.svg.j2", "1") is None


def test_an_entry_under_the_name_of_another_is_not_used(cache: CodeCache, tmp_path: Path) -> None:
    path = entry(tmp_path)
    cache.write(compile("found = 3", "b.svg.j2", "exec"), "b.svg.j2", "1")
    (other,) = set(tmp_path.iterdir()) - {path}
    path.write_bytes(other.read_bytes())
    assert cache.read("a.svg.j2", "1") is None


def test_files_that_others_can_write_are_not_used(cache: CodeCache, tmp_path: Path) -> None:
    path = entry(tmp_path)
    for mode in (0o620, 0o602, 0o666):
        path.chmod(mode)
        assert cache.read("a.svg.j2", "1") is None
    path.chmod(0o600)
    assert cache.read("a.svg.j2", "1") == CODE


def test_files_and_folders_of_another_user_are_not_used(
    cache: CodeCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    assert cache.read("a.svg.j2", "1") is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))
    assert open_code_cache() is None


def test_links_pipes_and_folders_are_not_read(cache: CodeCache, tmp_path: Path) -> None:
    path = entry(tmp_path)
    moved = path.rename(tmp_path / "moved")
    path.symlink_to(moved)
    assert cache.read("a.svg.j2", "1") is None
    path.unlink()
    os.mkfifo(path)
    assert cache.read("a.svg.j2", "1") is None
    path.unlink()
    path.mkdir()
    assert cache.read("a.svg.j2", "1") is None
    cache.write(CODE, "a.svg.j2", "1")
    assert not list(tmp_path.glob("*.new"))


def test_a_full_disk_fails_nothing(cache: CodeCache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, data: bytes) -> None:
        path.write_bytes(data[:20])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(code_cache, "_write_new_file", refuse)
    cache.write(CODE, "b.svg.j2", "1")
    assert cache.read("b.svg.j2", "1") is None
    assert list(tmp_path.iterdir()) == [entry(tmp_path)]


@pytest.mark.parametrize("home", ["file", "file/below", "open", "a\udc80", "x" * 300])
def test_a_folder_that_cannot_be_had_is_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "open/gutterfold").mkdir(parents=True)
    (tmp_path / "open/gutterfold").chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / home))
    found = open_code_cache()
    assert found is None or home == "a\udc80"


def test_no_home_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setattr(Path, "home", fail)
    code_cache._open_folder.cache_clear()
    assert open_code_cache() is None
    code_cache._open_folder.cache_clear()


def test_old_entries_go_when_there_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "MAX_ENTRIES", 8)
    for number in range(12):
        CodeCache(tmp_path).write(CODE, str(number))
        for age, path in enumerate(sorted(tmp_path.iterdir(), key=os.path.getmtime)):
            os.utime(path, (age, age))
    assert len(list(tmp_path.iterdir())) <= 9
    assert CodeCache(tmp_path).read("11") == CODE
    assert CodeCache(tmp_path).read("0") is None


@pytest.mark.usefixtures("cache")
def test_too_large_a_value_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "MAX_ENTRY_BYTES", 1000)
    small = CodeCache(tmp_path)
    small.write("x" * 1000, "large")
    assert [small.read("large"), len(list(tmp_path.iterdir()))] == [None, 1]


def test_values_that_are_no_code_are_kept_too(cache: CodeCache) -> None:
    value: dict[Any, Any] = {("code", "a"): b"1", ("and", "b"): ["c", "d"]}
    cache.write(value, "claims")
    assert cache.read("claims") == value
    cache.write(object(), "object")
    assert cache.read("object") is None
