"""Claims about what is drawn: the named groups of faces and figures, where they are and how they look."""

from pathlib import Path
from typing import Any

import pytest

from generator.check.claims.context import ClaimContext, PictureSource
from generator.check.claims.evaluation import ClaimEvaluator
from generator.language.expressions import ExpressionError
from generator.model.finding import Finding
from generator.pipeline.build import prepare_kit
from generator.pipeline.checking.verification import draw_for_claims
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from generator.proof.kit import Kit
from tests.samples import for_each

GAME = """\
title: Wren
version: "1"
players: [2, 2]
colors:
  player.red: {paint: "#aa0000"}
  player.blue: {paint: "#0000aa"}
parts:
  card:
    kind: card
    size: poker
    title: Card
    for_each: player
    front: card.svg.j2
    back: back.svg.j2
    rows:
      - {id: a, wins: [1, 2], copies: 1}
      - {id: b, wins: [], copies: 1}
  gem: {kind: token, title: Gem, print: false, diameter: 9, copies: 3}
figures:
  nest: {template: nest.svg.j2, size: [60, 20], alt: A red egg between two blue ones.}
rules: rules.md
claims:
  - id: W1
    says: a card fills what it beats
    rests_on: the rules
    check: CLAIM
"""
CARD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  {% for n in [1, 2, 3] %}
  <g class="spot.{{ n }}" transform="translate({{ 10 * n + 5 }} 20) rotate({{ 90 * n }})">
    <g class="{{ 'filled' if n in row.wins else 'open' }}">
      <circle r="3" fill="{{ player if n in row.wins else '#ffffff' }}" stroke="{{ player }}" stroke-width="0.5"/>
      <text y="1" text-anchor="middle" font-size="3" fill="#000">{{ n }}</text>
    </g>
  </g>
  {% endfor %}
  <g class="rope"><path d="M10 60 H40" fill="none" stroke="#000" stroke-width="1" STYLE/></g>
  <g class="gone" clip-path="url(#none)"><circle cx="10" cy="70" r="3"/></g>
  <clipPath id="none"><rect x="0" y="0" width="5" height="5"/></clipPath>
</svg>
"""
BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  <g class="egg"><circle cx="31.5" cy="44" r="10" fill="none" stroke="#00aa00" stroke-width="1"/></g>
</svg>
"""
NEST = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
  <g class="nest">
    {% for role in ['player.blue', 'player.red', 'player.blue'] %}
    <g class="egg.{{ role }}"><circle cx="{{ 15 + 15 * loop.index0 }}" cy="10" r="5" fill="{{ colors[role] }}"/></g>
    {% endfor %}
  </g>
