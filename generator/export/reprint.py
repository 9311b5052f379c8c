"""What to take out of a box and what to print anew, so that an earlier kit becomes a new one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from generator.model.listed_placement import ListedPlacement

_MANY = 3  # pieces that are told as a whole; fewer are listed each
Reason = Literal["design", "back", "back and fronts", "whole part", "part is gone", "part is new"]


class PieceKind(NamedTuple):
    """Pieces that cannot be told apart: their part, how their sides look, and their size in mm, the shorter side first.

    `back` is empty for a piece without one.
    """

    part: str
    front: str
    back: str
    size: tuple[float, float]


class PrintedSpot(NamedTuple):
    """Where a face is printed: its page, counted from 1, its box in mm, and how far it is turned, clockwise in degrees.

    `file` is the file of that page if the box was printed from several.
    """

    page: int
    box: tuple[float, float, float, float]
    rotation: int = 0
    file: str = ""

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Return the left, top, right and bottom of the box."""
        x, y, width, height = self.box
        return x, y, x + width, y + height


class BoxPiece(NamedTuple):
    """A piece in a box: the design and copy that it was printed as, and where its front and its back are printed."""

    kind: PieceKind
    design: str
    copy: int
    spot: PrintedSpot
    back_spot: PrintedSpot | None = None


class ReprintPlan(NamedTuple):
    """The pieces to take out and to put in; both are empty if nothing changed."""

    out: tuple[BoxPiece, ...]
    put_in: tuple[BoxPiece, ...]

    @property
    def is_empty(self) -> bool:
        """Return whether the box is as it should be."""
        return not self.out and not self.put_in


def list_box(rows: Iterable[ListedPlacement]) -> list[BoxPiece] | None:
    """Return the pieces that the placements of a manifest print; None if it does not say how they look."""
    sides: dict[tuple[str, str, int], dict[str, ListedPlacement]] = defaultdict(dict)
    for row in rows:
        if row.look is None:
            return None
        sides[row.part, row.design, row.copy][row.side] = row
    return [_read_piece(*name, both) for name, both in sides.items() if "front" in both]


def _read_piece(part: str, design: str, copy: int, both: Mapping[str, ListedPlacement]) -> BoxPiece:
    front = both["front"]
    short, long = sorted((round(front.w, 2), round(front.h, 2)))
    kind = PieceKind(part, front.look or "", (both["back"].look or "") if "back" in both else "", (short, long))
    back = _read_spot(both["back"]) if "back" in both else None
    return BoxPiece(kind, design, copy, _read_spot(front), back)


def _read_spot(row: ListedPlacement) -> PrintedSpot:
    return PrintedSpot(row.pdf_page or 0, (row.x, row.y, row.w, row.h), row.rotation, row.pdf_file or "")


def plan_reprint(old: Sequence[BoxPiece], new: Sequence[BoxPiece]) -> ReprintPlan:
    """Return the least that must be taken out and put in: what looks the same stays, whatever it is called."""
    return ReprintPlan(_subtract(old, new), _subtract(new, old))


def _subtract(some: Sequence[BoxPiece], others: Sequence[BoxPiece]) -> tuple[BoxPiece, ...]:
    """Return the pieces that others do not hold; of equal ones the last, so that first copies stay."""
    left = Counter(piece.kind for piece in others)
    kept = []
    for piece in some:
        if left[piece.kind]:
            left[piece.kind] -= 1
        else:
            kept.append(piece)
    return tuple(kept)


def explain_wrong_box(
    old: Sequence[BoxPiece], out: Sequence[BoxPiece], printed: Iterable[PieceKind], new: Sequence[BoxPiece]
) -> str:
    """Return how the box would differ from the new kit: the earlier kit without what goes out, and what was printed.

    Empty if it would not.
    """
    box = Counter(piece.kind for piece in old)
    box.subtract(piece.kind for piece in out)
    box.update(printed)
    box.subtract(piece.kind for piece in new)
    wrong = sorted((kind.part, number) for kind, number in box.items() if number)
    if not wrong:
        return ""
    missing = sum(-number for _, number in wrong if number < 0)
    over = sum(number for _, number in wrong if number > 0)
    parts = ", ".join(dict.fromkeys(part for part, _ in wrong))
    return f"the box would lack {missing} pieces and hold {over} too many ({parts})"


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
        if len(out) < sum(piece.kind.back == back for piece in change.old) or len(backs) != 1 or backs & taken:
            continue
        (other,) = backs
        put_in = tuple(piece for piece in change.put_in if piece.kind.back == other)
        taken.add(other)
        alike = Counter(piece.kind.front for piece in out) == Counter(piece.kind.front for piece in put_in)
        yield ChangeEntry(change.part, "back" if alike else "back and fronts", out, put_in, len(change.old))


def _join_designs(pieces: Sequence[BoxPiece]) -> Iterator[tuple[BoxPiece, ...]]:
    """Yield the pieces that look alike and have the same name."""
    found: dict[object, list[BoxPiece]] = {}
    for piece in pieces:
        found.setdefault((piece.kind, piece.design), []).append(piece)
    yield from map(tuple, found.values())
