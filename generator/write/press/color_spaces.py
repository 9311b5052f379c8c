"""Read the color spaces of a PDF (PDF 1.7, 8.6), and convert their colors to inks or, in masks, to brightness.

Functions that take one number, as those of gradients and spot colors, are evaluated (7.10).
"""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from pikepdf import Array, Dictionary, Name, Stream

from generator.write.press.press_inks import Ink, PressInks

SpaceKind = Literal["gray", "rgb", "cmyk", "indexed", "tint", "pattern", "kept"]
_ALIKE = 0.5 / 255  # channels that differ by less are a gray
_DEEPEST = 6  # color spaces within one another
_NAMES: dict[str, SpaceKind] = {
    **dict.fromkeys(("/DeviceGray", "/CalGray", "/G"), "gray"),
    **dict.fromkeys(("/DeviceRGB", "/CalRGB", "/RGB"), "rgb"),
    **dict.fromkeys(("/DeviceCMYK", "/CMYK"), "cmyk"),
    "/Pattern": "pattern",
}
_CHANNELS: dict[int, SpaceKind] = {1: "gray", 3: "rgb", 4: "cmyk"}


_DEEPEST_FUNCTION = 20  # functions within one another
_PROGRAM = "a gradient or a spot color that is computed by a program"
_MOST_TABLE_BYTES = 4 * 1024 * 1024  # of a function or a profile: those of cameras have 3 kB


class UnconvertedError(Exception):
    """Something that is not converted to inks; the text says what."""


def read_table(stream: Any) -> bytes:
    """Return the bytes of a small stream, such as the samples of a function; a stranger's may unpack to any size."""
    data = bytes(stream.read_raw_bytes())
    if "/Filter" in stream:
        if str(stream.Filter) != "/FlateDecode" or "/DecodeParms" in stream:
            raise UnconvertedError("a table of colors that is packed in an unusual way")
        data = zlib.decompressobj().decompress(data, _MOST_TABLE_BYTES + 1)
    if len(data) > _MOST_TABLE_BYTES:
        raise UnconvertedError("a table of colors that is too large")
    return data


def evaluate_function(function: Any, value: float, depth: int = 0) -> list[float]:
    """Return what a function, or an array of functions of one result each, has at a value."""
    if depth > _DEEPEST_FUNCTION:
        raise UnconvertedError(_PROGRAM)
    if isinstance(function, Array) and depth == 0:
        return [each for part in function for each in evaluate_function(part, value, depth + 1)]
    low, high = _read_numbers(function.Domain)[:2]
    value = min(max(value, low), high)
    match int(function.FunctionType):
        case 0:
            found = _interpolate_samples(function, value, low, high)
        case 2:
            starts, ends = (_read_numbers(function.get(key, Array([each]))) for key, each in (("/C0", 0), ("/C1", 1)))
            power = value ** float(function.N)
            found = [start + power * (end - start) for start, end in zip(starts, ends, strict=True)]
        case 3:
            found = _stitch(function, value, low, high, depth)
        case _:
            raise UnconvertedError(_PROGRAM)
    limits = _read_numbers(function.get("/Range", Array()))
    return [
        min(max(each, *limits[2 * n : 2 * n + 1]), limits[2 * n + 1]) if limits else each
        for n, each in enumerate(found)
    ]


def _stitch(function: Any, value: float, low: float, high: float, depth: int) -> list[float]:
    bounds, encode = _read_numbers(function.Bounds), _read_numbers(function.Encode)
    number = sum(value >= bound for bound in bounds)
    ends = [low, *bounds, high]
    start, end = ends[number], ends[number + 1]
    first, last = encode[2 * number : 2 * number + 2]
    part = (value - start) / (end - start) if end > start else 0.0
    return evaluate_function(function.Functions[number], first + part * (last - first), depth + 1)


def _interpolate_samples(function: Any, value: float, low: float, high: float) -> list[float]:
    sizes, bits = _read_numbers(function.Size), int(function.BitsPerSample)
    if len(sizes) != 1 or bits not in (8, 16) or sizes[0] < 1:
        raise UnconvertedError(_PROGRAM)
    size, limits, wide = int(sizes[0]), _read_numbers(function.Range), bits // 8
    count = len(limits) // 2
    data = read_table(function)
    if len(data) < size * count * wide:
        raise UnconvertedError(_PROGRAM)
    first, last = _read_numbers(function.get("/Encode", Array([0, size - 1])))
    decode = _read_numbers(function.get("/Decode", Array(limits)))
    at = min(max(first + (value - low) / ((high - low) or 1) * (last - first), 0), size - 1)
    before = min(int(at), max(0, size - 2))
    part = at - before

    def read(sample: int, channel: int) -> float:
        start = (min(sample, size - 1) * count + channel) * wide
        bottom, top = decode[2 * channel : 2 * channel + 2]
        share = int.from_bytes(data[start : start + wide], "big") / ((1 << bits) - 1)
        return bottom + share * (top - bottom)

    return [read(before, n) * (1 - part) + read(before + 1, n) * part for n in range(count)]


