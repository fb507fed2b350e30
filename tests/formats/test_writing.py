"""Files are written completely or not at all, and only if they can be read again."""

import os

import pytest

from dtcli.formats import writing
from dtcli.formats.writing import UnreadableError, write_new, write_readable, write_whole


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


def test_an_error_names_the_file(tmp_path):
    path = tmp_path / "none" / "a.dt"
    with pytest.raises(FileNotFoundError) as raised:
        write_whole(path, "sword\n")
    assert raised.value.filename == str(path)


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_loop_of_links_is_an_os_error(tmp_path):
    path = tmp_path / "loop.dt"
    path.symlink_to(path)
    with pytest.raises(OSError, match="loop"):
        write_whole(path, "sword\n")
    assert path.is_symlink()


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be synced there")
def test_the_folder_is_synced_after_the_file_has_its_name(tmp_path, monkeypatch):
    synced = []
    fsync = os.fsync

    def watch(descriptor):
        synced.append((os.path.samestat(os.fstat(descriptor), tmp_path.stat()), (tmp_path / "a.dt").exists()))
        fsync(descriptor)

    monkeypatch.setattr(writing.os, "fsync", watch)
    write_whole(tmp_path / "a.dt", "sword\n")
    assert synced == [(False, False), (True, True)]


@pytest.mark.parametrize("links", [True, False], ids=["hard links", "no hard links"])
def test_a_new_file_never_replaces_one_that_appears_meanwhile(tmp_path, monkeypatch, links):
    path = tmp_path / "a.dt"

    def refuse(*_):
        raise OSError(95, "Operation not supported")

    if not links:
        monkeypatch.setattr(writing.Path, "hardlink_to", refuse)
    write_whole(path, "first\n", replace=False)
    with pytest.raises(FileExistsError) as raised:
        write_whole(path, "second\n", replace=False)
    assert raised.value.filename == str(path)
    assert path.read_text() == "first\n"
    assert write_new(path, "second\n") == tmp_path / "a-2.dt"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a-2.dt", "a.dt"]


def test_old_temporary_files_of_killed_writes_are_removed(tmp_path):
    old, new, other = tmp_path / ".dtcli-aaaa.tmp", tmp_path / ".dtcli-bbbb.tmp", tmp_path / ".other-aaaa.tmp"
    for path in (old, new, other):
        path.write_text("{")
    for path in (old, other):
        os.utime(path, (0, 0))
    write_whole(tmp_path / "a.dt", "sword\n")
    assert sorted(one.name for one in tmp_path.iterdir()) == [".dtcli-bbbb.tmp", ".other-aaaa.tmp", "a.dt"]


def test_a_long_name_leaves_room_for_the_temporary_one(tmp_path):
    path = tmp_path / ("x" * 250 + ".dt")
    write_whole(path, "sword\n")
    assert path.read_text() == "sword\n"


def test_a_text_that_could_not_be_read_again_is_not_written(tmp_path):
    with pytest.raises(UnreadableError, match="too long"):
        write_readable(tmp_path / "a.dt", "sword\n", lambda _content: "too long")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_read_back(tmp_path, monkeypatch):
    write_readable(tmp_path / "a.dt", "sword\n", lambda _content: None)
    assert (tmp_path / "a.dt").read_text() == "sword\n"
    monkeypatch.setattr(writing.Path, "read_bytes", lambda _path: b"swo")
    with pytest.raises(OSError, match="does not contain what was written") as raised:
        write_readable(tmp_path / "b.dt", "sword\n")
    assert raised.value.filename == str(tmp_path / "b.dt")
