"""Read the text files of a game from inside its folder, and compute the id of a build."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding, Place, refuse
from generator.model.playtest import PLAYTEST_FILE
from generator.safety.files import (
    MAX_IMAGE_TREE_BYTES,
    MAX_PDF_BYTES,
    LinkOutError,
    TreeFile,
    UnsafeFileError,
    convert_to_utf8,
    is_build_manifest,
    iterate_blocks,
    list_tree,
    read_regular_file,
    resolve_inside,
)

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

# the folders of a game from which files reach its kit, with the suffixes of those that can, if not all do
_TREES: Mapping[str, tuple[str, ...]] = {
    "templates": (),
    "images": (),
    "fonts": (".ttf", ".otf", ".ttc", ".woff", ".woff2"),
}

_ARCHIVE = b"PK\x03\x04"
BINARY_SUFFIXES = (".xlsx", ".ods")  # of files with rows that are no text
_ALLOWED = bytes(c for c in range(256) if (c >= 32 and c != 127) or c in b"\t\n")
# control characters print nothing, and only some programs count line separators as line ends
BREAKS = {0x0B: " ", 0x0C: " ", 0x2028: " ", 0x2029: " ", 0x200B: "", 0xFEFF: ""}  # as word processors leave them
BREAKS |= {0xF0B7: "•", 0xF0A7: "•", 0xF0D8: "•", 0xF0FC: "✓", 0xF0E0: "→", 0xF0DF: "←", 0xF04A: "☺"}  # Word's signs
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")


def display_path(path: Path) -> str:
    """Return the path to show: relative to the current directory if it is below that, otherwise as given."""
    whole = Path(os.path.normpath(path.absolute()))
    here = Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else path).as_posix()


def locate_index(text: str, index: int, file: str) -> Place:
    """Return the place of the character at the index."""
    return Place(file, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))


def read_inside(folder: Path, name: str, place: Place) -> str:
    """Return the text of a regular file in the folder, following links; GF001, GF002, GF007."""
    return decode_text(read_bytes_inside(folder, name, place), display_path(folder / name))


def read_prose(folder: Path, name: str, place: Place) -> tuple[str, tuple[Finding, ...]]:
    """Return a text as `read_inside` does, of Windows' own encoding too, and a note on that (GF013)."""
    data, file = read_bytes_inside(folder, name, place), display_path(folder / name)
    try:
        data = data.decode("utf-8").translate(BREAKS).encode()
    except UnicodeDecodeError as error:
        if b"\0" in data or data.startswith(_ARCHIVE):  # UTF-16, or no text at all
            return decode_text(data, file), ()
        try:
            data = data.decode("cp1252").encode()
        except UnicodeDecodeError:
            return decode_text(data, file), ()
        at = locate_index(data.decode(), error.start, file)
        says = "the file is read as Windows-1252, since it is not UTF-8; save it as UTF-8 if letters are wrong"
        return decode_text(data, file), (Finding("GF013", at, says, "note"),)
    return decode_text(data, file), ()


def read_bytes_inside(folder: Path, name: str, place: Place) -> bytes:
    """Return the bytes of a regular file of at most 64 MiB in the folder, following links; GF001, GF007."""
    shown = display_path(folder / name)
    try:
        path = resolve_inside(folder, folder / name)
        if not path.exists():
            says = f"there is no file {name!r} in {display_path(folder)}; add it{_suggest_file(folder, name)}"
            raise refuse("GF001", place, says)
        return _read_bytes(path, shown, place)
    except LinkOutError:
        raise refuse("GF007", place, f"{name!r} is outside the game's folder; copy it in") from None
    except (OSError, ValueError) as error:
        raise refuse("GF001", place, f"{name!r} {_explain_error(error)}") from None


def read_text(path: Path, file: str, place: Place) -> str:
    """Return the text of a regular file of at most 64 MiB, with LF line ends; GF001, GF002."""
    return decode_text(_read_bytes(path, file, place), file)


def _read_bytes(path: Path, file: str, place: Place) -> bytes:
    try:
        return read_regular_file(path)
    except OSError as error:
        raise refuse("GF001", place, f"{file} {_explain_error(error)}") from None


