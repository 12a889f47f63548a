"""Variables that do more than hold a text, by bash(1), ld.so(8), git(1), less(1) and dyld(1)."""

from __future__ import annotations

from typing import Final

from nsedmw.detect.shell.marks import known

_LIBRARIES: Final = frozenset({"LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES"})
_CODE: Final = frozenset({
    "PROMPT_COMMAND", "PS0", "GIT_SSH_COMMAND", "GIT_EDITOR", "GIT_PAGER", "GIT_SEQUENCE_EDITOR",
    "LESSOPEN", "LESSCLOSE", "GIT_PROXY_COMMAND", "GIT_EXTERNAL_DIFF", "SUDO_ASKPASS", "MANPAGER",
})  # fmt: skip
_SYSTEM: Final = (
    "/usr/lib", "/lib", "/usr/local/lib", "/opt/homebrew", "libjemalloc", "libtcmalloc",
    "libmimalloc", "libasan", "libfaketime", "libeatmydata",
)  # fmt: skip


def assigned(name: str, value: str) -> tuple[str | None, str | None]:
    """The rule that an assignment breaks, and the shell text that it has run later."""
    text = known(value)
    if name in _LIBRARIES and text and not text.startswith(_SYSTEM):
        return "preload", None
    if name == "HISTFILE" and text in ("/dev/null", ""):
        return "tracks_covered", None
    if name in ("HISTSIZE", "HISTFILESIZE") and text == "0":
        return "tracks_covered", None
    if name in _CODE and text:
        return None, text.lstrip("|-") if name.startswith("LESS") else text
    return None, None
