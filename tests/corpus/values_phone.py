"""Telephone numbers of seventeen countries, in the forms that people there write.

Ranges that are kept free for stories (555-01xx, 020 7946 0xxx, 030 23125 xxx, 06 39 98 xx xx) stand
beside ordinary ones.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.corpus.values_ids import digits

ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
WIDE = str.maketrans("0123456789-", "０１２３４５６７８９－")  # noqa: RUF001 - full width is meant


def _us(r: Random) -> str:
    area = r.choice(("212", "415", "312", "617", "206", "303", "512", "718", "404", "503", "602"))
    middle = (
        "555" if r.random() < 0.4 else r.choice("23456789") + r.choice("0234") + r.choice("2345")
    )
    line = f"01{digits(r, 2)}" if middle == "555" else digits(r, 4)
    return r.choice(
        (
            f"({area}) {middle}-{line}",
            f"{area}-{middle}-{line}",
            f"{area}.{middle}.{line}",
            f"+1 {area} {middle} {line}",
            f"+1{area}{middle}{line}",
            f"1-{area}-{middle}-{line}",
            f"+1 ({area}) {middle}-{line}",
            f"{area} {middle} {line}",
        )
    )


def _gb(r: Random) -> str:
    return r.choice(
        (
            f"020 7946 0{digits(r, 3)}",
            f"07700 900{digits(r, 3)}",
            f"0161 496 0{digits(r, 3)}",
            f"+44 20 7{digits(r, 3, '2349')} {digits(r, 4)}",
            f"+44 7{digits(r, 3, '459')} {digits(r, 6)}",
            f"+447{digits(r, 9, '459')}",
            f"+44 (0)20 8{digits(r, 3, '356')} {digits(r, 4)}",
            f"(0117) 9{digits(r, 2, '2346')} {digits(r, 4)}",
            f"07{digits(r, 3, '459')} {digits(r, 3)} {digits(r, 3)}",
        )
    )


def _de(r: Random) -> str:
    return r.choice(
        (
            f"030 23125 {digits(r, 3)}",
            f"+49 89 99998 {digits(r, 3)}",
            f"030/{digits(r, 8, '23456789')}",
            f"0221 {digits(r, 3, '234')} {digits(r, 4)}",
            f"0{r.choice(('151', '152', '157', '159'))} {digits(r, 8, '123456')}",
            f"0{r.choice(('160', '170', '171', '175', '172'))}-{digits(r, 7, '2345678')}",
            f"+49 {r.choice(('171', '172', '162'))} {digits(r, 7, '2345678')}",
            f"+49 (0)40 {digits(r, 4, '345')}-{digits(r, 3)}",
            f"(069) {digits(r, 4, '2679')} {digits(r, 4)}",
        )
    )


def _fr(r: Random) -> str:
    pairs = [digits(r, 2) for _ in range(4)]
    lead = r.choice(("6", "7", "1", "2", "3", "4", "5"))
    if lead == "7":
        pairs[0] = digits(r, 2, "5678")
    if lead in "12345":
        pairs[0] = digits(r, 2, "45")
    return r.choice(
        (
            f"06 39 98 {' '.join(pairs[:2])}",
            f"01 99 00 {' '.join(pairs[:2])}",
            f"0{lead} {' '.join(pairs)}",
            f"0{lead}.{'.'.join(pairs)}",
            f"0{lead}-{'-'.join(pairs)}",
            f"+33 {lead} {' '.join(pairs)}",
            f"+33 (0){lead} {' '.join(pairs)}",
        )
    )


def _es(r: Random) -> str:
    a, b, c = digits(r, 3), digits(r, 3), digits(r, 2, "0123456789")
    mobile = f"6{c} {a} {b}"
    return r.choice(
        (
            mobile,
            f"+34 {mobile}",
            f"91 {digits(r, 3, '2345')} {c} {digits(r, 2)}",
            f"93-{digits(r, 3, '234')}-{digits(r, 2)}-{c}",
            f"+34{mobile.replace(' ', '')}",
        )
    )


def _pt(r: Random) -> str:
    mobile = f"9{r.choice('136')}{digits(r, 1)} {digits(r, 3)} {digits(r, 3)}"
    return r.choice(
        (mobile, f"+351 {mobile}", f"21{digits(r, 1, '0123456')} {digits(r, 3)} {digits(r, 3)}")
    )


def _br(r: Random) -> str:
    area = r.choice(("11", "21", "31", "41", "51", "61", "71", "85"))
    mobile = f"9{digits(r, 4, '6789')}-{digits(r, 4)}"
    return r.choice(
        (
            f"({area}) {mobile}",
            f"+55 {area} {mobile}",
            f"{area} {mobile}",
            f"({area}) 3{digits(r, 3)}-{digits(r, 4)}",
        )
    )


def _it(r: Random) -> str:
    mobile = f"3{r.choice(('28', '33', '38', '40', '47', '49'))} {digits(r, 3)} {digits(r, 4)}"
    return r.choice(
        (
            mobile,
            f"+39 {mobile}",
            f"02 {digits(r, 4, '3456')} {digits(r, 4)}",
            f"06/{digits(r, 8, '3456')}",
            f"+39 06 {digits(r, 4, '3456')} {digits(r, 4)}",
        )
    )


def _pl(r: Random) -> str:
    a, b = digits(r, 3), digits(r, 3)
    mobile = f"{r.choice(('501', '512', '601', '605', '692', '725', '790'))}"
    return r.choice(
        (
            f"{mobile} {a} {b}",
            f"{mobile}-{a}-{b}",
            f"+48 {mobile} {a} {b}",
            f"(22) {digits(r, 3, '6')} {digits(r, 2)} {digits(r, 2)}",
            f"+48{mobile}{a}{b}",
        )
    )


def _ru(r: Random) -> str:
    area = r.choice(("903", "916", "921", "926", "911", "965"))
    a, b, c = digits(r, 3, "123456789"), digits(r, 2), digits(r, 2)
    return r.choice(
        (
            f"+7 {area} {a}-{b}-{c}",
            f"8 ({area}) {a}-{b}-{c}",
            f"+7 (495) {a}-{b}-{c}",
            f"8-{area}-{a}-{b}-{c}",
            f"+7{area}{a}{b}{c}",
        )
    )


def _jp(r: Random) -> str:
    mobile = f"{r.choice(('090', '080'))}-{digits(r, 4, '123456')}-{digits(r, 4)}"
    return r.choice(
        (
            mobile,
            f"03-{digits(r, 4, '356')}-{digits(r, 4)}",
            f"+81-{mobile[1:]}",
            f"06-6{digits(r, 3)}-{digits(r, 4)}",
            f"+81 3 {digits(r, 4, '356')} {digits(r, 4)}",
        )
    )


def _sa(r: Random) -> str:
    a, b = digits(r, 3), digits(r, 4)
    return r.choice(
        (
            f"05{r.choice('0345')} {a} {b}",
            f"+966 5{r.choice('0345')} {a} {b}",
            f"+9665{r.choice('0345')}{a}{b}",
        )
    )


def _eg(r: Random) -> str:
    a, b = digits(r, 4), digits(r, 4)
    return r.choice((f"010{r.choice('01')} {a[1:]} {b}", f"+20 10 {r.choice('01')}{a[1:]} {b}"))


def _gr(r: Random) -> str:
    return r.choice(
        (
            f"69{digits(r, 1, '47')} {digits(r, 3)} {digits(r, 4)}",
            f"+30 210 {digits(r, 3, '3')} {digits(r, 4)}",
        )
    )


def _in(r: Random) -> str:
    return r.choice(
        (
            f"+91 98{digits(r, 3)} {digits(r, 5)}",
            f"+91-99{digits(r, 8)}",
            f"098{digits(r, 3)} {digits(r, 5)}",
        )
    )


def _cn(r: Random) -> str:
    lead = r.choice(("138", "139", "150", "186", "177"))
    return r.choice(
        (
            f"{lead} {digits(r, 4)} {digits(r, 4)}",
            f"+86 {lead} {digits(r, 4)} {digits(r, 4)}",
            f"{lead}{digits(r, 8)}",
            f"010-{digits(r, 8, '568')}",
        )
    )


def _tr(r: Random) -> str:
    area = r.choice(("532", "542", "555", "505"))
    rest = f"{digits(r, 3, '234567')} {digits(r, 2)} {digits(r, 2)}"
    fixed = f"0212 {digits(r, 3, '234')} {digits(r, 2)} {digits(r, 2)}"
    return r.choice((f"0{area} {rest}", f"+90 {area} {rest}", f"0 ({area}) {rest}", fixed))


PHONES: dict[str, Callable[[Random], str]] = {
    "us": _us, "gb": _gb, "de": _de, "fr": _fr, "es": _es, "pt": _pt, "br": _br, "it": _it,
    "pl": _pl, "ru": _ru, "jp": _jp, "sa": _sa, "eg": _eg, "gr": _gr, "in": _in, "cn": _cn,
    "tr": _tr,
}  # fmt: skip


def phone(r: Random, form: str) -> str:
    """A number of a country; `_raw`: digits alone, `_e164`: plus and digits, `_ar`, `_wide`."""
    country, _, shape = form.partition("_")
    number = PHONES[country](r)
    while shape in {"raw", "wide"} and "+" in number:
        number = PHONES[country](r)
    while shape == "e164" and "+" not in number:
        number = PHONES[country](r)
    if shape == "raw":
        number = "".join(filter(str.isdigit, number))
    if shape == "e164":
        number = "+" + "".join(filter(str.isdigit, number.replace("(0)", "")))
    if shape == "ar":
        number = number.translate(ARABIC)
    return number.translate(WIDE) if shape == "wide" else number
