"""Every way in which a program or a library misbehaves that is tried, and what becomes of it.

One literal table: tests/runners/test_faults.py runs every row, and docs/generate_failure.py writes
them down for people. `tests/runners/programs.py` has what stands around the sources: in C, `SAY`
answers a text whose ' become ", and `HAS` asks whether the context holds one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.runners.fault_terms import (
    BLOCKED,
    ENGINE_ENDS,
    ENTRY,
    LARGE,
    LATE,
    LEFT_OPEN,
    LIBRARY_BLOCKED,
    NO_OBJECT,
    NO_WORD,
    NOT_JSON,
    PASS,
    REPEATED,
    SHORT_SECS,
    SILENT,
    WARNED,
    Becomes,
    Fault,
    breaks,
    floods,
    over,
    refuses,
    unread,
)

_LARGE_CONTENT: Final = b'{"verdict":"pass","content":"' + b"n" * 16_777_216 + b'"}'
_PASSES: Final = """echo '{"verdict":"pass","note":"wombat"}'"""
_WARNS: Final = """echo '{"verdict":"warn","category":"c","reason":"r"}'"""
_BLOCKS: Final = """echo '{"verdict":"block","category":"c","reason":"r"}'"""
_SAYS_BLOCK: Final = """SAY("{'verdict':'block','category':'c','reason':'r'}");"""
_SHORT: Final = {"timeout_secs": SHORT_SECS}


def _said(id: str, words: str, answer: bytes, becomes: Becomes, **options: Any) -> Fault:  # noqa: A002
    return Fault(id, f"answers {words}", becomes, becomes, answer=answer, options=options)


def _levels(depth: int) -> Any:
    return [] if depth == 1 else [_levels(depth - 1)]


def _nested(depth: int) -> bytes:
    return b'{"verdict":"pass","content":' + b"[" * depth + b"]" * depth + b"}"


def _killed(number: int) -> Becomes:
    return breaks("crash", f"it was killed by signal {number}")


def _unstarted(why: str) -> Becomes:
    return breaks("start", f"failed to spawn ./{ENTRY}: {why}")


def _no_findings(why: str) -> Becomes:
    return unread(f"its `findings` are not a list of findings: {why}")


def _coded(code: int) -> Becomes:
    return breaks("crash", f"Dylib returned error code {code}")


_TALKS: Final = """SAY("{'verdict':'warn','category':'c','reason':'r'}");"""
_LEAVES: Final = """
int ends[2]; pipe(ends);
if (!fork()) { %s; write(ends[1], "x", 1); execlp("sleep", "sleep", "600", NULL); }
read(ends[0], ends, 1);
"""
"""Starts one that is out of the group before anything else happens."""
_ALONE: Final = "setsid(); close(1); close(2)"
_MANY: Final = """
int ends[2], left = 64; char byte; pipe(ends);
for (int i = 0; i < 6; i++) fork();
write(ends[1], "x", 1);
if (getpid() != getpgrp()) execlp("sleep", "sleep", "600", NULL);
while (left) left -= read(ends[0], &byte, 1);
"""

HOW_IT_ENDS: Final = (
    Fault("silent", "ends well and answers nothing", PASS, PASS,
          sh="cat >/dev/null", library="*size = 0; return 0;"),
    Fault("silent-required", "the same, with `require_verdict: true`", SILENT,
          sh="cat >/dev/null", options={"require_verdict": True}),
    Fault("silent-closed", "closes its output at once and ends well", PASS,
          sh="exec >&- 2>&-; cat >/dev/null"),
    Fault("exit-nothing", "exits 7 without a word", refuses("Binary exited with code 7"),
          sh="exit 7"),
    Fault("exit-stderr", "exits 1 with a word on stderr", refuses("custom error"),
          sh="echo ' custom error ' >&2; exit 1"),
    Fault("exit-python", "exits by `sys.exit` with a message", refuses("no words"),
          py="import sys; sys.exit('no words')"),
    Fault("exit-blank-stderr", "exits 1 with white space on stderr",
          refuses("Binary exited with code 1"), sh="printf ' \\n\\t' >&2; exit 1"),
    Fault("exit-long-stderr", "exits 1 with 5 MB on stderr", refuses("e" * 499 + "…"),
          sh="head -c 5000000 /dev/zero | tr '\\0' e >&2; exit 1"),
    Fault("exit-tricky-stderr", "exits 1 with terminal escapes and bytes that are no UTF-8 on"
          " stderr", refuses("a\\x1b[31mb\ufffdc"), sh="printf 'a\\033[31mb\\377c' >&2; exit 1"),
    Fault("exit-content-stderr", "exits 1 and repeats the content on stderr",
          refuses("no: [masked]"), content="a long sentence of the content",
          sh="printf 'no: a long sentence of the content' >&2; exit 1"),
    Fault("exit-pass", "prints a pass and exits 1", refuses("Binary exited with code 1"),
          sh=f"{_PASSES}; exit 1"),
    Fault("exit-warn", "prints a warn and exits 3", WARNED, sh=f"{_WARNS}; exit 3"),
    Fault("exit-block", "prints a block and exits 255", BLOCKED, sh=f"{_BLOCKS}; exit 255"),
    Fault("exit-block-stderr", "prints a block, writes to stderr and exits 1", BLOCKED,
          sh=f"{_BLOCKS}; echo wombat >&2; exit 1"),
    Fault("exit-garbage", "prints what is no verdict and exits 2",
          refuses("Binary exited with code 2"), sh="echo wombat; exit 2"),
    Fault("exit-two", "prints two blocks and exits 1", refuses("Binary exited with code 1"),
          sh=f"{_BLOCKS}; {_BLOCKS}; exit 1"),
    Fault("segv", "reads memory that is not its own (SIGSEGV)", _killed(11), ENGINE_ENDS,
          c='puts("wombat"); fflush(stdout); return *(volatile int *)8;',
          library="return *(volatile int *)8;"),
    Fault("abort", "calls `abort`", _killed(6), ENGINE_ENDS,
          c='fputs("wombat", stderr); abort();', library="abort();"),
    Fault("exits-inside", "calls `exit(0)`", None, ENGINE_ENDS, library="exit(0);"),
    Fault("killed", "prints a pass and is killed (SIGKILL)", _killed(9),
          sh=f"{_PASSES}; kill -9 $$"),
    Fault("killed-block", "prints a block and is killed", _killed(9), sh=f"{_BLOCKS}; kill -9 $$"),
    Fault("terminated", "is asked to end (SIGTERM) and does", _killed(15),
          sh="echo wombat >&2; kill -TERM $$"),
    Fault("gone", "is deleted after the load", _unstarted("the file is missing"),
          sh=_PASSES, afterwards="rm guard"),
    Fault("unexecutable", "is made not executable after the load",
          _unstarted("it is not executable; chmod +x it"), sh=_PASSES,
          afterwards="chmod a-x guard"),
    Fault("no-interpreter", "is exchanged for a script of an interpreter that is not here",
          _unstarted("its `#!` line names /no/such/shell, which is not here"), sh=_PASSES,
          afterwards="printf '#!/no/such/shell\\n' > guard"),
    Fault("windows-lines", "is exchanged for a script with Windows line ends",
          _unstarted("it has Windows line ends after its `#!` line; convert it (dos2unix)"),
          sh=_PASSES, afterwards="printf '#!/bin/sh\\r\\nexit 0\\r\\n' > guard"),
    Fault("no-script", "is exchanged for text without a `#!` line",
          _unstarted("it has no `#!` line and is no program of this system"), sh=_PASSES,
          afterwards="echo 'echo wombat' > guard"),
    Fault("folder-gone", "has its working folder deleted",
          _unstarted("its working folder is missing"), sh=_PASSES, options={"cwd": "work"},
          afterwards="rmdir work"),
    Fault("pinned-changed", "is pinned (`sha256`) and changed in place",
          breaks("start", "the pinned file has another sha256 now"), sh=_PASSES, pinned=True,
          afterwards="echo 'exit 0' >> guard"),
    Fault("pinned-gone", "is pinned and deleted", breaks(
          "start", "the pinned file cannot be read now (No such file or directory)"), sh=_PASSES,
          pinned=True, afterwards="rm guard"),
)  # fmt: skip
"""By itself, by a signal, or without having begun."""

TIME: Final = (
    Fault("hangs", "never ends", LATE, sh="exec sleep 600", options=_SHORT),
    Fault("hangs-run", "runs past the `deadline_secs` of the run", LATE, LATE,
          sh="exec sleep 600", library="sleep(2); return 0;", deadline_secs=SHORT_SECS),
    Fault("hangs-after-pass", "prints a pass and goes on running", LATE, sh=f"{_PASSES}; sleep 600",
          options=_SHORT),
    Fault("closes-and-hangs", "prints a pass, closes its output and goes on running", LATE,
          sh=f"{_PASSES}; exec >&- 2>&-; sleep 600", options=_SHORT),
    Fault("spins", "computes without end", LATE, options=_SHORT,
          c="for (volatile long n = 0;; n++) ;"),
    Fault("ignores-term", "ignores SIGTERM, SIGINT and SIGHUP and never answers", LATE,
          sh="trap '' TERM INT HUP; sleep 600 & wait", options=_SHORT),
    Fault("stopped", "stops itself (SIGSTOP)", LATE, sh=f"{_PASSES}; kill -STOP $$",
          options=_SHORT),
    Fault("trickles", "prints a byte now and then, without end", LATE, options=_SHORT,
          c="for (;;) { putchar('w'); fflush(stdout); usleep(20000); }"),
    Fault("trickles-stderr", "writes to stderr now and then, without end", LATE, options=_SHORT,
          c='for (;;) { fputs("wombat", stderr); usleep(20000); }'),
    Fault("slow", "prints its verdict byte by byte, within the deadline", PASS,
          c="""char *say = "{\\"verdict\\":\\"pass\\"}";
               while (*say) { putchar(*say++); fflush(stdout); usleep(5000); }"""),
)  # fmt: skip
"""A library has no deadline of its own; that of the run bounds it."""

STREAMS: Final = (
    Fault("floods", "prints without end, in one line", floods(),
          c='for (;;) fputs("wombat", stdout);'),
    Fault("floods-lines", "prints without end, line by line", floods(), sh="yes wombat"),
    Fault("floods-exit", "prints 2 MB and exits 1", floods(),
          sh="head -c 2000000 /dev/zero; exit 1"),
    Fault("floods-then-pass", "prints 2 MB and then a pass", floods(),
          sh=f"head -c 2097152 /dev/zero | tr '\\0' x; {_PASSES}"),
    Fault("floods-both", "floods both outputs at once and reads nothing of 2 MB", floods(),
          content=LARGE, c="static char flood[65536]; for (;;)"
          " { write(1, flood, 65536); write(2, flood, 65536); }"),
    Fault("floods-stderr", "writes 5 MB to stderr and prints a warn", WARNED,
          sh=f"yes wombat | head -c 5000000 >&2; {_WARNS}"),
    Fault("floods-stderr-unread", "the same, and reads nothing of 2 MB", WARNED, content=LARGE,
          sh=f"yes wombat | head -c 5000000 >&2; {_WARNS}"),
    Fault("floods-stderr-late", "writes to stderr without end", LATE, sh="yes wombat >&2",
          options=_SHORT),
    Fault("at-the-cap", "answers as many bytes as `max_output_bytes`", PASS, PASS,
          answer=b'{"verdict":"pass"}' + b" " * 82, options={"max_output_bytes": 100}),
    Fault("over-the-cap", "answers one byte more than `max_output_bytes`", floods(100),
          breaks("limit", "it answered 101 bytes into a buffer of 100"),
          answer=b'{"verdict":"pass"}' + b" " * 83, options={"max_output_bytes": 100}),
    Fault("never-reads", "reads nothing of 2 MB and prints a warn", WARNED, sh=_WARNS,
          content=LARGE),
    Fault("reads-some", "reads 10 bytes of 2 MB and prints a warn", WARNED,
          sh=f"head -c 10 >/dev/null; {_WARNS}", content=LARGE),
    Fault("closes-input", "closes its input at once and prints a warn", WARNED,
          sh=f"exec <&-; {_WARNS}", content=LARGE),
    Fault("never-reads-late", "reads nothing of 2 MB and never ends", LATE, sh="exec sleep 600",
          content=LARGE, options=_SHORT),
    Fault("noise-beside", "prints a warn, and noise on stderr", WARNED,
          sh=f"echo wombat >&2; {_WARNS}; echo wombat >&2"),
)  # fmt: skip
"""How it uses what it is given to read and write."""

PROCESSES: Final = (
    Fault("child", "leaves a child that holds its output", WARNED, sh=f"sleep 600 & {_WARNS}"),
    Fault("child-late", "starts children and hangs with them", LATE, options=_SHORT,
          sh="trap '' TERM; sleep 600 & sleep 600 & wait"),
    Fault("many", "starts 63 processes, and answers", WARNED, c=_MANY + _TALKS),
    Fault("many-late", "starts 63 processes and hangs", LATE, options=_SHORT,
          c=f"{_MANY} pause();"),
    Fault("changes-group", "goes over to another process group and answers", WARNED,
          c=f"setpgid(0, getpgid(getppid())); {_TALKS}"),
    Fault("changes-group-late", "goes over to another process group and hangs", LATE,
          options=_SHORT, c="setpgid(0, getpgid(getppid())); pause();"),
    Fault("session", "leaves a process in a session of its own, and answers", WARNED,
          c=_LEAVES % _ALONE + _TALKS, escapes=True),
    Fault("session-holds", "leaves one in a session of its own that holds its output, and answers",
          WARNED, c=_LEAVES % "setsid()" + _TALKS, escapes=True),
    Fault("session-silent", "leaves one there without its output, and answers nothing", PASS,
          c=_LEAVES % _ALONE, escapes=True),
    Fault("session-holds-silent", "leaves one there that holds its output, and answers nothing",
          LEFT_OPEN, c=_LEAVES % "setsid()", escapes=True),
    Fault("session-late", "leaves one in a session of its own and hangs", LATE, options=_SHORT,
          c=_LEAVES % "setsid()" + "pause();", escapes=True),
    Fault("group-holds", "leaves one in a process group of its own that holds its output, and"
          " answers", WARNED, c=_LEAVES % "setpgid(0, 0)" + _TALKS, escapes=True),
)  # fmt: skip
"""Its group is killed at its end and at the deadline; what left the group is left."""

ANSWERS: Final = (
    _said("warn", "a warn", b'{"verdict":"warn","category":"c","reason":"r"}', WARNED),
    _said("spaced", "a pass with white space and one byte order mark around it",
          b'\xef\xbb\xbf \r\n\t{"verdict":"pass"} \r\n\t', PASS),
    _said("more", "a pass with members that nobody knows, and null for others",
          b'{"verdict":"pass","content":null,"reason":null,"findings":null,"note":[1]}', PASS),
    _said("large", "a verdict of 300 kB",
          b'{"verdict":"pass","note":"' + b"n" * 300_000 + b'"}', PASS),
    _said("garbage", "what is no JSON", b"wombat", NOT_JSON),
    _said("spaces", "white space alone", b" \r\n",
          unread("it is white space alone")),
    _said("zeros", "zero bytes", bytes(40), NOT_JSON),
    _said("cut", "the beginning of a verdict", b'{"verdict":"pa', NOT_JSON),
    _said("before", "a line before its verdict", b'wombat\n{"verdict":"pass"}', NOT_JSON),
    _said("after", "a line after its verdict", b'{"verdict":"pass"}\nwombat', NOT_JSON),
    _said("around", "lines around its verdict", b'{\n{"verdict":"pass"}\n}', NOT_JSON),
    _said("fenced", "its verdict in a code fence", b'```json\n{"verdict":"pass"}\n```', NOT_JSON),
    _said("two", "two verdicts", b'{"verdict":"pass"}\n{"verdict":"pass"}', NOT_JSON),
    _said("nan", "NaN", b'{"verdict":"pass","content":NaN}', NOT_JSON),
    _said("infinity", "an infinity", b'{"verdict":"pass","content":-Infinity}', NOT_JSON),
    _said("latin-1", "bytes that are no UTF-8", b'{"verdict":"pass","note":"\xff"}', NOT_JSON),
    _said("utf-16", "its verdict in UTF-16", '{"verdict":"pass"}'.encode("utf-16"), NOT_JSON),
    _said("two-marks", "two byte order marks", b'\xef\xbb\xbf\xef\xbb\xbf{"verdict":"pass"}',
          NOT_JSON),
    _said("control", "a line break inside a string", b'{"verdict":"pass","note":"a\nb"}', NOT_JSON),
    _said("repeated", "a repeated key", b'{"verdict":"block","verdict":"pass"}', REPEATED),
    _said("repeated-deep", "a key repeated deep inside",
          b'{"verdict":"pass","content":[{"a":{"b":1,"b":2}}]}', REPEATED),
    _said("surrogate", "content with a lone surrogate", b'{"verdict":"pass","content":"\\ud800"}',
          unread("it holds text that is not valid Unicode (a lone surrogate)")),
    _said("surrogate-state", "state with a lone surrogate as a key",
          b'{"verdict":"pass","hook_state":{"\\udc00":1}}',
          unread("it holds text that is not valid Unicode (a lone surrogate)")),
    _said("surrogate-reason", "a block whose reason holds a lone surrogate",
          b'{"verdict":"block","category":"c","reason":"a\\ud800b"}',
          Becomes("block", "c", "a\\ud800b")),
    _said("huge", "a number that no reader holds", b'{"verdict":"pass","content":1e999}',
          unread("it holds a number too large for JSON readers (over 1.8e308)")),
    _said("digits", "a number of 5000 digits", b'{"verdict":"pass","content":' + b"9" * 5000 + b"}",
          unread("it holds an integer of more than 4200 digits")),
    _said("brackets", "20000 brackets inside each other", b"[" * 20_000 + b"]" * 20_000,
          unread("it is nested deeper than 128 containers")),
    _said("brackets-open", "a million brackets that are never closed", b"[" * 1_000_000,
          unread("it is nested deeper than 128 containers")),
    _said("object", "`{}`", b"{}", NO_WORD),
    _said("list", "`[]`", b"[]", NO_OBJECT),
    _said("null", "`null`", b"null", NO_OBJECT),
    _said("string", '`"pass"`', b'"pass"', NO_OBJECT),
    _said("true", "`true`", b"true", NO_OBJECT),
    _said("zero", "`0`", b"0", NO_OBJECT),
    _said("listed", "a verdict in a list", b'[{"verdict":"pass"}]', NO_OBJECT),
    _said("unknown", 'the verdict `"allow"`', b'{"verdict":"allow"}', NO_WORD),
    _said("capitals", 'the verdict `"PASS"`', b'{"verdict":"PASS"}', NO_WORD),
    _said("padded", 'the verdict `"pass "`', b'{"verdict":"pass "}', NO_WORD),
    _said("true-verdict", "the verdict `true`", b'{"verdict":true}', NO_WORD),
    _said("null-verdict", "the verdict `null`", b'{"verdict":null}', NO_WORD),
    _said("list-verdict", 'the verdict `["pass"]`', b'{"verdict":["pass"]}', NO_WORD),
    _said("ask", "the verdict `ask` anywhere but at `before_tool`",
          b'{"verdict":"ask","question":"wombat?"}',
          breaks("unreadable", "it answered ask, which before_tool alone knows")),
    _said("reason-number", "a `reason` that is a number", b'{"verdict":"pass","reason":1}',
          unread("its `reason` is not a string")),
    _said("category-list", "a `category` that is a list", b'{"verdict":"pass","category":["c"]}',
          unread("its `category` is not a string")),
    _said("question-object", "a `question` that is an object", b'{"verdict":"pass","question":{}}',
          unread("its `question` is not a string")),
    _said("state-list", "a `hook_state` that is a list", b'{"verdict":"pass","hook_state":[]}',
          unread("its `hook_state` is not an object")),
    _said("findings-object", "`findings` that are an object", b'{"verdict":"pass","findings":{}}',
          _no_findings("Expected `array`, got `object`")),
    _said("finding-string", "a finding that is a string", b'{"verdict":"pass","findings":["f"]}',
          _no_findings("Expected `object`, got `str` - at `$[0]`")),
    _said("finding-bare", "a finding without a rule",
          b'{"verdict":"pass","findings":[{"category":"wombat"}]}',
          _no_findings("Object missing required field `rule` - at `$[0]`")),
    _said("finding-typed", "a finding whose rule is an object with a telling key",
          b'{"verdict":"pass","findings":[{"category":"c","rule":{"wombat":"wombat"}}]}',
          _no_findings("Expected `str`, got `object` - at `$[0].rule`")),
    _said("finding-surrogate", "a finding whose rule holds a lone surrogate",
          b'{"verdict":"pass","findings":[{"category":"c","rule":"\\ud800"}]}',
          unread("its `findings` are not findings")),
    _said("finding-backwards", "a finding that ends before it starts",
          b'{"verdict":"pass","findings":[{"category":"c","rule":"r","start":2,"end":1}]}',
          unread("its `findings` are not findings")),
    _said("content-deep", "content of 128 levels", _nested(128),
          Becomes("pass", content=_levels(128))),
    _said("content-deeper", "content of 129 levels", _nested(129),
          over("nested deeper than 128 containers")),
    _said("content-large", "content over 16 MiB", _LARGE_CONTENT,
          over("larger than 16777216 bytes as JSON"), max_output_bytes=33_554_432),
    _said("state-large", "a `hook_state` over 1 MiB",
          b'{"verdict":"pass","hook_state":{"s":"' + b"s" * 1_048_576 + b'"}}',
          over("larger than 1048576 bytes as JSON"), max_output_bytes=33_554_432),
)  # fmt: skip
"""What it answers, by a program that ends well and by a library that returns 0."""

CODES: Final = (
    Fault("0-empty", "returns 0 without touching `out_len`", None, PASS, library="return 0;"),
    Fault("0-warn", "returns 0 with a warn", None, WARNED, library=f"{_TALKS} return 0;"),
    Fault("0-block", "returns 0 with a block", None, BLOCKED, library=f"{_SAYS_BLOCK} return 0;"),
    Fault("0-too-long", "returns 0 with a length beyond the buffer", None,
          breaks("limit", "it answered 1048577 bytes into a buffer of 1048576"),
          library="*size = room + 1; return 0;"),
    Fault("0-unwritten", "returns 0 with a length and writes nothing, after a call that answered",
          None, unread("it is not JSON"), before="a former call",
          library="""static uint32_t said; if (!HAS("former")) { *size = said; return 0; }
          SAY("{'verdict':'pass','note':'wombat'}"); said = *size; return 0;"""),
    Fault("1-empty", "returns 1 without an answer", None, LIBRARY_BLOCKED, library="return 1;"),
    Fault("1-block", "returns 1 with a block", None, BLOCKED, library=f"{_SAYS_BLOCK} return 1;"),
    Fault("1-pass", "returns 1 with a pass", None, LIBRARY_BLOCKED,
          library="SAY(\"{'verdict':'pass','reason':'wombat'}\"); return 1;"),
    Fault("1-garbage", "returns 1 with what is no verdict", None, LIBRARY_BLOCKED,
          library='SAY("wombat"); return 1;'),
    Fault("1-too-long", "returns 1 with a length beyond the buffer", None, LIBRARY_BLOCKED,
          library=f"{_SAYS_BLOCK} *size = room + 1; return 1;"),
    Fault("2-within", "returns -2 once and answers in the larger buffer", None, WARNED,
          options={"max_output_bytes": 10}, library=f"""
          *size = 160; if (room < 160) return -2; {_TALKS} return 0;"""),
    Fault("2-within-block", "returns -2 once and 1 with a block in the larger buffer", None,
          BLOCKED, options={"max_output_bytes": 10}, library=f"""
          *size = 160; if (room < 160) return -2; {_SAYS_BLOCK} return 1;"""),
    Fault("2-beyond", "returns -2 and asks for more than 16 buffers", None,
          breaks("limit", "it needs 161 bytes for its answer"),
          options={"max_output_bytes": 10}, library="*size = 161; return -2;"),
    Fault("2-enough", "returns -2 although its answer fits, and answers when it is asked again",
          None, WARNED, library=f"""
          static int calls; *size = 100; if (calls++ % 2 == 0) return -2; {_TALKS} return 0;"""),
    Fault("2-nothing", "returns -2 and asks for nothing", None, _coded(-2), library="return -2;"),
    Fault("2-twice", "returns -2 again in the larger buffer", None, _coded(-2),
          options={"max_output_bytes": 10}, library="*size = 100; return -2;"),
    Fault("2-then-too-long", "returns -2, then 0 with a length beyond the larger buffer", None,
          breaks("limit", "it answered 101 bytes into a buffer of 100"),
          options={"max_output_bytes": 10}, library="""
          *size = 100; if (room == 10) return -2; *size = 101; return 0;"""),
    Fault("-1", "returns -1, with a pass in the buffer", None, _coded(-1),
          library="SAY(\"{'verdict':'pass','note':'wombat'}\"); return -1;"),
    Fault("2", "returns 2", None, _coded(2), library="return 2;"),
    Fault("int-min", "returns the smallest number", None, _coded(-2147483648),
          library="return INT32_MIN;"),
    Fault("int-max", "returns the largest number", None, _coded(2147483647),
          library="return INT32_MAX;"),
)  # fmt: skip
"""What a library's function returns."""

FAULTS: Final[Mapping[str, tuple[Fault, ...]]] = {
    "How it ends": HOW_IT_ENDS,
    "What it answers": ANSWERS,
    "How long it takes": TIME,
    "What it reads and prints": STREAMS,
    "What it starts": PROCESSES,
    "What a library returns": CODES,
}
"""Heading -> its rows."""
