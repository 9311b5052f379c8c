"""Read the key `rules` of `game.yaml`: a file, or a mapping with the file, the form and the color of its headings."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from generator.language.markdown import normalize_image_name
from generator.language.suggestions import did_you_mean
from generator.load.yaml_nodes import Node
from generator.model.finding import Finding
from generator.safety.files import UnsafeFileError, is_ignored_name, resolve_inside

_SHOWN = re.compile(
    r"""(?:\]\(\s*<?|\]:\s*<?|\bsrc\s*=\s*["']?)([^\s<>"')]{1,500}\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|avif))\b""",
    re.IGNORECASE,
)


def find_rules_node(root: Node) -> Node | None:
    """Return the node with the file of the rules, in either form of the key; None for a game without rules."""
    rules = root.get("rules")
    return rules.get("file") if rules and isinstance(rules.value, dict) else rules


def list_shown_images(texts: Iterable[str]) -> list[str]:
    """Return the images that rules show, by their paths from the folder in which they are looked for."""
    return sorted({normalize_image_name(unquote(name)) for text in texts for name in _SHOWN.findall(text)})


def find_loose_images(folder: Path, texts: Iterable[str], home: Path) -> Iterator[str]:
    """Yield the images of a game's folder that lie outside its `images/` and are named in rules.

    They are named from the game's folder, or from that of the rules, its `home`.
    """
    named = list_shown_images(texts)
    for name in sorted({*named, *((home / each).as_posix() for each in named)}):
        if name.startswith("images/") or any(map(is_ignored_name, name.split("/"))):
            continue
        with suppress(UnsafeFileError, OSError, ValueError):
            if resolve_inside(folder, folder / name).is_file():
                yield name


def check_rules_entry(root: Node, roles: Iterable[str]) -> Iterator[Finding]:
    """Report a color of headings that the game does not have (GF008), and the cover of a sheet (GF006)."""
    rules, cover = root.get("rules"), root.get("cover")
    form = rules.get("form") if rules and isinstance(rules.value, dict) else None
    if cover and cover.value is not None and form and form.value == "sheet":
        says = "cover: a rule sheet has no title page; leave `cover` out, and show the figure in the rules"
        yield Finding("GF006", cover.place, says)
    headings = rules.get("headings") if rules and isinstance(rules.value, dict) else None
    if headings and isinstance(headings.value, str) and headings.value not in (known := list(roles)):
        hint = suggest_role(headings.value, known) or "; add it to `colors`, or leave `headings` out"
        yield Finding("GF008", headings.place, f"rules.headings: there is no color role {headings.value!r}{hint}")


def suggest_role(name: str, roles: Iterable[str]) -> str:
    """Return a hint for an unknown color role; a paint in its place belongs among the colors."""
    if name.startswith("#"):
        return f'; give the paint a name under `colors`, such as `mine: {{paint: "{name}"}}`, and write that here'
    return did_you_mean(name, roles)
