"""Check that each copy is printed once, at its size, inside the margins and clear of its neighbors."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from generator.check.evidence.case import Case, Shown
from generator.check.evidence.spelling import list_briefly
from generator.check.evidence.trims import Trim, overlaps, where
from generator.geometry.tolerances import READBACK_POSITION
from generator.language.plurals import many
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding
from generator.model.game import Design, Part
from generator.model.paper import Backs, Paper, Side
from generator.model.place import Place
from generator.model.printed import Seen

MARGIN = 5.0
_SHOWN = 4
_NONE: Mapping[int, int] = {}


def counted(case: Case, shown: Shown) -> Iterator[Finding]:
    """Yield GF110 for each design that is not printed as often as the data says."""
    copies: dict[tuple[str, str, str], Counter[int]] = defaultdict(Counter)
    for piece in shown.seen:
        copies[piece.part, piece.design, piece.side][piece.copy] += 1
    file = _file(shown)
    for part in case.parts:
        for design in part.designs:
            for side in _sides(part, case.backs):
                printed = copies.get((part.id, design.id, side), _NONE)
                if text := _miscount(design, printed):
                    what = f"{part.id} {design.id} ({side})"
                    message = f"the data declares {_times(design.copies)} {what}, {file} prints {text}"
                    yield Finding("GF110", design.place, message)


def _miscount(design: Design, printed: Mapping[int, int]) -> str:
    """Return what is printed instead, empty if each copy is there once."""
    if len(printed) == design.copies and max(printed) == design.copies and max(printed.values()) == 1:
        return ""
    missing = [f"c{n}" for n in range(1, design.copies + 1) if n not in printed]
    twice = [f"c{n}" for n, times in sorted(printed.items()) if times > 1]
    more = [f"c{n}" for n in sorted(printed) if n > design.copies]
    says = [
        f"{list_briefly(names, _SHOWN)} {word}"
        for names, word in ((missing, "missing"), (twice, "doubled"), (more, "too many"))
        if names
    ]
    return f"{sum(printed.values())}: {', '.join(says)}"


def strange(case: Case, shown: Shown) -> Iterator[Finding]:
    """Yield GF111 for each piece that is not in the data, once for each design of each file."""
    designs = [(part, design) for part in case.parts for design in part.designs]
    known = {(part.id, design.id, side) for part, design in designs for side in _sides(part, case.backs)}
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


def misshapen(case: Case, shown: Shown) -> Iterator[Finding]:
    """Yield GF112 for pieces that do not have their true size or shape."""
    wrong: dict[tuple[str, str], list[Seen]] = defaultdict(list)
    for piece, text in shown.misshapen:
        wrong[piece.part, text].append(piece)
    for (part, text), pieces in wrong.items():
        yield Finding("GF112", case.parts_by_id[part].place, f"{_pieces(pieces)} in {where(pieces[0])}: {text}")


def pages(case: Case, shown: Shown) -> Iterator[Finding]:
    """Yield GF113 for each size of page that is not the paper's."""
    paper = case.paper
    for (width, height), piece in {piece.paper: piece for piece in reversed(shown.seen)}.items():
        if abs(width - paper.width) > 0.05 or abs(height - paper.height) > 0.05:
            size = f"{width:.5g} x {height:.5g} mm and not {paper.name}, {paper.width:g} x {paper.height:g} mm"
            yield Finding("GF113", Place(piece.file), f"{where(piece)} is {size}")


def margins(case: Case, shown: Shown) -> Iterator[Finding]:
    """Yield GF113 for each part with pieces nearer to the edge of the paper than printers reach."""
    out: dict[tuple[str, tuple[str, int]], list[Trim]] = defaultdict(list)
    for trim in shown.trims:
        if _edge(trim, case.paper) < MARGIN - READBACK_POSITION:
            out[trim.seen.part, trim.sheet_side].append(trim)
    for (part, _), found in out.items():
        near = min(_edge(trim, case.paper) for trim in found)
        place = f"{near:.4g} mm from" if near >= 0 else f"{-near:.4g} mm beyond"
        text = f"{_pieces([trim.seen for trim in found])} in {where(found[0].seen)}: {place} the paper's edge"
        yield Finding("GF113", case.parts_by_id[part].place, f"{text}; printers need at least {MARGIN:g} mm")


def _edge(trim: Trim, paper: Paper) -> float:
    return min(trim.x, trim.y, paper.width - trim.x - trim.width, paper.height - trim.y - trim.height)


def apart(case: Case, shown: Shown) -> Iterator[Finding]:
    """Yield GF114 for the first two pieces of each page that overlap, and how many such pairs there are."""
    sides: dict[tuple[str, int], list[Trim]] = defaultdict(list)
    for trim in shown.trims:
        sides[trim.sheet_side].append(trim)
    for page in sides.values():
        pairs = list(overlaps(page))
        if pairs:
            first, second = pairs[0]
            more = f", and {many(len(pairs) - 1, 'more such pair')}" if len(pairs) > 1 else ""
            message = f"{where(first.seen)}: {first.seen.id} and {second.seen.id} overlap{more}"
            yield Finding("GF114", Place(first.seen.file), message)


def _sides(part: Part, backs: Backs) -> tuple[Side, ...]:
    return ("front", "back") if part.back and backs != "none" else ("front",)


def _file(shown: Shown) -> str:
    files = {piece.file for piece in shown.seen}
    return files.pop() if len(files) == 1 else f"the {shown.name}"


def _times(copies: int) -> str:
    return f"{copies} {'copy' if copies == 1 else 'copies'} of"


def _pieces(pieces: Sequence[Seen]) -> str:
    return list_briefly([piece.id for piece in pieces], _SHOWN)
