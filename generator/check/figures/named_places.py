"""Check the places and directions said about a figure against those that it shows (GF182); English only."""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import atan2, hypot, pi

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.lexicon import Lexicon, split_words
from generator.check.figures.named_pieces import matches, report
from generator.check.figures.phrases import Phrase, find_phrases
from generator.check.figures.scene import FigureScene, ShownPiece, ShownWay, count_leaning_steps, find_runs
from generator.geometry.types import Box, Point
from generator.model.board import Board
from generator.model.finding import Finding

_SIDES = {"upper": (0, -1), "top": (0, -1), "lower": (0, 1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}
_SIDE = "|".join(_SIDES)
_WHERE = r"(?P<what>edge|side|corner|half|row)"
_REGION = re.compile(  # four corners take eight words
    rf"\b(?P<sides>(?:{_SIDE})(?:,? (?:and )?(?:its )?(?:{_SIDE})){{0,11}})[- ]{_WHERE}s?\b"
)
_VIEW = re.compile(rf"^(?:The|An?) (?P<sides>(?:{_SIDE})(?: (?:{_SIDE}))*) (?:half|corner|edge|part|side) of the board")
_MIDDLE = re.compile(r"\bin the (?:middle|center)\b(?! (?:of|row|column|ring|square|space|line)\b)")
_STANDS = r"(?:stands? |lies? |is |are |sits? )?"
_DETERMINER = r"(?P<its>its own |its |their |the |an? |one )"
_ON = re.compile(rf"\W+{_STANDS}(?:still )?(?:on|in|at|into|onto|inside) (?:the middle of )?{_DETERMINER}(?P<kind>\w+)")
_AT = re.compile(rf"\W+{_STANDS}(?:at|on|beside|near|along|by|in) (?:the|its) (?P<sides>{_SIDE})[- ]{_WHERE}")
_RUN = re.compile(
    r"(?<!\w)(?P<count>\w++) (?:squares?|spaces?|steps?|cells?|fields?) (?:straight )?"
    r"(?P<way>up|down|to the right|to the left|upward|downward)s?\b"
)
_SIDEWAYS = re.compile(  # the longest clause between a verb and its goal has 160 characters, here and below
    r"\b(?:steps?|goes|moves?|leads?|runs?)\b[^.;:,]{0,160}? to the (?P<side>left|right)\b"
)
_LEADS = re.compile(r"\b(?:leads?|runs?|goes|moves?)\b[^.;:]{0,160} to (?:an? |the )?$")
_LEADS_LENGTH = 180  # characters of the longest match
_DENIED, _DENIED_LENGTH = re.compile(r"\b(?:not|never|nor|no longer) $", re.IGNORECASE), 12
_DIAGONAL = re.compile(r"\bdiagonal(?:ly)?\b")
_TURN = re.compile(r"\b(?P<turn>anti-?clockwise|counter-?clockwise|clockwise)\b")
_UP, _DOWN, _LEFT, _RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)
_WAYS = {"up": _UP, "upward": _UP, "down": _DOWN, "downward": _DOWN, "to the right": _RIGHT, "to the left": _LEFT}
_EDGE = 0.22  # of the size of a view: as far from its middle as a piece "at the edge" must be
_EDGE_OF_VIEW = 0.18  # of the size of a view: as far from its middle as anything at an edge is
_NEAR_MIDDLE = 0.2  # of the width of a board: as far from its middle as a piece "in the middle" can be
_LEAST_TURN = 0.75  # of a full turn about the middle of a board, that a way must make to have a direction of turn


