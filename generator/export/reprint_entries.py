"""Join the pieces of a reprint into the entries of a list that people can follow at the table."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from generator.export.reprint import BoxPiece, ReprintPlan

_MANY = 3  # pieces that are told as a whole; fewer are listed each
Reason = Literal["design", "back", "back and fronts", "whole part", "part is gone", "part is new"]


class ChangeEntry(NamedTuple):
    """Pieces of a part that are handled together, and why; `old_count` is how many of the part the old box holds."""

    part: str
    reason: Reason
    out: tuple[BoxPiece, ...]
    put_in: tuple[BoxPiece, ...]
    old_count: int = 0


class _PartChange(NamedTuple):
    """The pieces of a part in the old box and in the new one, and those that go out and come in."""

    part: str
    old: Sequence[BoxPiece]
    new: Sequence[BoxPiece]
    out: Sequence[BoxPiece]
    put_in: Sequence[BoxPiece]


def list_entries(old: Sequence[BoxPiece], new: Sequence[BoxPiece], plan: ReprintPlan) -> list[ChangeEntry]:
    """Return the entries of all parts; each piece that goes out or comes in is in one of them.

    An entry has pieces on both sides if they replace one another as a whole.
    """
    names = dict.fromkeys(piece.kind.part for piece in (*plan.put_in, *plan.out))
    return [entry for name in names for entry in _list_part(_select_part(name, old, new, plan))]


def _select_part(name: str, old: Sequence[BoxPiece], new: Sequence[BoxPiece], plan: ReprintPlan) -> _PartChange:
    some = (old, new, plan.out, plan.put_in)
    return _PartChange(name, *([piece for piece in each if piece.kind.part == name] for each in some))


def _list_part(change: _PartChange) -> Iterator[ChangeEntry]:
    """Yield the entries of a part: backs that changed, then the part as a whole, or else each design."""
    backs = list(_find_new_backs(change))
    yield from backs
    told = {piece for entry in backs for piece in (*entry.out, *entry.put_in)}
    out = tuple(piece for piece in change.out if piece not in told)
    put_in = tuple(piece for piece in change.put_in if piece not in told)
    is_all = not backs and len(out) == len(change.old) and len(put_in) == len(change.new)
    is_many = max(len(out), len(put_in)) >= _MANY and len({piece.design for piece in (*out, *put_in)}) > 1
    if is_all and is_many:
        reason: Reason = "part is gone" if not put_in else "part is new" if not out else "whole part"
        yield ChangeEntry(change.part, reason, out, put_in, len(change.old))
        return
    for some in _join_designs(out):
        yield ChangeEntry(change.part, "design", some, (), len(change.old))
    for some in _join_designs(put_in):
        yield ChangeEntry(change.part, "design", (), some, len(change.old))


def _find_new_backs(change: _PartChange) -> Iterator[ChangeEntry]:
    """Yield an entry for each back that is gone from the box if one other back takes its place."""
    taken = set[str]()
    for back in dict.fromkeys(piece.kind.back for piece in change.old if piece.kind.back):
        out = tuple(piece for piece in change.out if piece.kind.back == back)
        designs = {piece.design for piece in out}
        backs = {piece.kind.back for piece in change.put_in if piece.design in designs} - {"", back}
        if len(out) < _count_back(change.old, back) or len(backs) != 1 or backs & taken:
            continue
        (other,) = backs
        put_in = tuple(piece for piece in change.put_in if piece.kind.back == other)
        taken.add(other)
        alike = Counter(piece.kind.front for piece in out) == Counter(piece.kind.front for piece in put_in)
        yield ChangeEntry(change.part, "back" if alike else "back and fronts", out, put_in, len(change.old))


def _count_back(pieces: Sequence[BoxPiece], back: str) -> int:
    return sum(piece.kind.back == back for piece in pieces)


def _join_designs(pieces: Sequence[BoxPiece]) -> Iterator[tuple[BoxPiece, ...]]:
    """Yield the pieces that look alike and have the same name."""
    found: dict[object, list[BoxPiece]] = {}
    for piece in pieces:
        found.setdefault((piece.kind, piece.design), []).append(piece)
    yield from map(tuple, found.values())
