"""Check that figures show moves and positions that the board allows (GF183)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.check.figures.scene import FigureScene, ShownPiece, ShownWay, find_facts, measure_distance, walk_mappings
from generator.model.board import Board
from generator.model.finding import Finding, Place

_TRACK_LENGTH = 10  # cells of a route that pieces follow, and not a line of a few cells
_BACK = re.compile(
    r"\b(?:down|back|backwards?|falls?|drops?|sinks?|loses?|retreats?|zurück|sinkt|fällt|recule|descend|baisse)\b",
    re.IGNORECASE,
)
_FEW_FIGURES = 3  # fewer figures with pieces on boards say nothing about how many stand on one cell


class _BoardSteps(NamedTuple):
    """The steps that a board allows: along its joins, and along its long routes; and those against one of them."""

    allowed: frozenset[tuple[str, str]]
    against: frozenset[tuple[str, str]]
    joined: frozenset[tuple[str, str]]


def check_moves(scenes: Mapping[str, FigureScene]) -> Iterator[Finding]:
    """Report moves off the joins of a board, and pieces where they cannot stand (GF183)."""
    steps = {id(scene.board): _find_steps(scene.board) for scene in scenes.values() if scene.board}
    for scene in scenes.values():
        if scene.board is not None:
            yield from _check_ways(scene, steps[id(scene.board)])
            yield from _check_loose_ways(scene)
            yield from _check_pieces(scene, scene.board)
        yield from _check_heaped_things(scene)
    yield from _check_crowds(scenes.values())


def _check_heaped_things(scene: FigureScene) -> Iterator[Finding]:
    """Report a thing that is exactly on one of another design."""
    there: dict[object, ShownPiece] = {}
    for piece in scene.pieces:
        below = there.setdefault(piece.at, piece) if piece.at is not None and scene.data.kind == "table" else piece
        if below.part == piece.part and below.name != piece.name:
            says = f"{piece.name!r} is exactly on top of {below.name!r}; move one of them"
            yield _warn(scene, scene.place(*piece.path, "at"), says)


def _find_steps(board: Board) -> _BoardSteps:
    forward = {(join.one, join.other) for join in board.joins}
    back = {(join.other, join.one) for join in board.joins}
    both = {(join.other, join.one) for join in board.joins if not join.one_way}
    long = [route for route in board.routes.values() if len(route) >= _TRACK_LENGTH]
    track = {pair for route in long for pair in pairwise(route)}
    turned = {(two, one) for one, two in track} - track
    against = (back - both - forward) | turned
    return _BoardSteps(frozenset((forward | both | track) - against), frozenset(against), frozenset(forward | back))


def _check_ways(scene: FigureScene, steps: _BoardSteps) -> Iterator[Finding]:
    """Report the first step of each way that leaves the joins or goes against them."""
    jumps = _find_jumps(scene)
    for way in scene.ways:
        pairs = list(pairwise(way.cells))
        bad = [pair for pair in pairs if pair not in steps.allowed]
        turned = [pair for pair in bad if pair in steps.against]
        place = scene.place(*_locate_way(scene, way))
        if turned and not _says_back(scene):
            says = f"the path goes from {turned[0][0]!r} to {turned[0][1]!r}, against the direction of the board"
            yield _warn(scene, place, f"{says}; reverse it, or correct its cells")
        elif bad and not turned and (len(bad) < len(pairs) or (_measure_jump(scene, way) and way not in jumps)):
            says = f"the path steps from {bad[0][0]!r} to {bad[0][1]!r}, but no join connects them"
            yield _warn(scene, place, f"{says}; correct its cells")


def _says_back(scene: FigureScene) -> bool:
    """Return whether a figure is said to show a piece that goes back, or a marker that goes down."""
    return bool(_BACK.search(scene.data.alt))


def _find_jumps(scene: FigureScene) -> Sequence[ShownWay]:
    """Return the arrows that lead past other cells in one step as far as another one does, if most arrows are such."""
    far = {way: length for way in scene.ways if (length := _measure_jump(scene, way))}
    usual = Counter(far.values())
    return [way for way, length in far.items() if usual[length] > 1 and 2 * len(far) > len(scene.ways)]


def _measure_jump(scene: FigureScene, way: ShownWay) -> int:
    """Return the distance of a single step that leads past other cells; 0 for another way."""
    assert scene.board is not None
    length = (measure_distance(scene.board, *way.cells) or 0) if way.steps == 1 else 0
    return length if length > 1 else 0


def _locate_way(scene: FigureScene, way: ShownWay) -> tuple[str | int, ...]:
    """Return the path of the cells of a way in the data of the figure."""
    if way.path[0] != "paths":
        return way.path
    number = way.path[1]
    assert isinstance(number, int)
    return (*way.path, "route" if (scene.data.paths or ())[number].route else "cells")


def _check_loose_ways(scene: FigureScene) -> Iterator[Finding]:
    """Report a way that begins and ends where there is no piece, though there are pieces on the board."""
    standing = {piece.cell for piece in scene.pieces if piece.cell}
    if not standing or scene.data.kind is None:
        return
    told: list[ShownWay] = []
    for way in scene.ways:
        if way in told or _locate_way(scene, way)[-1] == "route":  # a road, which nobody need stand on
            continue
        chain = _find_chain(scene, way)
        if _tells_its_way(scene, chain):
            continue
        if not {end for each in chain for end in (each.cells[0], each.cells[-1])} & standing:
            told += chain
            says = f"no piece is at the start of the path, {way.cells[0]!r}, or at its end, {way.cells[-1]!r}"
            yield _warn(scene, scene.place(*_locate_way(scene, way)), f"{says}; correct the path, or move the piece")


def _tells_its_way(scene: FigureScene, chain: Sequence[ShownWay]) -> bool:
    """Return whether no piece of the figure moves along a way, and words say what the way is.

    Words on it do, and so does an alt text that names the cells where it begins and ends.
    """
    if any(way.role and piece.role and _same_group(way.role, piece.role) for way in chain for piece in scene.pieces):
        return False
    said = scene.data.alt.casefold()
    ends = [_call_cell(scene, end) for end in (chain[0].cells[0], chain[-1].cells[-1])]
    return any(letter.isalpha() for way in chain for letter in way.says) or all(end in said for end in ends)


def _call_cell(scene: FigureScene, cell: str) -> str:
    """Return what people call a cell, in small letters."""
    found = scene.board.cells.get(cell) if scene.board else None
    return (found.label if found and found.label else cell).casefold()


def _find_chain(scene: FigureScene, way: ShownWay) -> list[ShownWay]:
    """Return a way with those that go on from it, or share a cell with one that does."""
    chain = [way]
    for here in chain:
        chain += [each for each in scene.ways if each not in chain and {*each.cells} & {*here.cells}]
    return chain


def _check_pieces(scene: FigureScene, board: Board) -> Iterator[Finding]:
    colors: dict[str, list[str]] = defaultdict(list)
    for piece in scene.pieces:
        if piece.role and piece.cell:
            colors[piece.cell].append(piece.role)
    for piece in scene.pieces:
        if piece.cell and (says := _explain_misplaced(scene, board, piece)):
            yield _warn(scene, scene.place(*piece.path, "at"), says)
    yield from _check_movers(scene)
    for way in scene.ways:
        roles = colors.get(way.cells[0], ())
        role = next((role for role in roles if _same_group(way.role, role)), "")
        if role and way.role not in roles:
            says = f"the path is {_call(scene, way.role)}, but the piece at its start is {_call(scene, role)}"
            yield _warn(scene, scene.place(*way.path, "color"), f"{says}; give both the same color")


def _check_movers(scene: FigureScene) -> Iterator[Finding]:
    """Report a move in the values of a template that names a different piece than the one where it begins."""
    reached = set[str]()
    for way in scene.ways:
        if way.path[0] != "values" or isinstance(way.path[-1], str):
            continue
        move = scene.find_value(way.path)
        standing = [piece for piece in scene.pieces if piece.cell == way.cells[0] and piece.path != way.path]
        words = {value.lower() for value in move.values() if isinstance(value, str)}
        parts = [scene.parts[piece.part] for piece in scene.pieces]
        known = {fact for part in parts for design in part.designs for fact in find_facts(design)}
        wrong = standing and not any(words & known <= piece.facts for piece in standing)
        if wrong and way.cells[0] not in reached:
            says = f"the move from {way.cells[0]!r} names a {' '.join(sorted(words & known))} piece"
            says = f"{says}, but {standing[0].name!r} is there; correct one of them"
            yield _warn(scene, scene.place(*way.path, "from"), says)
        reached.add(way.cells[-1])
    for path, value in walk_mappings(scene.data.values, ("values",)):
        words = {each for each in value.values() if isinstance(each, str)}
        standing = [piece for piece in scene.pieces if piece.cell == value.get("from") and piece.path != path]
        wanted = words & {piece.role for piece in scene.pieces}
        right = any(piece.role in wanted and piece.facts <= words for piece in standing)
        if wanted and standing and not right and not isinstance(path[-1], int):
            says = f"{standing[0].name!r} is on {standing[0].cell!r}, but the move takes another piece there"
            yield _warn(scene, scene.place(*path), f"{says}; correct one of them")


def _explain_misplaced(scene: FigureScene, board: Board, piece: ShownPiece) -> str:
    """Return why a piece cannot be on its cell; empty if it can."""
    wanted = board.slots.get(piece.cell)
    filled = {other.cell for other in scene.pieces if other.part == wanted}
    if wanted and wanted != piece.part and piece.cell not in filled:
        return f"the slot {piece.cell!r} is for {wanted!r}, but {piece.part!r} is in it; correct the cell"
    if (
        wanted is None
        and piece.path[0] == "pieces"
        and piece.part in board.slots.values()
        and piece.cell in board.cells
    ):
        return f"{piece.part!r} belongs in a slot, but {piece.cell!r} is not one; correct the cell"
    color = board.cells[piece.cell].color if piece.cell in board.cells else ""
    if (
        piece.role
        and color
        and color != piece.role
        and _same_group(color, piece.role)
        and not _is_under_way(scene, piece)
    ):
        says = f"{piece.name!r} is {_call(scene, piece.role)}, but its cell {piece.cell!r} is {_call(scene, color)}"
        return f"{says}; correct the design or the cell"
    return ""


def _is_under_way(scene: FigureScene, piece: ShownPiece) -> bool:
    """Return whether a figure shows a moment of a game in which pieces are away from the cells of their color.

    A way begins at the piece, or most others of its part stand elsewhere, too.
    """
    if any(way.cells[0] == piece.cell for way in scene.ways):
        return True
    cells = scene.board.cells if scene.board else {}
    others = [each for each in scene.pieces if each is not piece and each.part == piece.part and each.cell in cells]
    away = [each for each in others if cells[each.cell].color != each.role]
    return len(away) > len(others) / 2


def _same_group(one: str, other: str) -> bool:
    return "." in one and one.partition(".")[0] == other.partition(".")[0]


def _call(scene: FigureScene, role: str) -> str:
    return scene.game.colors[role].called if role in scene.game.colors else role


def _check_crowds(scenes: Iterable[FigureScene]) -> Iterator[Finding]:
    """Report two pieces on one cell, if no other figure of several pieces shows that."""
    shown = [scene for scene in scenes if scene.board and sum(bool(piece.cell) for piece in scene.pieces) > 1]
    crowds: list[tuple[FigureScene, Sequence[ShownPiece]]] = []
    for scene in shown:
        slots = scene.board.slots if scene.board else {}
        counts = Counter(piece.cell for piece in scene.pieces if piece.cell and piece.cell not in slots)
        crowded = [cell for cell, count in counts.items() if count > 1]
        yield from _check_full_slots(scene, slots)
        crowds += [(scene, [piece for piece in scene.pieces if piece.cell == cell]) for cell in crowded]
    if len(crowds) == 1 and len(shown) >= _FEW_FIGURES and _is_odd_crowd(*crowds[0]):
        scene, pieces = crowds[0]
        if scene.data.kind == "board":
            says = f"{pieces[0].name!r} and {pieces[1].name!r} share the cell {pieces[0].cell!r}"
            yield _warn(
                scene, scene.place(*pieces[1].path, "at"), f"{says}, which happens in no other figure; correct one cell"
            )


def _is_odd_crowd(scene: FigureScene, crowd: Sequence[ShownPiece]) -> bool:
    """Return whether pieces on one cell differ, or whether those of all other colors stand apart."""
    others = Counter(piece.role for piece in scene.pieces if piece.role and piece.role != crowd[0].role)
    return len({piece.name for piece in crowd}) > 1 or (len(others) > 1 and min(others.values()) > 1)


def _check_full_slots(scene: FigureScene, slots: Mapping[str, str]) -> Iterator[Finding]:
    """Report a second piece in a slot, of the part that belongs there."""
    filled = set[str]()
    for piece in scene.pieces:
        if piece.cell and slots.get(piece.cell) == piece.part:
            if piece.cell in filled:
                says = f"two pieces of {piece.part!r} are in the slot {piece.cell!r}; correct one cell"
                yield _warn(scene, scene.place(*piece.path, "at"), says)
            filled.add(piece.cell)


def _warn(scene: FigureScene, place: Place, says: str) -> Finding:
    return Finding("GF183", place, f"{says} (figure {scene.name})", "warning")
