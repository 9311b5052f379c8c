"""Render the faces of a kit and judge each, as far as it is not remembered from the last run."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from PIL import Image

from generator.check.analysis.drawing import Drawing
from generator.check.analysis.face_pages import Face, PageFault
from generator.check.hide.views import PageViews, Subject, plan_pages
from generator.fonts.font_book import FontBook
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.program.identity import identify_program
from generator.readback.page_images import render_flat_pages
from generator.readback.raster import render_pages
from generator.safety.memory import Memory, open_memory
from generator.write.looks import LookDigester
from generator.write.pdf.picture_pages import write_picture_pages

if TYPE_CHECKING:
    from generator.proof.kit import Kit


class PageMemory:
    """What was found on the faces of a kit in the last run, and in this one, by judges of a `kind`."""

    def __init__(self, kit: "Kit", kind: str = "pages") -> None:
        self._memory = open_memory(kind, identify_program(), str(kit.game.folder.resolve()))
        self._parts: dict[str, Memory] = {}
        self._digester = LookDigester()
        self._bases: dict[str, bytes] = {}

    def read_faults(self, face: Face) -> Sequence[PageFault] | None:
        """Return what was found on a face; None if that is not known."""
        known = self._open_part(face).find(self._digest_face(face))
        if not isinstance(known, list) or any(len(each) != len(PageFault._fields) for each in known):
            return None
        return [PageFault(*each) for each in known]

    def write_faults(self, face: Face, faults: Sequence[PageFault]) -> None:
        """Remember what was found on a face."""
        told = [tuple(each) for each in faults]
        self._open_part(face).add(self._digest_face(face), told)

    def save(self) -> None:
        """Write what was added in this run; what this run did not ask for is forgotten."""
        for memory in self._parts.values():
            memory.save()

    def _open_part(self, face: Face) -> Memory:
        part = face.part.id
        return self._parts.setdefault(part, self._memory.open_part(part))

    def _digest_face(self, face: Face) -> str:
        picture = face.drawing.picture
        told = sha256(self._base(face.part))
        told.update(self._digester.digest_picture(picture).encode())
        told.update(repr((face.side, picture.x, picture.y, picture.width, picture.height)).encode())
        for each in face.designs:
            shape = each.outline, each.section, each.net, each.lines, each.net_piece
            told.update(repr((each.id, each.copies, each.values, shape)).encode("utf-8", "surrogatepass"))
        return told.hexdigest()[:32]

    def _base(self, part: Part) -> bytes:
        """Return a digest of all that all faces of a part depend on."""
        if part.id not in self._bases:
            told = part.kind, part.outline, part.safe, part.front, part.back, part.values, part.board, part.ports
            self._bases[part.id] = sha256(repr(told).encode("utf-8", "surrogatepass")).digest()
        return self._bases[part.id]


_FINE, _COARSE = 120.0, 100.0  # dpi; a board is looked at more coarsely: its letters are larger, its pages many pixels
_LARGE = 150.0  # mm: a face that is wider or taller is a board
_MANY = 48  # faces of one size that share a PDF, and so its fonts

Judge = Callable[[PageViews], Iterator[PageFault]]


def list_distinct_faces(kit: "Kit", chosen: Mapping[str, Sequence[Design]]) -> Iterator[Face]:
    """Yield each distinct face of some designs of the parts; of a board in sections, the whole board."""
    for part in kit.parts:
        sides: tuple[Side, ...] = ("front", "back") if part.back else ("front",)
        for side in sides:
            looks: dict[Picture, list[Design]] = {}
            for design in chosen[part.id]:
                looks.setdefault(kit.faces.draw_whole(part, design, side), []).append(design)
            for picture, designs in looks.items():
                yield Face(part, tuple(designs), side, Drawing(picture))


def judge_faces(
    kit: "Kit", faces: Sequence[Face], judge: Judge, kind: str, hides_groups: bool = False
) -> list[tuple[Face, Sequence[PageFault]]]:
    """Return what is wrong with each face, by judges of a `kind`.

    Faces that looked the same in the last run are not looked at again.
    """
    memory = PageMemory(kit, kind)
    known = [memory.read_faults(face) for face in faces]
    fresh = [number for number, found in enumerate(known) if found is None]
    judged = _judge_all(kit, [faces[number] for number in fresh], judge, hides_groups)
    for number, (face, found) in zip(fresh, judged, strict=True):
        known[number] = found
        memory.write_faults(face, found)
    memory.save()
    return [(face, found or ()) for face, found in zip(faces, known, strict=True)]


def _judge_all(
    kit: "Kit", faces: Sequence[Face], judge: Judge, hides_groups: bool
) -> Iterator[tuple[Face, list[PageFault]]]:
    """Yield each face with what is wrong with it."""
    for batch in _batch_faces(faces):
        dpi = _COARSE if max(_size(batch[0])) > _LARGE else _FINE
        views = view_pages(kit, [Subject(face.drawing, face) for face in batch], dpi, hides_groups)
        yield from ((face, list(judge(each))) for face, each in zip(batch, views, strict=True))


def _batch_faces(faces: Sequence[Face]) -> Iterator[list[Face]]:
    """Yield the faces, some of one size at a time."""
    batch: list[Face] = []
    for face in faces:
        if batch and (len(batch) == _MANY or _size(batch[0]) != _size(face)):
            yield batch
            batch = []
        batch.append(face)
    if batch:
        yield batch


def _size(face: Face) -> tuple[float, float]:
    picture = face.drawing.picture
    return picture.width, picture.height


def view_pages(kit: "Kit", subjects: Sequence[Subject], dpi: float, hides_groups: bool = False) -> Iterator[PageViews]:
    """Yield the rendered pages of subjects of about one size; if it `hides_groups`, also those without each group."""
    look = partial(render_smooth, kit.fonts, dpi=dpi)
    plans = [plan_pages(subject, hides_groups) for subject in subjects]
    smooth = [picture for plan in plans for picture in plan.smooth]
    flat = write_picture_pages([picture for plan in plans for picture in plan.flat], kit.fonts.find_font)
    flats = render_flat_pages(flat, dpi)
    with render_pages(write_picture_pages(smooth, kit.fonts.find_font), dpi) as pages:
        images = (pages.image(number, (0.0, 0.0, each.width, each.height)) for number, each in enumerate(smooth))
        for plan in plans:
            shown = [next(images) for _ in plan.smooth]
            yield PageViews(plan, shown, [_fit(next(flats), shown[0]) for _ in plan.flat], dpi, look)


def _fit(flat: Image.Image, shown: Image.Image) -> Image.Image:
    """Return a flat page in the size of the printed one: all flat pages of a batch are as large as the largest."""
    if flat.size == shown.size:
        return flat
    fitted = Image.new("RGB", shown.size, "#ffffff")
    fitted.paste(flat, (0, 0))
    return fitted


def render_smooth(fonts: FontBook, pictures: Sequence[Picture], dpi: float) -> list[Image.Image]:
    """Return pictures as they print."""
    data = write_picture_pages(pictures, fonts.find_font)
    with render_pages(data, dpi) as pages:
        return [pages.image(number, (0.0, 0.0, each.width, each.height)) for number, each in enumerate(pictures)]
