"""Each fact of wren is changed: what nobody sees, in the wrong place or of another piece is told at the line to edit."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.model.finding import DataError
from tests.check.vary.wren import GAMES, TEMPLATES, find_faults, prove, write_game
from tests.messages import facts

OVER = '<rect width="40" height="60" fill="#ffffff"/>\n'
LAST = 'fill="{{ player }}"/>\n'
NOTES = {"cost: 1,": "cost: 1, note: a,", "cost: 2,": "cost: 2, note: b,"}
STARS = "{% if c.kind == 'star' %}"
FILL = "{{ colors[c.color] if c.color else '#ffffff' }}"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("part", GAMES)
def test_nothing_is_told_of_a_sound_game(part: str) -> None:
    write_game(Path(), part)
    assert find_faults(Path("wren")) == []


DRAWN_BY_NAME = "{% if c.id in ('r2c2', 'r2c3') %}"
LABEL, STARRED = "r0c2: {label: Go}", "star: [r0c0, r2c3]"


@pytest.mark.parametrize(
    ("drawn", "labels", "expected"),
    [
        (DRAWN_BY_NAME, LABEL, []),  # the paper tells the kinds, though the template does not ask for them
        ("{% if c.id == 'r2c2' %}", LABEL, ["a.svg:4:1: GF143 'r2c3' 'star' 'r0c2' 'plain' game.yaml:17:20"]),
        (
            "{% if false %}",
            "r2c2: {label: A}\n      r2c3: {label: B}",
            ["a.svg:4:1: GF143 note: 'r2c2' 'star' 'r0c2' 'plain' 1 game.yaml:17:14"],
        ),
        (
            "{% if false %}",
            "r2c2: {label: A}\n      r0c2: {label: B}",
            ["a.svg:4:1: GF143 warning: 'r2c2' 'star' 'r0c2' 'plain' 1 game.yaml:17:14"],
        ),
    ],
)
def test_kinds_that_the_paper_tells_by_other_means(drawn: str, labels: str, expected: list[str]) -> None:
    write_game(Path(), "board", {STARS: drawn}, {LABEL: labels, STARRED: "star: [r2c2, r2c3]"})
    assert find_faults(Path("wren")) == expected


TABLE = """\
  board:
    kind: mat
    size: [90, 60]
    front: a.svg
    copies: 1
    cells: {a: {at: [20, 20], diameter: 10}, b: {at: [50, 20], diameter: 10}, c: {at: [80, 20], diameter: 10}}
    joins: [[a, b], [b, c]]
    tracks: {day: {from: 1, to: 3, cell: 8, at: [10, 45], by: [10, 0]}}
"""
ROADS = """\
{% for j in joins if JOINS %}
<path d="M{{ j.one.x }} {{ j.one.y }} L{{ j.other.x }} {{ j.other.y }}" stroke="#008800" stroke-width="1"/>
{% endfor %}
"""


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("true", []),
        ("'day' not in j.one.id", []),  # nobody draws a line from one day to the next
        ("j.one.id != 'day.2'", ["GF140 warning: 'day.2' 'day.3'"]),
        ("j.one.id != 'b'", ["GF140 warning: 'b' 'c'"]),
    ],
)
def test_the_steps_of_a_track_need_not_be_drawn(drawn: str, expected: list[str]) -> None:
    write_game(Path(), "board", {TEMPLATES["board"]: ROADS.replace("JOINS", drawn)}, {GAMES["board"]: TABLE})
    found = [each.partition(" ") for each in find_faults(Path("wren")) if "GF140" in each and "labels" not in each]
    assert [fact for _, _, fact in found] == expected


LISTS = """\
  card: {kind: tile, size: [40, 60], front: a.svg, copies: 1, values: {apple: [1, 2], pear: [3, 4], plum: [5, 6, 7]}}
