"""Read a game's folder into a Game, or raise one error with every finding."""

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from generator.language.suggestions import did_you_mean, nearest_name
from generator.load.braces import NO_MARKS, Marks, Rules, read_rules, substitute_tree
from generator.load.conversion import convert
from generator.load.files import display_path, read_inside, read_prose
from generator.load.language_tables import is_english, read_bundled_words
from generator.load.languages import (
    RulesFiles,
    find_rules_files,
    make_first_language,
    read_first_words,
    read_translations,
)
from generator.load.layouts import LaidOutGame, lay_out
from generator.load.overrides import apply_settings
from generator.load.paints import follow_links, resolve_paints
from generator.load.part_rows import RowReader, list_tables
from generator.load.play_files import find_play_rules, read_playtests
from generator.load.rules_entry import find_loose_images, find_rules_node
from generator.load.semantics import validate_semantics
from generator.load.setup_lines import validate_setup
from generator.load.vocabulary import Vocabulary, make_plain_vocabulary
from generator.load.yaml_nodes import Node, list_places, read_yaml
from generator.model.color import Color, parse_hex
from generator.model.finding import MOST_FINDINGS, DataError, Finding, Place, refuse
from generator.model.game import ComponentKind, Game, GameData, PartData
from generator.model.game_entries import ColorData
from generator.model.rules import Claim

T = TypeVar("T")
Colors = Mapping[str, Color]
_ID = re.compile(r"[a-z][a-z0-9-]*")
_MISNAMED = re.compile(r"game\.ya?ml(?:\.txt)?", re.IGNORECASE)  # as editors and Windows save game.yaml
# the keys that a list of the parts shows, and those that parts may refer to
_KEYS_OF_PARTS = frozenset({"title", "version", "players", "parts", "colors", "icons", "terms", "rules", "language"})


class _GameFolder(NamedTuple):
    """The folder of a game, the path of its `game.yaml` to show, the faults so far, and what is merely noted."""

    path: Path
    file: str
    findings: list[Finding]
    notes: list[Finding]


def read_game(
    folder: Path,
    kinds: Mapping[str, ComponentKind],
    settings: Sequence[str] = (),
    repaint: Callable[[Colors], Colors] = lambda colors: colors,
    words: Path | None = None,
    parts_only: bool = False,
    source: str | None = None,
) -> Game:
    """Read `game.yaml`, its CSV files and its rules in all languages; raise DataError with all findings.

    `settings`, each PART.KEY=VALUE, replace values of the file, and `repaint` replaces its colors. `words` is the
    folder with the booklet words of other languages than English. `parts_only`: of `game.yaml` only the parts and what
    they need are read, and neither rules nor playtests. `source`: a text to read in place of `game.yaml`.
    """
    home = _GameFolder(folder, display_path(folder / "game.yaml"), [], [])
    name = _check_game_id(home)
    root = _read_root(home, _KEYS_OF_PARTS if parts_only else None, source)
    root = apply_settings(root, settings, kinds, home.findings)
    laid = _lay_out_parts(home, root)
    root, links = resolve_paints(laid.root, home.findings)
    colors = _convert_colors(home, root.get("colors"), lambda own: follow_links(repaint(own), own, links))
    around = find_rules_files(folder, root, words, home.findings)
    first = read_first_words(root, colors, around, home.findings)
    root, spoken = _substitute_names(home, root, first.words)
    data = convert(root, GameData, "", root.place, home.findings)
    entries = _get_entries(root, "parts")
    parts = {key: _convert_part(home, root, key, kinds) for key in entries}
    reader = RowReader(folder, first.words, home.findings, home.notes)
    rows = {key: reader.read(node, key) for key, node in entries.items()}
    rules = None if parts_only else _read_rules_file(home, root, first.words)
    others = () if parts_only else read_translations(root, around, first, home.findings)
    for found in (validate_semantics(root, rows, kinds, is_whole=not parts_only), validate_setup(root, rows)):
        home.findings.extend(islice(found, MOST_FINDINGS + 1))
    if data is None or home.findings:
        raise DataError(sorted(dict.fromkeys(home.findings), key=lambda finding: finding.place))
    texts = [rules.text, *(each.rules or "" for each in others)] if rules else []
    home_of_rules = around.rules.parent if around else Path()
    return Game(
        id=name,
        folder=folder,
        file=home.file,
        data=data,
        parts={key: part for key, part in parts.items() if part},
        rows={key: found or () for key, found in rows.items()},
        colors=colors,
        claims=_make_claims(data, root),
        inline=rules.claims if rules else (),
        marked=rules.marked if rules else (),
        rules=rules.text if rules else None,
        places=dict(list_places(root, (), root.place)),
        spoken=spoken,
        first=make_first_language(data, around, first, rules) if around and rules else None,
        translations=others,
        notes=tuple(home.notes),
        sources=(*_list_sources(root, around), *laid.files, *find_loose_images(folder, texts, home_of_rules)),
        playtests=None if parts_only else read_playtests(folder),
        play=None if parts_only else find_play_rules(folder),
        layouts=laid.layouts,
        sheet_words={} if is_english(data.language) else read_bundled_words(data.language, words).sheets,
    )


