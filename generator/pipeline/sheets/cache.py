"""Keep drawn pieces in the user's own cache folder, from one build to the next, a batch of sheets in a file.

What is kept stands under a digest of all that decides how the pieces look. The labels of the sheets are not part of it:
they tell the build, so each edit would change them all. Finished files are read back and checked as ever.

The digest is that of the rows, as nothing else of a face differs. It is that of the texts that templates make only
where a template may read more of its part than the row, or where the game has several languages.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from generator.model.sheet import Placement
from generator.pipeline.build_identity import identify_drawings, identify_shared_data
from generator.pipeline.options import Options
from generator.program.identity import identify_program
from generator.proof.kit import Kit
from generator.safety.code_cache import CodeCache, open_sheet_cache
from generator.safety.memory import Memory
from generator.write.writer import SheetSide, Writer

LEAST_PIECES = 500  # in a kit for which drawn pieces are kept; a smaller one is drawn in half a second
_ENTRY = "pieces"
_REACHING = "part"  # the name by which a template reaches the rows of other faces
_ADDRESS = " at 0x"  # in what Python shows of an object that does not say what it holds


class DrawnPieces(NamedTuple):
    """The pieces of some sides: a digest of how each looks, and a value of each writer, which draws the rest.

    `shrunk` are their texts that were set smaller to fit, with the size asked for and the size set, mm.
    """

    looks: list[list[str]]
    drawn: list[Any]
    shrunk: dict[str, tuple[float, float]]


class SheetCache:
    """The drawn pieces of a kit."""

    def __init__(self, kit: Kit, options: Options, writers: dict[str, Writer], store: CodeCache) -> None:
        self._kit, self._store = kit, store
        self._types = [writer.pieces_type for writer in writers.values()]
        self._base = repr((identify_drawings(kit, options), list(writers))).encode("utf-8", "surrogatepass")
        self._limits: dict[object, bytes] = {}
        self._shared = b""  # of a game in one language: texts to translate are noted as templates are rendered
        if len(kit.game.languages) < 2 and not kit.faces.language_tag:
            self._shared = self._base + identify_shared_data(kit, options).encode("ascii")

    def find(self, sides: Sequence[SheetSide], draw: Callable[[Sequence[SheetSide]], DrawnPieces]) -> DrawnPieces:
        """Return the pieces of some sides as they were kept, or draw and keep them."""
        by_rows = bool(self._shared) and not self._kit.faces.mentions(_REACHING)
        key = (by_rows and self._identify_rows(sides)) or self._identify(sides)
        if key is None:
            return draw(sides)
        kept = self._decode(self._store.read(_ENTRY, key), sides)
        if kept is None:
            kept = draw(sides)
            if not by_rows or not self._kit.faces.mentions(_REACHING):  # which a template loaded meanwhile may do
                self._write(key, kept)
        return kept

    def trim(self) -> None:
        """Remove the oldest entries if there are too many."""
        self._store.sweep()

    def _write(self, key: str, made: DrawnPieces) -> None:
        if self._kit.faces.reads_images_again:
            return  # not all that is drawn is held
        try:
            self._store.write(msgspec.msgpack.encode(made), _ENTRY, key)
        except UnicodeEncodeError:  # half a character in a text
            return

    def _decode(self, found: Any, sides: Sequence[SheetSide]) -> DrawnPieces | None:
        """Return the pieces of an entry; None if it is not one of these sides."""
        if not isinstance(found, bytes):
            return None
        try:
            form = tuple[list[list[str]], list[msgspec.Raw], dict[str, tuple[float, float]]]
            looks, drawn, shrunk = msgspec.msgpack.decode(found, type=form)
            values: list[Any] = [
                msgspec.msgpack.decode(each, type=kind) for each, kind in zip(drawn, self._types, strict=True)
            ]
        except (msgspec.MsgspecError, ValueError):
            return None
        pages = {len(sides), len(looks), *(len(each.pages) for each in values)}
        fits = len(pages) == 1 and all(
            len(each) == len(side.page.placements) for each, side in zip(looks, sides, strict=True)
        )
        return DrawnPieces(looks, values, shrunk) if fits else None

    def _identify(self, sides: Sequence[SheetSide]) -> str | None:
        """Return a digest of all that decides how the pieces of some sides are drawn; None if they are not kept."""
        digest = sha256(self._base)
        for side in sides:
            for placement in side.page.placements:
                told = self._describe(placement)
                if told is None:
                    return None
                digest.update(told)
            digest.update(b"\n")
        return digest.hexdigest()

    def _identify_rows(self, sides: Sequence[SheetSide]) -> str:
        """Return a digest of the rows of all pieces, and of what is the same for all; empty if that is not enough."""
        if not self._shared:
            return ""
        told: list[tuple[object, ...]] = []
        for side in sides:
            for placement in side.page.placements:
                design = placement.design
                if design.section is not None or design.net is not None:
                    return ""
                look = self._kit.looks[placement.part.id]
                bleeds = look.front_bleed, look.back_bleed
                told.append((placement.id, *placement[4:], design.copies > 1, bleeds, design.values))
            told.append(())
        text = repr(told)
        return "" if _ADDRESS in text else sha256(self._shared + text.encode("utf-8", "surrogatepass")).hexdigest()

    def _describe(self, placement: Placement) -> bytes | None:
        part, design, side = placement.part, placement.design, placement.side
        face = self._kit.faces.identify_face(part, design, side)
        if face is None:
            return None
        look = self._kit.looks[part.id]
        bleed = look.front_bleed if side == "front" else look.back_bleed
        where = *placement[4:], design.copies > 1, bleed
        text = face.text.encode("utf-8", "surrogatepass")
        told = repr((placement.id, where, face.template, len(text))).encode("utf-8", "surrogatepass")
        return b"%d %b%b%b" % (len(told), told, text, self._describe_limits(face.limits))

    def _describe_limits(self, limits: object) -> bytes:
        """Return what a drawing is checked against, which is the same for nearly all faces."""
        found = self._limits.get(limits)
        if found is None:
            found = self._limits[limits] = sha256(repr(limits).encode("utf-8", "surrogatepass")).digest()
        return found


def open_piece_cache(kit: Kit, options: Options, writers: dict[str, Writer]) -> SheetCache | None:
    """Return the cache of a kit's pieces; None if it is small, or there can be no cache."""
    store = _open_store(count_pieces(kit))
    return None if store is None else SheetCache(kit, options, writers, store)


def open_read_memory(folder: Path, pieces: int) -> Memory | None:
    """Return what was read of the last kit of a game's folder; None if it has few pieces, or there can be no cache."""
    store = _open_store(pieces)
    return None if store is None else Memory(store, "read", f"{identify_program()} {folder.resolve()}")


def count_pieces(kit: Kit) -> int:
    """Return how many pieces a kit prints."""
    return sum(part.count for part in kit.parts)


def _open_store(pieces: int) -> CodeCache | None:
    return None if pieces < LEAST_PIECES else open_sheet_cache()
