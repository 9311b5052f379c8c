"""Test what can be chosen on the page, and the options of `gutterfold build` that it becomes."""

import pytest

from generator.pipeline.options import Options
from generator.pipeline.preview import ShownGame, ShownRole
from generator.studio.choices import ChoiceError, Choices, list_build_arguments, parse_choices

GAME = ShownGame(
    "Tiny",
    "1",
    (("card", "Cards", 4),),
    (),
    (ShownRole("suit.sun", "suit", "sun", "#ffcc00"),),
    ("grey",),
    ("en", "de"),
    (),
    (),
    "card.copies=5",
)


def parse(given: dict[str, object], before: Choices | None = None) -> Choices:
    return parse_choices(given, before or Choices(), GAME, ("office",))


def test_what_is_chosen_becomes_options_of_a_build() -> None:
    given = {"paper": "13 x 19in", "order": "fronts-then-backs", "marks": "lines", "bleed": "1.5", "lang": "de"}
    chosen = parse({**given, "printer": "office", "colors": {"suit.sun": "#aa3377"}})
    assert chosen.arguments == (
        "--lang=de",
        "--paper=13x19in",
        "--backs=long-edge",
        "--order=fronts-then-backs",
        "--ink=full",
        "--marks=lines",
        "--bleed=1.5",
        "--printer=office",
        "--color=suit.sun=#aa3377",
    )
    assert chosen.options == Options(colors=("suit.sun=#aa3377",), languages=("de",))


def test_values_of_parts_and_the_thickness_of_paper_are_chosen() -> None:
    chosen = parse({"settings": "card.copies=2\n\n  card.size=tarot ", "thickness": "0.2"})
    assert chosen.arguments[-3:] == ("--paper-thickness=0.2", "--set=card.copies=2", "--set=card.size=tarot")
    assert chosen.options == Options(settings=("card.copies=2", "card.size=tarot"))


def test_a_build_has_what_no_preview_follows() -> None:
    given = {"sheets_only": True, "no_read_back": True, "format": "svg", "svg_text": "live", "since": "kit"}
    assert list_build_arguments({**given, "only": ["card", "--out=/"]}, {"card"}, {"kit": "kits/tiny"}) == [
        "--sheets-only",
        "--no-read-back",
        "--format=svg",
        "--svg-text=live",
        "--since=kits/tiny",
        "--only=card",
    ]
    odd = {"sheets_only": "yes", "format": "png", "svg_text": 1, "since": "/etc", "only": "card"}
    assert list_build_arguments(odd, {"card"}, {"kit": "kits/tiny"}) == []


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
        {"thickness": "1.1"},
        {"settings": "card.copies"},
        {"settings": "card.copies=2\nboard.size=[1, 1]"},
        {"settings": "card.front=" + "x" * 300},
        {"settings": "card.copies=2\n" * 51},
        {"settings": ["card.copies=2"]},
        {"colors": {"suit.moon": "#000000"}},
        {"colors": {"suit.sun": "red"}},
        {"colors": {"suit.sun": "#ABCDEF"}},
        {"colors": ["suit.sun"]},
    ],
)
def test_what_is_not_to_be_had_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ChoiceError):
        parse(given)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"bleed": "11"}, "bleed is a length in mm from 0 to 10"),
        ({"thickness": "thin"}, "the paper's thickness is a length in mm from 0 to 1"),
        ({"settings": "card.size"}, "a value of a part is PART.KEY=VALUE on a line of its own, such as card.copies=5"),
        ({"backs": "inside"}, "what was chosen for 'backs' is no longer to be had; reload the page"),
    ],
)
def test_a_refusal_says_what_can_be_chosen(given: dict[str, object], says: str) -> None:
    with pytest.raises(ChoiceError) as refused:
        parse(given)
    assert str(refused.value) == says
