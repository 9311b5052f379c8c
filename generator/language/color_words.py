"""The eleven basic color terms of English, the paints that stand for them, and other words for colors."""

from collections.abc import Mapping
from types import MappingProxyType

# The terms are those of Berlin and Kay, Basic Color Terms (1969), in American spelling. Each is represented by named
# colors of CSS Color Module Level 4, 6.1 (such as silver and teal), which we have sorted under the terms, and by a few
# paints of ours where CSS has too few: earthen browns, and the yellow, green and blue of printing inks.
COLOR_TERMS: Mapping[str, str] = MappingProxyType({
    "black": "000000 1c1c1c",
    "white": "ffffff fffafa f5f5f5",
    "gray": "808080 696969 404040 a9a9a9 c0c0c0 d3d3d3 708090",
    "red": "ff0000 dc143c b22222 8b0000 cd5c5c cc0000",
    "green": "008000 006400 00ff00 32cd32 2e8b57 3cb371 90ee90 6b8e23 556b2f 9acd32 8fbc8f 00a080 008080",
    "blue": "0000ff 0000cd 000080 191970 4169e1 1e90ff 4682b4 6495ed 87ceeb add8e6 00bfff 0070b0",
    "yellow": "ffff00 ffd700 f0e68c fffacd eee8aa e6c800",
    "brown": "8b4513 a0522d 654321 5c4033 cd853f d2b48c",
    "pink": "ffc0cb ffb6c1 ff69b4 ff1493 db7093 cc79a7",
    "orange": "ffa500 ff8c00 ff7f50 f06000 e69f00 ffb347",
    "purple": "800080 4b0082 663399 8a2be2 9370db 9932cc ba55d3 dda0dd d8bfd8 ff00ff",
})  # fmt: skip
# other color words that games use
_SHADE_WORDS = frozenset(
    "amber aqua aquamarine azure beige bronze burgundy carmine charcoal copper coral cream crimson cyan"
    " ebony emerald gold golden grey indigo ivory jade khaki lavender lilac lime magenta maroon mauve mint"
    " mustard navy ochre olive plum ruby rust salmon sapphire scarlet sienna silver tan teal turquoise"
    " ultramarine vermilion violet".split()
)


def is_shade(name: str) -> bool:
    """Return whether a name is that of a color: `red` and `dark gray` are, `south` is not."""
    last = name.lower().replace("-", " ").split()[-1:]
    return bool(last) and (last[0] in COLOR_TERMS or last[0] in _SHADE_WORDS)
