"""The names of colors and parts in a language, which braces in texts print."""

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from generator.language.plurals import piece_names
from generator.language.suggestions import did_you_mean
from generator.load.yaml_nodes import Node
from generator.model.color import Color
from generator.model.data_types import ICON_NAME, Scalar
from generator.model.finding import Finding, Place, refuse

PartNames = tuple[str, ...]
Colors = Mapping[str, Color]
PART = "{{ part('hand', 3) }}"
NO_TERMS: Mapping[str, Scalar] = MappingProxyType({})
NO_PARTS: Mapping[str, PartNames] = MappingProxyType({})


class PrintedName(NamedTuple):
    """The text that braces print, and the color or part that it names, if any."""

    text: str
    color: Color | None = None
    part: str = ""


class Vocabulary(NamedTuple):
    """The words of a language: `colors` have its names, `own` the names that claims use.

    `parts` has the names for one piece and for several, and is None where a text may not name parts. `table` is the
    file in which a missing name belongs, and `lacking` a file that is not there yet, where names of parts would be;
    `articles` are adjusted in English only. `terms` are the shared terms, None for one without a translation. `later`
    collects the findings on roles whose paint is `unnamed`, which matter only if this language is printed. `icons` are
    those that the rules may name in braces.
    """

    own: Colors
    colors: Colors
    parts: Mapping[str, PartNames] | None = NO_PARTS
    table: str = ""
    articles: bool = True
    decimal: str = "."
    unnamed: frozenset[str] = frozenset()
    terms: Mapping[str, Scalar] = NO_TERMS
    later: list[Finding] | None = None
    icons: Collection[str] = ()
    lacking: str = ""

    @property
    def calls(self) -> tuple[str, ...]:
        """Return the names of the calls that braces may hold."""
        return ("color", "Color") if self.parts is None else ("color", "Color", "part", "Part", "term")

    def color(self, name: str, role: Scalar, place: Place) -> PrintedName:
        """Return the name of a role, capitalized for the call `Color`; GF008, or GF005 if it has no name."""
        if not isinstance(role, str) or role not in self.own:
            raise refuse("GF008", place, f"the game has no color role {role!r}{did_you_mean(str(role), self.own)}")
        if role not in self.colors:
            lacks = f"does not say what the color {role} is called: `colors: {{{role}: name}}`"
            raise refuse("GF005", place, f"{self.table} {lacks}")
        now, color = self.own[role].renamed, self.colors[role]
        if self.later is not None and role in self.unnamed:
            lacks = f"does not say what {now!r} is called, which {role} is now: `colors: {{{now}: name}}`"
            self.later.append(Finding("GF005", place, f"{self.table} {lacks}"))
        return PrintedName(_capitalize(color.called, name), color)

    def part(self, name: str, part: Scalar, count: Scalar, place: Place) -> PrintedName:
        """Return the name of a part for a count, capitalized for the call `Part`; GF008, GF005, GF009."""
        parts = self.parts or {}
        if not isinstance(part, str) or part not in parts:
            raise refuse("GF008", place, f"the game has no part {part!r}{did_you_mean(str(part), parts)}")
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise refuse("GF009", place, f"{name}() takes a part and, if it is not one, how many: {PART}")
        names = parts[part]
        if not names or (count != 1 and not self.articles and len(names) < 2):
            lacks = "what several are called" if names else "what it is called"
            who = f"{self.lacking!r} is missing, to say" if self.lacking else f"{self.table} does not say"
            raise refuse("GF005", place, f"{who} {lacks}: `parts: {{{part}: [one, several]}}`")
        return PrintedName(_capitalize(names[min(count != 1, len(names) - 1)], name), part=part)

    def term(self, name: Scalar, place: Place) -> PrintedName:
        """Return a shared term; GF008 if there is none of that name, GF005 if it is not translated."""
        if not isinstance(name, str) or name not in self.terms:
            raise refuse("GF008", place, f"the game has no term {name!r}{did_you_mean(str(name), self.terms)}")
        value = self.terms[name]
        if value is None:
            raise refuse("GF005", place, f"{self.table} does not translate the term {name!r} among its `words`")
        for icon in re.findall(ICON_NAME, str(value)):
            if icon not in self.icons:
                hint = did_you_mean(icon, self.icons)
                raise refuse("GF008", place, f"the game has no icon {icon!r}, which the term {name!r} prints{hint}")
        return PrintedName(str(value).replace(".", self.decimal) if isinstance(value, float) else str(value))


def _capitalize(text: str, call: str) -> str:
    return text[:1].upper() + text[1:] if call[0].isupper() else text


def make_plain_vocabulary(colors: Colors) -> Vocabulary:
    """Return a vocabulary without parts."""
    return Vocabulary(colors, colors)


def read_shared_terms(root: Node) -> Mapping[str, Scalar]:
    """Return the terms of a game; what is no text or number is reported elsewhere."""
    return _read_words(root.get("terms"))


def _read_words(terms: Node | None) -> Mapping[str, Scalar]:
    """Return the word or number of each term, which is its value or the `word` in it."""
    nodes = {name: node.get("word") or node for name, node in (terms.items() if terms else {}).items()}
    return {name: node.value for name, node in nodes.items() if isinstance(node.value, str | int | float)}


def translate_terms(terms: Mapping[str, Scalar], table: Node) -> Mapping[str, Scalar]:
    """Return the terms with their texts as a table has them; None for a text that has no translation.

    The `game_terms` of the table go before its `words`.
    """
    words = table.get("words")
    known = {text: node.value for text, node in (words.items() if words else {}).items()}
    found = {name: known.get(value) if isinstance(value, str) else value for name, value in terms.items()}
    found |= {name: value for name, value in _read_words(table.get("game_terms")).items() if name in terms}
    return {name: value if isinstance(value, str | int | float) else None for name, value in found.items()}


def read_part_titles(root: Node, table: Mapping[str, PartNames], english: bool) -> Mapping[str, PartNames]:
    """Return the names of each part: from the table, its title, or its id."""
    parts = root.get("parts")
    found: dict[str, PartNames] = {}
    for part, node in (parts.items() if parts else {}).items():
        title = node.get("title")
        words = title.value if title and isinstance(title.value, str) and title.value.strip() else part
        found[part] = table.get(part) or (piece_names(words) if english else (words,))
    return found


def translate_colors(
    colors: Colors, names: Mapping[str, str], basic: Mapping[str, str] | None
) -> tuple[Colors, frozenset[str]]:
    """Return the colors with their names in another language, and the roles whose new paint has no name.

    Roles that are not in `names` are left out. A color renamed by a palette gets the word for its new name from
    `names` or from the bundled `basic` words, with the letter that distinguishes it. Without one it keeps the palette's
    word, as it does in English, where `basic` is None.
    """
    found: dict[str, Color] = {}
    unnamed: set[str] = set()
    for role, color in colors.items():
        if role in names:
            now = _translate_new_name(color, {**(basic or {}), **names})
            if now is None and basic is not None and color.renamed:
                unnamed.add(role)
            called = color.renamed if now is None else now
            found[role] = replace(color, name=names[role], renamed="" if called == names[role] else called)
    return found, frozenset(unnamed)


def _translate_new_name(color: Color, words: Mapping[str, str]) -> str | None:
    if color.renamed in words:
        return words[color.renamed]
    before, _, last = color.renamed.rpartition(" ")
    return f"{words[before]} {last}" if before in words and last == color.letter else None
