"""Tokens that are known by their prefix: a table of services, and the search that it makes.

A row says how a token begins, of what characters the rest is, and how many there are at least. A
token that is longer than its service documents is taken whole: lengths grow, prefixes stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import regex

from nsedmw.detect.detector import Detector
from nsedmw.detect.reach import Reach, token

_WORD: Final = r"[0-9A-Za-z]"
_URL_SAFE: Final = r"[0-9A-Za-z_-]"
_HEX: Final = r"[0-9a-f]"
_DOTTED: Final = r"[0-9A-Za-z._-]"
_BASE64: Final = r"[0-9A-Za-z+/]"

_LEFT: Final = (
    r"(?:(?<![0-9A-Za-z_-])|(?<=\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}"
    r"|\x1b\[[0-9;]{0,16}m))"
)
"""No letter or digit stands before, but those of an escape or a terminal's colour."""
_FIRST: Final = 6
"""Characters behind the prefix that the first pass asks for: more would make it slow."""
_FILLER: Final = regex.compile(r"(?i)[x0_.*-]++|[^x]{0,8}x{8,}.*+|(?-i:[a-z]++(?:[_.-][a-z]++)++)")
"""`xxxx`, or words that say what belongs there."""
_DIGIT: Final = regex.compile(r"[0-9]")


class Form(NamedTuple):
    """One shape of a token.

    `start` begins it and `body` is the class of what follows, `least` times or more; both are in
    the syntax that RE2 and `regex` share. `tail`, for `regex` alone, may follow. A `glued` one is
    found in the middle of a word as well, since nothing else looks like it; a `mixed` one holds a
    digit. `seen` takes the place of what the first pass would look for, where that is slow.
    """

    start: str
    body: str
    least: int
    tail: str = ""
    glued: bool = False
    mixed: bool = False
    seen: str = ""

    @property
    def relaxed(self) -> str:
        """What stands wherever the form does, in RE2's syntax."""
        return self.seen or f"(?:{self.start}){self.body}{{{min(self.least, _FIRST)}}}"

    @property
    def pattern(self) -> str:
        """The form itself, in the syntax of `regex`; the group `body` is what is secret in it."""
        left = "" if self.glued else _LEFT
        return f"{left}(?:{self.start})(?P<body>{self.body}{{{self.least},}}+{self.tail})"


def detector(*forms: Form) -> Detector:
    """A detector of any of the forms; one whose body is a filler such as `xxxx` is none."""
    patterns = [(regex.compile(form.pattern), form.mixed) for form in forms]
    relaxed = "|".join(form.relaxed for form in forms)

    def find(text: str, label: str = "") -> Iterator[tuple[int, int]]:
        del label
        spans = {
            match.span()
            for pattern, mixed in patterns
            for match in pattern.finditer(text)
            if not _FILLER.fullmatch(match["body"]) and (not mixed or _DIGIT.search(match["body"]))
        }
        return iter(sorted(spans))

    return Detector(relaxed, find, reach=Reach(open=token, behind=32))


