"""The one place where whatever a middleware does becomes a verdict.

Inside, parts raise; beyond this module nothing does. An answer that is no sound verdict, a late
one and an exception are all failures: a block, or a warning where the entry is `optional`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from functools import partial
from inspect import CORO_CREATED, getcoroutinestate, isawaitable, iscoroutine
from math import inf
from threading import current_thread, main_thread
from time import monotonic
from typing import Any, Final, TypeVar, cast

import msgspec

from nsedmw import log
from nsedmw.errors import Exited, Failure, OverBound
from nsedmw.pipeline.entry import Entry, Pipeline
from nsedmw.pipeline.portal import GRACE_SECS, Portal
from nsedmw.pipeline.threads import Threads
from nsedmw.protocols import Private
from nsedmw.types import Context, FailureKind, Report, Tool, Verdict
from nsedmw.wire import MAX_STATE_BYTES, Unreadable, encode, own, sound

CATEGORY: Final = "middleware_error"
T = TypeVar("T")
_PASS: Final = Verdict("pass")
NO_FINDINGS: Final = _PASS.findings


class Run(msgspec.Struct, frozen=True):
    """What is the same for every middleware of one run; `deadline` is a monotonic second."""

    run_id: str
    private: Private = Private()
    deadline: float | None = None
    secrets: Sequence[str] = ()
    """Values that no word of a middleware may tell."""

    def with_secrets(self, more: Sequence[str]) -> Run:
        """The same, with values that one entry's words must not tell either."""
        return msgspec.structs.replace(self, secrets=(*self.secrets, *more))


class Outcome(msgspec.Struct, frozen=True):
    """A verdict as the flow gets it; `failure` is set where it stands for something broken."""

    verdict: Verdict
    started: float
    ended: float
    failure: FailureKind | None = None


def call(pipeline: Pipeline, entry: Entry, context: Context, run: Run, portal: Portal) -> Outcome:
    """Ask one middleware from a thread that may wait."""
    started = monotonic()
    limit = _limit(entry, run, started)
    if entry.secrets:
        run = run.with_secrets(entry.secrets)
    if entry.runs is not None:
        ask = partial(entry.runs.call, limit=limit)
        answer = attempt(ask, context) if limit > 0 else _late()
        return _judged(pipeline, entry, context, run, answer, started, limit)
    if entry.guest:
        context = _copy(context)
    if entry.threads is None or (limit == inf and not entry.threads.refuses()):
        answer = attempt(_asked(entry, run), context, guest=entry.guest) if limit > 0 else _late()
    else:
        answer = _on_thread(entry.threads, entry, context, run, limit)
    if not isinstance(answer, Verdict | Failure) and isawaitable(answer):
        answer = _awaited(portal, answer, limit, guest=entry.guest)
    return _judged(pipeline, entry, context, run, answer, started, limit)


async def acall(pipeline: Pipeline, entry: Entry, context: Context, run: Run, _: Portal) -> Outcome:
    """Ask one middleware from a task."""
    started = monotonic()
    limit = _limit(entry, run, started)
    if entry.secrets:
        run = run.with_secrets(entry.secrets)
    if entry.runs is not None:
        # It keeps its deadline itself: what has to end then is a process, not a task.
        asked = _settled(entry.runs.acall(context, limit), guest=False) if limit > 0 else None
        answer = _late() if asked is None else await asked
        return _judged(pipeline, entry, context, run, answer, started, limit)
    if entry.guest:
        context = _copy(context)
    if entry.threads is None:
        answer = attempt(_asked(entry, run), context, guest=entry.guest) if limit > 0 else _late()
    else:
        answer = await _on_thread_async(entry.threads, entry, context, run, limit)
    if not isinstance(answer, Verdict | Failure) and isawaitable(answer):
        answer = await attempt_async(answer, limit, guest=entry.guest)
    return _judged(pipeline, entry, context, run, answer, started, limit)


