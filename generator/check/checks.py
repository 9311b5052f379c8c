"""A case goes in, all that the checks find in it comes out: their table, in the order in which their findings are told.

To add one, write a function from a Case to findings and give it a row; docs/adding-a-check.md shows how.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from generator.check import census, cube, icons
from generator.check.case import Case, Shown
from generator.check.faces import boards, creases, labels, lines, nets, showing, tracks
from generator.check.sheets import agree, clearing, cuts, differing, paper
from generator.model.finding import Finding

_WHERE = re.compile(r"\S+\.pdf, page [0-9]+|\S+\.svg(?=[:,;])")
_LIKEWISE = "; in the SVG likewise"


class Check(NamedTuple):
    """A row: the codes that a check may give, and the function that finds them."""

    codes: tuple[str, ...]
    find: Callable[[Case], Iterable[Finding]]


def found(case: Case) -> list[Finding]:
    """Return all findings, check by check; what is found in the PDF and in the SVG alike is said once, of the PDF."""
    every: dict[Finding, list[Finding]] = {}
    for check in CHECKS:
        for finding in check.find(case):
            every.setdefault(finding._replace(message=_WHERE.sub("", finding.message)), []).append(finding)
    return [first._replace(message=f"{first.message}{_LIKEWISE * bool(more)}") for first, *more in every.values()]


def _each(find: Callable[[Case, Shown], Iterable[Finding]]) -> Callable[[Case], Iterator[Finding]]:
    """Return a check that is asked of each format of the finished files by itself."""
    return lambda case: (finding for shown in case.formats for finding in find(case, shown))


def _clearing(case: Case, shown: Shown) -> Iterable[Finding]:
    if case.fonts is None or shown.name != "PDF":
        return ()  # only a PDF tells the fonts of its texts
    return clearing.clearing(case.game, case.parts, shown.seen, case.fonts)


def _differing(case: Case) -> Iterable[Finding]:
    if len(case.formats) < 2:
        return ()
    one, other = case.formats
    return differing.differing(case.known, one.seen, other.seen, case.fonts)


def _slots(case: Case) -> Iterable[Finding]:
    if not any(part.board and part.board.slots for part in case.every):
        return ()
    from generator.check.slots import slots  # few games have any

    return slots(case.game, case.every)


def _setup(case: Case) -> Iterable[Finding]:
    if not case.game.data.setup:
        return ()
    from generator.check.claims.setting import unsettled

    return unsettled(case.game, case.every, case.seen, {part.id for part in case.parts})


def _prose(case: Case) -> Iterable[Finding]:
    if case.game.rules is None:
        return ()
    from generator.check.prose.numbers import unmarked

    return unmarked(case.game, case.every)


def _hues(case: Case) -> Iterable[Finding]:
    if not any("." in role for role in case.game.colors):
        return ()
    from generator.check.prose.hues import unnamed

    return unnamed(case)


def _mentions(case: Case) -> Iterable[Finding]:
    if case.game.rules is None:
        return ()
    from generator.check.prose.mentions import unmentioned

    return unmentioned(case.game, case.every)


def _graphs(case: Case) -> Iterable[Finding]:
    if not any(part.board for part in case.every):
        return ()
    from generator.check.astray import astray

    return astray(case.game, case.every)


CHECKS = (
    Check(("GF110",), _each(paper.counted)),
    Check(("GF111",), _each(paper.strange)),
    Check(("GF112",), _each(paper.misshapen)),
    Check(("GF113",), _each(paper.pages)),
    Check(("GF113",), _each(paper.margins)),
    Check(("GF114",), _each(paper.apart)),
    Check(("GF118", "GF119"), _each(lambda case, shown: boards.boards(case.parts, shown.seen, case.paints))),
    Check(("GF120",), _each(lambda case, shown: nets.nets(case.parts, shown.seen))),
    Check(("GF123",), _each(lambda case, shown: lines.lines(case.parts, shown.seen, case.paints))),
    Check(("GF118", "GF126"), _each(lambda case, shown: tracks.tracks(case.parts, shown.seen))),
    Check(("GF126",), _each(lambda case, shown: showing.showing(case.game, case.parts, shown.seen))),
    Check(("GF126",), _each(lambda case, shown: labels.labels(case.parts, shown.seen, case.game.colors))),
    Check(("GF128",), _each(_clearing)),
    Check(("GF129",), _differing),
    Check(("GF116",), _each(agree.behind)),
    Check(("GF127",), _each(cuts.cuts)),
    Check(("GF127",), _each(lambda case, shown: creases.creases(case.parts, shown.seen))),
    Check(("GF115",), agree.alike),
    Check(("GF115",), agree.listed),
    Check(("GF122",), lambda case: cube.uneven(case.game, case.parts)),
    Check(("GF124",), _slots),
    Check(("GF125",), _setup),
    Check(("GF107", "GF108", "GF109"), _prose),
    Check(("GF130",), _hues),
    Check(("GF131",), _mentions),
    Check(("GF132",), icons.unexplained),
    Check(("GF133",), _graphs),
    Check(("GF134",), census.unclaimed),
)
