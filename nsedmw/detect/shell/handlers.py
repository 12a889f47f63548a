"""What following a command means where it is not merely judged: it changes the shell, or runs more.

Sources: Bash Reference Manual, Shell Builtin Commands; POSIX.1-2024 sh, xargs, find, awk, sed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from nsedmw.detect.shell import interpreters, outputs, wrappers
from nsedmw.detect.shell.call import Call
from nsedmw.detect.shell.marks import ARCHIVE, FILE, REMOTE, SECRET, UNKNOWN, known, taints
from nsedmw.detect.shell.scope import Value

if TYPE_CHECKING:
    from nsedmw.detect.shell.machine import Machine

Handler = Callable[["Machine", Call], str]


def handle(machine: Machine, call: Call) -> str:
    """Follow a call; return what it prints, with marks."""
    handler = HANDLERS.get(call.name) or interpreters.handler(call.name)
    if handler is not None:
        return handler(machine, call)
    inner = wrappers.inner(call)
    if inner is not None and (inner.words or inner.codes):
        return _inner(machine, call, inner)
    _files(machine, call)
    interpreters.run_file(machine, call)
    return outputs.printed(call, machine)


def _inner(machine: Machine, call: Call, inner: wrappers.Inner) -> str:
    printed = [machine.code(text, call.span, call.stdin) for text in inner.codes]
    if inner.words:
        printed.append(machine.run(list(inner.words), call.stdin, call.span, call.opened))
    remote = REMOTE if call.name in ("ssh", "mosh") else ""
    return "\n".join(printed) + remote


def downloaded(machine: Machine, call: Call) -> Iterator[str]:
    """The rule that running a file breaks which the text fetched before."""
    path = call.path.removeprefix("./")
    if "/" in call.path and REMOTE in taints(machine.scope.files.get(path, "")):
        yield "downloaded_file_run"


def sent_to_file(text: str, path: str) -> Iterator[str]:
    """The rules that output breaks which is redirected into a connection."""
    if path.startswith(("/dev/tcp/", "/dev/udp/")):
        marks = taints(text)
        if SECRET in marks or FILE in marks:
            yield "secret_sent"
        elif ARCHIVE in marks:
            yield "archive_sent"


def _files(machine: Machine, call: Call) -> None:
    """Copies keep what is known of a file's contents, under their new name."""
    if call.name in ("cp", "mv", "ln", "install", "rsync"):
        operands = call.options("tmog").operands
        if len(operands) >= 2:  # from, to  # noqa: PLR2004  # from, to
            text = machine.scope.files.get(operands[-2].removeprefix("./"))
            if text is not None:
                machine.write(operands[-1], text)


def _cd(machine: Machine, call: Call) -> str:
    operands = call.options().operands
    target = operands[0] if operands else "\udc04"
    if target == "-" or (taints(target) and not known(target)):
        machine.scope.folders = (None,)
        return ""
    if target.startswith(("/", "\udc04")):
        machine.scope.folders = (target,)
        return ""
    machine.scope.folders = tuple(
        dict.fromkeys(
            None if folder is None else f"{folder}/{target}"[:1024] for folder in call.folders
        )
    )
    return ""


def _popd(machine: Machine, _: Call) -> str:
    machine.scope.folders = (None,)
    return ""


def _declare(machine: Machine, call: Call) -> str:
    for arg in call.args:
        name, equals, value = arg.partition("=")
        if equals and not name.startswith("-"):
            machine.assign(name.rstrip("+"), [(value,)], call.span, append=name.endswith("+"))
        elif call.name in ("export", "declare", "typeset") and name == "-f":
            break
    if not call.args or known(call.args[0]) in ("-p", "-x", "-xp", "-px"):
        return outputs.printed(call, machine) if len(call.args) < 2 else ""  # noqa: PLR2004  # -p alone
    return ""


def _read(machine: Machine, call: Call) -> str:
    text = call.stdin if call.stdin is not None else UNKNOWN
    lines = text.rstrip("\n").split("\n")[:16]
    sorted_ = call.options("adinNptu")
    names = [*sorted_.operands, *sorted_.all("-a")] or ["REPLY"]
    values: list[Value] = [(line,) for line in lines]
    if len(names) > 1 or sorted_.has("-a"):
        values = [tuple(line.split()) for line in lines]
    for index, name in enumerate(names):
        if len(names) > 1:
            last = index == len(names) - 1
            parts = [
                " ".join(value[index:]) if last else "".join(value[index : index + 1])
                for value in values
            ]
            machine.scope.set(name, [(part,) for part in parts])
        else:
            machine.scope.set(name, values)
    return ""


