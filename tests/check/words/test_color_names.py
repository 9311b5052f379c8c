"""Names of colors outside braces are told as soon as the palette has made them wrong, of parts of the group as errors."""

from pathlib import Path

from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.check.words.color_names import check_color_names
from generator.components import KINDS
from generator.components.designs import expand_parts
from generator.load.braces import read_rules
from generator.load.game import read_game
from generator.load.palette import apply_palette
from generator.model.game import Game
from generator.model.paper import PAPERS
from generator.model.printed import ReadPiece, TextRun
from tests.check.facts import keep_facts
from tests.samples import for_each

GAME = """\
title: Wren
version: "1.0"
players: [1, 2]
colors:
  player.red: {paint: "#D55E00", mark: triangle}
  player.blue: {paint: "#0072B2", mark: disc, name: deep blue}
  player.south: {paint: "#333333"}
  gold: {paint: "#ffcc00"}
  ring.red: {paint: "#D55E00"}
parts:
  gem: {kind: token, title: Gems, diameter: 14, front: a.svg.j2, copies: 50}
figures:
  way: {template: a.svg.j2, size: [20, 20], alt: "ALT"}
rules: rules.md
"""
BROWN = ["player.red=#663300"]


def game(folder: Path, rules: str, alt: str = "A way.", painted: list[str] | None = None, data: str = GAME) -> Game:
    """Return the game with such rules, painted by options."""
    (folder / "wren").mkdir(exist_ok=True)
    (folder / "wren/game.yaml").write_text(data.replace("ALT", alt), encoding="utf-8")
    (folder / "wren/rules.md").write_text(rules, encoding="utf-8")
    return read_game(folder / "wren", KINDS, (), lambda colors: apply_palette(colors, None, painted or []))


def said(game: Game) -> list[str]:
    """Return the findings without the folder."""
    found = check_color_names(CheckContext(game, (), (), PAPERS["a4"]))
    return [keep_facts(str(each).removeprefix(f"{Path(game.file).parent}/"), "figure") for each in found]


def test_a_name_that_is_right_is_let_pass_and_one_that_is_wrong_is_told(tmp_path: Path) -> None:
    rules = "# The Red one\n\nTake {{ claim(50, 'gem') }} gems; the *red* pawn waits.\n"
    assert said(game(tmp_path, rules)) == []
    assert said(game(tmp_path, rules, painted=BROWN)) == [
        "rules.md:1:7: GF130 warning: 'Red' `player.red` 'brown' `Color('player.red')`",
        "rules.md:3:40: GF130 warning: 'red' `player.red` 'brown' `color('player.red')`",
    ]


@for_each(
    [
        ("Take a red pawn.", "error"),
        ("Take the *red*\n**pawns** and gems.", "error"),
        ("A red one is a flag.", "error"),  # one of its rows has the role
        ("Take a red gem and a pawn.", "warning"),
        ("The red gems pay for pawns.", "warning"),
        ("One is red. Take a pawn.", "warning"),
        ("One is red\n\nTake a pawn.", "warning"),
        ("Of pawns take what is red.", "warning"),
        ("Take gems (red ones) and a pawn.", "warning"),
        ("Here it is red", "warning"),  # an item of a list ends there
    ]
)
def test_it_is_an_error_before_a_part_in_the_colors_of_the_group(tmp_path: Path, text: str, level: str) -> None:
    face = "diameter: 14, front: a.svg.j2"
    data = GAME.replace(
        "figures:",
        f"  pawn: {{kind: token, title: Pawns, {face}, copies: 1, for_each: player}}\n"
        f"  flag: {{kind: token, title: Flags, {face}, rows: [{{id: a, of: player.red, copies: 1}}]}}\nfigures:",
    )
    for rules, alt in ((text, "A way."), (f"- {text}\n- pawns", "A way."), ("A way.", text.replace("\n", "\\n"))):
        made = game(tmp_path, rules, alt, BROWN, data)
        assert [each.level for each in check_color_names(CheckContext(made, (), (), PAPERS["a4"]))] == [level]


