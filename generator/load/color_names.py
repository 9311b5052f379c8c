"""Repaint colors, and give each a name that fits its new paint and differs from the others of its group."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from msgspec.structs import replace

from generator.language.color_words import is_shade, lab, term
from generator.model.color import Color
from generator.model.finding import DataError, Finding
from generator.model.place import Place

Colors = dict[str, Color]
Telling = Callable[[Sequence[Color], Mapping[str, Color]], Mapping[str, str] | None]
_STEP = 15.0  # CIELAB lightness (0 to 100): closer colors are not called `dark` and `light`
_ENDS = frozenset({"black", "white"})
# (number of colors, index of the one with its old paint) to words from darkest to lightest
_WORDS: Mapping[tuple[int, int | None], tuple[str, ...]] = MappingProxyType({
    (2, None): ("dark", "light"),
    (2, 0): ("", "light"),
    (2, 1): ("dark", ""),
    (3, None): ("dark", "", "light"),
    (3, 1): ("dark", "", "light"),
})  # fmt: skip


def renamed(
    colors: Mapping[str, Color], paints: Mapping[str, str], names: Mapping[str, str], places: Mapping[str, Place]
) -> Colors:
    """Return the colors repainted; a changed paint is called as `names` says, or else by the nearest basic color term.

    A name that is no color word, such as `south`, stays. Two colors of a group with the same name are distinguished
    by lightness, or else by their marks or letters; if they cannot be, GF003 at the place of the paint.
    """
    made = {role: replace(color, paint=paints.get(role, color.paint)) for role, color in colors.items()}
    for role, color in made.items():
        if color.paint != colors[role].paint and (role in names or is_shade(color.name)):
            made[role] = _called(color, names.get(role) or term(color.paint))
    findings = [finding for group in _groups(made) for finding in _tell_apart(group, made, colors, places)]
    if findings:
        raise DataError(findings)
    return made


def _called(color: Color, name: str) -> Color:
    return replace(color, renamed="" if name == color.name else name)


def _groups(colors: Colors) -> Iterable[Sequence[str]]:
    groups: dict[str, list[str]] = {}
    for role in colors:
        groups.setdefault(role.rpartition(".")[0], []).append(role)
    groups.pop("", None)
    return groups.values()


def _tell_apart(
    group: Sequence[str], made: Colors, before: Mapping[str, Color], places: Mapping[str, Place]
) -> Iterable[Finding]:
    """Rename, in `made`, colors of a group with the same name; yield GF003 if nothing distinguishes them."""
    for name in dict.fromkeys([made[role].called for role in group]):
        same = [made[role] for role in group if made[role].called == name]
        if len(same) == 1:
            continue
        others = {made[role].called for role in group} - {name}
        attempts = (distinguish(same, before) for distinguish in _TELLING)
        found = next((words for words in attempts if words and not others.intersection(words.values())), {})
        if not found and (new := [color for color in same if color.paint != before[color.role].paint]):
            roles = " and ".join(color.role for color in same)
            advice = "give them names in a palette, or marks or letters in game.yaml"
            yield Finding("GF003", places[new[-1].role], f"{roles} would have the same name, {name!r}; {advice}")
        made.update({role: _called(made[role], word) for role, word in found.items()})


def _by_lightness(same: Sequence[Color], before: Mapping[str, Color]) -> Mapping[str, str] | None:
    """Return names with `dark` and `light`; a color with its old paint keeps the plain name."""
    name, ranks = same[0].called, sorted(same, key=lambda color: lab(color.paint)[0])
    old = next((n for n, color in enumerate(ranks) if color.paint == before[color.role].paint), None)
    words = _WORDS.get((len(ranks), old))
    if words is None or name in _ENDS or " " in name:
        return None
    if any(lab(light.paint)[0] - lab(dark.paint)[0] < _STEP for dark, light in pairwise(ranks)):
        return None
    return {color.role: f"{word} {name}".strip() for color, word in zip(ranks, words, strict=True)}


def _by(cue: str) -> Telling:
    """Return a function that adds the `mark` or `letter` of each color with a new paint to its name."""

    def distinguish(same: Sequence[Color], before: Mapping[str, Color]) -> Mapping[str, str] | None:
        new = [color for color in same if color.paint != before[color.role].paint]
        words = {color.role: f"{color.called} {getattr(color, cue)}" for color in new if getattr(color, cue)}
        return words if len(set(words.values())) == len(new) else None

    return distinguish


_TELLING: tuple[Telling, ...] = (_by_lightness, _by("mark"), _by("letter"))
