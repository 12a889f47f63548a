"""Values about persons: e-mail, card, IBAN, addresses of machines, dates of birth, passports.

All are drawn by chance. Ranges kept free for documentation stand beside ordinary ones, so that a
detector that lets documentation values through is not flattered. A placeholder's argument says
country, form or both, joined by `_`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.corpus.values_ids import LETTERS, birthday, digits, luhn, weighted
from tests.corpus.values_phone import ARABIC
from tests.corpus.words import GIVEN, INVENTED_HOSTS, MONTHS

# --- e-mail


def email(r: Random, form: str) -> str:
    """An address; `plus`, `big`, `idn`, `sub`, `caps`, `doc`, or any of the common ones."""
    if form == "idn":
        one, two = digits(r, 2), digits(r, 2)
        return r.choice(
            (
                f"{r.choice(('jörg', 'müller', 'zoë'))}{one}@bücher-{two}.example",
                f"{r.choice(('почта', 'иван', 'склад'))}{one}@пример-{two}.рф",
                f"{r.choice(('用户', '客服', '李华'))}{one}@例子{two}.公司",
                f"{r.choice(('josé', 'françois'))}.{one}@correo{two}.example",
            )
        )
    first, last = r.choice(GIVEN), r.choice(INVENTED_HOSTS)
    name = r.choice(
        (
            f"{first}.{r.choice(GIVEN)}{digits(r, 2)}",
            f"{first}_{r.choice(GIVEN)}",
            f"{first[0]}{r.choice(GIVEN)}{digits(r, 3)}",
            f"{first}{digits(r, 2, '123456789')}",
            f"{first}-{r.choice(GIVEN)}",
            r.choice(("info", "billing", "office", "support", "hr", "no-reply")),
        )
    )
    host = r.choice((last, last, last, "example.com", "example.org", "example.net"))
    if form == "plus":
        name += r.choice(("+news", "+shop2024", "+spam", "+trip"))
    if form == "big":
        big = ("gmail.com", "outlook.com", "yahoo.co.jp", "web.de", "mail.ru", "wp.pl", "libero.it")
        name, host = f"{first}.zz{digits(r, 6)}", r.choice(big)
    if form == "sub":
        host = f"{r.choice(('mail', 'eu-west', 'it.dept', 'lists'))}.{host}"
    if form == "caps":
        name = name.title()
    if form == "doc":
        host = r.choice(("example.com", "example.org", "example.net"))
    return f"{name}@{host}"


# --- numbers of the state and of banks


def ssn(r: Random, form: str) -> str:
    """Area, group and serial as they are given out; `raw` nine digits, `sp` with spaces."""
    area = r.choice([*range(1, 666), *range(667, 900)])
    joint = {"raw": "", "sp": " "}.get(form, "-")
    return joint.join((f"{area:03}", f"{r.randint(1, 99):02}", f"{r.randint(1, 9999):04}"))


CARDS = (
    ("4", 16), ("4", 16), ("4", 16), ("4", 13), ("51", 16), ("53", 16), ("55", 16), ("2221", 16),
    ("2720", 16), ("34", 15), ("37", 15), ("6011", 16), ("65", 16), ("3528", 16), ("3589", 16),
    ("36", 14), ("38", 14), ("62", 16), ("6759", 16), ("2202", 16), ("4", 19),
)  # fmt: skip
KNOWN_CARDS = ("4111111111111111", "4242424242424242", "5555555555554444", "378282246310005")


def card(r: Random, form: str) -> str:
    """Holds by Luhn in an issuer's range; `raw`, `sp`, `dash`, or a well-known one (`doc`)."""
    prefix, size = r.choice(CARDS)
    body = prefix + digits(r, size - len(prefix) - 1)
    number = r.choice(KNOWN_CARDS) if form == "doc" else body + luhn(body)
    joint = {"sp": " ", "dash": "-", "raw": ""}.get(form, r.choice((" ", "-", "")))
    if len(number) in {14, 15}:
        return joint.join((number[:4], number[4:10], number[10:]))
    return joint.join(number[at : at + 4] for at in range(0, len(number), 4))


def _fr(r: Random) -> str:
    bank, desk, account = digits(r, 5, "123"), digits(r, 5), digits(r, 11)
    key = 97 - (89 * int(bank) + 15 * int(desk) + 3 * int(account)) % 97
    return f"{bank}{desk}{account}{key:02}"


def _es(r: Random) -> str:
    bank, account = digits(r, 8, "0123"), digits(r, 10)
    weights = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)
    pair = [11 - weighted(part, weights) % 11 for part in ("00" + bank, account)]
    return bank + "".join({10: "1", 11: "0"}.get(one, str(one)) for one in pair) + account


def _pt(r: Random) -> str:
    body = digits(r, 19, "0")
    return f"{body}{98 - int(body) * 100 % 97:02}"


def _be(r: Random) -> str:
    body = digits(r, 10, "123456789")
    return f"{body}{int(body) % 97 or 97:02}"


def _pl(r: Random) -> str:
    body = digits(r, 7, "12")
    return body + str(-weighted(body, (3, 9, 7, 1, 3, 9, 7)) % 10) + digits(r, 16)


def _it(r: Random) -> str:
    body = digits(r, 5, "0123") + digits(r, 5) + digits(r, 12, "0")
    odd = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21)
    total = sum(odd[int(d)] if at % 2 == 0 else int(d) for at, d in enumerate(body))
    return LETTERS[total % 26] + body


