"""The end of a game on the screen: what it leads on to, what it shows, the analysis, the celebration, the levels."""

import asyncio
from pathlib import Path
from threading import Event

import pytest

from dtcli.formats.card_sets import scenarios
from dtcli.play.game.leads import AGAIN, NEW, WATCH, LeadKind, after_campaign_game
from dtcli.play.game.review import analysis_of_game
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.tui import app as app_module
from dtcli.play.tui.app import GameApp, run_game
from dtcli.play.tui.game_end import GameEnd
from dtcli.play.tui.screens.celebration import CelebrationScreen
from dtcli.play.tui.screens.end import EndScreen, GameEnding, ReviewView, draw_review, draw_verdict, verdict_height
from dtcli.play.tui.screens.levels import LevelScreen
from dtcli.play.tui.screens.report import ReportScreen
from dtcli.play.tui.screens.resolution import ResolutionScreen
from dtcli.rules.score import Status
from tests.play.campaign_scenes import LADDER, level_app
from tests.play.headless import begin, on_screen, resolving, shown
from tests.play.scenes import RECORDS, Scene, to_the_end, worked_out
from tests.play.test_par import finished

LEVELS = [scenarios()["my-first-dungeon"], scenarios()["level-2"]]


async def at_the_end(scene: Scene) -> None:
    await begin(scene)
    await scene.press("o", "o")
    await worked_out(scene)
    await scene.settle()


# what the end leads on to


@pytest.mark.parametrize(("key", "lead"), [("r", AGAIN), ("n", NEW), ("w", WATCH)])
def test_a_key_leads_on(key: str, lead: object) -> None:
    async def act(scene: Scene) -> None:
        await at_the_end(scene)
        assert isinstance(scene.app.screen, EndScreen)
        await scene.press(key)
        assert not scene.app.is_running

    scene = on_screen(act)
    assert scene.app.lead == lead
    assert scene.saved == [scene.game]


@pytest.mark.parametrize("key", ["enter", "q", "escape"])
def test_leaving_leads_nowhere(key: str) -> None:
    async def act(scene: Scene) -> None:
        await at_the_end(scene)
        await scene.press(key)
        assert not scene.app.is_running

    assert on_screen(act).app.lead is None


def test_a_campaign_leads_on_to_its_levels() -> None:
    scene = Scene()
    scene.next = after_campaign_game(LEVELS)

    async def act(scene: Scene) -> None:
        await at_the_end(scene)
        text = shown(scene)
        assert "1 bonus  2 Level 2  r again  w watch  a analyse  Enter leave  ? help" in text
        await scene.press("n")  # a deal outside the campaign is not offered
        assert scene.app.is_running
        await scene.press("2")

    on_screen(act, scene)
    assert scene.app.lead is not None
    assert (scene.app.lead.kind, scene.app.lead.level) == (LeadKind.LEVEL, LEVELS[1])


def test_keys_of_the_table_do_not_lead_on_from_the_story() -> None:
    scene, start = resolving()

    async def act(scene: Scene) -> None:
        await start(scene)
        await scene.press("r", "n", "w")
        assert isinstance(scene.app.screen, ResolutionScreen)
        assert scene.app.is_running

    on_screen(act, scene)


