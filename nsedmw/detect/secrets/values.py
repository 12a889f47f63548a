"""What a value is when it is no secret: a mask, a placeholder, a reference, a type, a word."""

from __future__ import annotations

from typing import Final

import regex

_X: Final = "xxxxxx"
_MASKED: Final = regex.compile(
    r"\A[\w-]{0,12}(?:[*•●█.]{3,}|█{2}|…|\[(?:redacted|masked|filtered|hidden|removed)[^\]]{0,96}\])"
    r"[*•●█.…]*[\w-]{0,6}\Z"
)
"""All of the value but what masks show of its ends."""
_BRACKETS: Final = {"<": ">", "{": "}", "[": "]", "%": "%", "#": "}", "$": ""}
_VARIABLE: Final = regex.compile(
    r"<[\w\s.:/|-]*> | \{[\w\s.:/|{}-]*\} | \[[\w\s.:/|-]*\] | %\w++% | %[({]\w++[)}]s?+ | \#\{.*\}"
    r"| \$(?:[A-Z_][A-Z0-9_]*+|[a-z_]++|env:\w++|\(.*\)|\{.*\})",
    regex.X | regex.S,
)
"""Templates, and variables of shells and of YAML: `${DB_PASSWORD}`, `{{ token }}`, `%TOKEN%`."""
_FIRST_WORDS: Final = (
    "your", "insert", "enter", "replace", "paste", "fill", "example", "sample", "dummy", "fake",
    "placeholder", "todo", "tbd", "fixme", "changeme", "change-me", "change_me", "change this",
    "changethis", "changeit", "redacted", "masked", "filtered", "hidden", "removed", "omitted",
    "scrubbed",
)  # fmt: skip
_AFTER_FIRST_WORD: Final = regex.compile(r"\A[a-z]++(?:[-_ ](?:me|this))?(?:[\W_]|\Z)")
_SOURCES: Final = (
    "process.env", "os.environ", "os.getenv", "env.", "env[", "secrets.", "secrets[", "secret.",
    "vars.", "var.", "config.", "config[", "settings.", "self.", "this.", "args.", "opts.",
    "options.", "params.", "params[", "request.", "req.", "credentials.", "kwargs[", "kwargs.",
    "input.", "inputs.", "local.", "context.", "vault:", "op:", "ssm:", "arn:", "ref+", "file:",
    "env:", "kms:", "gcpsm:", "awssm:", "keyring:", "keychain:", "akv:", "!vault", "!ref",
    "!getatt", "!sub", "!secret", "!env", "!reference", "!include", "@microsoft.keyvault",
)  # fmt: skip
"""How a reference begins: `op:` is 1Password's, `ref+` vals', `arn:` Amazon's."""
_PLAIN_WORDS: Final = frozenset(
    """
    string str text varchar char bytes byte bytearray buffer int integer number float double bool
    boolean object array list dict map set any unknown void never optional required type enum uuid
    date datetime secretstr securestring nonnullable nullable
    true false yes no on off none null nil undefined nan empty default unset missing invalid valid
    expired revoked wrong incorrect correct unknown pending enabled disabled active inactive
    available unavailable present absent ok okay error failed failure success accepted denied
    authenticated unauthorized forbidden generated updated changed reset rotated stored encrypted
    hashed plain plaintext base64 hex utf8 ascii sha1 sha256 sha512 hmac md5 bcrypt argon2 scrypt
    bearer basic digest jwt oauth oauth2 opaque apikey header query cookie body password passwords
    passwd passphrase pass pwd user username login email secret secrets token tokens key keys auth
    authentication authorization credential credentials private public shared internal external
    value name id identifier field label input hidden prompt stdin file path env environment
    passwort kennwort contraseña contrasena clave senha chave chiave parola hasło haslo klucz пароль
    токен ключ секрет şifre sifre jeton anahtar gizli geheimnis geheim κωδικός パスワード トークン
    シークレット 密码 密碼 令牌 密钥 口令 the and for with from not never here below above
    """.split()  # noqa: SIM905  # a list of strings would take four pages
)
_LAST_WORDS: Final = (
    "token", "tokens", "key", "keys", "jwt", "secret", "secrets", "credential", "credentials",
    "password", "passwords", "passwd", "pwd", "pass", "passphrase", "value", "here", "name",
    "string", "hash",
)  # fmt: skip
_OWN_NAME: Final = regex.compile(
    r"(?:(?:your|my|the|our|new|old|some|an?)[-_ ]?)?(?:(?:access|auth|api|jwt|bearer|secret|id"
    r"|user|db|database|admin|root|client|private|test|refresh|session|personal|service|account)"
    r"[-_ ]?)*+(?:token|key|jwt|credentials?|secret|password|passwd|pwd|pass|passphrase|value)s?+"
    r"(?:[-_ ]?(?:here|goes[-_ ]here|value|name|string|hash))?+"
)
"""`access_token`, `your-api-key-here`: a value that says what belongs there."""
_FILLERS: Final = frozenset("x*•●._-")


def stands_for_another(value: str) -> bool:
    """Whether a value is a mask, a placeholder for a person to fill or a reference to a secret."""
    # Most values are drawn by chance and pass every test, so the cheap ones come first.
    lower = value.lower()
    if _X in lower or (lower.endswith(_LAST_WORDS) and _OWN_NAME.fullmatch(lower)):
        return True
    if lower.startswith(_FIRST_WORDS) and _AFTER_FIRST_WORD.match(lower):
        return True
    return not value.isalnum() and _is_written_so(value, lower)


def _is_written_so(value: str, lower: str) -> bool:
    """Whether marks say that it is a mask, a template, a variable or a reference."""
    if _MASKED.match(lower) or lower.startswith(_SOURCES):
        return True
    if value[0] in _BRACKETS and value.endswith(_BRACKETS[value[0]]):
        return _VARIABLE.fullmatch(value) is not None
    if value.startswith((":", "__")):
        return value[1:].replace("_", "").isalpha()
    return _FILLERS.issuperset(lower)


def is_plain_word(value: str) -> bool:
    """Whether it is a type, a state or a word for secrets, as configuration and schemas hold."""
    return value.casefold().strip("!?.:") in _PLAIN_WORDS
