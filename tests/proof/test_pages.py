"""`check` looks at the rendered pages, `build` for what is certain, and a game can let pass what is found."""

from pathlib import Path

import pytest

from generator.model.facts import PaperProof
from generator.pipeline.build import build_kit
from generator.pipeline.checking.verification import CheckFailedError
from generator.pipeline.games import check_kit
from generator.pipeline.options import Options
from generator.proof.kit import Kit
from generator.proof.vary.paper import prove_paper
from tests.messages import facts, facts_of

GAME = """title: Wren
version: "1"
players: [1, 2]
parts:
  card: {kind: card, size: [40, 30], rows: [{id: a}, {id: b}], copies: 1, front: card.svg.j2}
claims:
  - {id: W1, says: there are two cards, rests_on: this test, check: count('card') == 2}
"""
WAIVER = "waivers: [{code: GF151, at: card, reason: it is printed in invisible ink}]\n"
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">
<text x="9" y="16" font-size="5" fill="#ffffff">{{ row.id }}</text>
</svg>
"""


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a game whose cards have white words on white paper, below the current folder."""
    monkeypatch.chdir(tmp_path)
    home = Path("wren")
    (home / "templates").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME, "utf-8")
    (home / "templates/card.svg.j2").write_text(CARD, "utf-8")
    return home


TOLD = "wren/templates/card.svg.j2:2:1: GF151 'a' 1.0 1 14.2 3 1 1"
HIDDEN = {
    "GF150": ('fill="#000"', '<rect width="40" height="30" fill="#fff"/>'),
    "GF151": ('fill="#fff"', ""),
    "GF154": ('fill="#000"', '<g class="icon.sun"><circle cx="60" cy="9" r="4"/></g>'),
}


@pytest.mark.parametrize("code", HIDDEN)
def test_what_is_certain_stops_a_build(wren: Path, code: str) -> None:
    fill, more = HIDDEN[code]
    (wren / "templates/card.svg.j2").write_text(
        CARD.replace('fill="#ffffff"', fill).replace("</svg>", f"{more}\n</svg>"), "utf-8"
    )
    with pytest.raises(CheckFailedError) as failed:
        build_kit(wren, Options())
    assert [each.code for each in failed.value.findings if each.is_blocking] == [code]


BOARD = """  map: {kind: board, hex: {columns: 5, rows: 6, cell: SIZE}, border: 6, names: spreadsheet, copies: 1, front: map.svg.j2,
    kinds: {port: [B2, D4, C5], sea: [A1, B1, E6]}}
"""
MAP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
{% for c in cells %}<g class="{{ c.mark }}" transform="{{ c.at }}"><polygon points="{{ c.points }}"
 fill="{{ '#a8c8e8' if c.kind == 'sea' else '#f5d9a8' }}" stroke="#000" stroke-width="0.35"/></g>{% endfor %}
{% for c in cells if c.kind == 'port' %}
<circle cx="{{ c.x + FAR }}" cy="{{ c.y + 2 }}" r="3" fill="#c03030"/>
{% endfor %}</svg>
"""


@pytest.mark.parametrize(
    ("far", "told"),
    [("2", []), ("20", ["wren/templates/map.svg.j2:5:1: GF330 'port' 'B2' 'C2' 1 wren/game.yaml:7:20"])],
    ids=["in its cell", "in the next"],
)
def test_a_build_tells_what_a_loop_draws_in_the_wrong_cell(wren: Path, far: str, told: list[str]) -> None:
    (wren / "templates/card.svg.j2").write_text(CARD.replace("#ffffff", "#000000"), "utf-8")
    (wren / "templates/map.svg.j2").write_text(MAP.replace("FAR", far), "utf-8")
    (wren / "game.yaml").write_text(GAME.replace("claims:", f"{BOARD.replace('SIZE', '20')}claims:"), "utf-8")
    found: list[str] = []
    try:
        build_kit(wren, Options())
    except CheckFailedError as failed:
        found = [facts(each) for each in failed.findings if each.is_blocking]
    assert found == told


def test_a_large_board_keeps_no_card_from_being_looked_at(wren: Path) -> None:
    """The board alone is larger than what a build renders."""
    (wren / "templates/map.svg.j2").write_text(MAP.replace("FAR", "2"), "utf-8")
    (wren / "game.yaml").write_text(GAME.replace("claims:", f"{BOARD.replace('SIZE', '110')}claims:"), "utf-8")
    with pytest.raises(CheckFailedError) as failed:
        build_kit(wren, Options())
    assert [facts(each) for each in failed.value.findings if each.is_blocking] == [TOLD]


def test_what_may_be_meant_stops_no_build(wren: Path) -> None:
    (wren / "templates/card.svg.j2").write_text(CARD.replace("#ffffff", "#bbbbbb"), "utf-8")
    assert build_kit(wren, Options()).checked.findings == ()
    assert [each.level for each in check_kit(wren, Options()).findings] == ["warning"]


@pytest.mark.parametrize(("limit", "most"), [("_BUILD_AREA", 100.0), ("_MOST_DESIGNS", 0)])
def test_a_build_says_that_check_looks_at_a_large_kit(
    wren: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: float
) -> None:
    monkeypatch.setattr(f"generator.proof.certain_faults.{limit}", most)
    checked = build_kit(wren, Options()).checked
    assert checked.findings == ()
    assert checked.summary.endswith("'gutterfold check' looks at the pages")


def test_check_looks_at_the_pages(wren: Path) -> None:
    assert TOLD in [each.replace("card.a ", "") for each in facts_of(check_kit(wren, Options()).findings)]


def test_what_two_processes_find_is_the_same(wren: Path) -> None:
    both = [check_kit(wren, Options(processes=number)).findings for number in (1, 2)]
    assert both[0] == both[1]
    assert len(both[0]) == 1


@pytest.mark.parametrize(("most", "processes"), [(2, 2), (1, 1)])
def test_the_facts_of_a_large_kit_are_changed_in_one_process(
    wren: Path, monkeypatch: pytest.MonkeyPatch, most: int, processes: int
) -> None:
    asked: list[int] = []

    def prove(kit: Kit, number: int) -> PaperProof:
        asked.append(number)
        return prove_paper(kit, number)

    monkeypatch.setattr("generator.pipeline.checking.verification._MOST_SHARED", most)  # designs; the kit has two
    monkeypatch.setattr("generator.proof.vary.paper.prove_paper", prove)
    assert [each.code for each in check_kit(wren, Options()).findings] == ["GF151"]
    assert asked == [processes]


def test_a_kit_that_does_not_stand_yet_is_looked_at_too(wren: Path) -> None:
    assert [each.code for each in check_kit(wren, Options()).findings] == ["GF151"]


def test_a_waiver_lets_it_pass_and_a_build_does_not_miss_its_finding(wren: Path) -> None:
    (wren / "game.yaml").write_text(GAME + WAIVER, "utf-8")
    assert build_kit(wren, Options()).checked.findings == ()
    checked = check_kit(wren, Options())
    assert checked.findings == ()
    assert [each.finding.code for each in checked.waived] == ["GF151"]


def test_a_waiver_of_nothing_is_told_by_check(wren: Path) -> None:
    (wren / "game.yaml").write_text(GAME + WAIVER, "utf-8")
    (wren / "templates/card.svg.j2").write_text(CARD.replace("#ffffff", "#000000"), "utf-8")
    assert build_kit(wren, Options()).checked.findings == ()
    assert [each.code for each in check_kit(wren, Options()).findings] == ["GF106"]
