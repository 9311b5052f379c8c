"""Find fonts of the system by name, for signs that neither a game nor gutterfold has, such as East Asian scripts."""

import os
from collections.abc import Iterator
from functools import cache, partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from struct import error as struct_error

from generator.fonts.signs import SignFont, read_packaged_font
from generator.fonts.system_folders import list_font_folders

_MOST_FILES = 20_000
_MOST_BYTES = 128 * 1024 * 1024
_CJK_PACKAGE = "manimgx_fonts_cjk"
_ENDINGS = (".ttf", ".otf", ".ttc")
# names of fonts with many signs, and the beginnings of the names of their files, in the order in which they are asked
_KNOWN = {
    "Segoe UI Symbol": "seguisym",
    "Segoe UI Emoji": "seguiemj",
    "Apple Symbols": "applesymbols",
    "Noto Sans CJK": "notosanscjkregular",
    "Noto Sans JP": "notosansjp",
    "Noto Sans SC": "notosanssc",
    "Noto Sans KR": "notosanskr",
    "Hiragino Sans": "\u30d2\u30e9\u30ae\u30ce角ゴシックw3",
    "Hiragino Sans GB": "hiraginosansgb",
    "PingFang": "pingfang",
    "MS Gothic": "msgothic",
    "Yu Gothic": "yugothr",
    "Microsoft YaHei": "msyh",
    "Malgun Gothic": "malgun",
    "DejaVu Sans": "dejavusans",
    "Symbola": "symbola",
}


@cache
def _list_files() -> dict[str, Path]:
    """Return the font files of the system by their names, without signs and capitals."""
    found: dict[str, Path] = {}
    for top in list_font_folders():
        for folder, _, names in os.walk(top):
            for name in sorted(names):
                if name.lower().endswith(_ENDINGS) and len(found) < _MOST_FILES:
                    found.setdefault(_plain(Path(name).stem), Path(folder) / name)
    return found


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name.lower()))


def find_system_font(family: str) -> SignFont | None:
    """Return a font of the system by its family, upright and regular; None if there is none."""
    stem, files = _plain(family), _list_files()
    begins = _KNOWN.get(family, stem)
    for name in (begins, f"{begins}regular", f"{begins}vf", f"{begins}variablefontwght"):
        if name in files:
            return SignFont(family, partial(_read_face, files[name], 0))
    return None


def find_collected_font(family: str) -> SignFont | None:
    """Return a font of the system that is a face of a collection, such as MS PGothic in msgothic.ttc; None if none is.

    Each collection is opened for its names, so this is asked for families that a game names.
    """
    for path in _list_files().values():
        families = _read_families(path) if path.suffix.lower() == ".ttc" else []
        if family in families:
            return SignFont(family, partial(_read_face, path, families.index(family)))
    return None


def _read_face(path: Path, number: int) -> tuple[bytes, int]:
    return _read_file(path), number


def _read_families(path: Path) -> list[str]:
    """Return the family of each face of a collection; none of a file that cannot be read."""
    from fontTools.ttLib import TTCollection, TTLibError

    try:
        collection = TTCollection(BytesIO(_read_file(path)), lazy=True)
        return [font["name"].getBestFamilyName() or "" for font in collection.fonts]
    except (OSError, TTLibError, KeyError, AssertionError, struct_error):
        return []


def list_known_system_fonts() -> Iterator[SignFont]:
    """Yield the fonts with many signs that this system has, first the one that the extra `cjk` brings."""
    if find_spec(_CJK_PACKAGE) is not None:
        yield SignFont("Noto Sans CJK", partial(read_packaged_font, _CJK_PACKAGE, "NotoSansCJK-VF.otf.ttc"))
    yield from filter(None, map(find_system_font, _KNOWN))


def _read_file(path: Path) -> bytes:
    from generator.safety.files import read_regular_file

    return read_regular_file(path, _MOST_BYTES)
