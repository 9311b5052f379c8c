"""Formats that say the same in the same places pass, however they take their lines apart; the first fault is told."""

from collections.abc import Callable

from generator.check.check_context import CheckContext
from generator.check.sheets.agreement import check_words
from generator.geometry.matrix import IDENTITY
from generator.model.finding import Finding
from generator.model.picture import Font
from generator.model.printed import ReadPiece, TextRun
from tests.check.facts import keep_facts
from tests.check.kit import A4, GAME, GEM, HAND, lines

Fonts = Callable[[str], Font | None]


def compare(one: list[ReadPiece], other: list[ReadPiece], fonts: Fonts | None = None) -> list[Finding]:
    """Return what check_words finds in two formats."""
    return list(check_words(CheckContext(GAME, (HAND, GEM), (HAND, GEM), A4, pdf=one, svg=other, fonts=fonts)))


def face(name: str, *texts: str, svg: bool = False) -> ReadPiece:
    runs = tuple(TextRun(text, "" if svg else "Sans", 0.0 if svg else 4.0, IDENTITY) for text in texts)
    part, _, rest = name.partition(".")
    file = "svg/wren-01.svg" if svg else "wren.pdf"
    return ReadPiece(f"{name}.c1.front", part, rest, 1, "front", file, 3, IDENTITY, b"", None, (210, 297), (), runs)


def tell_facts(line: str) -> str:
    """Return the facts of a line: also that a text is missing, rotated or mirrored."""
    return keep_facts(line, "nothing|rotated|mirrored")


def found(one: list[ReadPiece], other: list[ReadPiece]) -> list[str]:
    return [tell_facts(line.partition("GF129 ")[2]) for line in lines(compare(one, other))]


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
        "`hand.red.1.c1.front` '3beats4' `wren.pdf` 3 '3beats5' `svg/wren-01.svg`",
        "`gem.1.c1.front` `nothing` `wren.pdf` 3 'x' `svg/wren-01.svg`",
    ]
    assert found([face("gem.1", "x" * 30)], [face("gem.1", "x" * 20 + "y", svg=True)]) == [
        f"`gem.1.c1.front` '...{'x' * 22}' `wren.pdf` 3 '...{'x' * 12}y' `svg/wren-01.svg`"
    ]


SANS = Font("sans", "Sans", 400, False, b"", {}, {}, 0.7, 1.0, 0.3, em=2000)


def placed(*runs: TextRun, svg: bool = False) -> ReadPiece:
    return face("hand.red.1", svg=svg)._replace(runs=runs)


def pdf_run(text: str, x: float = 5.0, y: float = 12.0, size: float = 4.0) -> TextRun:
    return TextRun(text, "Sans", size, (1.0, 0.0, 0.0, 1.0, x, y))


def outlined(text: str, x: float = 5.0, y: float = 12.0, turn: tuple[float, ...] = (1, 0, 0, 1)) -> TextRun:
    """Return letters of 4 mm in an SVG: an em is 2000 units."""
    a, b, c, d = (0.002 * each for each in turn)
    return TextRun(text, "", 0.0, (a, b, c, d, x, y))


def apart(one: TextRun, *others: TextRun) -> list[str]:
    """Return what is found where a text stands in one format like this and in the other like that."""
    found = compare([placed(one)], [placed(*others, svg=True)], {"Sans": SANS}.get)
    return [tell_facts(line.partition("GF129 hand.red.1.c1.front has ")[2]) for line in lines(list(found))]


def test_the_same_places() -> None:
    assert apart(pdf_run("3"), outlined("3")) == []
    assert apart(pdf_run("3"), outlined("3", 5.04, 11.96)) == []
    assert apart(pdf_run("3"), pdf_run("3", size=4.005)) == []
    assert apart(pdf_run("beats 4"), outlined("beats"), outlined("4", 20)) == []
    assert apart(pdf_run(" beats", 4), outlined("beats")) == []  # what begins with a blank begins elsewhere
    assert apart(pdf_run("3")._replace(font="Other"), outlined("3", turn=(3, 0, 0, 3))) == []  # its units are not known


def test_other_places() -> None:
    at, there = "`wren.pdf` 3", "`svg/wren-01.svg`"
    assert apart(pdf_run("3"), outlined("3", 5.06)) == [f"'3' 5 12 {at} 5.06 12 {there}"]
    assert apart(pdf_run("beats 4"), outlined("beats", y=20), outlined("4", 20)) == [
        f"'beats 4' 5 12 {at} 5 20 {there}"
    ]
    two = compare([placed(pdf_run("3"), pdf_run("4"))], [placed(outlined("3"), outlined("4", 9), svg=True)])
    assert [tell_facts(line.partition("has ")[2]) for line in lines(list(two))] == [f"'4' 5 12 {at} 9 12 {there}"]


def test_letters_of_another_size_or_turn() -> None:
    says = "'3' 4 4 `wren.pdf` 3 {} `svg/wren-01.svg`"
    assert apart(pdf_run("3"), pdf_run("3", size=12)) == [says.format("12 12")]
    assert apart(pdf_run("3"), outlined("3", turn=(3, 0, 0, 3))) == [says.format("12 12")]
    assert apart(pdf_run("3"), outlined("3", turn=(0, 1, -1, 0))) == [says.format("4 4 `rotated` 90")]
    assert apart(pdf_run("3"), outlined("3", turn=(1, 0, 0, -1))) == [says.format("4 4 `mirrored`")]


def test_a_face_placed_again_is_held_once_and_each_other_face_by_itself() -> None:
    sound, its = placed(pdf_run("3")), placed(outlined("3"), svg=True)
    again = [sound._replace(id=f"hand.red.1.c{n}.front") for n in (1, 2, 3)]
    wrong = [its, its._replace(id="hand.red.1.c2.front"), placed(outlined("3", 7), svg=True)._replace(id=again[2].id)]
    assert [tell_facts(line.partition("GF129 ")[2]) for line in lines(compare(again, wrong))] == [
        "`hand.red.1.c3.front` '3' 5 12 `wren.pdf` 3 7 12 `svg/wren-01.svg`"
    ]
