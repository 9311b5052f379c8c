"""The checks that need only the data, as the table calls them."""

from collections.abc import Iterable

from generator.check.check_context import CheckContext
from generator.model.finding import Finding, Place


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
    if not any(case.game.rows.values()):
        return ()
    from generator.check.data.odd_rows import check_rows

    return check_rows(case.game)


def _check_values(case: CheckContext) -> Iterable[Finding]:
    figures = case.game.data.figures.values()
    if not any(part.values for part in case.game.parts.values()) and not any(each.values for each in figures):
        return ()
    from generator.check.data.value_lists import check_values

    return check_values(case.game, case.all_parts)


def _check_color_groups(case: CheckContext) -> Iterable[Finding]:
    if not any("." in role for role in case.game.colors):
        return ()
    from generator.check.data.color_groups import check_color_groups

    return check_color_groups(case.game)


def _check_color_pairs(case: CheckContext) -> Iterable[Finding]:
    if not any("." in role for role in case.game.colors):
        return ()
    from generator.check.data.color_pairs import check_color_pairs

    return check_color_pairs(case.game)


def _check_board_siblings(case: CheckContext) -> Iterable[Finding]:
    if not any(part.board for part in case.all_parts):
        return ()
    from generator.check.data.board_siblings import check_board_siblings
    from generator.check.data.moved_cells import check_moved_cells
    from generator.check.data.odd_cells import check_odd_cells

    found = [*check_board_siblings(case.game, case.all_parts), *check_odd_cells(case.game, case.all_parts)]
    told = {finding.place for finding in found}
    return (*found, *(each for each in check_moved_cells(case.game, case.all_parts) if each.place not in told))


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


def _check_dice(case: CheckContext) -> Iterable[Finding]:
    from generator.check.data.dice import check_dice

    return check_dice(case.game, case.parts)
