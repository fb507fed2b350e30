"""``dtcli campaign``: new, status, play, reset."""

import json
from pathlib import Path

import pytest

from dtcli.commands import play
from dtcli.commands.campaign import play as campaign_play
from dtcli.play.storage.campaign_store import CampaignStore
from dtcli.play.storage.folders import Folders
from dtcli.rules.score import Result, Status
from tests.commands.shell import Terminal, invoke, on_terminal, run
from tests.play.random_players import Player, leaving


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DTCLI_HOME", str(tmp_path / "home"))
    return Folders(tmp_path / "home")


@pytest.fixture
def plays(monkeypatch):
    """Return a function that sets the front end that plays."""

    def let(front_end):
        monkeypatch.setattr(campaign_play, "front_end", lambda **_: front_end)

    return let


class Loser:
    """Ends the five minutes at once, without completing a mission."""

    def __call__(self, game, _save=None):
        while game.hero_offer:
            game.choose_hero(game.hero_offer[0])
        game.start_clock()
        game.finish()


def at(home, level):
    """Change the save so that this level can be played next."""
    CampaignStore(home).change("campaign", lambda save: {**save, "step": {**save["step"], "choices": level.split()}})


def test_new_begins_and_status_shows_the_levels(home):
    assert invoke("campaign", "new", "Sundays", "--no-heroes", "--edition", "it-2018").exit_code == 0
    result = invoke("campaign", "status")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Sundays"
    assert lines[1].startswith("it-2018 · house-2 cards · no heroes · since 20")
    assert lines[3] == " > [ ] Level 1                   goal 10 of 12"
    assert "   [ ]   My First Dungeon        goal 10 of 12" in lines
    assert lines[-1] == "Next: Level 1."
    assert result.stdout == invoke("campaign", "status", "sundays").stdout


def test_status_json_is_the_save(home):
    invoke("campaign", "new")
    invoke("campaign", "new", "Zwei")
    found = [json.loads(line) for line in invoke("campaign", "status", "--json").stdout.splitlines()]
    assert {one["name"] for one in found} == {"campaign", "Zwei"}
    for one in found:
        path = Path(one.pop("file"))
        assert json.loads(path.read_text(encoding="utf-8")) == one


def test_without_a_campaign_status_says_how_to_begin(home):
    result = invoke("campaign", "status")
    assert (result.exit_code, result.stdout) == (0, "no campaign yet: `dtcli campaign new` begins one\n")
    assert invoke("campaign", "status", "--json").stdout == ""
    assert not home.home.exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["new", "campaign"], 2, "exists"),
        (["new", ""], 2, "needs a name"),
        (["new", "a\tb"], 2, "printable"),
        (["new", "x", "--edition", "1999"], 2, "no edition"),
        (["new", "x", "--card-set", "rulebook"], 2, "takes 6 missions of deck"),
        (["new", "x", "--card-set", "nothing.toml"], 3, "cannot be read"),
        (["status", "nobody"], 1, "no campaign 'nobody'"),
        (["play", "nobody"], 1, "no campaign 'nobody'"),
        (["play", "--level", "level-9"], 2, "no level"),
        (["play", "--level", "level-3"], 1, "cannot be played now"),
        (["reset", "nobody", "--yes"], 1, "no campaign"),
        (["reset", "campaign"], 2, "--yes"),
    ],
)
def test_errors_have_an_exit_code_and_a_message(home, plays, arguments, code, words):
    plays(Loser())
    invoke("campaign", "new")
    result = invoke("campaign", *arguments)
    assert result.exit_code == code
    assert words in result.stderr
    assert result.stdout == ""


def test_a_game_is_played_saved_and_counted(home, plays):
    invoke("campaign", "new")
    plays(Loser())
    result = invoke("campaign", "play", "--seed", "7", "--minutes", "3")
    assert result.exit_code == 0, result.output
    assert result.stdout == "Next: Level 1.\n"
    (path,) = home.games.iterdir()
    assert str(path) in result.stderr
    replay = json.loads(path.read_text())
    assert (replay["scenario"], replay["play"]["seed"], replay["play"]["seconds"]) == ("level-1", "7", 180)
    assert (replay["_campaign"], len(replay["heroes"])) == ("campaign", 1)
    shown = invoke("campaign", "status").stdout
    assert "goal 10 of 12        won 0 of 1\n" in shown
    assert "\n1 game, 0 won; 0 missions.\nPlayed on 20" in shown
    assert "lost     0 missions" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_a_choice_of_levels_is_asked_in_plain_text(home, plays):
    invoke("campaign", "new")
    at(home, "my-first-dungeon level-2")
    plays(Loser())
    result = invoke("campaign", "play", "--plain", stdin=b"what?\n3\n2\n")
    assert result.exit_code == 0, result.output
    asked = result.stdout.splitlines()
    assert asked[0] == "Which level do you play? Type the number."
    assert asked[1].startswith("1: My First Dungeon (bonus). 10 of 12 missions. A bonus round")
    assert asked[2].startswith("2: Level 2. 10 of 12 missions. No more village errands")
    assert asked[3:5] == ["Type a number from 1 to 2, or quit."] * 2
    assert CampaignStore(home).load("campaign")["games"][0]["scenario"] == "level-2"


