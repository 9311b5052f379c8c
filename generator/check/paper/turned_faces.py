"""Check that the faces of a net are drawn as the net turns them (GF158)."""

from collections.abc import Iterator
from math import atan2, degrees

from generator.check.paper.face_pages import Face, PageFault
from generator.geometry.matrix import Matrix, invert_matrix, multiply_matrices

_PREFIX = "face."


def find_turned_faces(face: Face) -> Iterator[PageFault]:
    """Report the one face of a net that is turned against the net, which turns all faces as they are folded (GF158)."""
    net = face.designs[0].net
    panels = {panel.id: panel for panel in net.panels} if net and face.side == "front" else {}
    turned, upright = [], 0
    for group in face.drawing.groups if panels else ():
        panel = panels.get(group.name.removeprefix(_PREFIX)) if group.name.startswith(_PREFIX) else None
        back = invert_matrix(panel.matrix) if panel and not group.inside else None
        if panel and back:
            turn = _measure_turn(multiply_matrices(back, group.matrix))
            upright += not turn
            turned += [(group, turn)] if turn else []
    if upright and len(turned) == 1:
        group, turn = turned[0]
        says = f"{group.name!r} is turned by {turn}° more than the net turns it; no other face is"
        yield PageFault("GF158", "turned face", says, group.address, "warning")


def _measure_turn(matrix: Matrix) -> int:
    """Return by how many degrees a matrix turns clockwise, from 0 to 359."""
    return round(degrees(atan2(matrix[1], matrix[0]))) % 360
