"""Words of rows, numbers and colors that are said of pieces are held against them (GF182)."""

from pathlib import Path

import pytest

from tests.check.figures.wren import find_faults, table


def laid(*designs: str, says: str = "", more: str = "") -> tuple[str, ...]:
    """Return cards in a row, the first with words below it."""
    words = [f", says: {says}" if number == 0 and says else "" for number in range(len(designs))]
    made = [
        f"part: card, design: {design}, at: [{15 + 20 * number}, 20], width: 16{words[number]}{more}"
        for number, design in enumerate(designs)
    ]
    return tuple(made)


@pytest.mark.parametrize(
    ("designs", "alt", "found"),
    [
        (("red.1", "blue.2"), "A red 1 and a blue 2.", []),
        (("red.1", "blue.2"), "A red 2 and a blue 1.", ["7:30: GF182 warning: 'red 2' 'card.blue.2'", "6:30: GF182 warning: 'blue 1' 'card.red.1'"]),
        (("red.1", "red.2"), "The 1 and the 2 of red.", []),
        (("red.1", "blue.2", "red.3"), "The 1 and the 2 of red, and a 3.", ["7:30: GF182 warning: 'card.blue.2'"]),
        (("red.1", "red.2"), "A red 1 and a red 2, 1 + 2 + 4 = 7.", []),
        (("red.1", "red.2", "red.3"), "Small, large, huge.", []),
        (("red.2", "red.1", "red.3"), "Small, large, huge.", ["6:30: GF182 warning:"]),
        (("red.1", "blue.1", "red.2"), "The small and the huge ones.", ["8:30: GF182 warning: 'the huge ones' 'card.red.1' 'card.blue.1' 'card.red.2'"]),
        (("red.3",), "Nothing but a small one.", ["6:30: GF182 warning: 'a small one' 'card.red.3'"]),
        (("red.1", "blue.1"), "Two cards with the small side up.", []),
        (("red.1", "blue.3"), "Two cards with small eggs.", ["7:30: GF182 warning: 2 'small' 1"]),
    ],
)  # fmt: skip
def test_pieces_are_what_the_text_says(tmp_path: Path, designs: tuple[str, ...], alt: str, found: list[str]) -> None:
    assert find_faults(tmp_path, table(*laid(*designs), alt=alt)) == [f"game.yaml:{each}" for each in found]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Ann plays a small card and a large one ([](figure:laid)).", []),
        ("Ann plays a small card and a huge one ([](figure:laid)).", ["rules.md:3:30: GF182 warning: 'huge'"]),
        ("Ann plays a small card and a huge one.", []),  # of no figure
        ("Ann plays a huge card ([](figure:laid)).", []),  # not all that it shows
        ("Ann has no huge one. She plays a small card and a large one ([](figure:laid)).", []),
    ],
)
def test_a_sentence_that_links_to_a_figure_names_its_things(tmp_path: Path, said: str, found: list[str]) -> None:
    figure = table(*laid("red.1", "red.2"), alt="Two cards.")
    assert [each for each in find_faults(tmp_path, figure, said) if "rules.md" in each] == found


@pytest.mark.parametrize(
    ("designs", "alt", "found"),
    [
        ("1 1 2 1 3", "Ann has two small ones and a large one; Ben has a small and a huge one.", []),
        ("1 1 2 3 3", "Ann has two small ones and a large one; Ben has a small and a huge one.", [9]),
        ("1 2 2 1 3", "Ann has two small ones and a large one; Ben has a small and a huge one.", [7]),
        ("1 1 3 2 1", "Ann has two small ones and a large one; Ben has a small and a huge one.", []),  # in another order
        ("1 2 2 1 3", "Ann has some small ones and a large one; Ben has a small and a huge one.", []),
        ("1 2 2 1 3", "Ann has a small one and a large one; Ben has a small and a huge one.", []),  # not all of them
    ],
)  # fmt: skip
def test_a_list_of_all_pieces_counts_them(tmp_path: Path, designs: str, alt: str, found: list[int]) -> None:
    told = find_faults(tmp_path, table(*laid(*[f"red.{number}" for number in designs.split()]), alt=alt))
    assert [int(each.split(":")[1]) for each in told] == found
    assert all(" 'small' " in each for each in told)


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ("blue", []),
        ("red", ["6:9: GF182 warning: 1 'blue' 0", "8:9: GF182 warning: 1 'blue' 0"]),
    ],
)
def test_a_list_may_be_of_another_part(tmp_path: Path, second: str, found: list[str]) -> None:
    pawns = (f"part: pawn, design: {color}, at: [{x}, 50]" for color, x in (("red", 15), (second, 35)))
    figure = table(*pawns, *laid("red.1", "red.2"), alt="A red hut with two cards, and behind it a blue hut.")
    assert [each for each in find_faults(tmp_path, figure) if "GF182 warning: 1" in each] == [
        f"game.yaml:{each}" for each in found
    ]


