"""Icons whose legend shows them with words pass; one that none explains is told, and a legend that is none."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.check.check_context import CheckContext
from generator.check.faces.icons import check_icon_legends, find_figure_legends
from generator.geometry.matrix import IDENTITY
from generator.model.figure import FigureData, LabelData, StepData
from generator.model.finding import Place
from generator.model.game import Game
from generator.model.picture import Group, Image, Paint, Picture, Shape, Text
from generator.model.picture import Path as Drawn
from generator.model.printed import Mark, ReadPiece
from tests.check.facts import keep_facts
from tests.check.kit import A4, GAME, GEM, HAND, PARTS
from tests.readback.test_marks import WORDS
from tests.samples import for_each

ROOT = Path(__file__).parents[2]
STAR = Drawn((("M", 0.0, 0.0), ("L", 4.0, 0.0), ("Z",)), Paint())
PICTURE = Image(0, 0, 1, 1, "image/png", b"", "")
FIGURE = FigureData(template="a.svg.j2", size=(9, 9), alt="a way")
PLACES = {("figures", "way"): Place("wren/game.yaml", 30, 3)}


def game(rules: str | None) -> Game:
    data = replace(GAME.data, figures={"way": FIGURE})
    return replace(GAME, data=data, rules=rules, places=PLACES)


def face(part: str, *names: str, copy: int = 1, **said: str) -> ReadPiece:
    marks = tuple(Mark(name, IDENTITY, b"", (), said.get(name.partition(".")[0], "")) for name in names)
    name = f"{part}.1.c{copy}.front"
    return ReadPiece(name, part, "1", copy, "front", "wren.pdf", 1, IDENTITY, b"", None, (210, 297), marks)


def drawn(*shapes: Shape) -> dict[str, Picture]:
    return {"way": Picture(0, 0, 9, 9, shapes)}


def named(name: str, *shapes: Shape) -> Group:
    return Group(shapes, name=name)


def told(
    *faces: ReadPiece, figures: Mapping[str, Picture] | None = None, rules: str = "![The way](figure:way)", **more: Any
) -> list[str]:
    case = CheckContext(
        game(rules),
        PARTS,
        PARTS,
        A4,
        figure_legends=lambda: find_figure_legends(figures or {}),
        **{"pdf": faces, **more},
    )
    said = list(check_icon_legends(case))
    assert {(finding.code, finding.level) for finding in said} <= {("GF132", "warning")}
    words = "no words|does not show|nothing explains"
    return [keep_facts(f"{finding.place.line}: {finding.message}", words) for finding in said]


def nothing(icon: str, line: int = 9, hint: str = "") -> str:
    return f"{line} `nothing explains` {icon!r}{hint}"


AID = face("gem", "cell.a", "legend.star", "icon.star", legend="a star")
LEGEND = named("legend.star", Group((named("icon.star", STAR), Group((WORDS,)))))


@for_each(
    [
        ([face("hand", "icon.star"), AID], {}),
        ([face("hand", "icon.star"), face("hand", "icon.star", copy=2), AID, AID], {}),
        ([AID], {}),
        ([face("hand", "cell.a", "icons.star", "face.icon.star")], {}),
        ([face("hand", "icon.star")], drawn(STAR, Group((PICTURE, LEGEND)))),
    ]
)
def test_icons_that_are_explained(faces: Sequence[ReadPiece], figures: Mapping[str, Picture]) -> None:
    assert told(*faces, figures=figures) == []


@for_each([
        # too few: no legend, or only for another; each icon once, at the part that shows it first
        ([face("hand", "icon.star"), face("gem", "icon.star")], [nothing("star")]),
        ([face("gem", "icon.gem"), face("hand", "icon.gem", "icon.crown")], [nothing("gem", 20), nothing("crown")]),
        # misnamed
        ([face("hand", "icon.stra"), AID], [nothing("stra", hint=" 'star'")]),
        ([face("hand", "icon.star"), face("gem", "legend.stra", "icon.star", legend="a star")], ["20 'stra' `gem.1` `does not show` <name>", nothing("star")]),
        # a legend without words, or out of place
        ([face("hand", "icon.star"), face("gem", "legend.star", "icon.star", legend=" ")], ["20 'star' `gem.1` `no words`", nothing("star")]),
        ([face("hand", "icon.star"), face("gem", "legend.star", legend="a star")], ["20 'star' `gem.1` `does not show` <name>", nothing("star")]),
        # too many: the other of two legends is empty
        ([AID, face("hand", "legend.star", "icon.star"), face("hand", "legend.star", "icon.star", copy=2)], ["9 'star' `hand.1` `no words`"]),
    ])  # fmt: skip
def test_icons_that_are_not(faces: Sequence[ReadPiece], lines: list[str]) -> None:
    assert told(*faces) == lines


@for_each([("star", False), ("Stars", False), ("star light", True), ("moon", True), ("", True)])
def test_an_icon_above_its_name_is_explained(text: str, is_told: bool) -> None:
    cell = Mark("cell.a", IDENTITY, b"", (), text, inside=1)
    mat = face("gem", "icon.gem")._replace(marks=(cell, Mark("icon.star", IDENTITY, b"")))
    assert told(mat) == ([nothing("star", 20)] if is_told else [])


@for_each(
    [
        (named("legend.star", STAR, WORDS), "`does not show` <name>"),
        (named("legend.star", named("icon.star", STAR)), "`no words`"),
        (named("legend.star", named("icon.star", STAR), Text(0, 0, " ", WORDS.font, 3, 1, Paint())), "`no words`"),
    ]
)
def test_a_figure_must_show_the_icon_with_words(figure: Shape, wrong: str) -> None:
    line = f"30 'star' 'way' {wrong}"
    assert told(face("hand", "icon.star"), figures=drawn(figure)) == [line, nothing("star")]


def test_a_figure_counts_where_the_rules_show_it() -> None:
    assert told(face("hand", "icon.star"), figures=drawn(LEGEND), rules="No figure.") == [nothing("star")]
    assert told(face("hand", "icon.star"), figures=drawn(named("icon.star", STAR), WORDS)) == [nothing("star")]


@for_each([("- {star} is a star.", True), ("Take one {star} home.", True), ("{crown} and a star", False), ("", False)])
def test_rules_that_print_an_icon_explain_it(rules: str, explains: bool) -> None:
    assert told(face("hand", "icon.star"), rules=rules) == ([] if explains else [nothing("star")])


@for_each([("icon.star", True), ("icon.star", False), ("icon.stra", True)])
def test_a_label_in_a_figure_that_the_rules_show_explains_an_icon(at: str, rules: bool) -> None:
    figure = FigureData(kind="face", part="hand", size=(9, 9), alt="a card", labels=[LabelData(at=at, says="a trump")])
    made = game("![A card](figure:way)" if rules else "No figure.")
    made = replace(made, data=replace(made.data, figures={"way": figure}))
    case = CheckContext(made, PARTS, PARTS, A4, pdf=[face("hand", "icon.star")])
    assert [each.code for each in check_icon_legends(case)] == ([] if rules and at == "icon.star" else ["GF132"])


@for_each([{"cover": "way"}, {"steps": "way"}])
def test_a_figure_counts_where_another_or_the_title_page_shows_it(more: dict[str, str]) -> None:
    steps = [StepData(figure=more.get("steps", "row")), StepData(figure="row")]
    row = FigureData(kind="steps", steps=steps, size=(9, 9), alt="a row")
    made = game("No figure.")
    made = replace(made, data=replace(made.data, figures={"way": FIGURE, "row": row}, cover=more.get("cover")))
    case = CheckContext(
        made,
        PARTS,
        PARTS,
        A4,
        pdf=[face("hand", "icon.star")],
        figure_legends=lambda: find_figure_legends(drawn(LEGEND)),
    )
    assert list(check_icon_legends(case)) == []


def test_figures_are_drawn_only_where_faces_leave_an_icon_unexplained() -> None:
    case = CheckContext(game(""), PARTS, PARTS, A4, pdf=[AID], figure_legends=lambda: pytest.fail("they are drawn"))
    assert list(check_icon_legends(case)) == []


def test_only_what_is_printed_and_read_back_whole_is_judged() -> None:
    assert told(face("hand", "icon.star"), pdf=None, svg=None) == []
    assert told(pdf=None, svg=[face("hand", "icon.star")]) == [nothing("star")]
    part = CheckContext(game(""), PARTS, (HAND,), A4, pdf=[face("hand", "icon.star")])
    assert list(check_icon_legends(part)) == []
    assert told(face("ghost", "icon.star"), face("ghost", "legend.star")) == []  # which is the fault of another check
    assert GEM in PARTS


SHEETS = [path for game in sorted((ROOT / "layouts").iterdir()) for path in sorted((ROOT / "templates" / game.name).glob("*.j2"))]  # fmt: skip
SYMBOL = re.compile(r'href="[\w/-]+\.svg#(?!whirl)([\w-]+)"')  # a whirl is an ornament, which nothing explains


def test_the_symbols_of_our_games_are_in_groups_that_say_so() -> None:
    found = []
    for path in SHEETS:
        for line in path.read_text("utf-8").splitlines():
            found += [symbol[1] for symbol in SYMBOL.finditer(line)]
            if not path.name.startswith(("figure-", "jacket", "page", "turn")):
                assert all(f'class="icon.{symbol[1]}"' in line for symbol in SYMBOL.finditer(line)), (path.name, line)
    assert {"gem", "crown", "sun"} <= {*found}
