"""Apply style sheets: rules that hold in print (Media Queries 4), the cascade, variables (CSS Variables 1)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

import cssselect2
import tinycss2

from generator.model.finding import DrawingError
from generator.render.drawings.nodes import DrawingNode
from generator.render.svg.elements import place_errors
from generator.render.svg.style import parse_color

_TAKEN = re.compile(r"(?:only\s+)?+(?:all|print|screen)")
_OTHER_DEVICES = re.compile(r"(?:only\s+)?+(?:speech|aural|braille|embossed|handheld|projection|tty|tv)\b.*", re.DOTALL)
_SCHEME = re.compile(
    r"(?:(?:only\s+)?+(?:all|print|screen)\s+and\s+)?+\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)"
)


def holds_in_print(text: str) -> bool:
    """Return whether a list of media queries holds; DrawingError for one that depends on a screen.

    Print and screen both hold, since a drawing is printed as it is shown; the color scheme is light.
    """
    queries = [each.strip().lower() for each in text.split(",")]
    return True in [_holds_query(each) for each in queries]  # each is looked at


def _holds_query(query: str) -> bool:
    if not query or _TAKEN.fullmatch(query):
        return True
    if scheme := _SCHEME.fullmatch(query):
        return scheme[1] == "light"
    if _OTHER_DEVICES.fullmatch(query):
        return False
    raise DrawingError(f"<style> asks for @media {query[:60]!r}, which depends on a screen; write the rules without it")


def choose_light(tokens: Iterable[Any]) -> Iterator[Any]:
    """Yield the tokens of a value, with the first color of each `light-dark()`, which draw.io writes."""
    for token in tokens:
        if token.type != "function" or token.lower_name != "light-dark":
            yield token
            continue
        for part in token.arguments:
            if part.type == "literal" and part.value == ",":
                break
            yield part


_LONGEST_VALUE = 1000  # characters; each variable may hold others several times
_DEEPEST = 20
_NO_VALUES: Mapping[str, str] = {}


def replace_variables(node: DrawingNode, around: Mapping[str, str] = _NO_VALUES) -> None:
    """Replace `var()` in the attributes of a node and of all below it; `around` are the values that it inherits."""
    own = {name: value for name, value in node.attributes.items() if name.startswith("--")}
    known = {**around, **own} if own else around
    for name in own:
        del node.attributes[name]
    for name, value in node.attributes.items():
        if "var(" in value:
            try:
                node.attributes[name] = _replace(value, known, 0)
            except DrawingError as error:
                raise DrawingError(f"{name}={value!r} {error.message}", node.at) from None
    for child in node.children():
        replace_variables(child, known)


def _replace(text: str, known: Mapping[str, str], depth: int) -> str:
    if depth > _DEEPEST:
        raise DrawingError(f"refers to itself, or to more than {_DEEPEST} variables one behind the other")
    if "var(" not in text:
        return text
    found = "".join(_write_token(each, known, depth) for each in tinycss2.parse_component_value_list(text))
    if len(found) > _LONGEST_VALUE:
        raise DrawingError(f"has a value of more than {_LONGEST_VALUE:,} characters")
    return found.strip()


def _write_token(token: Any, known: Mapping[str, str], depth: int) -> str:
    """Return a part of a value, with the variables in it replaced."""
    if token.type != "function":
        return str(token.serialize())
    inner = tinycss2.serialize(token.arguments)
    if token.lower_name != "var":
        return f"{token.name}({_replace(inner, known, depth + 1)})"
    name, comma, fallback = inner.partition(",")
    name = name.strip()
    if name in known:
        return _replace(known[name], known, depth + 1)
    if comma:
        return _replace(fallback.strip(), known, depth + 1)
    raise DrawingError(f"refers to {name}, which has no value here; write the value itself")


_MOST_TRIALS = 2_000_000  # of a rule on an element; each takes a microsecond or two
_SILENT_RULES = frozenset({"charset", "namespace", "keyframes", "-webkit-keyframes"})  # paper stands still
_GEOMETRY = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"})
_FONT = re.compile(
    r"\s*((?:(?:normal|italic|oblique|small-caps|bold|bolder|lighter|[1-9]00)\s+)*+)"
    r"([\d.]++[a-z%]*+|[a-z-]++)(?:\s*+/\s*+[\w.%]++)?+\s++(.+)",
    re.DOTALL,
)
_COLORS = frozenset({"fill", "stroke", "stop-color", "flood-color", "color"})
_WIDE_COLORS = ("color(", "device-cmyk(", "lab(", "lch(", "oklab(", "oklch(")  # that may lie outside sRGB
_FRAGMENT = re.compile(r"""url\(\s*+["']?+#""")
Declaration = tuple[str, str, bool]  # name, value and whether it is important


def apply_style_sheets(root: DrawingNode) -> frozenset[str]:
    """Write the properties of all style sheets and `style` attributes as attributes; return the classes they name.

    Remove the style sheets. DrawingError for what is not CSS, and for rules that print cannot follow.
    """
    try:
        return _apply_style_sheets(root)
    except RecursionError:  # the libraries follow brackets and selectors by calling themselves
        raise DrawingError("<style> or a style nests brackets or selectors too deeply", root.at) from None


def _apply_style_sheets(root: DrawingNode) -> frozenset[str]:
    rules = [rule for sheet in _take_sheets(root) for rule in _read_sheet(sheet)]
    matches = _match_rules(root, rules) if rules else {}
    for node in root.walk():
        if node is root:
            node.attributes["style"] = _drop_page_size(node.attributes.get("style", ""))
        own = _read_style(node)
        if not own and id(node) not in matches:
            continue
        declared = [*matches.get(id(node), ()), *own]
        ordered = [each for each in declared if not each[2]] + [each for each in declared if each[2]]
        node.attributes.pop("style", None)
        for name, value, _ in ordered:
            if _is_printed(name, value) or name not in node.attributes:
                node.attributes.pop(name, None)
                node.attributes[name] = value
    return frozenset(name for prelude, _ in rules for name in _class_names(prelude))


def _is_printed(name: str, value: str) -> bool:
    """Return whether a color can be printed; if it cannot, the one declared before it counts, as in CSS."""
    if name not in _COLORS or not value.startswith(_WIDE_COLORS):
        return True
    try:
        parse_color(value, name)
    except DrawingError:
        return False
    return True


def _take_sheets(root: DrawingNode) -> Iterator[DrawingNode]:
    """Remove and yield the style elements."""
    for node in list(root.walk()):
        for part in node.children():
            if part.name != "style":
                continue
            node.content.remove(part)
            if part.attributes.get("type", "text/css") not in ("text/css", ""):
                raise DrawingError(f"<style> is of the type {part.attributes['type']!r}, not text/css", part.at)
            with place_errors(part.at):
                holds = holds_in_print(part.attributes.get("media", "all"))
            if holds:
                yield part


Rule = tuple[Sequence[Any], list[Declaration]]  # the tokens of the selector, and the declarations


def _read_sheet(sheet: DrawingNode) -> Iterator[Rule]:
    text = "".join(part for part in sheet.content if isinstance(part, str))
    yield from _read_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), sheet)


