"""What commands print: computed where it is plain text, and else the marks of where it is from.

Options are those of POSIX.1-2024 Utilities and GNU coreutils; nothing is run, no file is read.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final, Protocol

from nsedmw.detect.shell.call import Call
from nsedmw.detect.shell.marks import (
    ARCHIVE,
    DECODED,
    FILE,
    PRINTED,
    REMOTE,
    SECRET,
    UNKNOWN,
    known,
    plain,
    taints,
)
from nsedmw.detect.shell.words import decoded


class Files(Protocol):
    """Where the contents of files are followed."""

    def contents(self, path: str) -> str:
        """What a file holds, with marks."""
        ...

    def write(self, path: str, text: str, *, append: bool = False) -> None:
        """Note what a file holds from now on."""
        ...


LONGEST: Final = 8192
"""Characters that are computed with; longer text keeps its marks alone."""

SECRET_PRINTERS: Final = frozenset({"env", "printenv", "export", "set", "declare"})
SETUP_PRINTERS: Final = frozenset({
    "ssh-agent", "dircolors", "pyenv", "rbenv", "nodenv", "goenv", "jenv", "direnv", "conda",
    "mamba", "micromamba", "brew", "opam", "starship", "zoxide", "fnm", "mise", "asdf", "keychain",
    "minikube", "docker-machine", "resize", "lesspipe", "luarocks", "gpg-agent", "dbus-launch",
    "register-python-argcomplete", "thefuck", "atuin", "rustup", "phpenv", "plenv",
})  # fmt: skip
"""Installed programs whose documented use is `eval "$(program ...)"`: what they print sets up the
shell, and running them at all is no different."""
_COMPLETIONS: Final = frozenset({"completion", "completions", "shellenv", "shell-init"})
_NETWORK: Final = frozenset({
    "curl", "wget", "fetch", "aria2c", "http", "https", "xh", "lynx", "w3m", "links", "nc", "ncat",
    "netcat", "socat", "ssh", "telnet", "ftp", "tftp", "dig", "nslookup", "host", "gh", "aws",
    "gsutil", "rclone", "s3cmd", "axel", "lwp-request", "GET", "sftp", "smbclient", "ipfs", "doggo",
})  # fmt: skip
_ARCHIVERS: Final = frozenset({
    "tar", "bsdtar", "gtar", "zip", "7z", "7za", "cpio", "pax", "pg_dump", "pg_dumpall",
    "mysqldump", "mariadb-dump", "mongodump", "dd",
})  # fmt: skip
_SELECTING: Final = frozenset({
    "grep", "egrep", "fgrep", "rg", "head", "tail", "sort", "uniq", "cat", "tac", "shuf", "tee",
    "less", "more", "pv", "buffer", "sponge", "stdbuf", "unbuffer", "xargs", "ts",
})  # fmt: skip
"""They print lines that they read, as they are."""
_QUIET: Final = frozenset({
    "true", "false", ":", "cd", "mkdir", "touch", "rm", "mv", "cp", "ln", "chmod", "chown", "kill",
    "sleep", "wait", "test", "[", "unset", "shift", "return", "exit", "break", "continue", "pushd",
    "popd", "umask", "ulimit", "trap", "alias", "read", "local", "readonly", "typeset", "shopt",
    "rmdir", "exec", "git-add", "hash", "unalias", "getopts", "let", "disown", "bg",
})  # fmt: skip
_WORDS: Final[dict[str, str]] = {"pwd": ".", "mktemp": "/tmp/tmp.x", "whoami": "user", "nproc": "1",  # noqa: S108
                                 "id": "1", "hostname": "host", "arch": "x86_64",
                                 "tty": "tty"}  # fmt: skip
_NUMBERS: Final = frozenset({"wc", "date", "expr", "sha256sum", "shasum", "md5sum", "sha1sum",
                             "cksum",
                             "sha512sum", "md5", "b2sum", "sum", "stat", "du"})  # fmt: skip
"""What they print is a number or a digest, which gives away nothing and runs as nothing."""

_CONVERSION: Final = re.compile(r"%(?:%|[-+ #0]*\d*(?:\.\d+)?([sbqdiuxXc]))")


def printed(call: Call, files: Files) -> str:
    """What a command prints, with marks."""
    producer = _PRODUCERS.get(call.name)
    if producer is not None:
        return producer(call, files)
    if call.name in _QUIET:
        return ""
    if call.name in _NUMBERS:
        return PRINTED
    if call.name in _WORDS:
        return _WORDS[call.name]
    if _sets_up(call):
        return ""
    return _other(call, files)


def _sets_up(call: Call) -> bool:
    """Whether the output is what an installed program prints to set up a shell."""
    return call.name in SETUP_PRINTERS or any(arg in _COMPLETIONS for arg in call.args[:2])


def _other(call: Call, files: Files) -> str:
    marks = taints(call.stdin or "") + "".join(
        taints(files.contents(path)) for path in call.args if path and not path.startswith("-")
    ).replace(UNKNOWN, "").replace(FILE, "")
    if call.name in _NETWORK:
        marks += REMOTE
    if call.name in _ARCHIVERS and not _extracts(call):
        marks += ARCHIVE
    if call.name in _DECODERS:
        return DECODED + marks
    return "".join(dict.fromkeys(marks)) or PRINTED


def _extracts(call: Call) -> bool:
    first = known(call.args[0]) if call.args else ""
    return (
        "--extract" in call.args
        or ("x" in first.lstrip("-") and not first.startswith("--") and call.name != "dd")
        or (call.name == "dd" and not any(arg.startswith("if=/") for arg in call.args))
    )


_DECODERS: Final = frozenset({
    "gunzip", "zcat", "gzcat", "bunzip2", "bzcat", "xzcat", "unxz", "zstdcat", "unzstd", "uudecode",
    "uncompress", "lz4cat", "rot13", "caesar", "funzip",
})  # fmt: skip


def _echo(call: Call, _: Files) -> str:
    args = list(call.args)
    escapes = False
    newline = "\n"
    while args and re.fullmatch(r"-[neE]{1,3}", args[0]):
        escapes = escapes or "e" in args[0]
        newline = "" if "n" in args[0] else newline
        args.pop(0)
    text = plain(" ".join(args))
    # dash's echo knows escapes without being asked; so text with some is read both ways.
    if "\\" in text and (escapes or decoded(text) != text):
        return decoded(text) + newline + ("" if escapes else text + newline)
    return text + newline


def _printf(call: Call, _: Files) -> str:
    args = list(call.args)
    if args[:1] == ["-v"]:
        return ""
    if args[:1] == ["--"]:
        args.pop(0)
    if not args:
        return ""
    form, values = plain(args[0]), [plain(value) for value in args[1:]]
    if len(form) > LONGEST:
        return taints(form) or UNKNOWN
    form = decoded(form)
    out = ""
    for _round in range(64):
        before = len(values)
        out += _CONVERSION.sub(lambda match: _converted(match, values), form)
        if not values or len(values) == before:
            break
    return out


def _converted(match: re.Match[str], values: list[str]) -> str:
    kind = match.group(1)
    if kind is None:
        return "%"
    value = values.pop(0) if values else ""
    return decoded(value) if kind == "b" else value


def _cat(call: Call, files: Files) -> str:
    paths = call.options("AnB" if call.name in ("head", "tail") else "").operands
    if call.name in ("head", "tail"):
        paths = call.options("ncs", ("--lines", "--bytes")).operands
    texts = [
        (call.stdin or "") if path in ("-", "/dev/stdin") else files.contents(path)
        for path in paths
    ]
    return "".join(texts) if paths else call.stdin or ""


def _select(call: Call, files: Files) -> str:
    """Lines of the input or of files, as they are."""
    paths = call.options("efmABCnkt", ("--regexp", "--file")).operands[1:]
    text = "".join(files.contents(path) for path in paths)
    return text or (UNKNOWN if call.stdin is None else call.stdin)


def _tee(call: Call, files: Files) -> str:
    text = call.stdin if call.stdin is not None else UNKNOWN
    sorted_ = call.options()
    for path in sorted_.operands:
        files.write(path, text, append=sorted_.has("-a", "--append"))
    return text


def _base64(call: Call, files: Files) -> str:
    sorted_ = call.options("wib", ("--wrap", "--input"))
    paths = (*sorted_.operands, *sorted_.all("-i", "--input"))
    text = "".join(files.contents(path) for path in paths) if paths else call.stdin or ""
    if not sorted_.has("-d", "-D", "--decode", "--decod", "--deco", "--dec", "--de", "--d"):
        return _encoded(text)
    return _decoded_with(text, base64.b32decode if "32" in call.name else _from_base64)


def _from_base64(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=False)


def _encoded(text: str) -> str:
    if taints(text) or len(text) > LONGEST:
        return taints(text) or UNKNOWN
    return base64.b64encode(text.encode(errors="replace")).decode() + "\n"


def _decoded_with(text: str, decode: Callable[[str], bytes]) -> str:
    """Decoded text, and behind it the mark that says so: whatever it holds, it was hidden."""
    if taints(text) or len(text) > LONGEST:
        return DECODED + taints(text)
    try:
        found = decode("".join(text.split()))
    except (ValueError, binascii.Error):
        return DECODED
    return found.decode(errors="replace").replace("\0", "") + "\n" + DECODED


def _xxd(call: Call, files: Files) -> str:
    sorted_ = call.options("cglos")
    text = call.stdin or "".join(files.contents(path) for path in sorted_.operands[:1])
    if not sorted_.has("-r", "-revert"):
        if taints(text) or not sorted_.has("-p", "-ps", "-plain"):
            return taints(text) or UNKNOWN
        return text[:LONGEST].encode(errors="replace").hex()
    return _decoded_with(text, bytes.fromhex)


def _openssl(call: Call, files: Files) -> str:
    if "-d" in call.args:
        text = call.stdin or ""
        return (
            _decoded_with(text, _from_base64) if "base64" in call.args else DECODED + taints(text)
        )
    if call.args[:1] == ("s_client",):
        return REMOTE + taints(call.stdin or "")
    return _other(call, files)


def _gzip(call: Call, _: Files) -> str:
    marks = taints(call.stdin or "")
    return DECODED + marks if call.options().has("-d", "--decompress") else marks or UNKNOWN


def _gpg(call: Call, _: Files) -> str:
    return (DECODED if call.options().has("-d", "--decrypt") else "") + UNKNOWN


def _rev(call: Call, _: Files) -> str:
    text = call.stdin or ""
    if taints(text) or len(text) > LONGEST:
        return DECODED + taints(text)
    return "\n".join(line[::-1] for line in text.split("\n")) + "\n" + DECODED


def _tr(call: Call, _: Files) -> str:
    text = call.stdin or ""
    sorted_ = call.options()
    sets = [_characters(one) for one in sorted_.operands[:2]]
    if taints(text):
        return taints(text) + (DECODED if len(sets) > 1 and _hides(sorted_.operands) else "")
    if sorted_.has("-d", "--delete"):
        gone = set(sets[0]) if sets else set()
        return "".join(char for char in text[:LONGEST] if char not in gone)
    if len(sets) != 2 or not sets[0] or not sets[1]:  # tr's two sets  # noqa: PLR2004  # tr's two sets
        return text
    second = sets[1].ljust(len(sets[0]), sets[1][-1])
    found = text[:LONGEST].translate(str.maketrans(sets[0], second[: len(sets[0])]))
    return found + "\n" + DECODED if _hides(sorted_.operands) else found


_CLASSES: Final = frozenset({"[:upper:]", "[:lower:]", "A-Z", "a-z"})


def _hides(sets: tuple[str, ...]) -> bool:
    """Whether `tr` makes other letters of letters; not where it changes case or separators."""
    first, second = (plain(one) for one in sets[:2])
    if first in _CLASSES and second in _CLASSES:
        return False
    return any(char.isalnum() for char in _characters(second))


def _characters(text: str) -> str:
    """The characters of one of `tr`'s sets."""
    text = decoded(plain(text))[:256]
    text = (
        text.replace("[:upper:]", "A-Z").replace("[:lower:]", "a-z").replace("[:space:]", " \t\n")
    )
    return re.sub(
        r"(.)-(.)", lambda m: "".join(map(chr, range(ord(m[1]), ord(m[2]) + 1)))[:256], text
    )


