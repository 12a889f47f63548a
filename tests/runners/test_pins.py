"""`sha256`: what is held to a digest decides as it is, or not at all."""

import gc
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

import nsedmw
from tests.runners.leftovers import descriptors
from tests.runners.programs import FORMS, PASS, ask, digest, guard, load, problems, py, sh

in_both_forms = pytest.mark.parametrize("form", FORMS)
CHANGED = "Middleware 'guard' failed: the pinned file has another sha256 now"
EVIL = '#!/bin/sh\ntouch ran; echo \'{"verdict":"pass"}\'\n'
NAMED = "/proc/self/fd/N"


def pinned(folder, **options):
    """An engine that asks ./guard as it is now."""
    return guard(folder, sha256=digest(folder / "guard"), **options)


def is_refused(result):
    assert (result.verdict, result.block.failure) == ("block", "start")
    assert result.block.reason == CHANGED


@in_both_forms
def test_what_is_written_into_the_pinned_file_never_runs(form, tmp_path):
    path = sh(tmp_path, PASS)
    good, inode = path.read_bytes(), path.stat().st_ino
    with pinned(tmp_path) as live:
        assert ask(form, live).verdict == "pass"
        path.write_text(EVIL)
        assert path.stat().st_ino == inode
        is_refused(ask(form, live))
        is_refused(ask(form, live))
        path.write_bytes(good)
        assert ask(form, live).verdict == "pass"
    assert not (tmp_path / "ran").exists()


@in_both_forms
def test_what_is_moved_over_the_pinned_file_never_runs(form, tmp_path):
    path = sh(tmp_path, PASS)
    with pinned(tmp_path) as live:
        path.rename(tmp_path / "kept")
        sh(tmp_path, EVIL, "other").rename(path)
        is_refused(ask(form, live))
        (tmp_path / "kept").rename(path)
        assert ask(form, live).verdict == "pass"
    assert not (tmp_path / "ran").exists()


