"""The reasons why some mutants survive without doing harm."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tests.mutants.source import Mutant

# intended warnings: the rules themselves say what to do
KNOWN = {
    "psycle": ["GF102 Y6.four"],
    "hypnosia": ["GF102 H20.four", "GF102 H20.five"],
    "specimen": ["GF102 F3", "GF323 printed"],
}


class Reason(NamedTuple):
    """Why some mutants of a game do no harm; `pattern` matches their `sort: what`."""

    game: str
    pattern: str
    why: str


_OURS = "a measure that this kit has chosen: the rules of the game are silent on it, and the pieces are drawn to fit"
SAME = "what the data say is what holds where they are silent, so it is the same game"
_UPRIGHT = (
    "figures and signs of the cells stand upright and do not face the player at their side; the graph is the same"
)
_LOOKS = "where in a drawing of the rules a line or a word is put, and how much of the board is seen: what it shows is the same"
REASONS = (
    Reason(
        "psycle",
        r"sizes: parts\.(tracker\.(diameter|gap)|gem\.(diameter|sides|gap)|track\.(cell|columns|apart|snake)) .*",
        _OURS,
    ),
    Reason("pachisi", r"sizes: parts\.board\.turn .*", _UPRIGHT),
    Reason("pachisi", r"sections: parts\.board\.joint gone", SAME),
    Reason(
        "pachisi",
        r"sections: parts\.board\.joint butt -> tab",
        "the same five pieces with tabs to glue, for those who do not lay them together loose",
    ),
    Reason(
        "pachisi",
        r"values: parts\.cowrie\.values\.stop . and . exchanged.*",
        "the throws that end the throwing are a set: their order means nothing, and none is lost",
    ),
    Reason("pachisi", r"sizes: parts\.piece\.gap .*", _OURS),
    Reason("pachisi", r"figures: figures\.route\.values\.margin .*", _LOOKS),
    Reason("pharaoh", r"sizes: parts\.board\.turn .*", _UPRIGHT),
    Reason("pharaoh", r"sizes: parts\.pyramid\.scale gone", SAME),
    Reason("pharaoh", r"sizes: parts\.pyramid\.(tab|base_tab) .*", "how wide the tabs are that take the glue"),
    Reason("pharaoh", r"sizes: parts\.pyramid\.gap .*", _OURS),
    Reason("pharaoh", r"figures: figures\.(turn|last)\.values\.(moves\.\d\.aside|captured\.beside) .*", _LOOKS),
    Reason("psychopaths", r"sizes: parts\.board\.turn .*", _UPRIGHT),
    Reason("psychopaths", r"sizes: parts\.(pawn\.(size\.1|foot)|aid\.size\..|path\.gap) .*", _OURS),
    Reason(
        "psychopaths",
        r"figures: figures\.(board|switch[12])\.pieces\.\d\.(design|turn) .*",
        "another card, or the same one turned, in a slot of a drawing that is about the board or about psycho and pawn",
    ),
    Reason(
        "psychopaths",
        r"figures: figures\.setup3\.values\.(laid\.\d\.(card|turns)|players\.\d\.(x|y|turns)|rolled).*",
        "another card, or the same one turned, in a slot, where an aid lies beside the board, and what the dice show",
    ),
    Reason(
        "psychopaths",
        r"figures: figures\.cover\.values\.cards\.\d\.(card|turns) .*",
        "another card, or the same one turned, on the title page: a ribbon breaks off where two cards meet",
    ),
    Reason(
        "psychopaths",
        r"figures: figures\.switch[12]\.pieces\.\d\.at .*",
        "a pawn that is swapped may stand on any square outside the zone",
    ),
    Reason(
        "psychopaths",
        r"figures: figures\.colors\.values\.colors\.\d\.start (start\.\w+\.)1 -> \1[12]",
        "the other start of the same color, which is drawn alike",
    ),
    Reason(
        "psychopaths",
        r"figures: figures\.walk\.pieces\.0\.design .*",
        "another card in a slot of a drawing that is about pawns or the psycho on squares, where no line is walked",
    ),
    Reason(
        "psychopaths",
        r"figures: figures\.scene\.pieces\.5\.at .*",
        "the psycho, of which no word speaks, stands on another square of the board, which is still free",
    ),
    Reason(
        "hypnosia",
        r"sizes: parts\.(board\.rings\.(width|center|starts\.step|places\.diameter)|die\.size|(aid|pad)\.size\..) .*",
        _OURS,
    ),
    Reason(
        "hypnosia",
        r"figures: figures\.\w+\.values\.(view|dice|panels\.\d\.(box|view)|paths\.\d\.die).*",
        _LOOKS,
    ),
    Reason(
        "hypnosia",
        r"sections: parts\.board\.divisible gone",
        "the seam is where it was, and the build says that it cuts the center",
    ),
    Reason("hypnosia", r"boards: parts\.board\.rings\.starts\.entry 0 gone", SAME),
)


def find_reason(mutant: Mutant) -> Reason | None:
    """Return the reason for a mutant that survives; None if there is none."""
    said = f"{mutant.sort}: {mutant.what}"
    return next((row for row in REASONS if row.game == mutant.game and re.fullmatch(row.pattern, said)), None)


def find_idle_reasons(survivors: Iterable[Mutant], games: Iterable[str]) -> list[Reason]:
    """Return the reasons of these games that no survivor needs."""
    needed = {find_reason(mutant) for mutant in survivors}
    return [row for row in REASONS if row.game in games and row not in needed]
