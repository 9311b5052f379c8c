"""The documents agree with the program: what they name exists, and what exists is documented."""

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
import jinja2
import msgspec
import pytest
from click.testing import CliRunner

from docs.make_pictures import FOUND, GALLERIES, VIEWS
from docs.make_screens import SCREENS
from generator.check.claims.evaluation import FUNCTIONS
from generator.cli.commands import main
from generator.components import KINDS
from generator.components.boards.grid import Cross, Grid
from generator.components.boards.hexes import Hexes, Triangles
from generator.components.boards.own_cells import Amendment
from generator.components.boards.pockets import Pocket, Slot
from generator.components.boards.rings import Bridge, Places, Rings, Starts
from generator.components.boards.tracks import Counter, Table, TrackLine
from generator.fonts.font_book import FontBook
from generator.language.expressions import ALLOWED_FILTERS
from generator.load.palette import PaletteData
from generator.model.card_sizes import CARD_SIZES
from generator.model.figure import FigureData, HighlightData, LabelData, PieceData, StepData, ThingData, WayData
from generator.model.finding_codes import GONE_CODES
from generator.model.game import GameData
from generator.model.game_entries import ClaimData, ColorData, IconData, RulesData, SetupData, UncheckedData, WaiverData
from generator.model.language import LanguageData, TermData, Terms
from generator.pipeline.listing import game_schema
from generator.render import template
from generator.render.svg import gradients
from generator.render.svg.attributes import GEOMETRY_ATTRIBUTES
from generator.render.svg.painter import _SILENT
from generator.render.svg.style import _NOT_INHERITED, INHERITED_PROPERTIES
from generator.render.template import find
from generator.render.template_files import TemplateFiles
from generator.render.text_filters import Translator, template_filters
from tests.cli.test_machine_formats import write_tiny
from tests.kits import run
from tests.samples import for_each, sample

ROOT = Path(__file__).parents[1]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}
GAMES = sorted((ROOT / "layouts").glob("*/game.yaml"))
SPACES = (TrackLine, Counter, Table)
BOARDS = (Grid, Cross, Rings, Hexes, Triangles, Bridge, Starts, Places, Slot, Pocket, Amendment, *SPACES)
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
    TermData,
    Terms,
    WaiverData,
    IconData,
    RulesData,
    *KINDS_OF_DATA,
]

DATA_PAGES = tuple(
    f"docs/{page}.md" for page in ("game-data", "boards", "folded-parts", "claims", "rules", "figures", "languages")
)


def test_the_schema_file_is_up_to_date() -> None:
    printed = json.dumps(game_schema(), indent=2, ensure_ascii=False) + "\n"
    assert (ROOT / "layouts/game.schema.json").read_text(encoding="utf-8") == printed, "run `make schema`"


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.parent.name)
def test_a_game_names_its_schema_for_editors(game: Path) -> None:
    first = game.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../game.schema.json"


