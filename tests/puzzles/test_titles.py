"""Titles: one for each seed, none twice in a batch, none that ships."""

import pytest

from dtcli.formats.puzzle.file import read_puzzles
from solver.puzzles import titles
from solver.puzzles.themes import THEMES

LONGEST = 48


@pytest.mark.parametrize("theme", THEMES)
def test_a_batch_of_several_hundred_has_no_title_twice(theme):
    made = [titles.title_of([theme], f"grade3v2#attic-{n}") for n in range(1, 501)]
    assert len(set(made)) == 500
    assert max(map(len, made)) <= LONGEST


def test_even_ten_thousand_titles_differ():
    made = {titles.title_of(["trade"], f"attic-{n}") for n in range(10_000)}
    assert len(made) == 10_000
    assert any(title.endswith(", Part 2") for title in made)


def test_no_theme_has_a_title_of_another():
    made = [title for theme in THEMES for title in titles._titles(theme)]
    assert len(set(made)) == len(made) > 10_000


def test_no_title_that_ships_is_made():
    shipped = {document.data["title"] for document in read_puzzles(["puzzles"])}
    assert len(shipped) >= 120
    assert shipped.isdisjoint({title for theme in THEMES for title in titles._titles(theme)})


def test_the_same_seed_gives_the_same_title():
    assert titles.title_of(["trade"], "grade2v2#cellar") == titles.title_of(["trade"], "grade2v2#cellar")
    assert titles.title_of([], "x")


def test_a_bundled_title_is_not_taken():
    taken = set()
    for n in range(20):
        taken.add(titles.bundled_title(["trade", "right-kind"], f"x{n}", taken))
    assert len(taken) == 20
