"""Write the page that measures a printer."""

import os
from collections.abc import Callable
from pathlib import Path

from generator.fonts.font_book import FontBook
from generator.impose.calibration import CalibrationFonts, draw_calibration
from generator.impose.printer_correction import correct_page
from generator.load.language_tables import read_bundled_words
from generator.model.finding import Place, refuse
from generator.model.paper import BackLayout, get_paper
from generator.pipeline.printers import find_printer
from generator.program.identity import find_resources
from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder, is_plain_name
from generator.write.pdf.document import PdfFile
from generator.write.pdf.pages import PdfPageDrawer

_MAX_BYTES = 4 * 1024 * 1024


def write_calibration(target: Path, paper: str, backs: BackLayout, printer: str | None, language: str = "en") -> None:
    """Write the page as a PDF of a front and a back, corrected for a printer if one is named.

    GF401 if a file is in the way; one that is the same already is left as it is. GF005 if the page has no words in
    the language.
    """
    say = _find_words(language)
    profile = None if printer is None else find_printer(printer, "--printer")
    fonts, size = FontBook({}), get_paper(paper)
    sans, bold = (fonts.find_font("sans-serif", weight, False) for weight in (400, 700))
    serif = fonts.find_font("serif", 600, False)
    front, back = draw_calibration(size, backs, CalibrationFonts(sans, bold, serif), say)
    ink, file = PdfPageDrawer(size), PdfFile(size, say("Calibrate your printer"), backs, fonts.find_font)
    pages = [
        ink.draw_picture(front, correct_page(profile, size, backs, "front")),
        ink.draw_picture(back, correct_page(profile, size, backs, "back")),
    ]
    file.add_definitions(ink.definitions)
    for page in pages:
        file.add_page(page)
    _put_file(target, file.to_bytes())


def _find_words(language: str) -> Callable[[str], str]:
    """Return what translates the words of the page; GF005 if they are not there."""
    home = find_resources("templates") / "words"
    known = sorted(path.stem for path in home.glob("*.yaml"))
    if not {language, language.partition("-")[0]} & set(known):
        says = f"the calibration page has no words in {language!r}, only in {', '.join(known)}"
        raise refuse("GF005", Place("--lang"), says)
    words = read_bundled_words(language, home).sheets
    return lambda text: words.get(text, text)


def _put_file(target: Path, data: bytes) -> None:
    """Write a new file, whole or not at all; its folder is made if need be."""
    if not is_plain_name(target.name) or target.is_dir():
        says = "this names no file to write; name one, such as calibration.pdf"
        raise refuse("GF401", Place(str(target)), says)
    target.parent.mkdir(parents=True, exist_ok=True)
    staged = f".{os.urandom(4).hex()}.pdf"
    with GuardedFolder(target.parent) as folder:
        if folder.inspect(target.name) is not None:
            _require_same(folder, target, data)
            return
        try:
            folder.create_file(staged, data)
            folder.rename(staged, target.name)
        finally:
            if folder.inspect(staged) is not None:
                folder.remove_file(staged)


def _require_same(folder: GuardedFolder, target: Path, data: bytes) -> None:
    """Raise GF401 unless a file is what would be written."""
    try:
        if folder.read_file(target.name, _MAX_BYTES) == data:
            return
    except UnsafeFileError:
        pass
    says = "another file has this name; move it away, or name another with --out"
    raise refuse("GF401", Place(str(target)), says)
