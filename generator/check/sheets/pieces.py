"""Check that each copy is printed once, at its size, inside the margins, clear of its neighbors, and on its paper."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from generator.check.analysis.placement import PieceTrim, find_overlaps, name_page
from generator.check.check_context import CheckContext, FormatContent
from generator.geometry.tolerances import READBACK_POSITION, VISIBLE
from generator.language.expressions import list_briefly
from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding, Place
from generator.model.game import Design, Part
from generator.model.paper import BackLayout, Paper, Side
from generator.model.printed import ReadPiece
from generator.model.printer import ASSUMED_MARGIN, PageMargins
from generator.model.stock import find_common_paper, find_common_stock, split_finish

PRINTER_MARGIN = 5.0
_USUAL = PageMargins(PRINTER_MARGIN, PRINTER_MARGIN, PRINTER_MARGIN, PRINTER_MARGIN)
_MANY_LEAVE = PageMargins(ASSUMED_MARGIN, ASSUMED_MARGIN, 12.7, ASSUMED_MARGIN)  # 12.7: half an inch, of many inkjets
_SLACK = 0.5  # mm: a printer that loses so little of a cut piece's edge is not worth a note
_NAMES_SHOWN = 4
_NO_COPIES: Mapping[int, int] = {}


def check_copies(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report each design that is not printed as often as the data says (GF110)."""
    copies: dict[tuple[str, str, str], Counter[int]] = defaultdict(Counter)
    for piece in shown.seen:
        copies[piece.part, piece.design, piece.side][piece.copy] += 1
    file = _name_file(shown)
    for part in case.parts:
        for design in part.designs:
            for side in _printed_sides(part, case.backs):
                printed = copies.get((part.id, design.id, side), _NO_COPIES)
                if text := _describe_miscount(design, printed):
                    what = f"{part.id} {design.id} ({side})"
                    message = f"the data declares {_count_copies(design.copies)} {what}, but {file} prints {text}"
                    yield Finding("GF110", design.place, message)


def _describe_miscount(design: Design, printed: Mapping[int, int]) -> str:
    """Return what is printed instead, empty if each copy is there once."""
    if len(printed) == design.copies and max(printed) == design.copies and max(printed.values()) == 1:
        return ""
    missing = [f"c{n}" for n in range(1, design.copies + 1) if n not in printed]
    twice = [f"c{n}" for n, times in sorted(printed.items()) if times > 1]
    more = [f"c{n}" for n in sorted(printed) if n > design.copies]
    says = [
        f"{list_briefly(names, _NAMES_SHOWN)} {word}"
        for names, word in ((missing, "missing"), (twice, "doubled"), (more, "too many"))
        if names
    ]
    return f"{sum(printed.values())}: {', '.join(says)}"