def _asked(entry: Entry, run: Run) -> Callable[[Context], Any]:
    informed = entry.informed
    if informed is None:
        return entry.check
    return lambda context: informed(context, run.private)


def admit(pipeline: Pipeline, entry: Entry, context: Context, run: Run) -> bool | Outcome:
    """Whether the entry runs for this context; a `when` that cannot be judged is its failure."""
    if not entry.concerns(context):
        return False
    if entry.condition is None:
        return True
    started = monotonic()
    answer = attempt(entry.condition, context)
    if isinstance(answer, bool):
        return answer
    return _failed(pipeline, entry, context, run, answer, started)


def _limit(entry: Entry, run: Run, now: float) -> float:
    if run.deadline is None:
        return entry.timeout_secs
    return min(entry.timeout_secs, run.deadline - now)


def attempt(check: Callable[[T], Any], subject: T, *, guest: bool = False) -> Any:
    """What `check` answers, or the Failure that its exception is.

    A Failure that a guest raises is not believed: its words may hold the content.
    """
    try:
        return check(subject)
    except BaseException as error:  # whatever it is, it must not leave the boundary
        return _broken(error, guest=guest)


async def attempt_async(answer: Awaitable[Any], limit: float, *, guest: bool = False) -> Any:
    """What an awaitable answers within `limit` seconds, or the Failure that stands for it.

    It has a task of its own, so that one that swallows its cancelling can be left behind.
    """
    task = asyncio.ensure_future(_settled(answer, guest=guest))
    try:
        done, _ = await asyncio.wait({task}, timeout=limit)
        if not done:
            task.cancel()
            await asyncio.wait({task}, timeout=GRACE_SECS)
            return _late()
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait({task}, timeout=GRACE_SECS)
        raise
    return task.result()


async def _settled(answer: Awaitable[Any], *, guest: bool) -> Any:
    try:
        return await answer
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return _crash(error)  # nobody cancelled it
    except BaseException as error:  # as in `attempt`
        return _broken(error, guest=guest)


def _broken(error: BaseException, *, guest: bool) -> Failure:
    if isinstance(error, KeyboardInterrupt) and current_thread() is main_thread():
        raise error  # a person's Ctrl-C
    if isinstance(error, Failure) and not guest:
        return error
    return _crash(error)


def _awaited(portal: Portal, answer: Awaitable[Any], limit: float, *, guest: bool) -> Any:
    try:
        return portal.run(attempt_async(answer, limit, guest=guest), limit)
    except Failure as failure:
        if iscoroutine(answer) and getcoroutinestate(answer) == CORO_CREATED:
            answer.close()  # or Python warns that nobody awaited it
        return failure


def _begun(threads: Threads, entry: Entry, context: Context, run: Run) -> Future[Any] | Failure:
    try:
        return threads.start(lambda: attempt(_asked(entry, run), context, guest=entry.guest))
    except Failure as failure:
        return failure


def _on_thread(threads: Threads, entry: Entry, context: Context, run: Run, limit: float) -> Any:
    future = _begun(threads, entry, context, run)
    if isinstance(future, Failure):
        return future
    try:
        return future.result(_secs(limit))
    except TimeoutError:
        threads.abandon(future)
        return _late()


async def _on_thread_async(
    threads: Threads, entry: Entry, context: Context, run: Run, limit: float
) -> Any:
    future = _begun(threads, entry, context, run)
    if isinstance(future, Failure):
        return future
    waiter = asyncio.wrap_future(future)
    try:
        done, _ = await asyncio.wait({waiter}, timeout=_secs(limit))
    except asyncio.CancelledError:
        threads.abandon(future)
        raise
    if done:
        return waiter.result()
    threads.abandon(future)
    return _late()


def _secs(limit: float) -> float | None:
    return None if limit == inf else max(limit, 0)


def _late() -> Failure:
    return Failure("timeout", "timed out")


