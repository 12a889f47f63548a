"""Programs that run code: shells, other languages, and tools with a language inside.

Which of their arguments is code is what their manual pages say: sh(1), bash(1), su(1), python(1),
perlrun(1), ruby(1), node(1), php(1), awk(1), sed(1), tar(1), vim(1), git(1), rsync(1), ssh(1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from nsedmw.detect.shell import foreign, outputs
from nsedmw.detect.shell.call import Call
from nsedmw.detect.shell.cursor import Unreadable
from nsedmw.detect.shell.marks import (
    DECODED,
    FILE,
    HOME,
    PRINTED,
    REMOTE,
    SHELL,
    UNKNOWN,
    activated,
    known,
    plain,
    taints,
    unmarked,
)
from nsedmw.detect.shell.paths import lost, place
from nsedmw.detect.shell.sensitive import written

if TYPE_CHECKING:
    from nsedmw.detect.shell.machine import Machine

Handler = Callable[["Machine", Call], str]

SHELLS: Final = frozenset({"sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "fish",
                           "yash", "posh",
                           "ksh93", "csh", "tcsh"})  # fmt: skip
_LANGUAGES: Final[dict[str, tuple[str, str]]] = {
    "python": ("c", "mWX"), "pypy": ("c", "mWX"), "perl": ("eE", "MmIDx"), "ruby": ("e", "rICEFKx"),
    "node": ("ep", "r"), "nodejs": ("ep", "r"), "deno": ("", ""), "bun": ("e",
    ""), "php": ("rBRE", "dcfz"),
    "lua": ("e", "l"), "luajit": ("e", "l"), "Rscript": ("e", ""), "osascript": ("e",
    "l"), "tclsh": ("", ""),
    "raku": ("e", "MI"), "julia": ("eE", "LpJ"), "groovy": ("e", ""), "pwsh": ("c",
    ""), "elixir": ("e", "r"),
}  # fmt: skip
"""Language -> letters whose value is code, and letters with another value."""
_VERSION: Final = re.compile(r"(python|pypy|perl|ruby|php|lua|node|tclsh)w?[0-9.]{0,8}")
_LONG_CODE: Final = ("--eval", "--print", "--run", "--command", "-Command", "--execute")
_BACKQUOTES: Final = frozenset({"perl", "ruby", "php"})
_SED_RUNS: Final = re.compile(r"(?:^|[;\n{}]|\d|\$|/)\s{0,4}e\s{1,4}([^\n]{1,400})")
_SED_RUNS_MATCH: Final = re.compile(
    r"s(.)(?:(?!\1)[^\\\n]|\\.){0,400}?\1((?:(?!\1)[^\\\n]|\\.){0,400}?)\1[gpIiM0-9]{0,6}e"
)
_AWK_RUNS: Final = re.compile(
    r"system\s{0,4}\(\s{0,4}\"((?:[^\"\\]|\\.){0,400}+)\"|\"((?:[^\"\\]|\\.){1,400}+)\"\s{0,4}\|\s{0,4}getline|\|\s{0,4}&?\s{0,4}\"((?:[^\"\\]|\\.){1,400}+)\""
)
_VIM_RUNS: Final = re.compile(
    r":?\s{0,4}(?:[0-9%.,$]{0,8}!|(?:silent!?|sil)\s{0,4}!)([^\n]{1,400})|system\(['\"]([^'\"]{1,400})['\"]"
)


def handler(name: str) -> Handler | None:
    """Who follows a program that runs code."""
    if name in SHELLS:
        return shell
    if language(name):
        return _language
    return _TOOLS.get(name)


def language(name: str) -> str:
    """The language that a program runs, or "": `python3.11` runs python."""
    if name in _LANGUAGES:
        return name
    match = _VERSION.fullmatch(name)
    return match[1] if match else ""


def shell(machine: Machine, call: Call) -> str:
    """A shell: the text of `-c`, a script, or standard input."""
    sorted_ = call.options("oO", ("--rcfile", "--init-file", "--command"), ahead=True)
    for path in sorted_.all("--rcfile", "--init-file"):
        _script(machine, call, path)
    operands = sorted_.operands
    if sorted_.has("-c", "--command") and (operands or sorted_.all("--command")):
        texts = sorted_.all("--command") or operands
        return machine.script_with(texts[0], texts[1:], call)
    # `bash +x FILE`: options may begin with a plus as well.
    while operands and operands[0].startswith("+"):
        operands = operands[1:]
    if (
        operands
        and not sorted_.has("-s")
        and operands[0] not in ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
    ):
        return _script(machine, call, operands[0])
    if sorted_.has("--version", "--help"):
        return ""
    if call.stdin is None or call.stdin == FILE:
        return SHELL if sorted_.has("-i") or call.stdin else ""
    return machine.code(call.stdin, call.span)


def _script(machine: Machine, call: Call, path: str) -> str:
    """A file that a shell runs: what it holds, where the text says so."""
    text = machine.contents(path)
    if REMOTE in taints(text):
        rule = "download_run" if path.startswith("/dev/fd/") else "downloaded_file_run"
        machine.note(rule, call.span)
        return UNKNOWN
    if text == UNKNOWN:
        # The name is not known; the file is one of this machine, as with a name.
        return UNKNOWN
    return machine.code(text, call.span, call.stdin) if text else ""


def run_file(machine: Machine, call: Call) -> None:
    """A program that is a file of the text's own making."""
    text = machine.scope.files.get(call.path.removeprefix("./")) if "/" in call.path else None
    if text is None or REMOTE in taints(text):
        return
    first = text.split("\n", 1)[0]
    name = first.rsplit("/", 1)[-1].split(" ")[-1] if first.startswith("#!") else "sh"
    if name in SHELLS:
        machine.code(text, call.span, call.stdin)
    elif language(name):
        _code(machine, call, text, language(name))


