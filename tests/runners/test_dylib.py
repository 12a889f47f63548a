"""Libraries that behave, what is refused at load, and what only several calls show."""

import asyncio
import os
import re
import threading

import pytest

from tests.runners.fault_terms import SHORT_SECS
from tests.runners.programs import FORMS, ask, load, problems

in_both_forms = pytest.mark.parametrize("form", FORMS)
ECHOES = """
    char *head = "{\\"verdict\\":\\"pass\\",\\"content\\":"; size_t n = strlen(head);
    *size = n + length + 1;
    if (*size > room) return -2;
    memcpy(out, head, n); memcpy(out + n, ctx, length); out[n + length] = '}';
    return 0;
"""
"""Answers its context as the content."""
WAITS = """
    static char path[4096]; const char *key = "\\"fifo\\":\\"";
    const uint8_t *at = memmem(ctx, length, key, strlen(key));
    if (!at) return 0;
    at += strlen(key);
    memcpy(path, at, (size_t)((uint8_t *)memchr(at, '"', 4095) - at));
    fclose(fopen(path, "rb"));
    return 0;
"""
"""Returns once somebody has opened the fifo that the metadata name, where they do."""


def entry(built, body, **options):
    return {"name": "guard", "dylib": str(built("library", body)), **options}


def libc():
    """The path of this process's C library, which is no check."""
    with open("/proc/self/maps") as maps:  # noqa: PTH123
        return re.search(r"/\S*libc[.-]\S*", maps.read())[0]


@in_both_forms
def test_the_library_sees_the_context_with_its_config_over_the_metadata(form, tmp_path, built):
    with load(tmp_path, entry(built, ECHOES, config={"limit": 2})) as live:
        result = ask(form, live, "é\0", agent_id="a", metadata={"limit": 1, "m": 3})
    assert list(result.content.items()) == [
        ("content", "é\0"),
        ("action", "propose"),
        ("agent_id", "a"),
        ("job_id", ""),
        ("round", 0),
        ("stage", "before_prompt"),
        ("metadata", {"limit": 2, "m": 3}),
        ("hook_state", {}),
    ]
    assert result.decisions[0].runner == "dylib"


@in_both_forms
@pytest.mark.parametrize("options", [{}, {"config": {}}])
def test_no_config_leaves_the_metadata_alone(form, options, tmp_path, built):
    with load(tmp_path, entry(built, ECHOES, **options)) as live:
        assert ask(form, live, metadata={"m": 3}).content["metadata"] == {"m": 3}


@in_both_forms
def test_an_answer_larger_than_the_buffer_is_asked_for_again(form, tmp_path, built):
    text = "A" * 3_000_000
    with load(tmp_path, entry(built, ECHOES)) as live:
        assert ask(form, live, text).content["content"] == text


def test_a_library_is_called_by_its_file_without_its_ending(tmp_path, built):
    path = built("library", ECHOES)
    with load(tmp_path, {"dylib": str(path)}) as live:
        assert ask("sync", live).decisions[0].middleware == path.stem


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "there is no such file; check the path"),
        (b"", ""),
        (b"not a library" * 99, ""),
        (b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\x08\0" + bytes(99), "built for machine 8"),
    ],
)
def test_what_does_not_load_is_told(content, why, tmp_path):
    if content is not None:
        (tmp_path / "libguard.so").write_bytes(content)
    (told,) = problems(tmp_path, {"dylib": "./libguard.so"})
    assert told.startswith("Failed to load dylib ./libguard.so: ")
    assert why in told


def test_a_library_that_others_may_write_to_and_a_folder_are_refused(tmp_path, built):
    path = tmp_path / "libguard.so"
    path.write_bytes(built("library", ECHOES).read_bytes())
    path.chmod(0o757)
    (told,) = problems(tmp_path, {"dylib": "./libguard.so"})
    assert "other users may write to it; take that away with `chmod o-w` on it" in told
    (tmp_path / "folder").mkdir()
    (told,) = problems(tmp_path, {"dylib": "./folder"})
    assert told == "Failed to load dylib ./folder: it is a folder; name a file"


def test_a_library_without_the_function_is_told_its_name(tmp_path):
    (told,) = problems(tmp_path, {"dylib": libc()})
    assert told.startswith(f"Failed to load dylib {libc()}: ")
    assert "'nsed_middleware_execute' not found" in told


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ({"timeout_secs": 1}, "a library in this process cannot be interrupted; leave it out"),
        ({"args": []}, "`args` is for entries with `binary`; leave it out"),
        ({"sha256": {"x": "0" * 64}}, "a library has one file; write its digest alone"),
    ],
)
def test_fields_of_programs_are_refused(field, message, tmp_path, built):
    (told,) = problems(tmp_path, entry(built, ECHOES, **field))
    assert told.startswith(message)


def test_calls_on_many_threads_do_not_disturb_each_other(tmp_path, built):
    answers = {}
    with load(tmp_path, entry(built, ECHOES)) as live:

        def call(text):
            for _ in range(20):
                answers.setdefault(text, set()).add(
                    live.run("before_prompt", text).content["content"]
                )

        threads = [threading.Thread(target=call, args=(f"{n}" * 1000 * n,)) for n in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    assert answers == {text: {text} for text in answers}
    assert len(answers) == 8


@pytest.fixture
def fifo(tmp_path):
    """A library's call that names it in its metadata hangs until something is written there."""
    path = tmp_path / "fifo"
    os.mkfifo(path)
    return path


def test_a_library_that_waits_holds_neither_the_loop_nor_the_interpreter(tmp_path, built, fifo):
    async def both():
        async with load(tmp_path, entry(built, WAITS)) as live:
            waiting = asyncio.create_task(
                live.arun("before_prompt", "x", metadata={"fifo": str(fifo)})
            )
            done = [await live.arun("before_prompt", "y") for _ in range(20)]
            assert not waiting.done()
            await asyncio.to_thread(fifo.write_text, "")
            return [*done, await waiting]

    assert [result.verdict for result in asyncio.run(both())] == ["pass"] * 21


@in_both_forms
def test_after_four_calls_that_hang_the_fifth_fails_at_once(form, tmp_path, built, fifo):
    slow = {"metadata": {"fifo": str(fifo)}}
    with load(tmp_path, entry(built, WAITS)) as live:
        reasons = [ask(form, live, deadline_secs=SHORT_SECS, **slow).block.reason for _ in range(4)]
        assert reasons == ["Middleware 'guard' timed out"] * 4
        # The fifth is not asked, or it would pass: nothing in its metadata makes it hang.
        block = ask(form, live, deadline_secs=60).block
        assert (block.failure, block.reason) == (
            "timeout",
            "Middleware 'guard' failed: 4 earlier calls of it still hang",
        )
        # All that wait to read are let go by one that opens it to write; then it is asked again.
        fifo.write_text("")
        while (result := ask(form, live, deadline_secs=60)).verdict == "block":
            assert result.block.failure == "timeout"
