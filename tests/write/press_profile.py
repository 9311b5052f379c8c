"""An ICC profile of a press with four ideal inks, of which half of a gray is black, for tests."""

import struct
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

from PIL import Image, ImageCms

_INK_STEPS, _LAB_STEPS = 5, 17


@cache
def make_profile(title: str = "Ideal inks on white paper") -> bytes:
    """Return the profile (ICC.1:2001-04): tables from inks to Lab, and from Lab to inks."""
    inks = [[round(255 * step / (_INK_STEPS - 1)) for step in each] for each in product(range(_INK_STEPS), repeat=4)]
    rgb = [[(255 - each) * (255 - black) // 255 for each in colors] for *colors, black in inks]
    labs = [[round(255 * step / (_LAB_STEPS - 1)) for step in each] for each in product(range(_LAB_STEPS), repeat=3)]
    srgb, lab = ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB")
    to_lab = [_swap(each) for each in _convert(rgb, srgb, lab, "RGB", "LAB")]
    to_inks = [_separate(each) for each in _convert(map(_swap, labs), lab, srgb, "LAB", "RGB")]
    text = title.encode() + b"\0"
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(8 + 3 + 67),
        b"cprt": b"text\0\0\0\0" + b"nobody\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D),
        b"A2B0": _make_table(4, 3, _INK_STEPS, to_lab),
        b"B2A0": _make_table(3, 4, _LAB_STEPS, to_inks),
    }
    table, data, at = b"", b"", 132 + 12 * len(tags)
    for name, held in tags.items():
        padded = held + bytes(-len(held) % 4)
        table += name + struct.pack(">2I", at + len(data), len(held))
        data += padded
    head = (
        struct.pack(">I4sI", at + len(data), b"test", 0x02400000) + b"prtrCMYKLab " + struct.pack(">6H", 2026, *[1] * 5)
    )
    head += b"acsp" + bytes(28) + struct.pack(">3I", 0xF6D6, 0x10000, 0xD32D) + bytes(48)
    return head + struct.pack(">I", len(tags)) + table + data


def _convert(
    colors: Iterable[Sequence[int]], source: object, target: object, before: str, after: str
) -> Iterable[Sequence[int]]:
    pixels = [*colors]
    image = Image.frombytes(before, (len(pixels), 1), bytes(each for pixel in pixels for each in pixel))
    transform = ImageCms.buildTransform(source, target, before, after)  # type: ignore[arg-type]
    made = ImageCms.applyTransform(image, transform)
    assert made is not None
    data = made.tobytes()
    return [data[at : at + 3] for at in range(0, len(data), 3)]


def _swap(lab: Sequence[int]) -> list[int]:
    """Return a color in Lab with the other sign: Pillow's go from -128, those of a profile from 0."""
    return [lab[0], lab[1] ^ 128, lab[2] ^ 128]


def _separate(rgb: Sequence[int]) -> list[int]:
    black = (255 - max(rgb)) // 2
    return [*((255 - each - black) * 255 // (255 - black) for each in rgb), black]


def _make_table(inputs: int, outputs: int, steps: int, colors: Iterable[Sequence[int]]) -> bytes:
    """Return a table of 8 bits with straight curves (ICC.1:2001-04, 6.5.9)."""
    straight = bytes(range(256))
    one = [65536 if number % 4 == 0 else 0 for number in range(9)]
    start = b"mft1\0\0\0\0" + bytes((inputs, outputs, steps, 0)) + struct.pack(">9I", *one)
    return start + straight * inputs + bytes(each for color in colors for each in color) + straight * outputs