def _mapfile(machine: Machine, call: Call) -> str:
    sorted_ = call.options("dnOsuCc")
    for code in sorted_.all("-C"):
        machine.code(code, call.span)
    text = call.stdin if call.stdin is not None else UNKNOWN
    machine.scope.set(
        (*sorted_.operands, "MAPFILE")[0], [tuple(text.rstrip("\n").split("\n")[:256])]
    )
    return ""


def _eval(machine: Machine, call: Call) -> str:
    args = call.args[1:] if call.args[:1] == ("--",) else call.args
    return machine.code(" ".join(args), call.span, call.stdin)


def _trap(machine: Machine, call: Call) -> str:
    operands = call.options().operands
    if len(operands) > 1 and operands[0] != "-":
        machine.code(operands[0], call.span)
    return ""


def _alias(machine: Machine, call: Call) -> str:
    for arg in call.args:
        name, equals, value = arg.partition("=")
        if equals:
            machine.scope.aliases[name] = value
            machine.code(value, call.span)
    return ""


def _set(machine: Machine, call: Call) -> str:
    if not call.args:
        return outputs.printed(call, machine)
    if "--" in call.args:
        args = call.args[call.args.index("--") + 1 :]
        machine.scope.set("@", [args])
        machine.scope.set("*", [args])
        for number, arg in enumerate(args[:9], start=1):
            machine.scope.set(str(number), [(arg,)])
    return ""


def _command(machine: Machine, call: Call) -> str:
    sorted_ = call.options(ahead=True)
    if sorted_.has("-v", "-V"):
        return (sorted_.operands or (UNKNOWN,))[0]
    if not sorted_.operands:
        return ""
    return machine.run(list(sorted_.operands), call.stdin, call.span, call.opened)


def _printf(machine: Machine, call: Call) -> str:
    if call.args[:1] == ("-v",) and len(call.args) > 2:  # -v, a name, a format  # noqa: PLR2004  # -v, a name, a format
        rest = Call("printf", call.args[2:], call.stdin, call.span)
        machine.assign(call.args[1], [(outputs.printed(rest, machine),)], call.span)
        return ""
    return outputs.printed(call, machine)


def _xargs(machine: Machine, call: Call) -> str:
    printed = [machine.run(list(words), None, call.span) for words in wrappers.xargs(call)]
    return "\n".join(printed)


def _find(machine: Machine, call: Call) -> str:
    listed = outputs.printed(call, machine)
    for start in listed.split("\n")[:16]:
        for words in wrappers.find_commands(call.args, start):
            machine.run(list(words), None, call.span)
    return listed


def _env(machine: Machine, call: Call) -> str:
    inner = wrappers.inner(call)
    for arg in call.options("uCSa", ahead=True).operands:
        name, equals, value = arg.partition("=")
        if not equals:
            break
        machine.scope.unsure += 1
        machine.assign(name, [(value,)], call.span)
        machine.scope.unsure -= 1
    if inner is None or not (inner.words or inner.codes):
        return SECRET
    return _inner(machine, call, inner)


def _sudo(machine: Machine, call: Call) -> str:
    """`sudo -s` and `sudo -i` hand what follows, or standard input, to a shell."""
    inner = wrappers.inner(call)
    if inner is not None and inner.words:
        return _inner(machine, call, inner)
    if call.options("ugphCcDRrTtU", ahead=True).has("-s", "-i", "--shell", "--login"):
        return interpreters.shell(machine, call)
    return ""


def _dd(machine: Machine, call: Call) -> str:
    sources = [arg[3:] for arg in call.args if arg.startswith("if=")]
    targets = [arg[3:] for arg in call.args if arg.startswith("of=")]
    text = "".join(machine.contents(path) for path in sources) if sources else call.stdin or ""
    for path in targets:
        machine.write(path, text)
    return "" if targets else text or outputs.printed(call, machine)


def _busybox(machine: Machine, call: Call) -> str:
    return machine.run(list(call.args), call.stdin, call.span, call.opened) if call.args else ""


HANDLERS: Final[dict[str, Handler]] = {
    "cd": _cd, "pushd": _cd, "chdir": _cd, "popd": _popd, "export": _declare, "declare": _declare,
    "typeset": _declare, "local": _declare, "readonly": _declare, "read": _read,
    "mapfile": _mapfile, "readarray": _mapfile, "eval": _eval, "trap": _trap, "alias": _alias,
    "set": _set, "command": _command, "printf": _printf, "xargs": _xargs, "find": _find,
    "env": _env, "sudo": _sudo, "doas": _sudo, "dd": _dd, "busybox": _busybox, "toybox": _busybox,
    "gxargs": _xargs, "gfind": _find,
}  # fmt: skip
