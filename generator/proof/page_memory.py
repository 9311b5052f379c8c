"""Remember from one run to the next what was found on the pages of each face, in the user's own cache folder.

A part has one file. What was found on a face stands under a digest of its picture, of its part and of its designs, and
of our code and all libraries; whatever else is found there, or nothing, means that its pages are looked at again.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from generator.check.analysis.face_pages import Face, PageFault
from generator.model.game import Part
from generator.program.identity import identify_program
from generator.safety.code_cache import open_code_cache
from generator.write.looks import LookDigester

if TYPE_CHECKING:
    from generator.proof.kit import Kit


class PageMemory:
    """What was found on the faces of a kit in the last run, and in this one, by judges of a `kind`."""

    def __init__(self, kit: "Kit", kind: str = "pages") -> None:
        self._kind = kind
        self._folder = str(kit.game.folder.resolve())
        self._store = open_code_cache()
        self._digester = LookDigester()
        self._bases: dict[str, bytes] = {}
        self._old: dict[str, Mapping[str, Any]] = {}
        self._new: dict[str, dict[str, Any]] = {}
        self._changed: set[str] = set()

    def read_faults(self, face: Face) -> Sequence[PageFault] | None:
        """Return what was found on a face; None if that is not known."""
        part, key = face.part.id, self._digest_face(face)
        if part not in self._old:
            found = self._store.read(*self._file_key(part)) if self._store else None
            self._old[part] = found if isinstance(found, dict) else {}
        known = self._old[part].get(key)
        if not isinstance(known, list) or any(len(each) != len(PageFault._fields) for each in known):
            return None
        self._new.setdefault(part, {})[key] = known
        return [PageFault(*each) for each in known]

    def write_faults(self, face: Face, faults: Sequence[PageFault]) -> None:
        """Remember what was found on a face."""
        part = face.part.id
        self._new.setdefault(part, {})[self._digest_face(face)] = [tuple(each) for each in faults]
        self._changed.add(part)

    def save(self) -> None:
        """Write what was added in this run; what this run did not ask for is forgotten."""
        for part in self._changed if self._store else ():
            self._store.write(self._new[part], *self._file_key(part))  # type: ignore[union-attr]

    def _file_key(self, part: str) -> tuple[str, ...]:
        return self._kind, identify_program(), self._folder, part

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
