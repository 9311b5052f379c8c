"""Turn a drawing of a program into a template of a game."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.language.suggestions import did_you_mean
from generator.load.layouts import list_layouts
from generator.model.color import Color
from generator.model.finding import DrawingError, Finding, Place, refuse
from generator.model.layout import LAYOUT_FOLDER
from generator.pipeline.build import read_game_data
from generator.pipeline.options import Options
from generator.pipeline.resources import find_game_folders, list_bundled_games
from generator.program.identity import find_resources
from generator.render.adoption.adoption import AdoptedDrawing, adopt_drawing, find_remaining_faults
from generator.render.fault_places import relative_path
from generator.render.svg.images import read_drawing
from generator.safety.files import LinkOutError, UnsafeFileError, read_regular_file, resolve_inside

_MOST_BYTES = 16 * 1024 * 1024  # as of a template


class Adoption(NamedTuple):
    """A drawing that was adopted: where it came from and went to, whose roles it has, and what its author must mend."""

    source: Path
    target: Path
    game: str
    drawing: AdoptedDrawing
    bytes_before: int
    faults: Sequence[Finding]


def adopt_file(
    source: Path, target: Path | None, game: str | None, palette: str | None, roles: Sequence[str]
) -> Adoption:
    """Write a drawing as a template; DataError if it cannot be read, or if anything stands in the way.

    Without a `target`, the template lies beside the drawing with `.j2` after its name. Without a `game`, it is the one
    whose folder the drawing is in, if any.
    """
    target = target or source.with_name(f"{source.name}.j2")
    if source.name.endswith(".j2") and target.name.endswith(".j2.j2"):
        says = f"{source.name} is already a template; name the new file with --out"
        raise refuse("GF001", Place(str(source)), says)
    home = find_home(source)
    _require_inside(source, home)
    folder = find_game_folders([game])[0] if game is not None else home
    data = _read(source)
    owner = read_game_data(folder, Options(palette=palette)) if folder is not None else None
    colors, stand_ins = (owner.colors, owner.data.fonts) if owner else ({}, {})
    _check_roles(roles, colors, folder)
    try:
        drawing = adopt_drawing(_decode(data, source), colors, roles)
    except DrawingError as error:
        raise refuse("GF201", Place(relative_path(str(source))), error.message) from None
    _write_new(target, drawing.text)
    home = folder or source.parent
    faults = find_remaining_faults(
        drawing.text, str(target), colors, game=home, shared=find_resources("templates"), stand_ins=stand_ins
    )
    return Adoption(source, target, folder.resolve().name if folder else "", drawing, len(data), faults=faults)


def adopt_layout(name: str, game: str | None) -> tuple[Path, Path]:
    """Copy the template of a layout into a game, and write the layout that uses it; return both files.

    GF008 for a layout that there is not, GF401 for a file that is there already.
    """
    if name not in list_layouts():
        raise refuse("GF008", Place("--layout"), f"there is no layout {name!r}{did_you_mean(name, list_layouts())}")
    folder = find_game_folders([game] if game else [])[0]
    template, settings = folder / "templates" / f"{name}.svg.j2", folder / f"{name}.yaml"
    if settings.exists():
        raise refuse("GF401", Place(str(settings)), "a file of this name exists already; move it away")
    template.parent.mkdir(exist_ok=True)
    _write_new(template, _read(find_resources("templates") / LAYOUT_FOLDER / template.name).decode())
    _write_new(settings, f"extends: {name}  # with all its slots\ntemplate: {template.name}  # in templates/\n")
    return template, settings


def find_home(path: Path) -> Path | None:
    """Return the folder of the game that a file belongs to: one around it, or the one its folder of templates names."""
    around = _folders_around(path)
    for folder in around:
        if os.path.lexists(folder / "game.yaml"):
            return folder
    shared = find_resources("templates").resolve()
    if shared in path.resolve().parents and (below := path.resolve().relative_to(shared).parts) and len(below) > 1:
        return list_bundled_games().get(below[0])
    return None


def _folders_around(path: Path) -> Sequence[Path]:
    """Return the folders that a file stands in; a link belongs where it stands, not where it leads."""
    return Path(os.path.normpath(path.absolute())).parents


def _require_inside(source: Path, home: Path | None) -> None:
    """Refuse a link in the folder of a game that leads out of it; GF007."""
    if home is None or home not in _folders_around(source):
        return
    try:
        resolve_inside(home, source)
    except LinkOutError:
        says = "the drawing is a link that leads out of the game's folder; copy the file in"
        raise refuse("GF007", Place(str(source)), says) from None
    except UnsafeFileError:
        return  # reading it says why


def _check_roles(roles: Sequence[str], colors: Mapping[str, Color], folder: Path | None) -> None:
    for role in roles:
        if folder is None:
            raise refuse(
                "GF001", Place("--role"), f"{role!r} is a role, but no game is known; name the game with --game"
            )
        if role not in colors:
            raise refuse("GF008", Place("--role"), f"the game has no color {role!r}{did_you_mean(role, colors)}")


def _read(source: Path) -> bytes:
    try:
        return read_regular_file(source, _MOST_BYTES)
    except UnsafeFileError as error:
        raise refuse("GF001", Place(str(source)), f"the drawing {error.why}") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise refuse("GF001", Place(str(source)), f"the drawing cannot be read: {why}") from None


def _decode(data: bytes, source: Path) -> str:
    """Return the text of a drawing in the encoding that it says, or UTF-8."""
    try:
        text = read_drawing(data)
    except DrawingError as error:
        raise refuse("GF002", Place(str(source)), error.message) from None
    if not re.search(r"<(?:[\w.-]+:)?svg\b", text):
        raise refuse("GF002", Place(str(source)), "the file holds no <svg>; save the drawing as SVG")
    return text


def _write_new(target: Path, text: str) -> None:
    """Write a file that is not there yet: nothing is ever written over."""
    try:
        with os.fdopen(
            os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "w", encoding="utf-8", newline="\n"
        ) as file:
            file.write(text)
    except FileExistsError:
        says = "a file of this name exists already; name another with --out"
        raise refuse("GF401", Place(str(target)), says) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise refuse("GF402", Place(str(target)), f"cannot be written: {why}") from None
