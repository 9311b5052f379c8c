"""Find what a game's templates define and never use, and colors and templates that nothing names (GF190)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set

from jinja2 import nodes

from generator.model.finding import Finding, Place
from generator.proof.templates.game_templates import GameTemplates
from generator.proof.templates.source import TemplateSource, link_templates, names_in

_KINDS = {
    "symbol": "symbol",
    "clipPath": "clip path",
    "mask": "mask",
    "pattern": "pattern",
    "linearGradient": "gradient",
    "radialGradient": "gradient",
    "marker": "marker",
}
_REFERRED = re.compile(r"#([\w.-]++)")
_ROLE = re.compile(r"[\w.-]++")
_Computed = tuple[str, str]  # what is typed before and behind the computed part of an id


def find_unused(templates: GameTemplates) -> Iterator[Finding]:
    """Report, as notes, what templates define, what the game has for them, and what nothing uses."""
    yield from _find_unused_ids(templates)
    if any(source.links is None for source in templates.sources.values()):
        return  # a template whose name is computed may use any variable, color and template
    read = _list_read(templates)
    for source in templates.list_own():
        for node, what, name in _list_unused_names(source, read[source.name]):
            place = source.place(source.find_word(node, name))
            yield Finding("GF190", place, f"nothing uses the {what} {name!r}; draw with it, or remove it", "note")
    yield from _find_unused_colors(templates)
    yield from _find_unused_files(templates)


def _list_read(templates: GameTemplates) -> Mapping[str, Set[str]]:
    """Return the names that are read by each template, by all that it links to, and by all that link to these."""
    sources = templates.sources
    groups = [link_templates(sources, each) for each in sources]
    found: dict[str, set[str]] = {name: set() for name in sources}
    for group in groups:
        words = {word for name in group if name in sources for word in sources[name].loaded}
        for name in group & sources.keys():
            found[name] |= words
    return found


def _list_unused_names(source: TemplateSource, read: Set[str]) -> Iterator[tuple[nodes.Node, str, str]]:
    """Yield the macros, arguments and variables that nothing reads; what begins with an underscore is meant so."""
    found: list[tuple[nodes.Node, str, str]] = []
    for macro in source.list_nodes(nodes.Macro):
        found += [(macro, "macro", macro.name)] * (macro.name not in read)
        inside = {name for node in (*macro.body, *macro.defaults) for name in names_in(node)}
        if macro.find(nodes.Include) is None:  # what it includes has its arguments
            found += [(macro, "argument", each.name) for each in macro.args if each.name not in inside]
    settings: list[nodes.Assign | nodes.AssignBlock] = [
        *source.list_nodes(nodes.Assign),
        *source.list_nodes(nodes.AssignBlock),
    ]
    for node in settings:
        names = [*names_in(node.target)]
        if read.isdisjoint(names):  # of a record that is taken apart, some may be left
            found += [(node, "variable", each) for each in names]
    for loop in source.list_nodes(nodes.For):
        if isinstance(loop.target, nodes.Tuple):
            found += [(loop, "variable", each) for each in names_in(loop.target) if each not in read]
    return (each for each in found if not each[2].startswith("_"))


def _find_unused_ids(templates: GameTemplates) -> Iterator[Finding]:
    """Yield a note for each symbol, clip path or gradient that nothing refers to, also not by a computed name."""
    sources = templates.sources.values()
    referred = {source.name: {*_REFERRED.findall(_join_drawn(source))} for source in sources}
    in_data = {*_REFERRED.findall(templates.data)}
    computed = {source.name: set(_list_computed(source)) for source in sources}
    words = templates.words.union(*(source.constants for source in sources))
    for source in templates.list_own():
        for value in source.values:
            name = value.typed
            if value.attribute != "id" or value.tag not in _KINDS or not name:
                continue
            users = {file for file, names in referred.items() if name in names}
            is_shared = value.tag == "symbol"  # a template with a clip path of the same name uses its own
            is_used = any(is_shared or file == source.name or name not in templates.sources[file].ids for file in users)
            if is_used or name in in_data or any(_middle(name, each) is not None for each in computed[source.name]):
                continue
            rest = (_middle(name, each) for found in computed.values() for each in found)
            if not any(_can_be_computed(middle, words) for middle in rest if middle is not None):
                says = f"nothing uses the {_KINDS[value.tag]} {name!r}; use it where it belongs, or remove it"
                yield Finding("GF190", source.place(value.at), says, "note")


def _join_drawn(source: TemplateSource) -> str:
    """Return all that a template draws as text, with each typed value in one piece."""
    return "\n".join([source.drawn, *(value.typed for value in source.values if value.typed)])


def _list_computed(source: TemplateSource) -> Iterator[_Computed]:
    """Yield the starts and ends of the ids that a template puts together."""
    for value in source.values:
        start, is_open, end = "", False, ""
        for segment in value.segments:
            if not isinstance(segment, str):
                is_open, end = is_open or bool(start), ""
            elif "#" in segment and not is_open:
                start = segment[segment.rindex("#") :]
            elif is_open:
                end += segment
            else:
                start += segment if start else ""
        if is_open:
            yield start[1:], end.rstrip(")'\" ")


def _middle(name: str, computed: _Computed) -> str | None:
    """Return the part of a name that would be computed; None if its start or its end differs."""
    start, end = computed
    is_alike = name.startswith(start) and name.endswith(end) and len(name) > len(start) + len(end)
    return name[len(start) : len(name) - len(end)] if is_alike else None


def _can_be_computed(middle: str, words: Set[str]) -> bool:
    """Return whether a name is a word of the data or of a template, or made of such words and numbers."""
    return middle in words or all(each in words or each.isdigit() for each in re.split(r"[-_.]", middle))


def _find_unused_colors(templates: GameTemplates) -> Iterator[Finding]:
    """Yield a note for each color without a group that neither a template nor the data name."""
    game, sources = templates.game, templates.sources.values()
    named = {word for source in sources for word in source.loaded}
    named |= {word.removeprefix("colors.") for source in sources for word in _ROLE.findall(source.drawn)}
    listed = Counter(word.rstrip(".") for word in _ROLE.findall(templates.data))
    for role in game.colors:
        if "." not in role and role not in named and listed[role] < 2 and ("colors", role) in game.places:
            says = f"nothing uses the color {role!r}; paint with it where it belongs, or remove it"
            yield Finding("GF190", game.place("colors", role), says, "note")


def _find_unused_files(templates: GameTemplates) -> Iterator[Finding]:
    """Yield a note for each template that no part, figure or other template names, at the part of its name."""
    for source in templates.list_own():
        base = source.name.rpartition("/")[2]
        others = (each.text for each in templates.sources.values() if each is not source)
        if base not in templates.data and not any(base in text for text in others):
            says = f"nothing uses the template {source.name!r}; name it where it belongs, or remove it"
            yield Finding("GF190", _find_part(templates, base) or Place(source.file, 1, 1), says, "note")


def _find_part(templates: GameTemplates, base: str) -> Place | None:
    """Return where a part names its template, if the name of another template begins with the part's.

    It is that of the back if both sides have the same one.
    """
    game, stem = templates.game, base.partition(".")[0]
    for part, each in sorted(game.parts.items(), key=lambda item: len(item[0]), reverse=True):
        path = "parts", part, "back" if "back" in stem or each.front == each.back else "front"
        if stem.startswith(part) and path in game.places:
            return game.place(*path)
    return None
