"""Report the color of a group that is unlike the others (GF178)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.check.data.color_pairs import group_colors
from generator.check.outliers.feature_table import OWN, SAME_RULE, Feature, FeatureTable
from generator.language.color_vision import nearest_color_term
from generator.language.color_words import COLOR_TERMS
from generator.model.color import Color, parse_hex
from generator.model.finding import Finding
from generator.model.game import Game, Part

_OTHERS = 2  # colors of a group that have a mark or a letter: groups are small, and their marks are given on purpose
_DISTINCT = 1  # others with marks of their own, where two colors share one


def find_odd_colors(game: Game, _parts: Sequence[Part] = ()) -> Iterator[Finding]:
    """Yield, as notes, what is odd in each group of colors, at the role to change (GF178)."""
    for colors in group_colors(game.colors).values():
        yield from _judge_group(game, colors)


def _judge_group(game: Game, colors: Sequence[Color]) -> Iterator[Finding]:
    features = dict[str, Feature]()
    for key in ("mark", "letter"):
        values = [getattr(color, key) for color in colors]
        says = f"has no {key}, unlike the {len(colors) - 1} other colors of its group"
        lacks = Counter(map(bool, values))[False] == 1
        if lacks:
            has = Feature("", [bool(value) for value in values], (SAME_RULE,), least=_OTHERS, says=lambda _, t=says: t)  # type: ignore[misc]
            features[f"has {key}"] = has
        features[key] = Feature(f"the {key}", [value or None for value in values], (OWN,), least=_DISTINCT)
    named = _compare_names(game, colors)
    for odd in FeatureTable({}, features, lambda number: colors[number].role).find_odd():
        role = colors[odd.thing].role
        place = game.place("colors", role, *([odd.feature] if odd.feature in ("mark", "letter") else []))
        yield Finding("GF178", place, f"{role}: {odd.text}", "note")
    yield from named


def _compare_names(game: Game, colors: Sequence[Color]) -> Iterator[Finding]:
    """Yield a role that is named after a color which its paint is not, if another role has that color."""
    paints = {color.role: game.data.colors[color.role].paint for color in colors if color.role in game.data.colors}
    terms = {role: nearest_color_term(parse_hex(paint) or paint) for role, paint in paints.items()}
    for role, term in terms.items():
        name = role.rpartition(".")[2]
        others = [other for other in terms if other != role and terms[other] == name]
        if name in COLOR_TERMS and term != name and others:
            text = f"{role} is painted {paints[role]}, which is {term}, while {others[0]} is painted {name}"
            yield Finding("GF178", game.place("colors", role, "paint"), text, "note")
