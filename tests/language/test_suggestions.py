"""Which name is suggested for a misspelled one, and when none is."""

from generator.language.suggestions import did_you_mean, nearest_name
from tests.samples import for_each

KEYS = ("title", "version", "players", "colors", "parts", "claims", "copies", "front", "back")


@for_each(
    [
        ("tilte", KEYS, "title"),
        ("pgn", ("png", "pdf", "svg"), "png"),
        ("cpies", KEYS, "copies"),
        ("colours", KEYS, "colors"),
        ("Front", KEYS, "front"),
        ("PLAYER.RED", ("player.red", "player.blue"), "player.red"),
        ("hero.csv", ("heroes.csv", "game.yaml"), "heroes.csv"),
        ("gold", ("cost_gold", "cost_wood"), "cost_gold"),
        ("a44", ("a3", "a4", "letter"), "a4"),
        ("warn", ("error", "trap", "warning"), "warning"),
        ("foo", ("color", "format", "out"), ""),
        ("wall", ("hall_of_kings", "tower"), ""),
        ("red", ("rod", "blue"), "rod"),
        ("cost", ("copies", "const_value"), ""),
        ("strength", ("length", "health"), ""),
        ("x", ("y", "z"), ""),
        ("x" * 61, ("x" * 60,), ""),
    ]
)
def test_a_name_is_suggested_only_if_it_may_have_been_meant(typed: str, known: tuple[str, ...], near: str) -> None:
    assert nearest_name(typed, known) == near


def test_few_names_are_listed_where_none_is_near() -> None:
    assert did_you_mean("foo", ["b", "a"]) == "; there are 'a' and 'b'"
    assert did_you_mean("foo", ["a"]) == "; there is 'a'"
    assert did_you_mean("foo", []) == ""
    assert did_you_mean("tilte", KEYS) == "; did you mean 'title'?"
    assert did_you_mean("foo", [f"n{n}" for n in range(19)]) == ""
