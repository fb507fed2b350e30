"""``dtcli play``: options, input through pipes, and what is saved when a game is interrupted or killed."""

import json
import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Self

import pytest

from dtcli.commands import dates
from dtcli.commands.play_options import LONGEST_SEED, new_seed, setup_of
from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import load
from tests.commands.shell import FRIDAY, LIMIT, ROOT, Terminal, environment, invoke, on_terminal, run, run_code
from tests.commands.test_weight import LOADED
from tests.formats.test_five_minutes import played

ALONE = ("play", "--plain", "--seed", "7")
FULL = """
import dtcli.formats.writing
def refuse(*_, **_more):
    raise OSError(28, "No space left on device")
dtcli.formats.writing.write_whole = refuse
"""
LAID = b"\n2 3 4\nfinish\non\n"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DTCLI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def saved_in(folder: Path) -> list[Path]:
    games = folder / "home" / "games"
    return sorted(games.iterdir()) if games.exists() else []


class Piped:
    """A game whose input stays open."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dtcli", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
        )  # fmt: skip

    def type(self, text: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def hear(self, until: bytes) -> None:
        """Listen until a line begins like this."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(until):
                return
        msg = f"{until!r} was never said"
        raise AssertionError(msg)

    def end(self) -> tuple[int, bytes, bytes]:
        said, complained = self.process.communicate(timeout=LIMIT)
        return self.process.returncode, said, complained

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


# games


def test_a_game_through_a_pipe_is_saved_and_its_claim_agrees(tmp_path):
    result = run(*ALONE, stdin=LAID)
    assert (result.returncode, result.stderr) == (0, b"")
    said = result.stdout.decode().splitlines()
    assert "You have lost: 0 of 10 missions." in said
    assert any(line.startswith("The seed of this deal is 7. To race on it: dtcli play --scenario ") for line in said)
    (path,) = saved_in(tmp_path)
    assert f"The replay is saved as {path}" in said
    assert "What was possible:" in said
    checked = check(load(path))
    assert not checked.problems
    assert checked.agrees
    assert [str(card) for card in checked.resolved.game.story] == ["gold", "gold", "torch"]


def test_time_runs_out_while_the_input_stays_open(tmp_path):
    with Piped(*ALONE, "--minutes", "0.05") as game:
        game.type(b"\n2\n")
        game.hear(b"Time is up.")
        game.type(b"\n")
        game.hear(b"You have lost")
        code, _, complained = game.end()
    assert (code, complained) == (0, b"")
    (path,) = saved_in(tmp_path)
    assert load(path).data["play"]["ended"] == 3


def test_a_game_that_was_won_or_lost_gives_0():
    assert run(*ALONE, stdin=b"\nfinish\n").returncode == 0


def test_the_end_of_the_input_ends_the_game(tmp_path):
    result = run(*ALONE, stdin=b"\n2 3\n")
    assert result.returncode == 0
    (path,) = saved_in(tmp_path)
    assert check(load(path)).is_valid
    assert result.stdout.decode().splitlines()[-1].endswith(str(path))


