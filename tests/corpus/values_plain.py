"""What looks like a secret or a person's datum and is none. Nothing made here is ever labelled."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from random import Random
from uuid import UUID

from tests.corpus.values_ids import LETTERS, birthday, digits, luhn
from tests.corpus.values_phone import ARABIC
from tests.corpus.values_pii import day_as, iban
from tests.corpus.values_secrets import ALNUM, CUT, URLSAFE, some
from tests.corpus.words import CITIES, FIRST, LAST, MONTHS, STREETS

HEX = "0123456789abcdef"
FAMILY_FIRST = {"ja", "zh"}


def name(r: Random, lang: str) -> str:
    """Given and family name, in the order of the language."""
    first, last = r.choice(FIRST[lang]), r.choice(LAST[lang])
    return f"{last}{first}" if lang in FAMILY_FIRST else f"{first} {last}"


def check_ean(body: str) -> str:
    """The check digit of an EAN or ISBN-13."""
    return str(-sum(int(d) * (1, 3)[at % 2] for at, d in enumerate(body)) % 10)


def ean(r: Random) -> str:
    """An article's bar code."""
    body = "40" + digits(r, 10)
    return body + check_ean(body)


def luhn_number(r: Random, size: int) -> str:
    """Digits that hold by Luhn and begin as no card does."""
    body = digits(r, size - 1, "1789")
    return body + luhn(body)


def isbn(r: Random, form: str) -> str:
    """Thirteen or ten digits, with hyphens or (`raw`) without."""
    if form == "10":
        body = digits(r, 9, "0123")
        rest = -sum(int(d) * (10 - at) for at, d in enumerate(body)) % 11
        return f"{body[0]}-{body[1:5]}-{body[5:]}-{'X' if rest == 10 else rest}"
    body = "978" + digits(r, 9, "0123")
    number = body + check_ean(body)
    if form == "raw":
        return number
    return f"{number[:3]}-{number[3]}-{number[4:7]}-{number[7:12]}-{number[12]}"


def badcard(r: Random, form: str) -> str:
    """Sixteen digits like a card's with a wrong last one."""
    body = r.choice("45") + digits(r, 14, "12345")
    number = body + str((int(luhn(body)) + r.randint(1, 9)) % 10)
    joint = {"sp": " ", "dash": "-"}.get(form, "")
    return joint.join(number[at : at + 4] for at in range(0, 16, 4))


def badiban(r: Random, form: str) -> str:
    """An account's form with two digits changed places, so that mod 97 fails."""
    while True:
        number = list(iban(r, f"{form or 'de'}_raw"))
        at = r.randint(5, len(number) - 2)
        if number[at] != number[at + 1] and number[at].isdigit() and number[at + 1].isdigit():
            number[at], number[at + 1] = number[at + 1], number[at]
            text = "".join(number)
            return " ".join(text[i : i + 4] for i in range(0, len(text), 4))


def badssn(r: Random, _form: str) -> str:
    """Three, two, four, with an area, group or serial that is never given out."""
    area, group, serial = digits(r, 3, "12345"), digits(r, 2, "12345"), digits(r, 4, "123")
    never = ((r.choice(("000", "666")), group, serial), (area, "00", serial), (area, group, "0000"))
    return "-".join(r.choice(never))


def digits_no_card(r: Random, count: int) -> str:
    """Digits that do not hold by Luhn."""
    body = digits(r, count - 1, "123456789")
    return body + str((int(luhn(body)) + r.randint(1, 9)) % 10)


def date(r: Random, form: str) -> str:
    """A day of these years, in the forms of a day of birth."""
    _, month, day = birthday(r)
    return day_as(form or "ymd-", r.randint(2012, 2029), month, day)


def iso(r: Random, form: str) -> str:
    """A moment: RFC 3339, `sp` with a space, `clf` as in a web server's log."""
    _, month, day = birthday(r)
    clock = f"{r.randint(0, 23):02}:{r.randint(0, 59):02}:{r.randint(0, 59):02}"
    year = r.randint(2019, 2027)
    if form == "clf":
        return f"{day:02}/{MONTHS['en'][month - 1][:3]}/{year}:{clock} +0000"
    if form == "sp":
        return f"{year}-{month:02}-{day:02} {clock},{digits(r, 3)}"
    return f"{year}-{month:02}-{day:02}T{clock}.{digits(r, 3)}Z"


def digest(r: Random, form: str) -> str:
    """A hash of chance: `md5`, `sha1`, `sha256`, `sha512`, or `sri` and `go` in base64."""
    data = r.randbytes(16)
    if form == "sri":
        algorithm = r.choice(("sha256", "sha384", "sha512"))
        return f"{algorithm}-{base64.b64encode(hashlib.new(algorithm, data).digest()).decode()}"
    if form == "go":
        return f"h1:{base64.b64encode(hashlib.sha256(data).digest()).decode()}"
    if form == "ssh":
        return f"SHA256:{base64.b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')}"
    return hashlib.new(form or "sha256", data).hexdigest()


