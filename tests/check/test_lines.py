"""Cards whose lines are those of the data pass; a line that is gone, led elsewhere or looks like another is found out."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
import yaml

from generator.check.faces.path_lines import check_path_lines
from generator.model.finding import DataError
from generator.model.printed import Mark
from generator.pipeline.build import build_kit
from generator.pipeline.options import Options
from tests.check.facts import keep_facts
from tests.check.kit import find_in_format, paint_game
from tests.check.printed import made, shown

CARDS = """\
  path:
    kind: path
    front: a.svg.j2
    size: 40
    ports: [-10, 10]
    colors: player
    shifts: [0, 1]
    copies: 2
    rows:
      - {id: a, lines: [0-2, 1-3, 4-7, 5-6], order: [red, blue, red, blue]}
  spare: {kind: card, front: a.svg.j2, size: [40, 40], copies: 1}
"""
# what tells the faults of a line apart
WORDS = "missing|twice|same|different|elsewhere|come|reaches|reach|though|no line|likewise|P\\d"
LAYOUTS = Path(__file__).parents[2] / "layouts"
PLACE = ("wren/game.yaml", 8, 3)
Change = Callable[[Mark], Sequence[Mark]]


@pytest.fixture
def found(tmp_path: Path) -> Callable[..., list[str]]:
    """Give what is found where one mark is changed into others, on the first copy of a design."""
    _, parts = made(tmp_path, CARDS)

    def find(name: str, change: Change, design: str = "a-0", paints: Mapping[str, str] | None = None) -> list[str]:
        seen = []
        for face in shown(parts):
            mine = (face.part, face.design, face.copy) == ("path", design, 1)
            marks = [each for mark in face.marks for each in (change(mark) if mine and mark.name == name else [mark])]
            seen.append(face._replace(marks=tuple(marks)))
        said = find_in_format(check_path_lines, parts, seen, paint_game(paints or {}))
        assert all(finding.code == "GF123" and finding.level == "error" for finding in said)
        assert {(finding.place.file[-14:], finding.place.line, finding.place.column) for finding in said} <= {PLACE}
        assert all(finding.message.endswith(" (templates/a.svg.j2)") for finding in said)
        return [keep_facts(finding.message.removesuffix(" (templates/a.svg.j2)"), WORDS) for finding in said]

    return find


def through(*points: tuple[float, float], look: bytes | None = None) -> Change:
    """Return what draws a line through these points of the card instead, though it looks the same."""
    return lambda mark: [
        mark._replace(points=tuple((200 - y, 10 + x) for x, y in points), look=mark.look if look is None else look)
    ]


P0, P1, P2, P3 = (10, 0), (30, 0), (40, 10), (40, 30)


def test_sound_cards(found: Callable[..., list[str]]) -> None:
    assert found("line.0-2", lambda mark: [mark]) == []
    assert found("line.0-2", lambda mark: [mark, mark._replace(name="cut")]) == []


def test_backs_have_no_lines(tmp_path: Path) -> None:
    _, parts = made(tmp_path, CARDS)
    seen = [face._replace(side="back", marks=()) for face in shown(parts)]
    assert find_in_format(check_path_lines, parts, seen) == []
    assert len(find_in_format(check_path_lines, parts, [face._replace(side="front") for face in seen])) == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda mark: [], ["'0-2' `missing`"]),
        (lambda mark: [mark, mark], ["'0-2' `twice`"]),
        (lambda mark: [mark, mark._replace(name="line.0-3")], ["`no line` '0-3' '1-3'"]),
        (through(), ["'0-2' `elsewhere` 0 2"]),
        (through((10, 5), (35, 10)), ["'0-2' `elsewhere` 0 2"]),
        (through(P0, (38.7, 10)), ["'0-2' `reach` 2 1.3"]),
        (through((10, 0.06), P2), ["'0-2' `reach` 0 0.06"]),
        (through((10, 0.04), P2), []),
        (through((10, -3), P0, (20, 20), P2, (43, 10), P0, P2), []),
        (through(P0, P3), ["'0-2' `reach` 2 20", "'0-2' `reaches` 3"]),
        (through(P0, P1, P2, (0.4, 10)), ["'0-2' `reaches` 1 1"]),
        (through(P0, P2, (0.6, 10)), []),
    ],
)  # fmt: skip
def test_where_lines_end(found: Callable[..., list[str]], change: Change, says: list[str]) -> None:
    assert found("line.0-2", change) == [f"`path.a-0.c1.front` `a.pdf` 1 {each}" for each in says]


def test_equal_lines_look_the_same(found: Callable[..., list[str]]) -> None:
    """On the second copy, as on the first."""
    says = "'0-2' `different` `path.a-0.c1.front` `a.pdf` 1 `though` `player.red`"
    assert found("line.0-2", through(P0, P2, look=b"new")) == [f"`path.a-0.c2.front` `a.pdf` 1 {says}"]


def test_lines_of_two_colors_look_different(found: Callable[..., list[str]]) -> None:
    red = through(P0, P2, look=b"line.0-2 player.red")
    alike, unlike = found("line.0-2", red, "a-1")
    says = "'0-2' `same` `path.a-0.c1.front` `a.pdf` 1 `though` `player.blue`"
    assert alike == f"`path.a-1.c1.front` `a.pdf` 2 {says} `player.red`"
    assert unlike.startswith("`path.a-1.c2.front` `a.pdf` 2 '0-2' `different` `path.a-1.c1.front`")


def test_two_roles_of_one_paint_may_look_the_same_and_need_not(found: Callable[..., list[str]]) -> None:
    """As cells may: a letter or a pattern can tell them apart."""
    paints = {"player.red": "#aa0000", "player.blue": "#aa0000"}
    assert found("line.0-2", lambda mark: [mark], paints=paints) == []
    red = through(P0, P2, look=b"line.0-2 player.red")
    (unlike,) = found("line.0-2", red, "a-1", paints=paints)
    says = "'0-2' `different` `path.a-1.c1.front` `a.pdf` 2 `though` `player.blue`"
    assert unlike == f"`path.a-1.c2.front` `a.pdf` 2 {says}"


def test_what_looks_the_same_is_of_one_paint(tmp_path: Path) -> None:
    _, parts = made(tmp_path, CARDS)
    seen = [face._replace(marks=tuple(mark._replace(look=b"") for mark in face.marks)) for face in shown(parts)]
    assert (
        find_in_format(check_path_lines, parts, seen, paint_game({"player.red": "#aa0000", "player.blue": "#aa0000"}))
        == []
    )
    (told,) = find_in_format(
        check_path_lines, parts, seen, paint_game({"player.red": "#aa0000", "player.blue": "#0000aa"})
    )
    assert "`though` `player.blue` `player.red` 7" in keep_facts(told.message, WORDS)


# -- finished files ---------------------------------------------------------------------------------------------------

SLOTS = ("nw", "ne", "se", "sw")
CLAIMS = [
    "distinct('path') == 24 and lines('path')|length == 96 and ends('path') == [range(8)|list]",
    "saved('board', 'nw') == [[2, 24], [4, 32], [6, 32], [8, 8]]",
    *(f"offset('board', '{slot}') == 0 and ports('board', '{slot}')|unique|list|length == 8" for slot in SLOTS),
]
KINDS = "{'plain': '#eee', 'slot': '#ddd', 'star': '#aaa', 'zone': '#999'}"
CELL = f'<g class="{{{{ c.mark }}}}" transform="{{{{ c.at }}}}"><polygon points="{{{{ c.points }}}}" fill="{{{{ colors[c.color] if c.color else {KINDS}[c.kind] }}}}"/>{{% if c.kind == "goal" %}}<circle r="2"/>{{% endif %}}</g>'
BOARD = f"{{% for c in cells %}}{CELL}{{% endfor %}}"
PATH = '<path d="{{ l.d }}" fill="none" stroke="#fff" stroke-width="6"/><path d="{{ l.d }}" fill="none" stroke="{{ colors[l.color] }}" stroke-width="4"/>'
LINE = f'{{% for l in lines %}}<g class="{{{{ l.mark }}}}">{PATH}</g>{{% endfor %}}'


def kit(folder: Path, drawn: str) -> Path:
    """Write Psychopaths with its board and cards alone, drawn as simply as can be."""
    data = yaml.safe_load((LAYOUTS / "psychopaths" / "game.yaml").read_text(encoding="utf-8"))
    parts = {name: {**data["parts"][name], "front": f"plain/{name}.svg.j2"} for name in ("board", "path")}
    del parts["path"]["back"]
    claims = [{"id": f"P{k}", "says": "so", "rests_on": "facts", "check": check} for k, check in enumerate(CLAIMS)]
    game = {key: data[key] for key in ("title", "version", "players", "colors")} | {"parts": parts, "claims": claims}
    home = folder / "psychopaths"
    (home / "templates" / "plain").mkdir(parents=True)
    (home / "game.yaml").write_text(yaml.safe_dump(game, sort_keys=False), encoding="utf-8")
    for name, size, body in (("board", 260, BOARD), ("path", 59, drawn)):
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{body}</svg>'
        (home / "templates" / "plain" / f"{name}.svg.j2").write_text(svg, encoding="utf-8")
    return home


def test_a_sound_kit(tmp_path: Path) -> None:
    built = build_kit(kit(tmp_path, LINE), Options(out=tmp_path / "out"))
    assert [str(finding) for finding in built.checked.findings if finding.level == "error"] == []
    assert len(built.checked.lines) == len(CLAIMS)
    assert all(line.endswith("; data and sheets") for line in built.checked.lines)


def faults(folder: Path, drawn: str) -> list[str]:
    """Return what the lines of a kit are told, and of which claims."""
    with pytest.raises(DataError) as caught:
        build_kit(kit(folder, drawn), Options(out=folder / "out"))
    return [keep_facts(f"{each.code} {each.message}", WORDS) for each in caught.value.findings if each.level != "note"]


def test_one_line_of_one_card_in_finished_files(tmp_path: Path) -> None:
    """The line 4-7 of a-2 ends a millimeter within the card: in both formats, and in the claims."""
    inward = LINE.replace(
        "{{ l.d }}", "{{ l.d if row.id != 'a' or row.shift != 2 else l.d|replace('0,9.5', '1,9.5') }}"
    )
    assert inward != LINE
    pdf, *claims = faults(tmp_path, inward)
    says = "'4-7' `reach` 7 1"
    assert pdf.startswith("GF123 `path.a-2.c1.front` `psychopaths-sheets-a4.pdf`")
    assert pdf.endswith(f"{says} `templates/plain/path.svg.j2` `likewise`")
    assert [each.split()[:2] for each in claims] == [["GF102", "`P0`"], ["GF102", "`P1`"]]


def test_lines_without_color_in_finished_files(tmp_path: Path) -> None:
    (pdf,) = faults(tmp_path, LINE.replace("{{ colors[l.color] }}", "#123456"))
    assert "GF123 `path.a-1.c1.front` `psychopaths-sheets-a4.pdf`" in pdf
    assert "'0-2' `same` `path.a-0.c1.front`" in pdf
    assert "`though` `player.yellow` `player.red`" in pdf
    assert pdf.endswith("`likewise`")
