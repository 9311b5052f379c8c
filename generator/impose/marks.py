"""Blocks and a paper go in, what is printed in the waste comes out: crop marks, rulers and the label; mm."""

from collections.abc import Iterable, Iterator, Sequence

from generator.geometry.path import Segment
from generator.geometry.tolerances import FILE_STEP, ROUNDING
from generator.impose.packing import Block
from generator.model.net import LINES, LineKind
from generator.model.paper import Paper
from generator.model.picture import Font, Group, Paint, Path, Shape, Text
from generator.model.sheet import Placement

MARK = Paint(fill=None, stroke="#000000", width=0.2)
FINE = Paint(fill=None, stroke="#6b6b6b", width=0.2)
GREY = Paint(fill="#6b6b6b")
EDGE = 8.0  # crop marks end here, clear of rulers and labels
STRIP = 7.2  # base line of rulers and labels, from the edge
OFFSET = 0.5  # from the bleed to the crop mark
LENGTH = 3.0
CROP = "crop"  # the name by which crop marks are found in the finished files
SMALL = 2.75  # mm per em: capitals of 1.8 mm
HEAD = 6.9  # base line of the label, from the edge: its letters stay between 4.9 and 7.5
SIDE = 12.0  # between the label and the sides of the paper


def crop_marks(blocks: Iterable[Block], paper: Paper) -> tuple[Group, ...]:
    """Return the crop marks of the rectangular blocks as one named group, for the front: outside its bleeds."""
    segments: list[Segment] = []
    for block in blocks:
        if not block.cell.round or block.cell.gap == 0:  # round pieces with no gap are cut apart along their boxes
            segments += _of_block(block, paper)
    return (Group((Path(tuple(segments), MARK),), name=CROP),) if segments else ()


def _cuts(start: float, size: float, gap: float, count: int) -> list[float]:
    """Return where the knife goes: two cuts between neighbors with a gap, else one."""
    both = [at for k in range(count) for at in (start + k * (size + gap), start + k * (size + gap) + size)]
    return sorted({round(at, 4) for at in both})


def _of_block(block: Block, paper: Paper) -> list[Segment]:
    cell, off = block.cell, block.cell.front + OFFSET
    out: list[Segment] = []
    full, rest = divmod(len(block.pieces), block.columns)
    across = min(block.columns, len(block.pieces))
    left, top = block.x, block.y + cell.head
    right, bottom = left + block.width, block.y + block.height
    for x in _cuts(left, cell.width, cell.gap, across):
        out += _line((x, max(EDGE, top - off - LENGTH)), (x, top - off))
        # a last row that is not full leaves the columns beyond it, and beyond its bleed, to end one row higher
        short = rest and full and x > left + cell.across(rest) + cell.front + FILE_STEP
        end = block.y + cell.down(full) if short else bottom
        out += _line((x, end + off), (x, min(paper.height - EDGE, end + off + LENGTH)))
    for y in _cuts(top, cell.height, cell.head + cell.gap, block.rows):
        out += _line((max(EDGE, left - off - LENGTH), y), (left - off, y))
        short = rest and full and y > block.y + cell.down(full) + cell.front + FILE_STEP
        end = left + cell.across(rest) if short else right
        out += _line((end + off, y), (min(paper.width - EDGE, end + off + LENGTH), y))
    return out


def _line(start: tuple[float, float], end: tuple[float, float]) -> list[Segment]:
    """Return a line, or nothing where the margin leaves less than a millimeter of it."""
    if abs(end[0] - start[0]) + abs(end[1] - start[1]) < 1 - ROUNDING or start > end:
        return []
    return [("M", *start), ("L", *end)]


def rulers(paper: Paper) -> tuple[Path, ...]:
    """Return a ruler of 100 mm along the bottom and one along the left, centered, with a tick for each millimeter."""
    x, y = (paper.width - 100) / 2, (paper.height - 100) / 2
    base = paper.height - STRIP
    segments: list[Segment] = [("M", x, base), ("L", x + 100, base), ("M", STRIP, y), ("L", STRIP, y + 100)]
    for k in range(101):
        tick = 1.8 if k % 10 == 0 else 1.3 if k % 5 == 0 else 0.7
        segments += [("M", x + k, base), ("L", x + k, base + tick)]
        segments += [("M", STRIP, y + k), ("L", STRIP - tick, y + k)]
    return (Path(tuple(segments), FINE),)