def data_uri(r: Random, form: str) -> str:
    """An image inside a page."""
    head = {"png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "gif": b"GIF89a\x01\x00\x01\x00"}
    body = base64.b64encode(head[form or "png"] + r.randbytes(90)).decode()
    return f"data:image/{form or 'png'};base64,{body}"


def ssh_public(r: Random, _form: str) -> str:
    """A public key, which is to be shared."""
    body = b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00 " + r.randbytes(32)
    return f"ssh-ed25519 {base64.b64encode(body).decode()}"


def public_pem(r: Random, form: str) -> str:
    """A certificate or a public key."""
    title = "CERTIFICATE" if form == "cert" else "PUBLIC KEY"
    body = base64.b64encode(b"\x30\x82" + r.randbytes(150)).decode()
    rows = [body[at : at + 64] for at in range(0, len(body), 64)]
    return "\n".join([f"-----BEGIN {title}-----", *rows, f"-----END {title}-----"])


NAMES = (
    "get", "set", "Request", "Handler", "Factory", "Abstract", "Response", "Builder", "Http",
    "Session", "Config", "Provider", "Default", "Manager", "Token", "Cache", "Stream", "Row",
)  # fmt: skip


def identifier(r: Random, form: str) -> str:
    """A long name in code: camel, `snake`, `kebab`."""
    parts = [r.choice(NAMES) for _ in range(r.randint(5, 7))]
    if form in {"snake", "kebab"}:
        return ("_" if form == "snake" else "-").join(part.lower() for part in parts)
    return parts[0].lower() + "".join(parts[1:])


def fingerprint(r: Random, form: str) -> str:
    """Octets joined by colons, but not six of them."""
    return ":".join(f"{r.randint(0, 255):02x}" for _ in range(int(form or 16)))


def coordinates(r: Random, form: str) -> str:
    """Latitude and longitude in decimal degrees, or (`dms`) in minutes and seconds."""
    if form == "dms":
        parts = [
            f"{r.randint(10, 60)}°{r.randint(10, 59)}\u2032{r.randint(10, 59)}\u2033" for _ in "NE"
        ]
        return f"{parts[0]}N {parts[1]}E"
    return f"{r.randint(-60, 70)}.{digits(r, 6)}, {r.randint(-170, 170)}.{digits(r, 6)}"


def part(r: Random, form: str) -> str:
    """Digits in groups as given, `3-3-4` for example, `A` for a letter's group."""
    return "-".join(
        some(r, int(one[1:]), LETTERS) if one[0] == "A" else digits(r, int(one), "123456789")
        for one in form.split("-")
    )


def imei(r: Random, _form: str) -> str:
    """A device's number, which holds by Luhn."""
    body = "35" + digits(r, 12)
    return body + luhn(body)


def iccid(r: Random, _form: str) -> str:
    """A SIM card's number, which holds by Luhn."""
    body = "8949" + digits(r, 14)
    return body + luhn(body)


def cas(r: Random, _form: str) -> str:
    """A number of the Chemical Abstracts Service."""
    body = digits(r, r.randint(4, 7), "123456789")
    check = sum(int(d) * (at + 1) for at, d in enumerate(reversed(body))) % 10
    return f"{body[:-2]}-{body[-2:]}-{check}"


def tracking(r: Random, form: str) -> str:
    """A parcel: `ups`, `usps`, `upu`, or a courier's twelve digits."""
    if form == "ups":
        return f"1Z{some(r, 6, LETTERS + '0123456789')}{digits(r, 10)}"
    if form == "usps":
        return f"94{digits_no_card(r, 20)}"
    if form == "upu":
        return f"R{r.choice(LETTERS)}{digits(r, 9)}{r.choice(('DE', 'PL', 'CN', 'FR'))}"
    return digits_no_card(r, 12)


def version(r: Random, form: str) -> str:
    """`4` has four parts, like an address of IPv4; `oid` is an object identifier."""
    if form == "oid":
        return f"1.3.6.1.4.1.{r.randint(300, 60000)}.{r.randint(1, 9)}.{r.randint(1, 40)}"
    parts = [str(r.randint(0, 30)) for _ in range(int(form or 3))]
    return ".".join(parts)


SHAPES = {"#": "0123456789", "N": "123456789", "A": LETTERS, "x": HEX, "X": HEX.upper()}


def shape(r: Random, form: str) -> str:
    """The form with `#` a digit, `N` a digit but zero, `A` a letter, `x` and `X` hexadecimal."""
    return "".join(r.choice(SHAPES[mark]) if mark in SHAPES else mark for mark in form)


ISSUERS = {13: ("4",), 14: ("36", "38"), 15: ("34", "37"), 16: ("4", "51", "55", "2221", "6011")}


def chance_card(r: Random, form: str) -> str:
    """Digits that hold by Luhn in an issuer's range, though they count something else."""
    size = int(form)
    head = r.choice(ISSUERS.get(size, ("4",)))
    body = head + digits(r, size - len(head) - 1)
    return body + luhn(body)


def ean_luhn(r: Random) -> str:
    """A bar code of Germany or Japan that holds by Luhn too, as one in ten does."""
    while True:
        body = r.choice(("40", "41", "42", "43", "45", "49")) + digits(r, 10)
        number = body + check_ean(body)
        if luhn(number[:-1]) == number[-1]:
            return number


def issn(r: Random) -> str:
    """A periodical's number with its check digit (ISO 3297)."""
    body = digits(r, 7, "012")
    rest = -sum(int(d) * (8 - at) for at, d in enumerate(body)) % 11
    return f"{body[:4]}-{body[4:]}{'X' if rest == 10 else rest}"


def netmask(r: Random, form: str) -> str:
    """A mask of IPv4, or (`wild`) its complement as access lists write it."""
    bits = (1 << 32) - (1 << r.randint(2, 24))
    bits = bits ^ 0xFFFFFFFF if form == "wild" else bits
    return ".".join(str(bits >> at & 255) for at in (24, 16, 8, 0))


Plain = Callable[[Random, str, str], str]

PLAIN: dict[str, Plain] = {
    "name": lambda r, form, lang: name(r, form or lang),
    "first": lambda r, form, lang: r.choice(FIRST[form or lang]),
    "last": lambda r, form, lang: r.choice(LAST[form or lang]),
    "city": lambda r, form, lang: r.choice(CITIES[form or lang]),
    "street": lambda r, form, lang: r.choice(STREETS[form or lang]),
    "int": lambda r, form, lang: digits_no_card(r, int(form)),
    "num": lambda r, form, lang: str(r.randint(*map(int, form.split("-")))),
    "arnum": lambda r, form, lang: str(r.randint(*map(int, form.split("-")))).translate(ARABIC),
    "luhn": lambda r, form, lang: luhn_number(r, int(form)),
    "dec": lambda r, form, lang: f"{r.randint(0, 99)}.{digits(r, int(form or 2))}",
    "comma": lambda r, form, lang: f"{r.randint(1, 999)},{digits(r, 2)}",
    "date": lambda r, form, lang: date(r, form),
    "time": lambda r, form, lang: f"{r.randint(0, 23):02}:{r.randint(0, 59):02}",
    "iso": lambda r, form, lang: iso(r, form),
    "epoch": lambda r, form, lang: f"1{digits(r, int(form or 10) - 1, '678')}",
    "uuid": lambda r, form, lang: str(UUID(bytes=r.randbytes(16), version=4)),
    "hash": lambda r, form, lang: digest(r, form),
    "hex": lambda r, form, lang: some(r, int(form), HEX),
    "alnum": lambda r, form, lang: some(r, int(form), ALNUM),
    "upper": lambda r, form, lang: some(r, int(form), LETTERS),
    "slug": lambda r, form, lang: some(r, int(form or 11), URLSAFE),
    "isbn": lambda r, form, lang: isbn(r, form),
    "ean": lambda r, form, lang: ean(r),
    "badcard": lambda r, form, lang: badcard(r, form),
    "badiban": lambda r, form, lang: badiban(r, form),
    "badssn": lambda r, form, lang: badssn(r, form),
    "datauri": lambda r, form, lang: data_uri(r, form),
    "sshpub": lambda r, form, lang: ssh_public(r, form),
    "publicpem": lambda r, form, lang: public_pem(r, form),
    "ident": lambda r, form, lang: identifier(r, form),
    "finger": lambda r, form, lang: fingerprint(r, form),
    "coord": lambda r, form, lang: coordinates(r, form),
    "part": lambda r, form, lang: part(r, form),
    "imei": lambda r, form, lang: imei(r, form),
    "iccid": lambda r, form, lang: iccid(r, form),
    "cas": lambda r, form, lang: cas(r, form),
    "track": lambda r, form, lang: tracking(r, form),
    "ver": lambda r, form, lang: version(r, form),
    "cut": lambda r, form, lang: CUT,
    "pick": lambda r, form, lang: r.choice(form.split("/")),
    "shape": lambda r, form, lang: shape(r, form),
    "pan": lambda r, form, lang: chance_card(r, form),
    "eanluhn": lambda r, form, lang: ean_luhn(r),
    "issn": lambda r, form, lang: issn(r),
    "netmask": lambda r, form, lang: netmask(r, form),
}
"""By placeholder; each takes chance, the argument and the line's language."""
