"""``dtcli convert``: nothing is overwritten without ``--force``, and nothing is lost if writing fails."""

import json
import stat
from contextlib import contextmanager
from pathlib import Path

import pytest

from dtcli.commands import convert
from dtcli.formats.writing import whole_file
from tests.commands.shell import FRIDAY, GAMES, ONE_LINE, invoke

OLD = "old and precious"


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.dt").write_text("title: a\nsword\n")
    Path("b.dt").write_text("title: b\nbow\n")
    Path("bad.dt").write_text("swrod\n")
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_converting_there_and_back_gives_the_same_replay(path, tmp_path):
    there, back = tmp_path / "there.json", tmp_path / "back.dt"
    assert invoke("convert", str(path), "-o", str(there)).exit_code == 0
    assert invoke("convert", str(there), "-o", str(back)).exit_code == 0
    again = invoke("convert", str(back), "--to", "json")
    assert json.loads(again.stdout) == json.loads(there.read_text(encoding="utf-8"))


def test_each_spelling_is_recognised_by_the_others():
    texts = [invoke("convert", FRIDAY, "--to", spelling).stdout for spelling in ("json", "ndjson", "dt")]
    assert len(texts[1].splitlines()) == 1
    assert json.loads(texts[0]) == json.loads(texts[1])
    for text in texts:
        assert invoke("convert", "-", "--to", "ndjson", stdin=text.encode()).stdout == texts[1]


def test_by_default_the_other_spelling_is_written(here):
    assert invoke("convert", "a.dt").stdout.startswith("{")
    Path("a.json").write_bytes(ONE_LINE)
    assert invoke("convert", "a.json").stdout == "sword\n"


def test_a_file_that_exists_is_kept_without_force(here):
    Path("a.json").write_text(OLD)
    result = invoke("convert", "a.dt", "-o", "a.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--force" in result.stderr
    assert Path("a.json").read_text() == OLD
    assert invoke("convert", "a.dt", "-o", "a.json", "--force").exit_code == 0
    assert json.loads(Path("a.json").read_text())["title"] == "a"


def test_a_file_that_appears_during_the_run_is_kept_without_force(here, monkeypatch):
    monkeypatch.setattr(
        "dtcli.commands.convert.refuse_existing", lambda *_, **__: (here / "a.json").write_text("other\n")
    )
    result = invoke("convert", "a.dt", "-o", "a.json")
    assert result.exit_code == 2
    assert "'a.json' exists" in result.stderr
    assert (here / "a.json").read_text() == "other\n"


def test_a_file_that_exists_in_a_folder_keeps_all_others_from_being_written(here):
    Path("out").mkdir()
    Path("out/b.json").write_text(OLD)
    assert invoke("convert", "a.dt", "b.dt", "-o", "out").exit_code == 2
    assert names(here / "out") == ["b.json"]
    assert Path("out/b.json").read_text() == OLD


def test_force_keeps_the_old_file_when_the_replay_is_not_understood(here):
    Path("a.json").write_text(OLD)
    result = invoke("convert", "bad.dt", "-o", "a.json", "--force")
    assert result.exit_code == 1
    assert "DT204" in result.stderr
    assert Path("a.json").read_text() == OLD


def test_force_keeps_the_old_file_when_writing_fails(here, monkeypatch):
    def refuse(_file: int) -> None:
        raise OSError(28, "No space left on device")

    Path("a.json").write_text(OLD)
    before = names(here)
    monkeypatch.setattr("os.fsync", refuse)
    result = invoke("convert", "a.dt", "-o", "a.json", "--force")
    assert result.exit_code == 3
    assert "No space left" in result.stderr
    assert Path("a.json").read_text() == OLD
    assert names(here) == before


def test_the_mode_of_a_file_is_kept(here):
    Path("a.json").write_text(OLD)
    Path("a.json").chmod(0o640)
    invoke("convert", "a.dt", "-o", "a.json", "--force")
    assert stat.S_IMODE(Path("a.json").stat().st_mode) == 0o640


def test_a_folder_gets_one_file_per_replay(here):
    Path("out").mkdir()
    Path("many.ndjson").write_bytes(ONE_LINE * 2)
    result = invoke("convert", "a.dt", "b.dt", "many.ndjson", "-o", "out")
    assert (result.exit_code, result.stdout) == (0, "")
    assert names(here / "out") == ["a.json", "b.json", "many-1.dt", "many-2.dt"]
    assert names(here) == ["a.dt", "b.dt", "bad.dt", "many.ndjson", "out"]


@pytest.mark.parametrize("name", ["all.ndjson", "all.jsonl"])
def test_ndjson_gets_all_replays_in_order(here, name):
    assert invoke("convert", "b.dt", "a.dt", "-o", name).exit_code == 0
    assert [json.loads(line)["title"] for line in Path(name).read_text().splitlines()] == ["b", "a"]


def test_ndjson_is_written_as_it_is_converted(here, monkeypatch):
    """At no time is there more than one converted replay that has not been written."""
    waiting, most = set(), [0]
    spelled = convert._spelled

    def spell(*arguments):
        text = spelled(*arguments)
        waiting.add(text)
        most[0] = max(most[0], len(waiting))
        return text

    class Watched:
        def __init__(self, file):
            self.file = file

        def write(self, text):
            waiting.discard(text)
            self.file.write(text)

    @contextmanager
    def watched(path, *, replace):
        with whole_file(path, replace=replace) as file:
            yield Watched(file)

    monkeypatch.setattr(convert, "_spelled", spell)
    monkeypatch.setattr("dtcli.commands.saving.whole_file", watched)
    Path("many.dt.ndjson").write_text(
        "".join(f'{{"format": "dungeon-time/replay/1", "title": "{n}", "story": []}}\n' for n in range(50))
    )
    assert invoke("convert", "many.dt.ndjson", "a.dt", "-o", "all.ndjson").exit_code == 0
    assert len(Path("all.ndjson").read_text().splitlines()) == 51
    assert (most, waiting) == ([1], set())


def test_ndjson_is_written_completely_or_not_at_all(here, monkeypatch):
    def interrupt(*_arguments):
        raise KeyboardInterrupt

    Path("all.ndjson").write_text(OLD)
    before = names(here)
    monkeypatch.setattr(convert, "_card_set_name", interrupt)
    assert invoke("convert", "a.dt", "b.dt", "-o", "all.ndjson", "--force").exit_code == 130
    assert Path("all.ndjson").read_text() == OLD
    assert names(here) == before


def test_without_a_good_replay_no_ndjson_is_written(here):
    assert invoke("convert", "bad.dt", "-o", "all.ndjson").exit_code == 1
    assert not Path("all.ndjson").exists()


@pytest.mark.parametrize("name", ["all.json", "all.dt"])
def test_several_replays_do_not_fit_into_one_json_or_dt_file(here, name):
    result = invoke("convert", "a.dt", "b.dt", "-o", name)
    assert result.exit_code == 2
    assert ".ndjson" in result.stderr
    assert not Path(name).exists()


def test_a_missing_folder_is_refused(here):
    assert invoke("convert", "a.dt", "-o", "nowhere/a.json").exit_code == 2
    assert not Path("nowhere").exists()


def test_good_replays_are_converted_even_if_others_are_bad(here):
    result = invoke("convert", "a.dt", "bad.dt", "b.dt", "--to", "ndjson")
    assert result.exit_code == 1
    assert [json.loads(line)["title"] for line in result.stdout.splitlines()] == ["a", "b"]
    assert "bad.dt:1:1" in result.stderr
