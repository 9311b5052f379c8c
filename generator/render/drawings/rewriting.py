"""Give the root of an SVG that is used as an image the size that it has in its own units."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.fonts.font_book import FontBook
from generator.geometry.tolerances import DISPLAYED_ROUNDING
from generator.geometry.types import Box
from generator.model.finding import DrawingError
from generator.render.drawings.cascade import apply_style_sheets, replace_variables
from generator.render.drawings.cleaning import (
    apply_length_rules,
    check_root,
    choose_branches,
    draw_background,
    drop_foreign_elements,
    drop_hidden_elements,
    drop_stray_attributes,
    drop_unused_definitions,
    leave_out_effects,
    take_background,
)
from generator.render.drawings.flowed_texts import align_shaped_lines
from generator.render.drawings.letter_case import apply_letter_case
from generator.render.drawings.markers import MarkerDrawer
from generator.render.drawings.measured_paths import apply_path_lengths
from generator.render.drawings.nodes import URL, DrawingNode, ElementMaker, Properties, to_node
from generator.render.drawings.scopes import PropertyResolver, check_used_elements, list_relative
from generator.render.drawings.transforms import enlarge_units, place_boxed_transforms
from generator.render.drawings.units import Scope, format_length, parse_absolute
from generator.render.svg.attribute_values import ViewBox, fit_view_box, parse_number, parse_numbers, parse_view_box
from generator.render.svg.elements import Element
from generator.render.svg.style import CSS_PROPERTIES

if TYPE_CHECKING:
    from generator.render.drawings.cleaning import DrawingRemark


_PLACE = frozenset({"x", "y", "width", "height", "transform"})


def size_image_root(root: Element, raw: Element) -> Element:
    """Return a rewritten root with a width and a height; DrawingError if the `raw` one does not say them.

    What it does not say follows from its viewBox (SVG 2, 12.3).
    """
    box = _read_view_box(raw)
    width, height = complete_size(_read_size(raw), box)
    if box is None and not (width and height):
        raise DrawingError("it has no viewBox, and no width and height")
    wide, high = (size * _PIXELS if size else 0.0 for size in (width, height))
    if box is not None and not (width and height):
        wide, high = box.width, box.height
    kept = {name: value for name, value in root.attributes.items() if name not in _PLACE}
    sized = {"width": format_length(wide), "height": format_length(high)}
    return Element("svg", {**kept, **sized}, root.content, root.at)


PageSize = tuple[float | None, float | None]
_PIXELS = 96 / 25.4  # to the millimeter
_FONT_SIZE = 16.0  # of a drawing that does not say one: `medium`


class DrawingRewriter:
    """Rewrites drawings; what two of them have in common becomes the same elements."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._maker = ElementMaker()
        self.remarks: list[DrawingRemark] = []  # on all drawings since somebody cleared it

    def rewrite(
        self,
        root: Element,
        trim: tuple[float, float] | None = None,
        faults: list[DrawingError] | None = None,
        is_image: bool = False,
    ) -> Element:
        """Return the drawing in the profile; DrawingError for what cannot be rewritten, or an entry in `faults`.

        A drawing of a face with that `trim`, mm, gets a viewBox in millimeters if its width and height say how large it
        is; with the trim and the same bleed on all sides, it lies around the trim. No group of an image has a name.
        """
        node = to_node(root)
        drop_foreign_elements(node)
        check_root(node)
        self.remarks += choose_branches(node)
        self.remarks += drop_stray_attributes(node)
        classes = apply_style_sheets(node)
        replace_variables(node)
        apply_letter_case(node)
        self.remarks += apply_length_rules(node)
        background = take_background(node)
        _drop_classes(node, None if is_image else classes)
        self.remarks += leave_out_effects(node)
        _drop_isolation(node)
        drop_hidden_elements(node)
        size = _read_size(node)
        align_shaped_lines(node)
        _write_viewports(node)
        relative = list_relative(node)
        vertical = any("writing-mode" in each.attributes for each in node.walk())
        if vertical:
            from generator.render.drawings.text_placer import spread_writing_modes, turn_vertical_texts

            spread_writing_modes(node)
        resolver = PropertyResolver(
            faults, frozenset(each.attributes["id"] for each in node.walk() if "id" in each.attributes)
        )
        resolver.resolve(node, _find_scope(node), {}, {})
        if vertical:
            turn_vertical_texts(node, resolver.inherited)
        _move_symbol_opacity(node)
        place_boxed_transforms(resolver.boxed)
        check_used_elements(node, resolver.inherited, relative)
        _hold_strokes(node, resolver.inherited, size)
        apply_path_lengths(node, resolver.inherited)
        simplify_alpha_masks(node)
        self.remarks += _draw_filters(node, resolver.inherited, size[0])
        MarkerDrawer(node, resolver.inherited).draw(node)
        drop_unused_definitions(node)
        _check_filters(node)
        _rename_links(node)
        if any(each.name in ("text", "flowRoot") for each in node.walk()):
            from generator.render.drawings.letters import TextContext
            from generator.render.drawings.text_placer import TextPlacer

            context = TextContext(node.index_ids(), resolver.inherited, self._fonts, _find_scope(node))
            TextPlacer(context).place(node)
        if trim is None or size != (None, None):  # a face without a size is in mm
            enlarge_units(node)
        _write_styles(node)
        if trim is not None:
            node = _fit_page(node, size, trim)
        draw_background(node, background)
        return self._maker.make(node)


