"""Find and read the files that templates name; nothing outside the game and the shared templates can be reached.

The words of a template, and of all that it includes, tell which values it can read.
"""

import os
import posixpath
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize
from urllib.parse import quote, unquote

from msgspec import Struct

from generator.language.suggestions import did_you_mean, nearest_name
from generator.model.finding import DrawingError
from generator.safety.files import (
    MAX_PDF_BYTES,
    UnsafeFileError,
    is_ignored_name,
    lies_in_kit,
    read_regular_file,
    resolve_inside,
)
from generator.safety.image_files import MAX_IMAGE_BYTES

MAX_TEMPLATE_BYTES = 16 * 1024 * 1024  # a drawing of 200,000 shapes, far more than prints well
_SUFFIX = ".svg.j2"
_MOST_LISTED = 5000  # files and folders looked at for a suggestion: 20 ms


def read_quietly(file: str) -> str:
    """Return the text of a template that a message is about; empty if it cannot be read."""
    with suppress(OSError, ValueError):
        return read_regular_file(Path(file)).decode()
    return ""


class TemplateFiles(Struct, frozen=True):
    """The folder of a game, whose `templates/` take precedence, and that of the shared templates.

    `loose` are files of the game outside its `images/` that can be images too: those that its rules show.
    """

    game: Path
    shared: Path
    loose: tuple[str, ...] = ()

    def read_template(self, name: str) -> tuple[str, Path]:
        """Return the text and the path of a template; DrawingError (GF206) if it cannot be had."""
        called = f"the template {name!r}"
        for root in (self.game / "templates", self.shared):
            path = _find_inside(root, name, self.game if root != self.shared else root, called)
            if path is not None:
                return _decode_text(_read_bytes(path, called, MAX_TEMPLATE_BYTES), path, called), path
        raise DrawingError(f"there is no template {name!r}{self._suggest_template(name)}", code="GF206")

    def template_names(self, sought: str = "") -> list[str]:
        """Return the names of the templates, the game's own first, and of folders of the shared ones that of `sought`.

        Most folders of the shared templates belong to one game each.
        """
        own, folder = list(_list_names(self.game / "templates")), sought.partition("/")[0] + "/"
        return own + [name for name in _list_names(self.shared) if "/" not in name or name.startswith(folder)]

    def _suggest_template(self, name: str) -> str:
        """Return what to do about a template that is not there, as the end of a sentence."""
        own = name.removeprefix("templates/")
        if own != name and _find_inside(self.game / "templates", own, self.game, own) is not None:
            return f"; names begin in templates/, so write {own!r}"
        beside = _find_inside(self.game, name, self.game, name) if name.endswith((".j2", ".svg")) else None
        if beside is not None and beside.is_file():
            return "; it is beside game.yaml: move it into templates/"
        known = self.template_names(name)
        stem, stems = name.removesuffix(_SUFFIX), [each.removesuffix(_SUFFIX) for each in known]
        is_new = stem != name and not nearest_name(stem, stems)  # all templates are alike in their suffix
        return (not is_new and did_you_mean(name, known)) or "; draw it in the game's templates/"

    def read_image(self, name: str) -> bytes:
        """Return the bytes of an image in the game's `images/`; DrawingError (GF206) for anything else."""
        most = MAX_PDF_BYTES if name.lower().endswith(".pdf") else MAX_IMAGE_BYTES
        return _read_bytes(self.locate_image(name), f"the image {name!r}", most)

    def find_picture(self, name: str) -> str:
        """Return the address of an image by the name of its file, with or without folder and ending; DrawingError."""
        name = str(name)
        below = name.replace("\\", "/").removeprefix("./").removeprefix("images/")
        known = list(_list_names(self.game / "images"))
        stems = {normalize("NFC", each).casefold().rpartition(".")[0]: each for each in reversed(known)}
        whole = {normalize("NFC", each).casefold(): each for each in known}
        asked = normalize("NFC", below.strip()).casefold()
        last = asked.rpartition("/")[2]  # of a path on another computer
        found = below if below in known else whole.get(asked) or stems.get(asked) or whole.get(last) or stems.get(last)
        if found is None:
            hint = did_you_mean(below, known) or "; put it there"
            raise DrawingError(f"there is no picture {name!r} in the game's images/{hint}", "", "GF206", name)
        return f"images/{quote(found)}"

    def _list_places(self, name: str) -> Iterator[str]:
        """Yield where an image of the rules may lie: as it is named, and in the folders of the rules."""
        yield name
        yield from (f"{each.rpartition('/')[0]}/{name}" for each in self.loose if each.endswith(".md"))

    def locate_image(self, name: str) -> Path:
        """Return the path of an image in the game's `images/`, whose name may be percent-encoded; DrawingError (GF206).

        Names are compared in Unicode's NFC, because some file systems change their form when a folder is copied.
        """
        root, below, called = self.game / "images", name.removeprefix("images/"), f"the image {name!r}"
        path = _find_inside(root, below, self.game, called) if name.startswith("images/") else None
        if found := next((each for each in self._list_places(name) if each in self.loose), ""):
            path = _find_inside(self.game, found, self.game, called)
        if path is None and name.startswith("images/"):
            spelled = {normalize("NFC", each): each for each in _list_names(root)}
            other = spelled.get(normalize("NFC", below)) or spelled.get(normalize("NFC", unquote(below)))
            path = _find_inside(root, other, self.game, called) if other else None
        if path is None:
            known, whole = [f"images/{each}" for each in _list_names(root)], f"images/{below}"
            advice = f"; write {whole!r}" if whole in known else did_you_mean(whole, known)
            put = "; put it there" if whole == name else f"; put it there, and write {whole!r}"
            message = f"there is no image {name!r} in the game's images/{advice or put}"
            raise DrawingError(message, "", "GF206", name)
        return path


