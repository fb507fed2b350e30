"""Why a text is not JSON; a text that was cut off is recognised."""

import pytest

from dtcli.formats.campaign import read_save
from dtcli.formats.replay.reading import parse, parse_line

HEAD = '{"format": "dungeon-time/replay/1", '
WHOLE = HEAD + '"story": ["sw\\u006frd", {"mission": "E07"}], "_own": [-1.5e+3, true, false, null, 12]}'


def fault_of(line: str) -> tuple[str, str, int | None, int | None]:
    (problem,) = parse_line(line.encode(), file="games.ndjson", number=7).problems
    return problem.code, problem.message, problem.line, problem.column


def test_the_whole_text_is_read():
    assert parse(WHOLE, suffix=".json").problems == ()


@pytest.mark.parametrize("end", ["", "\n", "\r\n"], ids=["nothing", "newline", "return"])
def test_a_text_cut_off_anywhere_is_recognised(end):
    for length in range(1, len(WHOLE)):
        cut = WHOLE[:length]
        expected = ("DT104", "not JSON: the text ends too early", 7, len(cut.rstrip()) + 1)
        assert fault_of(cut + end) == expected, cut


def test_a_file_that_was_cut_off_has_the_place_of_its_end():
    (problem,) = parse('{\n  "format": "dungeon-time/replay/1",\n  "story": ["sword",\n', suffix=".json").problems
    assert (problem.message, problem.line, problem.column) == ("not JSON: the text ends too early", 3, 21)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ('{"story": ["sword]\n}', "a string is not closed on its line", 19),
        ('{"story": [tru, "sword"]}', "expecting value", 12),
        ('{"story": ["a" "b"]}', "expecting ',' delimiter", 16),
        ('{"story": ["a\tb"]}', "invalid control character", 14),
        ('{"story": ["\\u12"]}', "invalid \\uXXXX escape", 14),
        ('{"story": []} x', "extra data", 15),
        ("fade", "expecting value", 1),
    ],
)
def test_other_faults_keep_their_reason(text, message, column):
    (problem,) = parse_line(text.encode(), file="x", number=1).problems
    assert (problem.message, problem.column) == (f"not JSON: {message}", column)


def test_a_campaign_save_that_was_cut_off():
    (problem,) = read_save(b'{\n  "format": "dungeon-time/camp', file="x").problems
    assert (problem.code, problem.message) == ("DT801", "not JSON: the text ends too early")
    assert (problem.line, problem.column) == (2, 31)
