# ruff: noqa: RUF001  # the languages of the names
"""What keys of secrets are called: in English, in code, and in the languages people write in.

`password`, `DB_PASSWORD`, `clientSecret`, `x-api-key`, `contraseña`, `секретный_ключ` and
`APIキー` name a secret; `max_tokens`, `token_ttl`, `tokenizer` and `passwordless` do not: the word
is the last one of the name.
"""

from __future__ import annotations

from typing import Final

import regex

_PASSWORDS: Final = (
    r"password", r"passwd", r"passcode", r"pwd", r"pass", r"psk", r"passwort",
    r"kennwort", r"mots?[ _-]de[ _-]passe", r"motdepasse", r"mdp",
    r"contrase(?:ñ|n)a", r"senha", r"palavra[ _-]passe", r"parola", r"has(?:ł|l)o",
    r"парол[ья]", r"パスワード", r"كلمة[ _](?:ال)?(?:مرور|سر)",
    r"κωδικ(?:ό|ο)ς(?:[ _]πρ(?:ό|ο)σβασης)?", r"συνθηματικ(?:ό|ο)", r"पासवर्ड", r"कूटशब्द",
    r"密码", r"密碼", r"口令", r"şifre", r"sifre",
)  # fmt: skip
"""What a person types: it may be short, and of letters alone."""

_PHRASES: Final = (r"pass[ _-]?phrase", r"(?:seed|recovery|secret)[ _-]?phrase", r"mnemonic")
"""What is made of several words."""

_PLAIN_TOKENS: Final = (
    r"token", r"jeton", r"токен", r"トークン", r"(?:ال)?رمز(?:[ _](?:الوصول|الدخول|api))?",
    r"διακριτικ(?:ό|ο)", r"टोकन", r"令牌", r"belirte(?:ç|c)",
)  # fmt: skip
"""They name pieces of text as well, so a short word or number behind them says nothing."""

_KINDS_OF_KEY: Final = (
    r"api|access|secret|private|auth|authentication|encryption|decryption|signing|signature|master"
    r"|account|service|storage|session|shared|hmac|jwt|developer|subscription|deploy|webhook|admin"
    r"|root|crypt(?:o|ography)?|cipher|aes|client|app(?:lication)?|security|functions?|host|server"
    r"|license|backup|recovery|root|user"
)
_SECRETS: Final = (
    r"secret", rf"(?:{_KINDS_OF_KEY})[ _.-]?key", r"secret[ _-]key[ _-]base", r"credentials?",
    r"geheimnis", r"schl(?:ü|ue)ssel",
    r"cl(?:é|e)[ _-](?:d['’ _-])?(?:api|secr(?:è|e)te|acc(?:è|e)s)",
    r"clave[ _-](?:de[ _-])?(?:la[ _-])?(?:api|secreta|acceso|privada)",
    r"chave[ _-](?:de[ _-])?(?:api|secreta|acesso|privada)",
    r"chiave[ _-](?:di[ _-])?(?:api|segreta|accesso|privata)", r"secreto", r"segredo", r"segreto",
    r"sekret", r"klucz[ _-](?:api|tajny|dost(?:ę|e)pu|prywatny)", r"секрет",
    r"(?:api|секретный|закрытый)[ _-]ключ", r"ключ[ _-](?:api|доступа)", r"シークレット",
    r"(?:api|アクセス|シークレット|秘密)[ _-]?(?:キー|鍵)", r"秘密[键鍵]",
    r"مفتاح[ _](?:api|الوصول|سري|الواجهة)", r"السر", r"μυστικ(?:ό|ο)",
    r"κλειδ(?:ί|ι)[ _](?:api|πρ(?:ό|ο)σβασης)", r"गुप्त", r"(?:api|गुप्त)[ _]?कुंजी",
    r"(?:api[ _-]?)?密钥", r"秘钥", r"私钥", r"密鑰", r"金鑰",
    r"(?:api|gizli)[ _-]?anahtar(?:ı|i)?",
)  # fmt: skip
"""What a program holds: it is long, and not a word."""

PARTICLES: Final = "はが是为為"
"""What says "is" behind a name in a script without spaces."""
_KEYS: Final = (
    r"key", r"schl(?:ü|ue)ssel", r"cl(?:é|e)", r"clave", r"chave", r"chiave", r"klucz", r"ключ",
    r"キー", r"鍵", r"مفتاح", r"κλειδ(?:ί|ι)", r"कुंजी", r"密钥", r"anahtar",
)  # fmt: skip
"""They name a place in a table or a dictionary as often: only a value that looks random counts."""
_HARMLESS: Final = (
    r"(?<!(?:public|publishable|site|primary|foreign|partition|sort|cache|idempotency|object|row"
    r"|routing|lookup|index|map|group|verify|verification|translation|ssh)[ _.-]?)"
)
"""What a key is of that anybody may read."""

_ENDS: Final = (
    r"(?:[_.-]?(?:prod(?:uction)?|dev(?:elopment)?|test|staging|stage|live|old|new|value|val|base"
    r"|primary|secondary|current|default|string|str|v?[0-9]{1,3}))?+"
)
"""What may follow the word in a name and leave it what it is."""
_UNSPACED: Final = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Arabic}"
_BEGINS: Final = (
    rf"(?:(?<![\p{{L}}\p{{M}}])|(?<=[{_UNSPACED}])|(?-i:(?<=\p{{Ll}})(?=\p{{Lu}}))"
    r"|(?<=\\[nrt])|(?<=%[0-9A-F]{2})|(?<=db|my|user|admin|root|auth|access|api|app|client|login"
    r"|refresh|csrf|xsrf|session|bearer|bot|wifi|mail|smtp|id|oauth|svc|zugangs|geheim|zugriffs"
    r"|benutzer|speicher))"
)
"""A word begins here: in prose, behind a separator, in camelCase, or behind a usual first half."""


def _alternation(words: tuple[str, ...]) -> str:
    return "|".join(words)


def _family(name: str, words: tuple[str, ...]) -> str:
    return f"(?P<{name}>{_alternation(words)})"


NAME: Final = regex.compile(
    rf"(?i)(?:{_BEGINS}|(?=pass(?:word|wd|phrase)))(?:(?:{_family('password', _PASSWORDS)}"
    rf"|{_family('phrase', _PHRASES)}|{_family('secret', _SECRETS)})s?+"
    rf"|{_family('token', _PLAIN_TOKENS)}|{_HARMLESS}{_family('key', _KEYS)}){_ENDS}"
    rf"(?!(?![{PARTICLES}])[\p{{L}}\p{{M}}\p{{Nd}}_])"
)
"""A name's last word; the group that matched says of what family it is."""

LABEL: Final = regex.compile(NAME.pattern + r"[\]\"' )*]*+\Z")
"""As `NAME`, at the end of a key of structured content."""


def _in_re2(words: tuple[str, ...]) -> str:
    # `regex` takes the Turkish dotted and dotless i for an i where case is ignored, RE2 does not.
    return _alternation(words).replace("i", "[iİı]")


WORDS: Final = _alternation((*_PASSWORDS, *_PHRASES, *_SECRETS, *_PLAIN_TOKENS, *_KEYS))
"""The words themselves, in the syntax of `regex`."""
RELAXED: Final = (
    f"(?i:{'|'.join(map(_in_re2, (_PASSWORDS, _PHRASES, _SECRETS, _PLAIN_TOKENS, _KEYS)))})"
)
"""Where one of the words stands, in RE2's syntax."""
