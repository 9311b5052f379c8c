"""Pachisi and Pharaoh as plainly as possible, with lists and dictionaries, to be compared with the rules in play.yaml.

They share nothing with generator/play: boards are written out by hand, and every list is made when it is needed.
"""

import random
from itertools import product

CORNERS = {(0, 0), (0, 4), (4, 0), (4, 4)}
CELLS = [cell for cell in product(range(5), range(5)) if cell not in CORNERS]
EDGES = {
    "south": [(4, 1), (4, 2), (4, 3)],
    "west": [(1, 0), (2, 0), (3, 0)],
    "north": [(0, 1), (0, 2), (0, 3)],
    "east": [(1, 4), (2, 4), (3, 4)],
}
ROW = {(2, 1), (2, 2), (2, 3)}
COLUMN = {(1, 2), (2, 2), (3, 2)}
DIAGONALS = [{(1, 1), (2, 2), (3, 3)}, {(1, 3), (2, 2), (3, 1)}]
LINES = {2: [ROW], 3: [ROW, COLUMN], 4: [ROW, COLUMN, *DIAGONALS]}
SEATS = {2: ["south", "north"], 3: ["south", "west", "east"], 4: ["south", "west", "north", "east"]}


Cell = tuple[int, int]
Pyramid = tuple[str, int]


def list_steps(
    where: dict[Pyramid, Cell | None], board: dict[Cell, Pyramid], seat: str, points: int
) -> list[tuple[int, Cell, int]]:
    """Return all steps that points pay for: the size of the pyramid, where it goes, and what that costs."""
    steps = []
    for size in (1, 2, 3):
        cell = where[seat, size]
        if cell is None:
            targets = [(target, size) for target in EDGES[seat]]
        else:
            targets = []
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    target = (cell[0] + down, cell[1] + right)
                    if (down or right) and target in CELLS:
                        targets.append((target, size * 2 if down and right else size))
        for target, cost in targets:
            there = board.get(target)
            if cost <= points and (there is None or (there[0] != seat and there[1] <= size)):
                steps.append((size, target, cost))
    return steps


def play_pharaoh(players: int, chance: random.Random, cap: int = 20_000) -> tuple[int, str, str]:
    """Play a game at random; return its turns, who began and who won."""
    seats = SEATS[players]
    where: dict[Pyramid, Cell | None] = {(seat, size): None for seat in seats for size in (1, 2, 3)}
    board: dict[Cell, Pyramid] = {}
    first = turn = chance.randrange(players)
    for turns in range(1, cap + 1):
        seat = seats[turn]
        points = chance.randint(1, 6)
        while True:
            steps = list_steps(where, board, seat, points)
            if not steps:
                break
            size, target, cost = chance.choice(steps)
            if target in board:
                where[board[target]] = None
            cell = where[seat, size]
            if cell is not None:
                del board[cell]
            board[target] = seat, size
            where[seat, size] = target
            points -= cost
            if {where[seat, each] for each in (1, 2, 3)} in LINES[players]:
                return turns, seats[first], seat
        turn = (turn + 1) % players
    return cap, seats[first], ""


def _make_road(player: int) -> list[str]:
    """Return the 85 squares of a road, from the center to the center; the tip is passed twice."""
    arms = [(player + each) % 4 for each in range(4)]
    road = ["center"] + [f"{player} lane {at}" for at in range(1, 8)] + [f"{player} tip"]
    road += [f"{player} right {at}" for at in range(8, 0, -1)]
    for arm in arms[1:]:
        road += [f"{arm} left {at}" for at in range(1, 9)] + [f"{arm} tip"]
        road += [f"{arm} right {at}" for at in range(8, 0, -1)]
    road += [f"{player} left {at}" for at in range(1, 9)] + [f"{player} tip"]
    return road + [f"{player} lane {at}" for at in range(7, 0, -1)] + ["center"]


ROADS = [_make_road(player) for player in range(4)]
CASTLES = {f"{arm} {name}" for arm in range(4) for name in ("tip", "left 5", "right 5")}


def play_pachisi(  # noqa: C901  as plain as can be
    chance: random.Random, cap: int = 4000
) -> tuple[int, int, int, int]:
    """Play a game at random; return its turns, who began, the side that won, and its captures."""
    pieces = [[0, 0, 0, 0] for _ in range(4)]
    begun = [False] * 4
    first = player = chance.randrange(4)
    turns = captures = 0
    while True:
        more = 1
        while more:
            more -= 1
            turns += 1
            if turns > cap:
                return cap, first, -1, captures
            throws: list[int] = []
            while not throws or throws[-1] in (6, 10, 25):
                mouths = sum(chance.random() < 0.5 for _ in range(6))
                throws.append([25, 10, 2, 3, 4, 5, 6][mouths])
            while throws:
                units = list_units(pieces, player, throws, begun)
                if not units:
                    break
                throw, own, mates, cell = chance.choice(units)
                throws.remove(throw)
                for number in own:
                    pieces[player][number] += throw
                begun[player] = True
                for number in mates:
                    pieces[(player + 2) % 4][number] += throw
                if cell != "center":
                    taken = [
                        (enemy, number)
                        for enemy in ((player + 1) % 4, (player + 3) % 4)
                        for number, step in enumerate(pieces[enemy])
                        if ROADS[enemy][step] == cell
                    ]
                    for enemy, number in taken:
                        pieces[enemy][number] = 0
                    if taken:
                        captures += 1
                        more += 1
                if all(step == 84 for each in (player, (player + 2) % 4) for step in pieces[each]):
                    return turns, first, player % 2, captures
                if all(step == 84 for step in pieces[player]):
                    more = 0
                    break
        player = (player + 1) % 4
        while all(step == 84 for step in pieces[player]):
            player = (player + 1) % 4


def list_units(  # noqa: C901
    pieces: list[list[int]], player: int, throws: list[int], begun: list[bool]
) -> list[tuple[int, list[int], list[int], str]]:
    """Return all throws with the pieces of both partners that one moves, and the square they reach."""
    units = []
    partner = (player + 2) % 4
    for throw in set(throws):
        for step in sorted(set(pieces[player])):
            to = step + throw
            if to > 84 or to == 83 or step == 84:
                continue
            if step == 0 and begun[player] and throw not in (6, 10, 25):
                continue
            cell = ROADS[player][to]
            own = [number for number, each in enumerate(pieces[player]) if each == step]
            mates = []
            if step == 0:
                own = own[:1]
            else:
                for number, each in enumerate(pieces[partner]):
                    together = 0 < each < 84 and ROADS[partner][each] == ROADS[player][step]
                    if together and each + throw < 84 and each + throw != 83 and ROADS[partner][each + throw] == cell:
                        mates.append(number)
            enemies = 0
            if cell != "center":
                for enemy in ((player + 1) % 4, (player + 3) % 4):
                    enemies += sum(ROADS[enemy][each] == cell for each in pieces[enemy])
            if enemies and cell in CASTLES:
                continue
            for count in range(1, len(own) + 1):
                for others in range(len(mates) + 1):
                    if enemies < 2 or count + others >= 2:
                        units.append((throw, own[:count], mates[:others], cell))
    return units
