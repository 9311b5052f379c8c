"""Tags of blocks in the texts of cards."""

import pytest

from generator.language.emphasis import MarkupError, parse_markup
from tests.samples import for_each


@for_each(
    [
        ("a<p>b</p><p>c</p>", ["a", "b", "c"]),
        ("a<ul> <li>b</li><li><p>c <span class='x'>d</span></p></li></ul><div>e</div>", ["a", "*b", "*c d", "e"]),
        ("a<br><br>b", ["a", "", "b"]),
        ("<li>a", ["*a"]),
    ]
)
def test_tags_of_blocks_end_lines_and_make_items(text: str, lines: list[str]) -> None:
    found = [
        ["" for _ in range(each.is_apart)]
        + ["*" * each.is_item + " ".join("".join(run.text for run in word) for word in each.words)]
        for each in parse_markup(text, str.isalpha)
    ]
    assert [line for each in found for line in each] == lines


def test_tags_that_are_not_set_are_told() -> None:
    with pytest.raises(MarkupError, match="<table> is not a tag"):
        parse_markup("a <table>", str.isalpha)
