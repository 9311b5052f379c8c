"""Recognize renderings that cannot differ: whatever the template looked up by name has not changed.

The backs of a pile are one drawing, and most facts of a game are not on its board. A template that reads what differs
each time, such as that of the fronts of a deck, is soon left alone.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from jinja2.runtime import Context

from generator.model.game import Part

_MOST_KEPT = 12  # renderings of a template: a face is drawn from few values at a time
_MOST_VAIN = 24  # renderings that were looked at in vain, and so many for each that was not
Lookup = tuple[str, str]  # the name of a value, and an attribute of the part or nothing
_SCALARS = frozenset({str, int, float, bool})


class TracedContext(Context):
    """The values of a rendering; the environment is told which are looked up, in imported templates too."""

    def resolve_or_missing(self, key: str) -> Any:
        """Return a value by its name."""
        self.environment.asked.add((key, ""))  # type: ignore[attr-defined]
        return super().resolve_or_missing(key)


class _Rendering(NamedTuple):
    """The text that was made of some values; of a part, only single attributes are looked up."""

    read: Mapping[Lookup, Any]
    text: str


class _Repeats:
    """The renderings of one template, the latest first; None once they are left alone."""

    def __init__(self) -> None:
        self.kept: list[_Rendering] | None = []
        self.patience = _MOST_VAIN


class RenderingMemory:
    """The last renderings of each template, with the values that it looked up."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, bool], _Repeats] = {}

    def copy(self) -> "RenderingMemory":
        """Return a memory of the same renderings."""
        other = RenderingMemory()
        for key, repeats in self._known.items():
            other.start(key).kept = [*(repeats.kept or ())]
        return other

    def start(self, key: tuple[str, bool]) -> _Repeats:
        """Return what is known of a template, nothing at first."""
        return self._known.setdefault(key, _Repeats())

    def find(self, name: str, marked: bool, values: Mapping[str, Any]) -> str | None:
        """Return the text of an earlier rendering with the same values; None if there is none."""
        repeats = self.start((name, marked))
        for number, each in enumerate(repeats.kept or ()):
            if all(_is_same(value, _look_up(values, key)) for key, value in each.read.items()):
                repeats.kept.insert(0, repeats.kept.pop(number))  # type: ignore[union-attr]
                repeats.patience += _MOST_VAIN
                return each.text
        repeats.patience -= 1
        if repeats.patience < 0:
            repeats.kept = None
        return None

    def watches(self, name: str, marked: bool) -> bool:
        """Return whether it pays to remember the renderings of a template."""
        return self._known[name, marked].kept is not None

    def add(self, name: str, marked: bool, values: Mapping[str, Any], asked: Collection[Lookup], text: str) -> None:
        """Remember a text, and the values that the template looked up for it."""
        kept = self._known[name, marked].kept
        if kept is not None:
            kept.insert(0, _Rendering({key: _look_up(values, key) for key in asked}, text))
            del kept[_MOST_KEPT:]


def _look_up(values: Mapping[str, Any], key: Lookup) -> Any:
    found = values.get(key[0])
    if type(found) is Part:
        return getattr(found, key[1], None) if key[1] else None
    return found


def _is_same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and type(one) in _SCALARS and repr(one) == repr(other))
