"""Hypnosia as plainly as possible, with lists and dictionaries; shares nothing with generator/play."""

import random
from typing import Any

SIZES = [30, 24, 18, 12]
BRIDGES = [(2, 2), (1, 1), (0, 0), (1, None)]  # in each sixth: the bridge space, and where it leads on the next ring
SEATS = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 5: [0, 1, 2, 3, 4], 6: [0, 1, 2, 3, 4, 5]}
POINTS = [5, 4, 3, 2, 1]
Move = tuple[int, Any, int, Any]  # die, cell, pawns, target


def find_targets(cell: Any, die: int) -> list[Any]:
    if cell[0] == "start":
        _, color, number = cell
        return [(0, 5 * color + die - number)] if die >= number else []
    ring, space = cell
    found: list[Any] = [(ring, (space + die) % SIZES[ring])]
    sixth, offset = divmod(space, SIZES[ring] // 6)
    bridge, landing = BRIDGES[ring]
    if offset == bridge:
        if landing is None:
            found += ["center"] if die == 1 else []
        else:
            size = SIZES[ring + 1]
            found.append((ring + 1, (sixth * size // 6 + landing + die - 1) % size))
    return found


def list_moves(board: dict[Any, list[int]], color: int, die: int) -> list[Move]:
    moves: list[Move] = []
    for cell, pawns in board.items():
        if pawns[0] != color:
            continue
        for target in find_targets(cell, die):
            there = board.get(target, [])
            if len(there) < 2:
                moves.append((die, cell, 1, target))
            if len(pawns) == 2 and (not there or there[0] != color):
                moves.append((die, cell, 2, target))
    return moves


def make_move(game: dict[str, Any], color: int, move: Move) -> None:
    _, cell, pawns, target = move
    board = game["board"]
    if target == "center":
        pawns = min(pawns, 5 - len(game["center"]))
        game["center"] += [color] * pawns
    left = board.pop(cell)[pawns:]
    if left:
        board[cell] = left
    if target != "center":
        there = board.pop(target, [])
        if there and there[0] != color:
            game["score"][color] += len(there)
            game["score"][there[0]] -= len(there)
            there = []
        board[target] = there + [color] * pawns


def is_over(game: dict[str, Any]) -> bool:
    return len(game["center"]) == 5 or not game["board"]


def copy_game(game: dict[str, Any]) -> dict[str, Any]:
    return {
        "board": {cell: pawns[:] for cell, pawns in game["board"].items()},
        "center": game["center"][:],
        "score": dict(game["score"]),
    }


def list_turns(game: dict[str, Any], color: int, dice: list[int]) -> list[list[Move]]:
    both, alone = [], []
    for one, other in dict.fromkeys([tuple(dice), tuple(dice[::-1])]):
        for move in list_moves(game["board"], color, one):
            after = copy_game(game)
            make_move(after, color, move)
            if is_over(after):
                both.append([move])
                continue
            seconds = list_moves(after["board"], color, other)
            both += [[move, second] for second in seconds]
            if not seconds:
                alone.append([move])
    return both or alone


def play_hypnosia(players: int, chance: random.Random) -> tuple[int, int, list[int], str]:
    """Play a game at random; return its turns, who began and who won, as colors, and how it ended."""
    colors = SEATS[players][::-1]
    game: dict[str, Any] = {
        "board": {("start", color, number): [color] for color in colors for number in (1, 2, 3, 4)},
        "center": [],
        "score": dict.fromkeys(colors, 0),
    }
    turn = chance.randrange(players)
    first = colors[turn]
    turns = 0
    while not is_over(game):
        color = colors[turn % players]
        turn += 1
        if not any(pawns[0] == color for pawns in game["board"].values()):
            continue
        turns += 1
        choices = list_turns(game, color, [chance.randint(1, 6), chance.randint(1, 6)])
        for move in chance.choice(choices) if choices else []:
            make_move(game, color, move)
    score = dict(game["score"])
    for color, points in zip(game["center"], POINTS, strict=False):
        score[color] += points
    best = [color for color in colors if score[color] == max(score.values())]
    entered = [color for color in game["center"] if color in best]
    return turns, first, entered[:1] or best, "center full" if len(game["center"]) == 5 else "nobody outside"
