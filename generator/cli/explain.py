"""What `gutterfold explain` prints about finding codes, and which codes `--select` and `--ignore` choose."""

import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from generator.model.finding import Finding
from generator.model.finding_codes import FINDING_CODES

CODE_PAGES = Path(__file__).with_name("code_pages.md")
_HEADING = re.compile(
    r"^## (?P<group>[^\n]+)$|^### (?P<code>GF\d{3})\n(?P<body>.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL
)
_EXAMPLE, _FIX = "Example: ", "Fix: "
_LINK = re.compile(r"\[([^\[\]]+)\]\(((?:\w+/)?\w[\w-]*\.md)?(#[\w-]+)?\)")
_QUOTED = re.compile(r"(`{1,2}) ?([^`]+?|.*?[^`]) ?\1")
_LOOKALIKES = str.maketrans("OIL", "011")
_LINE_WIDTH = 80


class CodePage(NamedTuple):
    """What is said about a code under the heading `group`; `meaning` starts with the title from the registry."""

    code: str
    group: str
    meaning: str
    example: str
    fix: str


class CodeFilter(NamedTuple):
    """The codes, or beginnings of codes, that are reported; everything is selected unless `select` names some."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def apply(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return the findings to report."""
        return tuple(each for each in findings if self.includes(each.code))

    def includes(self, code: str) -> bool:
        """Return whether findings of a code are reported."""
        return (not self.select or code.startswith(self.select)) and not code.startswith(self.ignore)


def parse_code_pages(text: str) -> Iterator[CodePage]:
    """Yield the page of each code as Markdown; KeyError if one lacks its example or its fix."""
    group = ""
    for found in _HEADING.finditer(text):
        if not found["code"]:
            group = found["group"]
            continue
        paragraphs = [paragraph.replace("\n", " ") for paragraph in found["body"].strip().split("\n\n")]
        texts, meaning = {}, FINDING_CODES[found["code"]].title
        for paragraph in paragraphs:
            if label := next(filter(paragraph.startswith, (_EXAMPLE, _FIX)), ""):
                texts[label] = paragraph.removeprefix(label)
            else:
                meaning += f" {paragraph}"
        yield CodePage(found["code"], group, meaning, texts[_EXAMPLE], texts[_FIX])


def read_code_pages() -> dict[str, CodePage]:
    """Return the page of every code as plain text, in order."""
    pages = parse_code_pages(CODE_PAGES.read_text("utf-8"))
    return {page.code: CodePage(page.code, page.group, *map(_to_plain_text, page[2:])) for page in pages}


def _to_plain_text(markdown: str) -> str:
    """Remove the backquotes around a whole text; replace links by their words and the document in parentheses."""
    if whole := _QUOTED.fullmatch(markdown):
        return whole[2]
    return _LINK.sub(_spell_out_link, markdown)


def _spell_out_link(link: re.Match[str]) -> str:
    target = f"docs/{link[2] or 'codes.md'}{link[3] or ''}"
    return target if link[1] == link[2] else f"{link[1]} ({target})"


def normalize_code(text: str) -> str:
    """Return a code, or the beginning of one, in its usual spelling; ValueError if no code begins so."""
    code = text.strip().upper()
    if code and any(each.startswith(code) for each in FINDING_CODES):
        return code
    if not re.fullmatch(r"GF\d{1,2}", code):
        raise ValueError(_explain_unknown_code(text))
    *most, last = sorted({each[: len("GF0")] for each in FINDING_CODES})
    raise ValueError(f"no code begins with {text!r}; codes begin with {', '.join(most)} or {last}")


def explain_code(text: str) -> str:
    """Return what a code means, an example and how to fix it, in lines; ValueError if there is no such code."""
    page = read_code_pages().get(text.strip().upper())
    if page is None:
        raise ValueError(_explain_unknown_code(text))
    example, fix = _wrap(page.example, "  "), _wrap(page.fix, "  ")
    return f"{_wrap(f'{page.code}: {page.meaning}')}\n\nFor example:\n{example}\n\nHow to fix it:\n{fix}"


def list_codes() -> str:
    """Return the title of each code under the headings of the page, and how to learn more."""
    groups = [
        "\n".join([name, *(_wrap(f"{each.code}  {FINDING_CODES[each.code].title}", "  ", " " * 9) for each in pages)])
        for name, pages in groupby(read_code_pages().values(), lambda page: page.group)
    ]
    return "\n\n".join([*groups, "`gutterfold explain GF101` explains a code in full and how to fix it."])


def _explain_unknown_code(text: str) -> str:
    """Explain that there is no such code; suggest one with its digits, of which `O` and `I` may stand for two."""
    digits = re.sub(r"\D", "", text.upper().removeprefix("GF").translate(_LOOKALIKES))
    meant = f"GF{digits[:3]}"
    hint = f"did you mean {meant!r}?" if meant in FINDING_CODES else "`gutterfold explain` lists all codes"
    return f"there is no code {text!r}; {hint}"


def _wrap(text: str, indent: str = "", further: str = "") -> str:
    """Return a text in lines, with `indent` before the first and `further`, or else `indent`, before the others."""
    return textwrap.fill(
        text,
        _LINE_WIDTH,
        initial_indent=indent,
        subsequent_indent=further or indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
