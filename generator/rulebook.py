"""A kit goes in, its rules come out typeset, with the figures that the same templates and pens have drawn."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.model.figure import Figure
from generator.model.figures import FigureData
from generator.model.finding import DataError, Finding, refuse
from generator.model.game import Design, Part
from generator.model.language import Terms
from generator.model.nearest import did_you_mean
from generator.model.options import Options
from generator.model.paper import Side, half
from generator.model.picture import Font, Picture
from generator.model.place import Place
from generator.sheets import Kit

if TYPE_CHECKING:
    from generator.booklet.imprint import Imprint
    from generator.write.pdf_figures import Plates

_FACES = {
    "serif": ("Source Serif Pro", 400, False),
    "serif-bold": ("Source Serif Pro", 700, False),
    "serif-italic": ("Source Serif Pro", 400, True),
    "serif-bolditalic": ("Source Serif Pro", 700, True),
    "sans": ("Source Sans Pro", 400, False),
    "sans-bold": ("Source Sans Pro", 700, False),
}


def print_rules(kit: Kit, options: Options) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file of the rules; DataError for what is wrong with them or a figure."""
    from generator.booklet import read, typeset
    from generator.booklet.blocks import thumbs_of

    data, imprint = kit.game.data, _imprint(kit)
    fonts = {name: kit.fonts.find(*face) for name, face in _FACES.items()}
    file = str(Path(kit.game.file).parent / (data.rules or ""))
    drawn = _drawn(kit)
    blocks = read(
        kit.game.rules or "",
        place_file=file,
        fonts=fonts,
        figures={name: kit.game.place("figures", name) for name in data.figures},
        part=lambda reference, place: _part(kit, reference, place)[0].title,
        terms=imprint.terms,
        language=imprint.language,
        marked=kit.game.marked,
        apart=[data.cover] if data.cover else [],
    )
    thumbs = {name: _thumb(kit, drawn, name) for name in thumbs_of(blocks)}
    page = half(kit.press.paper)
    for paper, folded in ((page, True), (kit.press.paper, False)):
        if paper is not None:
            plates = _plates(kit, fonts)
            figures = {name: _figure(kit, plates, name, picture) for name, picture in drawn.items()}
            small = {name: plates.figure(name, *thumb) for name, thumb in thumbs.items()}
            made = typeset(blocks, imprint, paper, fonts, file, figures, small, folded=folded)
            yield f"{kit.game.id}-rules-{paper.name}.pdf", made.pdf


def _imprint(kit: Kit) -> "Imprint":
    from generator.booklet.imprint import Imprint

    data, terms = kit.game.data, Terms()
    least, most = data.players
    players = terms.players_alike if least == most else terms.players
    return Imprint(
        title=data.title,
        about=data.about,
        players=players.format(least=least, most=most),
        version=data.version,
        language=data.language,
        terms=terms,
        credits=tuple(data.credits),
        notice=data.notice,
        build=kit.build,
        cover=data.cover,
    )


def _part(kit: Kit, reference: str, place: Place) -> tuple[Part, Design, Side]:
    """Return the part, the design and the side of `part:hand.red.3.back`; GF008 if there is none of that name."""
    name, _, rest = reference.removeprefix("part:").partition(".")
    part = next((part for part in kit.every if part.id == name), None)
    if part is None:
        raise refuse("GF008", place, f"the game has no part {name!r}{did_you_mean(name, kit.game.parts)}")
    side: Side = "back" if part.back and (rest == "back" or rest.endswith(".back")) else "front"
    wanted = rest.removesuffix("back").removesuffix(".") if side == "back" else rest
    designs = {design.id: design for design in part.designs}
    if wanted and wanted not in designs:
        raise refuse("GF008", place, f"the part {name!r} has no design {wanted!r}{did_you_mean(wanted, designs)}")
    return part, designs[wanted or part.designs[0].id], side


def _thumb(kit: Kit, drawn: Mapping[str, Picture], reference: str) -> tuple[Picture, str, Place]:
    kind, _, name = reference.partition(":")
    if kind == "figure":
        return drawn[name], kit.game.data.figures[name].alt, kit.game.place("figures", name)
    part, design, side = _part(kit, reference, Place(kit.game.file))
    return kit.faces.draw(part, design, side), part.title, part.place


def _plates(kit: Kit, fonts: Mapping[str, Font]) -> "Plates":
    from reportlab.pdfbase.pdfmetrics import getFont

    from generator.booklet.typefaces import register
    from generator.write.pdf_figures import Plates

    known = {fonts[name].data: getFont(registered) for name, registered in register(fonts).items()}
    return Plates(kit.press.paper, kit.fonts.find, lambda font: known.get(font.data))


def _drawn(kit: Kit) -> Mapping[str, Picture]:
    """Return the figures by their ids; DataError with the first fault of each that has one."""
    drawn, findings = dict[str, Picture](), list[Finding]()
    for name, data in kit.game.data.figures.items():
        try:
            drawn[name] = _picture(kit, name, data)
            if not drawn[name].shapes:
                raise refuse("GF306", kit.game.place("figures", name), f"the figure {name!r} draws nothing")
        except DataError as error:
            findings.extend(error.findings)
    if findings:
        raise DataError(findings)
    return drawn


def pictures(kit: Kit) -> dict[str, Picture]:
    """Return the figures by their ids, as they are drawn; DataError with the first fault of one."""
    return {name: _picture(kit, name, data) for name, data in kit.game.data.figures.items()}


def _picture(kit: Kit, name: str, data: FigureData) -> Picture:
    named, said = kit.game.place("figures", name, "template"), _said(kit, name, data)
    return kit.faces.page(data.drawn, _values(kit, data), *data.size, f"figure {name}", named, said)


def _figure(kit: Kit, plates: "Plates", name: str, picture: Picture) -> Figure:
    return plates.figure(name, picture, kit.game.data.figures[name].alt, kit.game.place("figures", name))


def _said(kit: Kit, name: str, data: FigureData) -> dict[object, Place]:
    """Return the places of the figure's values, and of those of its part: what its template looks up may be one."""
    owners: dict[tuple[str, str], Mapping[str, Any]] = {("figures", name): data.values}
    if data.part:
        owners["parts", data.part] = kit.game.parts[data.part].values
    found: dict[object, Place] = {}
    for owner, values in owners.items():
        for path, value in _leaves(values, (*owner, "values")):
            found.setdefault(value, kit.game.place(*path))
    return found


def _leaves(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield each value that is no list and no mapping, with its path in the data."""
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path, value
    for key, each in inner or ():
        yield from _leaves(each, (*path, key))


def _values(kit: Kit, data: FigureData) -> dict[str, Any]:
    """Give the template what the figure's part knows, with the figure's own `values` over those of the part.

    `parts` leads to each of the further parts: what its own templates know, its `designs` by id, and `w` and `h`.
    """
    known = {part.id: part for part in kit.every}
    parts = {name: _known(known[name]) for name in data.parts}
    part = known.get(data.part or "")
    if part is None:
        return {"values": data.values, "parts": parts}
    size = {"board_w": part.outline.width, "board_h": part.outline.height}
    first, *others = (design.values for design in part.designs)
    alike = {key: each for key, each in first.items() if all(other.get(key) == each for other in others)}
    values = {**part.values["values"], **data.values}
    return {**part.values, **alike, "part": part, **size, "values": values, "parts": parts}


def _known(part: Part) -> dict[str, Any]:
    size = {"w": part.outline.width, "h": part.outline.height}
    return {**part.values, **size, "part": part, "designs": {design.id: design.values for design in part.designs}}
