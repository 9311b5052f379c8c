"""The words that gutterfold brings for a language, and those that a game's own table of that language changes."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter

import msgspec
from msgspec.structs import replace

from generator.language.color_words import is_shade
from generator.language.direction import is_right_to_left
from generator.language.phrases import is_phrase
from generator.language.suggestions import did_you_mean
from generator.language.typography import set_text
from generator.load.braces import substitute_text
from generator.load.conversion import convert
from generator.load.files import display_path, read_text
from generator.load.vocabulary import Vocabulary
from generator.load.yaml_nodes import Node, read_yaml, to_plain
from generator.model.data_types import Strict
from generator.model.finding import DataError, Finding, Place
from generator.model.language import RuleWords, Terms, Words

# without `numbers`, a number in words is reported as not being a number; the others can do without words
_PLAIN_TERMS = {
    "age": "{age}+",
    "minutes": "{least}\u2013{most} min",
    "minutes_alike": "{least} min",
    "hours": "{least}\u2013{most} h",
    "hours_alike": "{least} h",
    "larger": "",
}
_OPTIONAL_TERMS = {"numbers", "tip", "important", "warning", "caution", *_PLAIN_TERMS}
_OPTIONAL_PLACEHOLDERS = {"pages", "sheets"}  # placeholders that a text may leave out


class BundledWordsData(Strict, frozen=True, kw_only=True):
    """The bundled words of a language, `templates/words/<tag>.yaml`."""

    terms: Terms | None = None
    colors: dict[str, Words] = msgspec.field(default_factory=dict)
    sheets: dict[str, str] = msgspec.field(default_factory=dict)
    rules: RuleWords = RuleWords()


class BundledWords(msgspec.Struct, frozen=True):
    """The words of a language; `colors` is None for English, in which palettes name colors.

    `sheets` are what is printed on sheets, by its English words; `rules` are those by which rules are read.
    """

    terms: Terms | None
    colors: Mapping[str, str] | None
    sheets: Mapping[str, str] = {}
    rules: RuleWords = RuleWords()


def is_english(tag: str) -> bool:
    """Return whether a language tag is English, of any country."""
    return tag.partition("-")[0] == "en"


@lru_cache(maxsize=8)
def read_bundled_words(tag: str, home: Path | None) -> BundledWords:
    """Return the bundled words of a language (`de` serves `de-AT`); `terms` is None if there are none."""
    english = BundledWords(Terms(), None) if is_english(tag) else None
    for name in (tag, tag.partition("-")[0]):
        path = home / f"{name}.yaml" if home else None
        if path and path.is_file():
            found = _parse_bundled_words(path)
            return replace(english, rules=found.rules) if english else found
    return english or BundledWords(None, {})


def _parse_bundled_words(path: Path) -> BundledWords:
    file, findings = display_path(path), list[Finding]()
    root = read_yaml(read_text(path, file, Place(file)), file, findings)
    data = convert(root, BundledWordsData, "", root.place, findings)
    if data is None or findings:
        raise DataError(findings)
    sheets = {english: set_text(words, path.stem) for english, words in data.sheets.items()}
    return BundledWords(data.terms, data.colors, sheets, data.rules)


def merge_terms(tag: str, root: Node | None, home: Path | None, owner: Place, findings: list[Finding]) -> Terms:
    """Return the words of a booklet: those of the table, and otherwise the bundled ones.

    Report GF005 at `owner` if a language has no bundled words and its table lacks some; GF006.
    """
    known, node = read_bundled_words(tag, home).terms, root.get("terms") if root else None
    own = to_plain(node) if node and isinstance(node.value, dict) else {}
    fields = Terms.__struct_fields__
    if known is None:
        optional = _OPTIONAL_TERMS if is_right_to_left(tag) else {*_OPTIONAL_TERMS, "binding"}
        lacking = [field for field in fields if field not in own and field not in optional]
        if lacking:
            there = ", ".join(["en", *sorted({path.stem for path in home.glob("*.yaml")} - {"en"})] if home else ["en"])
            message = f"gutterfold has no booklet words in {tag!r}, only in {there}"
            place = node.place if node and own else owner
            findings.append(Finding("GF005", place, f"{message}: `terms` needs {', '.join(lacking)}"))
            return Terms()
    if node and own:
        findings.extend(_check_placeholders(node))
    try:
        words = msgspec.to_builtins(known or Terms()) | ({} if known else _PLAIN_TERMS)
        return msgspec.convert({**words, **own}, Terms)
    except msgspec.ValidationError:
        return Terms()  # its wrong types are reported by the conversion of the table


def _check_placeholders(node: Node) -> list[Finding]:
    """Return GF006 for each text with an unknown placeholder or without a required one."""
    english, findings = Terms(), list[Finding]()
    for key, each in node.items().items():
        model = getattr(english, key, None)
        if not isinstance(each.value, str) or not isinstance(model, str):
            continue
        wanted, found = _find_placeholders(model), _find_placeholders(each.value)
        if "?" in found or not found <= wanted or not wanted - found <= _OPTIONAL_PLACEHOLDERS:
            named = " and ".join(f"{{{name}}}" for name in re.findall(r"\{(\w+)\}", model)) or "no braces"
            findings.append(Finding("GF006", each.place, f"terms.{key} must contain {named}, as in {model!r}"))
    return findings


def _find_placeholders(text: str) -> set[str]:
    """Return the names of the placeholders in a text; `?` among them if a brace is not part of a plain one."""
    try:
        parts = [each[1:] for each in Formatter().parse(text) if each[1] is not None]
    except ValueError:
        return {"?"}
    return {name if name and not spec and not conversion else "?" for name, spec, conversion in parts}


def read_text_translations(
    raw: Node, table: Node, first: Vocabulary, findings: list[Finding]
) -> Mapping[str, tuple[str, Place]]:
    """Return the translation of each text of the game, and its place.

    `raw` has the texts as keys, still with braces; `table` has the translations with names for braces. GF003 for a
    text that is given twice.
    """
    found: dict[str, tuple[str, Place]] = {}
    texts, translations = raw.get("words"), table.get("words")
    for text, place in (texts.keys if texts else {}).items():
        try:
            words = normalize_spaces(substitute_text(text, place, first).text)
        except DataError as error:
            findings.extend(error.findings)
            continue
        if words in found:
            findings.append(Finding("GF003", place, f"{words!r} is given twice; the first is at {found[words][1]}"))
        node = translations.get(text) if translations else None
        found[words] = str(node.value) if node else "", place
    return found


def list_known_translations(root: Node, first: Vocabulary, words: Vocabulary) -> Mapping[str, str]:
    """Return the translations of the names of colors and of the titles of parts, which the table need not repeat."""
    found = {first.own[role].name: color.name for role, color in words.colors.items()}
    parts = root.get("parts")
    for part, node in (parts.items() if parts else {}).items():
        title = node.get("title")
        text = str(title.value) if title and title.value else part
        names, ours = (words.parts or {}).get(part) or (text,), (first.parts or {}).get(part) or (text,)
        several = len(names) > 1 and ours[0].lower() != ours[-1].lower() == text.lower()
        name = names[1] if several else names[0]
        found[normalize_spaces(text)] = name[:1].upper() + name[1:]
    return found


def normalize_spaces(text: str) -> str:
    """Return a text with single spaces between its words."""
    return " ".join(text.split())


_REQUIRED_KEYS = "about", "credits", "notice"


def read_part_names(table: Node | None) -> Mapping[str, tuple[str, ...]]:
    """Return the names of parts in a table."""
    parts = table.get("parts") if table else None
    named = {key: [each.value for each in node.list()] for key, node in (parts.items() if parts else {}).items()}
    return {key: tuple(map(str, names)) for key, names in named.items() if names}


def check_table(table: Node, root: Node, tag: str, first: bool = False) -> Iterator[Finding]:
    """Report unknown names (GF008), braces in names (GF009) and missing entries (GF005).

    The table of the `first` language may leave out anything.
    """
    for key, what in (("parts", "part"), ("figures", "figure"), ("colors", "color role")):
        yield from _check_unknown_names(table, root, key, what)
    if "game_terms" in table.keys:
        yield from _check_unknown_names(table, root, "game_terms", "term", "terms")
        yield from check_term_usage(table.get("game_terms"))
    for key in ("parts", "colors"):
        for place, text in _iterate_texts(table.get(key)):
            if "{{" in text or "}}" in text:
                yield Finding("GF009", place, f"{key} are printed by braces, so they cannot contain braces")
    covers = table.get("covers")
    if not first and not (covers and covers.value):  # a part of the rules needs a part of the words
        yield from _check_missing_entries(table, root)


def _check_unknown_names(table: Node, root: Node, key: str, what: str, there: str = "") -> Iterator[Finding]:
    known, listed = root.get(there or key), table.get(key)
    names = known.items() if known else {}
    for name, place in (listed.keys if listed else {}).items():
        if name in names or (key == "colors" and "." not in name and any(map(is_shade, name.split()))):
            continue
        yield Finding("GF008", place, f"{key}: the game has no {what} {name!r}{did_you_mean(name, names)}")


def _check_missing_entries(table: Node, root: Node) -> Iterator[Finding]:
    for key, what in (("parts", "is called"), ("figures", "shows, in words")):
        known, listed = root.get(key), table.get(key)
        owner = table.keys.get(key, table.place)
        for name in known.items() if known else {}:
            if name not in (listed.items() if listed else {}):
                how = "[one, several]" if key == "parts" else "words"
                yield Finding("GF005", owner, f"{key} does not say what {name!r} {what}: `{name}: {how}`")
    for key in _REQUIRED_KEYS:
        if (node := root.get(key)) and node.value and table.get(key) is None:
            yield Finding("GF005", table.place, f"the file needs the key {key!r}: game.yaml has one ({node.place})")


def _iterate_texts(node: Node | None) -> Iterator[tuple[Place, str]]:
    if node is None:
        return
    if isinstance(node.value, str):
        yield node.place, node.value
    for each in (*node.items().values(), *node.list()):
        yield from _iterate_texts(each)


def find_key_places(node: Node, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Place]]:
    """Yield the path of each value in a mapping, and the place of its key."""
    for key, child in node.items().items():
        yield (*path, key), node.keys[key]
        yield from find_key_places(child, (*path, key))


_FORM = "write only words; each may end in `*` for any ending"


def check_term_usage(terms: Node | None) -> Iterator[Finding]:
    """Report words to avoid that are no words, repeated or a term's own (GF003, GF006).

    An exception without such a word does no harm.
    """
    nodes = [node for node in (terms.items() if terms else {}).values() if node.items()]
    own = {str(word.value).casefold(): word.place for node in nodes if (word := node.get("word"))}
    seen: dict[str, Place] = {}
    for node in nodes:
        listed = _list_texts(node, "avoid")
        for each in (*listed, *_list_texts(node, "except")):
            if not is_phrase(str(each.value)):
                yield Finding("GF006", each.place, f"{each.value!r} cannot be looked for in texts: {_FORM}")
        for each in listed:
            said = str(each.value).casefold()
            if said in own:
                message = f"{each.value!r} is the word of a term itself ({own[said]}); avoid another one"
                yield Finding("GF006", each.place, message)
            elif said in seen:
                yield Finding("GF003", each.place, f"{each.value!r} is given twice; the first is at {seen[said]}")
            seen.setdefault(said, each.place)


def _list_texts(node: Node, key: str) -> list[Node]:
    listed = node.get(key)
    return [each for each in (listed.list() if listed else []) if isinstance(each.value, str)]
