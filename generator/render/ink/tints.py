"""Lighten, darken and gray the paints of shapes, and keep the contrast that they had; channels run from 0 to 1."""

from collections.abc import Mapping, Sequence
from colorsys import rgb_to_hls

from generator.model.color import mix_paints, relative_luminance, to_rgb

Rgb = tuple[float, float, float]
WHITE: Rgb = (1.0, 1.0, 1.0)
TINT, BACK_TINT = 0.36, 0.22  # how much of a paint stays in a fill on the front, and on the back of a piece
_PALE = 0.75  # luminance of a paint that is light for its own sake, such as a white mark on a dark ground
_CHROMATIC = 0.12  # of the range of a channel: less color is gray
_GRAYS = ("#000000", "#595959", "#8c8c8c", "#b8b8b8", "#dedede", "#ffffff")
_STEPS = (0.25, 0.45, 0.65, 0.8, 1.0)  # how much black is mixed in, step by step, until a paint stands out


def parse_rgb(paint: str) -> Rgb:
    """Return the channels of a `#rrggbb`."""
    red, green, blue = to_rgb(paint)
    return red / 255, green / 255, blue / 255


def format_rgb(rgb: Rgb) -> str:
    """Return channels as `#rrggbb`."""
    return "#" + "".join(f"{min(255, max(0, round(255 * channel))):02x}" for channel in rgb)


def cover(rgb: Rgb, opacity: float, ground: Rgb) -> Rgb:
    """Return a paint of some opacity on a ground."""
    return tuple(g + (c - g) * opacity for c, g in zip(rgb, ground, strict=True))  # type: ignore[return-value]


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of two paints, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(rgb: Rgb) -> float:
    return relative_luminance(format_rgb(rgb))


def lighten(paint: str, share: float) -> str:
    """Return a tint with a share of the paint and the rest of white."""
    return mix_paints(paint, "#ffffff", 1 - share)


def is_chromatic(paint: str) -> bool:
    """Tell whether a paint is a color, not black, white or gray."""
    channels = parse_rgb(paint)
    return max(channels) - min(channels) > _CHROMATIC


def hue_of(paint: str) -> float:
    """Return the hue of a paint in degrees: 0 red, 120 green, 240 blue."""
    return 360 * rgb_to_hls(*parse_rgb(paint))[0]


def to_gray(paint: str, known: Mapping[str, str]) -> str:
    """Return the gray of a paint: that of its role if it is known, or else the nearest of a few in luminance."""
    if paint in known:
        return known[paint]
    shade = relative_luminance(paint)
    return min(_GRAYS, key=lambda gray: abs(relative_luminance(gray) ** 0.5 - shade**0.5))


def stand_out(paint: str, opacity: float, grounds: Sequence[Rgb], before: Sequence[Rgb], least: float) -> str:
    """Return a paint that has the least contrast with all grounds: itself, or else darker, or white on dark grounds.

    A pale one, such as a white mark, becomes a shade of what it stood on `before`.
    """
    base = paint
    if relative_luminance(paint) > _PALE and before:
        base = format_rgb(min(before, key=_luminance))
    tries = [paint, base, *(mix_paints(base, "#000000", step) for step in _STEPS), "#ffffff"]

    def worst(each: str) -> float:
        return min(contrast(cover(parse_rgb(each), opacity, ground), ground) for ground in grounds)

    return next((each for each in tries if worst(each) >= least), max(tries, key=worst))


def spread_grays(paints: Sequence[str]) -> Mapping[str, str]:
    """Return grays for the paints of a group, in the order of their luminance and as far apart as can be.

    A group in one paint stays as it is.
    """
    ranks = sorted(set(paints), key=relative_luminance)
    if len(ranks) < 2:
        return {}
    darkest, lightest = 0x20, 0xDC
    steps = [darkest + (lightest - darkest) * number / (len(ranks) - 1) for number in range(len(ranks))]
    return {
        paint: f"#{round(step):02x}{round(step):02x}{round(step):02x}" for paint, step in zip(ranks, steps, strict=True)
    }
