"""The same pieces as two formats show them go in; findings come out where these say different words on one piece."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from generator.check.sheets.trims import where
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.printed import Run, Seen

_SHOWN = 12  # letters before and after the first that differs


def differing(known: Mapping[str, Part], one: Sequence[Seen], other: Sequence[Seen]) -> Iterator[Finding]:
    """Yield GF129 for the first piece of each part that says something else in one format than in the other.

    Blanks are not compared: how a line is taken apart is a matter of the format.
    """
    there = {face.id: face for face in other}
    told: set[str] = set()
    for face in one:
        twin = there.get(face.id)
        if twin is None or face.part in told or face.part not in known or _same(face.runs, twin.runs):
            continue
        told.add(face.part)
        says, instead = _first(_letters(face.runs), _letters(twin.runs))
        message = f"{face.id} says {says} in {where(face)}, and {instead} in {where(twin)}"
        yield Finding("GF129", known[face.part].place, message)


def _same(one: Sequence[Run], other: Sequence[Run]) -> bool:
    return [run[0] for run in one] == [run[0] for run in other] or _letters(one) == _letters(other)


def _letters(runs: Sequence[Run]) -> str:
    return "".join([run.text for run in runs]).replace(" ", "")


def _first(one: str, other: str) -> tuple[str, str]:
    """Return what both say where they begin to differ."""
    at = next(at for at, (a, b) in enumerate(zip_longest(one, other)) if a != b)
    start, end = max(0, at - _SHOWN), at + _SHOWN
    first, second = (
        f"{'...' if start and text else ''}{text[start:end]}{'...' if text[end:] else ''}" for text in (one, other)
    )
    return repr(first) if one else "nothing", repr(second) if other else "nothing"
