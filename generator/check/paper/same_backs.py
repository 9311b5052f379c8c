"""Check that parts whose backs have templates of their own have different backs (GF143)."""

from collections.abc import Hashable, Iterator

from generator.check.paper.face_pages import Face, KitPages, LocatedFault, PageFault
from generator.model.picture import Image, Path, Text

_FEWEST_SHAPES = 2  # of a back that is more than a plain paint


def find_same_backs(pages: KitPages) -> Iterator[LocatedFault]:
    """Report the back of a part that looks like that of another part, though its template is another one (GF143)."""
    known: list[Face] = []
    for face in pages.faces:
        if face.side != "back" or len(face.drawing.shapes) < _FEWEST_SHAPES:
            continue
        other = next((each for each in known if _look_alike(face, each)), None)
        if other is None:
            known.append(face)
        elif pages.game.parts[face.part.id].pile is None:
            one, two = (f"{each.part.title!r} ({each.part.id})" for each in (face, other))
            templates = f"{face.part.back} and {other.part.back} are two templates"
            says = f"{one} have the same back as {two}, though {templates}; draw them differently, or use one"
            yield face, PageFault("GF143", "same back", says, (0,), "warning")


def _look_alike(one: Face, other: Face) -> bool:
    """Return whether two backs of different parts and templates are the same drawing."""
    is_apart = one.part is not other.part and one.part.back != other.part.back
    return is_apart and _list_looks(one) == _list_looks(other)


def _list_looks(face: Face) -> list[Hashable]:
    """Return what each shape of a face looks like, and how it is placed."""
    return [(each.matrix, each.box, each.opacity, _describe(each.shape)) for each in face.drawing.shapes]


def _describe(shape: Path | Text | Image) -> Hashable:
    match shape:
        case Path():
            return shape.segments, shape.paint
        case Text():
            return shape.text, shape.paint
    return shape.key