def _dump(call: Call, files: Files) -> str:
    """`env` and its kin without a command: every variable, secrets among them."""
    names = [arg for arg in call.args if not arg.startswith("-")]
    if not names:
        return SECRET
    return _other(call, files) if call.name == "printenv" else ""


def _path(call: Call, _: Files) -> str:
    names = [arg for arg in call.args if not arg.startswith("-")]
    return names[0] + "\n" if names else UNKNOWN


def _find(call: Call, _: Files) -> str:
    starts: list[str] = []
    for arg in call.args:
        if arg.startswith(("-", "(", "!")):
            break
        starts.append(arg.rstrip("/"))
    named = [two for one, two in pairwise(call.args) if one in ("-name", "-iname")]
    below = f"{UNKNOWN}/{named[0]}" if named else UNKNOWN
    return "\n".join(f"{start}/{below}" for start in starts or ["."])


def _list(call: Call, _: Files) -> str:
    starts = [arg.rstrip("/") for arg in call.args if not arg.startswith("-")]
    return "\n".join(f"{start}/{UNKNOWN}" for start in starts or ["."])


def _dirname(call: Call, _: Files) -> str:
    path = call.options().operands[-1:] or ("",)
    folder, slash, base = path[0].rstrip("/").rpartition("/")
    if call.name == "basename":
        return base
    return folder or ("/" if slash else ".")