"""


@pytest.mark.parametrize(
    ("shown", "claim", "expected"),
    [
        ("apple pear plum", "pear", []),
        ("pear pear plum", "plum", ["game.yaml:10:80: GF140 warning: 2 'apple' `hidden: [apple]`"]),
        ("apple pear pear", "plum", []),  # longer than the lists that are shown
    ],
)
def test_lists_of_values_of_which_one_is_not_shown(shown: str, claim: str, expected: list[str]) -> None:
    lists = "".join(
        f'{{% for n in values.{name} %}}<text x="{{{{ 10 * loop.index }}}}" y="{12 * k + 12}" font-size="5">{{{{ n }}}}</text>{{% endfor %}}\n'
        for k, name in enumerate(shown.split())
    )
    claims = {"count('card') > 0": f"value('card', '{claim}')[0] > 0"}
    write_game(Path(), "card", {TEMPLATES["card"]: lists}, {**claims, GAMES["card"]: LISTS})
    assert find_faults(Path("wren")) == expected


@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    ("part", "drawn", "expected"),
    [
        pytest.param("card", {LAST: LAST + OVER}, ["a.svg:5:1: GF140 3 game.yaml:5:23"], id="painted over"),
        pytest.param(
            "card",
            {
                'class="row.cost"><text': 'class="row.cost"><rect width="20" height="20"/><text fill="#fff"',
                LAST: LAST + '<rect width="20" height="20"/>\n',
            },
            ["a.svg:5:1: GF140 'cost' 3 game.yaml:17:25"],
            id="white on black, painted over",
        ),
        pytest.param(
            "card", {'size="8"': 'size="8" fill="#fff"'}, ["a.svg:2:21: GF140 'cost' 3 game.yaml:17:25"], id="white"
        ),
        pytest.param("card", {'cx="30"': 'cx="90"'}, ["a.svg:4:1: GF140 3 game.yaml:5:23"], id="off the piece"),
        pytest.param("card", {' r="5"': ' r="0.05"'}, ["a.svg:4:1: GF140 3 game.yaml:5:23"], id="too small"),
        pytest.param(
            "card", {"|join(' ')": "[0]"}, ["game.yaml:17:40: GF140 warning: 'tags' 'big' 1"], id="one item of two"
        ),
        pytest.param(
            "card", {"{{ player }}": "{{ colors['player.red'] }}"}, ["a.svg:4:40: GF142 1 game.yaml:6:24"], id="red"
        ),
        pytest.param("card", {"{{ player }}": "#cc0000"}, ["game.yaml:13:12: GF140 warning:"], id="one paint for all"),
        pytest.param(
            "board",
            {STARS: "{% if c.kind == 'star' and c.id != 'r2c3' %}"},
            ["a.svg:5:1: GF143 'r2c3' 'star' 'r0c2' 'plain' game.yaml:17:20"],
            id="a star like a plain cell",
        ),
        pytest.param(
            "board",
            {STARS: "{% if c.kind == 'star' and c.id != 'r0c0' %}"},
            ["a.svg:5:1: GF140 warning: 'star' 'r0c0' game.yaml:17:14"],
            id="a star that is not drawn, below a line",
        ),
        pytest.param(
            "board",
            {FILL: "#ffffff"},
            ["game.yaml:19:20: GF140 warning: `hidden: [colors]`"],
            id="cells without colors",
        ),
        pytest.param(
            "board",
            {'y="2"': 'y="2" fill="#fff"'},
            ["a.svg:6:17: GF140 'Go' 'r0c2' game.yaml:22:21"],
            id="a white label",
        ),
        pytest.param(
            "board",
            {"if j.kind == 'slide' %}": "if j.one_way %}"},
            ["game.yaml:25:9: GF140 warning: 'r2c0' 'r1c1'"],
            id="a join",
        ),
        pytest.param(
            "board",
            {'"{{ star(0, 0, 6) }}"': '"{{ star(20 if c.x < 40 else -20, 0, 6) }}" opacity="0.6"'},
            [
                "a.svg:4:1: GF140 'star' 'r0c0' 1 game.yaml:17:14",
                "a.svg:5:1: GF143 'r2c3' 'star' 'r0c2' 'plain' game.yaml:17:20",
            ],
            id="a star in the next cell",
        ),
        pytest.param(
            "board",
            {"star(0, 0, 6)": "star(0, 0, 0.3)"},
            ["a.svg:5:26: GF140 'star' 'r0c0' 11 game.yaml:17:14"],
            id="a star that is too small",
        ),
        pytest.param(
            "board",
            {"colors[c.color] if": "colors['player.red']|tint(0.5) if"},
            [
                "game.yaml:19:20: GF140 warning: `hidden: [colors]`",
                "a.svg:4:43: GF148 'r1c2' 'plain' 'player.red' 'player.blue'",
            ],
            id="all cells in a tint of red",
        ),
        pytest.param(
            "board",
            {
                "{% if c.label": '{% if c.color %}<circle r="5" fill="{{ colors["player.red"] }}"/>{% endif %}'
                + "\n{% if c.label"
            },
            ["a.svg:6:40: GF148 warning: 'r1c2' 'plain' 'player.red' 'player.blue'"],
            id="red in all cells with a color",
        ),
        pytest.param(
            "board",
            {
                "{% if c.label": '{% if c.color %}<g color="#fff"><use href="icons.svg#{{ colors["player.red"].mark }}" '
                + 'x="-5" y="-5" width="9" height="9"/></g>{% endif %}\n{% if c.label'
            },
            ["a.svg:6:57: GF148 'r1c2' 'plain' 'player.red' 'player.blue'"],
            id="one mark for two colors",
        ),
        pytest.param(
            "track", {'y="2"': 'y="2" fill="#fff"'}, ["a.svg:4:1: GF140 '1' 3 game.yaml:10:30"], id="white spaces"
        ),
        pytest.param(
            "die", {'y="2"': 'y="2" fill="#fff"'}, ["a.svg:3:48: GF140 '1' 5 game.yaml:10:38"], id="a white die"
        ),
    ],
)
def test_a_fault_of_the_template_is_told(part: str, drawn: Mapping[str, str], expected: list[str]) -> None:
    write_game(Path(), part, drawn)
    assert find_faults(Path("wren")) == expected


LABELS = {"r0c2: {label: Go}": "r0c2: {label: Go}\n      r0c3: {label: Now}\n      r2c3: {label: End}"}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("c.kind == 'star'", ["game.yaml:22:21: GF140 note: 'plain' `hidden: [labels]`"]),
        ("c.id != 'r0c3'", ["game.yaml:23:21: GF140 warning: 'Now' 'r0c3'"]),
        ("false", ["game.yaml:22:21: GF140 note: 'plain' `hidden: [labels]`"]),
    ],
)
def test_labels_may_be_left_out_for_a_whole_kind_of_cells(condition: str, expected: list[str]) -> None:
    write_game(Path(), "board", {"{% if c.label %}": f"{{% if {condition} %}}"}, LABELS)
    assert find_faults(Path("wren")) == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, ["game.yaml:17:34: GF140 warning: 4 'note' `hidden: [note]`"]),
        ({"for_each: player": "for_each: player\n    hidden: [note]"}, []),
        ({"count('card') > 0": "values('card', 'note')|length > 0"}, ["game.yaml:17:34: GF140 note: 'note' `hidden`"]),
    ],
    ids=["nothing uses it", "it is hidden", "a claim uses it"],
)
def test_a_column_that_no_template_shows(more: Mapping[str, str], expected: list[str]) -> None:
    write_game(Path(), "card", {}, {**NOTES, **more})
    assert find_faults(Path("wren")) == expected


def test_a_thousand_cards_are_proven_by_as_many_witnesses_as_a_hundred() -> None:
    for cards, longest, home in ((100, "10", Path("few")), (1000, "100", Path("many"))):
        rows = "\n".join(f"      - {{id: c{n}, cost: {n}, tags: [a, t{n % 3}], copies: 1}}" for n in range(cards))
        whole = GAMES["card"].partition("    rows:")[0] + f"    rows:\n{rows}\n"
        proof = prove(write_game(home, "card", {}, {GAMES["card"]: whole}))[1]
        costs = [trial for trial in proof.trials if trial.fact.name == "cost"]
        assert sum(trial.stands_for for trial in costs) == 2 * cards
        assert [trial.fact.value for trial in costs] == ["0", "0", "1", longest]
        assert len(proof.trials) == 20
        assert {trial.state for trial in costs} == {"seen"}


@pytest.mark.parametrize(
    ("part", "hidden", "expected"),
    [
        ("card", "tgas", "wren/game.yaml:16:14: GF008 'tgas' 'tags'"),
        ("board", "kind", "wren/game.yaml:15:14: GF008 'kind' 'kinds'"),
    ],
)
def test_only_what_there_is_can_be_hidden(part: str, hidden: str, expected: str) -> None:
    at = "for_each: player" if part == "card" else "border: 2"
    write_game(Path(), part, {}, {at: f"{at}\n    hidden: [{hidden}]"})
    with pytest.raises(DataError) as caught:
        prove(Path("wren"))
    assert facts(caught.value.findings[0]) == expected


def test_a_back_and_a_front_are_both_looked_at() -> None:
    home = write_game(Path(), "card")
    back = home / "templates" / "b.svg"
    back.write_text(back.read_text("utf-8").replace("#444444", "{{ player }}"), encoding="utf-8")
    changed = {side.side for trial in prove(home)[1].trials if trial.fact.name == "paint" for side in trial.changes}
    assert changed == {"front", "back"}


@pytest.mark.parametrize(
    ("paints", "expected"),
    [
        (["player"], []),
        (["colors['player.red']"], ["b.svg:3:1: GF142 note: 1 game.yaml:6:24"]),
        (["player", "colors['player.red']"], ["b.svg:4:1: GF142 warning: 1 game.yaml:6:24"]),
    ],
    ids=["its own", "all in red", "its own and red"],
)
def test_backs_that_show_the_color_of_one_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paints: list[str], expected: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    home = write_game(Path(), "card")
    back = home / "templates" / "b.svg"
    shapes = [
        f'<circle cx="20" cy="{20 * (n + 1)}" r="9" fill="{{{{ {paint} }}}}"/>\n' for n, paint in enumerate(paints)
    ]
    back.write_text(back.read_text("utf-8").replace("</svg>", f"{''.join(shapes)}</svg>"), "utf-8")
    assert [each for each in find_faults(home) if "GF142" in each] == expected


ROWS_IN_COLOR = """\
  card:
    kind: card
    size: [40, 60]
    front: a.svg
    back: b.svg
    rows:
      - {id: one, owner: player.red, copies: 1}
      - {id: two, owner: player.blue, copies: 1}
