"""Files that say what runs at a start, that the system stands on, or that hold credentials.

What a shell, cron, systemd or ssh reads at a start is named in bash(1), zsh(1), crontab(5),
systemd.unit(5), sshd(8), ld.so(8); where tools keep credentials, in each tool's manual.
"""

from __future__ import annotations

import re
from typing import Final

from nsedmw.detect.shell.paths import Place, emptied, is_device

_STARTUP: Final = frozenset({
    ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".zshrc", ".zshenv",
    ".zprofile", ".zlogin", ".kshrc", ".cshrc", ".tcshrc", ".login", ".inputrc", ".xinitrc",
    ".xprofile", ".xsession", ".pam_environment", ".forward", ".bash_aliases",
})  # fmt: skip
_STARTUP_TREES: Final = (
    (".config", "autostart"), (".config", "systemd"), (".config", "fish"), (".local", "share",
    "systemd"),
    ("Library", "LaunchAgents"), (".config", "environment.d"), (".ssh",),
)  # fmt: skip
_SYSTEM_STARTUP: Final = (
    ("etc", "cron.d"), ("etc", "cron.daily"), ("etc", "cron.hourly"), ("etc", "cron.weekly"),
    ("etc", "cron.monthly"), ("etc", "crontab"), ("etc", "anacrontab"), ("var", "spool", "cron"),
    ("etc", "systemd"), ("lib", "systemd"), ("usr", "lib", "systemd"), ("run", "systemd"),
    ("etc", "init.d"), ("etc", "rc.local"), ("etc", "rc.d"), ("etc", "profile"),
    ("etc", "profile.d"), ("etc", "bash.bashrc"), ("etc", "bashrc"), ("etc", "zsh"), ("etc",
    "zshrc"),
    ("etc", "environment"), ("etc", "ld.so.preload"), ("etc", "ld.so.conf.d"), ("etc", "udev"),
    ("etc", "xdg", "autostart"), ("Library", "LaunchDaemons"), ("Library", "LaunchAgents"),
    ("etc", "update-motd.d"), ("etc", "init"), ("etc", "modules-load.d"), ("etc", "apt",
    "apt.conf.d"),
)  # fmt: skip
_HISTORY: Final = frozenset({
    ".bash_history", ".zsh_history", ".history", ".sh_history", ".python_history", ".mysql_history",
    ".psql_history", ".lesshst", ".viminfo",
})  # fmt: skip
_LOGS: Final = frozenset(
    {"wtmp", "btmp", "lastlog", "auth.log", "secure", "syslog", "messages", "audit"}
)


def written(where: Place) -> str | None:
    """The rule that writing to a file breaks, or None."""
    if is_device(where):
        return "device_overwritten"
    if where.anchor == "~":
        return _written_at_home(where.parts)
    return _written_below_root(where.parts) if where.anchor == "/" and where.parts else None


def _written_below_root(parts: tuple[str, ...]) -> str | None:
    if any(parts[: len(tree)] == tree for tree in _SYSTEM_STARTUP):
        return "startup_changed"
    if parts[:2] == ("var", "log") and parts[2:3] and parts[2] in _LOGS:
        return "tracks_covered"
    if parts[0] in ("etc", "boot", "bin", "sbin", "lib", "lib64", "usr", "System") and (
        parts[:2] not in (("usr", "local"), ("usr", "src")) or parts[2:3] in (("bin",), ("sbin",))
    ):
        return "system_changed"
    if parts[0] in ("sys", "proc") and "self" not in parts:
        return "kernel_changed"
    return None


def _written_at_home(parts: tuple[str, ...]) -> str | None:
    if parts[:1] and parts[0] in _HISTORY:
        return "tracks_covered"
    if parts == (".ssh", "known_hosts"):
        return None
    if parts and (
        parts[0] in _STARTUP or any(parts[: len(tree)] == tree for tree in _STARTUP_TREES)
    ):
        return "startup_changed"
    return None


_KEY_NAME: Final = re.compile(r"id_(?:rsa|dsa|ecdsa|ed25519)[\w-]{0,32}")
_SECRET_AT_HOME: Final = (
    (".aws",), (".gnupg",), (".netrc",), (".kube", "config"), (".pgpass",),
    (".docker", "config.json"), (".config", "gcloud"), (".azure",), (".git-credentials",),
    (".npmrc",), (".pypirc",), (".config", "gh", "hosts.yml"), (".password-store",),
    (".vault-token",), (".cargo", "credentials.toml"), (".mozilla",), (".config", "google-chrome"),
    ("Library", "Keychains"), (".local", "share", "keyrings"), (".my.cnf",), (".bash_history",),
    (".zsh_history",), (".config", "rclone"), (".terraform.d", "credentials.tfrc.json"),
)  # fmt: skip
_SECRET_NAMES: Final = frozenset({
    ".env", "credentials.json", ".netrc", ".npmrc", ".pypirc", "secrets.yml", "secrets.yaml",
    "secrets.json", ".git-credentials",
})  # fmt: skip
_SECRET_FILES: Final = (
    ("etc", "shadow"),
    ("etc", "gshadow"),
    ("etc", "sudoers"),
    ("etc", "shadow-"),
)
_HOST_KEY: Final = re.compile(r"ssh_host_\w{1,32}_key")


def holds_secret(where: Place) -> bool:
    """Whether it is a file or folder of credentials, which nobody prints by habit."""
    parts = where.parts
    if where.anchor == "~":
        if parts[:1] == (".ssh",):
            return len(parts) == 1 or not (parts[-1].endswith(".pub") or parts[1] in _NOT_KEYS)
        return _is_key(parts) or any(parts[: len(tree)] == tree for tree in _SECRET_AT_HOME)
    if where.anchor == "/":
        return (
            parts[:2] in _SECRET_FILES
            or (parts[:1] == ("proc",) and parts[-1:] == ("environ",))
            or parts[:3] == ("var", "run", "secrets")
            or parts[:2] == ("run", "secrets")
            or (parts[:2] == ("etc", "ssh") and _HOST_KEY.fullmatch(parts[-1]) is not None)
            or _is_key(parts)
        )  # fmt: skip
    return _is_key(parts)


_NOT_KEYS: Final = frozenset({"known_hosts", "config", "authorized_keys", "known_hosts.old"})


def _is_key(parts: tuple[str, ...]) -> bool:
    return bool(parts) and _KEY_NAME.fullmatch(parts[-1]) is not None


def is_private(where: Place) -> bool:
    """Whether it may be read here but should not be sent away: as above, and `.env`, passwd."""
    parts = where.parts
    if holds_secret(where) or (where.anchor == "/" and parts[:2] == ("etc", "passwd")):
        return True
    if where.anchor in ("~", "/") and not emptied(parts):
        return True
    name = parts[-1] if parts else ""
    return (
        name in _SECRET_NAMES
        or (name.startswith(".env.") and name not in _EXAMPLES)
        or (name.endswith((".pem", ".key", ".p12", ".pfx", ".kdbx", ".keystore")))
    )


_EXAMPLES: Final = frozenset({".env.example", ".env.sample", ".env.template", ".env.dist"})
