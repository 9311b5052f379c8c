"""Look into PNG files without decoding them: their kind, and whether their pixels are all there."""

import zlib
from collections.abc import Iterator
from typing import NamedTuple

PNG = b"\x89PNG\r\n\x1a\n"
GRAY, RGB, INDEXED, GRAY_ALPHA, RGB_ALPHA = 0, 2, 3, 4, 6  # the kinds of color
_DEPTHS = {GRAY: (1, 2, 4, 8, 16), RGB: (8, 16), INDEXED: (1, 2, 4, 8), GRAY_ALPHA: (8, 16), RGB_ALPHA: (8, 16)}
_CHANNELS = {GRAY: 1, RGB: 3, INDEXED: 1, GRAY_ALPHA: 2, RGB_ALPHA: 4}
_MOST_FILTER = 4
_BLOCK = 1 << 20


class PngHead(NamedTuple):
    """What a PNG says of itself; `palette` are the bytes of its colors, `clear` tells of transparency."""

    width: int
    height: int
    depth: int
    color: int
    palette: bytes = b""
    is_clear: bool = False
    is_interlaced: bool = False
    is_animated: bool = False

    @property
    def channels(self) -> int:
        """Return how many numbers a pixel has."""
        return _CHANNELS[self.color]

    @property
    def is_plain(self) -> bool:
        """Return whether its pixels can be put into a PDF as they are packed."""
        return self.depth <= 8 and not self.is_clear and not self.is_interlaced


def iterate_chunks(data: bytes) -> Iterator[tuple[bytes, memoryview]]:
    """Yield the kinds and the contents of the chunks of a PNG, as far as they are whole."""
    view, at = memoryview(data), len(PNG)
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if at + 12 + length > len(data):
            return
        yield data[at + 4 : at + 8], view[at + 8 : at + 8 + length]
        at += 12 + length


def read_png_head(data: bytes) -> PngHead | None:
    """Return the head of a PNG; None for what is none, or is of no kind that the format has."""
    if not data.startswith(PNG):
        return None
    head: PngHead | None = None
    for kind, content in iterate_chunks(data):
        if head is None:
            if kind != b"IHDR" or len(content) != 13:
                return None
            depth, color, packing, filtering, lacing = content[8:]
            if depth not in _DEPTHS.get(color, ()) or packing or filtering or lacing > 1:
                return None
            size = int.from_bytes(content[:4], "big"), int.from_bytes(content[4:8], "big")
            head = PngHead(*size, depth, color, is_clear=color in (GRAY_ALPHA, RGB_ALPHA), is_interlaced=lacing == 1)
        elif kind == b"PLTE":
            head = head._replace(palette=bytes(content))
        elif kind == b"tRNS":
            head = head._replace(is_clear=True)
        elif kind == b"acTL":
            head = head._replace(is_animated=True)
        elif kind == b"IDAT":
            break
    return head


def join_pixels(data: bytes) -> bytes:
    """Return the packed pixels of a PNG."""
    return b"".join(content for kind, content in iterate_chunks(data) if kind == b"IDAT")


def holds_all_pixels(data: bytes, head: PngHead) -> bool:
    """Return whether all rows of a PNG that is not interlaced are there, with filters that exist, up to its end."""
    stride = 1 + (head.width * head.channels * head.depth + 7) // 8
    unpack, offset, is_ended = zlib.decompressobj(), 0, False
    try:
        for kind, content in iterate_chunks(data):
            is_ended = kind == b"IEND"
            rest: bytes | memoryview = content if kind == b"IDAT" else b""
            while rest:
                rows = unpack.decompress(rest, _BLOCK)
                if max(rows[-offset % stride :: stride], default=0) > _MOST_FILTER:
                    return False
                offset, rest = offset + len(rows), unpack.unconsumed_tail
                if offset > stride * head.height:
                    return False
    except zlib.error:
        return False
    return is_ended and unpack.eof and offset == stride * head.height
