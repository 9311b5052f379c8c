"""Make PDFs of an export ready for a printing press, if its profile is given."""

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.finding import DataError, Place, refuse
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.write.pdf.piece_pages import PiecePage, write_piece_pages
from generator.write.spool import Spool

if TYPE_CHECKING:
    from generator.pipeline.export.job import ExportJob
    from generator.write.press.press_inks import PressInks

_MALFORMED = (AttributeError, ArithmeticError, LookupError, NotImplementedError, RecursionError, TypeError, ValueError)


def open_press(path: Path | None) -> "PressInks | None":
    """Return the inks of a press by its profile; None without one."""
    if path is None:
        return None
    from generator.write.press.press_inks import MOST_PROFILE_BYTES, PressInks, ProfileError

    try:
        return PressInks(read_regular_file(path, MOST_PROFILE_BYTES))
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
    import pikepdf

    from generator.write.press.pdf_functions import UnconvertedError
    from generator.write.press.pdf_inks import convert_to_inks
    from generator.write.press.pdfx import mark_pdfx

    inks = job.inks
    assert inks is not None
    try:
        return convert_to_inks(file, inks, lambda pdf: mark_pdfx(pdf, inks, file.sha256))
    except UnconvertedError as error:
        raise _refuse_art(job, f"the pieces hold {error}, which a PDF for a press cannot have") from None
    except (pikepdf.PdfError, *_MALFORMED, zlib.error):
        raise _refuse_art(job, "the pieces hold art of a PDF that is damaged and cannot be converted to CMYK") from None


def _refuse_art(job: "ExportJob", why: str) -> DataError:
    says = f"{why}; export without --color-space, or convert that art in the program that made it"
    return refuse("GF365", job.kit.game.place("title"), says)
