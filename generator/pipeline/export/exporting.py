"""Export a game: build and check it, write the files of a target with what all targets share, and land all or none."""

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from generator import __version__
from generator.export.pieces import BoardShape, ExportPiece, FaceFrame, count_pixels, frame_face, list_pieces
from generator.geometry.types import Box
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.game import Game
from generator.model.paper import Side
from generator.model.picture import Image, Picture
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.checking.verification import CheckResult
from generator.pipeline.export.targets import TARGETS
from generator.pipeline.options import Options
from generator.pipeline.reprint.kits import require_own_folder
from generator.pipeline.resources import name_game
from generator.program.parallel import share_work
from generator.proof.kit import Kit
from generator.proof.placed_images import walk_images
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.image_files import read_image_data
from generator.write.kit_folder import KitFolder, Waiting
from generator.write.manifest import Manifest, RecordedExport, WrittenFile, list_files
from generator.write.pdf.piece_pages import PiecePage, lay_on_paper, write_piece_pages
from generator.write.spool import Spool
from generator.write.staging import StagingFolder
from generator.write.temporary_output import TemporaryOutput, clear_abandoned_outputs

if TYPE_CHECKING:
    from PIL import Image as Pillow

    from generator.write.press.press_inks import PressInks

BATCH_SIZE = 12  # faces that are drawn into one PDF
PARALLEL_THRESHOLD = 24  # faces from which a second process is worth its start
MOST_PIXELS = 100_000_000  # of one image: 300 MB while it is drawn
T = TypeVar("T")
_FILE_NAME = re.compile(r"'(images/.+)'")
_MALFORMED = (AttributeError, ArithmeticError, LookupError, NotImplementedError, RecursionError, TypeError, ValueError)
Progress = Callable[[int, int], None]


class ExportRequest(Struct, frozen=True):
    """What an export is asked for: its target, pixels in an inch, and what single targets ask for.

    `url` is where images of a virtual table will be found; `machine` the cutting machine, and `overcut` how far its
    blade runs on past the start of a cut, mm; `players` the number for whom a virtual table is set. `one_file` binds
    all pieces into one PDF, and `separate_backs` their backs into a second. `profile` is the file of the ICC profile of
    the press whose inks PDFs are in, and `ink_limit` the most that they may add up to, percent.
    """

    target: str
    dpi: float = 300.0
    url: str = ""
    machine: str = "silhouette"
    overcut: float = 0.0
    players: int | None = None
    one_file: bool = False
    separate_backs: bool = False
    profile: Path | None = None
    ink_limit: float | None = None


class FacePage(NamedTuple):
    """A face to draw: its page, the size of its image in pixels, and whether the image is clear outside its outline."""

    page: PiecePage
    size: tuple[int, int]
    clear: bool = False

    def scale(self, factor: float) -> "FacePage":
        """Return the face with an image of another size."""
        width, height = self.size
        return self._replace(size=(max(1, round(width * factor)), max(1, round(height * factor))))


class ExportJob(Struct, frozen=True, eq=False):
    """An export in progress; `built` is the folder of the kit that was built and checked for it.

    `inks` are those of the press that PDFs are for, if one is named.
    """

    kit: Kit
    options: Options
    request: ExportRequest
    stage: StagingFolder
    built: Path
    progress: Callable[[int, int], None]
    notes: list[Finding]
    inks: "PressInks | None" = None

    def list_pieces(self, boards: BoardShape = "sections") -> list[ExportPiece]:
        """Return the pieces of the chosen parts."""
        return list_pieces(self.kit.parts, boards)

    def count_pieces(self) -> int:
        """Return how many pieces the chosen parts have; a board is one, however it is printed."""
        return sum(piece.copies for piece in self.list_pieces("whole"))

    def draw(self, piece: ExportPiece, side: Side) -> Picture:
        """Return a face of a piece."""
        if piece.is_whole:
            return self.kit.faces.draw_whole(piece.part, piece.design, side)
        return self.kit.faces.draw_face(piece.part, piece.design, side)

    def frame(self, piece: ExportPiece, side: Side, bleed: float | None) -> tuple[Picture, FaceFrame]:
        """Return a face and the part of it that is exported."""
        picture = self.draw(piece, side)
        return picture, frame_face(piece, picture, bleed)

    def make_page(self, piece: ExportPiece, side: Side, bleed: float | None, dpi: float | None = None) -> FacePage:
        """Return a face as a page of its own size, and the size of its image."""
        picture, frame = self.frame(piece, side, bleed)
        page = PiecePage(picture, frame.box, frame.trim, frame.box, frame.clip)
        return FacePage(page, self.measure(frame.box, dpi), frame.is_cut)

    def measure(self, box: Box, dpi: float | None = None) -> tuple[int, int]:
        """Return the size of a box in pixels."""
        dots = dpi or self.request.dpi
        return count_pixels(box[2], dots), count_pixels(box[3], dots)

    def render(self, faces: Sequence[FacePage]) -> "list[Pillow.Image]":
        """Return the images of some faces; equal ones are rendered once, and what is not printed is white as paper."""
        from generator.readback.page_images import render_page_images

        distinct: dict[tuple[object, ...], int] = {}
        for face in faces:
            distinct.setdefault((face.page, face.size, face.clear), len(distinct))
        rows = [FacePage(*key) for key in distinct]  # type: ignore[arg-type]
        pages = [lay_on_paper(each.page) if each.clear else each.page for each in rows]
        data = b"".join(write_piece_pages(pages, self.title, self.kit.fonts.find_font).read_blocks())
        images = list(render_page_images(data, [each.size for each in rows], [each.clear for each in rows]))
        return [images[distinct[face.page, face.size, face.clear]] for face in faces]

    @property
    def title(self) -> str:
        """Return the title of the game."""
        return self.kit.game.data.title

    def say(self, text: str) -> str:
        """Return words of gutterfold or of the game in the language of the pieces, if it has them."""
        return self.kit.faces.translate_own(text)

    def share(self, count: int, work: Callable[[int], T], faces: int, done: int = 0, of: int | None = None) -> list[T]:
        """Return work(0) to work(count - 1), shared by two processes if that many faces pay."""
        pays = self.options.processes > 1 and faces >= PARALLEL_THRESHOLD and count > 1
        total = of or count
        results = list(share_work(count, work, pays, lambda n: self.progress(done + n, total)))
        self.progress(done + count, total)
        return results

    def put(self, path: str, data: bytes | Spool) -> WrittenFile:
        """Stage a file that lands with the others."""
        self.stage.write_file(path, data)
        return self.stage.written[-1]

    def put_text(self, path: str, text: str) -> None:
        """Stage a text."""
        self.put(path, text.encode())


