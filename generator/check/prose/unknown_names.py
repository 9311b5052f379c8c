"""Report pieces, colors, names and faces of dice in the rules that the game does not have (GF160)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from generator.check.prose.game_words import GameWords
from generator.check.prose.rules_prose import RulesProse, Sentence, Token
from generator.language.color_words import is_shade
from generator.language.plurals import noun_forms
from generator.language.rule_words import RuleWords
from generator.language.suggestions import did_you_mean, nearest_name
from generator.model.finding import Finding
from generator.model.game import Part

_REPLACING = frozenset(
    "instead like replace substitute well such statt anstelle etwa lieu comme remplacer remplace tel telle".split()
)
_ARTICLES = frozenset("a an the each ein eine einen einem einer der die das un une le la les chaque".split())
_PLACES = frozenset(  # pieces in some games, scenery or story elements in others
    "road roads bridge bridges tower towers castle castles house houses city cities fence fences wheel ring rings"
    " haus häuser häusern turm türme türmen maison maisons tour tours route routes pont ponts château châteaux"
    " ring ringe ringen krone kronen flagge flaggen schild schilde anneau anneaux".split()
)
_EVERYDAY = frozenset(  # nouns of stories and of daily life, which nobody takes for things of the game
    "place seat home rest break chance look walk moment while bit lot day night morning evening week year time name"
    " word voice hand eye head heart bath meal drink breakfast lunch dinner supper party prize reward surprise smile"
    " laugh song story joke kiss friend job living fortune holiday window door bed cup glass reason secret"
    " platz pause chance blick moment weile tag nacht morgen abend woche jahr zeit name wort stimme hand kopf herz"
    " bad essen frühstück feier preis überraschung lächeln lied geschichte witz kuss freund freundin fenster tür bett"
    " repos pause regard instant jour nuit matin soir semaine an temps nom mot voix main tête cœur bain repas fête"
    " prix surprise sourire chanson histoire blague ami amie fenêtre porte lit".split()
)
_SHAPES = {  # what cells are called by their corners
    3: "triangle triangles dreieck dreiecke dreiecken",
    4: "square squares quadrat quadrate quadraten carré carrés",
    6: "hex hexes hexagon hexagons sechseck sechsecke sechsecken hexagone hexagones",
}
_WITH = frozenset("with mit avec aux".split())
_THAT_ONE = frozenset(
    "one ones side other others andere anderen anderer anderes autre autres der die das dem den denen celui celle"
    " ceux celles".split()
)
# verbs of what players need besides the kit
_BRINGS = frozenset("want need needs bring brings fetch provide braucht brauchen bringt faut apportez munissez".split())
_COMMON = 2  # a noun that stands more often in the rules is a word of theirs
_QUOTED = re.compile(
    r"(?<!\w)(?:'(?P<single>[^\W\d_][^'\n]{1,38})'(?!\w)|\"(?P<double>[^\W\d_][^\"\n]{1,38})\"|"
    r"\u2018(?P<curly>[^\W\d_][^\u2019\n]{1,38})\u2019(?!\w)|[\u201c\u201e](?P<low>[^\W\d_][^\u201c\u201d\n]{1,38})[\u201c\u201d])"
)
# of adjectives in German and French, behind a color such as `blau`, `lila`, `bleu`, `violet` and `blanc`
_COLOR_ENDS = frozenset("e en er es em ne nen ner nes nem n r s m te tes he hes".split())
_ROLLED = frozenset("a an eine einer of von the un une de le".split())
_OF = frozenset({"of", "von", "d'", "de"})
_GENITIVES = frozenset({"eines", "einer"})
_INDEFINITE = frozenset({"a", "an", "einem", "un", "une", *_GENITIVES})
_ICON_BEHIND = re.compile(r"[*_]{0,3} \{[a-z]")
_DIGITS = re.compile(r"-?\d{1,9}")
_ITALICS = re.compile(r"([*_])(?!\1)")


def check_unknown_names(prose: RulesProse, vocabulary: GameWords, parts: Sequence[Part]) -> Iterator[Finding]:
    """Report what the rules call by a name that nothing in the game has (GF160)."""
    words = prose.words
    if words is None:
        return
    vocabulary = vocabulary._replace(known=vocabulary.known | _name_shapes(parts))
    counts = Counter(token.word for sentence in prose.sentences for token in sentence.tokens)
    faces, basic, things = _find_faces(parts), _color_words(prose), _list_things(prose, parts)
    brought = _list_brought(prose)
    for sentence in prose.sentences:
        if _is_about_making(prose, words, sentence) or _is_motto(prose, sentence):
            continue
        if words.elsewhere & sentence.words:
            continue
        yield from _check_nouns(prose, words, vocabulary, counts, brought, sentence)
        yield from _check_modifiers(prose, words, vocabulary, counts, sentence)
        yield from _check_companions(prose, words, vocabulary, things, counts, sentence)
        yield from _check_colors(prose, words, vocabulary, basic, sentence)
        yield from _check_faces(prose, words, faces, sentence)
    yield from _check_quoted_names(prose, words, vocabulary)


def _name_shapes(parts: Sequence[Part]) -> frozenset[str]:
    """Return the words for the shapes of the cells of boards."""
    corners = {len(cell.points) for part in parts if part.board for cell in part.board.cells.values()}
    return frozenset(word for count in corners for word in _SHAPES.get(count, "").split())


def _is_about_making(prose: RulesProse, words: RuleWords, sentence: Sentence) -> bool:
    """Return whether a sentence is about paper and tools, where other objects may be mentioned."""
    return bool(words.making & (sentence.words | prose.section_words(sentence.section)))


def _is_motto(prose: RulesProse, sentence: Sentence) -> bool:
    """Return whether a sentence right below the title is set in italics, as a line about the story is."""
    return sentence.section <= 0 and bool(_ITALICS.match(prose.language.rules, sentence.start))


def _check_nouns(
    prose: RulesProse,
    words: RuleWords,
    vocabulary: GameWords,
    counts: Counter[str],
    brought: Mapping[str, int],
    sentence: Sentence,
) -> Iterator[Finding]:
    """Report `the three gold coins` and `draw a coin` in a game without coins (GF160)."""
    if (words.conditions | _REPLACING) & sentence.words:
        return
    english = prose.language.tag.partition("-")[0] == "en"
    for n, token in enumerate(sentence.tokens):
        if not english and not prose.plain[token.start].isupper():
            continue  # no noun
        noun = _find_piece_noun(prose, words, token.word)
        if not noun or noun in vocabulary.known or _is_known(prose, vocabulary, noun, token.word):
            continue
        if counts[token.word] > _COMMON or not _is_handled(words, sentence.tokens, n):
            continue
        if brought.get(token.word, sentence.start) < sentence.start:
            continue
        if _explains_piece(prose, vocabulary, sentence, token) or _names_icon(prose, sentence.tokens[:n], token):
            continue
        if _belongs_to_thing(vocabulary, sentence.tokens[n + 1 :]):
            continue
        if n and english and prose.plain[token.start].isupper():
            continue  # a name
        after = sentence.tokens[n + 1 : n + 2]
        if after and prose.plain[token.end : after[0].start] == "-":
            continue  # `card-like`
        said = prose.quote(sentence.tokens[max(0, n - 1)].start, token.end)
        names = sorted({name for each in prose.language.parts.values() for name in each})
        near = nearest_name(token.word, names)
        hint = f"; did you mean {near!r}?" if near else "; use the name of a part, or ignore this if it is no piece"
        yield prose.report("GF160", token.start, f"the rules name {said!r}, but no part is called that{hint}", "note")


def _list_brought(prose: RulesProse) -> dict[str, int]:
    """Return the words for what players bring, such as `You also want a cup for each player`, and where they begin."""
    found: dict[str, int] = {}
    for sentence in prose.sentences:
        for word in sentence.words if _BRINGS & sentence.words else ():
            for form in noun_forms(word):
                found[form] = min(sentence.start, found.get(form, sentence.start))
    return found


def _explains_piece(prose: RulesProse, vocabulary: GameWords, sentence: Sentence, token: Token) -> bool:
    """Return whether a noun is in parentheses right behind a piece, for which it may be used: `drops (glass beads)`."""
    start = prose.plain.rfind("(", sentence.start, token.start)
    if start < 0 or prose.plain.find(")", start, token.start) >= 0:
        return False
    before = [each for each in sentence.tokens if each.end <= start]
    return bool(before) and bool(vocabulary.parts_called(before[-1].word))


def _names_icon(prose: RulesProse, before: Sequence[Token], token: Token) -> bool:
    """Return whether a noun with a claimed number names the icon right behind it: `3 huts {hut}`, as a board has."""
    is_claimed = bool(before) and before[-1].value is not None and prose.is_held(before[-1].start)
    return is_claimed and bool(_ICON_BEHIND.match(prose.language.rules, token.end))


def _belongs_to_thing(vocabulary: GameWords, after: Sequence[Token]) -> bool:
    """Return whether a noun is part of something that is not in the game, as in `the clock of a phone`."""
    words = [token.word for token in after[:3]]
    owner = words[1:] if words[:1] and words[0] in _OF else words if words[:1] and words[0] in _GENITIVES else []
    return len(owner) > 1 and owner[0] in _INDEFINITE and owner[1] not in vocabulary.known


def _find_piece_noun(prose: RulesProse, words: RuleWords, word: str) -> str:
    """Return the noun for a piece that a word is, or that a German compound ends with; empty if it is none."""
    if word in words.pieces or prose.language.tag.partition("-")[0] == "en":
        return word if word in words.pieces else ""
    return next((noun for noun in words.pieces if len(noun) > 3 and word.endswith(noun)), "")


def _is_known(prose: RulesProse, vocabulary: GameWords, noun: str, word: str) -> bool:
    """Return whether a compound or its last noun is a word of the game."""
    if word in vocabulary.known:
        return True
    english = prose.language.tag.partition("-")[0] == "en"
    return not english and (noun in vocabulary.pieces or any(name.endswith(noun) for name in vocabulary.known))


def _is_handled(words: RuleWords, tokens: Sequence[Token], n: int) -> bool:
    """Return whether a noun comes after `the`, `your` or a number, or is what players take, put or roll."""
    is_place = tokens[n].word in _PLACES or _describes(tokens, n)
    for m in range(n - 1, max(-1, n - 4), -1):
        if (tokens[m].word in words.definite and not is_place) or (tokens[m].value or 0) > 1 or tokens[m].owns:
            return True
        if tokens[m].word in words.stops:
            break
    return any(each.word in words.handles for each in tokens[max(0, n - 4) : n])


def _describes(tokens: Sequence[Token], n: int) -> bool:
    """Return whether a noun tells what one of several things looks like: `the one with the (white) rings`."""
    words = [token.word for token in tokens[max(0, n - 4) : n]]
    return any(one in _THAT_ONE and behind in _WITH for one, behind in pairwise(words[:-1]))


def _check_modifiers(
    prose: RulesProse, words: RuleWords, vocabulary: GameWords, counts: Counter[str], sentence: Sentence
) -> Iterator[Finding]:
    """Report `the event cards` of a game with hand cards, and `the victory cards` where these are tiles (GF160)."""
    for n in range(1, len(sentence.tokens) - 1):
        before, kind, noun = sentence.tokens[n - 1 : n + 2]
        if (before.word not in words.definite and (before.value or 0) < 2) or noun.word not in vocabulary.kinds_of:
            continue
        if (
            prose.plain[kind.end : noun.start] != " "
            or kind.value is not None
            or kind.word in words.stops | words.plain
        ):
            continue
        own = vocabulary.kinds_of[noun.word]
        stray = vocabulary.nouns_of.get(kind.word, frozenset()) - {noun.word}
        unknown = kind.word not in vocabulary.known and counts[kind.word] == 1
        mixed = stray and kind.word not in own and f"{kind.word} {noun.word}" not in vocabulary.names
        if own and (unknown or (mixed and noun.word not in vocabulary.nouns_of.get(kind.word, ()))):
            said, known = prose.quote(kind.start, noun.end), ", ".join(sorted(own)[:4])
            message = f"the rules name {said!r}, but the game has none by that name; there are {known} {noun.word}"
            yield prose.report("GF160", kind.start, message, "note")


def _list_things(prose: RulesProse, parts: Sequence[Part]) -> frozenset[str]:
    """Return the words that name one kind of pieces or of cells: ids and names of rows."""
    rows = [row for part in parts for row in prose.game.rows.get(part.id, ())[:200]]
    names = {str(row.values.get(key, "")).casefold() for row in rows for key in ("id", "name", "unit", "kind")}
    kinds = {cell.kind.casefold() for part in parts if part.board for cell in part.board.cells.values()}
    found = {name for name in names | kinds if name.isalpha() and len(name) > 2}
    return frozenset(form for name in found for form in noun_forms(name))


def _check_companions(
    prose: RulesProse,
    words: RuleWords,
    vocabulary: GameWords,
    things: frozenset[str],
    counts: Counter[str],
    sentence: Sentence,
) -> Iterator[Finding]:
    """Report an unknown noun beside a known one (GF160): `a spring or a volcano`, `a dragon attacks an archer`."""
    tokens = sentence.tokens
    if (words.conditions | _REPLACING) & sentence.words:
        return
    for n in range(len(tokens) - 4):
        first, one, link, second, other = tokens[n : n + 5]
        if first.word not in _ARTICLES or second.word not in _ARTICLES or link.word in words.stops - words.joins:
            continue
        if prose.plain[first.start : other.end].count(" ") != 4 or link.value is not None:
            continue
        for known, strange in ((one, other), (other, one)):
            usual = vocabulary.known | words.plain | words.stops | _EVERYDAY
            alone = counts[strange.word] == 1 and strange.word not in usual and not _has_plural(strange.word, counts)
            if known.word in things and alone and strange.value is None and strange.word[-2:] not in ("ly", "ed"):
                said = prose.quote(first.start, other.end)
                message = f"the rules say {said!r}, but nothing in the game is called {strange.word!r}"
                fix = "correct the name, or ignore this if it is an ordinary word"
                yield prose.report("GF160", strange.start, f"{message}; {fix}", "note")
                return


def _has_plural(word: str, counts: Counter[str]) -> bool:
    """Return whether the rules have a longer form of a word, as `Lampen` is of `Lampe`."""
    return any(word + end in counts for end in ("n", "en", "er", "e", "s", "x"))


def _check_colors(
    prose: RulesProse, words: RuleWords, vocabulary: GameWords, basic: frozenset[str], sentence: Sentence
) -> Iterator[Finding]:
    """Report a color beside the name of a part that the game does not have (GF160)."""
    if not vocabulary.colors or {"missing", "fehlt", "fehlen", "manque", "manquent"} & sentence.words:
        return
    for n, token in enumerate(sentence.tokens[:-1]):
        other = sentence.tokens[n + 1]
        if token.word not in basic or token.word in vocabulary.known or token.word in vocabulary.colors:
            continue
        gap = prose.plain[token.end : other.start]
        if not gap.isspace() or prose.is_held(token.start) or not vocabulary.parts_called(other.word):
            continue
        if prose.language.tag.partition("-")[0] != "en" and _is_form_of_color(token.word, vocabulary.colors):
            continue
        known = sorted({color.called for role, color in prose.game.colors.items() if "." in role})
        said = prose.quote(token.start, other.end)
        message = f"the rules name {said!r}, but the game has no such color{did_you_mean(token.word, known)}"
        yield prose.report("GF160", token.start, message, "warning" if known else "note")


def _is_form_of_color(word: str, colors: frozenset[str]) -> bool:
    """Return whether a word is a color of the game with another ending, as `blaue` is of `blau`."""
    pairs = (sorted((word, color), key=len) for color in colors)
    return any(long.startswith(short) and long[len(short) :] in _COLOR_ENDS for short, long in pairs)


def _color_words(prose: RulesProse) -> frozenset[str]:
    """Return the words for colors in the language of the rules."""
    found = {token.word for sentence in prose.sentences for token in sentence.tokens if is_shade(token.word)}
    return frozenset(found) | (prose.words.hues if prose.words else frozenset())


def _find_faces(parts: Sequence[Part]) -> tuple[int, int] | None:
    """Return the highest number on a die, and the highest sum of all dice; None unless all have numbers alone."""
    dice = [part for part in parts if part.kind == "die"]
    highest, total = 0, 0
    for design in (design for part in dice for design in part.designs):
        faces = [str(panel.value) for panel in design.net.panels] if design.net else []
        numbers = [int(found[0]) for face in faces if (found := _DIGITS.search(face))]
        if not numbers or len(numbers) < len(faces):
            return None
        highest, total = max(highest, *numbers), total + max(numbers) * design.copies
    return (highest, total) if highest else None


def _check_faces(
    prose: RulesProse, words: RuleWords, faces: tuple[int, int] | None, sentence: Sentence
) -> Iterator[Finding]:
    """Report `a roll of 7` where no die has a 7, and sums that all dice together cannot show (GF160)."""
    if faces is None or words.negations & sentence.words:
        return
    if not words.rolls & sentence.words and prose.plain[sentence.tokens[0].end] != ":":
        return
    if "impossible" in sentence.words or '"' in prose.plain[sentence.start : sentence.end]:
        return
    highest, total = faces
    for n, token in enumerate(sentence.tokens):
        if token.value is None or token.signed or prose.is_held(token.start) or n == 0:
            continue
        before = [each.word for each in sentence.tokens[max(0, n - 3) : n]]
        after = sentence.tokens[n + 1 : n + 2]
        alone = not after or not prose.plain[token.end : after[0].start].isspace() or after[0].word in words.stops
        rolled = bool(words.rolls & {*before}) and before[-1] in _ROLLED | words.rolls
        alone = alone or (before[-1] in ("of", "von", "de") and after[0].word not in words.points | words.dice)
        pair = _is_one_of_two_dice(prose, words, sentence, n)
        most = highest if pair else total
        if (pair or (rolled and alone)) and most < token.value <= 100:
            said = prose.quote(sentence.tokens[n - 1].start, token.end)
            what = "a die" if pair or highest == total else "all dice together"
            message = f"the rules name a roll of {said!r}, but the highest possible roll of {what} is {most}"
            yield prose.report("GF160", token.start, message, "warning" if highest == total or pair else "note")


def _is_one_of_two_dice(prose: RulesProse, words: RuleWords, sentence: Sentence, n: int) -> bool:
    """Return whether a number is one of `rolls 5 and 4`, `a roll of a 5 and a 4`."""
    tokens = sentence.tokens
    articles = ("a", "an", "eine", "einer", "of", "un", "une", "de")
    numbers = [m for m in range(max(0, n - 3), min(len(tokens), n + 4)) if tokens[m].value is not None and m != n]
    for other in numbers:
        first, last = sorted((n, other))
        between = [each.word for each in tokens[first + 1 : last] if each.word not in articles]
        before = [each.word for each in tokens[max(0, first - 3) : first] if each.word not in articles]
        behind = tokens[last + 1 : last + 2]
        ends = (
            not behind or not prose.plain[tokens[last].end : behind[0].start].isspace() or behind[0].word in words.stops
        )
        rolled = before[-1] in words.rolls if before else first > 0 and prose.plain[tokens[first - 1].end] == ":"
        rolled = rolled or (first == 1 and prose.plain[tokens[0].end] == ":")
        if between in (["and"], ["und"], ["et"]) and rolled and ends:
            return True
    return False


def _check_quoted_names(prose: RulesProse, words: RuleWords, vocabulary: GameWords) -> Iterator[Finding]:
    """Report a name in quotes beside a noun for pieces or spaces that nothing is called (GF160)."""
    titles = {section.title.casefold() for section in prose.sections}
    nouns = words.pieces | words.spaces | {"space", "spaces", "region", "feld", "gebiet", *vocabulary.pieces}
    for found in _QUOTED.finditer(prose.plain):
        name = next(filter(None, found.groups())).strip(" .,")
        line = prose.plain.rfind("\n", 0, found.start()) + 1, prose.plain.find("\n", found.end())
        before = prose.tokenize(max(line[0], found.start() - 30), found.start())[-1:]
        after = prose.tokenize(found.end(), min(line[1] % (len(prose.plain) + 1), found.end() + 30))[:1]
        beside = {token.word for token in (*before, *after)}
        folded = " ".join(name.replace("-", " ").split()).casefold()
        if not beside & nouns or folded in vocabulary.names or not name[0].isupper() or len(name.split()) > 3:
            continue
        if any(folded in title for title in titles) or all(word in vocabulary.known for word in folded.split()):
            continue
        hint = did_you_mean(folded, {each for each in vocabulary.names if len(each) > 2})
        message = f"the rules name {name!r}, but nothing in the game is called that{hint if 'mean' in hint else ''}"
        yield prose.report("GF160", found.start(), message, "warning" if "mean" in hint else "note")
