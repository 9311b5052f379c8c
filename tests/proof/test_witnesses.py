"""One design stands for all of its branch, column and class of value, and the extremes of a column for themselves."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.model.finding import Place
from generator.model.game import Design
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.proof.witnesses import SMALL_SET, choose_witnesses, classify_value, find_branches, list_witnesses
from tests.check.vary.wren import GAMES, TEMPLATES, write_game
from tests.samples import for_each


def make_designs(column: str, values: Sequence[Any]) -> list[Design]:
    """Return a design for each value, `d0`, `d1` ..., whose row has nothing else."""
    return [Design(f"d{n}", {"row": {column: value}}, 1, Place("a.csv")) for n, value in enumerate(values)]


def test_each_value_of_a_small_set_has_a_witness() -> None:
    found = choose_witnesses(make_designs("suit", ["sun", "moon", "sun", "moon", "sun", "star"]))
    assert [each.id for each in found.designs] == ["d0", "d1", "d5"]
    assert found.counts == {("d0", ""): 6, ("d0", "suit"): 3, ("d1", "suit"): 2, ("d5", "suit"): 1}


def test_a_column_of_many_values_has_one_of_each_class_and_its_extremes() -> None:
    values = [10 * n + 100 for n in range(SMALL_SET + 4)] + [7, 1000, "", 0]
    found = choose_witnesses(make_designs("number", values))
    assert found.counts == {
        ("d0", ""): 24,
        ("d0", "number"): 20,
        ("d20", "number"): 1,  # the shortest
        ("d21", "number"): 1,  # the longest
        ("d22", "number"): 1,  # the only empty one
        ("d23", "number"): 1,  # the only zero
    }


@for_each([200, 10_000])
def test_the_witnesses_of_a_deck_do_not_grow_with_it(cards: int) -> None:
    texts = [f"{'a ' * (n % 50 + 1)}{n}" for n in range(cards)]
    found = choose_witnesses(make_designs("text", texts))
    assert len(found.designs) == 3
    assert sum(count for (_, column), count in found.counts.items() if column == "text") == cards


def test_a_branch_that_one_design_takes_has_it_as_witness() -> None:
    designs = make_designs("text", [f"card {n:03}" for n in range(100)])
    found = choose_witnesses(designs, lambda design: design.id == "d77")
    assert "d77" in {each.id for each in found.designs}
    assert found.counts["d77", "text"] == 1


@for_each(
    [
        ("", "a"),
        (0, 1),
        (-1, 1),
        (True, 1),
        ("word", "two words"),
        ("a {gold}", "a word"),
        (["a"], ["a", "b"]),
        (1, "a"),
    ]
)
def test_classes_that_a_template_may_draw_apart(one: Any, other: Any) -> None:
    assert classify_value(one) != classify_value(other)


@for_each([(3, 12), ("sun", "moon"), ("two words", "and three words"), ([1, 2], [3, 4])])
def test_values_of_one_class(one: Any, other: Any) -> None:
    assert classify_value(one) == classify_value(other)


def test_a_branch_is_the_set_of_tags_that_draw_a_face(tmp_path: Path) -> None:
    rows = "\n".join(f"      - {{id: c{n}, cost: {n}, tags: [a], copies: 1}}" for n in range(40))
    card = GAMES["card"].partition("    rows:")[0].replace("    for_each: player\n", "") + f"    rows:\n{rows}\n"
    drawn = "{% if row.id == 'c31' %}<rect width='5' height='5'/>{% endif %}\n<text x='9' y='9'>{{ row.cost }}</text>\n"
    home = write_game(tmp_path, "card", {TEMPLATES["card"]: drawn}, {GAMES["card"]: card})
    kit = prepare_kit(home, Options())
    [part] = kit.parts
    find_branch = find_branches(kit.faces, part)
    keys = [find_branch(design) for design in part.designs]
    assert [n for n, key in enumerate(keys) if key != keys[0]] == [31]
    assert "c31" in {each.id for each in choose_witnesses(part.designs, find_branch).designs}
    assert list_witnesses(kit.faces, part) == tuple(part.designs)  # of a few, all are looked at
    assert [each.id for each in list_witnesses(kit.faces, part, 6)] == ["c0", "c1", "c10", "c31"]


def test_designs_that_are_one_drawing_take_one_branch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "    rows: [{id: a, copies: 1}, {id: b, copies: 1}]\n"
    card = GAMES["card"].partition("    rows:")[0].replace("    for_each: player\n", "") + rows
    drawn = "<rect width='5' height='5'/>\n"
    home = write_game(tmp_path, "card", {TEMPLATES["card"]: drawn}, {GAMES["card"]: card})
    kit = prepare_kit(home, Options())
    [part] = kit.parts
    marked, render = list[bool](), kit.faces.render_text

    def note(request: Any, is_marked: bool = False) -> str:
        marked.append(is_marked)
        return render(request, is_marked)

    monkeypatch.setattr(kit.faces, "render_text", note)
    find_branch = find_branches(kit.faces, part)
    assert len({find_branch(design) for design in part.designs}) == 1
    assert (len(marked) >= 2, any(marked)) == (True, False)
