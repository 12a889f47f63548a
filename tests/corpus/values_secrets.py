"""Secrets in the shapes that services give out, of bytes drawn by chance: none opens anything.

Where a forge would refuse a push that holds such a value, it carries `CUT` marks. The builder
stores the text as parts cut there, and the reader joins them, so no file holds one whole.
"""

from __future__ import annotations

import base64
import json
import math
import zlib
from collections import Counter
from collections.abc import Callable
from random import Random
from string import ascii_letters, ascii_lowercase, ascii_uppercase
from string import digits as decimal

CUT = "\ue000"
"""A private-use character that stands in no line."""

ALNUM = ascii_letters + decimal
URLSAFE = ALNUM + "-_"
BASE64 = ALNUM + "+/"
HEX = "0123456789abcdef"
MARKS = ascii_uppercase + decimal
BASE62 = decimal + ascii_uppercase + ascii_lowercase


def some(r: Random, count: int, of: str = ALNUM) -> str:
    """`count` marks of an alphabet."""
    return "".join(r.choice(of) for _ in range(count))


def shred(prefix: str, rest: str) -> str:
    """A value cut behind its prefix and in the middle."""
    middle = len(rest) // 2
    return f"{prefix}{CUT}{rest[:middle]}{CUT}{rest[middle:]}"


def b64(r: Random, count: int) -> str:
    """Base64 of `count` bytes."""
    return base64.b64encode(r.randbytes(count)).decode()


def aws_access(r: Random, _form: str) -> str:
    """A key's identifier."""
    return shred(r.choice(("AKIA", "ASIA")), some(r, 16, ascii_uppercase + "234567"))


def aws_secret(r: Random, _form: str) -> str:
    """The forty marks of its secret."""
    return shred(some(r, 1), some(r, 39, BASE64))


def github(r: Random, form: str) -> str:
    """Classic, with the checksum of its body in base 62; or fine-grained."""
    if form == "fine":
        return shred("github_pat_", f"{some(r, 22)}_{some(r, 59)}")
    body = some(r, 30)
    check, tail = zlib.crc32(body.encode()), ""
    for _ in range(6):
        check, at = divmod(check, 62)
        tail = BASE62[at] + tail
    return shred(r.choice(("ghp_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_")), body + tail)


def gitlab(r: Random, form: str) -> str:
    """Personal, routable, or of a deploy, a runner or a trigger."""
    if form == "routable":
        tail = some(r, 9, ascii_lowercase + decimal)
        return shred("glpat-", f"{some(r, 36, URLSAFE)}{r.choice(('.', '.01.'))}{tail}")
    if form == "other":
        return shred(r.choice(("gldt-", "glrt-")), some(r, 20, URLSAFE))
    return shred("glpat-", some(r, 20, ALNUM + "_"))


def gcp(r: Random, form: str) -> str:
    """An API key, an OAuth client's secret, an access token."""
    if form == "client":
        return shred("GOCSPX-", some(r, 28, URLSAFE))
    if form == "access":
        return shred("ya29.", "a0A" + some(r, 120, URLSAFE) + some(r, 1))
    return shred("AIza", "Sy" + some(r, 33, URLSAFE))


