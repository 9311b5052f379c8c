"""Note that a kit or a reprint was printed, for `build --since printed`."""

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from generator.model.finding import Place, refuse
from generator.pipeline.build import name_game
from generator.pipeline.options import Options
from generator.pipeline.reprint.box_record import (
    BoxRecord,
    compose_note,
    merge_kits,
    record_kit,
    require_note,
    stage_record,
)
from generator.pipeline.reprint.earlier_kit import (
    EARLIER,
    INNER,
    PRINTED,
    REPRINT,
    EarlierKit,
    find_earlier_kit,
    read_manifest,
)
from generator.pipeline.resources import find_game_folders
from generator.safety.folders import is_plain_name
from generator.write.kit_folder import KitFolder
from generator.write.manifest import MANIFEST
from generator.write.staging import StagingFolder


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
        require_note(home)
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
