"""Read text with icons, emphasis, tags and lists, as cards hold it: `{gem}`, `**bold**`, `<i>word</i>`, `- item`."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

ICON = re.compile(r"\{([a-z][a-z0-9-]*)\}")  # the name of an icon in braces
_TOKENS = re.compile(
    r"\\(?P<escaped>[\\{}*_<>&-])|\{(?P<icon>[a-z][a-z0-9-]*)\}|(?P<marks>\*+|_+)|(?P<line>\n|\\n)"
    r"|<(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9]*)(?P<more>(?:\s[^<>\n]*)?/?)>|(?P<entity>&#?\w+;)"
    r"|(?P<blank>[ \t\r\f\v]+)|(?P<text>[^\\{}*_<&\n \t\r\f\v]+|[\\<&{}])"
)
_SIGNS = re.compile(r"[\\{}*_<&]|^[ \t]*[-•][ \t]", re.MULTILINE)
_BULLET = re.compile(r"[ \t]*(?:[-*]|(?P<dot>•))[ \t]+(?=\S)")
_LINE_BREAK = re.compile(r"\n|\\n|<br\b", re.IGNORECASE)
BULLET = "•"
_BREAK = "br"
_BLOCKS = frozenset({"p", "div", "ul", "ol", "li"})  # which end the line before them
_PLAIN = frozenset({"span", "font"})  # which change nothing that is set
_STYLES = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underlined", "sup": "sup", "sub": "sub"}


class MarkupError(ValueError):
    """What is wrong with a text, and the index of the sign at fault."""

    def __init__(self, message: str, index: int) -> None:
        self.index = index
        super().__init__(message)


class Run(NamedTuple):
    """A piece of a word in one style, or an icon by its name; `rise` is 1 for superior and -1 for inferior text."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    underlined: bool = False
    rise: int = 0


Word = list[Run]


class CellParagraph(NamedTuple):
    """The words of a line as it is typed; an item of a list has a bullet, and a blank line may stand above."""

    words: list[Word]
    is_item: bool = False
    is_apart: bool = False


def has_markup(text: str) -> bool:
    """Return whether a text has a sign of markup."""
    return _SIGNS.search(text) is not None


def parse_markup(text: str, is_icon: Callable[[str], bool]) -> list[CellParagraph]:
    """Return the paragraphs of a text; MarkupError for an unknown tag, and for a mark that is not closed.

    Braces that do not hold the name of an icon are themselves, as in `{1}` and `{T}`. So is a single star or
    underscore that closes nothing, as in `2 * 3`, and what follows a backslash.
    """
    paragraphs, is_apart, state = list[CellParagraph](), False, _Styles(is_icon)
    for start, tokens, is_item in _split_lines(text):
        has_bullet = bool(tokens) and _begins_item(text, start)
        words = [*state.read_line(text, tokens[2:] if has_bullet else tokens)]
        if words:
            paragraphs.append(CellParagraph(words, is_item or has_bullet, is_apart and bool(paragraphs)))
        is_apart = not words
    state.require_closed()
    return paragraphs or [CellParagraph([])]


def _split_lines(text: str) -> Iterator[tuple[int, list[re.Match[str]], bool]]:
    """Yield where each line begins, its tokens, and whether it is an item of HTML.

    Lines end at line breaks, typed or as tags, and at tags of blocks, which make no empty lines.
    """
    start, line, is_item = 0, list[re.Match[str]](), False
    for token in _TOKENS.finditer(text):
        name = (token["tag"] or "").lower()
        if token["line"] or name == _BREAK or name in _BLOCKS:
            if line or name not in _BLOCKS:
                yield start, line, is_item
            is_item = (name == "li" and not token["end"]) or (is_item and not line and name in _BLOCKS - {"li"})
            start, line = token.end(), []
        elif name not in _PLAIN and (line or not token["blank"]):
            line.append(token)
    if line or not is_item:
        yield start, line, is_item


def _begins_item(text: str, start: int) -> bool:
    """Return whether a line is an item of a list; a minus in a text of one line, such as `- 2`, is itself."""
    found = _BULLET.match(text, start)
    return found is not None and (found["dot"] is not None or _LINE_BREAK.search(text) is not None)