def check_named_places(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report cases where a text says that something is where the figure does not show it (GF182)."""
    if text.lexicon.english and scene.board is not None:
        yield from _check_kinds(scene, scene.board, text)
        yield from _check_bound_kinds(scene, scene.board, text)
        yield from _check_turns(scene, scene.board, text)
        if scene.data.kind is not None and text.kind == "alt":
            yield from _check_view(scene, scene.board, text)
            yield from _check_runs(scene, text)
    if text.lexicon.english and text.kind == "alt" and scene.data.kind in ("board", "table"):
        yield from _check_regions(scene, text)
    if text.lexicon.english:
        yield from _check_label_words(scene, text)


def _check_kinds(scene: FigureScene, board: Board, text: FigureText) -> Iterator[Finding]:
    """Report a kind of cell on which something is said to be, if nothing is on any of them."""
    if not scene.marked_cells or scene.data.kind is None or text.kind != "alt":
        return
    marked = _add_outer_cells(board, scene.marked_cells)
    standing = _add_outer_cells(board, frozenset(piece.cell for piece in scene.pieces if piece.cell))
    kinds = find_kinds(scene, text.lexicon)
    for found in re.finditer(r"\b(?:on|in|into|onto|to|at|from) (?:the|an?|its|one) (?:\w+ )?(\w+)", text.text):
        word, on = found[1].lower(), found[0].startswith("on ")
        where = standing if on and standing else marked
        if _DENIED.search(text.text, max(0, found.start() - _DENIED_LENGTH), found.start()):
            continue
        if word in kinds and not kinds[word] & where:
            cells = ", ".join(sorted(map(repr, where))[:4])
            says = f"{text.called} says {found[0]!r}, but the figure shows it on {cells}"
            yield report(scene, text.place(found.start()), says)
            return


def find_kinds(scene: FigureScene, lexicon: Lexicon) -> Mapping[str, frozenset[str]]:
    """Return the words for kinds of cells of the figure's board."""
    return lexicon.kinds[scene.board_part.id] if scene.board_part else {}


def _add_outer_cells(board: Board, marked: frozenset[str]) -> frozenset[str]:
    """Return the cells with those that are around them, as a center round its places."""
    middles = [(board.cells[name].x, board.cells[name].y) for name in marked if name in board.cells]
    boxes = {cell.id: cell.box for cell in board.cells.values()}
    around = {
        name
        for name, (left, top, right, bottom) in boxes.items()
        if any(left < x < right and top < y < bottom for x, y in middles)
    }
    return marked | around


def _check_bound_kinds(scene: FigureScene, board: Board, text: FigureText) -> Iterator[Finding]:
    """Report pieces that are said to be on a kind of cell, at a side or in the middle, and are not."""
    kinds, parts = find_kinds(scene, text.lexicon), frozenset(piece.part for piece in scene.pieces)
    for phrase in find_phrases(text.text, text.lexicon, parts):
        pieces = [piece for piece in scene.pieces if piece.cell and matches(piece, phrase)]
        if phrase.denied or not pieces or (phrase.definite and scene.data.kind is None):
            continue
        after = phrase.at + len(phrase.said)
        on = _ON.match(text.text, after)
        each_has_its_own = on is not None and on["its"] == "their "
        if not (phrase.role or phrase.facts or len(parts) == 1 or len(pieces) == 1 or each_has_its_own):
            continue
        cells = kinds.get(on["kind"].lower()) if on else None
        at = _AT.match(text.text, on.end() if on and cells else after)
        right = [
            piece for piece in pieces if piece.cell in (cells or ()) and _is_own(board, piece, on["its"] if on else "")
        ]
        told = bool(cells) and (len(right) < len(pieces) if each_has_its_own else not right)
        if at and scene.data.kind == "board" and not told:
            edge = _EDGE if at["what"] == "edge" else 0.0
            told = not any(_is_beside(piece.at, scene.view, [at["sides"]], edge) for piece in pieces)
        if told:
            ends = [found.end() for found in (on, at) if found]
            where = text.text[after : max(ends)]
            yield _misplaced(scene, text, phrase, where, [each for each in pieces if each not in right] or pieces)
        elif _leads_to(text.text, phrase) and scene.ways:
            yield from _check_ends(scene, text, phrase, pieces)


def _check_ends(scene: FigureScene, text: FigureText, phrase: Phrase, pieces: list[ShownPiece]) -> Iterator[Finding]:
    """Report pieces that something is said to lead to, if no way ends on one of them."""
    ends = {way.cells[-1] for way in scene.ways}
    if not any(piece.cell in ends for piece in pieces):
        says = f"{text.called} says 'to {phrase.said}', but no path ends on {pieces[0].cell!r}"
        yield report(scene, scene.place(*pieces[0].path, "at"), says)


def _leads_to(text: str, phrase: Phrase) -> bool:
    return bool(_LEADS.search(text, max(0, phrase.at - _LEADS_LENGTH), phrase.at))


def _misplaced(scene: FigureScene, text: FigureText, phrase: Phrase, where: str, pieces: list[ShownPiece]) -> Finding:
    cells = ", ".join(dict.fromkeys(repr(piece.cell) for piece in pieces))
    says = f"{text.called} says {(phrase.said + where)!r}, but the figure shows it on {cells}"
    return report(scene, scene.place(*pieces[0].path, "at"), says)


def _is_own(board: Board, piece: ShownPiece, its: str) -> bool:
    """Return whether a cell can be called a piece's own: it has the color of the piece, or none."""
    color = board.cells[piece.cell].color
    return not its.startswith(("its", "their")) or not color or not piece.role or color == piece.role


def _check_view(scene: FigureScene, board: Board, text: FigureText) -> Iterator[Finding]:
    """Report cases where the text begins with a side of the board that is not in view."""
    found = _VIEW.match(text.text)
    left, top, right, bottom = scene.view
    middle = (left + right) / 2, (top + bottom) / 2
    if found and not _is_beside(middle, (0.0, 0.0, board.width, board.height), found["sides"].split()):
        yield report(scene, scene.place("show"), f"{text.called} says {found[0]!r}, which is not in view")


def _is_beside(at: Point | None, box: Box, sides: list[str], least: float = 0.0) -> bool:
    """Return whether a point lies in those halves of a box, `least` of its size or more from its middle."""
    if at is None:
        return False
    x, y = (at[0] - (box[0] + box[2]) / 2) / (box[2] - box[0]), (at[1] - (box[1] + box[3]) / 2) / (box[3] - box[1])
    return all(x * _SIDES[side][0] + y * _SIDES[side][1] > least for side in sides)


def _check_regions(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a side at which nothing is, and the middle if it is empty."""
    box = scene.view if scene.data.kind == "board" else (0.0, 0.0, *scene.data.size)
    points = [piece.at for piece in scene.pieces if piece.at is not None]
    if scene.data.kind == "board":
        points += [_end_of(scene, way, end) for way in scene.ways for end in (0, -1)]
    if not points or _VIEW.match(text.text):
        return
    for found in _REGION.finditer(text.text):
        for sides in _read_sides(found["sides"]):
            least = _EDGE_OF_VIEW if found["what"] in ("edge", "corner") else 0.0
            if not any(_is_beside(point, box, sides, least) for point in points):
                yield report(scene, text.place(found.start()), f"{text.called} says {found[0]!r}, but nothing is there")
    found_middle = _MIDDLE.search(text.text)
    if found_middle and not any(_is_central(point, box) for point in points):
        yield report(
            scene, text.place(found_middle.start()), f"{text.called} says {found_middle[0]!r}, but nothing is there"
        )


def _read_sides(text: str) -> list[list[str]]:
    """Return the regions that words name: `upper left` is one, `left and right` two."""
    apart = re.split(r",? and (?:its )?|, (?:its )?", text)
    return [each.split() for each in apart]


def _is_central(point: Point, box: Box) -> bool:
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return hypot(point[0] - middle[0], point[1] - middle[1]) < _NEAR_MIDDLE * min(box[2] - box[0], box[3] - box[1])


def _end_of(scene: FigureScene, way: ShownWay, end: int) -> Point:
    assert scene.board is not None
    cell = scene.board.cells[way.cells[end]]
    return cell.x, cell.y


def _check_runs(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report `four squares up` and the like, if no way has such a run."""
    if not scene.ways or scene.board is None:
        return
    runs = [run for way in scene.ways for run in find_runs(scene.board, way)]
    for found in _RUN.finditer(text.text):
        number, wanted = text.lexicon.number(found["count"].lower()), _WAYS[found["way"]]
        shown = [count for x, y, count in runs if (x, y) == wanted]
        shown += filter(None, (count_leaning_steps(scene.board, way, wanted) for way in scene.ways))
        if number is not None and number not in shown:
            instead = f"{max(shown)} that way" if shown else "no step that way"
            says = f"{text.called} says {found[0]!r}, but the figure shows {instead}"
            yield report(scene, text.place(found.start()), says)
    if _DIAGONAL.search(text.text) and runs and not any(x and y for x, y, _ in runs):
        yield report(scene, text.place(0), f"{text.called} says 'diagonal', but no path goes diagonally")
    for found in _SIDEWAYS.finditer(text.text):
        sign = 1 if found["side"] == "right" else -1
        if not any(x == sign for x, _, _ in runs) and not _RUN.search(found[0]):
            yield report(scene, text.place(found.start()), f"{text.called} says {found[0]!r}, but no path goes there")


def _check_turns(scene: FigureScene, board: Board, text: FigureText) -> Iterator[Finding]:
    """Report cases where the only long way, or the route of a template, turns the other way around the board."""
    routes = [str(value) for value in scene.data.values.values() if isinstance(value, str) and value in board.routes]
    walks = [way.cells for way in scene.ways] + [board.routes[name] for name in routes]
    turns = [turn for walk in walks if abs(turn := _measure_turn(board, walk)) >= _LEAST_TURN]
    for found in _TURN.finditer(text.text):
        sign = 1 if found["turn"] == "clockwise" else -1
        if turns and not any(turn * sign > 0 for turn in turns):
            says = f"{text.called} says {found[0]!r}, but the path turns the other way"
            yield report(scene, text.place(found.start()), says)


def _measure_turn(board: Board, walk: tuple[str, ...]) -> float:
    """Return how often a walk goes around the middle of the board; clockwise is positive, y points downwards."""
    points = [(board.cells[name].x - board.width / 2, board.cells[name].y - board.height / 2) for name in walk]
    angles = [atan2(y, x) for x, y in points if hypot(x, y) > 1.0]
    steps = [(b - a + pi) % (2 * pi) - pi for a, b in pairwise(angles)]
    return sum(steps) / (2 * pi)


def _check_label_words(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report the one label of which the alternative text says nothing, though it names all others (GF182)."""
    said = {token.text for token in split_words(text.text)}
    stems = {word.removesuffix("s") for word in said}
    strange = [
        label
        for label in scene.labels
        if not any(token.text.removesuffix("s") in stems for token in split_words(label.says) if len(token.text) > 3)
    ]
    telling = [label for label in strange if _is_specific(scene, text.lexicon, label.says)]
    if text.kind == "alt" and len(strange) == len(telling) == 1 and len(scene.labels) > 2:
        says = f"the label says {strange[0].says!r}, which {text.called} does not mention, though it names the others"
        yield report(scene, scene.place(*strange[0].path, "says"), says, "note")


def _is_specific(scene: FigureScene, lexicon: Lexicon, says: str) -> bool:
    """Return whether words name a color, a part, a kind of cell or a number."""
    kinds = find_kinds(scene, lexicon)
    words = [token.text for token in split_words(says)]
    return any(lexicon.role(word) or word in lexicon.nouns or word in kinds or word.isdecimal() for word in words)
