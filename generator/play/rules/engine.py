"""The engine of a game that is played by its rules in `play.yaml`, and ways to play by them."""

from collections.abc import Mapping, Sequence
from math import trunc
from random import Random
from typing import Any

from msgspec import Struct

from generator.model.finding import DataError, Finding, refuse
from generator.model.play_rules import PlayRules, RuleStep
from generator.play.engine import Policy, Record, Seat, Stream
from generator.play.faults import RuleFaultError
from generator.play.material import Material
from generator.play.rules.compiler import compile_rules
from generator.play.rules.data_names import MOST_PLAYERS, iterate_steps
from generator.play.rules.position import MOST_CHOICES, RulePosition
from generator.play.rules.program import RuleProgram


def choose_randomly(state: RulePosition, chance: Stream) -> Any:
    """Choose anything that can be done, and do nothing only if nothing else can be done."""
    return _pick(state.legal, chance)


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


class RulePolicy(Struct, frozen=True):
    """A way to play that the rules describe: its name, the function of worth or nothing, and how often it waits."""

    name: str
    worth: str
    waits: float

    def __call__(self, state: Any, chance: Stream) -> Any:
        """Choose what is worth most right afterwards, or anything if nothing has a worth; among equals, chance decides.

        If nothing is worth more than the position is now, `waits` is how often nothing is done, and anything otherwise.
        """
        left_out = state.program.left_out[self.name]
        legal = [action for action in state.legal if action[0] not in left_out]
        if not legal:
            legal = state.legal if state.passing is None else [state.passing]
        if not self.worth or (len(legal) == 1 and not self.waits):
            return _pick(legal, chance)
        worth, seat, own = state.program.functions[self.worth], state.player, Random(chance.random())
        values = []
        for action in legal:
            after = state.copy(own)
            after.apply(action)
            values.append(worth(after, seat))
        best = max(values)
        if self.waits and best <= worth(state, seat):
            waits = state.passing is not None and chance.random() < self.waits
            return state.passing if waits else _pick(legal, chance)
        return _pick([action for action, value in zip(legal, values, strict=True) if value == best], chance)


def _pick(legal: Sequence[Any], chance: Stream) -> Any:
    return legal[0] if len(legal) == 1 else legal[trunc(chance.random() * len(legal))]


_ENDED = -2  # what blocks return when the game has ended
_LOOK = 15  # turns between two looks for faults, as a mask of bits


class RuleEngine:
    """Plays by rules that were compiled once, for each number of players."""

    def __init__(self, rules: PlayRules, material: Material) -> None:
        self.players, self.limit = material.players, rules.data.limit
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
        for number, (name, given) in enumerate(rules.data.policies.items()):
            worth = f"worth{number}" if given.worth is not None else ""
            self.policies[name] = RulePolicy(name, worth, given.waits)
        self.always = self._list_always(rules)

    def _list_always(self, rules: PlayRules) -> tuple[str, ...]:
        """Return the sentences that are held in all positions: those of this program, and those of the rules."""
        program = next(iter(self.programs.values()))
        steps = [step for step, _ in iterate_steps(rules.data.turn, ()) if isinstance(step, RuleStep)]
        held = ["what is taken and paid adds up"] * bool(program.supplies)
        held += ["no two pieces stand on one cell"] * bool(program.graphs)
        held += ["no piece comes or goes"] * bool(program.graphs or program.routes)
        return (*held, *rules.data.always, *(name for step in steps for name in step.always))

    def exact(self) -> Mapping[str, Any]:
        """Return what is worked out from the rules of moves: who captures whom, and squares without a way home."""
        return next(reversed(self.programs.values())).facts

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
        blocks, actions, state.lean = program.at_random, program.actions, 1
        done, label = 0, state.at or -1
        while label != _ENDED:
            if label > 0:
                label = blocks[label](state)
            elif not label:
                label, done = blocks[0](state), 0
                if state.turns > limit:
                    break
                if not state.turns & _LOOK and (fault := state.find_fault()):
                    raise RuleFaultError(fault, state.find_place())
            else:
                legal = state.legal
                count = len(legal)
                action = legal[0] if count == 1 else legal[trunc(random() * count)]
                label = actions[action[0]](state, action)
                done += 1
                if done > MOST_CHOICES:
                    raise RuleFaultError(program.describe_endless(), state.find_place())
        return Record.read(state, first, limit)

    def describe_action(self, action: Any) -> str:
        """Return an action in words."""
        return next(iter(self.programs.values())).describe_action(action)
