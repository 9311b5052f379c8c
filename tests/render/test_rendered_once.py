"""Each face of a small game is rendered once in a build, and of a large one few pictures are kept."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.model.finding import DataError
from generator.model.game import Design
from generator.pipeline.build import build_kit, prepare_kit
from generator.pipeline.options import Options
from generator.render.template import Templates

GAME = """\
title: Wren
version: "1.0"
players: [1, 4]
parts:
  hand:
    {kind: card, size: [20, 30], rows: [{id: a}, {id: b}, {id: c}], front: box.svg.j2, back: box.svg.j2, copies: 3}
  gem: {kind: token, diameter: 14, front: box.svg.j2, copies: 5}
  wood:
    kind: board
    grid: {rows: 2, columns: 4, cell: 20}
    sections: {left: ["r*c0", "r*c1"], right: ["r*c2", "r*c3"]}
    front: box.svg.j2
    copies: 1
rules: rules.md
figures:
  it: {template: it.svg.j2, size: [90, 40], alt: It.}
claims:
  - {id: W1, says: five gems, rests_on: rules, check: count('gem') == 5}
"""
BOX = """\
{% set b = 0 if part.id == 'wood' else 2 %}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{ -b }} {{ -b }} {{ w + 2 * b }} {{ h + 2 * b }}">
<rect x="{{ -b }}" y="{{ -b }}" width="{{ w + 2 * b }}" height="{{ h + 2 * b }}" fill="#ffffff"/>
{% for c in (cells if part.board else ()) %}<g class="{{ c.mark }}" transform="{{ c.at }}">
<polygon points="{{ c.points }}" fill="none" stroke="#000"/></g>{% endfor %}
</svg>
"""
FIGURE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 40">
<use href="face:hand.b" width="20" height="30"/><use href="face:wood" x="40" width="40" height="20"/>
</svg>
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "wren"
    (folder / "templates").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    (folder / "rules.md").write_text("# Wren\n\n![It](figure:it)\n", "utf-8")
    (folder / "templates" / "box.svg.j2").write_text(BOX, "utf-8")
    (folder / "templates" / "it.svg.j2").write_text(FIGURE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0}, raising=False)  # one process does all the work
    return folder


@pytest.fixture
def renderings(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often a template is rendered for each part."""
    counts: Counter[str] = Counter()
    render = Templates.render_once

    def count(self: Templates, name: str, values: Mapping[str, Any], marked: bool = False) -> str:
        if name == "box.svg.j2" and not marked:
            counts[values["part"].id] += 1
        return render(self, name, values, marked)

    monkeypatch.setattr(Templates, "render_once", count)
    return counts


def test_a_good_build_renders_each_face_once(home: Path, renderings: Counter[str], tmp_path: Path) -> None:
    build_kit(home, Options(out=tmp_path / "out"))
    assert renderings == {"hand": 6, "gem": 1, "wood": 1}  # three fronts and backs; the sections share one board


def test_a_failing_build_renders_each_face_once_and_reports_each_fault_once(
    home: Path, renderings: Counter[str], tmp_path: Path
) -> None:
    (home / "templates" / "box.svg.j2").write_text(
        BOX.replace(
            "</svg>",
            "{% if part.id != 'wood' %}<oval/>{% else %}\n<text x='5' y='7' fill='blu'>a</text>{% endif %}</svg>",
        ),
        "utf-8",
    )
    with pytest.raises(DataError) as caught:
        build_kit(home, Options(out=tmp_path / "out"))
    assert [(each.code, each.place.line, each.place.column) for each in caught.value.findings] == [
        ("GF201", 6, 27),
        ("GF203", 7, 1),
    ]
    assert "hand.a front and 6 more" in caught.value.findings[0].message
    assert renderings == {"hand": 6, "gem": 1, "wood": 2}  # a board that fails is tried for each of its sections


def test_few_pictures_are_kept_and_sound_faces_are_not_rendered_to_find_faults(
    home: Path, renderings: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.render.faces._MOST_PICTURES", 4)
    rows = ", ".join(f"{{id: c{n}}}" for n in range(30))
    (home / "game.yaml").write_text(GAME.replace("{id: a}, {id: b}, {id: c}", rows), "utf-8")
    kit = prepare_kit(home, Options(only=("hand",)))
    (hand,) = kit.parts

    def draw_fronts(designs: Sequence[Design]) -> int:
        """Return how many of the fronts had to be rendered."""
        before = renderings["hand"]
        for design in designs:
            kit.faces.draw_face(hand, design, "front")
        return renderings["hand"] - before

    draw_fronts(hand.designs)
    assert draw_fronts(hand.designs[-4:]) == 0
    assert draw_fronts(hand.designs[:-8]) == 22  # at most twice the limit is kept
    for design in hand.designs:
        kit.faces.draw_face(hand, design, "back")
    before = renderings["hand"]
    assert kit.faces.collect_findings([hand]) == []
    assert renderings["hand"] == before
