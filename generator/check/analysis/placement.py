"""Where pieces lie on the paper, and whether their marks are where they should be."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import Literal, NamedTuple

from generator.geometry.matrix import Matrix
from generator.geometry.tolerances import QUARTER_TURN_ENTRY, VISIBLE, VISIBLE_SKEW
from generator.geometry.types import Outline
from generator.language.plurals import count_noun
from generator.language.suggestions import did_you_mean
from generator.model.finding import Finding, Level, Place
from generator.model.game import Part
from generator.model.printed import Mark, ReadPiece

# what of a group is at fault: its tag, its first text, what draws its art, the loop around it, or the
# range of numbers, or the typed list, by which a loop names it
GroupAspect = Literal["group", "text", "art", "loop", "range"]
GroupLocator = Callable[[Part, ReadPiece, str, GroupAspect, int], Place | None]


class FaceFault(NamedTuple):
    """What is wrong on a printed face; of each kind, only the first fault is reported.

    `mark` is the named group at fault, the one of this `number` among those of its name, counted from 0, and `aspect`
    tells which of its tags is to be edited.
    """

    kind: str
    face: ReadPiece
    text: str
    level: Level = "error"
    mark: str = ""
    aspect: GroupAspect = "group"
    number: int = 0


def report_faults(
    code: str, part: Part, faults: Iterable[FaceFault], locate: GroupLocator | None = None
) -> Iterator[Finding]:
    """Report each kind of fault: the first one, how many more there are, and the part's template.

    The place is the tag that `locate` finds, or that of the part.
    """
    kinds: dict[str, list[FaceFault]] = {}
    for fault in faults:
        kinds.setdefault(fault.kind, []).append(fault)
    for first, *rest in kinds.values():
        more = f", and {count_noun(len(rest), 'more such fault')}" if rest else ""
        template = part.back if first.face.side == "back" else part.front
        text = f"{first.face.id} in {name_page(first.face)}: {first.text}{more} (templates/{template})"
        place = locate(part, first.face, first.mark, first.aspect, first.number) if locate and first.mark else None
        yield Finding(code, place or part.place, text, first.level)


def check_marks(
    face: ReadPiece,
    noun: str,
    must: Collection[str],
    places: Mapping[str, Matrix],
    known: Collection[str],
    names: Mapping[str, str] = {},
) -> Iterator[FaceFault]:
    """Yield what is wrong with the marks `noun`.id of a face.

    Each mark in `must` has to be there once, at its place on the paper; others that have a place may be there. `known`
    are the ids that exist at all, and `names` leads from other names to ids.
    """
    yield from check_mark_names(face, noun, must, places, known=known, names=names)
    for name, mark in _find_marks(face, noun):
        if name in places and (text := _describe_shift(mark, places[name])):
            yield FaceFault(text.split()[0], face, f"the {noun} {name!r} {text}", mark=mark.name)


def _find_marks(face: ReadPiece, noun: str) -> list[tuple[str, Mark]]:
    head = f"{noun}."
    return [(mark.name.removeprefix(head), mark) for mark in face.marks if mark.name.startswith(head)]


def check_mark_names(
    face: ReadPiece,
    noun: str,
    must: Collection[str],
    may: Collection[str],
    known: Collection[str],
    names: Mapping[str, str] = {},
) -> Iterator[FaceFault]:
    """Yield which marks `noun`.id are missing, unknown, of another piece or repeated, wherever they are."""
    counts = Counter(name for name, _ in _find_marks(face, noun))
    for name in must:
        if name not in counts:
            yield FaceFault("missing", face, f"the {noun} {name!r} is missing", mark=f"{noun}.{name}", aspect="loop")
    for name, count in counts.items():
        mark = f"{noun}.{name}"
        if name not in known:
            hint = f"; its name is {names[name]!r}" if name in names else did_you_mean(name, known)
            yield FaceFault("strange", face, f"there is no {noun} {name!r}{hint}", mark=mark)
        elif name not in may:
            yield FaceFault("elsewhere", face, f"the {noun} {name!r} of another piece is also drawn here", mark=mark)
        elif count > 1:
            times = "twice" if count == 2 else f"{count} times"
            yield FaceFault("doubled", face, f"the {noun} {name!r} is there {times}", mark=mark, aspect="loop")


def _describe_shift(mark: Mark, place: Matrix) -> str:
    """Return how a mark differs from its place, empty if it does not."""
    far = hypot(mark.matrix[4] - place[4], mark.matrix[5] - place[5])
    if far > VISIBLE:
        return f"is {far:.3g} mm from its place"
    if max(abs(one - other) for one, other in zip(mark.matrix[:4], place[:4], strict=True)) <= VISIBLE_SKEW:
        return ""
    if abs(_clockwise_degrees(mark.matrix) - _clockwise_degrees(place)) <= 0.05 or not _is_rigid(mark.matrix):
        return "is in its place, but scaled, skewed or mirrored"
    return f"is rotated by {_clockwise_degrees(mark.matrix):.4g} degrees instead of {_clockwise_degrees(place):.4g}"


def _clockwise_degrees(matrix: Matrix) -> float:
    """Return by how many degrees a matrix turns clockwise, from 0 to below 360."""
    return round(degrees(atan2(matrix[1], matrix[0])), 2) % 360


def _is_rigid(matrix: Matrix) -> bool:
    a, b, c, d = matrix[:4]
    return max(abs(a - d), abs(b + c), abs(hypot(a, b) - 1)) <= VISIBLE_SKEW


_QUARTERS = {(1, 0, 0, 1): 0, (0, 1, -1, 0): 90, (-1, 0, 0, -1): 180, (0, -1, 1, 0): 270}


class PieceTrim(NamedTuple):
    """Where a piece will be cut out (mm on the paper), and its clockwise rotation in degrees."""

    seen: ReadPiece
    x: float
    y: float
    width: float
    height: float
    rotation: int

    @property
    def sheet_side(self) -> tuple[str, int]:
        """Return the file and page, which are the same for all pieces on one side of a sheet."""
        return self.seen.file, self.seen.page


def name_page(seen: ReadPiece) -> str:
    """Return the file, and the page if the file has several."""
    return seen.file if seen.file.endswith(".svg") else f"{seen.file}, page {seen.page}"


def measure_trim(seen: ReadPiece, outline: Outline) -> PieceTrim | str:
    """Return the trim that a piece's matrix gives to its outline, or what is wrong with it."""
    turn = seen.matrix[:4]
    nearest = _quarter_turn(turn)
    if nearest is None:
        return _describe_distortion(turn, outline)
    if seen.clip and not _covers_outline(outline, seen.clip):
        return f"it is clipped to {_describe_box(*seen.clip)} of its {outline.width:g} x {outline.height:g} mm"
    a, b, c, d = nearest
    x, y = seen.matrix[4], seen.matrix[5]
    across = a * outline.width + c * outline.height
    down = b * outline.width + d * outline.height
    return PieceTrim(seen, x + min(across, 0), y + min(down, 0), abs(across), abs(down), rotation=_QUARTERS[nearest])


