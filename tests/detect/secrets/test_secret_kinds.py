"""Secrets: what is found of each kind, to the character, and what looks like it and is not.

Tokens are put together from parts, so that no forge takes this file for a leak.
"""

import pytest

from nsedmw.detect.matcher import re2_program
from nsedmw.detect.secrets import DETECTORS
from nsedmw.detect.secrets.entropy import high_entropy

ALNUM = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0"
HEX = "0123456789abcdef" * 4
LETTERS = "abcdefghijKLMNOPQRSTUVWXYZabcdefghIJ"
PASSWORD = "S3cret" + "!pw"
ROWS = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "Xq3vT9bLm2Kp8RzW5nYc7HdJ4sGf6AeU"]
BEGIN, END = "-----BEGIN " + "PRIVATE KEY-----", "-----END " + "PRIVATE KEY-----"
PEM = "\n".join([BEGIN, *ROWS, END])
RANDOM = "Xq3vT9bLm2Kp8RzW" + "5nYc7HdJ4sGf6AeU1oIiQw0x"
JWT = "eyJhbGciOiJIUzI1NiJ9" + "." + "eyJzdWIiOiIxIn0" + "." + "c2lnbmF0dXJlLW9mLWl0"
AWS_ID, AWS_SECRET = "AKIA" + "Q3EGSFAKE7TEST2Z", "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYzEXAMPLE00"
GITHUB = "gh" + "p_" + ALNUM[:36]
CUT_SHORT = "\n".join([BEGIN, *ROWS])
RSA = PEM.replace("PRIVATE", "RSA PRIVATE")
ROUTABLE = "glpat" + f"-{ALNUM[:27]}"
BOT = "MTEwMDAwMDAwMDAw" + "MDAwMDAw"
ESCAPED = "\\n".join([BEGIN, *ROWS, END])

