# ruff: noqa: RUF001  # full-width marks are separators, too
"""Values behind a secret's name: which names and separators count, and what a value must be."""

import pytest

from nsedmw.detect.matcher import re2_program
from nsedmw.detect.secrets import DETECTORS

KIND = DETECTORS["api_key_kv"]


def found(text, label=""):
    return [text[start:end] for start, end in KIND.find(text, label)]


FOUND = [
    # Names, in code and in the languages of the corpus.
    (
        "client_secret=hunter2hunter2 access_token=abcd1234efgh x",
        ["hunter2hunter2", "abcd1234efgh"],
    ),
    ("DB_PASSWORD=correcthorse", ["correcthorse"]),
    ("PGPASSWORD=s3cr3t psql", ["s3cr3t"]),
    ("X-Api-Key: 0123456789abcdef", ["0123456789abcdef"]),
    ('"clientSecret": "abc123def"', ["abc123def"]),
    ("token-password=x1y2z3", ["x1y2z3"]),
    ("DB_PASSWORD_PROD='x1y2z3'", ["x1y2z3"]),
    ("WLAN-Passwort: Sonne2024!", ["Sonne2024!"]),
    ("Mot de passe : Abricot77", ["Abricot77"]),
    ("contraseña=c5OKae^PTlUXy8 no", ["c5OKae^PTlUXy8"]),
    ("clave_api: abcd1234efgh", ["abcd1234efgh"]),
    ("senha: abc12345", ["abc12345"]),
    ("chiave segreta = abcd1234efgh", ["abcd1234efgh"]),
    ("hasło=Krakow2024", ["Krakow2024"]),
    ("секретный_ключ: abcd1234efgh", ["abcd1234efgh"]),
    ("パスワード: lkp$-n6KvzI!!r 内緒", ["lkp$-n6KvzI!!r"]),
    ("パスワードは「Sakura2024」です", ["Sakura2024"]),
    ("كلمة المرور: Qamar2024", ["Qamar2024"]),
    ("κωδικός = Athina2024", ["Athina2024"]),
    ("पासवर्ड: Kamal2024", ["Kamal2024"]),
    ("密码：abc12345，谢谢", ["abc12345"]),
    ("Şİfre = İst2024x", ["İst2024x"]),
    # Separators.
    ('{"api_key":"k9s8d7f6g5","n":1}', ["k9s8d7f6g5"]),
    (r"{\"api_key\":\"k9s8d7f6g5\",\"n\":1}", ["k9s8d7f6g5"]),
    ('{"token":12345678,"n":1}', ["12345678"]),
    ("'password' => 'P@ssw0rd',", ["P@ssw0rd"]),
    ('const apiKey: string = "abcd1234efgh";', ["abcd1234efgh"]),
    ('os.environ["SECRET_KEY"] = "abcd1234efgh"', ["abcd1234efgh"]),
    ('if (password == "hunter2x") {', ["hunter2x"]),
    ("${DB_PASSWORD:-hunter2x}", ["hunter2x"]),
    ("docker login --password S3cretPw1 -u me", ["S3cretPw1"]),
    ("--api-key=abcdef123456", ["abcdef123456"]),
    ("<password>S3cretPw1</password>", ["S3cretPw1"]),
    ('<add key="ApiKey" value="a1b2c3d4e5" />', ["a1b2c3d4e5"]),
    ("- name: DB_PASSWORD\n  value: S3cretPw1\n", ["S3cretPw1"]),
    ('Setenv("ARM_CLIENT_SECRET", "abcd1234efgh")', ["abcd1234efgh"]),
    ("my password is Tr0ub4dor&3, ok", ["Tr0ub4dor&3"]),
    ("**Password:** `hunter2x`", ["hunter2x"]),
    ("the password for staging is Tr0ub4dor&3", ["Tr0ub4dor&3"]),
    ("contraseña del wifi: Abricot77!x", ["Abricot77!x"]),
    ("license_key = Xq3vT9bLm2Kp8RzW5nYc", ["Xq3vT9bLm2Kp8RzW5nYc"]),
    ("klucz: 'Xq3vT9bLm2Kp8RzW5nYc'", ["Xq3vT9bLm2Kp8RzW5nYc"]),
    ("password%3Dhunter2x%26a=b", ["hunter2x"]),
    # Where a value ends.
    ("x?password=hunter2x&sslmode=require", ["hunter2x"]),
    ("password=a&b1c2; x", ["a&b1c2"]),
    ('password = "cut1short', ["cut1short"]),
    ("password: hunter2x.", ["hunter2x"]),
    ("password: Ferry-orbit-505!", ["Ferry-orbit-505!"]),
    ('token="' + "a1" * 300 + '"', ["a1" * 300]),
    # What a value must be.
    ('"password": "swordfish"', ["swordfish"]),
    ("password: 1234", ["1234"]),
    ("Passwort=kEKcQLaKjsHnbeEy", ["kEKcQLaKjsHnbeEy"]),
    ('passphrase: "correct horse battery staple"', ["correct horse battery staple"]),
    ('password="multi word pass 1"', ["multi word pass 1"]),
]


