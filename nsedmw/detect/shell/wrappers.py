"""Programs that run the command in their arguments, and where in them it stands.

Sources: the manual pages of GNU coreutils, findutils and util-linux, procps, sudo(8), doas(1),
strace(1), systemd-run(1), docker-run(1), kubectl exec, bash(1) for builtins, and each tool's help.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nsedmw.detect.shell.call import Call, options
from nsedmw.detect.shell.marks import UNKNOWN, known


class Wrapper(NamedTuple):
    """`takes` and `long` are options with a value; `skip` operands stand before the command.

    With `assigns` operands such as NAME=value come first; `sub` are words one of which leads to
    the command (`uv run cmd`); `code` are options whose value is shell text.
    """

    takes: str = ""
    long: tuple[str, ...] = ()
    skip: int = 0
    assigns: bool = False
    sub: tuple[str, ...] = ()
    code: tuple[str, ...] = ()


_PLAIN: Final = Wrapper()
_ASSIGN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")

WRAPPERS: Final[dict[str, Wrapper]] = {
    **dict.fromkeys(
        ("nohup", "setsid", "builtin", "busybox", "toybox", "fakeroot", "unbuffer", "torify",
         "torsocks", "caffeinate", "linux32", "linux64", "dbus-run-session", "pkexec", "winpty",
         "proxychains", "proxychains4", "tsocks", "noglob", "nocorrect", "ld-linux.so.2",
         "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "catchsegv"),
        _PLAIN,
    ),
    "command": Wrapper(),
    "exec": Wrapper(takes="a"),
    "time": Wrapper(takes="fo", long=("--format", "--output")),
    "sudo": Wrapper(
        takes="ugphCcDRrTtU", long=("--user", "--group", "--prompt", "--host", "--chdir",
        "--chroot", "--close-from", "--role", "--type", "--other-user"), assigns=True,
    ),
    "doas": Wrapper(takes="Cu"),
    "gosu": Wrapper(skip=1),
    "su-exec": Wrapper(skip=1),
    "setuidgid": Wrapper(skip=1),
    "chpst": Wrapper(takes="uUbnmdofcprt"),
    "runuser": Wrapper(takes="ugGsw", long=("--user", "--group", "--shell"), code=("-c",
    "--command")),
    "env": Wrapper(takes="uCSa", long=("--unset", "--chdir", "--split-string", "--argv0"),
                   assigns=True, code=("-S", "--split-string")),
    "nice": Wrapper(takes="n", long=("--adjustment",)),
    "ionice": Wrapper(takes="cn", long=("--class", "--classdata")),
    "chrt": Wrapper(takes="TPD", skip=1),
    "taskset": Wrapper(skip=1),
    "numactl": Wrapper(takes="mNCpil"),
    "stdbuf": Wrapper(takes="ioe", long=("--input", "--output", "--error")),
    "timeout": Wrapper(takes="ks", long=("--kill-after", "--signal"), skip=1),
    "gtimeout": Wrapper(takes="ks", long=("--kill-after", "--signal"), skip=1),
    "flock": Wrapper(takes="wE", long=("--timeout", "--conflict-exit-code", "--wait"), skip=1,
                     code=("-c", "--command")),
    "strace": Wrapper(takes="eospuEbPaOSIX", long=("--trace", "--output")),
    "ltrace": Wrapper(takes="eoslnupa"),
    "valgrind": Wrapper(),
    "perf": Wrapper(takes="eoFcC", sub=("stat", "record", "trace")),
    "script": Wrapper(takes="cEIoOTBm", skip=9, code=("-c", "--command")),
    "watch": Wrapper(takes="n", long=("--interval",)),
    "entr": Wrapper(),
    "chroot": Wrapper(long=("--userspec", "--groups"), skip=1),
    "unshare": Wrapper(takes="RwSG", long=("--root", "--wd")),
    "nsenter": Wrapper(takes="tSGrw", long=("--target",)),
    "setarch": Wrapper(skip=1),
    "arch": Wrapper(takes="d"),
    "setpriv": Wrapper(long=("--reuid", "--regid", "--groups", "--inh-caps", "--bounding-set")),
    "capsh": Wrapper(code=("-c",)),
    "systemd-run": Wrapper(takes="uptMHE", long=("--unit", "--property", "--slice", "--on-calendar",
                           "--on-active", "--setenv", "--description", "--working-directory")),
    "systemd-inhibit": Wrapper(long=("--what", "--who", "--why", "--mode")),
    "xvfb-run": Wrapper(takes="nsefp", long=("--server-args", "--server-num")),
    "faketime": Wrapper(takes="f", skip=1),
    "rlwrap": Wrapper(takes="fHsabcDnNpP"),
    "parallel": Wrapper(takes="jaINnLSdP", long=("--jobs", "--arg-file", "--colsep", "--delay")),
    "ssh": Wrapper(takes="BbcDEeFIiJLlmOoPpQRSWw", skip=1),
    "mosh": Wrapper(skip=1),
    "uv": Wrapper(long=("--with", "--python", "--directory", "--project"), takes="p", sub=("run",)),
    "poetry": Wrapper(sub=("run",)),
    "pipenv": Wrapper(sub=("run",)),
    "pdm": Wrapper(sub=("run",)),
    "hatch": Wrapper(sub=("run",)),
    "rye": Wrapper(sub=("run",)),
    "conda": Wrapper(takes="np", long=("--name", "--prefix"), sub=("run",)),
    "bundle": Wrapper(sub=("exec",)),
    "mise": Wrapper(sub=("exec", "x")),
    "npm": Wrapper(sub=("exec", "x"), takes="c", code=("-c", "--call"), long=("--call",)),
    "npx": Wrapper(takes="cp", long=("--package", "--call"), code=("-c", "--call")),
    "pnpm": Wrapper(sub=("exec", "dlx")),
    "yarn": Wrapper(sub=("exec", "dlx")),
    "nix-shell": Wrapper(takes="pIA", long=("--run", "--command"), skip=99, code=("--run",
    "--command")),
    "nix": Wrapper(takes="c", long=("--command",), skip=99),
    "dotenv": Wrapper(takes="ef", sub=("run", "--")),
    "direnv": Wrapper(sub=("exec",), skip=1),
    "docker": Wrapper(
        takes="eucHvpwlmhfa",
        long=("--env", "--user", "--workdir", "--volume", "--name", "--network",
        "--mount", "--entrypoint", "--publish", "--label", "--env-file", "--platform", "--memory",
        "--cpus", "--pid", "--gpus", "--hostname", "--add-host", "--file", "--context", "--host"),
        sub=("exec", "run"), skip=1,
    ),
    "podman": Wrapper(
        takes="euvpwlmhfa", long=("--env", "--user", "--workdir", "--volume", "--name", "--network",
        "--mount", "--entrypoint", "--publish", "--label", "--pid"), sub=("exec", "run"), skip=1,
    ),
    "kubectl": Wrapper(takes="ncfl", long=("--namespace", "--container",
    "--context"), sub=("exec",), skip=1),
    "oc": Wrapper(takes="ncfl", long=("--namespace", "--container", "--context"), sub=("exec",
    "rsh"), skip=1),
    "lxc": Wrapper(sub=("exec",), skip=1),
    "vagrant": Wrapper(takes="c", sub=("ssh",), code=("-c", "--command"), skip=9),
    "tmux": Wrapper(takes="scnxytFLfS", sub=("new", "new-session", "new-window", "neww",
    "split-window",
                    "splitw", "run-shell", "run", "respawn-pane", "popup")),
    "screen": Wrapper(takes="SstTcpe"),
    "expect": Wrapper(takes="cf", skip=9, code=()),
    "sg": Wrapper(skip=1, code=("-c",), takes="c"),
}  # fmt: skip


class Inner(NamedTuple):
    """What a wrapper runs: a command of words, or shell texts."""

    words: tuple[str, ...]
    codes: tuple[str, ...]


_JOINED: Final = frozenset({"ssh", "watch", "parallel", "tmux", "kubectl-ssh", "mosh", "hatch"})
"""They hand their arguments, joined, to a shell."""
_LONGEST_CHAIN: Final = 3


def inner(call: Call) -> Inner | None:
    """What the call runs in its turn; None where it is no wrapper or starts nothing."""
    wrapper = WRAPPERS.get(call.name)
    if wrapper is None:
        return None
    args = _behind_sub(call.args, wrapper) if wrapper.sub else call.args
    if args is None:
        return None
    operands, codes = _sorted(args, wrapper)
    if wrapper.assigns:
        while operands and _ASSIGN.match(known(operands[0])):
            operands = operands[1:]
    operands = operands[wrapper.skip :]
    if wrapper.skip and operands and operands[0].startswith("-"):
        # Options may stand behind what is skipped: `flock FILE -c text`, `kubectl exec POD -- cmd`.
        operands, more = _sorted(operands, wrapper)
        codes += more
    if call.name in _JOINED and operands:
        return Inner((), (*codes, " ".join(operands)))
    if call.name == "env" and codes:
        return Inner((), (" ".join((*codes, *operands)),))
    return Inner(operands, codes)


def _sorted(args: tuple[str, ...], wrapper: Wrapper) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The operands, and the values of options that are code."""
    takes = wrapper.takes + "".join(name[1] for name in wrapper.code if name[1] != "-")
    found = options(args, takes, (*wrapper.long, *wrapper.code), ahead=True)
    return found.operands, found.all(*wrapper.code)


