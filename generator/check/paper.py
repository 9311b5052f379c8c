"""What the data declares and what the finished files show go in; findings come out where they differ.

Each copy must be printed once in each format, at its size, inside the margins, clear of its neighbors, at one position
in all formats and in the manifest, with its back right behind it. The cells of a board, the faces of a net and the
lines of a card must be where the data has them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.check import agree
from generator.check.boards import boards
from generator.check.lines import lines
from generator.check.nets import nets
from generator.check.trims import Trim, overlaps, trims, where
from generator.model.finding import Finding
from generator.model.game import Design, Part
from generator.model.nearest import did_you_mean
from generator.model.paper import Backs, Paper, Side
from generator.model.place import Place
from generator.model.printed import Seen

MARGIN = 5.0
_SLACK = 0.02
_SHOWN = 4
_NONE: Mapping[int, int] = {}
Listing = Sequence[Mapping[str, Any]]


def hold(
    parts: Sequence[Part],
    seen_pdf: Sequence[Seen] | None,
    seen_svg: Sequence[Seen] | None,
    placements: Listing | None,
    paper: Paper,
    backs: Backs = "long-edge",
    paints: Mapping[str, str] | None = None,
) -> list[Finding]:
    """Return GF110 to GF116, GF118 to GF120 and GF123; None is a format that was not built.

    `parts` are those that were to be printed, `placements` is the list in manifest.json. With backs `none`, no back is
    expected. `paints` are the colors of the game by their roles.
    """
    known = {part.id: part for part in parts}
    found: list[Finding] = []
    formats: dict[str, dict[str, Trim]] = {}
    for name, seen in (("PDF", seen_pdf), ("SVG", seen_svg)):
        if seen is None:
            continue
        found += counted(parts, seen, name, backs)
        found += strange(parts, seen, backs)
        fair, faults = _trims(seen, known)
        found += faults
        found += _pages(seen, paper)
        found += margins(fair, known, paper)
        found += apart(fair)
        found += boards(parts, seen, paints)
        found += nets(parts, seen)
        found += lines(parts, seen, paints)
        formats[name] = {trim.seen.id: trim for trim in fair}
        if backs != "none":
            found += agree.behind(parts, formats[name], paper, backs, name)
    if len(formats) == 2:
        found += agree.alike(known, formats["PDF"], formats["SVG"])
    if placements is not None:
        found += agree.listed(known, formats, placements)
    return found


def counted(parts: Sequence[Part], seen: Sequence[Seen], name: str, backs: Backs) -> Iterator[Finding]:
    """Yield GF110 for each design that is printed too often or too seldom, with the place that says how often."""
    copies: dict[tuple[str, str, str], Counter[int]] = defaultdict(Counter)
    for piece in seen:
        copies[piece.part, piece.design, piece.side][piece.copy] += 1
    file = _file(seen, name)
    for part in parts:
        for design in part.designs:
            for side in _sides(part, backs):
                printed = copies.get((part.id, design.id, side), _NONE)
                if text := _miscount(design, printed):
                    what = f"{part.id} {design.id} ({side})"
                    message = f"the data declares {_times(design.copies)} {what}, {file} prints {text}"
                    yield Finding("GF110", design.place, message)


def _miscount(design: Design, printed: Mapping[int, int]) -> str:
    """Return what is printed instead, or nothing where each copy is there once."""
    if len(printed) == design.copies and max(printed) == design.copies and max(printed.values()) == 1:
        return ""
    missing = [f"c{n}" for n in range(1, design.copies + 1) if n not in printed]
    twice = [f"c{n}" for n, times in sorted(printed.items()) if times > 1]
    more = [f"c{n}" for n in sorted(printed) if n > design.copies]
    says = [
        f"{_some(names)} {word}"
        for names, word in ((missing, "missing"), (twice, "doubled"), (more, "too many"))
        if names
    ]
    return f"{sum(printed.values())}: {', '.join(says)}"


def strange(parts: Sequence[Part], seen: Sequence[Seen], backs: Backs) -> Iterator[Finding]:
    """Yield GF111 for each piece that no data declares, once for each design of each file."""
    known = {(part.id, design.id, side) for part in parts for design in part.designs for side in _sides(part, backs)}
    names = [f"{part.id}.{design.id}" for part in parts for design in part.designs]
    told: set[tuple[str, str, str]] = set()
    for piece in seen:
        key = piece.part, piece.design, piece.side
        if key in known or key in told:
            continue
        told.add(key)
        name = f"{piece.part}.{piece.design}"
        place = next((f"; the part is declared at {part.place}" for part in parts if part.id == piece.part), "")
        what = f"which is not in the data{did_you_mean(name, names)}"
        if name in names:
            what = f"but the data declares no {piece.side} for it"
        message = f"page {piece.page} prints {piece.id}, {what}{place}"
        yield Finding("GF111", Place(piece.file), message)


def _trims(seen: Sequence[Seen], known: Mapping[str, Part]) -> tuple[list[Trim], list[Finding]]:
    """Return the trims, and GF112 for what is not its true size."""
    fair: list[Trim] = []
    wrong: dict[tuple[str, str], list[Seen]] = defaultdict(list)
    for piece, made in trims(seen, known):
        if isinstance(made, Trim):
            fair.append(made)
        else:
            wrong[piece.part, made].append(piece)
    return fair, [
        Finding("GF112", known[part].place, f"{_pieces(pieces)} in {where(pieces[0])}: {text}")
        for (part, text), pieces in wrong.items()
    ]


def _pages(seen: Sequence[Seen], paper: Paper) -> Iterator[Finding]:
    """Yield GF113 for each size of page that is not the paper."""
    for (width, height), piece in {piece.paper: piece for piece in reversed(seen)}.items():
        if abs(width - paper.width) > 0.05 or abs(height - paper.height) > 0.05:
            size = f"{width:.5g} x {height:.5g} mm and not {paper.name}, {paper.width:g} x {paper.height:g} mm"
            yield Finding("GF113", Place(piece.file), f"{where(piece)} is {size}")


def margins(fair: Sequence[Trim], known: Mapping[str, Part], paper: Paper) -> Iterator[Finding]:
    """Yield GF113 for each part with pieces nearer to an edge than a printer reaches."""
    out: dict[tuple[str, tuple[str, int]], list[Trim]] = defaultdict(list)
    for trim in fair:
        if _edge(trim, paper) < MARGIN - _SLACK:
            out[trim.seen.part, trim.page].append(trim)
    for (part, _), found in out.items():
        near = min(_edge(trim, paper) for trim in found)
        place = f"{near:.4g} mm from" if near >= 0 else f"{-near:.4g} mm beyond"
        text = f"{_pieces([trim.seen for trim in found])} in {where(found[0].seen)}: {place} the paper's edge"
        yield Finding("GF113", known[part].place, f"{text}, where {MARGIN:g} mm is the least that printers keep")


def _edge(trim: Trim, paper: Paper) -> float:
    return min(trim.x, trim.y, paper.width - trim.x - trim.width, paper.height - trim.y - trim.height)


def apart(fair: Sequence[Trim]) -> Iterator[Finding]:
    """Yield GF114 for the first two pieces of each page that overlap, and how many such pairs there are."""
    pages: dict[tuple[str, int], list[Trim]] = defaultdict(list)
    for trim in fair:
        pages[trim.page].append(trim)
    for page in pages.values():
        pairs = list(overlaps(page))
        if pairs:
            first, second = pairs[0]
            more = f", and {len(pairs) - 1} more such pairs" if len(pairs) > 1 else ""
            message = f"{where(first.seen)}: {first.seen.id} and {second.seen.id} overlap{more}"
            yield Finding("GF114", Place(first.seen.file), message)


def _sides(part: Part, backs: Backs) -> tuple[Side, ...]:
    return ("front", "back") if part.back and backs != "none" else ("front",)


def _file(seen: Sequence[Seen], name: str) -> str:
    files = {piece.file for piece in seen}
    return files.pop() if len(files) == 1 else f"the {name}"


def _times(copies: int) -> str:
    return f"{copies} {'copy' if copies == 1 else 'copies'} of"


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _pieces(pieces: Sequence[Seen]) -> str:
    return _some([piece.id for piece in pieces])
