"""Ways to play Psychopaths."""

from collections.abc import Callable, Sequence
from math import trunc
from typing import TypeVar

from generator.play.engine import Stream
from generator.play.policies import pick_any, pick_best
from generator.play.psychopaths.actions import DRAW, CardChange, Deed, DieUse
from generator.play.psychopaths.position import PsychopathsState

_Option = TypeVar("_Option")


def choose_randomly(state: PsychopathsState, chance: Stream) -> Deed:
    """Choose any die, and any of the things that it can do; decline it only if there is none."""
    if state.phase != "dice":
        return change_cards_randomly(state, chance)
    return state.draw_use(state.left[trunc(chance.random() * len(state.left))], chance)


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
    die = state.left[trunc(chance.random() * len(state.left))]
    uses = state.list_uses(die)
    distances = [judge_use(state, use) for use in uses]
    least = min(distances, default=0)
    if uses and least < state.measure_distance(state.player):
        return pick_any([use for use, far in zip(uses, distances, strict=True) if far == least], chance)
    return pick_any(uses, chance) if uses and not state.rolled[die].white else DieUse(die, "decline")


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
    best = _pick_nearest(uses, lambda use: judge_use(state, use), chance)
    if judge_use(state, best) < now:
        return best
    moves = [use for use in uses if use.kind == "psycho"]
    if not moves:
        return DieUse(state.left[0], "decline")
    return _pick_nearest(moves, lambda use: engine.measure_from(color, state.laid, use.target), chance)


def _change_cards_greedily(state: PsychopathsState, chance: Stream) -> CardChange:
    """Choose the place and turn of a card that bring the own pawns nearest; swap if that helps, and replace if not."""
    if state.phase != "star":
        return _pick_nearest(
            [action for action in state.legal_actions() if isinstance(action, CardChange)],
            lambda change: _judge_cards(state, change),
            chance,
        )
    swaps = list(state.list_swaps())
    if swaps:
        best = _pick_nearest(swaps, lambda change: _judge_cards(state, change), chance)
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


def _pick_nearest(options: Sequence[_Option], judge: Callable[[_Option], int], chance: Stream) -> _Option:
    return pick_best(options, [-judge(option) for option in options], chance)