FOUND = [
    ("pem_private_key", f"a\n{PEM}\nb", [PEM]),
    ("pem_private_key", f'{{"k":"{ESCAPED}\\n","n":1}}', [ESCAPED]),
    ("pem_private_key", f"key={PEM.replace(chr(10), ' ')} # end", [PEM.replace("\n", " ")]),
    ("pem_private_key", f"k: |\n  {BEGIN}\n  {ROWS[0]}\n  {ROWS[1]}\n  {END}\n", None),
    ("pem_private_key", f"{CUT_SHORT}\nand so on", [CUT_SHORT]),
    ("pem_private_key", f"{BEGIN}\n{ROWS[0]}\n{PEM}", [f"{BEGIN}\n{ROWS[0]}", PEM]),
    ("pem_private_key", RSA, [RSA]),
    ("pem_private_key", f"Private-Lines: 1\n{ROWS[0]}\nPrivate-MAC: x", [ROWS[0] + "\n"]),
    ("connection_string", f"postgres://app:{PASSWORD}@db:5432/x", [PASSWORD]),
    ("connection_string", "redis://:only99@cache/0", ["only99"]),
    ("connection_string", "mysql://u:a@b@host/x", ["a@b"]),
    ("connection_string", "postgres://u:pa/ss@host/db", ["pa/ss"]),
    ("connection_string", "root:S3cret@tcp(10.0.0.1:3306)/db", ["S3cret"]),
    ("connection_string", f"Server=x;Uid=u;Password={PASSWORD};Encrypt=true", [PASSWORD]),
    ("connection_string", "Server=x;Pwd={S3cret;Pw1};", ["S3cret;Pw1"]),
    ("connection_string", f"curl -s -u admin:{PASSWORD} https://x.example", [PASSWORD]),
    ("bearer", "aUtHoRiZaTiOn: bEaReR abcdef123456", ["abcdef123456"]),
    ("bearer", f"-H 'authorization: bearer {ALNUM}' https://x", [ALNUM]),
    ("bearer", '["Authorization", "Bearer abc123"]', ["abc123"]),
    ("bearer", f"send Bearer {ALNUM} along", [ALNUM]),
    ("bearer", "Authorization: Bearer abcdefghijk\n", ["abcdefghijk"]),
    ("authorization", "proxy-authorization: Basic dXNlcjpwYXNz", ["dXNlcjpwYXNz"]),
    ("authorization", '{"authorization":"Token abc123def"}', ["abc123def"]),
    (
        "authorization",
        'Authorization: Digest username="M", response="6629fa"; x',
        ['username="M", response="6629fa"'],
    ),
    ("authorization", f"Authorization: {ALNUM}", [ALNUM]),
    ("aws_access_key", f"id {AWS_ID}, x{AWS_ID}", [AWS_ID, AWS_ID]),
    ("aws_secret_key", f"aws_secret_access_key = {AWS_SECRET}", [AWS_SECRET]),
    ("aws_secret_key", f'f("{AWS_ID}", "{AWS_SECRET}")', [AWS_SECRET]),
    ("github_pat", f"value{GITHUB} end", [GITHUB]),
    ("github_pat", "github_" + f"pat_{ALNUM}{ALNUM} end", ["github_" + f"pat_{ALNUM}{ALNUM}"]),
    ("github_pat", "ghs" + f"_12_{JWT} x", ["ghs" + f"_12_{JWT}"]),
    ("gitlab_pat", "glpat" + "-aB_cD-kj4yR4e41bCNqh.", ["glpat" + "-aB_cD-kj4yR4e41bCNqh"]),
    ("gitlab_pat", ROUTABLE + ".01.0a1xakqul", [ROUTABLE + ".01.0a1xakqul"]),
    ("gitlab_pat", ROUTABLE + ".0rmfpwzbb x", [ROUTABLE + ".0rmfpwzbb"]),
    ("gcp", "k=AIza" + ALNUM[:35], ["AIza" + ALNUM[:35]]),
    ("gcp", "GOCSPX" + "-" + ALNUM[:28], ["GOCSPX" + "-" + ALNUM[:28]]),
    ("azure", f"key: {ALNUM}{ALNUM}abcdeF==;", [f"{ALNUM}{ALNUM}abcdeF=="]),
    ("azure", "abc8Q~" + ALNUM[:34], ["abc8Q~" + ALNUM[:34]]),
    ("azure", f"?sv=1&sig={ALNUM}%2Fabc%3D&x=1", [f"{ALNUM}%2Fabc%3D"]),
    ("slack", "xoxb" + "-123456789012-abcDEF", ["xoxb" + "-123456789012-abcDEF"]),
    ("stripe", "sk_" + f"live_{ALNUM[:24]}", ["sk_" + f"live_{ALNUM[:24]}"]),
    ("openai", f"\x1b[32msk-{ALNUM}\x1b[0m", [f"sk-{ALNUM}"]),
    ("openai", f"\\nsk-proj-{ALNUM}", [f"sk-proj-{ALNUM}"]),
    ("anthropic", "sk-ant" + f"-api03-{ALNUM}_-AA", ["sk-ant" + f"-api03-{ALNUM}_-AA"]),
    ("huggingface", "hf" + f"_{LETTERS[:34]}", ["hf" + f"_{LETTERS[:34]}"]),
    ("npm", "npm" + f"_{ALNUM[:36]}", ["npm" + f"_{ALNUM[:36]}"]),
    ("pypi", "pypi" + f"-AgEIcHlwaS5vcmc{ALNUM}", ["pypi" + f"-AgEIcHlwaS5vcmc{ALNUM}"]),
    ("telegram", "123456789:AA" + ALNUM[:33], ["123456789:AA" + ALNUM[:33]]),
    ("sendgrid", "SG" + f".{ALNUM[:22]}.{ALNUM}abc", ["SG" + f".{ALNUM[:22]}.{ALNUM}abc"]),
    ("mailchimp", f"{HEX[:32]}-us12", [f"{HEX[:32]}-us12"]),
    ("terraform", f"{ALNUM[:14]}.atlasv1.{ALNUM * 2}", [f"{ALNUM[:14]}.atlasv1.{ALNUM * 2}"]),
    ("discord", BOT + f".Gabcde.{ALNUM}", [BOT + f".Gabcde.{ALNUM}"]),
    ("jwt", f"bearer.{JWT} expired.", [JWT]),
    ("jwt", f"session-token.{JWT}", [JWT]),
    ("high_entropy", f"box {RANDOM}, x", [RANDOM]),
    ("high_entropy", "." * 40 + RANDOM + "F" * 200, [RANDOM + "F" * 200]),
    ("high_entropy", f'"a\\n{RANDOM}"', [RANDOM]),
    ("high_entropy", RANDOM[:32], [RANDOM[:32]]),
]  # fmt: skip


