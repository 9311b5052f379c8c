"""Text between tags goes in, the characters that it stands for come out; what XML does not allow is refused."""

import re

from generator.draw.errors import PictureError

_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#0*([0-9]{1,7})|#x0*([0-9a-fA-F]{1,6}));|&")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]|\\]\\]>")


def plain(text: str, at: str) -> str:
    """Return text with its entities replaced."""
    if "<" in text:
        raise PictureError("a tag is not closed, or a `<` stands alone", at)
    if bad := _ILLEGAL.search(text):
        raise PictureError(f"the text holds {bad[0]!r}, which XML does not allow", at)
    return _ENTITY.sub(lambda match: _entity(match, at), text) if "&" in text else text


def _entity(match: re.Match[str], at: str) -> str:
    if match[1]:
        return _NAMED[match[1]]
    code = int(match[2]) if match[2] else int(match[3], 16) if match[3] else 0
    legal = code in (9, 10, 13) or 32 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF
    if not legal:
        raise PictureError("a `&` is not the beginning of an entity that XML knows", at)
    return chr(code)
