"""Dates of birth: a day with its month and year that a word such as "born" or "DOB" leads up to.

Written in digits in any order of day and month, as ISO 8601 has it, with the month's name, or as
Chinese and Japanese write it. A date alone is nobody's; neither is the day on which a firm, a
project or another thing "was born". The words and the things are our own list.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from nsedmw.detect.pii.context import ABOUT, NEXT, Context, Says, Words, open_cells
from nsedmw.detect.pii.months import MONTHS
from nsedmw.detect.pii.shapes import Shape, compiled, goes_on, is_piece
from nsedmw.detect.pii.tables import table_before
from nsedmw.detect.reach import Reach, opening

CANDIDATE: Final = (
    r"[0-9]\s?[./-]\s?[0-9]{1,2}\s?[./-]|\b[0-9]{8}\b|[,\s/.A-Za-z-][0-9]{4}\b"
    r"|\b[0-9]{4},?\s\pL|\x{6708}"
)
"""Simpler than the shapes: together with other kinds' they would grow beyond what RE2 holds."""
_WRITTEN: Final = (
    r"\b[0-9]{1,2}(?:\.\s?[0-9]{1,2}\.\s?|\s?[/-]\s?[0-9]{1,2}\s?[/-]\s?)(?:[0-9]{4}|[0-9]{2})\b"
    r"|\b[0-9]{1,2}\s[0-9]{1,2}\s[0-9]{4}\b"
    r"|\b[0-9]{4}(?:[./-][0-9]{1,2}[./-]|\.\s[0-9]{1,2}\.\s)[0-9]{1,2}(?:\b|T[0-9])"
    r"|\b[0-9]{8}\b"
    r"|\b[0-9]{1,2}(?:st|nd|rd|th|er|\.?[\x{ba}\x{b0}]|\.)?[\pL\s'/.\x{2019}-]{0,12}[\s/.-]?"
    r"\pL[\pL\pM]{0,12}\.?[\s,/.-]\s?(?:(?:de|del|of)\s)?[0-9]{4}\b"
    r"|\b[0-9]{1,2}[A-Za-z]{3}[0-9]{4}\b"
    r"|\pL[\pL\pM]{1,12}\.?[\s-](?:the\s)?[0-9]{1,2}(?:st|nd|rd|th)?,?[\s-][0-9]{4}\b"
    r"|\b[0-9]{4},?\s\pL[\pL\pM]{1,12}\.?\s[0-9]{1,2}\b"
    r"|(?:[0-9]{4}|\pL\pL\s?[0-9]{1,2})\s?\x{5e74}\s?[0-9]{1,2}\s?\x{6708}\s?[0-9]{1,2}\s?\x{65e5}"
)