</svg>
"""
RULES = "# Wren\n\nEach player has two cards.\n\n![The nest.](figure:nest)\n"


def write_game(home: Path, claim: str = "count('card') == 4", style: str = "", card: str = CARD) -> Path:
    folder = home / "wren"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.replace("CLAIM", f'"{claim}"'))
    (folder / "rules.md").write_text(RULES)
    for name, text in (("card", card.replace("STYLE", style)), ("back", BACK), ("nest", NEST)):
        (folder / "templates" / f"{name}.svg.j2").write_text(text)
    return folder


def make_kit(home: Path, style: str = "") -> Kit:
    return prepare_kit(write_game(home, style=style), Options(out=home / "out"))


def ask(kit: Kit, text: str, pictures: PictureSource | None = None) -> Any:
    """Return the answer for the sheets, which are taken for printed."""
    ids = frozenset(part.id for part in kit.all_parts)
    world = ClaimContext("sheets", kit.game, kit.all_parts, [], ids, pictures=pictures or draw_for_claims(kit))
    (answer,) = ClaimEvaluator([world]).evaluate(text)
    return answer.value


def test_groups_are_told_with_place_and_look(tmp_path: Path) -> None:
    kit = make_kit(tmp_path)
    (spot,) = ask(kit, "drawn('card', 'spot.1', id='a', player='red')")
    assert spot == {
        "name": "spot.1",
        "words": "1",
        "x": 15.0,
        "y": 20.0,
        "width": 6.5,
        "height": 6.5,
        "turn": 90.0,
        "shapes": 2,
        "fill": "#aa0000",
        "line": "#aa0000",
        "style": "solid",
    }
    assert ask(kit, "drawn_in('nest', 'egg.player.red')|map(attribute='x')|list") == [30.0]


@for_each(
    [
        ("drawn('card', 'filled')|length", 2 * 2),
        ("drawn('card', 'filled', player='red')|length", 2),
        ("drawn('card', 'open', id='b', player='red')|length", 3),
        ("drawn('card', 'spot', id='a', player='blue')|map(attribute='words')|list", ["1", "2", "3"]),
        ("drawn('card', 'open', inside='spot.3', id='a')|length", 2),
        ("drawn('card', 'open', inside='spot.1', id='a')|length", 0),
        ("drawn('card', 'open', inside='spot', id='a')|length", 2),
        ("drawn('card', 'egg')|length", 0),
        ("drawn('card', 'egg', side='back')|length", 1),
        ("drawn('card', 'egg', side='back')[0].fill", None),
        ("drawn('card', 'open', id='a', player='red')[0].fill", "#ffffff"),
        ("drawn('card', 'filled', id='a', player='blue')[0].fill == paint('player.blue')", True),
        ("drawn_in('nest', 'egg')|length", 3),
        ("drawn_in('nest', 'egg.player.blue', inside='nest')|map(attribute='fill')|unique|list", ["#0000aa"]),
        ("every('card', \"drawn('card', 'filled', id=row.id, player='red')|length == row.wins|length\")", True),
    ]
)
def test_groups_are_picked(tmp_path: Path, text: str, result: object) -> None:
    assert ask(make_kit(tmp_path), text) == result


@for_each(
    [
        ("", "solid"),
        ("stroke-dasharray='3 1'", "dashed"),
        ("stroke-dasharray='0 2' stroke-linecap='round'", "dotted"),
        ("stroke-dasharray='1 1'", "dotted"),
    ]
)
def test_lines_have_a_style(tmp_path: Path, style: str, name: str) -> None:
    assert ask(make_kit(tmp_path, style), "drawn('card', 'rope', player='red', id='a')[0].style") == name


@for_each(
    [
        ("drawn('cart', 'spot')", "there is no part 'cart'; did you mean 'card'?"),
        ("drawn('card', 'spot', side='top')", "there is no side 'top'; the sides are 'front' and 'back'"),
        ("drawn('gem', 'spot')", "'gem' is not printed (`print: false`), so nothing of it is drawn"),
        ("drawn('card', 'spot', wing=1)", "'card' has no column 'wing'; did you mean 'wins'?"),
        ("drawn_in('net', 'egg')", "there is no figure 'net'; did you mean 'nest'?"),
        ("drawn('card', 'filed') == []", "no face of 'card' draws a group 'filed'; did you mean 'filled'?"),
        (
            "drawn('card', 'open', inside='spit') == []",
            "no face of 'card' draws a group 'spit'; there are 'egg', 'filled', 'open', 'rope', 'spot.1', 'spot.2' and 'spot.3'",
        ),
        (
            "drawn('card', 'gone') == []",
            "no face of 'card' draws a group 'gone'; there are 'egg', 'filled', 'open', 'rope', 'spot.1', 'spot.2' and 'spot.3'",
        ),
        (
            "drawn_in('nest', 'eggs') == []",
            "the figure 'nest' does not draw a group 'eggs'; there are 'egg.player.blue', 'egg.player.red' and 'nest'",
        ),
        ("paint('player.rad')", "there is no color 'player.rad'; did you mean 'player.red'?"),
    ]
)
def test_what_is_not_there_is_told(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ExpressionError) as error:
        ask(make_kit(tmp_path), text)
    assert str(error.value) == message


def find_claim(home: Path, claim: str, card: str = CARD) -> Finding:
    found = check_kit(write_game(home, claim, card=card), Options(out=home / "out")).findings
    (finding,) = [each for each in found if each.code == "GF102"]
    return finding


def test_a_false_claim_is_told_at_the_tag_that_draws(tmp_path: Path) -> None:
    finding = find_claim(tmp_path, "drawn('card', 'filled', id='a', player='red')[0].fill == paint('player.blue')")
    assert (Path(finding.place.file).name, finding.place.line) == ("card.svg.j2", 4)
    assert "red') = 2 (" in finding.message
    assert "game.yaml:26:12)" in finding.message


def test_what_is_missing_is_told_where_it_should_be_inside(tmp_path: Path) -> None:
    finding = find_claim(tmp_path, "drawn('card', 'filled', inside='spot.3')|length == 1")
    assert (Path(finding.place.file).name, finding.place.line) == ("card.svg.j2", 3)


PIPS = "<g class='pips'>\n{% for n in [1, 2, 3] %}\n<g class='pip'><circle cx='{{ 9 * n }}' cy='30' r='2'/></g>\n{% endfor %}\n</g>"


@for_each(
    [
        ("drawn('card', 'pip', id='a', player='red')|length == 2", 14),
        ("drawn('card', 'pip', id='a', player='red')[0].fill == '#ffffff'", 15),
        ("drawn('card', 'pips', id='a', player='red')|length == 2", 13),
    ]
)
def test_a_number_of_groups_is_told_at_the_loop_that_draws_them(tmp_path: Path, claim: str, line: int) -> None:
    finding = find_claim(tmp_path, claim, CARD.replace("</svg>", f"{PIPS}</svg>"))
    assert (Path(finding.place.file).name, finding.place.line) == ("card.svg.j2", line)


@for_each([("drawn('card', 'lost') == []", "GF103"), ("looks('card', 'back') == 1", "GF102")])
def test_what_keeps_a_group_away_or_makes_sides_differ_is_told(tmp_path: Path, claim: str, code: str) -> None:
    lost = CARD.replace("</svg>", "{% if row.wins == [7] %}\n<g class='lost'><circle r='3'/></g>\n{% endif %}\n</svg>")
    folder = write_game(tmp_path, claim, card=lost)
    (folder / "templates" / "back.svg.j2").write_text(
        BACK.replace("</svg>", "\n<text x='9' y='9' font-size='4'>{{ row.id }}</text></svg>")
    )
    (found,) = [each for each in check_kit(folder, Options(out=tmp_path / "out")).findings if each.code == code]
    line = 13 if code == "GF103" else BACK.count("\n") + 1
    assert (Path(found.place.file).name, found.place.line) == (
        "card.svg.j2" if code == "GF103" else "back.svg.j2",
        line,
    )
    assert "(claimed in " in found.message


def test_a_figure_is_told_at_its_template(tmp_path: Path) -> None:
    finding = find_claim(tmp_path, "drawn_in('nest', 'egg.player.red')|length == 2")
    assert (Path(finding.place.file).name, finding.place.line) == ("nest.svg.j2", 4)


def test_a_row_for_which_a_claim_is_false_is_told_at_what_it_asked_last(tmp_path: Path) -> None:
    claim = 'every(\'card\', \'drawn(\\"card\\", \\"rope\\", id=row.id)|length == 2 and drawn(\\"card\\", \\"open\\", id=row.id) == []\')'
    finding = find_claim(tmp_path, claim)
    assert (Path(finding.place.file).name, finding.place.line) == ("card.svg.j2", 4)


def test_a_true_claim_says_that_it_rests_on_drawings(tmp_path: Path) -> None:
    claim = "drawn('card', 'filled', player='red')|length == 2"
    checked = check_kit(write_game(tmp_path, claim), Options(out=tmp_path / "out"))
    (line,) = [each for each in checked.lines if each.startswith("W1")]
    assert line == "W1  a card fills what it beats: drawn('card', 'filled', player='red') = 2; drawings"
