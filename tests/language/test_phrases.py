"""Words and phrases in texts: forms, open ends, what stands between words, quotes, and the time that it takes."""

from generator.language.phrases import PhraseFinder, is_phrase, is_quoted


def find(text: str, *phrases: str, english: bool = True) -> list[str]:
    """Return what a finder finds in a text."""
    return [text[each.start : each.end] for each in PhraseFinder(phrases, english).find(text)]


def test_words_are_found_in_any_case_and_in_english_as_plurals() -> None:
    assert find("A Line, two lines, LINE'S end; online, line-up, outlines, liner", "line") == [
        "Line",
        "lines",
        "LINE'S",
    ]
    assert find("die dice Dies", "die") == ["die", "dice", "Dies"]
    assert find("Linie Linies", "Linie", english=False) == ["Linie"]


def test_a_star_is_any_ending() -> None:
    assert find("switch, switched, switching, twitch", "switch*") == ["switch", "switched", "switching"]
    assert find("the goal line, the goals, his goal lines", "goal* line") == ["goal line", "goal lines"]


def test_phrases_run_over_blanks_line_ends_and_emphasis_but_not_over_signs() -> None:
    text = "a *game*\n> piece, a game. Piece, a game, piece, game | piece, game  piece"
    assert find(text, "game piece") == ["game*\n> piece", "game  piece"]


def test_of_phrases_that_begin_at_one_word_the_longest_is_found() -> None:
    assert find("a board part of the board", "board", "board part") == ["board part", "board"]


def test_nothing_is_found_without_phrases() -> None:
    assert find("a line") == []


def test_phrases_are_words() -> None:
    assert [is_phrase(each) for each in ("line", "line*", "goal* line", "don't", "Wegstrecke")] == [True] * 5
    assert [is_phrase(each) for each in ("", "*", "*line", "li*ne", "a, b", "{x}", "7*7")] == [False] * 7


def test_quotes_enclose_just_the_word() -> None:
    for text in ("say 'line' here", 'say "line," here', "sag \u201eline\u201c", "dis \u00abline\u00bb x"):
        start = text.index("line")
        assert is_quoted(text + " ", start, start + 4)
    for text in ("a 'line of' x", "line", "'line", "a line' x"):
        start = text.index("line")
        assert not is_quoted(text, start, start + 4)


def test_many_phrases_and_long_words_take_no_longer_than_few() -> None:
    finder = PhraseFinder([f"w{number}*" for number in range(1000)], True)
    assert sum(1 for _ in finder.find("w7x " * 20_000)) == 20_000
    assert list(finder.find("x" * 1_000_000)) == []
