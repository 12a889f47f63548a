"""Which program a command's first word is, and small questions about words and functions."""

from __future__ import annotations

from typing import Final

from nsedmw.detect.shell.marks import (
    DECODED,
    FILE,
    PRINTED,
    REMOTE,
    SECRET,
    UNKNOWN,
    has_glob,
    known,
    matcher,
    taints,
    unmarked,
)
from nsedmw.detect.shell.paths import place
from nsedmw.detect.shell.sensitive import is_private
from nsedmw.detect.shell.tree import Command, Compound, Function, Script, Simple

MOST: Final = 8
"""Programs that a pattern may name."""

TARGETS: Final = frozenset({
    "rm", "rmdir", "unlink", "shred", "dd", "mkfs", "wipefs", "find", "chmod", "chown", "mv",
    "sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "python", "python3", "perl", "ruby", "node",
    "php", "curl", "wget", "nc", "ncat", "netcat", "socat", "sudo", "su", "doas", "eval", "exec",
    "crontab", "at", "systemctl", "shutdown", "reboot", "halt", "poweroff", "kill", "git", "ssh",
    "scp", "rsync", "docker", "tee", "truncate", "xargs", "env", "source", "base64", "busybox",
    "useradd", "usermod", "passwd", "visudo", "insmod", "modprobe", "kubectl", "terraform",
})  # fmt: skip
"""Programs that rules are about, for names that are patterns or partly unknown."""


def candidates(word: str) -> list[str]:
    """The names of the programs that a command's first word may stand for."""
    base = word.rstrip("\r").rsplit("/", 1)[-1]
    if base.isascii():
        return [base] if base else []
    if base == word and base.startswith("\udc04"):
        return []
    plain = unmarked(base)
    names = [plain] if plain else []
    if plain and has_glob(base):
        pattern = matcher(base)
        names += sorted(name for name in TARGETS if name != plain and pattern.match(name))[:MOST]
    return names


def dynamic(word: str) -> str | None:
    """The rule that a first word breaks which nobody can tell, or None."""
    marks = taints(word)
    if REMOTE in marks:
        return "download_run"
    if DECODED in marks:
        return "decoded_code_run"
    folder, slash, base = word.rpartition("/")
    if has_glob(base) and not unmarked(base):
        return "dynamic_command"
    if PRINTED in taints(base) and known(base):
        pattern = matcher(base)
        return "dynamic_command" if any(map(pattern.match, TARGETS)) else None
    if not taints(base) or known(base):
        return None
    # A file of the project: as harmless as a script with a name.
    local = slash and known(folder) and not folder.startswith("/")
    return None if local else "dynamic_command"


def contents(path: str, folders: tuple[str | None, ...]) -> str:
    """What a file holds that the text does not write."""
    if path.startswith(("/dev/tcp/", "/dev/udp/")):
        return REMOTE
    if path in ("/dev/null", "/dev/stdin", "/dev/tty", ""):
        return ""
    if any(is_private(place(path, folder)) for folder in folders):
        return SECRET
    return UNKNOWN if taints(path) and not known(path) else FILE


def quoted(args: tuple[str, ...]) -> str:
    """Arguments as shell text that reads as them."""
    return " ".join("'" + argument.replace("'", "'\\''") + "'" for argument in args)


def multiplies(function: Function) -> bool:
    """Whether a function starts itself twice, or itself behind its own back: a fork bomb."""
    piped, alone, background = _calls(function.body, function.name, 0)
    return piped > 1 or (background and alone > 0)


def _calls(command: Command, name: str, depth: int) -> tuple[int, int, bool]:
    """How often a command calls `name` in one pipeline and at all, and whether behind `&`."""
    if isinstance(command, Simple):
        first = command.words[0].literal() if command.words else None
        hit = int(first == name)
        return hit, hit, False
    if not isinstance(command, Compound):
        return 0, 0, False
    most, total, background = 0, 0, False
    for script in (*command.always, *command.maybe):
        piped, calls, behind = _in_script(script, name, depth)
        most, total, background = max(most, piped), total + calls, background or behind
    return most, total, background


def _in_script(script: Script, name: str, depth: int) -> tuple[int, int, bool]:
    most, total, background = 0, 0, False
    for pipeline in script.pipelines:
        inner = [_calls(command, name, depth + 1) for command in pipeline.commands]
        piped = sum(one[1] for one in inner)
        most, total = max(most, piped), total + piped
        background = background or (pipeline.background and piped > 0)
        background = background or any(one[2] for one in inner)
    return most, total, background
