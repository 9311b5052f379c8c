"""A witness is chosen for each class of each value, and for the extremes of text (page_witnesses)."""

from msgspec.structs import replace

from generator.model.finding import Place
from generator.model.game import Design
from generator.proof.page_witnesses import choose_witnesses
from tests.check.kit import HAND

ROWS = [{"id": f"r{n}", "name": "wren", "cost": n % 3, "tags": ["a"]} for n in range(100)]


def choose(rows: list[dict[str, object]], least: int = 40) -> list[str]:
    """Return the ids of the witnesses of a part with these rows."""
    designs = tuple(Design(str(row["id"]), {"row": row}, 1, Place("wren/cards.csv")) for row in rows)
    return [design.id for design in choose_witnesses(replace(HAND, designs=designs), least)]


def test_all_designs_of_a_small_part_are_witnesses() -> None:
    assert choose(ROWS[:40]) == [str(row["id"]) for row in ROWS[:40]]


def test_one_of_each_class_is_a_witness() -> None:
    assert {"r0", "r1", "r2"} <= {*choose(ROWS)}
    assert len(choose(ROWS)) < 10


def test_the_odd_value_and_the_longest_text_are_witnesses() -> None:
    rows = [dict(row) for row in ROWS]
    rows[57]["name"] = ""
    rows[61]["name"] = "a wren with a long name"
    rows[70]["tags"] = ["a", "b", "c"]
    assert {"r57", "r61", "r70"} <= {*choose(rows)}
