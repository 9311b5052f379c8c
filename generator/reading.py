"""A kit's finished files go in, the pieces that they show come out; two processes share the files of a large kit."""

from collections.abc import Sequence
from pathlib import Path

from generator.check.readback import read_pdf, read_svg
from generator.model.finding import DataError, Finding
from generator.model.printed import Seen
from generator.relay import relay

BATCH = 16  # SVG files
PAYS = 64  # SVG files from which a second process is worth its start
Pieces = tuple[Seen, ...]


def read_back(folder: Path, sheets: str, drawings: Sequence[str]) -> tuple[Pieces | None, Pieces | None]:
    """Return the pieces of the PDF and of all SVG files, None for a format that is not there.

    `sheets` is the path of the PDF in the folder, or empty. DataError (GF117) with a fault of each file that cannot be
    read.
    """
    batches = [[sheets]] if sheets else []
    batches += [list(drawings[at : at + BATCH]) for at in range(0, len(drawings), BATCH)]
    pays = len(drawings) >= PAYS
    seen: list[Pieces] = []
    faults: list[Finding] = []
    for pieces, wrong in relay(len(batches), lambda n: _read(folder, batches[n]), pays, lambda _begun: None):
        seen.append(pieces)
        faults += wrong
    if faults:
        raise DataError(faults)
    pdf = seen.pop(0) if sheets else None
    return pdf, tuple(piece for pieces in seen for piece in pieces) if drawings else None


def _read(folder: Path, paths: Sequence[str]) -> tuple[Pieces, list[Finding]]:
    """Return the pieces of some files and their faults, which another process can hand over."""
    pieces: list[Seen] = []
    faults: list[Finding] = []
    for path in paths:
        try:
            pieces += (read_svg if path.endswith(".svg") else read_pdf)(folder / path, path)
        except DataError as error:
            faults += error.findings
    return tuple(pieces), faults
