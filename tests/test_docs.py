"""The documents held against the program: what they name exists, and what exists is named in them."""

import inspect
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner

from generator.check.claims.evaluation import FUNCTIONS
from generator.check.claims.sandbox import ALLOWED_FILTERS
from generator.cli.commands import main
from generator.components import KINDS
from generator.components.boards.board import Amendment
from generator.components.boards.grid import Cross, Grid
from generator.components.boards.pockets import Pocket, Slot
from generator.components.boards.rings import Bridge, Places, Rings, Starts
from generator.components.flat_pieces import CARD_SIZES
from generator.fonts.font_book import FontBook
from generator.load.palette import PaletteData
from generator.model.figure import FigureData, HighlightData, LabelData, PieceData, StepData, ThingData, WayData
from generator.model.game import ClaimData, ColorData, GameData, SetupData, UncheckedData, WaiverData
from generator.model.language import LanguageData, Terms
from generator.pipeline.build import game_schema
from generator.render import template
from generator.render.svg import gradients
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES
from generator.render.svg.painter import _SILENT
from generator.render.svg.style import _INHERITED, _OWN
from generator.render.template import find
from generator.render.text_filters import template_filters

ROOT = Path(__file__).parents[1]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}
GAMES = sorted((ROOT / "layouts").glob("*/game.yaml"))
BOARDS = (Grid, Cross, Rings, Bridge, Starts, Places, Slot, Pocket, Amendment)
KINDS_OF_DATA: list[type[msgspec.Struct]] = [*(kind.data for kind in KINDS.values()), *BOARDS]
STRUCTS: list[type[msgspec.Struct]] = [
    GameData,
    ColorData,
    FigureData,
    LabelData,
    HighlightData,
    WayData,
    PieceData,
    ThingData,
    StepData,
    SetupData,
    ClaimData,
    UncheckedData,
    LanguageData,
    Terms,
    WaiverData,
    *KINDS_OF_DATA,
]


def test_the_schema_for_editors_is_what_the_command_prints() -> None:
    printed = json.dumps(game_schema(), indent=2, ensure_ascii=False) + "\n"
    assert (ROOT / "layouts/game.schema.json").read_text(encoding="utf-8") == printed, "run `make schema`"


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.parent.name)
def test_a_game_tells_editors_of_its_schema(game: Path) -> None:
    first = game.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../game.schema.json"