@lru_cache(maxsize=1024)
def _quarter_turn(turn: tuple[float, float, float, float]) -> tuple[int, int, int, int] | None:
    """Return the quarter turn that a matrix makes, or None."""
    nearest = round(turn[0]), round(turn[1]), round(turn[2]), round(turn[3])
    far = max(abs(a - b) for a, b in zip(turn, nearest, strict=True))
    return nearest if nearest in _QUARTERS and far <= QUARTER_TURN_ENTRY else None


def _describe_distortion(turn: Sequence[float], outline: Outline) -> str:
    a, b, c, d = turn
    across, down, area = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5, a * d - b * c
    should = f"and not {outline.width:g} x {outline.height:g} mm"
    if abs(across - 1) > QUARTER_TURN_ENTRY or abs(down - 1) > QUARTER_TURN_ENTRY:
        return f"it is printed at {outline.width * across:.4g} x {outline.height * down:.4g} mm {should}"
    if area < 0:
        return "it is mirrored"
    return "it is skewed" if abs(area - 1) > QUARTER_TURN_ENTRY else "it is not rotated by a multiple of 90 degrees"


def _covers_outline(outline: Outline, clip: tuple[float, float, float, float]) -> bool:
    x, y, width, height = clip
    slack = 0.01
    return x <= slack and y <= slack and x + width >= outline.width - slack and y + height >= outline.height - slack


def _describe_box(x: float, y: float, width: float, height: float) -> str:
    return f"{width:.4g} x {height:.4g} mm from {x:.4g}, {y:.4g}"


def measure_trims(seen: Sequence[ReadPiece], parts: Mapping[str, Part]) -> Iterator[tuple[ReadPiece, PieceTrim | str]]:
    """Yield each piece of a known part with its trim, or with what is wrong with it."""
    known = {(part.id, design.id): part.trim_of(design) for part in parts.values() for design in part.designs}
    for piece in seen:
        if piece.part in parts:
            yield piece, measure_trim(piece, known.get((piece.part, piece.design), parts[piece.part].outline))


def find_overlaps(page: Sequence[PieceTrim], slack: float = 0.02) -> Iterator[tuple[PieceTrim, PieceTrim]]:
    """Yield each pair of trims of a page that overlap by more than `slack` mm both ways (sweep line)."""
    open_: list[PieceTrim] = []
    for each in sorted(page, key=lambda trim: (trim.x, trim.y)):
        open_ = [other for other in open_ if other.x + other.width > each.x + slack]
        for other in open_:
            if other.y + other.height > each.y + slack and each.y + each.height > other.y + slack:
                yield other, each
        open_.append(each)
