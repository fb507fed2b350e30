"""Choosing, selecting and counting rows."""

import csv
import gzip
import io
import json
from pathlib import Path

import pytest

from tests.batch.corpus import write_corpus
from tests.commands.shell import FRIDAY, invoke


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return str(write_corpus(tmp_path_factory.mktemp("corpus") / "games.ndjson", 60))


def rows(*arguments, stdin=b""):
    return [json.loads(line) for line in invoke(*arguments, stdin=stdin).stdout.splitlines()]


def test_where_and_status_choose_rows_but_not_the_exit_code(corpus):
    everything = rows("score", corpus, "--json")
    chosen = invoke("score", corpus, "--json", "--where", "missions >= 9 and not won")
    assert [json.loads(line) for line in chosen.stdout.splitlines()] == [
        row for row in everything if row["missions"] is not None and row["missions"] >= 9 and row["status"] != "won"
    ]
    assert chosen.exit_code == invoke("score", corpus, "--json").exit_code == 1
    assert rows("score", corpus, "--json", "--status", "invalid") == [
        row for row in everything if row["status"] == "invalid"
    ]
    both = rows("score", corpus, "--json", "--status", "invalid", "--status", "open")
    assert both == [row for row in everything if row["status"] in ("invalid", "open")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--where", "misions > 3"], "did you mean missions?"),
        (["--where", "missions >"], "column 11"),
        (["--status", "wno"], "did you mean won?"),
        (["--fields", "file,titel", "--json"], "did you mean title?"),
        (["--fields", "file"], "--fields is not for --format table"),
        (["--fields", ",", "--json"], "names no field"),
        (["--shard", "0/3"], "write for example 3/8"),
        (["--shard", "4/3"], "write for example 3/8"),
        (["--resume"], "--resume needs --output"),
        (["--format", "parquet"], "needs --output"),
        (["--json", "--format", "csv"], "contradict"),
        (["--shared-files"], "is for --cluster"),
        (["--output", "no/such/folder/x.csv"], "does not exist"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message):
    result = invoke("score", FRIDAY, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_fields_select_the_record_the_header_and_the_users_own_keys(corpus):
    wanted = "line,title,_club,players,heroes,won,codes,digest,claimed.missions"
    for row, whole in zip(
        rows("score", corpus, "--json", "--fields", wanted), rows("score", corpus, "--json"), strict=True
    ):
        assert list(row) == wanted.split(",")
        assert row["line"] == whole["line"]
        assert row["codes"] == list(dict.fromkeys(problem["code"] for problem in whole["problems"]))
        if whole["status"] != "invalid":
            assert row["_club"] == int(whole["title"].split()[1]) % 3
            assert row["won"] == (None if whole["status"] == "open" else whole["status"] == "won")
            assert row["claimed.missions"] == (whole["claimed"] or {}).get("missions")
    chosen = rows("score", corpus, "--json", "--where", "_club == 1")
    assert {int(row["title"].split()[1]) % 3 for row in chosen} == {1}


def test_cells_have_a_head_even_without_rows(corpus):
    table = list(csv.reader(io.StringIO(invoke("score", corpus, "--format", "csv").stdout)))
    assert len(table) == 61
    assert table[0][:5] == ["file", "line", "game", "title", "status"]
    assert {len(line) for line in table} == {len(table[0])}
    nothing = invoke("score", corpus, "--format", "csv", "--where", "missions > 1000").stdout
    assert nothing.splitlines() == [",".join(table[0])]


def test_the_summary_counts_what_was_chosen(corpus):
    everything = rows("score", corpus, "--json")
    (summary,) = rows("score", corpus, "--json", "--summary")
    assert summary["inputs"] == summary["rows"] == 60
    for status, n in summary["statuses"].items():
        assert n == sum(row["status"] == status for row in everything)
    known = [row["missions"] for row in everything if row["missions"] is not None]
    assert summary["missions"]["mean"] == round(sum(known) / len(known), 4)
    won = summary["won"]
    assert won["won"] == sum(row["status"] == "won" for row in everything)
    assert 0 < won["low"] < won["rate"] < won["high"] < 1
    (chosen,) = rows("score", corpus, "--json", "--summary", "--status", "won")
    assert (chosen["inputs"], chosen["rows"], chosen["won"]["rate"]) == (60, won["won"], 1.0)
    text = invoke("score", corpus, "--summary").stdout
    assert text.startswith("60 rows\n")
    assert f"({won['won']} of {won['of']}; 95% confidence: " in text


def test_quiet_prints_rows_with_problems_only(corpus):
    everything = rows("validate", corpus, "--json")
    assert rows("validate", corpus, "--json", "--quiet") == [row for row in everything if row["problems"]]


def test_fail_fast_stops_at_the_first_bad_input(corpus):
    stopped = invoke("score", corpus, "--json", "--fail-fast", "--jobs", "2")
    everything = invoke("score", corpus, "--json").stdout
    shown = [json.loads(line) for line in stopped.stdout.splitlines()]
    assert stopped.exit_code == 1
    assert everything.startswith(stopped.stdout)
    bad = [any(problem["severity"] == "error" for problem in row["problems"]) for row in shown]
    assert bad == [False] * (len(shown) - 1) + [True]


def test_shards_are_a_partition(corpus):
    parts = [rows("score", corpus, "--json", "--shard", f"{k}/3") for k in (1, 2, 3)]
    everything = rows("score", corpus, "--json")
    assert [len(part) for part in parts] == [20, 20, 20]
    assert sorted((row for part in parts for row in part), key=lambda row: row["line"]) == everything


def test_dedupe_leaves_out_other_spellings_of_the_same_game(tmp_path):
    again = tmp_path / "again.json"
    assert invoke("convert", FRIDAY, "--output", str(again)).exit_code == 0
    text = again.read_text(encoding="utf-8").replace('"title": "', '"title": "Another ')
    again.write_text(text, encoding="utf-8")
    files = [FRIDAY, str(again), "replays/games/demo-day.dt", FRIDAY]
    assert [row["file"] for row in rows("score", *files, "--json", "--dedupe")] == [FRIDAY, files[2]]
    digests = [row["digest"] for row in rows("digest", *files, "--json")]
    assert digests[0] == digests[1] == digests[3] != digests[2]
    (summary,) = rows("score", *files, "--json", "--dedupe", "--summary")
    assert (summary["inputs"], summary["rows"], summary["duplicates"]) == (4, 2, 2)


def test_rows_that_cannot_be_read_are_no_duplicates(tmp_path):
    for name in ("a.dt", "b.dt"):
        (tmp_path / name).write_text("swrod\n", encoding="utf-8")
    assert len(rows("score", str(tmp_path), "--json", "--dedupe")) == 2


def test_compressed_files_are_known_by_their_content(tmp_path, corpus):
    zstd = pytest.importorskip("backports.zstd", reason="Python has its own zstd")
    content = Path(corpus).read_bytes()
    expected = invoke("score", "-", "--json", stdin=content).stdout
    for compressed in (gzip.compress(content), zstd.compress(content)):
        assert invoke("score", "-", "--json", stdin=compressed).stdout == expected
        path = tmp_path / "games.ndjson"  # no name of a compressed file
        path.write_bytes(compressed)
        assert invoke("score", str(path), "--json").stdout == expected.replace("<stdin>", str(path))
        path.write_bytes(compressed[: len(compressed) // 2])
        broken = rows("score", str(path), "--json")
        assert broken[-1]["problems"][0]["code"] == "DT101"
        assert "ends too early" in broken[-1]["problems"][0]["message"]


def test_glob_chooses_files_of_folders(tmp_path):
    (tmp_path / "sub").mkdir()
    for name in ("a.dt", "b.txt", "sub/c.dt"):
        (tmp_path / name).write_text("sword\n", encoding="utf-8")

    def found(pattern):
        return [Path(row["file"]).name for row in rows("score", str(tmp_path), "--json", "--glob", pattern)]

    assert found("*.txt") == ["b.txt"]
    assert found("sub/*") == ["c.dt"]
    assert found("?.dt") == ["a.dt", "c.dt"]
    assert "no replay matching" in rows("score", str(tmp_path), "--json", "--glob", "*.x")[0]["problems"][0]["message"]


def test_an_output_file_is_whole_and_never_overwritten(tmp_path, corpus):
    path = tmp_path / "rows.csv"
    assert invoke("score", corpus, "--output", str(path)).exit_code == 1
    assert path.read_text(encoding="utf-8") == invoke("score", corpus, "--format", "csv").stdout
    again = invoke("score", corpus, "--output", str(path))
    assert (again.exit_code, "exists" in again.stderr) == (2, True)
    assert invoke("score", FRIDAY, "--output", str(path), "--force").exit_code == 0
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2
    assert [one.name for one in tmp_path.iterdir()] == ["rows.csv"]


@pytest.mark.parametrize("command", [["solve"], ["analyze"], ["validate"], ["puzzle", "check", "--quick"]])
def test_the_other_commands_have_the_same_options(command):
    source = "puzzles/first-steps" if command[0] == "puzzle" else "replays/games/one-map-too-many.dt"
    name = "verdict" if command == ["validate"] else "status"
    (row, *_) = rows(*command, source, "--json", "--fields", f"title,{name}", "--jobs", "1")
    assert row["title"]
    (summary,) = rows(*command, source, "--json", "--summary", "--status", row[name], "--jobs", "1")
    assert summary["statuses"] == {row[name]: summary["rows"]}