def open_press(path: Path | None, limit: float | None = None) -> "PressInks | None":
    """Return the inks of a press by its profile, held under a limit in percent; None without a profile."""
    if path is None:
        return None
    from generator.write.press.press_inks import MOST_PROFILE_BYTES, PressInks, ProfileError

    try:
        return PressInks(read_regular_file(path, MOST_PROFILE_BYTES), limit)
    except ProfileError as error:
        raise _refuse_profile(path, str(error)) from None
    except UnsafeFileError as error:
        raise _refuse_profile(path, error.why) from None
    except OSError as error:
        raise _refuse_profile(path, f"cannot be read: {error.strerror}") from None


def _refuse_profile(path: Path, why: str) -> DataError:
    says = f"{path.name} {why}; ask the shop for the ICC profile of its press and paper"
    return refuse("GF365", Place(str(path)), says)


def write_for_press(
    job: ExportJob, pages: Sequence[PiecePage], title: str, bookmarks: Mapping[int, str] | None = None
) -> Spool:
    """Return a PDF of some faces, in the inks of the press if there is one."""
    find = job.kit.fonts.find_font
    if job.inks is None:
        return write_piece_pages(pages, title, find, bookmarks or {})
    from generator.write.press.image_inks import pack_file

    inks = job.inks
    return _convert(job, write_piece_pages(pages, title, find, bookmarks or {}, lambda data: pack_file(data, inks)))


def _convert(job: ExportJob, file: Spool) -> Spool:
    """Return a PDF in the inks of the press, marked as PDF/X-4."""
    from generator.write.press.pdf_inks import convert_to_inks
    from generator.write.press.pdfx import mark_pdfx

    inks = job.inks
    assert inks is not None
    with _refuse_unconverted(job):
        return convert_to_inks(file, inks, lambda pdf: mark_pdfx(pdf, inks, file.sha256))


@contextmanager
def _refuse_unconverted(job: ExportJob) -> Iterator[None]:
    """Refuse art that cannot be converted to inks (GF365)."""
    import pikepdf

    from generator.write.press.color_spaces import UnconvertedError

    try:
        yield
    except UnconvertedError as error:
        raise _refuse_art(job, f"the pieces hold {error}, which a PDF for a press cannot have") from None
    except (pikepdf.PdfError, *_MALFORMED, zlib.error):
        raise _refuse_art(job, "the pieces hold art of a PDF that is damaged and cannot be converted to CMYK") from None


def _refuse_art(job: ExportJob, why: str) -> DataError:
    says = f"{why}; export without --color-space, or convert that art in the program that made it"
    return refuse("GF365", job.kit.game.place("title"), says)


def report_dense_art(job: ExportJob, pieces: Iterable[ExportPiece]) -> None:
    """Note the files of art in CMYK that have more ink than the limit, as they are printed as they are (GF364)."""
    inks, limit = job.inks, job.request.ink_limit
    if inks is None or limit is None:
        return
    measured: dict[str, float] = {}
    worst: dict[str, tuple[float, str]] = {}
    for piece in pieces:
        for side in piece.sides:
            for image, *_ in walk_images(job.draw(piece, side).shapes):
                if image.key not in measured:
                    measured[image.key] = found = _measure_art(job, image)
                    if 255 * found > inks.most + 1 and found > worst.get(image.name, (0.0, ""))[0]:
                        worst[image.name] = found, f"{piece.id} {side}"
    for name, (found, where) in worst.items():
        holds = "an amount of ink that is not known" if isinf(found) else f"up to {100 * found:.0f} % of ink"
        says = f"{name} is in CMYK already and printed as it is, with {holds} ({where}), which --ink-limit {limit:g}"
        says = f"{says} does not change; lower it in the program that made it"
        job.notes.append(Finding("GF364", _locate_art(job, name), says, "warning"))


def _measure_art(job: ExportJob, image: Image) -> float:
    """Return the most ink of art that is in CMYK, of 4; 0 of other art, which is held under the limit."""
    from generator.write.press.image_inks import measure_jpeg
    from generator.write.press.pdf_inks import measure_region

    assert job.inks is not None
    if image.region is None:
        return measure_jpeg(read_image_data(image)) if image.mime == "image/jpeg" else 0.0
    with _refuse_unconverted(job):
        return measure_region(image.data, image.region, job.inks)


def _locate_art(job: ExportJob, name: str) -> Place:
    """Return the file of an image; that of the game for one that a template holds."""
    file, found = job.kit.game.file, _FILE_NAME.match(name)
    return Place(f"{file.removesuffix('game.yaml')}{found[1]}" if found else file)


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
                target = TARGETS[request.target]
                getattr(import_module(f"{__package__}.{target.module}"), target.function)(job)
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
