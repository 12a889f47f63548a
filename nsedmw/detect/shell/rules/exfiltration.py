"""Credentials and private files on their way out, and shells given to the network.

Sources: curl(1), wget(1), nc(1), socat(1), ssh(1), scp(1), rsync(1), and the copying commands of
the clouds' tools; bash(1) on /dev/tcp.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from nsedmw.detect.shell.call import Call
from nsedmw.detect.shell.interpreters import SHELLS, language
from nsedmw.detect.shell.marks import (
    ARCHIVE,
    FILE,
    HOME,
    REMOTE,
    SECRET,
    SHELL,
    UNKNOWN,
    known,
    taints,
)
from nsedmw.detect.shell.outputs import CURL_LONG, CURL_TAKES
from nsedmw.detect.shell.sensitive import holds_secret, is_private

Judge = Callable[[Call], Iterator[str]]

_SENDERS: Final = frozenset({
    "curl", "wget", "http", "https", "xh", "nc", "ncat", "netcat", "socat", "telnet", "ftp", "tftp",
    "sftp", "ssh", "mail", "mailx", "sendmail", "mutt", "dig", "nslookup", "host", "ping",
    "openssl",
    "lynx", "w3m", "aria2c", "gh", "slack", "rclone", "smbclient", "scp", "rsync", "aws", "gsutil",
    "s3cmd", "transfer", "wormhole", "croc", "httpie", "doggo", "kdig", "swaks", "msmtp",
})  # fmt: skip
_LOCAL: Final = re.compile(
    r"(?:https?://)?(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?|0\.0\.0\.0)(?:[:/]|$)"
)
_AUTHORIZES: Final = re.compile(
    r"(?i)(?:proxy-)?authorization\s*:|(?:x-)?(?:api|auth|access|private)[-_]?(?:key|token)\s*:|cookie\s*:|apikey\s*:"
)


def sent(call: Call) -> Iterator[str]:
    """What a sender is given: marks in its arguments or its input."""
    if call.name not in _SENDERS:
        return
    local = any(_LOCAL.match(known(arg)) for arg in call.args)
    input_ = taints(call.stdin or "")
    for mark, rule in ((SECRET, "secret_sent"), (ARCHIVE, "archive_sent")):
        if mark in input_ and not local and (mark == SECRET or call.name in _RAW):
            yield rule
    if not local and any(
        SECRET in arg and not _authorizes(call, at) for at, arg in enumerate(call.args)
    ):
        yield "secret_sent"


_RAW: Final = frozenset(
    {"nc", "ncat", "netcat", "socat", "curl", "wget", "telnet", "ftp", "openssl"}
)


def _authorizes(call: Call, at: int) -> bool:
    """Whether a secret stands where a request proves who sends it, which is what it is for."""
    before = known(call.args[at - 1]) if at else ""
    text = known(call.args[at])
    if before in ("-H", "--header", "-u", "--user", "--oauth2-bearer", "--token", "-b", "--cookie"):
        return before not in ("-H", "--header") or _AUTHORIZES.match(text) is not None
    if call.name not in ("curl", "wget", "http", "https", "xh"):
        return call.name in ("gh", "aws", "gsutil", "rclone", "openssl", "ssh", "scp", "rsync")
    return text.startswith(("--header=", "-H", "--user=", "--password=", "--http-password=")) or (
        _AUTHORIZES.match(text) is not None
    )


def connected(call: Call) -> Iterator[str]:
    """A shell whose input or output is a connection."""
    files = [file for file in call.opened if file.path.startswith(("/dev/tcp/", "/dev/udp/"))]
    if files and (call.name in SHELLS or language(call.name) or call.name in ("exec", "script")):
        yield "reverse_shell"
    if files and any("<" in file.op for file in files) and call.name == "exec":
        yield "reverse_shell"


def _files_of(call: Call, texts: list[str]) -> Iterator[str]:
    for text in texts:
        if text and any(is_private(where) for where in call.places(text)):
            yield "secret_sent"


def _curl(call: Call) -> Iterator[str]:
    sorted_ = call.options(CURL_TAKES, CURL_LONG)
    bodies = sorted_.all(
        "-d",
        "--data",
        "--data-binary",
        "--data-ascii",
        "--data-urlencode",
        "--json",
        "-H",
        "--header",
        "-b",
    )
    texts = [
        body.rpartition("@")[2]
        for body in bodies
        if body.startswith("@") or re.match(r"\w{1,64}@/", known(body))
    ]
    texts += [
        re.split(r"[=]?[@<]", form, maxsplit=1)[1].split(";")[0]
        for form in sorted_.all("-F", "--form")
        if re.search("=[@<]", form)
    ]
    texts += sorted_.all("-T", "--upload-file")
    texts = [_home(text) for text in texts]
    yield from _files_of(call, texts)
    if any(
        known(operand).startswith("file://") and holds_secret(where)
        for operand in sorted_.operands
        for where in call.places(operand[7:])
    ):
        yield "secret_shown"  # fmt: skip


def _home(text: str) -> str:
    return HOME + text[1:] if text.startswith("~") else text


def _wget(call: Call) -> Iterator[str]:
    sorted_ = call.options("oOP", ("--post-file", "--body-file"))
    yield from _files_of(call, list(sorted_.all("--post-file", "--body-file")))


def _netcat(call: Call) -> Iterator[str]:
    sorted_ = call.options("epwsXxicgGIOqTV", ("--exec", "--sh-exec", "--lua-exec"))
    if sorted_.has("-e", "-c", "--exec", "--sh-exec"):
        yield "reverse_shell"
    marks = taints(call.stdin or "")
    if SHELL in marks:
        yield "reverse_shell"
    if FILE in marks and any(
        is_private(where) for file in call.opened for where in call.places(file.path)
    ):
        yield "secret_sent"
    yield from _files_of(call, [file.path for file in call.opened if file.op == "<"])


def _socat(call: Call) -> Iterator[str]:
    text = " ".join(known(arg) for arg in call.args).upper()
    if re.search(r"(?:EXEC|SYSTEM|SHELL):", text) and re.search(r"(?:TCP|UDP|SSL|OPENSSL)", text):
        yield "reverse_shell"
    for arg in call.args:
        kind, colon, path = arg.partition(":")
        if colon and known(kind).upper() in ("FILE", "OPEN", "GOPEN"):
            yield from _files_of(call, [path.split(",")[0]])


_REMOTE_TARGET: Final = re.compile(r"(?:[\w.@-]{1,128}:(?!\\)|\w{1,16}://)")


def _copied_away(call: Call) -> Iterator[str]:
    """`scp`, `rsync`, and the clouds' copies: from here to there."""
    operands = call.options(
        "cFiJloPSeBfDX", ("--exclude", "--include", "--rsh", "--profile", "--region")
    ).operands
    if len(operands) < 2:  # from, to  # noqa: PLR2004  # from, to
        return
    if _REMOTE_TARGET.match(known(operands[-1])):
        sources = [text for text in operands[:-1] if not _REMOTE_TARGET.match(known(text))]
        yield from _files_of(call, sources)


