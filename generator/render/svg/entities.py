"""Replace the entities of XML text, and refuse characters that XML does not allow (XML 1.0, 2.2 and 4.6)."""

import re

from generator.model.finding import DrawingError

_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#0*([0-9]{1,7})|#x0*([0-9a-fA-F]{1,6}));|&")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]|\\]\\]>")


def replace_entities(text: str, at: str) -> str:
    """Return text with its entities replaced; DrawingError for characters that XML does not allow."""
    if "<" in text:
        raise DrawingError("a tag is not closed, or a `<` is not part of a tag", at)
    if bad := _ILLEGAL.search(text):
        raise DrawingError(f"the text contains {bad[0]!r}, which XML does not allow", at)
    return _ENTITY.sub(lambda match: _replace_entity(match, at), text) if "&" in text else text


def _replace_entity(match: re.Match[str], at: str) -> str:
    if match[1]:
        return _NAMED[match[1]]
    code = int(match[2]) if match[2] else int(match[3], 16) if match[3] else 0
    legal = code in (9, 10, 13) or 32 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF
    if not legal:
        raise DrawingError("a `&` does not begin an entity that XML knows; write `&amp;`", at)
    return chr(code)