def report_unknown_pieces(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report each piece that is not in the data, once for each design of each file (GF111)."""
    designs = [(part, design) for part in case.parts for design in part.designs]
    known = {(part.id, design.id, side) for part, design in designs for side in _printed_sides(part, case.backs)}
    names = [f"{part.id}.{design.id}" for part, design in designs]
    told: set[tuple[str, str, str]] = set()
    for piece in shown.seen:
        key = piece.part, piece.design, piece.side
        if key in known or key in told:
            continue
        told.add(key)
        name = f"{piece.part}.{piece.design}"
        part = case.parts_by_id.get(piece.part)
        place = f"; the part is declared at {part.place}" if part else ""
        what = f"which is not in the data{did_you_mean(name, names)}"
        if name in names:
            what = f"but the data declares no {piece.side} for it"
        message = f"page {piece.page} prints {piece.id}, {what}{place}"
        yield Finding("GF111", Place(piece.file), message)


def check_shapes(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report pieces that do not have their true size or shape (GF112)."""
    wrong: dict[tuple[str, str], list[ReadPiece]] = defaultdict(list)
    for piece, text in shown.misshapen:
        wrong[piece.part, text].append(piece)
    for (part, text), pieces in wrong.items():
        yield Finding(
            "GF112", case.parts_by_id[part].place, f"{_list_pieces(pieces)} in {name_page(pieces[0])}: {text}"
        )


def check_pages(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report each size of page that is not the paper's, and each part too near to the edge of the paper (GF113)."""
    yield from _check_page_sizes(case, shown)
    yield from _check_margins(case, shown)


def _check_page_sizes(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    paper = case.paper
    for (width, height), piece in {piece.paper: piece for piece in reversed(shown.seen)}.items():
        if abs(width - paper.width) > 0.05 or abs(height - paper.height) > 0.05:
            size = f"{width:.5g} x {height:.5g} mm instead of {paper.name}, {paper.width:g} x {paper.height:g} mm"
            yield Finding("GF113", Place(piece.file), f"{name_page(piece)} is {size}")


def _check_margins(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    out: dict[tuple[str, tuple[str, int]], list[PieceTrim]] = defaultdict(list)
    for trim in shown.trims:
        if _beyond_margin(trim, case) > READBACK_POSITION:
            out[trim.seen.part, trim.sheet_side].append(trim)
    for (part, _), found in out.items():
        worst = max(found, key=lambda trim: _beyond_margin(trim, case))
        near, need = min(zip(_edge_distances(worst, case.paper), _find_margins(worst, case), strict=True), key=_slack)
        place = f"{near:.4g} mm from" if near >= 0 else f"{-near:.4g} mm beyond"
        text = f"{_list_pieces([trim.seen for trim in found])} in {name_page(found[0].seen)}: {place} the paper's edge"
        whose = "printers need"
        if case.printer:
            whose = f"the printer {case.printer.name!r} needs" if case.printer.name else "the margins are"
        yield Finding("GF113", case.parts_by_id[part].place, f"{text}; {whose} at least {need:.4g} mm")


def _edge_distances(trim: PieceTrim, paper: Paper) -> PageMargins:
    """Return how far a trim lies from each edge of the paper."""
    right, bottom = paper.width - trim.x - trim.width, paper.height - trim.y - trim.height
    return PageMargins(trim.y, right, bottom, trim.x)


def _find_margins(trim: PieceTrim, case: CheckContext) -> PageMargins:
    """Return how far a trim must lie from each edge."""
    if case.printer is None:
        return _USUAL
    own = case.printer.back if trim.seen.side == "back" and case.backs != "fold" else case.printer.front
    return PageMargins(*(max(case.printer.least, each) for each in own))


def _slack(pair: tuple[float, float]) -> float:
    return pair[0] - pair[1]


def _beyond_margin(trim: PieceTrim, case: CheckContext) -> float:
    """Return how far a trim reaches beyond where printers print; negative if it does not."""
    return _find_nearest(trim, case.paper, _find_margins(trim, case))[0]


def _find_nearest(trim: PieceTrim, paper: Paper, margins: PageMargins) -> tuple[float, str]:
    """Return how far a trim reaches into the margins of the paper, and at which edge; negative if it does not."""
    overs = (need - away for need, away in zip(margins, _edge_distances(trim, paper), strict=True))
    return max(zip(overs, PageMargins._fields, strict=True))


def check_usual_margins(case: CheckContext) -> Iterator[Finding]:
    """Report where many printers leave the paper white, unless the kit is for a measured one (GF313).

    Once per kit, the piece furthest into the usual margins is told, and the pages are counted.
    """
    if case.printer is not None:
        return
    near = [(*_find_nearest(trim, case.paper, _MANY_LEAVE), trim) for trim in case.formats[0].trims]
    out = [each for each in near if each[0] > _SLACK]
    if not out:
        return
    over, edge, trim = max(out, key=lambda each: each[0])
    white, pages = getattr(_MANY_LEAVE, edge), len({each.sheet_side for _, _, each in out})
    lies = f"{trim.seen.id} in {name_page(trim.seen)} is {white - over:.3g} mm from the {edge} edge of the paper"
    more = f" (so are pieces on {count_noun(pages - 1, 'more page')})" if pages > 1 else ""
    says = f"{lies}, where many printers leave {white:g} mm white{more}"
    says += "; measure yours with 'gutterfold calibrate' and build with --printer"
    yield Finding("GF313", case.parts_by_id[trim.seen.part].place, says, "note")


def check_overlaps(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report the first two pieces of each page that overlap, and how many such pairs there are (GF114)."""
    for page in shown.sheet_sides.values():
        pairs = list(find_overlaps(page))
        if pairs:
            first, second = pairs[0]
            more = f", and {count_noun(len(pairs) - 1, 'more such pair')}" if len(pairs) > 1 else ""
            message = f"{name_page(first.seen)}: {first.seen.id} and {second.seen.id} overlap{more}"
            yield Finding("GF114", Place(first.seen.file), message)


def _printed_sides(part: Part, backs: BackLayout) -> tuple[Side, ...]:
    return ("front", "back") if part.back and backs != "none" else ("front",)


def _name_file(shown: FormatContent) -> str:
    files = {piece.file for piece in shown.seen}
    return files.pop() if len(files) == 1 else f"the {shown.name}"


def _count_copies(copies: int) -> str:
    return f"{copies} {'copy' if copies == 1 else 'copies'} of"


def _list_pieces(pieces: Sequence[ReadPiece]) -> str:
    return list_briefly([piece.id for piece in pieces], _NAMES_SHOWN)


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
