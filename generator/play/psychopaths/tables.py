"""What Psychopaths reads from the data: squares, pockets, slots, cards and dice; how far pawns are from their goals."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from generator.geometry.polygon import depth_in_polygons
from generator.geometry.tolerances import BESIDE_SLOT
from generator.model.board import Board, Cell
from generator.model.game import Part, Port
from generator.play.material import Material, index_cells, order_around

_QUARTERS = 4
_ARROWS = ("", "switch", "rotate")
_COLORS = ("white", "black")


class DieFace(NamedTuple):
    """A face of a die: white for a pawn or black for the psycho, its number, and its arrows, if any."""

    white: bool
    number: int
    arrow: str = ""


class CardLines(NamedTuple):
    """The lines of one color on a card in a slot: the squares they begin at as bits, and both directions of each."""

    ends: int
    pairs: tuple[tuple[int, int], ...]


class Goal(NamedTuple):
    """A goal and the square that it is entered from."""

    cell: int
    door: int


class PsychopathsTables:
    """Squares, pockets, slots, cards and dice of the data, as tables that are made once."""

    def __init__(self, material: Material) -> None:
        self.players = material.players
        board = material.find_board("board")
        self.cells = tuple(board.cells)
        self._number = index_cells(self.cells)
        kinds = [board.cells[cell].kind for cell in self.cells]
        self.pockets = _collect_bits(number for number, kind in enumerate(kinds) if kind in ("start", "goal"))
        self.stars = _collect_bits(number for number, kind in enumerate(kinds) if kind == "star")
        self.zone = _collect_bits(number for number, kind in enumerate(kinds) if kind == "zone")
        starts = {
            color: [cell for cell in board.cells.values() if (cell.kind, cell.color) == ("start", color)]
            for color in material.colors("player")
        }
        self.colors = order_around(board, starts, clockwise=False)  # the order of play (rules: Setting up)
        if max(self.players) > len(self.colors):
            material.refuse("there are more players than colors", "players")
        self.each = material.each("pawn") or material.refuse("nobody gets a pawn in the setup", "setup")
        self._read_steps(material, board)
        self.starts = [self._list_pockets(material, board, color, "start") for color in self.colors]
        self.goals = [
            [Goal(cell, self._doors[cell]) for cell in self._list_pockets(material, board, color, "goal")]
            for color in self.colors
        ]
        self.psycho = self._find_psycho(material)
        self.slots = tuple(board.slots)
        self._read_cards(material, board)
        self.dice = _read_dice(material)
        self.walks = self._list_walks(max(face.number for die in self.dice for face in die))
        self.nearer = [
            [join_bits(table[cell] for table in self.walks[:steps]) for cell in range(len(self.cells))]
            for steps in range(len(self.walks))
        ]  # where a shorter walk can end
        self.placed = {players: self._read_placed(material, players) for players in self.players}

    def _read_steps(self, material: Material, board: Board) -> None:
        """Read the steps over sides, and the square beside each pocket (P6.edge)."""
        self.steps: list[list[int]] = [[] for _ in self.cells]
        self._doors: dict[int, int] = {}
        for join in board.joins:
            one, other = self._number[join.one], self._number[join.other]
            for pocket, door in ((one, other), (other, one)):
                if self.pockets >> pocket & 1:
                    if pocket in self._doors:
                        material.refuse(f"{self.cells[pocket]} has more than one square", "parts", "board", "pockets")
                    self._doors[pocket] = door
            if not (self.pockets >> one | self.pockets >> other) & 1:
                self.steps[one].append(other)
                self.steps[other] += [] if join.one_way else [one]

    def _list_pockets(self, material: Material, board: Board, color: str, kind: str) -> list[int]:
        """Return the starts or the goals of a color: one for each pawn (P7)."""
        found = [self._number[cell.id] for cell in board.cells.values() if (cell.kind, cell.color) == (kind, color)]
        if len(found) != self.each or any(cell not in self._doors for cell in found):
            says = f"{color} needs a {kind} beside a square for each of its {self.each} pawns"
            material.refuse(says, "parts", "board", "pockets")
        return found

    def choose_colors(self, players: int) -> list[int]:
        """Return the colors that play, in the order of play: opposite ones for two (rules: Setting up)."""
        count = len(self.colors)
        return [0, count // 2] if players == 2 else [*range(players)]

    def is_place(self, cell: int) -> bool:
        """Tell whether a pawn can stand on a cell: a square, a start or a goal."""
        return bool(self.steps[cell]) or bool(self.pockets >> cell & 1)

    def find_door(self, pocket: int) -> int:
        """Return the square beside a start or a goal."""
        return self._doors[pocket]

    def _find_psycho(self, material: Material) -> int:
        name = material.value("board", "psycho")
        if name not in self._number or not self.steps[self._number[name]]:
            where = "parts", "board", "values", "psycho"
            material.refuse(f"the psycho begins on {name}, but there is no such square", *where)
        return self._number[name]

    def _read_cards(self, material: Material, board: Board) -> None:
        """Read the cards, as often as they have copies, and where their lines lead in each slot and turn (P9, P10)."""
        part = material.find_part("path")
        if not part.ports or any(not design.lines for design in part.designs):
            material.refuse("it needs cards with lines", "parts", "path")
        self.designs = [design.id for design in part.designs for _ in range(design.copies)]
        if len(self.designs) < len(self.slots):
            material.refuse(f"there are fewer cards than the {len(self.slots)} slots", "parts", "path")
        squares = [cell for cell in board.cells.values() if self.steps[self._number[cell.id]]]
        self.lines: list[list[list[CardLines]]] = []  # by slots, by 4 * card + quarters, by colors
        for slot in self.slots:
            beside = [_find_square(squares, board.cells[slot], part, port) for port in part.ports]
            if "" in beside:
                says = f"an end of a line of a card in {slot} has no square before it"
                material.refuse(says, "parts", "board", "slots", slot)
            ends = [self._number[cell] for cell in beside]
            self.lines.append(
                [
                    self._turn_lines(part, design.lines, ends, quarters)
                    for design in part.designs
                    for _ in range(design.copies)
                    for quarters in range(_QUARTERS)
                ]
            )

    def _turn_lines(
        self, part: Part, lines: Sequence[tuple[int, int, str]], ends: Sequence[int], quarters: int
    ) -> list[CardLines]:
        """Return the lines of a card by colors, when it lies turned clockwise by quarters."""
        count = len(part.ports)
        found = []
        for color in self.colors:
            joined = [
                tuple(ends[(port + quarters * count // _QUARTERS) % count] for port in line[:2])
                for line in lines
                if line[2] == color
            ]
            pairs = tuple(pair for one, other in joined for pair in ((one, other), (other, one)))
            found.append(CardLines(_collect_bits(one for one, _ in pairs), pairs))
        return found

    def _list_walks(self, most: int) -> list[list[int]]:
        """Return by numbers of steps and cells the squares where a walk without paths can end, as bits."""
        walks = [[1 << cell for cell in range(len(self.cells))]]
        for _ in range(most):
            walks.append([join_bits(walks[-1][step] for step in steps) for steps in self.steps])
        return walks

    def _read_placed(self, material: Material, players: int) -> list[int]:
        """Return the seats, counted from the first player, that lay the cards of the setup one after the other (P8)."""
        placed = material.numbers("board", f"placed{players}")
        if len(placed) != players or sum(placed) != len(self.slots) or placed[0] < 1 or min(placed) < 0:
            where = "parts", "board", "values", f"placed{players}"
            material.refuse(f"placed{players} does not share {len(self.slots)} cards among {players} players", *where)
        return [seat for round_ in range(max(placed)) for seat, cards in enumerate(placed) if cards > round_]


def _read_dice(material: Material) -> list[list[DieFace]]:
    """Read the dice, whose faces are texts such as `black 1 switch` (P11)."""
    dice = []
    for number, row in enumerate(material.rows("die")):
        faces = row.get("faces")
        where = "parts", "die", "rows", number
        if not isinstance(faces, (list, tuple)) or not faces:
            material.refuse("a die has no faces", *where)
        copies = row.get("copies", material.game.parts["die"].copies)
        dice += [[_read_face(material, face, where) for face in faces]] * (copies if isinstance(copies, int) else 1)
    return dice or material.refuse("there are no dice", "parts", "die")


def _read_face(material: Material, face: object, where: tuple[str | int, ...]) -> DieFace:
    words = str(face).split()
    color, number, arrow = (*words, "", "", "")[:3]
    if len(words) > 3 or color not in _COLORS or not number.isdecimal() or arrow not in _ARROWS or int(number) < 1:
        says = f"a face {str(face)!r} is not white or black, a number, and perhaps switch or rotate"
        material.refuse(says, *where)
    return DieFace(color == "white", int(number), arrow)


def _find_square(squares: Iterable[Cell], slot: Cell, part: Part, port: Port) -> str:
    """Return the square over against a port of a card in a slot, or nothing."""
    left, top, right, bottom = slot.box
    x = slot.x + port.x - part.outline.width / 2
    y = slot.y + port.y - part.outline.height / 2
    if port.dx:
        x = (left if port.dx > 0 else right) - BESIDE_SLOT * port.dx
    else:
        y = (top if port.dy > 0 else bottom) - BESIDE_SLOT * port.dy
    return next((cell.id for cell in squares if depth_in_polygons((cell.board_points,), x, y) > 0), "")


def _collect_bits(numbers: Iterable[int]) -> int:
    return join_bits(1 << number for number in numbers)


def join_bits(masks: Iterable[int]) -> int:
    """Return the union of sets of cells."""
    joined = 0
    for mask in masks:
        joined |= mask
    return joined


_MOST_KEPT = 10_000  # arrangements of the lines of a color whose distances are kept


class PsychopathsGraph(PsychopathsTables):
    """The tables, and the steps from all cells to the goals of a color by the lines that are laid, kept once found."""

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        self._back: list[list[int]] = [[] for _ in self.cells]
        for cell, steps in enumerate(self.steps):
            for step in steps:
                self._back[step].append(cell)
        self._kept: dict[tuple[object, ...], list[list[int]]] = {}

    def list_distances(self, color: int, laid: Sequence[int]) -> list[list[int]]:
        """Return for each goal of a color the steps from each square, and from its starts."""
        lines = [slot[card][color].pairs for slot, card in zip(self.lines, laid, strict=True) if card >= 0]
        key = (color, *lines)
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            across: dict[int, list[int]] = {}
            for pairs in lines:
                for one, other in pairs:
                    across.setdefault(one, []).append(other)
            self._kept[key] = [self._spread(color, door, across) for _, door in self.goals[color]]
        return self._kept[key]

    def _spread(self, color: int, door: int, across: dict[int, list[int]]) -> list[int]:
        far = [len(self.cells)] * len(self.cells)
        ring, steps = [door], 1
        far[door] = 1
        while ring:
            steps += 1
            following = []
            for cell in ring:
                for step in (*self._back[cell], *across.get(cell, ())):
                    if far[step] > steps:
                        far[step] = steps
                        following.append(step)
            ring = following
        for start in self.starts[color]:
            far[start] = far[self.find_door(start)] + 1
        return far

    def measure_distance(self, color: int, laid: Sequence[int], pawns: Sequence[int]) -> int:
        """Return the fewest steps in all that bring the pawns of a color home, in the best order of the free goals."""
        goals = [goal.cell for goal in self.goals[color]]
        free = [number for number, goal in enumerate(goals) if goal not in pawns]
        out = [cell for cell in pawns if cell not in goals]
        far = self.list_distances(color, laid)
        return min(
            sum(far[goal][cell] for goal, cell in zip(order, out, strict=True))
            for order in permutations(free, len(out))
        )

    def measure_from(self, color: int, laid: Sequence[int], cell: int) -> int:
        """Return the fewest steps from a square to a goal of a color; nothing is switched in the zone."""
        if self.zone >> cell & 1:
            return len(self.cells)
        return min(far[cell] for far in self.list_distances(color, laid))
