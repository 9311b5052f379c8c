"""Judge the claims of a game by its data alone, before any sheet is drawn: what they say is known within a moment."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.model.finding import Finding
from generator.model.game import Part
from generator.pipeline.build import load_game
from generator.pipeline.options import Options

if TYPE_CHECKING:
    from generator.check.claims.judge import ClaimOutcome

CLAIM_CODES = frozenset({"GF101", "GF102", "GF103"})  # of claims, and of numbers in the rules, that fail
_SECONDS = 0.3  # of processor time, to find the value that makes claims fail


def judge_data(folder: Path) -> tuple[Finding, ...]:
    """Return the claims and numbers that the data make false, at the likely value; DataError if it cannot be read.

    Claims about a part that is cut to fit the paper are left to the whole check: how many pieces it makes is not known.
    """
    from generator.check.causes import merge_causes
    from generator.check.claims.judge import judge_claims
    from generator.check.table import CHECK_CODES
    from generator.check.waivers import apply_waivers
    from generator.pipeline.checking.wrong_values import name_wrong_values

    game, parts = load_game(folder, Options())
    verdict = judge_claims(game, parts)
    cut = [part.id for part in parts if _may_be_cut(part)]
    failed = [
        each.finding
        for each in (*verdict.outcomes, *verdict.inline)
        if each.finding and each.finding.is_blocking and each.finding.code in CLAIM_CODES and not _asks(each, cut)
    ]
    kept, _ = apply_waivers(game, failed, usual=False, unsought=CHECK_CODES)
    kept = tuple(each for each in kept if each.is_blocking)
    named = name_wrong_values(game, verdict, kept, _SECONDS)
    return merge_causes(named, set(named) - set(kept))


def _may_be_cut(part: Part) -> bool:
    is_whole_board = part.board is not None and not part.board.sections
    return is_whole_board or any(design.net is not None for design in part.designs)


def _asks(outcome: "ClaimOutcome", parts: Sequence[str]) -> bool:
    """Return whether an outcome rests on one of some parts."""
    said = [outcome.says, *(call.text for call in outcome.asked), outcome.finding.message if outcome.finding else ""]
    return any(f"{mark}{part}{mark}" in text for part in parts for text in said for mark in "'\"")