_SHAPE: Final = Shape(_WRITTEN)
_DAY: Final = r"[0-9]{1,2}(?:st|nd|rd|th|er|\.?[º°]|\.)?"
_OF: Final = r"(?:\s(?:day\s)?(?:de|of|di|del|d['’])|\s?की)?\s?"
_MONTH: Final = r"(?:\p{L}{3,8}/)?(?P<month>\p{L}[\p{L}\p{M}]{0,12}+)\.?"
_DATE: Final = regex.compile(
    r"(?P<a>[0-9]{1,2})(?P<by>\.\s?|\s?[/-]\s?|\s)(?P<b>[0-9]{1,2})(?P=by)(?P<c>[0-9]{4}|[0-9]{2})"
    r"|(?P<y>[0-9]{4})(?P<and>[./-]|\.\s)(?P<m>[0-9]{1,2})(?P=and)(?P<d>[0-9]{1,2})"
    rf"|{_DAY}[\s/.-]?{_OF}{_MONTH}[\s,/.-]\s?(?:(?:de|del|of)\s)?(?P<year>[0-9]{{4}})"
    rf"|(?P<ymd>(?:19|20)[0-9]{{2}}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]))"
    r"|[0-9]{1,2}(?P<mon>[A-Za-z]{3})(?P<in>(?:19|20)[0-9]{2})"
    r"|(?P<cjk>(?:[0-9]{4}|(?:明治|大正|昭和|平成|令和)\s?[0-9]{1,2})\s?年\s?[0-9]{1,2}\s?月\s?[0-9]{1,2}\s?日)"
    r"|(?P<name>\p{L}[\p{L}\p{M}]{1,12}+)\.?[\s-](?:the\s)?[0-9]{1,2}(?:st|nd|rd|th)?,?[\s-]"
    r"(?P<of>[0-9]{4})"
    r"|(?P<first>[0-9]{4}),?\s(?P<then>\p{L}[\p{L}\p{M}]{1,12}+)\.?\s[0-9]{1,2}",
    regex.I,
)
_ROMAN: Final = frozenset(
    ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
)
"""Months as Poland and Hungary number them."""
_BEHIND: Final = regex.compile(
    r"(?i)[\s,(]{0,2}(?:生(?!産|产|活)|(?:に|，|、)?(?:生まれ|誕生|出生|诞生)|(?:года?|г\.?)\s?(?:рожд|р\.)|рожд"
    r"|['’]?(?:de|da|te|ta|tarihinde|günü)?\s?(?:dünyaya|doğ[dmu])|(?:को|में)\s(?:\p{L}[\p{L}\p{M}]{0,24}+\s){0,2}(?:जन्म|पैदा)"
    r"|(?:in\s\p{Lu}[\p{L}-]{1,40}+\s)?gebor\p{L}*|(?:à|a|in|en|em|w|в)\s\p{Lu}[\p{L}-]{1,40}+,?\s(?:né|nat|nac|nasc|ur|род))"
)
"""Words that follow the day."""
_MAY_FOLLOW: Final = ("生", "г", "рожд", "doğ", "dünya", "जन्म", "पैदा", "gebor", " né", " na")
_LONGEST: Final = 64
_REACH: Final = 80
_SHORT: Final = 2
_YEARS: Final = range(1900, 2100)
_MONTHS: Final = range(1, 13)
_DAYS: Final = range(1, 32)