def scale_line(paper: Paper, font: Font) -> tuple[Shape, ...]:
    """Return the words beside the rulers."""
    x = (paper.width - 100) / 2
    says = "print at 100 %"
    base = paper.height - STRIP + 1.8
    turned = Group((small(0, 0, "100 mm", font),), (0, -1, 1, 0, STRIP, (paper.height - 100) / 2 - 2))
    return small(x - 2 - wide(says, font), base, says, font), small(x + 102, base, "100 mm", font), turned


def label(paper: Paper, font: Font, head: str, parts: Sequence[str], tail: str) -> tuple[Shape, ...]:
    """Return the line at the top: game, parts, sheet; parts that do not fit are counted, and a long head is cut."""
    room = paper.width - 2 * SIDE - wide(tail, font) - 4
    says = next((text for text in _heads(head, parts) if wide(text, font) <= room), "")
    return small(SIDE, HEAD, says, font), small(paper.width - SIDE - wide(tail, font), HEAD, tail, font)


def _heads(head: str, parts: Sequence[str]) -> Iterator[str]:
    """Yield what the label could say of the game and its parts, from all of it down to nothing."""
    if parts:
        yield f"{head}  {', '.join(parts)}"
        for shown in range(len(parts) - 1, 0, -1):
            yield f"{head}  {', '.join(parts[:shown])} and {len(parts) - shown} more"
        yield f"{head}  {len(parts)} part{'s' * (len(parts) > 1)}"
    yield head
    for end in range(len(head) - 1, 0, -1):
        yield f"{head[:end].rstrip()} ..."


def small(x: float, y: float, text: str, font: Font) -> Text:
    """Return small print, grey, from x on the base line y."""
    return Text(x, y, text, font, SMALL, wide(text, font), GREY)


def wide(text: str, font: Font) -> float:
    """Return the width of small print, mm."""
    return sum(font.advances.get(char, 0.5) for char in text) * SMALL


def drawable(text: str, font: Font) -> str:
    """Return the text with what the label's face can not draw as `?`: a label says what it can of a name."""
    return "".join(char if char in font.advances else "?" for char in text)


_SAYS: dict[LineKind, str] = {"cut": "cut", "mountain": "fold back", "valley": "fold forward", "glue": "glue"}
_BASE = 5.6  # base line, from the edge: its letters stay between 5 and 7.4, clear of crop marks
_SAMPLE = 10.0  # length of a sample
_TO_WORD = 1.5
_TO_NEXT = 6.0
_CAPITAL = 1.8
_HATCH = 1.55  # between the lines of a glue area, along its edge


def kinds(placements: Iterable[Placement]) -> list[LineKind]:
    """Return which lines the nets and the glue tabs have, in the order of the legend."""
    found: set[LineKind] = set()
    for net in {each.design.net: None for each in placements if each.design.net is not None}:
        found |= {"cut", *(fold.kind for fold in net.folds)}
        found |= {"glue"} if net.tabs else set()
    if any(each.design.section is not None and each.design.section.tabs for each in placements):
        found |= {"cut", "glue"}
    return [kind for kind in _SAYS if kind in found]


def legend(used: Iterable[LineKind], paper: Paper, font: Font) -> tuple[Shape, ...]:
    """Return the legend in the middle of the right margin, read from below like the ruler on the left."""
    shapes: list[Shape] = []
    x = 0.0
    for kind in used:
        x += _TO_NEXT if shapes else 0.0
        shapes += _sample(kind, x)
        x += _SAMPLE + _TO_WORD
        shapes.append(small(x, 0.0, _SAYS[kind], font))
        x += wide(_SAYS[kind], font)
    return (Group(tuple(shapes), (0, -1, 1, 0, paper.width - _BASE, (paper.height + x) / 2)),) if shapes else ()


def _sample(kind: LineKind, x: float) -> Iterator[Path]:
    """Yield a line in its own style, at half the height of the capitals; glue as a field of its hatch."""
    middle, end = -_CAPITAL / 2, x + _SAMPLE
    if kind != "glue":
        yield Path((("M", x, middle), ("L", end, middle)), LINES[kind])
        return
    lines: list[Segment] = []
    while x + _CAPITAL <= end:
        lines += [("M", x, 0.0), ("L", x + _CAPITAL, -_CAPITAL)]
        x += _HATCH
    yield Path(tuple(lines), LINES["glue"])
