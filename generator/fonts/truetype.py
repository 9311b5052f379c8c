"""TrueType bytes go in, a Font with its metrics comes out; and a book of the fonts that a game can name."""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from struct import error as struct_error
from struct import unpack_from

from msgspec import Struct

from generator.language.suggestions import did_you_mean
from generator.model.finding import DrawingError, refuse
from generator.model.picture import Font
from generator.model.place import Place

_WEIGHTS = {"ExtraLight": 200, "Light": 300, "Regular": 400, "Semibold": 600, "Bold": 700, "Black": 900}
_FAMILIES = {
    "Source Sans Pro": ("font_source_sans_pro", "SourceSansPro"),
    "Source Serif Pro": ("font_source_serif_pro", "SourceSerifPro"),
}
_CAP = 200 * 1024 * 1024


class Bounds(dict[str, tuple[float, float]]):
    """From a character to the bottom and top of its ink in em, read from `glyf` when asked for."""

    def __init__(self, tables: "_Tables", glyphs: Mapping[str, int]) -> None:
        super().__init__()
        self._tables = tables
        self._glyphs = glyphs

    def __missing__(self, char: str) -> tuple[float, float]:
        bounds = self[char] = self._tables.ink(self._glyphs[char])
        return bounds


class _Tables:
    """The tables of one TrueType file (Apple and Microsoft specifications of sfnt)."""

    def __init__(self, data: bytes) -> None:
        if data[:4] not in (b"\0\1\0\0", b"true"):
            raise DrawingError("is not a TrueType font with outlines in `glyf`")
        count = unpack_from(">H", data, 4)[0]
        records = (unpack_from(">4s4xLL", data, 12 + 16 * index) for index in range(count))
        self.data = data
        self.at = {tag.decode("latin-1"): (offset, length) for tag, offset, length in records}
        if missing := [tag for tag in ("head", "hhea", "hmtx", "cmap", "loca", "glyf", "maxp") if tag not in self.at]:
            raise DrawingError(f"is not a TrueType font: it lacks the table {missing[0]}")
        if "fvar" in self.at:
            raise DrawingError("is a variable font; use a static instance of it")
        self.em: int = unpack_from(">H", data, self.at["head"][0] + 18)[0]
        self.long_loca = unpack_from(">h", data, self.at["head"][0] + 50)[0] == 1

    def advances(self) -> list[int]:
        """Return the advance of each glyph in font units."""
        glyphs = unpack_from(">H", self.data, self.at["maxp"][0] + 4)[0]
        metrics = unpack_from(">H", self.data, self.at["hhea"][0] + 34)[0]
        widths: list[int] = list(unpack_from(f">{2 * metrics}H", self.data, self.at["hmtx"][0])[::2])
        return [*widths, *widths[-1:] * int(glyphs - metrics)]

    def glyphs(self) -> dict[str, int]:
        """Return the character map: the best Unicode subtable, of format 12 or 4."""
        base = self.at["cmap"][0]
        best: dict[int, int] = {}
        for index in range(unpack_from(">H", self.data, base + 2)[0]):
            platform, encoding, offset = unpack_from(">HHL", self.data, base + 4 + 8 * index)
            if platform == 0 or (platform == 3 and encoding in (1, 10)):
                best.setdefault(unpack_from(">H", self.data, base + offset)[0], base + offset)
        if 12 in best:
            return dict(self._format_12(best[12]))
        if 4 in best:
            return dict(self._format_4(best[4]))
        raise DrawingError("has no Unicode character map")

    def _format_12(self, at: int) -> Iterator[tuple[str, int]]:
        for group in range(unpack_from(">L", self.data, at + 12)[0]):
            first, last, glyph = unpack_from(">LLL", self.data, at + 16 + 12 * group)
            yield from ((chr(code), glyph + code - first) for code in range(first, last + 1))

    def _format_4(self, at: int) -> Iterator[tuple[str, int]]:
        n = unpack_from(">H", self.data, at + 6)[0] // 2
        ends = unpack_from(f">{n}H", self.data, at + 14)
        starts = unpack_from(f">{n}H", self.data, at + 16 + 2 * n)
        deltas = unpack_from(f">{n}H", self.data, at + 16 + 4 * n)
        ranges = unpack_from(f">{n}H", self.data, at + 16 + 6 * n)
        for k in range(n):
            for code in range(starts[k], min(ends[k], 0xFFFE) + 1):
                glyph = code
                if ranges[k]:
                    where = at + 16 + 6 * n + 2 * k + ranges[k] + 2 * (code - starts[k])
                    glyph = unpack_from(">H", self.data, where)[0]
                if glyph or not ranges[k]:
                    glyph = (glyph + deltas[k]) & 0xFFFF
                if glyph:
                    yield chr(code), glyph

    def ink(self, glyph: int) -> tuple[float, float]:
        """Return the bottom and top of a glyph's ink in em; 0, 0 where it has none."""
        loca = self.at["loca"][0]
        if self.long_loca:
            begin, end = unpack_from(">LL", self.data, loca + 4 * glyph)
        else:
            begin, end = (2 * value for value in unpack_from(">HH", self.data, loca + 2 * glyph))
        if begin == end:
            return 0.0, 0.0
        low, high = unpack_from(">h2xh", self.data, self.at["glyf"][0] + begin + 4)
        return low / self.em, high / self.em

    def said(self, platforms: tuple[int, ...] = (0, 3), code: str = "utf-16-be") -> dict[int, str]:
        """Return what the file says of itself, by the numbers of the table `name`."""
        base = self.at["name"][0]
        count, strings = unpack_from(">HH", self.data, base + 2)
        found: dict[int, str] = {}
        for index in range(count):
            platform, _, _, name, length, offset = unpack_from(">6H", self.data, base + 6 + 12 * index)
            raw = self.data[base + strings + offset : base + strings + offset + length]
            if platform in platforms:
                found.setdefault(name, raw.decode(code, "replace"))
        return found

    def postscript(self) -> str:
        """Return the name that a PDF has for it: that for PostScript, or else the whole name or the family."""
        said = {**self.said((1,), "mac-roman"), **self.said()}
        return (said.get(6) or said.get(4) or said.get(1, "")).replace(" ", "-")

    def names(self) -> tuple[str, int, bool]:
        """Return family (name 16, or else 1), weight and whether it is italic."""
        found = self.said()
        weight, flags = 400, 0
        if "OS/2" in self.at:
            weight = unpack_from(">H", self.data, self.at["OS/2"][0] + 4)[0]
            flags = unpack_from(">H", self.data, self.at["OS/2"][0] + 62)[0]
        return found.get(16) or found.get(1, ""), weight, bool(flags & 1)


