"""Open the fonts that a game brings along: TrueType, OpenType, variable and web fonts, and collections."""

import os
from collections.abc import Iterator
from pathlib import Path
from struct import error as struct_error
from typing import NamedTuple

from msgspec.structs import replace

from generator.fonts.conversion import (
    Axis,
    convert_block,
    convert_font,
    count_faces,
    count_glyphs,
    read_axes,
    unpack_font,
)
from generator.fonts.signs import SignFont, Signs
from generator.fonts.truetype import check_font_kind, read_font
from generator.model.finding import DrawingError, Place, refuse
from generator.model.picture import Font

_MOST_BYTES = 32 * 1024 * 1024  # a font with all of Chinese, Japanese and Korean has 20 MB
_MOST_BYTES_IN_ALL = 4 * _MOST_BYTES  # they are kept in memory
_MOST_CONVERTED = 8000  # glyphs of a font that is converted as a whole, in some 10 s; of others, parts are
_ENDINGS = (".ttf", ".otf", ".ttc", ".woff", ".woff2")
_KINDS = (b"OTTO", b"ttcf", b"wOFF", b"wOF2")
_WEIGHT_STEP = 25  # so that a template cannot ask for a thousand instances
_FIRST = [chr(code) for code in range(0x20, 0x250)]
# of the usual width, by the words that follow the family in the name of such a font (CSS Fonts 4, 2.3)
_WIDTHS = {
    "UltraCondensed": 50.0,
    "ExtraCondensed": 62.5,
    "Condensed": 75.0,
    "SemiCondensed": 87.5,
    "SemiExpanded": 112.5,
    "Expanded": 125.0,
    "ExtraExpanded": 150.0,
    "UltraExpanded": 200.0,
}

Face = tuple[str, int, bool]


class VariableFont(NamedTuple):
    """A variable font of a game, from which instances are made, in its usual width or in `width` (percent)."""

    family: str
    italic: bool
    data: bytes
    number: int
    axes: dict[str, Axis]
    width: float | None = None

    def list_widths(self) -> "Iterator[VariableFont]":
        """Yield the font in each width that it has, each a family of its own, such as Roboto Condensed."""
        yield self
        axis = self.axes.get("wdth", Axis(100, 100, 100))
        for word, width in _WIDTHS.items():
            if axis.least <= width <= axis.most and width != axis.usual:
                yield self._replace(family=f"{self.family} {word}", width=width)

    def choose_weight(self, weight: int) -> int:
        """Return the weight of the instance that stands for a weight."""
        least, _, most = self.axes.get("wght", Axis(400, 400, 400))
        return round(min(max(round(weight / _WEIGHT_STEP) * _WEIGHT_STEP, least), most))

    def make_instance(self, weight: int) -> Font:
        """Return the instance of a weight; DrawingError for a font that cannot be read."""
        place = {tag: axis.usual for tag, axis in self.axes.items()}
        if "wght" in place:
            place["wght"] = weight
        if self.width is not None:
            place["wdth"] = self.width
        if self.italic:
            place |= {"ital": 1.0} if "ital" in place else {"slnt": self.axes["slnt"].least} if "slnt" in place else {}
        slant = "Italic" if self.italic else ""
        name = f"{''.join(filter(str.isalnum, self.family))[:40]}-{weight}{slant}"
        data = convert_font(self.data, self.number, place, name)
        return _read_sound_font(data, f"own-{name}", self.family, weight, self.italic)


def open_own_fonts(folder: Path) -> tuple[dict[Face, Font], dict[tuple[str, bool], VariableFont]]:
    """Return the static fonts of a folder and its variable ones; DataError (GF204) for a bad file."""
    from generator.safety.files import is_ignored_name

    own: dict[Face, Font] = {}
    varying: dict[tuple[str, bool], VariableFont] = {}
    left = _MOST_BYTES_IN_ALL
    for path in sorted(folder.glob("*")):
        if path.suffix.lower() not in _ENDINGS or is_ignored_name(path.name):
            continue
        try:
            for font in _open_file(path, folder.parent):
                left -= len(font.data)
                if left < 0:
                    raise DrawingError(f"and those before it are larger than {_MOST_BYTES_IN_ALL >> 20} MiB together")
                if isinstance(font, VariableFont):
                    varying |= {(each.family, each.italic): each for each in font.list_widths()}
                else:
                    own[font.family, font.weight, font.italic] = font
        except DrawingError as error:
            raise refuse("GF204", Place(os.path.relpath(path)), f"the font {error.message}") from None
        except (LookupError, ValueError, OverflowError, struct_error):
            says = "the font is damaged: a table leads out of the file"
            raise refuse("GF204", Place(os.path.relpath(path)), says) from None
    return own, varying


def _open_file(path: Path, home: Path) -> Iterator[Font | VariableFont]:
    """Yield the fonts of a file, whose tables are all validated; DrawingError says what is wrong with it."""
    from generator.safety.files import UnsafeFileError, read_regular_file, resolve_inside

    try:
        data = read_regular_file(resolve_inside(home, path), _MOST_BYTES)
    except UnsafeFileError as error:
        raise DrawingError(error.why) from None
    except OSError as error:
        raise DrawingError(f"cannot be read: {error.strerror}") from None
    if data[:4] not in _KINDS:
        check_font_kind(data)
        if b"fvar" not in data[12 : 12 + 16 * 100]:
            yield _read_sound_font(data, f"own-{path.stem}")
            return
    data = unpack_font(data)
    faces = count_faces(data)
    for number in range(faces):
        name = f"own-{path.stem}{f'-{number}' if faces > 1 else ''}"
        if axes := read_axes(data, number):
            yield from _list_variable_fonts(data, number, axes, name)
        elif count_glyphs(data, number) > _MOST_CONVERTED:
            yield _open_by_blocks(data, number, name)
        else:
            yield _read_sound_font(convert_font(data, number), name)


def _list_variable_fonts(data: bytes, number: int, axes: dict[str, Axis], name: str) -> Iterator[VariableFont]:
    """Yield a variable font, and its italic if it has one on an axis."""
    usual = _read_sound_font(convert_font(data, number, {tag: axis.usual for tag, axis in axes.items()}), name)
    yield VariableFont(usual.family, usual.italic, data, number, axes)
    slants = axes.get("ital", Axis(0, 0, 0)).most > 0 or axes.get("slnt", Axis(0, 0, 0)).least < 0
    if slants and not usual.italic:
        yield VariableFont(usual.family, True, data, number, axes)


def _open_by_blocks(data: bytes, number: int, name: str) -> Font:
    """Return a large font as its Latin letters, with the rest of it as signs, which are converted as they are used."""
    first = convert_block(data, number, _FIRST, "".join(filter(str.isalnum, name))[:60])
    font = _read_sound_font(first, name)
    return replace(font, signs=Signs([SignFont(font.family, lambda: (data, number))]))


def _read_sound_font(data: bytes, name: str, family: str = "", weight: int = 0, italic: bool = False) -> Font:
    from generator.fonts.font_validation import validate_font  # few games have fonts of their own

    check_font_kind(data)
    validate_font(data)
    return read_font(data, name, family, weight, italic)