def _source(machine: Machine, call: Call) -> str:
    operands = call.options("p").operands
    if not operands:
        return ""
    if operands[0] in ("/dev/stdin", "-", "/dev/fd/0", "/proc/self/fd/0"):
        return machine.code(call.stdin or "", call.span)
    return _script(machine, call, operands[0])


def _su(machine: Machine, call: Call) -> str:
    sorted_ = call.options("cgGsw", ("--command", "--session-command", "--group", "--shell"))
    texts = sorted_.all("-c", "--command", "--session-command")
    if texts:
        return "\n".join(machine.code(text, call.span, call.stdin) for text in texts)
    return machine.code(call.stdin, call.span) if call.stdin else ""


def _language(machine: Machine, call: Call) -> str:
    name = language(call.name)
    code_letters, others = _LANGUAGES[name]
    sorted_ = call.options(code_letters + others, _LONG_CODE, ahead=True)
    codes = [*sorted_.all(*(f"-{letter}" for letter in code_letters)), *sorted_.all(*_LONG_CODE)]
    for code in codes:
        _code(machine, call, code, name)
    if codes or sorted_.has("-m", "--version", "-V", "-v", "--help", "-h", "--check"):
        return _passed(call)
    operands = sorted_.operands
    if operands and operands[0] not in ("-", "/dev/stdin"):
        text = machine.contents(operands[0])
        if REMOTE in taints(text):
            rule = "download_run" if operands[0].startswith("/dev/fd/") else "downloaded_file_run"
            machine.note(rule, call.span)
        elif not taints(text):
            _code(machine, call, text, name)
    elif call.stdin is not None:
        _code(machine, call, call.stdin, name)
    return _passed(call)


def _passed(call: Call) -> str:
    """What a program prints that nobody follows: of unknown text, with its input's marks."""
    return taints(call.stdin or "").replace(FILE, "") + PRINTED


