"""Files that a configuration names: what is read and what is refused."""

import os
import stat

import pytest

from nsedmw.files import FileRefused, read_text


@pytest.fixture
def file(tmp_path):
    found = tmp_path / "inner" / "list.txt"
    found.parent.mkdir()
    found.write_text("kryptonite\n")
    return found


def _refused(path, **options):
    with pytest.raises(FileRefused) as caught:
        read_text(path, **options)
    return caught.value


def test_a_file_is_read_without_its_byte_order_mark(file):
    assert read_text(file) == "kryptonite\n"
    file.write_bytes(b"\xef\xbb\xbfone")
    assert read_text(str(file)) == "one"


def test_a_link_is_followed(file, tmp_path):
    (tmp_path / "link").symlink_to(file)
    assert read_text(tmp_path / "link") == "kryptonite\n"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("missing", "there is no such file; check the path"),
        ("list.txt/below", "there is no such file; check the path"),
        (".", "it is a folder; name a file"),
        ("nul\0", "the path holds a NUL character; write it anew"),
        ("x" * 300, "the file cannot be opened (File name too long); check the path"),
    ],
)
def test_a_path_that_leads_to_no_file_is_refused(file, name, expected):
    assert _refused(file.parent / name).message == expected


def test_a_named_pipe_is_refused_without_waiting(file):
    os.mkfifo(file.parent / "pipe")
    assert "not a regular file" in _refused(file.parent / "pipe").message


def test_a_file_that_this_user_may_not_read_is_refused(file, monkeypatch):
    def denied(*_args):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    assert "may not read the file" in _refused(file).message


def test_a_file_over_its_cap_is_refused(file):
    assert read_text(file, max_bytes=11) == "kryptonite\n"
    assert "larger than 10 bytes" in _refused(file, max_bytes=10).message


def test_text_that_is_not_utf8_is_refused_at_its_place(file):
    file.write_bytes("ä\nöx".encode() + b"\xff")
    refused = _refused(file)
    assert (refused.line, refused.column) == (2, 3)
    assert "save it as UTF-8" in refused.message


def test_utf16_is_named(file):
    file.write_text("a", encoding="utf-16")
    assert "it is UTF-16" in _refused(file).message


def test_a_file_that_others_may_write_is_refused(file):
    file.chmod(0o646)
    assert "other users may write to it" in _refused(file).message
    assert "`chmod o-w`" in _refused(file).message
    assert read_text(file, private=False) == "kryptonite\n"


def test_a_folder_that_others_may_write_is_refused_unless_it_is_sticky(file):
    file.parent.chmod(0o777)
    assert "other users may write to its folder" in _refused(file).message
    file.parent.chmod(0o777 | stat.S_ISVTX)
    assert read_text(file) == "kryptonite\n"


def test_a_folder_further_up_is_refused_too(file, tmp_path):
    tmp_path.chmod(0o777)
    assert "the folder 2 levels above it" in _refused(file).message


def test_the_real_path_of_a_link_is_judged(file, tmp_path):
    (tmp_path / "safe").mkdir()
    (tmp_path / "safe" / "link").symlink_to(file)
    file.parent.chmod(0o777)
    assert "may write to its folder" in _refused(tmp_path / "safe" / "link").message


def test_a_file_that_was_exchanged_while_it_was_read_is_refused(file, monkeypatch):
    real_open = os.open

    def open_and_exchange(path, flags):
        descriptor = real_open(path, flags)
        file.unlink()
        file.write_text("another")
        return descriptor

    monkeypatch.setattr(os, "open", open_and_exchange)
    assert "it was exchanged while it was read" in _refused(file).message
    monkeypatch.setattr(os, "open", real_open)
    monkeypatch.setattr(os, "open", lambda *found: (real_open(*found), file.unlink())[0])
    assert "it was exchanged while it was read" in _refused(file).message


def test_no_message_holds_the_path(file):
    file.chmod(0o666)
    assert str(file) not in _refused(file).message
