"""Write the user's list of printers: whole or not at all, and never through a link."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.model.printer import PrinterProfile
from generator.safety.folders import GuardedFolder
from generator.safety.locks import FileLock

_LOCK = "printers.lock"
_HEAD = "Printers measured with `gutterfold calibrate`: lengths in mm, skew in degrees, scale in percent."


@contextmanager
def lock_settings(folder: Path) -> Iterator[None]:
    """Keep other commands from changing the settings meanwhile; the folder is made if need be."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with GuardedFolder(folder) as home:
        lock = FileLock(home, _LOCK)
        lock.acquire(waiting=lambda: None)
        try:
            yield
        finally:
            lock.release()


def write_settings(folder: Path, name: str, text: str) -> None:
    """Replace a file of the settings in one step; a failure leaves the old one as it was."""
    staged = f"{name}.{os.urandom(4).hex()}.new"
    with GuardedFolder(folder) as home:
        try:
            home.create_file(staged, text.encode("utf-8"), durable=True)
            home.replace(staged, name)
        except BaseException:
            with suppress(OSError):
                home.remove_file(staged)
            raise


def put_printer(text: str, printer: PrinterProfile) -> str:
    """Return the text of the list with a printer, which replaces one of its name; comments stay."""
    import tomlkit  # only changes of the list need it

    tables = tomlkit.parse(text)
    if not text.strip():
        tables.add(tomlkit.comment(_HEAD))
    table = tomlkit.table()
    table["back-offset"] = list(printer.back_offset)
    table["skew"] = printer.skew
    table["scale"] = list(printer.scale)
    table["margins"] = list(printer.margins)
    tables[printer.name] = table
    return tomlkit.dumps(tables)


def drop_printer(text: str, name: str) -> str:
    """Return the text of the list without a printer."""
    import tomlkit

    tables = tomlkit.parse(text)
    del tables[name]
    return tomlkit.dumps(tables)
