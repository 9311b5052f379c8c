"""A number in what a claim says is in its check, or comes out of it."""

from generator.check.claims.calls import ClaimCall
from generator.check.claims.evaluation import ContextAnswer
from generator.check.claims.judge import report_unheld_number
from generator.model.finding import Place
from generator.model.rules import Claim
from tests.samples import for_each

PLACE = Place("wren/game.yaml", 9, 5)


def tell(says: str, check: str, result: object = 54) -> str:
    """Return the number that is told of a claim whose check calls one function; empty if none is."""
    claim = Claim("C1", says, "rules", check, "error", PLACE)
    call = ClaimCall("count('card')", result, lambda: ())
    found = report_unheld_number(claim, [ContextAnswer("data", True, (call,))])
    if found is None:
        return ""
    assert (found.code, found.place, found.level) == ("GF137", PLACE, "note")
    return found.message.partition("the number '")[2].partition("'")[0]


@for_each(
    [
        ("53 cards in all", "count('card') == 54", "53"),
        ("fifty-three cards in all", "count('card') == 54", "fifty-three"),
        ("54 cards, nine of each", "count('card') == 54", "nine"),
        ("54 cards in all", "count('card') == 54", ""),
        ("fifty-four cards", "count('card') > 3", ""),
        ("no two of the 54 cards are alike", "distinct('card') == count('card')", ""),
        ("cell r5c7 and 2.5 mm, C9, at 7:30", "count('card')", ""),
        ("a small one for four players", "figure('setup-four', 'things') == []", ""),
        ("two lines with four players", "drawn_in('seats', 'line', inside='table.4') == []", ""),
        ("four players", "figure('fourteen', 'r4c4') == []", "four"),
        ("four kinds", "values('card', 'kind') == ['a', 'b', 'c', 'd']", ""),
    ]
)
def test_a_number_that_a_check_neither_has_nor_gives_is_told(says: str, check: str, told: str) -> None:
    assert tell(says, check) == told


@for_each([[1, 2, 3, 4, 5, 6, 7], {"a": 7}, ["7 gems"], 7.0])
def test_what_a_call_gives_holds_its_numbers_and_lengths(result: object) -> None:
    assert (tell("7 of them", "f()", result), tell("8 of them", "f()", result)) == ("", "8")
