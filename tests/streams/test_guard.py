"""The loop around a stream: what goes out, when the source is closed, what is raised."""

import asyncio
from contextlib import aclosing

import pytest

import nsedmw
from tests.streams.streaming import POINT, loaded

WORD = "{builtin: rule_based, config: {pii_patterns: false, blocklist: [{word: kryptonite}]}}"


class Source:
    """Chunks, after which it may raise; knows whether it was closed, and how far it was read."""

    def __init__(self, chunks, error=None, closing=None):
        self.waiting = list(chunks)
        self.error = error
        self.closing = closing
        self.closed = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.waiting:
            return self.waiting.pop(0)
        raise self.error or StopIteration

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.waiting:
            return self.waiting.pop(0)
        raise self.error or StopAsyncIteration

    def close(self):
        self.closed += 1
        if self.closing:
            raise self.closing


def guarded(engine, source, **arguments):
    """What goes out, and the result."""
    loop, out = engine.guard(POINT, source, **arguments), []
    while True:
        try:
            out.append(next(loop))
        except StopIteration as done:
            return out, done.value


async def aguarded(engine, source):
    return [text async for text in engine.aguard(POINT, source)]


CHUNKS = ["some words, ", "and then ", "more"]


def test_what_may_go_out_is_yielded_and_the_result_returned():
    source = Source(CHUNKS)
    out, result = guarded(loaded(WORD), source, agent_id="a")
    assert "".join(out) == "".join(CHUNKS)
    assert len(out) > 1
    assert "" not in out
    assert result.verdict == "pass"
    assert source.closed == 1
    assert asyncio.run(aguarded(loaded(WORD), Source(CHUNKS))) == out


def test_at_a_block_the_source_is_closed_and_blocked_raised():
    chunks = ["harmless words, ", "kryptonite ", "and so on ", "and on", "and on"]
    source = Source(chunks)
    out = []
    with pytest.raises(nsedmw.Blocked) as raised:
        out.extend(loaded(WORD).guard(POINT, source))
    assert raised.value.category == "blocklist"
    assert (source.closed, bool(source.waiting)) == (1, True)
    assert "harmless words, ".startswith("".join(out))
    source = Source(chunks)
    with pytest.raises(nsedmw.Blocked):
        asyncio.run(aguarded(loaded(WORD), source))
    assert (source.closed, bool(source.waiting)) == (1, True)


def test_a_block_at_the_end_is_raised_as_well():
    source = Source(["all of it ", "is held"])
    engine = loaded("{builtin: json_schema, config: {schema: {type: object}}}")
    with pytest.raises(nsedmw.Blocked, match="schema"):
        list(engine.guard(POINT, source))


def test_an_error_of_the_source_goes_on_and_the_run_is_cancelled(logged):
    source = Source(["some words "], error=ConnectionResetError("gone"))
    out = []
    with pytest.raises(ConnectionResetError):
        out.extend(loaded(WORD).guard(POINT, source))
    assert "".join(out) != "some words "
    assert source.closed == 1
    with pytest.raises(ConnectionResetError):
        asyncio.run(aguarded(loaded(WORD), Source([], error=ConnectionResetError("gone"))))
    assert len([line for line in logged if "run cancelled" in line]) == 2


def test_a_loop_that_is_left_closes_the_source_and_cancels_the_run(logged):
    source = Source(CHUNKS)
    loop = loaded(WORD).guard(POINT, source)
    next(loop)
    loop.close()
    assert source.closed == 1

    async def left():
        source = Source(CHUNKS)
        async with aclosing(loaded(WORD).aguard(POINT, source)) as loop:
            async for _ in loop:
                break
        return source.closed

    assert asyncio.run(left()) == 1
    assert len([line for line in logged if "run cancelled" in line]) == 2


def test_what_closing_raises_hides_nothing():
    source = Source(["kryptonite and more "], closing=RuntimeError("closing"))
    with pytest.raises(nsedmw.Blocked):
        list(loaded(WORD).guard(POINT, source))


def test_a_source_is_closed_by_what_it_has():
    class Awaited(Source):
        async def aclose(self):
            self.closed += 10

    source = Awaited(CHUNKS)
    asyncio.run(aguarded(loaded(WORD), source))
    assert source.closed == 10
    assert "".join(loaded(WORD).guard(POINT, iter(CHUNKS))) == "".join(CHUNKS)


def test_arguments_are_looked_at_before_the_first_chunk():
    with pytest.raises(ValueError, match="no hook point"):
        loaded(WORD).guard("nowhere", [])
    with pytest.raises(ValueError, match="no hook point"):
        loaded(WORD).aguard("nowhere", Source([]))
