"""Figures are proven in a second process, which hands over what they say and explain."""

from generator.pipeline.build import prepare_kit
from generator.pipeline.options import Options
from generator.pipeline.rules.printing import look_at_figures_beside
from tests.kits import GAMES


def test_what_figures_say_is_known_wherever_they_were_drawn() -> None:
    options = Options(prove_all=True)
    kit = prepare_kit(GAMES["psycle"], options)
    drawn = kit.faces.used_texts
    with look_at_figures_beside(kit, options) as figures:
        beside = figures.result()
    with look_at_figures_beside(kit, Options(prove_all=True, processes=1)) as figures:
        assert not figures.has_started
        assert figures.result() == beside
    assert beside.used_texts == kit.faces.used_texts > drawn