def _crash(error: BaseException) -> Failure:
    """What is left of an exception: its type and its place. Its text may hold the content."""
    failure = Failure("crash", f"it raised {type(error).__name__}")
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None:
        failure.add_note(f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}")
    return failure


def _judged(
    pipeline: Pipeline,
    entry: Entry,
    context: Context,
    run: Run,
    answer: Any,
    started: float,
    limit: float,
) -> Outcome:
    ended = monotonic()
    if isinstance(answer, Verdict):
        if ended - started > limit:
            return _failed(pipeline, entry, context, run, _late(), started)
        if _says_nothing(answer):
            return Outcome(_PASS, started, ended)
        quiet = answer.content is None and answer.hook_state is None and answer.verdict != "ask"
        if quiet and not entry.foreign:
            return Outcome(answer, started, ended)
        return _sound(pipeline, entry, context, run, answer, started)
    if isinstance(answer, Exited):
        refusal = Verdict("block", reason=answer.detail, category=answer.category)
        return Outcome(_cleaned(pipeline, context, run, refusal), started, ended, "exit")
    if not isinstance(answer, Failure):
        what = "None" if answer is None else f"a {type(answer).__name__}"
        answer = Failure("unreadable", f"it answered {what}, not a Verdict")
    return _failed(pipeline, entry, context, run, answer, started)


def _says_nothing(answer: Verdict) -> bool:
    """Whether it is a bare pass. Nothing of it is compared by code that came with it."""
    word: object = answer.verdict
    return (
        type(answer) is Verdict
        and type(word) is str
        and word == "pass"
        and answer.content is None
        and answer.reason is None
        and answer.category is None
        and answer.hook_state is None
        and answer.question is None
        and answer.findings is NO_FINDINGS
    )


def _checked(context: Context, answer: Verdict) -> Verdict | Failure | OverBound:
    try:
        verdict = sound(answer)
    except OverBound as refused:
        return refused
    except Unreadable as refused:
        return Failure("unreadable", str(refused))
    if verdict.verdict == "ask" and context.stage != "before_tool":
        return Failure("unreadable", "it answered ask, which before_tool alone knows")
    if context.stage == "before_tool" and not isinstance(verdict.content, dict | None):
        return Failure("unreadable", "its `content` is not an object, as a tool's arguments are")
    if verdict.hook_state:
        state = {**context.hook_state, **verdict.hook_state}
        if len(encode(state)) > MAX_STATE_BYTES:
            return OverBound(f"hook_state larger than {MAX_STATE_BYTES} bytes as JSON")
    return verdict


def _sound(
    pipeline: Pipeline, entry: Entry, context: Context, run: Run, answer: Verdict, started: float
) -> Outcome:
    # Its members may be objects whose methods are foreign code as well.
    verdict = attempt(partial(_checked, context), answer, guest=entry.guest)
    if isinstance(verdict, OverBound):
        return _over(pipeline, entry, context, run, str(verdict), started)
    if not isinstance(verdict, Verdict):
        return _failed(pipeline, entry, context, run, verdict, started)
    if entry.foreign:
        _log_said(pipeline, entry, context, run, answer)
        verdict = _cleaned(pipeline, context, run, verdict)
    if verdict.verdict == "ask" and not pipeline.can_ask:
        verdict = _unaskable(verdict)
    return Outcome(verdict, started, monotonic())


def _log_said(
    pipeline: Pipeline, entry: Entry, context: Context, run: Run, answer: Verdict
) -> None:
    if isinstance(answer, Report) and answer.said is not None and log.wants_debug():
        said = pipeline.clean(answer.said.strip(), _hidden(context, run), run.secrets)
        log.debug("program said", run_id=run.run_id, middleware=entry.name, said=said)