def has_map(game: Game) -> bool:
    """Return whether the cells of a board are paths of a template."""
    return any(cell.path for part in game.parts.values() for cell in getattr(part, "cells", {}).values())


def _lay_out_parts(home: _GameFolder, root: Node) -> LaidOutGame:
    """Return the game with the templates and colors of its layouts; their rows are read ahead, to make the colors."""
    parts = root.get("parts")
    if not any(part.get("layout") for part in (parts.items() if parts else {}).values()):
        return LaidOutGame(root, {})

    aside = RowReader(home.path, make_plain_vocabulary({}), [], [])  # the rows are read again, and then this is told
    return lay_out(home.path, root, aside, home.findings, home.notes)


def _list_sources(root: Node, around: RulesFiles | None) -> Iterator[str]:
    """Yield the files that the data are read from, relative to the game's folder."""
    yield "game.yaml"
    yield from dict.fromkeys(list_tables(_get_entries(root, "parts")))
    if around:
        paths = {around.rules, *around.texts.values(), *around.tables.values()}
        yield from sorted(path.as_posix() for path in paths)


def _check_game_id(home: _GameFolder) -> str:
    name = Path(os.path.normpath(home.path.absolute())).name
    if not _ID.fullmatch(name):
        rule = "a lowercase letter, then lowercase letters, digits and -"
        message = f"the folder's name {name!r} is the game's id, which must be {rule}"
        home.findings.append(Finding("GF006", Place(home.file), message))
    return name


def _read_root(home: _GameFolder, only: Collection[str] | None, source: str | None) -> Node:
    """Return the tree of `game.yaml`, of `only` some keys if they are named; DataError if there is none."""
    place = Place(home.file)
    try:
        os.lstat(home.path / "game.yaml")
    except FileNotFoundError:
        raise refuse("GF001", place, f"there is no such file; {_suggest_folder(home.path)}") from None
    except OSError as error:
        raise refuse("GF001", place, f"it cannot be read: {error.strerror}") from None
    text = read_inside(home.path, "game.yaml", place) if source is None else source
    root = read_yaml(text, home.file, home.findings, only)
    if not isinstance(root.value, dict):
        has = "is empty, or has only comments" if root.value is None else "has no keys"
        raise refuse("GF006", root.place, f"the file {has}; begin it with a line such as `title: Psycle`")
    return root


def _suggest_folder(folder: Path) -> str:
    """Return what to do about a folder without a game: rename a file, name the games in it, or make one."""
    try:
        near = [path.name for path in folder.iterdir() if _MISNAMED.fullmatch(path.name)]
        if near:
            return f"rename {min(near)!r} to game.yaml"
        inner = sorted(path.name for path in folder.iterdir() if os.path.lexists(path / "game.yaml"))
    except OSError:
        inner = []
    named = f", such as {display_path(folder / inner[0])!r}" if inner and inner[0].isprintable() else ""
    return f"a game is a folder with a game.yaml{named}; `gutterfold new NAME` makes one"


def _get_entries(root: Node, key: str) -> Mapping[str, Node]:
    node = root.get(key)
    return node.items() if node else {}