def found(kind, text, label=""):
    return [text[start:end] for start, end in DETECTORS[kind].find(text, label)]


@pytest.mark.parametrize(("kind", "text", "wanted"), FOUND)
def test_every_occurrence_is_found_to_the_character(kind, text, wanted):
    """A span is what must be replaced, no more and no less."""
    if wanted is None:
        wanted = [text[text.index(BEGIN) : text.index(END) + len(END)]]
    assert found(kind, text) == wanted


@pytest.mark.parametrize(("kind", "text", "_"), FOUND)
def test_the_pattern_of_the_first_pass_is_found_wherever_the_kind_is(kind, text, _):
    """Where the first pass finds nothing, the detector is not asked."""
    assert re2_program(DETECTORS[kind].relaxed).search(text.encode())


SAMPLES = {
    kind: detector for kind, detector in DETECTORS.items() if kind not in {row[0] for row in FOUND}
}
TOKENS = {
    "openrouter": "sk-or" + f"-v1-{HEX}", "langfuse": "sk-lf" + f"-{HEX[:36]}",
    "groq": "gsk" + f"_{ALNUM}abcdef", "xai": "xai" + f"-{ALNUM * 2}",
    "perplexity": "pplx" + f"-{ALNUM}", "replicate": "r8" + f"_{ALNUM[:37]}",
    "nvidia": "nvapi" + f"-{ALNUM}", "cerebras": "csk" + f"-{ALNUM}",
    "fireworks": "fw" + f"_{ALNUM[:24]}", "together": "tgp" + f"_v1_{ALNUM}",
    "elevenlabs": "sk" + f"_{HEX[:48]}", "langsmith": "lsv2" + f"_pt_{HEX[:32]}_{HEX[:10]}",
    "pinecone": "pcsk" + f"_{ALNUM}_a", "tavily": "tvly" + f"-{ALNUM[:32]}",
    "firecrawl": "fc" + f"-{HEX[:32]}", "turbopuffer": "tpuf" + f"_{ALNUM[:32]}",
    "wandb": "wandb" + f"_v1_{ALNUM}", "digitalocean": "dop" + f"_v1_{HEX}",
    "heroku": "HRKU" + f"-{ALNUM}", "fly": "fm2" + f"_{ALNUM * 2}",
    "vercel": "vck" + f"_{ALNUM[:24]}", "netlify": "nfp" + f"_{ALNUM[:36]}",
    "cloudflare": "cfut" + f"_{ALNUM}", "supabase": "sb_" + f"secret_{ALNUM[:31]}",
    "planetscale": "pscale" + f"_tkn_{ALNUM}", "neon": "napi" + f"_{ALNUM}",
    "databricks": "dapi" + f"{HEX[:32]}-2", "vault": "hvs" + f".{ALNUM}",
    "doppler": "dp" + f".pt.{ALNUM}", "pulumi": "pul" + f"-{HEX[:40]}",
    "docker": "dckr" + f"_pat_{ALNUM[:27]}", "rubygems": "rubygems" + f"_{HEX[:48]}",
    "crates": "cio" + ALNUM[:32], "nuget": "oy2" + HEX[:43],
    "artifactory": "AKCp8" + ALNUM * 2, "sonar": "sqp" + f"_{HEX[:40]}",
    "sourcegraph": "sgp" + f"_{HEX[:40]}", "circleci": "CCIPAT" + f"_{ALNUM}_a",
    "buildkite": "bkua" + f"_{HEX[:40]}", "sentry": "sntrys" + f"_{ALNUM}",
    "newrelic": "NRAK" + f"-{ALNUM[:27]}", "grafana": "glsa" + f"_{ALNUM[:32]}_{HEX[:8]}",
    "dynatrace": "dt0c01" + f".{ALNUM.upper()[:24]}.{ALNUM.upper() * 2}",
    "tailscale": "tskey" + f"-auth-{ALNUM[:20]}", "age": "AGE-SECRET" + f"-KEY-1{HEX.upper()[:58]}",
    "onepassword": "A3" + "-AB12CD-EF34GH-IJ56K-LM78N-OP90Q-RS12T",
    "atlassian": "ATATT3" + ALNUM * 2, "linear": "lin" + f"_api_{ALNUM}",
    "notion": "ntn" + f"_{ALNUM}abcdef", "figma": "figd" + f"_{ALNUM}",
    "airtable": "pat" + f"{ALNUM[:14]}.{HEX}", "asana": f"1/1234567890123456:{HEX[:32]}",
    "postman": "PMAK" + f"-{HEX[:24]}-{HEX[:34]}", "typeform": "tfp" + f"_{ALNUM}",
    "hubspot": "pat" + f"-na1-{HEX[:8]}-{HEX[:4]}-{HEX[:4]}-{HEX[:4]}-{HEX[:12]}",
    "contentful": "CFPAT" + f"-{ALNUM}abc",
    "teams": "https://x.webhook.office" + f".com/webhookb2/{HEX[:36]}@{HEX[:36]}",
    "twilio": "SK" + HEX[:32], "mailgun": "key" + f"-{HEX[:32]}",
    "brevo": "xkeysib" + f"-{HEX}-{ALNUM[:16]}", "resend": "re" + f"_{ALNUM[:8]}_{ALNUM[:24]}",
    "shopify": "shpat" + f"_{HEX[:32]}", "square": "sq0atp" + f"-{ALNUM[:22]}",
    "facebook": "EAAC" + ALNUM * 2,
    "braintree": "access_token" + f"$production$abcdefgh${HEX[:32]}",
    "flutterwave": "FLWSECK" + f"_TEST-{HEX[:32]}", "mapbox": "sk" + f".eyJ{ALNUM}.{ALNUM}",
    "alibaba": "LTAI" + ALNUM[:20],
}  # fmt: skip


