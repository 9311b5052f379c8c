"""Values given with `--set` replace those of the file and are validated like them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from msgspec import field

from generator.geometry.types import Outline
from generator.load.game import read_game
from generator.load.overrides import apply_settings
from generator.load.yaml_nodes import Node, read_yaml, to_plain
from generator.model.data_types import Length, Positive, Strict
from generator.model.finding import DataError, Finding, Place
from generator.model.game import ComponentKind, PartData
from tests.messages import facts, facts_of
from tests.samples import for_each

DATA = """\
parts:
  yard:
    kind: field
    title: Yard
    grid: {columns: 3, cell: 20}
    cells: {south.2.8: {label: a}}
    paper: [30, 40]
    sheet: large
    values: {motto: row, oars: [1, 2]}
    front: yard.svg.j2
    copies: 1
"""


class Grid(Strict, frozen=True, kw_only=True):
    """A grid of cells."""

    columns: int
    cell: Positive


class Amendment(Strict, frozen=True, kw_only=True):
    """Changes to one cell."""

    label: str = ""
    blocked: bool = False


class Field(PartData, frozen=True, kw_only=True):
    """A kind that holds mappings with fixed keys and with free ones."""

    grid: Grid | None = None
    border: Length = 0.0
    paper: Literal["small", "large"] | list[Positive] = "small"
    sheet: Literal["small", "large"] | list[Positive] = "small"
    cells: dict[str, Amendment] = field(default_factory=dict)


def list_no_values(part: Any) -> Mapping[str, Any]:
    return {}


KINDS = {"field": ComponentKind(Field, lambda part: Outline(1, 1), list_no_values, 0.0)}


def apply_to_yard(*settings: str) -> tuple[Any, list[str]]:
    """Return the part after the settings and the facts of the findings."""
    findings: list[Finding] = []
    root = apply_settings(read_yaml(DATA, "game.yaml", findings), settings, KINDS, findings)
    return to_plain(root.items()["parts"].items()["yard"]), facts_of(findings)


PLACES = {
    "yard.title=Court": ("title", "Court"),
    "yard.border=2.5": ("border", 2.5),
    "yard.copies=3": ("copies", 3),
    "yard.paper=small": ("paper", "small"),
    "yard.sheet=[63, 88.5]": ("sheet", [63, 88.5]),
    "yard.grid.cell=30": ("grid", {"columns": 3, "cell": 30}),
    "yard.cells.south.2.8.label=b": ("cells", {"south.2.8": {"label": "b"}}),
    "yard.cells.south.2.8.blocked=true": ("cells", {"south.2.8": {"label": "a", "blocked": True}}),
    "yard.values.motto=007": ("values", {"motto": "007", "oars": [1, 2]}),
    "yard.values.motto=a=b": ("values", {"motto": "a=b", "oars": [1, 2]}),
    "yard.title='30'": ("title", "30"),
    'yard.title="#a: b"': ("title", "#a: b"),
    "yard.title=#a: b": ("title", "#a: b"),
    "yard.title=": ("title", None),
}


@pytest.mark.parametrize("setting", PLACES)
def test_a_setting_changes_one_value(setting: str) -> None:
    before, _ = apply_to_yard()
    key, value = PLACES[setting]
    assert apply_to_yard(setting) == ({**before, key: value}, [])


def test_several_settings_apply_together() -> None:
    after, findings = apply_to_yard("yard.grid.cell=30", "yard.grid.columns=4", "yard.border=1")
    assert (after["grid"], after["border"], findings) == ({"columns": 4, "cell": 30}, 1, [])


REFUSED = {
    "yrad.border=1": "--set yrad.border: GF010 'yrad' 'yard'",
    "yard.bordr=1": "--set yard.bordr: GF010 'bordr' 'border'",
    "yard.grid.cel=1": "--set yard.grid.cel: GF010 'cel' 'cell'",
    "yard.cells.south.2.7.label=b": "--set yard.cells.south.2.7.label: GF010 'south.2.7.label' 'south.2.8'",
    "yard.values.moto=b": "--set yard.values.moto: GF010 'moto' 'motto'",
    "yard.border.left=1": "--set yard.border.left: GF010 'left'",
    "yard.grid=3": "--set yard.grid: GF010",
    "yard.values.oars=3": "--set yard.values.oars: GF010 0 1 2 3",
    "yard.kind=card": "--set yard.kind: GF010",
    "yard=3": "--set yard: GF010 'yard=3' 24",
    "yard.border": "--set yard.border: GF010 'yard.border' 24",
    "yard.title='a": "--set yard.title: GF010",
    "yard.title='a': b": "--set yard.title: GF010 'a'",
}


@pytest.mark.parametrize("setting", REFUSED)
def test_invalid_settings_are_refused(setting: str) -> None:
    before, _ = apply_to_yard()
    assert apply_to_yard(setting) == (before, [REFUSED[setting]])


@for_each(
    [
        ("yard.grid=3", "mapping"),
        ("yard.values.oars=3", "list"),
        ("yard.kind=card", "kind"),
        ("yard.title='a", "quote"),
    ]
)
def test_the_message_says_why_a_value_cannot_be_set(setting: str, wording: str) -> None:
    findings: list[Finding] = []
    apply_settings(read_yaml(DATA, "game.yaml", findings), [setting], KINDS, findings)
    assert [wording in finding.message for finding in findings] == [True]


def test_a_duplicate_setting_is_reported_with_the_other_faults() -> None:
    after, findings = apply_to_yard("yard.border=1", "yard.border=1", "yard.x=1")
    assert after["border"] == 1
    assert findings == [
        "--set yard.border: GF010",
        "--set yard.x: GF010 'x'",
    ]


@for_each(["parts: {yard: 3}", "parts: {yard: {kind: [a]}}", "parts: {yard: {kind: feild}}"])
def test_an_invalid_part_is_left_to_validation(data: str) -> None:
    findings: list[Finding] = []
    root = read_yaml(data, "game.yaml", findings)
    assert apply_settings(root, ["yard.border=1"], KINDS, findings) is root
    assert findings == []


def test_a_setting_of_a_game_without_parts_is_reported() -> None:
    findings: list[Finding] = []
    apply_settings(Node(Place("game.yaml"), {}), ["yard.border=1"], KINDS, findings)
    assert facts_of(findings) == ["--set yard.border: GF010 'yard'"]


@pytest.fixture
def read_with(tmp_path: Path) -> Callable[..., Any]:
    """Return a function that reads the game with these settings."""
    home = tmp_path / "wren"
    home.mkdir()
    claims = "claims: [{id: W1, says: one, rests_on: me, check: count('yard') == 1}]\n"
    (home / "game.yaml").write_text(f'title: Wren\nversion: "1"\nplayers: [1, 2]\n{DATA}{claims}', "utf-8")
    return lambda *settings: read_game(home, KINDS, settings)


WRONG = {
    "yard.border=-1": "--set yard.border: GF006 0 10,000 -1",
    "yard.grid.cell=big": "--set yard.grid.cell: GF006 0.01 10,000 'big'",
    "yard.title=3": "--set yard.title: GF006 3",
    "yard.for_each=plyer": "--set yard.for_each: GF008 'plyer'",
    "yard.rows=rows.csv": "--set yard.rows: GF001 'rows.csv'",
}


@pytest.mark.parametrize("setting", WRONG)
def test_a_setting_is_validated_like_a_value_of_the_file(setting: str, read_with: Callable[..., Any]) -> None:
    with pytest.raises(DataError) as caught:
        read_with(setting)
    (finding,) = caught.value.findings
    assert facts(finding).startswith(WRONG[setting])


def test_places_name_the_setting(read_with: Callable[..., Any]) -> None:
    found = read_with("yard.grid.cell=30", "yard.border=2")
    assert (found.parts["yard"].grid.cell, found.parts["yard"].border) == (30, 2)
    assert str(found.place("parts", "yard", "border")) == "--set yard.border"
    assert str(found.place("parts", "yard", "grid", "cell")) == "--set yard.grid.cell"
    assert found.place("parts", "yard", "grid", "columns").line == 8