def test_after_watching_the_end_is_shown_again_with_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each app is run in a terminal of its own; the searches go on meanwhile, and only leaving stops them."""
    ends: list[GameEnd | None] = []
    watched: list[SoloGame] = []
    leads = [WATCH, WATCH, AGAIN]
    game = finished(what="level-1", seed="11", until=299)

    def show(app: GameApp) -> None:
        ends.append(app.end)
        app._end_once()
        app.lead = leads.pop(0)

    monkeypatch.setattr(app_module, "show", show)
    saved: list[SoloGame] = []

    def save(game: SoloGame) -> Path:
        saved.append(game)
        return Path("game.json")

    lead = run_game(
        game, save=save, review=lambda _: ["reviewed"], find_par=lambda *_: None, lesson=lambda _: [],
        records=lambda *_: [], report=lambda _: [], what_next=lambda _: after_campaign_game(LEVELS),
        watch=watched.append,
    )  # fmt: skip
    assert lead == AGAIN
    assert watched == [game, game]
    assert saved == [game]
    assert ends[0] is None
    assert ends[1] is ends[2] is not None
    assert ends[1].par is not None
    assert ends[1].par.is_done


def test_the_end_of_a_finished_game_is_shown_at_once() -> None:
    scene = Scene()
    game = finished(what="level-1", seed="11", until=299)
    end = GameEnd(saved_as="somewhere.json")
    scene.app = GameApp(game, save=scene.save, review=lambda _: [], find_par=scene.find_par, end=end)

    async def act(scene: Scene) -> None:
        assert isinstance(scene.app.screen, EndScreen)
        assert "somewhere.json" in shown(scene)

    assert on_screen(act, scene).saved == []


# what the end shows


def test_the_records_the_lesson_and_the_pauses_are_shown() -> None:
    async def act(scene: Scene) -> None:
        await begin(scene)
        for seconds in (60, 10):
            scene.game.pause()
            scene.clock.wait(seconds)
            scene.game.resume()
        await scene.press("o", "o")
        await worked_out(scene)
        await scene.settle()
        text = shown(scene)
        assert "2 pauses, 1:10" in text
        assert "Your best, of 7 games before: 9 missions in 61 deeds" in text
        assert "The lesson of the five minutes" in text
        assert "· The story had no missions." in text

    on_screen(act)


def test_the_lesson_waits_for_the_review_and_par_for_the_lesson() -> None:
    scene = Scene()
    order: list[str] = []
    may_go_on = Event()

    def review(_: SoloGame) -> list[str]:
        assert may_go_on.wait(20)
        order.append("review")
        return ["reviewed"]

    def lesson(_: SoloGame) -> list[str]:
        order.append("lesson")
        return ["learned"]

    def find_par(*_: object) -> None:
        order.append("par")

    scene.app._review, scene.app._lesson, scene.app._find_par = review, lesson, find_par

    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("o", "o")
        await scene.settle()
        assert order == []
        assert "working it out" in shown(scene)
        may_go_on.set()
        await worked_out(scene)
        await scene.settle()
        assert "learned" in shown(scene)

    on_screen(act, scene)
    assert order == ["review", "lesson", "par"]


def test_what_does_not_fit_is_scrolled() -> None:
    scene = Scene()
    scene.app._review = lambda _: [f"sentence {n}" for n in range(30)]

    async def act(scene: Scene) -> None:
        await at_the_end(scene)
        text = shown(scene)
        assert "sentence 29" not in text
        assert "Down shows " in text
        for _ in range(9):
            await scene.press("down")
        text = shown(scene)
        assert "The story had no missions" in text
        assert "Down shows" not in text
        for _ in range(9):
            await scene.press("up")
        assert "sentence 0" in shown(scene)

    on_screen(act, scene)


@pytest.mark.parametrize("status", [Status.WON, Status.LOST, Status.BROKEN, Status.COMPLETED])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (200, 60)])
def test_the_result_and_what_follows_fit_any_screen(status: Status, width: int, height: int) -> None:
    long = "dtcli play --scenario level-1 --heroes draw --edition it-2018 --minutes 7 --seed " + "x" * 40
    facts = (
        ("stars", "★★★  " + "s" * 50),
        ("record", " ".join(RECORDS)),
        ("race", long),
        ("replay", "/tmp/" + "y" * 200),
    )
    ending = GameEnding(status, ("A reason of some length that has to be wrapped beside the letters.",) * 2, facts)
    rows = verdict_height(ending, width, height)
    drawn = draw_verdict(ending, width, rows)
    assert len(drawn) == rows
    assert height - 2 - rows >= 4  # some of the review is always visible
    for line in drawn:
        assert sum(len(span if isinstance(span, str) else span[0]) for span in line) <= width
    text = "".join(span if isinstance(span, str) else span[0] for line in drawn for span in line)
    assert "x" * 40 in text.replace(" ", "").replace("race", "")


def test_nothing_is_drawn_where_nothing_is_known_or_searched() -> None:
    assert draw_review(ReviewView(()), 80, 20) == []
    searching = draw_review(ReviewView(None, lesson=None, par=None), 80, 20)
    assert len(searching) == 2


# the analysis


def test_the_analysis_is_shown_scrolled_and_left() -> None:
    scene = Scene()
    scene.app._report = lambda _: analysis_of_game(finished(what="level-1", seed="11", until=250))

    async def act(scene: Scene) -> None:
        await at_the_end(scene)
        await scene.press("a")
        assert isinstance(scene.app.screen, ReportScreen)
        for _ in range(400):
            await scene.pilot.pause(0.05)
            if "lines 1 to 22" in shown(scene):
                break
        assert "alone against the sand (seed 11)" in shown(scene)
        await scene.press("end")
        assert "the five minutes: " in shown(scene)
        assert "lines 1 to 22" not in shown(scene)
        await scene.press("home", "down")
        assert "lines 2 to 23" in shown(scene)
        await scene.press("q")
        assert isinstance(scene.app.screen, EndScreen)
        assert scene.app.is_running

    on_screen(act, scene)


def test_an_analysis_that_fails_says_so() -> None:
    scene = Scene()

    def report(_: SoloGame) -> list:
        message = "something"
        raise RuntimeError(message)

    scene.app._report = report

    async def act(scene: Scene) -> None:
        await at_the_end(scene)
        await scene.press("a")
        await scene.pilot.pause(0.2)
        assert "The review failed: something" in shown(scene)
        await scene.press("escape")
        assert isinstance(scene.app.screen, EndScreen)

    on_screen(act, scene)


# the campaign


def test_a_won_campaign_is_celebrated_before_the_end_is_shown() -> None:
    scene = Scene()
    scene.next = after_campaign_game([scenarios()["level-1"]], LADDER)

    async def act(scene: Scene) -> None:
        await begin(scene)
        await scene.press("q")
        scene.game.finish()
        await to_the_end(scene)
        assert isinstance(scene.app.screen, CelebrationScreen)
        text = shown(scene)
        assert "Campaign Sundays is won!" in text
        assert "★★☆  Level 4" in text
        assert "Unlocked: Extended play" in text
        await scene.press("enter")
        assert isinstance(scene.app.screen, EndScreen)
        await scene.press("1")

    on_screen(act, scene)
    assert scene.app.lead is not None
    assert scene.app.lead.level == scenarios()["level-1"]


def chosen(*keys: str, click: tuple[int, int] | None = None) -> str | None:
    """Return the level that these keys, or a click, choose."""
    app = level_app()

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, LevelScreen)
            await pilot.press(*keys)
            if click is not None:
                await pilot.click("#levels", offset=click)
            await pilot.pause()
            assert not app.is_running

    asyncio.run(run())
    return None if app.chosen is None else app.chosen.id


@pytest.mark.parametrize(
    ("keys", "level"),
    [
        (("1",), "the-darkest-dungeon"),
        (("2",), "level-3"),
        (("enter",), "the-darkest-dungeon"),
        (("down", "enter"), "level-3"),
        (("up", "space"), "level-3"),
        (("3", "0", "q"), None),
        (("ctrl+c",), None),
    ],
)
def test_a_level_is_chosen(keys: tuple[str, ...], level: str | None) -> None:
    assert chosen(*keys) == level


def test_a_level_is_clicked() -> None:
    assert chosen(click=(20, 4)) == "the-darkest-dungeon"
    assert chosen(click=(20, 10)) == "level-3"


def test_a_signal_ends_the_choice_of_a_level() -> None:
    app = level_app()

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.stop()
            await pilot.pause(0.3)
            assert not app.is_running

    asyncio.run(run())
    assert (app.was_stopped, app.chosen) == (True, None)
