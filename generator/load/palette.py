"""Read palettes and `--color` options, and repaint the colors of a game."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, NamedTuple

from msgspec import Meta, field
from msgspec.structs import replace

from generator.language.color_vision import MEASURES, MOST_MEASURES, Colorimeter, nearest_color_term
from generator.language.color_words import is_shade
from generator.language.suggestions import did_you_mean
from generator.load.conversion import convert
from generator.load.files import display_path, read_text
from generator.load.yaml_nodes import Node, read_yaml
from generator.model.color import Color, parse_hex
from generator.model.data_types import Strict
from generator.model.finding import MOST_FINDINGS, DataError, Finding, Place, refuse
from generator.safety.files import UnsafeFileError, resolve_inside
from generator.safety.memory import open_memory

Paint = Annotated[str, Meta(description="#rgb or #rrggbb", pattern="^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")]
Name = Annotated[str, Meta(description="words of letters", pattern=r"^[^\W\d_]+([ '-][^\W\d_]+)*$")]


Colors = dict[str, Color]
PlaceFinder = Callable[..., Place]


class PaletteData(Strict, frozen=True, kw_only=True):
    """The shape of a palette file."""

    title: Annotated[str, Meta(min_length=1)]
    shared: Annotated[bool, Meta(description="for any game: roles that it does not have are ignored")] = False
    paint: Annotated[dict[str, Paint], Meta(description="color role to paint", min_length=1)]
    name: Annotated[dict[str, Name], Meta(description="color role to what it is called in that paint")] = field(
        default_factory=dict
    )


class Palette(NamedTuple):
    """Paints and color names by role, and the place of each role for findings."""

    title: str
    shared: bool
    paint: Mapping[str, str]
    name: Mapping[str, str]
    places: Mapping[str, Place]


def read_palette(path: Path) -> Palette:
    """Read a palette from a YAML file, with paints as `#rrggbb`; GF001 to GF006."""
    file = display_path(path)
    findings: list[Finding] = []
    root = read_yaml(read_text(path, file, Place(file)), file, findings)
    data = convert(root, PaletteData, "", root.place, findings)
    findings.extend(_check_unpainted_names(root))
    if data is None or findings:
        raise DataError(sorted(findings, key=lambda finding: finding.place))
    paints = {role: parse_hex(paint) or paint for role, paint in data.paint.items()}
    return Palette(data.title, data.shared, paints, data.name, _key_places(root, "paint"))


def _check_unpainted_names(root: Node) -> Iterable[Finding]:
    """Yield GF008 for each role with a name but no paint."""
    paint = _key_places(root, "paint")
    named = ((role, place) for role, place in _key_places(root, "name").items() if role not in paint)
    for role, place in islice(named, MOST_FINDINGS + 1):
        message = f"name.{role}: the palette does not paint that role{did_you_mean(role, paint)}"
        yield Finding("GF008", place, message)


def parse_color(option: str) -> tuple[str, str]:
    """Parse `--color ROLE=#RRGGBB` into role and `#rrggbb`; GF006."""
    role, _, text = option.partition("=")
    paint = parse_hex(text)
    if not role or paint is None:
        raise refuse("GF006", Place("--color"), f"{option!r} is not ROLE=#RRGGBB, such as player.red=#7f0000")
    return role, paint


def apply_palette(
    colors: Mapping[str, Color], palette: Palette | None, overrides: Iterable[str] = ()
) -> dict[str, Color]:
    """Return the colors repainted and renamed; options win over the palette.

    GF006, GF008 for an unknown role, and GF003 for two colors of a group that cannot be distinguished.
    """
    findings = list(islice(_check_unknown_roles(colors, palette), MOST_FINDINGS + 1)) if palette else []
    paints = {role: paint for role, paint in (palette.paint if palette else {}).items() if role in colors}
    names = dict(_usable_names(colors, palette)) if palette else {}
    places = dict(palette.places) if palette else {}
    for option in overrides:
        try:
            role, paint = parse_color(option)
        except DataError as error:
            findings.extend(error.findings)
            continue
        paints[role] = paint
        places[role] = Place("--color")
        names.pop(role, None)
        if role not in colors:
            findings.append(_report_unknown_role(role, Place("--color"), colors))
    if findings:
        raise DataError(findings)
    return repaint_colors(colors, paints, names, places)


def find_unpainted(
    name: str, painted: Collection[str], colors: Mapping[str, Color], find_place: PlaceFinder
) -> Iterator[Finding]:
    """Yield GF139 for each group of colors of which a palette leaves some unpainted; they stay as the game has them.

    A group in one paint has nothing to repaint: it is told apart by its marks.
    """
    for group in _group_roles(colors):
        bare = [role for role in group if role not in painted]
        if bare and len({colors[role].paint for role in group}) > 1:
            says = f"the palette {name!r} does not paint {', '.join(bare)}, which keep the paint of the game"
            advice = f"add them to a palette of the game, or give --color {bare[0]}=#RRGGBB"
            yield Finding("GF139", find_place("colors", bare[0]), f"{says}; {advice}", "warning")


def _usable_names(colors: Mapping[str, Color], palette: Palette) -> Iterable[tuple[str, str]]:
    """Yield role and name; a shared palette does not rename a color whose name is no color word, such as `south`."""
    for role, name in palette.name.items():
        if role in colors and (not palette.shared or is_shade(colors[role].name)):
            yield role, name


def _check_unknown_roles(colors: Mapping[str, Color], palette: Palette) -> Iterable[Finding]:
    roles = [] if palette.shared else [role for role in palette.paint if role not in colors]
    return (_report_unknown_role(role, palette.places[role], colors) for role in roles)


def _report_unknown_role(role: str, place: Place, colors: Mapping[str, Color]) -> Finding:
    return Finding("GF008", place, f"the game has no color role {role!r}{did_you_mean(role, colors)}")


def _key_places(root: Node, key: str) -> Mapping[str, Place]:
    node = root.get(key)
    return node.keys if node else {}


def find_palette(name: str, homes: Sequence[Path]) -> Path:
    """Return the file of a palette, by name in the first of the folders `homes` that has it, or by path.

    A path of the command line may lead anywhere, a name only to a file below the parent of its folder: GF001, GF007.
    """
    known = {path.stem: path for home in reversed(homes) for path in _list_palettes(home)}
    if name in known:
        _require_inside(known[name], known[name].parent.parent)
        return known[name]
    with suppress(ValueError):  # a zero byte
        if os.path.lexists(name):
            return Path(name)
    raise refuse("GF001", Place("--palette"), f"there is no palette {name!r}{did_you_mean(name, known)}")


def _list_palettes(home: Path) -> Iterable[Path]:
    if home.is_dir():
        _require_inside(home, home.parent)
    return sorted(home.glob("*.yaml"))


def _require_inside(path: Path, folder: Path) -> None:
    """Refuse a palette, or the folder of palettes, that leads out of a game's folder (GF007)."""
    try:
        resolve_inside(folder, path)
    except UnsafeFileError:
        place = Place(display_path(path))
        raise refuse("GF007", place, "this is a link out of the game's folder; copy in what it leads to") from None


