"""National identifiers of persons: by country, how they are written, named and checked.

The check is the module of `python-stdnum` of that name, which cites the authority's rule; two that
it lacks are written out here. `alone` is a way of writing that counts without a word, since a
number hardly has it by chance; every other needs one of the words that name the identifier.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec
import regex


class Identifier(msgspec.Struct, frozen=True):
    """One country's number. `form` and `alone` are patterns of `regex`, `words` as in `Words`."""

    country: str
    check: str
    form: str
    words: str
    unspaced: str = ""
    alone: str = ""


_NINE: Final = r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{3}"
_ELEVEN: Final = r"[0-9]{11}"
_TWELVE: Final = r"[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}"

IDENTIFIERS: Final = (
    # Service public fédéral Intérieur, registre national
    Identifier(
        "BE",
        "be.nn",
        r"[0-9]{2}[. ]?[0-9]{2}[. ]?[0-9]{2}[- ]?[0-9]{3}[. ]?[0-9]{2}",
        "rijksregister\\pL*|registre national|national register|national number|nationaal nummer"
        "|niss|insz|rrn|numéro national|nationalregister\\pL*|belgian",
        alone=r"[0-9]{2}\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}",
    ),
    # Receita Federal
    Identifier(
        "BR",
        "br.cpf",
        r"[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}-?[0-9]{2}",
        "cpf|cpf/mf|cadastro de pessoas físicas|cadastro de pessoa física",
        alone=r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}",
    ),
    # Service Canada
    Identifier(
        "CA",
        "ca.sin",
        _NINE,
        "sin|social insurance|social insurance number|assurance sociale|nas",
    ),
    # GB 11643
    Identifier(
        "CN",
        "cn.ric",
        r"[0-9]{17}[0-9Xx]",
        "ric|resident id|resident identity|id card|identity card|citizen id",
        "身份证|身份證|公民身份号码",
        alone=r"[0-9]{6}(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx]",
    ),
    # Digi- ja väestötietovirasto
    Identifier(
        "FI",
        "fi.hetu",
        r"[0-9]{6}[-+A-FU-Ya-fu-y][0-9]{3}[0-9A-Ya-y]",
        "hetu|henkilötunnus|henkilotunnus|personal identity code|personbeteckning",
        alone=r"(?:0[1-9]|[12][0-9]|3[01])(?:0[1-9]|1[0-2])[0-9]{2}[-+A-FU-Y][0-9]{3}[A-Y]",
    ),
    # INSEE
    Identifier(
        "FR",
        "fr.nir",
        r"[1-478] ?[0-9]{2} ?[0-9]{2} ?[0-9][0-9AB] ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}",
        "nir|sécurité sociale|securite sociale|sécu|n° sécu|numéro de sécu"
        "|numéro de sécurité sociale|insee|nss|carte vitale|no sécu",
        alone=r"[12] [0-9]{2} (?:0[1-9]|1[0-2]) [0-9][0-9AB] [0-9]{3} [0-9]{3} [0-9]{2}",
    ),
    # Bundeszentralamt für Steuern
    Identifier(
        "DE",
        "de.idnr",
        r"[1-9][0-9] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}",
        "steuer-id|steuerid|steuer-identifikationsnummer|steueridentifikationsnummer|steuer-idnr"
        "|idnr|id-nr|identifikationsnummer|steuerliche identifikationsnummer|steuer-identnummer"
        "|tax id|tin",
    ),
    # ΗΔΙΚΑ
    Identifier("GR", "gr.amka", r"[0-9]{6} ?[0-9]{5}", "amka|αμκα|α\\.μ\\.κ\\.α"),
    # UIDAI
    Identifier(
        "IN",
        "in_.aadhaar",
        _TWELVE,
        "aadhaar|aadhar|adhaar|adhar|uidai|uid|आधार",
    ),
    # Income Tax Department
    Identifier(
        "IN",
        "in_.pan",
        r"[A-Za-z]{5}[0-9]{4}[A-Za-z]",
        "pan|pan card|permanent account|permanent account number|पैन",
    ),
    # Agenzia delle Entrate
    Identifier(
        "IT",
        "it.codicefiscale",
        r"[A-Za-z]{6}[0-9LMNP-Vlmnp-v]{2}[A-EHLMPR-Ta-ehlmpr-t][0-9LMNP-Vlmnp-v]{2}[A-Za-z]"
        r"[0-9LMNP-Vlmnp-v]{3}[A-Za-z]",
        "codice fiscale|cod\\.? fisc|cod\\.? fiscale|c\\.f|cf|codicefiscale|fiscal code",
        alone=r"[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPR-T][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]",
    ),
    # デジタル庁
    Identifier(
        "JP",
        "jp.in_",
        _TWELVE,
        "my number|mynumber|individual number|kojin bangō|kojin bango",
        "マイナンバー|個人番号",
    ),
    # Rijksdienst voor Identiteitsgegevens
    Identifier(
        "NL",
        "nl.bsn",
        r"[0-9]{9}|[0-9]{3}[ .][0-9]{3}[ .][0-9]{3}|[0-9]{4}[ .][0-9]{2}[ .][0-9]{3}",
        "bsn|bsn-nummer|bsnnummer|burgerservicenummer|sofinummer|sofi|citizen service number",
    ),
    # Ministerstwo Cyfryzacji
    Identifier("PL", "pl.pesel", _ELEVEN, "pesel|pesel-u|peselu|peselem"),
    # Autoridade Tributária e Aduaneira
    Identifier(
        "PT",
        "pt.nif",
        r"[0-9]{3}[ .]?[0-9]{3}[ .]?[0-9]{3}",
        "nif|contribuinte|número fiscal|n\\.º fiscal|identificação fiscal|número de contribuinte",
    ),
    # Instituto dos Registos e do Notariado
    Identifier(
        "PT",
        "pt.cc",
        r"[0-9]{8} ?[0-9] ?[0-9A-Za-z]{2}[0-9]",
        "cartão de cidadão|cartão do cidadão|cc",
    ),
    # Социальный фонд России
    Identifier(
        "RU",
        "snils",
        r"[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{2}",
        "снилс\\pL*|snils|страховой номер|страхового номера|страховое свидетельство",
        alone=r"[0-9]{3}-[0-9]{3}-[0-9]{3} [0-9]{2}",
    ),
    # Федеральная налоговая служба; twelve digits are a person's, ten a firm's
    Identifier("RU", "ru.inn", r"[0-9]{12}", "инн|inn"),
    # Ministerio del Interior
    Identifier(
        "ES",
        "es.dni",
        r"[0-9]{8}[ -]?[A-Za-z]|[0-9]{2}\.[0-9]{3}\.[0-9]{3}[ -]?[A-Za-z]",
        "dni|d\\.n\\.i|nif|n\\.i\\.f|documento nacional de identidad|documento de identidad|cédula",
    ),
    Identifier(
        "ES",
        "es.nie",
        r"[XYZxyz][ -]?[0-9]{7}[ -]?[A-Za-z]",
        "nie|n\\.i\\.e|dni|nif|identidad de extranjero|número de extranjero",
    ),
    # Skatteverket
    Identifier(
        "SE",
        "se.personnummer",
        r"(?:[0-9]{2})?[0-9]{6}[-+]?[0-9]{4}",
        "personnummer|personnr|pnr|person-nr|personal identity number|samordningsnummer|swedish",
    ),
    # Nüfus ve Vatandaşlık İşleri Genel Müdürlüğü  # noqa: RUF003
    Identifier(
        "TR",
        "tr.tckimlik",
        r"[1-9][0-9]{10}",
        "t\\.?c\\.?|kimlik|kimlik no|kimlik numarası|tckn|tc kimlik|tc kimlik no|t\\.c\\. kimlik"
        "|t\\.c\\. kimlik no|vatandaşlık|nüfus|كيمليك|الهوية|هوية",
    ),
    # NHS Data Dictionary
    Identifier(
        "GB",
        "gb.nhs",
        r"[0-9]{3}[ -]?[0-9]{3}[ -]?[0-9]{4}",
        "nhs|nhs number|nhs no|national health service|nhs num",
    ),
    # HM Revenue and Customs, National Insurance Manual NIM39110
    Identifier(
        "GB",
        "nino",
        r"[A-Za-z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-Da-d]",
        "nino|national insurance|national insurance number|ni number|ni no|ni|nin",
        alone=r"[A-Z]{2} [0-9]{2} [0-9]{2} [0-9]{2} [A-D]",
    ),
    # Dachverband der Sozialversicherungsträger
    Identifier(
        "AT",
        "at.vnr",
        r"[1-9][0-9]{3}[ -]?[0-9]{6}",
        "svnr|sv-nummer|sv-nr|vsnr|sozialversicherungsnummer|versicherungsnummer",
    ),
    # Zentrale Ausgleichsstelle
    Identifier(
        "CH",
        "ch.ssn",
        r"756[. ]?[0-9]{4}[. ]?[0-9]{4}[. ]?[0-9]{2}",
        "ahv|ahv-nummer|ahv-nr|ahvn13|avs|n° avs|numéro avs|sozialversicherungsnummer",
        alone=r"756\.[0-9]{4}\.[0-9]{4}\.[0-9]{2}",
    ),
    # CPR-kontoret
    Identifier("DK", "dk.cpr", r"[0-9]{6}[- ]?[0-9]{4}", "cpr|cpr-nr|cpr-nummer|personnummer"),
    # Skatteetaten
    Identifier(
        "NO",
        "no.fodselsnummer",
        r"[0-9]{6} ?[0-9]{5}",
        "fødselsnummer|fodselsnummer|fnr|personnummer|fødselsnr|d-nummer",
    ),
    # Department of Social Protection
    Identifier(
        "IE", "ie.pps", r"[0-9]{7}[A-Wa-w][A-IWa-iw]?", "pps|ppsn|pps no|pps number|personal public"
    ),
    # Ministerstvo vnitra
    Identifier(
        "CZ", "cz.rc", r"[0-9]{6}/?[0-9]{3,4}", "rodné číslo|rodné čislo|rodne cislo|rč|r\\.č"
    ),
    # Ministerul Afacerilor Interne
    Identifier(
        "RO", "ro.cnp", r"[1-9][0-9]{12}", "cnp|cod numeric personal|codul numeric personal"
    ),
    # ГРАО
    Identifier("BG", "bg.egn", r"[0-9]{10}", "егн|egn|единен граждански номер"),
    # Siseministeerium and Registrų centras, whose numbers are of one form
    Identifier("EE", "ee.ik", _ELEVEN, "isikukood|ik-kood"),
    Identifier("LT", "lt.asmens", _ELEVEN, "asmens kodas|asmens kodo"),
    # Porezna uprava
    Identifier("HR", "hr.oib", _ELEVEN, "oib|osobni identifikacijski broj"),
    # 행정안전부
    Identifier(
        "KR", "kr.rrn", r"[0-9]{6}-?[0-9]{7}", "rrn|resident registration|주민등록번호|주민번호"
    ),
    # RENAPO
    Identifier(
        "MX",
        "mx.curp",
        r"[A-Za-z]{4}[0-9]{6}[HMXhmx][A-Za-z]{5}[0-9A-Za-z][0-9]",
        "curp|clave única",
        alone=r"[A-Z]{4}[0-9]{6}[HMX][A-Z]{5}[0-9A-Z][0-9]",
    ),
    # Department of Home Affairs
    Identifier(
        "ZA", "za.idnr", r"[0-9]{6} ?[0-9]{4} ?[0-9]{3}", "id number|identity number|id no|sa id"
    ),
    # רשות האוכלוסין וההגירה
    Identifier(
        "IL", "il.idnr", r"[0-9]{8}-?[0-9]", "teudat zehut|mispar zehut|תעודת זהות|מספר זהות|ת\\.ז"
    ),
    # Australian Taxation Office
    Identifier("AU", "au.tfn", _NINE, "tfn|tax file|tax file number"),
    # Servicio de Registro Civil
    Identifier("CL", "cl.rut", r"[0-9]{1,2}\.?[0-9]{3}\.?[0-9]{3}-[0-9Kk]", "rut|run|rol único"),
)


@cache
def check_of(name: str) -> Callable[[str], bool]:
    """Return the judge of numbers that `Identifier.check` names, loaded when first needed."""
    if name in _OWN:
        return _OWN[name]
    module = importlib.import_module(f"stdnum.{name}")
    judge: Callable[[str], bool] = module.is_valid
    return judge


_NO_INSURANCE: Final = regex.compile(r"(?i)[DFIQUV]|.[DFIOQUV]|BG|GB|KN|NK|NT|TN|ZZ")
"""How a National Insurance number never begins."""
_LEAST_CHECKED: Final = 1_001_998
"""SNILS numbers up to this one have no check digits."""


def _is_nino(number: str) -> bool:
    return _NO_INSURANCE.match(number) is None


def _is_snils(number: str) -> bool:
    digits = [int(char) for char in number if char.isdigit()]
    if int("".join(map(str, digits[:9]))) <= _LEAST_CHECKED:
        return False
    total = sum(digit * weight for digit, weight in zip(digits[:9], range(9, 0, -1), strict=True))
    return total % 101 % 100 == digits[9] * 10 + digits[10]


_OWN: Final[dict[str, Callable[[str], bool]]] = {"nino": _is_nino, "snils": _is_snils}
