"""Par at the end of the timed game: found in the background, kept with the game, never in the way; and the stars."""

import json
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic

import pytest

from dtcli.formats.json.text import compact
from dtcli.formats.replay.check import check
from dtcli.formats.replay.kept_par import KeptPar
from dtcli.formats.replay.reading import load
from dtcli.play.game.par import FoundPar, par_sentence, search_par
from dtcli.play.game.par_thread import ParThread
from dtcli.play.game.replay import replay_of
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.game.stars import stars_of
from dtcli.play.storage import par as storage
from dtcli.play.storage.par import find_saved_par
from dtcli.play.text.game import play_plain
from dtcli.render.known_par import par_words
from dtcli.rules.score import Status
from solver.limits import Limits
from tests.commands.shell import invoke
from tests.play.good_player import decide_simply, play_well
from tests.play.headless import begin, on_screen, resolving, shown
from tests.play.manual_clock import ManualClock
from tests.play.scenes import Scene
from tests.play.test_game import setup, started
from tests.play.text_players import ComputedLines, PlayedGame, ScriptedLines, greedy, no_par

NEVER = Event()
WON = KeptPar(30, 30, 10)


def finished(*, until: float = 60.0, pause: float = 4.0, **other: object) -> SoloGame:
    game, clock = started(**other)
    play_well(game, clock.wait, until=until, pause=pause)
    if game.phase is Phase.TABLE:
        game.finish()
    while game.phase is Phase.RESOLUTION:
        decide_simply(game)
    return game


def won(**other: object) -> SoloGame:
    game = finished(what="level-1", seed="11", **other)
    assert game.status is Status.WON
    return game


def saved(game: SoloGame, folder: Path, **other: object) -> Path:
    path = folder / "game.json"
    path.write_text(compact({**replay_of(game, date="2026-11-18"), "_game": "x", **other}) + "\n", encoding="utf-8")
    return path


def waits_for_the_stop(_game: SoloGame, _path: Path | None, stop: Event) -> None:
    assert stop.wait(20)


# the search


def test_par_of_a_deal_is_found_and_proved():
    assert search_par(finished(what="level-1", seed="11", until=290), NEVER) == KeptPar(36, 36, goal=10)


def test_the_deeds_of_a_won_game_are_a_line_of_play_too():
    game = won()
    par = search_par(game, NEVER, limits=Limits(work=0))
    assert par is not None
    assert par.deeds is not None
    assert par.deeds <= game.deeds
    assert par.bound is not None
    assert par.bound <= 36


def test_a_search_that_is_stopped_ends_soon_and_finds_nothing():
    game = finished(what="level-1", seed="1-13", until=290)  # takes minutes
    thread = ParThread(lambda game, _, stop: FoundPar(par) if (par := search_par(game, stop)) else None, game)
    assert not thread.wait(0.7)
    before = monotonic()
    thread.stop()
    assert monotonic() - before < 5  # a busy machine is slow; the search takes minutes
    assert (thread.is_done, thread.found, thread.sentences) == (True, None, ())


def test_a_search_that_waits_for_the_review_can_be_stopped():
    thread = ParThread(waits_for_the_stop, won(), after=lambda seconds: Event().wait(seconds))
    thread.stop()
    assert (thread.is_done, thread.found) == (True, None)


def test_a_search_that_fails_says_so():
    def fails(*_: object) -> None:
        message = "no solver"
        raise RuntimeError(message)

    thread = ParThread(fails, won())
    assert thread.wait(20)
    assert thread.sentences == ("Par of this deal could not be found: no solver",)


# what is kept


def test_par_is_kept_with_the_game_and_not_searched_again(tmp_path, monkeypatch):
    game = won()
    path = saved(game, tmp_path, _mine=[1.5])
    before = load(path).data
    found = find_saved_par(game, path, NEVER)
    assert found == FoundPar(KeptPar(36, 36, goal=10))
    assert load(path).data == {**before, "_par": {"deeds": 36, "bound": 36, "goal": 10}}
    assert check(load(path)).problems == ()
    assert [one.name for one in tmp_path.iterdir()] == ["game.json"]
    monkeypatch.setattr(storage, "search_par", None)
    assert find_saved_par(game, path, NEVER) == found


def test_par_that_is_not_known_is_not_kept(tmp_path):
    path = saved(won(), tmp_path)
    stop = Event()
    stop.set()
    assert find_saved_par(won(), path, stop) is None
    assert "_par" not in load(path).data


@pytest.mark.parametrize("content", ["", "not a replay"])
def test_a_replay_that_was_removed_or_spoiled_is_not_written_again(tmp_path, monkeypatch, content):
    monkeypatch.setattr(storage, "search_par", lambda *_: WON)
    path = tmp_path / "game.json"
    if content:
        path.write_text(content)
    found = find_saved_par(won(), path, NEVER)
    assert found is not None
    assert found == FoundPar(WON, "the replay of the game cannot be read any more")
    assert path.exists() == bool(content)
    thread = ParThread(lambda *_: found, won())
    assert thread.wait(20)
    assert thread.sentences is not None
    assert thread.sentences[1].startswith("Par could not be saved: the replay")