def read(name: str) -> str:
    """Return a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_code_is_explained_and_no_other() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "generator").rglob("*.py"))
    explained = re.findall(r"^\| (GF\d{3}) \|", read("docs/codes.md"), re.MULTILINE)
    assert explained == sorted(set(re.findall(r"GF\d{3}", sources)))


def quoted(name: str) -> set[str]:
    """Return what stands in backquotes in a document."""
    return set(re.findall(r"`([^`\n]+)`", read(name)))


def keys(struct: type[msgspec.Struct]) -> set[str]:
    """Return the keys of a mapping as they are written in YAML."""
    return {field.encode_name for field in msgspec.structs.fields(struct)}


def called(name: str) -> set[str]:
    """Return the names of the functions that stand in backquotes with their arguments."""
    return {each.partition("(")[0] for each in quoted(name) if re.match(r"\w+\(", each)}


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_key_is_in_the_tables(struct: type[msgspec.Struct]) -> None:
    assert keys(struct) - quoted("docs/game-data.md") == set()


def test_the_tables_of_keys_name_no_other() -> None:
    tables = re.findall(r"\| Key \|.*?(?=\n\n|\Z)", read("docs/game-data.md"), re.DOTALL)
    named = {key for table in tables for key in re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)}
    assert named == {"kind"}.union(*(keys(struct) for struct in STRUCTS))


def test_every_kind_and_every_size_is_named() -> None:
    assert {*KINDS, *CARD_SIZES, *keys(PaletteData) - {"shared"}} - quoted("docs/game-data.md") == set()


def test_every_function_and_filter_of_claims_is_named() -> None:
    functions = {function.__name__ for function in FUNCTIONS}
    assert {"count", "looks", "players"} <= functions
    assert functions - called("docs/game-data.md") == set()
    assert set(ALLOWED_FILTERS) - quoted("docs/game-data.md") == set()


TEMPLATES = "docs/templates.md"


@pytest.mark.parametrize("name", sorted(template_filters(FontBook({}))))
def test_every_filter_is_named_with_its_arguments(name: str) -> None:
    every = inspect.signature(template_filters(FontBook({}))[name]).parameters
    arguments = [argument for argument in every if argument != "context"][1:]
    (said,) = re.findall(rf"^\| `(?:text|paint) \\\| {name}(\(.*?\))?` \|", read(TEMPLATES), re.MULTILINE)
    own = [argument for argument in arguments if argument not in ("font", "weight", "italic")]
    assert re.findall(r"(\w+)(?:=[\w.]+)?(?=[,)])", said) == own


@pytest.mark.parametrize("name", ["polar", "regular", "star"])
def test_every_function_is_named_with_its_arguments(name: str) -> None:
    shown = re.sub(r": \w+| ->.*", "", str(inspect.signature(getattr(template, name)))).replace(" = ", "=")
    assert f"`{name}{shown.replace('0.0)', '0)')}`" in read(TEMPLATES)


def test_what_looks_names_up_is_named_with_its_arguments() -> None:
    assert f"`find({', '.join(inspect.signature(find).parameters)})`" in read(TEMPLATES)


def test_there_is_no_other_function_of_geometry() -> None:
    public = [name for name, value in vars(template).items() if inspect.isfunction(value) and name[0] != "_"]
    assert public == ["polar", "regular", "star"]


def table(name: str, head: str) -> dict[str, str]:
    """Return the rows of a table by what its first cells hold in backquotes."""
    body = read(name).partition(f"| {head} |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (`.*?) \|(.*)\|$", body, re.MULTILINE)
    return {key: rest for first, rest in rows for key in re.findall(r"`([\w-]+)`", first)}


def test_every_element_is_named_with_its_attributes() -> None:
    drawn = {**GEOMETRY_ATTRIBUTES, **gradients._KNOWN, "stop": {"offset"}, "tspan": {"x", "y", "dx", "dy"}}
    aside = {"rotate", "textLength", "stop-opacity", "use"}  # two refused by name; two that a remark speaks of
    said = table(TEMPLATES, "Element")
    assert said.keys() == drawn.keys() | _SILENT
    for name, attributes in drawn.items():
        local = {key.rpartition("}")[2].replace("space", "xml:space") for key in attributes}
        assert set(re.findall(r"`([\w:-]+)", said[name])) - aside == local - aside, name


def test_every_property_is_named() -> None:
    assert table(TEMPLATES, "Property").keys() == _INHERITED | _OWN


DOCUMENTS = [name for name in ("README.md", "ARCHITECTURE.md") if (ROOT / name).is_file()]
DOCUMENTS += [f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))]


def headings(text: str) -> set[str]:
    """Return the names by which links call the headings of a document."""
    found = re.findall(r"^#+ (.*)$", without_blocks(text), re.MULTILINE)
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", each.lower())) for each in found}


def without_blocks(text: str) -> str:
    """Return a document without its examples."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_and_picture_leads_somewhere(name: str) -> None:
    prose = re.sub(r"`[^`\n]*`", "", without_blocks(read(name)))
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        file, _, heading = link.partition("#")
        if ":" in link:
            continue
        target = (ROOT / name).parent / file if file else ROOT / name
        assert target.exists(), link
        assert not heading or heading in headings(target.read_text(encoding="utf-8")), link


