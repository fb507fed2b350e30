"""Explained solutions: which steps are decisive, and that a tempting mistake loses what is said, by the engine."""

import pytest

from dtcli.formats.puzzle.file import check_puzzle
from dtcli.formats.puzzle.packs import packs
from dtcli.render.puzzle.solution import MARK, explained_lines
from dtcli.render.terminal import WIDTH
from dtcli.rules.resolution import apply, options
from solver.puzzles.all_lines import lines_of
from solver.puzzles.explained_solution import explain_solution, temptation_at
from tests.play.puzzle_players import WISHES, made
from tests.puzzles.test_collection import collection


def best_of(state, known):
    """Return the most missions of any line that keeps the backpack whole, by trying all options; -1 without one."""
    if state.over:
        return -1 if state.broken else state.completed
    if state not in known:
        known[state] = max(best_of(apply(state, choice), known) for choice in options(state))
    return known[state]


@pytest.mark.parametrize("name", WISHES)
def test_a_temptation_leads_to_exactly_what_is_said(name):
    lines = made(name).lines
    found = explain_solution(lines, [choice for way in lines.solution for choice in way.choices])
    assert found.decisive >= 1
    assert [step.temptation is not None for step in found.steps] == [lines.matters(step.node) for step in found.steps]
    known = {}
    for step in found.steps:
        if step.temptation is not None:
            state = step.node.state
            for choice in step.temptation.way.choices:
                state = apply(state, choice)
            assert not lines.is_open(step.temptation.way.to)
            assert best_of(state, known) == step.temptation.missions
    assert best_of(lines.start.state, known) >= found.missions


def test_of_two_mistakes_the_one_with_more_missions_at_once_tempts():
    lines = made("most").lines
    node = next(node for node, _ in ((step.node, step.way) for step in explained(lines).steps) if lines.matters(node))
    wrong = [way for way in lines.ways(node) if not lines.is_open(way.to)]
    tempting = temptation_at(lines, node).way
    assert not tempting.to.state.broken or all(way.to.state.broken for way in wrong)
    assert tempting.to.state.completed == max(way.to.state.completed for way in wrong if not way.to.state.broken)


def explained(lines):
    return explain_solution(lines, [choice for way in lines.solution for choice in way.choices])


def text_of(lines):
    return ["".join(span if isinstance(span, str) else span[0] for span in line) for line in explained_lines(lines)]


def test_the_whole_collection_is_explained_in_80_columns():
    assert len(packs()) > 5
    for document in collection()[::4]:
        checked = check_puzzle(document)
        lines = lines_of(checked.game, checked.goal)
        found = explain_solution(lines, [step.choice for step in checked.solution.steps])
        text = text_of(found)
        assert max(map(len, text)) <= WIDTH, document.file
        marked = [line for line in text[1:-1] if line.startswith(MARK)]
        assert len(marked) >= found.decisive >= 1, document.file
        assert " ".join(" ".join(text).split()).count("Tempting: ") == found.decisive