GITHUB: Final = detector(
    Form(r"gh[opur]_", _WORD, 36, glued=True),
    # An app's installation token may hold a JSON Web Token (GitHub's changelog of April 2026).
    Form(r"ghs_", r"[0-9A-Za-z._-]", 36, glued=True),
    Form(r"github_pat_", r"[0-9A-Za-z_]", 40, glued=True),
)
"""GitHub's documentation, "About authentication to GitHub"."""
GITLAB: Final = detector(
    Form(
        r"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-",
        _URL_SAFE, 20, r"(?:\.[0-9a-z]{2}(?=\.))?+(?:\.[0-9a-z]{6,}+)?+", glued=True,
    ),
    Form(r"GR1348941", _URL_SAFE, 20, glued=True),
)  # fmt: skip
"""GitLab's documentation, "Token overview"; routable ones have one or two dotted parts more."""
GCP: Final = detector(
    Form(r"AIza", _URL_SAFE, 35, glued=True),
    Form(r"AQ\.Ab", _URL_SAFE, 30),
    Form(r"GOCSPX-", _URL_SAFE, 28, glued=True),
    Form(r"ya29\.", _DOTTED, 24),
    Form(r"1//0[0-9a-z]", _URL_SAFE, 30),
    Form(r"GOOG1E", r"[0-9A-Z]", 50),
)
"""Google's "Using API keys", "Using OAuth 2.0", "HMAC keys"; for `AQ.` "Using Gemini API keys"."""
SLACK: Final = detector(
    Form(r"xox[abceoprsd](?:\.xox[bp])?-", r"[0-9A-Za-z%-]", 10, glued=True, mixed=True),
    Form(r"xapp-[0-9]-", r"[0-9A-Za-z-]", 20, glued=True),
    Form(r"https?://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/",
         r"[0-9A-Za-z/]", 20),
)  # fmt: skip
"""Slack's "Token types" and "Sending messages using incoming webhooks"."""
STRIPE: Final = detector(
    Form(r"(?:sk|rk)_(?:live|test|prod|org)_", r"[0-9A-Za-z_]", 16, mixed=True),
    Form(r"whsec_", r"[0-9A-Za-z+/=]", 24),
)
"""Stripe's "API keys" and "Webhooks"; publishable keys (`pk_`) are no secret."""
OPENAI: Final = detector(
    Form(r"sk-(?:proj|svcacct|admin|service|None)-", _URL_SAFE, 20),
    Form(r"sk-", _WORD, 16, mixed=True),
)
"""OpenAI's API reference; many services that answer as it does give out `sk-` keys too."""
ANTHROPIC: Final = detector(Form(r"sk-ant-[a-z0-9]{2,12}-", _URL_SAFE, 20, glued=True))
"""Anthropic's "API overview": `api03` keys, `admin01` keys, `oat01` tokens."""
HUGGINGFACE: Final = detector(
    Form(r"hf_", _WORD, 30), Form(r"api_org_", r"[A-Za-z]", 30),
)  # fmt: skip
"""Hugging Face's "User access tokens": 34 letters."""
NPM: Final = detector(Form(r"npm_", _WORD, 36, glued=True))
"""npm's "About access tokens" and the announcement of their format (2021)."""
PYPI: Final = detector(Form(r"pypi-AgE", _URL_SAFE, 32, glued=True))
"""PyPI's help page: a macaroon, whose first bytes are always the same."""

