"""Colors that a palette paints anew go by names that fit, and no two of one group by the same."""

import pytest

from generator.language.color_words import COLOR_TERMS, is_shade, nearest_color_term, to_cielab
from generator.load.palette import apply_palette, repaint_colors
from generator.model.color import Color
from generator.model.finding import DataError, Place
from tests.messages import facts_of

RED = Color("player.red", "red", "#d55e00", "triangle", "R")
BLUE = Color("player.blue", "blue", "#0072b2", "disc", "B")
GREEN = Color("player.green", "green", "#009e73", "square", "G")


def called(paints: dict[str, str], *colors: Color, names: dict[str, str] | None = None) -> dict[str, str]:
    """Return what the colors go by, by the last words of their roles."""
    places = {role: Place("p.yaml", line, 3) for line, role in enumerate(paints, 4)}
    made = repaint_colors({color.role: color for color in colors}, paints, names or {}, places)
    assert [(color.name, color.mark) for color in made.values()] == [(color.name, color.mark) for color in colors]
    return {role.rpartition(".")[2]: color.called for role, color in made.items()}


def test_a_color_of_its_old_paint_keeps_its_name_and_another_goes_by_the_nearest_term() -> None:
    assert called({"player.red": "#d55e00", "player.blue": "#663300"}, RED, BLUE) == {"red": "red", "blue": "brown"}
    assert called({"player.red": "#0000cc", "player.blue": "#cc0000"}, RED, BLUE) == {"red": "blue", "blue": "red"}
    assert called({"player.red": "#7f0000"}, RED) == {"red": "red"}


def test_a_palette_names_what_it_paints_anew_and_nothing_else() -> None:
    names = {"player.red": "crimson", "player.blue": "navy"}
    paints = {"player.red": "#990022", "player.blue": "#0072b2"}
    assert called(paints, RED, BLUE, names=names) == {"red": "crimson", "blue": "blue"}


def test_a_name_that_is_no_color_stays_unless_the_palette_names_it() -> None:
    south = Color("player.south", "south", "#000000", "solid")
    assert called({"player.south": "#ff0000"}, south) == {"south": "south"}
    assert called({"player.south": "#ff0000"}, south, names={"player.south": "scarlet"}) == {"south": "scarlet"}


@pytest.mark.parametrize(
    ("paints", "names"),
    [
        (("#303030", "#808080", "#d0d0d0"), ("dark gray", "gray", "light gray")),
        (("#d0d0d0", "#808080", "#303030"), ("light gray", "gray", "dark gray")),
        (("#808080", "#303030", "#009e73"), ("light gray", "dark gray", "green")),
        (("#0000ff", "#0072b2", "#009e73"), ("blue triangle", "blue", "green")),  # too like the blue that there is
        (("#99ccff", "#0072b2", "#009e73"), ("light blue", "blue", "green")),
        (("#000066", "#0072b2", "#009e73"), ("dark blue", "blue", "green")),
        (("#000066", "#0072b2", "#99ccff"), ("dark blue", "blue", "light blue")),
        (("#99ccff", "#0072b2", "#aaddff"), ("blue triangle", "blue", "blue square")),
        (("#707070", "#808080", "#d0d0d0"), ("gray triangle", "gray disc", "gray square")),
        (("#000000", "#2b2b2b", "#009e73"), ("black triangle", "black disc", "green")),  # nothing is a light black
    ],
)
def test_two_of_one_name_are_told_apart(paints: tuple[str, ...], names: tuple[str, ...]) -> None:
    colors = (RED, BLUE, GREEN)
    found = called({color.role: paint for color, paint in zip(colors, paints, strict=True)}, *colors)
    assert tuple(found.values()) == names


def test_what_tells_two_apart_is_the_name_of_no_other() -> None:
    ash = Color("player.ash", "light gray", "#bbbbbb", "ring")
    paints = {"player.red": "#303030", "player.blue": "#d0d0d0"}
    assert called(paints, RED, BLUE, ash) == {"red": "gray triangle", "blue": "gray disc", "ash": "light gray"}


def test_without_marks_letters_tell_them_apart_and_without_either_it_is_an_error() -> None:
    red, blue = (Color(f"a.{name}", name, "#000000", letter=name[0].upper()) for name in ("red", "blue"))
    paints = {"a.red": "#777777", "a.blue": "#7a7a7a"}
    assert called(paints, red, blue) == {"red": "gray R", "blue": "gray B"}
    bare = [Color(role, role.rpartition(".")[2], "#000000") for role in paints]
    with pytest.raises(DataError) as error:
        called(paints, *bare)
    assert facts_of(error.value.findings) == ["p.yaml:5:3: GF003 'gray'"]
    assert "a.red and a.blue" in str(error.value)
    assert called(paints, *bare, names={"a.red": "smoke"}) == {"red": "smoke", "blue": "gray"}


def test_groups_do_not_meddle_and_roles_without_one_may_share_a_name() -> None:
    other = Color("river.red", "red", "#d55e00")
    assert called({"player.red": "#0000cc", "river.red": "#0000cc"}, RED, other) == {"red": "blue"}
    loose = [Color(role, role, "#ff0000") for role in ("gold", "amber")]
    assert called({"gold": "#808080", "amber": "#808080"}, *loose) == {"gold": "gray", "amber": "gray"}


def test_an_option_takes_the_palette_its_name() -> None:
    colors = {RED.role: RED}
    assert apply_palette(colors, None, ["player.red=#00f"])["player.red"].called == "blue"


@pytest.mark.parametrize(("name", "is_one"), [
    ("red", True), ("Dark Gray", True), ("sea-green", True), ("vermilion", True), ("south", False), ("lapis", False), ("", False),
])  # fmt: skip
def test_what_is_a_word_for_a_color(name: str, is_one: bool) -> None:
    assert is_shade(name) == is_one


# the name of the color in CSS, its paint, and the term that the name has in it
@pytest.mark.parametrize(("paint", "word"), [
    ("#000000", "black"), ("#ffffff", "white"), ("#dcdcdc", "gray"), ("#adff2f", "green"), ("#66cdaa", "green"),
    ("#4682b4", "blue"), ("#00008b", "blue"), ("#fafad2", "yellow"), ("#ff8c00", "orange"),
    ("#c71585", "pink"), ("#9932cc", "purple"), ("#b22222", "red"), ("#8b4513", "brown"),
])  # fmt: skip
def test_the_term_of_a_paint(paint: str, word: str) -> None:
    assert nearest_color_term(paint) == word


def test_there_are_eleven_terms_and_each_is_its_own_nearest() -> None:
    assert len(COLOR_TERMS) == 11
    assert all(
        nearest_color_term(f"#{paint}") == word for word, paints in COLOR_TERMS.items() for paint in paints.split()
    )


@pytest.mark.parametrize(("paint", "known"), [
    ("#ffffff", (100.0, 0.0, 0.0)), ("#ff0000", (53.2, 80.1, 67.2)), ("#0000ff", (32.3, 79.2, -107.9)), ("#777777", (50.0, 0, 0)),
])  # fmt: skip
def test_lab_is_that_of_the_standard(paint: str, known: tuple[float, float, float]) -> None:
    """The values for pure red and blue stand in any table of sRGB's primaries."""
    assert to_cielab(paint) == pytest.approx(known, abs=0.1)
