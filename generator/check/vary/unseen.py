"""Report facts of the data that are not seen on the paper (GF140)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from generator.check.check_context import CheckContext
from generator.language.plurals import count_noun
from generator.model.facts import CellLook, Fact, FactTrial, PaperProof, UnseenCause
from generator.model.finding import Finding
from generator.model.game import Game, Part

_WHY = {
    "off": "is outside the piece",
    "faint": "is too small or too pale",
    "covered": "is covered",
    "same": "has the color of its background",
}
_KEYS = {"kind": "kinds", "color": "colors", "label": "labels", "join": "joins", "route": "routes"}
_DRAWN = "draw them, or declare `hidden: "


def check_seen(case: CheckContext) -> Iterator[Finding]:
    """Report facts that a template draws but nobody sees, and facts that nothing uses (GF140)."""
    game, parts, proof = case.game, case.parts_by_id, case.proof()
    if proof is None:
        return
    mixed = {trial.fact.piece for trial in proof.trials if trial.fact.kind == "foreign" and trial.state == "seen"}
    trials = [each for each in proof.trials if each.fact.kind != "foreign" and not is_hidden(game, each.fact)]
    sorts: dict[tuple[str, ...], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        sorts[_find_sort(trial.fact, parts)].append(trial)
    yield from _check_drawn(trials, proof)
    told = {(part, "kind") for part, looks in proof.looks.items() if _find_lookalikes(looks)}  # by GF143
    for (*_, more), some in sorts.items():
        fact, missing = some[0].fact, [trial for trial in some if trial.state == "unused"]
        if not missing:
            continue
        if fact.kind in ("row", "value"):
            yield from _check_column(game, some, missing, proof) if not _is_computed_from(game, fact) else ()
        elif len(missing) < len(some):
            yield from _check_siblings(some, missing, proof) if (fact.part, fact.name) not in told else ()
        elif what := _name_undrawn(game, fact, more, trials):
            if (fact.part, fact.name) not in told:
                says = f"{fact.piece}: the board does not show {what}; {_DRAWN}[{_KEYS[fact.name]}]`"
                yield Finding("GF140", fact.place, says, "note" if fact.name == "label" else "warning")
            told |= {(fact.part, fact.name)} if fact.name == "label" else set()
    own = [trial for trial in trials if trial.fact.kind == "color" and trial.fact.piece not in mixed]
    yield from _check_own_colors(game, own)


def _find_lookalikes(looks: Sequence[CellLook]) -> set[str]:
    """Return the cells that look the same as one of another kind, which GF143 tells."""
    kinds: dict[int, set[str]] = defaultdict(set)
    for each in looks:
        kinds[each.look].add(each.kind)
    return {each.cell for each in looks if len(kinds[each.look]) > 1}


def _find_sort(fact: Fact, parts: Mapping[str, Part]) -> tuple[str, ...]:
    """Return what facts share of which a template shows all or none, such as the joins or labels of one kind.

    The joins of neighbors in a track or table are apart: nobody draws a line from one numbered square to the next.
    """
    board = parts[fact.part].board if fact.part in parts else None
    more = ""
    if fact.kind == "join":
        tracks = {cell.rpartition(".")[0] for cell in fact.of.split(" ")}
        more = f"{fact.value} {max(tracks)}" if len(tracks) == 1 else fact.value
    elif (fact.kind, fact.name) == ("cell", "kind"):
        more = fact.value
    elif fact.name == "label" and board:
        more = board.cells[fact.of].kind
    return fact.part, fact.kind, fact.column, more


def _check_drawn(trials: Iterable[FactTrial], proof: PaperProof) -> Iterator[Finding]:
    """Report facts that are drawn but not visible: once per column, and once per shape that covers several."""
    columns: dict[tuple[str, ...], list[FactTrial]] = defaultdict(list)
    for trial in trials:
        columns[trial.fact.part, trial.fact.kind, trial.fact.column].append(trial)
    causes: dict[object, tuple[UnseenCause, list[FactTrial], bool]] = {}
    for key, every in columns.items():
        some = [*put_plain_last([trial for trial in every if trial.state == "unseen"])]
        cause = proof.explain(some[0]) if some else None
        if cause is not None:
            shared = (some[0].fact.part, cause.cover) if cause.cover else key
            seen = {trial.fact.of for trial in every if trial.state == "seen"}
            unseen = {trial.fact.of for trial in some}
            is_of_paint = some[0].fact.kind == "color" and len(unseen) == 1 and len(seen - unseen) > 1
            causes.setdefault(shared, (cause, [], is_of_paint))[1].extend(some)
    for cause, some, is_of_paint in causes.values():
        yield _report_unseen(some, cause, is_of_paint)


def _report_unseen(trials: Sequence[FactTrial], cause: UnseenCause, is_of_paint: bool) -> Finding:
    """Return the finding of facts that are drawn: at what covers or draws them, or at the one paint at fault."""
    fact = trials[0].fact
    names = [trial.fact.column for trial in trials if trial.fact.kind == fact.kind]
    several = len({*names}) > 1 and fact.kind in ("row", "value")
    prints = "others would look the same in print" if several else "another one would look the same in print"
    why = "this covers it" if cause.cover else f"the shape that shows it {_WHY[cause.why]}"
    at = cause.cover or (None if is_of_paint and cause.why in ("faint", "same") else cause.at)
    see = f"; see {fact.place}" if at else ""
    text = f"{describe_fact(fact, names)} cannot be seen on the paper: {why}, and {prints}{count_others(trials)}{see}"
    return Finding("GF140", at or fact.place, text)


def _check_siblings(some: Sequence[FactTrial], missing: Sequence[FactTrial], proof: PaperProof) -> Iterator[Finding]:
    """Report cells, joins and spaces that the template does not draw, though it draws others of their sort."""
    fact = missing[0].fact
    is_drawn = any(trial.state == "seen" for trial in some)
    if is_drawn and fact.kind in ("cell", "join", "space") and fact.name != "color":
        says = f"the template draws other {fact.name if fact.kind == 'cell' else fact.kind}s, but not this one"
        at = proof.locate(fact.part, fact.of) if fact.name == "kind" else None
        see = f"; see {fact.place}" if at else ""
        text = f"{describe_fact(fact)} cannot be seen on the paper: {says}{count_others(missing)}{see}"
        yield Finding("GF140", at or fact.place, text, "warning")


def _name_undrawn(game: Game, fact: Fact, more: str, trials: Sequence[FactTrial]) -> str:
    """Return what a board shows none of, in words; empty if it need not, as kinds that are told by other means."""
    if fact.kind == "cell" and fact.name != "kind":
        return f"the {fact.name}s of its cells" + (f" of kind {more!r}" if more else "")
    if fact.kind == "join" and _is_named_join(game, fact) and _shows_joins(fact.part, trials):
        return f"the joins of the kind {fact.value!r}, but draws others"
    return ""


def _is_named_join(game: Game, fact: Fact) -> bool:
    """Return whether the data name the kind of a join."""
    named = {str(words[2]) for words in getattr(game.parts[fact.part], "joins", ()) if len(words) > 2}
    return fact.value in named - {"one-way"}


def _shows_joins(part: str, trials: Iterable[FactTrial]) -> bool:
    return any((each.fact.part, each.fact.kind, each.state) == (part, "join", "seen") for each in trials)


def _check_own_colors(game: Game, trials: Iterable[FactTrial]) -> Iterator[Finding]:
    """Report designs that show nothing of their color, though others of their part do, and parts of which none does."""
    parts: dict[str, dict[str, list[FactTrial]]] = defaultdict(lambda: defaultdict(list))
    for trial in trials:
        parts[trial.fact.part][trial.fact.design].append(trial)
    for part, designs in parts.items():
        blank = [some[0] for some in designs.values() if all(trial.state == "unused" for trial in some)]
        is_shown = any(trial.state == "seen" for some in designs.values() for trial in some)
        if blank and is_shown:
            fact = blank[0].fact
            says = f"{fact.piece}: {fact.of} cannot be seen on the paper, though other designs show their color"
            yield Finding("GF140", fact.place, f"{says}{count_others(blank)}", "warning")
        elif not is_shown and len({trial.fact.of for trial in blank}) > 1:
            says = f"{part}: neither {blank[0].fact.of} nor any other color can be seen on its pieces"
            place = game.place("parts", part, "front")
            yield Finding("GF140", place, f"{says}, so all look the same", "warning")


def _check_column(
    game: Game, some: Sequence[FactTrial], missing: Sequence[FactTrial], proof: PaperProof
) -> Iterator[Finding]:
    """Report a column or value that no template, claim, setup or figure uses, or of which some items are not shown."""
    fact, column = some[0].fact, some[0].fact.column
    blank = [trial for trial in missing if "[" in trial.fact.name]
    if len(missing) < len(some):
        if blank and fact.kind == "row" and any(trial.state == "seen" for trial in some):
            item = blank[0].fact
            says = f"{item.piece}: the template shows other items of {column!r}, but not {item.value!r}"
            yield Finding("GF140", item.place, f"{says}{count_others(blank)}", "warning")
        return
    at = proof.locate_names(fact.part, column) if fact.kind == "row" else None
    see = f"; see {fact.place}" if at else ""
    if fact.kind == "row" and column in proof.claim_words - proof.used_words:
        says = f"{fact.piece}: claims ask for {column!r}, but no template shows it"
        fix = "if players should not see it, declare it as `hidden`"
        yield Finding("GF140", at or fact.place, f"{says}; {fix}{see}", "note")
    elif not proof.is_used(column):
        count = sum(trial.stands_for for trial in some)
        what = f"{count_noun(count, 'value')} of {column!r}" if count > 1 else repr(column)
        says = f"{fact.piece}: nothing shows or uses {what}"
        fix = f"show it in the template, or declare `hidden: [{column}]`"
        yield Finding("GF140", at or fact.place, f"{says}; {fix}{see}", "warning")


def _is_computed_from(game: Game, fact: Fact) -> bool:
    """Return whether another column, which is judged itself, is computed from the column of a fact."""
    made = game.parts[fact.part].computed.values()
    return any(re.search(rf"\b{re.escape(fact.column)}\b", each) for each in made)


def put_plain_last(trials: Sequence[FactTrial]) -> Sequence[FactTrial]:
    """Return the trials with those of plain cells last, since another kind is more likely to be at fault."""
    return sorted(trials, key=lambda trial: (trial.fact.name, trial.fact.value) == ("kind", "plain"))


def is_hidden(game: Game, fact: Fact) -> bool:
    """Return whether the data declare a fact as hidden."""
    hidden: Set[str] | Sequence[str] = game.parts[fact.part].hidden
    return fact.column in hidden if fact.kind in ("row", "value") else _KEYS.get(fact.name, "") in hidden


def describe_fact(fact: Fact, names: Sequence[str] = ()) -> str:
    """Return a fact in words, with its piece; `names` are those of several facts of a piece."""
    match fact.kind:
        case "row" | "value":
            columns = list(dict.fromkeys(names)) or [fact.column]
            values = "values" if len(columns) > 1 else "value"
            joined = " and ".join(filter(None, [", ".join(map(repr, columns[:-1])), repr(columns[-1])]))
            return f"{fact.piece}: the {values} of {joined}"
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


def count_others(trials: Sequence[FactTrial]) -> str:
    """Return how many more pieces, or facts of a piece, a finding is about; a witness speaks for those like it."""
    counts: dict[str, int] = {}
    first = trials[0].fact
    for trial in trials:
        if (trial.fact.part, trial.fact.kind, trial.fact.column) == (first.part, first.kind, first.column):
            counts[trial.fact.piece] = max(counts.get(trial.fact.piece, 0), trial.stands_for)
    if (pieces := sum(counts.values())) > 1:
        return f" (and {pieces - 1} more like it)"
    spots = len({trial.fact.of for trial in trials})
    return f" (and {spots - 1} more)" if spots > 1 else ""
