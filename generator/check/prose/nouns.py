"""A game and its parts go in; what the rules call its pieces, and how many of those there are, comes out."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.check.claims.boards import boards
from generator.check.claims.calls import copies
from generator.check.claims.context import World
from generator.check.evidence.spelling import spelled
from generator.language.plurals import forms
from generator.model.game import Game, Part
from generator.model.place import Place
from generator.model.strict import Scalar

Where = Mapping[str, Scalar]
_KINDS = {
    "board": "board",
    "card": "card",
    "path": "card",
    "tile": "tile",
    "token": "token",
    "die": "die",
    "pyramid": "pyramid",
}
_WORD = re.compile(r"[^\W\d_]+")


class Picked(NamedTuple):
    """Some pieces: so many of each part, as its columns and colors pick them; `others` may be called so as well."""

    number: int
    of: tuple[tuple[str, Where], ...]
    places: tuple[Place, ...]
    others: frozenset[int] = frozenset()

    @property
    def most(self) -> int:
        """Return the largest number of pieces that may be meant."""
        return max(self.number, *self.others)

    def claim(self, typed: str) -> str:
        """Return the claim that holds a number to these pieces, written as it was `typed`."""
        value = typed if typed.isdigit() else spelled(typed)
        (part, where), *more = self.of
        if not more:
            return f"{{{{ claim({', '.join([value, repr(part), *_keys(where)])}) }}}}"
        each = (f"count({', '.join([repr(part), *_keys(where)])})" for part, where in self.of)
        return f"{{{{ claim({value}, {spelled(' + '.join(each))}) }}}}"

    def __str__(self) -> str:
        named = (
            repr(part) + (f" ({', '.join(f'{key} {value}' for key, value in where.items())})" if where else "")
            for part, where in self.of
        )
        return " and ".join(named)


class Noun(NamedTuple):
    """What a name may mean: sets of parts, each within the next; `several` where it is a plural, `kind` of no title."""

    choices: tuple[tuple[str, ...], ...]
    several: bool
    kind: bool


class Nouns:
    """The names of the pieces of a game, by their words in small letters."""

    def __init__(self, game: Game, parts: Sequence[Part]) -> None:
        self.world = World("data", game, parts, None, frozenset())
        self.titles = [part.title for part in parts]
        self.known: dict[tuple[str, ...], Noun] = {}
        whole: dict[tuple[str, ...], dict[str, bool]] = {}
        last: dict[tuple[str, ...], dict[str, bool]] = {}
        kinds: dict[tuple[str, ...], dict[str, bool]] = {}
        for part in parts:
            for name in (part.title, part.id):
                words = _words(name)
                for form, several in forms(words[-1]).items() if words else ():
                    whole.setdefault((*words[:-1], form), {})[part.id] = several
                    last.setdefault((form,), {})[part.id] = several
            for form, several in forms(_KINDS.get(part.kind, part.kind)).items():
                kinds.setdefault((form,), {})[part.id] = several
        for key in {**whole, **last, **kinds}:
            nested: dict[str, None] = {}
            choices: list[tuple[str, ...]] = []
            found = [names.get(key, {}) for names in (whole, last, kinds)]
            for names in found:
                nested.update(dict.fromkeys(names))
                if nested and (not choices or len(nested) > len(choices[-1])):
                    choices.append(tuple(nested))
            several = any(any(names.values()) for names in found)
            self.known[key] = Noun(tuple(choices), several, not (found[0] or found[1]))
        self.longest = max(map(len, self.known), default=0)

    def picked(self, noun: Noun, adjectives: Sequence[str]) -> list[Picked]:
        """Return what a name may mean with the words before it, the likeliest first, the most pieces last."""
        return [self._picked(choice, adjectives) for choice in noun.choices]

    def sorts(self, picked: Sequence[Picked]) -> set[int]:
        """Return what else may be counted of all there are: designs, rows, and pieces of a color or of a row."""
        found: set[int] = set()
        for part, where in (each for some in picked for each in some.of):
            designs = self.world.designs(part, where)
            group, rows = self.world.group(part), self.world.game.rows.get(part, ())
            colors = len(self.world.colors(group)) if group else 1
            count = sum(design.copies for design in designs)
            found |= {len(designs), len(rows), colors, count // colors, *(design.copies for design in designs)}
            found |= {design.copies * colors for design in designs}
        return found

    def _picked(self, ids: Sequence[str], adjectives: Sequence[str]) -> Picked:
        where = {part: self._where(part, adjectives) for part in ids}
        most = max(map(len, where.values()))
        of = tuple((part, keys) for part, keys in where.items() if len(keys) == most)
        designs = [design for part, keys in of for design in self.world.designs(part, keys)]
        each = {sum(design.copies for design in self.world.designs(part, keys)) for part, keys in of}
        whole = {boards(self.world, part) for part, _ in of if self.world.part(part).board}
        return Picked(sum(design.copies for design in designs), of, tuple(copies(designs)), frozenset(each | whole))

    def _where(self, part: str, adjectives: Sequence[str]) -> Where:
        """Return the columns and the color of a part that the words name."""
        if not adjectives:
            return {}
        rows = self.world.game.rows.get(part, ())
        cells = [(key, value) for row in rows for key, value in row.values.items() if isinstance(value, str)]
        named = {value.lower(): (key, value) for key, value in sorted(cells, key=_is_id) if key.isidentifier()}
        group = self.world.group(part)
        for color in self.world.colors(group) if group else ():
            named[color.name.lower()] = (str(group), color.name)
        return dict(named[word] for word in map(str.lower, adjectives) if word in named)


def _is_id(cell: tuple[str, str]) -> bool:
    """Sort the ids last, for the last that has a value names it."""
    return cell[0] == "id"


def _keys(where: Where) -> list[str]:
    return [f"{key}={spelled(value)}" for key, value in where.items()]


def _words(name: str) -> list[str]:
    words = _WORD.findall(name.lower())
    return words[1:] if words[:1] in (["the"], ["a"], ["an"]) and len(words) > 1 else words
