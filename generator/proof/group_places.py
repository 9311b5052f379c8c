"""Find the line of a template that is to be edited for a named group: its own tag, its text, or what it draws."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from generator.check.analysis.placement import GroupAspect
from generator.model.board import Cell
from generator.model.finding import DataError, DrawingError, Place
from generator.model.game import Design, Part
from generator.model.paper import Side
from generator.model.picture import Group, Shape, Text
from generator.model.printed import ReadPiece
from generator.proof.template_loops import find_typed_list
from generator.proof.template_sources import find_call_after, find_macro_name, find_pattern_source
from generator.render.faces import FaceRenderer
from generator.safety.files import read_regular_file

Address = tuple[int, ...]
_QUOTED = re.compile(r"""(["'])([^"']*)\1""")
_SPELLED = r"""[^"']+"""
_TAG = re.compile(r"\{%-?\s*(?P<word>if|elif|else|endif|for|endfor)\b(?P<rest>[^%]*)%\}")
_WHERE = {"art": "use", "symbol": "symbol"}  # what is asked for when a shape is located
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
                return locate_named(faces, part, design, face.side, name, aspect, number)
    return locate_named(faces, part, own, face.side, name, aspect)


def locate_named(
    faces: FaceRenderer, part: Part, design: Design, side: Side, name: str, aspect: GroupAspect, number: int = 0
) -> Place | None:
    """Return the tag of a group on one side of a design; that of what it draws may be the condition of its kind."""
    try:
        shapes = faces.draw_whole(part, design, side).shapes
        found = list(find_groups(shapes, name.partition(".")[0] + "."))
        same = [each for each in found if each[1].name == name]
        if not found:
            return None
        address, group = same[min(number, len(same) - 1)] if same else found[0]
        if aspect == "range" and (place := faces.locate_shape(part, design, side, address)):
            return find_pattern_source(place, is_range=True) or find_pattern_source(place) or place
        if aspect in ("group", "loop"):
            place = faces.locate_shape(part, design, side, address)
            lost = part.board.cells.get(name.removeprefix("cell.")) if part.board and not same else None
            loop = find_loop_of_kind(place, lost.kind) if place and lost else None
            if place and aspect == "group" and name.startswith("join."):
                return _find_arrow_call(faces, part, design, side, address) or place
            return loop or (_find_loop(place) if place and aspect == "loop" else place)
        wanted = next(_walk_drawn(group, address, texts=aspect == "text"), address)
        if aspect == "symbol" and not _is_used(faces, part, design, side, wanted):
            return faces.locate_shape(part, design, side, address)
        place = faces.locate_shape(part, design, side, wanted, where=_WHERE.get(aspect, "shape"))
    except (DrawingError, DataError):
        return None
    if aspect == "text" and place is not None and (typed := find_typed_list(place)):
        return typed
    cell = part.board.cells.get(name.removeprefix("cell.")) if part.board and aspect == "art" else None
    if place is None or cell is None:
        return place
    condition = _find_odd_condition(faces, part, design, cell, found)
    return condition or _find_art(part, cell, place, faces.locate_shape(part, design, side, address))


def _find_arrow_call(faces: FaceRenderer, part: Part, design: Design, side: Side, address: Address) -> Place | None:
    """Return the call of the macro that draws an arrow: the first after what is drawn before it, outside of it."""
    ways = [address[:depth] for depth in range(1, len(address) + 1)]
    places = [faces.locate_shape(part, design, side, each) for each in ways]
    macros = [find_macro_name(each) if each else "" for each in places]
    root = ways[macros.index(macros[-1])] if macros[-1] else (0,)
    before = faces.locate_shape(part, design, side, (*root[:-1], root[-1] - 1)) if root[-1] else None
    return find_call_after(places[-1], before) if places[-1] and before else None


def _find_art(part: Part, cell: Cell, place: Place, root: Place | None) -> Place:
    """Return the branch for the kind of a cell, from what is drawn in it or from the tag of its group."""
    kinds = {each.kind for each in part.board.cells.values()} if part.board else set()
    branch = _find_branch(place, cell.kind, kinds)
    if branch == place and root is not None and root.file != place.file:
        branch = _find_branch(root, cell.kind, kinds)
        return place if branch == root else branch
    return branch


def _find_odd_condition(
    faces: FaceRenderer, part: Part, design: Design, cell: Cell, groups: Sequence[tuple[Address, Group]]
) -> Place | None:
    """Return the condition of what a cell draws, or leaves out, unlike all others of its kind; None if it does not."""
    assert part.board is not None
    cells = part.board.cells
    alike = [
        (address, group)
        for address, group in groups
        if (other := cells.get(group.name.removeprefix("cell."))) and other.kind == cell.kind
    ][:_MOST_ALIKE]
    tags = {
        group.name: {
            at
            for leaf in (*_walk_drawn(group, address, texts=False), *_walk_drawn(group, address, texts=True))
            if (at := faces.locate_shape(part, design, "front", leaf, where="use"))
        }
        for address, group in alike
    }
    own = tags.pop(f"cell.{cell.id}", None)
    if own is None or len(tags) < _FEWEST_ALIKE or len({frozenset(each) for each in tags.values()}) > 1:
        return None
    usual = next(iter(tags.values()))
    odd = sorted(own - usual) or sorted(usual - own)
    return _find_condition(odd[0]) if odd else None


def _find_condition(place: Place) -> Place | None:
    """Return the innermost condition that is open at a tag, or the loop with one; an `else` has that before it."""
    lines = _read_lines(place.file)[: place.line]
    open_: list[tuple[int, int, bool]] = []
    for number, line in enumerate(lines, 1):
        for tag in _TAG.finditer(line if number < place.line else line[: place.column - 1]):
            if tag["word"] in ("elif", "endif", "endfor") and open_:
                open_.pop()
            if tag["word"] in ("if", "elif", "for"):
                open_.append((number, tag.start() + 1, tag["word"] != "for" or " if " in tag["rest"]))
    return next((Place(place.file, *at) for *at, is_condition in reversed(open_) if is_condition), None)


def _is_used(faces: FaceRenderer, part: Part, design: Design, side: Side, address: Address) -> bool:
    """Return whether a shape is drawn by a `use` of another file."""
    places = [faces.locate_shape(part, design, side, address, where) for where in ("use", "symbol")]
    return None not in places and places[0] != places[1]


def find_groups(shapes: Sequence[Shape], prefix: str, at: Address = ()) -> Iterator[tuple[Address, Group]]:
    """Yield the groups whose names have a prefix, with their addresses."""
    for index, shape in enumerate(shapes):
        if isinstance(shape, Group):
            if shape.name.startswith(prefix):
                yield (*at, index), shape
            yield from find_groups(shape.shapes, prefix, (*at, index))


def _walk_drawn(group: Group, at: Address, texts: bool) -> Iterator[Address]:
    """Yield the addresses of the texts, or of the other shapes, in a group."""
    for index, shape in enumerate(group.shapes):
        if isinstance(shape, Group):
            yield from _walk_drawn(shape, (*at, index), texts)
        elif isinstance(shape, Text) is texts:
            yield *at, index


def find_line(place: Place, pattern: str) -> Place:
    """Return the place of the first line of a template, from a place on, that has a pattern; or the place itself."""
    lines = list(enumerate(_read_lines(place.file), 1))
    found = ((number, each.start()) for number, line in lines[place.line - 1 :] if (each := re.search(pattern, line)))
    number, column = next(found, (place.line, place.column - 1))
    return Place(place.file, number, column + 1)


def find_role(faces: FaceRenderer, names: Iterable[str], role: str) -> Place | None:
    """Return the one line of some templates that spells out a role; None if there is not just one.

    A role such as `player.` is any of its group.
    """
    rest = _SPELLED if role.endswith(".") else ""
    name = rf"""["']{re.escape(role)}{rest}["']"""
    sources = []
    for each in sorted(names):
        try:
            text, file = faces.read_template(each)
        except DrawingError:
            continue
        sources += [(file, number, line) for number, line in enumerate(text.splitlines(), 1)]
    for spelled in (re.compile(rf"colors\s*\[\s*{name}"), re.compile(name)):
        found = [Place(file, number, at.start() + 1) for file, number, line in sources if (at := spelled.search(line))]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _find_loop(place: Place) -> Place:
    """Return the place of the loop or condition that is open at a tag, or the tag itself."""
    lines = _read_lines(place.file)[: place.line]
    open_: list[tuple[int, int]] = []
    for number, line in enumerate(lines, 1):
        for tag in _TAG.finditer(line if number < place.line else line[: place.column - 1]):
            if tag["word"] in ("elif", "else", "endif", "endfor") and open_:
                open_.pop()
            if tag["word"] in ("if", "elif", "else", "for"):
                open_.append((number, tag.start() + 1))
    return Place(place.file, *open_[-1]) if open_ else place


def find_loop_of_kind(place: Place, kind: str) -> Place | None:
    """Return the loop over chosen kinds that draws a kind, and leaves it out; None unless there is just one."""
    asked = re.compile(rf"""["']{re.escape(kind)}["']""")
    open_: list[tuple[int, str]] = []
    found = []
    for number, line in enumerate(_read_lines(place.file), 1):
        for tag in _TAG.finditer(line):
            if tag["word"] == "for":
                open_.append((number, tag["rest"]))
            elif tag["word"] == "endfor" and open_:
                open_.pop()
            elif open_ and asked.search(tag["rest"]) and ".kind" in open_[-1][1] and not asked.search(open_[-1][1]):
                found.append(open_[-1][0])
    return Place(place.file, found[0], 1) if len({*found}) == 1 else None


def _read_lines(file: str) -> Sequence[str]:
    try:
        return read_regular_file(Path(file)).decode().splitlines()
    except (OSError, ValueError):
        return []


def _find_branch(place: Place, kind: str, kinds: Set[str]) -> Place:
    """Return the place of what is drawn for a kind, or the condition on that kind before or after it, if it is not met.

    A template that asks for the kind has a line `if c.kind == 'castle'`: what should be drawn follows it. If no line
    names the kind, one that asks for something much like it, and for no other kind, is the one to edit.
    """
    lines = _read_lines(place.file)
    branches = list(_list_branches(lines))
    own = [each for each in branches if kind in each.names]
    if not own and (line := _find_literal(lines, kind)):
        return Place(place.file, line, 1)
    if not own:
        own = [each for each in branches if not each.names & kinds and get_close_matches(kind, each.names, 1)]
    if not own or any(each.first <= place.line <= each.last for each in own):
        return place
    branch = min(own, key=lambda each: abs(each.first - place.line))
    if _is_met(lines[branch.first - 1], kind):
        body = (line for line in range(branch.first + 1, branch.last) if "<" in lines[line - 1])
        if line := next(body, 0):
            return Place(place.file, line, lines[line - 1].find("<") + 1)
    return Place(place.file, branch.first, lines[branch.first - 1].find("{%") + 1)


def _is_met(line: str, kind: str) -> bool:
    """Return whether a condition asks for nothing but a kind: then what follows it is drawn."""
    simple = rf"""\{{%-?\s*(?:el)?if\s+\w+\.kind\s*==\s*["']{re.escape(kind)}["']\s*-?%\}}"""
    return re.search(simple, line) is not None


def _find_literal(lines: Sequence[str], kind: str) -> int:
    """Return the one line of a template that asks for a kind in an expression, 0 if there is not just one."""
    asked = re.compile(rf"""\{{[{{%][^{{}}%]*["']{re.escape(kind)}["'][^{{}}%]*[%}}]\}}""")
    found = [number for number, line in enumerate(lines, 1) if asked.search(line)]
    return found[0] if len(found) == 1 else 0


class _Branch(NamedTuple):
    """The lines of a branch of a template, and the texts in quotes in its condition."""

    first: int
    last: int
    names: Set[str]


def _list_branches(lines: Sequence[str]) -> Iterator[_Branch]:
    """Yield the branches of the conditions of a template."""
    open_: list[tuple[int, Set[str]] | None] = []
    for number, line in enumerate(lines, 1):
        for tag in _TAG.finditer(line):
            word = tag["word"]
            if word in ("elif", "else", "endif", "endfor") and open_ and (begun := open_.pop()):
                yield _Branch(begun[0], number, begun[1])
            if word in ("if", "elif"):
                open_.append((number, {name for _, name in _QUOTED.findall(tag["rest"])}))
            elif word in ("for", "else"):
                open_.append(None)
