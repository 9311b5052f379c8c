"""Blank sides that are glued are hatched behind their panels, and nothing else is."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from generator.components.nets.die import DieData, unfold_die
from generator.components.nets.foldover import FoldoverData, unfold_foldover
from generator.components.nets.standee import StandeeData, unfold_standee
from generator.geometry.types import Box
from generator.impose.glue import find_glued_panels
from generator.impose.imposition import Imposition
from generator.model.finding import Place
from generator.model.game import Part
from generator.model.net import Net
from generator.model.paper import PAPERS, BackLayout
from generator.model.picture import Group, Path
from generator.model.sheet import ArtTraits, Page
from tests.impose.samples import Piece, label_font, make_part
from tests.samples import for_each


def at(*path: object) -> Place:
    return Place("game.yaml", 1, 1)


STANDEE = unfold_standee(StandeeData(front="a.svg", size=[20, 40], foot=8), {}, at)
DISC = unfold_foldover(FoldoverData(front="a.svg", diameter=18), {}, at)
CUBE = unfold_die(DieData(front="a.svg", size=16, faces=[1, 2, 3, 4, 5, 6]), {}, at)


def make_kit(net: Net, backs: BackLayout) -> list[Page]:
    """Impose two of these pieces, and a card so that the kit has backs."""
    part = make_part(Piece("a", net.width, net.height, (2,)))
    part = replace(part, back=None, designs=tuple(each._replace(net=net) for each in part.designs))
    parts: list[Part] = [part, make_part(Piece("b", 180, 250, (1,), 0.0, 0.0))]
    traits = ArtTraits(0.0, 0.0, True, True)
    press = Imposition(parts, lambda _: traits, PAPERS["a4"], backs, label_font(), "Wren", "0123abcd")
    return list(press.pages())


def list_strokes(page: Page) -> Iterator[Box]:
    """Yield the ends of each stroke of hatching on a page of backs."""
    for group in page.furniture:
        assert isinstance(group, Group)
        a, _, _, d, e, f = group.matrix
        for path in group.shapes:
            assert isinstance(path, Path)
            points = [(a * s[1] + e, d * s[2] + f) for s in path.segments if len(s) == 3]
            yield from ((*one, *other) for one, other in zip(points[::2], points[1::2], strict=True))


@for_each([(STANDEE, 5), (DISC, 2), (CUBE, 0)])
def test_panels_that_a_fold_brings_back_to_back_are_glued(net: Net, count: int) -> None:
    assert len(find_glued_panels(net)) == count


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
@pytest.mark.parametrize("net", [STANDEE, DISC])
def test_hatching_lies_behind_the_pieces(net: Net, backs: BackLayout) -> None:
    front, back = make_kit(net, backs)[:2]
    assert "glue what is hatched" in repr(back.label)
    strokes = list(list_strokes(back))
    assert len(strokes) > 8
    wide, high = PAPERS["a4"].width, PAPERS["a4"].height
    for x1, y1, x2, y2 in strokes:
        xs, ys = sorted((x1, x2)), sorted((y1, y2))
        xs = [wide - xs[1], wide - xs[0]] if backs == "long-edge" else xs
        ys = [high - ys[1], high - ys[0]] if backs == "short-edge" else ys
        assert any(
            p.x + 1.4 <= xs[0] and xs[1] <= p.x + p.width - 1.4 and p.y + 1.4 <= ys[0] and ys[1] <= p.y + p.height - 1.4
            for p in front.placements
            if p.design.net
        )


def test_a_page_behind_pieces_with_tabs_stays_blank() -> None:
    pages = make_kit(CUBE, "long-edge")
    assert not any(page.furniture for page in pages if page.side == "back")
