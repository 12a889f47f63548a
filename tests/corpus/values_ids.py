"""National identifiers, made up, each with its country's check digits where it has any.

A function takes a seeded source of chance and gives the number as people of that country write it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

CONSONANTS = "BCDFGLMNPRSTVZ"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def digits(r: Random, count: int, first: str = "0123456789") -> str:
    """`count` digits, the first one of `first`."""
    return r.choice(first) + "".join(r.choice("0123456789") for _ in range(count - 1))


def weighted(number: str, weights: Iterable[int]) -> int:
    """The sum of the digits times their weights."""
    return sum(int(digit) * weight for digit, weight in zip(number, weights, strict=True))


def luhn(number: str) -> str:
    """The digit that makes `number` hold by Luhn."""
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (2 - place % 2)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def birthday(r: Random, first: int = 1945, last: int = 2004) -> tuple[int, int, int]:
    """Year, month and a day that every month has."""
    return r.randint(first, last), r.randint(1, 12), r.randint(1, 28)


def gb_ni(r: Random) -> str:
    """A National Insurance number: letters that are in use, no check digit."""
    head = r.choice(("AB", "CE", "HJ", "JK", "KL", "LM", "NP", "PR", "SX", "TW", "WM", "YZ"))
    body = digits(r, 6)
    spaced = f"{head} {body[:2]} {body[2:4]} {body[4:]} {r.choice('ABCD')}"
    return spaced if r.random() < 0.5 else spaced.replace(" ", "")


def gb_nhs(r: Random) -> str:
    """An NHS number (mod 11)."""
    while True:
        body = digits(r, 9, "4679")
        check = -weighted(body, range(10, 1, -1)) % 11
        if check != 10:
            return f"{body[:3]} {body[3:6]} {body[6:]}{check}"


def de(r: Random) -> str:
    """The tax number: ten digits of which one comes twice, then ISO 7064 mod 11, 10."""
    order = list("0123456789")
    r.shuffle(order)
    order[9] = order[0]
    while True:
        r.shuffle(order)
        if order[0] != "0":
            break
    product = 10
    for digit in order:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    number = "".join(order) + str((11 - product) % 10)
    if r.random() < 0.5:
        return number
    return f"{number[:2]} {number[2:5]} {number[5:8]} {number[8:]}"


def fr(r: Random) -> str:
    """The NIR: sex, year, month, department, commune, order, and 97 less the rest."""
    year, month, _ = birthday(r)
    place = r.choice(("75", "69", "13", "31", "33", "44", "59", "67", "92", "06"))
    body = f"{r.choice('12')}{year % 100:02}{month:02}{place}{r.randint(1, 300):03}"
    body += f"{r.randint(1, 400):03}"
    key = f"{97 - int(body) % 97:02}"
    if r.random() < 0.4:
        return body + key
    parts = (body[0], body[1:3], body[3:5], body[5:7], body[7:10], body[10:], key)
    return " ".join(parts)


def es_dni(r: Random) -> str:
    """A citizen's number with its letter."""
    body = digits(r, 8, "12345678")
    return body + r.choice(("", "-")) + "TRWAGMYFPDXBNJZSQVHLCKE"[int(body) % 23]


def es_nie(r: Random) -> str:
    """A foreigner's number with its letter."""
    lead, body = r.choice("012"), digits(r, 7)
    return f"{'XYZ'[int(lead)]}{body}{'TRWAGMYFPDXBNJZSQVHLCKE'[int(lead + body) % 23]}"


def it(r: Random) -> str:
    """The codice fiscale with its check letter."""
    year, month, day = birthday(r)
    body = "".join(r.choice(CONSONANTS) for _ in range(6))
    body += f"{year % 100:02}{'ABCDEHLMPRST'[month - 1]}{day + r.choice((0, 40)):02}"
    body += r.choice(("H501", "F205", "L219", "D612", "A944", "F839", "G273", "D969"))
    odd = (
        1,
        0,
        5,
        7,
        9,
        13,
        15,
        17,
        19,
        21,
        2,
        4,
        18,
        20,
        11,
        3,
        6,
        8,
        12,
        14,
        16,
        10,
        22,
        25,
        24,
        23,
    )
    total = 0
    for place, mark in enumerate(body):
        value = int(mark) if mark.isdigit() else LETTERS.index(mark)
        total += odd[value] if place % 2 == 0 else value
    return body + LETTERS[total % 26]


def pt(r: Random) -> str:
    """The NIF of a person."""
    while True:
        body = digits(r, 8, "12")
        check = 11 - weighted(body, range(9, 1, -1)) % 11
        number = body + str(check if check < 10 else 0)
        return number if r.random() < 0.5 else f"{number[:3]} {number[3:6]} {number[6:]}"


def br(r: Random) -> str:
    """The CPF."""
    body = digits(r, 9)
    for size in (10, 11):
        rest = weighted(body, range(size, 1, -1)) % 11
        body += str(0 if rest < 2 else 11 - rest)
    return body if r.random() < 0.25 else f"{body[:3]}.{body[3:6]}.{body[6:9]}-{body[9:]}"


