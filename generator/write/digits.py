"""A number goes in, the shortest text that is right to a ten-thousandth of a millimeter comes out."""

from functools import lru_cache


@lru_cache(maxsize=16_384)
def digits(value: float) -> str:
    """Return a decimal without exponent, as PDF and SVG both read it; up to 100,000,000."""
    return f"{round(value, 4) + 0.0:.12g}"  # no -0: what is drawn the same is spelled the same


def matrix(values: tuple[float, ...]) -> str:
    """Return six numbers; the four that turn and scale keep six decimals, because they multiply a page's width."""
    return " ".join(map(_six, values))


def _six(value: float) -> str:
    """Return six decimals without exponent: a small angle's sine is below what `g` writes as a decimal."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
