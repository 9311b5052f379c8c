"""What one tag does to many pieces is one finding; a deck in which each face has faults is not drawn to the last."""

from generator.geometry.types import Outline
from generator.model.finding import Finding, Place
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.render.fault_places import _MOST_FOUND, gather_faults
from tests.render.drawing import make_part


def test_faces_are_looked_at_until_enough_faults_are_found() -> None:
    designs = tuple(Design(f"c{n}", {}, 1, Place("game.yaml", 9, n)) for n in range(_MOST_FOUND))
    part, looked = make_part(Outline(50, 50), 0.0, designs=designs), list[str]()

    def find(part: Part, design: Design, side: Side) -> list[Finding]:
        looked.append(design.id)
        return [Finding("GF201", Place("c.svg.j2", line), f"wrong (drawing {design.id} front)") for line in range(20)]

    found = gather_faults([part], find)
    assert len(looked) == _MOST_FOUND // 20
    assert [(each.code, each.place.line) for each in found] == [*(("GF201", n) for n in range(20)), ("GF299", 9)]
    assert found[3].message == "wrong (drawing c0 front and 299 more)"
