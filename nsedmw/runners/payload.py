"""What a program or a library is given: the context, with its entry's config over the metadata."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from nsedmw.types import Context
from nsedmw.wire import encode, encode_context

_CONTENT: Final = "content as JSON"


def payload_of(context: Context, config: Mapping[str, Any]) -> bytes:
    """Compact JSON; its content, the large part, is encoded once however many ask.

    Without a config the bytes are shared by all that ask for this context.
    """
    if not config:
        return encode_context(context)
    memo = context.__dict__
    if _CONTENT not in memo:
        memo[_CONTENT] = msgspec.Raw(encode(context.content))
    metadata = {**context.metadata, **config}
    return encode(msgspec.structs.replace(context, content=memo[_CONTENT], metadata=metadata))
