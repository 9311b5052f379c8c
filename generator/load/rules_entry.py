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

_ENDING = r"\.(?:png|jpe?g|gif|webp|svg|bmp|tiff?|avif)"
_SHOWN = re.compile(
    rf"""(?:\]\(\s*<?|\]:\s*<?|\bsrc\s*=\s*["']?)([^\s<>"')]{{1,500}}{_ENDING})\b"""
    rf"""|!\[\[([^\[\]|#\n]{{1,200}}{_ENDING})(?=[\]|#])""",
    re.IGNORECASE,
)


def find_rules_node(root: Node) -> Node | None:
    """Return the node with the file of the rules, in either form of the key; None for a game without rules."""
    rules = root.get("rules")
    return rules.get("file") if rules and isinstance(rules.value, dict) else rules


def list_shown_images(texts: Iterable[str]) -> list[str]:
    """Return the images that rules show, by their paths from the folder in which they are looked for."""
    return sorted(
        {normalize_image_name(unquote(found[1] or found[2])) for text in texts for found in _SHOWN.finditer(text)}
    )


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


def check_rules_entry(root: Node, roles: Iterable[str], is_whole: bool) -> Iterator[Finding]:
    """Report colors, figures and icons that the game does not have (GF008), and the cover of a sheet (GF006).

    The figures of a tree that `is_whole` are known; another one holds what parts need.
    """
    rules, cover = root.get("rules"), root.get("cover")
    look = rules if rules and isinstance(rules.value, dict) else None
    form, jacket = (look.get(key) if look else None for key in ("form", "jacket"))
    for key, node in (("cover", cover), ("rules.jacket", jacket)):
        if node and node.value is not None and form and form.value == "sheet":
            says = f"{key}: a rule sheet has no title page; leave `{key.rpartition('.')[2]}` out"
            yield Finding("GF006", node.place, f"{says}, and show the figure in the rules")
    known, inside = list(roles), jacket if jacket and isinstance(jacket.value, dict) else None
    for key, owner in (("headings", look), ("tint", look), ("jacket.paint", inside)):
        node = owner.get(key.rpartition(".")[2]) if owner else None
        if node and isinstance(node.value, str) and node.value and node.value not in known:
            hint = suggest_role(node.value, known) or f"; add it to `colors`, or leave `{key.rpartition('.')[2]}` out"
            yield Finding("GF008", node.place, f"rules.{key}: there is no color role {node.value!r}{hint}")
    named = (("ornament", look, "icons"), ("jacket.front", inside, "figures"), ("jacket.back", inside, "figures"))
    for key, owner, among in named if is_whole else named[:1]:
        node, there = owner.get(key.rpartition(".")[2]) if owner else None, root.get(among)
        names = list(there.items()) if there else []
        if node and isinstance(node.value, str) and node.value and node.value not in names:
            kind = among.removesuffix("s")
            hint = did_you_mean(node.value, names) or f"; add it to `{among}`"
            yield Finding("GF008", node.place, f"rules.{key}: there is no {kind} {node.value!r}{hint}")


def suggest_role(name: str, roles: Iterable[str]) -> str:
    """Return a hint for an unknown color role; a paint in its place belongs among the colors."""
    if name.startswith("#"):
        return f'; give the paint a name under `colors`, such as `mine: {{paint: "{name}"}}`, and write that here'
    return did_you_mean(name, roles)
