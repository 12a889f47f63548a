"""The loop around a stream: it judges what comes, yields what may go out, closes the source."""

from __future__ import annotations

from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Generator,
    Iterable,
    Iterator,
)
from contextlib import asynccontextmanager, contextmanager, suppress
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
        with closed(chunks):
            for chunk in chunks:
                passed = stream.feed(chunk)
                if passed:
                    yield passed
                if stream.blocked:
                    break
        rest, result = stream.close()
        if rest:
            yield rest
    result.raise_for_block()
    return result


async def aguarded(stream: AsyncStream, chunks: AsyncIterable[str]) -> AsyncGenerator[str, None]:
    """`guarded`, awaited; it cannot return the result."""
    async with stream:
        async with aclosed(chunks):
            async for chunk in chunks:
                passed = await stream.feed(chunk)
                if passed:
                    yield passed
                if stream.blocked:
                    break
        rest, result = await stream.close()
        if rest:
            yield rest
    result.raise_for_block()


@contextmanager
def closed(source: Any) -> Iterator[None]:
    """Close a source at the end, if it can be closed.

    What its closing raises must not hide why it was closed.
    """
    try:
        yield
    finally:
        close = getattr(source, "close", None)
        if callable(close):
            with suppress(Exception):
                close()


@asynccontextmanager
async def aclosed(source: Any) -> AsyncIterator[None]:
    """`closed`, awaited."""
    try:
        yield
    finally:
        close = getattr(source, "aclose", None) or getattr(source, "close", None)
        if callable(close):
            with suppress(Exception):
                ended = close()
                if isawaitable(ended):
                    await ended
