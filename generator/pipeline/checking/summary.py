"""Say in one sentence how much of a game was held against what."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from generator.check.claims.judge import ClaimsVerdict

Say = Callable[[str], str]  # translates words into the language of the sheets


class Evidence(NamedTuple):
    """What claims and numbers were held against.

    `read` are the names of the formats that were read back, with the number of faces in each; it is empty if no file
    was. `parts` are the ids of the parts whose sheets were read, empty if it was all.
    """

    read: tuple[tuple[str, int], ...] = ()
    parts: tuple[str, ...] = ()


def summarize(verdict: "ClaimsVerdict", evidence: Evidence, say: Say = str) -> str:
    """Return such as `2 claims and 3 numbers of the rules hold against the data; the files were not read back`."""
    if not verdict.claims_anything:
        if not evidence.read:
            return say("nothing is claimed, and the files were not read back")
        compared = say("nothing is claimed, so only counts and files were compared with {evidence}")
        return compared.format(evidence=_describe_evidence(evidence, say))
    numbers = _count(verdict.numbers, "number", say)
    if verdict.wrong:
        numbers = say("{right} of {numbers}").format(right=verdict.numbers - verdict.wrong, numbers=numbers)
    sentence = say("{claims} and {numbers} of the rules hold against {evidence}").format(
        claims=_count(len(verdict.verified), "claim", say), numbers=numbers, evidence=_describe_evidence(evidence, say)
    )
    waits = say("; not held against the sheets: {number}").format(number=verdict.skipped) if verdict.skipped else ""
    return f"{sentence}{waits}"


def _count(number: int, noun: str, say: Say) -> str:
    """Return a number with its noun, which has an -s in the plural."""
    return say(f"{{number}} {noun}" if number == 1 else f"{{number}} {noun}s").format(number=number)


def _describe_evidence(evidence: Evidence, say: Say) -> str:
    if not evidence.read:
        return say("the data; the files were not read back")
    faces = ", ".join(say("{number} in the {format}").format(number=n, format=name) for name, n in evidence.read)
    if evidence.parts:
        alone = say("data and the sheets of {parts} alone; faces read back: {faces}")
        return alone.format(parts=", ".join(evidence.parts), faces=faces)
    return say("data and sheets; faces read back: {faces}").format(faces=faces)