def _code(machine: Machine, call: Call, code: str, name: str) -> None:
    """Note what code of another language starts and deletes."""
    marks = taints(code)
    if REMOTE in marks:
        machine.note("download_run", call.span)
    elif DECODED in marks:
        machine.note("decoded_code_run", call.span)
    elif marks and not marks.strip(UNKNOWN + PRINTED) and not unmarked(code).strip():
        machine.note("dynamic_code", call.span)
    if len(code) > foreign.LONGEST:
        raise Unreadable("long")
    machine.budget.step(len(code) // 256 + 8)
    found = foreign.looked_at(plain(code), backquotes=name in _BACKQUOTES)
    for rule in (*found.rules, *_files_of(found)):
        machine.note(rule, call.span)
    for text in found.texts:
        _maybe(machine, call, text)
    for words in found.commands:
        machine.run(list(words), None, call.span)


def _files_of(found: foreign.Foreign) -> Iterator[str]:
    """The rules that code breaks by deleting trees and by opening disks."""
    for path in found.trees:
        rule = lost(place(activated(path.replace("~", HOME, 1))))
        if rule and rule != "unknown_target":
            yield rule
    for path in found.writes:
        rule = written(place(path.replace("~", HOME, 1)))
        if rule:
            yield rule


def _maybe(machine: Machine, call: Call, text: str) -> None:
    """Follow a string that may be shell; one that is not is a string."""
    machine.code(text, call.span, surely=False)


def _texts(machine: Machine, call: Call, texts: list[str]) -> str:
    for text in texts:
        _maybe(machine, call, text)
    return outputs.printed(call, machine)


def _awk(machine: Machine, call: Call) -> str:
    codes = call.options("fFviEe", ahead=True).operands[:1]
    found = [
        next(filter(None, match.groups()), "")
        for code in codes
        for match in _AWK_RUNS.finditer(plain(code)[:8192])
    ]
    runs_lines = any("system(" in plain(code) and 'system("' not in plain(code) for code in codes)
    if runs_lines and call.stdin:
        machine.code(call.stdin, call.span)
    return _texts(machine, call, [text.replace('\\"', '"') for text in found])


def _sed(machine: Machine, call: Call) -> str:
    sorted_ = call.options("efil" if call.name == "gsed" else "efl", ("--expression", "--file"))
    codes = [*sorted_.all("-e", "--expression"), *sorted_.operands[:1]]
    found: list[str] = []
    for code in codes:
        text = plain(code)[:2048]
        found += [match[1] for match in _SED_RUNS.finditer(text)]
        found += [match[2].replace("\\", "") for match in _SED_RUNS_MATCH.finditer(text)]
        if re.search(r"s(.).{0,400}\1[gpIi]{0,4}e\b", text):
            # It runs what it made of its input.
            found.append(call.stdin or "")
    return _texts(machine, call, [text for text in found if text])


def _tar(machine: Machine, call: Call) -> str:
    sorted_ = call.options(
        "fCITXbgKLNVF",
        (
            "--to-command",
            "--checkpoint-action",
            "--use-compress-program",
            "--rsh-command",
            "--info-script",
            "--file",
            "--directory",
        ),
    )
    texts = [
        *sorted_.all(
            "--to-command", "--use-compress-program", "-I", "--rsh-command", "--info-script", "-F"
        )
    ]
    texts += [text[5:] for text in sorted_.all("--checkpoint-action") if text.startswith("exec=")]
    return _texts(machine, call, texts)


def _vim(machine: Machine, call: Call) -> str:
    sorted_ = call.options("cSuUiTwW", ("--cmd", "--eval"))
    commands = [
        *sorted_.all("-c", "--cmd", "--eval"),
        *(arg[1:] for arg in call.args if arg.startswith("+")),
    ]
    found = [
        match[1] or match[2]
        for text in commands
        for match in _VIM_RUNS.finditer(plain(text)[:2048])
    ]
    return _texts(machine, call, found)


_GIT_COMMANDS: Final = ("core.sshcommand", "core.pager", "core.editor", "core.fsmonitor",
                        "core.askpass",
                        "sequence.editor", "gpg.program", "diff.external",
                        "credential.helper")  # fmt: skip


def _git(machine: Machine, call: Call) -> str:
    """`-c alias.x=!text` and settings that git runs."""
    texts: list[str] = []
    pairs = [*call.options("cC", ahead=True).all("-c")]
    operands = call.options("cC", ahead=True).operands
    if operands[:1] == ("config",):
        names = [arg for arg in operands[1:] if not arg.startswith("-")]
        if len(names) >= 2:  # a name and its value  # noqa: PLR2004  # a name and its value
            pairs.append("=".join(names[:2]))
    if operands[:2] in (("bisect", "run"), ("submodule", "foreach")):
        texts.append(" ".join(arg for arg in operands[2:] if arg != "--recursive"))
    if operands[:1] == ("rebase",):
        texts += call.options("cCxsX", ("--exec",)).all("-x", "--exec")
    for pair in pairs:
        name, _, value = pair.partition("=")
        if value.startswith("!"):
            texts.append(value[1:])
        elif known(name).lower() in _GIT_COMMANDS:
            texts.append(value)
    return _texts(machine, call, texts)


def _option_code(takes: str, *names: str) -> Handler:
    """Who follows a tool whose options of these names hold shell text."""
    long = tuple(name for name in names if name.startswith("--"))

    def follow(machine: Machine, call: Call) -> str:
        return _texts(machine, call, list(call.options(takes, long).all(*names)))

    return follow


def _gdb(machine: Machine, call: Call) -> str:
    commands = call.options("x", ("-ex", "--ex", "--eval-command")).all("--ex", "--eval-command")
    commands += tuple(
        call.args[at + 1] for at, arg in enumerate(call.args[:-1]) if arg in ("-ex", "-iex")
    )
    texts = [
        text.split(" ", 1)[1]
        for text in commands
        if text.startswith(("shell ", "!", "pipe ")) and " " in text
    ]
    return _texts(machine, call, texts)


def _socat(machine: Machine, call: Call) -> str:
    texts = [
        re.split(r"[,]", arg.split(":", 1)[1])[0]
        for arg in call.args
        if re.match(r"(?:EXEC|SYSTEM):", arg, re.IGNORECASE)
    ]
    return _texts(machine, call, texts)


def _ssh_options(machine: Machine, call: Call) -> str:
    """`-o ProxyCommand=text` and the remote command."""
    takes = "BbcDEeFIiJLlmOoPpQRSWw"
    sorted_ = call.options(takes, ahead=True)
    for pair in sorted_.all("-o"):
        name, _, value = pair.partition("=")
        if name.strip().lower() in ("proxycommand", "localcommand", "knownhostscommand"):
            _maybe(machine, call, value)
    remote = sorted_.operands[1:]
    while remote and remote[0].startswith("-"):
        rest = Call("ssh", tuple(remote), None, call.span).options(takes, ahead=True)
        remote = rest.operands
    if remote:
        machine.code(" ".join(remote), call.span, call.stdin)
    elif call.stdin and sorted_.operands:
        # The remote shell reads it.
        marks = taints(call.stdin)
        if not marks or marks == REMOTE:
            _maybe(machine, call, call.stdin)
    return REMOTE + taints(call.stdin or "")


def _tmux(machine: Machine, call: Call) -> str:
    if any(arg in ("send-keys", "send", "stuff") for arg in call.args):
        keys = [
            arg
            for arg in call.args
            if arg not in ("Enter", "C-m", "send-keys", "send", "stuff", "-X")
        ]
        return _texts(machine, call, [arg.rstrip("\n") for arg in keys if not arg.startswith("-")])
    texts = [arg for arg in call.args[1:] if " " in arg] or [
        " ".join(call.options("scnxytFLfSTe").operands[1:])
    ]
    return _texts(machine, call, texts)


_TOOLS: Final[dict[str, Handler]] = {
    "source": _source, ".": _source, "su": _su, "awk": _awk, "gawk": _awk, "mawk": _awk,
    "nawk": _awk, "sed": _sed, "gsed": _sed, "tar": _tar, "gtar": _tar, "bsdtar": _tar,
    "vim": _vim, "vi": _vim, "nvim": _vim, "ex": _vim, "view": _vim, "emacs": _vim, "git": _git,
    "rsync": _option_code("e", "-e", "--rsh", "--rsync-path"), "man": _option_code("PH", "-P",
    "--pager", "-H"),
    "expect": _option_code("c",
    "-c"), "gdb": _gdb, "lldb": _gdb, "socat": _socat, "ssh": _ssh_options,
    "tmux": _tmux, "screen": _tmux, "nix-shell": _option_code("p", "--run", "--command"),
    "complete": _option_code("CFoAGWXPS", "-C"), "compgen": _option_code("C", "-C"),
    "bind": _option_code("xmfqur", "-x"), "scp": _option_code("oSPilFcJ", "-S"),
    "zip": _option_code("TtiuxP", "--unzip-command", "-TT"), "split": _option_code("", "--filter"),
    "sort": _option_code("koStT", "--compress-program"), "nmap": _option_code("", "--script-exec"),
    "make": _option_code("fCj", "--eval"), "gmake": _option_code("fCj", "--eval"),
    "crontab": _option_code("u", "--none"), "at": _option_code("qft", "--none"),
}  # fmt: skip
