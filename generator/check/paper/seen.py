"""Report facts of the data that are not seen on the paper (GF140)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from generator.check.paper.alike import find_lookalikes
from generator.language.plurals import count_noun
from generator.model.facts import Fact, FactTrial, PaperProof, UnseenCause
from generator.model.finding import Finding
from generator.model.game import Game, Part

_WHY = {
    "off": "is outside the piece",
    "faint": "is too small or too pale",
    "covered": "is covered",
    "same": "has the color of its background",
}
_SIBLINGS = ("cell", "join", "space")  # kinds of facts of which a template shows all or none
_KEYS = {"kind": "kinds", "color": "colors", "label": "labels", "join": "joins", "route": "routes"}


def check_seen(game: Game, parts: Mapping[str, Part], proof: PaperProof) -> Iterator[Finding]:
    """Report facts that a template draws but nobody sees, and facts that nothing uses (GF140)."""
    alike = {(part, cell) for part, looks in proof.looks.items() for cell in find_lookalikes(looks)}
    told = _find_told_kinds(proof, alike)
    trials = [
        trial
        for trial in proof.trials
        if trial.fact.kind != "foreign" and trial.fact not in told and not is_hidden(game, trial.fact)
    ]
    yield from _check_drawn([trial for trial in trials if trial.state == "unseen"], proof)
    siblings = [trial for trial in trials if trial.fact.kind in _SIBLINGS]
    yield from _check_siblings(
        [trial for trial in siblings if not _is_told_elsewhere(trial.fact, alike)],
        parts,
        proof,
    )
    yield from _check_join_kinds(game, [trial for trial in siblings if trial.fact.kind == "join"])
    mixed = {trial.fact.piece for trial in proof.trials if trial.fact.kind == "foreign" and trial.state == "seen"}
    yield from _check_own_colors(
        game, [trial for trial in trials if trial.fact.kind == "color" and trial.fact.piece not in mixed]
    )
    yield from _check_typed_values([trial for trial in trials if trial.fact.kind == "value"], proof)
    values = [trial for trial in trials if trial.fact.kind in ("row", "value")]
    yield from _check_unused([trial for trial in values if not _is_computed_from(game, trial.fact)], proof)


def _find_told_kinds(proof: PaperProof, alike: Set[tuple[str, str]]) -> set[Fact]:
    """Return the kinds of cells that the paper tells by other means: none is drawn, but none looks like another kind.

    A template may draw all cells with an outline in one way and all discs in another, and never ask for the kind.
    """

    def is_told(trial: FactTrial) -> bool:
        is_drawn = trial.state == "seen" or (trial.state == "unseen" and proof.explain(trial) is not None)
        return not is_drawn and (trial.fact.part, trial.fact.of) not in alike

    kinds: dict[tuple[str, str], list[FactTrial]] = defaultdict(list)
    for trial in proof.trials:
        if (trial.fact.kind, trial.fact.name) == ("cell", "kind"):
            kinds[trial.fact.part, trial.fact.value].append(trial)
    return {
        trial.fact
        for (part, _), some in kinds.items()
        if part in proof.looks and all(map(is_told, some))
        for trial in some
    }


def _is_computed_from(game: Game, fact: Fact) -> bool:
    """Return whether another column, which is judged itself, is computed from the column of a fact."""
    made = game.parts[fact.part].computed.values()
    return any(re.search(rf"\b{re.escape(fact.column)}\b", each) for each in made)


def _is_told_elsewhere(fact: Fact, alike: Set[tuple[str, str]]) -> bool:
    """Return whether the kinds of cells of a board are reported by their looks."""
    return fact.name == "kind" and any(part == fact.part for part, _ in alike)


def put_plain_last(trials: Sequence[FactTrial]) -> Sequence[FactTrial]:
    """Return the trials with those of plain cells last, since another kind is more likely to be at fault."""
    return sorted(trials, key=lambda trial: (trial.fact.name, trial.fact.value) == ("kind", "plain"))


def is_hidden(game: Game, fact: Fact) -> bool:
    """Return whether the data declare a fact as hidden."""
    hidden = game.parts[fact.part].hidden
    return fact.column in hidden if fact.kind in ("row", "value") else _KEYS.get(fact.name, "") in hidden


def describe_fact(fact: Fact, names: Sequence[str] = ()) -> str:
    """Return a fact in words, with its piece; `names` are those of several facts of a piece."""
    match fact.kind:
        case "row" | "value":
            columns = list(dict.fromkeys(names)) or [fact.column]
            values = "values" if len(columns) > 1 else "value"
            return f"{fact.piece}: the {values} of {_join_names(columns)}"
        case "join":
            one, other = fact.of.split(" ")
            return f"{fact.piece}: the join of {one!r} and {other!r}"
        case "cell":
            return f"{fact.piece}: the {fact.name} {fact.value!r} of the cell {fact.of!r}"
        case "color":
            return f"{fact.piece}: the {fact.name} of {fact.of}"
        case "face":
            return f"{fact.piece}: the face {fact.value!r}"
    return f"{fact.piece}: the {fact.name} {fact.of!r}"


def _join_names(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(map(repr, names[:-1])), repr(names[-1])]))


def count_others(trials: Sequence[FactTrial]) -> str:
    """Return how many more pieces, or facts of a piece, a finding is about."""
    pieces = len({trial.fact.piece for trial in trials})
    if pieces > 1:
        return f" (and {pieces - 1} more like it)"
    spots = len({trial.fact.of for trial in trials})
    return f" (and {spots - 1} more)" if spots > 1 else ""


def _check_drawn(trials: Iterable[FactTrial], proof: PaperProof) -> Iterator[Finding]:
    """Report facts that are drawn but not visible: once per column, and once per shape that covers several."""
    columns: dict[tuple[str, str, str], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        columns[trial.fact.part, trial.fact.kind, trial.fact.column].append(trial)
    causes: dict[object, tuple[UnseenCause | None, list[FactTrial]]] = {}
    for key, trials_of_one in columns.items():
        some = [*put_plain_last(trials_of_one)]
        cause = proof.explain(some[0])
        shared = (some[0].fact.part, cause.cover) if cause and cause.cover else key
        causes.setdefault(shared, (cause, []))[1].extend(some)
    for cause, some in causes.values():
        yield _report_unseen(some, cause, _is_fault_of_paint(some, proof))


def _is_fault_of_paint(some: Sequence[FactTrial], proof: PaperProof) -> bool:
    """Return whether only one color's mark is invisible, so that its paint, not the template, is at fault."""
    fact, roles = some[0].fact, {trial.fact.of for trial in some}
    others = {
        trial.fact.of
        for trial in proof.trials
        if (trial.fact.part, trial.fact.kind, trial.fact.name) == (fact.part, fact.kind, fact.name)
        and trial.state == "seen"
    }
    return fact.kind == "color" and len(roles) == 1 and len(others - roles) > 1


