"""Put the words of a broken line in the order in which they are drawn, from left to right."""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.language.direction import RIGHT_TO_LEFT, RIGHT_TO_LEFT_MARK, find_directed_runs

_OBJECT = "\ufffc"  # what stands for an icon where directions are found out


def order_lines(lines: Any, rtl: bool) -> Any:
    """Return the broken lines of a paragraph of reportlab with their words from left to right.

    `rtl` tells that the paragraph runs from right to left. A stretch that does begins with U+200F.
    """
    if lines.kind == 0:
        if not rtl:
            return lines  # a line in one style is shaped as a whole
        return _copy(lines, lines=[_mark_line(line) for line in lines.lines])
    return _copy(lines, lines=[_copy(line, words=[*_order_words(line.words, rtl)]) for line in lines.lines])


def _copy(bag: Any, **changed: Any) -> Any:
    return type(bag)(**{**vars(bag), **changed})


def _mark_line(line: Any) -> Any:
    if isinstance(line, tuple):
        return line[0], [f"{RIGHT_TO_LEFT_MARK}{' '.join(line[1])}"]
    return _copy(line, words=[f"{RIGHT_TO_LEFT_MARK}{' '.join(line.words)}"])


def _order_words(words: Sequence[Any], rtl: bool) -> Iterator[Any]:
    """Yield the fragments of a line from left to right, divided where the direction changes.

    What draws nothing itself, such as the sign of a footnote, stays with the fragment after it.
    """
    texts = [_read_text(word) for word in words]
    line = "".join(texts)
    if not rtl and not RIGHT_TO_LEFT.search(line):
        yield from words
        return
    starts = [sum(map(len, texts[:at])) for at in range(len(texts))]
    yield from (word for word, text in zip(words, texts, strict=True) if not text)
    for begin, end, leftward in find_directed_runs(line, rtl):
        inside = [
            (word, text[max(begin - start, 0) : end - start])
            for word, text, start in zip(words, texts, starts, strict=True)
            if start < end and begin < start + len(text)
        ]
        for word, text in reversed(inside) if leftward else inside:
            yield word if text == _OBJECT else word.clone(text=f"{RIGHT_TO_LEFT_MARK}{text}" if leftward else text)


def _read_text(word: Any) -> str:
    if not hasattr(word, "cbDefn"):
        return str(word.text)
    return _OBJECT if word.cbDefn.kind == "img" else ""
