"""Find texts of a translation that lack a sentence, or have one too many, by their ends and their lengths."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_END = re.compile(r"[.!?](?=[\"\u201d\u201c\u2019\u00bb\u00ab)*_]{0,6}(?:\s|\[\^|$))|[\u3002\uff01\uff1f]")
_MARKUP = re.compile(r"\]\([^()\s]*+\)|\[\^[^\[\]\n]++\]:?|[*_`>#|!\[\]\s]")
# A translator may join or divide sentences, and may be brief, but seldom both. The deviation of lengths grows with the
# root of the length (Gale and Church, 1993). Of 1286 texts in 23 sound translations, none has fewer sentences than
# the original and is shorter by so much; of 374 from which one sentence was removed, 306 are.
_DEVIATION = 2.5
_OFFSET = 3  # letters, so that very short texts may differ in any way


class TextSize(NamedTuple):
    """How many sentences and letters a text has."""

    sentences: int
    letters: int


def measure_text(text: str) -> TextSize:
    """Return how many sentences and letters a text has; targets of links and marks do not count."""
    return TextSize(len(_END.findall(text)), len(_MARKUP.sub("", text)))


def measure_ratio(pairs: Sequence[tuple[TextSize, TextSize]]) -> float:
    """Return how many letters of a translation a letter of the first rules becomes."""
    return sum(theirs.letters for _, theirs in pairs) / max(1, sum(mine.letters for mine, _ in pairs))


def count_more_sentences(mine: TextSize, theirs: TextSize, ratio: float) -> int:
    """Return how many sentences a translation has more, negative for fewer; 0 where its length is as expected."""
    deviation = (theirs.letters - mine.letters * ratio) / (mine.letters + _OFFSET) ** 0.5
    more = theirs.sentences - mine.sentences
    return more if more and deviation * more > abs(more) * _DEVIATION else 0