OTHERS: Final[dict[str, tuple[Form, ...]]] = {
    "openrouter": (Form(r"sk-or-(?:v[0-9]-)?", _WORD, 32),),
    "langfuse": (Form(r"sk-lf-", r"[0-9a-f-]", 32),),
    "groq": (Form(r"gsk_", _WORD, 40),),
    "xai": (Form(r"xai-", _WORD, 60),),
    "perplexity": (Form(r"pplx-", _WORD, 40),),
    "replicate": (Form(r"r8_", _WORD, 36, mixed=True),),
    "nvidia": (Form(r"nvapi-", _URL_SAFE, 40),),
    "cerebras": (Form(r"csk-", _WORD, 40),),
    "fireworks": (Form(r"fw_", _WORD, 22, mixed=True),),
    "together": (Form(r"tgp_v[0-9]_", _URL_SAFE, 36),),
    "elevenlabs": (Form(r"sk_", _HEX, 48),),
    "langsmith": (Form(r"lsv2_(?:pt|sk)_", r"[0-9a-f_]", 32),),
    "pinecone": (Form(r"pcsk_", r"[0-9A-Za-z_]", 40),),
    "tavily": (Form(r"tvly-", _URL_SAFE, 24, mixed=True),),
    "firecrawl": (Form(r"fc-", _HEX, 32),),
    "turbopuffer": (Form(r"tpuf_", _WORD, 12, mixed=True),),
    "wandb": (Form(r"wandb_v1_", r"[0-9A-Za-z_]", 40),),
    "digitalocean": (Form(r"do[opr]_v1_", _HEX, 64),),
    "heroku": (Form(r"HRKU-", _URL_SAFE, 36),),
    "fly": (Form(r"fm[12][ar]?_", r"[0-9A-Za-z+/=_,-]", 80), Form(r"fo1_", _URL_SAFE, 40)),
    "vercel": (Form(r"vc[kpair]_", _WORD, 24, mixed=True),),
    "netlify": (Form(r"nf[pcoub]_", _WORD, 36),),
    "cloudflare": (
        Form(r"cf(?:ut|at|k)_", _WORD, 40, mixed=True),
        Form(r"v1\.0-", r"[0-9a-f-]", 100),
    ),
    "supabase": (Form(r"sbp_", _HEX, 40), Form(r"sb_secret_", _URL_SAFE, 20)),
    "planetscale": (Form(r"pscale_(?:tkn|pw|oauth)_", r"[0-9A-Za-z=._-]", 32),),
    "neon": (Form(r"napi_", _WORD, 40), Form(r"npg_", _WORD, 12, mixed=True)),
    "databricks": (Form(r"dapi", _HEX, 32, r"(?:-[0-9])?+"),),
    "terraform": (Form(r"[0-9A-Za-z]{14}\.atlasv1\.", r"[0-9A-Za-z_=-]", 60, seen=r"\.atlasv1\."),),
    "vault": (Form(r"hv[sbr]\.", _URL_SAFE, 20),),
    "doppler": (Form(r"dp\.(?:pt|st|ct|sa|scim|audit)\.", _DOTTED, 36),),
    "pulumi": (Form(r"pul-", _HEX, 40),),
    "docker": (Form(r"dckr_(?:pat|oat)_", _URL_SAFE, 24, mixed=True),),
    "rubygems": (Form(r"rubygems_", _HEX, 48),),
    "crates": (Form(r"cio", _WORD, 32, mixed=True),),
    "nuget": (Form(r"oy2", r"[0-9a-z]", 43, mixed=True),),
    "artifactory": (
        Form(r"AKCp[0-9]", _WORD, 60, mixed=True),
        Form(r"cmVmdGtu", _WORD, 50, mixed=True),
    ),
    "sonar": (Form(r"sq[pua]_", _HEX, 40),),
    "sourcegraph": (Form(r"sgp_", r"[0-9a-fA-F_]", 40),),
    "circleci": (Form(r"CCIP(?:AT|RJ)_", r"[0-9A-Za-z_]", 40),),
    "buildkite": (Form(r"bkua_", _HEX, 40),),
    "sentry": (Form(r"sntry[su]_", r"[0-9A-Za-z+/=_-]", 40),),
    "newrelic": (Form(r"NRAK-|NRII-", _URL_SAFE, 27), Form(r"NRRA-", _HEX, 42)),
    "grafana": (
        Form(r"glsa_", r"[0-9A-Za-z_]", 32),
        Form(r"glc_", r"[0-9A-Za-z+/]", 32, r"={0,2}+"),
    ),
    "dynatrace": (Form(r"dt0[a-z][0-9]{2}\.[0-9A-Z]{24}\.", r"[0-9A-Z]", 64),),
    "tailscale": (Form(r"tskey-[a-z]{3,12}-", _URL_SAFE, 20),),
    "age": (Form(r"AGE-SECRET-KEY-1", r"[0-9A-Z]", 58),),
    "onepassword": (
        Form(r"ops_eyJ", r"[0-9A-Za-z+/_=-]", 200),
        Form(r"A3-[0-9A-Z]{6}-", r"[0-9A-Z-]", 28, mixed=True),
    ),
    "atlassian": (
        Form(r"ATATT3|ATCTT3|ATOA", r"[0-9A-Za-z_=-]", 60, mixed=True),
        Form(r"ATBB", _WORD, 32),
    ),
    "linear": (Form(r"lin_(?:api|oauth|wh)_", _WORD, 32, mixed=True),),
    "notion": (
        Form(r"ntn_", _WORD, 40),
        Form(r"secret_", _WORD, 43, mixed=True, seen=r"secret_[0-9A-Za-z]{16}"),
    ),
    "figma": (Form(r"fig[dou][rh]?_", _URL_SAFE, 40),),
    "airtable": (Form(r"pat[0-9A-Za-z]{14}\.", _HEX, 64),),
    "asana": (
        Form(r"[0-9]/[0-9]{15,17}(?:/[0-9]{15,17})?:", _HEX, 32, seen=r"[0-9]{4}:[0-9a-f]{6}"),
    ),
    "postman": (Form(r"PMAK-", r"[0-9a-f-]", 50),),
    "typeform": (Form(r"tfp_", r"[0-9A-Za-z._=-]", 40),),
    "hubspot": (Form(r"pat-(?:na|eu|ap)[0-9]-", r"[0-9a-f-]", 36),),
    "contentful": (Form(r"CFPAT-", _URL_SAFE, 40),),
    "discord": (
        Form(
            r"[MNO][DTjz][AEIMQUYcgk][w-z0-5][0-9A-Za-z_-]{19,24}\.[0-9A-Za-z_-]{6}\.",
            _URL_SAFE,
            27,
            seen=r"[MNO][DTjz][AEIMQUYcgk][w-z0-5][0-9A-Za-z_-]{19}",
        ),
        Form(
            r"https?://(?:[a-z]{1,10}\.)?discord(?:app)?\.com/api/(?:v[0-9]{1,3}/)?webhooks/[0-9]{10,20}/",
            _URL_SAFE,
            40,
            seen=r"discord(?:app)?\.com/api/",
        ),
    ),
    "telegram": (Form(r"[0-9]{8,10}:AA", _URL_SAFE, 33, seen=r"[0-9]:AA[0-9A-Za-z_-]{6}"),),
    "teams": (
        Form(
            r"https?://[0-9a-z-]{1,60}\.webhook\.office\.com/webhookb2/",
            r"[0-9A-Za-z@/-]",
            60,
            seen=r"\.webhook\.office\.com/webhookb2/",
        ),
    ),
    "twilio": (Form(r"SK", _HEX, 32),),
    "sendgrid": (Form(r"SG\.[0-9A-Za-z_-]{16,32}\.", _URL_SAFE, 32),),
    "mailgun": (Form(r"key-", _HEX, 32), Form(r"(?:pubkey|signing)-", _HEX, 32)),
    "mailchimp": (Form(r"[0-9a-f]{32}-us", r"[0-9]", 1, seen=r"[0-9a-f]-us[0-9]"),),
    "brevo": (Form(r"x(?:keysib|smtpsib)-", r"[0-9A-Za-z-]", 64, mixed=True),),
    "resend": (Form(r"re_[0-9A-Za-z]{8}_", _WORD, 20, mixed=True),),
    "shopify": (Form(r"shp(?:at|ca|pa|ss|tka)_", r"[0-9a-fA-F]", 32),),
    "square": (Form(r"sq0(?:atp|csp|idb)-", _URL_SAFE, 22), Form(r"EAAA[lE]", _URL_SAFE, 58)),
    "facebook": (Form(r"EAA[A-Z]", _WORD, 60, mixed=True),),
    "braintree": (Form(r"access_token\$(?:production|sandbox)\$", r"[0-9a-z$]", 40),),
    "flutterwave": (Form(r"FLWSECK(?:_TEST)?-", r"[0-9a-zA-Z-]", 12, mixed=True),),
    "mapbox": (Form(r"sk\.eyJ", _DOTTED, 40),),
    "alibaba": (Form(r"LTAI", _WORD, 16, mixed=True),),
}
"""Services whose tokens begin with what nothing else does, by the kind's name.

Formats are those of each service's documentation of its API keys or tokens, and of GitHub's list of
the patterns that its secret scanning supports.
"""