def pl(r: Random) -> str:
    """The PESEL."""
    year, month, day = birthday(r)
    body = f"{year % 100:02}{month + (20 if year >= 2000 else 0):02}{day:02}{digits(r, 4)}"
    return body + str(-weighted(body, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10)


def ru_snils(r: Random) -> str:
    """The number of the pension insurance."""
    body = digits(r, 9, "1")
    check = weighted(body, range(9, 0, -1)) % 101 % 100
    return f"{body[:3]}-{body[3:6]}-{body[6:]} {check:02}"


def ru_inn(r: Random) -> str:
    """The tax number of a person, not of a firm."""
    body = r.choice(("77", "78", "50", "66", "16", "54")) + digits(r, 8)
    body += str(weighted(body, (7, 2, 4, 10, 3, 5, 9, 4, 6, 8)) % 11 % 10)
    return body + str(weighted(body, (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)) % 11 % 10)


def jp(r: Random) -> str:
    """My Number."""
    body = digits(r, 11)
    rest = weighted(body, (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    number = body + str(0 if rest <= 1 else 11 - rest)
    return number if r.random() < 0.5 else f"{number[:4]} {number[4:8]} {number[8:]}"


def cn(r: Random) -> str:
    """The resident identity number, ISO 7064 mod 11-2."""
    year, month, day = birthday(r)
    area = r.choice(("110101", "110105", "310101", "120101"))
    body = f"{area}{year}{month:02}{day:02}{digits(r, 3)}"
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[weighted(body, weights) % 11]


def tr(r: Random) -> str:
    """The T.C. kimlik number."""
    body = digits(r, 9, "123456789")
    odd = sum(map(int, body[::2]))
    even = sum(map(int, body[1::2]))
    body += str((odd * 7 - even) % 10)
    return body + str(sum(map(int, body)) % 10)


def gr(r: Random) -> str:
    """The AMKA: birth date, order, Luhn."""
    year, month, day = birthday(r)
    body = f"{day:02}{month:02}{year % 100:02}{digits(r, 4)}"
    return body + luhn(body)


def verhoeff(number: str) -> str:
    """The digit that makes `number` hold by Verhoeff."""
    turn = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)
    power = list(range(10))
    powers = [power]
    for _ in range(7):
        power = [turn[digit] for digit in power]
        powers.append(power)

    def joined(a: int, b: int) -> int:
        if a < 5:
            return (a + b) % 5 + (0 if b < 5 else 5)
        return (a - b) % 5 + (5 if b < 5 else 0)

    state = 0
    for place, digit in enumerate(reversed(number), 1):
        state = joined(state, powers[place % 8][int(digit)])
    return str(next(digit for digit in range(10) if joined(state, digit) == 0))


def india(r: Random) -> str:
    """Aadhaar."""
    body = digits(r, 11, "23456789")
    number = body + verhoeff(body)
    return number if r.random() < 0.3 else f"{number[:4]} {number[4:8]} {number[8:]}"


def nl(r: Random) -> str:
    """The BSN."""
    while True:
        body = digits(r, 8, "123456789")
        check = weighted(body, range(9, 1, -1)) % 11
        if check < 10:
            return body + str(check)


def se(r: Random) -> str:
    """The personnummer."""
    year, month, day = birthday(r, 1945, 1999)
    body = f"{year % 100:02}{month:02}{day:02}{digits(r, 3)}"
    return f"{body[:6]}-{body[6:]}{luhn(body)}"


def fi(r: Random) -> str:
    """The henkilötunnus."""
    year, month, day = birthday(r, 1945, 1999)
    body = f"{day:02}{month:02}{year % 100:02}{r.randint(2, 899):03}"
    check = "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(body) % 31]
    return f"{body[:6]}-{body[6:]}{check}"


def be(r: Random) -> str:
    """The national register number."""
    year, month, day = birthday(r, 1945, 1999)
    body = f"{year % 100:02}{month:02}{day:02}{r.randint(1, 997):03}"
    check = f"{97 - int(body) % 97:02}"
    return f"{body[:2]}.{body[2:4]}.{body[4:6]}-{body[6:]}.{check}"


def ca(r: Random) -> str:
    """The social insurance number."""
    body = digits(r, 8, "124567")
    number = body + luhn(body)
    return f"{number[:3]} {number[3:6]} {number[6:]}"


IDS: dict[str, Callable[[Random], str]] = {
    "gb_ni": gb_ni, "gb_nhs": gb_nhs, "de": de, "fr": fr, "es_dni": es_dni, "es_nie": es_nie,
    "it": it, "pt": pt, "br": br, "pl": pl, "ru_snils": ru_snils, "ru_inn": ru_inn, "jp": jp,
    "cn": cn, "tr": tr, "gr": gr, "in": india, "nl": nl, "se": se, "fi": fi, "be": be, "ca": ca,
}  # fmt: skip
"""By country and name. The United States stand apart: an SSN is a kind of its own."""
