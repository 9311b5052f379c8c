"""The specimen, an invented game, uses every kind, every key of the data and every element of the profile."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from click.testing import CliRunner

from generator.cli.commands import main
from generator.components import KINDS
from generator.components.boards.board import GENERATORS
from generator.components.boards.own_cells import Amendment
from generator.components.boards.pockets import Pocket, Slot
from generator.components.boards.rings import Bridge, Places, Starts
from generator.components.boards.tracks import Counter, Table, TrackLine
from generator.components.nets.free_net import NetFaceData, NetFoldData, NetTabData
from generator.fonts.font_book import open_fonts
from generator.load.game import read_game
from generator.load.palette import PaletteData
from generator.model.figure import FigureData, HighlightData, LabelData, PieceData, StepData, ThingData, WayData
from generator.model.game import GameData
from generator.model.game_entries import (
    ClaimData,
    ColorData,
    CoverageData,
    IconData,
    RulesData,
    SetupData,
    UncheckedData,
    WaiverData,
)
from generator.model.language import LanguageData, Terms
from generator.render.text_filters import template_filters
from tests.samples import for_each

HERE = Path(__file__).parent / "specimen"
TEMPLATES = "\n".join(path.read_text("utf-8") for path in sorted((HERE / "templates").iterdir()))
ELEMENTS = """svg g defs symbol use rect circle ellipse line polyline polygon path text tspan image linearGradient
radialGradient stop clipPath title desc"""
PROPERTIES = """transform fill fill-opacity fill-rule clip-rule stroke stroke-opacity stroke-width stroke-dasharray
stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit opacity clip-path clipPathUnits color visibility
display overflow style viewBox preserveAspectRatio href xlink:href font-family font-weight font-style font-size
text-anchor dx dy xml:space gradientUnits gradientTransform spreadMethod fx fy stop-color stop-opacity offset"""

_BUILD = re.compile(r'<text x="[0-9.]+"([^>]*)>(sheet [^<]* build) [0-9a-f]{8}')  # right-aligned, so x moves with it


@cache
def load_data() -> dict[str, Any]:
    """Return the data of the specimen, read once; do not change them."""
    found: dict[str, Any] = yaml.safe_load((HERE / "game.yaml").read_text("utf-8"))
    return found


def list_keys(struct: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(struct)}


def test_every_kind_of_figure_is_in_the_specimen() -> None:
    assert {figure.get("kind") for figure in load_data()["figures"].values()} == {
        None,
        "face",
        "board",
        "table",
        "steps",
        "fold",
    }


def used_keys(mappings: Iterable[dict[str, Any]]) -> set[str]:
    return {key for mapping in mappings for key in mapping}


def test_every_kind_is_in_the_specimen() -> None:
    assert {part["kind"] for part in load_data()["parts"].values()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_a_kind_is_in_the_specimen(kind: str) -> None:
    parts = load_data()["parts"].values()
    shared = list_keys(KINDS["tile"].data) - {"size", "layout"}  # tests/test_layouts.py uses every layout
    assert used_keys(parts) >= shared
    kinds = ("board", "mat") if kind in ("board", "mat") else (kind,)  # which have the same keys
    assert used_keys(part for part in parts if part["kind"] in kinds) >= list_keys(KINDS[kind].data) - shared - {
        "layout"
    }


def load_words() -> dict[str, Any]:
    """Return the table of the specimen's second language."""
    return dict(yaml.safe_load((HERE / "rules.de.yaml").read_text("utf-8")))


def list_figure_items(key: str) -> list[dict[str, Any]]:
    """Return what the figures of one kind list under a key."""
    return [each for figure in load_data()["figures"].values() for each in figure.get(key, [])]


def list_board_values(key: str) -> list[dict[str, Any]]:
    return [part[key] for part in load_data()["parts"].values() if part["kind"] in ("board", "mat") and key in part]


def list_nets() -> list[dict[str, Any]]:
    return [part for part in load_data()["parts"].values() if part["kind"] == "net"]


@pytest.mark.parametrize(
    ("struct", "mappings"),
    [
        (GameData, [load_data()]),
        (ColorData, load_data()["colors"].values()),
        (SetupData, load_data()["setup"]),
        (ClaimData, load_data()["claims"]),
        (CoverageData, [load_data()["coverage"]]),
        (UncheckedData, load_data()["unchecked"]),
        (WaiverData, load_data()["waivers"]),
        (IconData, load_data()["icons"].values()),
        (RulesData, [load_data()["rules"]]),
        (FigureData, load_data()["figures"].values()),
        (LabelData, list_figure_items("labels")),
        (HighlightData, list_figure_items("highlight")),
        (WayData, list_figure_items("paths")),
        (PieceData, list_figure_items("pieces")),
        (ThingData, list_figure_items("things")),
        (StepData, list_figure_items("steps")),
        *((generator.data, list_board_values(key)) for key, generator in GENERATORS.items()),
        (Bridge, [bridge for rings in list_board_values("rings") for bridge in rings["bridges"]]),
        (Starts, [rings["starts"] for rings in list_board_values("rings")]),
        (Places, [rings["places"] for rings in list_board_values("rings")]),
        (Slot, [slot for slots in list_board_values("slots") for slot in slots.values()]),
        (Pocket, [pocket for pockets in list_board_values("pockets") for pocket in pockets.values()]),
        (TrackLine, [line for lines in list_board_values("tracks") for line in lines.values()]),
        (Counter, [counter for counters in list_board_values("counters") for counter in counters.values()]),
        (Table, [table for tables in list_board_values("tables") for table in tables.values()]),
        (Amendment, [cell for cells in list_board_values("cells") for cell in cells.values()]),
        (NetFaceData, [face for net in list_nets() for face in net["faces"].values()]),
        (NetFoldData, [fold for net in list_nets() for fold in net["folds"]]),
        (NetTabData, [tab for net in list_nets() for tab in net.get("tabs", [])]),
        (LanguageData, [load_words(), {"covers": []}]),  # the specimen is translated as a whole
        (Terms, [load_words()["terms"]]),
        (PaletteData, [yaml.safe_load((HERE / "palettes" / "night.yaml").read_text("utf-8")), {"shared": False}]),
    ],
)
def test_every_key_of_the_game_is_in_the_specimen(struct: type[msgspec.Struct], mappings: Any) -> None:
    assert used_keys(mappings) == list_keys(struct)