ACCOUNTS: dict[str, Callable[[Random], str]] = {
    "fr": _fr,
    "es": _es,
    "pt": _pt,
    "be": _be,
    "pl": _pl,
    "it": _it,
    "gb": lambda r: r.choice(("NWBK", "BARC", "LOYD")) + digits(r, 14),
    "nl": lambda r: r.choice(("ABNA", "INGB")) + digits(r, 10),
    "tr": lambda r: f"{digits(r, 5, '0')}0{digits(r, 16)}",
    "de": lambda r: digits(r, 18),
    "at": lambda r: digits(r, 16),
    "ch": lambda r: digits(r, 17),
    "gr": lambda r: digits(r, 23),
    "sa": lambda r: digits(r, 20),
    "ae": lambda r: digits(r, 19),
}
"""The part behind the check digits, with the country's own checks where it has any."""


def iban(r: Random, form: str) -> str:
    """An account that holds by mod 97; `_raw` without spaces, else with or without."""
    country, _, shape = form.partition("_")
    body = ACCOUNTS[country](r)
    ordered = body + country.upper() + "00"
    rest = int("".join(str(int(mark, 36)) for mark in ordered)) % 97
    number = f"{country.upper()}{98 - rest:02}{body}"
    if shape == "raw" or (not shape and r.random() < 0.35):
        return number
    return " ".join(number[at : at + 4] for at in range(0, len(number), 4))


# --- machines


def ip(r: Random, form: str) -> str:
    """`4`, `6`, `priv` or `doc`."""
    tail = f"{r.randint(0, 255)}.{r.randint(1, 254)}"
    if form == "doc":
        nets = ("192.0.2", "198.51.100", "203.0.113")
        return f"{r.choice(nets)}.{r.randint(1, 254)}"
    if form == "priv":
        lead = r.choice((f"10.{r.randint(1, 254)}", "192.168", f"172.{r.randint(16, 31)}"))
        return f"{lead}.{tail}"
    if form == "6":
        groups = [f"{r.randint(1, 65535):x}" for _ in range(5)]
        return r.choice(
            (
                f"2001:db8:{groups[0]}::{groups[1]}",
                f"2a02:{groups[0]}:{groups[1]}:{groups[2]}::{r.randint(1, 9)}",
                "2a01:" + ":".join(f"{r.randint(4096, 65535):x}" for _ in range(7)),
                f"fe80::{groups[0]}:{groups[1]}:{groups[2]}:{groups[3]}",
                f"2606:4700:{groups[0]}::{groups[1]}",
            )
        )
    kept = {127, 169, 172, 192, 198}
    first = r.choice([one for one in range(23, 200) if one not in kept])
    return f"{first}.{r.randint(0, 255)}.{tail}"


def mac(r: Random, form: str) -> str:
    """Six octets: `colon`, `dash`, `dot`, upper or lower case."""
    octets = [f"{r.randint(1, 63) * 4:02x}"] + [f"{r.randint(0, 255):02x}" for _ in range(5)]
    form = form or r.choice(("colon", "dash"))
    if form == "dot":
        return ".".join(octets[at] + octets[at + 1] for at in (0, 2, 4))
    number = (":" if form == "colon" else "-").join(octets)
    return number if r.random() < 0.5 else number.upper()


# --- persons


def dob(r: Random, form: str) -> str:
    """A day of birth: `dmy.`, `dmy/`, `dmy-`, `mdy/`, `ymd-`, `ymd/`, `ja`, `ar`, `words_xx`."""
    year, month, day = birthday(r)
    return day_as(form, year, month, day)


def day_as(form: str, year: int, month: int, day: int) -> str:
    """A day in one of the forms of `dob`."""
    if form.startswith("words"):
        lang = form.partition("_")[2]
        name = MONTHS[lang][month - 1]
        order = {"us": "{m} {d}, {y}", "de": "{d}. {m} {y}", "es": "{d} de {m} de {y}"}
        order["pt"] = order["es"]
        return order.get(lang, "{d} {m} {y}").format(d=day, m=name, y=year)
    if form in {"ja", "zh"}:
        return f"{year}年{month}月{day}日"
    if form == "ar":
        return f"{day}/{month}/{year}".translate(ARABIC)
    order, joint = form[:3], form[3:]
    parts = {"d": f"{day:02}", "m": f"{month:02}", "y": str(year)}
    return joint.join(parts[mark] for mark in order)


def passport(r: Random, country: str) -> str:
    """A passport's number as that country prints it."""
    two = r.choice(LETTERS) + r.choice(LETTERS)
    shapes = {
        "us": r.choice((digits(r, 9, "45"), r.choice("AXY") + digits(r, 8))),
        "gb": digits(r, 9, "1235"),
        "de": "C"
        + "".join(r.choice("CFGHJKLMNPRTVWXYZ0123456789") for _ in range(7))
        + digits(r, 1),
        "fr": f"{digits(r, 2, '012')}{two}{digits(r, 5)}",
        "es": f"{r.choice(('XD', 'PA', 'AA'))}{r.choice('ABCDEF')}{digits(r, 6)}",
        "pt": f"{r.choice('CP')}{r.choice('ABCD')}{digits(r, 6)}",
        "br": f"{two}{digits(r, 6)}",
        "it": f"Y{r.choice('ABC')}{digits(r, 7)}",
        "pl": f"E{r.choice('ABCDEFGHJ')}{digits(r, 7)}",
        "ru": f"{digits(r, 2, '4')} {digits(r, 2, '012')} {digits(r, 6)}",
        "jp": f"T{r.choice('KRSZ')}{digits(r, 7)}",
        "sa": r.choice(LETTERS) + digits(r, 8),
        "gr": f"A{r.choice('EKTZ')}{digits(r, 7)}",
        "in": r.choice("JKLMNPRSTUVZ") + digits(r, 7),
        "cn": f"E{r.choice('ABCDEFGH')}{digits(r, 7)}",
        "tr": f"U{digits(r, 8)}",
    }
    return shapes[country]
