"""Make PDFs of an export ready for a printing press, if its profile is given."""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.picture import Image
from generator.proof.placed_images import walk_images
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.image_files import read_image_data
from generator.write.pdf.piece_pages import PiecePage, write_piece_pages
from generator.write.spool import Spool

if TYPE_CHECKING:
    from generator.export.pieces import ExportPiece
    from generator.pipeline.export.job import ExportJob
    from generator.write.press.press_inks import PressInks

_FILE_NAME = re.compile(r"'(images/.+)'")
_MALFORMED = (AttributeError, ArithmeticError, LookupError, NotImplementedError, RecursionError, TypeError, ValueError)


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
    job: "ExportJob", pages: Sequence[PiecePage], title: str, bookmarks: Mapping[int, str] | None = None
) -> Spool:
    """Return a PDF of some faces, in the inks of the press if there is one."""
    find = job.kit.fonts.find_font
    if job.inks is None:
        return write_piece_pages(pages, title, find, bookmarks or {})
    from generator.write.press.image_inks import pack_file

    inks = job.inks
    return _convert(job, write_piece_pages(pages, title, find, bookmarks or {}, lambda data: pack_file(data, inks)))


def _convert(job: "ExportJob", file: Spool) -> Spool:
    """Return a PDF in the inks of the press, marked as PDF/X-4."""
    from generator.write.press.pdf_inks import convert_to_inks
    from generator.write.press.pdfx import mark_pdfx

    inks = job.inks
    assert inks is not None
    with _refuse_unconverted(job):
        return convert_to_inks(file, inks, lambda pdf: mark_pdfx(pdf, inks, file.sha256))


@contextmanager
def _refuse_unconverted(job: "ExportJob") -> Iterator[None]:
    """Refuse art that cannot be converted to inks (GF365)."""
    import pikepdf

    from generator.write.press.color_spaces import UnconvertedError

    try:
        yield
    except UnconvertedError as error:
        raise _refuse_art(job, f"the pieces hold {error}, which a PDF for a press cannot have") from None
    except (pikepdf.PdfError, *_MALFORMED, zlib.error):
        raise _refuse_art(job, "the pieces hold art of a PDF that is damaged and cannot be converted to CMYK") from None


def _refuse_art(job: "ExportJob", why: str) -> DataError:
    says = f"{why}; export without --color-space, or convert that art in the program that made it"
    return refuse("GF365", job.kit.game.place("title"), says)


def report_dense_art(job: "ExportJob", pieces: "Iterable[ExportPiece]") -> None:
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


def _measure_art(job: "ExportJob", image: Image) -> float:
    """Return the most ink of art that is in CMYK, of 4; 0 of other art, which is held under the limit."""
    from generator.write.press.image_inks import measure_jpeg
    from generator.write.press.pdf_inks import measure_region

    assert job.inks is not None
    if image.region is None:
        return measure_jpeg(read_image_data(image)) if image.mime == "image/jpeg" else 0.0
    with _refuse_unconverted(job):
        return measure_region(image.data, image.region, job.inks)


def _locate_art(job: "ExportJob", name: str) -> Place:
    """Return the file of an image; that of the game for one that a template holds."""
    file, found = job.kit.game.file, _FILE_NAME.match(name)
    return Place(f"{file.removesuffix('game.yaml')}{found[1]}" if found else file)
