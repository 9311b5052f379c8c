"""Read the printers that a user has measured, from a TOML file in the user's own folder of settings."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.language.suggestions import did_you_mean
from generator.model.finding import DataError, Finding, Place, refuse
from generator.model.printer import (
    MARGIN_RANGE,
    OFFSET_RANGE,
    SCALE_RANGE,
    SKEW_RANGE,
    PrinterProfile,
    ValueRange,
)
from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder

PRINTERS_FILE = "printers.toml"
MAX_BYTES = 1024 * 1024  # some ten thousand printers
_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class _Key(NamedTuple):
    """A key of a printer: how many numbers it has (0 is one that is no list), what they are, and an example."""

    numbers: int
    bounds: ValueRange
    example: str


_KEYS: Mapping[str, _Key] = {
    "back-offset": _Key(2, OFFSET_RANGE, "[0.6, -0.4]"),
    "skew": _Key(0, SKEW_RANGE, "0.1"),
    "scale": _Key(2, SCALE_RANGE, "[99.7, 100.2]"),
    "margins": _Key(4, MARGIN_RANGE, "[4.5, 4.5, 12.7, 4.5]"),
}


class SavedPrinters(NamedTuple):
    """The file with the printers as it is shown, its text, and the printers by their names."""

    file: str
    text: str
    printers: Mapping[str, PrinterProfile]


def locate_settings() -> Path:
    """Return the user's own folder of gutterfold's settings, which may not exist yet."""
    from platformdirs import user_config_path  # only commands about printers need it

    folder = user_config_path("gutterfold", appauthor=False)
    try:
        # a relative path is not in the XDG specification, and could lead into a stranger's folder
        return folder if folder.is_absolute() else Path.home() / ".config" / "gutterfold"
    except RuntimeError:
        says = "the system names no home folder to keep printers in; set XDG_CONFIG_HOME"
        raise refuse("GF312", Place(PRINTERS_FILE), says) from None


def read_printers(folder: Path) -> SavedPrinters:
    """Return the saved printers, none if there is no file; GF312 at the place of each fault, GF402 for the disk."""
    file = str(folder / PRINTERS_FILE)
    try:
        with GuardedFolder(folder) as home:
            data = home.read_file(PRINTERS_FILE, MAX_BYTES)
    except FileNotFoundError:
        return SavedPrinters(file, "", {})
    except UnsafeFileError as error:
        raise refuse("GF312", Place(file), f"the list of printers {error.why}; move it away") from None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise refuse("GF312", Place(file), f"the list of printers is not UTF-8 text; {_REPAIR}") from None
    return SavedPrinters(file, text, parse_printers(text, file))


_REPAIR = "correct the line, or move the file away and add your printers again"


def parse_printers(text: str, file: str) -> dict[str, PrinterProfile]:
    """Return the printers of a text by their names; GF312 with the place of each fault."""
    import tomllib  # only builds for a printer need it

    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT.search(str(error))
        end = text.count("\n") + 1, len(text) - text.rfind("\n")
        line, column = (int(found[1]), int(found[2])) if found and found[1] else end
        says = _AT.sub("", str(error))
        raise refuse("GF312", Place(file, line, column), f"this is not TOML: {says}; {_REPAIR}") from None
    except RecursionError:
        raise refuse("GF312", Place(file), f"the list of printers is nested too deeply; {_REPAIR}") from None
    findings = [each for name, table in tables.items() for each in _check_table(name, table, text, file)]
    if findings:
        raise DataError(sorted(findings, key=lambda finding: finding.place))
    return {name: _make_profile(name, table) for name, table in tables.items()}


def _check_table(name: str, table: Any, text: str, file: str) -> Iterator[Finding]:
    """Yield what is wrong with one printer."""
    place = _locate_key(text, file, name)
    if not _NAME.fullmatch(name):
        says = f"{name!r} cannot be the name of a printer: use up to 32 letters, digits, - and _"
        yield Finding("GF312", place, says)
    elif not isinstance(table, dict):
        yield Finding("GF312", place, f"{name!r} is not a printer: write [{name}] and its values below")
    else:
        for key, value in table.items():
            at = _locate_key(text, file, name, key)
            if key not in _KEYS:
                yield Finding("GF312", at, f"{name}.{key}: the key is unknown{did_you_mean(key, _KEYS)}")
            elif says := _describe_fault(_KEYS[key], value):
                yield Finding("GF312", at, f"{name}.{key}: {says}")


def _describe_fault(key: _Key, value: Any) -> str:
    """Return what is wrong with the value of a key; empty if nothing is."""
    values = value if isinstance(value, list) and key.numbers else [value]
    numbers = [each for each in values if isinstance(each, int | float) and not isinstance(each, bool)]
    if len(numbers) < len(values) or len(values) != max(1, key.numbers):
        what = f"{key.numbers} numbers" if key.numbers else "a number"
        return f"{str(value)[:40]!r} is not {what}, such as {key.example}"
    return next(filter(None, map(key.bounds.describe_fault, numbers)), "")


def _make_profile(name: str, table: Mapping[str, Any]) -> PrinterProfile:
    values: dict[str, Any] = {}
    for key, each in table.items():
        values[key.replace("-", "_")] = tuple(map(float, each)) if _KEYS[key].numbers else float(each)
    return PrinterProfile(name, **values)


def _locate_key(text: str, file: str, table: str, key: str = "") -> Place:
    """Return the place of a table, or of a key in it; that of the file if it is written in an unusual way."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        found = re.match(r"\s*+(?:\[\s*+)?+[\"']?+([^\"'\[\]=]*+)[\"']?+\s*+(\]|=)", line)
        if found is None:
            continue
        name = found[1].strip()
        is_table = found[2] == "]"
        if not key and name == table:
            return Place(file, number, found.start(1) + 1)
        if is_table:
            inside = name == table
        elif inside and name == key:
            return Place(file, number, found.start(1) + 1)
    return Place(file)
