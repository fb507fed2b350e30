"""What must hold whatever a file contains. Each function reads bytes and returns a short signature of the answer.

Anything that is raised here is a finding: readers answer with problems, and raise only what their docstrings name.
"""

import io
import tomllib
import zlib
from collections.abc import Iterable
from datetime import date
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from dtcli.formats.campaign import read_save, save_text
from dtcli.formats.card_sets import MOST_KEY_PARTS, bundled_cards, parse_cards
from dtcli.formats.dt.writer import to_notation
from dtcli.formats.json.text import compact
from dtcli.formats.json.writer import to_json, to_json_line
from dtcli.formats.limits import LARGEST_CARD_SET, LARGEST_REPLAY
from dtcli.formats.problems import CODES, MOST_PROBLEMS, Problem, listed
from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle, read_id
from dtcli.formats.puzzle.ids import IdTooLong, full_id, short_id
from dtcli.formats.puzzle.normal_form import normal_form
from dtcli.formats.puzzle.results import PuzzleResult, StormResult, read_result, result_line
from dtcli.formats.replay.canonical import canonical
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.five_minutes import recorded_play
from dtcli.formats.replay.reading import Document, parse, read
from dtcli.formats.schema_check import shape_problems
from dtcli.formats.timer import parse_timer, timer_text
from dtcli.formats.toml_positions import long_key
from dtcli.play.puzzle.share import share_text
from dtcli.play.puzzle.statistics import statistics
from dtcli.play.recorder.journal import JournalError, record_from
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.journal_reading import CorruptGameError, read_journal
from dtcli.play.storage.puzzle_results import StoredResults
from dtcli.play.storage.resume import CannotResumeError, resume_game
from dtcli.play.storage.settings import SettingsError, load_settings, read_settings, save_settings
from dtcli.render.problems import print_validation, problem_lines, validation_record
from dtcli.render.puzzle.history import statistics_lines
from dtcli.render.replay.json_record import score_record
from dtcli.render.replay.page import blocks, head, tail
from dtcli.render.terminal import safe
from solver.studies.certificate import verify

Signature = tuple[Any, ...]
FILE = "f"
MOST = 4 * MOST_PROBLEMS + 1_600
"""Problems of one document: of its shape, its names, its table and its play, and one for each choice."""
HOUSE = bundled_cards("house")
_DOCUMENTS = 20
"""How many documents of a stream are checked: the budget is for one, and a stream has no limit."""
_WRITTEN, _RENDERED = 3, 16
"""One replay in this many is also written and read again, and rendered, which takes longer than the rest."""


def sound_problems(problems: Iterable[Problem]) -> Signature:
    """Check that problems can be shown, and return their codes."""
    problems = tuple(problems)
    assert len(problems) <= MOST, len(problems)
    for problem in problems[:20]:
        assert problem.code in CODES
        assert problem.message
        assert problem.message.isprintable(), problem
        assert not problem.message.endswith("."), problem
        assert problem.hint is None or problem.hint.isprintable(), problem
        assert problem.line is None or problem.line >= 1
        assert compact(problem.as_json()).isprintable()
        for line in problem_lines(problem):
            assert_printable(line)
    return tuple(sorted({problem.code for problem in problems}))


def assert_printable(spans: Iterable[Any]) -> None:
    """Check that a line for the terminal contains no control codes."""
    for span in spans:
        assert (span if isinstance(span, str) else span[0]).isprintable(), span


def printable_text(text: str) -> None:
    """Check a text of several lines."""
    assert text.replace("\n", "").isprintable(), text


# replays


def judge_document(document: Document, content: bytes) -> Signature:
    """Check one replay as it was read: problems, round trips, what is printed of it."""
    share = zlib.crc32(content)
    rendered = share % _RENDERED == 0
    checked = check(document, frames=rendered)
    codes = sound_problems(checked.problems)
    if document.data is not None and share % _WRITTEN == 0:
        _round_trips(document.data)
    if rendered:
        _printed(checked)
    return (document.data is not None, checked.is_valid, codes)


