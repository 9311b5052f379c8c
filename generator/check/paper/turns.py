"""Check how texts and named groups are turned: none mirrored, and none differently from others of its name (GF153)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import atan2, degrees

from generator.check.analysis.drawing import Address, NamedGroup
from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices
from generator.model.picture import Group, Shape, Text

Turns = tuple[int, ...]
_FEWEST, _MOST_SHARE = 3, 0.75  # groups that tell how such a group is turned, and the share that must agree
_UPSIDE_DOWN: Turns = (180,)
_TURNED_HEADS = frozenset({"face", "space", "cell"})  # one of many on a face, each with its own content


def find_mirrored_texts(face: Face) -> Iterator[PageFault]:
    """Report each text that is printed mirrored (GF153)."""
    for number in face.drawing.texts:
        each = face.drawing.shapes[number]
        assert isinstance(each.shape, Text)
        a, b, c, d = each.matrix[:4]
        if a * d < b * c:
            yield PageFault("GF153", "mirrored", f"the text {each.shape.text.strip()[:40]!r} is mirrored", each.address)


def find_turned_contents(face: Face) -> Iterator[PageFault]:
    """Report cells, spaces and faces in which the text is turned differently from in the others of a face (GF153)."""
    families: dict[str, list[tuple[NamedGroup, Turns, Address]]] = defaultdict(list)
    for group in face.drawing.groups:
        head = group.name.partition(".")[0]
        if head in _TURNED_HEADS and (found := _turns_within(face, group)):
            families[head].append((group, *found))
    for head, members in families.items():
        usual = _usual_turns([turns for _, turns, _ in members])
        if head == "face" and usual == _UPSIDE_DOWN:
            group, _, address = members[0]
            says = f"the text in {group.name!r} is upside down on its face and on all others"
            yield PageFault("GF158", "upside down", says, address, "warning")
        for group, turns, address in members:
            if usual is not None and turns != usual:
                code = "GF158" if head == "face" else "GF153"
                says = f"the text in {group.name!r} is {_describe(turns)}, but on the others it is {_describe(usual)}"
                yield PageFault(code, "turned", says, address, "warning")


def _turns_within(face: Face, group: NamedGroup) -> tuple[Turns, Address] | None:
    """Return how the texts of a group are turned in its own coordinates, and the address of the first."""
    back = invert_matrix(group.matrix)
    texts = [each for each in face.drawing.shapes[group.first : group.end] if isinstance(each.shape, Text)]
    if not texts or back is None:
        return None
    turns = {_turn(multiply_matrices(back, each.matrix)) for each in texts}
    if len(turns) > 1:
        return None  # words around a circle
    return (*turns,), _find_turned(face.drawing.picture.shapes, texts[0].address, len(group.address))


def _find_turned(shapes: Sequence[Shape], address: Address, depth: int) -> Address:
    """Return the outermost group around a text that turns it, below a group at that depth; the text itself for none."""
    for at, index in enumerate(address):
        shape = shapes[index]
        if not isinstance(shape, Group):
            break
        if at >= depth and _turn(shape.matrix):
            return address[: at + 1]
        shapes = shape.shapes
    return address


def find_odd_turns(pages: KitPages) -> Iterator[LocatedFault]:
    """Report named groups of a face that are turned differently from on the other faces of a part (GF153)."""
    for _, faces in groupby(pages.faces, key=lambda face: (face.part.id, face.side)):
        yield from _compare_turns(list(faces))


def _compare_turns(faces: Sequence[Face]) -> Iterator[LocatedFault]:
    """Report named groups that are turned differently from on most of the faces (GF153).

    A game that wants that says so in its data: groups whose turn a row gives are drawn with `transform` all the same,
    and as soon as a quarter of the faces differ, there is no usual turn.
    """
    tables = [_turns_by_name(face) for face in faces]
    names = dict.fromkeys(name for table in tables for name in table)
    for name in names:
        usual = _usual_turns([table[name][0] for table in tables if name in table])
        for face, table in zip(faces, tables, strict=True):
            if usual is not None and name in table and table[name][0] != usual:
                says = f"the group {name!r} is {_describe(table[name][0])}, but on the others it is {_describe(usual)}"
                yield face, PageFault("GF153", "odd", says, table[name][1], "warning")


def _turns_by_name(face: Face) -> Mapping[str, tuple[Turns, Address]]:
    """Return how the groups of each name are turned on a face, and the address of the first."""
    found: dict[str, set[int]] = defaultdict(set)
    first: dict[str, Address] = {}
    for group in face.drawing.groups:
        found[group.name].add(_turn(group.matrix))
        first.setdefault(group.name, group.address)
    return {name: (tuple(sorted(turns)), first[name]) for name, turns in found.items()}


def _usual_turns(members: Sequence[Turns]) -> Turns | None:
    """Return the turns that most have, None if they do not agree."""
    if len(members) < _FEWEST:
        return None
    turns, count = Counter(members).most_common(1)[0]
    return turns if _MOST_SHARE * len(members) <= count < len(members) or count == len(members) else None


def _turn(matrix: Matrix) -> int:
    """Return by how many degrees a matrix turns clockwise, from 0 to 359."""
    return round(degrees(atan2(matrix[1], matrix[0]))) % 360


def _describe(turns: Turns) -> str:
    return "turned by " + " and ".join(f"{turn}°" for turn in turns) if turns != (0,) else "upright"
