"""Follows the commands of a text as a shell would, and notes what they would do; it runs nothing.

Each command is visited once, whatever the conditions around it say. What it prints is followed as
text with marks, so that `$(echo rm)` and `curl ... | tee x | sh` are seen for what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from nsedmw.detect.shell import handlers, naming
from nsedmw.detect.shell.call import Call, Span, Written
from nsedmw.detect.shell.cursor import Budget, Unreadable
from nsedmw.detect.shell.expand import Expander, combined
from nsedmw.detect.shell.grammar import read
from nsedmw.detect.shell.marks import DECODED, PRINTED, REMOTE, UNKNOWN, taints, unmarked
from nsedmw.detect.shell.rules import judged, opened
from nsedmw.detect.shell.rules.variables import assigned
from nsedmw.detect.shell.scope import Scope, Value
from nsedmw.detect.shell.tree import (
    Assign,
    Command,
    Compound,
    Function,
    Pipeline,
    Redirect,
    Script,
    Simple,
)

COMMANDS: Final = 16
"""Readings of one command whose words have several values."""
LONGEST: Final = 65_536
"""Characters of output that is followed."""
_OUTPUTS: Final = frozenset({">", ">>", ">|", "&>", "&>>", ">&"})


class Hit(NamedTuple):
    """A rule and the code points of the command that breaks it."""

    rule: str
    start: int
    end: int


class Machine:
    """One reading of one text, and of the texts inside it."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.scope = Scope()
        self.hits: dict[Hit, None] = {}
        self._expander = Expander(self.scope, self._substituted)
        self._sinks: dict[str, Script] = {}
        self._feeding: str | None = None
        self._calling: list[str | int] = []
        self._called: set[str] = set()
        self._followed: dict[tuple[object, ...], str] = {}
        self._defining = 0

    def text(self, text: str) -> None:
        """Read and follow a whole text; what cannot be read is noted as well."""
        try:
            self.script(read(text, self.budget), None)
            self._uncalled()
        except (Unreadable, RecursionError) as error:
            why = error.why if isinstance(error, Unreadable) else "deep"
            self.note(why, (0, len(text)))

    def note(self, rule: str, span: Span) -> None:
        """Keep a hit."""
        self.hits[Hit(rule, *span)] = None

    def code(self, text: str, span: Span, stdin: str | None = None, *, surely: bool = True) -> str:
        """Follow a text that a shell runs: of `sh -c`, `eval`, a pipe into a shell.

        What is no shell syntax is noted where it is `surely` code, and else it is a string.

        Raises:
            Unreadable: it is out of bounds.
        """
        text = text.rstrip("\r\n")
        marks = taints(text)
        if REMOTE in marks:
            self.note("download_run", span)
        elif DECODED in marks:
            self.note("decoded_code_run", span)
        if marks and not unmarked(text).strip():
            if {UNKNOWN, PRINTED} & set(marks) and not self._defining:
                self.note("dynamic_code", span)
            return UNKNOWN
        self.budget.step(4)
        with self.budget:
            try:
                script = read(text, self.budget, span)
            except Unreadable as error:
                if error.why != "syntax":
                    raise
                if surely:
                    self.note("dynamic_code" if marks else "syntax", span)
                return UNKNOWN
            return self.script(script, stdin)

    def script(self, script: Script, stdin: str | None) -> str:
        """Follow pipelines; return what they print."""
        printed: list[str] = []
        start, chained = self.scope.folders, False
        for pipeline in script.pipelines:
            if not pipeline.chained:
                if chained:
                    self.scope.folders = _both(self.scope.folders, start)
                start = self.scope.folders
            chained = pipeline.chained
            self.scope.unsure += chained
            printed.append(self._pipeline(pipeline, stdin))
            self.scope.unsure -= chained
        if chained:
            self.scope.folders = _both(self.scope.folders, start)
        text = "".join(printed)
        return text if len(text) <= LONGEST else (taints(text) or UNKNOWN)

    def _pipeline(self, pipeline: Pipeline, stdin: str | None) -> str:
        text = stdin
        last = len(pipeline.commands) - 1
        for index, command in enumerate(pipeline.commands):
            if last:
                self.scope.unsure += 1
            output = self.command(command, text)
            if last:
                self.scope.unsure -= 1
            text = output if index < last or output else ""
        return text or ""

    def command(self, command: Command, stdin: str | None) -> str:
        """Follow one command; return what it prints."""
        self.budget.step()
        with self.budget:
            match command:
                case Simple():
                    return self._simple(command, stdin)
                case Compound():
                    return self._compound(command, stdin)
                case Function():
                    self.scope.define(command)
                    return ""

    def _compound(self, compound: Compound, stdin: str | None) -> str:
        span = (compound.start, compound.end)
        outer = self.scope.folders
        files, stdin = self._opened(compound.redirects, span, stdin)
        readings = [self._expander.fields(word) for word in compound.words]
        if compound.kind == "loop" and compound.name:
            words = [field for one in readings for reading in one for field in reading]
            values: list[Value] = [(word,) for word in words] or [(UNKNOWN,)]
            self.scope.set(compound.name, values)
        # What a subshell sets is gone behind it, and what it hides is not.
        self.scope.unsure += compound.kind == "subshell"
        printed = [self.script(script, stdin) for script in compound.always]
        self.scope.unsure -= compound.kind == "subshell"
        self.scope.unsure += 1
        printed += [self.script(script, stdin) for script in compound.maybe]
        self.scope.unsure -= 1
        if compound.kind == "subshell":
            self.scope.folders = outer
        elif compound.maybe:
            self.scope.folders = _both(self.scope.folders, outer)
        return self._written("".join(printed), files, span)

    def _substituted(self, script: Script, process: str) -> str:
        """What a substitution stands for: what it prints, or a file of its own."""
        folders = self.scope.folders
        if process == ">":
            path = f"/dev/fd/{len(self._sinks) + 63}"
            self._sinks[path] = script
            return path
        self.scope.unsure += 1
        text = self.script(script, None)
        self.scope.unsure -= 1
        self.scope.folders = folders
        self.budget.step(len(text) // 256)
        if not process:
            return text
        path = f"/dev/fd/{len(self.scope.files) + 1063}"
        self.scope.files[path] = text
        return path

    def _simple(self, simple: Simple, stdin: str | None) -> str:
        span = (simple.start, simple.end)
        sinks = len(self._sinks)
        files, stdin = self._opened(simple.redirects, span, stdin)
        words = [self._expander.fields(word) for word in simple.words]
        # Words are expanded first: in `x=rm $x` the variable is not set yet.
        self._assigns(simple.assigns, span, lasting=not simple.words)
        for readings in words:
            for fields in readings:
                self.budget.step(len(fields) // 2 + sum(map(len, fields)) // 32)
        commands = combined(words, COMMANDS)
        printed = [self.run(words_, stdin, span, files) for words_ in commands if words_]
        text = self._written("\n".join(dict.fromkeys(printed)), files, span)
        for path in list(self._sinks)[sinks:]:
            self._feed(path, (stdin or "") + text)
        return text

    def _assigns(self, assigns: Iterable[Assign], span: Span, *, lasting: bool) -> None:
        self.scope.unsure += not lasting
        for assign in assigns:
            if assign.array:
                fields = [self._expander.fields(word) for word in assign.values]
                values: list[Value] = [tuple(one) for one in combined(fields, COMMANDS)]
            else:
                values = [(text,) for word in assign.values for text in self._expander.texts(word)]
            self.assign(assign.name, values or [("",)], span, append=assign.append)
        self.scope.unsure -= not lasting

    def assign(self, name: str, values: list[Value], span: Span, *, append: bool = False) -> None:
        """Set a variable and judge what setting it does."""
        for value in values:
            text = value[0] if value else ""
            rule, code = assigned(name, text)
            if rule:
                self.note(rule, span)
            if code:
                self.code(code, span)
        self.scope.set(name, values, append=append)

    def _opened(
        self, redirects: Iterable[Redirect], span: Span, stdin: str | None
    ) -> tuple[tuple[Written, ...], str | None]:
        """The files that redirections open, and what then comes from standard input."""
        files: list[Written] = []
        for redirect in redirects:
            if redirect.op in ("<<", "<<-", "<<<"):
                stdin = self._expander.document(redirect.target)
                continue
            for path in self._expander.texts(redirect.target):
                if redirect.op == "<":
                    stdin = self.contents(path)
                files.append(Written(redirect.op, redirect.fd, path))
        for rule in opened(files, self.scope.folders):
            self.note(rule, span)
        return tuple(files), stdin

    def contents(self, path: str) -> str:
        """What a file holds, as far as the text says it."""
        found = self.scope.files.get(path.removeprefix("./"))
        return naming.contents(path, self.scope.folders) if found is None else found

    def write(self, path: str, text: str, *, append: bool = False) -> None:
        """Note what a file holds from now on; a process substitution reads it."""
        name = path.removeprefix("./")
        if path in self._sinks:
            self._feed(path, text)
        elif len(self.scope.files) < COMMANDS * 16:
            keeps = append or self.scope.unsure
            old = self.scope.files.get(name, "") if keeps else ""
            joined = old + text
            self.scope.files[name] = joined if len(joined) <= LONGEST else taints(joined) or UNKNOWN

    def _feed(self, path: str, text: str) -> None:
        script = self._sinks.pop(path, None)
        self._sinks[path] = Script(())
        if script is not None and script.pipelines:
            self.script(script, text)

    def _written(self, text: str, files: tuple[Written, ...], span: Span) -> str:
        """What is left for a pipe once redirections took their part."""
        for file in files:
            if file.op in _OUTPUTS and file.fd in ("", "1") and not file.path.isdigit():
                for rule in handlers.sent_to_file(text, file.path):
                    self.note(rule, span)
                self.write(file.path, text, append=file.op.endswith(">>"))
                text = text if file.path in ("/dev/stdout", "/dev/tty") else ""
        return text

    def run(
        self,
        words: list[str],
        stdin: str | None,
        span: Span,
        files: tuple[Written, ...] = (),
    ) -> str:
        """Judge one command of expanded words; return what it prints."""
        self.budget.step()
        printed: list[str] = []
        for name in naming.candidates(words[0]):
            call = Call(name, tuple(words[1:]), stdin, span, files, self.scope.folders, words[0])
            printed.append(self._call(call))
        dynamic = naming.dynamic(words[0])
        if dynamic and not (dynamic == "dynamic_command" and self._defining):
            self.note(dynamic, span)
        if dynamic and len(words) > 1:
            # The variable may be empty, and the next word the command.
            with self.budget:
                self.run(words[1:], stdin, span, files)
        return "\n".join(dict.fromkeys(printed)) if printed else UNKNOWN

    def _call(self, call: Call) -> str:
        if call.name in self.scope.functions:
            return self._function(call)
        alias = self.scope.aliases.get(call.name)
        if alias is not None and call.name not in self._calling:
            return self._aliased(call, alias)
        with self.budget:
            for rule in judged(call):
                self.note(rule, call.span)
            for rule in handlers.downloaded(self, call):
                self.note(rule, call.span)
            return handlers.handle(self, call)

    def _function(self, call: Call) -> str:
        """Follow a function's body with the call's arguments; of each that the name may mean."""
        self._called.add(call.name)
        printed: list[str] = []
        for function in self.scope.functions[call.name]:
            if id(function) in self._calling:
                continue
            # Followed anew only where something that it could see is different.
            seen = (id(function), call.args, call.stdin, self.scope.version, call.folders)
            if seen in self._followed:
                printed.append(self._followed[seen])
                continue
            if naming.multiplies(function):
                self.note("fork_bomb", call.span)
            self._parameters(call.args)
            with self._inside(id(function)):
                printed.append(self.command(function.body, call.stdin))
            self._followed[seen] = printed[-1]
        return "\n".join(printed) if printed else UNKNOWN

    def _parameters(self, args: tuple[str, ...]) -> None:
        variables = self.scope.variables
        for number in range(1, 10):
            given = args[number - 1] if number <= len(args) else ""
            variables[str(number)] = ((given,),)
        variables["@"] = variables["*"] = (args,)

    def script_with(self, text: str, args: tuple[str, ...], call: Call) -> str:
        """Follow a text with positional parameters, as `sh -c text name args` does."""
        saved = dict(self.scope.variables)
        self._parameters(args[1:])
        try:
            return self.code(text, call.span, call.stdin)
        finally:
            self.scope.variables = saved

    def _aliased(self, call: Call, alias: str) -> str:
        with self._inside(call.name):
            text = f"{alias} {naming.quoted(call.args)}"
            return self.code(text, call.span, call.stdin)

    @contextmanager
    def _inside(self, name: str | int) -> Iterator[None]:
        """While a function or alias is followed, which is not followed into itself."""
        self._calling.append(name)
        try:
            yield
        finally:
            self._calling.pop()

    def _uncalled(self) -> None:
        """Follow the functions that nothing called: a later command may."""
        self._defining += 1
        self.scope.unsure += 1
        for name in list(self.scope.functions):
            if name in self._called:
                continue
            for function in self.scope.functions[name]:
                if naming.multiplies(function):
                    self.note("fork_bomb", (function.start, function.end))
                with self._inside(id(function)):
                    self.command(function.body, None)


def _both(now: tuple[str | None, ...], before: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """The folders of two paths through the text; where it began counts only while it stays."""
    if before == (".",):
        return now
    return tuple(dict.fromkeys((*now, *before)))[:8]
