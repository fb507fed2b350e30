"""Every reader of untrusted bytes: its examples, how they are changed, and what must hold."""

import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast

from dtcli.formats.campaign import save_text
from dtcli.formats.card_sets import DATA, bundled_cards
from dtcli.formats.dt.writer import to_notation
from dtcli.formats.puzzle.ids import full_id
from dtcli.formats.puzzle.results import PuzzleResult, StormResult, result_line
from dtcli.formats.replay.reading import parse
from dtcli.formats.sources.file_kinds import PUZZLES as PUZZLE_FILES
from dtcli.play.game.solo_game import SoloGame
from dtcli.play.recorder.journal import TableJournal
from dtcli.play.recorder.record import Record
from dtcli.play.recorder.recorder import TableRecorder
from dtcli.play.recorder.table_setup import TableSetup
from dtcli.play.recorder.written_missions import TableCards
from dtcli.play.storage.campaign import CampaignGame, RecordedGame, new_campaign, with_game
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.journal import GameLabel, Journal, saved_replay
from dtcli.play.text.command_parsing import InvalidInput
from dtcli.rules.rulings import HeroId
from dtcli.rules.score import Result
from tests.fuzz import mutation, oracles, resealing
from tests.play.random_players import Player, setup

ROOT = Path(__file__).resolve().parents[2]
PROBLEMS = ROOT / "tests/formats/problems"
AT = "2026-01-16T20:31:05+01:00"


class Reader(NamedTuple):
    """A reader of untrusted bytes."""

    name: str
    seeds: Callable[[], list[bytes]]
    mutate: mutation.Mutate
    judge: Callable[[bytes], oracles.Signature]


SMALL: dict[str, Any] = {
    "format": "dungeon-time/replay/1", "title": "t", "date": "2026-11-18", "notes": "n", "edition": "en-2017",
    "rulings": {"thanir": "copies", "default_goal": None, "spent_rewards": "return"}, "scenario": "training-grounds",
    "goal": 1, "players": 4, "heroes": ["nintrabash", "zigarat-ho", "arvedui-miriel", "ros-thanir"],
    "story": ["potion", "sword", {"mission": "E07"}, {"mission": "W", "needs": ["bow"], "reward": "?"}, "gold", "cup",
              "bow", {"mission": "V", "needs": ["gold", "cup"], "reward": "sword/bow"}],
    "choices": [{"before": 1, "hero": "nintrabash", "discard": [1]}, {"at": 3, "discard": []},
                {"before": 4, "hero": "zigarat-ho", "order": [2, 1, 3]}, {"at": 7, "take": "bow", "_own": 1},
                {"before": 6, "hero": "ros-thanir", "as": "arvedui-miriel"}],
    "result": {"missions": 1, "broken": False, "won": True}, "_comments": [[0, "a"], [3, "b"]], "_mine": {"x": [1]},
}  # fmt: skip
STARTED: dict[str, Any] = {
    "format": "dungeon-time/replay/1", "heroes": ["tragurk", "garynor-the-belly", "zaria-tearleaf"],
    "start": {"cards": ["sword", "bow"], "tokens": ["cup"], "supply": {"sword": 1}, "heroes": ["tragurk"],
              "extra_slot": True, "last_failed": {"mission": "E01"}, "waiver": 1, "guesses": ["map"], "solved": False},
    "story": ["torch", {"mission": "E02"}, "map", {"adventure": "the-apprentices-book"}],
    "choices": [{"before": 1, "hero": "tragurk", "remove": ["sword"], "tokens": []}, {"at": 2, "waive": ["bow"]}],
}  # fmt: skip
PLAYED: dict[str, Any] = {
    "format": "dungeon-time/replay/1", "players": 1, "scenario": "level-1", "story": ["sword"],
    "play": {"seconds": 300, "seed": "7", "hands": [["sword", "bow", {"mission": "E01"}]], "deck": ["cup", "map"],
             "events": [{"t": 0.5, "play": "sword"}, {"t": 1, "draw": "cup"},
                        {"t": 2, "player": 1, "discard": ["bow"]}],
             "pauses": [{"t": 1.5, "seconds": 60}], "ended": 20},
}  # fmt: skip
PUZZLES: tuple[dict[str, Any], ...] = (
    {"format": "dungeon-time/puzzle/1", "story": ["sword", "torch", {"mission": "E01"}], "goal": {"kind": "most"}},
    {"format": "dungeon-time/puzzle/1", "title": "T", "heroes": ["tragurk"],
     "goal": {"kind": "missions", "missions": 1},
     "start": {"cards": ["bow", "sword"], "tokens": ["cup"], "supply": {"bow": 0}}, "rulings": {"thanir": "copies"},
     "story": ["map", {"mission": "W", "needs": ["bow"], "reward": "sword/cup"}, {"mission": "E07"}],
     "solution": [{"at": 2, "take": "cup"}], "unique": True, "difficulty": {"grade": 2, "lines": 7}, "seed": 7},
    {"format": "dungeon-time/puzzle/1", "story": ["gold", {"mission": "M03"}], "card_set": "rulebook",
     "goal": {"kind": "mission", "mission": "M03"}, "extended": True, "_mine": 1},
    {"format": "dungeon-time/puzzle/1", "story": ["gold", {"mission": "M03"}, "cup"], "heroes": ["tonk-redbeer"],
     "goal": {"kind": "fewest-skills", "missions": 0, "heroes": 1}, "scenario": "level-1", "notes": "n"},
)  # fmt: skip

