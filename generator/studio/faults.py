"""Tell a fault that many faces share once, as the terminal does."""

import re
from collections.abc import Iterable

from generator.model.finding import Finding

_DRAWN = re.compile(r"(.*) \(drawing ([^()]*?)(?: and ([0-9,]+) more)?\)", re.DOTALL)


def merge_faults(faults: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return faults of which those that differ only in the face that is drawn are one, which counts the others."""
    alike: dict[Finding, list[str]] = {}
    counts: dict[Finding, int] = {}
    for fault in dict.fromkeys(faults):
        found = _DRAWN.fullmatch(fault.message)
        bare = fault._replace(message=found[1]) if found else fault
        alike.setdefault(bare, []).extend([found[2]] if found else [])
        counts[bare] = counts.get(bare, 0) + 1 + (int(found[3].replace(",", "")) if found and found[3] else 0)
    return tuple(_name_faces(fault, faces, counts[fault]) for fault, faces in alike.items())


def _name_faces(fault: Finding, faces: list[str], count: int) -> Finding:
    if not faces:
        return fault
    more = f" and {count - 1} more" if count > 1 else ""
    return fault._replace(message=f"{fault.message} (drawing {faces[0]}{more})")
