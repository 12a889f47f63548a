"""Words that say nothing of a number, and words that say that it is somebody's.

Pronouns, kinship, roles and titles, in the languages that the cues of this package are in; the
lists are ours.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from typing import Final

from nsedmw.detect.pii.context import Words

_NOTHING: Final = """
    number numbers the
    ref id is are it its was or and also ok hi hello thanks thank you please here yes now then this
    text content message value body answer reply note comment output input query result data string
    prompt response user assistant system tool completion summary description details info
    oder und bitte hier ist ja et ou voici est oui merci o y e aquí es sí gracias ou aqui é sim
    obrigado oppure ecco è sì grazie lub albo i oto to tak jest dziękuję или вот это да спасибо и
    ή και εδώ είναι ναι veya ve işte evet أو هو هنا نعم شكرا या और यह है हाँ
    """
NEUTRAL: Final = frozenset(_NOTHING.split())
"""What may stand beside a number that stands alone."""

_EN: Final = (
    "i'm|i am|me|my|myself|he|him|his|himself|she|her|hers|herself|their|your"
    "|patient|employee|applicant|claimant|taxpayer|spouse|husband|wife|son|daughter|child|mother"
    "|father|mom|mum|dad|brother|sister|uncle|aunt|cousin|grandmother|grandfather|grandma|grandpa"
    "|dependent|beneficiary|borrower|co-borrower|tenant|resident|defendant|plaintiff|student"
    "|insured|holder|owner|born|dob|mr|mrs|ms|dr|prof|person|payee|worker|witness|guardian|neighbou?r"
    "|colleague|boss|manager|plumber|electrician|doctor|dentist|nurse|lawyer|landlord|friend|name"
)
_EU: Final = (
    "ich|mir|mich|mein[ems]?|ihm|sein[em]?|ihr|herr|frau|patientin|mitarbeiter\\pL*|kollegin|mutter"
    "|vater|sohn|tochter|nachbar\\pL*"
    "|moi|lui|madame|monsieur|mme|mère|père|fils|fille|salarié\\pL*|voisin"
    "|señora?|sra?|madre|padre|hijo|hija|paciente|empleado|solicitante|yo|mí"
    "|senhora?|dona|mãe|pai|filh[oa]|eu|mim|funcionário"
    "|signora?|sig|figli[oa]|paziente|dipendente|dott"
    "|pan|pani|mnie|mój|moja|jej|jego|syn|córka|pacjent\\pL*"
    "|меня|мне|мой|её|его|ему|мама|папа|сын|дочь|пациент\\pL*|сотрудник\\pL*|господин|госпожа"
    "|κύριος|κυρία|μου|του|της|hasta|bay|bayan|anne|baba|السيد|السيدة|المريض|श्री|श्रीमती"
)

PERSONS: Final = Words(f"{_EN}|{_EU}", "さん|様|先生|先生|女士|母亲|父亲|患者")