def _round_trips(data: Any) -> None:
    text = to_json(data)
    printable_text(text)
    if len(text) > LARGEST_REPLAY // 2:
        return  # another spelling may be too large to be read
    assert same(parse(text, suffix=".json").data, data), "JSON loses something"
    line = to_json_line(data)
    assert line[:-1].isprintable()
    once = canonical(data, HOUSE)
    spelled = to_notation(once)
    again = parse(spelled, suffix=".dt")
    assert again.problems == (), "story notation that cannot be read"
    assert again.data is not None
    assert same(canonical(again.data, HOUSE), once), "story notation loses something"
    assert to_notation(again.data) == spelled, "story notation is not stable"


def same(one: Any, other: Any) -> bool:
    """Return whether two documents are the same; 1, True and 1.0 differ."""
    return compact(one) == compact(other)


def _printed(checked: Checked) -> None:
    assert compact(validation_record(checked)).isprintable()
    assert compact(score_record(checked)).isprintable()
    page = io.StringIO()
    print_validation(checked, page)
    printable_text(page.getvalue())
    if checked.run is not None and checked.score is not None:
        for lines in (head(checked), *blocks(checked), tail(checked)):
            for line in lines:
                assert_printable(line)


def replay_json(content: bytes) -> Signature:
    """Read a replay in JSON."""
    return judge_document(parse(content, file=FILE, suffix=".json"), content)


def notation(content: bytes) -> Signature:
    """Read a replay in story notation; every problem has its place."""
    document = parse(content, file=FILE, suffix=".dt")
    for problem in document.problems:
        assert problem.code == "DT103" or (problem.line is not None and problem.column is not None), problem
    return judge_document(document, content)


def ndjson(content: bytes) -> Signature:
    """Read a stream of replays; each line that is not blank is one document, whatever the others are."""
    documents = list(islice(read(["-"], io.BytesIO(content)), _DOCUMENTS))
    assert documents
    seen = {judge_document(document, content) for document in documents}
    named = [document.line for document in documents if document.line is not None]
    assert named == sorted(set(named)), "lines out of order"
    return (len(documents) > 1, *sorted(seen))


def play_log(content: bytes) -> Signature:
    """Read a replay with the record of its five minutes, and follow it."""
    document = parse(content, file=FILE, suffix=".json")
    checked = check(document)
    codes = sound_problems(checked.problems)
    data: Any = document.data
    if data is not None:
        if zlib.crc32(content) % _WRITTEN == 0:
            _round_trips(data)
        if data.get("play") and checked.is_valid and checked.resolved is not None:
            table, happened = recorded_play(data, checked.resolved)
            assert len(table.hands) == len(data["play"]["hands"])
            assert len(happened) == len(data["play"]["events"])
            return (_resumed(document), codes)
    return (data is not None, codes)


def _resumed(document: Document) -> str:
    """Return how far a kept game can be resumed."""
    try:
        return str(resume_game(document).phase)
    except CannotResumeError:
        return "not resumed"


# puzzles


def puzzle_file(content: bytes) -> Signature:
    """Read a puzzle file; a sound one has an id that carries it."""
    document = parse_puzzle(content, file=FILE)
    checked = check_puzzle(document)
    codes = sound_problems(checked.problems)
    if document.data is not None:
        text = to_json(document.data)
        printable_text(text)
        assert same(parse_puzzle(text).data, document.data)
        _normal(document.data)
    return (document.data is not None, checked.is_valid, codes)


def _normal(data: Any) -> None:
    """Check that the id of a puzzle gives it back."""
    try:
        written = full_id(data)
    except IdTooLong:
        return
    read_back = read_id(written)
    assert read_back.problems == ()
    assert read_back.data == normal_form(data)
    assert full_id(read_back.data) == written


def puzzle_id(content: bytes) -> Signature:
    """Read a text as a full and as a short id."""
    text = content.decode("utf-8", "replace")
    short = short_id(text)
    if isinstance(short, Problem):
        sound_problems([short])
    else:
        assert short_id(str(short)) == short
    document = read_id(text)
    assert len(document.file) <= 24
    checked = check_puzzle(document)
    codes = sound_problems(checked.problems)
    if document.data is not None:
        _normal(document.data)
    return (document.data is not None, checked.is_valid, codes)


# cards and scenarios


def card_set(content: bytes) -> Signature:
    """Read a card set; names are found again by every spelling."""
    loaded = parse_cards(content[: LARGEST_CARD_SET + 1], Path("mine.toml"))
    codes = sound_problems(loaded.problems)
    assert (loaded.names is None) == bool(loaded.problems)
    if loaded.names is not None:
        for info in loaded.names.cards.kinds.values():
            assert loaded.names.kind(info.kind) == info.kind
        for mission in loaded.names.cards.missions.values():
            assert loaded.names.mission(mission.id) is not None
        return (len(loaded.names.cards.missions) > 1, bool(loaded.names.cards.adventures))
    return codes


