"""Files go in one by one, a kit's folder comes out whole: all of it, or none of it and the last one still there."""

import json
import os
import shutil
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Any, NamedTuple, Self

from generator.model.finding import DataError, Finding, refuse
from generator.model.place import Place

MANIFEST = "manifest.json"
PENDING = ".manifest.pending.json"
_MANY = 32


class Written(NamedTuple):
    """A file of the kit: its path in the kit's folder, with slashes."""

    path: str
    sha256: str
    bytes: int


class Stage:
    """A folder beside the kit's own where its files are made; leaving it without `land` leaves nothing behind."""

    def __init__(self, out: Path, game: str) -> None:
        self.target = out / game
        self.written: list[Written] = []
        self.folder = out / f".{game}-{os.urandom(4).hex()}"
        self._made = [each for each in (out, *out.parents) if not each.exists()]

    def __enter__(self) -> Self:
        # nothing is made yet: Ctrl-C may come before the `with` is entered, and then nobody would clear it away
        _free(self.target.parent)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

    def _clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        for each in self._made:
            with suppress(OSError):
                each.rmdir()  # goes only where it is empty: nothing has landed in it

    def put(self, path: str, data: bytes) -> Written:
        """Put a file into the stage and say what it is; it lands once it is among `written`."""
        staged = self.folder / path
        if not staged.parent.is_dir():
            _folder(self.target.parent)
            self.folder.mkdir(mode=0o700, exist_ok=True)
            staged.parent.mkdir(parents=True, exist_ok=True)
        staged.write_bytes(data)
        return Written(path, sha256(data).hexdigest(), len(data))

    def write(self, path: str, data: bytes) -> None:
        """Put a file into the stage, to land with the others."""
        self.written.append(self.put(path, data))

    def land(self, manifest: Mapping[str, Any]) -> list[str]:
        """Move every file to its place, the manifest last; clear away what the last build wrote and this one did not.

        Return the paths of what was cleared away. Raises DataError (GF401) and changes nothing when a file that we did
        not write, or that was changed since, is in the way. A build that is cut off in the middle leaves a list of what
        it was about to write, so that the next one knows those files for its own.
        """
        return self._land(manifest, set(_ours(self.target)))

    def land_among(self, game: str, rules: Mapping[str, Any]) -> list[str]:
        """Move the files of the rules to their places among those of a kit that stands; the same otherwise as `land`.

        `rules` is what the manifest is told of how they were built.
        """
        standing = read_manifest(self.target) or {"game": game, "files": []}
        before = {
            file["path"] for file in standing["files"] if file["path"].startswith((f"{game}-rules-", f"{game}-rules."))
        }
        kept = [file for file in standing["files"] if file["path"] not in before]
        files = [*kept, *(file._asdict() for file in self.written)]
        return self._land({**standing, "rules": dict(rules), "files": files}, before)

    def _land(self, manifest: Mapping[str, Any], before: Collection[str]) -> list[str]:
        """Land; `before` are the files that the new ones take the place of."""
        ours = _ours(self.target)
        strange = [w.path for w in self.written if not _is_ours(self.target / w.path, w.path, ours)]
        strange += [
            n for n in (MANIFEST, PENDING) if _stands(self.target / n) and read_manifest(self.target, n) is None
        ]
        if strange:
            raise DataError([_in_the_way(self.target / path) for path in strange])
        text = _text(manifest)
        _folder(self.target)
        _put(self.target / PENDING, _text({"files": _pending(self.target, self.written)}))
        _sync_all([self.folder / file.path for file in self.written])
        for parent in sorted({file.path.rpartition("/")[0] for file in self.written}):
            _folder(self.target / parent)
        for file in self.written:
            (self.folder / file.path).replace(self.target / file.path)
        gone = sorted(set(before) - {file.path for file in self.written})
        gone = [path for path in gone if _stands(self.target / path) and _is_ours(self.target / path, path, ours)]
        for path in gone:
            (self.target / path).unlink()
            _tidy((self.target / path).parent, self.target)
        _put(self.target / MANIFEST, text)
        (self.target / PENDING).unlink()
        return gone


