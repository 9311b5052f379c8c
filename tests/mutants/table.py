"""Markdown tables of the outcomes: by game and sort of fact, and of the survivors with their reasons."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from tests.mutants.harmless import Reason, find_reason
from tests.mutants.judge import Outcome

_HEAD = ("game", "facts", "made", "by the data", "by a build", "named", "harmless", "survived")


def outcome_table(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the lines of a Markdown table: a row for each sort of fact in each game, and a total."""
    rows = [[game, sort, *_count_outcomes(found)] for (game, sort), found in _group_outcomes(outcomes)]
    every = ["all", "", *_count_outcomes(outcomes)]
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (_HEAD, *rows, every)]
    return [lines[0], "|---|---|" + "--:|" * (len(_HEAD) - 2), *lines[1:]]


def _group_outcomes(outcomes: Sequence[Outcome]) -> Iterator[tuple[tuple[str, str], list[Outcome]]]:
    games = list(dict.fromkeys(each.mutant.game for each in outcomes))
    key = [(games.index(each.mutant.game), each.mutant.sort) for each in outcomes]
    order = sorted(range(len(outcomes)), key=key.__getitem__)
    for (game, sort), numbers in groupby(order, key.__getitem__):
        yield (games[game], sort), [outcomes[number] for number in numbers]


def _count_outcomes(found: Sequence[Outcome]) -> list[int]:
    left = [each for each in found if not each.by]
    fine = sum(find_reason(each.mutant) is not None for each in left)
    caught = [sum(each.by == by for each in found) for by in ("data", "build")]
    return [len(found), *caught, sum(each.named for each in found), fine, len(left) - fine]


def reason_table(outcomes: Iterable[Outcome]) -> list[str]:
    """Return the lines of a Markdown table of the survivors with a reason: number, example and reason."""
    found: dict[Reason, list[str]] = {}
    for each in outcomes:
        if not each.by and (why := find_reason(each.mutant)):
            found.setdefault(why, []).append(f"{each.mutant.sort}: {each.mutant.what}")
    rows = [f"| {row.game} | {len(what)} | `{what[0]}` | {row.why} |" for row, what in found.items()]
    return ["| game | how many | such as | why that does no harm |", "|---|--:|---|---|", *rows]


def find_unexplained(outcomes: Iterable[Outcome]) -> list[str]:
    """Return each mutant that survived and has no reason."""
    return [str(each.mutant) for each in outcomes if not each.by and find_reason(each.mutant) is None]
