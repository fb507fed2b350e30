"""The journal: after a kill at any point it contains everything up to then."""

import json
import os
import shutil
import time
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtcli.formats import locks
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage import recovery, saving
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.journal import FORMAT, GameLabel, Journal, saved_replay
from dtcli.play.storage.journal_reading import CorruptGameError, read_journal
from dtcli.play.storage.play_and_save import play_game
from dtcli.play.storage.recovery import recover
from dtcli.rules.decisions import REVEAL
from tests.play.manual_clock import START, ManualClock
from tests.play.random_players import Player, setup

HEAD = f'{{"format": "{FORMAT}"'.encode()
LABEL = GameLabel("ab12", "2026-01-16T20:31:00+01:00")


class Witness:
    """A second listener that records the replay expected after each line of the journal."""

    def __init__(self, folders, seed, **other):
        player = self.player = Player(seed)
        self.journal = Journal.reserve(folders.create(), "game", calendar=player.clock.date)
        self.game = SoloGame(setup(**{"draw_heroes": 1, "seed": str(seed), **other}), now=player.clock, listener=self)
        self.journal.begin(self.game, LABEL)
        self.seen = [(self.size, self.wanted())]
        player(self.game)
        self.content = self.journal.path.read_bytes()
        self.journal.remove()

    @property
    def size(self):
        return self.journal.path.stat().st_size

    def wanted(self):
        if self.game.phase in (Phase.HEROES, Phase.READY):
            return None
        return json.loads(json.dumps(saved_replay(self.game, LABEL, at=self.player.clock.date())))

    def __call__(self, game):
        self.journal(game)
        self.seen.append((self.size, self.wanted()))


@pytest.fixture
def folders(tmp_path):
    return Folders(tmp_path / "home").create()


def leave(folders, content):
    """Leave a journal, as a killed process does."""
    (folders.journals / "game.journal").write_bytes(content)


@pytest.mark.parametrize(
    ("seed", "other"),
    [(1, {}), (2, {"what": "the-apprentices-book", "draw_heroes": 3}), (3, {"edition": "demo-2016", "extended": True})],
)
def test_after_every_line_recovery_gives_the_game_as_it_was(folders, seed, other):
    witness = Witness(folders, seed, **other)
    phases = set()
    assert len(witness.seen) > 50
    for size, wanted in witness.seen:
        leave(folders, witness.content[:size])
        found = recover(folders)
        assert not found.problems
        assert not list(folders.journals.iterdir())
        if wanted is None:
            assert not found.games
            continue
        (kept,) = found.games
        document = load(kept.path)
        written = json.loads(kept.path.read_text(encoding="utf-8"))
        pauses = written["play"].get("pauses", [])
        if len(pauses) > len(wanted["play"].get("pauses", [])):  # killed in a pause
            pauses.pop()
            if not pauses:
                del written["play"]["pauses"]
        assert written == wanted
        assert document.data["_game"] == "ab12"
        assert not [problem for problem in check(document).problems if problem.is_error]
        phases.add(written.get("_interrupted", "over"))
        kept.path.unlink()
    assert phases == {"table", "resolution", "over"}


def test_an_interrupted_pause_is_recorded_with_its_known_length(folders):
    clock = ManualClock()
    journal = Journal.reserve(folders, "game")
    game = SoloGame(setup(), now=clock, listener=journal)
    journal.begin(game, LABEL)
    game.start_clock()
    clock.wait(20)
    game.pause()
    for _ in range(47):
        clock.wait(0.5)
        game.check_time()
    journal.close()
    (kept,) = recover(folders).games
    play = json.loads(kept.path.read_text(encoding="utf-8"))["play"]
    assert play["pauses"] == [{"t": 20, "seconds": 20}]


def test_the_clock_is_saved_every_five_seconds(folders):
    clock = ManualClock()
    journal = Journal.reserve(folders, "game", calendar=clock.date)
    game = SoloGame(setup(), now=clock, listener=journal)
    journal.begin(game, LABEL)
    game.start_clock()
    for _ in range(47):
        clock.wait(0.5)
        game.check_time()
    journal.close()
    (kept,) = recover(folders).games
    replay = json.loads(kept.path.read_text(encoding="utf-8"))
    assert (replay["_table"]["clock"], replay["_table"]["at"]) == (20, "2026-01-16T20:31:20.000+00:00")
    assert replay["play"]["events"] == []
    assert "pauses" not in replay["play"]
    assert check(load(kept.path)).is_valid


