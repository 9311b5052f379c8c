"""The engine of a game that is played by its rules in `play.yaml`, and ways to play by them."""

from collections.abc import Sequence
from math import trunc
from random import Random
from typing import Any

from generator.model.finding import DataError, Finding, refuse
from generator.model.play_rules import PlayRules
from generator.play.engine import Policy, Record, Seat, Stream
from generator.play.faults import RuleFaultError
from generator.play.material import Material
from generator.play.rules.compiler import compile_rules
from generator.play.rules.data_names import MOST_PLAYERS
from generator.play.rules.position import MOST_CHOICES, RulePosition
from generator.play.rules.program import RuleProgram


def choose_randomly(state: RulePosition, chance: Stream) -> Any:
    """Choose anything that can be done, and do nothing only if nothing else can be done."""
    legal = state.legal
    return legal[0] if len(legal) == 1 else legal[trunc(chance.random() * len(legal))]


def play_greedily(state: RulePosition, chance: Stream) -> Any:
    """Choose what leads to the best score right afterwards: that of the own side less that of the others, on average.

    Chance on the way is drawn anew, so that nobody looks into the deck. Among equals, chance decides; doing nothing is
    chosen only if it is better.
    """
    legal = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    own = Random(chance.random())
    values = [_look_ahead(state, action, own) for action in legal]
    best = max(values)
    found = [action for action, value in zip(legal, values, strict=True) if value == best]
    active = [action for action in found if action != state.passing] or found
    return active[trunc(chance.random() * len(active))]


def _look_ahead(state: RulePosition, action: Any, chance: Random) -> float:
    seat, seats = state.player, state.program.seats
    after = state.copy(chance)
    after.apply(action)
    if after.ending:
        return float("inf") if seat in after.winners else float("-inf")
    values = after.standing()
    own = [value for value, each in zip(values, seats, strict=True) if each.side == seats[seat].side]
    others = [value for value, each in zip(values, seats, strict=True) if each.side != seats[seat].side]
    return sum(own) / len(own) - (sum(others) / len(others) if others else 0.0)


_LOOK = 15  # turns between two looks for faults, as a mask of bits


class RuleEngine:
    """Plays by rules that were compiled once, for each number of players."""

    def __init__(self, rules: PlayRules, material: Material) -> None:
        self.players = material.players
        if max(self.players) > MOST_PLAYERS:
            place = material.place("players")
            raise refuse("GF006", place, f"the computer plays with at most {MOST_PLAYERS} players by play.yaml")
        self.programs: dict[int, RuleProgram] = {}
        findings: list[Finding] = []
        for players in self.players:
            try:
                self.programs[players] = compile_rules(rules, material, players)
            except DataError as error:
                findings += error.findings
        if findings:
            raise DataError(sorted(dict.fromkeys(findings), key=lambda finding: finding.place))
        self.policies: dict[str, Policy] = {"random": choose_randomly}
        if rules.data.score is not None:
            self.policies["greedy"] = play_greedily
        self.always = ("what is taken and paid adds up", *rules.data.always)

    def seats(self, players: int) -> Sequence[Seat]:
        """Return the seats in the order of play."""
        return self.programs[players].seats

    def start(self, players: int, chance: Stream) -> RulePosition:
        """Return the position before the first decision of a player chosen by chance."""
        program = self.programs[players]
        made: RulePosition = program.kind(program, chance)
        return made

    def play_randomly(self, players: int, chance: Stream, limit: int) -> Record:
        """Play a whole game by the policy `random`."""
        state = self.start(players, chance)
        first, random, program = state.player, chance.random, state.program
        blocks, actions = program.blocks, program.actions
        done = turns = 0
        while not state.ending and state.turns <= limit:
            legal = state.legal
            count = len(legal)
            action = legal[0] if count == 1 else legal[trunc(random() * count)]
            label = actions[action[0]](state, action)
            while label >= 0:
                label = blocks[label](state)
            done += 1
            if state.turns != turns:
                turns, done = state.turns, 0
                if not turns & _LOOK and (fault := state.find_fault()):
                    raise RuleFaultError(fault, state.find_place())
            elif done > MOST_CHOICES:
                raise RuleFaultError(program.describe_endless(), state.find_place())
        return Record.read(state, first, limit)

    def describe_action(self, action: Any) -> str:
        """Return an action in words."""
        return next(iter(self.programs.values())).describe_action(action)
