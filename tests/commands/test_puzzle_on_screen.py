"""Which puzzle follows another on the screen, and what is shown about a solved one."""

from datetime import date

import pytest

from dtcli.commands.puzzle import on_screen
from dtcli.commands.puzzle.on_screen import PuzzleSeries
from dtcli.formats.puzzle.daily import daily_ids
from dtcli.formats.puzzle.file import CheckedPuzzle, check_puzzle, read_puzzles
from dtcli.formats.puzzle.identity import digest_of
from dtcli.formats.puzzle.packs import bundled_name, packs
from dtcli.formats.puzzle.results import PuzzleResult
from dtcli.play.puzzle.report import report_of
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.puzzle_results import ResultsStore
from tests.commands.shell import ROOT

BEGUN = "2026-11-19T20:00:00+01:00"
DAYS = sorted(daily_ids())


def checked(name: str) -> CheckedPuzzle:
    (document,) = read_puzzles([name])
    return check_puzzle(document)


def solved(one: CheckedPuzzle, **other: object) -> PuzzleResult:
    return PuzzleResult(f"s {digest_of(one)}", digest_of(one), BEGUN, attempts=1, solved=True, **other)


@pytest.fixture
def store(tmp_path):
    return ResultsStore(Folders(tmp_path))


def follower(store, name: str, *, asked: str = "") -> str:
    """Return the title of the puzzle that follows, or why none does."""
    path = bundled_name(name) or name
    found = PuzzleSeries(None, store, asked=asked or name).open(checked(path), path).find_next()
    return found if isinstance(found, str) else found.game.puzzle.title


def title(name: str) -> str:
    path = bundled_name(name)
    assert path is not None
    return checked(path).title or ""


def test_the_next_puzzle_of_a_pack_is_the_next_one_that_is_not_solved(store):
    assert follower(store, "gifts/03") == title("gifts/04")
    store.append(solved(checked(bundled_name("gifts/04"))))
    assert follower(store, "gifts/03") == title("gifts/05")


def test_after_the_last_puzzle_of_a_pack_comes_the_first_that_is_not_solved(store):
    last = list(next(pack for pack in packs() if pack.id == "gifts").files())[-1]
    assert follower(store, f"gifts/{last}") == title("gifts/01")
    for path in next(pack for pack in packs() if pack.id == "gifts").files().values():
        store.append(solved(checked(path)))
    assert follower(store, f"gifts/{last}").startswith("Every other puzzle of the pack gifts is solved.")
    following = [pack.id for pack in packs()]
    after = following[(following.index("gifts") + 1) % len(following)]
    assert follower(store, f"gifts/{last}", asked="next") == title(f"{after}/01")


def test_a_later_day_follows_a_day_up_to_today(store, monkeypatch):
    monkeypatch.setattr(on_screen.dates, "today", lambda: DAYS[2])
    names = daily_ids()
    assert follower(store, names[DAYS[0]]) == checked(names[DAYS[1]]).title
    store.append(solved(checked(names[DAYS[1]])))
    assert follower(store, names[DAYS[0]]) == checked(names[DAYS[2]]).title
    assert "the next one comes tomorrow" in follower(store, names[DAYS[2]])


def test_no_puzzle_follows_a_file_of_ones_own(store, tmp_path):
    path = tmp_path / "mine.json"
    path.write_bytes(open_bundled("gifts/03"))
    assert "belongs to no pack" in follower(store, str(path))


def open_bundled(name: str) -> bytes:
    return (ROOT / (bundled_name(name) or "")).read_bytes()


# the report


def report(result: PuzzleResult, *stored: PuzzleResult, today: date = date(2026, 11, 19)):
    one = checked(bundled_name("gifts/03"))
    return report_of(one, result, stored, today=today)


def test_the_first_rated_puzzle_has_a_rating_and_a_later_one_a_change():
    one, other = checked(bundled_name("gifts/03")), checked(bundled_name("gifts/04"))
    first = report(solved(one, grade=3))
    assert first.rating.endswith(", from your first rated puzzle")
    earlier = solved(other, grade=1)
    assert "(+" in report(solved(one, grade=3), earlier).rating
    missed = PuzzleResult("m", digest_of(one), BEGUN, attempts=1, grade=3)
    assert "unchanged: an earlier session decided" in report(solved(one, grade=3), missed).rating
    assert report(solved(one)).rating == ""


def test_the_report_sums_up_all_sessions_and_shows_the_themes():
    one = checked(bundled_name("gifts/03"))
    missed = PuzzleResult("m", digest_of(one), BEGUN, attempts=2, hints=1, seconds=30.0)
    found = report(solved(one, seconds=60.0), missed)
    assert found.went == "solved in 1:30, 3 attempts, 1 hint"
    assert found.share[1] == found.went
    assert found.themes == tuple(one.document.data["themes"])


def test_the_streak_is_that_of_puzzles_of_the_day():
    one = checked(bundled_name("gifts/03"))
    assert report(solved(one)).streak == ""
    assert report(solved(one, day="2026-11-19")).streak == "1 day, most 1"
    before = solved(checked(bundled_name("gifts/04")), day="2026-11-18")._replace(begun="2026-11-18T20:00:00+01:00")
    assert report(solved(one, day="2026-11-19"), before).streak == "2 days, most 2"
    assert report(solved(one, day="2026-11-17")).streak == ""
