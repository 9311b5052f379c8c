r"""Read formulas of TeX, such as `2^n` and `\frac{1}{2}`, as a line of text with raised and lowered parts."""

import re
from collections.abc import Iterator
from unicodedata import lookup

_SIGNS = dict(
    each.rsplit(" ", 1)
    for each in """times \u00d7|cdot ·|div ÷|pm ±|mp ∓|le ≤|leq ≤|ge ≥|geq ≥|ne ≠|neq ≠|approx ≈|equiv ≡|to →
rightarrow →|leftarrow ←|uparrow ↑|downarrow ↓|leftrightarrow ↔|Rightarrow ⇒|infty ∞|sum ∑|prod ∏|lfloor ⌊|rfloor ⌋
lceil ⌈|rceil ⌉|dots …|ldots …|cdots ⋯|in ∈|cup \u222a|cap ∩|subset ⊂|forall ∀|exists ∃|land ∧|lor \u2228|neg ¬|star ★
circ °|bullet •|heartsuit ♥|diamondsuit ♦|clubsuit ♣|spadesuit ♠""".replace("\n", "|").split("|")
)
_BLANKS = {"quad", "qquad", ",", ";", ":", " "}
_NOTHING = {"left", "right", "!", "displaystyle", "limits"}
_UPRIGHT = {"text", "mathrm", "mathbf", "textbf", "operatorname", "mathit"}
_WORDS = {"max", "min", "log", "ln", "mod", "gcd", "sin", "cos", "exp"}
_PART = re.compile(r"\\([A-Za-z]+|.)|([{}^_])|([A-Za-z]+)|([^\\{}^_A-Za-z]+)", re.DOTALL)
_MOST_GROUPS = 40
_RAISED = {"^": "sup", "_": "sub"}


class _Formula:
    """Reads one formula; LookupError for a command that it does not know."""

    def __init__(self, text: str) -> None:
        self._parts = [*_PART.finditer(text)]
        self._at = 0

    def read(self, ends: str = "") -> Iterator[str]:
        """Yield tags of HTML and texts up to a brace that ends a group, or to the end."""
        while self._at < len(self._parts):
            if self._parts[self._at][2] == "}" and ends:
                self._at += 1
                return
            yield from self._read_part()

    def _read_part(self) -> Iterator[str]:
        found = self._parts[self._at]
        self._at += 1
        command, sign, letters, other = found.groups()
        if command is not None:
            yield from self._read_command(command)
        elif sign in _RAISED:
            yield from (f"<{_RAISED[sign]}>", *self._read_group(), f"</{_RAISED[sign]}>")
        elif sign == "{":
            yield from self.read("}")
        elif letters:
            yield from ("<i>", letters, "</i>")
        else:
            yield other or sign

    def _read_group(self) -> list[str]:
        """Return what follows: a group in braces, a command, or one character."""
        while self._at < len(self._parts) and self._parts[self._at][0].isspace():
            self._at += 1
        if self._at == len(self._parts):
            raise LookupError
        text = self._parts[self._at][0].lstrip()
        if len(text) > 1 and text[0] != "\\":
            self._parts[self._at] = next(_PART.finditer(text[1:]))
            return ["<i>", text[0], "</i>"] if text[0].isalpha() else [text[0]]
        return [*self._read_part()]

    def _read_command(self, name: str) -> Iterator[str]:
        if name in ("frac", "dfrac", "tfrac"):
            yield from (*self._bracket(self._read_group()), "/", *self._bracket(self._read_group()))
        elif name == "sqrt":
            yield from ("√", *self._bracket(self._read_group()))
        elif name in _UPRIGHT:
            yield from (each for each in self._read_group() if each not in ("<i>", "</i>"))
        elif name in _WORDS:
            yield f"{name} "
        elif name in _BLANKS:
            yield " "
        elif name in _SIGNS or not name.isalpha():
            yield _SIGNS.get(name, name)
        elif name not in _NOTHING:
            yield lookup(f"GREEK {'CAPITAL' if name[0].isupper() else 'SMALL'} LETTER {name}")

    def _bracket(self, group: list[str]) -> list[str]:
        """Return a part of a fraction, in brackets if it is more than a word or a number."""
        text = "".join(each for each in group if not each.startswith("<"))
        return group if text.isalnum() else ["(", *group, ")"]


def read_formula(text: str) -> list[str] | None:
    """Return a formula as tags of HTML and texts between them; None if it holds what no line of text can show."""
    try:
        return [*_Formula(text).read()] if text.count("{") <= _MOST_GROUPS else None
    except LookupError:
        return None
