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
    "pem_private_key": Detector(pem.CANDIDATE, pem.find),
    "connection_string": Detector(connection.CANDIDATE, connection.find),
    "bearer": Detector(authorization.BEARER, authorization.find_bearer, authorization.LABEL),
    "authorization": Detector(authorization.OTHER, authorization.find_other, authorization.LABEL),
    "aws_access_key": Detector(aws.ACCESS_KEY, aws.find_access_key),
    "aws_secret_key": Detector(aws.NAMED_KEY, aws.find_secret_key, aws.LABELS),
    "github_pat": tokens.GITHUB,
    "gitlab_pat": tokens.GITLAB,
    "gcp": tokens.GCP,
    "azure": Detector(azure.CANDIDATE, azure.find),
    "slack": tokens.SLACK,
    "stripe": tokens.STRIPE,
    "openai": tokens.OPENAI,
    "anthropic": tokens.ANTHROPIC,
    "huggingface": tokens.HUGGINGFACE,
    "npm": tokens.NPM,
    "pypi": tokens.PYPI,
    **{kind: tokens.detector(*forms) for kind, forms in tokens.OTHERS.items()},
    "jwt": Detector(jwt.CANDIDATE, jwt.find),
    "api_key_kv": Detector(key_value.CANDIDATE, key_value.find, names.LABEL),
    HIGH_ENTROPY: high_entropy(),
}
"""Kinds by the name that a finding's `rule` has. Where two find the same, the first has it: what is
told by its shape alone comes before what is told by the words beside it."""