def _cleaned(pipeline: Pipeline, context: Context, run: Run, verdict: Verdict) -> Verdict:
    changes: dict[str, Any] = {}
    for name in ("reason", "question"):
        text = getattr(verdict, name)
        if text is not None:
            changes[name] = pipeline.clean(text, _hidden(context, run), run.secrets)
    if verdict.category is not None:
        changes["category"] = _clean_category(pipeline, context, run, verdict.category)
    if verdict.findings:
        changes["findings"] = tuple(
            msgspec.structs.replace(
                finding,
                category=_clean_category(pipeline, context, run, finding.category),
                rule=pipeline.clean(finding.rule, _hidden(context, run), run.secrets),
            )
            for finding in verdict.findings
        )
    members = {name: getattr(verdict, name) for name in Verdict.__struct_fields__}
    return Verdict(**{**members, **changes})  # a Report's notes are ours alone to write


def _clean_category(pipeline: Pipeline, context: Context, run: Run, category: str) -> str:
    return pipeline.clean_category(pipeline.clean(category, _hidden(context, run), run.secrets))


def _hidden(context: Context, run: Run) -> Any:
    """What no word of a foreign check may quote, also as JSON has it, with and without escapes."""
    content = context.content
    forms = [content]
    plain = encode(content).decode()
    if plain != f'"{content}"':
        forms.append(plain)
    if not plain.isascii():
        forms.append(json.dumps(content))
    if run.private.system_prompt is not None:
        forms.append(run.private.system_prompt)
    return forms if len(forms) > 1 else content


def _unaskable(verdict: Verdict) -> Verdict:
    return msgspec.structs.replace(
        verdict,
        verdict="block",
        category="approval",
        reason="approval is needed and no checkpoint key is set (checkpoint.key_env)",
        question=None,
    )


def _over(
    pipeline: Pipeline, entry: Entry, context: Context, run: Run, bound: str, started: float
) -> Outcome:
    """An answer past the bounds of a run: a block whatever `optional` says."""
    ended = monotonic()
    reason = f"Middleware '{entry.name}' answered with content or state that is {bound}"
    _log_failed(pipeline, entry, context, run, Failure("invalid_content", bound))
    verdict = Verdict("block", reason=reason, category="invalid_content")
    return Outcome(verdict, started, ended, "invalid_content")


def _failed(
    pipeline: Pipeline, entry: Entry, context: Context, run: Run, failure: Failure, started: float
) -> Outcome:
    if failure.kind == "invalid_content":
        return _over(pipeline, entry, context, run, failure.detail, started)
    ended = monotonic()  # before a log line, the first of which imports the logger
    if failure.kind == "timeout" and failure.detail == "timed out":
        reason = f"Middleware '{entry.name}' timed out"
    else:
        reason = f"Middleware '{entry.name}' failed: {failure.detail}"
    _log_failed(pipeline, entry, context, run, failure)
    verdict = Verdict("warn" if entry.optional else "block", reason=reason, category=CATEGORY)
    return Outcome(verdict, started, ended, cast("FailureKind", failure.kind))


def _log_failed(
    pipeline: Pipeline, entry: Entry, context: Context, run: Run, failure: Failure
) -> None:
    log.warning(
        "middleware failed",
        run_id=run.run_id,
        point=pipeline.point,
        stage=context.stage,
        middleware=entry.name,
        failure=failure.kind,
        optional=entry.optional,
        raised_at=next(iter(getattr(failure, "__notes__", ())), None),
    )


def _copy(context: Context) -> Context:
    """A context whose containers a foreign check may write to without reaching anybody else."""
    content, metadata, state, tool = (
        context.content,
        context.metadata,
        context.hook_state,
        context.tool,
    )
    # A new one even where there is nothing to copy: an empty object can be written to as well.
    return msgspec.structs.replace(
        context,
        content=own(content) if isinstance(content, dict | list) else content,
        metadata=own(metadata) if metadata else {},
        hook_state=own(state) if state else {},
        tool=_copied_call(tool) if tool else tool,
    )


def _copied_call(tool: Tool) -> Tool:
    result = tool.result if tool.result is msgspec.UNSET else own(tool.result)
    return msgspec.structs.replace(tool, arguments=own(tool.arguments), result=result)
