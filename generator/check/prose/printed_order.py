"""Report values that the rules name in another order, or at another end of a piece, than it prints them (GF167)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import NamedTuple

from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.printed import ReadPiece

_LEFT_TO_RIGHT = ("from left to right", "von links nach rechts", "de gauche \u00e0 droite")
_ENDS = {"top": -1, "head": -1, "foot": 1, "bottom": 1, "oben": -1, "unten": 1}
_ADVERBS, _AT = ("oben", "unten"), ["at", "the"]
_SIDES = {"left": -1, "right": 1, "linke": -1, "rechte": 1}
_REACH = 4  # words from a side to its column, as in `the left number is its price`
_IS = frozenset({"is", "shows", "ist", "zeigt"})
_FEWEST = 2  # values of a row in a sentence that states their order


class _Spot(NamedTuple):
    """The position of a text, along its own line and down from it, in mm."""

    along: float
    down: float


def check_printed_order(
    prose: RulesProse, game: Game, parts: Sequence[Part], seen: Sequence[ReadPiece]
) -> Iterator[Finding]:
    """Report `from left to right, its move and its strength` of pieces that print them the other way around (GF167)."""
    for sentence in prose.sentences:
        text = " ".join(token.word for token in sentence.tokens)
        is_ordered = any(phrase in text for phrase in _LEFT_TO_RIGHT)
        end = _find_end(sentence)
        if not is_ordered and end is None:
            continue
        for part in parts:
            named = _find_columns(game, part, sentence)
            if len(named) < _FEWEST or prose.is_about_variants(sentence.section):
                continue
            spots = _find_spots(part, [token.word for token in named], seen)
            if spots is not None:
                yield from _judge(prose, part, named, spots, is_ordered, end)
    yield from _check_sides(prose, game, parts, seen)


def _check_sides(prose: RulesProse, game: Game, parts: Sequence[Part], seen: Sequence[ReadPiece]) -> Iterator[Finding]:
    """Report `the left number is its price` of a piece whose only other number stands left of that (GF167)."""
    for sentence in prose.sentences:
        tokens = sentence.tokens
        for n, side in enumerate(tokens):
            behind = tokens[n + 1 : n + 1 + _REACH]
            if side.word not in _SIDES or [each.word in _IS for each in behind[:2]] != [False, True]:
                continue
            for part in parts:
                columns = _list_number_columns(game, part)
                named = next((each.word for each in behind if each.word in columns), None)
                spots = _find_spots(part, columns, seen) if named and len(columns) == _FEWEST else None
                other = next((name for name in columns if name != named), "")
                if named and spots and _is_turned(spots[0][named], spots[0][other], _SIDES[side.word]):
                    where = "right" if _SIDES[side.word] < 0 else "left"
                    message = f"the rules say {side.word!r}, but {part.id!r} prints {named!r} {where} of {other!r}"
                    yield prose.report("GF167", side.start, f"{message}; correct one of them", "warning")


def _is_turned(one: _Spot, other: _Spot, side: int) -> bool:
    """Return whether two texts are beside each other, the first one on the other side."""
    across = one.along - other.along
    return abs(across) > abs(one.down - other.down) and across * side < 0


def _list_number_columns(game: Game, part: Part) -> list[str]:
    """Return the columns in which all rows of a part have a number."""
    rows = [row.values for row in game.rows.get(part.id, ())]
    names = [name for name in rows[0] if name not in ("id", "copies")] if rows else []
    return [name for name in names if all(type(row.get(name)) is int for row in rows)]


def _find_end(sentence: Sentence) -> Token | None:
    """Return the word for an end of a piece, as in `at the top` and `unten`; None if there are several, or none."""
    tokens = sentence.tokens
    found = [
        token
        for n, token in enumerate(tokens)
        if (token.word in _ADVERBS and tokens[n - 1].word != "nach")
        or (token.word in _ENDS and [each.word for each in tokens[max(0, n - 2) : n]] == _AT)
    ]
    return found[0] if len(found) == 1 else None


def _find_columns(game: Game, part: Part, sentence: Sentence) -> list[Token]:
    """Return the words of a sentence that are columns of a part, each once."""
    columns = {key.casefold() for row in game.rows.get(part.id, ())[:1] for key in row.values}
    found = {token.word: token for token in reversed(sentence.tokens) if token.word in columns - {"id", "copies"}}
    return sorted(found.values(), key=lambda token: token.start)


def _find_spots(
    part: Part, columns: Sequence[str], seen: Sequence[ReadPiece]
) -> tuple[Mapping[str, _Spot], Sequence[_Spot]] | None:
    """Return where the first piece prints these columns, and all other texts beside them; None if that is unclear."""
    rows = {design.id: design.values.get("row", {}) for design in part.designs}
    for piece in seen:
        if piece.part != part.id or piece.side != "front" or piece.design not in rows:
            continue
        values = {str(rows[piece.design].get(name)): name for name in columns}
        groups: dict[tuple[float, float], dict[str, list[_Spot]]] = defaultdict(lambda: defaultdict(list))
        for run in piece.runs:
            a, b, _, _, x, y = run.matrix
            size = hypot(a, b) or 1.0
            across, up = round(a / size, 2), round(b / size, 2)
            groups[across, up][run.text].append(_Spot(x * across + y * up, y * across - x * up))
        for texts in groups.values():
            if len(values) == len(columns) and all(len(texts.get(value, ())) == 1 for value in values):
                others = [spot for text, spots in texts.items() if text not in values for spot in spots]
                return {name: texts[value][0] for value, name in values.items()}, others
    return None


def _judge(
    prose: RulesProse,
    part: Part,
    named: Sequence[Token],
    spots: tuple[Mapping[str, _Spot], Sequence[_Spot]],
    is_ordered: bool,
    end: Token | None,
) -> Iterator[Finding]:
    own, others = spots
    printed = sorted(own, key=lambda name: own[name].along)
    said = [token.word for token in named]
    wrong = next((token for token, name in zip(named, printed, strict=True) if token.word != name), None)
    if is_ordered and wrong is not None:
        message = f"the rules say {', '.join(said)} from left to right, but {part.id!r} prints {', '.join(printed)}"
        yield prose.report("GF167", wrong.start, f"{message}; correct the order", "warning")
    if end is not None and others:
        below = min(spot.down for spot in own.values()) > max(spot.down for spot in others)
        above = max(spot.down for spot in own.values()) < min(spot.down for spot in others)
        if (below and _ENDS[end.word] < 0) or (above and _ENDS[end.word] > 0):
            where = "below" if below else "above"
            message = (
                f"the rules say {end.word!r}, but {part.id!r} prints {', '.join(said)} {where} all its other texts"
            )
            yield prose.report("GF167", end.start, f"{message}; correct one of them", "note")
