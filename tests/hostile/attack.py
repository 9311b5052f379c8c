"""Attacks as records: what a stranger's folder holds, what is run on it, and what must hold afterwards."""

import os
import shutil
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

Expectation = Literal["refused", "built", "either"]

GAME = """\
title: Hen
version: "1"
players: [1, 2]
colors:
  player.red: {paint: "#D55E00", mark: disc, letter: R}
  player.blue: {paint: "#0072B2", mark: star, letter: B}
parts:
  egg: {kind: tile, title: Egg, size: [30, 30], front: egg.svg.j2, copies: 2}
claims:
  - {id: H1, says: two eggs, rests_on: the rules, check: count('egg') == 2}
"""
RULES = "# Hen\n\n## Play\n\nThere are {{ claim(2, 'egg') }} eggs.\n"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">'
EGG = f'{HEAD}\n<text x="9" y="18">Egg</text>\n</svg>\n'

BUILD = ("build", "hen")
CHECK = ("check", "hen")
LIVE = ("build", "hen", "--format", "svg", "--svg-text", "live")  # what a template printed can be read in the sheet


class Link(NamedTuple):
    """A symbolic link; the target is relative to the link, or `{home}` stands for the scene's folder."""

    target: str


class HardLink(NamedTuple):
    """A second name of a file, which is relative to the scene's home."""

    target: str


class Folder(NamedTuple):
    """An empty folder."""


class Fifo(NamedTuple):
    """A named pipe that nobody writes to."""


class Socket(NamedTuple):
    """A socket that nobody listens to."""


class Sparse(NamedTuple):
    """A file of many zero bytes that takes no room on the disk, after some bytes of its own."""

    size: int
    head: bytes = b""


Content = (
    str | bytes | Link | HardLink | Folder | Fifo | Socket | Sparse | Callable[[], str | bytes]
)  # called when planted


class Scene(NamedTuple):
    """The folders of one attack: all below `home`, of which only `desk/output`, `cache` and `tmp` may change."""

    home: Path

    @property
    def work(self) -> Path:
        """Return the current directory of the commands."""
        return self.home / "desk"

    @property
    def game(self) -> Path:
        """Return the folder of the game."""
        return self.home / "desk" / "hen"

    @property
    def kit(self) -> Path:
        """Return the folder of the last good kit."""
        return self.home / "desk" / "output" / "hen"

    @property
    def victim(self) -> Path:
        """Return the folder of what must never be read or written."""
        return self.home / "victim"


class Outcome(NamedTuple):
    """What a command did: its exit status (negative for a signal), its output, its time (s) and its memory (bytes)."""

    argv: tuple[str, ...]
    status: int
    stdout: bytes
    stderr: bytes
    seconds: float
    memory: int
    killed: bool = False
    left_running: bool = False


@dataclass(frozen=True)
class Attack:
    """One hostile input.

    `files` lie over the plain game, by path from its folder; `argv` are the commands that are run one after the other.
    `place` must be part of the place that a refusal names. `plant` does what files cannot express; `run` replaces
    the commands by something of its own; `through` returns what the attack got, or nothing.
    """

    name: str
    files: Mapping[str, Content] = field(default_factory=dict)
    argv: Sequence[tuple[str, ...]] = (BUILD,)
    expect: Expectation = "refused"
    place: str = ""
    plant: Callable[[Scene], None] | None = None
    run: Callable[[Scene], list[Outcome]] | None = None
    through: Callable[[Scene, Sequence[Outcome]], str] | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    kit: bool = True
    private_cache: bool = False
    statuses: tuple[int, ...] = (0, 1, 2)
    may_change: tuple[str, ...] = ()
    silent: bool = False  # its outputs are closed, so that nothing can be said


def plant_file(scene: Scene, path: str, content: Content) -> None:
    """Put a file, a link or something else at a path from the game's folder, whatever was there."""
    at = Path(os.path.normpath(scene.game / path))
    at.parent.mkdir(parents=True, exist_ok=True)
    if at.is_dir() and not at.is_symlink() and not isinstance(content, Folder):
        shutil.rmtree(at)
    elif os.path.lexists(at) and (at.is_symlink() or not at.is_dir()):
        at.unlink()
    if callable(content):
        content = content()
    match content:
        case str():
            at.write_bytes(content.encode("utf-8", "surrogateescape"))
        case bytes():
            at.write_bytes(content)
        case Link(target):
            at.symlink_to(target.replace("{home}", str(scene.home)))
        case HardLink(target):
            at.hardlink_to(scene.home / target)
        case Folder():
            at.mkdir(exist_ok=True)
        case Fifo():
            os.mkfifo(at)
        case Socket():
            _make_socket(at)
        case Sparse(size, head):
            at.write_bytes(head)
            os.truncate(at, size)


def _make_socket(at: Path) -> None:
    """Bind a socket at a path; the name goes through the folder's descriptor, since the system allows 107 bytes."""
    before = Path.cwd()
    os.chdir(at.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(at.name)
    finally:
        os.chdir(before)


def game_with(old: str, new: str, text: str = GAME) -> str:
    """Return the plain game with one passage replaced."""
    assert text.count(old) == 1, f"{old!r} does not stand there once"
    return text.replace(old, new)


def with_rules(rules: str, more: str = "") -> dict[str, Content]:
    """Return the files of a game that has these rules."""
    return {"game.yaml": f"{GAME}rules: rules.md\n{more}", "rules.md": rules}


def template(body: str) -> str:
    """Return the template of an egg that holds this on its second line."""
    return f"{HEAD}\n{body}\n</svg>\n"


def drawing(body: str) -> dict[str, Content]:
    """Return the files of a game whose egg is drawn so."""
    return {"templates/egg.svg.j2": template(body)}
