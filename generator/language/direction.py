"""Tell which way a language and a text run."""

from unicodedata import bidirectional

RIGHT_TO_LEFT_MARK = "\u200f"
_SCRIPTS = frozenset(("adlm", "arab", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa"))
_LANGUAGES = frozenset(("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ps", "sd", "syr", "ug", "ur", "yi"))


def is_right_to_left(tag: str) -> bool:
    """Tell whether a language, as a BCP 47 tag, is written from right to left: by its script if the tag names one."""
    language, *rest = tag.lower().split("-")
    script = next((part for part in rest if len(part) == 4 and part.isalpha()), "")
    return script in _SCRIPTS if script else language in _LANGUAGES


def begins_right_to_left(text: str) -> bool:
    """Tell whether the first letter of a text runs from right to left (Unicode Standard Annex 9, P2 and P3)."""
    if text.isascii():
        return False
    return next((kind != "L" for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), False)


def direct_text(text: str, rtl: bool) -> str:
    """Return a line with the mark that sets it from right to left, if its language or its first letter runs so."""
    return f"{RIGHT_TO_LEFT_MARK}{text}" if text and (rtl or begins_right_to_left(text)) else text
