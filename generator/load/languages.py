"""Read the languages of a game: its own, and each translation with its rules and its table of words.

A language is rules and words, with claims of its own; all languages share one set of data.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.language.typography import set_text
from generator.load.braces import Marks, Rules, read_rules, substitute_tree
from generator.load.conversion import convert
from generator.load.files import display_path, read_inside, read_prose
from generator.load.language_tables import (
    check_table,
    find_key_places,
    is_english,
    list_known_translations,
    merge_terms,
    read_bundled_words,
    read_part_names,
    read_text_translations,
)
from generator.load.rules_entry import find_rules_node
from generator.load.vocabulary import (
    Colors,
    PartNames,
    Vocabulary,
    read_part_titles,
    read_shared_terms,
    translate_colors,
    translate_terms,
)
from generator.load.yaml_nodes import Node, read_yaml
from generator.model.data_types import TAG
from generator.model.finding import MOST_FINDINGS, DataError, Finding, Place
from generator.model.game import Game, GameData
from generator.model.language import Language, LanguageData, TermData, Terms

_GAME_KEYS = (
    "title",
    "about",
    "credits",
    "notice",
    "colors",
    "figures",
    "words",
    "covers",
    "game_terms",
)  # of the first language


class RulesFiles(NamedTuple):
    """The files of the rules: the game's folder, the rules in it, their language tag, and the folder of bundled words.

    `texts` and `tables` are the translated rules and the tables of words beside them, by language tag.
    """

    folder: Path
    rules: Path
    tag: str
    words: Path | None
    texts: Mapping[str, Path]
    tables: Mapping[str, Path]

    def display_path_of(self, path: Path) -> str:
        """Return the path of a file in the folder to show."""
        return display_path(self.folder / path)


class FirstLanguage(NamedTuple):
    """The game's own language: its words, its table if it has one, and the file where its words are."""

    words: Vocabulary
    table: Node | None
    file: str


def find_rules_files(folder: Path, root: Node, words: Path | None, findings: list[Finding]) -> RulesFiles | None:
    """Find the translations beside the rules; None for a game without rules. GF001, GF003 and GF006."""
    rules, language = find_rules_node(root), root.get("language")
    if rules is None or not isinstance(rules.value, str) or not rules.value.strip():
        return None
    tag = language.value if language and isinstance(language.value, str) else "en"
    path = Path(rules.value)
    texts, tables = (dict(_find_tagged_files(folder, path, suffix, findings)) for suffix in (path.suffix, ".yaml"))
    found = RulesFiles(folder, path, tag, words, texts, tables=tables)
    if tag in texts:
        message = f"{tag!r} is the game's own language already, and its rules are {rules.value}"
        findings.append(Finding("GF003", Place(found.display_path_of(texts.pop(tag))), message))
    for each in sorted({*texts, *tables} - {tag}):
        lacks = tables if each in texts else texts
        if each not in texts or each not in tables:
            has = found.display_path_of((texts if lacks is tables else tables)[each])
            lacking = path.with_name(f"{path.stem}.{each}{'.yaml' if lacks is tables else path.suffix}").as_posix()
            what = "the names of the parts and all other words" if lacks is tables else "the rules"
            findings.append(Finding("GF001", Place(has), f"{lacking!r}, with {what}, is missing beside it"))
    return found


def _find_tagged_files(folder: Path, rules: Path, suffix: str, findings: list[Finding]) -> Iterator[tuple[str, Path]]:
    """Yield tag and name of each file called like the rules, with a language tag before the suffix."""
    home = folder / rules.parent
    try:
        inside = home.resolve().is_relative_to(folder.resolve())
        names = sorted(path.name for path in home.iterdir()) if suffix and inside and home.is_dir() else []
    except (OSError, RuntimeError, ValueError):
        return  # reported when the rules are read
    for name in names:
        found = re.fullmatch(rf"{re.escape(rules.stem)}\.(.+){re.escape(suffix)}", name)
        if found and re.fullmatch(TAG, found[1]):
            yield found[1], rules.with_name(name)
        elif found:
            message = f"{found[1]!r} is not a language tag such as de or pt-BR"
            findings.append(Finding("GF006", Place(display_path(home / name)), message))


