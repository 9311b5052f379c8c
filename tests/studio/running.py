"""A studio that runs in a process of its own, as a user starts it, and one that several tests share."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from http.client import HTTPResponse
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit

from tests.kits import run

ROOT = Path(__file__).parents[2]
_FEWER = (  # cards of the starter, in two of its four suits: each is drawn again after each change
    ("game.yaml", r"(?m)^  suit\.(?:wave|plum): .*\n", ""),
    ("game.yaml", r"each: [78]", "each: 2"),
    ("game.yaml", r"wave\.7", "sun.7"),
    ("rules.md", r"claim\(28,", "claim(14,"),
    ("rules.md", r"claim\(4, \"colors", 'claim(2, "colors'),
    ("rules.md", r"claim\([78], \"handed", 'claim(2, "handed'),
)


def make_deck(folder: Path) -> None:
    """Make a game of seven cards in each of two suits, of which a claim tells the numbers."""
    assert run(["new", str(folder), "--like", "cards"])[0] == 0
    for name, pattern, fewer in _FEWER:
        text, count = re.subn(pattern, fewer, (folder / name).read_text("utf-8"))
        assert count, pattern
        (folder / name).write_text(text, "utf-8")


class RunningStudio:
    """`gutterfold studio` for a game; its port and secret are remembered in `home`."""

    def __init__(self, folder: Path, home: Path, *options: str, cwd: Path | None = None) -> None:
        self.folder = folder
        paths = {"XDG_STATE_HOME": str(home), "PYTHONPATH": str(ROOT)}
        program = Path(sys.executable).with_name("gutterfold")
        self._process = subprocess.Popen(
            [program, "studio", str(folder), "--no-browser", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd or folder.parent,
            start_new_session=True,
            env={**os.environ, **paths},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.link = line.split()[-1] if line else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """Return the number of its process."""
        return self._process.pid

    def kill(self) -> None:
        """End it without a chance to clean up."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> tuple[int, str]:
        """Press Ctrl-C, which reaches all its processes, and return the exit status and what they printed as errors."""
        if self._process.poll() is None:
            os.killpg(self.pid, signal.SIGINT)
        _, errors = self._process.communicate(timeout=20)
        return self._process.returncode, errors


class SharedStudio(RunningStudio):
    """A studio whose game and choices can be set back to what they were at its start."""

    def __init__(self, folder: Path, home: Path, *options: str) -> None:
        self._files = _read_folder(folder)
        self._resets = 0
        super().__init__(folder, home, *options)

    def reset(self) -> None:
        """Write the game as it was, choose what was chosen, and wait until all of its faces were drawn again.

        The title becomes another one, by which the state is known that follows.
        """
        self._resets += 1
        title = f"My game, set back {self._resets} times"
        self._post("choose", {"colors": {}, "settings": "", "paper": "a4", "backs": "long-edge", "order": ""})
        with self._open("events") as events:
            assert events.readline() == b"event: hello\n"
            self._write_files(title)
            while title not in (line := events.readline().decode()):
                assert line, "the studio is gone"
            while events.readline() != b"event: faces\n":
                pass
        self._post("seen", {})

    def _write_files(self, title: str) -> None:
        """Write the title last, since the studio may read the folder at any moment."""
        for path in _read_folder(self.folder).keys() - self._files.keys():
            (self.folder / path).unlink()
        for path, data in self._files.items():
            if path != "game.yaml":
                (self.folder / path).write_bytes(data)
        game = self._files["game.yaml"].decode()
        (self.folder / "game.yaml").write_text(re.sub("(?m)^title: .*", f"title: {title}", game, count=1), "utf-8")

    def _post(self, path: str, given: object) -> None:
        self._open(path, json.dumps(given).encode()).close()

    def _open(self, path: str, body: bytes | None = None) -> HTTPResponse:
        link = urlsplit(self.link)
        (key,) = parse_qs(link.query)["key"]
        headers = {"cookie": f"gutterfold-{link.port}={key}", "x-gutterfold-key": key}
        request = urllib.request.Request(f"http://{link.netloc}/{path}", body, headers)
        found: HTTPResponse = urllib.request.urlopen(request, timeout=60)
        return found


def _read_folder(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files of a folder by path."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
