"""The parts of a line that runs both ways stand in the order in which they are seen (Unicode Standard Annex 9)."""

import pytest

from generator.model.finding import DrawingError
from generator.render.svg.style import Style
from generator.render.svg.text_runs import TextPiece, order_pieces
from tests.samples import for_each

LEFT, RIGHT = Style(), Style(rtl=True)


def order(*texts: str, style: Style = LEFT) -> list[tuple[str, bool | None]]:
    """Return the texts and directions of a line, from its start, as it is set."""
    head = TextPiece("", style, 3.0, 9.0)
    first, *rest = order_pieces([head, *(TextPiece(text, style) for text in texts)])
    assert first == head
    return [(piece.text, piece.rtl) for piece in rest]


@for_each(
    [
        (("ab ", "\u05d0\u05d1", " c"), [("ab ", None), ("\u05d0\u05d1", None), (" c", None)]),
        (("a ", "\u05d0\u05d1", " \u05d2"), [("a ", False), (" \u05d2", True), ("\u05d0\u05d1", True)]),
        (
            ("a \u05d0 ", "\u05d1", " 12 c"),
            [("a ", False), ("12", False), (" ", True), ("\u05d1", True), ("\u05d0 ", True), (" c", False)],
        ),
        (("\u05d0,", " \u05d1", "!"), [(" \u05d1", True), ("\u05d0,", True), ("!", False)]),
    ]
)
def test_parts_to_the_left_are_seen_in_their_order(texts: tuple[str, ...], expected: list[tuple[str, bool]]) -> None:
    assert order(*texts) == expected


def test_a_line_to_the_left_is_set_from_its_right_end() -> None:
    assert order("\u05d0 ", "b", " \u05d1", style=RIGHT) == [("\u05d0 ", None), ("b", None), (" \u05d1", None)]
    assert order("\u05d0 b ", "c", " \u05d1", style=RIGHT) == [
        ("\u05d0 ", True),
        ("c", False),
        ("b ", False),
        (" \u05d1", True),
    ]


def test_each_line_is_ordered_by_itself() -> None:
    lines = [TextPiece("\u05d0", LEFT), TextPiece("", LEFT, 3.0), TextPiece("\u05d1", LEFT), TextPiece("a", LEFT)]
    assert order_pieces(lines) == lines


@for_each(["\u062d\u0628", "\u0644\u0627"])
def test_a_part_that_begins_within_joined_letters_is_refused(pair: str) -> None:
    with pytest.raises(DrawingError, match="join, but a tspan begins between them; let it begin at a blank"):
        order(pair[0], pair[1])


@for_each(["\u0631\u062d", "\u0628\u0621", "\u05d0\u05d1"])
def test_a_part_may_begin_where_no_letters_join(pair: str) -> None:
    assert order(pair[0], pair[1]) == [(pair[1], True), (pair[0], True)]


def test_a_part_of_a_reordered_line_cannot_be_moved() -> None:
    pieces = [TextPiece("\u05d0", LEFT), TextPiece("", LEFT, dx=1.0), TextPiece("\u05d1", LEFT)]
    with pytest.raises(DrawingError, match="dx and dy within a line that runs both ways are not in the profile; use x"):
        order_pieces(pieces)