def read_first_words(root: Node, colors: Colors, around: RulesFiles | None, findings: list[Finding]) -> FirstLanguage:
    """Return the words of the game's own language, from its table if it has one, and otherwise from its titles."""
    tag = around.tag if around else "en"
    file = around.display_path_of(Path("game.yaml")) if around else ""
    titles = _substitute_titles(root, Vocabulary(colors, colors, None, file, is_english(tag)))
    shared = read_shared_terms(root)
    icons = icon_nodes.items() if (icon_nodes := root.get("icons")) else ()
    if around is None:
        names = read_part_titles(titles, {}, True)
        return FirstLanguage(Vocabulary(colors, colors, names, file, terms=shared, icons=icons), None, file)
    table = _read_table(around, tag, findings) if tag in around.tables else None
    if table:
        file = around.display_path_of(around.tables[tag])
        message = "belongs in game.yaml; the table of the game's own language has only parts and terms"
        findings.extend(
            Finding("GF006", table.keys[key], f"{key!r} {message}") for key in _GAME_KEYS if key in table.keys
        )
        convert(table, LanguageData, "", table.place, findings)
        findings.extend(islice(check_table(table, root, tag, first=True), MOST_FINDINGS + 1))
    language = root.get("language")
    terms = merge_terms(tag, table, around.words, language.place if language else root.place, findings)
    names = read_part_titles(titles, read_part_names(table), is_english(tag))
    found = Vocabulary(colors, colors, names, file, is_english(tag), decimal=terms.decimal, terms=shared, icons=icons)
    if tag not in around.tables:
        own = around.rules.with_name(f"{around.rules.stem}.{tag}.yaml")
        found = found._replace(lacking=own.as_posix())
    return FirstLanguage(found, table, file)


def _substitute_titles(root: Node, words: Vocabulary) -> Node:
    """Return the titles of the parts with their color names filled in; errors in them are reported elsewhere."""
    parts = root.get("parts")
    nodes = (parts.items() if parts else {}).items()
    named = {key: Node(node.place, {"title": title} if (title := node.get("title")) else {}) for key, node in nodes}
    return substitute_tree(Node(root.place, {"parts": Node(root.place, dict(named))}), words, [])[0]


def _read_table(around: RulesFiles, tag: str, findings: list[Finding]) -> Node | None:
    """Return the tree of a table, or None with the error added to the findings."""
    path = around.tables[tag]
    place = Place(around.display_path_of(path))
    try:
        root = read_yaml(read_inside(around.folder, path.as_posix(), place), place.file, findings)
    except DataError as error:
        findings.extend(error.findings)
        return None
    if not isinstance(root.value, dict):
        has = "is empty, or has only comments" if root.value is None else "has no keys"
        message = f"the file {has}; add a line such as `parts: {{hand: [Karte, Karten]}}`"
        findings.append(Finding("GF006", root.place, message))
        return None
    return root


def make_first_language(data: GameData, around: RulesFiles, first: FirstLanguage, rules: Rules) -> Language:
    """Return the language in which the game is written."""
    colors = first.words.own.values()
    return Language(
        tag=data.language,
        file=around.display_path_of(around.rules),
        words=first.file,
        rules=rules.text,
        inline=rules.claims,
        marked=rules.marked,
        title=data.title,
        about=data.about,
        credits=tuple(data.credits),
        notice=data.notice,
        terms=merge_terms(data.language, first.table, around.words, Place(first.file), []),
        parts=first.words.parts or {},
        colors={color.role: color.name for color in colors},
        alts={name: figure.alt for name, figure in data.figures.items()},
        rule_words=read_bundled_words(data.language, around.words).rules,
        repainted={color.role: color.renamed for color in colors if color.renamed},
        usage=data.usage,
    )


def read_translations(
    root: Node, around: RulesFiles | None, first: FirstLanguage, findings: list[Finding]
) -> tuple[Language, ...]:
    """Return the translations, sorted by tag; `root` is the tree of the game."""
    tags = sorted({*around.texts} & {*around.tables}) if around else ()
    found = [_read_translation(tag, root, around, first, findings) for tag in tags if around]
    return tuple(each for each in found if each)


class _TranslatedTable(NamedTuple):
    """The texts of a translation: as data, as nodes with braces replaced, and what was read of them."""

    data: LanguageData
    node: Node
    marks: Marks
    terms: Terms
    words: Vocabulary
    says: Mapping[str, tuple[str, Place]]


def _read_translation(
    tag: str, root: Node, around: RulesFiles, first: FirstLanguage, findings: list[Finding]
) -> Language | None:
    raw = _read_table(around, tag, findings)
    if raw is None:
        return None
    terms = merge_terms(tag, raw, around.words, raw.place, findings)
    words = _make_vocabulary(tag, raw, around, first, terms.decimal)
    findings.extend(check_table(raw, root, tag))
    node, marks = substitute_tree(raw, words, findings)
    says = read_text_translations(raw, node, first.words, findings)
    data = convert(node, LanguageData, "", raw.place, findings)
    rules = _read_translated_rules(tag, around, words, findings)
    if data is None or rules is None:
        return None
    return _make_translation(
        tag, root, around, first, rules, table=_TranslatedTable(data, node, marks, terms, words, says=says)
    )


