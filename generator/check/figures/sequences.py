"""Check figures that belong together: steps in their order, and what each step shows of the one before (GF184)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.figures.figure_texts import FigureText
from generator.check.figures.lexicon import Lexicon, split_words
from generator.check.figures.scene import FigureScene
from generator.model.finding import Finding, Place

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_BEFORE, _AFTER = ("before", "vorher", "start"), ("after", "nachher", "end", "done")
_YES = frozenset({"yes", "allowed", "legal", "ja", "erlaubt"})
_NO = frozenset({"no", "never", "forbidden", "illegal", "nein", "nie", "verboten"})
_CHOICE = frozenset({"or"})
_STOP_WORDS = frozenset("a an the of to in on or and is are one it its by with as at be all".split())


def check_sequences(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report the steps of a figure (GF184)."""
    if len(scene.inner) < 2:
        return
    yield from _check_repeated(scene)
    yield from _check_vague_words(scene)
    yield from _check_ids_in_order(scene, lexicon)
    yield from _check_players(scene, lexicon)
    if scene.data.arrows is not False:
        for number, (one, other) in enumerate(pairwise(scene.inner)):
            yield from _check_next_step(scene, number + 1, one, other)
    elif scene.inner[0].ways and not any(each.ways for each in scene.inner[1:]):
        for number, other in enumerate(scene.inner[1:], start=1):
            yield from _check_next_step(scene, number, scene.inner[0], other)


def _report(scene: FigureScene, place: Place, says: str) -> Finding:
    return Finding("GF184", place, f"{says} (figure {scene.name})", "warning")


def _check_repeated(scene: FigureScene) -> Iterator[Finding]:
    """Report a figure that is shown twice, and words that two steps share."""
    for key in ("figure", "says"):
        seen: set[str] = set()
        for number, step in enumerate(scene.data.steps or ()):
            value = getattr(step, key)
            if value and value in seen:
                says = f"two steps have the {'figure' if key == 'figure' else 'words'} {value!r}; correct one of them"
                yield _report(scene, scene.place("steps", number, key), says)
            seen.add(value)


def _check_vague_words(scene: FigureScene) -> Iterator[Finding]:
    """Report a step whose words are all among those of another step."""
    says = [{token.text for token in split_words(step.says or "")} - _STOP_WORDS for step in scene.data.steps or ()]
    for number, words in enumerate(says):
        if words and any(words < others | _CHOICE and others != words for others in says if others is not words):
            step = (scene.data.steps or [])[number]
            message = f"the step says {step.says!r}, and so does another step; say how they differ"
            yield _report(scene, scene.place("steps", number, "says"), message)
            return


