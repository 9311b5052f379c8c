"""Check the words that terms list as to be avoided: that each is a word, stands once, and is no term's own word."""

from collections.abc import Iterator

from generator.language.phrases import is_phrase
from generator.load.yaml_nodes import Node
from generator.model.finding import Finding, Place

_FORM = "write only words; each may end in `*` for any ending"


def check_term_usage(terms: Node | None) -> Iterator[Finding]:
    """Report words to avoid that are no words, repeated or a term's own (GF003, GF006).

    An exception without such a word does no harm.
    """
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


def _list_texts(node: Node, key: str) -> list[Node]:
    listed = node.get(key)
    return [each for each in (listed.list() if listed else []) if isinstance(each.value, str)]
