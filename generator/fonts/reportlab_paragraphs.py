"""Hold every use of reportlab's private names in paragraphs and tables, which may change in its next major version."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator.language.typography import split_units

# a word of a paragraph: its width, then pairs of a fragment, which says how a text is set, and the text
Word = list[Any]
_NARROW_SPACE = "\u202f"
# the blanks of reportlab, without narrow no-break spaces
_BLANKS = re.compile("[\t-\r\x1c- \x85\u1680\u2000-\u200b\u2028\u2029\u205f\u3000]+")


@cache
def tagged_table() -> type:
    """Return the class of tables whose lines are artifacts."""
    from reportlab.platypus import Table  # platypus is only needed for rules

    class TaggedTable(Table):  # type: ignore[misc]
        def _drawLines(self) -> None:  # noqa: N802  reportlab's name
            self.canv.addLiteral("/Artifact BMC")
            super()._drawLines()
            self.canv.addLiteral("EMC")

    return TaggedTable


def row_heights(table: Any) -> list[float]:
    """Return the heights of the rows of a table that is wrapped, in pt."""
    return list(table._rowHeights)


def find_baseline(canvas: Canvas) -> float:
    """Return the height of the line of a paragraph that is being drawn, pt."""
    return float(canvas._curr_tx_info["cur_y"])


def split_into_words(fragments: Sequence[Any], width: float) -> list[Word]:
    """Return the words of a paragraph's fragments."""
    from reportlab.platypus.paragraph import _getFragWords  # platypus is only needed for rules

    words: list[Word] = []
    for word in chain.from_iterable(map(_split_without_blanks, _getFragWords(list(fragments), width))):
        before = words[-1] if words else None
        if before and not is_before_space(before) and (_has_image(before) or _has_image(word)):
            words[-1] = type(word)([before[0] + word[0], *before[1:], *word[1:]])  # nothing breaks `2{gem}`
        else:
            words.append(word)
    return words


def _split_without_blanks(word: Word) -> Iterator[Word]:
    """Yield the parts of a word of a language without blanks that lines can break between; any other as it is."""
    whole = "".join(text for _, text in word[1:])
    if whole.isascii() or _has_image(word) or len(units := split_units(whole)) == 1:
        yield word
        return
    texts, rest = iter(word[1:]), ""
    fragment: Any = None
    for number, unit in enumerate(units, 1):
        part = (type(word) if number == len(units) else list)([0.0])
        while unit:
            if not rest:
                fragment, rest = next(texts)
            said, unit, rest = rest[: len(unit)], unit[len(rest) :], rest[len(unit) :]
            part[0] += pdfmetrics.stringWidth(said, fragment.fontName, fragment.fontSize)
            part.append((fragment, said))
        yield type(part)([*part, *(texts if number == len(units) else ())])


def keep_narrow_spaces() -> None:
    """Let reportlab break no line at a narrow no-break space, which it takes for a blank."""
    from reportlab.platypus import paragraph

    split_at_blanks = paragraph.split
    blanks = paragraph._wsc.replace(_NARROW_SPACE, "")
    if blanks == paragraph._wsc:
        return

    def split(text: str, delim: str | None = None) -> list[str]:
        if delim is None and _NARROW_SPACE in text:
            return _BLANKS.split(text)
        return list(split_at_blanks(text, delim))

    paragraph._wsc, paragraph.split = blanks, split
    paragraph._wsc_re_split = _BLANKS.split


def _has_image(word: Word) -> bool:
    return any(getattr(getattr(fragment, "cbDefn", None), "width", 0) for fragment, _ in word[1:])


def is_before_space(word: Word) -> bool:
    """Return whether a space follows a word."""
    from reportlab.platypus.paragraph import _HSFrag

    return isinstance(word, _HSFrag)


def line_break(fragment: Any) -> Word:
    """Return a word that ends a line, set as a fragment."""
    from reportlab.platypus.paragraph import _FK_BREAK

    return [0, (fragment.clone(_fkind=_FK_BREAK, text=""), "")]
