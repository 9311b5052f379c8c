"""Report cells of boards in the paint or with the mark of a different color than their own (GF148)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from generator.model.facts import CellPaint, PaperProof
from generator.model.finding import Finding, Level
from generator.model.game import Game, Part

_CERTAIN = 3  # colors of a group, from which a paint that all others share is certainly foreign


def check_cell_colors(game: Game, parts: Mapping[str, Part], proof: PaperProof) -> Iterator[Finding]:
    """Report cells that show another color of the group of theirs, or of that which their kind names (GF148)."""
    groups: dict[str, set[str]] = defaultdict(set)
    for role in game.colors:
        groups[role.rpartition(".")[0]].add(role)
    for part, paints in proof.paints.items():
        hidden = game.parts[part].hidden
        for group, roles in groups.items():
            if not group or "colors" in hidden:
                continue
            own = _list_own(paints, group, roles)
            yield from _check_own(parts[part], own, roles, proof)
            yield from _check_shared(parts[part], own, roles, proof)
            yield from _check_marks(game, parts[part], own, proof)


def _list_own(paints: Sequence[CellPaint], group: str, roles: Set[str]) -> list[tuple[CellPaint, str]]:
    """Return the cells with a color of a group, by themselves or by the name of their kind."""
    colored = [(each, each.color) for each in paints if each.color in roles]
    named = [(each, f"{group}.{each.kind}") for each in paints if f"{group}.{each.kind}" in roles]
    return colored or (named if len({role for _, role in named}) > 1 else [])


def _check_own(
    part: Part, own: Sequence[tuple[CellPaint, str]], roles: Set[str], proof: PaperProof
) -> Iterator[Finding]:
    """Report cells with another color of the group, and not their own."""
    wrong = [(each, role, _first(each, roles)) for each, role in own if role not in each.roles and _first(each, roles)]
    if wrong:
        each, role, other = wrong[0]
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        says = f"{_name(each)} of kind {each.kind!r} has the paint of {other!r} instead of {role!r}{more}"
        yield Finding("GF148", proof.locate_paint(part.id, each.cell, other) or part.place, f"{part.id}: {says}")


def _name(each: CellPaint) -> str:
    return f"the {'arrow' if each.cell.startswith('join.') else 'cell'} {each.cell!r}"


def _first(each: CellPaint, roles: Set[str]) -> str:
    return next((role for role in each.roles if role in roles), "")


def _check_shared(
    part: Part, own: Sequence[tuple[CellPaint, str]], roles: Set[str], proof: PaperProof
) -> Iterator[Finding]:
    """Report cells of a kind that all show their own color and that of one of them, which shows nothing else."""
    kinds: dict[str, list[tuple[CellPaint, str]]] = defaultdict(list)
    for each, role in own:
        kinds[each.kind].append((each, role))
    for kind, some in kinds.items():
        present = {role for _, role in some}
        for other in sorted(present) if len(present) > 1 else ():
            if any({*each.roles} & roles != {role, other} for each, role in some):
                continue
            level: Level = "error" if len(present) >= _CERTAIN else "warning"
            each, role = next((each, role) for each, role in some if role != other)
            says = f"{_name(each)} of {role} also has the paint of {other!r}, as do all of kind {kind!r}"
            place = proof.locate_paint(part.id, each.cell, other) or part.place
            yield Finding("GF148", place, f"{part.id}: {says}", level)


def _check_marks(game: Game, part: Part, own: Sequence[tuple[CellPaint, str]], proof: PaperProof) -> Iterator[Finding]:
    """Report cells of one kind that show one mark, though their colors have different ones."""
    first: dict[tuple[str, str], tuple[CellPaint, str]] = {}
    wrong: list[tuple[CellPaint, str, CellPaint, str]] = []
    for each, role in own:
        if not each.mark or len({other.rpartition(".")[0] for other in each.roles}) < len(each.roles):
            continue  # no mark, or those of several players
        other, its_role = first.setdefault((each.kind, each.mark), (each, role))
        if game.colors[role].mark != game.colors[its_role].mark:
            wrong.append((each, role, other, its_role))
    if wrong:
        each, role, other, its_role = wrong[0]
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        says = f"the cell {each.cell!r} of {role} has the same mark as {other.cell!r} of {its_role}{more}"
        group = f"{role.rpartition('.')[0]}."
        place = proof.locate_paint(part.id, each.cell, group) or part.place
        yield Finding("GF148", place, f"{part.id}: {says}; both are of kind {each.kind!r}")
