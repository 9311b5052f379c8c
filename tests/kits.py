"""Kits for tests: each is built once a session by the command line."""

import fcntl
import json
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import pikepdf
from click.testing import CliRunner

from generator.cli.commands import main
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.game import read_game
from generator.model.game import Part

ROOT = Path(__file__).parent.parent
SPECIMEN = ROOT / "tests" / "specimen"
WORDS = ROOT / "templates" / "words"  # of booklets, in languages other than English
LAYOUTS = sorted(path.parent for path in (ROOT / "layouts").glob("*/game.yaml"))
GAMES = {folder.name: folder for folder in (*LAYOUTS, SPECIMEN)}
# small games, for tests that any game will do for: one of cards and tokens takes a fourth of the time of Psycle
STARTERS = {path.parent.name: path.parent for path in sorted((ROOT / "starters").glob("*/game.yaml"))}


class Kit:
    """A finished kit in a folder, with the output of its build."""

    def __init__(self, game: Path, folder: Path, stdout: str, stderr: str) -> None:
        self.game, self.folder, self.stdout, self.stderr = game, folder, stdout, stderr

    @cached_property
    def files(self) -> dict[str, bytes]:
        """Return the bytes of every file of the kit by path."""
        found = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in found}

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Return the manifest of the kit."""
        return read_manifest(self.folder)

    @cached_property
    def svgs(self) -> dict[str, str]:
        """Return the SVG sheets by path."""
        return {name: data.decode() for name, data in self.files.items() if name.endswith(".svg")}

    @property
    def pdfs(self) -> list[Path]:
        """Return the paths of all PDFs."""
        return sorted(self.folder.glob("*.pdf"))

    @property
    def sheets(self) -> Path:
        """Return the path of the PDF with the sheets."""
        (path,) = self.folder.glob("*-sheets-*.pdf")
        return path

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Return the parts that the game's data declares."""
        return expand_parts(read_game(self.game, KINDS, words=WORDS), KINDS)


class Kits:
    """Build each kit once, also for tests in other processes that share the folder."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._known: dict[tuple[str, ...], Kit] = {}

    def __call__(self, game: str, *options: str) -> Kit:
        """Return the kit of a game or a starter of this repository, built with the options."""
        key = (game, *options)
        if key not in self._known:
            home = self._home / sha256(repr(key).encode()).hexdigest()[:16]
            with home.with_suffix(".lock").open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                self._known[key] = self._build_once(home, game, options)
        return self._known[key]

    @staticmethod
    def _build_once(home: Path, game: str, options: tuple[str, ...]) -> Kit:
        said, folder = home / "said.json", {**STARTERS, **GAMES}[game]
        if not said.is_file():
            code, stdout, stderr = run(["build", str(folder), "--out", str(home), *options])
            assert code == 0, stderr
            said.write_text(json.dumps([stdout, stderr]), "utf-8")
        return Kit(folder, home / game, *json.loads(said.read_text("utf-8")))


def run(arguments: Sequence[str]) -> tuple[int, str, str]:
    """Run the command line in this process; return exit status, standard output and standard error."""
    done = CliRunner().invoke(main, list(arguments))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout, done.stderr


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest in the folder of a kit."""
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text("utf-8"))
    return found


def pieces(path: Path) -> list[list[str]]:
    """Return the names of the pieces on each page of a PDF, as marked in its content."""
    with pikepdf.open(path) as pdf:
        return [
            [
                str(step.operands[1]["/ID"])
                for step in pikepdf.parse_content_stream(page, "BDC")
                if str(step.operands[0]) == "/Piece"
            ]
            for page in pdf.pages
        ]
