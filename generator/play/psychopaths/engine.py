"""The engine of Psychopaths, and ways to play it."""

from math import trunc
from typing import Any

from generator.play.engine import Policy, Record, Seat, Stream
from generator.play.material import Material
from generator.play.played_state import pick, pick_best
from generator.play.psychopaths.moves import DRAW, CardChange, Deed, DieUse
from generator.play.psychopaths.position import PsychopathsState
from generator.play.psychopaths.tables import PsychopathsGraph


def choose_randomly(state: PsychopathsState, chance: Stream) -> Deed:
    """Choose any die, and any of the things that it can do; decline it only if there is none."""
    if state.phase != "dice":
        return change_cards_randomly(state, chance)
    return state.draw_use(pick(state.left, chance), chance)


def change_cards_randomly(state: PsychopathsState, chance: Stream) -> CardChange:
    """Choose any slot and turn for a card; on a star replace a card or swap two, one as likely as the other."""
    random, slots = chance.random, range(len(state.laid))
    if state.phase == "star":
        pairs = len(slots) * (len(slots) - 1) // 2
        if not pairs or (state.can_draw() and random() < 0.5):
            return DRAW
        one = trunc(random() * len(slots))
        other = (one + 1 + trunc(random() * (len(slots) - 1))) % len(slots)
        return CardChange("swap", min(one, other), trunc(random() * 4), max(one, other), trunc(random() * 4))
    free = [slot for slot in slots if state.laid[slot] < 0] if state.phase == "setup" else slots
    return CardChange("lay", free[trunc(random() * len(free))], trunc(random() * 4))


def seek(state: PsychopathsState, chance: Stream) -> Deed:
    """Choose any die, and what brings the own pawns nearest to their goals.

    If nothing brings them nearer, decline a white die, and do any of the things that a black one can do: move the
    psycho, rotate or switch, each as likely as the others. Stars as `random`.
    """
    if state.phase != "dice":
        return change_cards_randomly(state, chance)
    die = pick(state.left, chance)
    uses = state.list_uses(die)
    distances = [judge_use(state, use) for use in uses]
    least = min(distances, default=0)
    if uses and least < state.measure_distance(state.player):
        return pick_best(uses, [-far for far in distances], chance)
    return pick(uses, chance) if uses and not state.rolled[die].white else DieUse(die, "decline")


def play_greedily(state: PsychopathsState, chance: Stream) -> Deed:
    """Choose of all dice what brings the own pawns nearest to their goals, and cards that do so.

    A black die that does not bring them nearer moves the psycho to where a switch would help most.
    """
    if state.phase != "dice":
        return _change_cards_greedily(state, chance)
    engine, player = state.engine, state.player
    color = state.colors[player]
    uses = [use for die in state.left for use in state.list_uses(die)]
    if not uses:
        return DieUse(state.left[0], "decline")
    now = state.measure_distance(player)
    best = pick_best(uses, [-judge_use(state, use) for use in uses], chance)
    if judge_use(state, best) < now:
        return best
    moves = [use for use in uses if use.kind == "psycho"]
    if not moves:
        return DieUse(state.left[0], "decline")
    return pick_best(moves, [-engine.measure_from(color, state.laid, use.target) for use in moves], chance)


def _change_cards_greedily(state: PsychopathsState, chance: Stream) -> CardChange:
    """Choose the place and turn of a card that bring the own pawns nearest; swap if that helps, and replace if not."""
    if state.phase != "star":
        changes = [action for action in state.legal_actions() if isinstance(action, CardChange)]
        return pick_best(changes, [-_judge_cards(state, change) for change in changes], chance)
    swaps = list(state.list_swaps())
    if swaps:
        best = pick_best(swaps, [-_judge_cards(state, change) for change in swaps], chance)
        if not state.can_draw() or _judge_cards(state, best) < state.measure_distance(state.player):
            return best
    return DRAW


