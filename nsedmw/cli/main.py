"""The door of the command line: finds the verb, and answers for whatever goes wrong behind it.

One rule: no traceback reaches a user. A verb is imported when it is asked for, so that help and
version stay quick.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from types import FrameType, TracebackType
from typing import Any, Final, NoReturn

import click

import nsedmw
from nsedmw.cli.errors import CANNOT, did_you_mean
from nsedmw.cli.visible import visible
from nsedmw.unbuilt import VERBS as UNBUILT

INTERRUPTED: Final = 130
"""Ctrl-C and a reader that went away: 128 and SIGINT's number, as shells have it."""
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
"""What a stream that takes no more answers. Named files are answered for where they are opened."""

VERBS: Final = {
    "check": ("nsedmw.cli.check:check", "Say everything that is wrong with a configuration."),
    "run": ("nsedmw.cli.run:run", "Send one input through a pipeline and print the verdict."),
    "explain": ("nsedmw.cli.explain:explain", "Show what a configuration does, in order."),
    "test": ("nsedmw.cli.test:test", "Hold a configuration against golden cases."),
    "init": ("nsedmw.cli.init:init", "Write a first configuration and cases that pass."),
}
"""Verb -> where its command lives, and what it does in one line."""


class Verbs(click.Group):
    """The verbs of the table, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Every verb, in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """The verb's command, or None."""
        if cmd_name not in VERBS:
            return None
        module, _, attribute = VERBS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb and what is left of the line; a word that is no verb is a usage error."""
        verb = args[0]
        if verb in UNBUILT:
            ctx.fail(f"`nsedmw {verb}` is not built yet in this version of nsedmw")
        if verb not in VERBS and not verb.startswith("-"):
            near = did_you_mean(verb, VERBS) or f"; the verbs are {', '.join(VERBS)}"
            ctx.fail(f"no verb '{visible(verb)}'{near}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's signature
        """The table, from its own lines: help imports no verb."""
        with formatter.section("Verbs"):
            formatter.write_dl([(verb, line) for verb, (_, line) in VERBS.items()])


@click.command(
    cls=Verbs,
    subcommand_metavar="VERB ...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
)
@click.version_option(nsedmw.__version__, prog_name="nsedmw", message="%(prog)s %(version)s")
def cli() -> None:
    """Moderate what goes into and comes out of LLM agents, by the pipelines of one YAML file.

    Every verb takes a configuration file, CONFIG. Where it is left out, the file that the
    variable NSEDMW_CONFIG names is used, else ./nsedmw.yaml.

    \b
    A first look:
      nsedmw init
      nsedmw check
      echo "write to ana@example.com" | nsedmw run --text
      nsedmw test nsedmw.yaml cases.yaml

    \b
    Exit codes:
      0    it went well; for `run`: pass or warn
      1    `run`: blocked; `test`: a case failed
      2    it could not be done, and stderr (for `check`, stdout) says why
      3    `run`: a person has to be asked
      130  Ctrl-C, or the reader of the output went away
      143  ended by SIGTERM (129 by SIGHUP); a program that it ran is ended, too
    """  # noqa: D301  # click reads the backspace itself


def main() -> NoReturn:
    """Run the command line on this process's arguments and exit."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:  # `nohup` ignores one of them
            signal.signal(number, _end)
    sys.exit(status(sys.argv[1:]))


def status(arguments: Sequence[str]) -> int:
    """Run one command line and write out what it said, so that nothing fails later: exit code."""
    try:
        _never_fail_to_encode()
        code = _answered(arguments)
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except BrokenPipeError:
        _let_go()
        return INTERRUPTED
    except KeyboardInterrupt:
        return _signalled[0] if _signalled else INTERRUPTED
    except OSError:  # neither stream takes anything: nobody can be told
        _let_go()
        return CANNOT
    return code


class Signalled(KeyboardInterrupt):
    """A signal that asks the process to end; told apart from what a check raises, as Ctrl-C is."""


_signalled: Final[list[int]] = []
"""The exit code that such a signal asks for."""


def _end(number: int, _: FrameType | None) -> NoReturn:
    for other in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(other, signal.SIG_IGN)  # once is enough, and cleaning up goes on
    _signalled.append(128 + number)
    raise Signalled


def _answered(arguments: Sequence[str]) -> int:
    try:
        with cli.make_context("nsedmw", list(arguments)) as context:
            cli.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        _visible(error).show()
        return error.exit_code
    except BrokenPipeError:
        raise
    except Exception as error:
        if _signalled:  # what is interrupted at any step may break in its own way
            return _signalled[0]
        _tell(_where(error))
        return CANNOT
    return 0


def _visible(error: click.ClickException) -> click.ClickException:
    """The error with what was typed made visible: click quotes arguments as they are."""
    if type(error) is click.UsageError:
        return click.UsageError(visible(error.message), error.ctx)
    return error


def _where(error: Exception) -> str:
    """The kind and place of an error that nobody foresaw. Its text may hold content: not shown."""
    if isinstance(error, OSError) and error.errno in _FULL:
        return f"cannot write the output: {error.strerror}"
    trace: TracebackType | None = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "?"
    if trace is not None:
        place = f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"
    return (
        f"internal error: {type(error).__name__} at {place};"
        " this is a fault of nsedmw, please report it"
    )


def _tell(message: str) -> None:
    click.echo(f"nsedmw: {message}", err=True)


def _never_fail_to_encode() -> None:
    """A terminal without the letters that a message has gets escapes, never an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _let_go() -> None:
    """Point both streams at nothing: the interpreter flushes them once more when it ends."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            os.dup2(nothing, stream.fileno())
    os.close(nothing)
