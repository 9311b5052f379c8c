"""Check what the words about a figure say about pieces against the pieces that it shows (GF182)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.lexicon import split_words
from generator.check.figures.phrases import Phrase, find_phrases
from generator.check.figures.scene import FigureScene, ShownPiece, find_facts, find_panel_facts
from generator.language.plurals import noun_forms
from generator.model.finding import Finding, Level, Place

_MOST_IN_NAME = 4  # words of a name in a row
_FEW_PIECES = 6  # the words about a figure with more need not name each color
_SHARED = (
    "each", "every", "all", "other", "others", "another", "same", "both", "jeder", "jedem", "alle", "andere",
    "chaque", "chacun", "chacune", "tous", "toutes", "autre", "autres", "même", "mêmes",
)  # fmt: skip
_OF = ("of", "von", "de")  # before an owner
_WORD = re.compile(r"[^\W\d_]+")
_FURTHER = re.compile(r"\b(?:one|another|ein anderer|einer)\b (?:with|mit)\b")  # `a stick with ..., and one with ...`
# `six stones of chalk and six of slate`, `three candles that burn, and two that are out`
_ALSO = re.compile(
    r"\b(?:and|und|et) (?P<count>\w+)"
    r"(?: (?:more|others?|further|of|in|with|weiteren?|anderen?|aus|mit|autres|de|en|avec)"
    r"|,? (?:that|which|whose|die|deren|qui|dont))\b"
)
_ORDINALS = (  # from the second on, without the endings of cases and of the plural
    ("second", "seconde", "zweite", "deuxième"), ("third", "dritte", "troisième"), ("fourth", "vierte", "quatrième"),
    ("fifth", "fünfte", "cinquième"), ("sixth", "sechste", "sixième"), ("seventh", "siebte", "septième"),
)  # fmt: skip
_SEGMENT_ENDS = ".;:"
_PLAYER = "player."
_FACE_DOWN = re.compile(r"\bface[- ]down\b")


def check_named_pieces(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report pieces that a text names and the figure does not show, in that color, kind or number (GF182)."""
    pieces = scene.all_pieces
    known = frozenset(piece.part for piece in pieces if not scene.parts[piece.part].board)
    names = list(_find_names(scene, text.text))
    phrases = [each for each in find_phrases(text.text, text.lexicon, known) if not each.denied]
    phrases = [each for each in phrases if not any(_overlaps(each, *name) for name in names)]
    missing = False
    for phrase in phrases:
        if says := _explain_missing(scene, phrase):
            missing = True
            place = _find_stray(scene, phrase, phrases) or text.place(phrase.at)
            yield report(scene, place, f"{text.called} says {phrase.said!r}, but {says}")
    if not missing:
        yield from _check_counts(scene, text, phrases)
    if not missing and text.kind == "alt":
        yield from _check_unnamed_colors(scene, text)
    if text.kind == "alt":
        yield from _check_valued_counts(scene, text, phrases)
        yield from _check_face_down(scene, text)
        yield from _check_panel(scene, text)


def report(scene: FigureScene, place: Place, says: str, level: Level = "warning", fix: str = "") -> Finding:
    """Return a finding about the words of a figure."""
    return Finding("GF182", place, f"{says}; {fix or 'correct one of them'} (figure {scene.name})", level)


def _find_names(scene: FigureScene, text: str) -> Iterator[tuple[int, int]]:
    """Yield where a text has a name of several words that is in the row of a piece in the figure."""
    for piece in scene.all_pieces:
        design = next((each for each in scene.parts[piece.part].designs if each.id == piece.design), None)
        row = design.values.get("row") if design else None
        for value in row.values() if isinstance(row, Mapping) else ():
            if isinstance(value, str) and 1 < len(value.split()) <= _MOST_IN_NAME:
                start = text.casefold().find(value.casefold())
                if start >= 0:
                    yield start, start + len(value)


def _overlaps(phrase: Phrase, start: int, end: int) -> bool:
    return phrase.at < end and start < phrase.at + len(phrase.said)


