"""Test the five sentences with which a playtest begins: each figure, its error, and what depends on the policy."""

from typing import Any

from generator.pipeline.playtest.answers import answer_questions
from tests.samples import for_each


def make_result(policy: str, players: int = 2, **changes: Any) -> dict[str, Any]:
    """Return the result of 2,500 even games of 20 turns."""
    share = 1 / players
    measures = {
        "peat runs out": {"mean": 0.25, "se": 0.0087},
        "oil runs out": {"mean": 0.0, "se": 0.0},
        "dig chosen": {"mean": 4.5, "se": 0.04},
        "rest chosen": {"mean": 0.5, "se": 0.01},
    }
    result = {
        "players": players,
        "policy": policy,
        "games": 2500,
        "turns": {"mean": 20.0, "se": 0.1, "p95": 27},
        "wins_by_order": [share] * players,
        "wins_by_seat": {str(seat): share for seat in range(players)},
        "fair": {"order": {"fair": True, "p": 0.5}, "seat": {"fair": True, "p": 0.5}},
        "unfinished": 0,
        "measures": measures,
    }
    return {**result, **changes, "measures": {**measures, **changes.get("measures", {})}}


def test_five_sentences_have_figures_and_errors() -> None:
    assert answer_questions([make_result("random"), make_result("greedy")]) == [
        "Played by greedy, a game takes 20.0 turns (± 0.1) with 2 players; 95 of 100 games of 2 end within 27.",
        "Of 2 players the first wins 50.0 % (± 1), where 50.0 % would be even, which may be chance.",
        "With 2 players these run out, in so many of the games: peat in 25.0 % (± 0.87); oil in 0.0 % (± 0).",
        "Everything is used; least often rest, 0.5 times a game (± 0.01).",
        "Look next at a variant: change a word of play.yaml or a value of the data, and compare.",
    ]


def test_what_depends_on_the_policy_is_said() -> None:
    random = make_result("random", turns={"mean": 60.0, "se": 1.0, "p95": 99}, wins_by_order=[0.6, 0.4])
    random["measures"]["peat runs out"] = {"mean": 0.99, "se": 0.002}
    told = answer_questions([random, make_result("greedy")])
    assert ["but 60.0 at random" in told[0], "(60.0 % at random)" in told[1], "at random in 99.0 %" in told[2]] == [
        True
    ] * 3
    assert told[4].startswith(
        "Look next at good play: with 2 players, greedy and random differ in length and wins by order by more"
    )


@for_each([
        ({"wins_by_order": [0.3, 0.7], "fair": {"order": {"fair": False, "p": 1e-9}, "seat": {"fair": True, "p": 1}}}, 1,
         "Of 2 players the second wins 70.0 % (± 0.92), where 50.0 % would be even, which is not chance."),
        ({"measures": {"rest chosen": {"mean": 0.0, "se": 0.0}}}, 3, "Never used in 2,500 games: rest."),
        ({"measures": {"peat runs out": {"mean": 0.0, "se": 0.0}}}, 2, "With 2 players nothing runs out in any of 2,500 games."),
        ({"unfinished": 500}, 4, "Look first at why 20.0 % (± 0.8) of the games of 2 do not end: add an end, or a reason to get on."),
        ({"games": 100}, 4, "Play more games: shares are known to ± 5.0 % only, and `--games 625` would make that ± 2 %."),
        ({"policy": "random"}, 4, "Look next at good play: all of this is random, so write a `score` in play.yaml, by which `greedy` plays, or let `--policy search --games 50` play each choice on, which takes minutes."),
            ({"fair": {"order": {"fair": False, "p": 1e-9}, "seat": {"fair": True, "p": 1}}}, 4,
             "Look next at the start: with 2 players, let those who begin have less or the others more, until p of the order is above 0.01; it is 1e-09 now."),
    ])  # fmt: skip
def test_a_sentence_tells_what_stands_out(changes: dict[str, Any], number: int, says: str) -> None:
    assert (
        answer_questions(
            [make_result("greedy") | {} if not changes else make_result(**{"policy": "greedy", **changes})]
        )[number]
        == says
    )
