"""Rewrite content streams: marked content and hidden layers go, and names of resources become plain ones.

What is left of a page draws the same, and holds no name that a reader could take for an action or for a piece of ours.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator, String

_CATEGORIES = {"Tf": "Font", "Do": "XObject", "gs": "ExtGState", "cs": "ColorSpace", "CS": "ColorSpace"} | {
    "sh": "Shading",
    "scn": "Pattern",
    "SCN": "Pattern",
}
_BUILT_IN = frozenset(
    f"/{name}" for name in ("DeviceGray", "DeviceRGB", "DeviceCMYK", "Pattern", "G", "RGB", "CMYK", "I")
)
_DEFAULTS = ("/DefaultGray", "/DefaultRGB", "/DefaultCMYK")  # color spaces that stand in for others, unasked
_MARKS = frozenset(("BMC", "BDC", "EMC", "MP", "DP"))
_PAINTS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*", "S", "s"))
_SHOWS = {"Tj": None, "TJ": None, "Do": None, "sh": None, "INLINE IMAGE": None, "'": "T*", '"': "T*"}
_NUMBERS = {"cm": 6, "Tm": 6, "c": 6, "re": 4, "v": 4, "y": 4, "m": 2, "l": 2, "Td": 2, "TD": 2} | dict.fromkeys(
    ("w", "Tc", "Tw", "TL", "Ts", "Tz"), 1
)  # how many numbers an operator takes, of those that say where something is
Operands = list[Any]


def _is_whole(operator: str, operands: Operands) -> bool:
    """Return whether an operator has what it takes; others draw nothing in any program."""
    if operator in _NUMBERS:
        return len(operands) == _NUMBERS[operator] and all(isinstance(each, int | Decimal | float) for each in operands)
    match operator, operands:
        case ("Tj" | "'", [String()]) | ("Tf", [Name(), int() | Decimal() | float()]) | ("Do", [Name()]):
            return True
        case "TJ", [Array() as parts]:
            return all(isinstance(each, String | int | Decimal | float) for each in parts)
        case '"', [int() | Decimal() | float(), int() | Decimal() | float(), String()]:
            return True
    return operator not in ("Tj", "TJ", "'", '"', "Tf", "Do")


def parse_operators(stream: Any) -> list[Any]:
    """Return the operators of a content stream with their operands; those of a stream that is cut off, up to there."""
    with catch_warnings():
        simplefilter("ignore")  # they would reach the terminal
        return [*pikepdf.parse_content_stream(stream)]


class ResourceNames:
    """The resources that some content streams use, by new names; each is copied at its first use."""

    def __init__(self, outer: Any, copy: Callable[[Any, str], Any]) -> None:
        self._outer, self._copy = outer, copy
        self._names: dict[tuple[str, str, bool], str | None] = {}
        self.found: dict[str, dict[str, Any]] = {}
        self.drawn: Counter[str] = Counter()  # names of forms and images, as often as they are drawn
        for name in _DEFAULTS:
            self.rename("ColorSpace", name, kept=True)

    def find(self, category: str, name: str) -> Any:
        """Return the resource of a name as the source has it; None if it has none."""
        held = self._outer.get(f"/{category}") if self._outer is not None else None
        return held.get(name) if isinstance(held, Dictionary) else None

    def rename(self, category: str, name: str, kept: bool = False) -> str | None:
        """Return the new name of a resource, or its own if `kept`; None if the source has none, or it stays behind."""
        key = category, name, kept
        self.drawn[name] += category == "XObject"
        if key not in self._names:
            held = self.find(category, name)
            copied = None if held is None else self._copy(held, category)
            self._names[key] = None
            if copied is not None:
                made = self.found.setdefault(category, {})
                self._names[key] = new = name if kept else f"/Gf{category[0]}{len(made)}"
                made[new] = copied
        return self._names[key]


class ContentRewriter(NamedTuple):
    """Rewrites streams that share resources; `hides` tells whether a layer is hidden."""

    names: ResourceNames
    hides: Callable[[Any], bool]

    def rewrite(self, instructions: Any) -> Iterator[tuple[Operands, Any]]:
        """Yield the instructions that draw, each `Q` with its `q`."""
        hidden: list[bool] = []
        depth = 0
        for each in instructions:
            operator = str(each.operator)
            if operator in _MARKS:
                if operator in ("BMC", "BDC"):
                    hidden.append(operator == "BDC" and self._is_hidden(each.operands))
                elif operator == "EMC" and hidden:
                    hidden.pop()
                continue
            if operator in ("q", "Q"):
                depth += 1 if operator == "q" else -1
                if depth < 0:
                    depth = 0
                    continue
            if hidden and any(hidden):
                operator = "n" if operator in _PAINTS else _SHOWS.get(operator, operator)  # type: ignore[assignment]
                if operator is None:
                    continue
                operands = [] if operator in ("n", "T*") else [*each.operands]
            elif operator == "INLINE IMAGE":
                self._keep_space(each.iimage)
                yield [each.iimage], each.operator
                continue
            else:
                operands = [*each.operands]
            if not _is_whole(operator, operands) or (operator in _CATEGORIES and not self._rename(operator, operands)):
                continue
            yield operands, Operator(operator)
        for _ in range(depth):
            yield [], Operator("Q")

    def _is_hidden(self, operands: Any) -> bool:
        if len(operands) < 2 or operands[0] != "/OC":
            return False
        return self.hides(self.names.find("Properties", str(operands[1])))

    def _rename(self, operator: str, operands: Operands) -> bool:
        """Put the new name of a resource in its place; return False if there is nothing to draw with."""
        at = 0 if operator == "Tf" else -1
        if not operands or not isinstance(operands[at], Name):
            return operator in ("scn", "SCN")  # a color of numbers alone
        category, name = _CATEGORIES[operator], str(operands[at])
        if category == "ColorSpace" and name in _BUILT_IN:
            return True
        new = self.names.rename(category, name)
        if new is None:
            return False
        operands[at] = Name(new)
        return True

    def _keep_space(self, image: Any) -> None:
        """Keep the color space that an image between the operators names."""
        told = image.obj.get("/ColorSpace", image.obj.get("/CS"))
        if isinstance(told, Name) and str(told) not in _BUILT_IN:
            self.names.rename("ColorSpace", str(told), kept=True)