def test_a_choice_of_levels_can_be_left(home, plays):
    invoke("campaign", "new")
    at(home, "my-first-dungeon level-2")
    plays(Loser())
    result = invoke("campaign", "play", "--plain", stdin=b"quit\n")
    assert (result.exit_code, result.stderr) == (0, "nothing was played\n")
    assert CampaignStore(home).load("campaign")["games"] == []


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_without_input_a_choice_of_levels_needs_the_option_level(home, plays, plain):
    invoke("campaign", "new")
    at(home, "my-first-dungeon level-2")
    plays(Loser())
    result = invoke("campaign", "play", *plain)
    assert result.exit_code == 2
    assert ("--level my-first-dungeon or level-2" if plain else "--plain uses plain text") in result.stderr
    shown = invoke("campaign", "status").stdout
    assert "Next: My First Dungeon (bonus), or Level 2.\n  dtcli campaign play --level my-first-dungeon\n" in shown
    assert invoke("campaign", "play", "--level", "Level 2").exit_code == 0
    assert CampaignStore(home).load("campaign")["games"][0]["scenario"] == "level-2"


def test_one_of_several_campaigns_must_be_named_unless_one_has_the_default_name(home, plays):
    plays(Loser())
    assert invoke("campaign", "play").exit_code == 1
    invoke("campaign", "new", "A")
    assert invoke("campaign", "play").exit_code == 0
    invoke("campaign", "new", "B")
    assert invoke("campaign", "play").exit_code == 2
    invoke("campaign", "new")
    assert invoke("campaign", "play").exit_code == 0
    assert [len(CampaignStore(home).load(name)["games"]) for name in ("A", "B", "campaign")] == [1, 0, 1]


def test_a_level_that_is_no_longer_offered_does_not_count(home, plays):
    invoke("campaign", "new")

    def front_end(game, _save):
        at(home, "level-2")
        Loser()(game)

    plays(front_end)
    result = invoke("campaign", "play")
    assert "does not count" in result.stderr
    assert CampaignStore(home).load("campaign")["games"][0]["counted"] is False
    assert "not counted" in invoke("campaign", "status").stdout


def test_an_interrupted_resolution_is_resumed(home, plays):
    invoke("campaign", "new")
    plays(
        leaving(Hasty(Player(1)), after=lambda game: game.resolution is not None and game.resolution.state.revealed > 9)
    )
    result = invoke("campaign", "play", "--seed", "1")
    assert "resumes it" in result.stdout
    assert "interrupted in its resolution" in invoke("campaign", "status").stdout
    (path,) = home.games.iterdir()
    plays(Player(2).resolve)
    result = invoke("campaign", "play", "--level", "level-4")
    assert result.exit_code == 0, result.output
    assert "resuming the interrupted game" in result.stderr
    assert list(home.games.iterdir()) == [path]
    save = CampaignStore(home).load("campaign")
    assert (save["unfinished"], len(save["games"])) == (None, 1)


def test_interrupted_five_minutes_can_be_resumed_and_count_once(home, plays, monkeypatch):
    invoke("campaign", "new")
    plays(leaving(Hasty(Player(1)), after=lambda game: len(game.log) > 5))
    result = invoke("campaign", "play", "--seed", "1")
    (path,) = home.games.iterdir()
    assert f"`dtcli play --resume {path}` resumes it; or the level can be played again" in result.stderr
    assert "Next: Level 1." in result.stdout
    assert (CampaignStore(home).load("campaign")["unfinished"], CampaignStore(home).load("campaign")["games"]) == (
        None,
        [],
    )

    def finish(game, _save):
        game.resume()
        game.finish()
        Player(2).resolve(game)

    monkeypatch.setattr(play, "front_end", lambda **_: finish)
    result = invoke("play", "--resume", str(path))
    assert result.exit_code == 0, result.output
    assert "does not count" not in result.stderr
    assert invoke("play", "--resume", str(path)).exit_code == 1
    (game,) = CampaignStore(home).load("campaign")["games"]
    assert (game["file"], game["counted"]) == (path.name, True)


