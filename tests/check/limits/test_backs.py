"""All backs of a pile look alike, also upside down (GF156), and those of two parts different (GF332)."""

from collections.abc import Sequence
from pathlib import Path

from tests.check.hide.pages import COLORS, look, wrap
from tests.samples import for_each

SIGN = '<g class="row.id"><text x="9" y="16" font-size="5">{{ row.id }}</text></g>'
DECK = (
    "{kind: card, size: [40, 30], rows: [{id: a}, {id: b}, {id: c}], copies: 1, front: face.svg.j2, back: back.svg.j2}"
)
DOT = '<circle cx="20" cy="15" r="6" fill="#246"/>'
MARK = "\n{% if row.id == 'b' %}<circle cx='20' cy='15' r='2' fill='#fff'/>{% endif %}"
BACK = "templates/back.svg.j2"


def pile(deck: str, more: str) -> str:
    """Return a deck with more keys."""
    return deck.replace("{", f"{{{more}, ", 1)


def test_equal_backs_are_alike(tmp_path: Path) -> None:
    assert look(tmp_path, SIGN, DECK, back=DOT) == []


def test_a_marked_back_is_told_at_the_mark(tmp_path: Path) -> None:
    assert look(tmp_path, SIGN, DECK, back=DOT + MARK) == [f"{BACK}:3:7: GF156 warning: 'it'"]


def test_one_of_many_backs_may_tell_the_first_cards_on_purpose(tmp_path: Path) -> None:
    rows = ", ".join(f"{{id: {name}, copies: 1}}" for name in "abcd")
    deck = f"{{kind: card, size: [40, 30], rows: [{rows}], front: face.svg.j2, back: back.svg.j2}}"
    assert look(tmp_path, SIGN, deck, back=DOT + MARK) == [f"{BACK}:3:7: GF156 warning: 'it'"]


def test_backs_that_differ_without_a_difference_to_see_are_alike(tmp_path: Path) -> None:
    assert look(tmp_path, SIGN, DECK, back=DOT + MARK.replace("#fff", "#246"), other="GF150") == []


def test_each_color_has_its_own_pile_unless_the_data_name_one(tmp_path: Path) -> None:
    deck = "{for_each: player, kind: card, size: [40, 30], copies: 2, front: face.svg.j2, back: back.svg.j2}"
    front = "<circle cx='9' cy='9' r='4' fill='{{ player }}'/>"
    back = DOT.replace("#246", "{{ player }}")
    assert look(tmp_path / "own", front, deck, COLORS, back) == []
    assert look(tmp_path / "one", front, pile(deck, "pile: draw"), COLORS, back) == [f"{BACK}:2:40: GF156 'draw'"]


def test_a_pile_of_one_color_may_show_the_color_and_nothing_of_the_row(tmp_path: Path) -> None:
    rows = "rows: [{id: a, copies: 1}, {id: b, copies: 1}]"
    deck = f"{{for_each: player, kind: card, size: [40, 30], front: face.svg.j2, back: back.svg.j2, {rows}}}"
    front = "<circle cx='9' cy='9' r='4' fill='{{ player }}'/>" + SIGN.replace("9", "25")
    back = DOT.replace("#246", "{{ player }}") + "\n{% set wide = 12 if row.id == 'a' else 9 %}\n"
    back += "<rect x='{{ 20 - wide / 2 }}' y='13' width='{{ wide }}' height='4'/>"
    told = look(tmp_path, front, deck, COLORS, back, other="GF151")
    assert [each.partition(": GF156")[0] for each in told] == [f"{BACK}:3:21"] * len(told)
    assert told


def test_a_claim_that_all_backs_are_alike_makes_one_pile_of_all_colors(tmp_path: Path) -> None:
    deck = "{for_each: player, kind: card, size: [40, 30], copies: 2, front: face.svg.j2, back: back.svg.j2}"
    claim = """claims: [{id: A, says: a, rests_on: b, check: "looks('it', 'back') == 1"}]\n"""
    front = "<circle cx='9' cy='9' r='4' fill='{{ player }}'/>"
    told = [f"{BACK}:2:16: GF156 'it'"]
    assert (
        look(tmp_path, front, deck, claim + COLORS, "{% set paint = player %}\n" + DOT.replace("#246", "{{ paint }}"))
        == told
    )


def test_a_pale_difference_is_told_unless_it_is_an_edge(tmp_path: Path) -> None:
    paint = "{{ '#224466' if row.id == 'b' else '#426486' }}"
    assert look(tmp_path, SIGN, DECK, back=DOT.replace("#246", paint)) == [f"{BACK}:2:53: GF156 warning: 'it'"]


