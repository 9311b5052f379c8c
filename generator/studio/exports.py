"""What the page offers of `gutterfold export`, and the options that a choice of it becomes."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from generator.pipeline.export.targets import ONLY_FOR
from generator.studio.choices import ChoiceError


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