@pytest.mark.parametrize(("text", "wanted"), FOUND)
def test_the_value_alone_is_found(text, wanted):
    """Key, separator and quotation stay, so that JSON stays JSON."""
    assert found(text) == wanted


@pytest.mark.parametrize(("text", "_"), FOUND)
def test_the_pattern_of_the_first_pass_is_found_too(text, _):
    """Also where case is ignored in ways that only one of the engines knows."""
    assert re2_program(KIND.relaxed).search(text.encode())


@pytest.mark.parametrize(("text", "wanted"), FOUND)
@pytest.mark.parametrize("replacement", ["[REDACTED:api_key_kv]", "********"])
def test_a_replaced_value_is_not_found_again(text, wanted, replacement):
    """Redaction of what was redacted changes nothing."""
    for value in wanted:
        text = text.replace(value, replacement)
    assert found(text) == []


NONE = [
    "usage: max_tokens: 4096, completion_tokens=128",
    "tokenizer = AutoTokenizer.from_pretrained(n)",
    "keyStore: ./certs, monkeyPatch=true, passwordless: yes", "PASS: basic auth creates session",
    "login(password: string, token?: string): void", "org.example:slf4j-api:2.0.6=default",
    "%wheel ALL=(ALL) NOPASSWD: ALL", '"password": {"type": "string", "minLength": 8}',
    "password = user.password", "token = get_token()", "login(user=user, password=password)",
    'api_key=os.getenv("API_KEY")', "api_key: ${{ secrets.API_KEY }}", 'api_key = "YOUR_API_KEY"',
    "password: changeme", "API_KEY=xxxxxxxxxxxxxxxx", f'token = "{"*" * 20}"',
    "token: 5", '"token_count": 123456', "PASSWORD_RESET_TOKEN_EXPIRY_HOURS = 18",
    "Password must be at least 8 characters", "Enter password:", "the password is on the fridge",
    "secretName: my-db-secret", "token: bert-base-uncased", "private key: see section 4.2",
    "password_file: /run/secrets/db", "token_url: https://login.example/oauth2/token",
    "token: https://login.example/oauth2/token", "token: 2024-01-02", "token ttl=3150",
    "docker run x/manager-token:8.27.1@sha256:0c34", '["password", "username1"]',
    '<input type="password" name="password" id="password1">', "secret = None",
    "Secret Santa: Tuesday",
    "パスワード最小文字数: 13", "طول_كلمة_المرور: 13", "пароль: неверный", "密码：必填",
    "cache_key = Xq3vT9bLm2Kp8RzW5nYc", "public key: Xq3vT9bLm2Kp8RzW5nYc",
    "password manager: 1Password", "secret of the pyramids: 4500-year-old", "key: value1",
    "key=5204248d-5454-49b6-b5fe-27892d814d42", "api_key_header: X-Api-Key",
    "password: <your password here>", "password=[[[",
    "passport: X1234567",
    '{"password":"Passwort"}', "password: op://vault/item/field", "postgres://u:<password>@db/app",
]  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_talk_of_secrets_is_none(text):
    """Types, states, references, placeholders, measures, names of files and of other things."""
    assert found(text) == []


@pytest.mark.parametrize(
    ("label", "text", "is_one"),
    [
        ("token", "12345678", True),
        ("token", "3", False),
        ("token", "the", False),
        ("tokens", "12345678", False),
        ("X-Api-Key", "12345", True),
        ("api_keys", "a1b2c3d4", True),
        ("DATABASE_PASSWORD", "hunter2secret123", True),
        ("password", "abc", True),
        ("password", " correct horse battery staple ", True),
        ("password", "Enter your password", False),
        ("password", "string", False),
        ("password", "${DB_PASSWORD}", False),
        ("password", "[REDACTED:api_key_kv]", False),
        ("clientSecret", "abcdefgh", True),
        ("secret", "required", False),
        ("secret", "1.5", False),
        ("пароль", "qwerty", True),
        ("token_type", "bearer12345", False),
        ("passwordHash", "abc123def", False),
        ("", "hunter2x", False),
    ],
)
def test_the_key_of_a_text_counts(label, text, is_one):
    """The whole text is the value, numbers too, without the white space around it."""
    assert found(text, label) == ([text.strip()] if is_one else [])
    assert not is_one or KIND.labels.search(label)


def test_a_line_that_stands_often_is_judged_alike():
    """What was remembered of the first counts for the last, at its own place."""
    text = "x: 1\npassword=hunter2x y\n" * 50
    spans = list(KIND.find(text, ""))
    assert len(spans) == 50
    assert {text[start:end] for start, end in spans} == {"hunter2x"}


@pytest.mark.parametrize("text", ['password = "   "', 'token: "\u00a0"', "api_key='\t'"])
def test_white_space_is_no_secret(text):
    assert found(text) == []
