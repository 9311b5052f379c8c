"""The checks that need only the data, and the function that runs checks.

They are apart from checks.py so that a build that reads nothing back does not import what looks at finished files.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from generator.check.check_context import CheckContext
from generator.check.claims import census
from generator.check.data import dice
from generator.model.finding import Finding, Place

_WHERE = re.compile(r"(?<!\S)(?:\S+\.pdf, page [0-9]+|\S+\.svg(?=[:,;]))")
_LIKEWISE = "; in the SVG likewise"


class CheckRow(NamedTuple):
    """A row of the table: the codes that a check may give, and the function that finds them.

    A check that takes long and is seldom certain is not `in_builds`: `check` runs it, and a build that fails. One that
    `reads_words`, and looks at nothing that is drawn or proven, can run in another process.
    """

    codes: tuple[str, ...]
    find: Callable[[CheckContext], Iterable[Finding]]
    in_builds: bool = True
    reads_words: bool = False


def run_checks(case: CheckContext, checks: Iterable[CheckRow]) -> list[Finding]:
    """Return the findings of checks, in their order."""
    return merge_findings(check.find(case) for check in checks)


def merge_findings(found: Iterable[Iterable[Finding]]) -> list[Finding]:
    """Return the findings, check by check; what the PDF and the SVG have in common is reported once, for the PDF."""
    every: dict[Finding, list[Finding]] = {}
    for some in found:
        for finding in some:
            every.setdefault(finding._replace(message=_WHERE.sub("", finding.message)), []).append(finding)
    return [first._replace(message=f"{first.message}{_LIKEWISE * bool(more)}") for first, *more in every.values()]


def _check_slots(case: CheckContext) -> Iterable[Finding]:
    if not any(part.board and part.board.slots for part in case.all_parts):
        return ()
    from generator.check.data.slots import check_slots  # few games have any

    return check_slots(case.game, case.all_parts)


def _check_setup(case: CheckContext) -> Iterable[Finding]:
    if not case.game.data.setup:
        return ()
    from generator.check.claims.setup import check_setup

    return check_setup(case.game, case.all_parts, case.seen, {part.id for part in case.parts})


def _check_prose(case: CheckContext) -> Iterable[Finding]:
    if case.game.rules is None:
        return ()
    from generator.check.prose.unmarked_numbers import check_unmarked_numbers

    return check_unmarked_numbers(case.game, case.all_parts)


def _check_rules_words(case: CheckContext) -> Iterable[Finding]:
    if case.game.rules is None:
        return ()
    from generator.check.prose.rules_words import check_rules_words

    return check_rules_words(case.game, case.all_parts, case.words_seen)


def _check_avoided_words(case: CheckContext) -> Iterable[Finding]:
    languages = case.game.languages
    if not (case.game.data.usage or any(language.usage for language in languages)):
        return ()
    from generator.check.prose.avoided_words import check_avoided_words

    return check_avoided_words(case.game, case.all_parts, case.words_seen)


def _check_color_names(case: CheckContext) -> Iterable[Finding]:
    if not any("." in role for role in case.game.colors):
        return ()
    from generator.check.prose.color_names import check_color_names

    return check_color_names(case)


def _check_mentions(case: CheckContext) -> Iterable[Finding]:
    if case.game.rules is None:
        return ()
    from generator.check.prose.part_names import check_mentions

    return check_mentions(case.game, case.all_parts)


def _check_translations(case: CheckContext) -> Iterable[Finding]:
    if not case.game.translations:
        return ()
    from generator.check.prose.translations import check_lost_claims

    return check_lost_claims(case)


def _compare_translations(case: CheckContext) -> Iterable[Finding]:
    if not case.game.translations:
        return ()
    from generator.check.prose.translation_text import compare_translations

    return compare_translations(case.game)


def _check_supply(case: CheckContext) -> Iterable[Finding]:
    if not case.game.data.figures:
        return ()
    from generator.check.data.supply import check_supply

    return check_supply(case.game, case.all_parts)


def _check_board_graph(case: CheckContext) -> Iterable[Finding]:
    if not any(part.board for part in case.all_parts):
        return ()
    from generator.check.data.board_graph import check_board_graph

    return check_board_graph(case.game, case.all_parts)


def _check_rows(case: CheckContext) -> Iterable[Finding]:
    from generator.check.outliers.rows import find_odd_rows

    return find_odd_rows(case.game, case.all_parts)


def _check_color_groups(case: CheckContext) -> Iterable[Finding]:
    if not any("." in role for role in case.game.colors):
        return ()
    from generator.check.outliers.colors import find_odd_colors

    return find_odd_colors(case.game)


def _check_color_pairs(case: CheckContext) -> Iterable[Finding]:
    if not any("." in role for role in case.game.colors):
        return ()
    from generator.check.data.color_pairs import check_color_pairs

    return check_color_pairs(case.game)


def _check_cells(case: CheckContext) -> Iterable[Finding]:
    if not any(part.board for part in case.all_parts):
        return ()
    from generator.check.outliers.cells import find_odd_cells

    return find_odd_cells(case.game, case.all_parts)


def _check_open_nets(case: CheckContext) -> Iterable[Finding]:
    if not any(part.kind == "net" for part in case.all_parts):
        return ()
    from generator.check.data.open_nets import check_open_nets

    return check_open_nets(case.game, case.all_parts)


def _check_box_sizes(case: CheckContext) -> Iterable[Finding]:
    if not any(part.kind == "box" for part in case.all_parts):
        return ()
    from generator.check.data.box_sizes import check_box_sizes

    return check_box_sizes(case.game, case.all_parts)


def _check_rules_file(case: CheckContext) -> Iterable[Finding]:
    """Warn of a rules.md that `game.yaml` does not name, which most people expect to be printed."""
    if case.game.rules is None and (case.game.folder / "rules.md").is_file():
        says = "nothing names rules.md, so it is not printed; add the line `rules: rules.md`, or rename the file"
        yield Finding("GF189", Place(case.game.file, 1, 1), says, "warning")


DATA_CHECKS = (
    CheckRow(("GF189",), _check_rules_file),
    CheckRow(("GF122",), lambda case: dice.check_dice(case.game, case.parts)),
    CheckRow(("GF347",), _check_open_nets),
    CheckRow(("GF124",), _check_slots),
    CheckRow(("GF190",), _check_box_sizes),
    CheckRow(("GF125",), _check_setup),
    CheckRow(("GF107", "GF108", "GF109"), _check_prose),
    CheckRow(tuple(f"GF{number}" for number in range(160, 169)), _check_rules_words, in_builds=False, reads_words=True),
    CheckRow(("GF187",), _check_avoided_words, in_builds=False),
    CheckRow(("GF130",), _check_color_names),
    CheckRow(("GF131",), _check_mentions),
    CheckRow(("GF133",), _check_board_graph),
    CheckRow(("GF134",), census.check_unclaimed_parts),
    CheckRow(("GF135", "GF188"), _check_translations),
    CheckRow(("GF170", "GF171", "GF172", "GF173", "GF174"), _compare_translations, False, reads_words=True),
    CheckRow(("GF136",), _check_supply),
    CheckRow(("GF176",), _check_rows, in_builds=False),
    CheckRow(("GF178",), _check_color_groups, in_builds=False),
    CheckRow(("GF319",), _check_color_pairs),
    CheckRow(("GF179",), _check_cells, in_builds=False),
)
