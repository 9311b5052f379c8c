"""Report cells of boards that look alike though they differ, or unlike though they do not (GF143)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from generator.model.facts import CellLook, PaperProof
from generator.model.finding import Finding, Level, Place
from generator.model.game import Game, Part

# the number of a space: `a bean on the 5`
_SPACE = re.compile(
    r"\b(?:on|on the|space|square|box|auf|auf die|auf der|feld|kästchen|sur le|sur la|case) (\d{1,3})(?![.,]?\d)",
    re.IGNORECASE,
)
_MOST_ALIKE = 4  # cells of a sort that look the same, from which one that does not is worth a look


class _AlikeKinds(NamedTuple):
    """Two kinds of cells that look the same, and what to say about them."""

    kind: str
    other: str
    finding: Finding


def check_looks(game: Game, parts: Mapping[str, Part], proof: PaperProof) -> Iterator[Finding]:
    """Report cells of different kinds or colors that look the same, and one cell unlike all others of its kind."""
    places = {(trial.fact.part, trial.fact.of, trial.fact.name): trial.fact.place for trial in proof.trials}
    for part, looks in proof.looks.items():
        by_cell = {cell: place for (owner, cell, name), place in places.items() if (owner, name) == (part, "kind")}
        hidden = game.parts[part].hidden
        if "kinds" not in hidden:
            yield from _merge_kinds(list(_compare_kinds(parts[part], looks, by_cell, proof)))
        if "colors" not in hidden:
            of_color = {
                cell: place for (owner, cell, name), place in places.items() if (owner, name) == (part, "color")
            }
            shown = any(
                (each.fact.part, each.fact.name, each.state) == (part, "color", "seen") and each.fact.kind == "cell"
                for each in proof.trials
            )
            yield from _compare_colors(parts[part], looks, of_color, proof) if shown else ()
        rules = game.rules or ""
        yield from _find_deviants(parts[part], looks, by_cell, proof, rules)


def find_lookalikes(looks: Sequence[CellLook]) -> set[str]:
    """Return the cells that look the same as one of another kind."""
    kinds: dict[int, set[str]] = defaultdict(set)
    for each in looks:
        kinds[each.look].add(each.kind)
    return {each.cell for each in looks if len(kinds[each.look]) > 1}


def _compare_kinds(
    part: Part, looks: Sequence[CellLook], places: Mapping[str, Place], proof: PaperProof
) -> Iterator[_AlikeKinds]:
    """Yield pairs of kinds with cells that look the same: an error unless most others of the kind do too.

    Cells whose kind is drawn but not seen are reported elsewhere. Two kinds that each fill tracks and tables of their
    own are told apart by where they stand.
    """
    used_words = proof.claim_words | proof.used_words
    unseen = {trial.fact.of for trial in proof.trials if trial.state == "unseen" and trial.fact.part == part.id}
    shared: dict[tuple[str, str], list[CellLook]] = defaultdict(list)
    first = {(each.look, each.kind): each for each in reversed(looks)}
    for each in looks:
        for other in {look.kind for key, look in first.items() if key[0] == each.look} - {each.kind}:
            shared[each.kind, other].append(each)
    counts = Counter(each.kind for each in looks)
    told, apart = set[frozenset[str]](), _find_kinds_apart(looks)
    labeled = {
        trial.fact.of
        for trial in proof.trials
        if (trial.fact.part, trial.fact.name, trial.state) == (part.id, "label", "seen")
    }
    for kind, other in sorted(shared, key=lambda pair: (counts[pair[0]], pair)):
        if frozenset((kind, other)) in told:
            continue
        told.add(frozenset((kind, other)))
        some = shared[kind, other]
        if some[0].cell in unseen or {kind, other} <= apart:
            continue
        like = first[some[0].look, other].cell
        level: Level = "error" if len(some) < counts[kind] or {kind, other} & used_words else "warning"
        if len(some) == counts[kind] and _are_told_by_labels(some, shared[other, kind], labeled):
            level = "note"
        more = f" (and {len(some) - 1} more)" if len(some) > 1 else ""
        says = f"the cell {some[0].cell!r} of kind {kind!r} looks the same as {like!r} of kind {other!r}{more}"
        place, see = _find_place(part, some[0].cell, places, proof)
        yield _AlikeKinds(kind, other, Finding("GF143", place, f"{part.id}: apart from words, {says}{see}", level))


def _are_told_by_labels(some: Sequence[CellLook], others: Sequence[CellLook], labeled: Set[str]) -> bool:
    """Return whether the cells of one kind show a label each, and those of the other that look like them show none."""
    shown, of_others = ({each.cell for each in cells} & labeled for cells in (some, others))
    return (len(shown), len(of_others)) in ((len(some), 0), (0, len(others)))


def _find_kinds_apart(looks: Sequence[CellLook]) -> set[str]:
    """Return the kinds of which each cell is in a track or table that has no other kind."""
    inside: dict[str, set[str]] = defaultdict(set)
    for each in looks:
        inside[each.cell.rpartition(".")[0]].add(each.kind)
    shared = {kind for group, kinds in inside.items() if not group or len(kinds) > 1 for kind in kinds}
    return {each.kind for each in looks} - shared


def _merge_kinds(found: Sequence[_AlikeKinds]) -> Iterator[Finding]:
    """Yield errors one by one, and one warning for all kinds that look alike, for these have one cause."""
    groups: list[tuple[dict[str, None], Finding]] = []
    for each in found:
        kinds = {each.kind: None, each.other: None}
        group = next((group for group, first in groups if first.level == "warning" and kinds.keys() & group), None)
        if group is not None and each.finding.level == "warning":
            group |= kinds
        else:
            groups.append((kinds, each.finding))
    for kinds, finding in groups:
        more = [repr(kind) for kind in [*kinds][2:]]
        yield finding._replace(message=f"{finding.message}; so do the cells of {', '.join(more)}") if more else finding


def _find_place(part: Part, cell: str, places: Mapping[str, Place], proof: PaperProof) -> tuple[Place, str]:
    """Return the line of the template that draws a cell, and words that name the place of its kind in the data."""
    place = places.get(cell, part.place)
    at = proof.locate(part.id, cell)
    return (at, f"; see {place}") if at else (place, "")


def _compare_colors(
    part: Part, looks: Sequence[CellLook], places: Mapping[str, Place], proof: PaperProof
) -> Iterator[Finding]:
    """Report cells of one kind and two colors that look the same, if those of other colors do not."""
    shown: dict[tuple[str, int], set[str]] = defaultdict(set)
    for each in looks:
        if each.color:
            shown[each.kind, each.look].add(each.color)
    distinct = {kind for (kind, _), colors in shown.items() if len(colors) == 1}
    for each in looks:
        others = shown.get((each.kind, each.look), set()) - {each.color}
        if each.color and others and each.kind in distinct:
            shown[each.kind, each.look] = set()
            like = next(one for one in looks if one.look == each.look and one.color in others)
            says = f"the cell {each.cell!r} of {each.color} looks the same as {like.cell!r} of {like.color}"
            place, see = _find_place(part, each.cell, places, proof)
            yield Finding("GF143", place, f"{part.id}: {says}{see}")


def _find_deviants(
    part: Part, looks: Sequence[CellLook], places: Mapping[str, Place], proof: PaperProof, rules: str
) -> Iterator[Finding]:
    """Report the one cell that looks different from all others of its kind, color and outline; plain cells may vary.

    So may the first and last space of a track, and the one that the rules name by its label.
    """
    sorts: dict[tuple[str, str, int], list[CellLook]] = defaultdict(list)
    for each in looks:
        if each.kind != "plain":
            sorts[each.kind, each.color, each.outline].append(each)
    for some in sorts.values():
        counts = Counter(each.inside for each in some).most_common()
        if len(counts) == 2 and counts[1][1] == 1 and counts[0][1] >= _MOST_ALIKE:
            odd = next(each for each in some if each.inside == counts[1][0])
            like = next(each for each in some if each.inside == counts[0][0])
            if _is_singled_out(part, odd.cell, looks, rules):
                continue
            says = f"the cell {odd.cell!r} looks unlike the {counts[0][1]} others of its kind, such as {like.cell!r}"
            place, see = _find_place(part, odd.cell, places, proof)
            yield Finding("GF143", place, f"{part.id}: {says}{see}", "warning")


def _is_singled_out(part: Part, name: str, looks: Sequence[CellLook], rules: str) -> bool:
    """Return whether a cell is at an end of its track, or is a space that the rules name: `a bean on the 5`."""
    track = name.rpartition(".")[0]
    spaces = [each.cell for each in looks if each.cell.rpartition(".")[0] == track]
    cell = part.board.cells.get(name) if part.board else None
    if not track or cell is None:
        return False
    return name in (spaces[0], spaces[-1]) or cell.label in _SPACE.findall(rules)
