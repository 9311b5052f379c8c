"""Explain what is wrong with a template that Jinja2 cannot parse: blocks and braces that are not closed."""

import re
from typing import NamedTuple

from generator.render.template_files import read_quietly

_TAGS = re.compile(
    r"\{#.*?(?:#\}|\Z)|\{%[-+]?\s*raw\s*[-+]?%\}.*?(?:\{%[-+]?\s*endraw\b|\Z)"
    r"|\{%[-+]?\s*(?P<word>\w+)(?P<rest>.*?)(?:[-+]?(?P<end>%\})|\Z)",
    re.DOTALL,
)
_BLOCKS = frozenset({"for", "if", "macro", "call", "filter", "block", "with", "autoescape"})


class _Tag(NamedTuple):
    word: str
    start: int


def explain_unclosed_block(file: str) -> tuple[str, str]:
    """Return which block of a template has no end, or which end has no block, and its place, `file:line:column`.

    Both are empty if all blocks close.
    """
    text = read_quietly(file)
    open_blocks: list[_Tag] = []
    for found in _TAGS.finditer(text):
        word, start = found["word"] if found["end"] else "", found.start()
        if word in _BLOCKS or (word == "set" and "=" not in found["rest"]):
            open_blocks.append(_Tag(word, start))
        elif word.startswith("end"):
            if open_blocks and open_blocks[-1].word == word[3:]:
                open_blocks.pop()
                continue
            if not open_blocks:
                says = f"this {{% {word} %}} ends nothing; remove it, or write the {word[3:]} that it ends"
                return says, _locate(file, text, start)
            before = f" before the {{% {word} %}} of line {_count_lines(text, start)}"
            return _describe(file, text, open_blocks[-1], before)
    return _describe(file, text, open_blocks[-1], "") if open_blocks else ("", "")


def _describe(file: str, text: str, tag: _Tag, before: str) -> tuple[str, str]:
    line = _count_lines(text, tag.start)
    return f"the {tag.word} of line {line} has no {{% end{tag.word} %}}{before}", _locate(file, text, tag.start)


def _locate(file: str, text: str, start: int) -> str:
    return f"{file}:{_count_lines(text, start)}:{start - text.rfind(chr(10), 0, start)}"


def _count_lines(text: str, start: int) -> int:
    return text.count("\n", 0, start) + 1


_BRACES = re.compile(r"\{\{|\{%|\{#|\}\}|%\}|#\}")
_CLOSES = {"{{": "}}", "{%": "%}", "{#": "#}"}
_LONGEST_SHOWN = 40  # letters


def explain_unclosed_braces(file: str, line: int) -> tuple[str, str]:
    """Return what to write and where, `file:line:column`, if braces open no later than in a line and do not close.

    Both are empty if all braces close.
    """
    text = read_quietly(file)
    opening: re.Match[str] | None = None
    for found in _BRACES.finditer(text):
        if opening is not None and found[0] == _CLOSES[opening[0]]:
            opening = None
        elif opening is not None and opening[0] == "{#":
            continue
        elif found[0] in _CLOSES:
            if opening is not None:
                break
            opening = found
    if opening is None or text.count("\n", 0, opening.start()) >= line:
        return "", ""
    start = opening.start()
    shown = re.split(r"[<\n]", text[start : start + _LONGEST_SHOWN], maxsplit=1)[0].strip()
    return f"{shown!r} is not closed; end it with {_CLOSES[opening[0]]!r}", _locate(file, text, start)
