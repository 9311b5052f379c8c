"""Write texts in the letters that `text-transform` asks for (CSS Text 3, 2.1)."""

import re
from collections.abc import Mapping

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode

_PROPERTY = "text-transform"
_LANGUAGES = ("lang", "{http://www.w3.org/XML/1998/namespace}lang")
# languages whose capitals depend on more than the letter
_OWN_CAPITALS = frozenset({"az", "el", "hy", "lt", "nl", "tr"})
# the first letter of a word; an apostrophe between letters is inside one
_FIRST_LETTERS = re.compile(r"(?<!\w)(?<!\w['\u2019])[^\W\d_]")
_LISTS = ("x", "y", "dx", "dy", "rotate")
_CASES = frozenset({"none", "uppercase", "lowercase", "capitalize"})


def apply_letter_case(root: DrawingNode) -> None:
    """Write all texts as they are to be read, and drop the property; DrawingError for what programs do not agree on."""
    if any(_PROPERTY in node.attributes for node in root.walk()):
        ids = root.index_ids()
        _CaseWriter(ids).write(root, "none", "")


class _CaseWriter:
    def __init__(self, ids: Mapping[str, DrawingNode]) -> None:
        self._ids = ids
        self._before = ""  # the end of the text so far

    def write(self, node: DrawingNode, case: str, language: str) -> None:
        """Write the texts of an element; `case` and `language` are those of the element around it."""
        case = _read_case(node, case)
        language = next((node.attributes[name] for name in _LANGUAGES if name in node.attributes), language)
        if node.name == "use" and case != "none" and self._shows_text(node):
            raise DrawingError(
                f"{_PROPERTY} around a <use> of a text is not in the profile; write it on the text", node.at
            )
        if node.name == "text":
            self._before = ""
        for index, part in enumerate(node.content):
            if isinstance(part, DrawingNode):
                self.write(part, case, language)
            else:
                node.content[index] = self._convert(part, case, language, node)

    def _shows_text(self, use: DrawingNode) -> bool:
        target = self._ids.get(use.reference())
        return target is None or any(each.name in ("text", "flowRoot", "use") for each in target.walk())

    def _convert(self, text: str, case: str, language: str, node: DrawingNode) -> str:
        before, self._before = self._before, (self._before + text)[-2:]
        if case == "none" or not text.strip():
            return text
        if language.partition("-")[0].lower() in _OWN_CAPITALS:
            says = f"{_PROPERTY}={case!r} of text in the language {language!r} follows rules of that language"
            raise DrawingError(f"{says}; type the letters as they are to be read", node.at)
        if case == "capitalize":
            return _FIRST_LETTERS.sub(lambda match: match[0].title(), before + text)[len(before) :]
        found = text.upper() if case == "uppercase" else text.lower()
        if len(found) != len(text) and any(len(node.attributes.get(name, "").split()) > 1 for name in _LISTS):
            raise DrawingError(
                f"{_PROPERTY} makes two letters of one, and each has a place of its own; type them", node.at
            )
        return found


def _read_case(node: DrawingNode, around: str) -> str:
    word = node.attributes.pop(_PROPERTY, "inherit").strip().lower()
    if word in ("inherit", "unset"):
        return around
    if word in ("initial", "revert"):
        return "none"
    if word not in _CASES:
        says = f"{_PROPERTY}={word!r} is not {', '.join(sorted(_CASES))}"
        raise DrawingError(f"{says}; type the letters as they are to be read", node.at)
    return word
