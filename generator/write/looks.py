"""Digests of pictures, which are equal for pieces that look the same, in whatever kit and file they are printed."""

from hashlib import sha256
from typing import assert_never

from msgspec.msgpack import Encoder

from generator.model.picture import Font, Group, Image, Mask, Path, Picture, Shape, Text

_LENGTH = 16  # hexadecimal digits


class LookDigester:
    """Digests pictures; shapes that several of them share are looked at once."""

    def __init__(self) -> None:
        self._encode = Encoder().encode
        self._known: dict[Shape | Font | Picture, bytes] = {}

    def digest_picture(self, picture: Picture) -> str:
        """Return the digest of a picture; where it stands on the paper, and its bleed, do not count."""
        found = self._known.get(picture)
        if found is None:
            found = self._known[picture] = self._digest_shapes(picture.shapes)
        return found.hex()[:_LENGTH]

    def _digest_shapes(self, shapes: tuple[Shape, ...]) -> bytes:
        return sha256(b"".join(map(self._digest_shape, shapes))).digest()

    def _digest_shape(self, shape: Shape) -> bytes:
        found = self._known.get(shape)
        if found is None:
            found = self._known[shape] = sha256(self._describe(shape)).digest()
        return found

    def _describe(self, shape: Shape) -> bytes:
        match shape:
            case Path():
                return self._encode(("path", shape.segments, shape.paint))
            case Text():
                place = shape.x, shape.y, shape.text, shape.size, shape.width
                return self._encode(("text", place, shape.paint, shape.setting)) + self._digest_font(shape.font)
            case Image():
                return self._encode(("image", shape.x, shape.y, shape.width, shape.height, shape.key, shape.smooth))
            case Group():
                told = self._encode(("group", shape.matrix, shape.clip, shape.opacity, shape.name, shape.blend))
                told += self._encode("isolated") if shape.isolated else b""
                return told + self._digest_mask(shape.mask) + self._digest_shapes(shape.shapes)
            case _:
                assert_never(shape)

    def _digest_mask(self, mask: Mask | None) -> bytes:
        return b"" if mask is None else self._encode(mask.alpha) + self._digest_shapes(mask.shapes)

    def _digest_font(self, font: Font) -> bytes:
        found = self._known.get(font)
        if found is None:
            found = self._known[font] = sha256(font.name.encode() + font.data).digest()
        return found
