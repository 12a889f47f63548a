"""Loss of work in git.

Sources: git-reset(1), git-clean(1), git-checkout(1), git-restore(1), git-push(1), git-stash(1),
git-reflog(1), git-filter-branch(1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from nsedmw.detect.shell.call import Call, Options, options
from nsedmw.detect.shell.marks import known, plain

Judge = Callable[[Call], Iterator[str]]

_ALL: Final = frozenset({".", "./", ":/", "*", "./*", ":/*", "/", "..", "../", ":"})
"""Path specifications that mean the whole tree."""


def _whole(paths: tuple[str, ...]) -> bool:
    return any(plain(path) in _ALL for path in paths)


def _git(call: Call) -> Iterator[str]:
    ahead = options(
        call.args, "cC", ("--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env"),
        ahead=True,
    )  # fmt: skip
    if not ahead.operands:
        return
    command = known(ahead.operands[0])
    judge = _COMMANDS.get(command)
    if judge is not None:
        rest = ahead.operands[1:]
        yield from judge(options(rest, _TAKES.get(command, "")), rest)


_TAKES: Final = {"clean": "e", "push": "o", "checkout": "bB", "restore": "s", "switch": "cC"}


def _reset(given: Options, _: tuple[str, ...]) -> Iterator[str]:
    if given.has("--hard", "--har", "--ha", "--h"):
        yield "work_discarded"


def _clean(given: Options, _: tuple[str, ...]) -> Iterator[str]:
    if given.has("-f", "--force") and not given.has("-n", "--dry-run", "-i", "--interactive"):
        yield "work_discarded"


def _checkout(given: Options, args: tuple[str, ...]) -> Iterator[str]:
    if given.has("-b", "-B", "--orphan", "-p", "--patch"):
        return
    paths = args[args.index("--") + 1 :] if "--" in args else given.operands
    if given.has("-f", "--force") or _whole(paths):
        yield "work_discarded"


def _restore(given: Options, _: tuple[str, ...]) -> Iterator[str]:
    staged = given.has("--staged", "-S") and not given.has("--worktree", "-W")
    if _whole(given.operands) and not staged and not given.has("-p", "--patch"):
        yield "work_discarded"


def _switch(given: Options, _: tuple[str, ...]) -> Iterator[str]:
    if given.has("-f", "--force", "--discard-changes"):
        yield "work_discarded"


def _push(given: Options, args: tuple[str, ...]) -> Iterator[str]:
    if given.has("-n", "--dry-run"):
        return
    forced = given.has("-f", "--force", "--mirror", "-d", "--delete", "--prune")
    named = any(known(arg)[:1] in ("+", ":") and len(known(arg)) > 1 for arg in args)
    if forced or named:
        yield "remote_history_rewritten"


def _stash(given: Options, _: tuple[str, ...]) -> Iterator[str]:
    if given.operands[:1] in (("drop",), ("clear",)):
        yield "work_discarded"


def _reflog(given: Options, _: tuple[str, ...]) -> Iterator[str]:
    if given.operands[:1] in (("expire",), ("delete",)):
        yield "history_rewritten"


def _gc(given: Options, args: tuple[str, ...]) -> Iterator[str]:
    if "--prune=now" in args or given.has("--aggressive-prune"):
        yield "history_rewritten"


def _rewrite(_: Options, __: tuple[str, ...]) -> Iterator[str]:
    yield "history_rewritten"


def _update_ref(given: Options, _: tuple[str, ...]) -> Iterator[str]:
    if given.has("-d", "--delete"):
        yield "history_rewritten"


def _worktree(given: Options, _: tuple[str, ...]) -> Iterator[str]:
    if given.operands[:1] == ("remove",) and given.has("-f", "--force"):
        yield "work_discarded"


_COMMANDS: Final[dict[str, Callable[[Options, tuple[str, ...]], Iterator[str]]]] = {
    "reset": _reset,
    "clean": _clean,
    "checkout": _checkout,
    "restore": _restore,
    "switch": _switch,
    "push": _push,
    "stash": _stash,
    "reflog": _reflog,
    "gc": _gc,
    "filter-branch": _rewrite,
    "filter-repo": _rewrite,
    "update-ref": _update_ref,
    "worktree": _worktree,
}

JUDGES: Final[dict[str, tuple[Judge, ...]]] = {"git": (_git,)}
