"""The table of a language and the words of two go in; what stands in drawings in the place of each text comes out."""

from collections.abc import Mapping

from generator.load.spoken import spoken
from generator.load.vocabulary import Vocabulary
from generator.load.yaml_nodes import Node
from generator.model.finding import DataError, Finding
from generator.model.place import Place


def given(raw: Node, table: Node, first: Vocabulary, findings: list[Finding]) -> Mapping[str, tuple[str, Place]]:
    """Return what the table has for each text, and where: the texts are those of the game, with their colors printed.

    `raw` has the keys, `table` the values in the words of the language. GF003 for a text that is given twice.
    """
    found: dict[str, tuple[str, Place]] = {}
    texts, said = raw.get("words"), table.get("words")
    for text, place in (texts.keys if texts else {}).items():
        try:
            words = spaced(spoken(text, place, first).text)
        except DataError as error:
            findings.extend(error.findings)
            continue
        if words in found:
            findings.append(Finding("GF003", place, f"{words!r} is given twice; the first is at {found[words][1]}"))
        node = said.get(text) if said else None
        found[words] = str(node.value) if node else "", place
    return found


def known(root: Node, first: Vocabulary, words: Vocabulary) -> Mapping[str, str]:
    """Return what the names of colors and the titles of parts are in the language, without a word of the table."""
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
    """Return a text with one blank between its words."""
    return " ".join(text.split())
