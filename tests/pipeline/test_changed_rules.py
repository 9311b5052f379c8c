"""Reprinted rules: whole leaves of paper, from which file, and what of pages that are gone."""

from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.pipeline.reprint.changed_rules import ChangedRules, RulesChange, compare_pages, describe_rules
from tests.export.reprinting import build, change, note, run, write_noted_game, write_rules

_OTHERS = (
    "If you use these rules as a booklet or on smaller pages, print them anew: "
    "kit/tiny-rules-a5.pdf, kit/tiny-rules-booklet-a4.pdf."
)


@pytest.fixture
def ruled(tmp_path: Path) -> Path:
    """Give a game with rules whose kit is noted as printed."""
    return write_noted_game(tmp_path, chapters=3)


def change_last_page(home: Path) -> None:
    text = (home / "rules.md").read_text("utf-8")
    (home / "rules.md").write_text("chips".join(text.rsplit("cards", 1)), "utf-8")


def count_pages(path: Path) -> int:
    with pikepdf.open(path) as pdf:
        return len(pdf.pages)


def test_the_leaf_of_a_page_that_changed_is_printed(ruled: Path) -> None:
    change_last_page(ruled)
    made = run(ruled)
    assert count_pages(ruled.parent / "out/tiny/tiny-rules-a4.pdf") == 4
    told = "Rules: page 4 changed; print tiny-reprint-rules-a4.pdf on both sides, back to back: 3/4."
    assert made.rules == (told, _OTHERS)
    assert (made.plan.is_empty, made.sheets) == (True, 0)
    assert count_pages(made.folder / "tiny-reprint-rules-a4.pdf") == 2
    assert all((made.folder / path).exists() for path in ("kit/tiny-rules-a5.pdf", "kit/tiny-rules-booklet-a4.pdf"))


def test_rules_on_one_side_are_printed_page_by_page(ruled: Path) -> None:
    build(ruled, backs="none")
    note(ruled)
    change_last_page(ruled)
    made = run(ruled, backs="none")
    assert made.rules[0] == "Rules: page 4 changed; print tiny-reprint-rules-a4.pdf on one side."
    assert count_pages(made.folder / "tiny-reprint-rules-a4.pdf") == 1


def test_pages_that_are_gone_are_taken_out(tmp_path: Path) -> None:
    home = write_noted_game(tmp_path, chapters=6)
    write_rules(home, 2)
    made = run(home)
    assert count_pages(made.folder / "kit/tiny-rules-a4.pdf") == 3
    assert made.rules == (
        "Rules: print tiny-reprint-rules-a4.pdf anew, on both sides.",
        "Rules: take out the pages 5 to 7 at the end.",
        _OTHERS,
    )
    assert count_pages(made.folder / "tiny-reprint-rules-a4.pdf") == 3


def test_rules_on_another_paper_are_not_compared_and_that_is_told(ruled: Path) -> None:
    made = run(ruled, paper="letter")
    says = "Rules: the earlier kit has them on a4; build with --paper a4 to print the pages that changed."
    assert (made.rules, made.rules_paper, made.files) == ((says,), "a4", ())


def test_rules_whose_earlier_file_is_lost_are_printed_whole(ruled: Path) -> None:
    (ruled.parent / "out/tiny-printed/kit/tiny-rules-a4.pdf").unlink()
    assert run(ruled).rules == (
        "Rules: print tiny-reprint-rules-a4.pdf anew, on both sides.",
        "The earlier file of these rules is missing or was changed.",
        _OTHERS,
    )


def test_rules_that_the_game_has_no_more_are_taken_out(ruled: Path) -> None:
    change(ruled, ("rules: rules.md\nclaims:", "claims:"))
    assert run(ruled).rules == ("Rules: take tiny-rules-a4.pdf out; the new kit has none of this name.",)


_BOOKS = st.lists(st.integers(0, 3), min_size=1, max_size=9)


@given(_BOOKS, _BOOKS, st.sampled_from((1, 2)))
def test_the_leaves_make_the_new_rules_of_the_old_ones(old: list[int], new: list[int], sides: int) -> None:
    """Lay out the old leaves, put the printed ones in their place, take out what is to be dropped, and read."""
    before, after = ([Image.new("L", (1, 1), gray) for gray in book] for book in (old, new))
    changed, leaves, dropped = compare_pages(before, after, sides)
    stack = [old[at : at + sides] for at in range(0, len(old), sides)]
    for leaf in leaves:
        numbers = [number for number in leaf if number]
        at = (numbers[0] - 1) // sides
        stack[at : at + 1] = [[new[number - 1] for number in numbers]]
    gone = {(number - 1) // sides for number in dropped}
    assert [page for at, leaf in enumerate(stack) if at not in gone for page in leaf] == new
    assert all(len(leaf) == sides for leaf in stack[: len(new) // sides])
    assert set(changed) == {at for at, page in enumerate(new, 1) if [page] != old[at - 1 : at]}


def test_a_page_that_is_gone_from_the_back_of_another_is_told() -> None:
    one, two = (Image.new("L", (1, 1), gray) for gray in (1, 2))
    assert compare_pages([one, two], [one], 2) == ((), ((1, None),), ())
    changed = ChangedRules("wren-rules-a4.pdf", "wren-reprint-rules-a4.pdf", b"", (), ((1, None),))
    (told,) = describe_rules(RulesChange((changed,)))
    assert told == "Rules: print wren-reprint-rules-a4.pdf anew; page 1 has nothing on its back now."
    assert compare_pages([one, two], [one], 1) == ((), (), (2,))
