"""Find the kits that a box may hold, and record what it holds once a kit or a reprint was printed."""

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from generator import __version__
from generator.export.reprint import BoxPiece, list_box
from generator.model.finding import DataError, Place, refuse
from generator.model.listed_placement import ListedPlacement
from generator.pipeline.options import Options
from generator.pipeline.resources import find_game_folders, name_game
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.folders import is_plain_name
from generator.write.kit_folder import KitFolder, report_changed_file
from generator.write.manifest import (
    MANIFEST,
    MAX_KIT_BYTES,
    MAX_MANIFEST_BYTES,
    ListedFile,
    Manifest,
    RecordedExport,
    RecordedOptions,
    RecordedRules,
    WrittenFile,
    decode_manifest,
    encode_manifest,
    is_rules_file,
    list_files,
)
from generator.write.staging import StagingFolder

PRINTED = "printed"  # the word for the kit that was noted as printed
REPRINT = "reprint"  # what the folder of a reprint adds to the name of the game
INNER = "kit"  # in the folder of a note or a reprint: the folder of what the box then holds
EARLIER = "earlier-manifest.json"  # in the folder of a reprint: the manifest of the kit that it was made from


class EarlierKit(NamedTuple):
    """A kit that was built before: its folder, its manifest, and the manifest's bytes."""

    folder: Path
    manifest: Manifest
    data: bytes

    @property
    def pieces(self) -> list[BoxPiece]:
        """Return the pieces that it prints; DataError (GF369) if its manifest does not say how they look."""
        found = list_box(self.manifest.placements or ())
        if found is None or self.manifest.placements is None:
            says = "this kit does not say how its pieces look; build it again from its data, with PDF among the formats"
            raise refuse("GF369", Place(str(self.folder / MANIFEST)), says)
        return found

    @property
    def only(self) -> tuple[str, ...]:
        """Return the parts that were asked for; empty for a kit of all parts."""
        return self.manifest.options.only if self.manifest.options else ()

    @property
    def is_without_rules(self) -> bool:
        """Return whether only sheets were asked for."""
        return self.manifest.options is not None and self.manifest.options.sheets_only

    @property
    def has_rules(self) -> bool:
        """Return whether it has files of rules."""
        return any(self.holds_rules(file.path) for file in self.manifest.files)

    @property
    def sheets_path(self) -> str:
        """Return the path of the sheets as PDF, for pieces that name no other file."""
        paper = self.manifest.paper
        return f"{self.manifest.game}-sheets-{paper.name}.pdf" if paper else ""

    @property
    def rules_build(self) -> str:
        """Return the build that the rules print, which can be another than that of the sheets."""
        return (self.manifest.rules.build if self.manifest.rules else self.manifest.build) or ""

    @property
    def rules_paper(self) -> str:
        """Return the paper of the rules."""
        if self.manifest.rules:
            return self.manifest.rules.options.paper
        return self.manifest.paper.name if self.manifest.paper else ""

    def holds_rules(self, path: str) -> bool:
        """Return whether a file of the kit holds rules."""
        return is_rules_file(self.manifest.game, path)

    def read_file(self, path: str) -> bytes | None:
        """Return a file of the kit; None if it is missing, or not as it was built."""
        listed = next((file for file in self.manifest.files if file.path == path), None)
        if listed is None:
            return None
        try:
            data = read_regular_file(self.folder / path, MAX_KIT_BYTES)
        except (OSError, UnsafeFileError):
            return None
        return data if sha256(data).hexdigest() == listed.sha256 else None


def find_earlier_kit(since: str, out: Path, game: str) -> EarlierKit:
    """Return the kit that was named: a manifest, a folder with one, or `printed`; GF369 for anything else."""
    if not since.strip():
        raise refuse("GF369", Place("--since"), f"name the folder of a kit, its manifest, or `{PRINTED}`")
    given = out / f"{game}-{PRINTED}" if since == PRINTED else Path(since)
    if since == PRINTED and not given.is_dir():
        says = f"no kit was noted as printed; print one and run `gutterfold printed {game}`"
        raise refuse("GF369", Place(str(given)), says)
    for path in _list_places(given, game):
        if os.path.lexists(path):
            return _read_kit(path, game)
    says = f"this is neither a manifest nor the folder of a kit; name one that `gutterfold build` made, or `{PRINTED}`"
    raise refuse("GF369", Place(str(given)), says)


def _list_places(given: Path, game: str) -> Iterator[Path]:
    """Yield where the manifest of the kit can be."""
    if given.is_file():
        yield given
        return
    yield given / INNER / MANIFEST
    yield given / MANIFEST
    yield given / game / MANIFEST


