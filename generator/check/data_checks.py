"""The checks that need only the data, and the function that runs checks.

They are apart from checks.py so that a build that reads nothing back does not import what looks at finished files.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from generator.check.claims import census
from generator.check.data import dice
from generator.check.evidence.case import Case
from generator.model.finding import Finding

_WHERE = re.compile(r"\S+\.pdf, page [0-9]+|\S+\.svg(?=[:,;])")
_LIKEWISE = "; in the SVG likewise"


class Check(NamedTuple):
    """A row of the table: the codes that a check may give, and the function that finds them."""

    codes: tuple[str, ...]
    find: Callable[[Case], Iterable[Finding]]


def told(case: Case, checks: Iterable[Check]) -> list[Finding]:
    """Return the findings, check by check; what the PDF and the SVG have in common is reported once, for the PDF."""
    every: dict[Finding, list[Finding]] = {}
    for check in checks:
        for finding in check.find(case):
            every.setdefault(finding._replace(message=_WHERE.sub("", finding.message)), []).append(finding)
    return [first._replace(message=f"{first.message}{_LIKEWISE * bool(more)}") for first, *more in every.values()]


def _slots(case: Case) -> Iterable[Finding]:
    if not any(part.board and part.board.slots for part in case.all_parts):
        return ()
    from generator.check.data.slots import slots  # few games have any

    return slots(case.game, case.all_parts)


def _setup(case: Case) -> Iterable[Finding]:
    if not case.game.data.setup:
        return ()
    from generator.check.claims.setup import unsettled

    return unsettled(case.game, case.all_parts, case.seen, {part.id for part in case.parts})


def _prose(case: Case) -> Iterable[Finding]:
    if case.game.rules is None:
        return ()
    from generator.check.prose.numbers import unmarked

    return unmarked(case.game, case.all_parts)


def _hues(case: Case) -> Iterable[Finding]:
    if not any("." in role for role in case.game.colors):
        return ()
    from generator.check.prose.color_names import unnamed

    return unnamed(case)


def _mentions(case: Case) -> Iterable[Finding]:
    if case.game.rules is None:
        return ()
    from generator.check.prose.mentions import unmentioned

    return unmentioned(case.game, case.all_parts)


def _lost(case: Case) -> Iterable[Finding]:
    if not case.game.translations:
        return ()
    from generator.check.prose.translations import lost

    return lost(case)


def _figures(case: Case) -> Iterable[Finding]:
    if not case.game.data.figures:
        return ()
    from generator.check.data.supply import overdrawn

    return overdrawn(case.game, case.all_parts)


def _graphs(case: Case) -> Iterable[Finding]:
    if not any(part.board for part in case.all_parts):
        return ()
    from generator.check.data.board_graph import astray

    return astray(case.game, case.all_parts)


OF_DATA = (
    Check(("GF122",), lambda case: dice.uneven(case.game, case.parts)),
    Check(("GF124",), _slots),
    Check(("GF125",), _setup),
    Check(("GF107", "GF108", "GF109"), _prose),
    Check(("GF130",), _hues),
    Check(("GF131",), _mentions),
    Check(("GF133",), _graphs),
    Check(("GF134",), census.unclaimed),
    Check(("GF135",), _lost),
    Check(("GF136",), _figures),
)