def _find_stray(scene: FigureScene, phrase: Phrase, phrases: Sequence[Phrase]) -> Place | None:
    """Return the place of the only piece that no phrase refers to, which is the likely mistake."""
    named = [each for each in phrases if each.parts & phrase.parts and each is not phrase]
    own = [piece for piece in scene.pieces if piece.part in phrase.parts and piece.path and piece.side != "back"]
    stray = [piece for piece in own if not any(matches(piece, each) and _is_specific_phrase(each) for each in named)]
    if len(stray) == 1 and not len({piece.name for piece in own}) == 1 < len(own):
        return scene.place(*stray[0].path, "design")
    single = [each for each in (*named, phrase) if _is_specific_phrase(each) and each.parts == phrase.parts]
    single.sort(key=lambda each: each.at)
    if len(single) != len(own) or any(piece.at is None for piece in own):
        return None
    rows = sorted(own, key=lambda piece: piece.at or (0, 0))  # from the left, as texts tell them
    right = all(matches(piece, each) for piece, each in zip(rows, single, strict=True) if each is not phrase)
    return scene.place(*rows[single.index(phrase)].path, "design") if right else None


def _is_specific_phrase(phrase: Phrase) -> bool:
    return bool(phrase.role or phrase.facts or phrase.number is not None)


def _explain_missing(scene: FigureScene, phrase: Phrase) -> str:
    """Return what the figure shows in place of a piece that words name; empty if it shows the piece."""
    own = [piece for piece in scene.all_pieces if piece.part in phrase.parts]
    if not own:
        return ""
    around = [piece for other in scene.beside for piece in other.pieces if piece.part in phrase.parts]
    if phrase.role and not any(piece.role for piece in own):
        phrase = phrase._replace(role="")
    known = frozenset(fact for piece in own for fact in _row_words(scene, piece.part))
    if not known & phrase.facts:
        phrase = phrase._replace(facts=frozenset())
    if phrase.number is not None and not any(piece.number is not None for piece in own):
        phrase = phrase._replace(number=None)
    if any(matches(piece, phrase) for piece in (*own, *around)):
        return ""
    names = list(dict.fromkeys(piece.name for piece in own))
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return f"the figure shows {', '.join(map(repr, names[:4]))}{more}"


def _row_words(scene: FigureScene, part: str) -> frozenset[str]:
    return frozenset(word for design in scene.parts[part].designs for word in find_facts(design))


def matches(piece: ShownPiece, phrase: Phrase) -> bool:
    """Return whether a phrase can mean a piece."""
    return (
        piece.part in phrase.parts
        and (not phrase.role or piece.role == phrase.role or not (piece.role or piece.design))
        and phrase.facts <= piece.facts
        and (phrase.number is None or piece.number == phrase.number)
    )


def _check_counts(scene: FigureScene, text: FigureText, phrases: Sequence[Phrase]) -> Iterator[Finding]:
    """Report cases where more or fewer pieces are named than shown; what one phrase repeats counts once."""
    if scene.inner:
        return
    groups = defaultdict[tuple[object, ...], list[Phrase]](list)
    for phrase in phrases:
        faces_of = text.text[: phrase.at].endswith("of ") and phrase.amount == 1  # `the six faces of a die`
        if phrase.amount is not None and phrase.exact and not faces_of and not _is_shared(text.text, phrase):
            groups[phrase.parts, phrase.role, phrase.facts, phrase.number].append(phrase)
    for said in groups.values():
        found = [piece for piece in scene.pieces if matches(piece, said[0])]
        shown, most = sum(piece.copies == 1 for piece in found), sum(piece.copies for piece in found)
        counts = [phrase.amount or 0 for phrase in said]
        if any(phrase.share in (shown, most) for phrase in said):
            continue
        vague = len({piece.role for piece in found}) > 1 or len({piece.facts for piece in found}) > 1
        loose = (vague and max(counts) < 2) or _is_broad(said[0], phrases)
        if not found or len(said[0].parts) > 1 or (sum(counts) < shown and loose) or _may_mean_others(scene, said[0]):
            continue
        owned = _count_owned(scene, text, said)
        ones = owned or _count_further(text, said[-1]) or _count_ordinals(text, said[-1], sum(counts))
        ones += sum(piece.side == "back" and lies_elsewhere(scene, piece, found) for piece in found)
        by_color = Counter[str]()
        for piece in found:
            by_color[piece.role] += piece.copies
        if {*by_color.values()} == {sum(counts)}:
            continue  # as many in each color
        is_less = sum(counts) + ones < shown or (owned and sum(counts) + owned != shown)
        if most < max(counts) or (is_less and text.kind == "alt"):
            widest = max(said, key=lambda phrase: phrase.amount or 0)
            says = f"{text.called} says {widest.said!r}, but the figure shows {shown}"
            yield report(scene, text.place(widest.at), says)


