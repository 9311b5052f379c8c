"""Test that one process at a time holds a lock, and that a dead one does not."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder
from generator.safety.locks import FileLock

HOLD = """
import sys, time
from pathlib import Path
from generator.safety.folders import GuardedFolder
from generator.safety.locks import FileLock
lock = FileLock(GuardedFolder(Path(sys.argv[1])), "a.lock")
assert lock.acquire()
if sys.argv[2:]:
    import os
    if os.fork() == 0:
        sys.stdin.read()
        os._exit(0)
print("held", flush=True)
sys.stdin.read()
lock.release()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[GuardedFolder]:
    with GuardedFolder(tmp_path) as opened:
        yield opened


def hold(folder: GuardedFolder, *words: str) -> subprocess.Popen[bytes]:
    """Start a process that holds the lock until its input ends."""
    command = [sys.executable, "-c", HOLD, str(folder.root), *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


def test_the_file_of_a_lock_is_removed(folder: GuardedFolder) -> None:
    lock = FileLock(folder, "a.lock")
    assert lock.acquire()
    assert lock.is_held
    assert folder.list_names() == ["a.lock"]
    lock.release()
    assert not lock.is_held
    assert folder.list_names() == []
    lock.release()


def test_a_second_one_is_refused_or_waits(folder: GuardedFolder) -> None:
    told: list[str] = []
    with hold(folder) as other:
        mine = FileLock(folder, "a.lock")
        assert not mine.acquire()

        def tell() -> None:
            told.append("waiting")
            assert other.stdin is not None
            other.stdin.close()  # now it ends, and removes the file that this process waits at

        assert mine.acquire(tell)
        assert told == ["waiting"]
        assert folder.list_names() == ["a.lock"]
        mine.release()
        assert folder.list_names() == []
        assert other.wait() == 0


def test_a_killed_process_holds_nothing(folder: GuardedFolder) -> None:
    with hold(folder) as other:
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert folder.list_names() == ["a.lock"]
    mine = FileLock(folder, "a.lock")
    assert mine.acquire()
    mine.release()
    assert folder.list_names() == []


def test_its_second_process_still_does(folder: GuardedFolder) -> None:
    with hold(folder, "fork") as other:
        other.send_signal(signal.SIGKILL)
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
        mine = FileLock(folder, "a.lock")
        assert not mine.acquire()
        assert other.stdin is not None
        other.stdin.close()
        assert mine.acquire(lambda: None)
        mine.release()


def test_what_others_put_at_its_name_stays(folder: GuardedFolder, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    at = tmp_path / "a.lock"
    at.symlink_to("precious")
    with pytest.raises(UnsafeFileError, match="not a file"):
        FileLock(folder, "a.lock").acquire()
    at.unlink()
    at.symlink_to("missing")
    with pytest.raises(UnsafeFileError, match="not a file"):
        FileLock(folder, "a.lock").acquire()
    at.unlink()
    os.mkfifo(at)
    with pytest.raises(UnsafeFileError, match="not a file"):
        FileLock(folder, "a.lock").acquire()
    at.unlink()
    at.write_text("mine too")
    lock = FileLock(folder, "a.lock")
    assert lock.acquire()
    lock.release()
    assert (precious.read_text(), at.read_text()) == ("mine", "mine too")
    assert not (tmp_path / "missing").exists()
