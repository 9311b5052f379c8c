"""Psycle as plainly as possible, with lists and dictionaries; shares nothing with generator/play."""

import random

STARS = {0: 0, 1: 3, 2: 3, 3: 2, 4: 1, 5: 1}
BEATS = {0: [], 1: [0, 5], 2: [0, 1], 3: [0, 1, 2], 4: [0, 1, 2, 3], 5: [0, 2, 3, 4]}
TARGETS = [1, 2, 3, 4, 5]
BONUSES = [1, 1, 1, 2, 2]


def play_round(
    gems: dict[int, int], points: dict[int, int], supply: int, target: int, bonus: int, chance: random.Random
) -> int:
    """Play a round of all players at random; return the gems that are left in the supply."""
    laid = {player: chance.choice([card for card in range(6) if card <= gems[player]]) for player in gems}
    for player, card in laid.items():
        gems[player] -= card
        supply += card
    zeros = [player for player, card in laid.items() if card == 0]
    if zeros:
        share = max(laid.values())
        if share * len(zeros) > supply:
            share = supply // len(zeros)
        for player in zeros:
            gems[player] += share
            supply -= share
    for player, card in laid.items():
        beaten = sum(other in BEATS[card] for other in laid.values())
        points[player] += STARS[card] * beaten
        if card == target and beaten:
            points[player] += bonus
    return supply


def play_psycle(players: int, chance: random.Random) -> tuple[int, list[int]]:
    """Play a game at random; return its turns, one for each card laid, and who won."""
    tiles = dict.fromkeys(range(players), 0)
    turns = 0
    while True:
        gems, points = dict.fromkeys(range(players), 10), dict.fromkeys(range(players), 0)
        supply = 50 - 10 * players
        targets, bonuses = chance.sample(TARGETS, 5), chance.sample(BONUSES, 5)
        for target, bonus in zip(targets, bonuses, strict=True):
            supply = play_round(gems, points, supply, target, bonus, chance)
            assert supply >= 0
            assert supply + sum(gems.values()) == 50
            turns += players
        totals = {player: points[player] - gems[player] for player in gems}
        leaders = [player for player, total in totals.items() if total == max(totals.values())]
        if len(leaders) == 1 or players > 2:
            for player in leaders:
                tiles[player] += 1
        winners = [player for player, count in tiles.items() if count >= 2]
        if winners:
            return turns, winners
