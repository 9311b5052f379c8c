"""What is chosen on the page: how a kit is painted, printed and exported."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, get_args

from generator.model.paper import ALL_PAPERS, BackLayout, InkSaving, MarkStyle, PageOrder, find_paper, get_paper
from generator.pipeline.export.targets import ONLY_FOR
from generator.pipeline.options import Options
from generator.pipeline.preview import ShownGame

_MOST_LENGTHS = {"bleed": 10.0, "gap": 50.0, "corners": 10.0, "thickness": 1.0}  # mm, as `gutterfold build` has them
_LENGTHS = {"bleed": "bleed", "gap": "a gap", "corners": "the radius of a corner", "thickness": "the paper's thickness"}
_MOST_SETTINGS, _MOST_CHARACTERS = 50, 300  # values of parts, and characters of one
_PRINTED_TWICE = "long-edge", "short-edge"  # paper goes through the printer for each side


class ChoiceError(ValueError):
    """What a page chose is not to be had; the message says what is."""


class Choices(NamedTuple):
    """The options of `gutterfold build` that the page offers, by their names; an empty one is left out."""

    palette: str = ""
    colors: tuple[tuple[str, str], ...] = ()
    lang: str = ""
    paper: str = "a4"
    backs: str = "long-edge"
    order: str = ""
    ink: str = "full"
    marks: str = ""
    bleed: str = ""
    gap: str = ""
    corners: str = ""
    printer: str = ""
    thickness: str = ""
    settings: str = ""  # PART.KEY=VALUE, a line for each

    @property
    def paints(self) -> tuple[str, ...]:
        """Return the colors as `--color` takes them."""
        return tuple(f"{role}={paint}" for role, paint in self.colors)

    @property
    def options(self) -> Options:
        """Return what decides how a face looks."""
        languages, settings = (self.lang,) if self.lang else (), _split_settings(self.settings)
        return Options(palette=self.palette or None, colors=self.paints, languages=languages, settings=settings)

    @property
    def export_arguments(self) -> tuple[str, ...]:
        """Return the options of `gutterfold export` among these: how pieces look, and for which paper."""
        kept = ("--palette=", "--color=", "--lang=", "--set=", "--paper=", "--ink=")
        return tuple(each for each in self.arguments if each.startswith(kept))

    @property
    def set_values(self) -> dict[str, str]:
        """Return the values of parts that are set, by PART.KEY."""
        return {name: value for name, _, value in (each.partition("=") for each in _split_settings(self.settings))}

    @property
    def is_duplex(self) -> bool:
        """Return whether both sides of the paper are printed."""
        return self.backs in _PRINTED_TWICE

    @property
    def changes_cuts(self) -> bool:
        """Return whether pieces are cut otherwise than the game says."""
        return any((self.marks, self.bleed, self.gap, self.corners))

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return the options of `gutterfold build`; the order of pages is left out where paper has one side."""
        named = {name: value for name, value in self._asdict().items() if name not in ("colors", "settings") and value}
        if not self.is_duplex:
            named.pop("order", None)
        if thickness := named.pop("thickness", None):
            named["paper-thickness"] = thickness
        repeated = [("color", each) for each in self.paints]
        repeated += [("set", each) for each in _split_settings(self.settings)]
        return tuple(f"--{name}={value}" for name, value in [*named.items(), *repeated])


def _split_settings(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, text.splitlines())))


def parse_choices(
    given: Mapping[str, Any], before: Choices, game: ShownGame | None, printers: Collection[str]
) -> Choices:
    """Return what a page chose, with the rest as it was before; ChoiceError if something in it is not to be had."""
    known: Mapping[str, Callable[[str], bool]] = {
        "palette": lambda text: game is not None and text in game.palettes,
        "lang": lambda text: game is not None and text in game.languages,
        "paper": lambda text: find_paper(text) is not None,
        "backs": get_args(BackLayout).__contains__,
        "order": get_args(PageOrder).__contains__,
        "ink": get_args(InkSaving).__contains__,
        "marks": get_args(MarkStyle).__contains__,
        "printer": printers.__contains__,
        "settings": lambda text: game is not None and _are_settings(text, game),
    }
    chosen = {}
    for name in (*known, *_MOST_LENGTHS):
        value = given.get(name, getattr(before, name))
        is_left = value == getattr(Choices(), name) == ""
        if not isinstance(value, str) or not (is_left or _is_known(name, value, known)):
            raise ChoiceError(_explain_refusal(name, game))
        chosen[name] = get_paper(value).name if name == "paper" else value
    colors = given.get("colors", dict(before.colors))
    roles = {each.role for each in game.roles} if game else set()
    if not isinstance(colors, dict) or not all(role in roles and _is_paint(paint) for role, paint in colors.items()):
        raise ChoiceError("one of these colors is not a color of the game, or not #rrggbb; reload the page")
    return Choices(colors=tuple(sorted(colors.items())), **chosen)


