"""Code of other languages in a shell command: the calls in it that start programs or delete trees.

It is no reading of those languages. String literals behind the names of such calls are taken, as
the languages' own manuals spell them: Python's os, subprocess and shutil, Perl's and Ruby's
system and backquotes, Node's child_process and fs, PHP's program execution, AWK's system.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nsedmw.detect.shell.words import decoded

LONGEST: Final = 200_000
"""Characters of code that are looked at; longer code is unreadable."""
_MOST: Final = 64
"""Calls of one text."""

_STARTS: Final = re.compile(
    r"(?<![\w])(?:os\.|subprocess\.|sp\.|pty\.|commands\.|child_process\.|cp\.|Kernel\.|IO\.|Open3\.|process\.)?"
    r"(system|popen[234]?|Popen|run|call|check_call|check_output|getoutput|getstatusoutput|spawn|spawnSync"
    r"|exec|execSync|execFile|execFileSync|execv|execve|execvp|execl|execlp|shell_exec|passthru|proc_open"
    r"|capture2|capture3|qx|sh|posix_spawn|spawnl|spawnlp)\s{0,8}(?:\(\s{0,8}|(?=['\"\[{]|\s['\"]))[\[(]?\s{0,8}"
)
_DELETES: Final = re.compile(
    r"(?<![\w])(rmtree|rmSync|rmdirSync|rimraf|rm_rf|rm_r|remove_entry_secure|remove_tree|removeSync"
    r"|emptyDirSync|remove_dir_all|RemoveAll|fs\.rm|fs\.rmdir|removedirs|unlinkSync|unlink|os\.remove)"
    r"\s{0,8}\(?\s{0,8}(?:glob\s{0,4}\()?[\[(]?\s{0,8}"
)
_WRITES: Final = re.compile(
    r"(?<![\w])(open|writeFileSync|writeFile|appendFileSync|file_put_contents|File\.write)"
    r"\s{0,8}\(\s{0,8}"
)
_LITERAL: Final = re.compile(
    r"[bfru]{0,2}(?:\"\"\"((?:[^\\]|\\.){0,4096}?)\"\"\"|'''((?:[^\\]|\\.){0,4096}?)'''"
    r"|\"((?:[^\"\\\n]|\\.){0,4096}+)\"|'((?:[^'\\\n]|\\.){0,4096}+)')",
    re.DOTALL,
)
_BETWEEN: Final = re.compile(r"\s{0,64}([,+.]?)\s{0,64}(?=[bfru]{0,2}['\"])")
_BACKQUOTED: Final = re.compile(r"`([^`\n]{1,400}+)`|(?:%x|qx)[{(\[/|]([^})\]/|\n]{1,400}+)")
_HOME: Final = re.compile(
    r"(?:os\.path\.expanduser|Path|expanduser|path\.expanduser|File\.expand_path|os\.homedir|Dir\.home|Path\.home)\s{0,4}\("
)
_REMOTE: Final = re.compile(
    r"(?<![\w])(?:exec|eval|Function|load|loads|compile)\s{0,8}\(?[^\n;]{0,160}"
    r"(?:urlopen|requests\.get|urllib|httpx|http\.get|fetch\(|https?://|open-uri|LWP|file_get_contents\(\s?['\"]http)"
)
_DECODED: Final = re.compile(
    r"(?<![\w])(?:exec|eval|Function|system|loads|popen|run|call|shell_exec|execSync)\s{0,8}\(?[^\n;]{0,120}"
    r"(?:b64decode|base64|fromhex|unhexlify|atob|decompress|from_base64|decode64|codecs\.decode|unpack|pack\()"
)
_SHELL_OF_NETWORK: Final = re.compile(
    r"(?:dup2|pty\.spawn|STDIN,\s{0,4}\">&|>&\w{1,16}|/bin/(?:ba)?sh|cmd\.exe|spawn\()"
)
_SOCKET: Final = re.compile(
    r"(?:socket\.socket|IO::Socket|TCPSocket|fsockopen|net\.connect|net\.Socket|socket\(|inet_aton)"
)
_FORKS: Final = re.compile(
    r"fork\s{0,4}(?:\(\))?\s{0,4}(?:while|until)\s{0,4}(?:\(?\s{0,4})?(?:fork|1|true)|while\s{0,4}\(?(?:1|True|true)\)?\s{0,4}:?\s{0,4}\{?\s{0,4}(?:os\.)?fork"
)


class Foreign(NamedTuple):
    """What code starts and deletes: shell texts, commands of words, trees, files it writes."""

    texts: tuple[str, ...]
    commands: tuple[tuple[str, ...], ...]
    trees: tuple[str, ...]
    writes: tuple[str, ...]
    rules: tuple[str, ...]


def looked_at(code: str, *, backquotes: bool) -> Foreign:
    """The calls in code of a language; `backquotes` where they start programs in it."""
    texts: list[str] = []
    commands: list[tuple[str, ...]] = []
    for match in _first(_STARTS.finditer(code)):
        found = _literals(code, match.end())
        if len(found) > 1:
            commands.append(tuple(found))
        texts += found[:1]
    if backquotes:
        texts += [one[1] or one[2] for one in _first(_BACKQUOTED.finditer(code))]
    return Foreign(
        tuple(texts),
        tuple(commands),
        tuple(_paths(code, _DELETES)),
        tuple(_written(code)),
        tuple(_rules(code)),
    )


def _rules(code: str) -> Iterator[str]:
    if _REMOTE.search(code):
        yield "download_run"
    if _DECODED.search(code):
        yield "decoded_code_run"
    if _SOCKET.search(code) and _SHELL_OF_NETWORK.search(code):
        yield "reverse_shell"
    if _FORKS.search(code):
        yield "fork_bomb"


def _first(matches: Iterator[re.Match[str]]) -> list[re.Match[str]]:
    return [match for match, _ in zip(matches, range(_MOST), strict=False)]


def _literals(code: str, at: int) -> list[str]:
    """String literals that begin here, with commas between them; a sum is one literal."""
    found: list[str] = []
    joined = False
    for _ in range(32):
        match = _LITERAL.match(code, at)
        if match is None:
            break
        text = decoded(next((one for one in match.groups() if one is not None), ""))
        if joined:
            found[-1] += text
        else:
            found.append(text)
        between = _BETWEEN.match(code, match.end())
        if between is None:
            break
        joined = between[1] != ","
        at = between.end()
    return found


def _written(code: str) -> Iterator[str]:
    """Files that are opened to be written: by a call that only writes, or a mode that says so."""
    for match in _first(_WRITES.finditer(code)):
        found = _literals(code, match.end())
        if found and (match[1] != "open" or (found[1:] and set(found[1]) & set("wax+>"))):
            yield found[0]


def _paths(code: str, pattern: re.Pattern[str]) -> Iterator[str]:
    for match in _first(pattern.finditer(code)):
        at = match.end()
        home = _HOME.match(code, at)
        yield from _literals(code, home.end() if home else at)[:1]
        if home and code.startswith(")", home.end()):
            yield "~"
