"""Report what looks alike though it differs (GF143), and what shows the color of something else (GF142, GF148)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from generator.check.check_context import CheckContext
from generator.check.vary.unseen import count_others
from generator.model.facts import CellLook, CellPaint, FactTrial, PaperProof
from generator.model.finding import Finding, Level

_FIELDS = ("paint", "mark")


def check_looks(case: CheckContext) -> Iterator[Finding]:
    """Report cells of different kinds, or of different colors, that look the same (GF143)."""
    proof = case.proof()
    if proof is None:
        return
    places = {(trial.fact.part, trial.fact.of, trial.fact.name): trial.fact.place for trial in proof.trials}
    for part, looks in proof.looks.items():
        hidden = case.game.parts[part].hidden
        seen = {
            (trial.fact.name, trial.fact.of)
            for trial in proof.trials
            if (trial.fact.part, trial.fact.kind, trial.state) == (part, "cell", "seen")
        }
        unseen = {
            trial.fact.of for trial in proof.trials if trial.state == "unseen" and trial.fact.part == part
        }  # told by GF140
        found: list[tuple[str, Level, str]] = []
        if "kinds" not in hidden:
            labeled = {cell for name, cell in seen if name == "label"}
            found += _compare_kinds(looks, unseen, labeled, proof.claim_words | proof.used_words)
        if "colors" not in hidden and any(name == "color" for name, _ in seen):
            found += _compare_colors(looks)
        for cell, level, says in found:
            name = "color" if " of kind " not in says else "kind"
            at, place = proof.locate(part, cell), places.get((part, cell, name), case.parts_by_id[part].place)
            see = f"; see {place}" if at else ""
            yield Finding("GF143", at or place, f"{part}: {says}{see}", level)


def _compare_kinds(
    looks: Sequence[CellLook], unseen: Set[str], labeled: Set[str], used_words: Set[str]
) -> Iterator[tuple[str, Level, str]]:
    """Yield a cell for each kind of which some look like another one: an error unless all do, and nothing uses them.

    Two kinds that each fill tracks and tables of their own are told apart by where they stand, and two of which one has
    a label in each cell, and the other in none, by their labels: a note.
    """
    shared: dict[tuple[str, str], list[CellLook]] = defaultdict(list)
    first = {(each.look, each.kind): each for each in reversed(looks)}
    for each in looks:
        for kind in {kind for look, kind in first if look == each.look} - {each.kind}:
            shared[each.kind, kind].append(each)
    counts, apart = Counter(each.kind for each in looks), _find_kinds_apart(looks)
    told = set[str]()  # kinds that look like others: these have one cause
    for kind, other in sorted(shared, key=lambda pair: (counts[pair[0]], pair)):
        some, others = shared.pop((kind, other)), shared.get((other, kind), [])
        if not others or some[0].cell in unseen or {kind, other} <= apart:
            continue
        is_certain = len(some) < counts[kind] or {kind, other} & used_words
        if not is_certain and {kind, other} & told:
            continue
        told |= {kind, other}
        by_labels = len(some) == counts[kind] and _differ_in_labels(some, others, labeled)
        level: Level = "note" if by_labels else "error" if is_certain else "warning"
        more = f" (and {len(some) - 1} more)" if len(some) > 1 else ""
        like = first[some[0].look, other].cell
        says = f"apart from words, the cell {some[0].cell!r} of kind {kind!r} looks the same as {like!r} of kind"
        rest = [each.kind for each in looks if each.look == some[0].look and each.kind not in (kind, other)]
        if level == "warning" and rest:
            more += f"; so do the cells of {', '.join(map(repr, dict.fromkeys(rest)))}"
            told |= {*rest}
        yield some[0].cell, level, f"{says} {other!r}{more}"


def _differ_in_labels(some: Sequence[CellLook], others: Sequence[CellLook], labeled: Set[str]) -> bool:
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


def _compare_colors(looks: Sequence[CellLook]) -> Iterator[tuple[str, Level, str]]:
    """Yield a cell of one kind and two colors that look the same, if those of other colors do not."""
    shown: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    for each in looks:
        if each.color:
            shown[each.kind, each.look].setdefault(each.color, each.cell)
    distinct = {kind for (kind, _), colors in shown.items() if len(colors) == 1}
    for (kind, _), colors in shown.items():
        if len(colors) > 1 and kind in distinct:
            (one, cell), (other, like), *_ = colors.items()
            yield cell, "error", f"the cell {cell!r} of {one} looks the same as {like!r} of {other}"


def check_cell_colors(case: CheckContext) -> Iterator[Finding]:
    """Report cells that change with another color of the group of theirs, and not with their own (GF148).

    A cell has a color by itself, or by the name of its kind. That cells of a kind show one color beside their own,
    which one of them has, may be meant: a warning.
    """
    proof = case.proof()
    groups: dict[str, set[str]] = defaultdict(set)
    for role in case.game.colors:
        groups[role.rpartition(".")[0]].add(role)
    for part, paints in proof.paints.items() if proof else ():
        shown = [] if "colors" in case.game.parts[part].hidden else [roles for group, roles in groups.items() if group]
        for roles in shown:
            own = _list_own(paints, roles)
            for field in _FIELDS:
                found = {each.cell: getattr(each, f"{field}s") & roles for each, _ in own}
                wrong = [(each, role) for each, role in own if found[each.cell] and role not in found[each.cell]]
                also = [] if wrong or field == "mark" else list(_find_shared(own, found))
                if wrong or also:
                    cell, role = (wrong or also)[0]
                    other = min(found[cell.cell] - {role})
                    place = proof.locate_paint(part, cell.cell, other, field) if proof else None
                    says = f"the cell {cell.cell!r} of kind {cell.kind!r} has the {field} of {other!r}"
                    more = f" (and {len(wrong or also) - 1} more)" if len(wrong or also) > 1 else ""
                    instead = f"{'instead of' if wrong else 'beside'} that of {role!r}{more}"
                    level: Level = "error" if wrong else "warning"
                    at = place or case.parts_by_id[part].place
                    yield Finding("GF148", at, f"{part}: {says} {instead}", level)


def _list_own(paints: Sequence[CellPaint], roles: Set[str]) -> list[tuple[CellPaint, str]]:
    """Return the cells with a color of a group, by themselves or by the name of their kind."""
    by_name = {role.rpartition(".")[2]: role for role in roles}
    colored = [(each, each.color) for each in paints if each.color in roles]
    named = [(each, by_name[each.kind]) for each in paints if each.kind in by_name]
    return colored or (named if len({role for _, role in named}) > 1 else [])


def _find_shared(
    own: Iterable[tuple[CellPaint, str]], found: Mapping[str, Set[str]]
) -> Iterator[tuple[CellPaint, str]]:
    """Yield the cells of a kind that all show their own color and that of one of them, which shows nothing else."""
    kinds: dict[str, list[tuple[CellPaint, str]]] = defaultdict(list)
    for each, role in own:
        kinds[each.kind].append((each, role))
    for some in kinds.values():
        present = sorted({role for _, role in some})
        for other in present if len(present) > 1 else ():
            if all(found[each.cell] == {role, other} for each, role in some):
                yield from ((each, role) for each, role in some if role != other)


def check_foreign_paints(case: CheckContext) -> Iterator[Finding]:
    """Report designs that change with the paint of another color, if the design of that color does not do so too.

    A face that lists all colors changes with every other one, whatever its own is; that is no fault. But if the design
    of one color changes with no other, that color is the one that all others show (GF142). Pieces that show their own
    as well, or whose rows name a color, may do so on purpose, and so may backs that all show one, and none its own.
    """
    proof = case.proof()
    if proof is None:
        return
    parts: dict[str, list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if trial.fact.kind == "foreign":
            parts[trial.fact.part].append(trial)
    own = [trial for trial in proof.trials if trial.fact.kind == "color"]
    shown_own = {trial.fact.piece: trial.state == "seen" for trial in own if trial.fact.name == "paint"}
    with_own_back = {trial.fact.piece for trial in own if any(each.side == "back" for each in trial.changes)}
    for trials in parts.values():
        mixed = [trial for trial in trials if trial.state == "seen"]
        owners = {trial.fact.of for trial in trials if trial.state == "unused"}
        if mixed and owners:
            yield _report_foreign(mixed, owners, shown_own, with_own_back, proof)


def _report_foreign(
    mixed: Sequence[FactTrial],
    owners: set[str],
    shown_own: Mapping[str, bool],
    with_own_back: set[str],
    proof: PaperProof,
) -> Finding:
    fact, cause = mixed[0].fact, proof.explain(mixed[0])
    shown = f"the paint of {min(owners)}" if len(owners) == 1 else f"the paint of a color other than {fact.of}"
    is_of_backs = {each.side for trial in mixed for each in trial.changes} == {"back"}
    at = proof.locate_role(fact.part, min(owners)) if len(owners) == 1 and not is_of_backs else None
    at = at or (cause.at if cause else None)
    see = f"; see {fact.place}" if at else ""
    level: Level = "warning" if shown_own.get(fact.piece, True) else "error"
    says = f"{fact.piece} shows {shown}, which belongs to other pieces"
    if is_of_backs and with_own_back.isdisjoint(trial.fact.piece for trial in mixed):
        level = "note"
        says = f"the back of {fact.piece} shows {shown}; if all are to have it, give the back a color of its own"
    return Finding("GF142", at or fact.place, f"{says}{count_others(mixed)}{see}", level)
