"""Entries of a reprint: one for what is replaced as a whole, one for each design otherwise."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from generator.export.reprint import BoxPiece, ChangeEntry, PieceKind, PrintedSpot, list_entries, plan_reprint

_SIZE = (63.5, 88.9)
_BOX = PrintedSpot(1, (0.0, 0.0, *_SIZE))


def make_cards(fronts: str, back: str = "b", part: str = "deck") -> list[BoxPiece]:
    """Return a card of each front, which is its design too unless it is in upper case."""
    return [BoxPiece(PieceKind(part, each, back, _SIZE), each.lower(), 1, _BOX) for each in fronts]


def list_told(old: list[BoxPiece], new: list[BoxPiece]) -> list[tuple[str, str, str, int]]:
    """Return of each entry its reason, the fronts on both sides, and how many pieces the box held."""
    return [
        (
            entry.reason,
            "".join(piece.kind.front for piece in entry.out),
            "".join(piece.kind.front for piece in entry.put_in),
            entry.old_count,
        )
        for entry in list_entries(old, new, plan_reprint(old, new))
    ]


def test_another_back_is_one_entry() -> None:
    assert list_told(make_cards("abc"), make_cards("abc", "x")) == [("back", "abc", "abc", 3)]
    assert list_told(make_cards("a"), make_cards("a", "x")) == [("back", "a", "a", 1)]


def test_another_back_is_one_entry_though_fronts_changed_too() -> None:
    assert list_told(make_cards("abc"), make_cards("abC", "x")) == [("back and fronts", "abc", "abC", 3)]
    assert list_told(make_cards("abc"), make_cards("abcd", "x")) == [("back and fronts", "abc", "abcd", 3)]


def test_one_of_several_backs_is_told_of_its_cards() -> None:
    old, new = make_cards("abc") + make_cards("def", "c"), make_cards("abc", "x") + make_cards("def", "c")
    assert list_told(old, new) == [("back", "abc", "abc", 6)]


def test_cards_that_get_the_back_of_others_are_one_entry() -> None:
    old, new = make_cards("abc") + make_cards("def", "x"), make_cards("abcdef", "x")
    assert list_told(old, new) == [("back", "abc", "abc", 6)]


def test_two_backs_that_become_one_are_not_told_twice() -> None:
    old, new = make_cards("ab") + make_cards("cd", "c"), make_cards("abcd", "x")
    assert list_told(old, new) == [
        ("back and fronts", "ab", "abcd", 4),
        ("design", "c", "", 4),
        ("design", "d", "", 4),
    ]


def test_each_card_is_listed_if_others_keep_their_back() -> None:
    assert list_told(make_cards("abc"), make_cards("a") + make_cards("bc", "x")) == [
        ("design", "b", "", 3),
        ("design", "c", "", 3),
        ("design", "", "b", 3),
        ("design", "", "c", 3),
    ]


def test_a_part_that_is_new_gone_or_replaced_is_one_entry() -> None:
    assert list_told(make_cards("abc"), make_cards("ABC")) == [("whole part", "abc", "ABC", 3)]
    assert list_told(make_cards("abc"), []) == [("part is gone", "abc", "", 3)]
    assert list_told([], make_cards("abc")) == [("part is new", "", "abc", 0)]


def test_few_pieces_are_listed_each() -> None:
    told = [("design", "a", "", 2), ("design", "b", "", 2), ("design", "", "A", 2), ("design", "", "B", 2)]
    assert list_told(make_cards("ab"), make_cards("AB")) == told


def test_a_card_that_changed_is_listed() -> None:
    assert list_told(make_cards("abc"), make_cards("abC")) == [("design", "c", "", 3), ("design", "", "C", 3)]


_PIECE = st.builds(
    lambda part, front, back, copy: BoxPiece(PieceKind(part, front, back, _SIZE), front.lower(), copy, _BOX),
    st.sampled_from(("deck", "chip")),
    st.sampled_from("abAB"),
    st.sampled_from(("", "b", "x", "y")),
    st.integers(1, 999),
)
_BOXES = st.lists(_PIECE, max_size=12)


@given(_BOXES, _BOXES)
def test_each_piece_is_in_one_entry(old: list[BoxPiece], new: list[BoxPiece]) -> None:
    plan = plan_reprint(old, new)
    entries: list[ChangeEntry] = list_entries(old, new, plan)
    assert Counter(piece for entry in entries for piece in entry.out) == Counter(plan.out)
    assert Counter(piece for entry in entries for piece in entry.put_in) == Counter(plan.put_in)
    assert all({piece.kind.part for piece in (*entry.out, *entry.put_in)} == {entry.part} for entry in entries)
