"""Export a game: build and check it as `build` does, write the files of a target, and land them, all or none."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import asdict, replace

from generator import __version__
from generator.model.finding import DataError, Finding
from generator.model.game import Game
from generator.pipeline.build import build_kit, name_game, prepare_kit
from generator.pipeline.checking.verification import CheckResult
from generator.pipeline.export.job import ExportJob, ExportRequest, open_press
from generator.pipeline.export.targets import TARGETS
from generator.pipeline.options import Options
from generator.pipeline.reprint.box_record import require_own_folder
from generator.write.kit_folder import KitFolder, Waiting
from generator.write.manifest import Manifest, RecordedExport, WrittenFile, list_files
from generator.write.staging import StagingFolder
from generator.write.temporary_output import TemporaryOutput, clear_abandoned_outputs

Progress = Callable[[int, int], None]


class ExportResult(NamedTuple):
    """What an export wrote, what was noticed, the check of the kit that it was made from, and its number of pieces."""

    game: Game
    folder: Path
    files: tuple[WrittenFile, ...]
    removed: tuple[str, ...]
    checked: CheckResult
    notes: tuple[Finding, ...]
    pieces: int


def export_game(
    folder: Path,
    options: Options,
    request: ExportRequest,
    progress: Progress = lambda done, of: None,
    waiting: Waiting = lambda kit_folder: None,
) -> ExportResult:
    """Export one game into a folder of its own, OUT/GAME-TARGET; a game with errors is refused as `build` refuses it.

    After a failure the last good export is still in place.
    """
    inks = open_press(request.profile, request.ink_limit)
    clear_abandoned_outputs()
    name = f"{name_game(folder)}-{request.target}"
    with KitFolder(options.locate_output(), name, waiting) as home, TemporaryOutput() as nowhere:
        require_own_folder(home)
        built = build_kit(folder, replace(options, out=nowhere, bleed=None, corners=0.0, formats=frozenset({"pdf"})))
        kit = prepare_kit(folder, options)
        with StagingFolder(home) as stage:
            job = ExportJob(kit, options, request, stage, built.folder, progress=progress, notes=[], inks=inks)
            try:
                TARGETS[request.target].write(job)
            except DataError as error:
                raise DataError(kit.faces.collect_findings(kit.parts) or error.findings) from None
            if any(note.is_blocking for note in job.notes):
                raise DataError(job.notes)
            removed = stage.land(_compose_manifest(job, home.game))
            coarse = (found for found in built.checked.findings if found.code == "GF323")
            notes = (*(note for note in kit.game.notes if note.code == "GF316"), *coarse, *job.notes)
            return ExportResult(
                kit.game,
                home.target,
                tuple(stage.written),
                tuple(removed),
                built.checked,
                notes=notes,
                pieces=job.count_pieces(),
            )


def _compose_manifest(job: ExportJob, name: str) -> Manifest:
    game, known = job.kit.game, RecordedExport.__struct_fields__
    asked = {name: value for name, value in asdict(job.request).items() if name in known}
    return Manifest(
        gutterfold=__version__,
        game=name,
        title=game.data.title,
        version=game.data.version,
        build=job.kit.build,
        options=job.options.record(),
        export=RecordedExport(**asked, press=job.inks.description if job.inks is not None else ""),
        files=list_files(job.stage.written),
    )
