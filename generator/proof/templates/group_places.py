"""Find the line of a template to edit for a named group of a face: that of its own tag, its text, or what it draws."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from generator.check.analysis.placement import GroupAspect
from generator.model.board import Cell
from generator.model.finding import DataError, DrawingError, Place
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Group, Shape, Text, walk_addresses
from generator.model.printed import ReadPiece
from generator.proof.templates import blame
from generator.proof.templates.source import TemplateSource
from generator.render.faces import FaceRenderer

Address = tuple[int, ...]
_FEWEST_ALIKE, _MOST_ALIKE = 2, 40  # other cells of a kind that are compared with one
_MOST_DESIGNS = 60  # in which a group is sought that is not on its own face


def locate_group(
    faces: FaceRenderer, part: Part, face: ReadPiece, name: str, aspect: GroupAspect, number: int = 0
) -> Place | None:
    """Return the tag of a group of a face; if it is not there, that on another face, or of another one of its kind."""
    own = next((each for each in part.designs if each.id == face.design), part.designs[0])
    for design in (own, *part.designs[:_MOST_DESIGNS]):
        with suppress(DrawingError, DataError):
            shapes = faces.draw_whole(part, design, face.side).shapes
            if any(group.name == name for _, group in find_groups(shapes, name)):
                return locate_named(faces, part, design, face.side, name, aspect=aspect, number=number)
    return locate_named(faces, part, own, face.side, name, aspect=aspect)


def locate_named(
    faces: FaceRenderer, part: Part, design: Design, side: Side, name: str, aspect: GroupAspect, number: int = 0
) -> Place | None:
    """Return the tag of a group on one side of a design; that of what it draws may be the condition of its kind."""
    with suppress(DrawingError, DataError):
        shapes = faces.draw_whole(part, design, side).shapes
        found = list(find_groups(shapes, name.partition(".")[0] + "."))
        same = [each for each in found if each[1].name == name]
        if found:
            chosen = same[min(number, len(same) - 1)] if same else found[0]
            address, group = chosen
            view = _GroupView(faces, part, design, side, name, alike=found, address=address, group=group)
            return view.locate(aspect)
    return None


class _GroupView(NamedTuple):
    """A named group on one side of a design, with all groups of its sort, and where it is among the shapes."""

    faces: FaceRenderer
    part: Part
    design: Design
    side: Side
    name: str
    alike: Sequence[tuple[Address, Group]]
    address: Address
    group: Group

    @property
    def cell(self) -> Cell | None:
        """Return the cell that the group is named after, if it is."""
        return self.part.board.cells.get(self.name.removeprefix("cell.")) if self.part.board else None

    def find_tag(
        self, address: Address, where: Literal["shape", "use"] = "shape", side: Side | None = None
    ) -> Place | None:
        """Return the tag that draws what is at an address."""
        return self.faces.locate_shape(self.part, self.design, side or self.side, address, where)

    def locate(self, aspect: GroupAspect) -> Place | None:
        """Return the line to edit for an aspect of the group; another of its sort stands for one that is not there."""
        own = self.find_tag(self.address)
        if aspect == "range" and own:
            return blame.find_pass_source(own, attribute="class") or own
        if aspect in ("group", "loop"):
            return self._locate_loop(own, aspect) if own else None
        wanted = next(walk_drawn(self.group, self.address, texts=aspect == "text"), self.address)
        place = self.find_tag(wanted, "use" if aspect == "art" else "shape")
        if place is None or (aspect == "text" and (typed := blame.find_typed_list(place))):
            return place and typed
        cell = self.cell if aspect == "art" else None
        return self._locate_art(cell, place, own) if cell else place

    def _locate_loop(self, own: Place, aspect: GroupAspect) -> Place | None:
        """Return the loop that should draw a group, or that draws it too often; or its tag, or its call."""
        if aspect == "group" and self.name.startswith("join."):
            return self._find_arrow_call() or own
        return (aspect == "loop" and blame.find_condition(own, is_loop=True)) or own

    def _find_arrow_call(self) -> Place | None:
        """Return the call of the macro that draws an arrow: the first after what is drawn before it, outside of it."""
        ways = [self.address[:depth] for depth in range(1, len(self.address) + 1)]
        places = [self.find_tag(each) for each in ways]
        macros = [blame.TemplateTag(each).macro if each else "" for each in places]
        root = ways[macros.index(macros[-1])] if macros[-1] else (0,)
        before = self.find_tag((*root[:-1], root[-1] - 1)) if root[-1] else None
        return blame.find_call_after(places[-1], before) if places[-1] and before else None

    def _locate_art(self, cell: Cell, place: Place, root: Place | None) -> Place:
        """Return the condition of what is odd in a cell, or the branch for its kind."""
        if condition := self._find_odd_condition(cell):
            return condition
        kinds = {each.kind for each in self.part.board.cells.values()} if self.part.board else set()
        branch = blame.find_branch(place, cell.kind, kinds)
        if branch == place and root is not None and root.file != place.file:
            branch = blame.find_branch(root, cell.kind, kinds)
            return place if branch == root else branch
        return branch

    def _find_odd_condition(self, cell: Cell) -> Place | None:
        """Return the condition of what a cell draws, or leaves out, unlike all others of its kind."""
        cells = self.part.board.cells if self.part.board else {}
        of_kind = [
            (address, group)
            for address, group in self.alike
            if (other := cells.get(group.name.removeprefix("cell."))) and other.kind == cell.kind
        ]
        tags = {group.name: self._list_tags(group, address) for address, group in of_kind[:_MOST_ALIKE]}
        own = tags.pop(f"cell.{cell.id}", None)
        if own is None or len(tags) < _FEWEST_ALIKE or len({frozenset(each) for each in tags.values()}) > 1:
            return None
        usual = next(iter(tags.values()))
        odd = sorted(own - usual) or sorted(usual - own)
        return blame.find_condition(odd[0]) if odd else None

    def _list_tags(self, group: Group, address: Address) -> set[Place]:
        """Return the tags that draw what is in a group of a front."""
        leaves = (*walk_drawn(group, address, texts=False), *walk_drawn(group, address, texts=True))
        return {at for leaf in leaves if (at := self.find_tag(leaf, "use", "front"))}


def find_groups(shapes: Sequence[Shape], prefix: str) -> Iterator[tuple[Address, Group]]:
    """Yield the groups whose names have a prefix, with their addresses."""
    for address, shape in walk_addresses(shapes):
        if isinstance(shape, Group) and shape.name.startswith(prefix):
            yield address, shape


def walk_drawn(group: Group, at: Address, texts: bool) -> Iterator[Address]:
    """Yield the addresses of the texts, or of the other shapes, in a group."""
    drawn = (each for each in walk_addresses(group.shapes, at) if not isinstance(each[1], Group))
    return (address for address, shape in drawn if isinstance(shape, Text) is texts)


def locate_varying(
    faces: FaceRenderer, part: Part, designs: Sequence[Design], side: Side, place: Place | None = None
) -> Place | None:
    """Return the line that makes a side of some designs differ; `place` is the tag of a shape that does."""
    template = part.front if side == "front" else part.back
    first, *others = (each.values for each in designs[:_MOST_DESIGNS])
    names = {name for name, value in first.items() if any(each.get(name) != value for each in others)}
    return blame.find_varying_source(place, list_sources(faces, template) if template else [], names)


def locate_undrawn(faces: FaceRenderer, part: Part, name: str) -> Place | None:
    """Return what keeps a named group from being drawn, though the templates of a part have it."""
    templates = (each for each in (part.front, part.back) if each)
    sources = {each.file: each for template in templates for each in list_sources(faces, template)}
    return blame.find_undrawn_group([*sources.values()], name)


def list_sources(faces: FaceRenderer, template: str) -> Sequence[TemplateSource]:
    """Return a template, and those that it includes or imports at any depth."""
    found, waiting = dict[str, TemplateSource](), [template]
    while waiting:
        name = waiting.pop()
        with suppress(DrawingError):
            _, file = faces.read_template(name)
            found[name] = blame.read_source(file)
            waiting += sorted((found[name].links or frozenset()) - found.keys())
    return [*found.values()]


def find_role(faces: FaceRenderer, names: Iterable[str], role: str) -> Place | None:
    """Return the one place in some templates that spells out a role; None if there is not just one."""
    sources: list[tuple[str, str]] = []
    for each in sorted(names):
        with suppress(DrawingError):
            text, file = faces.read_template(each)
            sources.append((file, text))
    return blame.find_role(sources, role)
