"""The rules by name: what kind of danger each is, and how a reason puts it.

A reason tells what a command would do and nothing of its text.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Category = Literal[
    "destruction", "remote_code", "privilege", "exfiltration", "persistence", "unreadable"
]


class Rule(NamedTuple):
    """`text` completes "Shell command would ...", or for the unreadable "Shell command ..."."""

    category: Category
    text: str


RULES: Final[dict[str, Rule]] = {
    "root_deleted": Rule("destruction", "delete the file system's root"),
    "system_deleted": Rule("destruction", "delete a part of the system or a top-level folder"),
    "home_deleted": Rule("destruction", "delete a home folder or a main part of one"),
    "parent_deleted": Rule("destruction", "delete a folder above the working folder"),
    "project_deleted": Rule("destruction", "delete everything in the working folder"),
    "repository_deleted": Rule("destruction", "delete a repository's history"),
    "find_deletes": Rule("destruction", "delete all that a search without conditions finds"),
    "device_overwritten": Rule("destruction", "overwrite a disk or the machine's memory"),
    "disk_formatted": Rule("destruction", "format, erase or divide a disk"),
    "access_opened": Rule("destruction", "change owner or mode of the system or a home as a whole"),
    "system_moved": Rule("destruction", "move or empty a part of the system"),
    "fork_bomb": Rule("destruction", "start itself over and over (a fork bomb)"),
    "power": Rule("destruction", "stop or restart the machine"),
    "all_killed": Rule("destruction", "end every process or the first one"),
    "jobs_deleted": Rule("destruction", "delete all scheduled jobs"),
    "work_discarded": Rule("destruction", "discard work that is not committed"),
    "remote_history_rewritten": Rule(
        "destruction", "overwrite or delete a remote branch's history"
    ),
    "history_rewritten": Rule("destruction", "rewrite or expire a repository's history"),
    "database_dropped": Rule("destruction", "drop or empty tables or data bases"),
    "infrastructure_destroyed": Rule(
        "destruction", "destroy infrastructure, volumes or stored data"
    ),
    "download_run": Rule("remote_code", "run code straight from the network"),
    "downloaded_file_run": Rule("remote_code", "run a file that it just downloaded"),
    "decoded_code_run": Rule("remote_code", "run code that it decodes first"),
    "reverse_shell": Rule("remote_code", "give a shell to the network"),
    "elevation": Rule("privilege", "run as another user"),
    "account_changed": Rule("privilege", "change accounts, groups or passwords"),
    "system_changed": Rule("privilege", "change files of the system"),
    "kernel_changed": Rule("privilege", "change the kernel or its settings"),
    "setuid": Rule("privilege", "let a program run with its owner's rights or capabilities"),
    "host_opened": Rule("privilege", "open the host to a container or leave a container"),
    "defences_down": Rule("privilege", "turn protection or auditing off"),
    "preload": Rule("privilege", "load a library into other programs"),
    "secret_sent": Rule("exfiltration", "send credentials or private files away"),
    "secret_shown": Rule("exfiltration", "show private keys or credentials"),
    "archive_sent": Rule("exfiltration", "send whole folders or data bases away"),
    "startup_changed": Rule("persistence", "change what runs at a start or a login"),
    "scheduled": Rule("persistence", "schedule commands"),
    "service_installed": Rule("persistence", "install or enable a service"),
    "access_kept": Rule("persistence", "let a key log in"),
    "tracks_covered": Rule("persistence", "hide what was run"),
    "syntax": Rule("unreadable", "could not be read as shell syntax"),
    "deep": Rule("unreadable", "is nested too deeply to be read"),
    "long": Rule("unreadable", "is too long to be read"),
    "dynamic_command": Rule("unreadable", "names a program that cannot be told before it runs"),
    "dynamic_code": Rule("unreadable", "runs code that cannot be told before it runs"),
    "unknown_target": Rule("unreadable", "deletes a folder that cannot be told before it runs"),
    "no_command": Rule("unreadable", "is in none of the watched arguments"),
}

CATEGORIES: Final = tuple(dict.fromkeys(rule.category for rule in RULES.values()))