def _make_translation(
    tag: str, root: Node, around: RulesFiles, first: FirstLanguage, rules: Rules, table: _TranslatedTable
) -> Language:
    """Return a translation of what was read; texts that it lacks are those of the game."""
    data, words = table.data, table.words
    bundled, title = read_bundled_words(tag, around.words), root.get("title")
    known = list_known_translations(root, first.words, words)
    return Language(
        tag=tag,
        file=around.display_path_of(around.texts[tag]),
        words=words.table,
        rules=rules.text,
        inline=rules.claims,
        marked=rules.marked,
        title=set_text(data.title or (str(title.value) if title else ""), tag),
        about=set_text(data.about or "", tag),
        credits=tuple(set_text(each, tag) for each in data.credits or _read_own_credits(root, data)),
        notice=set_text(data.notice or _read_own_notice(root, data), tag),
        terms=table.terms,
        parts=words.parts or {},
        colors={role: color.name for role, color in words.colors.items()},
        alts={name: set_text(alt, tag) for name, alt in data.figures.items()},
        says={**known, **{text: set_text(words_, tag) for text, (words_, _) in table.says.items()}},
        repainted={role: color.renamed for role, color in words.colors.items() if color.renamed},
        places={
            **dict(find_key_places(table.node)),
            **{("says", text): place for text, (_, place) in table.says.items()},
        },
        spoken=table.marks,
        later=tuple(words.later or ()),
        covers=tuple(data.covers),
        usage={name: term for name, term in data.game_terms.items() if isinstance(term, TermData)},
        sheet_words=bundled.sheets,
        color_words=bundled.colors or {},
        rule_words=bundled.rules,
        print_notes=tuple(set_text(each, tag) for each in data.print_notes or ()),
    )


def _read_own_credits(root: Node, data: LanguageData) -> list[str]:
    """Return the game's own credits for a translation of a part of the rules, which need not have any."""
    node = root.get("credits") if data.covers else None
    return [str(each.value) for each in node.list()] if node else []


def _read_own_notice(root: Node, data: LanguageData) -> str:
    """Return the game's own notice for a translation of a part of the rules, which need not have any."""
    node = root.get("notice") if data.covers else None
    return str(node.value) if node and node.value else ""


def _read_translated_rules(tag: str, around: RulesFiles, words: Vocabulary, findings: list[Finding]) -> Rules | None:
    """Return the rules of a translation, or None with the error added to the findings."""
    path = around.texts[tag]
    file = around.display_path_of(path)
    try:
        return read_rules(read_prose(around.folder, path.as_posix(), Place(file))[0], file, words)
    except DataError as error:
        findings.extend(error.findings)
        return None


def _make_vocabulary(tag: str, table: Node, around: RulesFiles, first: FirstLanguage, decimal: str) -> Vocabulary:
    """Return the words that braces print in a translation."""
    own, basic = first.words.own, read_bundled_words(tag, around.words).colors
    listed = table.get("colors")
    names = {key: str(node.value) for key, node in (listed.items() if listed else {}).items()}
    parts: Mapping[str, PartNames] = {**dict.fromkeys(first.words.parts or (), ()), **read_part_names(table)}
    colors, unnamed = translate_colors(own, names, basic)
    file = around.display_path_of(around.tables[tag])
    shared = translate_terms(first.words.terms, table)
    return Vocabulary(
        own,
        colors,
        parts,
        file,
        is_english(tag),
        decimal=decimal,
        unnamed=unnamed,
        terms=shared,
        later=[],
        icons=first.words.icons,
    )


def choose_languages(game: Game, tags: Sequence[str]) -> tuple[Language, ...]:
    """Return the languages with these tags, each once; without tags, those that the game's data name, or its own.

    Capitals in tags do not count (BCP 47, 2.1.1).
    GF008 for an unknown tag, GF005 for paints that have no name in one of the languages.
    """
    known = {language.tag: language for language in game.languages}
    by_capitals = {tag.lower(): tag for tag in known}
    tags = [by_capitals.get(tag.lower(), tag) for tag in tags]
    unknown = [tag for tag in tags if tag not in known]
    if unknown:
        there = f"there {'is' if len(known) == 1 else 'are'} {', '.join(map(repr, known))}" if known else "it has none"
        message = f"the rules of {game.id} are not written in {{!r}}; {there}"
        raise DataError(Finding("GF008", Place("--lang"), message.format(tag)) for tag in dict.fromkeys(unknown))
    if not tags:
        _check_languages(game, known)
    found = tuple(known[tag] for tag in dict.fromkeys(tags or game.data.languages)) or game.languages[:1]
    if later := [finding for language in found for finding in language.later]:
        raise DataError(later)
    return found


def _check_languages(game: Game, known: Mapping[str, Language]) -> None:
    """Refuse languages of the data that the rules are not written in (GF008)."""
    unknown = [(number, tag) for number, tag in enumerate(game.data.languages) if tag not in known]
    if unknown:
        there = (
            f"write rules.<tag>.md, or name one of {', '.join(map(repr, known))}" if known else "the game has no rules"
        )
        says = "languages: the rules are not written in {!r}; " + there
        raise DataError(Finding("GF008", game.place("languages", number), says.format(tag)) for number, tag in unknown)