def decode_text(data: bytes, file: str, notes: list[Finding] | None = None) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark, drop that mark and make all line ends LF; GF002.

    With a list for `notes`, text that is not UTF-8 is read as Windows-1252, and a note says so (GF013).
    """
    data = convert_to_utf8(data).replace(b"\r\n", b"\n")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        at = locate_index(before, len(before), file)
        with suppress(UnicodeDecodeError):
            if notes is not None and not data.startswith(_ARCHIVE):
                text = data.decode("cp1252")
                sign = text[len(before)]
                says = (
                    f"this is not UTF-8, and is read as Windows-1252: {sign!r}; save the file as UTF-8 if that is wrong"
                )
                notes.append(Finding("GF013", at, says, "note"))
                return decode_text(text.encode(), file)
        if data.startswith(_ARCHIVE):
            says = "this is a spreadsheet or another archive, not text; save it as CSV, or name it .xlsx or .ods"
        else:
            says = f"byte 0x{data[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise refuse("GF002", at, says) from None
    if "\r" in text and "\n" not in text:  # line ends of old computers
        text, data = text.replace("\r", "\n"), data.replace(b"\r", b"\n")
    suspect = not text.isascii() or data.translate(None, _ALLOWED)
    if suspect:
        refuse_unprintable(text, lambda at: locate_index(text, at, file))
    return text


def refuse_unprintable(text: str, place: Callable[[int], Place]) -> None:
    """Raise GF002 at the first character that cannot be printed."""
    if bad := _UNPRINTABLE.search(text):
        raise refuse(
            "GF002", place(bad.start()), f"the character U+{ord(bad.group()):04X} cannot be printed; remove it"
        )


def _suggest_file(folder: Path, name: str) -> str:
    above = (folder / name).parent
    if not above.is_dir():
        above = folder
    files = (path.relative_to(folder).as_posix() for path in above.iterdir() if path.is_file())
    found = did_you_mean(name, (path for path in files if path != PLAYTEST_FILE))  # which no data name
    return found.replace("; ", ", or correct its name here: ", 1)


def _explain_error(error: Exception) -> str:
    """Return what is wrong with a file, as the end of a sentence that begins with its name."""
    if isinstance(error, UnsafeFileError):
        return error.why
    return f"cannot be read: {(error.strerror if isinstance(error, OSError) else None) or str(error).splitlines()[0]}"


def build_id(folder: Path, sources: Iterable[str], shared: Path, templates: Iterable[str], chosen: object) -> str:
    """Return 8 hex digits that identify what can reach a kit, and nothing else; see `digest_inputs`."""
    return digest_inputs(folder, sources, shared, templates, chosen)[:8]


def digest_inputs(folder: Path, sources: Iterable[str], shared: Path, templates: Iterable[str], chosen: object) -> str:
    """Return the digest of what can reach a kit, and of nothing else.

    That is the `chosen` options, the files that were read (`sources`, relative to the game's `folder`), its templates,
    images and fonts, and the `shared` templates: those in no folder, and those in the folders of the `templates` named.
    Line ends of text do not count, since none reaches the kit. Names do, in Unicode's NFC, because some file systems
    change their form when a folder is copied. GF001 for a tree that is too large to be read.
    """
    digest = _hash_sources(folder, sources, chosen)
    for name, kinds in _TREES.items():
        for file in _list_tree(folder / name, folder, MAX_IMAGE_TREE_BYTES if name == "images" else None):
            if not kinds or ("/" not in file.name and file.name.lower().endswith(kinds)):
                _hash_file(digest, file._replace(name=f"{name}/{file.name}"), text=name == "templates")
    for file in _list_shared(shared, templates):
        _hash_file(digest, file, text=True)
    return digest.hexdigest()


def digest_sources(folder: Path, sources: Iterable[str], chosen: object) -> str:
    """Return the digest of options and of files that were read, as `digest_inputs` does of those alone."""
    return _hash_sources(folder, sources, chosen).hexdigest()


def _hash_sources(folder: Path, sources: Iterable[str], chosen: object) -> "Hash":
    digest = sha256(repr(chosen).encode("utf-8", "surrogateescape"))
    for name in sorted({*sources}):
        _hash_file(digest, TreeFile(name, folder / name, 0), text=not name.lower().endswith(BINARY_SUFFIXES))
    return digest


def _list_shared(shared: Path, templates: Iterable[str]) -> Iterator[TreeFile]:
    """Yield the shared templates that lie in no folder, and those in the folders of the templates named."""
    yield from _list_tree(shared, shared, deep=False)
    for home in sorted({name.partition("/")[0] for name in templates if "/" in name} - {"", ".", ".."}):
        yield from (file._replace(name=f"{home}/{file.name}") for file in _list_tree(shared / home, shared))


def _list_tree(root: Path, home: Path, most: int | None = None, *, deep: bool = True) -> list[TreeFile]:
    """Return the files of a tree that were not printed by a build; GF001 if it is too large."""
    try:
        found = list_tree(root, home, MAX_PDF_BYTES, deep=deep, most_bytes=most)
    except UnsafeFileError as error:
        shown = display_path(root)
        raise refuse("GF001", Place(shown), f"{shown} {error.why}") from None
    kits = {file.name.rpartition("/")[0] for file in found if "/" in file.name and is_build_manifest(file.path)}
    return [file for file in found if not kits or not any(file.name.startswith(f"{kit}/") for kit in kits)]


def _hash_file(digest: "Hash", file: TreeFile, *, text: bool) -> None:
    """Add the name and the content of a file to a digest, with LF line ends if it is text."""
    inner, held = sha256(), b""
    for block in iterate_blocks(file.path, MAX_PDF_BYTES):
        if text:  # CR LF may lie across two blocks
            block, held = held + block, b""
            block, held = (block[:-1], b"\r") if block.endswith(b"\r") else (block, b"")
            block = block.replace(b"\r\n", b"\n")
        inner.update(block)
    inner.update(held)
    digest.update(normalize("NFC", file.name).encode("utf-8", "surrogateescape") + b"\0" + inner.digest())