Distinguisher = Callable[[Sequence[Color], Mapping[str, Color], Colorimeter], Mapping[str, str] | None]
_MIN_LIGHTNESS_STEP = 15.0  # CIELAB lightness (0 to 100): closer colors are not called `dark` and `light`
_EXTREMES = frozenset({"black", "white"})
# (number of colors, index of the one with its old paint) to words from darkest to lightest
_LIGHTNESS_WORDS: Mapping[tuple[int, int | None], tuple[str, ...]] = MappingProxyType({
    (2, None): ("dark", "light"),
    (2, 0): ("", "light"),
    (2, 1): ("dark", ""),
    (3, None): ("dark", "", "light"),
    (3, 1): ("dark", "", "light"),
})  # fmt: skip


def repaint_colors(
    colors: Mapping[str, Color], paints: Mapping[str, str], names: Mapping[str, str], places: Mapping[str, Place]
) -> Colors:
    """Return the colors repainted; a changed paint is called as `names` says, or else by the nearest basic color term.

    A name that is no color word, such as `south`, stays. Two colors of a group with the same name are distinguished
    by lightness, or else by their marks or letters; if they cannot be, GF003 at the place of the paint.
    """
    meter = Colorimeter(open_memory(*MEASURES, most=MOST_MEASURES))
    made = {role: replace(color, paint=paints.get(role, color.paint)) for role, color in colors.items()}
    for role, color in made.items():
        if color.paint != colors[role].paint and (role in names or is_shade(color.name)):
            made[role] = _rename_color(color, names.get(role) or nearest_color_term(color.paint))
    findings = [finding for group in _group_roles(made) for finding in _tell_apart(group, made, colors, places, meter)]
    meter.save()
    if findings:
        raise DataError(findings)
    return made


