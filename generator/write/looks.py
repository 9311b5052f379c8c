"""Digests of pictures, which are equal for pieces that look the same, in whatever kit and file they are printed."""

from hashlib import sha256
from typing import assert_never

from msgspec.msgpack import Encoder

from generator.model.lru_cache import LRUCache
from generator.model.picture import Font, Group, Image, Path, Picture, Shape, Text

_LENGTH = 16  # hexadecimal digits
_TEXT = b"\x94" + Encoder().encode("text")  # the head of an array of four, and the first of them


class LookDigester:
    """Digests pictures; shapes that several of them share are looked at once."""

    def __init__(self) -> None:
        self._encode = Encoder().encode
        self._pictures: LRUCache[Picture, bytes] = LRUCache(64)
        self._known: LRUCache[Shape, bytes] = LRUCache(4096)
        self._fonts: dict[Font, bytes] = {}
        self._ends: LRUCache[tuple[int, int, int], tuple[bytes, Text]] = LRUCache(1024)  # of texts set alike

    def digest_picture(self, picture: Picture) -> str:
        """Return the digest of a picture; where it stands on the paper, and its bleed, do not count."""
        found = self._pictures.get(picture) or self._pictures.put(picture, self._digest_shapes(picture.shapes))
        return found.hex()[:_LENGTH]

    def _digest_shapes(self, shapes: tuple[Shape, ...]) -> bytes:
        return sha256(b"".join(map(self._digest_shape, shapes))).digest()

    def _digest_shape(self, shape: Shape) -> bytes:
        if isinstance(shape, Text):  # seldom the same one again
            return self._digest_text(shape)
        return self._known.get(shape) or self._known.put(shape, sha256(self._describe(shape)).digest())

    def _digest_text(self, text: Text) -> bytes:
        key = id(text.font), id(text.paint), id(text.setting)
        found = self._ends.get(key)
        if found is None:
            end = self._encode(text.paint) + self._encode(text.setting) + self._digest_font(text.font)
            found = self._ends.put(key, (end, text))
        place = text.x, text.y, text.text, text.size, text.width
        return sha256(_TEXT + self._encode(place) + found[0]).digest()

    def _describe(self, shape: Path | Image | Group) -> bytes:
        match shape:
            case Path():
                return self._encode(("path", shape.segments, shape.paint))
            case Image():
                return self._encode(("image", shape.x, shape.y, shape.width, shape.height, shape.key, shape.smooth))
            case Group():
                told = self._encode(("group", shape.matrix, shape.clip, shape.opacity, shape.name, shape.blend))
                told += self._encode("isolated") if shape.isolated else b""
                if (mask := shape.mask) is not None:
                    told += self._encode(mask.alpha) + self._digest_shapes(mask.shapes)
                return told + self._digest_shapes(shape.shapes)
            case _:
                assert_never(shape)

    def _digest_font(self, font: Font) -> bytes:
        found = self._fonts.get(font)
        if found is None:
            found = self._fonts[font] = sha256(font.name.encode() + font.data).digest()
        return found
