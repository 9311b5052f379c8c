"""Read palettes and `--color` options, and repaint the colors of a game."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Meta, field

from generator.language.color_words import is_shade
from generator.language.suggestions import did_you_mean
from generator.load.color_names import renamed
from generator.load.conversion import shaped
from generator.load.files import read_text, shown
from generator.load.yaml_nodes import Node, read_yaml
from generator.model.color import Color, parse_hex
from generator.model.finding import DataError, Finding, refuse
from generator.model.place import Place
from generator.model.strict import Strict

Paint = Annotated[str, Meta(description="#rgb or #rrggbb", pattern="^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")]
Name = Annotated[str, Meta(description="words of letters", pattern=r"^[^\W\d_]+([ '-][^\W\d_]+)*$")]


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
    file = shown(path)
    findings: list[Finding] = []
    root = read_yaml(read_text(path, file, Place(file)), file, findings)
    data = shaped(root, PaletteData, "", root.place, findings)
    findings.extend(_unpainted(root))
    if data is None or findings:
        raise DataError(sorted(findings, key=lambda finding: finding.place))
    paints = {role: parse_hex(paint) or paint for role, paint in data.paint.items()}
    return Palette(data.title, data.shared, paints, data.name, _keys(root, "paint"))


def _unpainted(root: Node) -> Iterable[Finding]:
    """Yield GF008 for each role with a name but no paint."""
    paint = _keys(root, "paint")
    for role, place in _keys(root, "name").items():
        if role not in paint:
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
    findings = list(_strange(colors, palette)) if palette else []
    paints = {role: paint for role, paint in (palette.paint if palette else {}).items() if role in colors}
    names = dict(_names(colors, palette)) if palette else {}
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
            findings.append(_unknown(role, Place("--color"), colors))
    if findings:
        raise DataError(findings)
    return renamed(colors, paints, names, places)


def _names(colors: Mapping[str, Color], palette: Palette) -> Iterable[tuple[str, str]]:
    """Yield role and name; a shared palette does not rename a color whose name is no color word, such as `south`."""
    for role, name in palette.name.items():
        if role in colors and (not palette.shared or is_shade(colors[role].name)):
            yield role, name


def _strange(colors: Mapping[str, Color], palette: Palette) -> Iterable[Finding]:
    roles = [] if palette.shared else [role for role in palette.paint if role not in colors]
    return (_unknown(role, palette.places[role], colors) for role in roles)


def _unknown(role: str, place: Place, colors: Mapping[str, Color]) -> Finding:
    return Finding("GF008", place, f"the game has no color role {role!r}{did_you_mean(role, colors)}")


def _keys(root: Node, key: str) -> Mapping[str, Place]:
    node = root.get(key)
    return node.keys if node else {}


def find_palette(name: str, homes: Sequence[Path]) -> Path:
    """Return the file of a palette, by name in the first of `homes` that has it, or by path; GF001 for neither."""
    known = {path.stem: path for home in reversed(homes) for path in home.glob("*.yaml")}
    if name in known:
        return known[name]
    if Path(name).is_file():
        return Path(name)
    raise refuse("GF001", Place("--palette"), f"there is no palette {name!r}{did_you_mean(name, known)}")
