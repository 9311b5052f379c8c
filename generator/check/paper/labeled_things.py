"""Check that names and legends are beside what they name, and not beside something else (GF144)."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from generator.check.analysis.drawing import Address, DrawnShape, NamedGroup
from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.types import Box
from generator.model.picture import Path, Text

_HEADS = ("row.", "values.")
_SHOWN = ("row.", "values.", "icon.", "route.")
_LEGEND = "legend."
_WORD = re.compile(r"[^\W\d_]+")
_NEAR = 15.0  # mm between a name and what it names
_LEAST_GAP = 1.5  # mm by which something else must be nearer
_MOST_TEXTS = 200
_SAMPLE_GAP = 3.0  # mm between a word and the sample before it
_LINES = 3  # heights of a label, that what stands on its line may have

_Things = Mapping[str, Sequence[Box]]  # the boxes of what has a name


class _Label(NamedTuple):
    """A text that names something: the text, the name, its box and its address."""

    text: str
    name: str
    box: Box
    address: Address


def find_exchanged_labels(face: Face) -> Iterator[PageFault]:
    """Report a name that is beside the wrong thing, if nothing else names that thing there (GF144).

    The name of a route may stand in a legend too, if it is beside its route as well.
    """
    for things, is_sure in ((_list_groups(face), False), (_list_routes(face), True)):
        labels = _list_labels(face, things) if len(things) > 1 else []
        right = {label.name for label in labels if _find_nearest(label, things) == label.name}
        wrong = [label for label in labels if not is_sure or label.name not in right]
        for label in sorted(wrong, key=lambda each: _measure_least_gap(each, things)):
            nearest = _find_nearest(label, things)
            if nearest and nearest != label.name and nearest not in right:
                says = f"the words {label.text!r} stand beside {nearest!r}, and {label.name!r} is elsewhere"
                yield PageFault("GF144", "label", says, label.address, "warning")
                return


def find_exchanged_legends(face: Face) -> Iterator[PageFault]:
    """Report an icon whose legend speaks of another one, which has a legend that does not name it (GF144)."""
    legends = {
        group.name.removeprefix(_LEGEND): (_read_words(face, group), group)
        for group in face.drawing.groups
        if group.name.startswith(_LEGEND)
    }
    for name, (words, group) in legends.items():
        if words and not _names(words, name):
            other = [each for each in legends if each != name and _names(words, each)]
            if len(other) == 1 and not _names(legends[other[0]][0], other[0]):
                says = f"the legend of {name!r} is about {other[0]!r}, but the legend of {other[0]!r} is not"
                says = f"{says}: are they swapped?"
                yield PageFault("GF144", "legend", says, group.address, "warning", entry=name)
                return


def find_equal_legends(face: Face) -> Iterator[PageFault]:
    """Report, as a note, a legend with the words of another one on the face (GF144)."""
    first: dict[Sequence[str], str] = {}
    for group in face.drawing.groups:
        words = tuple(_read_words(face, group)) if group.name.startswith(_LEGEND) else ()
        if words and (other := first.setdefault(words, group.name)) != group.name:
            says = f"{group.name!r} has the same words as {other!r}: {' '.join(words)!r}; correct one of them"
            yield PageFault("GF144", "equal legends", says, group.address, "note")


def find_exchanged_samples(face: Face) -> Iterator[PageFault]:
    """Warn about a sample before a name that looks like what the face shows for another name there (GF144).

    Samples are drawn outside of named groups, as in a legend; each look counts that only one of the names has.
    """
    groups = _list_shown(face)
    labels = _list_labels(face, dict.fromkeys(groups, ())) if len(groups) > 1 else []
    looks = {name: {look for each in shapes for look in _read_looks(each)} for name, shapes in groups.items() if labels}
    found = [(label, sample) for label in labels if looks[label.name] and (sample := _find_sample(face, label))]
    named = {label.name for label, _ in found}
    labeled = named if len(named) == len(found) else set(looks)  # of words that are there twice, one is wrong
    owners = [_find_owners(sample, looks, labeled) for _, sample in found]
    right = {label.name for (label, _), names in zip(found, owners, strict=True) if label.name in names}
    for (label, sample), names in zip(found, owners, strict=True) if len(found) > 1 else ():
        if len(names) == 1 and label.name != names[0]:
            says = f"looks like what {names[0]!r} is shown with"
            if label.name in right:  # the words are there twice
                says = f"the words {label.text!r} are beside something that {says}; correct the words"
                yield PageFault("GF144", "sample words", says, label.address, "warning")
            else:
                says = f"this is beside the words {label.text!r}, but {says}; draw it like {label.name!r}"
                yield PageFault("GF144", "sample", says, sample.address, "warning")
            return


def _find_owners(sample: DrawnShape, looks: Mapping[str, Set[Hashable]], labeled: Set[str]) -> list[str]:
    """Return the names that are shown with what looks like a sample; of another size, only those with labels."""
    exact, form = _read_looks(sample)
    return [name for name in looks if exact in looks[name]] or [name for name in labeled if form in looks[name]]


def _list_shown(face: Face) -> Mapping[str, list[DrawnShape]]:
    """Return the paths of each column, icon, route and kind of cell, by the name of it."""
    found: dict[str, list[DrawnShape]] = defaultdict(list)
    cells = face.part.board.cells if face.part.board else {}
    for group in face.drawing.groups:
        head, _, rest = group.name.partition(".")
        name = cells[rest].kind if head == "cell" and rest in cells else rest.partition(".")[0]
        if f"{head}." in _SHOWN or (head == "cell" and rest in cells):
            shapes = face.drawing.shapes[group.first : group.end]
            found[name.casefold()] += (each for each in shapes if isinstance(each.shape, Path))
    return found


def _read_looks(each: DrawnShape) -> tuple[Hashable, Hashable]:
    """Return how a path looks at its size, and at any."""
    assert isinstance(each.shape, Path)
    left, top, right, bottom = each.whole or (0.0, 0.0, 0.0, 0.0)
    form = tuple(segment[0] for segment in each.shape.segments), each.shape.paint.fill, each.shape.paint.stroke
    return (*form, round(right - left, 1), round(bottom - top, 1)), form


def _find_sample(face: Face, label: _Label) -> DrawnShape | None:
    """Return the shape outside of named groups that is nearest before a label on its line."""
    named, left = face.drawing.named_shapes, label.box[0]
    found = [
        (left - each.box[2], each)
        for number, each in enumerate(face.drawing.shapes)
        if number not in named and each.box and isinstance(each.shape, Path) and _share_line(each.box, label.box)
    ]
    near = [(gap, each) for gap, each in found if -_LEAST_GAP < gap < _SAMPLE_GAP]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _read_words(face: Face, group: NamedGroup) -> Sequence[str]:
    """Return the words of the texts of a group in lowercase."""
    shapes = (each.shape for each in face.drawing.shapes[group.first : group.end])
    return [word for shape in shapes if isinstance(shape, Text) for word in _WORD.findall(shape.text.casefold())]


def _names(words: Sequence[str], name: str) -> bool:
    """Return whether words have a name, or a form of it such as a plural."""
    own = name.casefold()
    return any(word in (own, own + "s", own + "es", own + "ed", own + "d") for word in words)


def _measure_least_gap(label: _Label, things: _Things) -> float:
    """Return how far anything that has a name is from a label (mm)."""
    return min(_measure_gap(box, label.box) for boxes in things.values() for box in boxes)


def _list_groups(face: Face) -> _Things:
    """Return the boxes of the groups of values, by the names of their columns."""
    found: dict[str, list[Box]] = defaultdict(list)
    for group in face.drawing.groups:
        head = next((head for head in _HEADS if group.name.startswith(head)), "")
        box = face.drawing.box_of(group) if head and not group.inside else None
        if box:
            found[group.name.removeprefix(head).partition(".")[0].casefold()].append(box)
    return found


def _list_routes(face: Face) -> _Things:
    """Return the boxes of the cells of the routes of a board, by their names."""
    board = face.part.board
    if board is None or face.side == "back":
        return {}
    return {
        name.casefold(): [board.cells[cell].box for cell in route]
        for name, route in board.routes.items()
        if 0 < len(route) < len(board.cells) / 2
    }


def _list_labels(face: Face, things: _Things) -> list[_Label]:
    """Return the texts outside of named groups that begin with the name of one thing."""
    named = {number for group in face.drawing.groups for number in range(group.first, group.end)}
    found = []
    for number in face.drawing.judged_texts[:_MOST_TEXTS]:
        each = face.drawing.shapes[number]
        if number in named or not isinstance(each.shape, Text) or each.box is None:
            continue
        words = each.shape.text.strip(" :.").casefold().split()
        if words and len(words) < 3 and words[0] in things:
            found.append(_Label(each.shape.text.strip(), words[0], each.box, each.address))
    return found


def _find_nearest(label: _Label, things: _Things) -> str:
    """Return the name of the thing beside a label; its own unless another one is clearly nearer, empty if none is.

    Anything on the same line as the label takes precedence.
    """
    on_line = {name: [box for box in boxes if _share_line(box, label.box)] for name, boxes in things.items()}
    near = {name: boxes for name, boxes in on_line.items() if boxes} or things
    gaps = {name: min(_measure_gap(box, label.box) for box in boxes) for name, boxes in near.items()}
    nearest = min(gaps, key=lambda name: gaps[name])
    if gaps[nearest] > _NEAR:
        return ""
    return label.name if gaps.get(label.name, _NEAR) < gaps[nearest] + _LEAST_GAP else nearest


def _share_line(one: Box, label: Box) -> bool:
    """Return whether a box one or two lines high is on the same line as a label."""
    middle, height = (label[1] + label[3]) / 2, label[3] - label[1]
    return one[1] < middle < one[3] and one[3] - one[1] < _LINES * height


def _measure_gap(one: Box, other: Box) -> float:
    """Return the distance of two boxes (mm); above one another counts double, as people read along a line."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    return across + 2 * max(one[1] - other[3], other[1] - one[3], 0.0)
