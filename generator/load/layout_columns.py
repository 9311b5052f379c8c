"""Find the columns that fill the slots of a layout: those that a part names, or those of usual names."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import combining, normalize

from generator.language.suggestions import did_you_mean
from generator.load.yaml_nodes import Node, read_yaml, to_plain
from generator.model.finding import Place, refuse
from generator.model.layout import LAYOUT_FOLDER, SlotData
from generator.program.identity import find_resources
from generator.safety.files import read_regular_file

_MOST_BYTES = 100_000
MOST_GROUPS = 24  # words that get a color each: more cannot be told apart
_LIKELY_GROUPS = 8  # words of a column that is taken to be a suit without being named
_LONGEST_WORD = 30
_SHORTEST_ENDING = 3  # letters of a usual name that may end a longer one
_SAID_IN_FULL = frozenset({"title", "text", "art", "question", "answer"})  # slots of `Spell name` and `Card image`
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ASIDE = re.compile(r"(?<=\S)\s*[(\[][^()\[\]]*[)\]]\s*\Z")  # of `Cost (gold)`
_BACKS = frozenset({"back", "reverse", "rear"})
_LANGUAGES = frozenset({"cn", "de", "en", "es", "fr", "it", "ja", "jp", "ko", "nl", "pl", "pt", "ru", "us", "zh"})


class Columns:
    """The columns of a table with their values, or the `values` of a part without rows."""

    def __init__(
        self,
        values: Mapping[str, Sequence[object]],
        are_rows: bool = True,
        guessed: Mapping[str, str] = MappingProxyType({}),
        unfit: Iterable[str] = (),
    ) -> None:
        self._values, self.are_rows, self.guessed, self._unfit = values, are_rows, guessed, frozenset(unfit)
        self.names = tuple(values)
        self.height = max(map(len, values.values()), default=0)

    def guess(self, guessed: Mapping[str, str], unfit: Iterable[str] = ()) -> "Columns":
        """Return the columns with those that fill slots for which no column has a usual name.

        Those that are `unfit` have a usual name, and hold what has no room where such a column goes.
        """
        return Columns(self._values, self.are_rows, guessed, unfit)

    def words(self, name: str) -> tuple[str, ...]:
        """Return the different values of a column as text, in the order of their first appearance."""
        return tuple(dict.fromkeys(str(each) for each in self._values[name] if each not in (None, "")))

    def find(self, wanted: str, taken: Iterable[str]) -> str:
        """Return the first column, not yet taken, with one of the usual names in a list; empty if there is none."""
        free = {fold_name(name): name for name in reversed(self.names) if name not in taken and self._says(name)}
        return next((free[each] for each in map(fold_name, wanted.split(",")) if each in free), "")

    def find_ending(self, wanted: str, taken: Iterable[str]) -> str:
        """Return the first column, not yet taken, whose name ends with a usual name: `Spell name`; empty if none does.

        Names that are usual for another slot, such as `flavor text`, are no such columns.
        """
        free = {f" {fold_name(name)}": name for name in reversed(self.names) if name not in taken and self._says(name)}
        endings = [f" {each}" for each in map(fold_name, wanted.split(",")) if len(each) >= _SHORTEST_ENDING]
        own = ((said, name) for said, name in reversed(free.items()) if not is_usual_name(name))
        own = ((said, name) for said, name in own if not _BACKS & {*said.split()})
        return next((name for said, name in own if said.endswith(tuple(endings))), "")

    def _says(self, name: str) -> bool:
        """Return whether a column has something to print; numbers that tell rows apart (`id`) have not."""
        words = () if name in self._unfit else self.words(name)
        return any(each.strip() for each in words) and (name.casefold() != "id" or not all(map(str.isdecimal, words)))


class SlotFill(NamedTuple):
    """An icon that a slot repeats, and where it is named."""

    icon: str
    place: Place


class FilledSlots(NamedTuple):
    """The columns of each slot, and the icons that are drawn for each point in one."""

    columns: dict[str, tuple[str, ...]]
    icons: dict[str, SlotFill]


def fold_name(name: str) -> str:
    """Return a name as words in small letters; `effectText` has two, the language in `name_en` and an aside none."""
    plain = "".join(char for char in normalize("NFD", name) if not combining(char))
    words = re.sub(r"[\W_]+", " ", _HUMP.sub(" ", _ASIDE.sub("", plain))).casefold().split()
    return " ".join(words[:-1] if words[1:] and words[-1] in _LANGUAGES else words)


@cache
def read_usual_names() -> Mapping[str, Mapping[str, str]]:
    """Return the usual names of columns by slot, and the words for hues by hue."""
    path = find_resources("templates") / LAYOUT_FOLDER / "names.yaml"
    plain: Mapping[str, Mapping[str, str]] = to_plain(
        read_yaml(read_regular_file(path, _MOST_BYTES).decode(), path.name, [])
    )
    return plain


@cache
def _list_usual_names(slots: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold_name(name) for slot in slots for name in read_usual_names()["slots"][slot].split(","))


def is_usual_name(name: str, slots: Collection[str] = ()) -> bool:
    """Return whether columns are often called so, in some of the `slots` or in any."""
    return fold_name(name) in _list_usual_names(tuple(slots) or tuple(read_usual_names()["slots"]))


def find_grouping(columns: Columns) -> str:
    """Return the column of a few words that tells the pieces apart, such as `suit`; empty if there is none."""
    for each in read_usual_names()["slots"]["suits"].split(","):
        name = columns.find(each, ())
        words = columns.words(name) if name else ()
        are_words = all(any(map(str.isalpha, word)) and len(word) <= _LONGEST_WORD for word in words)
        if columns.are_rows and are_words and 2 <= len(words) <= _LIKELY_GROUPS:
            return name
    return ""


def fill_slots(
    slots: Mapping[str, SlotData], given: Mapping[str, Node], columns: Columns, path: str, place: Place
) -> FilledSlots:
    """Return the columns of each slot: those that are named, then those of usual names; DataError (GF006, GF008)."""
    filled = FilledSlots({}, {})
    for name, node in given.items():
        filled.columns[name] = _read_fill(name, node, columns, f"{path}.{name}", filled)
        if len(filled.columns[name]) > slots[name].many > 1:
            says = f"{path}.{name} has {len(filled.columns[name])} columns; there is room for {slots[name].many}"
            raise refuse("GF006", node.place, says)
    usual = read_usual_names()["slots"]
    for name, slot in slots.items():
        while name not in given and len(filled.columns.setdefault(name, ())) < slot.many:
            taken = {column for each in filled.columns.values() for column in each}
            names = slot.names or usual.get(name, name)
            found = columns.find(names, taken)
            if not found and name in _SAID_IN_FULL:
                found = columns.find_ending(names, taken) or columns.guessed.get(name, "")
            if not found or found in taken:
                break
            filled.columns[name] += (found,)
    return filled._replace(columns={name: filled.columns[name] for name in slots})


def _read_fill(name: str, node: Node, columns: Columns, path: str, filled: FilledSlots) -> tuple[str, ...]:
    """Return the columns that a part names for a slot: one, a list, or one whose points are drawn as icons."""
    if node.value is False:
        return ()
    named = [node]
    if isinstance(node.value, dict):
        icon, count = node.get("icon"), node.get("count") or node.get("column")
        known = {"icon", "count", "column"}
        if count is None or node.value.keys() - known or (icon and not isinstance(icon.value, str)):
            says = f"{path} is a column, a list of columns, or such as {{icon: gem, count: Cost}}"
            raise refuse("GF006", node.place, says)
        if icon:
            filled.icons[name] = SlotFill(str(icon.value), icon.place)
        named = [count]
    elif isinstance(node.value, list):
        named = node.list()
    for each in named:
        if not isinstance(each.value, str):
            raise refuse("GF006", each.place, f"{path} is the name of a column; `false` leaves it empty")
        if each.value not in columns.names:
            what = "column" if columns.are_rows else "entry of `values`"
            hint = did_you_mean(each.value, columns.names)
            raise refuse("GF008", each.place, f"{path}: there is no {what} {each.value!r}{hint}")
    return tuple(str(each.value) for each in named)