@in_both_forms
def test_a_change_that_hides_its_time_and_size_is_seen(form, tmp_path):
    path = sh(tmp_path, "exit 7")
    with pinned(tmp_path) as live:
        before = path.stat()
        path.write_text(path.read_text().replace("exit 7", "exit 0"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_size == before.st_size
        is_refused(ask(form, live))


@in_both_forms
def test_a_file_that_is_only_touched_goes_on_deciding(form, tmp_path):
    path = sh(tmp_path, PASS)
    with pinned(tmp_path) as live:
        for _ in range(3):
            os.utime(path)
            assert ask(form, live).verdict == "pass"


@in_both_forms
def test_optional_softens_a_changed_pin_and_nothing_of_it_runs(form, tmp_path):
    path = sh(tmp_path, PASS)
    with pinned(tmp_path, optional=True) as live:
        path.write_text(EVIL)
        result = ask(form, live)
    assert (result.verdict, result.warnings[0].reason) == ("warn", CHANGED)
    assert not (tmp_path / "ran").exists()


@in_both_forms
def test_a_pinned_script_is_found_by_its_interpreter_under_a_number(form, tmp_path):
    sh(tmp_path, """printf '{"verdict":"warn","reason":"%s"}' "$0" """)
    with pinned(tmp_path) as live:
        name = ask(form, live).warnings[0].reason
        assert int(re.fullmatch(r"/proc/self/fd/(\d+)", name)[1]) > 2
        # Here it is not handed on: no other program gets it.
        (number,) = (int(fd) for fd, to in descriptors().items() if to.startswith("/memfd:guard"))
        assert not os.get_inheritable(number)


@in_both_forms
def test_a_pinned_program_cannot_change_its_own_copy(form, tmp_path):
    sh(tmp_path, f"""(echo "exit 7" >> "$0") 2>/dev/null && exit 9; {PASS}""")
    with pinned(tmp_path) as live:
        assert [ask(form, live).verdict for _ in range(2)] == ["pass", "pass"]


@in_both_forms
def test_a_pinned_python_script_cannot_import_its_neighbour(form, tmp_path):
    (tmp_path / "neighbour.py").write_text("")
    py(tmp_path, """import neighbour, sys; sys.stdout.write('{"verdict":"pass"}')""", "guard")
    path = tmp_path / "guard"
    path.write_text(path.read_text().replace(" -SEI", " -S"))
    with guard(tmp_path) as plain, pinned(tmp_path) as live:
        assert ask(form, plain).verdict == "pass"
        block = ask(form, live).block
    assert block.failure == "exit"
    assert "No module named 'neighbour'" in block.reason


def _python(folder, monkeypatch):
    """`python3` on PATH: a link to this interpreter, which a shim of a version manager is not."""
    (folder / "bin").mkdir()
    (folder / "bin/python3").symlink_to(Path(sys.executable).resolve())
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")
    return folder / "bin/python3"


def _mapped(folder, python):
    """An entry of python3 and a script in a folder of its own, both pinned."""
    (folder / "work").mkdir()
    body = """import sys; sys.stdout.write('{"verdict":"warn","reason":"%s"}' % sys.argv)"""
    script = py(folder / "work", body, "check.py")
    return {
        "name": "guard",
        "binary": "python3",
        "args": ["-SEI", "check.py", "--strict"],
        "cwd": "work",
        "sha256": {"python3": digest(python), "check.py": digest(script)},
    }


@in_both_forms
def test_a_map_pins_an_interpreter_and_its_script(form, tmp_path, monkeypatch):
    entry = _mapped(tmp_path, _python(tmp_path, monkeypatch))
    script = tmp_path / "work/check.py"
    with load(tmp_path, entry) as live:
        told = re.sub(r"\d+", "N", ask(form, live).warnings[0].reason)
        assert told == f"['{NAMED}', '--strict']"
        good = script.read_bytes()
        script.write_text("import sys; sys.exit(0)")
        is_refused(ask(form, live))
        script.write_bytes(good)
        assert ask(form, live).verdict == "warn"


@in_both_forms
def test_a_map_pins_the_interpreter_too(form, tmp_path, monkeypatch):
    python = _python(tmp_path, monkeypatch)
    with load(tmp_path, _mapped(tmp_path, python)) as live:
        assert ask(form, live).verdict == "warn"
        python.unlink()
        python.symlink_to(shutil.which("true"))
        is_refused(ask(form, live))


def test_without_a_map_the_script_in_the_arguments_may_change(tmp_path, monkeypatch):
    entry = _mapped(tmp_path, _python(tmp_path, monkeypatch))
    entry["sha256"] = entry["sha256"]["python3"]
    with load(tmp_path, entry) as live:
        (tmp_path / "work/check.py").write_text("import sys; sys.exit('changed')")
        assert ask("sync", live).block.reason == "changed"


def test_a_map_names_the_program_and_what_stands_in_its_arguments(tmp_path, monkeypatch):
    entry = _mapped(tmp_path, _python(tmp_path, monkeypatch))
    known = entry["sha256"]
    for pins, message in (
        ({**known, "./check.py": "0" * 64}, "'./check.py' is neither the `binary` nor one of"),
        ({"check.py": known["check.py"]}, "the map has no digest for the program itself"),
        ({**known, "check.py": "0" * 64}, f"the file has another digest, {known['check.py']}"),
        ({**known, "check.py": "0" * 63}, "must be a sha256 of 64 hexadecimal digits"),
        ({**known, "--strict": "0" * 64}, "there is no such file; check the path"),
    ):
        (told,) = problems(tmp_path, {**entry, "sha256": pins})
        assert told.startswith(message)


@in_both_forms
def test_a_pinned_link_is_held_to_what_it_led_to(form, tmp_path):
    sh(tmp_path, PASS, "one")
    sh(tmp_path, EVIL, "two")
    link = tmp_path / "guard"
    link.symlink_to("one")
    with pinned(tmp_path) as live:
        assert ask(form, live).verdict == "pass"
        link.unlink()
        link.symlink_to("two")
        is_refused(ask(form, live))
        link.unlink()
        link.symlink_to("one")
        assert ask(form, live).verdict == "pass"
    assert not (tmp_path / "ran").exists()


def test_a_digest_is_of_either_case_and_another_is_told_with_the_files_own(tmp_path):
    path = sh(tmp_path, PASS)
    with guard(tmp_path, sha256=digest(path).upper()) as live:
        assert ask("sync", live).verdict == "pass"
    (told,) = problems(tmp_path, {"binary": "./guard", "sha256": "0" * 64})
    assert told.startswith(f"the file has another digest, {digest(path)}; find out why")


def test_engines_that_are_gone_keep_no_pin(tmp_path):
    sh(tmp_path, PASS)
    before = descriptors()
    for _ in range(5):
        with pinned(tmp_path) as live:
            ask("sync", live)
            assert len(descriptors()) == len(before) + 1
        live.close()
        dropped = pinned(tmp_path)
        del dropped
        gc.collect()
        assert descriptors() == before


def test_a_pin_of_a_file_that_changed_back_is_one_descriptor(tmp_path):
    path = sh(tmp_path, PASS)
    with pinned(tmp_path) as live:
        ask("sync", live)
        before = descriptors()
        for _ in range(5):
            os.utime(path)
            ask("sync", live)
        gc.collect()
        assert len(descriptors()) == len(before)


def test_a_refused_configuration_keeps_no_pin_while_its_error_is_held(tmp_path):
    sh(tmp_path, PASS)
    before = descriptors()
    entry = {"binary": "./guard", "sha256": digest(tmp_path / "guard")}
    with pytest.raises(nsedmw.ConfigError) as refused:
        load(tmp_path, entry, {"binary": "./missing"})
    assert descriptors() == before
    assert len(refused.value.problems) == 1


def answering(built, word):
    """A library that warns with this word."""
    return built("library", f"SAY(\"{{'verdict':'warn','reason':'{word}'}}\"); return 0;")


def said(form, folder, path, **options):
    with load(folder, {"dylib": str(path), **options}) as live:
        return ask(form, live).warnings[0].reason


@in_both_forms
def test_pinned_libraries_stay_apart_whatever_their_descriptors_were(form, tmp_path, built, left):
    left.pins = True
    before = descriptors()
    paths = {word: answering(built, f"{word}-{form}") for word in ("one", "two", "three")}
    for _ in range(2):
        for word, path in paths.items():
            assert said(form, tmp_path, path, sha256=digest(path)) == f"{word}-{form}"
            # Numbers that a pin had, if one was let go, lead elsewhere from now on.
            held = [os.open("/dev/null", os.O_RDONLY) for _ in range(8)]
            assert said(form, tmp_path, path, sha256=digest(path).upper()) == f"{word}-{form}"
            for number in held:
                os.close(number)
    entries = [{"dylib": str(path), "sha256": digest(path)} for path in paths.values()]
    with load(tmp_path, *entries) as live:
        warned = [warning.reason for warning in ask(form, live).warnings]
    assert warned == [f"{word}-{form}" for word in paths]
    assert len(descriptors()) == len(before) + len(paths), "one copy a digest, in either case"


@in_both_forms
def test_a_pinned_library_is_what_it_was_whatever_its_file_becomes(form, tmp_path, built, left):
    left.pins = True
    path = tmp_path / "libguard.so"
    shutil.copy2(answering(built, f"first-{form}"), path)
    pin = digest(path)
    with load(tmp_path, {"dylib": "./libguard.so", "sha256": pin}) as live:
        shutil.copy2(answering(built, f"second-{form}"), path)
        assert ask(form, live).warnings[0].reason == f"first-{form}"
        (told,) = problems(tmp_path, {"dylib": "./libguard.so", "sha256": pin})
        assert told.startswith(f"the file has another digest, {digest(path)}")
        assert said(form, tmp_path, path, sha256=digest(path)) == f"second-{form}"
        assert ask(form, live).warnings[0].reason == f"first-{form}"


def test_a_library_that_is_loaded_and_changed_without_a_pin_is_refused(tmp_path, built):
    path = tmp_path / "libguard.so"
    shutil.copy2(answering(built, "kept"), path)
    with load(tmp_path, {"dylib": "./libguard.so"}) as live:
        path.unlink()
        shutil.copy2(answering(built, "newer"), path)
        assert ask("sync", live).warnings[0].reason == "kept"
        (told,) = problems(tmp_path, {"dylib": "./libguard.so"})
    assert told == (
        "Failed to load dylib ./libguard.so: this process has an older file of this path loaded;"
        " start it again"
    )


def test_a_pin_is_shown_and_what_a_variable_says_is_not(tmp_path, monkeypatch):
    pin = digest(sh(tmp_path, PASS))
    monkeypatch.setenv("PIN", pin)
    with guard(tmp_path, sha256=pin) as plain, guard(tmp_path, sha256="${PIN}") as hidden:
        assert plain.explain()["points"]["before_prompt"][0]["sha256"] == pin
        assert pin not in json.dumps(hidden.explain())
