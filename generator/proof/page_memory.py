"""Remember from one run to the next what was found on the pages of each face, in the user's own cache folder.

A part has one file. What was found on a face stands under a digest of its picture, of its part and of its designs, and
of our code and all libraries; whatever else is found there, or nothing, means that its pages are looked at again.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from generator.check.analysis.face_pages import Face, PageFault
from generator.model.game import Part
from generator.program.identity import identify_program
from generator.safety.memory import Memory, open_memory
from generator.write.looks import LookDigester

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