def _read_rules(rules: Sequence[Any], sheet: DrawingNode) -> Iterator[Rule]:
    for rule in rules:
        if rule.type == "qualified-rule":
            yield rule.prelude, list(_read_declarations(rule.content, sheet.at))
        elif rule.type == "error":
            raise DrawingError(f"<style> is not CSS: {rule.message}", sheet.at)
        elif rule.lower_at_keyword == "media" and rule.content is not None:
            with place_errors(sheet.at):
                holds = holds_in_print(tinycss2.serialize(rule.prelude))
            if holds:
                inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
                yield from _read_rules(inner, sheet)
        elif rule.lower_at_keyword not in _SILENT_RULES and not _is_svg_font(rule):
            hint = "; put the font into the game's fonts/" if rule.lower_at_keyword == "font-face" else ""
            raise DrawingError(f"<style> contains @{rule.at_keyword}, which cannot be followed{hint}", sheet.at)


def _is_svg_font(rule: Any) -> bool:
    """Return whether a rule brings a font as elements of the file, as CorelDRAW does; the game has one of that name."""
    if rule.lower_at_keyword != "font-face" or rule.content is None:
        return False
    text = tinycss2.serialize(rule.content)
    return "font-family" in text and text.count("url(") == len(_FRAGMENT.findall(text)) > 0


