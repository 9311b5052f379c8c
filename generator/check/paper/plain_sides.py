"""Check that the side of a folded piece that a figure calls plain shows less than its other sides (GF158)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from generator.check.paper.drawn_places import DrawnPlace, list_drawn_places
from generator.check.paper.face_pages import KitPages, LocatedFault, PageFault

_PLAIN = frozenset({
    "plain", "blank", "bare", "empty", "unmarked",
    "leer", "unbedruckt", "glatt",
    "vide", "vierge", "nu", "nue", "lisse",
})  # fmt: skip


def find_fuller_plain_sides(pages: KitPages) -> Iterator[LocatedFault]:
    """Report a side that a figure's caption calls plain, if it shows more than the side called otherwise (GF158)."""
    folded = [face for face in pages.faces if face.side == "front" and face.designs[0].net is not None]
    for figure, captions in _list_captions(pages).items():
        for face in (face for face in folded if face.part.id == figure[1]):
            places = {place.declared.id: place for place in list_drawn_places(face)}
            yield from ((face, fault) for fault in _compare_sides(places, captions))


def _list_captions(pages: KitPages) -> Mapping[tuple[str, str], Mapping[str, str]]:
    """Return what captions call the sides of pieces, by the name of the figure and the part."""
    found: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for name, figure in pages.game.data.figures.items():
        for thing in figure.things or ():
            if thing.says:
                found[name, thing.part].setdefault(thing.side, thing.says)
    return found


def _compare_sides(places: Mapping[str, DrawnPlace], captions: Mapping[str, str]) -> Iterator[PageFault]:
    plain = {side for side, says in captions.items() if says.casefold() in _PLAIN}
    others = [side for side in captions if side not in plain and side in places]
    for side in sorted(plain & places.keys()):
        for other in others:
            if len(places[side].shapes) > len(places[other].shapes):
                says = (
                    f"a figure calls the side {side!r} {captions[side]!r}, but that"
                    f" side shows more than the side {other!r}"
                )
                yield PageFault("GF158", f"plain {side}", says, places[side].group.address, "warning")
                return