def _check_ids_in_order(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report cases where the ids of the steps, such as swap2 and swap1, or their words go the wrong way."""
    steps = scene.data.steps or []
    for key in ("figure", "says"):
        ranks = [_rank_words(getattr(step, key) or "", lexicon) for step in steps]
        known = [(number, rank) for number, rank in enumerate(ranks) if rank is not None]
        if len(known) < len(steps):
            continue
        for (_, one), (number, other) in pairwise(known):
            if other < one:
                says = f"the steps are out of order: {getattr(steps[number], key)!r} comes after"
                says = f"{says} {getattr(steps[number - 1], key)!r}; put them in order"
                yield _report(scene, scene.place("steps", number, key), says)
                return


def _rank_words(text: str, lexicon: Lexicon) -> int | None:
    """Return where in a sequence a text belongs: its number, or its word for before or after; None if it has none."""
    words = [word for word in re.split(r"[^\w]+|(?<=\D)(?=\d)", text.lower()) if word]
    for word in words:
        if word in _BEFORE:
            return -1
        if word in _AFTER:
            return 1000
        if word in _ORDINALS:
            return _ORDINALS.index(word)
    numbers = [number for word in words if word not in ("a", "an") and (number := lexicon.number(word)) is not None]
    return numbers[0] if len(numbers) == 1 else None


def _check_players(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report a step that says `three players` and shows the pieces of a different number of colors."""
    for number, (step, inner) in enumerate(zip(scene.data.steps or (), scene.inner, strict=False)):
        words = split_words(step.says or "")
        counts = [
            lexicon.number(one.text) for one, other in pairwise(words) if other.text in ("player", "players", "spieler")
        ]
        shown = len({piece.role for piece in inner.pieces if piece.role})
        if counts and counts[0] is not None and shown > 1 and counts[0] != shown:
            says = f"the step says {step.says!r}, but the figure {inner.name!r} shows the pieces of {shown} colors"
            yield _report(scene, scene.place("steps", number, "figure"), f"{says}; correct one of them")


def _check_next_step(scene: FigureScene, number: int, one: FigureScene, other: FigureScene) -> Iterator[Finding]:
    """Report cases where a step shows a different outcome than the arrow of the step before, or a new piece."""
    if one.board is None or one.board is not other.board or not one.pieces or not other.pieces:
        return
    there = {(piece.name, piece.cell) for piece in other.pieces}
    moved = [way for way in one.ways if not way.dashed]
    movers = [piece for piece in one.pieces if moved and piece.cell == moved[0].cells[0]]
    place = scene.place("steps", number, "figure")
    if len(moved) == 1 and movers:
        end = moved[0].cells[-1]
        if not any((piece.name, end) in there for piece in movers):
            names = " or ".join(dict.fromkeys(repr(piece.name) for piece in movers))
            says = f"the arrow of {one.name!r} leads {names} to {end!r}, but {other.name!r} does not show it there"
            mover = next((each for each in other.pieces if each.name == movers[0].name), None)
            place = other.place(*mover.path, "at") if mover else place
            if any(mover and way.cells[-1] == mover.cell for way in one.ways if way is not moved[0]):
                place = one.place(*moved[0].path)  # the arrows are swapped
            yield _report(scene, place, f"{says}; correct the cells, or the order of the steps")
            return
        yield from _check_stays(scene, one, other, {*(way.cells[-1] for way in moved)})
    elif other.ways and not one.ways and _follows(other, one):
        says = f"{one.name!r} shows what comes after {other.name!r}; put the steps in order"
        yield _report(scene, place, says)
        return
    yield from _check_new_pieces(scene, one, other)


def _check_stays(scene: FigureScene, one: FigureScene, other: FigureScene, ends: set[str]) -> Iterator[Finding]:
    """Report a piece that is neither where it was nor where an arrow leads."""
    for piece in other.pieces:
        before = {each.cell for each in one.pieces if each.name == piece.name}
        if before and piece.cell and piece.cell not in before | ends:
            says = (
                f"{piece.name!r} is on {piece.cell!r}, but it was not there in {one.name!r}, and no arrow leads there"
            )
            yield _report(scene, other.place(*piece.path, "at"), f"{says}; correct the cell")
            return


def _follows(one: FigureScene, other: FigureScene) -> bool:
    """Return whether a figure shows a piece where the arrow of the other leads it."""
    return any(
        piece.name == mover.name and piece.cell == way.cells[-1]
        for way in one.ways
        for mover in one.pieces
        if mover.cell == way.cells[0]
        for piece in other.pieces
    )


def _check_new_pieces(scene: FigureScene, one: FigureScene, other: FigureScene) -> Iterator[Finding]:
    """Report pieces that were not there a step before."""
    before, after = (Counter(piece.name for piece in each.pieces) for each in (one, other))
    new = after - before
    for piece in other.pieces:
        if piece.name in new and len(after) <= len(before):
            says = f"{other.name!r} shows {piece.name!r}, which {one.name!r}, the step before, does not"
            yield _report(scene, other.place(*piece.path, "design"), f"{says}; correct one of them")
            return


def check_step_words(scene: FigureScene, text: FigureText) -> Iterator[Finding]:
    """Report a text that lists the steps in another order, or steps whose words are swapped (GF184)."""
    steps = scene.data.steps or []
    if text.kind != "alt" or len(scene.inner) < 2:
        return
    says = [[token.text for token in split_words(step.says or "")] for step in steps]
    own = [_find_own_words(says, number) for number in range(len(steps))]
    words = [token.text for token in split_words(text.text)]
    found = [each for each in own if any(_begins(word, words) for word in each)]
    if len(found) == len(steps) and not _is_in_order(found, words):
        yield _report(scene, text.place(0), f"{text.called} names the steps in a different order from the figure")
    yield from _check_exchanged(scene, own, text.lexicon)


def check_answers(scene: FigureScene) -> Iterator[Finding]:
    """Report a step that says `no` over a whole arrow, or `yes` over a broken one, where others do not (GF184).

    A broken arrow is what may not be done. Two steps may have each other's words, if these fit the other's figure.
    """
    steps = [
        (number, _read_answer(step.says or ""), inner.ways[0].dashed)
        for number, (step, inner) in enumerate(zip(scene.data.steps or (), scene.inner, strict=False))
        if len(inner.ways) == 1
    ]
    answered = [(number, answer, dashed) for number, answer, dashed in steps if answer]
    wrong = [(number, answer) for number, answer, dashed in answered if (answer in _NO) is not dashed]
    shown = {dashed for _, _, dashed in answered}
    is_exchanged = len(wrong) == 2 < len(answered) and _fit_each_other(scene, *(number for number, _ in wrong))
    for number, answer in wrong if len(shown) == 2 and (len(wrong) == 1 or is_exchanged) else ():
        arrow = "solid" if answer in _NO else "dashed"
        said = (scene.data.steps or [])[number].says
        says = f"the step says {said!r}, but its arrow is {arrow}; other steps have {arrow} arrows for the opposite"
        yield _report(scene, scene.place("steps", number, "says"), says)


def _fit_each_other(scene: FigureScene, one: int, other: int) -> bool:
    """Return whether the words of two steps fit the figures of each other better than their own."""
    says = [Counter(token.text for token in split_words((scene.data.steps or [])[n].says or "")) for n in (one, other)]
    alts = [Counter(token.text for token in split_words(scene.inner[n].data.alt)) for n in (one, other)]
    own, crossed = (
        sum((said & alt).total() for said, alt in zip(says, order, strict=True)) for order in (alts, alts[::-1])
    )
    return crossed > own


def _read_answer(says: str) -> str:
    """Return the answer that the words of a step end in; empty if it is none."""
    last = says.rstrip(" .!").rpartition(" ")[2].casefold()
    return last if last in _YES | _NO else ""


def _begins(word: str, words: Sequence[str]) -> bool:
    """Return whether a word is among others, or the beginning of one, as `score` of `scored`."""
    return any(word == each or (len(word) > 3 and each.startswith(word)) for each in words)


def _is_in_order(found: Sequence[Sequence[str]], words: Sequence[str]) -> bool:
    """Return whether some words of each group stand in a text in the order of the groups."""
    at = -1
    for each in found:
        later = [
            number for number, word in enumerate(words) if number > at and any(_begins(one, [word]) for one in each)
        ]
        if not later:
            return False
        at = later[0]
    return True


def _find_own_words(says: Sequence[Sequence[str]], number: int) -> list[str]:
    others = {word for each, words in enumerate(says) if each != number for word in words}
    return [word for word in says[number] if word.isalnum() and word not in others and word not in _STOP_WORDS]


def _check_exchanged(scene: FigureScene, own: Sequence[Sequence[str]], lexicon: Lexicon) -> Iterator[Finding]:
    """Report a step whose words are in the alternative text of another step's figure, not in its own.

    Numbers, and the words in the id of a step's own figure, only show that it is in its place.
    """
    alts = [{token.text for token in split_words(inner.data.alt)} for inner in scene.inner]
    for number, words in enumerate(own):
        named = {token.text for token in split_words(scene.inner[number].name.replace("_", " "))}
        if any(word in alts[number] | named for word in words):
            continue
        if any(sum(word in alt for alt in alts) == 1 for word in words if lexicon.number(word) is None):
            step = (scene.data.steps or [])[number]
            message = f"the step says {step.says!r}, which fits the figure of another step; correct one of them"
            yield _report(scene, scene.place("steps", number, "says"), message)
            return


def check_step_pieces(scene: FigureScene, lexicon: Lexicon) -> Iterator[Finding]:
    """Report a step whose words name a color, a word of rows or a number that its figure does not show (GF184)."""
    for number, (step, inner) in enumerate(zip(scene.data.steps or (), scene.inner, strict=False)):
        for token in split_words(step.says or ""):
            if says := _explain_missing(scene, inner, token.text, lexicon):
                message = f"the step says {step.says!r}, but {inner.name!r} {says}; correct one of them"
                yield _report(scene, scene.place("steps", number, "says"), message)
                break


def _explain_missing(scene: FigureScene, inner: FigureScene, word: str, lexicon: Lexicon) -> str:
    shown, around = inner.pieces, scene.all_pieces
    if facts := lexicon.find_facts(word):
        known = [piece for piece in shown if piece.part in facts]
        if known and not any(word in piece.facts for piece in known):
            return f"shows {known[0].name!r}"
    role = lexicon.role(word)
    if role and any(piece.role for piece in shown) and not any(piece.role == role for piece in around):
        return "shows no piece of that color"
    numbers = {way.says for way in inner.ways if way.says.isdecimal()}
    everywhere = {way.says for way in scene.all_ways if way.says.isdecimal()}
    if word.isdecimal() and everywhere and word not in (numbers or everywhere):
        return f"says {', '.join(sorted(numbers or everywhere))}"
    return ""