def _drop_page_size(style: str) -> str:
    """Return the style of a root without its size, which says how a browser shows it; paper follows the attributes."""
    return ";".join(each for each in style.split(";") if each.partition(":")[0].strip() not in _OF_PAGE)


_OF_PAGE = frozenset(
    """width height max-width max-height min-width min-height margin position vertical-align top left z-index
    float""".split()
)


def _read_style(node: DrawingNode) -> list[Declaration]:
    text = node.attributes.get("style", "")
    return list(_read_declarations(text, node.at)) if text.strip() else []


def _read_declarations(tokens: Any, at: str) -> Iterator[Declaration]:
    for each in tinycss2.parse_blocks_contents(tokens, skip_comments=True, skip_whitespace=True):
        if each.type != "declaration":
            what = each.message if each.type == "error" else "a rule inside a rule"
            raise DrawingError(f"style is not CSS: {what}", at)
        value, name = tinycss2.serialize(choose_light(each.value)).strip(), _read_name(each)
        if name in _GEOMETRY:
            raise DrawingError(f"style sets {name}, which some programs ignore there; write it as an attribute", at)
        if name == "marker":
            yield from ((longer, value, each.important) for longer in ("marker-start", "marker-mid", "marker-end"))
        elif name == "font":
            yield from ((longer, part, each.important) for longer, part in _split_font(value, at))
        elif value:
            yield name, value, each.important


def _read_name(declaration: Any) -> str:
    """Return the name of a property; capitals count in that of a variable alone."""
    return str(declaration.name if declaration.name.startswith("--") else declaration.lower_name)


def _split_font(text: str, at: str) -> Iterator[tuple[str, str]]:
    """Yield the properties that `font` sets, with those that it sets back (CSS Fonts 4, 2.7)."""
    match = _FONT.fullmatch(text)
    if match is None:
        raise DrawingError(f"font={text!r} cannot be read; write font-size, font-family and font-weight", at)
    found = {"font-style": "normal", "font-weight": "normal", "font-variant": "normal"}
    found |= {"font-kerning": "auto", "font-feature-settings": "normal"}
    for word in match[1].split():
        if word in ("italic", "oblique"):
            found["font-style"] = word
        elif word == "small-caps":
            found["font-variant"] = word
        elif word != "normal":
            found["font-weight"] = word
    yield from found.items()
    yield "font-size", match[2]
    yield "font-family", match[3]


def _match_rules(root: DrawingNode, rules: Sequence[Rule]) -> dict[int, list[Declaration]]:
    """Return the declarations of the rules that match each node, the strongest last, by the id of the node."""
    nodes = list(root.walk())
    if len(nodes) * len(rules) > _MOST_TRIALS:
        raise DrawingError(f"<style> has {len(rules):,} rules for {len(nodes):,} elements, which is too many", root.at)
    matcher = cssselect2.Matcher()
    for prelude, declarations in rules:
        for selector in _compile(prelude, root):
            matcher.add_selector(selector, declarations)
    wrappers = cssselect2.ElementWrapper.from_xml_root(_to_tree(root)).iter_subtree()
    found: dict[int, list[Declaration]] = {}
    for node, wrapper in zip(nodes, wrappers, strict=True):
        for _, _, pseudo, declarations in matcher.match(wrapper):
            if pseudo is None:
                found.setdefault(id(node), []).extend(declarations)
    return found


def _compile(prelude: Sequence[Any], root: DrawingNode) -> Sequence[Any]:
    try:
        return list(cssselect2.compile_selector_list(prelude))
    except cssselect2.SelectorError as error:
        shown = tinycss2.serialize(prelude).strip()[:60]
        raise DrawingError(f"<style> has the selector {shown!r}, which cannot be read: {error}", root.at) from None


def _to_tree(node: DrawingNode) -> ElementTree.Element:
    made = ElementTree.Element(node.name, node.attributes)
    made.extend(_to_tree(child) for child in node.children())
    return made


def _class_names(prelude: Sequence[Any]) -> Iterator[str]:
    """Yield the classes of a selector: each identifier after a dot."""
    dotted = False
    for token in prelude:
        if dotted and token.type == "ident":
            yield token.value
        dotted = token.type == "literal" and token.value == "."
        if token.type == "function":
            yield from _class_names(token.arguments)