def _list_names(root: Path) -> Iterator[str]:
    """Yield the names of the files below a folder, in order; links to folders are not followed."""
    names, folders, left = list[str](), [""], _MOST_LISTED
    while folders and left > 0:
        below = folders.pop()
        try:
            with os.scandir(root / below) as entries:
                for entry in entries:
                    left -= 1
                    if left < 0:
                        break
                    if is_ignored_name(entry.name):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(f"{below}{entry.name}/")
                    elif entry.is_file() and entry.name.isprintable():  # no bytes that are not UTF-8
                        names.append(below + entry.name)
        except OSError:
            continue
    yield from sorted(names)


def _find_inside(root: Path, name: str, home: Path, called: str) -> Path | None:
    """Return the path of that name below a root, None if nothing is there.

    DrawingError if a link leads elsewhere, or if the build id does not hash what has such a name.
    """
    if not name or "\\" in name or "\0" in name or name.startswith("/") or posixpath.normpath(name).startswith(".."):
        return None
    try:
        if not os.path.lexists(root / name):
            return None
        path = resolve_inside(root, root / name)
        resolve_inside(home, root)
        if not os.path.lexists(path):
            return None
        if any(map(is_ignored_name, {*name.split("/")} - {".", ".."})):
            raise UnsafeFileError(
                "is a hidden file or one left behind by an editor, so it is not part of a game; rename it"
            )
        if lies_in_kit(root, name):
            raise UnsafeFileError("is in a kit that gutterfold built, so it cannot be part of a game; move it")
        return path
    except UnsafeFileError as error:
        raise DrawingError(f"{called} {error.why}", code="GF206") from None
    except (OSError, ValueError):  # the name is too long, or cannot be a file's
        return None


def _read_bytes(path: Path, called: str, limit: int) -> bytes:
    try:
        return read_regular_file(path, limit)
    except UnsafeFileError as error:
        raise DrawingError(f"{called} {error.why}", code="GF206") from None
    except OSError as error:
        raise DrawingError(f"{called} cannot be read: {error.strerror}", code="GF206") from None


def _decode_text(data: bytes, path: Path, called: str) -> str:
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise DrawingError(f"{called} is not UTF-8", f"{path}:{line}:{column}", "GF206") from None


_NAMED = re.compile(r"""\{%-?\s*(?:include|import|from|extends)\s+(?:'([^']*)'|"([^"]*)"|(\S))""")
_REFERRED = re.compile(r"""href=["']([^"'#{]*\.svg)(?:#|["'])|href=["'](\{)""")
_WHOLE = re.compile(r"\b(?:row|values|part|parts|game)\b(?!\s*(?:\.\s*\w|\[\s*['\"]))")
_WORD = re.compile(r"[^\W\d]\w*")
_JINJA = re.compile(r"\{\{(.*?)(?:\}\}|\Z)|\{%(.*?)(?:%\}|\Z)", re.DOTALL)


class TemplateWords(NamedTuple):
    """The words in a template and in all that it includes; `digest` is that of their sources.

    `is_open` tells that it may read more: it includes by a computed name, or takes a row or the values as a whole.
    `files` are the names of the template and of all that it includes.
    """

    words: frozenset[str]
    digest: str
    is_open: bool
    files: frozenset[str] = frozenset()

    def can_read(self, name: str) -> bool:
        """Return whether a template may look up a name."""
        return self.is_open or name in self.words or not _WORD.fullmatch(name)


class TemplateReader:
    """Reads the sources of templates and remembers their words."""

    def __init__(self, files: TemplateFiles) -> None:
        self._files = files
        self.read_words = cache(self._read_words)

    def _read_words(self, name: str) -> TemplateWords:
        """Return the words of a template and of all that it includes."""
        sources: dict[str, str] = {}
        waiting, is_open = [name], False
        while waiting:
            each = waiting.pop()
            if each in sources:
                continue
            sources[each] = text = self._read(each)
            for one, other, computed in _NAMED.findall(text):
                is_open |= bool(computed)
                waiting += [one or other] if one or other else []
            for file, computed in _REFERRED.findall(text):
                is_open |= bool(computed)
                waiting += [file] if file else []
        code = [one or other for text in sources.values() for one, other in _JINJA.findall(text)]
        is_open |= any(_WHOLE.search(each) for each in code)
        digest = sha256("\0".join(f"{key}\0{sources[key]}" for key in sorted(sources)).encode()).hexdigest()
        words = frozenset(word for each in code for word in _WORD.findall(each))
        return TemplateWords(words, digest, is_open, frozenset(sources))

    def _read(self, name: str) -> str:
        try:
            return self._files.read_template(name)[0]
        except DrawingError:
            return ""  # the template is refused when it is rendered