def _shown(call: Call) -> Iterator[str]:
    """Programs that print a file: keys and credentials then stand in what the agent reads."""
    for arg in call.args:
        if (
            arg
            and not arg.startswith("-")
            and any(holds_secret(where) for where in call.places(arg))
        ):
            yield "secret_shown"
    if any(
        file.op == "<" and holds_secret(where)
        for file in call.opened
        for where in call.places(file.path)
    ):
        yield "secret_shown"


def _mailed(call: Call) -> Iterator[str]:
    yield from _files_of(
        call,
        [
            *call.options("aAsrqcb").all("-a", "-A"),
            *(file.path for file in call.opened if file.op == "<"),
        ],
    )


_MACS: Final = frozenset(
    {"dump-keychain", "find-generic-password", "find-internet-password", "export"}
)


def _keychain(call: Call) -> Iterator[str]:
    if any(arg in _MACS for arg in call.args):
        yield "secret_shown"


def _gpg(call: Call) -> Iterator[str]:
    if any(known(arg).startswith("--export-secret") for arg in call.args):
        yield "secret_shown"


def _remote_name(call: Call) -> Iterator[str]:
    """A host name that holds what was read: names are asked for outside."""
    if any(FILE in taints(arg) for arg in call.args):
        yield "secret_sent"


def _url(call: Call) -> Iterator[str]:
    """An address or a body with the text of a file inside."""
    for arg in call.args:
        marks = taints(arg)
        if (
            FILE in marks
            and re.match(r"(?:https?://|--post-data)", known(arg))
            and REMOTE not in marks
            and UNKNOWN not in marks
        ):
            yield "secret_sent"


JUDGES: Final[dict[str, tuple[Judge, ...]]] = {
    "curl": (_curl,),
    "wget": (_wget,),
    **dict.fromkeys(("nc", "ncat", "netcat"), (_netcat,)),
    "socat": (_socat,),
    **dict.fromkeys(("scp", "rsync", "aws", "gsutil", "gcloud", "az", "rclone", "s3cmd",
    "kubectl", "docker"), (_copied_away,)),
    **dict.fromkeys(
        ("cat", "tac", "less", "more", "head", "tail", "bat", "nl", "strings", "xxd", "hexdump",
        "od", "base64", "base32",
         "cut", "sort", "uniq", "paste", "rev", "fold", "awk", "sed", "grep", "egrep", "rg", "vi",
         "vim", "nano", "view",
         "dd", "cp", "tar", "zip", "gzip", "openssl", "cmp", "diff", "iconv", "pr", "fmt",
         "column", "jq", "yq", "python", "python3"),
        (_shown,),
    ),
    **dict.fromkeys(("mail", "mailx", "mutt", "sendmail", "swaks"), (_mailed,)),
    "security": (_keychain,),
    "gpg": (_gpg,),
    **dict.fromkeys(("dig", "nslookup", "host", "ping", "doggo", "kdig"), (_remote_name,)),
}  # fmt: skip