def _hold_strokes(root: DrawingNode, inherited: Mapping[int, Properties], size: PageSize) -> None:
    """Rewrite the strokes that no transform scales."""
    if not any("vector-effect" in node.attributes for node in root.walk()):
        return
    from generator.render.drawings.transforms import StrokeHolder  # few drawings have any

    box, page = _read_view_box(root), None
    width, height = complete_size(size, box)
    if width and height and "transform" not in root.attributes:
        wide, high = width * _PIXELS, height * _PIXELS
        ratio = root.attributes.get("preserveAspectRatio", "xMidYMid")
        page = fit_view_box(box or ViewBox(0.0, 0.0, wide, high), 0.0, 0.0, wide, high, ratio=ratio)[0]
    StrokeHolder(root, inherited, page).hold()


def _move_symbol_opacity(root: DrawingNode) -> None:
    """Give the opacity of a symbol to a group around all that is in it."""
    for node in root.walk():
        if node.name == "symbol" and "opacity" in node.attributes:
            group = DrawingNode("g", {"opacity": node.attributes.pop("opacity")}, node.content, node.at)
            node.content = [group]


def _draw_filters(
    root: DrawingNode, inherited: Mapping[int, Properties], width: float | None
) -> "Sequence[DrawingRemark]":
    """Replace what has a filter by images, and return remarks on them."""
    if not any(node.attributes.get("filter", "none") != "none" for node in root.walk()):
        return ()
    from generator.render.drawings.rasters import FilterDrawer

    scope = _find_scope(root)
    box = _read_view_box(root) or ViewBox(0.0, 0.0, scope.width, scope.height)
    unit = width / box.width if width else 1.0
    drawer = FilterDrawer(root, inherited, box, unit)
    drawer.draw(root)
    return drawer.remarks


def _check_filters(root: DrawingNode) -> None:
    """Raise DrawingError for a filter that is left: of what stands in definitions."""
    for node in root.walk():
        if node.name == "filter" or node.attributes.get("filter", "none") != "none":
            says = "a filter in a mask, a pattern, a symbol or <defs> is not in the profile"
            raise DrawingError(f"{says}; give it to what is drawn there, such as a <use>", node.at)
        node.attributes.pop("filter", None)


def _write_viewports(root: DrawingNode) -> None:
    """Write the size of each viewport inside a drawing that says none: all of the one around it."""
    boxed = {
        node.attributes.get("id", "") for node in root.walk() if node.name == "symbol" and "viewBox" in node.attributes
    }
    for node in [*root.walk()]:
        for at, part in enumerate(node.content):
            if isinstance(part, DrawingNode) and part.name == "svg" and "transform" in part.attributes:
                moved = {name: part.attributes.pop(name) for name in _OF_PLACE if name in part.attributes}
                node.content[at] = DrawingNode("g", moved, [part], part.at)
        nested = node.name == "svg" and node is not root and "viewBox" in node.attributes
        if nested or (node.name == "use" and node.reference() in boxed):
            for name in ("width", "height"):
                node.attributes.setdefault(name, "100%")


