"""Repainted colors get fitting names, which differ within a group."""

import pytest

from generator.language.color_vision import Colorimeter, nearest_color_term
from generator.language.color_words import COLOR_TERMS, is_shade
from generator.load.palette import apply_palette, repaint_colors
from generator.model.color import Color
from generator.model.finding import DataError, Place
from generator.safety.memory import Memory
from tests.messages import facts_of
from tests.samples import for_each

RED = Color("player.red", "red", "#d55e00", "triangle", "R")
BLUE = Color("player.blue", "blue", "#0072b2", "disc", "B")
GREEN = Color("player.green", "green", "#009e73", "square", "G")


def list_names(paints: dict[str, str], *colors: Color, names: dict[str, str] | None = None) -> dict[str, str]:
    """Return the current names of repainted colors by the last words of their roles."""
    places = {role: Place("p.yaml", line, 3) for line, role in enumerate(paints, 4)}
    made = repaint_colors({color.role: color for color in colors}, paints, names or {}, places)
    assert [(color.name, color.mark) for color in made.values()] == [(color.name, color.mark) for color in colors]
    return {role.rpartition(".")[2]: color.called for role, color in made.items()}


def test_a_repainted_color_takes_the_nearest_term() -> None:
    assert list_names({"player.red": "#d55e00", "player.blue": "#663300"}, RED, BLUE) == {"red": "red", "blue": "brown"}
    assert list_names({"player.red": "#0000cc", "player.blue": "#cc0000"}, RED, BLUE) == {"red": "blue", "blue": "red"}
    assert list_names({"player.red": "#7f0000"}, RED) == {"red": "red"}


def test_palette_names_apply_only_to_repainted_colors() -> None:
    names = {"player.red": "crimson", "player.blue": "navy"}
    paints = {"player.red": "#990022", "player.blue": "#0072b2"}
    assert list_names(paints, RED, BLUE, names=names) == {"red": "crimson", "blue": "blue"}


def test_a_name_that_is_not_a_color_is_kept_unless_the_palette_names_it() -> None:
    south = Color("player.south", "south", "#000000", "solid")
    assert list_names({"player.south": "#ff0000"}, south) == {"south": "south"}
    assert list_names({"player.south": "#ff0000"}, south, names={"player.south": "scarlet"}) == {"south": "scarlet"}


@for_each(
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
    ]
)
def test_colors_of_the_same_name_are_distinguished(paints: tuple[str, ...], names: tuple[str, ...]) -> None:
    colors = (RED, BLUE, GREEN)
    found = list_names({color.role: paint for color, paint in zip(colors, paints, strict=True)}, *colors)
    assert tuple(found.values()) == names


def test_a_distinguishing_name_is_not_in_use() -> None:
    ash = Color("player.ash", "light gray", "#bbbbbb", "ring")
    paints = {"player.red": "#303030", "player.blue": "#d0d0d0"}
    assert list_names(paints, RED, BLUE, ash) == {"red": "gray triangle", "blue": "gray disc", "ash": "light gray"}


def test_letters_distinguish_colors_without_marks_and_otherwise_it_is_an_error() -> None:
    red, blue = (Color(f"a.{name}", name, "#000000", letter=name[0].upper()) for name in ("red", "blue"))
    paints = {"a.red": "#777777", "a.blue": "#7a7a7a"}
    assert list_names(paints, red, blue) == {"red": "gray R", "blue": "gray B"}
    bare = [Color(role, role.rpartition(".")[2], "#000000") for role in paints]
    with pytest.raises(DataError) as error:
        list_names(paints, *bare)
    assert facts_of(error.value.findings) == ["p.yaml:5:3: GF003 'gray'"]
    assert "a.red and a.blue" in str(error.value)
    assert list_names(paints, *bare, names={"a.red": "smoke"}) == {"red": "smoke", "blue": "gray"}


def test_names_must_differ_only_within_a_group() -> None:
    other = Color("river.red", "red", "#d55e00")
    assert list_names({"player.red": "#0000cc", "river.red": "#0000cc"}, RED, other) == {"red": "blue"}
    loose = [Color(role, role, "#ff0000") for role in ("gold", "amber")]
    assert list_names({"gold": "#808080", "amber": "#808080"}, *loose) == {"gold": "gray", "amber": "gray"}


def test_an_option_renames_the_color() -> None:
    colors = {RED.role: RED}
    assert apply_palette(colors, None, ["player.red=#00f"])["player.red"].called == "blue"


@for_each([
    ("red", True), ("Dark Gray", True), ("sea-green", True), ("vermilion", True), ("south", False), ("lapis", False), ("", False),
])  # fmt: skip
def test_color_words_are_recognized(name: str, is_one: bool) -> None:
    assert is_shade(name) == is_one


# CSS colors whose names contain a term
@for_each([
    ("#000000", "black"), ("#ffffff", "white"), ("#dcdcdc", "gray"), ("#adff2f", "green"), ("#66cdaa", "green"),
    ("#4682b4", "blue"), ("#00008b", "blue"), ("#fafad2", "yellow"), ("#ff8c00", "orange"),
    ("#c71585", "pink"), ("#9932cc", "purple"), ("#b22222", "red"), ("#8b4513", "brown"),
])  # fmt: skip
def test_css_colors_get_their_term(paint: str, word: str) -> None:
    assert nearest_color_term(paint) == word


def test_each_of_the_eleven_terms_is_nearest_to_itself() -> None:
    assert len(COLOR_TERMS) == 11
    assert all(
        nearest_color_term(f"#{paint}") == word for word, paints in COLOR_TERMS.items() for paint in paints.split()
    )


@for_each([("#ffffff", 100.0), ("#ff0000", 53.2), ("#0000ff", 32.3), ("#777777", 50.0)])
def test_lightness_matches_the_standard(paint: str, known: float) -> None:
    """Compare with the published values of sRGB white, red, blue and gray."""
    assert Colorimeter(Memory()).lightness(paint) == pytest.approx(known, abs=0.1)
