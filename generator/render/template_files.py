"""Find and read the files that templates name; nothing outside the game and the shared templates can be reached."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from generator.language.suggestions import did_you_mean
from generator.model.finding import DrawingError

_MOST_BYTES = 64 * 1024 * 1024


class TemplateFiles(Struct, frozen=True):
    """The folder of a game, whose `templates/` take precedence, and that of the shared templates."""

    game: Path
    shared: Path

    def read_template(self, name: str) -> tuple[str, Path]:
        """Return the text and the path of a template; DrawingError (GF206) if there is none."""
        for root in (self.game / "templates", self.shared):
            if (path := _find_inside(root, name, self.game if root != self.shared else root)) is not None:
                return _read_text(path, name), path
        raise DrawingError(f"there is no template {name!r}{did_you_mean(name, self.template_names())}", code="GF206")

    def template_names(self) -> list[str]:
        """Return the names of all templates, the game's own first."""
        return [name for root in (self.game / "templates", self.shared) for name in _file_names(root)]

    def read_image(self, name: str) -> bytes:
        """Return the bytes of an image in the game's `images/`; DrawingError (GF206) for anything else."""
        root = self.game / "images"
        path = _find_inside(root, name.removeprefix("images/"), self.game) if name.startswith("images/") else None
        if path is None:
            known = [f"images/{each}" for each in _file_names(self.game / "images")]
            raise DrawingError(
                f"there is no image {name!r} in the game's images/{did_you_mean(name, known)}", code="GF206"
            )
        return path.read_bytes()


def _file_names(root: Path) -> Iterator[str]:
    return (path.relative_to(root).as_posix() for path in sorted(root.rglob("*")) if path.is_file())


def _find_inside(root: Path, name: str, home: Path) -> Path | None:
    """Return the file of that name if, with links resolved, it is in root and home and is not too large."""
    if not name or "\\" in name or "\0" in name or name.startswith("/"):
        return None
    try:
        path, below = (root / name).resolve(), root.resolve()
        if not path.is_relative_to(below) or not below.is_relative_to(home.resolve()):
            return None
        return path if path.is_file() and path.stat().st_size <= _MOST_BYTES else None
    except (OSError, RuntimeError):  # the name is too long, or links form a loop
        return None


def _read_text(path: Path, name: str) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise DrawingError(f"the template {name!r} is not UTF-8", code="GF206") from None