def _drop_isolation(root: DrawingNode) -> None:
    """Remove `isolation` where it changes nothing: nothing inside blends, or the element is isolated anyway."""
    for node in root.walk():
        if node.attributes.get("isolation") != "isolate":
            continue
        inner = [each for each in node.walk() if each is not node]
        blends = any("mix-blend-mode" in each.attributes or each.name == "use" for each in inner)
        if node is root or not blends or "mix-blend-mode" in node.attributes:
            del node.attributes["isolation"]


def _drop_classes(root: DrawingNode, classes: frozenset[str] | None) -> None:
    """Remove classes of style sheets, or all if there are none of these; what is left on a group is its name."""
    for node in root.walk():
        if "class" in node.attributes:
            left = node.attributes["class"].split() if classes is not None else []
            left = [word for word in left if word not in (classes or ())]
            if left and node.name == "g":
                node.attributes["class"] = " ".join(left)
            else:
                del node.attributes["class"]


def _find_scope(root: DrawingNode) -> Scope:
    """Return what the lengths of the root refer to."""
    box = _read_view_box(root)
    sizes = complete_size(_read_size(root), box)
    physical = None not in sizes
    width, height = (size * 96 / 25.4 if size else 0.0 for size in sizes)
    if box is not None:
        width, height = width or box.width, height or box.height
    return Scope(_FONT_SIZE, _FONT_SIZE, width or 100.0, height or 100.0, physical)


def _read_size(root: DrawingNode | Element) -> PageSize:
    """Return the width and height of a drawing, mm; None for what it does not say."""
    return parse_absolute(root.attributes.get("width", "")), parse_absolute(root.attributes.get("height", ""))


def complete_size(size: PageSize, box: ViewBox | None) -> PageSize:
    """Return a size whose missing side follows from the viewBox; None for both if it says neither."""
    width, height = size
    if box is None or (width is None) == (height is None):
        return size
    return (
        width if width is not None else (height or 0.0) * box.width / box.height,
        height if height is not None else (width or 0.0) * box.height / box.width,
    )


def _read_view_box(root: DrawingNode | Element) -> ViewBox | None:
    return parse_view_box(root.attributes["viewBox"]) if root.attributes.get("viewBox") else None


def _rename_links(root: DrawingNode) -> None:
    """Draw links as groups: `a` holds what it links."""
    for node in root.walk():
        for child in node.children():
            if child.name == "a":
                child.name = "tspan" if node.name in ("text", "tspan") else "g"
                child.attributes = {
                    name: value for name, value in child.attributes.items() if not name.endswith("href")
                }


def _write_styles(root: DrawingNode) -> None:
    """Write as `style` what is no attribute of SVG."""
    for node in root.walk():
        for name in sorted(CSS_PROPERTIES & node.attributes.keys()):
            word = node.attributes.pop(name)
            node.attributes["style"] = f"{node.attributes.get('style', '')}{name}:{word};"


def _fit_page(root: DrawingNode, size: PageSize, trim: tuple[float, float]) -> DrawingNode:
    """Return the root with a viewBox in mm that is as large as its width and height say, and its content inside it."""
    box = _read_view_box(root)
    width, height = complete_size(size, box)
    if box is not None and width is None and height is None:
        kept = {name: value for name, value in root.attributes.items() if name not in ("width", "height")}
        shown = {name: kept.pop(name) for name in _OF_GROUP if kept.get(name)}
        content: list[DrawingNode | str] = [DrawingNode("g", shown, root.content, root.at)] if shown else root.content
        return DrawingNode(root.name, kept, content, root.at)
    if width is None or height is None:
        raise DrawingError("the svg has no viewBox, and no width and height: write them in mm", root.at)
    if not width or not height:
        raise DrawingError("the svg has a width or height of zero", root.at)
    inside = box or ViewBox(0.0, 0.0, width * 96 / 25.4, height * 96 / 25.4)
    ratio = root.attributes.get("preserveAspectRatio", "xMidYMid")
    (sx, _, _, sy, tx, ty), _ = fit_view_box(inside, 0.0, 0.0, width, height, ratio=ratio)
    kept = {
        name: value
        for name, value in root.attributes.items()
        if name not in ("width", "height", "preserveAspectRatio", "transform", "x", "y")
    }
    left, top = _find_bleed(width, height, trim)
    same = box is not None and abs(box.width / width - 1) < _SAME_SCALE and abs(box.height / height - 1) < _SAME_SCALE
    if box is not None and same:
        left, top, tx, ty = -box.x, -box.y, 0.0, 0.0
    else:
        tx, ty = tx - left, ty - top
    view: Box = (-left, -top, width, height)
    kept["viewBox"] = " ".join(format_length(value) for value in view)
    groups: dict[str, str] = {name: kept.pop(name) for name in _OF_GROUP if name in kept}
    matrix = f"matrix({format_length(sx)} 0 0 {format_length(sy)} {format_length(tx)} {format_length(ty)})"
    moved = _move_page(root.attributes.get("transform", ""), left, top)
    inner = DrawingNode("g", {"transform": f"{moved} {matrix}".strip(), **groups}, root.content, root.at)
    return DrawingNode(root.name, kept, [inner], root.at)


