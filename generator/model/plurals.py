"""A noun goes in, as it stands in English; its forms come out, which of them mean several, and how many there are."""

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
_HISSES = ("s", "x", "z", "ch", "sh")


def plurals(noun: str) -> set[str]:
    """Return what several of a thing may be called, of its name for one: more forms than are right, never fewer."""
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


def singulars(noun: str) -> set[str]:
    """Return what one of the things may be called, of a name for several; nothing where it is none."""
    found = {
        noun[: -len(many)] + one
        for one, many in _IRREGULAR.items()
        if noun == many or (one == "man" and noun.endswith(many))
    }
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is")):
        found.add(noun[:-1])
        if noun.endswith("ies"):
            found.add(noun[:-3] + "y")
        if noun.endswith("es") and noun[:-2].endswith((*_HISSES, "o")):
            found.add(noun[:-2])
    return found


def forms(noun: str) -> dict[str, bool]:
    """Return all forms of a noun, given in either; True for those that mean several."""
    ones = singulars(noun)
    many = {each for one in ones or {noun} for each in plurals(one)} | ({noun} if ones else set())
    return {**dict.fromkeys(ones or {noun}, False), **dict.fromkeys(many, True)}


def many(count: int, noun: str) -> str:
    """Return a count with its noun, with an s where there is not one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
