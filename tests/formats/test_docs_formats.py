"""Every example in docs/formats.md is read by the code that it describes."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from dtcli.formats.campaign import read_save, save_text
from dtcli.formats.card_sets import DATA
from dtcli.formats.dt.line_grammar import HEADERS
from dtcli.formats.dt.parser import loads
from dtcli.formats.problems import Problem
from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle, read_id
from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse
from dtcli.formats.schema import (
    CampaignFile,
    CampaignGameEntry,
    ChoiceEntry,
    DifficultyEntry,
    GoalEntry,
    PlayEntry,
    PuzzleFile,
    ReplayFile,
    RulingsEntry,
    StartEntry,
    StepEntry,
    TimerFile,
)
from dtcli.formats.schema_check import shape_problems
from dtcli.formats.timer import parse_timer, timer_text
from dtcli.play.storage.history import TOTAL, GameCategory, Tally

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
BLOCKS = [(language, text) for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]
REPLAYS = [block for block in BLOCKS if block[0] == "dt" or (block[0] == "json" and "/replay/1" in block[1])]
PUZZLES = [text for language, text in BLOCKS if language == "json" and "/puzzle/1" in text]
TOML = [text for language, text in BLOCKS if language == "toml"]


def test_the_page_has_its_examples():
    assert [language for language, _ in BLOCKS].count("dt") == 3
    assert [language for language, _ in BLOCKS].count("json") == 7
    assert len(REPLAYS) == 6
    assert len(TOML) == 2


@pytest.mark.parametrize(("language", "text"), REPLAYS)
def test_each_replay_is_valid_and_what_it_claims_agrees(language, text):
    checked = check(parse(text.encode(), suffix=f".{language}"))
    assert [problem for problem in checked.problems if problem.severity == "error"] == []
    assert checked.agrees in (True, None)
    assert checked.agrees or '"result"' not in text
    assert checked.agrees or "result:" not in text


def test_the_puzzle_is_one_and_its_solution_holds():
    (text,) = PUZZLES
    puzzle = check_puzzle(parse_puzzle(text))
    assert (puzzle.problems, puzzle.is_valid) == ((), True)


def test_the_id_is_one():
    (written,) = [text for language, text in BLOCKS if language == "text" and text.startswith("dt1.")]
    assert read_id(written).problems == ()


@pytest.mark.parametrize("text", TOML)
def test_each_toml_file_has_its_shape(text):
    data = tomllib.loads(text)
    assert shape_problems(data["format"].split("/")[1], data) == []


def test_the_problem_has_all_keys():
    (shown,) = [json.loads(text) for language, text in BLOCKS if language == "json" and '"severity"' in text]
    assert list(shown) == list(Problem("DT204", "x").as_json())


@pytest.mark.parametrize(
    "shape",
    [
        ReplayFile,
        ChoiceEntry,
        PlayEntry,
        RulingsEntry,
        StartEntry,
        PuzzleFile,
        GoalEntry,
        DifficultyEntry,
        CampaignFile,
        StepEntry,
        CampaignGameEntry,
        TimerFile,
    ],
)
def test_every_key_is_explained(shape):
    missing = [key for key in shape.__annotations__ if f"`{key}`" not in PAGE]
    assert missing == []


def test_the_save_of_a_campaign_can_be_used():
    (shown,) = [text for language, text in BLOCKS if language == "json" and "/campaign/1" in text]
    read = read_save(shown.encode(), file="f")
    assert read.problems == ()
    assert list(read.save) == list(CampaignFile.__annotations__)
    assert save_text(read.save) == shown


def test_the_times_of_the_timer_can_be_read():
    (shown,) = [text for language, text in BLOCKS if language == "json" and "/timer/1" in text]
    read = parse_timer(shown.encode())
    assert read.problems == ()
    assert list(read.times) == list(TimerFile.__annotations__)
    assert timer_text(read.times) == shown


def test_every_key_of_the_history_is_explained():
    part = PAGE[PAGE.index("`dtcli history --json`") : PAGE.index("`dtcli campaign status --json`")]
    keys = Tally(GameCategory(TOTAL, None, "")).as_json()
    assert [key for key in keys if f"`{key}`" not in part] == []


def test_every_header_is_explained():
    head = PAGE[PAGE.index("### Head") : PAGE.index("### Grammar")]
    assert [key for key in HEADERS if f"`{key}`" not in head and key != "play"] == []


LINES = [
    line
    for cell in re.findall(
        r"^\| (`[^\\|]*`) \|", PAGE[PAGE.index("### Lines") : PAGE.index("### Decisions")], re.MULTILINE
    )
    for line in re.findall(r"`([^`]*)`", cell)
]
SKILLS = re.findall(r"\| `(hero [^`|]*)` \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("line", [*LINES, *SKILLS])
def test_each_line_of_the_tables_is_understood(line):
    assert loads(line).problems == []


def test_the_lines_of_the_tables_were_found():
    assert len(LINES) >= 17
    assert len(SKILLS) == 7


REWARDS = re.findall(r"`([^`]+)`", PAGE[PAGE.index("A reward is") : PAGE.index("Skills on successive")])


@pytest.mark.parametrize("reward", REWARDS)
def test_each_reward_of_the_page_is_understood(reward):
    checked = check(parse(f"bow\nmission Wolves: bow -> {reward}", suffix=".dt"))
    assert checked.is_valid


def test_the_rewards_were_found():
    assert len(REWARDS) == 8


CLAIMS = re.findall(r"`([^`]+)`", next(row for row in PAGE.splitlines() if "| `result`" in row))[1:]


@pytest.mark.parametrize("claim", CLAIMS)
def test_each_claim_of_the_table_is_understood(claim):
    assert loads(f"result: {claim}\nsword").problems == []


@pytest.mark.parametrize("said", re.findall(r"`([^`]+)`", PAGE[PAGE.index("### Decisions") : PAGE.index("### Skills")]))
def test_each_decision_of_the_table_is_understood(said):
    assert loads(f"mission E07 | {said}").problems == []


def test_the_grammar_of_the_page_is_the_one_the_program_prints():
    printed = (DATA / "notation.ebnf").read_text(encoding="utf-8").partition("*)\n\n")[2]
    (shown,) = [text for language, text in BLOCKS if language == "ebnf"]
    assert printed == shown
