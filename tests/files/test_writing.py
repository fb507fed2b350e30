"""Files are written whole or not at all."""

import os

import pytest

from dtcli.files import writing
from dtcli.files.writing import write_whole


def test_writes_the_text_and_nothing_else(tmp_path):
    path = tmp_path / "a.dt"
    write_whole(path, "sword\n\u00e4\n")
    assert path.read_bytes() == b"sword\n\xc3\xa4\n"
    write_whole(path, "bow\n")
    assert path.read_text() == "bow\n"
    assert [one.name for one in tmp_path.iterdir()] == ["a.dt"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_the_old_file_stays_if_writing_fails(tmp_path, monkeypatch, step):
    path = tmp_path / "a.dt"
    path.write_text("old\n")

    def fail(*_args):
        raise OSError(28, "No space left on device")

    if step == "fsync":
        monkeypatch.setattr(writing.os, "fsync", fail)
    else:
        monkeypatch.setattr(writing.Path, "replace", fail)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new\n")
    monkeypatch.undo()
    assert path.read_text() == "old\n"
    assert [one.name for one in tmp_path.iterdir()] == ["a.dt"]


def test_a_text_that_cannot_be_encoded_leaves_nothing_behind(tmp_path):
    path = tmp_path / "a.dt"
    path.write_text("old\n")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "old\n"
    assert [one.name for one in tmp_path.iterdir()] == ["a.dt"]


def test_the_new_file_is_on_disk_before_it_takes_the_name(tmp_path, monkeypatch):
    order = []
    fsync, replace = os.fsync, writing.Path.replace
    monkeypatch.setattr(writing.os, "fsync", lambda number: (order.append("fsync"), fsync(number)))
    monkeypatch.setattr(writing.Path, "replace", lambda one, other: (order.append("replace"), replace(one, other))[1])
    write_whole(tmp_path / "a.dt", "sword\n")
    assert order[:2] == ["fsync", "replace"]


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_the_mode_of_a_file_is_kept(tmp_path):
    path = tmp_path / "a.dt"
    path.write_text("old\n")
    path.chmod(0o640)
    write_whole(path, "new\n")
    assert path.stat().st_mode & 0o777 == 0o640