def _read_numbers(numbers: Sequence[Any]) -> list[float]:
    return [float(each) for each in numbers]


class ColorSpace(NamedTuple):
    """A color space: what its colors are, and what they lead to.

    `profile` is that of RGB colors; `base` and `table` belong to a palette, `base` and `tint` to a spot color; what is
    kept is in gray or CMYK already.
    """

    kind: SpaceKind
    profile: bytes = b""
    base: "ColorSpace | None" = None
    table: bytes = b""
    tint: Any = None

    @property
    def channels(self) -> int:
        """Return how many numbers make a color."""
        return {"rgb": 3, "cmyk": 4}.get(self.kind, 1)

    @property
    def first_color(self) -> tuple[float, ...]:
        """Return the color that a change to the space sets."""
        firsts: dict[str, tuple[float, ...]] = {"cmyk": (0.0, 0.0, 0.0, 1.0), "tint": (1.0,), "kept": (), "pattern": ()}
        return firsts.get(self.kind, (0.0,) * self.channels)


def read_space(told: Any, resources: Any, depth: int = 0) -> ColorSpace:
    """Return a color space by what a stream tells; `resources` are those of the stream."""
    if depth > _DEEPEST:
        raise UnconvertedError("a color space within itself")
    if isinstance(told, Name):
        if str(told) in _NAMES:
            return ColorSpace(_NAMES[str(told)])
        held = resources.get("/ColorSpace", Dictionary()).get(told)
        if held is None:
            raise UnconvertedError(f"the color space {told}")
        return read_space(held, Dictionary(), depth + 1)
    if not isinstance(told, Array) or not len(told):
        raise UnconvertedError("a color space of no known form")
    return _read_array(told, resources, depth)


def _read_array(told: Array, resources: Any, depth: int) -> ColorSpace:
    def read_base(held: Any) -> ColorSpace:
        return read_space(held, resources, depth + 1)

    kind = str(told[0])
    match kind:
        case "/ICCBased":
            found = _CHANNELS.get(int(told[1].N))
            if found is None:
                raise UnconvertedError(f"an ICC profile of {told[1].N} channels")
            return ColorSpace(found, read_table(told[1]) if found == "rgb" else b"")
        case "/Indexed" | "/I":
            table = read_table(told[3]) if isinstance(told[3], Stream) else bytes(told[3])
            return ColorSpace("indexed", base=read_base(told[1]), table=table)
        case "/Pattern":
            return ColorSpace("pattern", base=read_base(told[1]) if len(told) > 1 else None)
        case "/Separation" | "/DeviceN":
            base = read_base(told[2])
            if base.kind in ("gray", "cmyk"):
                return ColorSpace("kept")
            if kind == "/DeviceN" and len(told[1]) != 1:
                raise UnconvertedError("a mixture of spot colors that is defined in RGB")
            return ColorSpace("tint", base=base, tint=told[3])
    if kind in _NAMES:
        return ColorSpace(_NAMES[kind])
    raise UnconvertedError(f"colors of the kind {kind.strip('/')}")


def find_rgb(space: ColorSpace, color: Sequence[float]) -> tuple[tuple[float, ...], bytes] | None:
    """Return a color as RGB with its profile; None for one in CMYK."""
    match space.kind:
        case "gray":
            return (color[0],) * 3, b""
        case "rgb":
            return tuple(color[:3]), space.profile
        case "indexed" if space.base is not None:
            start = int(color[0]) * space.base.channels
            return find_rgb(space.base, [each / 255 for each in space.table[start : start + space.base.channels]])
        case "tint" if space.base is not None:
            return find_rgb(space.base, evaluate_function(space.tint, color[0]))
    return None


def convert_color(space: ColorSpace, color: Sequence[float], inks: PressInks, is_plain: bool) -> Ink:
    """Return a color in inks; a gray as black alone if `is_plain`, as in text."""
    found = find_rgb(space, color)
    if found is None:
        return _find_cmyk(space, color)
    rgb, profile = found
    if is_plain and max(rgb) - min(rgb) < _ALIKE:
        return inks.convert_gray(round(rgb[0], 4))
    return inks.convert_color(rgb, profile)


def _find_cmyk(space: ColorSpace, color: Sequence[float]) -> Ink:
    if space.kind == "indexed":
        start = int(color[0]) * 4
        return tuple(each / 255 for each in space.table[start : start + 4])
    return tuple(color)


def find_brightness(space: ColorSpace, color: Sequence[float]) -> float:
    """Return the brightness of a color as a mask counts it (PDF 1.7, 11.5.3)."""
    found = find_rgb(space, color)
    if found is None:
        cyan, magenta, yellow, black = _find_cmyk(space, color)
        return 1 - min(1.0, 0.3 * cyan + 0.59 * magenta + 0.11 * yellow + black)
    red, green, blue = found[0]
    return 0.3 * red + 0.59 * green + 0.11 * blue


Convert = Callable[[ColorSpace, Sequence[float], bool], tuple[float, ...]]
