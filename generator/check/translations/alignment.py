"""Align the blocks of a translation with those of the first rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.check.translations.blocks import RulesBlock

_MOST_BLOCKS = 3000  # the work grows with the band; beyond it, blocks of the same order are compared
_BAND = 60  # blocks that one language may be ahead of the other
# The costs are weighed against one another: leaving out two blocks costs more than pairing any two that may translate
# each other at all (0.8 + 0.8 + 0.9 + 0.6 at most, and seldom), and always less than pairing a heading with a row.
_GAP = 1.0  # of a block that the other language lacks
_NEVER = 9.0  # of two blocks that cannot be translations of each other
_OTHER_SHAPE = 0.8  # of a paragraph that is a list item, or a quoted one that is not
_OTHER_FACTS = 0.9  # of blocks that have no fact in common
_OTHER_LENGTH = 0.6  # of a long block and an empty one


class BlockPair(NamedTuple):
    """A block and its translation; None where one language has no such block."""

    first: RulesBlock | None
    other: RulesBlock | None


def align_blocks(first: Sequence[RulesBlock], other: Sequence[RulesBlock]) -> list[BlockPair]:
    """Return the blocks in pairs: one by one if their kinds agree, otherwise those of least cost."""
    same = [block.kind for block in first] == [block.kind for block in other]
    if same or max(len(first), len(other)) > _MOST_BLOCKS:
        return [BlockPair(*each) for each in zip(first, other, strict=False)]
    return list(_align_by_cost(first, other))


def _align_by_cost(first: Sequence[RulesBlock], other: Sequence[RulesBlock]) -> Iterator[BlockPair]:
    """Yield the pairs of least cost (Needleman and Wunsch, 1970), within a band around the diagonal."""
    band = _BAND + abs(len(first) - len(other))
    best: dict[tuple[int, int], tuple[float, int, int]] = {(0, 0): (0.0, 0, 0)}
    for i in range(len(first) + 1):
        for j in range(max(0, i - band), min(len(other), i + band) + 1):
            ways = [(best[i - 1, j][0] + _GAP, -1, 0)] if (i - 1, j) in best else []
            if (i, j - 1) in best:
                ways.append((best[i, j - 1][0] + _GAP, 0, -1))
            if (i - 1, j - 1) in best:
                ways.append((best[i - 1, j - 1][0] + _measure_cost(first[i - 1], other[j - 1]), -1, -1))
            if ways:
                best[i, j] = min(ways)
    pairs, i, j = list[BlockPair](), len(first), len(other)
    while i or j:
        _, di, dj = best[i, j]
        pairs.append(BlockPair(first[i - 1] if di else None, other[j - 1] if dj else None))
        i, j = i + di, j + dj
    yield from reversed(pairs)


def _measure_cost(one: RulesBlock, other: RulesBlock) -> float:
    """Return how unlike two blocks are: 0 for the same kind, facts and length."""
    if one.kind != other.kind and {one.kind, other.kind} - {"paragraph", "item", "note"}:
        return _NEVER
    cost = _OTHER_SHAPE * ((one.kind != other.kind) + (one.depth != other.depth))
    mine, theirs = ({fact.key for fact in block.facts} for block in (one, other))
    if mine or theirs:
        cost += _OTHER_FACTS * (1 - len(mine & theirs) / len(mine | theirs))
    short, long = sorted((one.end - one.start + 20, other.end - other.start + 20))
    return cost + _OTHER_LENGTH * (1 - short / long)


def number_headings(pairs: Sequence[BlockPair]) -> Mapping[str, str]:
    """Return the numbers by which links know the headings of a translation, each with that in the first rules."""
    found, mine, theirs = dict[str, str](), 0, 0
    for first, other in pairs:
        if other and other.kind == "heading":
            found[f"#{theirs}"] = f"#{mine}" if first else f"#+{theirs}"
            theirs += 1
        mine += bool(first and first.kind == "heading")
    return found
