"""Check that all pieces of a sheet are to be printed on one paper (GF317)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.analysis.placement import PieceTrim, name_page
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.tolerances import VISIBLE
from generator.model.finding import Finding
from generator.model.game import Part
from generator.model.printed import ReadPiece
from generator.model.stock import find_common_paper, find_common_stock, split_finish


def check_stocks(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report each pair of parts of different stock that lie on one page of the finished files.

    What is printed on one paper and finished in different ways may share it if straight cuts right across part it.
    """
    pages: dict[tuple[str, int], dict[str, ReadPiece]] = {}
    for piece in shown.seen:
        if piece.part in case.parts_by_id:
            pages.setdefault((piece.file, piece.page), {}).setdefault(piece.part, piece)
    told: set[tuple[str, str]] = set()
    for pieces in pages.values():
        parts = [case.parts_by_id[name] for name in pieces]
        found = _find_strangers(parts)
        if found is None or (found[0].id, found[1].id) in told:
            continue
        sides = {(piece.file, piece.page) for piece in pieces.values()}
        trims = [trim for trim in shown.trims if (trim.seen.file, trim.seen.page) in sides]
        if find_common_paper(part.stock for part in parts) and _are_finishes_parted(case, trims):
            continue
        one, other = found
        told.add((one.id, other.id))
        where = name_page(pieces[other.id])
        says = f"the part {other.id!r} ({other.stock}) is on {where} with {one.id!r} ({one.stock})"
        yield Finding(
            "GF317", other.place, f"{says}, but all pieces of a sheet need the same paper; build the kit again"
        )


def _find_strangers(parts: Sequence[Part]) -> tuple[Part, Part] | None:
    """Return the first part that the paper of those before it does not serve, after one that it differs from."""
    for at, part in enumerate(parts):
        before = parts[:at]
        if find_common_stock([*(each.stock for each in before), part.stock]) is None:
            pairs = [each for each in before if find_common_stock([each.stock, part.stock]) is None]
            return (pairs or before)[0], part
    return None


def _are_finishes_parted(case: CheckContext, trims: Sequence[PieceTrim]) -> bool:
    """Return whether lines right across a page part its pieces by what is done to them once they are printed."""
    found: dict[str, list[PieceTrim]] = {}
    for trim in trims:
        found.setdefault(split_finish(case.parts_by_id[trim.seen.part].stock)[1], []).append(trim)
    across = [(min(t.x for t in some), max(t.x + t.width for t in some)) for some in found.values()]
    down = [(min(t.y for t in some), max(t.y + t.height for t in some)) for some in found.values()]
    return any(all(one[1] < other[0] + VISIBLE for one, other in pairwise(sorted(spans))) for spans in (across, down))
