"""Read text with icons and emphasis: `{gem}`, `**bold**` and `*italic*`, as cards hold it."""

import re
from typing import NamedTuple

ICON = re.compile(r"\{([a-z][a-z0-9-]*)\}")  # the name of an icon in braces
_TOKENS = re.compile(
    r"\\(?P<escaped>[\\{}*])|\{(?P<icon>[a-z][a-z0-9-]*)\}|(?P<stars>\*+)|(?P<line>\n)|(?P<blank>[ \t\r\f\v]+)"
    r"|(?P<brace>[{}])|(?P<text>[^\\{}*\n \t\r\f\v]+|\\)"
)
_SIGNS = re.compile(r"[\\{}*]")


class MarkupError(ValueError):
    """What is wrong with a text, and the index of the sign at fault."""

    def __init__(self, message: str, index: int) -> None:
        self.index = index
        super().__init__(message)


class Run(NamedTuple):
    """A piece of a word in one style, or an icon by its name."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


Word = list[Run]


def has_markup(text: str) -> bool:
    """Return whether a text has a sign of markup."""
    return _SIGNS.search(text) is not None


def parse_markup(text: str) -> list[list[Word]]:
    """Return the words of each line of a text; MarkupError for a brace or a star that is not closed.

    Stars between blanks, as in `2 * 3`, are themselves, and so is what follows a backslash.
    """
    lines: list[list[Word]] = [[]]
    opened = {1: -1, 2: -1}  # by the number of stars: the index of those that begin italic and bold text, -1 for none
    is_new = True
    for token in _TOKENS.finditer(text):
        if token["brace"]:
            raise MarkupError("a brace holds the name of an icon, such as {gem}; write \\{ for a brace", token.start())
        if token["line"] is not None:
            _require_closed(opened)
            lines.append([])
        if token["line"] or token["blank"]:
            is_new = True
            continue
        said = token["escaped"] or token["text"] or ""
        if token["stars"]:
            said = _toggle(token, text, opened)
        if said or token["icon"]:
            if is_new:
                lines[-1].append([])
            lines[-1][-1].append(Run(said, opened[2] >= 0, opened[1] >= 0, token["icon"] or ""))
            is_new = False
    _require_closed(opened)
    return [[_join_runs(word) for word in line] for line in lines]


def _toggle(token: re.Match[str], text: str, opened: dict[int, int]) -> str:
    """Open or close emphasis at stars; return the stars if they stand between blanks."""
    stars, before, after = len(token[0]), text[: token.start()][-1:], text[token.end() :][:1]
    if not before.strip() and not after.strip():
        return token[0]
    if stars > 3:
        raise MarkupError("there are more than three stars; write \\* for a star", token.start())
    for count in (1, 2) if stars == 3 else (stars,):
        if opened[count] >= 0 and before.strip():
            opened[count] = -1
        elif after.strip():
            opened[count] = token.start()
        else:
            raise MarkupError("these stars close nothing; write \\* for a star", token.start())
    return ""


def _require_closed(opened: dict[int, int]) -> None:
    """Refuse emphasis that does not end in its line."""
    for count, index in opened.items():
        if index >= 0:
            stars = "*" * count
            raise MarkupError(f"{stars} opens emphasis that no {stars} closes; write \\* for a star", index)


def _join_runs(word: Word) -> Word:
    """Return a word whose neighboring runs of one style are one."""
    joined: Word = []
    for run in word:
        if joined and not run.icon and not joined[-1].icon and joined[-1][1:] == run[1:]:
            joined[-1] = joined[-1]._replace(text=joined[-1].text + run.text)
        else:
            joined.append(run)
    return joined


def find_icons(text: str) -> list[tuple[str, int]]:
    """Return the icons that a text names, and their indexes."""
    return [(token["icon"], token.start()) for token in _TOKENS.finditer(text) if token["icon"]]


def strip_markup(text: str) -> str:
    """Return the words of a text as they are read, without icons; the text itself if its markup is wrong."""
    if not has_markup(text):
        return text
    try:
        lines = parse_markup(text)
    except MarkupError:
        return text
    words = (["".join(run.text for run in word) for word in line] for line in lines)
    return "\n".join(" ".join(filter(None, line)) for line in words)
