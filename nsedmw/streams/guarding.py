"""The loop around a stream: it judges what comes, yields what may go out, closes the source."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Generator, Iterable
from contextlib import suppress
from inspect import isawaitable
from typing import Any

from nsedmw.streams.text import AsyncStream, Stream
from nsedmw.types import Result


def guarded(stream: Stream, chunks: Iterable[str]) -> Generator[str, None, Result]:
    """Yield what may go out of `chunks`, and return the result.

    The source is closed when nothing more will go out, when it raises, and when the loop is left;
    the latter two abandon the stream.

    Raises:
        Blocked: at the end, where the run was blocked.
    """
    with stream:
        try:
            for chunk in chunks:
                passed = stream.feed(chunk)
                if passed:
                    yield passed
                if stream.blocked:
                    break
        finally:
            _close(chunks)
        rest, result = stream.close()
        if rest:
            yield rest
    result.raise_for_block()
    return result


async def aguarded(stream: AsyncStream, chunks: AsyncIterable[str]) -> AsyncGenerator[str, None]:
    """`guarded`, awaited; it cannot return the result."""
    async with stream:
        try:
            async for chunk in chunks:
                passed = await stream.feed(chunk)
                if passed:
                    yield passed
                if stream.blocked:
                    break
        finally:
            await _aclose(chunks)
        rest, result = await stream.close()
        if rest:
            yield rest
    result.raise_for_block()


def _close(source: Any) -> None:
    """Close a source that can be; what its closing raises must not hide why it was closed."""
    close = getattr(source, "close", None)
    if callable(close):
        with suppress(Exception):
            close()


async def _aclose(source: Any) -> None:
    close = getattr(source, "aclose", None) or getattr(source, "close", None)
    if callable(close):
        with suppress(Exception):
            closed = close()
            if isawaitable(closed):
                await closed
