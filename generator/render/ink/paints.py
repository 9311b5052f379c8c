"""Choose paints that take less ink: tints for grounds, and for marks the paint nearest their own that is still seen."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Literal

from generator.model.color import Color
from generator.model.lru_cache import LRUCache
from generator.render.ink.grounds import Ground
from generator.render.ink.tints import (
    BACK_TINT,
    SOLE_TINT,
    TINT,
    WHITE,
    contrast,
    cover,
    format_rgb,
    gray_of,
    hue_of,
    is_chromatic,
    lighten,
    parse_rgb,
    spread_grays,
    stand_out,
    to_gray,
)

InkMode = Literal["low", "mono"]
RUNNING, OTHER = 4.5, 3.0  # contrast of running text, and of all else (WCAG 2.2, 1.4.3 and 1.4.11)
SEEN = 1.1  # contrast of a line or mark that is meant to be seen
_LEAST = 1.6  # contrast of a line or mark that was seen: even a pale one is told from its tint
_AS_GOOD = 0.9  # of a contrast: what is left of it is not told from it
_MOST_KEPT = 20_000
_DARK = 110.0  # of 255: marks and lines darker than that are black in a print without colors
_SAME_HUE = 5.0  # degrees


class InkPaints:
    """The paints of one game in one mode; equal shapes in equal paints stay one shape."""

    def __init__(self, mode: InkMode, colors: Mapping[str, Color]) -> None:
        self.mono = mode == "mono"
        groups = _group_paints(colors)
        self._sole = {paints[0] for paints in groups if len(paints) > 1 and len({*paints}) == 1}
        self._grays = dict(_assign_grays(groups)) if self.mono else {}
        self._hues = [hue_of(color.paint) for color in colors.values() if is_chromatic(color.paint)]
        self._made: LRUCache[Any, Any] = LRUCache(_MOST_KEPT)

    def remember(self, shape: Hashable, *change: object) -> Any:
        """Return what was made of a shape by a change, or None."""
        return self._made.get((shape, change))

    def keep(self, made: Any, shape: Hashable, *change: object) -> Any:
        """Remember what was made of a shape by a change."""
        return self._made.put((shape, change), made)

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


def _assign_grays(groups: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    for paints in groups:
        yield from spread_grays(paints).items()
