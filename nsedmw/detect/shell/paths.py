"""Where a path leads, and what would be lost if it were deleted.

Directories are those of the Filesystem Hierarchy Standard 3.0, hier(7), and Apple's File System
Programming Guide.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from nsedmw.detect.shell.marks import (
    HOME,
    ONE,
    SET,
    STAR,
    UNKNOWN,
    has_glob,
    known,
    matcher,
    taints,
)

Anchor = Literal["/", "~", ".", "?"]
_LONGEST: Final = 256
"""Names of one path that are looked at."""

SYSTEM: Final = frozenset({
    "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "root", "run", "sbin",
    "sys", "usr", "var", "nix", "System", "Library", "Applications", "private", "cores", "opt",
    "srv", "home", "Users", "mnt", "media", "Volumes", "tmp",
})  # fmt: skip
_TREES: Final = frozenset({
    "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "run", "sbin", "sys",
    "usr", "var", "nix", "System", "Library", "Applications",
})  # fmt: skip
"""Top folders whose whole trees are the system's."""
_FREE: Final = (
    ("var", "tmp"), ("var", "cache"), ("var", "folders"), ("var", "lib", "apt", "lists"),
    ("var", "www"), ("usr", "src"), ("dev", "shm"), ("run", "user"), ("var", "run"),
)  # fmt: skip
"""What may be deleted below them: caches, by image builds above all."""
_HOMES: Final = frozenset({"home", "Users"})
_WINDOWS: Final = (("Users",), ("Windows",), ("Program Files",))
"""Below a mounted drive of Windows."""
_MOUNTS: Final = frozenset({"mnt", "media", "Volumes"})
_KEPT: Final = frozenset({
    ".ssh", ".gnupg", ".aws", ".kube", ".config", ".local", ".docker", ".mozilla",
    ".password-store",
    "Documents", "Desktop", "Downloads", "Pictures", "Music", "Videos", "Movies", "Library",
    "Public", "Dropbox", "OneDrive",
})  # fmt: skip
"""Folders of a home whose loss is the person's, not the project's."""

_DEVICE: Final = re.compile(
    r"(?:[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|disk\d|rdisk\d|dm-\d|md\d|loop\d|sr\d|mapper|disk"
    r"|block|mem$|kmem$|port$|vg)"
)
_EVERYTHING: Final = re.compile(
    f"(?:[.{STAR}{ONE}]|{SET}[^\\]/]{{0,32}}\\])*[{STAR}{ONE}](?:[.{STAR}{ONE}]|{SET}[^\\]/]{{0,32}}\\])*"
)


class Place(NamedTuple):
    """A path from an anchor: the root, a home, the folder that the call starts in, or unknown.

    `ups` counts the steps above the anchor `.`.
    """

    anchor: Anchor
    parts: tuple[str, ...]
    ups: int = 0


def place(path: str, folder: str | None = ".") -> Place:
    """Where `path` leads from `folder`, which is None where nobody can tell."""
    anchor, rest = _anchored(path.rstrip("\r"), folder)
    parts: list[str] = []
    ups = 0
    for part in rest.split("/")[:_LONGEST]:
        if part in ("", "."):
            continue
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        else:
            ups += 1
    if anchor == "?":
        # What is unknown may be empty, so what stands beside it in one name is what is sure.
        parts = [known(parts[0]), *parts[1:]] if parts else []
        return Place(anchor, tuple(part for part in parts if part))
    if anchor == "~" and ups:
        # Above a home is the folder of all homes.
        return Place("/", tuple(parts) if ups > 1 else ("home", *parts))
    if anchor == "/":
        return _below_root(tuple(parts))
    return Place(anchor, tuple(parts), ups)


def _anchored(path: str, folder: str | None) -> tuple[Anchor, str]:
    """The anchor of a path, and the path from there."""
    if not path.startswith(("/", HOME)) and not taints(path[:1]) and folder != ".":
        path = f"{UNKNOWN if folder is None else folder}/{path}"
    if path.startswith("/"):
        return "/", path
    if path.startswith(HOME):
        return "~", path[1:]
    return ("?" if taints(path[:1]) else "."), path


def _below_root(parts: tuple[str, ...]) -> Place:
    """A place below the root; a user's folder is a home however it is written."""
    if parts[:1] == ("root",):
        return Place("~", parts[1:])
    if len(parts) > 1 and parts[0] in _HOMES and not has_glob(parts[1]):
        return Place("~", parts[2:])
    return Place("/", parts)


def everything(part: str) -> bool:
    """Whether a pattern matches all or nearly all names: `*`, `.*`, `*.*`, `[!.]*`, `??*`."""
    return STAR in part and _EVERYTHING.fullmatch(part) is not None


def emptied(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The folder that is emptied where all that it holds is named."""
    while parts and everything(parts[-1]):
        parts = parts[:-1]
    return parts


def lost(where: Place) -> str | None:
    """The rule that a deletion of the whole tree breaks, or None."""
    parts = emptied(where.parts)
    match where.anchor:
        case "/":
            return _lost_below_root(parts, emptied=parts != where.parts)
        case "~":
            if not parts or parts[0] == ".ssh" or (len(parts) == 1 and parts[0] in _KEPT):
                return "home_deleted"
            return "unknown_target" if parts == (known(parts[0]),) and taints(parts[0]) else None
        case ".":
            if not parts:
                return "parent_deleted" if where.ups else "project_deleted"
            return "repository_deleted" if parts == (".git",) else None
        case "?":
            return None if parts else "unknown_target"


def _lost_below_root(parts: tuple[str, ...], *, emptied: bool) -> str | None:
    if not parts:
        return "root_deleted"
    first = parts[0]
    if not known(first) and taints(first):
        return "unknown_target"
    if len(parts) == 1:
        if first == "tmp" and emptied:
            return None
        return "home_deleted" if first in _HOMES else "system_deleted"
    whole = len(parts) == 2  # somebody's home, a whole disk  # noqa: PLR2004  # somebody's home, a whole disk
    if first in _HOMES and whole:
        return "home_deleted"
    mounted = first in _MOUNTS and (whole or parts[2:] in _WINDOWS)
    return "system_deleted" if mounted or _in_system(parts) else None


def _in_system(parts: tuple[str, ...]) -> bool:
    """Whether it is below a folder whose whole tree is the system's, and not free there."""
    if has_glob(parts[0]):
        pattern = matcher(parts[0])
        return any(pattern.match(name) for name in _TREES)
    return parts[0] in _TREES and not any(parts[: len(free)] == free for free in _FREE)


def is_system(where: Place) -> bool:
    """Whether it is the root, a home as a whole, or a part of the system."""
    parts = emptied(where.parts)
    if where.anchor != "/":
        return where.anchor == "~" and not parts
    if parts[:1] == ("dev",):
        return len(parts) == 1 or is_device(where)
    if len(parts) < 2:  # the root, or a top folder  # noqa: PLR2004  # the root, or a top folder
        return not parts or parts[0] in SYSTEM - {"tmp", "opt", "srv"}
    return _in_system(parts) and parts[:2] != ("usr", "local")


def is_device(where: Place) -> bool:
    """Whether it is a disk, a part of one, or the machine's memory."""
    parts = where.parts
    return (
        where.anchor == "/"
        and parts[:1] == ("dev",)
        and (len(parts) > 1 and _DEVICE.match(known(parts[1])) is not None)
    )
