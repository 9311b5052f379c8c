"""Where no page behind folded pieces shows what is glued, the page on how to print does."""

import re

from msgspec.structs import replace

from generator.impose.imposition import Imposition
from generator.model.net import Net
from generator.model.paper import PAPERS, BackLayout
from generator.model.picture import Group, Shape, Text
from generator.model.sheet import ArtTraits
from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.sheets.instructions import render_instructions
from generator.pipeline.sheets.net_pictures import list_glue_pictures
from tests.impose.samples import Piece, label_font, make_part
from tests.impose.test_glue import CUBE, DISC, STANDEE
from tests.kits import ROOT
from tests.samples import for_each


def impose(backs: BackLayout, *nets: Net) -> Imposition:
    """Impose two pieces of each net, and a card with a back."""
    parts = [make_part(Piece("card", back=0.0))]
    for number, net in enumerate(nets):
        part = make_part(Piece(f"p{number}", net.width, net.height, (2,)))
        parts.append(replace(part, back=None, designs=tuple(each._replace(net=net) for each in part.designs)))
    return Imposition(
        parts, lambda _: ArtTraits(0.0, 0.0, True, True), PAPERS["a4"], backs, label_font(), "Wren", "0123abcd"
    )


@for_each(["fold", "none"])
def test_what_is_glued_is_pictured_without_a_page_behind_it(backs: BackLayout) -> None:
    found = list_glue_pictures(impose(backs, STANDEE, DISC, CUBE, STANDEE), str)
    assert [each.titles for each in found] == [["Part p0", "Part p3"], ["Part p1"]]
    for each in found:
        assert each.width >= each.height  # turned to lie
        numbers = [*map(float, re.findall(r"[\d.]+", each.hatch))]
        assert 0 < min(numbers) < max(numbers[::2]) < each.width
        assert max(numbers[1::2]) < each.height
    assert [each.outline.count("M") for each in found] == [1, 1]


@for_each(["long-edge", "short-edge"])
def test_pages_behind_the_pieces_need_no_pictures(backs: BackLayout) -> None:
    assert list_glue_pictures(impose(backs, STANDEE, DISC), str) == []


def test_a_blank_side_is_seen_from_behind() -> None:
    (seen,) = list_glue_pictures(impose("fold", STANDEE), str.upper)
    assert seen.titles == [title.upper() for title in seen.titles] != []
    ends = {round(float(x), 2) for x, _ in re.findall(r"([\d.]+) ([\d.]+)", seen.folds)}
    assert ends == {round(STANDEE.height - y, 2) for fold in STANDEE.folds for y in (fold.y1, fold.y2)}


def list_texts(shapes: tuple[Shape, ...]) -> list[str]:
    texts = [each.text for each in shapes if isinstance(each, Text)]
    return texts + [text for each in shapes if isinstance(each, Group) for text in list_texts(each.shapes)]


def test_the_page_on_how_to_print_shows_them() -> None:
    kit = prepare_kit(ROOT / "layouts" / "psychopaths", Options(backs="fold", sheets_only=True))
    texts = list_texts(render_instructions(kit, "interleaved")[0].shapes)
    assert {each for each in texts if each.startswith("blank side")} == {"blank side: The psycho", "blank side: Pawns"}
    assert "wherever the pictures below show them hatched." in " ".join(texts)
