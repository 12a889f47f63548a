#!/usr/bin/env python3
"""Blocks content with links to hosts that are not on a list (README.md beside this file)."""

from __future__ import annotations

import json
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # for a type checker alone: each import is paid for at each call
    from collections.abc import Iterator
    from typing import Any

# Where a link may begin: a scheme of the web, read as browsers do (any number of slashes or
# backslashes), `://` after any other, or two slashes alone before something with a dot. What
# follows is looked at without being consumed, since a second link may begin inside it.
AUTHORITY_CAP = 512
LINK = re.compile(
    r"(?:(?:https?|wss?|ftp):[/\\]*|:[/\\]{2,}|(?<![^\s\"'(=<>\[])//(?=[^\s/]*\.))"
    rf"(?=(?P<authority>[^\s/\\?#]{{1,{AUTHORITY_CAP}}}))",
    re.IGNORECASE,
)
HOST_END = re.compile(r"[\"'`<>(){}|^,;!*~]")
PLAIN_HOST = re.compile(r"[a-z0-9._-]+")
MAX_FINDINGS = 50
"""How many are listed; the reason counts all of them."""


def main() -> None:
    """Read a context, answer a verdict; end with code 1 where that cannot be done."""
    try:
        context = read(sys.stdin.buffer.read())
        allowed, verdict = options(context["metadata"])
        findings = list(foreign_links(context["content"], allowed))
    except RecursionError:
        sys.exit("links: the input is nested too deeply")
    except ValueError as error:
        sys.exit(f"links: {error}")
    json.dump(answer(findings, verdict), sys.stdout)


def read(raw: bytes) -> dict[str, Any]:
    """The context; ValueError where it is none."""
    try:
        context = json.loads(raw.decode("utf-8"))
    except ValueError:
        # The parser's own message may quote a piece of what it read.
        raise ValueError("the input is not JSON") from None
    if not isinstance(context, dict) or "content" not in context:
        raise ValueError("the input is not a context: an object with `content`")
    metadata = context.get("metadata")
    if not isinstance(metadata, dict | None):
        raise ValueError("`metadata` is not an object")  # noqa: TRY004  # one kind for all input
    return {"content": context["content"], "metadata": metadata or {}}


def options(metadata: dict[str, Any]) -> tuple[list[str], str]:
    """Allowed hosts, and the word for a link to any other."""
    hosts = metadata.get("allowed_hosts")
    if not isinstance(hosts, list) or not all(isinstance(host, str) and host for host in hosts):
        raise ValueError("`allowed_hosts` must be a list of host names, as [example.org]")
    verdict = metadata.get("other_hosts", "block")
    if verdict not in ("warn", "block"):
        raise ValueError("`other_hosts` must be warn or block")
    return [host.lower().rstrip(".") for host in hosts], verdict


def foreign_links(content: Any, allowed: list[str]) -> Iterator[dict[str, Any]]:
    """A finding for each link to a host that is not allowed."""
    for path, text, in_key in strings(content):
        for match in LINK.finditer(text):
            size = foreign_size(match["authority"], allowed)
            if size:
                found: dict[str, Any] = {"category": "links", "rule": "foreign_host", "path": path}
                found |= {"start": match.start(), "end": match.end() + size}
                yield found | ({"in_key": True} if in_key else {})


def foreign_size(authority: str, allowed: list[str]) -> int:
    """How many characters of `authority` make a host that is not allowed; 0 where it is allowed.

    What stands before the last `@` is a user, however much it looks like a host. A quote or bracket
    ends a link in prose but not in a browser, so both readings have to lead to an allowed host.
    """
    if len(authority) == AUTHORITY_CAP:
        return AUTHORITY_CAP
    piece = HOST_END.split(authority, maxsplit=1)[0]
    if piece and not is_allowed(host_of(piece), allowed):
        return len(piece)
    whole_host = HOST_END.split(authority.rpartition("@")[2], maxsplit=1)[0]
    if whole_host and not is_allowed(host_of(whole_host), allowed):
        return len(authority)
    return 0


def strings(content: Any) -> Iterator[tuple[str, str, bool]]:
    """(JSON Pointer, string, whether it is a key) for every string, without recursion."""
    waiting: list[tuple[str, Any]] = [("", content)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str):
            yield path, value, False
        elif isinstance(value, list):
            waiting += [(f"{path}/{index}", item) for index, item in enumerate(value)]
        elif isinstance(value, dict):
            for key, item in value.items():
                inner = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
                yield inner, key, True
                waiting.append((inner, item))


def host_of(piece: str) -> str:
    """`user@HOST.:443` -> `host`."""
    return piece.rpartition("@")[2].lower().partition(":")[0].rstrip("._")


def is_allowed(host: str, allowed: list[str]) -> bool:
    """`*.example.org` allows any name below example.org, and not example.org itself."""
    plain = PLAIN_HOST.fullmatch(host)
    return any(
        plain and host.endswith(name[1:]) if name.startswith("*.") else host == name
        for name in allowed
    )


def answer(findings: list[dict[str, Any]], verdict: str) -> dict[str, Any]:
    """The verdict; a reason counts the links and quotes none."""
    if not findings:
        return {"verdict": "pass"}
    links = "1 link leads" if len(findings) == 1 else f"{len(findings)} links lead"
    return {
        "verdict": verdict,
        "category": "links",
        "reason": f"{links} to hosts that are not on the list; take them out",
        "findings": findings[:MAX_FINDINGS],
    }


if __name__ == "__main__":
    main()
