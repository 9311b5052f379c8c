"""Claim functions about dice, nets and sizes.

On the sheets they use the positions and sizes at which the faces of a net were found.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import hypot, sqrt
from typing import Any, TypeVar

from generator.check.analysis.board_survey import invert_or_keep
from generator.check.claims.calls import Answer, TracedMapping, format_call, places_of_items
from generator.check.claims.context import ClaimContext, is_same
from generator.check.data.folded_pieces import find_opposite_faces
from generator.geometry.matrix import IDENTITY, Matrix, invert_matrix, multiply_matrices
from generator.geometry.solids import find_meeting_edges, find_opposite, is_convex
from generator.geometry.tolerances import FACE_POSITION
from generator.language.expressions import ExpressionError, spell_briefly, spell_value
from generator.language.suggestions import did_you_mean
from generator.model.finding import Place
from generator.model.game import Design, Game, Part
from generator.model.net import Net, Panel, fold_panels
from generator.model.printed import ReadPiece

T = TypeVar("T")
PanelMatrices = Mapping[str, Matrix]

_CUBE = 6  # faces
_MOST_THROWN = 20  # dice in a throw
_ANSWERS_SHOWN = 3  # answers that differ, in a message
_UNSCALED_FACTS = frozenset({"apex", "base_angle", "fan", "face_to_base", "scale"})


def faces(world: ClaimContext, part: str, /, *, word: str | None = None, **where: Any) -> Answer[list[Any]]:
    """Return the values of a net's faces, in the order of the data; on the sheets, the value printed in each place.

    With a word, only texts that contain it (ExpressionError if no face of the part does).
    """

    def declared(net: Net) -> list[Any]:
        return [value for value in net.values if _has_word(value, word)]

    def printed(net: Net, face: ReadPiece) -> list[Any]:
        return [value for value in _printed_values(net, face) if _has_word(value, word)]

    result = _agreed_answer(world, part, where, declared, printed)
    values = [value for design in world.get_part(part).designs if design.net for value in design.net.values]
    words = {each for value in values if isinstance(value, str) for each in value.split()}
    if word is not None and word not in words:
        raise ExpressionError(f"no face of {part!r} has the word {word!r}{did_you_mean(word, words)}")
    return Answer(result, _key_places(world, part, "faces"))


def _has_word(value: Any, word: str | None) -> bool:
    return word is None or (isinstance(value, str) and word in value.split())


def opposite(world: ClaimContext, part: str, value: Any, /, **where: Any) -> Answer[Any]:
    """Return the value opposite a value of a die; none if the printed net folds to no such solid."""

    def declared(net: Net) -> Any:
        pairs = [number ^ 1 for number in range(len(net.panels))]
        return _opposite_value(part, value, net, pairs)

    def printed(net: Net, face: ReadPiece) -> Any:
        return _opposite_value(part, value, net, _printed_opposites(net, face))

    known = world.get_part(part)
    if not known.traits.thrown:
        raise ExpressionError(f"{part!r} is a {known.kind}; only the faces of a die have an opposite")
    if any(panel.corners for design in known.designs if design.net for panel in design.net.panels):
        raise ExpressionError(f"{part!r} has its values at corners; only faces have an opposite")
    return Answer(_agreed_answer(world, part, where, declared, printed), _key_places(world, part, "faces"))


def _printed_opposites(net: Net, face: ReadPiece) -> Sequence[int | None]:
    """Return for each face the number of the one opposite it on the paper: a cube is rolled, other nets are folded."""
    found = _find_panels(face)
    there = [found.get(panel.id) for panel in net.panels]
    middles = [(matrix[4], matrix[5]) for matrix in there if matrix]
    if len(middles) != len(net.panels):
        return [None] * len(net.panels)
    if len(middles) == _CUBE:
        return find_opposite_faces(middles)
    folded = fold_panels(net)
    places = [_panel_there(panel, net, found) for panel in net.panels]
    across = [find_opposite(folded, panel.id) for panel in net.panels]
    numbers = {panel.id: number for number, panel in enumerate(net.panels)}
    opposites: list[int | None] = [None] * len(net.panels)
    for number, there_panel in enumerate(places):
        other = places[numbers[name]] if (name := across[number]) is not None else None
        if there_panel and other:
            opposites[numbers[there_panel.id]] = numbers[other.id]
    return opposites


def throws(world: ClaimContext, part: str, count: int = 1, /, **where: Any) -> Answer[dict[Any, float]]:
    """Return how likely each sum of some dice is, the lowest first; of one die, also each word on its faces.

    Each probability is the float nearest to the exact fraction, so that it equals 1/16 or 5/36.
    """
    if not 1 <= count <= _MOST_THROWN:
        raise ExpressionError(f"throws() takes 1 to {_MOST_THROWN} dice, not {count}")
    if not world.get_part(part).traits.thrown:
        raise ExpressionError(f"{part!r} is a {world.get_part(part).kind}; only dice are thrown")
    values = _agreed_answer(world, part, where, lambda net: net.values, _printed_values)
    if count > 1 and any(isinstance(value, bool) or not isinstance(value, int | float) for value in values):
        raise ExpressionError(f"{part!r} has words on its faces, which cannot be added up; ask for one die")
    ways: Counter[Any] = Counter(values)
    for _ in range(count - 1):
        ways = sum((Counter({one + value: n for one, n in ways.items()}) for value in values), Counter())
    every = len(values) ** count
    result = {value: ways[value] / every for value in sorted(ways, key=lambda value: (str(type(value)), value))}
    return Answer(result, _key_places(world, part, "faces"))


def solid(world: ClaimContext, part: str, /, **where: Any) -> Answer[TracedMapping]:
    """Return the facts of a net, such as base, height and slant of a pyramid; mm and degrees."""

    def printed(net: Net, face: ReadPiece) -> dict[str, float]:
        scale = _printed_scale(net, face)
        facts = {name: value * (1 if name in _UNSCALED_FACTS else scale) for name, value in net.facts.items()}
        return facts | _count_solid(net)

    result = _agreed_answer(world, part, where, lambda net: {**net.facts, **_count_solid(net)}, printed)
    rounded = {name: value if isinstance(value, int) else round(value, 4) for name, value in result.items()}
    keys = "scale", "size", "base", "height", "diameter", "foot"
    return _answer_mapping(world, part, format_call("solid", part, **where), rounded, keys, where=where)


def inside(world: ClaimContext, part: str, /, **where: Any) -> Answer[TracedMapping]:
    """Return width, height and depth of the room inside a box, mm."""
    return _answer_box_size(world, part, "inside", where)


def outside(world: ClaimContext, part: str, /, **where: Any) -> Answer[TracedMapping]:
    """Return width, height and depth of a folded box, mm."""
    return _answer_box_size(world, part, "outside", where)


def _answer_box_size(world: ClaimContext, part: str, name: str, where: Mapping[str, Any]) -> Answer[TracedMapping]:
    facts = solid(world, part, **where).result
    if "outer_depth" not in facts:
        raise ExpressionError(f"{part!r} is a {world.get_part(part).kind}, not a box")
    first = "outer_" if name == "outside" else ""
    size = {key: facts[first + key] for key in ("width", "height", "depth")}
    keys = "inner", "holds", "thickness", "sleeves", "clearance", "board"
    return _answer_mapping(world, part, format_call(name, part, **where), size, keys, where=where)


@lru_cache(maxsize=64)  # claims ask for one net again and again
def _count_solid(net: Net) -> dict[str, float]:
    """Return how many faces, folds and tabs a net has, and whether it closes and is convex once it is folded."""
    counts: dict[str, float] = {
        "faces": len(net.panels),
        "folds": sum(fold.other not in {tab.id for tab in net.tabs} for fold in net.folds),
        "tabs": len(net.tabs),
    }
    if any(panel.is_flap for panel in net.panels):
        return counts  # what is tucked in closes nothing by itself
    folded = fold_panels(net)
    closed = all(len(others) == 1 for _, _, others in find_meeting_edges(folded))
    return {**counts, "closed": closed, "convex": is_convex(folded)}


def trim(world: ClaimContext, part: str, /, *, section: str | None = None, **where: Any) -> Answer[TracedMapping]:
    """Return width and height of the trim of a part's pieces, mm: of all, or of those that columns pick.

    For a board it is the size of the whole board, or of a section without its glue tabs.
    """
    found = [each for each in world.pick_designs(part, where) if section is None or _section_id(each) == section]
    if not found:
        sections = [name for each in world.get_part(part).designs if (name := _section_id(each))]
        if section is None or not sections:
            raise ExpressionError(f"{part!r} has no piece like that")
        raise ExpressionError(f"{part!r} has no section {section!r}{did_you_mean(section, sections)}")
    sizes = {each.id: _trim_size(world.get_part(part), each, section) for each in found}
    if world.reads_sheets(part):
        pieces = [face for face in world.find_fronts(part) if face.design in sizes]
        scales = [(sizes[face.design], face.matrix) for face in pieces]
        every = {(w * hypot(*matrix[:2]), h * hypot(*matrix[2:4])) for (w, h), matrix in scales}
    else:
        every = set(sizes.values())
    rounded = {(round(width, 3), round(height, 3)) for width, height in every}
    if len(rounded) != 1:
        raise ExpressionError(
            _describe_disagreement(part, [f"{width:g} x {height:g}" for width, height in sorted(rounded)], "sizes")
        )
    width, height = rounded.pop()
    text = format_call("trim", part, **({"section": section} if section else {}), **where)
    whole = world.get_part(part).board
    generator = (whole.generator,) if whole else ()
    keys = "size", "diameter", "scale", *generator, "border"
    return _answer_mapping(world, part, text, {"width": width, "height": height}, keys, where=where)


def _answer_mapping(
    world: ClaimContext, part: str, text: str, result: dict[str, float], keys: Sequence[str], where: Mapping[str, Any]
) -> Answer[TracedMapping]:
    """Return the answer of a call as a mapping that records the entries read.

    An entry rests on the key or column of its name, if there is one, and on the scale; otherwise on all of `keys`.
    """
    picked = {id(design.values.get("row")) for design in world.pick_designs(part, where)}

    def places(*names: str) -> list[Place]:
        return _find_key_places(world.game, part, names, picked)

    def every() -> list[Place]:
        return places(*keys) or [world.game.place("parts", part)]

    def entry(name: str) -> list[Place]:
        return places(*dict.fromkeys((name, "scale"))) if places(name) else every()

    return Answer(TracedMapping(result, text, world.calls, entry, world.prints(part)), every)


def _agreed_answer(
    world: ClaimContext,
    part: str,
    where: Mapping[str, Any],
    declared: Callable[[Net], T],
    printed: Callable[[Net, ReadPiece], T],
) -> T:
    """Return the answer that all picked nets agree on, in the data or as printed (ExpressionError)."""
    nets = {design.source_id: design.whole_net for design in world.pick_designs(part, where) if design.net}
    if not nets:
        known = world.get_part(part)
        like = "is a " + known.kind + " and has no net" if not any(d.net for d in known.designs) else ""
        raise ExpressionError(f"{part!r} {like or 'has no piece like that'}")
    answers: list[T]
    if not world.reads_sheets(part):
        answers = [declared(net) for net in nets.values() if net]
    else:
        fronts = join_net_pieces(world.get_part(part), world.find_fronts(part))
        answers = [printed(net, face) for face in fronts if (net := nets.get(face.design))]
    distinct: list[T] = []
    for answer in answers:
        if len(distinct) <= _ANSWERS_SHOWN and answer not in distinct:
            distinct.append(answer)
    if len(distinct) != 1:
        raise ExpressionError(_describe_disagreement(part, [spell_briefly(answer) for answer in distinct], "answers"))
    return distinct[0]


def _describe_disagreement(part: str, answers: list[str], what: str) -> str:
    if not answers:
        return f"the sheets do not print such a piece of {part!r}"
    return f"pieces of {part!r} have several {what}: {', '.join(answers[:_ANSWERS_SHOWN])}; select one by a column"


def join_net_pieces(part: Part, fronts: Sequence[ReadPiece]) -> Iterator[ReadPiece]:
    """Yield the fronts; those of nets in pieces as one front of the whole net, with the marks of all pieces."""
    pieces = {design.id: design.net_piece for design in part.designs if design.net_piece}
    joined: dict[tuple[str, int], ReadPiece] = {}
    for face in fronts:
        piece, home = pieces.get(face.design), invert_matrix(face.matrix)
        if piece is None or home is None:
            yield face
            continue
        there = multiply_matrices(piece.matrix, home)
        marks = tuple(mark._replace(matrix=multiply_matrices(there, mark.matrix)) for mark in face.marks)
        key = piece.whole.id, face.copy
        first = joined.get(key, face._replace(design=piece.whole.id, matrix=IDENTITY, marks=()))
        joined[key] = first._replace(marks=(*first.marks, *marks))
    yield from joined.values()


def _find_panels(face: ReadPiece) -> PanelMatrices:
    """Return the faces that a printed net shows, by id, with the matrix from each to the paper."""
    return {mark.name.removeprefix("face."): mark.matrix for mark in face.marks if mark.name.startswith("face.")} | {
        "": face.matrix
    }


def _printed_values(net: Net, face: ReadPiece) -> list[Any]:
    """Return the value that is printed in the place of each face, or at each corner of a die of four.

    A corner has none if its three faces do not agree.
    """
    found = _find_panels(face)
    there = [_panel_there(panel, net, found) for panel in net.panels]
    if not any(panel.corners for panel in net.panels):
        return [panel.value if panel else None for panel in there]
    shown: dict[int, list[Any]] = {}
    for panel, printed in zip(net.panels, there, strict=True):
        for corner, its in zip(panel.corners, printed.corners if printed else panel.corners, strict=True):
            shown.setdefault(corner.number, []).append(its.value if printed else None)
    return [
        values[0] if all(is_same(value, values[0]) for value in values) else None for _, values in sorted(shown.items())
    ]


def _panel_there(panel: Panel, net: Net, found: PanelMatrices) -> Panel | None:
    """Return the face that is printed where the net has this one, or None."""
    home = invert_or_keep(found[""])
    for other in net.panels:
        if other.id in found:
            at = multiply_matrices(home, found[other.id])
            if hypot(at[4] - panel.matrix[4], at[5] - panel.matrix[5]) < FACE_POSITION:
                return other
    return None


def _opposite_value(part: str, value: Any, net: Net, pairs: Sequence[int | None]) -> Any:
    """Return the value opposite a value (ExpressionError if the die does not have it, or has several answers)."""
    values = [panel.value for panel in net.panels]
    numbers = [number for number, each in enumerate(values) if is_same(each, value)]
    if not numbers:
        raise ExpressionError(
            f"{part!r} has no face {spell_value(value)}; its faces are {', '.join(map(spell_value, values))}"
        )
    across = [None if (other := pairs[number]) is None else values[other] for number in numbers]
    if any(not is_same(each, across[0]) for each in across):
        raise ExpressionError(
            f"{part!r} has {spell_value(value)} on {len(numbers)} faces, opposite to {spell_value(across)}"
        )
    return across[0]


def _printed_scale(net: Net, face: ReadPiece) -> float:
    """Return the printed scale of the faces, the one farthest from 1; those that may be blank need not be printed."""
    found = _find_panels(face)
    if missing := [panel.id for panel in net.panels if panel.id not in found and not panel.may_be_blank]:
        raise ExpressionError(f"the sheets print {face.id} without its face {missing[0]!r}")
    drawn = (found[panel.id] for panel in net.panels if panel.id in found)
    sizes = [sqrt(abs(a * d - b * c)) for a, b, c, d, _, _ in drawn]
    return max(sizes, key=lambda size: abs(size - 1))


def _trim_size(part: Part, design: Design, section: str | None) -> tuple[float, float]:
    if design.net_piece is not None:
        design = design.net_piece.whole
    if part.board is None:
        return part.trim_of(design).width, part.trim_of(design).height
    if design.section is None or section is None:
        return part.board.width, part.board.height
    left, top, right, bottom = design.section.box
    return right - left, bottom - top


def _section_id(design: Design) -> str | None:
    return design.section.id if design.section else None


def _key_places(world: ClaimContext, part: str, *keys: str) -> Callable[[], list[Place]]:
    return lambda: _find_key_places(world.game, part, keys) or [world.game.place("parts", part)]


def _find_key_places(game: Game, part: str, keys: Sequence[str], picked: Collection[int] | None = None) -> list[Place]:
    """Return the places of these keys of the part, and of the columns in its rows, or in those picked by identity."""
    found = [
        place
        for key in keys
        if ("parts", part, key) in game.places
        for place in places_of_items(game, "parts", part, key)
    ]
    rows = [row for row in game.rows.get(part, ()) if picked is None or id(row.values) in picked]
    cells = [row.place(key) for row in rows for key in keys if key in row.values]
    return list(dict.fromkeys([*found, *cells]))
