"""Name the folders of the system that hold fonts, without what reads these."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path


def list_font_folders() -> Iterator[Path]:
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