def lies_elsewhere(scene: FigureScene, piece: ShownPiece, others: Sequence[ShownPiece]) -> bool:
    """Return whether a piece is on a cell of another kind than all others, or named otherwise, such as `deck`."""
    cells = scene.board.cells if scene.board else {}

    def describe(each: ShownPiece) -> tuple[str, str]:
        return (cells[each.cell].kind, each.cell.rstrip("0123456789")) if each.cell in cells else ("", "")

    return describe(piece) != ("", "") and all(
        describe(each) != describe(piece) for each in others if each is not piece
    )


def _may_mean_others(scene: FigureScene, phrase: Phrase) -> bool:
    """Return whether a word such as `cards` may mean pieces of several parts in the figure, all of that kind."""
    kinds = {
        kind for part in phrase.parts if split_words(phrase.said)[-1].text in noun_forms(kind := scene.parts[part].kind)
    }
    return any(piece.part not in phrase.parts and scene.parts[piece.part].kind in kinds for piece in scene.pieces)


def _count_owned(scene: FigureScene, text: FigureText, said: Sequence[Phrase]) -> int:
    """Return how many pieces the others have who own as many as one, as Bo in `Ann's five dice show a six; Bo's, none`.

    An owner is a name that the text has, and that a piece is labeled with.
    """
    if len(said) > 1:
        return 0
    words = {*_WORD.findall(text.text)}
    labels = {piece.says for piece in scene.pieces if piece.part in said[0].parts and piece.says[:1].isupper()}
    named = {name for name in labels if name in words or f"{name}s" in words}
    before = text.text[: said[0].at].split()[-1:]
    after = text.text[said[0].at + len(said[0].said) :].replace("\u2019", "'").replace("d'", "de ").split()[:2]
    owners = {form for word in before for form in _strip_possessive(word)}
    owners |= {after[1].strip(".,;:")} if len(after) > 1 and after[0] in _OF else set()
    return (said[0].amount or 0) * (len(named) - 1) if owners & named else 0


def _strip_possessive(word: str) -> tuple[str, str]:
    """Return whom `Ann's`, `Agnes'` and the German `Annas` belong to."""
    name, sign, _ = word.replace("\u2019", "'").partition("'")
    return name, name if sign else name.removesuffix("s")


def _count_further(text: FigureText, phrase: Phrase) -> int:
    """Return how many more pieces the rest of a text names without repeating their noun."""
    end = min((at for stop in _SEGMENT_ENDS if (at := text.text.find(stop, phrase.at)) >= 0), default=len(text.text))
    ones = len(_FURTHER.findall(text.text, phrase.at))
    counts = (text.lexicon.number(found["count"].lower()) for found in _ALSO.finditer(text.text, phrase.at, end))
    return max(ones, sum(count for count in counts if count is not None))


def _count_ordinals(text: FigureText, phrase: Phrase, count: int) -> int:
    """Return how many more pieces ordinals name, one after another, as in `three cards lie there; a fourth is new`."""
    words = {token.text.rstrip("nmrs") for token in split_words(text.text[phrase.at :])}
    further = takewhile(lambda names: words & {*names}, _ORDINALS[max(count - 1, 0) :])
    return len([*further])


def _check_valued_counts(scene: FigureScene, text: FigureText, phrases: Sequence[Phrase]) -> Iterator[Finding]:
    """Report cases where a template is given a different number of pieces than words say, as `pawns: 3`."""
    for key, value in scene.data.values.items():
        parts = text.lexicon.nouns.get(key.lower(), frozenset())
        said = [phrase for phrase in phrases if phrase.parts == parts and phrase.exact and phrase.amount is not None]
        if parts and type(value) is int and len(said) == 1 and said[0].amount != value:
            says = f"{text.called} says {said[0].said!r}, but the value {key!r} is {value}"
            yield report(scene, scene.place("values", key), says)