def test_tiles_with_two_faces_are_no_pile_unless_the_data_say_so(tmp_path: Path) -> None:
    tiles = DECK.replace("kind: card", "kind: tile")
    back = "<text x='20' y='17' font-size='6' text-anchor='middle'>{{ row.id }}</text>"
    tiles = pile(tiles, "one_way: true")
    assert look(tmp_path / "two", SIGN, tiles, back=back) == []
    assert look(tmp_path / "pile", SIGN, pile(tiles, "pile: bag"), back=back) == [f"{BACK}:2:59: GF156 'bag' 1"]


@for_each(
    [
        ("one_way: true", []),
        ("one_way: true, pile: bag", [f"{BACK}:2:56: GF156 'bag' 1"]),
        ("safe: 3", [f"{BACK}:2:56: GF156 warning: 'it' 1", f"{BACK}:2:19: GF156 warning: `one_way: true` 2"]),
    ]
)
def test_cards_that_are_played_on_both_sides_are_no_pile(tmp_path: Path, keys: str, told: list[str]) -> None:
    back = f"{SIGN}<circle cx='30' cy='20' r='5' fill='#246'/>".replace("9", "15")
    assert look(tmp_path, SIGN, pile(DECK, keys), back=back) == told


@for_each([(DOT, []), (SIGN, [f"{BACK}:2:59: GF156 warning: 'it' 1"])])
def test_cards_of_one_front_may_each_have_a_back_of_their_own(tmp_path: Path, front: str, told: list[str]) -> None:
    back = "<text x='20' y='17' font-size='6' text-anchor='middle'>{{ row.id }}</text>"
    assert look(tmp_path / "own", front, pile(DECK, "one_way: true"), back=back) == told
    one_pile = pile(DECK, "one_way: true, pile: bag")
    assert look(tmp_path / "pile", front, one_pile, back=back) == [f"{BACK}:2:59: GF156 'bag' 1"]


@for_each([("safe: 3", [f"{BACK}:3:1: GF156 warning: `one_way: true`"]), ("one_way: true", [])])
def test_a_back_that_differs_upside_down_says_so(tmp_path: Path, keys: str, told: list[str]) -> None:
    assert look(tmp_path, SIGN, pile(DECK, keys), back=DOT + '\n<circle cx="20" cy="5" r="2"/>') == told


ROWS = "{% for row in range(RANGE) %}\n<circle cx='20' cy='{{ 15 + 5 * row }}' r='1.5'/>\n{% endfor %}"
RINGS = "{% for k in range(7) %}\n<circle cx='20' cy='15' r='{{ 2 + 3 * k }}' fill='none' stroke='#246'/>\n{% endfor %}"
TURNED = "{% for turn in [10, 190] %}\n<g transform='rotate({{ turn }} 20 15)'>\n<circle cx='25' cy='12' r='2'/><rect x='30' y='9' width='3' height='2'/>\n</g>\n{% endfor %}"
GROUP = "<g transform='translate(20 11)'>\n<circle r='5'/>\n<circle r='2' fill='#fff'/>\n</g>"


@for_each(
    [
        (ROWS.replace("RANGE", "-2, 3"), []),
        (ROWS.replace("RANGE", "-2, 2"), [3, 2]),
        (ROWS.replace("RANGE", "-2, 3").replace("15 +", "14 +"), [3]),
        (RINGS, []),
        (RINGS.replace("cx='20'", "cx='18'"), [3]),
        (GROUP, [3]),
        (GROUP.replace("20 11", "20 15").replace("<circle r='2'", "<circle r='2' cy='2'"), [4]),
        (TURNED, []),
        (TURNED.replace("190", "100"), [4, 2]),
    ]
)
def test_what_is_alone_upside_down_is_told_at_its_tag_and_at_what_repeats_it(
    tmp_path: Path, back: str, lines: Sequence[int]
) -> None:
    told = look(tmp_path, SIGN, pile(DECK, "safe: 1"), back=back, other="GF157")
    assert [each.partition(": GF156 ")[0] for each in told] == [f"{BACK}:{line}:1" for line in lines]
    assert [" note:" in each for each in told] == [number > 0 for number in range(len(lines))]


def test_a_part_of_a_pile_has_a_back_if_others_have_one(tmp_path: Path) -> None:
    bare = "{kind: card, size: [40, 30], copies: 2, pile: bag, front: face.svg.j2}"
    parts = f"{pile(DECK, 'pile: bag')}\n  more: {bare}"
    assert look(tmp_path, DOT, parts, back=DOT) == ["game.yaml:7:55: GF156 1 'more' 'it' 'bag'"]


_PAGE = ("On your turn, roll the die", "and move one of your pieces", "by as many spaces.")