CARDS = """\
format = "dungeon-time/cards/1"
id = "mine"
title = "Mine"
notes = "of my own"
[[kinds]]
id = "lamp"
aliases = ["Lantern", "light"]
cards = 3
tokens = 1
[[kinds]]
id = "bow"
[[missions]]
id = "E01"
deck = "E"
title = "Wolves"
needs = ["LANTERN", "bow"]
reward = "bow?"
text = '''one
two'''
[[missions]]
id = "E02"
deck = "E"
title = "Bears"
needs = ["bow"]
"""
SCROLL = """\
[[adventures]]
id = "mine"
title = "Mine"
needs = ["bow"]
effect = "extra-slot"
[adventures.scroll]
missions = ["E01", "E02"]
reputation = 0
accomplish = 1
"""


def _json(*documents: dict[str, Any]) -> list[bytes]:
    return [json.dumps(one).encode() for one in documents]


def replay_seeds() -> list[bytes]:
    """Return replays in JSON: small ones with every key, and a bundled one."""
    return [*_json(SMALL, STARTED, PLAYED), (ROOT / "replays/games/tokens-go-back.json").read_bytes()]


def notation_seeds() -> list[bytes]:
    """Return replays in story notation, written by dtcli and by hand."""
    written = [to_notation(json.loads(one)).encode() for one in replay_seeds()[:3]]
    napkin = (ROOT / "replays/games/on-a-napkin.dt").read_bytes()
    return [*written, TYPED.encode(), napkin, *map(Path.read_bytes, _problem_files())]


def _problem_files() -> list[Path]:
    return sorted(PROBLEMS.glob("DT[2-6]*.dt"))


def ndjson_seeds() -> list[bytes]:
    """Return streams of small replays."""
    small = _json(SMALL, {"format": "dungeon-time/replay/1", "story": ["sword"]}, STARTED)
    return [b"\n".join([*small[:2], b""]), b"\r\n".join(small), b"\xef\xbb\xbf" + small[1] + b"\n\n{}\n", small[0]]


def played_seeds() -> list[bytes]:
    """Return replays with a record of their five minutes: whole games, and one that could not have been dealt."""
    return [json.dumps(replay).encode() for replay in (PLAYED, *(game[1] for game in _games()), _left_at_table())]


@cache
def _left_at_table() -> dict[str, Any]:
    """Return the replay of a game that was interrupted in its five minutes."""
    player = Player(3)
    game = SoloGame(setup(), now=player.clock)
    game.start_clock()
    for _ in range(8):
        player.clock.wait(7)
        game.play([2])
    return cast(
        "dict[str, Any]", json.loads(json.dumps(saved_replay(game, GameLabel("ab12", AT), at=player.clock.date())))
    )


@cache
def _games() -> tuple[tuple[bytes, dict[str, Any]], ...]:
    """Return the journals and replays of games played at random: the same ones each time."""
    games = []
    for seed, other in ((1, {}), (2, {"what": "the-apprentices-book", "draw_heroes": 2})):
        with TemporaryDirectory() as home:
            player = Player(seed)
            journal = Journal.reserve(Folders(Path(home)).create(), "game", calendar=player.clock.date)
            label = GameLabel("ab12", AT)
            game = SoloGame(setup(**{"draw_heroes": 1, **other}), now=player.clock, listener=journal)
            journal.begin(game, label)
            player(game)
            content = journal.path.read_bytes()
            journal.remove()
        games.append((content, json.loads(json.dumps({**saved_replay(game, label), "_revealed": 3}))))
    return tuple(games)