def _move_page(transform: str, left: float, top: float) -> str:
    """Return the transform of a root, which moves the whole page, in pixels, in mm from the corner of the trim."""
    if not transform:
        return ""
    corner = f"{format_length(left)} {format_length(top)}"
    scales = [f"scale({format_length(each)})" for each in (25.4 / 96, 96 / 25.4)]
    away = f"translate({format_length(-left)} {format_length(-top)})"
    return f"{away} {scales[0]} {transform} {scales[1]} translate({corner})"


def _find_bleed(width: float, height: float, trim: tuple[float, float]) -> tuple[float, float]:
    """Return how far a page reaches beyond the trim, which lies in its middle, on the left and at the top."""
    left, top = (width - trim[0]) / 2, (height - trim[1]) / 2
    if left > 0 and abs(left - top) < DISPLAYED_ROUNDING:
        return left, top
    return 0.0, 0.0


_SAME_SCALE = 1e-6
_OF_PLACE = ("transform", "transform-origin", "transform-box")
_OF_GROUP: tuple[str, ...] = ("opacity", "clip-path", "mask", "filter", "style")  # of a root, drawn as a group


_SAME = [float(row == column) for row in range(4) for column in range(5)]
_REGION = ("x", "y", "width", "height")
_WHITE = [0.0, 0.0, 0.0, 0.0, 1.0] * 3 + [0.0, 0.0, 0.0, 1.0, 0.0]
_UNDRAWN = frozenset({"title", "desc", "defs"})


def simplify_alpha_masks(root: DrawingNode) -> None:
    """Turn masks whose content is whitened by a filter into masks by opacity, and drop filters that change nothing.

    They only tell renderers what kind of mask it is: Cairo, and so Canva and PDF converters, write a color matrix that
    keeps the opacity of what it whitens; Illustrator one that changes nothing.
    """
    masks = [node for node in root.walk() if node.name == "mask"]
    if not masks:
        return
    filters = [node for node in root.walk() if node.name == "filter"]
    whitening = {node.attributes.get("id", "") for node in filters if _has_matrix(node, _WHITE)}
    idle = {node.attributes.get("id", ""): node for node in filters if _has_matrix(node, _SAME)}
    for mask in masks:
        drawn = [child for child in mask.children() if child.name not in _UNDRAWN]
        if drawn and all(_find_filter(child) in whitening for child in drawn):
            mask.attributes["mask-type"] = "alpha"
            for child in drawn:
                del child.attributes["filter"]
        for child in drawn:
            found = idle.get(_find_filter(child))
            if found and _read_region(found) == _read_region(mask) is not None:
                del child.attributes["filter"]


def _find_filter(node: DrawingNode) -> str:
    match = URL.fullmatch(node.attributes.get("filter", ""))
    return match[1] if match else "-"


def _read_region(node: DrawingNode) -> list[float] | None:
    """Return the region of a filter or a mask in user space; None if it is another, or in other units."""
    kind = "filterUnits" if node.name == "filter" else "maskUnits"
    try:
        found = [parse_number(node.attributes[name], name) for name in _REGION]
    except (KeyError, DrawingError):
        return None
    return found if node.attributes.get(kind) == "userSpaceOnUse" else None


def _has_matrix(node: DrawingNode, matrix: list[float]) -> bool:
    """Return whether a filter does nothing but to multiply colors by a matrix."""
    children = node.children()
    if len(children) != 1 or children[0].name != "feColorMatrix":
        return False
    attributes = children[0].attributes
    if attributes.get("type", "matrix") != "matrix" or attributes.get("in", "SourceGraphic") != "SourceGraphic":
        return False
    try:
        return parse_numbers(attributes.get("values", ""), "values") == matrix
    except DrawingError:
        return False
