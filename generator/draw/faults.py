"""The parts of a game go in, everything that is wrong with their faces comes out, each fault said once."""

from collections.abc import Iterable

from generator.draw.faces import Faces
from generator.model.finding import DataError, Finding
from generator.model.game import Part
from generator.model.place import Place

_MOST = 60


def faults(faces: Faces, parts: Iterable[Part]) -> list[Finding]:
    """Draw every face; what one line does to many pieces is one finding that counts them, and 60 are enough."""
    found: dict[tuple[str, Place, str], list[str]] = {}
    for part in parts:
        for design in part.designs:
            for side in ("front", "back") if part.back else ("front",):
                try:
                    faces.draw(part, design, "front" if side == "front" else "back")
                except DataError as error:
                    _note(found, error.findings)
                if len(found) >= _MOST:
                    more = Finding("GF299", part.place, "there may be more faults; these are the first", "note")
                    return [*_said(found), more]
    return _said(found)


def _note(found: dict[tuple[str, Place, str], list[str]], findings: Iterable[Finding]) -> None:
    for finding in findings:
        what, _, piece = finding.message.partition(" (drawing ")
        found.setdefault((finding.code, finding.place, what), []).append(piece.rstrip(")"))


def _said(found: dict[tuple[str, Place, str], list[str]]) -> list[Finding]:
    out = []
    for (code, place, what), pieces in found.items():
        more = f" and {len(pieces) - 1} more" if len(pieces) > 1 else ""
        out.append(Finding(code, place, f"{what} (drawing {pieces[0]}{more})"))
    return out