def test_resumed_five_minutes_of_a_level_that_is_no_longer_offered_do_not_count(home, plays, monkeypatch):
    invoke("campaign", "new")
    plays(leaving(Hasty(Player(1)), after=lambda game: len(game.log) > 5))
    invoke("campaign", "play", "--seed", "1")
    (path,) = home.games.iterdir()
    at(home, "level-2")

    def finish(game, _save):
        game.resume()
        game.finish()
        Player(2).resolve(game)

    monkeypatch.setattr(play, "front_end", lambda **_: finish)
    result = invoke("play", "--resume", str(path))
    assert "this game does not count: campaign 'campaign' no longer offers that level" in result.stderr
    assert CampaignStore(home).load("campaign")["games"][0]["counted"] is False


class Hasty:
    """Plays cards by the real clock, and ends the five minutes."""

    def __init__(self, player):
        self.player = player

    def __call__(self, game, _save=None):
        self.player.begin(game)
        for _ in range(20):
            game.play([next(place for place, card in enumerate(game.places) if card is not None)])
        game.finish()
        self.player.resolve(game)


def test_a_deleted_game_does_not_block_its_campaign(home, plays):
    invoke("campaign", "new")
    CampaignStore(home).change("campaign", lambda save: {**save, "unfinished": "../../gone.json"})
    plays(Loser())
    result = invoke("campaign", "play")
    assert "cannot resume this game" in result.stderr
    assert result.exit_code == 0
    assert CampaignStore(home).load("campaign")["unfinished"] is None


def test_a_corrupt_save_is_reported_with_exit_code_1(home):
    invoke("campaign", "new")
    (home.campaigns / "campaign.json").write_text("{")
    result = invoke("campaign", "status")
    assert result.exit_code == 1
    assert "DT801" in result.stderr
    assert "campaign.damaged-1.json" in result.stderr
    assert invoke("campaign", "new").exit_code == 0


def test_a_bad_journal_is_set_aside_once_and_stops_no_command(home):
    journal = home.create().journals / "bad.journal"
    lines = ['{"format": "dungeon-time/journal/1", "phase": "table", "replay": {}}', '{"paused": 1, "seconds": 2}']
    for command in (("history",), ("campaign", "status"), ("play", "--plain", "--seed", "7")):
        journal.write_text("".join(f"{line}\n" for line in lines))
        result = invoke(*command)
        assert result.exit_code == 0
        assert "DT803" in result.stderr
        assert not journal.exists()
    assert "DT803" not in invoke("history").stderr


@pytest.mark.parametrize("command", [("history",), ("campaign", "status"), ("play", "--plain", "--seed", "7")])
def test_a_home_of_an_unknown_user_is_refused(command, monkeypatch):
    monkeypatch.setenv("DTCLI_HOME", "~nosuchuser")
    result = invoke(*command)
    assert result.exit_code == 2
    assert "DTCLI_HOME is '~nosuchuser', and there is no such user" in result.stderr


