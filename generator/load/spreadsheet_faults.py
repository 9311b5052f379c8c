"""Say why a file is no spreadsheet that can be read, and what to do about it."""

import zipfile
from io import BytesIO
from xml.parsers import expat

from generator.load.spreadsheet_archive import SpreadsheetArchive
from generator.model.finding import DataError

_OLD_FORMAT = bytes.fromhex("d0cf11e0a1b11ae1")  # of the container of .xls files, and of .xlsx files with a password
_PASSWORD = "this spreadsheet has a password; save it without one"


def explain_unreadable(data: bytes, file: str, error: Exception) -> str:
    """Return what is wrong with the bytes of a file that is called a spreadsheet, and what to do."""
    if not data.strip(b"\0\r\n "):
        return "this file is empty; save the spreadsheet again"
    if data.startswith(_OLD_FORMAT):
        if "EncryptedPackage".encode("utf-16-le") in data:
            return _PASSWORD
        return "this is an .xls file with another name; open it in a spreadsheet program and save it as .xlsx"
    if not data.startswith(b"PK"):
        return "this is not a spreadsheet; if it is text with commas, give it a name that ends in .csv"
    return _explain_archive(data, file) or (
        f"this spreadsheet is damaged or cut off; open it in a spreadsheet program and save it again ({error})"
    )


def _explain_archive(data: bytes, file: str) -> str:
    """Return what is wrong with an archive that is whole; empty if it is damaged."""
    elements: set[str] = set()
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            SpreadsheetArchive(archive, file).parse("META-INF/manifest.xml", lambda name, _given: elements.add(name))
    except (zipfile.BadZipFile, expat.ExpatError, EOFError, NotImplementedError, RuntimeError, ValueError, DataError):
        return ""
    if "encryption-data" in elements:
        return _PASSWORD
    kinds = {"content.xml": ".ods", "xl/workbook.xml": ".xlsx"}
    found = next((kind for name, kind in kinds.items() if name in names), "")
    if found and not file.lower().endswith(found):
        return f"this is an {found} file with another name; give it one that ends in {found}"
    if not found:
        return "this archive holds no spreadsheet; open it in a spreadsheet program and save it as .xlsx"
    return ""
