"""From what an entry says of its program or library to what asks it, looked at on this machine.

Nothing is run here: files are found, judged and pinned, and a library is loaded.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from nsedmw.errors import OptionProblem, OptionsRefused
from nsedmw.files import FileRefused, opened
from nsedmw.loader.specs import EntrySpec, LibrarySpec, ProgramSpec
from nsedmw.protocols import Middleware
from nsedmw.runners.environment import environment
from nsedmw.runners.oneshot import Oneshot
from nsedmw.runners.pin import DigestDiffersError, Held
from nsedmw.runners.spawn import MOST_PINS, Program
from nsedmw.runners.startup import unfit


def program(entry: EntrySpec, spec: ProgramSpec) -> Oneshot:
    """What asks the program of an entry.

    Raises:
        OptionsRefused: it cannot be started, or what it needs is not here; every problem, with its
            path from the entry.
    """
    folder = entry.base_dir.absolute()
    cwd = folder / (spec.cwd or "")
    env = environment("oneshot", spec.pass_env, spec.env)
    problems: list[OptionProblem] = []
    if not cwd.is_dir():
        problems.append(OptionProblem(("cwd",), "there is no such folder; check the path"))
    path = _found(spec.binary, folder)
    if path is None:
        message = "no program of this name is on PATH; install it, or write a path with a `/`"
        problems.append(OptionProblem(("binary",), message))
    else:
        problems += _unstartable(path, env.get("PATH", os.defpath))
    whole = isinstance(entry.written.get("sha256"), str)
    pins = {} if problems or path is None else _pins(spec, path, cwd, problems, whole=whole)
    if problems or path is None:
        for held in pins.values():
            held.close()
        raise OptionsRefused(problems)
    shown = str(entry.written.get("binary"))
    return Oneshot(
        Program((str(path), *spec.args), env, str(cwd), shown=shown, pins=tuple(pins)),
        entry.config,
        cap=spec.max_output_bytes,
        require_verdict=spec.require_verdict,
        pins=tuple(pins.values()),
    )


def library(entry: EntrySpec, spec: LibrarySpec) -> Middleware:
    """What asks the library of an entry.

    Raises:
        OptionsRefused: it does not load; as `program`.
    """
    from nsedmw.runners import dylib  # noqa: PLC0415  # cffi, for those alone who have a library

    path = entry.base_dir.absolute() / spec.dylib
    shown = str(entry.written.get("dylib"))
    try:
        with opened(path):
            pass
        source = dylib.sealed(path, spec.sha256) if spec.sha256 else str(path)
        return dylib.Dylib(source, entry.config, cap=spec.max_output_bytes)
    except DigestDiffersError as differs:
        raise OptionsRefused([OptionProblem(("sha256",), _differs(differs))]) from None
    except OSError as error:
        raise OptionsRefused([OptionProblem(("sha256",), _no_pin(error))]) from None
    except (FileRefused, dylib.CannotLoadError) as error:
        raise OptionsRefused(
            [OptionProblem(("dylib",), f"Failed to load dylib {shown}: {error}")]
        ) from None


def private(entry: EntrySpec, spec: ProgramSpec) -> tuple[str, ...]:
    """Values of its environment that are shown nowhere: those that came from outside its file."""
    written = entry.written.get("env") or {}
    filled = [value for name, value in spec.env.items() if written.get(name) != value]
    passed = [os.environ[name] for name in spec.pass_env if os.environ.get(name)]
    return tuple(value for value in (*filled, *passed) if value)


def _found(binary: str, folder: Path) -> Path | None:
    """The absolute path of a program; None where PATH has none of that name."""
    if "/" in binary:
        return folder / binary
    found = shutil.which(binary)
    return None if found is None else Path(found).absolute()


def _unstartable(path: Path, search: str) -> list[OptionProblem]:
    try:
        with opened(path):
            pass
    except FileRefused as refused:
        return [OptionProblem(("binary",), f"{refused.message}{_hint(path)}")]
    if not os.access(path, os.X_OK):
        return [OptionProblem(("binary",), "it is not executable; chmod +x it")]
    why = unfit(str(path), search)
    return [OptionProblem(("binary",), f"it cannot be started: {why}")] if why else []


def _hint(path: Path) -> str:
    """What is often meant by a path that leads nowhere."""
    if path.exists():
        return ""
    if "~" in path.parts:
        return "; `~` is not expanded, write the whole path"
    if " " in path.name and path.with_name(path.name.split(" ")[0]).exists():
        return "; what follows the program's name goes into `args`"
    return ""


def _pins(
    spec: ProgramSpec, path: Path, cwd: Path, problems: list[OptionProblem], *, whole: bool
) -> Mapping[int, Held]:
    """Index in the argument list -> the file that it holds to its digest; adds problems."""
    places = _places(spec, whole=whole)
    if sum(map(len, places.values())) > MOST_PINS:
        message = f"it pins more than {MOST_PINS} files and arguments; pin fewer"
        problems.append(OptionProblem(("sha256",), message))
        return {}
    pins: dict[int, Held] = {}
    for name, digest in spec.sha256.items():
        where = ("sha256",) if whole else ("sha256", name)
        # In `args` the program looks for it, in its own folder.
        file = path if name == spec.binary else cwd / name
        try:
            with opened(file):
                held = Held(file, digest)
        except FileRefused as refused:
            problems.append(OptionProblem(where, refused.message))
        except DigestDiffersError as differs:
            problems.append(OptionProblem(where, _differs(differs)))
        except OSError as error:
            problems.append(OptionProblem(where, _no_pin(error)))
        else:
            pins.update(dict.fromkeys(places[name], held))
    return pins


def _places(spec: ProgramSpec, *, whole: bool) -> dict[str, list[int]]:
    """What is pinned -> where it stands in the argument list, the program itself at 0."""
    places: dict[str, list[int]] = {name: [] for name in spec.sha256}
    if spec.binary in places:
        places[spec.binary].append(0)
    for index, arg in enumerate(() if whole else spec.args, 1):
        if arg in places:
            places[arg].append(index)
    return places


def _differs(differs: DigestDiffersError) -> str:
    return (
        f"the file has another digest, {differs.found}; find out why it changed, or write that one"
    )


def _no_pin(error: OSError) -> str:
    if error.errno in (errno.EMFILE, errno.EINVAL):  # of a number above the limit
        return "this process may not have enough descriptors (ulimit -n); let it have more"
    why = os.strerror(error.errno or 0)
    return f"the file cannot be copied into sealed memory ({why})"
