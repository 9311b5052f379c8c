"""Find symbols, clips, gradients, macros, colors and templates of a game that nothing uses (GF149, notes)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from typing import TYPE_CHECKING

from generator.model.finding import DataError, DrawingError, Finding, Place
from generator.model.game import Game
from generator.proof.typed_items import find_single_loops, find_typed_items, find_unused_variables
from generator.render.fault_places import relative_path
from generator.render.template_files import TemplateFiles
from generator.safety.files import read_regular_file

if TYPE_CHECKING:
    from generator.proof.kit import Kit

_SYMBOL = re.compile(r"""<symbol\b[^<>]*?\bid\s*=\s*["'](?P<name>[^"'{}]++)["']""")
_DEFINED = re.compile(
    r"""<(?P<tag>clipPath|mask|pattern|linearGradient|radialGradient|marker)\b[^<>]*?\bid\s*=\s*["'](?P<name>[^"'{}]++)["']"""
)
_TAG_NAMES = {"clipPath": "clip path", "linearGradient": "gradient", "radialGradient": "gradient"}
_REFERRED = re.compile(r"#([\w.-]++)")
_ROLE = re.compile(r"[\w.-]++")
_MACRO = re.compile(r"\{%-?\s*+macro\s++(?P<name>\w++)")
_COMPUTED = re.compile(r"""#(?P<start>[\w.-]*+)\{\{[^{}"]*+\}\}(?P<end>[\w.-]*+)""")
_COMPUTED_URL = re.compile(rf"""url\(['"]?+{_COMPUTED.pattern}""")  # what a `<use>` names is no clip
_OPEN = re.compile(r"\{%-?\s*+(?:include|import|from|extends)\s++(?!['\"])|\{%-?\s*+include\s++['\"][^'\"]*+['\"]\s*+~")
_WORD = re.compile(r"[^\W\d][\w-]*+")
_DATA = (".yaml", ".md", ".csv")
_MOST_BYTES = 4 * 1024 * 1024  # of a file of data: larger ones are no place where drawings are named


def find_unused_drawings(kit: "Kit", files: TemplateFiles, words: Set[str]) -> Iterator[Finding]:
    """Report, as a note, each symbol, macro, color and template of the game's own that nothing names.

    `words` are those of the data: a symbol may be chosen by a mark, a kind or a value of a row.
    """
    game = kit.game
    sources = _read_own_templates(game, files)
    texts = [text for text, _ in sources.values()]
    data = "\n".join(_read_data(game))
    counts = Counter(word for text in texts for word in _WORD.findall(text))
    typed = {word for word, count in counts.items() if count > 1}  # once is where a symbol has its name
    yield from _find_unused_symbols(sources, data, typed | words)
    yield from find_unused_definitions(sources)
    yield from _find_unused_macros(sources)
    by_path = {path: text for text, path in sources.values()}
    yield from find_typed_items(by_path)
    yield from find_single_loops(by_path)
    yield from find_unused_variables(by_path, texts)
    yield from _find_unused_colors(game, texts, data)
    if not any(_OPEN.search(text) for text in texts):
        yield from _find_unused_files(game, sources, data)


def _read_own_templates(game: Game, files: TemplateFiles) -> Mapping[str, tuple[str, str]]:
    """Return the text and the path of each template that is the game's own, by name."""
    prefix = f"{game.folder.resolve().name}/"
    own = {name for name in files.template_names(prefix) if "/" in name or (game.folder / "templates" / name).is_file()}
    found = {}
    for name in sorted(own):
        if not name.startswith(prefix) and (files.shared / name).is_file():
            continue  # it stands in for a shared one, which other templates name
        with suppress(DrawingError):
            text, path = files.read_template(name)
            found[name] = text, relative_path(str(path))
    return found


def _read_data(game: Game) -> Iterator[str]:
    for path in sorted(game.folder.iterdir()):
        if path.suffix in _DATA:
            with suppress(OSError, ValueError, DataError):
                yield read_regular_file(path, _MOST_BYTES).decode()


