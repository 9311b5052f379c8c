"""Find prose, sections, list items and table rows in the Markdown of rules. Every offset is one of the given text."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.language.emphasis import ICON

PLACEHOLDER = "\ue000"  # stands for a character of a claim: no letter, no digit, no space
HIDDEN = "\ue001"  # likewise, for what is no prose: code, links, marks of lists
# a code span; as in cmark, of at most 80 backticks, so that few lengths are looked for through a whole text
CODE_SPAN = r"(?<!`)(?P<code>`{1,80}+)(?!`)(?:[^`]++|(?!(?P=code)(?!`))`++)++(?P=code)"
TARGET = r"\]\((?:[^)\]]++|\](?!\())*+\)"  # the end and the target of a link; a search ends where the next one begins
IMAGE_WORDS = r"!\[(?:[^\]\\!]++|(?!\\?!\[)(?:!|\\.))*+\]"  # likewise, the alternative text of a picture
_CODE = re.compile(rf"^[ >]*(?P<fence>```|~~~)(?:.|\n)*?(?:^[ >]*(?P=fence).*$|\Z)|{CODE_SPAN}", re.MULTILINE)
_FOOTNOTE = re.compile(r"^(?P<text>\[\^[^\[\]\n]++\]:)|\[\^[^\[\]\n]++\]", re.MULTILINE)
_HEADING = re.compile(r"^[ >]*(?P<hashes>#{1,6})[ \t]++(?P<atx>.*\S)|^(?P<setext>.+)\n *(?:=+|-+) *$", re.MULTILINE)
_ITEM = re.compile(r"^(?:[ >]*>)? ?(?:[-+*]|\d+[.)])[ \t]+", re.MULTILINE)
_LINE_START = re.compile(r"^(?P<quote>[ >]*>)|^ *(?:[-+*]|\d+[.)])(?=\s)", re.MULTILINE)
_INLINE = re.compile(  # the lookahead saves most of the time
    r"(?=[\[\]!&<*_~])(?:(?P<blank>!\[|&\w+;|(?<=\S)[*_]+|[*_]+(?=\S)|~~)|"
    rf"(?<!!)\[[^\]\[]*{TARGET}|{TARGET}|<[a-zA-Z/!][^<>]*>)"  # a link, the end of a picture, a tag
)
_ROW = re.compile(r"^(?P<edge>[ >]*\|)(?!.*\n[ >]*\|[ :-]*-)(?![ :|-]*$).*$", re.MULTILINE)
_BAR = re.compile(r"(?<!\\)\|")
# headings of a list of contents; `pieces` and the like only as the whole heading, for they stand in others as well
_CONTENTS = re.compile(
    r".*\b(?:box|contents?|components?|materials?|what(?: is|['\u2019]s) in)\b.*|"
    r"(?:\d+[.)]? )?(?:list of |the (?=parts|equipment))?(?:parts|pieces|equipment)"
    r"(?: and (?:parts|pieces|equipment)| (?:of|in) the game| list)?",
    re.IGNORECASE | re.DOTALL,
)


class RulesSection(NamedTuple):
    """A heading, and the text from `start` to `end` between it and the next one; `at` is where the heading begins."""

    level: int
    title: str
    at: int
    start: int
    end: int


def hide_code(text: str) -> str:
    """Return a text of the same length and lines that hides code, the names of footnotes, and those of icons in braces.

    The texts of footnotes become items of a list.
    """
    text = _CODE.sub(_hide, text) if "`" in text or "~~~" in text else text
    text = _FOOTNOTE.sub(_hide_footnote, text) if "[^" in text else text
    return ICON.sub(_hide, text) if "{" in text else text  # the rules have no other single braces


def _hide_footnote(found: re.Match[str]) -> str:
    return ("-" if found["text"] else " ").ljust(len(found[0]))


def find_sections(text: str) -> list[RulesSection]:
    """Return the sections of a text without code, in order; what comes before the first heading is none."""
    found = list(_HEADING.finditer(text))
    sections: list[RulesSection] = []
    for n, heading in enumerate(found):
        title = (heading["atx"] or heading["setext"]).strip("#> \t")
        end = found[n + 1].start() if n + 1 < len(found) else len(text)
        sections.append(RulesSection(len(heading["hashes"] or "##"), title, heading.start(), heading.end(), end))
    return sections


def find_contents(sections: Sequence[RulesSection], title: str) -> list[bool]:
    """Return for each section whether it says what the box holds: by its heading, or by one above it.

    A heading that is the `title` of the game says nothing.
    """
    told: list[bool] = []
    above: list[tuple[int, bool]] = []
    for section in sections:
        above = [each for each in above if each[0] < section.level]
        own = section.title.lower() != title.lower() and bool(_CONTENTS.fullmatch(section.title))
        above.append((section.level, own or any(inherited for _, inherited in above)))
        told.append(above[-1][1])
    return told


def find_entries(text: str, section: RulesSection) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the spans of the cells of each table row of a section, and the one span of each item of its lists.

    The heads of tables and the items of lists within lists are left out.
    """
    for item in _ITEM.finditer(text, section.start, section.end):
        stop = text.find("\n", item.end(), section.end)
        yield ((item.end(), stop if stop >= 0 else section.end),)
    for row in _ROW.finditer(text, section.start, section.end):
        bars = [
            row.end("edge") - 1,
            *(bar.start() for bar in _BAR.finditer(text, row.end("edge"), row.end())),
            row.end(),
        ]
        yield tuple((one + 1, other) for one, other in pairwise(bars) if one + 1 < other)


def find_table_head(text: str, at: int) -> str:
    """Return the first line of the table around an offset; empty if it is no table."""
    head, start = "", text.rfind("\n", 0, at) + 1
    while start >= 0:
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)]
        if not line.lstrip(" >").startswith("|"):
            break
        head, start = line, text.rfind("\n", 0, start - 1) + 1 if start else -1
    return head


def find_lead(text: str, at: int, start: int) -> str:
    """Return the paragraph before the list or table at an offset, of a text without marks of lists."""
    for block in reversed(re.split(r"\n[ >]*\n", text[start:at])):
        if block.strip() and block.lstrip(" >")[:1] not in (HIDDEN, "|"):
            return block
    return ""


def strip_markup(text: str) -> str:
    """Return a text without code as prose of the same length: headings, links and marks of lists are hidden.

    Marks of emphasis and of quotes become blanks. The captions of figures are prose.
    """
    text = _HEADING.sub(_hide, text)
    text = _LINE_START.sub(lambda found: (" " if found["quote"] else HIDDEN) * len(found[0]), text)
    return _INLINE.sub(lambda found: " " * len(found[0]) if found["blank"] else _hide(found), text)


def _hide(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", HIDDEN, found[0])