def _explain_refusal(name: str, game: ShownGame | None) -> str:
    """Return what can be chosen instead of what was refused."""
    if name in _MOST_LENGTHS:
        return f"{_LENGTHS[name]} is a length in mm from 0 to {_MOST_LENGTHS[name]:g}"
    if name == "paper":
        return f"a paper is one of {', '.join(sorted(ALL_PAPERS))}, or a size such as 329x483 (mm) or 13x19in"
    if name == "settings":
        such = f", such as {game.setting}" if game and game.setting else ""
        return f"a value of a part is PART.KEY=VALUE on a line of its own{such}"
    return f"what was chosen for {name!r} is no longer to be had; reload the page"


def _is_known(name: str, value: str, known: Mapping[str, Callable[[str], bool]]) -> bool:
    """Return whether a value can be chosen: one of a few, or a length."""
    if name in known:
        return known[name](value)
    try:
        return len(value) < 10 and 0 <= float(value) <= _MOST_LENGTHS[name]
    except ValueError:
        return False


def _are_settings(text: str, game: ShownGame) -> bool:
    """Return whether each line sets a value of a part of the game; what it sets is judged when the game is read."""
    lines, parts = _split_settings(text), {part for part, _, _ in game.parts}
    heads = [line.partition("=") for line in lines]
    are_short = len(lines) <= _MOST_SETTINGS and all(len(line) <= _MOST_CHARACTERS for line in lines)
    return are_short and all(equals and key.partition(".")[0] in parts for key, equals, _ in heads)


def list_build_arguments(given: Mapping[str, Any], parts: Collection[str], earlier: Mapping[str, str]) -> list[str]:
    """Return the options of a build that no preview follows, as a page sent them.

    `earlier` are the kits since which changes can be printed, by the names that the page has for them; what is not to
    be had is left out.
    """
    flags = {"sheets_only": "--sheets-only", "no_read_back": "--no-read-back"}
    chosen = [option for name, option in flags.items() if given.get(name) is True]
    values = {"format": {"pdf": "pdf", "svg": "svg"}, "svg_text": {"live": "live"}, "since": earlier}
    for name, known in values.items():
        value = given.get(name)
        if isinstance(value, str) and value in known:
            chosen.append(f"--{name.replace('_', '-')}={known[value]}")
    asked = given.get("only")
    only = asked if isinstance(asked, list) else []
    return chosen + [f"--only={part}" for part in only if isinstance(part, str) and part in parts]


def _is_paint(text: object) -> bool:
    return isinstance(text, str) and len(text) == 7 and text[0] == "#" and set(text[1:]) <= set("0123456789abcdef")


class ExportField(NamedTuple):
    """An option of an export: what it is called, the bounds of a number or its choices, and what it usually is."""

    name: str
    label: str
    least: float | None = None
    most: float | None = None
    choices: tuple[tuple[str, str], ...] = ()
    usual: str = ""

    @property
    def kind(self) -> str:
        """Return what its user gives: a number, one of the choices, or yes or no."""
        return "number" if self.least is not None else "choice" if self.choices else "check"

    @property
    def targets(self) -> tuple[str, ...]:
        """Return the targets that have it."""
        return ONLY_FOR[self.name]


_MACHINES = (("", "Silhouette"), ("cricut", "Cricut"), ("scanncut", "ScanNCut"))
FIELDS = (
    ExportField("dpi", "Pixels in an inch", 30, 1200, usual="300"),
    ExportField("bleed", "Bleed, mm", 0, 10, usual="the most that any has"),
    ExportField("one_file", "all in one file, a card on each page"),
    ExportField("separate_backs", "the backs of the one file in a second one"),
    ExportField("svg_text", "Text", choices=(("", "outlines, the same everywhere"), ("live", "text to edit"))),
    ExportField("machine", "Cutting machine", choices=_MACHINES),
    ExportField("corners", "Round corners, mm", 0, 10, usual="none"),
    ExportField("overcut", "Cut on past the start, mm", 0, 5, usual="0"),
    ExportField("players", "Players to set the table for", 1, 99, usual="the most"),
)


def list_export_arguments(given: Mapping[str, Any], target: str, parts: Collection[str]) -> list[str]:
    """Return the options of an export to a target, as a page sent them; ChoiceError for a number out of its bounds."""
    arguments = [f"--to={target}"]
    for field in FIELDS:
        value = given.get(field.name)
        if target not in field.targets or value in (None, "", False):
            continue
        option = f"--{field.name.replace('_', '-')}"
        if field.kind == "check":
            if value is True and (field.name != "separate_backs" or given.get("one_file") is True):
                arguments.append(option)
        elif field.kind == "choice":
            arguments += [f"{option}={value}"] if value in [choice for choice, _ in field.choices] else []
        else:
            arguments.append(f"{option}={_read_number(field, value)}")
    asked = given.get("only")
    only = asked if isinstance(asked, list) else []
    return arguments + [f"--only={part}" for part in only if isinstance(part, str) and part in parts]


def _read_number(field: ExportField, value: object) -> str:
    least, most = field.least or 0.0, field.most or 0.0
    try:
        number = float(value) if isinstance(value, str) and len(value) < 10 else -1.0
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise ChoiceError(f"{field.label}: a number from {least:g} to {most:g}")
    return f"{number:g}"