def journal_seeds() -> list[bytes]:
    """Return journals of whole games, and of games that were interrupted at different times."""
    seeds = []
    for content, _ in _games():
        lines = content.splitlines(keepends=True)
        seeds += [b"".join(lines[:end]) for end in (1, 4, len(lines) // 2, len(lines) * 3 // 4, len(lines))]
    return seeds


def save_seeds() -> list[bytes]:
    """Return the save of a campaign at its beginning and after two games, and one of a real table with its record."""
    first = new_campaign("campaign", at=AT)
    game = CampaignGame(
        "1.json", "2026-01-16", "level-1", extended=False, result=Result(broken=False, won=True, missions=9)
    )
    second = with_game(first, game)
    third = with_game(second, game._replace(file="2.json", scenario="level-2", result=game.result._replace(won=False)))
    record = RecordedGame(f"sha256:{'0a' * 32}", f"sha256:{'1b' * 32}", players=4)
    table = with_game(new_campaign("Fridays", at=AT, players=5), game._replace(record=record))
    return [save_text(one).encode() for one in (first, second, third, table)]


def result_seeds() -> list[bytes]:
    """Return results of puzzles: solved, missed and rated, with runs of the storm between them."""
    one = PuzzleResult("a", "sha256:1", AT, "Low Torch", "dt1.abc", 3, "2026-01-16", 61.5, 1, solved=True)
    missed = one._replace(session="b", puzzle="sha256:2", solved=False, attempts=2, hints=1, grade=None, day=None)
    storm = StormResult("c", AT, 180.0, 9, 2, 4, 3)
    lines = [result_line(result) for result in (one, missed, storm, one._replace(begun="2026-01-19T08:00:00+01:00"))]
    return ["".join(f"{line}\n" for line in some).encode() for some in (lines, lines[:1], lines[2:3])]


def certificate_seeds() -> list[bytes]:
    """Return a certificate that the rules confirm, and others that they do not."""
    return [path.read_bytes() for path in sorted(PROBLEMS.glob("*.cert"))]


def played(content: bytes, chance: Random) -> bytes:
    """Change a replay, mostly the record of its five minutes."""
    data = mutation.parsed(content)
    if not isinstance(data, dict) or not isinstance(data.get("play"), dict) or not chance.randrange(6):
        return mutation.json_document(content, chance)
    mutation.edit(data["play"], chance)
    return mutation.sometimes_large(mutation.json_text(data, chance), chance)


TYPED = """\
HEROES: tonk, Garynor the Belly
result: we lost with 2 and not broken
sword, 2 bow, torch,
Rats With Demands | take bow
e07
TONK
The Miller's Ghost: bow, 2 sword -> any | decline
Garynor: map, cup -> bow
before 3: Tonk Redbeer
the apprentice's book
"""
"""A replay as it is typed at the table: lines without keywords."""

DT_WORDS = (
    "mission", "hero", "at", "before", "choice", "adventure", "title:", "play:", "hand 1:", "deck:", "seconds:",
    "seed:", "5", "0", "-1", "500", "99999999999999999999", "1e999", ":", "|", "->", "+", ",", "#", '"', "\\", "{",
    "}", "[", "]", "_x:", "/story/0/_x:", "/choices/-1/_y:", "Nintrabash", "Zigarat Ho", "as", "sword", "E07", "take",
    "decline", "fail", "discard", "tokens", "waive", "in full", "\t", "\x00", "\x0b", "\x85", "\u2028", "\ufeff",
    "player 1 plays", "1.5s",
    "event", "null", "none", "=", "?", "true", "rulings:", "result:", "heroes:", "won", "format:", "start:", "cards",
    "supply", "guesses", "extra slot", "last failed mission", "pauses:", "1s for 2s", "draws", "discards", "ended:",
    '{"before": 1, "hero": "nintrabash", "discard": 5}', '{"at": null}', "[]", '"\\ud800"', "500 sword +", "\u0663",
    '_comments: [[0, "x"]]', "notes:", "\r", "goal:", "extended: yes", "nothing", "2\u00d7 keys", "order", "guess",
    "Lost in the Turnips", "tonk", "sword, bow", "and", "lost",
)  # fmt: skip


def _dt(content: bytes, chance: Random) -> bytes:
    if not chance.randrange(8):
        return mutation.sometimes_large(mutation.noise(content, chance, DT_WORDS), chance)
    return mutation.sometimes_large(mutation.lines(content, chance, DT_WORDS), chance)


def id_seeds() -> list[bytes]:
    """Return full ids in both forms, and a short one."""
    full = [full_id(parse(json.dumps(one), suffix=".json", kind=PUZZLE_FILES).data).encode() for one in PUZZLES]
    words = resealing.sealed_id(b"\xff" + zlib.compress(json.dumps(PUZZLES[1]).encode()))
    return [*full, words, b"grade3#cellar"]


def card_seeds() -> list[bytes]:
    """Return a small card set with every key, and the bundled ones."""
    return [CARDS.encode(), (CARDS + SCROLL).encode(), (DATA / "rulebook.toml").read_bytes()]


TIMERS: tuple[dict[str, Any], ...] = (
    {"format": "dungeon-time/timer/1", "scenario": "level-1", "adventure": None, "extended": False, "players": 3,
     "heroes": ["tonk-redbeer", "zaria-tearleaf"], "started": AT, "seconds": 300.0,
     "pauses": [{"t": 20.5, "seconds": 3.25}], "mission_times": [21.0, 54.5, 73.0], "ended": 300.0},
    {"format": "dungeon-time/timer/1", "started": AT, "seconds": 60, "mission_times": [], "ended": None},
)  # fmt: skip


SETTINGS: tuple[dict[str, Any], ...] = (
    {"format": "dungeon-time/settings/1", "keys": "azerty", "bell": False},
    {"format": "dungeon-time/settings/1", "keys": "йцукефівапячсми", "bell": True},
)


@cache
def table_journal_seeds() -> list[bytes]:
    """Return journals of games at a table: one just begun, and one with cards, decisions and a skill."""
    found = []
    for typed in ((), ("t", "2 s", "b", "e1", "1", "tonk", "mission Own: bow + sword -> cup?", "1", "undo", "g")):
        with TemporaryDirectory() as folder:
            names = bundled_cards("house")
            table = TableSetup(names, heroes=(HeroId("tonk-redbeer"),), players=2, title="t")
            journal = TableJournal.begin(Path(folder), "game", table)
            recorder = TableRecorder(Record(table), journal=journal, table_cards=TableCards(Path(folder), names))
            for text in typed:
                with suppress(InvalidInput):
                    recorder.enter(text)
            found.append(journal.path.read_bytes())
            journal.close()
    return found


READERS = {
    reader.name: reader
    for reader in (
        Reader("replay-json", replay_seeds, mutation.json_document, oracles.replay_json),
        Reader("ndjson", ndjson_seeds, mutation.json_lines, oracles.ndjson),
        Reader("notation", notation_seeds, _dt, oracles.notation),
        Reader("play-log", played_seeds, played, oracles.play_log),
        Reader("puzzle-file", lambda: _json(*PUZZLES), mutation.json_document, oracles.puzzle_file),
        Reader("puzzle-id", id_seeds, resealing.puzzle_id, oracles.puzzle_id),
        Reader("card-set", card_seeds, mutation.toml_document, oracles.card_set),
        Reader("scenarios", lambda: [(DATA / "scenarios.toml").read_bytes()], mutation.toml_document,
               oracles.scenario_file),
        Reader("campaign-save", save_seeds, mutation.json_document, oracles.campaign_save),
        Reader("journal", journal_seeds, mutation.json_lines, oracles.journal),
        Reader("puzzle-results", result_seeds, mutation.json_lines, oracles.puzzle_results),
        Reader("timer", lambda: _json(*TIMERS), mutation.json_document, oracles.timer),
        Reader("settings", lambda: _json(*SETTINGS), mutation.json_document, oracles.settings),
        Reader("table-journal", table_journal_seeds, mutation.json_lines, oracles.table_journal),
        Reader("certificate", certificate_seeds, resealing.certificate, oracles.certificate),
    )
}  # fmt: skip
