"""Report weights of paper in the rules that the paper of the parts they name cannot have (GF165)."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.check.prose.game_words import GameWords
from generator.check.prose.rules_prose import RulesProse, Span
from generator.model.finding import Finding
from generator.model.game import Game, Part

_WEIGHT = re.compile(r"(?P<low>\d{2,3})(?:(?: (?:to|bis|\u00e0) |[-\u2013])(?P<high>\d{2,3}))? ?(?:gsm|g/m\u00b2)")
_PAPERS = frozenset("card cardstock paper karton papier carton".split())  # which parts are made of

_Range = tuple[int, int]


def check_paper_weights(
    prose: RulesProse, vocabulary: GameWords, game: Game, parts: Sequence[Part]
) -> Iterator[Finding]:
    """Report `pyramids: 60 to 80 gsm` where the `stock` of the pyramids is card of 200 gsm (GF165)."""
    stocks = {part.id: weight for part in parts if (weight := _read_weight(game.parts[part.id].stock or ""))}
    if not stocks or "g" not in prose.plain:
        return
    rows = [(row[0], (row[0][0], row[-1][1])) for table in prose.tables for row in table.rows if row]
    cells = {cell for table in prose.tables for row in table.rows for cell in row}
    spans = [(each.start, each.end) for each in prose.sentences]
    for naming, span in (*rows, *((span, span) for span in spans if span not in cells)):
        if not prose.is_about_variants(prose.find_section(span[0])):
            yield from _check_span(prose, vocabulary, game, stocks, naming, span)


def _read_weight(text: str) -> _Range | None:
    found = _WEIGHT.search(text)
    return (int(found["low"]), int(found["high"] or found["low"])) if found else None


def _check_span(
    prose: RulesProse,
    vocabulary: GameWords,
    game: Game,
    stocks: Mapping[str, _Range],
    naming: Span,
    span: Span,
) -> Iterator[Finding]:
    """Report the only weight in a span if none of the parts that its words, or its first cell, name has such paper."""
    found = [*_WEIGHT.finditer(prose.plain, *span)]
    if len(found) != 1 or prose.is_held(found[0].start()):
        return
    low, high = int(found[0]["low"]), int(found[0]["high"] or found[0]["low"])
    nouns = {token.word for token in prose.tokenize(*naming)} - _PAPERS
    named = {part for noun in nouns for part in vocabulary.own.get(noun, ()) if part in stocks}
    if named and all(high < stocks[part][0] or low > stocks[part][1] for part in named):
        part = min(named)
        message = f"the rules say {found[0][0]!r}, but the paper of {part!r} is {game.parts[part].stock!r}"
        place = game.place("parts", part, "stock")
        yield prose.report("GF165", found[0].start(), f"{message} ({place}); correct one of them", "note")
