"""Small real programs and libraries, and the engines that ask them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import stat
import sys
import textwrap

import nsedmw

FORMS = ("sync", "async")
PASS = """echo '{"verdict":"pass"}'"""
BOUND_SECS = 3.0
"""What a call may take beyond its deadline: five times the slowest on a busy machine."""

_INCLUDES = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint32_t quoted(char *text) {
    for (char *at = text; *at; at++) if (*at == '\\'') *at = '"';
    return (uint32_t)strlen(text);
}
"""
_PROGRAM = """
#define SAY(text) do { char said[] = text; uint32_t n = quoted(said); \\
                       if (write(1, said, n) != n) abort(); } while (0)
int main(int count, char **words) { BODY return 0; }
"""
_LIBRARY = """
#define SAY(text) do { char said[] = text; *size = quoted(said); \\
                       if (*size <= room) memcpy(out, said, *size); } while (0)
#define HAS(text) (memmem(ctx, length, text, sizeof text - 1) != NULL)
int32_t nsed_middleware_execute(const uint8_t *ctx, uint32_t length,
                                uint8_t *out, uint32_t room, uint32_t *size) { BODY }
"""
ANSWERING = """
    const char *key = "\\"answer\\":\\"";
    const uint8_t *at = memmem(ctx, length, key, strlen(key));
    char path[4096] = "";
    at += strlen(key);
    memcpy(path, at, (size_t)((uint8_t *)memchr(at, '"', 4095) - at));
    FILE *file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    *size = (uint32_t)ftell(file);
    rewind(file);
    if (fread(out, 1, room, file) < 1) abort();
    fclose(file);
    return 0;
"""
"""The body of a library that answers what stands in the file that `answer` of its config names."""


def program_source(body):
    return _INCLUDES + _PROGRAM.replace("BODY", body)


def library_source(body):
    return _INCLUDES + _LIBRARY.replace("BODY", body)


def sh(folder, body, name="guard", head="#!/bin/sh\n"):
    """An executable shell script."""
    path = folder / name
    path.write_text(head + textwrap.dedent(body) + "\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def py(folder, body, name="guard"):
    """An executable Python script without site, so that it starts quickly."""
    return sh(folder, body, name, head=f"#!{sys.executable} -SEI\n")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def load(folder, *entries, point="before_prompt", **more):
    """A live engine with these entries at one hook point, loaded as a file is."""
    middleware = {point: list(entries), **more}
    return nsedmw.loads(json.dumps({"version": 1, "middleware": middleware}), base_dir=folder)


def guard(folder, **options):
    """A live engine that asks ./guard, which must be there."""
    return load(folder, {"name": "guard", "binary": "./guard", **options})


def ask(form, live, content="hello", *, point="before_prompt", **terms):
    """One run, in either form."""
    if form == "sync":
        return live.run(point, content, **terms)
    return asyncio.run(live.arun(point, content, **terms))


def problems(folder, entry):
    """The messages of what loading says is wrong."""
    try:
        load(folder, entry).close()
    except nsedmw.ConfigError as error:
        return [problem.message for problem in error.problems]
    return []