def test_every_kind_has_an_example():
    """A row of the table that nothing tries is a row that may never have worked."""
    assert set(SAMPLES) - {"api_key_kv"} == set(TOKENS)


@pytest.mark.parametrize("kind", TOKENS)
def test_a_token_with_a_known_prefix_is_found_whole(kind):
    """Between spaces and in JSON alike, and by the first pass too."""
    token = TOKENS[kind]
    assert found(kind, f"x {token} y") == [token]
    assert found(kind, f'{{"a":"{token}"}}') == [token]
    assert re2_program(DETECTORS[kind].relaxed).search(token.encode())


NONE = [
    "gh" + "p_ is the prefix of classic ones; glpat- is GitLab's, AKIA marks long-term keys",
    "gh" + "p_" + "x" * 36, "glpat" + "-your-personal-access-token", "sk-your-api-key-goes-here",
    "<task-notification id=7>disk-usage-report</task-notification>", "risk-adjusted-return-model1",
    "from sklearn import x  # sk-learn", "_call_" + "hf_processorz1DeepseekOCRMultiModalProcessor",
    "send it with a Bearer token in the header", "Authorization: Bearer <token>",
    "Authorization: Bearer YOUR_ACCESS_TOKEN", "Authorization: Bearer ${TOKEN}",
    "Authorization: Bearer tokens are needed", "authorization: required",
    "Basic authorization, the clerk explained", 'headers["Authorization"] = "Bearer " + token',
    "https://user@example.test/path?x=1", "http://localhost:8080/a@2x.png", "git@host:a/b:c@d",
    "postgres://${DB_USER}:${DB_PASSWORD}@db/app", "postgres://u:<password>@db/app",
    f"{BEGIN} is how such a file begins", f"between {BEGIN} and {END} stands the key",
    "-----BEGIN PUBLIC KEY-----\n" + "\n".join(ROWS) + "\n-----END PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----\\n" + "\\n".join(ROWS) + "\\n-----END CERTIFICATE-----",
    "ASIAPACIFICREGIONALHEADQUARTERS", "eyJust a.word.more words here",
    "3f2b8c1e-6d4a-4f0b-9c77-5a1e0d9b2c44", HEX, HEX.upper(), RANDOM[:31], "sha256:" + HEX,
    "sha512-" + RANDOM * 2, f'"integrity": "{RANDOM}"', f"h1: h1:{RANDOM}=",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + RANDOM, f"data:image/png;base64,{RANDOM}",
    f"https://docs.example/d/{RANDOM}/edit?x=1", "invokeRoutineVerifyQuarterlySheetExportJobXyz",
    "v2_models.ListProjectsResponse.from_db_projects_with_users(plist)", "a_" * 40 + "!",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "/usr/lib/python3.11/site-packages/numpy/core/_multiarray_umath.cpython-311-x86_64-linux-gnu.so",
    "请把这份季度财务报告翻译成英文并发送给所有项目负责人谢谢合作", "😀🚀🎉🔥💡🐍🦊🌈🍕🎸" * 4,
    "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQ", "word " * 40,
]  # fmt: skip


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_like_a_secret_is_none(text):
    """Of no kind: talk about prefixes, placeholders, digests, identifiers, public keys, prose."""
    assert {kind: found(kind, text) for kind in DETECTORS if found(kind, text)} == {}


