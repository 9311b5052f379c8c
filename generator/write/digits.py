"""A number goes in, the shortest text that is right to a ten-thousandth of a millimeter comes out."""

from functools import lru_cache


@lru_cache(maxsize=16_384)
def digits(value: float) -> str:
    """Return a decimal without exponent, as PDF and SVG both read it."""
    return f"{round(value, 4):.8g}"


def matrix(values: tuple[float, ...]) -> str:
    """Return six numbers; the four that turn and scale keep six decimals, because they multiply a page's width."""
    return " ".join(f"{round(value, 6):.9g}" for value in values)
