"""Check that figures show no more pieces than the box holds."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.model.figure import FigureData, PieceData, ThingData
from generator.model.finding import Finding
from generator.model.game import Game, Part

_COUNTED_SIDES = ("front", "back")  # not the panels of folded pieces: several may be of one piece
FigurePiece = PieceData | ThingData


class _SupplyKey(NamedTuple):
    """A side of a part, or of one of its designs, that is counted; one piece may be shown from both sides."""

    part: str
    design: str
    side: str


def check_supply(game: Game, every: Sequence[Part]) -> Iterator[Finding]:
    """Report each figure that shows more pieces than there are, at the first one too many (GF136).

    Pieces in stacks count for their part; a stack counts once for the design on its top. A piece that is shown again,
    turned and with other words, is the same one before and after something, and so is a pale one.
    """
    parts = {part.id: part for part in every}
    for name, figure in game.data.figures.items():
        for key in ("things", "pieces"):
            yield from _check_figure(game, parts, (name, key), figure)


def _check_figure(
    game: Game, parts: Mapping[str, Part], path: tuple[str, str], figure: FigureData
) -> Iterator[Finding]:
    shown: Counter[_SupplyKey] = Counter()
    told = set[_SupplyKey]()
    states: dict[tuple[str, str | None, str], list[FigurePiece]] = {}
    for number, each in enumerate(getattr(figure, path[1]) or ()):
        part = parts.get(each.part)
        ghost = isinstance(each, PieceData) and each.ghost
        if part is None or each.side not in _COUNTED_SIDES or part.board is not None or ghost:
            continue
        before = states.setdefault((each.part, each.design, each.side), [])
        before.append(each)
        if len(before) > 1 and all(_is_other_state(each, other) for other in before[:-1]):
            continue
        for key, there, more in _count_piece(part, each):
            shown[key] += more
            if shown[key] > there and not told.intersection((key._replace(design=""), key)):
                told.add(key)
                name = f"{key.part}.{key.design}".rstrip(".")
                message = f"the figure {path[0]!r} shows {shown[key]} of {name!r}; the box holds {there}"
                yield Finding("GF136", game.place("figures", *path, number), message)


def _is_other_state(one: FigurePiece, other: FigurePiece) -> bool:
    """Return whether two things are one, before and after it is turned, with words on what it is then."""
    if not (isinstance(one, ThingData) and isinstance(other, ThingData)):
        return False
    return bool(one.says and other.says) and one.says != other.says and one.turn != other.turn


def _count_piece(part: Part, each: FigurePiece) -> Iterator[tuple[_SupplyKey, int, int]]:
    """Yield each key that a piece counts for, how many of it there are, and how many the piece is."""
    yield _SupplyKey(part.id, "", each.side), part.count, each.copies if isinstance(each, ThingData) else 1
    if each.side == "front":
        design = next((one for one in part.designs if one.id == (each.design or part.designs[0].id)), None)
        if design is not None:
            yield _SupplyKey(part.id, design.id, each.side), design.copies, 1
