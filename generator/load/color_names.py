"""Colors and the paints of a palette go in; the colors come out in these paints, each with a name of its own."""

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
_STEP = 15.0  # of CIELAB lightness, 0 to 100: by less than that nobody would call one `dark` and the other `light`
_ENDS = frozenset({"black", "white"})
# from the darkest to the lightest of so many, of which that one (if any) has its old paint
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
    """Return the colors repainted; those of another paint go by the names given, else by the nearest basic term.

    A name that is no word for a color, such as `south`, stays. Two of a group that would go by one name are told apart
    by lightness, else by their marks, else by their letters; where they cannot be, GF003 at the place of the paint.
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
    """Rename, in `made`, those of a group that go by one name; yield GF003 for what nothing tells apart."""
    for name in dict.fromkeys([made[role].called for role in group]):
        same = [made[role] for role in group if made[role].called == name]
        if len(same) == 1:
            continue
        others = {made[role].called for role in group} - {name}
        told = (tell(same, before) for tell in _TELLING)
        found = next((words for words in told if words and not others.intersection(words.values())), {})
        if not found and (new := [color for color in same if color.paint != before[color.role].paint]):
            roles = " and ".join(color.role for color in same)
            cure = "give them names in a palette, or marks or letters in game.yaml"
            yield Finding("GF003", places[new[-1].role], f"{roles} would go by one name, {name!r}; {cure}")
        made.update({role: _called(made[role], word) for role, word in found.items()})


def _by_lightness(same: Sequence[Color], before: Mapping[str, Color]) -> Mapping[str, str] | None:
    """Return what is dark and what is light; a color of its old paint keeps the plain name."""
    name, ranks = same[0].called, sorted(same, key=lambda color: lab(color.paint)[0])
    old = next((n for n, color in enumerate(ranks) if color.paint == before[color.role].paint), None)
    words = _WORDS.get((len(ranks), old))
    if words is None or name in _ENDS or " " in name:
        return None
    if any(lab(light.paint)[0] - lab(dark.paint)[0] < _STEP for dark, light in pairwise(ranks)):
        return None
    return {color.role: f"{word} {name}".strip() for color, word in zip(ranks, words, strict=True)}


def _by(cue: str) -> Telling:
    """Return what tells colors apart by their cue, `mark` or `letter`; a color of its old paint needs none."""

    def tell(same: Sequence[Color], before: Mapping[str, Color]) -> Mapping[str, str] | None:
        new = [color for color in same if color.paint != before[color.role].paint]
        words = {color.role: f"{color.called} {getattr(color, cue)}" for color in new if getattr(color, cue)}
        return words if len(set(words.values())) == len(new) else None

    return tell


_TELLING: tuple[Telling, ...] = (_by_lightness, _by("mark"), _by("letter"))