def _behind_sub(args: tuple[str, ...], wrapper: Wrapper) -> tuple[str, ...] | None:
    """What follows the word that leads to the command."""
    at = 0
    while at < len(args):
        argument = known(args[at])
        at += 1
        if argument in wrapper.sub:
            return args[at:]
        if argument == "compose":
            continue
        if not argument.startswith("-"):
            return None
        takes = argument in wrapper.long or (
            len(argument) == 2 and argument[1] in wrapper.takes  # a dash, a letter  # noqa: PLR2004  # a dash, a letter
        )
        at += takes
    return None


def xargs(call: Call) -> list[tuple[str, ...]]:
    """The commands that `xargs` starts with what it reads, as far as that is known."""
    sorted_ = options(
        call.args, "IinLPsEdaJR", ("--replace", "--max-args", "--max-procs", "--delimiter",
        "--arg-file", "--max-lines", "--max-chars"), ahead=True,
    )  # fmt: skip
    words = sorted_.operands or ("echo",)
    stdin = call.stdin if call.stdin is not None else UNKNOWN
    mark = sorted_.first("-I", "-J", "--replace") or (
        "{}" if sorted_.has("-i", "--replace") else ""
    )
    if mark:
        lines = list(dict.fromkeys(stdin.split("\n")))[:16] or [UNKNOWN]
        return [tuple(word.replace(mark, line) for word in words) for line in lines if line]
    return [(*words, *_items(stdin))]


def _items(text: str) -> list[str]:
    items = re.split(r"[ \t\n\0]+", text)
    return [item.strip("'\"") for item in items if item][:256]


def find_commands(args: tuple[str, ...], found: str) -> list[tuple[str, ...]]:
    """The commands of `-exec` and its kin, with `found` for what the search finds."""
    commands: list[tuple[str, ...]] = []
    at = 0
    while at < len(args):
        if known(args[at]) in ("-exec", "-execdir", "-ok", "-okdir"):
            words: list[str] = []
            at += 1
            while at < len(args) and args[at] not in (";", "+"):
                words.append(args[at].replace("{}", found))
                at += 1
            if words:
                commands.append(tuple(words))
        at += 1
    return commands[:16]