def azure(r: Random, form: str) -> str:
    """A storage account's key, or a client's secret."""
    if form == "client":
        head = some(r, 3) + r.choice("78")
        return shred(head + "Q~", some(r, 34, ALNUM + "_~."))
    if form == "sas":
        return shred("", b64(r, 32).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"))
    return shred("", b64(r, 64))


def slack(r: Random, form: str) -> str:
    """A bot's, a user's or an app's token, or the address of a web hook."""
    if form == "hook":
        path = f"T{some(r, 10, MARKS)}/B{some(r, 10, MARKS)}"
        return f"https://hooks.slack.com/{CUT}services/{path}/{CUT}{some(r, 24)}"
    if form == "app":
        app, number = f"A0{some(r, 9, MARKS)}", some(r, 13, decimal)
        return shred("xapp-", f"1-{app}-{number}-{some(r, 64, HEX)}")
    numbers = f"{some(r, 1, '123456789')}{some(r, 11, decimal)}-{some(r, 13, decimal)}"
    if form == "user":
        return shred("xoxp-", f"{numbers}-{some(r, 13, decimal)}-{some(r, 32, HEX)}")
    return shred("xoxb-", f"{numbers}-{some(r, 24)}")


def stripe(r: Random, form: str) -> str:
    """A secret or restricted key, live or of the test mode, or a web hook's signing secret."""
    if form == "hook":
        return shred("whsec_", some(r, 32))
    prefix = r.choice(("sk_live_", "rk_live_", "sk_test_", "sk_live_"))
    return shred(prefix, some(r, r.choice((24, 99))))


def openai(r: Random, form: str) -> str:
    """The first form, and those of projects and service accounts."""
    if form == "old":
        return shred("sk-", f"{some(r, 20)}T3BlbkFJ{some(r, 20)}")
    prefix = "sk-svcacct-" if form == "svc" else "sk-proj-"
    return shred(prefix, f"{some(r, 74, URLSAFE)}T3Blbk{CUT}FJ{some(r, 73, URLSAFE)}A")


def anthropic(r: Random, form: str) -> str:
    """Of the API, or an administrator's."""
    prefix = "sk-ant-admin01-" if form == "admin" else "sk-ant-api03-"
    return shred(prefix, some(r, 93, URLSAFE) + "AA")


def huggingface(r: Random, _form: str) -> str:
    """A user's token."""
    return shred("hf_", some(r, 34, ascii_letters))


def npm(r: Random, _form: str) -> str:
    """A granular or classic access token."""
    return shred("npm_", some(r, 36))


def pypi(r: Random, _form: str) -> str:
    """A macaroon for pypi.org."""
    return shred("pypi-", "AgEIcHlwaS5vcmcC" + some(r, r.choice((140, 158)), URLSAFE) + some(r, 1))


def _unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def jwt(r: Random, form: str) -> str:
    """Header, claims, signature."""
    header = {"alg": "RS256" if form == "rs" else "HS256", "typ": "JWT"}
    claims = {"sub": some(r, 10, decimal), "iat": r.randint(1_600_000_000, 1_900_000_000)}
    claims |= {"scope": r.choice(("read", "read write", "admin"))}
    parts = [_unpadded(json.dumps(one, separators=(",", ":")).encode()) for one in (header, claims)]
    signature = _unpadded(r.randbytes(256 if form == "rs" else 32))
    return f"{parts[0]}{CUT}.{parts[1]}.{CUT}{signature}"


def pem(r: Random, form: str) -> str:
    """A private key: whole, `esc` with escaped newlines, `short` without its end."""
    name, size = r.choice(
        (("RSA ", 608), ("EC ", 121), ("", 138), ("OPENSSH ", 300), ("ENCRYPTED ", 330))
    )
    body = b64(r, size)
    rows = [body[at : at + 64] for at in range(0, len(body), 64)]
    if form == "short":
        return "\n".join(
            [f"-----BEGIN {CUT}{name}PRIVATE KEY-----", *rows[: max(2, len(rows) // 2)]]
        )
    whole = [
        f"-----BEGIN {CUT}{name}PRIVATE KEY-----",
        *rows,
        f"-----END {CUT}{name}PRIVATE KEY-----",
    ]
    return ("\\n" if form == "esc" else "\n").join(whole)


def password(r: Random, form: str) -> str:
    """What a person or a generator sets; `plain` of letters and digits only."""
    word = r.choice(("Otter", "Marble", "Kite", "Walnut", "Ferry", "Lantern", "Quartz", "Plum"))
    other = r.choice(("river", "saddle", "copper", "window", "ember", "velvet", "orbit"))
    if form == "plain":
        return shred(some(r, 1, ascii_letters), some(r, r.choice((15, 19, 23, 27))))
    return r.choice(
        (
            f"{word}-{other}-{some(r, 3, decimal)}!",
            f"{word}{some(r, 5, decimal)}{other.title()}_",
            some(r, 1) + some(r, 13, ALNUM + "!$^*-_"),
            f"{other}{some(r, 4, decimal)}{word}Xq",
        )
    )


def generic(r: Random, form: str) -> str:
    """A token of no known shape, behind a key that says what it is; `hex` or mixed."""
    if form == "hex":
        return shred("", some(r, r.choice((32, 40, 64)), HEX))
    return shred("", some(r, r.choice((20, 24, 32, 40)), ALNUM))


def basic(r: Random, _form: str) -> str:
    """User and password as HTTP's Basic scheme writes them."""
    user = f"{some(r, 6, ascii_lowercase)}:{some(r, 16)}"
    return shred("", base64.b64encode(user.encode()).decode())


def bits(text: str) -> float:
    """Shannon's entropy, in bits a character."""
    return -sum(n / len(text) * math.log2(n / len(text)) for n in Counter(text).values())


def entropy(r: Random, form: str) -> str:
    """Forty marks or more at 4.6 bits each or more, with nothing beside them that names them."""
    size = r.choice((40, 44, 48, 56, 64))
    alphabet = {"b64": BASE64, "url": URLSAFE}.get(form, ALNUM)
    while True:
        value = some(r, size, alphabet)
        kinds = (ascii_lowercase, ascii_uppercase, decimal)
        mixed = all(any(mark in kind for mark in value) for kind in kinds)
        if bits(value) >= 4.6 and mixed and value[0] in ALNUM and value[-1] in ALNUM:
            return shred("", value)


Made = Callable[[Random, str], str]

SECRETS: dict[str, tuple[str, Made]] = {
    "aws": ("aws_access_key", aws_access), "awssecret": ("aws_secret_key", aws_secret),
    "github": ("github_pat", github), "gitlab": ("gitlab_pat", gitlab), "gcp": ("gcp", gcp),
    "azure": ("azure", azure), "slack": ("slack", slack), "stripe": ("stripe", stripe),
    "openai": ("openai", openai), "anthropic": ("anthropic", anthropic),
    "hf": ("huggingface", huggingface), "npm": ("npm", npm), "pypi": ("pypi", pypi),
    "jwt": ("jwt", jwt), "pem": ("pem_private_key", pem), "dbpass": ("connection_string", password),
    "bearer": ("bearer", generic), "basic": ("authorization", basic),
    "authtoken": ("authorization", generic), "kv": ("api_key_kv", generic),
    "pass": ("api_key_kv", password), "entropy": ("high_entropy", entropy),
}  # fmt: skip
"""By placeholder: the label's kind, and what makes the value."""
