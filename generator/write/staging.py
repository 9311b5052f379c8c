"""Stage the files and the manifest of a kit, and land them all at once or not at all."""

import os
from collections.abc import Collection, Mapping
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

from msgspec import structs

from generator.model.finding import DataError, Finding, Place, refuse
from generator.safety.files import UnsafeFileError
from generator.write.kit_folder import KitFolder
from generator.write.landing import Move, clear_stage, land_files
from generator.write.manifest import (
    MANIFEST,
    MAX_FILES,
    MAX_MANIFEST_BYTES,
    Manifest,
    RecordedRules,
    WrittenFile,
    encode_manifest,
    find_rules_tag,
    is_rules_file,
    replace_rules,
)
from generator.write.spool import Spool


class StagingFolder:
    """A hidden folder beside that of the kit, which is removed at the end; without a landing, the kit stays as it was.

    Its name is random and it is created only if nothing has that name, so nobody can put a file in the way.
    """

    def __init__(self, home: KitFolder) -> None:
        self.target = home.target
        self.written: list[WrittenFile] = []
        self._home, self._out = home, home.out
        self._name = f".{home.game}-{os.urandom(4).hex()}"
        self._made = {f"{self._name}/new"}
        self._open = ExitStack()

    @property
    def folder(self) -> Path:
        """Return the folder that holds the staged files."""
        return self._out.locate(f"{self._name}/new")

    def __enter__(self) -> Self:
        try:
            self._out.make_folder(self._name, 0o700)
            self._out.make_folder(f"{self._name}/new")
        except BaseException:
            self._out.remove_tree(self._name)
            raise
        self._open.enter_context(self._out.keep_open())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()
        with suppress(OSError):  # what ended the landing is told, and the next command puts back what this one cannot
            clear_stage(self._out, self._home.game, self._name)

    def stage_file(self, path: str, data: bytes | Spool) -> WrittenFile:
        """Write a staged file and return its entry; it lands if the entry is added to `written`."""
        staged = f"{self._name}/new/{path}"
        try:
            self._make_folders(staged.rpartition("/")[0])
            try:
                self._out.create_file(staged, data if isinstance(data, bytes) else data.read_blocks())
            except FileExistsError:  # by a second process that did not live to report it
                self._out.remove_file(staged)
                self._out.create_file(staged, data if isinstance(data, bytes) else data.read_blocks())
        except OSError as error:
            error.filename = str(self.target / path)  # the staged file is gone when this is read
            raise
        if isinstance(data, Spool):
            return WrittenFile(path, data.sha256, data.size)
        return WrittenFile(path, sha256(data).hexdigest(), len(data))

    def _make_folders(self, folder: str) -> None:
        """Make a folder of the stage if this process has not made it yet."""
        if folder not in self._made:
            self._out.make_folders(folder)
            self._made.add(folder)

    def write_file(self, path: str, data: bytes | Spool) -> None:
        """Write a staged file that lands with the others."""
        self.written.append(self.stage_file(path, data))

    def land(self, manifest: Manifest) -> list[str]:
        """Move every file to its place, the manifest last; remove files of the last build that are not written anew.

        Return the paths that were removed. DataError (GF401), and no change, if a file is in the way that gutterfold
        did not write, or that was changed since.
        """
        standing = self._home.read_manifest()
        return self._land(manifest, standing, [file.path for file in standing.files] if standing else [])

    def land_rules(self, rules: RecordedRules, languages: Mapping[str, bool] = MappingProxyType({})) -> list[str]:
        """Land the files of the rules among the other files of an existing kit; see `land`.

        `rules` is what the manifest records of how they were built. `languages` says of each tag whether its rules
        stay; that of the game's first language is empty.
        """
        standing, game = self._home.read_manifest(), self._home.game
        listed = [file.path for file in standing.files if is_rules_file(game, file.path)] if standing else []
        before = [path for path in listed if not languages.get(find_rules_tag(game, path, [*filter(None, languages)]))]
        return self._land(replace_rules(standing, game, rules, self.written, before), standing, before)

    def _land(self, manifest: Manifest, standing: Manifest | None, before: Collection[str]) -> list[str]:
        """Land all files; `before` are the paths that the new files replace."""
        listed = {file.path: file for file in standing.files} if standing else {}
        absent = {file.path for file in self.written if self._is_absent(file.path)}
        strange = [
            file.path
            for file in self.written
            if file.path not in absent
            and not (file.path in listed and self._home.is_as_listed(listed[file.path]))  # as it was built
        ]
        if standing is None and not self._is_absent(MANIFEST):
            strange.append(MANIFEST)
        if strange:
            raise DataError([_report_obstacle(self.target / path) for path in strange])
        new = {file.path for file in self.written}
        gone = [path for path in sorted(set(before) - new) if self._home.is_as_listed(listed[path])]
        moves = [Move(path, listed[path].sha256, None) for path in gone]
        for file in self.written:
            old = None if file.path in absent else listed[file.path].sha256
            if old != file.sha256:  # an equal file need not move
                moves.append(Move(file.path, old, file.sha256, file.bytes))
        text = encode_manifest(manifest)
        if len(text) > MAX_MANIFEST_BYTES or len(manifest.files) > MAX_FILES:  # the next build could not read it
            says = f"a kit has at most {MAX_FILES:,} files and a manifest of {MAX_MANIFEST_BYTES >> 20} MiB"
            raise refuse("GF402", Place(str(self.target)), f"{says}; build some of its parts with --only")
        land_files(self._out, self._home.game, self._name, moves, text)
        return gone

    def _is_absent(self, path: str) -> bool:
        try:
            return self._out.inspect(self._home.join(path)) is None
        except (NotADirectoryError, UnsafeFileError):
            return False


def _report_obstacle(path: Path) -> Finding:
    says = "gutterfold did not write this file, or it was changed since; move it away"
    return Finding("GF401", Place(os.path.relpath(path)), says)


def remove_kit(home: KitFolder) -> None:
    """Remove a kit with its manifest, and its folder if nothing else is in it; files that were changed since stay."""
    standing = home.read_manifest()
    if standing is None:
        return
    with StagingFolder(home) as stage:
        stage.land(structs.replace(standing, files=()))
    with suppress(OSError):
        home.out.remove_file(home.join(MANIFEST))
        home.out.remove_folder(home.game)