def _find_unused_symbols(sources: Mapping[str, tuple[str, str]], data: str, words: Set[str]) -> Iterator[Finding]:
    texts = [data, *(text for text, _ in sources.values())]
    referred = {name for text in texts for name in _REFERRED.findall(text)}
    computed = {(each["start"], each["end"]) for text in texts for each in _COMPUTED.finditer(text)}
    for text, path in sources.values():
        own = {(each["start"], each["end"]) for each in _COMPUTED.finditer(text)}
        for each in _SYMBOL.finditer(text):
            name = each["name"]
            if name in referred or _can_be_computed(name, computed, words):
                continue
            if any(name.startswith(start) and name.endswith(end) for start, end in own):
                continue  # one of a set in the template itself, of which the data choose
            says = f"nothing uses the symbol {name!r}; draw it where it belongs, or remove it"
            yield Finding("GF149", _place(path, text, each.start("name")), says, "note")


def find_unused_definitions(sources: Mapping[str, tuple[str, str]]) -> Iterator[Finding]:
    """Report, as a note, each clip path, mask or gradient that only templates with one of that name use, if any."""
    referred = {path: {*_REFERRED.findall(text)} for text, path in sources.values()}
    computed = {(each["start"], each["end"]) for text, _ in sources.values() for each in _COMPUTED_URL.finditer(text)}
    defined = {path: {each["name"] for each in _DEFINED.finditer(text)} for text, path in sources.values()}
    for text, path in sources.values():
        for each in _DEFINED.finditer(text):
            name, tag = each["name"], _TAG_NAMES.get(each["tag"], each["tag"])
            users = {file for file, names in referred.items() if name in names}
            is_used = any(file == path or name not in defined[file] for file in users)
            if not is_used and not any(name.startswith(start) and name.endswith(end) for start, end in computed):
                says = f"nothing uses the {tag} {name!r}; use it where it belongs, or remove it"
                yield Finding("GF149", _place(path, text, each.start("name")), says, "note")


def _can_be_computed(name: str, computed: Set[tuple[str, str]], words: Set[str]) -> bool:
    """Return whether a template can put the name of a symbol together from a word of the data or of a template."""
    return any(
        name.startswith(start) and name.endswith(end) and name[len(start) : len(name) - len(end)] in words
        for start, end in computed
    )


def _find_unused_macros(sources: Mapping[str, tuple[str, str]]) -> Iterator[Finding]:
    counts = Counter(word for text, _ in sources.values() for word in _WORD.findall(text))
    for text, path in sources.values():
        for each in _MACRO.finditer(text):
            if counts[each["name"]] == 1:
                says = f"nothing calls the macro {each['name']!r}; call it where it belongs, or remove it"
                yield Finding("GF149", _place(path, text, each.start("name")), says, "note")


def _find_unused_colors(game: Game, texts: Sequence[str], data: str) -> Iterator[Finding]:
    """Report, as a note, each color without a group that neither a template nor the data name."""
    drawn = {word.removeprefix("colors.").partition(".")[0] for text in texts for word in _ROLE.findall(text)}
    listed = Counter(word.rstrip(".") for word in _ROLE.findall(data))
    for role in game.colors:
        is_named = role in drawn or listed[role] > 1
        if "." not in role and not is_named and ("colors", role) in game.places:
            says = f"nothing uses the color {role!r}; paint with it where it belongs, or remove it"
            yield Finding("GF149", game.place("colors", role), says, "note")


def _find_unused_files(game: Game, sources: Mapping[str, tuple[str, str]], data: str) -> Iterator[Finding]:
    """Report, as a note, each template that no part, figure or other template names, at the part of its name."""
    for name, (_, path) in sources.items():
        others = (text for other, (text, _) in sources.items() if other != name)
        base = name.rpartition("/")[2]
        if base in data or any(base in text for text in others):
            continue
        says = f"nothing uses the template {name!r}; name it where it belongs, or remove it"
        yield Finding("GF149", _find_part(game, base) or Place(path, 1, 1), says, "note")


def _find_part(game: Game, base: str) -> Place | None:
    """Return where a part names its template, if the name of another template begins with the part's.

    It is that of the back if both sides have the same one.
    """
    stem = base.partition(".")[0]
    paths: Sequence[tuple[str, ...]] = [
        ("parts", part, "back" if "back" in stem or each.front == each.back else "front")
        for part, each in sorted(game.parts.items(), key=lambda item: len(item[0]), reverse=True)
        if stem.startswith(part)
    ]
    return next((game.place(*path) for path in paths if path in game.places), None)


def _place(path: str, text: str, at: int) -> Place:
    return Place(path, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