def read_font(data: bytes, name: str, family: str = "", weight: int = 0, italic: bool = False) -> Font:
    """Return the font; without a family, what the file says of itself. Anything but a static TTF is a PictureError."""
    tables = _Tables(data)
    glyphs, advances, em = tables.glyphs(), tables.advances(), tables.em
    if not family:
        family, weight, italic = tables.names()
    ascent, descent = (value / em for value in unpack_from(">hh", data, tables.at["hhea"][0] + 4))
    bounds = Bounds(tables, glyphs)
    return Font(
        name=name,
        family=family,
        weight=weight,
        italic=italic,
        data=data,
        advances={char: advances[glyph] / em for char, glyph in glyphs.items()},
        bounds=bounds,
        cap_height=bounds["H"][1] if "H" in glyphs else ascent,
        ascent=ascent,
        descent=descent,
        glyphs=glyphs,
        em=em,
    )


class FontBook(Struct, frozen=True, eq=False):
    """The fonts that a game can name: its own `fonts/*.ttf` first, then the two Source families."""

    own: Mapping[tuple[str, int, bool], Font]

    def find(self, family: str, weight: int, italic: bool) -> Font:
        """Return the face; a family or weight that there is not is refused by name."""
        font = self.own.get((family, weight, italic))
        if font is not None:
            return font
        if family not in _FAMILIES:
            names = {*_FAMILIES, *(family for family, _, _ in self.own)}
            raise DrawingError(f"there is no font {family!r}{did_you_mean(family, names)}", code="GF204")
        if weight not in _WEIGHTS.values():
            weights = ", ".join(map(str, _WEIGHTS.values()))
            raise DrawingError(f"{family} has no weight {weight}; there is {weights}", code="GF204")
        return bundled(family, weight, italic)

    def named(self, name: str) -> Font | None:
        """Return the face that goes by this name in a PDF, if there is one."""
        for font in self.own.values():
            if _Tables(font.data).postscript() == name:
                return font
        known = product(_FAMILIES, _WEIGHTS.values(), (False, True))
        return next((bundled(*key) for key in known if _name(*key) == name), None)


def _name(family: str, weight: int, italic: bool) -> str:
    """Return the name of a face of the font packages, which is that of its file."""
    style = next(style for style, value in _WEIGHTS.items() if value == weight)
    return f"{_FAMILIES[family][1]}-{(style.replace('Regular', '') + 'It') if italic else style}"


@cache
def bundled(family: str, weight: int, italic: bool) -> Font:
    """Return a face of the font packages; they are read once a process, and never change."""
    from importlib.util import find_spec

    name = _name(family, weight, italic)
    spec = find_spec(_FAMILIES[family][0])
    if spec is None or spec.origin is None:
        raise DrawingError(f"the package of the font {family!r} is not installed", code="GF204")
    data = (Path(spec.origin).parent / "files" / f"{name}.ttf").read_bytes()
    return read_font(data, name, family, weight, italic)


def open_fonts(folder: Path) -> FontBook:
    """Return the book of a game whose own fonts, if any, stand in `folder`; a bad file is a DataError (GF204)."""
    own: dict[tuple[str, int, bool], Font] = {}
    for path in sorted(folder.glob("*")) if folder.is_dir() else ():
        if path.suffix.lower() not in (".ttf", ".otf", ".ttc", ".woff", ".woff2"):
            continue
        try:
            if not path.resolve().is_relative_to(folder.parent.resolve()) or path.stat().st_size > _CAP:
                raise DrawingError("lies outside the game's folder, or is too large")
            font = read_font(path.read_bytes(), f"own-{path.stem}")
        except (DrawingError, OSError, LookupError, ValueError, struct_error) as error:
            message = error.message if isinstance(error, DrawingError) else "is damaged, or cannot be read"
            raise refuse("GF204", Place(os.path.relpath(path)), f"the font {message}") from None
        own[font.family, font.weight, font.italic] = font
    return FontBook(own)
