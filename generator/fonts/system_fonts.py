"""Find fonts of the system by name, for signs that neither a game nor gutterfold has: emoji, and East Asian scripts."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from generator.fonts.signs import SignFont

_MOST_FILES = 20_000
_MOST_BYTES = 128 * 1024 * 1024
_EMOJI_PACKAGE = "manimgx_fonts"
_ENDINGS = (".ttf", ".otf", ".ttc")
# names of fonts with many signs, and the beginnings of the names of their files, in the order in which they are asked
_KNOWN = {
    "Noto Emoji": "notoemoji",
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


def _list_folders() -> Iterator[Path]:
    """Yield the folders in which this system keeps its fonts."""
    home = Path.home()
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"
        yield Path(os.environ.get("LOCALAPPDATA", home)) / "Microsoft" / "Windows" / "Fonts"
    elif sys.platform == "darwin":
        yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts")
    else:
        yield from (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
        yield from (home / ".local" / "share" / "fonts", home / ".fonts")


@cache
def _list_files() -> dict[str, Path]:
    """Return the font files of the system by their names, without signs and capitals."""
    found: dict[str, Path] = {}
    for top in _list_folders():
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
            return SignFont(family, lambda path=files[name]: (_read_file(path), 0))  # type: ignore[misc]
    return None


def list_known_system_fonts() -> Iterator[SignFont]:
    """Yield the fonts with many signs that this system has, first Noto Emoji as an optional package brings it."""
    if (spec := find_spec(_EMOJI_PACKAGE)) is not None and spec.origin:
        path = Path(spec.origin).with_name("NotoEmoji[wght].ttf")
        yield SignFont("Noto Emoji", lambda: (_read_file(path), 0))
    yield from filter(None, map(find_system_font, _KNOWN))


def _read_file(path: Path) -> bytes:
    from generator.safety.files import read_regular_file

    return read_regular_file(path, _MOST_BYTES)
