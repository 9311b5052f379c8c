"""Report nets of the game's own that do not close, unless the data say so."""

from collections.abc import Iterator, Sequence
from typing import Any

from generator.geometry.solids import find_meeting_edges
from generator.language.plurals import count_noun
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.model.net import fold_panels


def check_open_nets(game: Game, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report, as a note, each net that stays open at some edges when folded, unless its data say so (GF347)."""
    for part in parts:
        data: Any = game.parts[part.id]
        net = part.designs[0].whole_net
        if not part.traits.free or data.closed is not None or net is None:
            continue
        open_edges = [name for name, _, others in find_meeting_edges(fold_panels(net)) if len(others) != 1]
        if open_edges:
            text = (
                f"once folded, {part.id!r} is open at {count_noun(len(open_edges), 'edge')}, such as {open_edges[0]!r}"
            )
            advice = "write `closed: false` if it should stay open, or `closed: true` to list each open edge"
            yield Finding("GF347", game.place("parts", part.id), f"{text}; {advice}", "note")
