"""Read the rows of a table in any format: CSV, TSV, a spreadsheet, JSON or YAML."""

import re

from generator.load.files import decode_text
from generator.load.rows import read_csv
from generator.model.finding import Finding, Place, refuse
from generator.model.game import Row

_TABLES = re.compile(
    r"([^:]+\.(?:xlsx|ods|json|ya?ml))(?::([^:]+))?", re.IGNORECASE
)  # of files that can hold several tables
_SPREADSHEET = (".xlsx", ".ods")
_OBJECTS = (".json", ".yaml", ".yml")
_LINES = (".jsonl", ".ndjson")  # an object on each line
_LINE_END = re.compile(r"\}[ \t]*(\n\s*)(?=\{)")
_OTHER_FORMAT = re.compile(
    r"\.(?:xls[bm]?|xlt[xm]?|ots|fods|numbers|gsheet|docx?|pdf|xml|sqlite|db|html?|md)", re.IGNORECASE
)
FORMATS = "CSV, TSV, .xlsx, .ods, JSON, JSON Lines and YAML are read"


def split_table_name(name: str) -> tuple[str, str]:
    """Return the file and the table of `cards.xlsx:Hand` or `cards.json:hand`; the table is empty if none is named."""
    found = _TABLES.fullmatch(name)
    return (found[1], found[2] or "") if found else (name, "")


def check_format(file: str, place: Place) -> None:
    """Raise GF002 for a file in a format that is not read, such as `cards.xlsm`."""
    if _OTHER_FORMAT.fullmatch(file[file.rfind(".") :]):
        says = f"{file} is in a format that cannot be read; save it as .xlsx, .ods or .csv, and name that file here"
        raise refuse("GF002", place, says)


def read_table(
    data: bytes, file: str, table: str, names: tuple[str, ...], place: Place, notes: list[Finding]
) -> tuple[Row, ...]:
    """Return the rows of a file: of the named table, of the one that has one of the `names`, or of the only one.

    The end of the file's name says what it is. What is read in another way than it stands there is added to the `notes`
    (GF013). GF002, GF003, GF006, and GF008 for a table that is not there, at the `place` that names the file.
    """
    check_format(file, place)
    name = file.lower()
    if name.endswith(_SPREADSHEET):
        from generator.load.spreadsheets import read_sheet

        return read_sheet(data, file, table, names=names, place=place, notes=notes)
    text = decode_text(data, file, notes)
    if name.endswith(_LINES):
        text = "[" + _LINE_END.sub(r"},\1", text) + "]"
    if name.endswith((*_OBJECTS, *_LINES)):
        from generator.load.object_tables import read_objects

        return read_objects(text, file, table, names=names, place=place, notes=notes)
    return read_csv(text, file, notes)


def is_text_table(file: str) -> bool:
    """Return whether a file is read as cells between commas, semicolons or tabs."""
    name = file.lower()
    return (
        bool(name)
        and not name.endswith((*_SPREADSHEET, *_OBJECTS, *_LINES))
        and not _OTHER_FORMAT.fullmatch(file[file.rfind(".") :])
    )
