"""What texts of paper stock mean, and which stocks one paper serves."""

from math import inf

from generator.model.stock import find_common_paper, find_common_stock, parse_stock, split_finish
from tests.samples import for_each


@for_each(
    [
        ("", "", (0, inf)),
        ("Plain  paper", "plain paper", (0, inf)),
        ("card, 250 to 300 gsm", "card", (250, 300)),
        ("card, 250-300 g/m²", "card", (250, 300)),
        ("300 gsm card", "card", (300, 300)),
        ("card, 300 to 250 gsm", "card", (250, 300)),
        ("card, 160 to 250 gsm, glued on thick card", "card, glued on thick card", (160, 250)),
        ("Karton, 250 bis 300 g/m2", "karton", (250, 300)),
        ("card, at least 200 gsm", "card", (200, inf)),
        ("card, 200 gsm or more", "card", (200, inf)),
        ("paper, up to 120 gsm", "paper", (0, 120)),
        ("cover, 110 lb", "cover, 110 lb", (0, inf)),
        ("2 layers of paper", "2 layers of paper", (0, inf)),
    ]
)
def test_a_stock_is_a_material_and_its_weights(text: str, words: str, weights: tuple[float, float]) -> None:
    found = parse_stock(text)
    assert (found.words, (found.lightest, found.heaviest)) == (words, weights)


@for_each(
    [
        (["card, 250 to 300 gsm", "card, 200 to 280 gsm"], "card, 250 to 280 gsm"),
        (["card, 250 to 300 gsm", "card, 200 to 250 gsm"], "card, 250 gsm"),
        (["Card", "300 gsm card"], "300 gsm card"),
        (["card, at least 200 gsm", "card, up to 300 gsm"], "card, 200 to 300 gsm"),
        (["", "plain paper", ""], "plain paper"),
        (["card, at least 200 gsm", "card, 150 gsm or more"], "card, at least 200 gsm"),
        (["paper, up to 120 gsm", "paper"], "paper, up to 120 gsm"),
        ([], ""),
    ]
)
def test_one_paper_serves_stocks_of_one_material_at_common_weights(texts: list[str], common: str) -> None:
    found = find_common_stock(texts)
    assert found is not None
    assert found.describe() == common


@for_each(
    [
        ["card", "plain paper"],
        ["card, 250 gsm", "card, 300 gsm"],
        ["card, 160 to 250 gsm", "card, 160 to 250 gsm, glued on thick card"],
        # each serves two, none serves all three
        ["card, 160 to 200 gsm", "card, 190 to 260 gsm", "card, 250 to 300 gsm"],
    ]
)
def test_no_paper_serves_other_materials_or_weights_that_lie_apart(texts: list[str]) -> None:
    assert find_common_stock(texts) is None


@for_each(
    [
        ("plain paper, glued on thick card", "plain paper", "glued on thick card"),
        ("Plain paper,  Folded over thin card", "Plain paper", "Folded over thin card"),
        ("card, 160 to 250 gsm, laminated, glued on card", "card, 160 to 250 gsm", "laminated, glued on card"),
        ("card, 250 gsm", "card, 250 gsm", ""),
        ("glued paper", "", "glued paper"),
        ("", "", ""),
    ]
)
def test_a_finish_is_what_is_done_to_printed_paper(text: str, paper: str, finish: str) -> None:
    assert split_finish(text) == (paper, finish)


def test_one_paper_serves_what_differs_in_its_finish() -> None:
    found = find_common_paper(["paper, 80 to 120 gsm, glued on card", "paper, 100 gsm, folded"])
    assert found is not None
    assert found.describe() == "paper, 100 gsm"
    assert find_common_paper(["paper, glued on card", "card, folded"]) is None