def test_what_braces_print_is_no_name_that_stays(tmp_path: Path) -> None:
    rules = "{{ Color('player.red') }} has {{ color('player.blue') }} and {{ claim('red', \"value('x')\") }}.\n"
    for painted in ([], BROWN, ["player.red=#0000ee", "player.blue=#ee0000"]):
        assert said(game(tmp_path, rules, "The {{ color('player.red') }} one.", painted)) == []


@for_each([
    ("reddish, hundred, red-handed, well-red, red_x, xred", []),
    ("red, red. (red) \u201cred\u201d RED red's", [1, 6, 12, 18, 23, 27]),
    ("deep blue and blue", [1]),  # blue alone is nobody's name
    ("south, gold, white and green", []),  # no color, no group, no role
    ("`red` [red](https://red.example/red) <https://red.example> ![red](figure:red)", [8, 62]),
    ("| red | n |\n|---|---|\n| 1 | red |", [3, 7]),
])  # fmt: skip
def test_whole_words_of_prose_that_name_a_color_of_a_group(tmp_path: Path, text: str, columns: list[int]) -> None:
    painted = [*BROWN, "player.blue=#00aa00"]
    assert [int(line.split(":")[2]) for line in said(game(tmp_path, text, painted=painted))] == columns


def test_of_two_roles_of_one_name_that_which_is_called_otherwise_is_meant(tmp_path: Path) -> None:
    for role in ("player.red", "ring.red"):
        (line,) = said(game(tmp_path, "the red ring", painted=[f"{role}=#663300"]))
        assert line.endswith(f"`{role}` 'brown' `color('{role}')`")


def test_a_name_of_two_words_is_found_as_one(tmp_path: Path) -> None:
    (line,) = said(game(tmp_path, "a Deep blue pawn", painted=["player.blue=#00aa00"]))
    message = "'Deep blue' `player.blue` 'green' `Color('player.blue')`"
    assert line == f"rules.md:1:3: GF130 warning: {message}"


def test_the_words_of_a_figure_are_read_as_well_each_once(tmp_path: Path) -> None:
    alt = "A red pawn beside {{ color('player.blue') }}, and a red ring."
    message = "`figure` 'way' 'red' `player.red` 'brown' `color('player.red')`"
    assert said(game(tmp_path, "A way.", alt, BROWN)) == [f"game.yaml:13:50: GF130 warning: {message}"]


def test_a_color_that_is_no_shade_but_named_by_a_palette_is_told(tmp_path: Path) -> None:
    found = game(tmp_path, "the south player")
    colors = {**found.colors, "player.south": replace(found.colors["player.south"], renamed="scarlet")}
    assert said(replace(found, colors=colors)) == [
        "rules.md:1:5: GF130 warning: 'south' `player.south` 'scarlet' `color('player.south')`"
    ]


def test_without_rules_figures_or_groups_there_is_nothing_to_say(tmp_path: Path) -> None:
    found = game(tmp_path, "red")
    assert said(replace(found, rules=None, data=replace(found.data, figures={}))) == []
    assert said(replace(found, colors={"gold": found.colors["gold"]})) == []
    assert read_rules("red", "r.md").marked == ()


ALL = [*BROWN, "ring.red=#663300"]


def piece(made: Game, design: str, *texts: str, copy: int = 1) -> ReadPiece:
    runs = tuple(TextRun(text, "", 0, (1, 0, 0, 1, 0, 0)) for text in texts)
    name = f"gem.{design}.c{copy}.front"
    return ReadPiece(
        name, "gem", design, copy, "front", "x.pdf", 1, (1, 0, 0, 1, 0, 0), b"", None, (210, 297), runs=runs
    )


def shown(made: Game, *pieces: ReadPiece) -> list[str]:
    parts = expand_parts(made, KINDS)
    found = check_color_names(CheckContext(made, parts, parts, PAPERS["a4"], pdf=pieces))
    return [keep_facts(str(each).removeprefix(f"{Path(made.file).parent}/"), "title|face") for each in found]