def _report_unseen(trials: Sequence[FactTrial], cause: UnseenCause | None, is_paint: bool) -> Finding:
    fact = trials[0].fact
    names = [trial.fact.column for trial in trials if trial.fact.kind == fact.kind]
    what, more = describe_fact(fact, names), count_others(trials)
    several = len({*names}) > 1 and fact.kind in ("row", "value")
    prints = "others would look the same in print" if several else "another one would look the same in print"
    seen = f"{what} cannot be seen on the paper"
    if cause is None:
        return Finding("GF140", fact.place, f"{seen}: {prints}{more}", "warning")
    if cause.cover is not None:
        return Finding("GF140", cause.cover, f"{seen}: this covers it, and {prints}{more}; see {fact.place}")
    why = f"the shape that shows it {_WHY[cause.why]}, and {prints}"
    if cause.at is None or (is_paint and cause.why in ("faint", "same")):
        return Finding("GF140", fact.place, f"{seen}: {why}{more}")
    return Finding("GF140", cause.at, f"{seen}: {why}{more}; see {fact.place}")


def _check_siblings(trials: Iterable[FactTrial], parts: Mapping[str, Part], proof: PaperProof) -> Iterator[Finding]:
    """Report cells, joins and spaces that the template does not draw, though it draws others of their kind."""
    sorts: dict[tuple[str, str, str, str], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        fact = trial.fact
        sorts[fact.part, fact.kind, fact.name, _find_sort(fact, parts[fact.part])].append(trial)
    yield from _report_missing_labels(sorts)
    for some in sorts.values():
        missing = [trial for trial in some if trial.state == "unused"]
        if len(missing) == len(some) and some[0].fact.kind == "cell":
            fact = some[0].fact
            if fact.name != "label":
                says = f"{fact.piece}: the board does not show the {fact.name}s of its cells"
                yield Finding("GF140", fact.place, f"{says}; draw them, or declare `hidden: [{fact.name}s]`", "warning")
        elif missing and some[0].fact.name != "color" and any(trial.state == "seen" for trial in some):
            fact = missing[0].fact
            says = f"the template draws other {fact.name if fact.kind == 'cell' else fact.kind}s, but not this one"
            at = proof.locate(fact.part, fact.of) if fact.name == "kind" else None
            see = f"; see {fact.place}" if at else ""
            text = f"{describe_fact(fact)} cannot be seen on the paper: {says}{count_others(missing)}{see}"
            yield Finding("GF140", at or fact.place, text, "warning")


def _find_sort(fact: Fact, part: Part) -> str:
    """Return the sort of joins or labels of which a template shows all or none: one kind of join, or of cell.

    The joins of neighbors in a track or table are apart: nobody draws a line from one numbered square to the next.
    """
    if fact.kind == "join":
        tracks = {cell.rpartition(".")[0] for cell in fact.of.split(" ")}
        return f"{fact.value} {max(tracks)}" if len(tracks) == 1 else fact.value
    return part.board.cells[fact.of].kind if fact.name == "label" and part.board else ""


def _report_missing_labels(sorts: Mapping[tuple[str, str, str, str], Sequence[FactTrial]]) -> Iterator[Finding]:
    """Report the kinds of cells of which none shows its label, once for each board: a note, since it may be meant."""
    parts: dict[str, dict[str, Fact]] = defaultdict(dict)
    for (part, _, name, kind), some in sorts.items():
        if name == "label" and all(trial.state == "unused" for trial in some):
            parts[part][kind] = some[0].fact
    for kinds in parts.values():
        fact = next(iter(kinds.values()))
        cells = f"the kinds {_join_names([*kinds])}" if len(kinds) > 1 else f"the kind {next(iter(kinds))!r}"
        text = f"{fact.piece}: no cell of {cells} shows its label; draw the labels, or declare `hidden: [labels]`"
        yield Finding("GF140", fact.place, text, "note")


def _check_join_kinds(game: Game, trials: Iterable[FactTrial]) -> Iterator[Finding]:
    """Report kinds of joins in the data that the template does not draw, though it draws those of another kind."""
    parts: dict[str, dict[str, list[FactTrial]]] = defaultdict(lambda: defaultdict(list))
    for trial in trials:
        parts[trial.fact.part][trial.fact.value].append(trial)
    for part, kinds in parts.items():
        named = {str(words[2]) for words in getattr(game.parts[part], "joins", ()) if len(words) > 2}
        drawn = [kind for kind, some in kinds.items() if kind in named and any(each.state == "seen" for each in some)]
        for kind in sorted(named - {"one-way", *drawn}) if drawn else ():
            some = kinds.get(kind, [])
            if some and all(trial.state == "unused" for trial in some):
                fact = some[0].fact
                says = f"the template draws joins of the kind {drawn[0]!r}, but none of {kind!r}"
                yield Finding(
                    "GF140", fact.place, f"{part}: {says}; draw them, or declare `hidden: [joins]`", "warning"
                )


def _check_own_colors(game: Game, trials: Iterable[FactTrial]) -> Iterator[Finding]:
    """Report designs that show nothing of their color, though others of their part do."""
    designs: dict[tuple[str, str, str], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        designs[trial.fact.part, trial.fact.design, trial.fact.of].append(trial)
    shown = {key: any(trial.state == "seen" for trial in some) for key, some in designs.items()}
    parts = {key[0] for key, seen in shown.items() if seen}
    yield from _report_uniform(game, designs, parts)
    blank = [some for key, some in designs.items() if not shown[key] and key[0] in parts]
    blank = [some for some in blank if all(trial.state == "unused" for trial in some)]
    if blank:
        fact = blank[0][0].fact
        says = f"{fact.piece}: {fact.of} cannot be seen on the paper, though other designs show their color"
        yield Finding("GF140", fact.place, f"{says}{count_others([some[0] for some in blank])}", "warning")


def _report_uniform(
    game: Game, designs: Mapping[tuple[str, str, str], Sequence[FactTrial]], shown: Set[str]
) -> Iterator[Finding]:
    """Report parts whose designs show nothing of their colors at all, so that those of all colors look the same."""
    blank: dict[str, list[FactTrial]] = defaultdict(list)
    for (part, _, _), some in designs.items():
        if part not in shown and all(trial.state == "unused" for trial in some):
            blank[part].append(some[0])
    for part, some in blank.items():
        fact = some[0].fact
        if len({trial.fact.of for trial in some}) > 1:
            says = f"{part}: neither {fact.of} nor any other color can be seen on its pieces, so all look the same"
            yield Finding("GF140", game.place("parts", part, "front"), says, "warning")


def _check_typed_values(trials: Sequence[FactTrial], proof: PaperProof) -> Iterator[Finding]:
    """Report the one number of a part's values that claims ask for and no piece shows, though all others are shown.

    So are lists of values, if another list of as many is shown.
    """
    yield from _check_typed_lists(trials, proof)
    parts: dict[str, list[FactTrial]] = defaultdict(list)
    for trial in trials:
        if trial.fact.value.isdecimal() and "[" not in trial.fact.name:
            parts[trial.fact.part].append(trial)
    for some in parts.values():
        blank = [trial for trial in some if trial.state == "unused"]
        if len(blank) == 1 < len(some) and blank[0].fact.column in proof.claim_words:
            fact = blank[0].fact
            says = (
                f"{fact.piece}: no template shows {fact.column!r}, which claims ask"
                " for, though it shows the other values"
            )
            yield Finding(
                "GF140", fact.place, f"{says}: is it typed into the template, or should it be `hidden`?", "note"
            )


def _check_typed_lists(trials: Sequence[FactTrial], proof: PaperProof) -> Iterator[Finding]:
    lists: dict[tuple[str, str], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        if "[" in trial.fact.name:
            lists[trial.fact.part, trial.fact.column].append(trial)
    for (part, column), some in lists.items():
        shown = [
            other
            for (owner, other), items in lists.items()
            if owner == part and len(items) == len(some) and any(each.state == "seen" for each in items)
        ]
        if shown and column in proof.claim_words and all(each.state == "unused" for each in some):
            fact = some[0].fact
            says = (
                f"{fact.piece}: no template shows {column!r}, which claims ask for,"
                f" only {shown[0]!r}, which has as many items"
            )
            yield Finding(
                "GF140", fact.place, f"{says}: is it typed into the template, or should it be `hidden`?", "note"
            )


def _check_unused(trials: Sequence[FactTrial], proof: PaperProof) -> Iterator[Finding]:
    """Report columns and values that no template, claim, setup or figure uses."""
    columns: dict[tuple[str, str, str], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        columns[trial.fact.part, trial.fact.kind, trial.fact.column].append(trial)
    for some in columns.values():
        fact = some[0].fact
        is_unused = all(trial.state == "unused" for trial in some)
        if is_unused and fact.kind == "row" and fact.column in proof.claim_words - proof.used_words:
            says = f"{fact.piece}: claims ask for {fact.column!r}, but no template shows it"
            yield Finding("GF140", fact.place, f"{says}; if players should not see it, declare it as `hidden`", "note")
            continue
        if is_unused and not proof.is_used(fact.column):
            what = f"{count_noun(len(some), 'value')} of {fact.column!r}" if len(some) > 1 else repr(fact.column)
            says = f"{fact.piece}: nothing shows or uses {what}"
            fix = f"show it in the template, or declare `hidden: [{fact.column}]`"
            yield Finding("GF140", fact.place, f"{says}; {fix}", "warning")
            continue
        blank = [trial for trial in some if trial.state == "unused" and "[" in trial.fact.name]
        if blank and blank[0].fact.kind == "row" and any(trial.state == "seen" for trial in some):
            fact = blank[0].fact
            says = f"{fact.piece}: the template shows other items of {fact.column!r}, but not {fact.value!r}"
            yield Finding("GF140", fact.place, f"{says}{count_others(blank)}", "warning")
