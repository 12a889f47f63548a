"""What stays when the call has ended: jobs, services, keys that may log in, histories cleared.

Sources: crontab(1), at(1), systemctl(1), launchctl(1), update-rc.d(8), ssh-copy-id(1), bash(1) on
`history`, schtasks by its help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from nsedmw.detect.shell.call import Call
from nsedmw.detect.shell.marks import known

Judge = Callable[[Call], Iterator[str]]


def _crontab(call: Call) -> Iterator[str]:
    sorted_ = call.options("u")
    if sorted_.has("-r"):
        yield "jobs_deleted"
    elif sorted_.operands or sorted_.has("-e") or "-" in call.args or call.stdin is not None:
        yield "scheduled"


def _at(call: Call) -> Iterator[str]:
    sorted_ = call.options("qft")
    if not sorted_.has("-l", "-c", "-V", "-d", "-r"):
        yield "scheduled"


_SERVICE_CHANGES: Final = frozenset(
    {"enable", "reenable", "link", "edit", "set-default", "preset", "add-wants", "unmask"}
)
_SERVICE_STOPS: Final = frozenset({"stop", "disable", "mask", "kill"})
_GUARDS: Final = (
    "auditd", "firewalld", "ufw", "apparmor", "fail2ban", "falcon-sensor", "clamav", "osqueryd",
    "rsyslog", "syslog", "wazuh-agent", "iptables", "nftables", "selinux", "crowdsec",
)  # fmt: skip
_POWER: Final = frozenset(
    {"poweroff", "reboot", "halt", "kexec", "emergency", "rescue", "suspend", "hibernate"}
)


def _systemctl(call: Call) -> Iterator[str]:
    operands = [known(arg) for arg in call.options("Htpno").operands]
    verb = operands[0] if operands else ""
    if verb in _SERVICE_CHANGES:
        yield "service_installed"
    elif verb in _SERVICE_STOPS and any(unit.startswith(_GUARDS) for unit in operands[1:]):
        yield "defences_down"
    elif verb in _POWER:
        yield "power"


def _service(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    if len(args) > 1 and args[0].startswith(_GUARDS) and args[1] in ("stop", "disable"):
        yield "defences_down"


def _installs(*words: str) -> Judge:
    wanted = frozenset(words)

    def judge(call: Call) -> Iterator[str]:
        if wanted & {known(arg).lower() for arg in call.args}:
            yield "service_installed"

    return judge


def _timer(call: Call) -> Iterator[str]:
    if any(known(arg).startswith(("--on-", "--timer")) for arg in call.args):
        yield "scheduled"


def _key_copied(call: Call) -> Iterator[str]:
    if "-h" not in call.args and call.args:
        yield "access_kept"


def _history(call: Call) -> Iterator[str]:
    if call.options("dnrwapsc").has("-c", "-d") or "-c" in call.args or "-cw" in call.args:
        yield "tracks_covered"


def _set(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    if args[:2] == ["+o", "history"]:
        yield "tracks_covered"


def _unset(call: Call) -> Iterator[str]:
    if {"HISTFILE", "HISTSIZE", "PROMPT_COMMAND"} & {known(arg) for arg in call.args}:
        yield "tracks_covered"


def _journal(call: Call) -> Iterator[str]:
    if any(known(arg).startswith(("--vacuum", "--rotate")) for arg in call.args):
        yield "tracks_covered"


def _linked(call: Call) -> Iterator[str]:
    """A history that is a link to nowhere."""
    operands = call.options("tS").operands
    if len(operands) > 1 and operands[0] == "/dev/null" and "history" in operands[-1]:
        yield "tracks_covered"


JUDGES: Final[dict[str, tuple[Judge, ...]]] = {
    "crontab": (_crontab,),
    "at": (_at,),
    "batch": (_at,),
    "systemctl": (_systemctl,),
    "service": (_service,),
    "update-rc.d": (_installs("defaults", "enable"),),
    "chkconfig": (_installs("on", "--add"),),
    "rc-update": (_installs("add"),),
    "launchctl": (_installs("load", "bootstrap", "submit", "enable"),),
    "schtasks": (_installs("/create"),),
    "loginctl": (_installs("enable-linger"),),
    "systemd-run": (_timer,),
    "ssh-copy-id": (_key_copied,),
    "history": (_history,),
    "set": (_set,),
    "unset": (_unset,),
    "journalctl": (_journal,),
    "ln": (_linked,),
}
