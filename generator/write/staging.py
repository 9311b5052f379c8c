"""Stage the files and the manifest of a kit, and move them to their place all at once or not at all."""

import json
import os
import shutil
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from types import MappingProxyType, TracebackType
from typing import Any, NamedTuple, Self

from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Game
from generator.model.paper import DuplexFlip, Paper
from generator.model.sheet import Placement

MANIFEST = "manifest.json"
PENDING = ".manifest.pending.json"
_MANY = 32


class WrittenFile(NamedTuple):
    """A file of a kit; the path is relative to the kit's folder, with slashes."""

    path: str
    sha256: str
    bytes: int


class StagingFolder:
    """A temporary folder beside that of the kit; without `land`, it is removed with all its files."""

    def __init__(self, out: Path, game: str) -> None:
        self.target = out / game
        self.written: list[WrittenFile] = []
        self.folder = out / f".{game}-{os.urandom(4).hex()}"
        self._made = [each for each in (out, *out.parents) if not each.exists()]

    def __enter__(self) -> Self:
        # nothing is created yet: Ctrl-C before the `with` block begins would leave it behind
        _refuse_file(self.target.parent)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()

    def _clear(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        for each in self._made:
            with suppress(OSError):
                each.rmdir()  # fails unless empty

    def stage_file(self, path: str, data: bytes) -> WrittenFile:
        """Write a staged file and return its entry; it lands if the entry is added to `written`."""
        staged = self.folder / path
        if not staged.parent.is_dir():
            _make_folder(self.target.parent)
            self.folder.mkdir(mode=0o700, exist_ok=True)
            staged.parent.mkdir(parents=True, exist_ok=True)
        staged.write_bytes(data)
        return WrittenFile(path, sha256(data).hexdigest(), len(data))

    def write_file(self, path: str, data: bytes) -> None:
        """Write a staged file that lands with the others."""
        self.written.append(self.stage_file(path, data))

    def move_into_place(self, manifest: Mapping[str, Any]) -> list[str]:
        """Move every file to its place, the manifest last; remove files of the last build that are not written anew.

        Return the paths that were removed. DataError (GF401), and no change, if a file is in the way that gutterfold
        did not write, or that was changed since. A build that is interrupted leaves a list of what it was about to
        write, so that the next one knows these files as its own.
        """
        return self._move_files(manifest, set(_known_digests(self.target)))

    def move_among_others(self, game: str, rules: Mapping[str, Any]) -> list[str]:
        """Move the files of the rules to their places among the other files of an existing kit; see `land`.

        `rules` is what the manifest records of how they were built.
        """
        standing = read_manifest(self.target) or {"game": game, "files": []}
        before = {
            file["path"] for file in standing["files"] if file["path"].startswith((f"{game}-rules-", f"{game}-rules."))
        }
        kept = [file for file in standing["files"] if file["path"] not in before]
        files = [*kept, *(file._asdict() for file in self.written)]
        return self._move_files({**standing, "rules": dict(rules), "files": files}, before)

    def _move_files(self, manifest: Mapping[str, Any], before: Collection[str]) -> list[str]:
        """Move all files; `before` are the paths that the new files replace."""
        ours = _known_digests(self.target)
        strange = [w.path for w in self.written if not _is_ours(self.target / w.path, w.path, ours)]
        strange += [
            n for n in (MANIFEST, PENDING) if _exists(self.target / n) and read_manifest(self.target, n) is None
        ]
        if strange:
            raise DataError([_report_obstacle(self.target / path) for path in strange])
        text = _encode_manifest(manifest)
        _make_folder(self.target)
        _write_durably(self.target / PENDING, _encode_manifest({"files": _list_pending(self.target, self.written)}))
        _sync_all([self.folder / file.path for file in self.written])
        for parent in sorted({file.path.rpartition("/")[0] for file in self.written}):
            _make_folder(self.target / parent)
        for file in self.written:
            (self.folder / file.path).replace(self.target / file.path)
        gone = sorted(set(before) - {file.path for file in self.written})
        gone = [path for path in gone if _exists(self.target / path) and _is_ours(self.target / path, path, ours)]
        for path in gone:
            (self.target / path).unlink()
            _remove_empty_folders((self.target / path).parent, self.target)
        _write_durably(self.target / MANIFEST, text)
        (self.target / PENDING).unlink()
        return gone


def read_manifest(target: Path, name: str = MANIFEST) -> dict[str, Any] | None:
    """Return the manifest of a kit; None if there is none that gutterfold could have written."""
    try:
        found = json.loads((target / name).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    files = found.get("files") if isinstance(found, dict) else None
    return found if isinstance(files, list) and all(map(_is_entry, files)) else None


def explain_missing_kit(target: Path) -> str:
    """Explain why no kit can be checked in a folder: there is none, or its manifest is lost."""
    standing = read_manifest(target)
    if standing is not None and standing.keys() == {"game", "rules", "files"}:
        return f"{target} holds only the rules"
    if standing is not None:
        return f"the manifest of the kit in {target} does not say how it was built"
    if _exists(target / MANIFEST):
        return f"the manifest of the kit in {target} cannot be read"
    if any(not path.name.startswith(f"{target.name}-rules") for path in target.rglob(f"{target.name}-*")):
        return f"the manifest of the kit in {target} is missing"
    return f"there is no kit in {target}"


def _is_entry(file: object) -> bool:
    """Tell whether this is a valid entry; listed files may be removed, so no path leads out of the folder."""
    if not isinstance(file, dict) or not isinstance(file.get("sha256"), str) or not isinstance(file.get("path"), str):
        return False
    path = PurePosixPath(file["path"])
    return bool(path.name) and not path.is_absolute() and ".." not in path.parts


def find_changed_files(target: Path, manifest: Mapping[str, Any]) -> list[str]:
    """Return the files of a kit that are missing or differ from its manifest."""
    return [file["path"] for file in manifest["files"] if _digest_or_none(target / file["path"]) != file["sha256"]]


def report_changed_file(path: Path) -> Finding:
    """Return the finding for a file of a kit that is missing or was changed (GF403)."""
    mend = "changed since it was built; move it away and" if _exists(path) else "removed since it was built;"
    return Finding("GF403", Place(str(path)), f"this file was {mend} build the kit again")


def _digest_or_none(path: Path) -> str:
    try:
        return _hash_file(path)
    except OSError:
        return ""


def _known_digests(target: Path) -> dict[str, set[str]]:
    """Return the digests of what gutterfold may have written to each path."""
    found: dict[str, set[str]] = {}
    for name in (MANIFEST, PENDING):
        for file in (read_manifest(target, name) or {"files": []})["files"]:
            found.setdefault(file["path"], set()).add(file["sha256"])
    return found


def _is_ours(path: Path, name: str, ours: Mapping[str, set[str]]) -> bool:
    if not _exists(path):
        return all(parent.is_dir() or not _exists(parent) for parent in path.parents[: name.count("/")])
    return name in ours and path.is_file() and not path.is_symlink() and _hash_file(path) in ours[name]


def _exists(path: Path) -> bool:
    """Tell whether the path exists, also as a broken link."""
    return os.path.lexists(path)


def _list_pending(target: Path, written: Sequence[WrittenFile]) -> list[dict[str, Any]]:
    """Return entries for the files of this build, and of earlier builds that were interrupted."""
    before = (read_manifest(target, PENDING) or {"files": []})["files"]
    ours = [file._asdict() for file in written]
    return [*ours, *(file for file in before if file not in ours)]


def _remove_empty_folders(folder: Path, target: Path) -> None:
    """Remove folders that have become empty, up to the folder of the kit."""
    with suppress(OSError):
        while folder != target:
            folder.rmdir()
            folder = folder.parent


def _hash_file(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _make_folder(path: Path) -> None:
    """Create a folder unless it exists; GF401 if a file has its name."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        _refuse_file(path)
        raise


def _refuse_file(path: Path) -> None:
    """Refuse a path with a file in place of a folder (GF401)."""
    for at in (path, *path.parents):
        if _exists(at) and not at.is_dir():
            raise refuse("GF401", Place(os.path.relpath(at)), "this is a file, but a folder is needed here")


def _report_obstacle(path: Path) -> Finding:
    shown = os.path.relpath(path)
    return Finding(
        "GF401",
        Place(shown),
        "gutterfold did not write this file, or it was changed since; move it away",
    )


def _encode_manifest(manifest: Mapping[str, Any]) -> bytes:
    """Return the manifest as JSON, with one line for each file and each placement."""
    from msgspec.json import encode

    lines = []
    for key, value in manifest.items():
        if isinstance(value, list) and value:
            lines.append(b"%b: [\n  %b\n]" % (encode(key), b",\n  ".join(map(encode, value))))
        else:
            lines.append(b"%b: %b" % (encode(key), encode(value)))
    return b"{\n%b\n}\n" % b",\n".join(lines)


def _write_durably(path: Path, data: bytes) -> None:
    partial = path.with_name(path.name + ".part")
    partial.write_bytes(data)
    _flush_file(partial)
    partial.replace(path)


def _sync_all(paths: Sequence[Path]) -> None:
    """Flush files to the disk, many at a time: one after the other, a thousand can take seconds."""
    if len(paths) < _MANY:
        _sync_each(paths)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(_MANY) as pool:
        list(pool.map(_sync_each, [paths[k::_MANY] for k in range(_MANY)]))


def _sync_each(paths: Sequence[Path]) -> None:
    for path in paths:
        _flush_file(path)


def _flush_file(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def compose_manifest(
    version: str,
    game: Game,
    build: str,
    paper: Paper,
    backs: DuplexFlip,
    options: Mapping[str, Any],
    files: Sequence[WrittenFile],
    placements: Sequence[Mapping[str, Any]],
) -> Mapping[str, Any]:
    """Return the manifest, ready for JSON; `version` is that of gutterfold."""
    return MappingProxyType(
        {
            "gutterfold": version,
            "game": game.id,
            "title": game.data.title,
            "version": game.data.version,
            "build": build,
            "paper": paper._asdict(),
            "backs": backs,
            "options": dict(options),
            "files": [file._asdict() for file in files],
            "placements": list(placements),
        }
    )


def list_placement(p: Placement, sheet: int, locations: Mapping[str, int | str | None]) -> dict[str, Any]:
    """Return a placement's row: its trim box in mm from the paper's top left, and its clockwise turn in degrees.

    `locations` says in which page or file of each format it is.
    """
    return {
        "part": p.part.id,
        "design": p.design.id,
        "copy": p.copy,
        "side": p.side,
        "id": p.id,
        **locations,
        "sheet": sheet,
        "x": round(p.x, 4),
        "y": round(p.y, 4),
        "w": round(p.width, 4),
        "h": round(p.height, 4),
        "rotation": p.rotation,
    }