def _is_shared(text: str, phrase: Phrase) -> bool:
    """Return whether the part of the sentence with a phrase counts for each of several, or among others."""
    start = max(text.rfind(end, 0, phrase.at) for end in _SEGMENT_ENDS) + 1
    ends = [at for end in (*_SEGMENT_ENDS, ",") if (at := text.find(end, phrase.at + len(phrase.said))) >= 0]
    words = {token.text for token in split_words(text[start : min(ends, default=len(text))])}
    return bool(words & {*_SHARED})


def _is_broad(phrase: Phrase, phrases: Sequence[Phrase]) -> bool:
    """Return whether other phrases name pieces of the same parts by further words."""
    return any(
        each.parts == phrase.parts and (each.role, each.facts) != (phrase.role, phrase.facts) for each in phrases
    )


def _check_unnamed_colors(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a piece in a color that is not named, where the few others are named by theirs."""
    words = [token.text for token in split_words(text.text)]
    named = {role for word in words if (role := text.lexicon.role(word))}
    colored = [piece for piece in scene.all_pieces if piece.role]
    if not named or not colored or len(colored) > _FEW_PIECES or {*words} & {*_SHARED}:
        return
    for piece in colored:
        group = piece.role.rpartition(".")[0]
        others = sorted(role for role in named if role.rpartition(".")[0] == group)
        called = scene.game.colors[piece.role].called.casefold()
        if others and piece.role not in named and called not in text.text.casefold() and piece.path and not scene.inner:
            place = scene.place(*piece.path, "design")
            if piece.role.startswith(_PLAYER):
                says = f"the figure shows {piece.name!r}, a color that {text.called} does not name"
                yield report(scene, place, says)
            else:
                only = ", ".join(repr(scene.game.colors[role].called) for role in others)
                says = f"the figure also shows {called!r}, but {text.called} names only {only}"
                yield report(scene, place, says, "note", f"add {called!r}, or name none of them")
            return


def _find_owners(text: FigureText, words: str) -> set[str]:
    """Return the parts that words name."""
    lexicon = text.lexicon
    named = [lexicon.nouns.get(each.text, lexicon.nicknames.get(each.text)) for each in split_words(words)]
    return {part for each in named if each and len(each) == 1 for part in each}


def _check_face_down(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report pieces that are said to lie face down, of which the figure shows the front."""
    for found in _FACE_DOWN.finditer(text.text):
        before = re.split(r"[.;:]|\bface[- ]up\b", text.text[: found.start()])[-1]
        after = re.split(r"[.;:,]", text.text[found.end() :])[0]
        parts = ("-" not in found[0] and _find_owners(text, before)) or _find_owners(text, after)
        for piece in scene.pieces:
            piled = piece.copies > 1 or not any(other.part == piece.part and other.copies > 1 for other in scene.pieces)
            if any(other.part == piece.part and other.side == "back" for other in scene.pieces):
                continue  # that one is meant
            if piece.part in parts and scene.parts[piece.part].back and piece.side != "back" and piled:
                says = f"{text.called} says 'face down', but the figure shows the front of {piece.name!r}"
                yield report(scene, scene.place(*piece.path, "side"), says)


def _check_panel(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a word about one face of a die that is on its other faces alone."""
    if scene.data.kind != "face" or not scene.pieces or not scene.pieces[0].facts:
        return
    piece = scene.pieces[0]
    part = scene.parts[piece.part]
    sides = [panel.id for design in part.designs if design.net for panel in design.net.panels]
    known = {fact for design in part.designs for side in sides for fact in find_panel_facts(part, design, side)}
    for token in split_words(text.text):
        if token.text in known - piece.facts:
            says = f"{text.called} says {token.text!r}, but that face has {', '.join(sorted(map(repr, piece.facts)))}"
            yield report(scene, scene.place("side"), says)
            return