def test_a_folder_that_cannot_be_written_is_reported(tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storage, "search_par", lambda *_: WON)
    monkeypatch.setattr(storage, "write_replay", refuse)
    game = won()
    assert find_saved_par(game, saved(game, tmp_path), NEVER) == FoundPar(WON, "No space left on device")


def test_every_command_keeps_par(tmp_path):
    path = saved(won(), tmp_path, _par=WON.as_json())
    text = invoke("convert", "--to", "dt", str(path)).stdout
    (tmp_path / "game.dt").write_text(text, encoding="utf-8")
    back = json.loads(invoke("convert", "--to", "json", str(tmp_path / "game.dt")).stdout)
    assert KeptPar.of(back, 10) == WON


@pytest.mark.parametrize(
    "entry",
    [
        None, 36, [36], {}, {"deeds": 36, "bound": 36}, {"deeds": 36, "bound": 36, "goal": 8},
        {"deeds": "36", "bound": 36, "goal": 10}, {"deeds": True, "bound": 1, "goal": 10},
        {"deeds": 36, "bound": None, "goal": 10}, {"deeds": 36, "bound": 37, "goal": 10},
        {"deeds": 36, "bound": -1, "goal": 10}, {"deeds": 36.5, "bound": 36, "goal": 10},
    ],
)  # fmt: skip
def test_what_dtcli_does_not_write_is_no_par(entry):
    assert KeptPar.of({"_par": entry}, 10) is None


def test_par_of_another_goal_or_of_no_goal_does_not_count():
    kept = {"_par": WON.as_json()}
    assert KeptPar.of(kept, 10) == WON
    assert KeptPar.of(kept, 8) is None
    assert KeptPar.of(kept, None) is None
    assert KeptPar.of(None, 10) is None


# words


def test_the_sentence_says_what_is_proved_and_what_is_not():
    game = won()
    you = f"you: {game.deeds} deeds, 10 missions"
    assert par_sentence(game.finished, WON) == f"par of this deal: 30 deeds; {you}"
    assert par_sentence(game.finished, KeptPar(38, 36, 10)) == f"par of this deal: between 36 and 38 deeds; {you}"
    assert par_sentence(game.finished, KeptPar(None, 36, 10)) == f"par of this deal: at least 36 deeds; {you}"
    assert par_words(KeptPar(None, None, 10)) == "none, the goal cannot be reached even with all cards known"
    assert par_words(KeptPar(1, 1, 1)) == "1 deed"


def test_the_deeds_of_a_broken_game_complete_no_missions():
    game, _ = started(what="level-1", seed="11")
    for _ in range(9):
        game.play([14, 13, 12, 11, 10])
    game.finish()
    while game.phase is not Phase.OVER:
        decide_simply(game)
    assert par_sentence(game.finished, WON).endswith("you: 45 deeds, the backpack broke")


# stars


def test_a_game_that_is_not_won_has_no_stars():
    stars = stars_of(finished(what="level-1", seed="11", until=290).finished, WON)
    assert stars is not None
    assert (stars.signs, stars.words) == ("☆☆☆", "0 of 3 stars: the goal was not reached")


def test_the_goal_is_one_star_and_time_left_or_par_is_another():
    slow = won(until=0, pause=12)
    assert slow.ended is not None
    assert slow.ended > 180
    for par, signs, words in (
        (None, "★☆☆", "1 of 3 stars: goal reached"),
        (KeptPar(slow.deeds - 1, slow.deeds - 1, 10), "★☆☆", "1 of 3 stars: goal reached"),
        (KeptPar(slow.deeds, slow.deeds, 10), "★★☆", "2 of 3 stars: goal reached and within par"),
        (KeptPar(slow.deeds, 30, 10), "★★☆", "2 of 3 stars: goal reached and within par"),
        (KeptPar(None, 30, 10), "★☆☆", "1 of 3 stars: goal reached"),
    ):
        stars = stars_of(slow.finished, par)
        assert stars is not None
        assert (stars.signs, stars.words) == (signs, words)


@pytest.mark.parametrize(
    ("seconds", "ended", "count"), [(300, 180.0, 2), (300, 180.1, 1), (120, 0.0, 2), (119, 0.0, 1), (301, 100.0, 1)]
)
def test_two_minutes_must_be_left_on_a_clock_of_at_most_five(seconds: float, ended: float, count: int) -> None:
    game = won()
    game.clock.seconds, game.ended = seconds, ended
    stars = stars_of(game.finished, None)
    assert stars is not None
    assert len(stars.reasons) == count


@pytest.mark.parametrize(("goal", "words"), [(8, "2 missions more"), (9, None), (7, "3 missions more")])
def test_two_missions_beyond_the_goal_are_a_star(goal: int, words: str | None) -> None:
    game = won()
    game.setup = game.setup._replace(what=game.setup.what._replace(goal=goal))
    stars = stars_of(game.finished, None)
    assert stars is not None
    assert (words in stars.reasons) == (words is not None)


