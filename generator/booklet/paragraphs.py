"""A paragraph of running text goes in; its lines, evenly filled and with no lone word at the end, come out."""

from collections.abc import Iterator, Sequence
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Paragraph

from generator.fonts.reportlab_internals import Word, is_before_space, line_break, split_into_words
from generator.language.hyphenation import SHORTEST, Hyphenation

_NARROWER_BY = (1.0, 2.0, 3.0)  # em; more would show in the margin
_GAP = 3.0  # em; a line that is short by less looks even enough in a ragged edge
_SOFT_HYPHEN = "\u00ad"  # shown as a hyphen; who copies the text can tell it from the hyphen of a word


class _Head(list[Any]):
    """The beginning of a word that goes on in the next line; the end of the line and the rest of it follow."""

    whole: Word


class Prose(Paragraph):  # type: ignore[misc]
    """A paragraph whose last line is not a lone word, where that costs no line more.

    Words are hyphenated where a line would be much too short: never in two lines on end, and never the last word of the
    paragraph or of a page.
    """

    style: Any
    hyphenation: Hyphenation | None = None
    _words: Sequence[Word] | None = None
    _kept: tuple[Word, ...] = ()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Break the lines; return the size, pt."""
        size = self._break(width, height)
        style, count = self.style, len(self.blPara.lines)
        if count < 2 or not self._ends_alone():
            return size
        for narrower in _NARROWER_BY:
            self.style = style.clone(style.name, rightIndent=style.rightIndent + narrower * style.fontSize)
            size = self._break(width, height)
            if len(self.blPara.lines) == count and not self._ends_alone():
                return size
        self.style = style
        return self._break(width, height)

    def split(self, width: float, height: float) -> list[Paragraph]:
        """Return what fits the height and the rest, neither with a part of a word; nothing where no good break is."""
        pieces = list(super().split(width, height))
        while len(pieces) == 2 and isinstance(head := pieces[0].frags[-1], _Head):
            self._kept = (*self._kept, head.whole)
            self.wrap(width, height)
            pieces = list(super().split(width, height))
        for piece in pieces if len(pieces) == 2 else ():
            piece.hyphenation = self.hyphenation
        return pieces

    def _break(self, width: float, height: float) -> tuple[float, float]:
        """Break the lines as ReportLab does, then those anew that are too short and whose next word can be broken."""
        if self._words is None:
            self._words = split_into_words(list(_whole(self.frags)), width)
        words, broken, line = list(self._words), False, 0
        size = self._lay(words, width, height)
        while self.hyphenation and line < len(self.blPara.lines) - 1:
            parts = None if broken else self._parted(words, line)
            if parts:
                words[parts[0] : parts[0] + 1] = parts[1]
                size = self._lay(words, width, height)
            broken, line = bool(parts), line + 1
        return size

    def _lay(self, words: Sequence[Word], width: float, height: float) -> tuple[float, float]:
        self.frags = list(words)
        across, down = super().wrap(width, height)
        return across, down

    def _parted(self, words: Sequence[Word], line: int) -> tuple[int, list[Word]] | None:
        """Return the first word of the next line by its index, and its parts where it does good to break it."""
        here, there = self.blPara.lines[line : line + 2]
        if here.lineBreak or here.extraSpace < _GAP * here.fontSize:
            return None
        index = next((at for at, word in enumerate(words) if word is self.frags[there.sFW]), 0)
        word, before = words[index], words[index - 1]
        if index in (0, len(words) - 1) or len(word) != 2 or not is_before_space(before):
            return None
        if any(word is kept for kept in self._kept):  # not `in`: the same word may stand elsewhere
            return None
        blank = stringWidth(" ", before[-1][0].fontName, before[-1][0].fontSize)
        parts = self._parts(word, here.extraSpace - blank)
        return (index, parts) if parts else None

    def _parts(self, word: Word, room: float) -> list[Word]:
        """Return the longest part with a hyphen that fits the room, the end of a line, and the rest; or nothing."""
        setting, text = word[1]
        bare = text.strip("\"'([{\u2018\u2019\u201c\u201d\u201e\u201a.,;:!?)]}\u00bb\u00ab\u2026")
        if len(bare) < SHORTEST or not self.hyphenation:
            return []
        start = text.index(bare)
        for at in self.hyphenation.breaks(bare):
            first, rest = text[: start + at] + _SOFT_HYPHEN, text[start + at :]
            width = stringWidth(first, setting.fontName, setting.fontSize)
            if width <= room:
                head = _Head([width, (setting, first)])
                head.whole = word
                end = line_break(setting)
                return [head, end, type(word)([stringWidth(rest, setting.fontName, setting.fontSize), (setting, rest)])]
        return []

    def _ends_alone(self) -> bool:
        last = self.blPara.lines[-1]
        words = last[1] if self.blPara.kind == 0 else "".join(word.text for word in last.words).split()
        return len(words) == 1


def _whole(frags: Sequence[Any]) -> Iterator[Any]:
    """Yield what was broken into parts as it was."""
    rest = iter(frags)
    for word in rest:
        if isinstance(word, _Head):
            next(rest), next(rest)
            yield word.whole
        else:
            yield word
