"""Kinds of secrets: a small file or a row of a table each, this one their list."""

from __future__ import annotations

from typing import Final

from nsedmw.detect.detector import Detector
from nsedmw.detect.secrets import (
    authorization,
    aws,
    azure,
    connection,
    jwt,
    key_value,
    names,
    pem,
    tokens,
)
from nsedmw.detect.secrets.entropy import high_entropy

HIGH_ENTROPY: Final = "high_entropy"

DETECTORS: Final[dict[str, Detector]] = {
    "pem_private_key": Detector(pem.CANDIDATE, pem.find, reach=pem.REACH),
    "connection_string": Detector(connection.CANDIDATE, connection.find, reach=connection.REACH),
    "bearer": authorization.BEARERS,
    "authorization": authorization.OTHERS,
    "aws_access_key": aws.ACCESS_KEYS,
    "aws_secret_key": aws.SECRET_KEYS,
    "github_pat": tokens.GITHUB,
    "gitlab_pat": tokens.GITLAB,
    "gcp": tokens.GCP,
    "azure": Detector(azure.CANDIDATE, azure.find, reach=azure.REACH),
    "slack": tokens.SLACK,
    "stripe": tokens.STRIPE,
    "openai": tokens.OPENAI,
    "anthropic": tokens.ANTHROPIC,
    "huggingface": tokens.HUGGINGFACE,
    "npm": tokens.NPM,
    "pypi": tokens.PYPI,
    **{kind: tokens.detector(*forms) for kind, forms in tokens.OTHERS.items()},
    "jwt": Detector(jwt.CANDIDATE, jwt.find, reach=jwt.REACH),
    "api_key_kv": Detector(key_value.CANDIDATE, key_value.find, names.LABEL, reach=key_value.REACH),
    HIGH_ENTROPY: high_entropy(),
}
"""Kinds by the name that a finding's `rule` has. Where two find the same, the first has it: what is
told by its shape alone comes before what is told by the words beside it."""