@pytest.mark.parametrize(
    ("designs", "found"),
    [
        (("red.1", "red.1", "blue.1", "blue.1"), []),
        (("red.1", "red.1", "blue.1"), ["game.yaml:7:30: GF182 warning: 2 'small' 3"]),
    ],
)
def test_a_number_may_count_the_pieces_of_each_color(
    tmp_path: Path, designs: tuple[str, ...], found: list[str]
) -> None:
    alt = "A start with two smalls, and what mirrors them."
    assert find_faults(tmp_path, table(*laid(*designs), alt=alt)) == found


@pytest.mark.parametrize(
    ("says", "found"),
    [
        ("a red one", []),
        ("large", ["'large' 'card.red.1' 1"]),
        ("a blue card", ["'a blue card' 'card.red.1' 1"]),
        ("red before blue", []),
        ("face down", ["'face down' 'card.red.1'"]),
    ],
)
def test_words_on_a_piece_name_that_piece(tmp_path: Path, says: str, found: list[str]) -> None:
    figure = table(*laid("red.1", "blue.2", says=says), alt="Two cards, small and large.")
    told = [each for each in find_faults(tmp_path, figure) if ":6:" in each]
    assert told == [f"game.yaml:6:68: GF182 warning: {each}" for each in found]


def test_a_clause_about_a_person_fits_their_piece(tmp_path: Path) -> None:
    things = (
        "part: card, design: red.1, at: [20, 20], says: Ann",
        "part: card, design: blue.2, at: [60, 20], says: Ben",
    )
    figure = table(*things, alt="Two cards.")
    caption = "![Ann leads a {}, and Ben wins with the {}.](figure:laid)"
    assert find_faults(tmp_path, figure, caption.format(1, 2)) == []
    assert find_faults(tmp_path, figure, caption.format(2, 1)) == [
        "game.yaml:6:57: GF182 warning: '2' 'Ann' 'card.red.1'",
        "game.yaml:7:58: GF182 warning: '1' 'Ben' 'card.blue.2'",
    ]
    assert find_faults(tmp_path, figure, caption.format(1, 1)) == [
        "rules.md:3:22: GF182 warning: '1' 'Ben' 'card.blue.2'"
    ]


def test_cards_without_a_name_belong_to_the_nearest_person(tmp_path: Path) -> None:
    things = (
        "part: card, design: red.1, at: [20, 12], says: Ann",
        "part: card, design: red.2, at: [60, 12]",
        "part: card, design: blue.2, at: [20, 40], says: Ben",
    )
    figure = table(*things, alt="Three cards.")
    assert find_faults(tmp_path, figure, "![Ann has the 2.](figure:laid)") == []
    assert find_faults(tmp_path, figure, "![Ann has the 2, and Ben leads a 1.](figure:laid)") == [
        "rules.md:3:22: GF182 warning: '1' 'Ben' 'card.blue.2'"
    ]


def test_both_are_two(tmp_path: Path) -> None:
    thing = "part: pawn, design: red, at: [20, 20]"
    assert find_faults(tmp_path, table(thing, thing.replace("20,", "60,"), alt="Both pawns are red.")) == []
    assert find_faults(tmp_path, table(thing, alt="Both pawns are red.")) == [
        "game.yaml:6:9: GF182 warning: 'Both pawns' 'pawn.red'"
    ]