def _rename_color(color: Color, name: str) -> Color:
    return replace(color, renamed="" if name == color.name else name)


def _group_roles(colors: Mapping[str, Color]) -> Iterable[Sequence[str]]:
    groups: dict[str, list[str]] = {}
    for role in colors:
        groups.setdefault(role.rpartition(".")[0], []).append(role)
    groups.pop("", None)
    return groups.values()


def _tell_apart(
    group: Sequence[str],
    made: Colors,
    before: Mapping[str, Color],
    places: Mapping[str, Place],
    meter: Colorimeter,
) -> Iterable[Finding]:
    """Rename, in `made`, colors of a group with the same name; yield GF003 if nothing distinguishes them."""
    for name in dict.fromkeys([made[role].called for role in group]):
        same = [made[role] for role in group if made[role].called == name]
        if len(same) == 1:
            continue
        others = {made[role].called for role in group} - {name}
        attempts = (distinguish(same, before, meter) for distinguish in _DISTINGUISHERS)
        found = next((words for words in attempts if words and not others.intersection(words.values())), {})
        if not found and (new := [color for color in same if color.paint != before[color.role].paint]):
            roles = " and ".join(color.role for color in same)
            advice = "give them names in a palette, or marks or letters in game.yaml"
            yield Finding("GF003", places[new[-1].role], f"{roles} would have the same name, {name!r}; {advice}")
        made.update({role: _rename_color(made[role], word) for role, word in found.items()})


def _distinguish_by_lightness(
    same: Sequence[Color], before: Mapping[str, Color], meter: Colorimeter
) -> Mapping[str, str] | None:
    """Return names with `dark` and `light`; a color with its old paint keeps the plain name."""
    name, ranks = same[0].called, sorted(same, key=lambda color: meter.lightness(color.paint))
    old = next((n for n, color in enumerate(ranks) if color.paint == before[color.role].paint), None)
    words = _LIGHTNESS_WORDS.get((len(ranks), old))
    if words is None or name in _EXTREMES or " " in name:
        return None
    levels = [meter.lightness(color.paint) for color in ranks]
    if any(light - dark < _MIN_LIGHTNESS_STEP for dark, light in pairwise(levels)):
        return None
    return {color.role: f"{word} {name}".strip() for color, word in zip(ranks, words, strict=True)}


def _distinguish_by(cue: str) -> Distinguisher:
    """Return a function that adds the `mark` or `letter` of each color with a new paint to its name."""

    def distinguish(
        same: Sequence[Color], before: Mapping[str, Color], _meter: Colorimeter
    ) -> Mapping[str, str] | None:
        new = [color for color in same if color.paint != before[color.role].paint]
        words = {color.role: f"{color.called} {getattr(color, cue)}" for color in new if getattr(color, cue)}
        return words if len(set(words.values())) == len(new) else None

    return distinguish


_DISTINGUISHERS: tuple[Distinguisher, ...] = (
    _distinguish_by_lightness,
    _distinguish_by("mark"),
    _distinguish_by("letter"),
)
