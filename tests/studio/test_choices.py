"""Test what can be chosen on the page, and the options of `gutterfold build` that it becomes."""

import pytest

from generator.pipeline.options import Options
from generator.pipeline.preview import ShownGame, ShownRole
from generator.studio.choices import Choices, parse_choices

GAME = ShownGame(
    "Tiny", "1", (), (), (ShownRole("suit.sun", "suit", "sun", "#ffcc00"),), ("grey",), ("en", "de"), (), ()
)


def parse(given: dict[str, object], before: Choices | None = None) -> Choices | None:
    return parse_choices(given, before or Choices(), GAME, ("office",))


def test_what_is_chosen_becomes_options_of_a_build() -> None:
    given = {"paper": "a3", "order": "fronts-then-backs", "marks": "lines", "bleed": "1.5", "lang": "de"}
    chosen = parse({**given, "printer": "office", "colors": {"suit.sun": "#aa3377"}})
    assert chosen is not None
    assert chosen.arguments == (
        "--lang=de",
        "--paper=a3",
        "--backs=long-edge",
        "--order=fronts-then-backs",
        "--ink=full",
        "--marks=lines",
        "--bleed=1.5",
        "--printer=office",
        "--color=suit.sun=#aa3377",
    )
    assert chosen.options == Options(colors=("suit.sun=#aa3377",), languages=("de",))


def test_what_is_not_chosen_stays() -> None:
    before = Choices(palette="grey", gap="2")
    assert parse({"ink": "low"}, before) == before._replace(ink="low")
    assert parse({"gap": "", "palette": ""}, before) == Choices()


def test_the_order_of_pages_is_for_paper_printed_on_both_sides() -> None:
    chosen = Choices(backs="fold", order="fronts-then-backs")
    assert chosen.arguments == ("--paper=a4", "--backs=fold", "--ink=full")


@pytest.mark.parametrize(
    "given",
    [
        {"paper": "a9"},
        {"paper": ""},
        {"paper": 4},
        {"backs": "--out=/"},
        {"order": "backwards"},
        {"marks": "stars"},
        {"ink": ""},
        {"lang": "fr"},
        {"palette": "../grey"},
        {"printer": "home"},
        {"bleed": "11"},
        {"bleed": "-1"},
        {"gap": "nan"},
        {"corners": "wide"},
        {"colors": {"suit.moon": "#000000"}},
        {"colors": {"suit.sun": "red"}},
        {"colors": {"suit.sun": "#ABCDEF"}},
        {"colors": ["suit.sun"]},
    ],
)
def test_what_is_not_to_be_had_is_refused(given: dict[str, object]) -> None:
    assert parse(given) is None
