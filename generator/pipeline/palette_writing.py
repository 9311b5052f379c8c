"""Write the paints that were tried on a game as a palette of its own."""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from generator.model.finding import Place, refuse
from generator.safety.files import UnsafeFileError
from generator.safety.folders import GuardedFolder

_NAME = re.compile(r"[a-z][a-z0-9-]{0,63}")


def compose_palette(name: str, paints: Mapping[str, str]) -> str:
    """Return the text of a palette with a paint for each role; GF006 if it cannot have this name."""
    if not _NAME.fullmatch(name):
        says = f"{name[:80]!r} cannot name a palette: use a lowercase letter, then lowercase letters, digits and -"
        raise refuse("GF006", Place("palettes"), says)
    lines = "".join(f'  {role}: "{paint}"\n' for role, paint in paints.items())
    return f"title: {name.replace('-', ' ').capitalize()}\npaint:\n{lines}"


def write_palette(folder: Path, name: str, text: str) -> Path:
    """Write a new palette into a game's folder, whole or not at all; GF401 if there is one of its name, or a link."""
    home, file = folder / "palettes", f"{name}.yaml"
    with suppress(FileExistsError):
        home.mkdir()
    try:
        with GuardedFolder(folder) as guarded:
            guarded.create_file(f"palettes/{file}", text.encode("utf-8"), durable=True)
    except FileExistsError:
        raise refuse("GF401", Place(str(home / file)), "there is a palette of this name; choose another") from None
    except UnsafeFileError as error:
        raise refuse("GF401", Place(str(home / file)), f"the palette {error.why}") from None
    except OSError as error:
        raise refuse("GF402", Place(str(home / file)), error.strerror or os.strerror(error.errno or 0)) from None
    return home / file
