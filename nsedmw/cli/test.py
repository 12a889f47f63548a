"""`nsedmw test`: a configuration held against golden cases."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from nsedmw import log
from nsedmw.cli.configuration import DEFAULT, VARIABLE, cannot_stand, loaded, located
from nsedmw.cli.errors import CANNOT, Refused, cannot_write
from nsedmw.cli.junit import document
from nsedmw.cli.output import COLOURS, Colour, say, wants_colour
from nsedmw.cli.visible import visible
from nsedmw.errors import ConfigError, Problem
from nsedmw.testing import CaseResult, load_cases, run_cases

if TYPE_CHECKING:
    from nsedmw.testing import Case

FAILED = 1


@click.command()
@click.argument("files", nargs=-1, metavar="[CONFIG] CASES...")
@click.option("--junit", metavar="FILE", help="Also write the results as JUnit XML.")
@click.option(
    "--color",
    type=click.Choice(COLOURS),
    default="auto",
    show_default=True,
    help="Colour of the report. NO_COLOR and TERM=dumb are respected.",
)
@click.option(
    "-v", "--verbose", is_flag=True, help="Name the cases that pass, too; log every step."
)
def test(files: tuple[str, ...], junit: str | None, color: Colour, verbose: bool) -> None:
    """Hold a configuration against golden cases: inputs with the verdicts they must get.

    CASES are files: a YAML list, or JSON lines where the name ends in .jsonl or .ndjson. The first
    of several names is CONFIG; one name alone is CASES.

    \b
    A case:
      - name: an address is noticed
        point: before_release
        text: write to ana@example.com
        expect: {verdict: warn, category: pii}

    \b
    Examples:
      nsedmw test pipeline.yaml cases.yaml
      nsedmw test pipeline.yaml cases/*.jsonl --junit report.xml

    \b
    Exit codes:
      0  all passed     1  a case failed
      2  a file cannot stand, a case cannot be run, or there is no case at all
    """  # noqa: D301  # click reads the backspace itself
    log.to_stderr(logging.DEBUG if verbose else logging.ERROR)
    config, cases = _told_apart(files)
    found = _read(cases)
    with loaded(config) as engine:
        results = run_cases(engine, found)
    if junit is not None:
        _write(junit, document(config, results))
    say("\n".join(_report(results, verbose)), colour=wants_colour(color))
    raise click.exceptions.Exit(_exit(results))


def _told_apart(files: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """CONFIG and CASES; the rule stands in the verb's help."""
    if not files:
        raise Refused("name the files of cases: `nsedmw test CONFIG CASES...`")
    if len(files) > 1:
        return files[0], files[1:]
    try:
        return located(None), files
    except Refused:
        raise Refused(
            f"no configuration: one name alone is CASES; write `nsedmw test CONFIG {files[0]}`,"
            f" set {VARIABLE}, or make ./{DEFAULT} with `nsedmw init`"
        ) from None


def _read(files: tuple[str, ...]) -> list[Case]:
    cases: list[Case] = []
    problems: list[Problem] = []
    for file in files:
        try:
            cases += load_cases(file)
        except ConfigError as error:
            problems += error.problems
    if problems:
        cannot_stand(problems)
    if not cases:
        raise Refused("no case was found: nothing tested is no success")
    return cases


def _write(path: str, data: bytes) -> None:
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise cannot_write(f"--junit {path}", error) from None


def _report(results: list[CaseResult], verbose: bool) -> Iterator[str]:
    for result in results:
        if not result.passed or verbose:
            yield from _case(result)
    failed = sum(not result.passed for result in results)
    summary = f"{len(results) - failed} passed, {failed} failed"
    yield click.style(summary, fg="red" if failed else "green", bold=True)


def _case(result: CaseResult) -> Iterator[str]:
    case = result.case
    word, colour = ("ok", "green") if result.passed else ("FAILED", "red")
    at = f"{visible(case.file)}:{case.line}" if case.line else visible(case.file)
    yield f"{click.style(word, fg=colour, bold=True)} {visible(case.name)} ({at}, {case.point})"
    if result.error is not None:
        yield f"  cannot be run: {visible(result.error)}"
    yield from (f"  {visible(failure)}" for failure in result.failures)


def _exit(results: list[CaseResult]) -> int:
    if any(result.error is not None for result in results):
        return CANNOT
    return 0 if all(result.passed for result in results) else FAILED
