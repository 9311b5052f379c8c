"""Set one text letter by letter: each run of letters becomes a text, where it is to stand.

Letters that follow one another as usual stay one run, so that they are shaped together. What is found and copied in the
finished files is the text as it was typed.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.language.plurals import count_noun
from generator.model.finding import DrawingError
from generator.model.picture import Font
from generator.render.drawings.letters import (
    POSITIONS,
    SPACE,
    Letter,
    TextContext,
    check_directions,
    find_baseline,
    find_baseline_shift,
    list_letters,
    measure_lines,
    parse_lines,
)
from generator.render.drawings.measured_paths import find_start, measure_path
from generator.render.drawings.nodes import DrawingNode
from generator.render.drawings.units import format_length
from generator.render.svg.elements import place_errors
from generator.render.svg.style import INHERITED_PROPERTIES, Style, resolve_properties
from generator.render.svg.text_runs import find_setting, measure_text

BASELINES = ("dominant-baseline", "alignment-baseline", "baseline-shift")
_OWN = frozenset(
    {*POSITIONS, *BASELINES, SPACE, "textLength", "lengthAdjust", "startOffset", "method", "spacing", "side", "href"}
    | {"{http://www.w3.org/1999/xlink}href", "path", "text-decoration", "text-decoration-line", "word-spacing"}
)
_OF_LETTERS = frozenset({"text-anchor", "letter-spacing"})
_SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_MOST_LETTERS = 5_000  # of a text that is set letter by letter
Lines = tuple[tuple[DrawingNode, str], ...]


class _Run(NamedTuple):
    """Letters that are set together from one place, in one style."""

    text: str
    first: Letter
    font: Font
    style: Style
    width: float

    @property
    def node(self) -> DrawingNode:
        return self.first.chain[-1]


class LetterSetter:
    """Sets one text."""

    def __init__(self, text: DrawingNode, context: TextContext) -> None:
        self._text = text
        self._ids, self._inherited, self._fonts, self._scope = context
        self._styles: dict[int, tuple[Style, Font]] = {}
        self._under: list[DrawingNode] = []
        self._runs: list[DrawingNode] = []
        self._over: list[DrawingNode] = []
        self._lines: Lines = ()
        self._pieces = 0

    def set(self, lines: Lines) -> DrawingNode:
        """Return the group of the runs, and of the lines under and over them."""
        self._lines = lines
        for node, line in lines:
            self._check_outer_line(node, line)
        with place_errors(self._text.at):
            self._set()
        kept = {name: value for name, value in self._text.attributes.items() if name not in _OWN | _OF_LETTERS}
        paints = {
            self._inherited.get(id(each), {}).get(name, "") for each in self._text.walk() for name in ("fill", "stroke")
        }
        if self._pieces > 1 and any("url(" in paint for paint in paints):
            says = "a text whose letters have places of their own cannot have a gradient or a pattern"
            raise DrawingError(f"{says}; convert it to paths", self._text.at)
        return DrawingNode("g", kept, [*self._under, *self._runs, *self._over], self._text.at)

    def _check_outer_line(self, node: DrawingNode, line: str) -> None:
        """Raise DrawingError for a line that programs draw in the color or the size of the text, or of its group."""
        one, other = (self._inherited.get(id(each), {}) for each in (node, self._text))
        if any(one.get(name) != other.get(name) for name in _OF_LINES):
            says = f"{line} of a <{node.name}> whose text has another color differs between programs"
            raise DrawingError(f"{says}; ask for it on the text", node.at or self._text.at)

    def _set(self) -> None:
        letters = list_letters(self._text)
        if len(letters) > _MOST_LETTERS:
            raise DrawingError(
                f"a text of {len(letters):,} letters is not set letter by letter; at most {_MOST_LETTERS:,}"
            )
        x = y = 0.0
        chunk: list[_Run] = []
        for run in self._list_runs(self._space_words(letters)):
            begins = run.first.x is not None or run.first.y is not None
            starts_path = _find_path(run.first) is not (_find_path(chunk[-1].first) if chunk else None)
            if chunk and (begins or starts_path):
                self._check_after_path(chunk[-1], run)
                x, y = self._set_chunk(chunk, x, y)
                chunk = []
            if begins:
                x, y = x if run.first.x is None else run.first.x, y if run.first.y is None else run.first.y
            chunk.append(run)
        if chunk:
            self._set_chunk(chunk, x, y)

    def _check_after_path(self, before: _Run, run: _Run) -> None:
        """Raise DrawingError for text behind a path that has no place of its own."""
        after = _find_path(before.first)
        if after is None or (run.first.x is not None and run.first.y is not None):
            return
        if _find_path(run.first) is None and run.text.strip(" "):
            raise DrawingError(
                "text behind a textPath has another place in each program; give it an x and a y", after.at
            )

    def _space_words(self, letters: list[Letter]) -> list[Letter]:
        """Return the letters with the space between words that `word-spacing` adds."""
        out: list[Letter] = []
        for number, each in enumerate(letters):
            before = letters[number - 1] if number else None
            text = self._inherited.get(id(before.chain[-1]), {}).get("word-spacing", "normal") if before else "normal"
            if before and before.text == " " and text not in ("normal", "0"):
                style, _ = self.find_style(before.chain[-1])
                value = self._scope._replace(font_size=style.size, width=style.size, height=style.size).resolve(
                    text, "x"
                )
                if value is None:
                    raise DrawingError(f"word-spacing={text!r} is not a length")
                each = each._replace(dx=each.dx + value)
            out.append(each)
        return out

    def find_style(self, node: DrawingNode) -> tuple[Style, Font]:
        """Return the style and the font of the letters of an element."""
        if id(node) not in self._styles:
            own = {**self._inherited.get(id(node), {})}
            known = {name: value for name, value in own.items() if name in INHERITED_PROPERTIES and "url(" not in value}
            style = resolve_properties(known, Style(), frozenset(), "text")[0]
            self._styles[id(node)] = style, self._fonts.find_font(style.family, style.weight, style.italic)
        return self._styles[id(node)]

    def _list_runs(self, letters: Sequence[Letter]) -> Iterator[_Run]:
        """Yield the letters that are set together; those that turn or follow a path stand alone."""
        alone = any(each.turn or _find_path(each) is not None for each in letters)
        if alone or any(each.moves for each in letters[1:]):
            check_directions([each for each in letters if alone])
        held: list[Letter] = []
        for each in letters:
            follows = held and each.chain == held[0].chain and not each.moves
            joins = follows and not held[0].turn and _find_path(each) is None
            # a blank behind a letter keeps its word apart from the next one
            joins = joins or (follows and each.text == " " and len(held) == 1)
            if held and not joins:
                yield self._measure(held, each if self._is_next(held[-1], each) else None)
                held = []
            held.append(each)
        if held:
            yield self._measure(held, None)

    def _is_next(self, before: Letter, letter: Letter) -> bool:
        """Return whether two letters are kerned: they are set alike, and the second has no place of its own."""
        if letter.x is not None or letter.y is not None:
            return False
        (one, font), (other, same) = (self.find_style(each.chain[-1]) for each in (before, letter))
        return font is same and one.size == other.size and find_setting(one, font) == find_setting(other, font)

    def _measure(self, letters: Sequence[Letter], behind: Letter | None) -> _Run:
        """Return a run with its width; its last letter is kerned with the one `behind` it."""
        style, font = self.find_style(letters[0].chain[-1])
        setting = find_setting(style, font)
        text = "".join(each.text for each in letters)
        width = measure_text(text, font, setting)
        if behind is not None:
            width = measure_text(text + behind.text, font, setting) - measure_text(behind.text, font, setting)
        return _Run(text, letters[0], font, style, width * style.size if style.size > 0 else 0.0)

    def _set_chunk(self, chunk: list[_Run], x: float, y: float) -> tuple[float, float]:
        """Set the runs of a chunk, and return where it ends."""
        path = _find_path(chunk[0].first)
        if path is not None:
            return self._set_on_path(chunk, path, x, y)
        factor, gap = self._fit_length(chunk)
        letters = sum(len(run.text) for run in chunk)
        total = sum(run.width for run in chunk) + sum(run.first.dx for run in chunk[1:]) + gap * max(0, letters - 1)
        style = chunk[0].style
        shift = _SHIFTS[style.anchor]
        left = x - (1 - shift if style.rtl else shift) * total * factor
        if style.rtl and len(chunk) > 1:
            check_directions([run.first for run in chunk])
        for run in chunk:
            left, y = left + run.first.dx * factor, y + run.first.dy
            wide = run.width + gap * len(run.text)
            self._emit(run, (left, y), run.first.turn, wide, factor, gap=gap)
            left += wide * factor
        return left - gap * factor, y

    def _fit_length(self, chunk: Sequence[_Run]) -> tuple[float, float]:
        """Return by what `textLength` enlarges a chunk, and what it adds after each letter."""
        asked = {id(node): node for run in chunk for node in run.first.chain if "textLength" in node.attributes}
        if not asked:
            return 1.0, 0.0
        (node,) = asked.values() if len(asked) == 1 else (None,)
        if node is None or any(node not in run.first.chain for run in chunk):
            raise DrawingError("textLength of a part of a line is not in the profile; use letter-spacing")
        wanted = self._scope.resolve(node.attributes["textLength"], "x")
        letters = [each for run in chunk for each in run.text]
        if wanted is None or wanted < 0:
            raise DrawingError(f"textLength={node.attributes['textLength']!r} is not a length of zero or more")
        natural = sum(run.width for run in chunk) + sum(run.first.dx for run in chunk[1:])
        if not natural or len(letters) < 2:
            return 1.0, 0.0
        if node.attributes.get("lengthAdjust", "spacing") == "spacingAndGlyphs":
            return wanted / natural, 0.0
        check_directions([run.first for run in chunk])
        return 1.0, (wanted - natural) / (len(letters) - 1)

    def _set_on_path(self, chunk: Sequence[_Run], node: DrawingNode, x: float, y: float) -> tuple[float, float]:
        """Set letters along a path; GF202 for letters beyond its ends, which no program draws (SVG 2, 11.8.3)."""
        if any(sum(each.name == "textPath" for each in run.first.chain) > 1 for run in chunk):
            raise DrawingError("a textPath inside a textPath is not drawn", node.at)
        measured = measure_path(node, self._ids)
        if any("textLength" in each.attributes for each in chunk[0].first.chain):
            raise DrawingError("textLength of text on a path is not in the profile; use letter-spacing", node.at)
        total = sum(run.width + run.first.dx for run in chunk)
        at = find_start(node, measured, self._scope) - _SHIFTS[chunk[0].style.anchor] * total
        rise, lost = 0.0, 0
        for run in chunk:
            at, rise = at + run.first.dx, rise + run.first.dy
            if run.first.x is not None or run.first.y is not None:
                raise DrawingError(
                    "a letter on a path cannot have an x or y of its own; use startOffset, dx or dy", node.at
                )
            single = run._replace(width=run.width)
            point = measured.find(at + self._middle(run))
            if point is not None:
                head = (
                    f"translate({format_length(point.x)} {format_length(point.y)}) rotate({format_length(point.angle)})"
                )
                self._emit(single, (-self._middle(run), rise), run.first.turn, run.width, 1.0, gap=0.0, head=head)
            elif run.text.strip():
                lost += 1
            at += run.width
        if lost:
            said = "".join(run.text for run in chunk).strip()
            says = f"{count_noun(lost, 'letter')} of {said[:40]!r} would be beyond the ends of the path, where nothing"
            says += " is drawn; make the path longer, the text smaller, or change startOffset"
            raise DrawingError(says, node.at, "GF202", said)
        end = measured.find(measured.length)
        return (end.x, end.y) if end else (x, y)

    def _middle(self, run: _Run) -> float:
        """Return the middle of the letter of a run, without the blank and the spacing behind it."""
        if run.text == " ":
            return run.width / 2
        spacing = run.style.spacing * (2 if run.text.endswith(" ") else 1)
        blank = run.font.advances.get(" ", 0.0) * run.style.size if run.text.endswith(" ") else 0.0
        return (run.width - spacing - blank) / 2

    def _emit(
        self,
        run: _Run,
        origin: tuple[float, float],
        turn: float,
        width: float,
        factor: float,
        gap: float,
        head: str = "",
    ) -> None:
        """Add a run at its place, and the lines that it is drawn with."""
        x, y = origin[0], origin[1] - self._raise(run)
        transform = head
        if turn or factor != 1.0 or head:
            transform += f" translate({format_length(x)} {format_length(y)})"
            transform += f" rotate({format_length(turn)})" if turn else ""
            transform += f" scale({format_length(factor)} 1)" if factor != 1.0 else ""
            x = y = 0.0
        attributes = self._merge_attributes(run.first.chain[1:])
        attributes |= {"x": format_length(x), "y": format_length(y), "text-anchor": "start", SPACE: "preserve"}
        spacing = run.style.spacing + gap
        attributes["letter-spacing"] = format_length(spacing)
        if transform:
            attributes["transform"] = transform.strip()
        self._draw_lines(run, (x, y), width, transform.strip())
        self._runs.append(DrawingNode("text", attributes, [run.text], run.node.at or self._text.at))
        self._pieces += 1

    def _raise(self, run: _Run) -> float:
        """Return how far the baseline of a run is raised, in user units."""
        raised = 0.0
        size = run.style.size
        for node in run.first.chain[1:]:
            style, font = self.find_style(node)
            raised += find_baseline_shift(node.attributes, font, style.size, self._scope)
        if any({"alignment-baseline", "dominant-baseline"} <= node.attributes.keys() for node in run.first.chain[1:]):
            raise DrawingError("a tspan has both a dominant-baseline and an alignment-baseline; write one", run.node.at)
        named = next((node for node in reversed(run.first.chain) if "alignment-baseline" in node.attributes), None)
        name = named.attributes["alignment-baseline"] if named else self._find_dominant(run)
        return raised - find_baseline(name, run.font) * size

    def _find_dominant(self, run: _Run) -> str:
        """Return the baseline on which a run hangs; `no-change` and its like leave that of the element around it."""
        names = (
            self._inherited.get(id(node), {}).get("dominant-baseline", "auto") for node in reversed(run.first.chain)
        )
        return next((name for name in names if name not in ("no-change", "use-script", "reset-size")), "auto")

    def _merge_attributes(self, chain: Sequence[DrawingNode]) -> dict[str, str]:
        """Return what elements inside a text say of the look of a run."""
        found: dict[str, str] = {}
        for node in chain:
            for name, value in node.attributes.items():
                if name == "opacity" and name in found:
                    raise DrawingError("a tspan in a tspan cannot have an opacity too", node.at)
                if name not in _OWN | {"id"}:
                    found[name] = value
        return found

    def _draw_lines(self, run: _Run, origin: tuple[float, float], width: float, transform: str) -> None:
        """Add the lines under, over and through a run, in the color of the element that asks for them."""
        asked = [(self._text, line) for _, line in self._lines]
        for node in run.first.chain:
            lines = (
                line
                for name in ("text-decoration", "text-decoration-line")
                for line in parse_lines(node.attributes.get(name, "none"))
            )
            asked += [(node, line) for line in lines]
        for node, line in asked:
            style, font = self.find_style(node)
            if (style.size, font) != (run.style.size, run.font):
                says = f"{line} of text whose parts have other sizes or fonts differs between programs"
                raise DrawingError(f"{says}; ask for it on each part", node.at or self._text.at)
            measures = measure_lines(font)
            thick = measures.thickness * style.size
            attributes = {
                **{
                    name: self._inherited.get(id(node), {}).get(name, default) for name, default in _LINE_PAINTS.items()
                },
                "x": format_length(origin[0]),
                "y": format_length(origin[1] - measures.find(line) * style.size - thick / 2),
                "width": format_length(width),
                "height": format_length(thick),
            }
            if transform:
                attributes["transform"] = transform
            self._pieces += 1
            (self._over if line == "line-through" else self._under).append(DrawingNode("rect", attributes, [], node.at))


_OF_LINES = ("fill", "fill-opacity", "stroke")
_LINE_PAINTS = {"fill": "#000000", "fill-opacity": "1", "stroke": "none"}


def _find_path(letter: Letter) -> DrawingNode | None:
    """Return the textPath around a letter, if there is one."""
    return next((node for node in letter.chain if node.name == "textPath"), None)