def test_every_mission_is_a_star_where_the_goal_leaves_fewer_than_two():
    game, chance = SoloGame(setup(seed="27"), now=ManualClock()), Random(1)
    PlayedGame(game).by(ComputedLines(lambda: greedy(game, chance)))
    assert game.resolution is not None
    assert game.resolution.state.completed == 12
    for goal, reason in ((12, "every mission"), (11, "every mission"), (10, "2 missions more")):
        game.setup = game.setup._replace(what=game.setup.what._replace(goal=goal))
        stars = stars_of(game.finished, None)
        assert stars is not None
        assert stars.reasons == ("goal reached", reason, "5 minutes left")


# in lines of text


def ended_in_text(lines: list[str | BaseException], find, said: list[str]) -> None:
    clock = ManualClock()
    play_plain(
        SoloGame(setup(), now=clock), ScriptedLines(clock, ["", "2 3", "finish", "on", *lines]), said.append,
        save=lambda _: None, review=lambda _: [], find_par=find,
    )  # fmt: skip


def test_par_and_the_stars_are_said_at_the_end():
    said: list[str] = []
    ended_in_text([], lambda *_: FoundPar(WON), said)
    assert said[-2:] == [
        "Par of this deal: 30 deeds; you: 2 deeds, 0 missions.",
        "0 of 3 stars: the goal was not reached.",
    ]


def test_a_line_leaves_before_par_is_known(monkeypatch):
    """Lines that were typed before the end do not leave."""
    monkeypatch.setattr("dtcli.play.text.game._SOON", 0.01)
    said: list[str] = []
    script: list = ["typed too early", 1.0, ""]
    ended_in_text(script, waits_for_the_stop, said)
    assert said[-2:] == [
        "Par of this deal is being worked out. Press Enter to go on without it.",
        "0 of 3 stars: the goal was not reached.",
    ]


def test_ctrl_c_stops_the_search(monkeypatch):
    monkeypatch.setattr("dtcli.play.text.game._SOON", 0.01)
    stopped = Event()

    def find(_game: SoloGame, _path: Path | None, stop: Event) -> None:
        assert stop.wait(20)
        stopped.set()

    with pytest.raises(KeyboardInterrupt):
        ended_in_text([1.0, KeyboardInterrupt()], find, [])
    assert stopped.wait(20)


def test_without_input_par_is_awaited(monkeypatch):
    monkeypatch.setattr("dtcli.play.text.game._SOON", 0.01)
    said: list[str] = []

    def find(_game: SoloGame, _path: Path | None, _stop: Event) -> FoundPar:
        Event().wait(0.6)
        return FoundPar(WON)

    ended_in_text([], find, said)
    assert said[-2].startswith("Par of this deal: 30 deeds;")


def test_nothing_is_said_about_par_if_there_is_none():
    said: list[str] = []
    ended_in_text([], no_par, said)
    assert said[-1] == "0 of 3 stars: the goal was not reached."
    assert not any("ar of this deal" in text for text in said)


# on the screen


async def to_the_end(scene: Scene) -> None:
    while scene.game.phase is not Phase.OVER:
        decide_simply(scene.game)
    await scene.settle()
    await scene.press("enter")
    scene.app.end.review.wait(20)


def test_par_and_its_star_appear_when_par_is_known() -> None:
    scene, start = resolving()
    may_know = Event()

    def find(game: SoloGame, path: Path | None, _stop: Event) -> FoundPar:
        assert path == Path("games/2026-11-17-level-1-seed-11.dt")
        assert may_know.wait(20)
        return FoundPar(KeptPar(game.deeds, game.deeds, 10))

    scene.app._find_par = find

    async def act(scene: Scene) -> None:
        await start(scene)
        scene.game.ended = 290.0
        await to_the_end(scene)
        await scene.settle()
        assert "working out par of this deal" in shown(scene)
        assert "★☆☆  1 of 3 stars: goal reached" in shown(scene)
        may_know.set()
        assert scene.app.end.par.wait(20)
        await scene.settle()
        deeds = scene.game.deeds
        assert f"Par of this deal: {deeds} deeds; you: {deeds} deeds, 10 missions." in shown(scene)
        assert "★★☆  2 of 3 stars: goal reached and within par" in shown(scene)
        assert "working out" not in shown(scene)

    on_screen(act, scene)


def test_leaving_stops_the_search() -> None:
    scene, start = resolving()
    scene.app._find_par = waits_for_the_stop

    async def act(scene: Scene) -> None:
        await start(scene)
        await to_the_end(scene)
        await scene.press("enter")
        assert not scene.app.is_running
        assert not scene.app.end.par.is_done

    on_screen(act, scene)
    before = monotonic()
    scene.app.end.stop()
    assert monotonic() - before < 1
    assert scene.app.end.par.is_done


def test_a_game_that_is_left_has_no_search_to_stop() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("ctrl+q", "y")

    scene = on_screen(act)
    assert scene.app.end is None