def _read_kit(path: Path, game: str) -> EarlierKit:
    try:
        data = read_regular_file(path, MAX_MANIFEST_BYTES)
    except (OSError, UnsafeFileError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it cannot be read"
        raise refuse("GF369", Place(str(path)), f"the manifest of the earlier kit: {why}") from None
    manifest = decode_manifest(data)
    if manifest is None:
        says = f"this is no manifest; name the {MANIFEST} or the folder of a kit"
        raise refuse("GF369", Place(str(path)), says)
    if manifest.placements is None:
        says = "this manifest lists no pieces; name that of a kit that `gutterfold build` made"
        raise refuse("GF369", Place(str(path)), says)
    if manifest.game != game:
        raise refuse("GF369", Place(str(path)), f"this is a kit of {manifest.game!r}, not of {game!r}")
    return EarlierKit(path.parent, manifest, data)


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest in a folder; None if there is none that gutterfold could have written."""
    try:
        return decode_manifest(read_regular_file(folder / MANIFEST, MAX_MANIFEST_BYTES))
    except (OSError, UnsafeFileError):
        return None


class BoxRecord(NamedTuple):
    """The manifest of what is in the box, its bytes, and the PDF files that show the pieces and the rules, by path."""

    manifest: Manifest
    data: bytes
    files: dict[str, bytes]

    @property
    def pieces(self) -> list[BoxPiece]:
        """Return the pieces in the box."""
        return list_box(self.manifest.placements or ()) or []


def record_kit(kit: EarlierKit) -> BoxRecord:
    """Return the record of a box that holds one kit; GF403 if one of its PDF files is not as it was built."""
    return BoxRecord(kit.manifest, kit.data, _read_files(kit, required=True))


def merge_kits(earlier: EarlierKit | None, new: EarlierKit, keeps_rules: bool = False) -> BoxRecord:
    """Return the record of a box in which a new kit replaces the same parts of the earlier one.

    Parts that the new kit leaves out stay as they were. So do the rules if it has none since only sheets were asked
    for, or if it `keeps_rules`.
    """
    own = record_kit(new)
    if earlier is None:
        return own
    rows = [row for row in earlier.manifest.placements or () if new.only and row.part not in new.only]
    keeps_rules = keeps_rules or (new.is_without_rules and not new.has_rules)
    if not rows and not (keeps_rules and (earlier.has_rules or new.has_rules)):
        return own
    before = _read_files(earlier, required=False)
    rules = earlier if keeps_rules else new
    files = {path: data for path, data in (before if keeps_rules else own.files).items() if rules.holds_rules(path)}
    placed = list[ListedPlacement]()
    for kit, read, some in ((earlier, before, rows), (new, own.files, new.manifest.placements or ())):
        names = _name_sheets(kit, read)
        files |= {name: read[path] for path, name in names.items()}
        placed += [replace(row, pdf_file=names.get(row.pdf_file or kit.sheets_path, "")) for row in some]
    used = {row.pdf_file for row in placed}
    files = {path: data for path, data in files.items() if path in used or is_rules_file(new.manifest.game, path)}
    manifest = replace(
        earlier.manifest if rows else new.manifest,
        gutterfold=new.manifest.gutterfold,
        title=new.manifest.title,
        version=new.manifest.version,
        build=new.manifest.build,
        options=_merge_options(earlier, new, bool(rows), rules.has_rules),
        files=tuple(ListedFile(path, sha256(data).hexdigest(), len(data)) for path, data in files.items()),
        placements=tuple(placed),
        rules=_record_rules(rules),
    )
    return BoxRecord(manifest, encode_manifest(manifest), files)


def _read_files(kit: EarlierKit, required: bool) -> dict[str, bytes]:
    """Return the PDF files of a kit by path; DataError (GF403) with all that are not as built, if they are required."""
    paths = [file.path for file in kit.manifest.files if file.path.endswith(".pdf")]
    read = {path: kit.read_file(path) for path in paths}
    lost = [path for path, data in read.items() if data is None]
    if required and lost:
        raise DataError([report_changed_file(kit.folder / path) for path in lost])
    return {path: data for path, data in read.items() if data is not None}


def _name_sheets(kit: EarlierKit, read: dict[str, bytes]) -> dict[str, str]:
    """Return a name of its own for each file of sheets, by its path in the kit."""
    game = kit.manifest.game
    return {
        path: f"{game}-sheets-{sha256(data).hexdigest()[:12]}.pdf"
        for path, data in read.items()
        if not is_rules_file(game, path)
    }


def _merge_options(earlier: EarlierKit, new: EarlierKit, is_partial: bool, has_rules: bool) -> RecordedOptions | None:
    """Return the options of most of the box, and the parts that it holds."""
    options = earlier.manifest.options if is_partial else new.manifest.options
    if options is None:
        return None
    only = tuple(dict.fromkeys((*earlier.only, *new.only))) if earlier.only and new.only else ()
    return replace(options, only=only, sheets_only=options.sheets_only and not has_rules)


def _record_rules(kit: EarlierKit) -> RecordedRules | None:
    """Return how the rules of a kit were built, alone or with it."""
    manifest = kit.manifest
    if manifest.rules is not None or not kit.has_rules or manifest.options is None:
        return manifest.rules
    return RecordedRules(manifest.build or "", manifest.options, manifest.printer)


def stage_record(stage: StagingFolder, record: BoxRecord) -> None:
    """Stage what is needed to compare a box later, and to show its pieces."""
    stage.write_file(f"{INNER}/{MANIFEST}", record.data)
    for path, data in record.files.items():
        stage.write_file(f"{INNER}/{path}", data)


def compose_note(
    manifest: Manifest, name: str, target: str, options: Options, written: Sequence[WrittenFile]
) -> Manifest:
    """Return the manifest of the folder of a note or a reprint; `manifest` is that of the box."""
    return Manifest(
        gutterfold=__version__,
        game=name,
        title=manifest.title,
        version=manifest.version,
        build=manifest.build,
        options=options.record(),
        export=RecordedExport(target, 300),
        files=list_files(written),
    )


def require_own_folder(home: KitFolder) -> None:
    """Refuse to take the place of a kit whose game is called as the folder would be."""
    standing = home.read_manifest()
    if standing is not None and standing.export is None:
        says = "a kit of that name is here; choose another folder with --out"
        raise refuse("GF401", Place(str(home.target)), says)


def find_kit_names(named: Sequence[str], options: Options) -> list[str]:
    """Return the names of kits: of those in the output folder, as `impose` makes them without a game, or of games."""
    out, found = options.locate_output(), list[str]()
    for each in named:
        is_kit = is_plain_name(each) and (out / each / MANIFEST).is_file()
        found += [each] if is_kit else map(name_game, find_game_folders([each]))
    return found if named else [*map(name_game, find_game_folders([]))]


def note_printed(name: str, options: Options, reprint: bool) -> Path:
    """Record what is in the box once a kit was printed, for `--since printed`; return the folder of the record.

    The kit is that in the output folder, or the last reprint. What it leaves out stays as it was noted before.
    """
    out = options.locate_output()
    source = out / f"{name}-{REPRINT}" if reprint else out / name
    if not source.is_dir():
        made = f"build {name} --since printed" if reprint else f"build {name}"
        raise refuse("GF369", Place(str(source)), f"there is no kit to note; run `gutterfold {made}` first")
    kit = find_earlier_kit(str(source), out, name)
    kit.pieces  # noqa: B018 (refuses a kit that cannot be compared later)
    with KitFolder(out, f"{name}-{PRINTED}") as home, StagingFolder(home) as stage:
        require_own_folder(home)
        record = _record_reprint(kit, source, out, name) if reprint else _record_build(kit, out, name)
        stage_record(stage, record)
        stage.land(compose_note(record.manifest, home.game, PRINTED, options, stage.written))
    return home.target


def _record_build(kit: EarlierKit, out: Path, name: str) -> BoxRecord:
    """Return the record after a build was printed; GF369 if a reprint is newer than that build."""
    reprint = out / f"{name}-{REPRINT}"
    standing = read_manifest(reprint)
    if standing is not None and standing.files and _is_newer(reprint / MANIFEST, kit.folder / MANIFEST):
        says = (
            f"this is newer than the kit in {kit.folder}; if you printed it, run `gutterfold printed {name} --reprint`"
        )
        raise refuse("GF369", Place(str(reprint)), f"{says}; if not, delete this folder and try again")
    noted = _find_note(out, name) if kit.only or kit.is_without_rules else None
    return merge_kits(noted, kit)


def _record_reprint(kit: EarlierKit, source: Path, out: Path, name: str) -> BoxRecord:
    """Return the record after a reprint was printed; GF369 if the box was noted anew since the reprint was made."""
    noted, manifest = _find_note(out, name), read_manifest(source)
    made_from = {file.path: file.sha256 for file in manifest.files}.get(EARLIER) if manifest else None
    if noted is not None and noted.data != kit.data and sha256(noted.data).hexdigest() != made_from:
        says = "this reprint was not made from the kit that is noted as printed"
        advice = f"run `gutterfold build {name} --since printed` and print what it lists"
        raise refuse("GF369", Place(str(source)), f"{says}; {advice}")
    return record_kit(kit)


def _find_note(out: Path, name: str) -> EarlierKit | None:
    """Return the kit that is noted as printed; None if none is."""
    note = out / f"{name}-{PRINTED}"
    return find_earlier_kit(PRINTED, out, name) if os.path.lexists(note / INNER / MANIFEST) else None


def _is_newer(path: Path, other: Path) -> bool:
    """Return whether a file was written after another one."""
    try:
        return path.stat().st_mtime_ns > other.stat().st_mtime_ns
    except OSError:
        return False
