"""Words of figures that are the name of something else than what they stand at are told (GF198)."""

from pathlib import Path

from generator.check.data.figure_words import check_figure_words
from tests.check.words.kit import GAME, make_case, read_orchard
from tests.messages import facts
from tests.samples import for_each

BOARD = """\
  field:
    kind: board
    front: a.svg
    copies: 1
    grid: {columns: 6, rows: 2, cell: 20}
    kinds: {deep: [r0c0], ford: [r0c1..2]}
    colors: {player.red: [r1c0]}
  die: {kind: die, title: Dice, size: 16, front: a.svg, copies: 1, faces: [plum 1, pear 1, plum 2, pear 2, plum 3, pear 3]}
rules: rules.md
figures:
"""  # fmt: skip
START = GAME.replace("rules: rules.md\n", BOARD)
LINE = START.count("\n") + 1


def find_faults(home: Path, *figures: str) -> list[str]:
    lines = "".join(
        f"  {name}: {{size: [90, 40], alt: It, {each}}}\n" for name, each in zip("abcd", figures, strict=False)
    )
    found = check_figure_words(make_case(read_orchard(home, "# Orchard\n", START + lines)))
    return [facts(each).removeprefix(f"{home}/orchard/game.yaml:").partition(": GF198 warning: ")[2] for each in found]


def label(at: str, says: str) -> str:
    return f"kind: board, part: field, labels: [{{at: {at}, says: {says}}}]"


def lay(*things: str) -> str:
    laid = (f"{{part: {each.partition('|')[0]}, at: [9, 9], says: {each.partition('|')[2]}}}" for each in things)
    return f"kind: table, things: [{', '.join(laid)}]"


def walk(*paths: str) -> list[str]:
    every = (f"{{cells: [{each.partition('|')[0]}], says: '{each.partition('|')[2]}'}}" for each in paths)
    return [f"kind: board, part: field, paths: [{each}]" for each in every]


@for_each(
    [
        ([label("r0c1", "ford")], []),
        ([label("r0c1", "fords")], []),
        ([label("r0c5", "ford")], ["'ford' 'r0c5' 'r0c1'"]),
        ([label("r0c0", "deep water")], []),
        ([label("r0c5", "deep water")], ["'deep water' 'r0c5' 'r0c0'"]),
        ([label("r0c5", "the edge of deep water")], []),  # most of it is no name
        ([label("r0c5", "anything")], []),
        ([label("r1c1", "red")], ["'red' 'r1c1' 'r1c0'"]),
        ([lay("tree, design: apple|old apple")], []),
        ([lay("tree, design: apple|stone pears")], ["'stone pears' 'apple' 'pear'"]),
        ([lay("tree, design: apple|an old pear")], []),
        ([lay("basket, design: red|blue")], ["'blue' 'red' 'blue'"]),
        ([lay("die, side: a|1 plum")], []),
        ([lay("die, side: a|2 plums")], ["'2 plums' '1, a' '1, c'"]),
        ([lay("die, side: a|three")], []),
        ([lay("cherry|Ann", "tree, design: pear|Ben", "basket|Ben")], ["'Ben'", "'Ben'"]),
        ([lay("cherry|Ann", "tree|Ben", "basket|Cleo")], []),
        ([lay("cherry|Ann", "tree|Ann", "basket|Ben", "basket, design: blue|Ben")], []),  # two of each
        ([lay("tree|Ann", "tree, design: pear|Ann")], []),  # few
        (walk("r0c0..3|3"), []),
        (walk("r0c0..3|4"), ["3 4"]),
        (walk("r0c0..3|30"), []),  # it counts something else
        (walk("r0c0..1|3"), []),  # what a step costs
        (walk("r0c0..3|3", "r0c0..2|2", "r0c0..4|4", "r0c0..3|4"), ["3 4"]),
        (walk("r0c0..3|3", "r0c0..2|3", "r0c0..3|4"), []),  # these may be costs
    ]
)
def test_words_are_held_against_what_they_stand_at(tmp_path: Path, figures: list[str], found: list[str]) -> None:
    assert find_faults(tmp_path, *figures) == found