def read_manifest(target: Path, name: str = MANIFEST) -> dict[str, Any] | None:
    """Return a kit's manifest, or None where there is none that we could have written."""
    try:
        found = json.loads((target / name).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    files = found.get("files") if isinstance(found, dict) else None
    return found if isinstance(files, list) and all(map(_is_entry, files)) else None


def no_kit(target: Path) -> str:
    """Return what stands where no manifest says how it was built: nothing, or a kit whose manifest is lost."""
    standing = read_manifest(target)
    if standing is not None and standing.keys() == {"game", "rules", "files"}:
        return f"nothing but the rules stands in {target}"
    if standing is not None:
        return f"the manifest of the kit in {target} does not say how it was built"
    if _stands(target / MANIFEST):
        return f"the manifest of the kit in {target} cannot be read"
    if any(not path.name.startswith(f"{target.name}-rules") for path in target.rglob(f"{target.name}-*")):
        return f"the manifest of the kit in {target} is missing"
    return f"no kit stands in {target}"


def _is_entry(file: object) -> bool:
    """Tell whether this can be an entry of ours: what is listed may be removed, so nothing beyond the folder is."""
    if not isinstance(file, dict) or not isinstance(file.get("sha256"), str) or not isinstance(file.get("path"), str):
        return False
    path = PurePosixPath(file["path"])
    return bool(path.name) and not path.is_absolute() and ".." not in path.parts


def changed(target: Path, manifest: Mapping[str, Any]) -> list[str]:
    """Return the files of a kit that are gone, or are not as its manifest says."""
    return [file["path"] for file in manifest["files"] if _digest_of(target / file["path"]) != file["sha256"]]


def otherwise(path: Path) -> Finding:
    """Return the finding for a file of a kit that is gone, or is not as it was built (GF403)."""
    mend = "changed since it was built; move it away and" if _stands(path) else "removed since it was built;"
    return Finding("GF403", Place(str(path)), f"this file was {mend} build the kit again")


def _digest_of(path: Path) -> str:
    try:
        return _digest(path)
    except OSError:
        return ""


def _ours(target: Path) -> dict[str, set[str]]:
    """Return the digests under which we may have written each path."""
    found: dict[str, set[str]] = {}
    for name in (MANIFEST, PENDING):
        for file in (read_manifest(target, name) or {"files": []})["files"]:
            found.setdefault(file["path"], set()).add(file["sha256"])
    return found


def _is_ours(path: Path, name: str, ours: Mapping[str, set[str]]) -> bool:
    if not _stands(path):
        return all(parent.is_dir() or not _stands(parent) for parent in path.parents[: name.count("/")])
    return name in ours and path.is_file() and not path.is_symlink() and _digest(path) in ours[name]


def _stands(path: Path) -> bool:
    """Tell whether there is anything of that name, and be it a link that leads nowhere."""
    return os.path.lexists(path)


def _pending(target: Path, written: Sequence[Written]) -> list[dict[str, Any]]:
    """Return what we may have written by the end: this build's files, and those of builds that were cut off before."""
    before = (read_manifest(target, PENDING) or {"files": []})["files"]
    ours = [file._asdict() for file in written]
    return [*ours, *(file for file in before if file not in ours)]


def _tidy(folder: Path, target: Path) -> None:
    """Remove folders that have become empty, up to the kit's own."""
    with suppress(OSError):
        while folder != target:
            folder.rmdir()
            folder = folder.parent


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _folder(path: Path) -> None:
    """Make a folder where there is none; GF401 when a file stands there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        _free(path)
        raise


def _free(path: Path) -> None:
    """Refuse a path where a file stands in a folder's place (GF401)."""
    for at in (path, *path.parents):
        if _stands(at) and not at.is_dir():
            raise refuse("GF401", Place(os.path.relpath(at)), "this is a file, and a folder is needed here")


def _in_the_way(path: Path) -> Finding:
    shown = os.path.relpath(path)
    return Finding("GF401", Place(shown), "gutterfold did not write this file as it is now; move it away to build")


def _text(manifest: Mapping[str, Any]) -> bytes:
    """Return the manifest as JSON, one file and one placement a line."""
    from msgspec.json import encode

    lines = []
    for key, value in manifest.items():
        if isinstance(value, list) and value:
            lines.append(b"%b: [\n  %b\n]" % (encode(key), b",\n  ".join(map(encode, value))))
        else:
            lines.append(b"%b: %b" % (encode(key), encode(value)))
    return b"{\n%b\n}\n" % b",\n".join(lines)


def _put(path: Path, data: bytes) -> None:
    partial = path.with_name(path.name + ".part")
    partial.write_bytes(data)
    _sync(partial)
    partial.replace(path)


def _sync_all(paths: Sequence[Path]) -> None:
    """Have files on the disk to stay, many at a time: a thousand, one after the other, can take a disk seconds."""
    if len(paths) < _MANY:
        _sync_each(paths)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(_MANY) as pool:
        list(pool.map(_sync_each, [paths[k::_MANY] for k in range(_MANY)]))


def _sync_each(paths: Sequence[Path]) -> None:
    for path in paths:
        _sync(path)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
