"""Form English plurals and singulars."""

_IRREGULAR = {
    "die": "dice",
    "foot": "feet",
    "tooth": "teeth",
    "goose": "geese",
    "mouse": "mice",
    "ox": "oxen",
    "child": "children",
    "person": "people",
    "man": "men",
    "half": "halves",
    "knife": "knives",
    "leaf": "leaves",
    "life": "lives",
    "loaf": "loaves",
    "shelf": "shelves",
    "thief": "thieves",
    "wolf": "wolves",
}
_SAME = ("sheep", "fish", "deer", "aircraft", "dice", "men")
ARTICLES = ("a", "an", "the")
_IN_IE = "birdie brownie calorie cookie cowrie die genie lie movie pie pixie prairie tie zombie".split()
_IN_OES = "buffalo echo hero potato tomato torpedo volcano".split()
_HISSES = ("s", "x", "z", "ch", "sh")


def plural_forms(noun: str) -> set[str]:
    """Return the possible plurals of a singular noun: perhaps too many, never too few."""
    found = {noun} if noun in _SAME else {noun + "s"}
    for one, many in _IRREGULAR.items():
        if noun == one or (one == "man" and noun.endswith(one)):
            found.add(noun[: -len(one)] + many)
    if noun.endswith(_HISSES):
        found = {noun + "es"}
    elif noun.endswith("y") and noun[-2:-1] not in "aeiou":
        found.add(noun[:-1] + "ies")
    elif noun.endswith("o"):
        found.add(noun + "es")
    return found


def singular_forms(noun: str) -> set[str]:
    """Return the possible singulars of a plural noun; empty if it cannot be a plural."""
    found = {
        noun[: -len(many)] + one
        for one, many in _IRREGULAR.items()
        if noun == many or (one == "man" and noun.endswith(many))
    }
    if len(noun) > 1 and noun[-1] == "s" and not noun.endswith(("ss", "us", "is")):
        found.add(noun[:-1])
        if noun.endswith("ies"):
            found.add(noun[:-3] + "y")
        if noun.endswith("es") and noun[:-2].endswith((*_HISSES, "o")):
            found.add(noun[:-2])
    return found


def noun_forms(noun: str) -> dict[str, bool]:
    """Return all forms of a noun, given in singular or plural; True for plurals."""
    ones = singular_forms(noun)
    many = {each for one in ones or {noun} for each in plural_forms(one)} | ({noun} if ones else set())
    return {**dict.fromkeys(ones or {noun}, False), **dict.fromkeys(many, True)}


def piece_names(title: str) -> tuple[str, str]:
    """Return what one and what several pieces are called inside a sentence, given a title such as `Hand cards`.

    A leading article is dropped; otherwise the first letter becomes lower case, unless the second is a capital.
    """
    words = title.split()
    if len(words) > 1 and words[0].lower() in ARTICLES:
        words = words[1:]
    elif words and not words[0][1:2].isupper():
        words[0] = words[0][:1].lower() + words[0][1:]
    *before, last = words or [title]
    one = _likeliest_singular(last)
    return " ".join([*before, one]), " ".join([*before, last if one != last else _likeliest_plural(last)])


def _likeliest_singular(noun: str) -> str:
    """Return the likeliest singular; a singular stays as it is."""
    found = singular_forms(noun)
    irregular = [
        one for one in found if noun in plural_forms(one) and noun not in (one + "s", one + "es", one[:-1] + "ies")
    ]
    likely = [one for one in _IN_IE if one + "s" == noun]
    likely += [one for one in found if one[-1] == "y" or (one + "es" == noun and one.endswith((*_HISSES[1:], "ss")))]
    likely += [one for one in _IN_OES if one + "es" == noun]
    return next(iter([*irregular, *likely, *(one for one in found if one + "s" == noun)]), noun)


def _likeliest_plural(noun: str) -> str:
    """Return the likeliest plural."""
    found = plural_forms(noun)
    if noun.endswith("o"):
        return noun + ("es" if noun in _IN_OES else "s")
    return next((several for several in sorted(found) if several != noun + "s"), noun + "s")


def count_noun(count: int, noun: str) -> str:
    """Return a count with its noun, which gets an s unless the count is 1."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
