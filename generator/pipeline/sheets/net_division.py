"""Divide folded pieces that are larger than the paper into pieces that are glued together."""

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.geometry.types import Box, Outline
from generator.model.finding import DataError, refuse
from generator.model.game import Design, NetPiece, Part
from generator.model.net import Net
from generator.model.sheet import ArtTraits
from generator.pipeline.options import Options
from generator.render.faces import FaceRenderer

if TYPE_CHECKING:
    from generator.components.nets.division import NetShare

Fits = Callable[[float, float], bool]
_SURE = 36.0  # mm: a net that leaves so much of the paper fits, whatever its bleed


def divide_to_fit(part: Part, faces: FaceRenderer, options: Options) -> Part:
    """Return the part with each net that is larger than the paper in pieces; GF304 if it cannot be divided.

    A part that is not asked for is divided too, because claims count what the whole kit has, but it is not refused.
    """
    if not part.traits.divided or all(_fits_surely(design, options) for design in part.designs):
        return part
    try:
        return _divide_part(part, faces, options)
    except DataError:
        if not options.prints_part(part.id):
            return part
        raise


def _fits_surely(design: Design, options: Options) -> bool:
    paper = options.sheet_paper
    net = design.net
    return net is None or (
        options.printer is None
        and not options.margins
        and net.width + _SURE <= paper.width
        and net.height + _SURE <= paper.height
    )


def _divide_part(part: Part, faces: FaceRenderer, options: Options) -> Part:
    from generator.components.nets.division import divide_net

    look = faces.measure_bleeds(part, options.backs != "none").follow(options.cutting)
    fits = _make_fit_test(part, look, options)
    alone = len(part.designs) == 1 and part.designs[0].id == "1"
    designs: list[Design] = []
    for design in part.designs:
        if design.net is None or fits(design.net.width, design.net.height):
            designs.append(design)
        else:
            pieces = divide_net(design.net, fits, _find_texts(part, design, faces))
            if not pieces:
                raise refuse("GF304", part.place, _describe_oversize(part, design.net, fits, options.paper))
            designs += _make_designs(design, pieces, alone)
    return replace(part, designs=tuple(designs))


def _find_texts(part: Part, design: Design, faces: FaceRenderer) -> list[Box]:
    """Return the boxes (mm) of the texts on a net, with the room that they need from a cut."""
    boxes = faces.text_boxes(replace(part, designs=(design,)))
    return [
        (left - part.safe, top - part.safe, right + part.safe, bottom + part.safe) for left, top, right, bottom in boxes
    ]


def _make_designs(design: Design, pieces: "Sequence[NetShare]", alone: bool) -> Iterator[Design]:
    """Yield a design for each piece of its net; ids omit that of the design if it is the only one and has no name."""
    from generator.components.nets.assembly import net_trim, net_values

    for number, (letter, (net, matrix)) in enumerate(zip(_list_letters(), pieces, strict=False), 1):
        values = {**design.values, **net_values(net), "piece": {"number": number, "of": len(pieces)}}
        name = letter if alone else f"{design.id}.{letter}"
        piece = NetPiece(number, len(pieces), design, matrix)
        yield design._replace(id=name, values=values, outline=net_trim(net), net=net, net_piece=piece)


def _list_letters() -> Iterator[str]:
    """Yield a, b and so on, then aa, ab."""
    yield from ascii_lowercase
    yield from (one + other for one in ascii_lowercase for other in ascii_lowercase)


def _make_fit_test(part: Part, look: ArtTraits, options: Options) -> Fits:
    """Return what tells whether a net of this width and height fits on a sheet."""
    from generator.impose.grid import DesignBatch, Field, choose_slot
    from generator.impose.printer_correction import measure_print_area

    whole = options.sheet_paper
    paper = measure_print_area(options.printer, whole, options.backs, options.page_margins).shrink(whole)

    def fits(width: float, height: float) -> bool:
        batch = DesignBatch(part, Outline(width, height, "polygon"), part.designs[:1])
        return choose_slot(batch, look, Field(paper), 1) is not None

    return fits


def _describe_oversize(part: Part, net: Net, fits: Fits, paper: str) -> str:
    from generator.components.nets.face_shares import explain_undivided

    size = f"the part {part.id!r} ({net.width:.4g} x {net.height:.4g} mm as a net)"
    why = explain_undivided(net, fits) or "no cuts along its folds leave room for tabs"
    says = f"{size} does not fit on {paper} paper, not even in pieces: {why}"
    return f"{says}; make it smaller or choose a larger paper"