@for_each(
    [
        ("[{id: a}]", _PAGE, False),
        ("[{id: a}, {id: b}, {id: c}]", _PAGE, False),
        ("[{id: a}, {id: b}, {id: c}], pile: bag", _PAGE, True),
        ("[{id: a}]", _PAGE[2:], False),
        ("[{id: a}, {id: b}, {id: c}]", _PAGE[2:], True),
    ]
)
def test_a_card_may_have_a_page_of_text_on_its_back(
    tmp_path: Path, rows: str, lines: Sequence[str], is_told: bool
) -> None:
    text = "".join(f'<text x="5" y="{8 + 6 * n}" font-size="2.6">{line}</text>' for n, line in enumerate(lines))
    aid = DECK.replace("[{id: a}, {id: b}, {id: c}]", rows).replace("copies: 1", "copies: 2")
    found = look(tmp_path, SIGN, aid, back=text)
    assert any("GF156" in each for each in found) is is_told


def test_a_single_piece_has_no_pile(tmp_path: Path) -> None:
    single = DECK.replace("{id: a}, {id: b}, {id: c}", "{id: a}")
    assert look(tmp_path, SIGN, single, back=wrap('<circle cx="20" cy="5" r="2"/>')) == []


def test_a_back_that_is_turned_by_its_row_is_told_at_the_group_that_turns_it(tmp_path: Path) -> None:
    rows = "rows: [{id: a, turn: 0, copies: 1}, {id: b, turn: 30, copies: 1}]"
    deck = f"{{kind: card, size: [40, 30], front: face.svg.j2, back: back.svg.j2, one_way: true, {rows}}}"
    back = "<rect width='40' height='30' fill='#999'/>\n<g transform='rotate({{ row.turn }} 20 15)'>\n<path d='M10 15 h20' stroke='#000' stroke-width='3'/></g>"
    front = "<text x='15' y='15' font-size='5'>{{ row.id }}</text>"
    found = [each for each in look(tmp_path, front, deck, back=back, other="GF157") if "GF156" in each]
    assert [each.partition(": GF156")[0] for each in found] == ["templates/back.svg.j2:3:25"]


def test_a_front_that_is_named_as_the_back_is_told_in_the_data(tmp_path: Path) -> None:
    deck = DECK.replace("back: back.svg.j2", "back: face.svg.j2")
    assert [each.partition(" GF")[0][:11] for each in look(tmp_path, SIGN, deck)] == ["game.yaml:6", "game.yaml:6"]


@for_each([("14", []), ("8", [f"{BACK}:2:46: GF156 warning"])])
def test_a_pale_line_off_the_middle_tells_which_way_up_a_card_lies(tmp_path: Path, x: str, told: list[str]) -> None:
    frame = f"<rect x='{x}' y='9' width='12' height='12' fill='none' stroke='#c9bba0' stroke-width='0.8'/>"
    back = f"<rect width='40' height='30' fill='#f3ede2'/>{frame}"
    found = [each[: len(told[0])] if told else each for each in look(tmp_path, SIGN, DECK, back=back, other="GF157")]
    assert found == told


def test_tiles_played_on_both_sides_may_look_different_upside_down(tmp_path: Path) -> None:
    """Each shows the words of its row; a back that is the same for all tells which way up it lies."""
    tiles = DECK.replace("kind: card", "kind: tile")
    assert look(tmp_path / "two", SIGN, tiles, back=SIGN) == []
    same = look(
        tmp_path / "same", SIGN, tiles, back=SIGN.replace("row.id", "values.word").replace("{{ values.word }}", "Inn")
    )
    assert [line.split(": ")[1] for line in same] == ["GF156 warning"]


TWO = f"{DECK}\n  two: {DECK.replace('back.svg.j2', 'own.svg.j2')}"
ART = '<rect x="-3" y="-3" width="46" height="36" fill="#a33"/><circle cx="20" cy="15" r="6" fill="#fff"/>'
BOX = "-3 -3 {{ w + 6 }} {{ h + 6 }}"


@for_each(
    [
        (ART, TWO, True),
        (ART.replace("#a33", "#3a3"), TWO, False),
        (ART.replace('r="6"', 'r="7"'), TWO, False),
        (ART, TWO.replace("own.svg.j2", "back.svg.j2"), False),
        (ART, TWO.replace("copies: 1", "copies: 1, pile: all"), False),
    ]
)
def test_two_templates_make_two_backs(tmp_path: Path, own: str, part: str, is_told: bool) -> None:
    found = look(tmp_path, SIGN, part, back=wrap(ART, BOX), beside={"own.svg.j2": wrap(own, BOX)})
    assert [each.split(": ")[1] for each in found if "GF332" in each] == ["GF332 warning"] * is_told
