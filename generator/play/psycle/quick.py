"""Play whole games of Psycle at random; comes to what actions one by one come to, with the same chance."""

from math import trunc

from generator.play.engine import UNFINISHED, Record, Stream
from generator.play.psycle.position import award_tiles, list_measures, name_ending
from generator.play.psycle.tables import PsycleTables, QuickRound


class _QuickGame:
    """A game that is played in one go; `counts` are how often each card is played and what it earns, packed."""

    def __init__(self, engine: PsycleTables, players: int, chance: Stream) -> None:
        self.engine, self.players, self.chance = engine, players, chance
        self.tables = engine.quick[players]
        self.tiles = [0] * players
        self.winners: tuple[int, ...] = ()
        self.turns = self.psycles = self.short = self.counts = 0
        self.lowest = engine.gems

    def play_psycle(self, limit: int) -> bool:
        """Play a Psycle, and tell whether it was played to its end; ValueError if gems come or go."""
        engine, players, random = self.engine, self.players, self.chance.random
        targets, bonuses = self.tables.targets, self.tables.bonuses
        order = other = 0
        for count in targets.ways:
            order = order * count + trunc(random() * count)
        for count in bonuses.ways:
            other = other * count + trunc(random() * count)
        length = engine.length
        if self.turns + players * length > limit:
            length = -(-(limit - self.turns) // players)
        hands, points, supply = [engine.start_gems] * players, [0] * players, engine.gems - engine.start_gems * players
        affordable, kinds, lowest, packed = engine.affordable, len(engine.cards), self.lowest, self.counts
        for rounds, bonus in zip(targets[order][:length], bonuses[other], strict=False):
            code = 0
            for gems in hands:
                code = code * kinds + trunc(random() * affordable[gems])
            changes, taken, counts, _ = made = rounds[bonus][code]
            if taken > supply:
                changes, taken = self._share_supply(made, supply)
            for seat, gain, scored in changes:
                hands[seat] += gain
                points[seat] += scored
            supply -= taken
            packed += counts
            if supply < lowest:
                lowest = supply
        if lowest < 0 or min(hands) < 0 or supply + sum(hands) != engine.gems:
            raise ValueError(f"the supply holds {supply} gems, the hands {hands}, and there are {engine.gems}")
        self.turns += players * length
        self.lowest, self.counts = lowest, packed
        if length < engine.length:
            return False
        self.psycles += 1
        self.winners = award_tiles(points, hands, self.tiles)
        return True

    def _share_supply(self, made: QuickRound, supply: int) -> tuple[list[tuple[int, int, int]], int]:
        """Share a supply that is short among all who play a 0 (rules: A round)."""
        plain = made.plain
        share = (supply + plain.total) // len(plain.zeros)
        self.short += 1
        missing = [(seat, share - plain.top, 0) for seat in plain.zeros]
        return [*made.changes, *missing], share * len(plain.zeros) - plain.total


def play_quickly(engine: PsycleTables, players: int, chance: Stream, limit: int) -> Record:
    """Return what a game comes to in which all play any card that they can pay for."""
    game = _QuickGame(engine, players, chance)
    while not game.winners and game.play_psycle(limit):
        pass
    cards = game.tables.cards.unpack(game.counts)
    counts = game.psycles, sum(cards[::2]) // players, game.lowest, game.short
    measures = list_measures(engine, counts, game.tiles, cards)
    if not game.winners:
        return Record(0, (), limit, ending=UNFINISHED, measures=measures, unfinished=True)
    return Record(0, game.winners, game.turns, name_ending(game.winners), measures)
