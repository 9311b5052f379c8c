"""The cookbook's recipes: each is a game that builds clean, and has a picture."""

import re
from pathlib import Path

import pytest

from docs.make_recipes import PAGES, Recipe, build_recipe, read_recipes
from tests.test_docs import ROOT, read

RECIPES = [recipe for page in PAGES for recipe in read_recipes(page)]
FOLDER = ROOT / "docs/recipes"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_a_recipe_builds_clean(recipe: Recipe, tmp_path: Path) -> None:
    checked = build_recipe(recipe, tmp_path).checked
    assert [(each.code, each.message) for each in checked.findings] == []


def test_there_are_forty_recipes_each_under_a_heading_of_its_own() -> None:
    general = re.findall(r"^## (.*)$", read("docs/cookbook.md"), re.MULTILINE)
    every = [*(recipe.title for recipe in RECIPES), *general]
    assert len({*every}) == len(every) >= 50
    assert len(RECIPES) >= 40


@pytest.mark.parametrize("page", PAGES)
def test_each_recipe_shows_its_own_picture(page: str) -> None:
    shown = re.findall(r"^!\[([a-z][^\]]{10,})\]\(recipes/([\w-]+)\.png\)$", read(f"docs/{page}"), re.MULTILINE)
    assert [name for _, name in shown] == [recipe.name for recipe in read_recipes(page)]
    front = read("docs/cookbook.md")
    assert [
        title
        for title in (recipe.title for recipe in read_recipes(page))
        if f"[{title[0].lower()}{title[1:]}](" not in front
    ] == []


def test_no_picture_is_left_over() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(recipe.name for recipe in RECIPES)
