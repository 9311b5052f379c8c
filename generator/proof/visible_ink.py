"""The amount of ink that must change on the paper for a fact to count as seen."""

from generator.geometry.polygon import polygon_area
from generator.model.facts import VISIBLE_INK, Fact

_SHARES = {"kind": 0.0015, "color": 0.0015}  # of a cell: what tells them must be seen across the table
_OF_FACE = 0.002  # of a face of a die: a dot of 0.8 mm on 16 mm
_LEAST_INK = 1.5  # mm2, however large the cell is


def least_ink(fact: Fact) -> float:
    """Return the ink (mm2 at full contrast) that must change with a fact."""
    share = _OF_FACE if fact.kind == "face" else _SHARES.get(fact.name, 0.0) if fact.kind == "cell" else 0.0
    area = sum(abs(polygon_area(points)) for points in fact.areas) if share else 0.0
    return max(VISIBLE_INK, min(share * area, _LEAST_INK))