def test_a_pause_of_a_week_does_not_fill_the_disk(folders):
    clock = ManualClock()
    journal = Journal.reserve(folders, "game", calendar=clock.date)
    game = SoloGame(setup(), now=clock, listener=journal)
    journal.begin(game, LABEL)
    game.start_clock()
    game.pause()
    for _ in range(7 * 24 * 60 * 6):
        clock.wait(10)
        game.check_time()
    assert journal.path.stat().st_size < 200_000
    journal.close()
    (kept,) = recover(folders).games
    (pause,) = json.loads(kept.path.read_text(encoding="utf-8"))["play"]["pauses"]
    assert pause["seconds"] == pytest.approx(7 * 24 * 3600, rel=0.02)


WITNESS = []


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.floats(0, 1))
def test_an_incomplete_last_line_is_ignored(tmp_path_factory, share):
    if not WITNESS:
        WITNESS.append(Witness(Folders(tmp_path_factory.mktemp("home")), 4))
    (witness,) = WITNESS
    cut = int(len(witness.content) * share)
    sizes = [0, *(size for size, _ in witness.seen)]
    whole = max(size for size in sizes if size <= cut)
    inside = witness.content[whole:cut].count(b"\n")  # several lines are written at once, and a cut may part them
    before = read_journal(witness.content[:whole]) if whole else None
    after = read_journal(witness.content[:cut])
    if not inside:
        assert after == before
    else:
        assert after is not None


def test_only_the_last_line_may_be_incomplete(folders):
    content = Witness(folders, 4).content
    lines = content.splitlines(keepends=True)
    broken = b"".join([*lines[:5], lines[5][:10] + b"\n", *lines[6:]])
    with pytest.raises(CorruptGameError, match="line 6"):
        read_journal(broken)
    assert read_journal(content + b"\0\0\0\0\n") == read_journal(content)  # as a power cut leaves it


@pytest.mark.parametrize(
    "content",
    [
        b"hello", b"hello\n", b"\xff\xfe\n{}\n", b"{}\n", b"[]\n", b'{"format": "dungeon-time/journal/2"}\n',
        HEAD + b"}\n", HEAD + b', "phase": "table", "replay": {}}\n', HEAD + b', "phase": "lunch", "replay": {}}\n',
        HEAD + b', "phase": "table", "replay": {}}\n{"event": {"t": 1, "play": "bow"}}\n',
        HEAD + b', "phase": "table", "replay": {}}\n{"paused": 1, "seconds": 2}\n',
        HEAD + b', "phase": "table", "replay": {"play": []}}\n{"paused": 1, "seconds": 2}\n',
    ],
)  # fmt: skip
def test_a_corrupt_journal_is_renamed_and_reported(folders, content):
    leave(folders, content)
    found = recover(folders)
    assert not found.games
    (problem,) = found.problems
    assert problem.code == "DT803"
    assert not list(folders.games.iterdir())
    (aside,) = folders.journals.iterdir()
    assert aside.read_bytes() == content
    assert aside.name == "game.damaged"
    assert problem.file == str(aside)
    leave(folders, b"again")
    assert recover(folders).problems[0].file == str(folders.journals / "game-2.damaged")
    assert not recover(folders).problems


def test_an_unexpected_error_renames_one_journal_and_the_others_are_recovered(folders, monkeypatch):
    content = Witness(folders, 4).content
    for name in ("first", "second"):
        (folders.journals / f"{name}.journal").write_bytes(content.replace(b"ab12", name.encode()))

    def judged(document, **options):
        if document.data["_game"] == "first":
            raise ZeroDivisionError
        return check(document, **options)

    monkeypatch.setattr(recovery, "check", judged)
    found = recover(folders)
    assert [game.path.stem for game in found.games] == ["second"]
    assert [problem.code for problem in found.problems] == ["DT803"]
    assert [path.name for path in folders.journals.iterdir()] == ["first.damaged"]


def test_a_journal_stays_if_its_replay_could_not_be_read_back(folders, monkeypatch):
    leave(folders, Witness(folders, 4).content)
    monkeypatch.setattr(saving, "to_json", lambda replay: json.dumps(replay)[:-1])
    (problem,) = recover(folders).problems
    assert "could not be read back" in problem.message
    assert [path.name for path in folders.journals.iterdir()] == ["game.damaged"]
    assert not list(folders.games.iterdir())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders")
def test_a_folder_is_not_a_journal(folders):
    os.mkfifo(folders.journals / "pipe.journal")
    (folders.journals / "folder.journal").mkdir()
    assert recover(folders) == ((), ())


def test_a_modified_journal_is_rejected(folders):
    content = Witness(folders, 4).content
    leave(folders, content.replace(b'"ended": ', b'"ended": 9'))
    assert [problem.code for problem in recover(folders).problems] == ["DT803"]


@pytest.mark.parametrize("content", [b"", b"{", b'{"format": "dungeon-time/journal/1", "phase": "rea'])
def test_an_incomplete_first_line_saves_nothing(folders, content):
    leave(folders, content)
    assert recover(folders) == ((), ())
    assert not list(folders.journals.iterdir())


