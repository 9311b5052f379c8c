"""Paper stock as games name it: a material in words, and the weights at which it may be used."""

import re
from collections.abc import Iterable
from functools import cache
from math import inf
from typing import NamedTuple

_RANGE = r"(?P<low>\d+)(?:\s*(?:[-\u2013\u2014]|\b(?:to|bis|à|a|tot|til|till)\b)\s*(?P<high>\d+))?"
_UNIT = r"(?P<unit>gsm|g\s?/\s?(?:m2|m²|qm)|g)(?![\w/])"
_WEIGHT = re.compile(
    rf"(?:\b(?P<least>at least|from)\s+|\b(?P<most>up to|at most)\s+)?\b{_RANGE}\s*{_UNIT}(?P<more>\s+or more)?", re.I
)


_FINISHES = frozenset({"backed", "folded", "glued", "laminated", "mounted", "pasted", "stuck"})


class PaperStock(NamedTuple):
    """What a part is to be printed on.

    `words` is the material in lower case, without weight, for comparison; `lightest` and `heaviest` are in g/m². `text`
    is how to write it, with `{}` for the weight, and `unit` that of the weight; both are empty if nothing is demanded.
    """

    words: str = ""
    lightest: float = 0.0
    heaviest: float = inf
    text: str = ""
    unit: str = ""

    def describe(self) -> str:
        """Return the stock as text, such as `card, 250 to 300 gsm`."""
        return self.text.format(self._describe_weight()) if self.unit else self.text

    def _describe_weight(self) -> str:
        if self.heaviest == inf:
            return f"at least {self.lightest:g} {self.unit}"
        if not self.lightest:
            return f"up to {self.heaviest:g} {self.unit}"
        most = "" if self.lightest == self.heaviest else f" to {self.heaviest:g}"
        return f"{self.lightest:g}{most} {self.unit}"


ANY_STOCK = PaperStock()


@cache
def parse_stock(text: str) -> PaperStock:
    """Return the stock that a text names: commas, case and the place of the weight make no difference."""
    found = _WEIGHT.search(text)
    plain = text.replace("{", "(").replace("}", ")")
    if found is None:
        return PaperStock(_normalize_words(plain), text=plain)
    before, after = plain[: found.start()], plain[found.end() :]
    low, high = sorted((float(found["low"]), float(found["high"] or found["low"])))
    if not found["high"]:
        low, high = (0.0 if found["most"] else low), (inf if found["least"] or found["more"] else high)
    return PaperStock(_normalize_words(f"{before},{after}"), low, high, f"{before}{{}}{after}", found["unit"])


def _normalize_words(text: str) -> str:
    words = (" ".join(each.split()) for each in text.casefold().split(","))
    return ", ".join(each for each in words if each)


def join_stocks(one: PaperStock, other: PaperStock) -> PaperStock | None:
    """Return the stock that serves both, None if none does: the same material, at weights that both allow."""
    if ANY_STOCK in (one, other):
        return other if one == ANY_STOCK else one
    lightest, heaviest = max(one.lightest, other.lightest), min(one.heaviest, other.heaviest)
    if one.words != other.words or lightest > heaviest:
        return None
    return (one if one.unit else other)._replace(lightest=lightest, heaviest=heaviest)


def find_common_stock(texts: Iterable[str]) -> PaperStock | None:
    """Return the stock that serves all that is named, None if none does."""
    common: PaperStock | None = ANY_STOCK
    for text in dict.fromkeys(texts):
        common = common and join_stocks(common, parse_stock(text))
    return common


def split_finish(text: str) -> tuple[str, str]:
    """Return the paper that a stock is printed on, and what is done to it afterwards, such as `glued on thick card`."""
    clauses = [" ".join(each.split()) for each in text.split(",")]
    done = [bool(each) and each.split()[0].casefold() in _FINISHES for each in clauses]
    paper = (each for each, is_done in zip(clauses, done, strict=True) if not is_done)
    finish = (each for each, is_done in zip(clauses, done, strict=True) if is_done)
    return ", ".join(paper), ", ".join(finish)


def find_common_paper(texts: Iterable[str]) -> PaperStock | None:
    """Return the paper that serves all that is named, whatever is done to it afterwards; None if none does."""
    return find_common_stock([split_finish(text)[0] for text in texts])