_WORDS: Final = Words(
    "dob|d\\.o\\.b\\.?|date of birth|birth date|birthdate|birth_date|birthday|bday|born|birth"
    "|geb|geboren\\pL?|geburtsdatum|geburtstag|geburt|geb\\.-dat|geburtsdaten"
    "|née?|nées|naissance|naquit|anniversaire|ddn"
    "|nacid[oa]s?|nació|nacimiento|nac|nac\\.|cumpleaños|fdn|nací|nace"
    "|nascid[oa]s?|nasceu|nascimento|nasc|nasc\\.|aniversário|(?-i:DN)|nasci"
    "|nat[oai]|nacque|nascita|compleanno|(?-i:DDN)"
    "|ur\\.|urodzon\\pL*|urodził\\pL*|urodzenia|urodziny|data ur|urodz"
    "|родил\\pL*|рожд\\pL*|род|род\\.|урожд\\pL*|рожден\\pL*|г\\.р"
    "|γέννησ\\pL*|γεννήθηκ\\pL*|γεννημέν\\pL*|γενέθλια|γεν"
    "|doğum|doğumlu|doğdu|d\\.t|doğmuş"
    "|المولود|المولودة|مولود|مولودة|ميلاد|الميلاد|ميلادي|ميلاده|ميلادها|ولد|ولدت|وُلد|وُلدت|مواليد"
    "|जन्म|जन्मतिथि|जन्मदिन|जन्मे|पैदा|जन्मी|जन्मा|जन्मदिवस|जन्म तिथि|ज\\.ति"
    "|(?-i:b\\.)|bn\\.|b-day"
    "|geb\\.-?dat\\pL*|gebdat|geburtsd|zur welt|gebürtig"
    "|né\\(e\\)|né·e|né-e|naiss|naiss\\.|vu le jour"
    "|f\\. ?nac|fec\\. ?nac|fnac|fechanac|fechanacimiento|natalicio|nacer|nacía|vino al mundo"
    "|f\\.n|f\\. n|nacidos|nacidas"
    "|d\\.n|d\\. n|dt\\.? ?nasc|dtnasc|datanasc|nascer|nascidos|niver|aniversariante"
    "|nato/a|nascere|data nasc|datanascita|d\\.d\\.n|natali|nacquero|nati"
    "|ur\\. dn|na świat|urodził\\pL* się|urodzin|data urodz|d\\.ur"
    "|д\\.р|д/р|(?-i:ДР)|дата рожд|на свет|рождени\\pL*"
    "|γεννηθ\\pL*|ημ\\.? γέν\\pL*|ημ/νία γέννησης|γέν|ημ\\. γεν"
    "|doğ|doğ\\.|dogum|doğum tarihi|doğum günü|d\\. tarihi|d\\.tarihi|dünyaya"
    "|وُلِد|وُلِدَ|وُلِدت|وُلِدَت|وُلِدَتْ|تولد|عيد ميلاد\\pL*|ولادة|الولادة|مولده|مولدها|مولود\\pL*|ولدتُ|ت\\.م"
    "|المواليد|مواليده|وُلدتُ|ميلادي",
    "誕生日|生年月日|生まれ|出生|生于|生於|生日|诞生|誕生|生誕|生辰|诞辰|年月日生",
)
_OTHER_DAYS: Final = Words(
    "died|death|deceased|visit|visited|admitted|admission|issued|issue|expires|expiry|expired|exp"
    "|valid|until|due|signed|appointment|enrolled|hired|joined|married|registered|created|updated"
    "|built|founded|opened|sold|moved|completed|graduated|arrived|posted|published|dated|met"
    "|dispatched|discharged|seen|surgery|started|baptized|buried"
    "|gest|gestorben|aufgenommen|entlassen|ausgestellt|gültig|verheiratet|termin|untersucht"
    "|décédée?|morte?|admise?|délivrée?|expire|consultation|mariée?"
    "|falleció|fallecid[oa]|muerte|ingreso|expedido|caduca|consulta|casad[oa]"
    "|faleceu|falecid[oa]|emitid[oa]|validade|internad[oa]"
    "|mort[oa]|decedut[oa]|rilasciat[oa]|scadenza|scade|ricovero|visita"
    "|zm|zm\\.|zmarł\\pL*|wydan\\pL*|ważn\\pL*|przyjęt\\pL*|wizyta"
    "|умер\\pL*|скончал\\pL*|выдан\\pL*|действ\\pL*|поступил\\pL*|приём"
    "|πέθανε|απεβίωσε|έκδοση|λήξη|öldü|vefat|veriliş|muayene|توفي|توفيت|صدر|صادر|निधन|मृत्यु|जारी",
    "死亡|没|卒|逝世|去世|発行|入院|受診|签发|有效",
)
"""What else dates are said of in the same breath."""
_NO_THINGS: Final = compiled(
    r"(?i)(?:^|[^\pL])(?:proje[ck]t\pL*|projet|proyecto|projeto|progetto|проект\pL*|proje(?:si)?"
    r"|compan(?:y|ies)|firm[ay]?|empresa|entreprise|société|azienda|unternehmen|компани[яи]|şirket\pL*"
    r"|co-?operati\pL+|cooperativa|coopérative|genossenschaft|spółdzielni\pL*"
    r"|library|bibliot\pL+|museum|musée|museo|museu|muzeum|музей|club|klub\pL*|клуб|verein|associa\pL+"
    r"|stowarzyszen\pL+|band|idea|idée|idee|ideia|pomysł|идея|ιδέα|star|festival|movement|mouvement"
    r"|legend|légende|tradition|product|producto|produto|prodotto|produkt|start-?up|brand|marke|marca"
    r"|marque|app|website|web|blog|newspaper|zeitung|periódico|jornal|giornale|gazeta|газета|school"
    r"|nation|república|republic|city|galaxy|language|team|équipe|equipo|zespół|команда|company's"
    r"|εταιρεία|έργο|κόμμα|शहर|परियोजना|कंपनी|संस्था)(?:[^\pL]|$)"
    r"|(?:مشروع|شركة|جمعية|فكرة|نادي|مكتبة)"
    r"|プロジェクト|会社|企画|団体|公司|项目|團隊|团队|乐队|品牌|图书馆"
)
_VERB: Final = regex.compile(
    r"(?i)born|geboren\p{L}?|nées?|né|naquit|nacid[oa]s?|nació|nací|nasceu|nascid[oa]s?|nat[oai]|nacque"
    r"|urodzi\p{L}+|родил\p{L}+|γεννή\p{L}+|doğdu|doğmuş|ولدت?|生まれ|出生|生于|生於|诞生|जन्म|पैदा"
)
_AWAY: Final = regex.compile(r"(?i)\b(?:of|from|out|into|aus|autour|grâce|dank)\b")
_THING_REACH: Final = 40

