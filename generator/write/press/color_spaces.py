"""Read the color spaces of a PDF (PDF 1.7, 8.6), and convert their colors to inks or, in masks, to brightness."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from pikepdf import Array, Dictionary, Name, Stream

from generator.write.press.pdf_functions import UnconvertedError, evaluate_function, read_table
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