"""


@pytest.mark.parametrize(
    ("role", "second", "found"),
    [
        ("row.owner", "", []),
        ("'player.red'", "", ["a.svg:3:16: GF142 warning: game.yaml:6:24"]),
        ("'player.red'", r"\1, of: \1", ["a.svg:3:16: GF142 warning: game.yaml:6:24"]),
        ("'player.red'", r"\1, of: player.red", []),
    ],
    ids=["its own", "another", "two columns that name one", "two columns that name several"],
)
def test_a_card_that_shows_the_color_of_another_row(
    monkeypatch: pytest.MonkeyPatch, role: str, second: str, found: list[str]
) -> None:
    monkeypatch.setitem(GAMES, "card", re.sub(r"(player\.\w+)", second or r"\1", ROWS_IN_COLOR))
    shapes = (
        "<circle cx='9' cy='9' r='5' fill='{{ paint }}'/><rect x='20' y='9' width='5' height='5' fill='{{ other }}'/>"
    )
    drawing = f"{{% set paint = colors[row.owner] %}}\n{{% set other = colors[ROLE] %}}\n{shapes}\n"
    monkeypatch.setitem(TEMPLATES, "card", drawing.replace("ROLE", role))
    write_game(Path(), "card")
    assert [each for each in find_faults(Path("wren")) if "GF142" in each] == found


@pytest.mark.usefixtures("_here")
def test_a_kind_of_joins_that_is_not_drawn() -> None:
    slides = {"- [r2c0, r1c1, slide]": "- [r2c0, r1c1, slide]\n      - [r2c1, r0c1, chute]"}
    write_game(Path(), "board", {}, slides)
    assert find_faults(Path("wren")) == ["game.yaml:26:9: GF140 warning: 'chute' `hidden: [joins]`"]


HEX_MAP = {
    GAMES["board"]: """\
  board:
    kind: board
    front: a.svg
    copies: 1
    border: 2
    hex: {columns: 4, rows: 3, cell: 20, edges: 3, corners: 5}
    names: chess
    kinds: {star: [B2, C3], edge: ["edge.*"], corner: ["corner.*"]}
"""
}
HEX_ART = """\
{% for c in cells %}
<g class="{{ c.mark }}" transform="{{ c.at }}">
<polygon points="{{ c.points }}" fill="{{ '#ffdd88' if c.kind == 'star' else '#ffffff' }}" stroke="#000" stroke-width="0.5"/></g>
{% endfor %}
{% for c in cells if c.kind == 'star' %}
<circle cx="{{ c.x + RIGHT }}" cy="{{ c.y }}" r="RADIUS" fill="#884400"/>
{% endfor %}
"""


@pytest.mark.parametrize(
    ("right", "radius", "found"),
    [
        ("0", "3", []),
        ("3", "3", []),
        ("20", "3", ["wren/a.svg:7:1: GF330 'star' 'B2' 'C2' 1 wren/game.yaml:17:20"]),
        ("10", "2", []),
    ],
)
def test_an_icon_in_the_hex_of_a_neighbor_by_a_later_loop(
    tmp_path: Path, right: str, radius: str, found: list[str]
) -> None:
    art = HEX_ART.replace("RIGHT", right).replace("RADIUS", radius)
    home = write_game(tmp_path, "board", {TEMPLATES["board"]: art}, HEX_MAP)
    assert [each for each in find_faults(home) if "GF330" in each] == found