def read(name: str) -> str:
    """Return the text of a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_code_and_no_other_is_explained() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "generator").rglob("*.py"))
    explained = re.findall(r"^\| (GF\d{3}) \|", read("docs/codes.md"), re.MULTILINE)
    assert explained == sorted(set(re.findall(r"GF\d{3}", sources)) - GONE_CODES)


def list_quoted(*names: str) -> set[str]:
    """Return all text in backquotes of documents."""
    return {quoted for name in names for quoted in re.findall(r"`([^`\n]+)`", read(name))}


def list_keys(struct: type[msgspec.Struct]) -> set[str]:
    """Return the keys of a struct as they are written in YAML."""
    return {field.encode_name for field in msgspec.structs.fields(struct)}


def list_called_functions(name: str) -> set[str]:
    """Return the names of the functions in backquotes, written with their arguments."""
    return {each.partition("(")[0] for each in list_quoted(name) if re.match(r"\w+\(", each)}


@for_each(STRUCTS)
def test_every_key_is_documented(struct: type[msgspec.Struct]) -> None:
    assert list_keys(struct) - list_quoted(*DATA_PAGES) == set()


def test_the_tables_document_only_keys_that_exist() -> None:
    tables = re.findall(r"\| Key \|.*?(?=\n\n|\Z)", "\n\n".join(map(read, DATA_PAGES)), re.DOTALL)
    named = {key for table in tables for key in re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)}
    assert named == {"kind"}.union(*(list_keys(struct) for struct in STRUCTS))


def test_every_kind_and_size_is_documented() -> None:
    assert {*KINDS, *CARD_SIZES, *list_keys(PaletteData) - {"shared"}} - list_quoted(*DATA_PAGES) == set()


def test_every_claim_function_and_filter_is_documented() -> None:
    functions = {*FUNCTIONS}
    assert {"count", "looks", "players"} <= functions
    assert functions - list_called_functions("docs/claims.md") == set()
    assert set(ALLOWED_FILTERS) - list_quoted(*DATA_PAGES) == set()


TEMPLATES = "docs/templates.md"
COMMON_PARAMETERS = ("font", "weight", "italic", "spacing", "features")  # of every filter that measures text


@pytest.mark.parametrize("name", sorted(template_filters(FontBook({}))))
def test_every_filter_is_documented_with_its_parameters(name: str) -> None:
    every = inspect.signature(template_filters(FontBook({}))[name]).parameters
    arguments = [argument for argument in every if argument != "context"][1:]
    (said,) = re.findall(rf"^\| `(?:text|paint) \\\| {name}(\(.*?\))?` \|", read(TEMPLATES), re.MULTILINE)
    own = [argument for argument in arguments if argument not in COMMON_PARAMETERS]
    assert re.findall(r"(\w+)(?:=[\w.]+)?(?=[,)])", said) == own


@for_each(["polar", "regular", "star"])
def test_every_geometry_function_is_documented_with_its_parameters(name: str) -> None:
    shown = re.sub(r": \w+| ->.*", "", str(inspect.signature(getattr(template, name)))).replace(" = ", "=")
    assert f"`{name}{shown.replace('0.0)', '0)')}`" in read(TEMPLATES)


def test_find_is_documented_with_its_parameters() -> None:
    assert f"`find({', '.join(inspect.signature(find).parameters)})`" in read(TEMPLATES)


def test_templates_get_the_functions_of_the_table_and_no_other() -> None:
    environment = template.Templates(TemplateFiles(ROOT, ROOT), FontBook({}), Translator())._plain
    given = environment.globals.keys() - jinja2.Environment().globals.keys()
    assert given == read_table(TEMPLATES, "Function").keys() == {"polar", "regular", "star", "find", "term", "claim"}


def read_table(name: str, head: str) -> dict[str, str]:
    """Return the rows of a table by the names in backquotes in their first cells."""
    body = read(name).partition(f"| {head} |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (`.*?) \|(.*)\|$", body, re.MULTILINE)
    return {key: rest for first, rest in rows for key in re.findall(r"`([\w-]+)(?:\([^`]*)?`", first)}


def test_every_element_is_documented_with_its_attributes() -> None:
    drawn = {**GEOMETRY_ATTRIBUTES, **gradients._KNOWN, "stop": {"offset"}, "tspan": {"x", "y", "dx", "dy"}}
    aside = {"rotate", "textLength", "stop-opacity", "use"}  # two refused by name; two that a remark speaks of
    said = read_table(TEMPLATES, "Element")
    assert said.keys() == drawn.keys() | _SILENT
    for name, attributes in drawn.items():
        local = {key.rpartition("}")[2].replace("space", "xml:space") for key in attributes}
        assert set(re.findall(r"`([\w:-]+)", said[name])) - aside == local - aside, name


def test_every_property_is_documented() -> None:
    assert read_table(TEMPLATES, "Property").keys() == INHERITED_PROPERTIES | _NOT_INHERITED.keys()


DOCUMENTS = [name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md") if (ROOT / name).is_file()]
DOCUMENTS += [
    str(path.relative_to(ROOT)) for home in ("docs", "docs/checks") for path in sorted((ROOT / home).glob("*.md"))
]


def list_anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a document."""
    found = re.findall(r"^#+ (.*)$", remove_blocks(text), re.MULTILINE)
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", each.lower())) for each in found}


def remove_blocks(text: str) -> str:
    """Return a document without its code blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


@for_each(DOCUMENTS)
def test_every_link_and_picture_has_a_target(name: str) -> None:
    prose = re.sub(r"`[^`\n]*`", "", remove_blocks(read(name)))
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        file, _, heading = link.partition("#")
        if ":" in link:
            continue
        target = (ROOT / name).parent / file if file else ROOT / name
        assert target.exists(), link
        assert not heading or heading in list_anchors(target.read_text(encoding="utf-8")), link


def test_every_picture_is_made_and_shown() -> None:
    shown = {link for name in DOCUMENTS for link in re.findall(r"pictures/([\w-]+)\.png\)", read(name))}
    stored = {path.stem for path in (ROOT / "docs/pictures").iterdir()}
    assert shown == stored == {FOUND, *GALLERIES, *(each.name for each in (*VIEWS, *SCREENS))}


def list_commands(name: str) -> list[list[str]]:
    """Return the shell commands in a document, each as its words."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", read(name), re.MULTILINE | re.DOTALL)
    lines = [shlex.split(re.sub(r"(^|\s)#.*", "", line)) for block in blocks for line in block.splitlines()]
    return [words for words in lines if words]


def read_examples(name: str) -> dict[str, str]:
    """Return the example files of a document: code blocks below a line that begins with a path in backquotes."""
    return dict(re.findall(r"^`([\w./-]+/[\w.-]+)`[^\n]*:\n\n```\w*\n(.*?)^```$", read(name), re.MULTILINE | re.DOTALL))


CHECKING = "docs/checking.md"
GUIDES = ("README.md", "docs/printing.md", CHECKING)