def _seq(call: Call, _: Files) -> str:
    return call.args[-1] if call.args else ""


def _download(call: Call, files: Files) -> str:
    """A fetch: what it saves is remote as well, and nothing is printed where all is saved."""
    if call.name == "curl":
        sorted_ = call.options(CURL_TAKES, CURL_LONG)
        saved = list(sorted_.all("-o", "--output"))
        if sorted_.has("-O", "--remote-name", "--remote-name-all"):
            saved += [_last(url) for url in sorted_.operands]
    else:
        sorted_ = call.options("oOPeatTwQUl", ("--output-document", "--directory-prefix"))
        saved = list(sorted_.all("-O", "--output-document"))
        if call.name == "aria2c":
            saved = list(sorted_.all("-o"))
        if not saved:
            saved = [_last(url) for url in sorted_.operands]
    for path in saved:
        if path not in ("-", "/dev/stdout"):
            files.write(path, REMOTE)
    silent = bool(saved) and not any(path in ("-", "/dev/stdout") for path in saved)
    return "" if silent else REMOTE


CURL_TAKES: Final = "AbcCdDeEFhHKmoPQrtTuUwxXyYz"
CURL_LONG: Final = (
    "--data", "--data-raw", "--data-binary", "--data-urlencode", "--data-ascii", "--json", "--form",
    "--form-string", "--upload-file", "--output", "--header", "--request", "--user", "--url",
    "--user-agent", "--cookie", "--cookie-jar", "--proxy", "--max-time", "--connect-timeout",
    "--retry", "--retry-delay", "--write-out", "--referer", "--cacert", "--cert", "--key",
    "--config", "--range", "--resolve", "--output-dir", "--interface", "--proto", "--oauth2-bearer",
    "--ciphers", "--tls-max", "--unix-socket", "--dump-header", "--variable",
)  # fmt: skip


