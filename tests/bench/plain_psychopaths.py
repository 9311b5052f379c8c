"""Psychopaths as plainly as possible, with lists and dictionaries; shares nothing with generator/play."""

import random
from itertools import combinations
from typing import Any

Square = tuple[int, int]

SLOTS = [(1, 1), (1, 7), (7, 7), (7, 1)]
BLOCKED = {(row + down, column + right) for row, column in SLOTS for down in range(3) for right in range(3)}
SQUARES = {(row, column) for row in range(11) for column in range(11)} - BLOCKED
ZONE = {(row, column) for row in (4, 5, 6) for column in (4, 5, 6)}
STARS = {(0, 0), (0, 10), (10, 0), (10, 10)}
DOORS = {"R": [(10, 1), (10, 9)], "Y": [(1, 10), (9, 10)], "B": [(0, 1), (0, 9)], "G": [(1, 0), (9, 0)]}
GOALS = {"R": [(0, 3), (0, 7)], "Y": [(3, 0), (7, 0)], "B": [(10, 3), (10, 7)], "G": [(3, 10), (7, 10)]}
SEATS = {2: "RB", 3: "RYB", 4: "RYBG"}
PATTERNS = [
    ("02 13 47 56", "RYGB"),
    ("02 17 34 56", "RYBG"),
    ("02 14 37 56", "RGYB"),
    ("04 12 36 57", "RGBY"),
    ("02 14 36 57", "RBYG"),
    ("03 14 27 56", "RBGY"),
]
DICE = [
    ["w1s", "w1r", "w2", "w3", "w4", "w2"],
    ["b1s", "b1r", "b2", "b3", "b4", "b2"],
    ["w1r", "b1s", "w2", "b3", "w3", "b2"],
]
Card = dict[str, tuple[int, int]]


def make_deck() -> list[Card]:
    deck: list[Card] = []
    for pattern, order in PATTERNS:
        for shift in range(4):
            card: Card = {}
            for number, line in enumerate(pattern.split()):
                card[order[(number + shift) % 4]] = (int(line[0]), int(line[1]))
            deck.append(card)
    return deck


def find_square(slot: Square, port: int) -> Square:
    row, column = slot
    return [
        (row - 1, column),
        (row - 1, column + 2),
        (row, column + 3),
        (row + 2, column + 3),
        (row + 3, column + 2),
        (row + 3, column),
        (row + 2, column - 1),
        (row, column - 1),
    ][port]


def list_lines(cards: dict[Square, tuple[Card, int]], color: str) -> dict[Square, list[Square]]:
    lines: dict[Square, list[Square]] = {}
    for slot, (card, quarters) in cards.items():
        one, other = (find_square(slot, (port + 2 * quarters) % 8) for port in card[color])
        lines.setdefault(one, []).append(other)
        lines.setdefault(other, []).append(one)
    return lines


def walk(start: Square, steps: int, lines: dict[Square, list[Square]]) -> set[Square]:
    reached = {start}
    for _ in range(steps):
        following: set[Square] = set()
        for row, column in reached:
            for square in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if square in SQUARES:
                    following.add(square)
            following.update(lines.get((row, column), []))
        reached = following
    return reached


class PlainGame:
    """A game in dictionaries: pawns by color and number, cards by slots."""

    def __init__(self, players: int, chance: random.Random) -> None:
        self.chance = chance
        self.seats = SEATS[players]
        self.pawns: dict[tuple[str, int], Any] = {(color, n): ("start", n) for color in self.seats for n in (0, 1)}
        self.psycho: Square = (5, 5)
        self.stack = make_deck()
        chance.shuffle(self.stack)
        self.discard: list[Card] = []
        self.cards: dict[Square, tuple[Card, int]] = {}
        for slot in chance.sample(SLOTS, 4):
            self.cards[slot] = (self.stack.pop(), chance.randrange(4))
        self.owing: list[tuple[str, int]] = []

    def list_outcomes(  # noqa: C901
        self, color: str, face: str
    ) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = []
        steps = int(face[1])
        taken = [*self.pawns.values(), self.psycho]
        if face[0] == "w":
            lines = list_lines(self.cards, color)
            for number in (0, 1):
                at = self.pawns[color, number]
                if at[0] == "goal":
                    continue
                left = steps
                square = at
                if at[0] == "start":
                    square, left = DOORS[color][number], steps - 1
                targets: set[Any] = walk(square, left, lines)
                if left:
                    before = walk(square, left - 1, lines)
                    targets |= {("goal", n) for n in (0, 1) if GOALS[color][n] in before}
                    targets -= {("goal", n) for n in (0, 1) if self.pawns[color, 1 - number] == ("goal", n)}
                for target in targets:
                    if target == at or target[0] == "goal" or target not in taken:
                        found.append(("pawn", (color, number), target))
        else:
            for target in walk(self.psycho, steps, {}):
                if target == self.psycho or target not in taken:
                    found.append(("psycho", target))
        if face.endswith("r"):
            found += [("rotate", slot, quarters) for slot in SLOTS for quarters in (1, 2, 3)]
        if face.endswith("s") and self.psycho not in ZONE:
            for pawn, at in self.pawns.items():
                if at in SQUARES and at not in ZONE:
                    found.append(("switch", pawn))
        return found

    def apply(self, color: str, outcome: tuple[Any, ...]) -> None:
        kind = outcome[0]
        if kind == "psycho":
            self.psycho = outcome[1]
        elif kind == "rotate":
            card, quarters = self.cards[outcome[1]]
            self.cards[outcome[1]] = (card, (quarters + outcome[2]) % 4)
        elif kind == "switch":
            pawn = outcome[1]
            if pawn in self.owing:
                self.owing.remove(pawn)
            self.pawns[pawn], self.psycho = self.psycho, self.pawns[pawn]
            if self.pawns[pawn] in STARS:
                self.owing.append(pawn)
        else:
            pawn = outcome[1]
            if pawn in self.owing:
                self.owing.remove(pawn)
            self.pawns[pawn] = outcome[2]
            if outcome[2] in STARS:
                self.change_cards()

    def change_cards(self) -> None:
        if self.chance.random() < 0.5:
            if not self.stack:
                self.stack, self.discard = self.discard, []
                self.chance.shuffle(self.stack)
            slot = self.chance.choice(SLOTS)
            self.discard.append(self.cards[slot][0])
            self.cards[slot] = (self.stack.pop(), self.chance.randrange(4))
        else:
            one, other = self.chance.choice(list(combinations(SLOTS, 2)))
            first, second = self.cards[one][0], self.cards[other][0]
            self.cards[one] = (second, self.chance.randrange(4))
            self.cards[other] = (first, self.chance.randrange(4))

    def is_won(self, color: str) -> bool:
        return all(self.pawns[color, number][0] == "goal" for number in (0, 1))


def play_psychopaths(players: int, chance: random.Random, cap: int = 3000) -> tuple[int, str, str]:
    """Play a game at random; return its turns, who began and who won."""
    game = PlainGame(players, chance)
    turn = chance.randrange(players)
    first = game.seats[turn]
    for turns in range(1, cap + 1):
        color = game.seats[turn]
        faces = [chance.choice(die) for die in DICE]
        chance.shuffle(faces)
        for face in faces:
            outcomes = game.list_outcomes(color, face)
            if outcomes:
                game.apply(color, chance.choice(outcomes))
            if game.is_won(color):
                return turns, first, color
        for _ in list(game.owing):
            game.change_cards()
        game.owing = []
        turn = (turn + 1) % players
    return cap, first, ""