def test_no_input_at_all():
    result = subprocess.run(
        [sys.executable, "-m", "dtcli", *ALONE], stdin=subprocess.DEVNULL, capture_output=True, env=environment(),
        timeout=LIMIT, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.endswith(b"You leave the game.\n")


@pytest.mark.parametrize(
    ("typed", "transcript_lines", "kept"),
    [(b"", b"You have 5 minutes", 0), (b"\n2\n", b"You play gold", 1), (b"\n2 3\nfinish\n\n", b"Card 1", 1)],
)
def test_ctrl_c_ends_the_game_and_gives_130(tmp_path, typed, transcript_lines, kept):
    _interrupt(tmp_path, typed, transcript_lines, kept, signal.SIGINT)


def test_sigterm_ends_the_game_like_ctrl_c(tmp_path):
    _interrupt(tmp_path, b"\n2 3\nfinish\n\n", b"Card 1", 1, signal.SIGTERM)


def _interrupt(tmp_path, typed, transcript_lines, kept, number):
    with Piped(*ALONE) as game:
        game.type(typed)
        game.hear(transcript_lines)
        game.process.send_signal(number)
        code, said, complained = game.end()
    assert code == 130
    assert complained.decode() == "".join(f"`dtcli play --resume {path}` resumes it\n" for path in saved_in(tmp_path))
    assert said.splitlines()[-1].startswith(b"You leave the game.")
    assert len(saved_in(tmp_path)) == kept


@pytest.mark.parametrize(
    ("typed", "transcript_lines", "phase", "cards"),
    [(b"\n2\n", b"You play gold", "table", 1), (b"\n2 3\nfinish\n\n", b"Card 1", "resolution", 2)],
)
def test_a_killed_game_is_saved_by_the_next_one(tmp_path, typed, transcript_lines, phase, cards):
    with Piped(*ALONE) as game:
        game.type(typed)
        game.hear(transcript_lines)
        game.process.kill()
        assert game.end()[0] == -signal.SIGKILL
    assert saved_in(tmp_path) == []
    printed = run("play", "--plain", stdin=b"quit\n").stderr.decode()
    assert "was interrupted" in printed
    (path,) = saved_in(tmp_path)
    assert f"`dtcli play --resume {path}` resumes it" in printed
    replay = load(path).data
    assert (replay["_interrupted"], len(replay["story"])) == (phase, cards)
    assert check(load(path)).is_valid


def test_killed_five_minutes_are_resumed_in_another_process(tmp_path):
    with Piped(*ALONE, "--heroes", "tragurk") as game:
        game.type(b"\n2 5\nrefill off\n9\n")
        game.hear(b"You play")
        game.hear(b"Cards are drawn when you say refill")
        game.hear(b"You play")
        game.process.kill()
        assert game.end()[0] == -signal.SIGKILL
    run("play", "--plain", stdin=b"quit\n")
    (path,) = saved_in(tmp_path)
    before = load(path).data
    script = b"cards\n3\ngo on\ncards\n7\nfinish\non\n"
    result = run("play", "--plain", "--resume", str(path), stdin=script)
    assert (result.returncode, result.stderr) == (0, b"")
    said = result.stdout.decode().splitlines()
    assert said.count("The game is paused. Type go on.") == 2
    assert "9: no card." in said
    assert saved_in(tmp_path) == [path]
    after = load(path).data
    assert after["heroes"] == ["tragurk"]
    assert not [key for key in after if key in ("_interrupted", "_table")]
    assert after["play"]["events"][:-1] == before["play"]["events"]
    assert (after["play"]["hands"], after["play"]["deck"]) == (before["play"]["hands"], before["play"]["deck"])
    (pause,) = after["play"]["pauses"]
    assert pause["t"] == before["_table"]["clock"]
    assert 0 < pause["seconds"] < LIMIT
    assert run("validate", str(path)).returncode == 0
    again = run("play", "--plain", "--resume", str(path))
    assert again.returncode == 1
    assert b"it was not interrupted" in again.stderr


def test_a_folder_that_cannot_be_written_is_reported_and_the_game_goes_on(tmp_path):
    result = run_code(FULL + LOADED, *ALONE, stdin=LAID)
    assert b"the game could not be saved: No space left on device" in result.stderr
    assert b"What was possible:" in result.stdout
    assert saved_in(tmp_path) == []
    again = run("campaign", "status")
    assert b"a game is over, and is saved as" in again.stderr
    (path,) = saved_in(tmp_path)
    assert check(load(path)).agrees


@pytest.mark.parametrize("saves", [True, False])
def test_a_home_lost_during_a_game_is_reported_and_another_folder_is_offered(home, tmp_path, saves):
    with Piped(*ALONE) as game:
        game.type(b"\n2\n")
        game.hear(b"You play gold")
        home.rename(tmp_path / "moved")
        home.write_text("a file\n")
        game.type(b"3\n")
        game.hear(b"Warning: the game is not being saved: the journal was removed, and cannot be written again")
        game.type(b"quit\n")
        game.hear(b"The game could not be saved: ")
        game.type(f"/none\n{tmp_path}\n".encode() if saves else b"\n")
        code, said, complained = game.end()
    found = list(tmp_path.glob("*.json"))
    if saves:
        assert b"Cannot save there: No such file" in said
        assert (code, len(load(found[0]).data["story"])) == (0, 2)
    else:
        assert (code, found) == (3, [])
        assert b"everything after the first warning is lost" in complained
        assert b"tries to save it again" not in complained


def test_a_closed_pipe_ends_the_game_quietly():
    """``dtcli play --plain | head -1`` ends quietly."""
    command = f'echo | "{sys.executable}" -m dtcli {" ".join(ALONE)} | head -n 1'
    result = subprocess.run(["sh", "-c", command], capture_output=True, env=environment(), timeout=LIMIT, check=False)
    assert (result.stdout.count(b"\n"), result.stderr) == (1, b"")


@pytest.mark.parametrize(("typed", "code"), [(b"\n2\nquit\n", 0), (b"\n2\n\x03", 130), (b"\n\x04", 0)])
def test_plain_text_works_on_a_dumb_terminal(typed, code):
    with Terminal(*ALONE, TERM="dumb") as terminal:
        terminal._read(b"type help for help.")
        for key in typed.splitlines(keepends=True):
            terminal.type(key)
            if key == b"2\n":
                terminal._read(b"You play gold")
        assert terminal.end() == code
    assert b"You leave the game." in terminal.shown
    assert b"\x1b" not in terminal.shown


# options


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        (["--scenario", "levl-1"], "unknown scenario 'levl-1'", "did you mean level-1?"),
        (["--scenario", "xyz"], "unknown scenario 'xyz'", "scenarios are level-1"),
        (["--adventure", "The Aprentices Book"], "unknown adventure", "did you mean The Apprentice's Book?"),
        (["--edition", "en-2018"], "unknown edition 'en-2018'", "did you mean en-2017?"),
        (["--heroes", "tonk, zria tearleaf"], "unknown hero 'zria tearleaf'", "did you mean Zaria Tearleaf?"),
        (["--heroes", "tonk,tonk"], "Tonk Redbeer is named twice", ""),
        (["--heroes", "tonk,zaria,alan,fylee,garynor,tragurk"], "6 heroes, but at most 5 can play", "name fewer"),
        (["--heroes", "tragurk", "--edition", "demo-2016"], "Tragurk is not in the box", "dtcli heroes"),
        (["--heroes", "6"], "1 to 5 heroes can be drawn, not 6", ""),
        (["--heroes", "0"], "1 to 5 heroes can be drawn, not 0", ""),
        (["--heroes", ""], "unknown hero ''", ""),
        (["--minutes", "0"], "--minutes is a number above 0 and up to 60", ""),
        (["--minutes", "-1"], "--minutes is a number above 0 and up to 60", ""),
        (["--minutes", "61"], "--minutes is a number above 0 and up to 60", ""),
        (["--minutes", "nan"], "--minutes is a number above 0 and up to 60", ""),
        (["--seed", ""], "--seed is a word of up to", ""),
        (["--seed", "x" * (LONGEST_SEED + 1)], "--seed is a word of up to", ""),
        (["--seed", "a\tb"], "--seed is a word of up to", ""),
        (["--scenario", "level-1", "--adventure", "the-apprentices-book"], "not both", ""),
        (["--card-set", "rulebook"], "the card set has", "choose another scenario"),
        (["--speed", "2"], "--speed is for watching a game", "--replay"),
        (["--replay", FRIDAY, "--seed", "7"], "--seed is for a new game", ""),
        (["--replay", FRIDAY, "--extended"], "--extended is for a new game", ""),
        (["--replay", FRIDAY, "--speed", "0"], "--speed is a number", ""),
        (["--replay", FRIDAY, "--speed", "nan"], "--speed is a number", ""),
        (["--replay", FRIDAY], "the five minutes of this game are not recorded", f"dtcli replay {FRIDAY}"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused_with_a_hint(arguments, error, hint):
    result = invoke("play", "--plain", *arguments)
    assert result.exit_code == 2
    assert error in result.stderr
    assert hint in result.stderr
    assert not result.stdout


def test_a_missing_and_an_invalid_replay_to_watch(tmp_path):
    assert invoke("play", "--plain", "--replay", str(tmp_path / "none.dt")).exit_code == 3
    wrong = tmp_path / "wrong.dt"
    wrong.write_text("swrod\n", encoding="utf-8")
    result = invoke("play", "--plain", "--replay", str(wrong))
    assert result.exit_code == 1
    assert "did you mean sword?" in result.stdout


def test_without_a_terminal_there_is_no_screen():
    result = run("play", "--seed", "7")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.splitlines()[0] == b"error: the game needs a terminal"
    assert b"--plain" in result.stderr


@pytest.mark.parametrize("more", [{}, {"NO_COLOR": "1"}])
def test_a_dumb_terminal_has_no_screen(more):
    code, shown = on_terminal("play", "--seed", "7", **{**more, "TERM": "dumb"})
    assert code == 2
    assert b"--plain" in shown


@pytest.mark.parametrize("sort", ["draw", "3", "tonk, Zaria Tearleaf", "none"])
@pytest.mark.parametrize("edition", ["en-2017", "it-2018", "demo-2016"])
def test_the_option_heroes(sort, edition):
    setup = setup_of(None, None, edition, sort, "7", None, None)
    offers = setup.hero_offers()
    assert (len(offers), len(setup.heroes)) == {"draw": (1, 0), "3": (3, 0), "none": (0, 0)}.get(sort, (0, 2))
    assert setup.edition == edition


def test_the_default_game():
    setup = setup_of(None, None, None, None, None, None, None)
    assert (setup.what.id, setup.seconds, setup.edition, setup.extended, setup.heroes) == (
        "training-grounds", 300, "en-2017", False, (),
    )  # fmt: skip


def test_a_new_seed_is_easy_to_say_and_random():
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) > 40
    assert all(len(seed) == 5 and seed.isalpha() and seed.islower() for seed in seeds)


def test_an_own_card_set_is_found_from_any_folder(tmp_path):
    own = tmp_path / "own.toml"
    text = (ROOT / "dtcli/data/house.toml").read_text(encoding="utf-8")
    own.write_text(text.replace('id = "house"', 'id = "own"', 1), encoding="utf-8")
    result = run(*ALONE, "--card-set", "own.toml", stdin=LAID, cwd=tmp_path)
    assert result.returncode == 0
    (path,) = saved_in(tmp_path)
    assert check(load(path)).agrees
    assert setup_of(None, None, None, None, "7", None, "house").names is bundled_cards("house")


def test_a_card_set_that_is_too_small_to_deal_is_refused(tmp_path):
    own = tmp_path / "small.toml"
    text = (ROOT / "dtcli/data/house.toml").read_text(encoding="utf-8")
    own.write_text(text.replace("cards = 4", "cards = 1"), encoding="utf-8")
    result = invoke("play", "--plain", "--card-set", str(own))
    assert result.exit_code == 2
    assert "this card set cannot be dealt" in result.stderr


# watching


def test_a_saved_game_can_be_watched(tmp_path):
    run(*ALONE, stdin=LAID)
    (path,) = saved_in(tmp_path)
    result = run("play", "--plain", "--replay", str(path), "--speed", "1000")
    assert (result.returncode, result.stderr) == (0, b"")
    said = result.stdout.decode().splitlines()
    assert any(line.endswith(" s: plays torch.") for line in said)
    assert said[-1] == "You have lost: 0 of 10 missions."


def test_games_of_several_players_are_watched_too(tmp_path):
    path = tmp_path / "three.json"
    path.write_text(compact(played(3, 3, scenarios()["training-grounds"])), encoding="utf-8")
    result = run("play", "--plain", "--replay", str(path), "--speed", "1000")
    assert b"s: player 2 plays " in result.stdout
    result = run("play", "--replay", str(path))
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"the game needs a terminal" in result.stderr
    assert b"--plain uses plain text" in result.stderr


# what is loaded


def test_a_game_in_plain_text_loads_no_screen_and_the_solver_only_at_its_end():
    result = run_code(LOADED, *ALONE, stdin=b"\n2 3\nquit\n")
    loaded = set(json.loads(result.stderr.splitlines()[-1]))
    assert not {"textual", "ortools", "rich"} & loaded
    assert "dtcli.play.text.game" in loaded


def test_the_environment_is_unchanged():
    assert "DTCLI_TERM" not in os.environ


@pytest.mark.parametrize(("heroes", "warns"), [("ros-thanir", True), ("Ro's Thanir,tonk", False), ("tonk", False)])
def test_x18_a_named_hero_who_can_never_act_is_warned_of(heroes, warns):
    result = run("play", "--seed", "7", "--heroes", heroes, "--plain")
    warning = b"warning: Ro's Thanir can never act, because there is no other hero whose skill could be borrowed"
    assert (warning in result.stderr.splitlines()) == warns
    assert result.stdout.startswith(b"Training Grounds")


# the deal of the day


def test_the_deal_of_the_day_is_the_same_for_everyone(tmp_path, monkeypatch):
    monkeypatch.setattr(dates, "today", lambda: date(2026, 11, 22))
    for _ in range(2):
        assert invoke("play", "--daily", "--plain", stdin=LAID).exit_code == 0
    one, two = (json.loads(path.read_text(encoding="utf-8")) for path in saved_in(tmp_path))
    assert (one["scenario"], one["play"]["seed"]) == ("level-4", "daily-2026-11-22")
    assert [one["play"][key] for key in ("hands", "deck")] == [two["play"][key] for key in ("hands", "deck")]
    monkeypatch.setattr(dates, "today", lambda: date(2026, 11, 23))
    assert "Training Grounds" in invoke("play", "--daily", "--plain", stdin=b"quit\n").stdout


@pytest.mark.parametrize(
    "options", [["--seed", "x"], ["--scenario", "level-1"], ["--extended"], ["--card-set", "house"], ["--resume", "x"]]
)
def test_what_would_change_the_deal_of_the_day_is_refused(options):
    result = invoke("play", "--daily", "--plain", *options)
    assert result.exit_code == 2
    assert "--daily" in result.stderr


# leading on


def test_games_are_played_one_after_another_through_a_pipe(tmp_path):
    found = run(*ALONE, stdin=LAID + b"again\n" + LAID + b"new\n" + LAID)
    assert found.returncode == 0, found.stderr
    games = [json.loads(path.read_text(encoding="utf-8")) for path in saved_in(tmp_path)]
    assert len(games) == 3
    assert len({game["_game"] for game in games}) == 3
    assert all("result" in game and "_interrupted" not in game for game in games)
    seeds = sorted(game["play"]["seed"] for game in games)
    assert seeds.count("7") == 2
    same = [game["play"]["hands"] for game in games if game["play"]["seed"] == "7"]
    assert same[0] == same[1]
    assert found.stdout.count(b"What next? Type again, new, watch or analyse; or press Enter to leave.") == 3
    assert b"Your first finished game of Training Grounds." in found.stdout
    assert not list((tmp_path / "home" / "journals").iterdir())


def test_a_game_that_is_left_after_another_one_is_saved_and_can_be_resumed(tmp_path):
    found = run(*ALONE, stdin=LAID + b"again\n\n2\nquit\n")
    assert found.returncode == 0
    games = [json.loads(path.read_text(encoding="utf-8")) for path in saved_in(tmp_path)]
    assert sorted("_interrupted" in game for game in games) == [False, True]
    assert b"`dtcli play --resume " in found.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_second_game_that_is_ended_by_a_signal_is_not_lost(tmp_path, number):
    game = Piped(*ALONE)
    game.type(LAID + b"again\n\n2\n")
    for _ in range(2):
        game.hear(b"The sand is running")
    game.hear(b"You play")
    game.process.send_signal(number)
    game.process.communicate(timeout=LIMIT)
    assert game.process.returncode == (130 if number == signal.SIGTERM else -signal.SIGKILL)
    run("history")
    games = [json.loads(path.read_text(encoding="utf-8")) for path in saved_in(tmp_path)]
    assert sorted(len(game["story"]) for game in games) == [1, 3]


def test_a_second_game_that_cannot_be_saved_is_reported_like_the_first(home, tmp_path):
    found = run_code(
        "import os, sys\nfrom dtcli.commands.app import app\nfrom dtcli.play.storage import saving\n"
        "write, calls = saving.write_replay, []\n"
        "def fail(path, replay):\n"
        "    calls.append(path)\n"
        "    if '-2.json' in path.name: raise OSError(28, 'No space left on device')\n"
        "    write(path, replay)\n"
        "saving.write_replay = fail\n"
        "app()",
        *ALONE, stdin=LAID + b"again\n" + LAID + b"\n",
    )  # fmt: skip
    assert found.returncode == 3, found.stderr
    assert b"The game could not be saved: No space left on device" in found.stdout
    assert len(saved_in(tmp_path)) == 1
    assert len(list((home / "journals").iterdir())) == 1


def test_after_leaving_the_screen_the_race_command_stands_on_one_line(home):
    with Terminal("play", "--seed", "7", "--edition", "it-2018", DTCLI_HOME=str(home), NO_COLOR="1") as terminal:
        terminal.wait(b"turns the sand over")
        terminal.type(b"\roo")
        terminal.wait(b"new deal")
        terminal.type(b"q")
        assert terminal.end() == 0
        left = terminal.shown.rpartition(b"\x1b[?1049l")[2].decode()
    assert "\nto race on this deal: dtcli play --scenario training-grounds --edition it-2018 --seed 7\r\n" in left
    (path,) = (home / "games").iterdir()
    assert f"the replay is saved as {path}\r\n" in left


def test_games_are_played_one_after_another_on_the_screen(home):
    with Terminal("play", "--seed", "7", DTCLI_HOME=str(home), NO_COLOR="1") as terminal:
        for key in (b"r", b"n", b"q"):
            terminal.wait(b"turns the sand over")
            terminal.type(b"\roo")
            terminal.wait(b"new deal")
            terminal.type(key)
        assert terminal.end() == 0
    seeds = [json.loads(path.read_text(encoding="utf-8"))["play"]["seed"] for path in (home / "games").iterdir()]
    assert len(seeds) == 3
    assert sorted(seeds).count("7") == 2
    assert terminal.shown.count(b"the replay is saved as") == 3
    assert not list((home / "journals").iterdir())
