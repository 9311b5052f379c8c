"""Take a rulebook that somebody has into a new game: the file, the images that it shows, and its title."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from generator.language.emphasis import strip_markup
from generator.language.markdown import blank_front_matter, find_front_title
from generator.load.files import read_prose
from generator.load.rules_entry import list_shown_images
from generator.model.finding import Place, refuse
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.safety.image_files import MAX_IMAGE_BYTES

_HEADING = re.compile(r"^# +(\S.*?)[ #]*$", re.MULTILINE)
_MARKDOWN = (".md", ".markdown", ".txt")
_MOST_BYTES = 4 * 1024 * 1024  # of rules


class RulesCopy(NamedTuple):
    """The rules of a new game: their file in it, all files that were copied, and the title that they give the game."""

    name: str
    files: Sequence[Path]
    title: str


def copy_rules(folder: Path, source: Path) -> RulesCopy:
    """Copy rules in Markdown, and the images beside them that they show, into the folder of a game; DataError."""
    place = Place(str(source))
    if source.suffix.lower() not in _MARKDOWN:
        raise refuse("GF002", place, "rules are read as Markdown; save them as text with the ending .md")
    text, _ = read_prose(source.parent, source.name, place)
    heading = _HEADING.search(blank_front_matter(text))
    title = find_front_title(text) or (strip_markup(heading[1], heading[1]) if heading else "")
    names = [name for name in list_shown_images([text]) if (source.parent / name).is_file()]
    rules = f"{source.stem}.md"
    files = [_copy(source, folder / rules, _MOST_BYTES)]
    files += [_copy(source.parent / name, folder / name, MAX_IMAGE_BYTES) for name in names]
    return RulesCopy(rules, files, title)


def _copy(source: Path, target: Path, most: int) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        target.write_bytes(read_regular_file(source, most))
    except UnsafeFileError as error:
        raise refuse("GF001", Place(str(source)), f"the file {error.why}") from None
    return target