def commands(name: str) -> list[list[str]]:
    """Return the words of each line of the shell in a document."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", read(name), re.MULTILINE | re.DOTALL)
    lines = [shlex.split(re.sub(r"(^|\s)#.*", "", line)) for block in blocks for line in block.splitlines()]
    return [words for words in lines if words]


def examples(name: str) -> dict[str, str]:
    """Return the files that a document spells out: each a block below a line that begins with its path in backquotes."""
    return dict(re.findall(r"^`([\w./-]+/[\w.-]+)`[^\n]*:\n\n```\w*\n(.*?)^```$", read(name), re.MULTILINE | re.DOTALL))


CHECKING = "docs/checking.md"
GUIDES = ("README.md", "docs/printing.md", CHECKING)


def test_the_fault_that_the_page_on_checking_shows_is_reported(tmp_path: Path) -> None:
    game = shutil.copytree(ROOT / "layouts/psycle", tmp_path / "layouts/psycle")
    cards = (game / "cards.csv").read_text("utf-8").splitlines()
    cards[2] = re.sub(r"1$", "2", cards[2])  # each player has one of them more
    (game / "cards.csv").write_text("\n".join(cards) + "\n", "utf-8")
    (shown,) = re.findall(r"^```text\n(layouts/psycle/rules.md:.*?)^```$", read(CHECKING), re.MULTILINE | re.DOTALL)
    command = [sys.executable, "-m", "generator", "build", "layouts/psycle"]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    pattern = "^" + ".*".join(map(re.escape, shown.replace(", ...)", ", \0)").split("\0")))
    assert (done.returncode, len(re.findall(pattern, done.stderr, re.MULTILINE))) == (1, 1), done.stderr


def test_the_check_that_the_page_on_checking_shows_is_printed(tmp_path: Path) -> None:
    (shown,) = re.findall(r"^```text\n(psycle: .*?)^```$", read(CHECKING), re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-m", "generator", "check", "psycle"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    for line, told in zip(shown.splitlines(), done.stdout.splitlines(), strict=False):
        assert told.startswith(line.removesuffix("..."))
    assert len(shown.splitlines()) > 8


def test_every_key_of_the_json_is_named(tmp_path: Path) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "generator", "check", "psycle", "--format", "json"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    made = json.loads(printed.stdout)
    (game,) = made["games"]
    inner = [*made, *(f"findings[].{key}" for key in made["findings"][0]), *(f"games[].{key}" for key in game)]
    assert {*inner, *game["verified"][0], *game["unchecked"][0]} - quoted("docs/codes.md") == set()
    said = re.findall(r"`((?:findings|games)\[\]\.\w+)`", read("docs/codes.md"))
    assert sorted(said) == sorted(each for each in inner if "[]" in each)


def write_examples(home: Path) -> None:
    """Write the files that README spells out."""
    for file, text in examples("README.md").items():
        (home / file).parent.mkdir(parents=True, exist_ok=True)
        (home / file).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", GUIDES[:2])
def test_the_commands_of_a_guide_run_as_they_stand(name: str, tmp_path: Path) -> None:
    write_examples(tmp_path)
    ours = [words[1:] for words in commands(name) if words[0] == "gutterfold"]
    assert ours
    for words in ours:
        done = subprocess.run(
            [sys.executable, "-m", "generator", *words], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"


def test_the_first_game_of_the_readme_is_refused_with_a_copy_more(tmp_path: Path) -> None:
    write_examples(tmp_path)
    rows = tmp_path / "mygame/heroes.csv"
    rows.write_text(rows.read_text("utf-8").replace("Bo,5,2", "Bo,5,3"), "utf-8")
    command = [sys.executable, "-m", "generator", "build", "mygame"]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    (code,) = re.findall(r"gutterfold explain (GF\d{3})` explains", read("README.md"))
    assert (done.returncode, re.findall(r"^mygame/game.yaml:15:\d+: (GF\d{3}) ", done.stderr, re.MULTILINE)) == (
        1,
        [code],
    )
    assert not (tmp_path / "output").exists()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_made_is_a_target_of_the_makefile(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    for words in commands(name):
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= targets
        else:
            assert words[0] in ("gutterfold", "pip", "git", "cd"), words


@pytest.mark.parametrize("name", sorted(main.commands))
def test_help_names_every_option(name: str) -> None:
    done = CliRunner().invoke(main, [name, "--help"])
    options = [word for each in main.commands[name].params if isinstance(each, click.Option) for word in each.opts]
    assert done.exit_code == 0
    assert [word for word in options if word not in done.output] == []


def test_options_that_documents_name_exist() -> None:
    said = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", "".join(map(read, DOCUMENTS))))
    options = {word for command in main.commands.values() for each in command.params for word in each.opts}
    assert said - {"--help", "--version", "--accept"} - options == set()
