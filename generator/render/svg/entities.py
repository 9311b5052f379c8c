"""Replace entities, of XML and of a DOCTYPE, and refuse characters that XML does not allow (XML 1.0, 2.2 and 4.6)."""

import re

from markupsafe import escape

from generator.model.finding import DrawingError

_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#0*([0-9]{1,7})|#x0*([0-9a-fA-F]{1,6}));|&")
_DOCTYPE = re.compile(r"<!DOCTYPE[^<>\[]*+[>\[]")
_DECLARED_ENTITY = re.compile(r"""\s*+<!ENTITY\s++([A-Za-z_][\w.-]*+)\s++(?:"([^"<&%]*+)"|'([^'<&%]*+)')\s*+>""")
_DOCTYPE_END = re.compile(r"\s*+\]\s*+>")
_REFERENCE = re.compile(r"&([A-Za-z_][\w.-]*+);")
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_MOST_ENTITIES = 100
_MOST_CHARACTERS = 100_000  # that entities add to a file; those of Illustrator are the names of a few namespaces
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
        raise DrawingError(_explain_ampersand(match.string[match.start() :]), at)
    return chr(code)


def _explain_ampersand(rest: str) -> str:
    """Return what to write for `&` at the start of a text; XML does not know the names of HTML, such as `&nbsp;`."""
    from html.entities import html5

    named = _REFERENCE.match(rest)
    if named and (signs := html5.get(f"{named[1]};")):
        return f"XML does not know {named[0]}; write {''.join(f'&#{ord(sign)};' for sign in signs)}"
    return "a `&` does not begin an entity that XML knows; write `&amp;`"


def strip_doctype(text: str) -> str:
    """Return the text without its DOCTYPE, with its plain entities replaced, and with plain text for CDATA.

    DrawingError for a DOCTYPE that declares anything but plain entities, as Illustrator does for its namespaces.
    """
    return _escape_sections(expand_doctype(text)[0])


def expand_doctype(text: str) -> tuple[str, int]:
    """Return the text without its DOCTYPE, whose plain entities are written out, and how many it declares."""
    found = _DOCTYPE.search(text)
    if found is None:
        return text, 0
    entities, end = _read_entities(text, found.end()) if found[0].endswith("[") else ({}, found.end())
    return text[: found.start()] + _replace_entities(text[end:], entities), len(entities)


def _read_entities(text: str, at: int) -> tuple[dict[str, str], int]:
    """Return the entities that a DOCTYPE declares, and where it ends."""
    found: dict[str, str] = {}
    while match := _DECLARED_ENTITY.match(text, at):
        found.setdefault(match[1], str(escape(match[2] or match[3] or "")))
        at = match.end()
    end = _DOCTYPE_END.match(text, at)
    if end is None or len(found) > _MOST_ENTITIES:
        says = "the DOCTYPE declares entities that are not plain texts, or too many"
        raise DrawingError(f"{says}; save the drawing without them (Illustrator: without its editing data)")
    return found, end.end()


def _replace_entities(text: str, entities: dict[str, str]) -> str:
    if not entities:
        return text
    used = sum(len(entities.get(each[1], "")) for each in _REFERENCE.finditer(text))
    if used > _MOST_CHARACTERS:
        says = f"the entities of the DOCTYPE add {used:,} characters; at most {_MOST_CHARACTERS:,} are allowed"
        raise DrawingError(f"{says}: save the drawing without them")
    return _REFERENCE.sub(lambda match: entities.get(match[1], match[0]), text)


def _escape_sections(text: str) -> str:
    """Return the text with each CDATA section as plain text; one without an end stays."""
    out, at = list[str](), 0
    while (begun := text.find(_CDATA, at)) >= 0 and (end := text.find(_CDATA_END, begun)) >= 0:
        out += [text[at:begun], str(escape(text[begun + len(_CDATA) : end]))]
        at = end + len(_CDATA_END)
    return "".join([*out, text[at:]])
