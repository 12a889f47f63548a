"""Files that a configuration names: read whole, or refused with what to do about it.

One rule: what is judged is what was opened. The rules are asked of the open file and of the folders
on its real path, links followed.

A configuration file itself may be writable by others (`private=False`): whoever starts nsedmw
chooses it, and a shared checkout often has such modes. What a configuration *names* may not, the
base that it extends included.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from nsedmw.errors import Error

MAX_BYTES: Final = 16 * 1024 * 1024
"""Of one file; a blocklist of 100 000 patterns has about 3 MiB."""
_BOM: Final = b"\xef\xbb\xbf"
_WIDE_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")


class FileRefused(Error):
    """A file that is not read. `line` and `column` count from 1 where a place in it is meant.

    The message does not hold the path: it may come from an environment variable.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        self.message = message
        self.line = line
        self.column = column
        super().__init__(message)


def read_text(path: str | Path, *, max_bytes: int = MAX_BYTES, private: bool = True) -> str:
    """The text of a regular UTF-8 file, without its byte order mark.

    With `private`, nobody but its owner and group may be able to change it: mode o+w is refused, of
    the file and of every folder above it (a folder with the sticky bit, such as /tmp, is sound).

    Raises:
        FileRefused: missing, not regular, unreadable, too large, not UTF-8, writable by others.
    """
    return decode(read_bytes(path, max_bytes=max_bytes, private=private))


def read_bytes(path: str | Path, *, max_bytes: int = MAX_BYTES, private: bool = True) -> bytes:
    """The bytes of a regular file; as `read_text`."""
    with opened(path, private=private) as descriptor, os.fdopen(os.dup(descriptor), "rb") as file:
        return _content(file.read(max_bytes + 1), max_bytes)


@contextmanager
def opened(path: str | Path, *, private: bool = True) -> Iterator[int]:
    """The descriptor of a regular file that can be read, for as long as the context lasts.

    Raises:
        FileRefused: missing, not regular, unreadable, writable by others.
    """
    descriptor = _opened(path)
    try:
        found = os.fstat(descriptor)
        _refuse_irregular(found)
        if private:
            _refuse_shared(Path(path), found)
        yield descriptor
    finally:
        os.close(descriptor)


def _opened(path: str | Path) -> int:
    try:
        # Without O_NONBLOCK, opening a named pipe that nobody writes to would wait for ever.
        return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise FileRefused(_unopened(error)) from None


def decode(data: bytes) -> str:
    """Text from UTF-8 bytes, without one leading byte order mark.

    Raises:
        FileRefused: it is not UTF-8; names the place.
    """
    if data.startswith(_WIDE_BOMS):
        raise FileRefused("it is UTF-16; save it as UTF-8", 1, 1)
    try:
        return data.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        before = data.removeprefix(_BOM)[: error.start]
        start = before.rfind(b"\n") + 1
        line, column = before.count(b"\n") + 1, len(before[start:].decode()) + 1
        raise FileRefused("it is not UTF-8 here; save it as UTF-8", line, column) from None


def _content(data: bytes, max_bytes: int) -> bytes:
    if len(data) > max_bytes:
        raise FileRefused(f"it is larger than {max_bytes} bytes; make it smaller")
    return data


def _unopened(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "there is no such file; check the path"
    if isinstance(error, PermissionError):
        return "this user may not read the file; give the right with chmod or chown"
    if isinstance(error, OSError):
        return f"the file cannot be opened ({os.strerror(error.errno or 0)}); check the path"
    return "the path holds a NUL character; write it anew"


def _refuse_irregular(found: os.stat_result) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise FileRefused("it is a folder; name a file")
    if not stat.S_ISREG(found.st_mode):
        raise FileRefused("it is not a regular file (a pipe or device); name a regular file")


def _refuse_shared(path: Path, found: os.stat_result) -> None:
    if found.st_mode & stat.S_IWOTH:
        raise FileRefused("other users may write to it; take that away with `chmod o-w` on it")
    try:
        real = path.resolve(strict=True)
        same = os.path.samestat(real.stat(), found)
    except OSError:
        same = False
        real = path
    if not same:
        raise FileRefused("it was exchanged while it was read; load again")
    for height, folder in enumerate(real.parents):
        mode = folder.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            raise FileRefused(
                f"other users may write to {_folder(height)}, and so exchange the file;"
                " take that away with `chmod o-w` on that folder"
            )


def _folder(height: int) -> str:
    return "its folder" if height == 0 else f"the folder {height + 1} levels above it"
