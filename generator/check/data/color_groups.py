"""Find colors that do not fit the others of their group (GF178): in their marks, letters and names."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from generator.language.color_vision import nearest_color_term
from generator.language.color_words import COLOR_TERMS
from generator.model.color import Color, parse_hex
from generator.model.finding import Finding
from generator.model.game import Game

_FEWEST = 3  # colors of a group of which one can be unlike the others
_KEYS = ("mark", "letter")


def check_color_groups(game: Game) -> Iterator[Finding]:
    """Yield what is odd in each group of colors, at the role to change."""
    groups: dict[str, list[Color]] = defaultdict(list)
    for role, color in game.colors.items():
        if "." in role:
            groups[role.rpartition(".")[0]].append(color)
    for group, colors in groups.items():
        yield from _check_marks(game, group, colors)
    yield from _check_names(game)
    yield from _check_players(game, groups)


def _check_marks(game: Game, group: str, colors: Sequence[Color]) -> Iterator[Finding]:
    for key in _KEYS:
        values = {color.role: getattr(color, key) for color in colors}
        lacking = [role for role, value in values.items() if not value]
        if len(lacking) == 1 and len(colors) >= _FEWEST:
            message = f"{lacking[0]} has no {key}, but all {len(colors) - 1} others in the group {group!r} have one"
            yield Finding("GF178", game.place("colors", lacking[0]), message, "note")
        counts = Counter(value for value in values.values() if value)
        doubled = [value for value, times in counts.items() if times > 1]
        if key == "mark" and doubled and len(counts) > 1:
            roles = [role for role, value in values.items() if value == doubled[0]]
            wrong = next((role for role in reversed(roles) if not _says_mark(game, role, doubled[0])), roles[-1])
            one = next(role for role in roles if role != wrong)
            message = f"{wrong} has the mark {doubled[0]!r}, like {one}; give each color its own mark"
            yield Finding("GF178", game.place("colors", wrong, key), message, "warning")


def _says_mark(game: Game, role: str, mark: str) -> bool:
    """Return whether the rules name a mark right behind a color, as in `{{ color('player.red') }} has a disc`."""
    for one, other in pairwise((*(game.first.marked if game.first else ()), None)):
        if game.first and one and one.color == role:
            behind = game.first.rules[one.end : other.start if other else None]
            if mark in (word.strip(".,;:") for word in behind.partition("\n")[0].split()):
                return True
    return False


def _check_names(game: Game) -> Iterator[Finding]:
    """Yield a role that is named after a color which its paint is not, if another role has that color."""
    groups: dict[str, list[str]] = defaultdict(list)
    for role in game.data.colors:
        groups[role.rpartition(".")[0]].append(role)
    for roles in groups.values():
        named = [role for role in roles if role.rpartition(".")[2] in COLOR_TERMS]
        if named and len(roles) > 1:
            paints = {role: game.data.colors[role].paint for role in roles}
            yield from _compare_names(game, named, paints)


def _compare_names(game: Game, named: Sequence[str], paints: Mapping[str, str]) -> Iterator[Finding]:
    """Yield those of the `named` roles of a group that are painted in a different color than their names say."""
    terms = {role: nearest_color_term(parse_hex(paint) or paint) for role, paint in paints.items()}
    for role in named:
        name, term = role.rpartition(".")[2], terms[role]
        if term != name and any(terms[other] == name for other in terms if other != role):
            message = (
                f"{role} is painted {paints[role]}, which is {term}, but another role in its group is called {name}"
            )
            yield Finding("GF178", game.place("colors", role, "paint"), message, "note")


def _check_players(game: Game, groups: Mapping[str, Sequence[Color]]) -> Iterator[Finding]:
    """Yield a group that has one color too few for the players that the game is for."""
    most = max(game.data.players)
    for group in dict.fromkeys(part.for_each for part in game.parts.values() if part.for_each):
        owned = any(entry.own for entry in game.data.setup if game.parts[entry.part].for_each == group)
        if group.startswith("player") and not owned and len(groups.get(group, ())) == most - 1:
            message = f"the game is for up to {most} players, but the group {group!r} has {len(groups[group])} colors"
            yield Finding("GF178", game.place("players"), message, "note")
