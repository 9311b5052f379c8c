"""Misprints in the templates of our games are found in the finished files, PDF and SVG."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from tests.kits import GAMES, ROOT, run

HOME = ROOT / "templates"
# game, template, its text, the text in its place, and the finding, with `...` for words between its facts
MISPRINTS = {
    "a number beside its card's": (
        *("psycle", "psycle/hand.svg.j2", 'font-size="29" fill="#fff">{{ row.number }}', 'font-size="29" fill="#fff">{{ row.number + 1 }}'),
        "GF126 hand.red.0.c1.front in {file}: 'row.number' ... '1' ... 0 (",
    ),
    "a gem too few": (
        *("psycle", "psycle/hand.svg.j2", "range(row.cost)", "range([row.cost, 4]|min)"),
        "GF126 hand.red.5.c1.front in {file}: 'row.cost' looks the same as the one on hand.red.4.c1.front in",
    ),
    "a hub that points to another place": (
        *("psycle", "psycle/hand.svg.j2", "60 * row.number %", "60 * (row.number % 5) %"),
        "GF126 hand.red.5.c1.front in {file}: 'row.number' looks the same as the one on hand.red.0.c1.front in",
    ),
    "a table upside down": (
        *("psycle", "psycle/aid.svg.j2", "{% for k in range(row.cost[card]) %}", "{% for k in range([row.cost[5 - card], 1]|max) %}"),
        "GF126 aid.aid.c1.front in {file}: 'row.cost.1' shows 4 ... 1 (",
    ),
    "a table that ends too early": (
        *("psycle", "psycle/aid.svg.j2", "range(6) %}\n    {% set y", "range(5) %}\n    {% set y"),
        "GF126 aid.aid.c1.front in {file}: 'row.loses.5' ... '1', and 3 more such faults",
    ),
    "a group of no column": (
        *("psycle", "psycle/target.svg.j2", "row.value\"", "row.valeu\""),
        "GF126 target.1.c1.front in {file}: the group 'row.valeu' ... 'valeu'; did you mean 'value'?",
    ),
    "spaces from 1": (
        *("psycle", "psycle/track.svg.j2", "{{ s.n }}", "{{ s.n + 1 }}"),
        "GF126 track.1.c1.front in {file}: the space '0' says '1', and 32 more such faults",
    ),
    "a space beside its place": (
        *("psycle", "psycle/track.svg.j2", '"{{ s.at }}"', '"{{ s.at }} translate(0 1)"'),
        "GF118 track.1.c1.front in {file}: the space '0' is 1 mm from its place",
    ),
    "places from the least to the most": (
        *("hypnosia", "hypnosia/board.svg.j2", 'font-size="9.6" font-weight="700" fill="{{ deep }}">{{ c.label }}', 'font-size="9.6" font-weight="700" fill="{{ deep }}">{{ 6 - c.label|int }}'),
        "in {file}: the cell 'place.1' ... '5' ... '1'",
    ),
    "other points on the pad": (
        *("hypnosia", "hypnosia/pad.svg.j2", "in values.points", "in [5, 4, 3, 2, 2]"),
        "GF126 pad.1.c1.front in {file}: 'values.points' ... '5 4 3 2 2' ... [5, 4, 3, 2, 1] (",
    ),
    "faces counted down": (
        *("psychopaths", "psychopaths/opart.svg.j2", "{{ words[1] }}", "{{ 5 - words[1]|int }}"),
        "GF120 die.pawn.c1.front in {file}: the face 'a' ... 'white 1 switch' ... '4'",
    ),
    "one letter for all starts": (
        *("psychopaths", "psychopaths/ribbons.svg.j2", '700" fill="{{ who.paint|ink }}">{{ who.letter }}', '700" fill="{{ who.paint|ink }}">R'),
        "GF126 board.a1.c1.front in {file}: the cell 'start.yellow.1' ... 'Y' ... 'R'",
    ),
    "a letter that is not of its color": (
        *("psychopaths", "psychopaths/ribbons.svg.j2", '700" fill="{{ who.paint|ink }}">{{ who.letter }}', '700" fill="{{ who.paint|ink }}">R'),
        "in {file}: 'color.player.blue' ... 'R' ... 'B' ... 'blue'",
    ),
    "a pip too few": (
        *("pharaoh", "pharaoh/pyramid.svg.j2", "(row.pips", "([row.pips, 2]|min"),
        "GF126 pyramid.red.large.c1.front in {file}: 'row.pips' shows 2 of 'icon.sun', but its value is 3 (",
    ),
}  # fmt: skip


def change_template(home: Path, game: str, template: str, old: str, new: str) -> Path:
    """Copy a game of ours and give it its own copy of a template with one text replaced."""
    folder = copytree(GAMES[game], home / game)
    text = (HOME / template).read_text("utf-8")
    assert old in text
    own = folder / "templates" / template
    own.parent.mkdir(parents=True)
    own.write_text(text.replace(old, new), "utf-8")
    return folder


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", MISPRINTS)
def test_a_misprint_is_found_in_both_formats(name: str, tmp_path: Path) -> None:
    game, template, old, new, says = MISPRINTS[name]
    folder = change_template(tmp_path, game, template, old, new)
    code, _, said = run(["build", str(folder), "--sheets-only", "--out", str(tmp_path / "out"), "--quiet"])
    assert code == 1
    head, _, rest = says.partition("{file}")
    expected = re.compile(".*".join(map(re.escape, rest.split(" ... "))))
    lines = [line for line in said.splitlines() if head in line and f"{game}-sheets-a4.pdf, page " in line]
    likewise = re.compile("; in the SVG likewise(?:; so these fail: .*)?$")
    assert [bool(likewise.search(line)) for line in lines if expected.search(line)] == [True], said
    assert not (tmp_path / "out").exists() or not [*(tmp_path / "out" / game).glob("*.pdf")]


def test_text_outside_the_safe_zone_is_found_in_the_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Callable[..., None] = lambda *_: None  # noqa: E731
    monkeypatch.setattr("generator.render.drawer.check_safe_zone", nothing)
    folder = change_template(tmp_path, "psycle", "psycle/target.svg.j2", '<text x="17.5"', '<text x="4.7"')
    code, _, said = run(["build", str(folder), "--sheets-only", "--out", str(tmp_path / "out"), "--quiet"])
    (line,) = [line for line in said.splitlines() if "GF128" in line]
    assert code == 1
    assert "target.1.c1.front in psycle-sheets-a4.pdf, page 9: the text '1' reaches to 1.14 mm inside the cut; the safe zone is 2 mm, and 4 more such faults (templates/psycle/target.svg.j2)" in line  # fmt: skip
