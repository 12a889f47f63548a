"""Dates of birth, passports and national identifiers: numbers that a word makes a person's."""

# ruff: noqa: RUF001 - the letters of these languages are meant

import importlib

import pytest

from nsedmw.detect.pii import DETECTORS
from nsedmw.detect.pii.countries import IDENTIFIERS, check_of


def found(kind, text, label=""):
    return [text[start:end] for start, end in DETECTORS[kind].find(text, label)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Her mother, born on 14 January 1971 in Leeds", ["14 January 1971"]),
        ("born in Paris on 12 May 1979", ["12 May 1979"]),
        ("Born August 14, 1990 at term", ["August 14, 1990"]),
        ("DOB 02/10/1966; d.o.b. 5/12/79", ["02/10/1966", "5/12/79"]),
        ('{"birthDate":"19850304"}', ["19850304"]),
        (
            "Geb. ist der Kleine am 12.02.1984, Geburtsdatum: 3. März 1985",
            ["12.02.1984", "3. März 1985"],
        ),
        ("née le 2 août 1949, née le 28.05.1952", ["2 août 1949", "28.05.1952"]),
        ("nació el 27/07/1954; F. nac. 01-10-1998", ["27/07/1954", "01-10-1998"]),
        ("nascido em 7 de outubro de 1961; DN 23/01/1975", ["7 de outubro de 1961", "23/01/1975"]),
        ("nato il 15 ottobre 1969. Data di nascita: 17/02/1983", ["15 ottobre 1969", "17/02/1983"]),
        ("ur. 10.11.1970; data ur. 1993-06-19", ["10.11.1970", "1993-06-19"]),
        ("который родился 25 декабря 1969 года", ["25 декабря 1969"]),
        ("誕生日は1986/11/25だ。昭和45年3月2日生まれ", ["1986/11/25", "昭和45年3月2日"]),
        ("外祖母生于1957年7月27日，", ["1957年7月27日"]),
        ("المولودة في 26 مايو 1964", ["26 مايو 1964"]),
        ("Ημερομηνία γέννησης: 16/10/1983", ["16/10/1983"]),
        ("दादी का जन्म 8 मई 1985 को", ["8 मई 1985"]),
        ("Doğum tarihi: 20.01.1972", ["20.01.1972"]),
        ("date of birth;ward\n15/06/1972;West\n03/04/1955;East", ["15/06/1972", "03/04/1955"]),
        ("born 5 May 1931, died 6 June 2001", ["5 May 1931"]),
        ("born on the 3rd of March 1985; DOB 03MAR1985", ["3rd of March 1985", "03MAR1985"]),
        ("DOB: 12 / 03 / 1980, 03 04 1981", ["12 / 03 / 1980"]),
        ("Birthday: 1985 March 3", ["1985 March 3"]),
        ('{"birthDate": "1980-03-12T00:00:00Z"}', ["1980-03-12"]),
        ("date of birth: 3.III.1985, ur. dn. 5 IV 1986", ["3.III.1985", "5 IV 1986"]),
        ("né(e) le 12 03 1980, naiss. 5.6.1981", ["12 03 1980", "5.6.1981"]),
        ("am 12.03.1980 in Ulm geboren, F. Nac. 1/2/1983", ["12.03.1980", "1/2/1983"]),
        ("1985年3月4日生、昭和60年3月4日に誕生", ["1985年3月4日", "昭和60年3月4日"]),
        ("12.03.1980 года рождения, 5.4.1981 г.р.", ["12.03.1980", "5.4.1981"]),
        ("12 Mayıs 1980 doğumlu, 8 मई 1985 को जन्म", ["12 Mayıs 1980", "8 मई 1985"]),
        ("وُلِدَت في 26 مايو 1964، من مواليد 3 يونيو 1970", ["26 مايو 1964", "3 يونيو 1970"]),
        ("dob 31/01/1990 dob 01/31/1991 dob 42/42/1990", ["31/01/1990", "01/31/1991"]),
        (
            "born in Springfield, a quiet town on the river, in the hall, on 5 May 1931",
            ["5 May 1931"],
        ),
    ],
)
def test_a_date_that_somebody_was_born_on_is_found(text, wanted):
    """In every language and order of day and month, and the day alone."""
    assert found("date_of_birth", text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "on 14 January 1971, 1971-01-14, 14/01/71",
        "The company was born on 5 May 1999. Le projet est né le 1 décembre 2017",
        "The new library was born of a gift on 19 October 2013",
        "date of birth unknown, visit 05/06/2024",
        "Born in the USA is track 1; released November 16, 2016",
        "born 32/13/1990, born 14 Smarch 1971, born 14/01/1871, born 1.14/01/1971",
        "dob = 123456789, born 71, born 12:10:1971",
        'dob = data["date_of_birth"]  # validated: 1900-01-01 to today',
        "newborn 14/01/1971 stubborn 14/01/1971",
        "She was born in Leeds. The visit was on 14/01/1971",
    ],
)
def test_another_date_is_left_alone(text):
    """Of nobody, of things, of other events, and no dates at all."""
    assert found("date_of_birth", text) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("ok so passport number is 132526628, can you", ["132526628"]),
        ("🛂 passport no. A66206703 ✈️", ["A66206703"]),
        ("a copy of my passport (number L9132966)", ["L9132966"]),
        ("passport: l9132966", ["l9132966"]),
        ("Passnummer CR6VRLZN9, Reisepass C01X00T47", ["CR6VRLZN9", "C01X00T47"]),
        ("Numéro de passeport : 09LP65761 ;", ["09LP65761"]),
        ("N.º de pasaporte: PAA248166.", ["PAA248166"]),
        ("Passaporto n. YA4458577, passaporte KZ460252", ["YA4458577", "KZ460252"]),
        ("Numer paszportu EF9492263", ["EF9492263"]),
        ("Серия и номер паспорта: 47 15 999111", ["47 15 999111"]),
        ("паспорт серия 4715 № 999111", ["4715 № 999111"]),
        ("パスポート番号 TK2179080、", ["TK2179080"]),
        ("جواز السفر رقم D66953989", ["D66953989"]),
        ("name,passport\nAnn,208402978", ["208402978"]),
        ("passport issued in Madrid: PAA248166, ok", ["PAA248166"]),
        ("passport of the holder, no. 208402978", ["208402978"]),
        ("паспорт гражданина России 4715 999111", ["4715 999111"]),
        ("travel document L9132966; L9132967 (passport)", ["L9132966", "L9132967"]),
    ],
)
def test_the_number_of_a_passport_is_found_behind_its_word(text, wanted):
    """In each of the languages, with the forms of their states."""
    assert found("passport", text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "132526628 A66206703",
        "Passport control took 43 minutes and 1234567 people stood before us",
        "Passport to Adventure, a board game, item 817219905",
        "Паспорт изделия № 41-7100-777",
        "passport of the holder and 208402978 people",
        "passport expires 2030-01-01, passport 12345, passport 12345678901",
        "passport photograph, passport REQUIRED, passport holders2",
    ],
)
def test_other_numbers_near_a_passport_are_left_alone(text):
    """What comes later in the sentence, and what is too short or too long."""
    assert found("passport", text) == []


