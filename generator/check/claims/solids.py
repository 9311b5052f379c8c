"""Claim functions about dice, nets and sizes.

On the sheets they use the positions and sizes at which the faces of a net were found.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import hypot, sqrt
from typing import Any, TypeVar

from generator.check.claims.calls import Entries, items, written
from generator.check.claims.context import World, same
from generator.check.claims.sandbox import ExpressionError
from generator.check.data.dice import opposites
from generator.check.evidence.spelling import brief, spelled
from generator.check.evidence.survey import back
from generator.geometry.matrix import Matrix, multiply
from generator.geometry.tolerances import FACE_POSITION
from generator.language.suggestions import did_you_mean
from generator.model.game import Design, Game, Part
from generator.model.net import Net, Panel
from generator.model.place import Place
from generator.model.printed import Seen

T = TypeVar("T")
Found = Mapping[str, Matrix]

_SHOWN = 3  # answers that differ, in a message
_NO_LENGTHS = frozenset({"apex", "base_angle", "fan", "face_to_base", "scale"})


def faces(world: World, part: str, /, *, word: str | None = None, **where: Any) -> list[Any]:
    """Return the values of a net's faces, in the order of the data; on the sheets, the value printed in each place.

    With a word, only texts that contain it (ExpressionError if no face of the part does).
    """

    def declared(net: Net) -> list[Any]:
        return [panel.value for panel in net.panels if _says(panel.value, word)]

    def printed(net: Net, face: Seen) -> list[Any]:
        found = _marks(face)
        return [value for panel in net.panels if _says(value := _lying(panel, net, found), word)]

    result = _asked(world, part, where, declared, printed)
    values = [panel.value for design in world.get_part(part).designs if design.net for panel in design.net.panels]
    words = {each for value in values if isinstance(value, str) for each in value.split()}
    if word is not None and word not in words:
        raise ExpressionError(f"no face of {part!r} has the word {word!r}{did_you_mean(word, words)}")
    text = written("faces", part, **({} if word is None else {"word": word}), **where)
    return world.record_call(text, result, _places(world, part, "faces"), prints=True)


def _says(value: Any, word: str | None) -> bool:
    return word is None or (isinstance(value, str) and word in value.split())


def opposite(world: World, part: str, value: Any, /, **where: Any) -> Any:
    """Return the value opposite a value of a die; none if the printed net folds to no cube."""

    def declared(net: Net) -> Any:
        pairs = [number ^ 1 for number in range(len(net.panels))]
        return _facing(part, value, net, pairs)

    def printed(net: Net, face: Seen) -> Any:
        found = _marks(face)
        there = [found.get(panel.id) for panel in net.panels]
        middles = [(matrix[4], matrix[5]) for matrix in there if matrix]
        return _facing(part, value, net, opposites(middles) if len(middles) == 6 else [None] * 6)

    if world.get_part(part).kind != "die":
        raise ExpressionError(f"{part!r} is a {world.get_part(part).kind}; only the faces of a die have an opposite")
    result = _asked(world, part, where, declared, printed)
    return world.record_call(written("opposite", part, value, **where), result, _places(world, part, "faces"), prints=True)


def solid(world: World, part: str, /, **where: Any) -> Entries:
    """Return the facts of a net, such as base, height and slant of a pyramid; mm and degrees."""

    def printed(net: Net, face: Seen) -> dict[str, float]:
        scale = _scale(net, face)
        return {name: value * (1 if name in _NO_LENGTHS else scale) for name, value in net.facts.items()}

    result = _asked(world, part, where, lambda net: dict(net.facts), printed)
    rounded = {name: round(value, 4) for name, value in result.items()}
    keys = "scale", "size", "base", "height", "diameter", "foot"
    return _mapping(world, part, written("solid", part, **where), rounded, keys, where)


def trim(world: World, part: str, /, *, section: str | None = None, **where: Any) -> Entries:
    """Return width and height of the trim of a part's pieces, mm: of all, or of those that columns pick.

    For a board it is the size of the whole board, or of a section without its glue tabs.
    """
    found = [each for each in world.pick_designs(part, where) if section is None or _section(each) == section]
    if not found:
        sections = [name for each in world.get_part(part).designs if (name := _section(each))]
        if section is None or not sections:
            raise ExpressionError(f"{part!r} has no piece like that")
        raise ExpressionError(f"{part!r} has no section {section!r}{did_you_mean(section, sections)}")
    sizes = {each.id: _size(world.get_part(part), each, section) for each in found}
    if world.name == "sheets":
        pieces = [face for face in world.find_fronts(part) if face.design in sizes]
        scales = [(sizes[face.design], face.matrix) for face in pieces]
        every = {(w * hypot(*matrix[:2]), h * hypot(*matrix[2:4])) for (w, h), matrix in scales}
    else:
        every = set(sizes.values())
    rounded = {(round(width, 3), round(height, 3)) for width, height in every}
    if len(rounded) != 1:
        raise ExpressionError(_several(part, [f"{width:g} x {height:g}" for width, height in sorted(rounded)], "sizes"))
    width, height = rounded.pop()
    text = written("trim", part, **({"section": section} if section else {}), **where)
    whole = world.get_part(part).board
    generator = (whole.generator,) if whole else ()
    keys = "size", "diameter", "scale", *generator, "border"
    return _mapping(world, part, text, {"width": width, "height": height}, keys, where)


def _mapping(
    world: World, part: str, text: str, result: dict[str, float], keys: Sequence[str], where: Mapping[str, Any]
) -> Entries:
    """Record a call and return its result as a mapping that records the entries read.

    An entry rests on the key or column of its name, if there is one, and on the scale; otherwise on all of `keys`.
    """
    picked = {id(design.values.get("row")) for design in world.pick_designs(part, where)}

    def places(*names: str) -> list[Place]:
        return _said(world.game, part, names, picked)

    def every() -> list[Place]:
        return places(*keys) or [world.game.place("parts", part)]

    def entry(name: str) -> list[Place]:
        return places(*dict.fromkeys((name, "scale"))) if places(name) else every()

    world.record_call(text, result, every, prints=True)
    return Entries(result, text, world.calls, entry, prints=True)


def _asked(
    world: World,
    part: str,
    where: Mapping[str, Any],
    declared: Callable[[Net], T],
    printed: Callable[[Net, Seen], T],
) -> T:
    """Return the answer that all picked nets agree on, in the data or as printed (ExpressionError)."""
    nets = {design.id: design.net for design in world.pick_designs(part, where) if design.net}
    if not nets:
        known = world.get_part(part)
        like = "is a " + known.kind + " and folds from no net" if not any(d.net for d in known.designs) else ""
        raise ExpressionError(f"{part!r} {like or 'has no piece like that'}")
    answers: list[T]
    if world.name == "data":
        answers = [declared(net) for net in nets.values()]
    else:
        answers = [printed(nets[face.design], face) for face in world.find_fronts(part) if face.design in nets]
    distinct: list[T] = []
    for answer in answers:
        if len(distinct) <= _SHOWN and answer not in distinct:
            distinct.append(answer)
    if len(distinct) != 1:
        raise ExpressionError(_several(part, [brief(answer) for answer in distinct], "answers"))
    return distinct[0]


def _several(part: str, answers: list[str], what: str) -> str:
    if not answers:
        return f"the sheets print no such piece of {part!r}"
    return f"pieces of {part!r} give several {what}: {', '.join(answers[:_SHOWN])}; pick one by a column"


def _marks(face: Seen) -> Found:
    """Return the faces that a printed net shows, by id, with the matrix from each to the paper."""
    return {mark.name.removeprefix("face."): mark.matrix for mark in face.marks if mark.name.startswith("face.")} | {
        "": face.matrix
    }


def _lying(panel: Panel, net: Net, found: Found) -> Any:
    """Return the value of the face that is printed where the net has this one, or None."""
    home = back(found[""])
    for other in net.panels:
        if other.id in found:
            at = multiply(home, found[other.id])
            if hypot(at[4] - panel.matrix[4], at[5] - panel.matrix[5]) < FACE_POSITION:
                return other.value
    return None


def _facing(part: str, value: Any, net: Net, pairs: Sequence[int | None]) -> Any:
    """Return the value opposite a value (ExpressionError if the die does not have it, or has several answers)."""
    values = [panel.value for panel in net.panels]
    numbers = [number for number, each in enumerate(values) if same(each, value)]
    if not numbers:
        raise ExpressionError(f"{part!r} has no face {spelled(value)}; there is {', '.join(map(spelled, values))}")
    across = [None if (other := pairs[number]) is None else values[other] for number in numbers]
    if any(not same(each, across[0]) for each in across):
        raise ExpressionError(f"{part!r} has {spelled(value)} on {len(numbers)} faces, opposite to {spelled(across)}")
    return across[0]


def _scale(net: Net, face: Seen) -> float:
    """Return the printed scale of the faces, the one farthest from 1."""
    found = _marks(face)
    if missing := [panel.id for panel in net.panels if panel.id not in found]:
        raise ExpressionError(f"the sheets print {face.id} without its face {missing[0]!r}")
    sizes = [sqrt(abs(a * d - b * c)) for a, b, c, d, _, _ in (found[panel.id] for panel in net.panels)]
    return max(sizes, key=lambda size: abs(size - 1))


def _size(part: Part, design: Design, section: str | None) -> tuple[float, float]:
    if part.board is None:
        return part.trim_of(design).width, part.trim_of(design).height
    if design.section is None or section is None:
        return part.board.width, part.board.height
    left, top, right, bottom = design.section.box
    return right - left, bottom - top


def _section(design: Design) -> str | None:
    return design.section.id if design.section else None


def _places(world: World, part: str, *keys: str) -> Callable[[], list[Place]]:
    return lambda: _said(world.game, part, keys) or [world.game.place("parts", part)]


def _said(game: Game, part: str, keys: Sequence[str], picked: Collection[int] | None = None) -> list[Place]:
    """Return the places of these keys of the part, and of the columns in its rows, or in those picked by identity."""
    found = [place for key in keys if ("parts", part, key) in game.places for place in items(game, "parts", part, key)]
    rows = [row for row in game.rows.get(part, ()) if picked is None or id(row.values) in picked]
    cells = [row.place(key) for row in rows for key in keys if key in row.values]
    return list(dict.fromkeys([*found, *cells]))


FUNCTIONS = (faces, opposite, solid, trim)
