"""The table of all checks, in the order in which their findings are reported.

To add one, write a function that takes a Case and yields findings, and give it a row; docs/adding-a-check.md shows
how. Checks that need no finished files have their rows in data_checks.py.
"""

from collections.abc import Callable, Iterable, Iterator

from generator.check.data_checks import OF_DATA, Check, told
from generator.check.evidence.case import Case, Shown
from generator.check.faces import boards, icons, labels, nets, path_lines, values
from generator.check.sheets import agreement, crop_marks, pieces, safe_zones, text_agreement
from generator.model.finding import Finding


def found(case: Case) -> list[Finding]:
    """Return all findings about a kit with finished files."""
    return told(case, CHECKS)


def _each(find: Callable[[Case, Shown], Iterable[Finding]]) -> Callable[[Case], Iterator[Finding]]:
    """Return a check that runs once for each format of the finished files."""
    return lambda case: (finding for shown in case.formats for finding in find(case, shown))


def _clearing(case: Case, shown: Shown) -> Iterable[Finding]:
    if case.fonts is None or shown.name != "PDF":
        return ()  # only a PDF names the fonts of its texts
    return safe_zones.clearing(case.game, case.parts, shown.seen, case.fonts)


def _differing(case: Case) -> Iterable[Finding]:
    if len(case.formats) < 2:
        return ()
    one, other = case.formats
    return text_agreement.differing(case.parts_by_id, one.seen, other.seen, case.fonts)


CHECKS = (
    Check(("GF110",), _each(pieces.counted)),
    Check(("GF111",), _each(pieces.strange)),
    Check(("GF112",), _each(pieces.misshapen)),
    Check(("GF113",), _each(pieces.pages)),
    Check(("GF113",), _each(pieces.margins)),
    Check(("GF114",), _each(pieces.apart)),
    Check(("GF118", "GF119"), _each(lambda case, shown: boards.boards(case.parts, shown.seen, case.paints))),
    Check(("GF120",), _each(lambda case, shown: nets.nets(case.parts, shown.seen))),
    Check(("GF123",), _each(lambda case, shown: path_lines.lines(case.parts, shown.seen, case.paints))),
    Check(("GF118", "GF126"), _each(lambda case, shown: labels.tracks(case.parts, shown.seen))),
    Check(("GF126",), _each(lambda case, shown: values.showing(case.game, case.parts, shown.seen))),
    Check(("GF126",), _each(lambda case, shown: labels.labels(case.parts, shown.seen, case.game.colors))),
    Check(("GF128",), _each(_clearing)),
    Check(("GF129",), _differing),
    Check(("GF116",), _each(agreement.behind)),
    Check(("GF127",), _each(crop_marks.cuts)),
    Check(("GF127",), _each(lambda case, shown: nets.creases(case.parts, shown.seen))),
    Check(("GF115",), agreement.alike),
    Check(("GF115",), agreement.listed),
    Check(("GF132",), icons.unexplained),
    *OF_DATA,
)