def test_a_game_in_a_loop_of_links_cannot_be_resumed(home, tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    result = invoke("play", "--plain", "--resume", str(tmp_path / "loop" / "game.json"))
    assert result.exit_code == 1
    assert "can be resumed" in result.stderr


@pytest.mark.parametrize("name", [(), ("campaign",)])
def test_a_corrupt_save_is_reported_before_a_game_too(home, name):
    invoke("campaign", "new")
    (home.campaigns / "campaign.json").write_text("{")
    result = invoke("campaign", "play", *name)
    assert result.exit_code == 1
    assert "DT801" in result.stderr
    assert "campaign.damaged-1.json" in result.stderr
    assert "there is no campaign yet" not in result.stderr


def test_reset_keeps_the_old_save(home, plays):
    invoke("campaign", "new")
    plays(Loser())
    invoke("campaign", "play")
    result = invoke("campaign", "reset", "campaign", "--yes")
    assert result.exit_code == 0
    assert "campaign.before-1.json" in result.stderr
    assert CampaignStore(home).load("campaign")["games"] == []


def test_on_a_terminal_reset_asks(home):
    run("campaign", "new", DTCLI_HOME=str(home.home))
    with Terminal("campaign", "reset", "campaign", DTCLI_HOME=str(home.home)) as terminal:
        terminal.type(b"n\n")
        assert terminal.end() == 1
    assert on_terminal("campaign", "reset", "campaign", "--yes", DTCLI_HOME=str(home.home))[0] == 0


def test_an_extended_campaign_is_shown_as_such(home):
    invoke("campaign", "new")
    CampaignStore(home).change(
        "campaign", lambda save: {**save, "step": {"choices": ["level-1"], "extended": True, "campaigns_won": 2}}
    )
    assert invoke("campaign", "status").stdout.startswith("campaign  won 2 times, now in Extended play (7 slots)\n")


# leading on


class GoingOn(Loser):
    """Plays games without cards, and goes on to what these words name."""

    def __init__(self, monkeypatch, *leads):
        self.leads = list(leads)
        self.games = []
        self.after = []
        monkeypatch.setattr(campaign_play, "front_end", self.front_end)

    def front_end(self, *, what_next, **_):
        self.what_next = what_next
        return self

    def __call__(self, game, save):
        super().__call__(game)
        save(game)
        self.games.append((game.setup.what.id, game.setup.seed, game.setup.extended))
        self.after.append(self.what_next(game))
        offered = {lead.word: lead for lead in self.after[-1].leads}
        return offered[self.leads.pop(0)] if self.leads else None


def test_the_next_level_is_played_from_the_end_of_a_game(home, monkeypatch):
    invoke("campaign", "new")
    player = GoingOn(monkeypatch, "1", "again", "1")
    result = invoke("campaign", "play", "--seed", "7")
    assert result.exit_code == 0, result.output
    assert [what for what, *_ in player.games] == ["level-1"] * 4
    first, second, practice, last = (seed for _, seed, _ in player.games)
    assert (first, second) == ("7", practice)
    assert last not in (first, second)
    games = CampaignStore(home).load("campaign")["games"]
    assert [game["counted"] for game in games] == [True] * 3  # the practice game is not of the campaign
    assert len([*home.games.iterdir()]) == 4
    assert result.stderr.count("the replay is saved as") == 4
    assert result.stdout == "Next: Level 1.\n"


def test_after_a_lost_last_level_there_is_a_choice(home, monkeypatch):
    invoke("campaign", "new")
    at(home, "level-4")
    player = GoingOn(monkeypatch, "2")
    assert invoke("campaign", "play").exit_code == 0
    assert [what for what, *_ in player.games] == ["level-4", "level-2"]
    labels = [(lead.word, lead.label) for lead in player.after[0].leads]
    assert labels[:3] == [("1", "Level 4"), ("2", "Level 2"), ("again", "again")]


def easy(monkeypatch):
    """Let every game without a broken backpack be won."""
    monkeypatch.setattr("dtcli.play.storage.saving.Result", lambda **found: Result(**{**found, "won": True}))
    monkeypatch.setattr("dtcli.play.game.solo_game.status_of", lambda _: Status.WON)


def test_a_won_campaign_is_celebrated_once_and_goes_on_in_extended_play(home, monkeypatch):
    invoke("campaign", "new")
    easy(monkeypatch)
    at(home, "level-4")
    player = GoingOn(monkeypatch, "again", "1")
    result = invoke("campaign", "play")
    assert result.exit_code == 0, result.output
    won, practice, extended = player.after
    assert won.won_campaign is not None
    assert (won.won_campaign.games, won.won_campaign.won, won.won_campaign.campaigns_won) == (1, 1, 1)
    assert (practice.won_campaign, extended.won_campaign) == (None, None)
    assert player.games[2][0] == "level-1"
    assert [extended for *_, extended in player.games] == [False, False, True]


def test_a_level_that_another_process_has_played_meanwhile_is_not_played(home, monkeypatch):
    invoke("campaign", "new")
    player = GoingOn(monkeypatch, "1")
    look = player.front_end

    def front_end(*, what_next, **more):
        def changed(game):
            after = what_next(game)
            at(home, "level-3")
            return after

        return look(what_next=changed, **more)

    monkeypatch.setattr(campaign_play, "front_end", front_end)
    result = invoke("campaign", "play")
    assert result.exit_code == 1
    assert "the campaign has changed meanwhile" in result.stderr
    assert len(player.games) == 1