_OPENS: Final = opening(_WRITTEN)
REACH: Final = Reach(
    ahead=_LONGEST + NEXT,
    behind=ABOUT + _REACH + _THING_REACH,
    opens=_OPENS,
    open=open_cells(_OPENS, _WORDS, _OTHER_DAYS),
    back=table_before,
)
"""A day, and the words that may follow it; a thing stands before the word that leads up to it."""


def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
    """Yield the span of each day; `label` is the key that holds the text."""
    context = Context(text, label, _WORDS, _OTHER_DAYS, reach=_REACH)
    told_of = {(start, end): told for start, end, told in context.led(_SHAPE, _LONGEST)}
    if any(one in text for one in _MAY_FOLLOW):
        spans = (span for span in _SHAPE.spans(text) if _BEHIND.match(text, span[1]))
        told_of = dict.fromkeys(spans, Says.BEHIND) | told_of
    if not told_of:
        return
    things = _NO_THINGS.search(text.encode("utf-8", "replace")) is not None
    judged: dict[str, regex.Match[str] | None] = {}
    for (start, end), told in sorted(told_of.items()):
        last = end - 2 if text[end - 2] == "T" else end
        found = text[start:last]
        if found not in judged:
            match = _DATE.fullmatch(found)
            judged[found] = match if match and _is_day(match) else None
        match = judged[found]
        if match is None or goes_on(text, last, "./-") or is_piece(text, start, "./-"):
            continue
        if _is_birth(text, match, start, told, context, things):
            yield start, last


def _is_day(match: regex.Match[str]) -> bool:
    if match["cjk"] or match["ymd"]:
        return True
    if match["a"]:
        first, second = int(match["a"]), int(match["b"])
        year = match["c"]
        return _are_day_and_month(first, second) and (len(year) == _SHORT or int(year) in _YEARS)
    if match["y"]:
        return int(match["y"]) in _YEARS and int(match["m"]) in _MONTHS and int(match["d"]) in _DAYS
    name = (match["month"] or match["name"] or match["mon"] or match["then"]).casefold()
    year = int(match["year"] or match["of"] or match["in"] or match["first"])
    return (name in MONTHS or name in _ROMAN) and year in _YEARS


def _are_day_and_month(first: int, second: int) -> bool:
    return (first in _DAYS and second in _MONTHS) or (first in _MONTHS and second in _DAYS)


def _is_birth(
    text: str, match: regex.Match[str], start: int, told: Says, context: Context, things: bool
) -> bool:
    """Whether it is a person's; `told` is what leads up to it, `things` if the text has any."""
    # A year of two digits, or a day without separators, is less of a date than the others.
    if match["ymd"] or (match["c"] and len(match["c"]) == _SHORT):
        return told is Says.TIGHT
    cue = context.cue_before(start)
    return told is Says.BEHIND or cue is None or not _is_things(text, cue, start, things)


def _is_things(text: str, cue: tuple[int, int], start: int, things: bool) -> bool:
    """Whether what was born is no person."""
    if not _VERB.fullmatch(text, *cue):
        return False
    if _AWAY.search(text[cue[1] : start]):
        return True
    if not things:
        return False
    before = text[max(cue[0] - _THING_REACH, 0) : cue[0]]
    sentence = before[max(before.rfind(mark) for mark in ".!?;\n") + 1 :]
    return _NO_THINGS.search(sentence.encode("utf-8", "replace")) is not None
