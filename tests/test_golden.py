"""The golden transcripts: every bundled replay is shown, scored and checked as in its transcript.

After a change on purpose, run ``python tests/golden/regenerate.py`` and review the differences.
"""

import difflib
from pathlib import Path

import pytest

from tests.golden import regenerate

REPLAYS = regenerate.replay_files()
FEWEST = {"rulebook": 9, "games": 12}


def same(expected: str, actual: str, name: str) -> None:
    """Fail with a readable difference unless the texts are the same."""
    if expected == actual:
        return
    lines = difflib.unified_diff(
        expected.splitlines(), actual.splitlines(), f"tests/golden/{name}", "now", lineterm="", n=2
    )
    shown = "\n".join(list(lines)[:60])
    pytest.fail(f"{name} has changed; if on purpose: python tests/golden/regenerate.py\n{shown}", pytrace=False)


@pytest.mark.parametrize("folder", FEWEST)
def test_enough_replays_are_found(folder: str) -> None:
    found = [path for path in REPLAYS if path.parent == regenerate.REPLAYS / folder]
    assert len(found) >= FEWEST[folder]


@pytest.mark.parametrize("replay", REPLAYS, ids=str)
def test_a_replay_is_shown_as_before(replay: Path) -> None:
    name = regenerate.transcript_name(replay)
    golden = regenerate.GOLDEN / name
    assert golden.exists(), f"{name} is missing: python tests/golden/regenerate.py"
    same(golden.read_text(encoding="utf-8"), regenerate.transcript(replay), name)


def test_a_game_in_lines_is_told_as_before() -> None:
    golden = (regenerate.GOLDEN / regenerate.PLAIN_GAME).read_text(encoding="utf-8")
    assert "You have won" in golden
    same(golden, regenerate.plain_game(), regenerate.PLAIN_GAME)


def test_all_scores_are_as_before() -> None:
    golden = (regenerate.GOLDEN / regenerate.SCORES).read_text(encoding="utf-8")
    assert len(golden.splitlines()) == len(REPLAYS)
    same(golden, regenerate.scores(), regenerate.SCORES)


def test_all_analyses_are_as_before() -> None:
    golden = (regenerate.GOLDEN / regenerate.ANALYSES).read_text(encoding="utf-8")
    assert len(golden.splitlines()) == len(regenerate.analysed()) == len(REPLAYS) - len(regenerate.TOO_LONG)
    same(golden, regenerate.analyses(), regenerate.ANALYSES)


def test_all_explanations_are_as_before() -> None:
    golden = (regenerate.GOLDEN / regenerate.EXPLANATIONS).read_text(encoding="utf-8")
    assert len(golden.splitlines()) == len(regenerate.explained()) == len(REPLAYS) - len(regenerate.TOO_LONG_TO_EXPLAIN)
    same(golden, regenerate.explanations(), regenerate.EXPLANATIONS)


def test_all_repairs_are_as_before() -> None:
    golden = (regenerate.GOLDEN / regenerate.REPAIRS).read_text(encoding="utf-8")
    assert len(golden.splitlines()) == len(regenerate.repaired()) + 1 > 1
    same(golden, regenerate.repairs(), regenerate.REPAIRS)


def test_all_advices_are_as_before() -> None:
    golden = (regenerate.GOLDEN / regenerate.ADVICES).read_text(encoding="utf-8")
    assert len(golden.splitlines()) == len(regenerate.MOMENTS)
    same(golden, regenerate.advices(), regenerate.ADVICES)


def test_no_transcript_has_lost_its_replay() -> None:
    names = {regenerate.transcript_name(replay) for replay in REPLAYS}
    assert regenerate.stored(regenerate.GOLDEN).keys() == names | {*regenerate.RECORDS, regenerate.PLAIN_GAME}


def test_transcripts_have_no_colour_and_end_with_a_line() -> None:
    for name, text in regenerate.stored(regenerate.GOLDEN).items():
        assert "\x1b" not in text, name
        assert text.endswith("\n"), name


def test_changed_new_and_stale_transcripts_are_noticed(tmp_path: Path) -> None:
    texts = {"games/a.txt": "one\n", "games/b.txt": "two\n", "games/c.txt": "three\n"}
    assert regenerate.write(texts, tmp_path) == sorted(texts)
    assert regenerate.differing(texts, tmp_path) == []
    (tmp_path / "games" / "a.txt").write_text("uno\n", encoding="utf-8")
    (tmp_path / "games" / "b.txt").unlink()
    (tmp_path / "games" / "old.txt").write_text("stale\n", encoding="utf-8")
    assert regenerate.differing(texts, tmp_path) == ["games/a.txt", "games/b.txt", "games/old.txt"]
    regenerate.write(texts, tmp_path)
    assert regenerate.stored(tmp_path) == texts
