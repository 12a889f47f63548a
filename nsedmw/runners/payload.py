"""What a program or a library is given: the context, with its entry's config over the metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from nsedmw.types import Context
from nsedmw.wire import encode, encode_context


def payload_of(context: Context, config: Mapping[str, Any]) -> bytes:
    """Compact JSON; without a config the bytes are shared by all that ask for this context."""
    if not config:
        return encode_context(context)
    return encode(msgspec.structs.replace(context, metadata={**context.metadata, **config}))
