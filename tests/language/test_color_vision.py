"""Paints are compared by CIEDE2000, as five kinds of sight have them."""

from math import dist
from pathlib import Path

import pytest
from coloraide import Color

from generator.language.color_vision import MEASURES, SIGHTS, Colorimeter, nearest_color_term, show_paint
from generator.language.color_words import COLOR_TERMS
from generator.safety.code_cache import CodeCache
from generator.safety.memory import Memory
from tests.samples import for_each


@for_each([("normal", 28.2), ("protan", 6.0), ("deutan", 3.7), ("tritan", 43.7), ("gray", 0.9)])
def test_blue_and_purple_are_near_for_some_kinds_of_sight(sight: str, difference: float) -> None:
    assert Colorimeter(Memory()).difference("#1f6fb2", "#8e4fa8", sight) == pytest.approx(difference, abs=0.05)


def test_a_difference_has_no_direction() -> None:
    meter = Colorimeter(Memory())
    for sight in SIGHTS:
        assert meter.difference("#c8102e", "#2e9e5b", sight) == meter.difference("#2e9e5b", "#c8102e", sight) > 10


def test_gray_keeps_the_lightness_alone() -> None:
    shown = show_paint("#c8102e", "gray")
    assert shown[1:3] == shown[3:5] == shown[5:7]
    meter = Colorimeter(Memory())
    assert meter.lightness(shown) == pytest.approx(meter.lightness("#c8102e"), abs=0.3)


def open_measures(home: Path) -> Memory:
    return Memory(CodeCache(home), *MEASURES)


def test_what_was_measured_is_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Colorimeter(open_measures(tmp_path))
    told = first.difference("#112233", "#445566")
    first.save()
    monkeypatch.setattr("generator.language.color_vision.see_paint", None)
    assert Colorimeter(open_measures(tmp_path)).difference("#445566", "#112233") == told


def test_lightness_and_terms_are_those_of_another_library() -> None:
    def measure(paint: str) -> list[float]:
        return Color(paint).convert("lab-d65").coords()

    for number in range(0, 1 << 24, 199_999):
        paint = f"#{number:06x}"
        assert Colorimeter(Memory()).lightness(paint) == pytest.approx(measure(paint)[0], abs=1e-9)
        near = {
            dist(measure(paint), measure(f"#{each}")): word
            for word, some in COLOR_TERMS.items()
            for each in some.split()
        }
        assert nearest_color_term(paint) == near[min(near)]


def test_damage_in_the_store_is_measured_anew(tmp_path: Path) -> None:
    CodeCache(tmp_path).write({"normal #000000 #ffffff": "far"}, *MEASURES)
    assert Colorimeter(open_measures(tmp_path)).difference("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
