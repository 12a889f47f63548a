"""More rights than the call began with: other users, accounts, the kernel, containers, protection.

Sources: sudo(8), su(1), useradd(8), usermod(8), insmod(8), sysctl(8), setcap(8), docker-run(1),
nsenter(1), iptables(8), ufw(8), setenforce(8), auditctl(8), spctl(8).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from nsedmw.detect.shell.call import Call
from nsedmw.detect.shell.marks import known, plain

Judge = Callable[[Call], Iterator[str]]


_ASKS: Final = frozenset({
    "-l", "-ll", "-k", "-K", "-v", "-V", "-h", "-n", "--list", "--version", "--help", "--validate",
    "--reset-timestamp", "--non-interactive",
})  # fmt: skip


def _elevated(call: Call) -> Iterator[str]:
    args = {known(arg) for arg in call.args}
    if not args or args - _ASKS:
        yield "elevation"


def _accounts(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    if not any(arg in ("--help", "--version", "-S", "--status") for arg in args):
        yield "account_changed"


def _kernel(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    if call.name != "sysctl":
        if args and not args[0].startswith(("-n", "--dry-run", "--show", "--help")):
            yield "kernel_changed"
    elif any(arg in ("-w", "--write", "-p", "--load", "--system") or "=" in arg for arg in args):
        yield "kernel_changed"


_SETUID: Final = re.compile(r"[2467][0-7]{3}|0[2467][0-7]{3}|(?:[ugoa]{0,3}[+=][rwxXt]{0,4}s)")


def _setuid(call: Call) -> Iterator[str]:
    if call.name == "setcap":
        if call.args and known(call.args[0]) not in ("-r", "-v", "-h"):
            yield "setuid"
        return
    modes = [known(arg) for arg in call.options().operands[:1]] + [
        known(arg) for arg in call.args if arg[:1] == "+"
    ]
    if any(_SETUID.match(one) for mode in modes for one in mode.split(",")):
        yield "setuid"


_HOST_MOUNT: Final = re.compile(
    r"(?:/|/etc|/root|/home|/var|/usr|/boot|/proc|/sys|/dev|/var/run/docker\.sock|/run"
    r"|/run/docker\.sock|/run/containerd.{0,40}|/var/lib/docker|/var/run)/?:"
)
_HOST_SOURCE: Final = re.compile(
    r"(?:[^,]{0,64},){0,8}(?:source|src)="
    r"(?:/|/etc|/root|/var/run/docker\.sock|/run/docker\.sock)(?:,.*)?"
)
_OPENED: Final = frozenset({
    "--privileged", "--pid=host", "--userns=host", "--ipc=host", "--uts=host", "--cap-add=ALL",
    "--cap-add=all", "--cap-add=SYS_ADMIN", "--cap-add=CAP_SYS_ADMIN", "--device=/dev/mem",
    "--security-opt=apparmor=unconfined", "--security-opt=seccomp=unconfined",
})  # fmt: skip


def _container(call: Call) -> Iterator[str]:
    args = [plain(known(arg)) for arg in call.args]
    if not any(arg in ("run", "create", "exec") for arg in args):
        return
    pairs = {f"{one}={two}" for one, two in pairwise(args) if one.startswith("--")}
    if _OPENED & (set(args) | pairs):
        yield "host_opened"
    mounts = [two for one, two in pairwise(args) if one in ("-v", "--volume", "--mount")]
    mounts += [arg.partition("=")[2] for arg in args if arg.startswith(("--volume=", "--mount="))]
    mounts += [arg[2:] for arg in args if arg.startswith("-v") and len(arg) > 2]  # noqa: PLR2004  # more than the option
    if any(_HOST_MOUNT.match(mount) or _HOST_SOURCE.fullmatch(mount) for mount in mounts):
        yield "host_opened"


def _namespace(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    joined = " ".join(args)
    if call.name == "nsenter" and re.search(r"(?:-t\s?|--target[ =])1\b", joined):
        yield "host_opened"
    if call.name == "chroot" and call.options(ahead=True).operands[:1] in (
        ("/host",),
        ("/mnt",),
        ("/hostfs",),
        ("/rootfs",),
    ):
        yield "host_opened"
    if call.name == "kubectl" and ("--privileged" in args or "hostPID" in joined):
        yield "host_opened"


def _defences(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    down = {
        "setenforce": args[:1] in (["0"], ["Permissive"]),
        "ufw": args[:1] == ["disable"] or "reset" in args,
        "iptables": bool({"-F", "--flush", "-X"} & set(args)) or args[:3:2] == ["-P", "ACCEPT"],
        "nft": args[:2] == ["flush", "ruleset"],
        "auditctl": args[:2] == ["-e", "0"] or "-D" in args,
        "spctl": "--master-disable" in args or "--global-disable" in args,
        "csrutil": args[:1] == ["disable"],
        "aa-teardown": True,
        "apparmor_parser": "-R" in args,
        "pfctl": "-d" in args,
    }
    if down.get(call.name.replace("ip6tables", "iptables")):
        yield "defences_down"


def _mounted(call: Call) -> Iterator[str]:
    text = " ".join(known(arg) for arg in call.args)
    if "remount" in text and re.search(r"\s/(?:\s|$|etc|usr|boot)", " " + text):
        yield "system_changed"
    elif re.search(r"/dev/(?:sd|nvme|vd|xvd|mapper|disk)", text) and call.name == "mount":
        yield "host_opened"


def _mac(call: Call) -> Iterator[str]:
    if call.args[:1] and known(call.args[0]) in ("-create", "create", "-append", "-passwd"):
        yield "account_changed"


JUDGES: Final[dict[str, tuple[Judge, ...]]] = {
    **dict.fromkeys(("sudo", "doas", "su", "pkexec", "runas", "gosu", "su-exec",
    "sudoedit"), (_elevated,)),
    **dict.fromkeys(
        ("useradd", "adduser", "usermod", "userdel", "deluser", "groupadd", "groupmod", "gpasswd",
        "passwd", "chpasswd",
         "visudo", "vipw", "vigr", "chage", "newusers", "addgroup", "groupdel"),
        (_accounts,),
    ),
    **dict.fromkeys(("insmod", "modprobe", "rmmod", "kexec", "sysctl", "kextload"), (_kernel,)),
    **dict.fromkeys(("chmod", "setcap"), (_setuid,)),
    **dict.fromkeys(("docker", "podman", "nerdctl", "ctr"), (_container,)),
    **dict.fromkeys(("nsenter", "chroot", "kubectl"), (_namespace,)),
    **dict.fromkeys(
        ("setenforce", "ufw", "iptables", "ip6tables", "nft", "auditctl", "spctl", "csrutil",
        "aa-teardown",
         "apparmor_parser", "pfctl"),
        (_defences,),
    ),
    **dict.fromkeys(("mount", "umount"), (_mounted,)),
    "dscl": (_mac,),
}  # fmt: skip
