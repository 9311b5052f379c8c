"""Compare the paints of each group of colors, pair by pair, as each kind of vision sees them (GF319)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from generator.language.color_vision import MEASURES, MOST_MEASURES, NORMAL, SIGHTS, Colorimeter
from generator.language.color_words import COLOR_TERMS
from generator.model.color import Color
from generator.model.finding import Finding
from generator.model.game import Game, Part
from generator.safety.memory import open_memory

SAME, NEAR = 3.0, 10.0  # CIEDE2000: less is not seen on the table; less than NEAR needs a mark besides
_FEWEST = 3  # colors that are sure to be alike on purpose, if all of their group have one paint


class ColorPair(NamedTuple):
    """Two colors of a group, their printed difference for each kind of vision (CIEDE2000), and their paints."""

    one: Color
    other: Color
    differences: Mapping[str, float]
    printed: tuple[str, str]

    @property
    def group(self) -> str:
        """Return the group of the two colors."""
        return self.one.role.rpartition(".")[0]

    @property
    def near_sights(self) -> list[str]:
        """Return the kinds of sight to which the two are near each other."""
        return [sight for sight, difference in self.differences.items() if difference < NEAR]


class MarkedPair(NamedTuple):
    """Two colors, the part on whose pieces their marks look alike, if any, and whether any part comes in both.

    `is_bare` says that no marks are on the pieces of that part, or the same ones.
    """

    pair: ColorPair
    alike_on: str
    is_on_pieces: bool
    is_bare: bool = False

    @property
    def verdict(self) -> str:
        """Return what tells the two colors apart, in words of a table."""
        if not self.pair.near_sights:
            return "paint"
        if not self.is_on_pieces:
            return "paint alone"
        if self.alike_on:
            return f"nothing: {'no marks are' if self.is_bare else 'the marks look alike'} on {self.alike_on}"
        return "marks alone" if self.pair.differences[NORMAL] < SAME else "marks"


def group_colors(colors: Mapping[str, Color]) -> Mapping[str, list[Color]]:
    """Return the colors of each group of roles, such as `player`."""
    groups: dict[str, list[Color]] = defaultdict(list)
    for role, color in colors.items():
        if "." in role:
            groups[role.rpartition(".")[0]].append(color)
    return groups


def is_one_paint(colors: Sequence[Color]) -> bool:
    """Return whether a group is alike on purpose: all of it has one paint, and marks tell the colors apart."""
    marks = {color.mark for color in colors if color.mark}
    is_meant = len(colors) >= _FEWEST or len(marks) == len(colors)
    return is_meant and len({color.paint for color in colors}) == 1


def compare_colors(
    colors: Mapping[str, Color],
    meter: Colorimeter,
    sights: Sequence[str] = tuple(SIGHTS),
    print_paint: Callable[[str], str] = str,
) -> Iterator[ColorPair]:
    """Yield all pairs of colors of each group; `print_paint` returns what a paint is printed as."""
    for group in group_colors(colors).values():
        for one, other in combinations(group, 2):
            printed = print_paint(one.paint), print_paint(other.paint)
            differences = {sight: meter.difference(*printed, sight) for sight in sights}
            yield ColorPair(one, other, differences, printed)


def check_color_pairs(game: Game, _parts: Sequence[Part] = ()) -> Iterator[Finding]:
    """Report two colors of a group that are the same to normal sight, unless their whole group is (GF319)."""
    meter = Colorimeter(open_memory(*MEASURES, most=MOST_MEASURES))
    alike = {group for group, colors in group_colors(game.colors).items() if is_one_paint(colors)}
    for pair in compare_colors(game.colors, meter, (NORMAL,)):
        if pair.differences[NORMAL] < SAME and pair.group not in alike:
            one, other = _last_painted(game, pair, meter)
            says = f"{other.role}, {other.paint}, looks the same as {one.role}, {one.paint}"
            measure = f"they differ by {pair.differences[NORMAL]:.1f}, and a difference below {SAME:g} cannot be seen"
            place = game.place("colors", other.role, "paint")
            yield Finding("GF319", place, f"{says}: {measure} (CIEDE2000); choose another paint")
    meter.save()


def _last_painted(game: Game, pair: ColorPair, meter: Colorimeter) -> tuple[Color, Color]:
    """Return the pair, the color to change last: that of an option or a palette, one unlike its name, or the later."""
    one, other = pair.one, pair.other
    own = [game.place("colors", each.role, "paint").file == game.file for each in (one, other)]
    fits = [_fits_name(each, meter) for each in (one, other)]
    return (other, one) if own == [False, True] or (own[0] == own[1] and fits == [False, True]) else (one, other)


def _fits_name(color: Color, meter: Colorimeter) -> bool:
    """Return whether a paint is nearest to those of the color term that it is named by; True if that is no term."""
    if color.name not in COLOR_TERMS:
        return True
    near = {
        term: min(meter.difference(color.paint, f"#{each}", NORMAL) for each in paints.split())
        for term, paints in COLOR_TERMS.items()
    }
    return min(near, key=lambda term: near[term]) == color.name


def explain_alike_colors(game: Game, pairs: Iterable[MarkedPair]) -> Iterator[Finding]:
    """Report each pair that some kind of vision cannot tell apart (GF319)."""
    for pair, part, is_on_pieces, is_bare in pairs:
        if not pair.near_sights or (is_on_pieces and not part):
            continue
        one, other = pair.one, pair.other
        sights = ", ".join(f"{SIGHTS[sight]} {pair.differences[sight]:.1f}" for sight in pair.near_sights)
        printed = (
            "" if pair.printed == (one.paint, other.paint) else f"printed as {pair.printed[1]} and {pair.printed[0]}: "
        )
        says = f"{other.role} {other.paint} is near {one.role} {one.paint} ({printed}{sights}; {NEAR:g} is needed)"
        place = game.place("colors", other.role)
        if is_bare:
            advice = "print their marks or letters there, or change a paint"
            yield Finding("GF319", place, f"{says}, and only paint tells them apart on {part!r}; {advice}", "warning")
        elif is_on_pieces:
            advice = f"give {other.role} another mark or paint"
            yield Finding("GF319", place, f"{says}, and their marks look alike on {part!r}; {advice}", "warning")
        elif NORMAL in pair.near_sights:
            yield Finding("GF319", place, f"{says}, and no piece shows their marks", "note")