PERSONS = [
    ("BE", "Belgian national register no. 85.07.30-033.28", "85.07.30-033.28"),
    ("BR", "CPF: 39053344705", "39053344705"),
    ("CA", "Social insurance number: 123 456 782", "123 456 782"),
    ("CN", "身份证号：360426199101010071，", "360426199101010071"),
    ("FI", "henkilötunnus 131052-308T", "131052-308T"),
    ("FR", "numéro de sécu, c'est 295109912611193", "295109912611193"),
    ("DE", "Steuer-Identifikationsnummer 36 574 261 809", "36 574 261 809"),
    ("GR", "Ο ΑΜΚΑ μου είναι 01013099997", "01013099997"),
    ("IN", "आधार संख्या 2341 2341 2346", "2341 2341 2346"),
    ("IN", "PAN card ACUPA7085R", "ACUPA7085R"),
    ("IT", "cod. fisc. RCCMNL83S18D969H", "RCCMNL83S18D969H"),
    ("JP", "マイナンバーは6214 9832 0257です", "6214 9832 0257"),
    ("NL", "Dutch BSN 111222333, flight", "111222333"),
    ("PL", 'pesel="44051401359"', "44051401359"),
    ("PT", "contribuinte n.º 501 964 843", "501 964 843"),
    ("RU", "СНИЛС 112-233-445 95", "112-233-445 95"),
    ("RU", "ИНН физического лица: 500100732259", "500100732259"),
    ("ES", "con DNI 54362315-K", "54362315-K"),
    ("ES", "NIE X2482300W", "X2482300W"),
    ("SE", "Register entry 880320-0016 (personnummer), parish", "880320-0016"),
    ("TR", "T.C. kimlik no: 17291716060", "17291716060"),
    ("GB", "NHS no. 943 476 5870", "943 476 5870"),
    ("GB", "national insurance number is CE830767C", "CE830767C"),
    ("AT", "SVNR 1237 010180", "1237 010180"),
    ("CH", "AHV-Nr. 7569217076985", "7569217076985"),
    ("DK", "CPR-nr. 211062-5629", "211062-5629"),
    ("NO", "fødselsnummer 151086 95088", "151086 95088"),
    ("IE", "PPS number 6433435F", "6433435F"),
    ("CZ", "rodné číslo 710319/2745", "710319/2745"),
    ("RO", "CNP 1630615123457", "1630615123457"),
    ("BG", "ЕГН 8032056031", "8032056031"),
    ("EE", "isikukood 36805280109", "36805280109"),
    ("LT", "asmens kodas 33309240064", "33309240064"),
    ("HR", "OIB 33392005961", "33392005961"),
    ("KR", "주민등록번호 971013-9019902", "971013-9019902"),
    ("MX", "CURP BOXW310820HNERXN09", "BOXW310820HNERXN09"),
    ("ZA", "ID number 7503305044089", "7503305044089"),
    ("IL", "teudat zehut 39337423", ""),
    ("AU", "TFN 123 456 782", "123 456 782"),
    ("CL", "RUT 12.531.909-2", "12.531.909-2"),
]
"""The numbers are the examples of the library that checks them; nobody's."""


