"""Choose paints that take less ink: tints for grounds, and for marks the nearest paint that is still seen.

Channels run from 0 to 1.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from colorsys import rgb_to_hls
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar

from generator.model.color import Color, mix_paints, relative_luminance, to_rgb
from generator.model.lru_cache import LRUCache

Rgb = tuple[float, float, float]
WHITE: Rgb = (1.0, 1.0, 1.0)
InkMode = Literal["low", "mono"]
RUNNING, OTHER = 4.5, 3.0  # contrast of running text, and of all else (WCAG 2.2, 1.4.3 and 1.4.11)
SEEN = 1.1  # contrast of a line or mark that is meant to be seen
_LEAST = 1.6  # contrast of a line or mark that was seen: even a pale one is told from its tint
_AS_GOOD = 0.9  # of a contrast: what is left of it is not told from it
_MOST_KEPT = 20_000
_DARK = 110.0  # of 255: marks and lines darker than that are black in a print without colors
_SAME_HUE = 5.0  # degrees
TINT, BACK_TINT = 0.18, 0.14  # how much of a paint stays in a fill on the front, and on the back of a piece
SOLE_TINT = 0.45  # the same of the one paint of a group, whose pieces differ by where they are painted
_PALE = 0.75  # luminance of a paint that is light for its own sake, such as a white mark on a dark ground
_CHROMATIC = 0.12  # of the range of a channel: less color is gray
_GRAYS = ("#000000", "#4d4d4d", "#808080", "#b0b0b0", "#d6d6d6", "#efefef", "#ffffff")
_DARKEST, _LIGHTEST, _GAP = 24.0, 230.0, 36.0  # of 255: grays of a group, and the step between two (CIEDE2000 of 10)
_STEPS = (0.25, 0.45, 0.65, 0.8, 1.0)  # how much black is mixed in, step by step, until a paint stands out


T = TypeVar("T")


class Ground(NamedTuple):
    """The paint under or beside a shape, as it was and as it is now."""

    old: Rgb
    new: Rgb


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


@lru_cache(maxsize=4096)
def _luminance(rgb: Rgb) -> float:
    return relative_luminance(format_rgb(rgb))


def lighten(paint: str, share: float) -> str:
    """Return a tint with a share of the paint and the rest of white."""
    return mix_paints(paint, "#ffffff", 1 - share)


def is_chromatic(paint: str) -> bool:
    """Return whether a paint is a color, not black, white or gray."""
    channels = parse_rgb(paint)
    return max(channels) - min(channels) > _CHROMATIC


def hue_of(paint: str) -> float:
    """Return the hue of a paint in degrees: 0 red, 120 green, 240 blue."""
    return 360 * rgb_to_hls(*parse_rgb(paint))[0]


def to_gray(paint: str, known: Mapping[str, str]) -> str:
    """Return the gray of a paint: that of its role if it is known, or else the nearest of a few in luminance."""
    if paint in known:
        return known[paint]
    shade = gray_of(paint)
    return min(_GRAYS, key=lambda gray: abs(to_rgb(gray)[0] - shade))


def gray_of(paint: str) -> float:
    """Return the channel, 0 to 255, of the gray that is as light as a paint (IEC 61966-2-1)."""
    linear = relative_luminance(paint)
    return 255 * (12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055)


def stand_out(paint: str, opacity: float, grounds: Sequence[Rgb], shade: str, needs: Sequence[float]) -> str:
    """Return a paint that has the contrast that each ground needs: itself, or else darker, or white on dark grounds.

    A pale one without a hue, such as a white mark, becomes a `shade` of what it stood on before.
    """
    base = shade if relative_luminance(paint) > _PALE and not is_chromatic(paint) else paint
    tries = [paint, base, *(mix_paints(base, "#000000", step) for step in _STEPS), "#ffffff"]

    def worst(each: str) -> float:
        found = (contrast(cover(parse_rgb(each), opacity, ground), ground) for ground in grounds)
        return min(is_now / need for is_now, need in zip(found, needs, strict=True))

    return next((each for each in tries if worst(each) >= 1), max(tries, key=worst))


def spread_grays(paints: Sequence[str]) -> Mapping[str, str]:
    """Return grays for the paints of a group: as light as these, but moved apart if two come too near.

    A group in one paint stays as it is.
    """
    ranks = sorted(set(paints), key=relative_luminance)
    if len(ranks) < 2:
        return {}
    shades = [gray_of(paint) for paint in ranks]
    gap = min(_GAP, (_LIGHTEST - _DARKEST) / (len(ranks) - 1))
    for number in range(1, len(shades)):
        shades[number] = max(shades[number], shades[number - 1] + gap)
    shades[-1] = min(shades[-1], max(_LIGHTEST, gray_of(ranks[-1])))
    for number in range(len(shades) - 2, -1, -1):
        shades[number] = max(0.0, min(shades[number], shades[number + 1] - gap))
    return {paint: format_rgb((shade / 255,) * 3) for paint, shade in zip(ranks, shades, strict=True)}


class InkPaints:
    """The paints of one game in one mode; equal shapes in equal paints stay one shape."""

    def __init__(self, mode: InkMode, colors: Mapping[str, Color]) -> None:
        self.mono = mode == "mono"
        groups = _group_paints(colors)
        self._sole = {paints[0] for paints in groups if len(paints) > 1 and len({*paints}) == 1}
        grays = (pair for each in groups for pair in spread_grays(each).items())
        self._grays = dict(grays) if self.mono else {}
        self._hues = [hue_of(color.paint) for color in colors.values() if is_chromatic(color.paint)]
        self._made: LRUCache[Any, Any] = LRUCache(_MOST_KEPT)

    def make_once(self, make: Callable[[], T], shape: Hashable, *change: object) -> T:
        """Return what `make` makes of a shape by a change, the same object each time."""
        found: T | None = self._made.get((shape, change))
        return self._made.put((shape, change), make()) if found is None else found

    def tint(self, paint: str, is_back: bool) -> str:
        """Return the paint of a ground."""
        if not self.mono:
            return lighten(paint, BACK_TINT if is_back else SOLE_TINT if paint in self._sole else TINT)
        gray = to_gray(paint, self._grays)
        return lighten(gray, BACK_TINT) if is_back else gray

    def tone(self, paint: str) -> str:
        """Return the paint of a mark, before its contrast is looked at."""
        if not self.mono:
            return paint
        dark = paint not in self._grays and gray_of(paint) < _DARK
        return "#000000" if dark else to_gray(paint, self._grays)

    def is_unnamed(self, paint: str) -> bool:
        """Return whether a paint is a color of the templates' own, which no role and no shade of a role has."""
        if not is_chromatic(paint):
            return False
        turns = (abs(hue_of(paint) - hue) for hue in self._hues)
        return all(_SAME_HUE < turn < 360 - _SAME_HUE for turn in turns)

    def choose_mark(self, paint: str, opacity: float, grounds: Sequence[Ground]) -> str:
        """Return the paint of a mark: on each ground that it was seen on, it is still seen, as well or at 3 to 1.

        A pale mark needs more than it had only on a ground that is another now.
        """
        was = [contrast(cover(parse_rgb(paint), opacity, each.old), each.old) for each in grounds]
        needs = [keep_contrast(each) for each in was]
        if max(was) >= SEEN:
            least = [_LEAST if each.old != each.new else 1.0 for each in grounds]
            needs = [max(*both) if each >= SEEN else 1.0 for each, *both in zip(was, needs, least, strict=True)]
        return self._stand_out(paint, opacity, grounds, needs)

    def choose_text(self, paint: str, opacity: float, grounds: Sequence[Ground], least: float) -> str:
        """Return the paint of a text, which has at least a contrast with all grounds."""
        return self._stand_out(paint, opacity, grounds, [least] * len(grounds))

    def _stand_out(self, paint: str, opacity: float, grounds: Sequence[Ground], needs: Sequence[float]) -> str:
        asked = paint, opacity, tuple(grounds), tuple(needs)
        if (known := self._made.get(asked)) is None:
            darkest = format_rgb(max((each.old for each in grounds), key=lambda rgb: contrast(rgb, WHITE)))
            news = [each.new for each in grounds]
            known = self._made.put(asked, stand_out(self.tone(paint), opacity, news, self.tone(darkest), needs))
        return str(known)


def keep_contrast(was: float) -> float:
    """Return the contrast that counts as well as one that was there."""
    return min(OTHER, max(1.0, _AS_GOOD * was))


def _group_paints(colors: Mapping[str, Color]) -> list[list[str]]:
    """Return the paints of each group of roles."""
    groups: dict[str, list[str]] = {}
    for role, color in colors.items():
        if "." in role:
            groups.setdefault(role.rpartition(".")[0], []).append(color.paint)
    return [*groups.values()]
