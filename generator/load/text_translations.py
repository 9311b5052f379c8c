"""Read and check the table of a language: its translations of the texts in drawings, and its names of parts."""

from collections.abc import Iterator, Mapping

from generator.language.color_words import is_shade
from generator.language.suggestions import did_you_mean
from generator.load.substitution import spoken
from generator.load.vocabulary import Vocabulary
from generator.load.yaml_nodes import Node
from generator.model.finding import DataError, Finding
from generator.model.place import Place


def given(raw: Node, table: Node, first: Vocabulary, findings: list[Finding]) -> Mapping[str, tuple[str, Place]]:
    """Return the translation of each text of the game, and its place.

    `raw` has the texts as keys, still with braces; `table` has the translations with names for braces. GF003 for a
    text that is given twice.
    """
    found: dict[str, tuple[str, Place]] = {}
    texts, translations = raw.get("words"), table.get("words")
    for text, place in (texts.keys if texts else {}).items():
        try:
            words = spaced(spoken(text, place, first).text)
        except DataError as error:
            findings.extend(error.findings)
            continue
        if words in found:
            findings.append(Finding("GF003", place, f"{words!r} is given twice; the first is at {found[words][1]}"))
        node = translations.get(text) if translations else None
        found[words] = str(node.value) if node else "", place
    return found


def known(root: Node, first: Vocabulary, words: Vocabulary) -> Mapping[str, str]:
    """Return the translations of the names of colors and of the titles of parts, which the table need not repeat."""
    found = {first.own[role].name: color.name for role, color in words.colors.items()}
    parts = root.get("parts")
    for part, node in (parts.items() if parts else {}).items():
        title = node.get("title")
        text = str(title.value) if title and title.value else part
        names, ours = (words.parts or {}).get(part) or (text,), (first.parts or {}).get(part) or (text,)
        several = len(names) > 1 and ours[0].lower() != ours[-1].lower() == text.lower()
        name = names[1] if several else names[0]
        found[spaced(text)] = name[:1].upper() + name[1:]
    return found


def spaced(text: str) -> str:
    """Return a text with single spaces between its words."""
    return " ".join(text.split())


_GAME = "about", "credits", "notice"


def names_in(table: Node | None) -> Mapping[str, tuple[str, ...]]:
    """Return the names of parts in a table."""
    parts = table.get("parts") if table else None
    named = {key: [each.value for each in node.list()] for key, node in (parts.items() if parts else {}).items()}
    return {key: tuple(map(str, names)) for key, names in named.items() if names}


def misfits(table: Node, root: Node, first: bool = False) -> Iterator[Finding]:
    """Report unknown names (GF008), braces in names (GF009) and missing entries (GF005).

    The table of the `first` language may leave out anything.
    """
    for key, what in (("parts", "part"), ("figures", "figure"), ("colors", "color role")):
        yield from _strange(table, root, key, what)
    for key in ("parts", "colors"):
        for place, text in _texts(table.get(key)):
            if "{{" in text or "}}" in text:
                yield Finding("GF009", place, f"{key} are printed by braces, so they cannot contain braces")
    if not first:
        yield from _missing(table, root)


def _strange(table: Node, root: Node, key: str, what: str) -> Iterator[Finding]:
    known, listed = root.get(key), table.get(key)
    names = known.items() if known else {}
    for name, place in (listed.keys if listed else {}).items():
        if name in names or (key == "colors" and "." not in name and any(map(is_shade, name.split()))):
            continue
        yield Finding("GF008", place, f"{key}: the game has no {what} {name!r}{did_you_mean(name, names)}")


def _missing(table: Node, root: Node) -> Iterator[Finding]:
    for key, what in (("parts", "is called"), ("figures", "shows, in words")):
        known, listed = root.get(key), table.get(key)
        owner = table.keys.get(key, table.place)
        for name in known.items() if known else {}:
            if name not in (listed.items() if listed else {}):
                how = "[one, several]" if key == "parts" else "words"
                yield Finding("GF005", owner, f"{key} does not say what {name!r} {what}: `{name}: {how}`")
    for key in _GAME:
        if (node := root.get(key)) and node.value and table.get(key) is None:
            yield Finding("GF005", table.place, f"the file needs the key {key!r}: game.yaml has one ({node.place})")


def _texts(node: Node | None) -> Iterator[tuple[Place, str]]:
    if node is None:
        return
    if isinstance(node.value, str):
        yield node.place, node.value
    for each in (*node.items().values(), *node.list()):
        yield from _texts(each)


def walked(node: Node, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Place]]:
    """Yield the path of each value in a mapping, and the place of its key."""
    for key, child in node.items().items():
        yield (*path, key), node.keys[key]
        yield from walked(child, (*path, key))