def _convert_part(home: _GameFolder, root: Node, key: str, kinds: Mapping[str, ComponentKind]) -> PartData | None:
    """Convert a part, without its key `kind`, to the data type of that kind."""
    node, owner, path = root.items()["parts"].items()[key], root.items()["parts"].keys[key], f"parts.{key}"
    if not isinstance(node.value, dict):
        home.findings.append(Finding("GF006", node.place, f"{path} must be a mapping with a `kind`"))
        return None
    kind = node.get("kind")
    if kind is None:
        choice = " or ".join(map(repr, kinds))
        home.findings.append(Finding("GF005", owner, f"{path} needs the key 'kind': {choice}"))
        return None
    if not isinstance(kind.value, str) or kind.value not in kinds:
        hint = did_you_mean(str(kind.value), kinds)
        home.findings.append(Finding("GF008", kind.place, f"{path}.kind: there is no kind {kind.value!r}{hint}"))
        return None
    rest = node._replace(value={key: value for key, value in node.items().items() if key != "kind"})
    if kinds[kind.value].traits.printed:
        home.findings.extend(_find_missing_front(node, owner, path))
    return convert(rest, kinds[kind.value].data, path, owner, home.findings)


def _find_missing_front(part: Node, owner: Place, path: str) -> Iterator[Finding]:
    """Report a part that is printed and has no template (GF005)."""
    printed = part.get("print")
    if not (printed and printed.value is False) and not any(part.get(key) for key in ("front", "layout", "image")):
        unknown = part.items().keys() - {*PartData.__struct_fields__, "print"}
        if not any(nearest_name(each, ["front"]) for each in unknown):  # GF004 reports a misspelled key
            yield Finding("GF005", owner, f"{path} needs the key 'front': text that is not empty")


def _read_rules_file(home: _GameFolder, root: Node, words: Vocabulary) -> Rules | None:
    rules = find_rules_node(root)
    if not rules or not isinstance(rules.value, str):
        return None
    place, file = rules.place, display_path(home.path / rules.value)
    try:
        text, notes = read_prose(home.path, rules.value, place)
        found = read_rules(text, file, words)
    except DataError as error:
        home.findings.extend(error.findings)
        return None
    home.notes.extend((*notes, *found.notes))
    return found


def _read_file(home: _GameFolder, name: Node, read: Callable[[str, str], T]) -> T | None:
    """Read a file that the data names; errors are added to the findings."""
    try:
        text = read_inside(home.path, str(name.value), name.place)
        return read(text, display_path(home.path / str(name.value)))
    except DataError as error:
        home.findings.extend(error.findings)
        return None


def _convert_colors(home: _GameFolder, node: Node | None, repaint: Callable[[Colors], Colors]) -> Colors:
    """Return the repainted colors; if they are invalid, black for each role, so that the roles are known."""
    data = convert(node, dict[str, ColorData], "colors", node.place, []) if node else {}
    if data is None:
        return {role: _make_color(role, ColorData(paint="#000")) for role in (node.items() if node else ())}
    colors = {role: _make_color(role, color) for role, color in data.items()}
    try:
        return repaint(colors)
    except DataError as error:
        home.findings.extend(error.findings)
        return colors


def _make_color(role: str, color: ColorData) -> Color:
    name = color.name or role.rpartition(".")[2]
    return Color(role, name, parse_hex(color.paint) or color.paint, color.mark, color.letter)


def _substitute_names(home: _GameFolder, root: Node, words: Vocabulary) -> tuple[Node, Marks]:
    return substitute_tree(root, words, home.findings) if _has_braces(root) else (root, NO_MARKS)


def _has_braces(node: Node) -> bool:
    """Return whether any text in the tree has double braces; most games have none."""
    value = node.value
    if isinstance(value, str):
        return "{{" in value or "}}" in value
    return any(
        map(_has_braces, value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    )


def _make_claims(data: GameData, root: Node) -> tuple[Claim, ...]:
    nodes = root.items()["claims"].list() if data.claims else []
    return tuple(
        Claim(claim.id, claim.says, claim.rests_on, claim.check, claim.level, place=node.items()["check"].place)
        for claim, node in zip(data.claims, nodes, strict=True)
    )