def test_a_journal_in_use_is_left_alone(folders):
    content = Witness(folders, 4).content
    leave(folders, content)
    path = folders.journals / "game.journal"
    with locks.try_lock(path) as free:
        assert free
        assert recover(folders) == ((), ())
    assert path.read_bytes() == content
    assert len(recover(folders).games) == 1


def test_a_name_is_used_once_even_after_its_journal_was_removed(folders):
    (folders.games / "game.json").write_text("{}")
    first = Journal.reserve(folders, "game")
    second = Journal.reserve(folders, "game")
    assert [first.path.stem, second.path.stem] == ["game-2", "game-3"]
    first.remove()
    second.remove()
    assert not list(folders.journals.iterdir())


def test_a_file_of_another_game_is_never_overwritten(folders):
    content = Witness(folders, 4).content
    (folders.games / "game.json").write_text('{"format": "dungeon-time/replay/1", "story": [], "_game": "other"}')
    leave(folders, content)
    (kept,) = recover(folders).games
    assert kept.path.name == "game-2.json"
    assert "other" in (folders.games / "game.json").read_text()


def test_a_game_goes_on_when_its_journal_cannot_be_written(folders, monkeypatch):
    journal = Journal.reserve(folders, "game")
    player = Player(4)
    game = SoloGame(setup(), now=player.clock, listener=journal)
    journal.begin(game, LABEL)
    monkeypatch.setattr(
        "dtcli.play.storage.journal.os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left"))
    )
    player(game)
    assert game.phase is Phase.OVER
    assert journal.failed == "No space left"
    journal.remove()


def test_writing_takes_no_noticeable_time(folders):
    journal = Journal.reserve(folders, "game")
    player = Player(4)
    spent = []

    def listen(game):
        start = time.perf_counter()
        journal(game)
        spent.append(time.perf_counter() - start)

    game = SoloGame(setup(draw_heroes=1), now=player.clock, listener=listen)
    journal.begin(game, LABEL)
    player(game)
    journal.remove()
    assert len(spent) > 50
    assert sorted(spent)[len(spent) // 2] < 0.005


@contextmanager
def largest_file(size):
    """Simulate a full disk: a write beyond this size is cut short, and the next one fails."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def begun(folders):
    player = Player(4)
    journal = Journal.reserve(folders, "game", calendar=player.clock.date)
    game = SoloGame(setup(seed="4"), now=player.clock, listener=journal)
    journal.begin(game, LABEL)
    player.begin(game)
    return journal, game


def test_a_full_disk_is_reported_at_once_and_the_missing_lines_are_written_later(folders):
    journal, game = begun(folders)
    with largest_file(journal.path.stat().st_size + 20):
        game.play([0])
        assert game.save_error == "No space left on device"
        game.play([1])
        assert game.save_error is not None
    assert read_journal(journal.path.read_bytes()).replay["story"] == []
    game.play([2])
    assert game.save_error is None
    assert read_journal(journal.path.read_bytes()).replay == saved_replay(game, LABEL, at=START)
    journal.remove()


def test_a_disk_that_is_full_from_the_start_is_reported(folders):
    with largest_file(10):
        journal, game = begun(folders)
        assert game.save_error == "No space left on device"
    journal.remove()


@pytest.mark.parametrize("finished", [False, True], ids=["five minutes", "resolution"])
def test_a_removed_home_is_recreated(folders, finished):
    journal, game = begun(folders)
    game.play([0])
    if finished:
        game.finish()
    shutil.rmtree(folders.home)
    if finished:
        game.choose(REVEAL)
    else:
        game.play([1])
    assert game.save_error is None
    journal.close()
    (kept,) = recover(folders).games
    assert load(kept.path).data == json.loads(json.dumps(saved_replay(game, LABEL, at=START)))


def test_a_home_that_cannot_be_recreated_is_reported_and_the_game_can_be_saved_elsewhere(folders, tmp_path):
    seen = []

    def front_end(game, _save):
        game.start_clock()
        game.play([0])
        folders.home.rename(tmp_path / "moved")
        folders.home.write_text("a file\n")
        game.play([1])
        seen.append(game.save_error)

    found = play_game(setup(seed="4"), front_end, folders=folders)
    assert "cannot be written again: Not a directory" in seen[0]
    assert found.save_error == seen[0]
    assert str(folders.home) in str(found.unsaved)
    with pytest.raises(FileNotFoundError):
        found.unsaved.save_in(str(tmp_path / "none"))
    for odd in ("~nosuchuser", "a\0b"):
        with pytest.raises(OSError, match=r"."):
            found.unsaved.save_in(odd)
    path = found.unsaved.save_in(str(tmp_path))
    assert found.unsaved.saved == path
    assert check(load(path)).is_valid
    assert len(load(path).data["story"]) == 2
