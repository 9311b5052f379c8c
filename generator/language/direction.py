"""Tell which way a language and a text run."""

import re
from unicodedata import bidirectional

RIGHT_TO_LEFT_MARK = "\u200f"
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_SCRIPTS = frozenset(("adlm", "arab", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa"))
_LANGUAGES = frozenset(("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ps", "sd", "syr", "ug", "ur", "yi"))


def is_right_to_left(tag: str) -> bool:
    """Return whether a language, as a BCP 47 tag, is written from right to left: by its script if the tag names one."""
    language, *rest = tag.lower().split("-")
    script = next((part for part in rest if len(part) == 4 and part.isalpha()), "")
    return script in _SCRIPTS if script else language in _LANGUAGES


def begins_right_to_left(text: str) -> bool:
    """Return whether the first letter of a text runs from right to left (Unicode Standard Annex 9, P2 and P3)."""
    if text.isascii():
        return False
    return next((kind != "L" for kind in map(bidirectional, text) if kind in ("L", "R", "AL")), False)


def direct_text(text: str, rtl: bool) -> str:
    """Return a line with the mark that sets it from right to left, if its language or its first letter runs so."""
    return f"{RIGHT_TO_LEFT_MARK}{text}" if text and (rtl or begins_right_to_left(text)) else text


def find_directed_runs(text: str, rtl: bool) -> list[tuple[int, int, bool]]:
    """Return runs of one direction from left to right (Unicode Standard Annex 9), for a line whose base is `rtl`."""
    from bidi import algorithm as bidi  # few lines run from right to left

    storage = bidi.get_empty_storage()
    storage["base_level"], storage["base_dir"] = int(rtl), "LR"[rtl]
    bidi.get_embedding_levels(text, storage)
    for index, char in enumerate(storage["chars"]):
        char["index"] = index
    bidi.explicit_embed_and_overrides(storage)
    bidi.resolve_weak_types(storage)
    bidi.resolve_neutral_types(storage, False)
    bidi.resolve_implicit_levels(storage, False)
    bidi.reorder_resolved_levels(storage, False)
    runs: list[tuple[int, int, bool]] = []
    for char in storage["chars"]:
        index, left = char["index"], char["level"] % 2 == 1
        if runs and left is runs[-1][2] and index == (runs[-1][0] - 1 if left else runs[-1][1]):
            begin, end, _ = runs.pop()
            runs.append((min(begin, index), max(end, index + 1), left))
        else:
            runs.append((index, index + 1, left))
    return runs
