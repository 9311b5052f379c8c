"""Check the joins between places that a sentence has on one line, such as `the blue line from A by B to C` (GF165)."""

from collections.abc import Iterator, Mapping, Sequence

from generator.check.analysis.join_places import locate_join
from generator.check.prose.rules_prose import RulesProse, Sentence
from generator.model.board import Board, Join
from generator.model.finding import Finding
from generator.model.game import Game, Part

_FEWEST = 3  # places that a sentence names along one line
_STEM = 4  # letters that a kind of join and its word have in common: `blau`, `blaue`
_PLAIN = frozenset({"side", "corner"})


def check_joined_places(prose: RulesProse, game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report the join of another kind between places that a sentence has on a line of one kind (GF165).

    The places must be joined to one another in a row, and another of their joins must be of that kind.
    """
    if prose.words is None or prose.language is not game.first:
        return
    for part in parts:
        board = part.board
        kinds = {join.kind for join in board.joins} - _PLAIN if board else set[str]()
        labels = {cell.label.casefold(): cell.id for cell in board.cells.values() if cell.label} if board else {}
        for sentence in prose.sentences if board and len(kinds) > 1 else ():
            if not (prose.words.negations | prose.words.elsewhere) & sentence.words:
                yield from _check_sentence(prose, game, part, kinds, labels, sentence)


def _check_sentence(
    prose: RulesProse, game: Game, part: Part, kinds: set[str], labels: Mapping[str, str], sentence: Sentence
) -> Iterator[Finding]:
    said = {kind for kind in kinds for word in sentence.words if _is_called(kind, word)}
    text = prose.plain[sentence.start : sentence.end].casefold()
    places = {cell for label, cell in labels.items() if len(label) > 1 and label in text}
    if len(said) != 1 or len(places) < _FEWEST or part.board is None:
        return
    (kind,) = said
    joins = _list_joins(part.board, places)
    wrong = [join for join in joins if join.kind != kind]
    ends = {end for join in joins for end in (join.one, join.other)}
    if len(joins) == len(places) - 1 and len(wrong) == 1 and ends == places:
        one, other = (part.board.cells[end].label for end in (wrong[0].one, wrong[0].other))
        says = f"the rules ({prose.place(sentence.start)}) have {one!r} and {other!r} on a line of the kind {kind!r}"
        place = locate_join(game, part, wrong[0].one, wrong[0].other)
        yield Finding("GF165", place, f"{says}, but here it is {wrong[0].kind!r}; correct one of them", "warning")


def _is_called(kind: str, word: str) -> bool:
    kind = kind.casefold()
    return word == kind or (min(len(word), len(kind)) >= _STEM and (word.startswith(kind) or kind.startswith(word)))


def _list_joins(board: Board, places: set[str]) -> list[Join]:
    """Return the joins between some places, each once, whatever its direction."""
    found = {frozenset((join.one, join.other)): join for join in board.joins if {join.one, join.other} <= places}
    return list(found.values())