def judge_use(state: PsychopathsState, use: DieUse) -> int:
    """Return the steps that the own pawns are from their goals after a die is used."""
    engine, player = state.engine, state.player
    if use.kind in ("pawn", "switch"):
        if use.subject // engine.each != player:
            return state.measure_distance(player)
        before = state.where[use.subject]
        state.where[use.subject] = use.target
        far = state.measure_distance(player)
        state.where[use.subject] = before
        return far
    if use.kind != "rotate":
        return state.measure_distance(player)
    before = state.laid[use.subject]
    state.laid[use.subject] = before // 4 * 4 + (before + use.target) % 4
    far = state.measure_distance(player)
    state.laid[use.subject] = before
    return far


def _judge_cards(state: PsychopathsState, change: CardChange) -> int:
    """Return the steps that the own pawns are from their goals after the cards are changed."""
    laid, slot, other = state.laid, change.slot, change.other
    before = laid[:]
    if change.kind == "lay":
        laid[slot] = 4 * state.drawn + change.quarters
    else:
        laid[slot] = before[other] // 4 * 4 + (before[other] + change.quarters) % 4
        laid[other] = before[slot] // 4 * 4 + (before[slot] + change.other_quarters) % 4
    far = state.measure_distance(state.player)
    laid[:] = before
    return far


MOST_TURNS = 3000


class Psychopaths(PsychopathsGraph):
    """The rules of Psychopaths on the squares, pockets, slots, cards and dice of the data."""

    limit = MOST_TURNS
    always = (
        "no two pieces stand on one square",
        "pieces stand on squares, starts and goals alone, and the psycho on squares alone",
        "no switch takes a pawn out of the zone, a start or a goal, or the psycho out of its zone",
        "the cards are changed once for each pawn that lands on a star and stays",
        "no card is lost",
        "the game ends when all pawns of a player are home, and not before",
    )

    def __init__(self, material: Material) -> None:
        super().__init__(material)
        self.policies: dict[str, Policy] = {"random": choose_randomly, "seek": seek, "greedy": play_greedily}

    def seats(self, players: int) -> list[Seat]:
        """Return the seats, counterclockwise."""
        colors = [self.colors[color] for color in self.choose_colors(players)]
        return [Seat(color.rpartition(".")[2], color, number) for number, color in enumerate(colors)]

    def start(self, players: int, chance: Stream) -> PsychopathsState:
        """Return the beginning, when a player chosen by chance has drawn the first card."""
        return PsychopathsState(self, players, chance)

    def play_randomly(self, players: int, chance: Stream, limit: int) -> Record:
        """Play a whole game by the policy `random`."""
        state = PsychopathsState(self, players, chance)

        def step() -> None:
            if state.phase == "dice":
                state.play_die()
            else:
                state.apply(change_cards_randomly(state, chance))

        return state.play_on(step, limit)

    def describe_action(self, action: Deed) -> str:
        """Return an action in words."""
        if isinstance(action, CardChange):
            if action.kind == "draw":
                return "draw a card"
            slot = self.slots[action.slot]
            if action.kind == "lay":
                return f"lay it in {slot}, turned by {action.quarters}"
            other = f"{self.slots[action.other]} (by {action.other_quarters})"
            return f"swap the cards to {slot} (turned by {action.quarters}) and {other}"
        _, kind, subject, target = action
        if kind in ("pawn", "psycho"):
            return f"{'the psycho' if kind == 'psycho' else f'pawn {subject + 1}'} to {self.cells[target]}"
        if kind == "rotate":
            return f"rotate {self.slots[subject]} by {target}"
        return f"switch pawn {subject + 1} to {self.cells[target]}" if kind == "switch" else "decline a die"

    def exact(self) -> dict[str, Any]:
        """Return what is worked out: steps from starts to goals without cards, and the chance of each arrow."""
        throws = 1
        missed = {"switch": 1, "rotate": 1}
        for die in self.dice:
            throws *= len(die)
            for arrow in missed:
                missed[arrow] *= sum(face.arrow != arrow for face in die)
        empty = [-1] * len(self.slots)
        far = {
            color.rpartition(".")[2]: sorted(
                goal[start] for goal in self.list_distances(number, empty) for start in self.starts[number]
            )
            for number, color in enumerate(self.colors)
        }
        return {
            "steps from starts to goals without cards": far,
            "throws with an arrow": {arrow: [throws - count, throws] for arrow, count in missed.items()},
        }
