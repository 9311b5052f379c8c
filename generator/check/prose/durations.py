"""Report times in the rules that differ from the one in the line about the game (GF168)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.check.prose.rules_prose import RulesProse, Token
from generator.model.finding import Finding

_UNITS = {
    form: unit
    for unit, forms in (
        ("second", "second seconds sekunde sekunden seconde secondes"),
        ("minute", "minute minutes minuten"),
        ("hour", "hour hours stunde stunden heure heures"),
    )
    for form in forms.split()
}
_MINUTES = {"minute": 1, "hour": 60}
_ENDS = 2  # of a time, as in 20 to 30 minutes
_ARTICLES = frozenset("a an one eine einer une".split())


def check_durations(prose: RulesProse) -> Iterator[Finding]:
    """Report the only time of a unit in the rules, if the line about the game has another one (GF168).

    How long a whole game takes, and how long glue dries, does not count.
    """
    if prose.language is not prose.game.first:
        return
    told = [
        each
        for sentence in prose.sentences
        if not (prose.words and prose.words.making & sentence.words) and not prose.is_about_variants(sentence.section)
        for each in _list_durations(sentence.tokens)
    ]
    playing = prose.game.data.duration or ()
    yield from _check_playing_time(prose, playing)
    for unit, expected, _ in _list_durations(prose.tokenize_text(prose.language.about)):
        found = [(value, token) for own, value, token in told if own == unit and value not in playing]
        if len({value for value, _ in found}) == 1 and found[0][0] != expected:
            value, token = found[0]
            message = (
                f"the rules say {value:g} {unit}s, but the game's `about` says {expected:g}"
                f" ({prose.game.place('about')}); correct one of them"
            )
            yield prose.report("GF168", token.start, message, "note")


def _check_playing_time(prose: RulesProse, playing: Sequence[int]) -> Iterator[Finding]:
    """Report `two to three hours` if the data give a game another time that is the same at one end."""
    for sentence in prose.sentences if len(playing) == _ENDS else ():
        for least, _, most, noun in zip(*(sentence.tokens[n:] for n in range(4)), strict=False):
            minutes = _MINUTES.get(_UNITS.get(noun.word, ""), 0)
            if least.value is None or most.value is None or not minutes or least.value >= most.value:
                continue
            said = least.value * minutes, most.value * minutes
            if said != tuple(playing) and any(one == other for one, other in zip(said, playing, strict=True)):
                quoted = prose.quote(least.start, noun.end)
                message = f"a game takes {playing[0]} to {playing[1]} minutes here, but the rules say {quoted!r}"
                text = f"{message} ({prose.place(least.start)}); correct one of them"
                yield Finding("GF168", prose.game.place("minutes"), text, "warning")
                return


def _list_durations(tokens: Sequence[Token]) -> Iterator[tuple[str, float, Token]]:
    """Yield the times in a text: their unit, how many, and the number."""
    for number, noun in pairwise(tokens):
        if noun.word in _UNITS and (number.value is not None or number.word in _ARTICLES):
            yield _UNITS[noun.word], 1.0 if number.value is None else number.value, number
