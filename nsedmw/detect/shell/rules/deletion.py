"""Destruction of files, disks and processes.

Sources: the manual pages rm(1), find(1), dd(1), mkfs(8), wipefs(8), shred(1), chmod(1), chown(1),
shutdown(8), kill(1), cryptsetup(8), nvme(1), hdparm(8), parted(8), sgdisk(8), zpool(8), lvm(8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from nsedmw.detect.shell.call import Call
from nsedmw.detect.shell.marks import known, taints
from nsedmw.detect.shell.outputs import CURL_LONG, CURL_TAKES
from nsedmw.detect.shell.paths import is_system, lost
from nsedmw.detect.shell.sensitive import holds_secret, written

Judge = Callable[[Call], Iterator[str]]

_DRY: Final = ("--help", "--version")
_GRAVE: Final = frozenset({"root_deleted", "home_deleted", "system_deleted"})


def _removed(call: Call) -> Iterator[str]:
    sorted_ = call.options()
    if sorted_.has(*_DRY):
        return
    recursive = sorted_.has(
        "-r", "-R", "--recursive", "--recursiv", "--recurs", "--recur", "--rec", "--re", "--r"
    )
    unsure = any(taints(operand) and not known(operand) for operand in sorted_.operands)
    for operand in sorted_.operands:
        for where in call.places(operand):
            rule = lost(where)
            if not recursive and not (rule in _GRAVE and (unsure or _plain_files(operand))):
                rule = None
            change = written(where)
            if rule or change in ("device_overwritten", "tracks_covered"):
                yield rule or str(change)
    if sorted_.has("--no-preserve-root"):
        yield "root_deleted"


def _plain_files(operand: str) -> bool:
    """Whether a deletion without `-r` finds files: of a pattern, or below a folder."""
    return "\udc05" in operand or operand.rstrip("/").count("/") > 1


def _found(call: Call) -> Iterator[str]:
    """`find` with `-delete`, or with what deletes as its action."""
    starts: list[str] = []
    rest = list(call.args)
    while rest and known(rest[0]) in ("-H", "-L", "-P"):
        rest.pop(0)
    while rest and not rest[0].startswith(("-", "(", "!")):
        starts.append(rest.pop(0))
    if not any(_deletes(rest, at) for at in range(len(rest))):
        return
    tests, depth = _conditions(rest)
    for start in starts or ["."]:
        for where in call.places(start):
            rule = None if where.parts == ("tmp",) else lost(where)
            if rule and (not tests or rule not in ("project_deleted", "unknown_target")):
                yield rule
            elif not tests and not depth:
                yield "find_deletes"


def _deletes(args: list[str], at: int) -> bool:
    if args[at] == "-delete":
        return True
    following = [known(arg).rsplit("/", 1)[-1] for arg in args[at + 1 : at + 3]]
    return args[at] in ("-exec", "-execdir", "-ok", "-okdir") and following[:1] in (
        ["rm"],
        ["shred"],
        ["unlink"],
    )


_SILENT: Final = frozenset({
    "-depth", "-mindepth", "-maxdepth", "-print", "-print0", "-xdev", "-mount", "-o", "-a",
    "-ignore_readdir_race", "-noleaf", "-daystart", "-regextype",
})  # fmt: skip


def _conditions(args: list[str]) -> tuple[bool, bool]:
    """Whether a test stands before the action, and whether it only empties folders."""
    at = 0
    while at < len(args):
        arg = args[at]
        if _deletes(args, at):
            return False, False
        if arg.startswith("-") and arg not in _SILENT:
            if args[at : at + 2] in (["-type", "f"], ["-name", "*"], ["-name", "\udc05"]):
                at += 2
                continue
            return True, arg == "-empty"
        at += 1
    return False, False


def _to_device(call: Call) -> Iterator[str]:
    for arg in call.args:
        target = arg[3:] if arg.startswith("of=") else ""
        for where in call.places(target) if target else ():
            rule = written(where)
            if rule:
                yield rule


def formatted(call: Call) -> Iterator[str]:
    """A program that formats or wipes what its operands name."""
    sorted_ = call.options()
    if sorted_.operands and not sorted_.has("-n", "-N", "--no-act", *_DRY):
        yield "disk_formatted"


def _with_words(rule: str, *words: str) -> Judge:
    """A judge of programs that are dangerous with one of these words or options."""
    wanted = frozenset(words)

    def judge(call: Call) -> Iterator[str]:
        args = [known(arg) for arg in call.args]
        if any(arg in wanted or arg.partition("=")[0] in wanted for arg in args):
            yield rule

    return judge


def _always(rule: str) -> Judge:
    def judge(call: Call) -> Iterator[str]:
        if not any(arg in _DRY for arg in call.args):
            yield rule

    return judge


def _partitioned(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    if not any(arg in ("-l", "--list", "print", "-p", "-h", *_DRY) for arg in args) and any(
        arg.startswith("/dev/") for arg in args
    ):
        yield "disk_formatted"


def _shredded(call: Call) -> Iterator[str]:
    for operand in call.options("ns").operands:
        for where in call.places(operand):
            if written(where) in ("device_overwritten", "tracks_covered"):
                yield str(written(where))
            elif holds_secret(where) or lost(where) not in (None, "project_deleted"):
                yield lost(where) or "home_deleted"


def _moded(call: Call) -> Iterator[str]:
    """`chmod` and `chown` of the system or of a home; setuid is judged elsewhere."""
    sorted_ = call.options()
    operands = sorted_.operands
    recursive = sorted_.has("-R", "--recursive")
    for operand in operands:
        for where in call.places(operand):
            root = where.anchor == "/" and not where.parts
            opens = call.name == "chmod" and _open(operands[0])
            if root or (is_system(where) and (recursive or opens)):
                yield "access_opened"


def _open(mode: str) -> bool:
    """Whether a mode lets everybody write."""
    mode = known(mode)
    if mode.isdigit():
        return mode[-1] in "2367"
    return any(
        "w" in one.partition("+")[2] + one.partition("=")[2] and one[:1] in ("o", "a", "+", "=")
        for one in mode.split(",")
    )


def _moved(call: Call) -> Iterator[str]:
    operands = call.options("tS", ("--target-directory", "--suffix")).operands
    for operand in operands[:-1]:
        for where in call.places(operand):
            if is_system(where) or lost(where) in (
                "home_deleted",
                "system_deleted",
                "root_deleted",
            ):
                yield "system_moved"
    yield from _target(call, operands)


def _target(call: Call, operands: tuple[str, ...]) -> Iterator[str]:
    """What a copy, a move or a link writes to."""
    named = call.options("tS", ("--target-directory", "--suffix")).first("-t", "--target-directory")
    targets = [named] if named else list(operands[-1:]) if len(operands) > 1 else []
    for target in targets:
        for where in call.places(target):
            rule = written(where)
            if rule:
                yield rule


def _copied(call: Call) -> Iterator[str]:
    yield from _target(
        call, call.options("tSmogg", ("--target-directory", "--suffix", "--mode")).operands
    )


def _emptied(call: Call) -> Iterator[str]:
    for operand in call.options("sr", ("--size", "--reference")).operands:
        for where in call.places(operand):
            rule = written(where)
            if rule:
                yield rule


def _edited(call: Call) -> Iterator[str]:
    """`sed -i` and its kin change the files that they name."""
    sorted_ = call.options("eEfl")
    if sorted_.has("-i", "--in-place") or call.name in ("tee", "ed", "sponge"):
        for operand in sorted_.operands:
            for where in call.places(operand):
                rule = written(where)
                if rule:
                    yield rule


def _saved(call: Call) -> Iterator[str]:
    """What a download or an archive is put in place of."""
    letters = {"curl": CURL_TAKES, "wget": "oOPeatTwQUl"}.get(call.name, "fCITX")
    sorted_ = call.options(letters, CURL_LONG if call.name == "curl" else ("--directory",))
    name = {"curl": "-o", "wget": "-O"}.get(call.name, "-C")
    long = {"-o": "--output", "-O": "--output-document", "-C": "--directory"}[name]
    for path in sorted_.all(name, long):
        for where in call.places(path):
            if name == "-C" and where == ("/", (), 0):
                yield "system_changed"
            elif written(where):
                yield str(written(where))


def _killed(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    if call.name == "kill" and ({"-1", "1"} & set(args[1:] if args[:1] != ["1"] else args)):
        yield "all_killed"
    if (
        call.name in ("pkill", "killall")
        and args[-1:]
        and args[-1] in (".", ".*", "", "systemd", "init", "sshd")
    ):
        yield "all_killed"
    if call.name in ("pkill", "killall") and not call.options("usgGPtUF").operands and args:
        yield from ("all_killed",) if {"-u", "-U"} & set(args) else ()


def _stopped(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    if call.name in ("init", "telinit"):
        if args[:1] and args[0] in ("0", "6"):
            yield "power"
    elif not any(arg in ("-c", *_DRY) for arg in args):
        yield "power"


def _synced(call: Call) -> Iterator[str]:
    """`rsync --delete` onto a whole tree empties it."""
    sorted_ = call.options("efB", ("--exclude", "--include", "--rsh"))
    if any(name.startswith("--del") for name in sorted_.given):
        for operand in sorted_.operands[-1:]:
            for where in call.places(operand):
                rule = lost(where)
                if rule and rule not in ("project_deleted", "unknown_target"):
                    yield rule


def _named(judges: Iterable[Judge], *names: str) -> dict[str, tuple[Judge, ...]]:
    return dict.fromkeys(names, tuple(judges))


JUDGES: Final[dict[str, tuple[Judge, ...]]] = {
    **_named([_removed], "rm", "grm", "srm", "rmdir", "unlink", "trash", "del"),
    **_named([_found], "find", "gfind", "fd"),
    **_named([_to_device], "dd", "dcfldd", "ddrescue", "pv"),
    **_named([formatted], "mkfs", "mke2fs", "mkswap", "mkdosfs", "newfs", "newfs_apfs",
    "blkdiscard"),
    **_named([_partitioned], "fdisk", "sfdisk", "gdisk", "sgdisk", "cfdisk", "parted", "wipefs"),
    **_named([_with_words("disk_formatted", "luksFormat", "erase", "luksErase")], "cryptsetup"),
    **_named([_with_words("disk_formatted", "format", "sanitize", "--security-erase")], "nvme",
    "hdparm"),
    **_named([_with_words("disk_formatted", "-w", "-n")], "badblocks"),
    **_named([_with_words("disk_formatted", "destroy", "labelclear")], "zpool", "zfs"),
    **_named([_with_words("disk_formatted", "delete", "del")], "btrfs"),
    **_named([_with_words("disk_formatted", "eraseDisk", "eraseVolume", "zeroDisk",
    "partitionDisk", "secureErase",
                          "reformat", "deleteContainer", "deleteVolume")], "diskutil"),
    **_named([_always("disk_formatted")], "lvremove", "vgremove", "pvremove"),
    **_named([_shredded], "shred", "wipe", "scrub"),
    **_named([_moded], "chmod", "chown", "chgrp", "setfacl", "chattr"),
    **_named([_moved], "mv", "gmv"),
    **_named([_copied], "cp", "gcp", "ln", "install", "ditto"),
    **_named([_emptied], "truncate", "fallocate"),
    **_named([_edited], "sed", "gsed", "tee", "ed", "sponge", "perl"),
    **_named([_saved], "curl", "wget", "tar", "bsdtar", "gtar"),
    **_named([_killed], "kill", "pkill", "killall"),
    **_named([_always("all_killed")], "killall5"),
    **_named([_stopped], "shutdown", "reboot", "halt", "poweroff", "init", "telinit"),
    **_named([_synced], "rsync"),
}  # fmt: skip
