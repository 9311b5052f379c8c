"""Check the words that terms list as to be avoided: that each is a word, stands once, and is no term's own word."""

from collections.abc import Iterator

from generator.language.phrases import PhraseFinder, is_phrase
from generator.load.yaml_nodes import Node
from generator.model.finding import Finding, Place

_FORM = "write only words; each may end in `*` for any ending"


def check_term_usage(terms: Node | None, english: bool) -> Iterator[Finding]:
    """Report words to avoid that are no words, repeated or a term's own, and exceptions without one (GF003, GF006)."""
    nodes = [node for node in (terms.items() if terms else {}).values() if node.items()]
    own = {str(word.value).casefold(): word.place for node in nodes if (word := node.get("word"))}
    seen: dict[str, Place] = {}
    for node in nodes:
        listed = _list_texts(node, "avoid")
        for each in (*listed, *_list_texts(node, "except")):
            if not is_phrase(str(each.value)):
                yield Finding("GF006", each.place, f"{each.value!r} cannot be looked for in texts: {_FORM}")
        for each in listed:
            said = str(each.value).casefold()
            if said in own:
                message = f"{each.value!r} is the word of a term itself ({own[said]}); avoid another one"
                yield Finding("GF006", each.place, message)
            elif said in seen:
                yield Finding("GF003", each.place, f"{each.value!r} is given twice; the first is at {seen[said]}")
            seen.setdefault(said, each.place)
        finder = PhraseFinder([str(each.value) for each in listed], english)
        for each in _list_texts(node, "except"):
            if is_phrase(str(each.value)) and not any(finder.find(str(each.value).replace("*", ""))):
                message = f"{each.value!r} has none of the words to avoid, so nothing is excepted; leave it out"
                yield Finding("GF006", each.place, message)


def _list_texts(node: Node, key: str) -> list[Node]:
    listed = node.get(key)
    return [each for each in (listed.list() if listed else []) if isinstance(each.value, str)]