def test_every_kind_of_value_is_in_the_rows() -> None:
    game = read_game(HERE, KINDS)
    values = [value for rows in game.rows.values() for row in rows for value in row.values.values()]
    assert {type(value) for value in values} == {str, int, float, bool, list}
    assert [] in values
    assert {type(item) for value in values if isinstance(value, list) for item in value} == {int, str}
    assert isinstance(load_data()["parts"]["crew"]["rows"], str)
    assert isinstance(load_data()["parts"]["event"]["rows"], list)


@pytest.mark.parametrize("name", ELEMENTS.split())
def test_every_element_is_in_the_specimen(name: str) -> None:
    assert re.search(rf"<{name}[\s>/]", TEMPLATES)


@for_each(PROPERTIES.split())
def test_every_property_is_in_the_specimen(name: str) -> None:
    assert re.search(rf'\s{name}="', TEMPLATES)


def test_every_command_of_a_path_and_every_transform_is_in_the_specimen() -> None:
    assert set("".join(re.findall(r' d="([^"]*)"', TEMPLATES))) >= set("MmLlHhVvCcSsQqTtAaZz")
    assert set(re.findall(r"(\w+)\(", " ".join(re.findall(r'ransform="([^"]*)"', TEMPLATES)))) == {
        *("matrix", "translate", "scale", "rotate", "skewX", "skewY")
    }


def test_every_filter_and_function_is_in_the_specimen() -> None:
    names = set(template_filters(open_fonts(HERE / "fonts")))
    assert names
    own = (HERE.parents[1] / "templates/how-to-print.svg.j2").read_text("utf-8")  # `own_words` is for our own pages
    assert {name for name in names if f"|{name}" not in TEMPLATES} == {"own_words"}
    assert "|own_words" in own
    assert [name for name in ("polar(", "regular(", "star(", "find(") if name not in TEMPLATES] == []


def test_its_own_files_are_used() -> None:
    assert 'font-family="Specimen"' in TEMPLATES
    assert 'href="signs.svg#boat"' in TEMPLATES
    assert {path.name for path in (HERE / "images").iterdir()} == set(re.findall(r'"images/([^"]+)"', TEMPLATES))


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the SVG sheets with live text, and what changes with every version taken out."""
    out = tmp_path_factory.mktemp("specimen")
    done = CliRunner().invoke(
        main, ["build", str(HERE), "--out", str(out), "--format", "svg", "--svg-text", "live", "--quiet"]
    )
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    texts = {path.name: path.read_text("utf-8") for path in sorted((out / "specimen" / "svg").iterdir())}
    return {name: _BUILD.sub(r"<text\1>\2 01234567", text) for name, text in texts.items()}


def test_the_sheets_of_the_specimen(sheets: dict[str, str]) -> None:
    assert list(sheets) == [
        "specimen-00-how-to-cut.svg",
        "specimen-00-how-to-print.svg",
        "specimen-01-crew.svg",
        "specimen-02-crew-back.svg",
        "specimen-03-event-coin-buoys-etc.svg",
        "specimen-04-event-back.svg",
        "specimen-05-delta-coast-fan-etc.svg",
        "specimen-06-dock-lantern-back.svg",
        "specimen-07-exhibit-gallery-harbor-etc.svg",
        "specimen-09-river-case-beacon-etc.svg",
        "specimen-11-hold-lagoon-whirlpool-etc.svg",
    ]


GOLDEN = (
    "01-crew",
    "03-event-coin-buoys-etc",
    "05-delta-coast-fan-etc",
    "06-dock-lantern-back",
    "07-exhibit-gallery-harbor-etc",
    "09-river-case-beacon-etc",
    "11-hold-lagoon-whirlpool-etc",
)


@pytest.mark.parametrize("number", GOLDEN)
def test_the_sheets_are_as_they_were_accepted(
    number: str, sheets: dict[str, str], golden: Callable[[str, str], None]
) -> None:
    name = f"specimen-{number}.svg"
    golden(name, sheets[name])


@pytest.mark.thorough
def test_its_own_palette_repaints_it(tmp_path: Path, sheets: dict[str, str]) -> None:
    name = "specimen-01-crew.svg"
    arguments = ["build", str(HERE), "--out", str(tmp_path), "--format", "svg", "--palette", "night", "--quiet"]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    text = (tmp_path / "specimen" / "svg" / name).read_text("utf-8")
    assert '"#d55e00"' in sheets[name]
    assert '"#d55e00"' not in text
    assert '"#7a2e2e"' in text