def _last(url: str) -> str:
    return url.split("?", 1)[0].split("#", 1)[0].rstrip("/").rsplit("/", 1)[-1]


_PRODUCERS: Final[dict[str, Callable[[Call, Files], str]]] = {
    "echo": _echo, "printf": _printf, "cat": _cat, "tac": _cat, "head": _cat, "tail": _cat,
    "less": _cat, "more": _cat, "bat": _cat, "nl": _cat, "sort": _cat, "uniq": _cat, "paste": _cat,
    "strings": _cat, "grep": _select, "egrep": _select, "rg": _select, "fgrep": _select,
    "tee": _tee, "base64": _base64, "base32": _base64, "gbase64": _base64, "xxd": _xxd,
    "hexdump": _cat,
    "openssl": _openssl, "gzip": _gzip, "bzip2": _gzip, "xz": _gzip, "zstd": _gzip, "lz4": _gzip,
    "gpg": _gpg, "rev": _rev, "tr": _tr, "env": _dump, "printenv": _dump, "export": _dump,
    "set": _dump, "declare": _dump, "compgen": _dump, "which": _path, "type": _path,
    "command": _path, "realpath": _path,
    "readlink": _path, "whereis": _path, "cygpath": _path, "find": _find, "fd": _find, "ls": _list,
    "dirname": _dirname, "basename": _dirname, "seq": _seq, "curl": _download, "wget": _download,
    "yes": _echo, "rot13": _rev, "history": _dump, "aria2c": _download,
}  # fmt: skip