def scenario_file(content: bytes) -> Signature:
    """Check the shape of a scenarios file; dtcli reads only its own, and people check theirs against the schema."""
    try:
        text = content[:LARGEST_CARD_SET].decode()
        if long_key(text, MOST_KEY_PARTS) is not None:
            return ("long key",)
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        return ("not TOML",)
    return sound_problems(listed(shape_problems("scenarios", data)))


# what is kept


def campaign_save(content: bytes) -> Signature:
    """Read the save of a campaign; a sound one is written as it was read."""
    found = read_save(content, file=FILE)
    codes = sound_problems(found.problems)
    assert (found.save is None) == bool(found.problems)
    if found.save is not None:
        text = save_text(found.save)
        printable_text(text)
        assert read_save(text.encode(), file=FILE).save == found.save
        return ("sound", bool(found.save["games"]))
    return (codes, *sorted({(problem.pointer or "").partition("/")[2].split("/")[0] for problem in found.problems}))


def timer(content: bytes) -> Signature:
    """Read the times of a timer; sound ones are written as they were read."""
    found = parse_timer(content, file=FILE)
    codes = sound_problems(found.problems)
    assert (found.times is None) == bool(found.problems)
    if found.times is not None:
        text = timer_text(found.times)
        assert parse_timer(text.encode("utf-8", "surrogatepass"), file=FILE).times == found.times
        return ("sound", len(found.times["mission_times"]) > 1)
    return codes


def settings(content: bytes) -> Signature:
    """Read the settings of the table; sound ones are written as they were read, others are refused with a reason."""
    try:
        found = read_settings(content)
    except SettingsError as error:
        printable_text(str(error))
        return ("refused", str(error).split("'")[-1])
    with TemporaryDirectory() as home:
        save_settings(found, Folders(Path(home)))
        assert load_settings(Folders(Path(home))) == found
    return ("sound", found.bell)


def table_journal(content: bytes) -> Signature:
    """Read the journal of a game at a table."""
    try:
        record = record_from(content)
    except JournalError as error:
        printable_text(str(error))
        return ("refused", str(error).split("'")[0])
    return ("read", min(len(record.units), 3))


class _Journal(NamedTuple):
    phase: str
    told: Signature


def journal(content: bytes) -> Signature:
    """Read a journal, and the replay that recovery makes of it."""
    try:
        story = read_journal(content)
    except CorruptGameError as error:
        reason = str(error)
        printable_text(reason)
        return ("not understood", reason[:12])
    if story is None:
        return ("nothing",)
    text = compact(story.replay)
    assert text.isprintable()
    document = parse(text, file=FILE, suffix=".json")
    checked = check(document)
    codes = sound_problems(checked.problems)
    resumed = _resumed(document) if {"_revealed", "_table"} & set(story.replay) else ""
    return _Journal(str(story.phase), (codes, resumed))


def puzzle_results(content: bytes) -> Signature:
    """Read the lines of a file of puzzle results, sum them up and print them."""
    read = [read_result(line) for line in content.decode("utf-8", "replace").split("\n") if line]
    for result in read:
        if isinstance(result, PuzzleResult | StormResult):
            assert read_result(result_line(result)) == result
    puzzles = tuple(result for result in read if isinstance(result, PuzzleResult))
    storms = tuple(result for result in read if isinstance(result, StormResult))
    records = statistics(StoredResults(puzzles, storms), today=date(2026, 11, 19)).as_json()
    for record in records:
        assert compact(record).isprintable()
    for line in statistics_lines(records):
        assert_printable(line)
    for puzzle in puzzles:
        for text in share_text([puzzle]):
            printable_text(safe(text))
    return (None in read, len(puzzles), len(storms), records[-1]["rating"]["puzzles"])


def certificate(content: bytes) -> Signature:
    """Verify a certificate without the solver."""
    verdict = verify(content, file=FILE)
    codes = sound_problems(verdict.problems)
    assert verdict.holds == (not any(problem.is_error for problem in verdict.problems))
    return (verdict.holds, verdict.checked is not None, codes)