@pytest.mark.parametrize(("kind", "text", "_"), FOUND)
def test_what_was_redacted_is_not_found_again(kind, text, _):
    """By the label, by a mask, and by a label with a digest."""
    for replacement in (f"[REDACTED:{kind}]", "********", f"[REDACTED:{kind}:{HEX[:12]}]"):
        redacted = text
        for start, end in reversed(list(DETECTORS[kind].find(text, ""))):
            redacted = redacted[:start] + replacement + redacted[end:]
        assert found(kind, redacted) == []


@pytest.mark.parametrize(
    ("kind", "text", "label", "wanted"),
    [
        ("bearer", "Bearer abc123def", "Authorization", ["abc123def"]),
        ("authorization", ALNUM, "Proxy-Authorization", [ALNUM]),
        ("authorization", "abc", "authorization", []),
        ("aws_secret_key", AWS_SECRET, "SecretAccessKey", [AWS_SECRET]),
        ("aws_secret_key", AWS_SECRET, "blob", []),
        ("high_entropy", RANDOM, "checksum", []),
        ("high_entropy", RANDOM, "blob", [RANDOM]),
    ],
)
def test_the_key_that_holds_a_text_counts(kind, text, label, wanted):
    """It stands in the place of a header's or an assignment's name."""
    assert found(kind, text, label) == wanted


def test_entropy_has_a_length_and_a_measure_of_its_own():
    """As the options of whoever asks say."""
    assert list(high_entropy(min_length=20).find(f"x {RANDOM[:20]}", "")) == []
    assert list(high_entropy(4.0, 20).find(f"x {RANDOM[:20]}", "")) == [(2, 22)]
    assert list(high_entropy(5.5).find(RANDOM, "")) == []