@pytest.mark.parametrize(("country", "text", "wanted"), PERSONS)
def test_an_identifier_is_found_beside_its_name(country, text, wanted):
    """One of each country, to the character."""
    assert country in {one.country for one in IDENTIFIERS}
    assert found("national_id", text) == [wanted] * bool(wanted)


@pytest.mark.parametrize(
    "text",
    [
        "85.07.30-033.28",
        "390.533.447-05",
        "RCCMNL83S18D969H",
        "360426199101010071",
        "131052-308T",
        "2 95 10 99 126 111 93",
        "112-233-445 95",
        "AB 12 34 56 C",
        "756.9217.0769.85",
        "BOXW310820HNERXN09",
    ],
)
def test_a_form_that_says_enough_needs_no_name(text):
    """And a name of something else before it takes that back."""
    assert found("national_id", f"a {text}, b") == [text]
    assert found("national_id", f"serial {text}") == []


@pytest.mark.parametrize(
    "text",
    [
        "44051401359 111222333 17291716060 943 476 5870 54362315K",
        "PESEL 44051401358, BSN 111222334, DNI 54362315A, CPF 390.533.447-06",
        "СНИЛС 112-233-445 96, NHS no. 943 476 5871, AB 12 34 56 E, QQ 12 34 56 C",
        "pesel of file 44051401359 is",
        "BSN 1112223334, expesel 44051401359, é111222333 BSN",
        "NHS no. is missing, hospital file 943 476 5870",
        "85.07.30-033.29 85.07.30-033.28.1",
    ],
)
def test_an_identifier_without_its_name_or_check_digit_is_left_alone(text):
    """Most forms are any number's; one in ten or in a hundred passes the check by chance."""
    assert found("national_id", text) == []


@pytest.mark.parametrize(
    ("label", "text", "wanted"),
    [
        ("pesel", "44051401359", ["44051401359"]),
        ("userPesel", "44051401359", ["44051401359"]),
        ("nif_titular", "501964843", ["501964843"]),
        ("order", "44051401359", []),
    ],
)
def test_a_key_names_the_identifier(label, text, wanted):
    """In snake_case and camelCase, too."""
    assert found("national_id", text, label) == wanted


def test_every_check_is_there():
    """A name that the library does not have would raise when a number is first judged."""
    for one in IDENTIFIERS:
        assert check_of(one.check)("0") in {False, True}
        if one.check not in {"nino", "snils"}:
            assert importlib.import_module(f"stdnum.{one.check}").is_valid is check_of(one.check)