class _Styles:
    """The styles that tags have switched on, which may go on in the next line."""

    def __init__(self, is_icon: Callable[[str], bool]) -> None:
        self._is_icon = is_icon
        self._tags: list[tuple[str, int]] = []  # with their places

    def read_line(self, text: str, tokens: list[re.Match[str]]) -> Iterator[Word]:
        """Yield the words of a line."""
        marks = _pair_marks(text, tokens)
        marked = {1: False, 2: False}
        word: Word = []
        for token in tokens:
            if token["blank"]:
                if word:
                    yield _join_runs(word)
                word = []
                continue
            icon = token["icon"] if token["icon"] and self._is_icon(token["icon"]) else ""
            said = token["escaped"] or token["text"] or (token[0] if token["icon"] and not icon else "")
            if token["entity"]:
                from html import unescape  # a slow import, which few cells need

                said = unescape(token["entity"])
            if token["marks"]:
                toggled = marks.get(token.start(), ())
                marked.update((count, not marked[count]) for count in toggled)
                said = token["marks"][: len(token["marks"]) - sum(toggled)]
            if token["tag"]:
                self._switch(token)
            if said or icon:
                word.append(self._make_run(said, icon, bold=marked[2], italic=marked[1]))
        if word:
            yield _join_runs(word)

    def _make_run(self, text: str, icon: str, bold: bool, italic: bool) -> Run:
        if not self._tags:
            return Run(text, bold, italic, icon)
        styles = [_STYLES[name] for name, _ in self._tags]
        rise = next((1 if style == "sup" else -1 for style in reversed(styles) if style in ("sup", "sub")), 0)
        return Run(
            text,
            bold or "bold" in styles,
            italic or "italic" in styles,
            icon=icon,
            underlined="underlined" in styles,
            rise=rise,
        )

    def _switch(self, token: re.Match[str]) -> None:
        """Switch a style on or off at a tag."""
        name = token["tag"].lower()
        if name not in _STYLES or token["more"].strip():
            known = ", ".join(f"<{each}>" for each in ("b", "i", "u", "sup", "sub"))
            raise MarkupError(
                f"{token[0][:40]} is not a tag that is set; known are {known} and <br>; write \\< for a sign",
                token.start(),
            )
        if not token["end"]:
            self._tags.append((name, token.start()))
        elif self._tags and self._tags[-1][0] == name:
            self._tags.pop()
        else:
            opened = f"; <{self._tags[-1][0]}> is open" if self._tags else ""
            raise MarkupError(f"{token[0]} closes nothing{opened}", token.start())

    def require_closed(self) -> None:
        """Refuse a tag that nothing closes."""
        for name, index in self._tags:
            raise MarkupError(f"<{name}> is opened, but no </{name}> closes it", index)


def _pair_marks(text: str, tokens: Iterable[re.Match[str]]) -> dict[int, tuple[int, ...]]:
    """Return what the stars and underscores of a line switch, by their places; MarkupError for bold without an end."""
    found: dict[int, tuple[int, ...]] = {}
    opened: dict[tuple[str, int], int] = {}
    for token in tokens:
        if not token["marks"]:
            continue
        sign, count, at = token["marks"][0], len(token["marks"]), token.start()
        before, after = text[:at][-1:], text[token.end() :][:1]
        opens, closes = bool(after.strip()), bool(before.strip())
        if sign == "_":  # not within a word such as gold_cost
            opens, closes = opens and not before.isalnum(), closes and not after.isalnum()
        elif count > 3 and (opens or closes):
            raise MarkupError("there are more than three stars; write \\* for a star", at)
        for each in () if count > 3 else (1, 2) if count == 3 else (count,):
            if closes and (sign, each) in opened:
                first = opened.pop((sign, each))
                found[first], found[at] = (*found.get(first, ()), each), (*found.get(at, ()), each)
            elif opens:
                opened[sign, each] = at
            elif closes and sign == "*" and each > 1:
                raise MarkupError("these stars close nothing; write \\* for a star", at)
    if ("*", 2) in opened:
        raise MarkupError("** opens emphasis that no ** closes; write \\* for a star", opened["*", 2])
    return found


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


def strip_markup(text: str, printed: str) -> str:
    """Return the words of a text as they are read, without icons; the text itself if its markup is wrong.

    Braces that are `printed` as they stand hold no icon.
    """
    if not has_markup(text):
        return text
    try:
        paragraphs = parse_markup(text, lambda name: f"{{{name}}}" not in printed)
    except MarkupError:
        return text
    return "\n".join(" ".join(_list_words(each)) for each in paragraphs)


def _list_words(paragraph: CellParagraph) -> Iterator[str]:
    if paragraph.is_item:
        yield BULLET
    yield from filter(None, ("".join(run.text for run in word) for word in paragraph.words))
