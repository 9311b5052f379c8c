"""Formats that say the same pass, however they take their lines apart; the first other letter of a part is told."""

from generator.check.sheets.differing import differing
from generator.model.picture import IDENTITY
from generator.model.printed import Run, Seen
from tests.check.kit import GEM, HAND, lines

KNOWN = {part.id: part for part in (HAND, GEM)}


def face(name: str, *texts: str, svg: bool = False) -> Seen:
    runs = tuple(Run(text, "" if svg else "Sans", 0.0 if svg else 4.0, IDENTITY) for text in texts)
    part, _, rest = name.partition(".")
    file = "svg/wren-01.svg" if svg else "wren.pdf"
    return Seen(f"{name}.c1.front", part, rest, 1, "front", file, 3, IDENTITY, b"", None, (210, 297), (), runs)


def found(one: list[Seen], other: list[Seen]) -> list[str]:
    return [line.partition("GF129 ")[2] for line in lines(list(differing(KNOWN, one, other)))]


def test_the_same_words() -> None:
    pdf = [face("hand.red.1", "3", "Row on"), face("gem.1"), face("hand.red.2", "only here"), face("crow.1", "a")]
    svg = [face("gem.1", svg=True), face("hand.red.1", "3", "Row", "on", svg=True), face("crow.1", "b", svg=True)]
    assert found(pdf, svg) == []


def test_other_words() -> None:
    pdf = [face("hand.red.1", "3", "beats 4"), face("hand.red.2", "3"), face("gem.1")]
    svg = [
        face("hand.red.1", "3", "beats 5", svg=True),
        face("hand.red.2", "4", svg=True),
        face("gem.1", "x", svg=True),
    ]
    assert found(pdf, svg) == [
        "hand.red.1.c1.front says '3beats4' in wren.pdf, page 3, and '3beats5' in svg/wren-01.svg",
        "gem.1.c1.front says nothing in wren.pdf, page 3, and 'x' in svg/wren-01.svg",
    ]
    assert found([face("gem.1", "x" * 30)], [face("gem.1", "x" * 20 + "y", svg=True)]) == [
        f"gem.1.c1.front says '...{'x' * 22}' in wren.pdf, page 3, and '...{'x' * 12}y' in svg/wren-01.svg"
    ]