@pytest.mark.thorough
def test_the_error_on_the_checking_page_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = shutil.copytree(ROOT / "layouts/psycle", tmp_path / "layouts/psycle")
    cards = (game / "cards.csv").read_text("utf-8").splitlines()
    cards[2] = re.sub(r"1$", "2", cards[2])  # each player has one of them more
    (game / "cards.csv").write_text("\n".join(cards) + "\n", "utf-8")
    (shown,) = re.findall(r"^```text\n(layouts/psycle/cards.csv:.*?)^```$", read(CHECKING), re.MULTILINE | re.DOTALL)
    code, _, stderr = run(["build", "layouts/psycle", "--sheets-only"])
    pattern = "^" + ".*".join(map(re.escape, shown.replace(", ...\n", ", \0\n").split("\0")))
    assert (code, len(re.findall(pattern, stderr, re.MULTILINE))) == (1, 1), stderr


def test_the_output_on_the_checking_page_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (shown,) = re.findall(r"^```text\n(psycle: .*?)^```$", read(CHECKING), re.MULTILINE | re.DOTALL)
    code, stdout, stderr = run(["check", "psycle"])
    assert code == 0, stderr
    for line, told in zip(shown.splitlines(), stdout.splitlines(), strict=False):
        assert told.startswith(line.removesuffix("..."))
    assert len(shown.splitlines()) > 8


def test_every_json_key_is_documented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_tiny(tmp_path)
    made = json.loads(run(["check", "tiny", "--format", "json"])[1])
    (game,) = made["games"]
    inner = [*made, *(f"findings[].{key}" for key in made["findings"][0]), *(f"games[].{key}" for key in game)]
    assert {*inner, *game["verified"][0], *game["unchecked"][0]} - list_quoted("docs/codes.md") == set()
    said = re.findall(r"`((?:findings|games)\[\]\.\w+)`", read("docs/codes.md"))
    assert sorted(said) == sorted(each for each in inner if "[]" in each)


def write_examples(home: Path) -> None:
    """Write the example files of README."""
    for file, text in read_examples("README.md").items():
        (home / file).parent.mkdir(parents=True, exist_ok=True)
        (home / file).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", GUIDES[:2])
def test_the_commands_of_a_guide_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write_examples(tmp_path)
    ours = [words[1:] for words in list_commands(name) if words[0] == "gutterfold"]
    assert ours
    for words in sample(ours, 2):
        code, _, stderr = run(words)
        assert code == 0, f"{' '.join(words)}: {stderr}"


def test_the_game_of_the_readme_fails_with_one_more_copy(tmp_path: Path) -> None:
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


@for_each(DOCUMENTS)
def test_shell_examples_use_make_targets_that_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))
    for words in list_commands(name):
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= targets
        else:
            assert words[0] in ("gutterfold", "pip", "git", "cd", "export", "dask"), words


def list_all_commands(group: click.Group, *above: str) -> dict[str, click.Command]:
    """Return all commands by their names, with those of groups, such as `printer add`."""
    context, found = click.Context(group), dict[str, click.Command]()
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        assert command.name == name
        found[" ".join((*above, name))] = command
        if isinstance(command, click.Group):
            found |= list_all_commands(command, name)
    return found


COMMANDS = list_all_commands(main)


@for_each(sorted(COMMANDS))
def test_help_lists_every_option(name: str) -> None:
    done = CliRunner().invoke(main, [*name.split(), "--help"])
    options = [word for each in COMMANDS[name].params if isinstance(each, click.Option) for word in each.opts]
    assert done.exit_code == 0
    assert [word for word in options if word not in done.output] == []


def test_options_in_documents_exist() -> None:
    said = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", "".join(map(read, DOCUMENTS))))
    options = {word for command in COMMANDS.values() for each in command.params for word in each.opts}
    of_dask = {"--nworkers", "--nthreads"}
    of_pip_and_mypy = {"--constraint", "--editable", "--platform", "--user"}
    of_our_own_tools = {"--accept", "--games", "--list"}
    assert said - {"--help", "--version"} - of_our_own_tools - of_dask - of_pip_and_mypy - options == set()


def test_the_playtests_of_the_five_games_are_as_recorded() -> None:
    page = (ROOT / "docs" / "playtests.md").read_text("utf-8")
    shown = re.findall(r"^\| (\w+) \| (\d) \| (\w+) \| ([\d,]+) \| ([\d.]+) \| ([\d.]+) % \|$", page, re.MULTILINE)
    recorded = []
    for path in sorted((ROOT / "layouts").glob("*/playtests.json")):
        record = json.loads(path.read_bytes())
        assert record["seed"] == 1
        for each in record["results"]:
            if each["policy"] in ("greedy", "seek"):
                figures = f"{each['turns']['mean']:.1f}", f"{100 * each['wins_by_order'][0]:.1f}"
                recorded.append(
                    (path.parent.name, str(each["players"]), each["policy"], f"{each['games']:,}", *figures)
                )
    assert len(recorded) == 26
    assert shown == recorded
