"""Writes nsedmw/detect/canonical/table.py from Unicode's data.

python docs/generate_canonical.py            write the table
python docs/generate_canonical.py --check    exit 1 where the table is not what would be written

It needs what nsedmw itself does not: `pip install unicodedata2` (normal forms, categories and
digits of a newer Unicode than Python's own) and ICU (Debian: `apt-get install libicu72`; its
skeletons are those of UTS #39). Default_Ignorable_Code_Point, Dash and Script come from `regex`.
"""

from __future__ import annotations

import ctypes.util
import re
import sys
import textwrap
import unicodedata as oldest
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import cffi
import regex
import unicodedata2 as unicode  # type: ignore[import-not-found]  # for this script alone

_ROOT: Final = Path(__file__).resolve().parent.parent
_TABLE: Final = _ROOT / "nsedmw" / "detect" / "canonical" / "table.py"
_HEAD: Final = '''\
"""What the canonical form changes. Made by docs/generate_canonical.py; not to be edited.

Normal forms, categories, digits and case: Unicode {unicode}. Look-alikes: UTS #39 of Unicode {icu}.
Sets are ranges of code points in hexadecimal digits; Unicode's licence is at
https://www.unicode.org/license.txt.
"""

from typing import Final
'''
_CHARS: Final = [chr(code) for code in (*range(0xD800), *range(0xE000, 0x110000))]
_LETTERS: Final = [chr(code) for code in (*range(0x41, 0x5B), *range(0x61, 0x7B))]
_OLDEST: Final = "14.0.0"
"""The Unicode of the oldest Python that nsedmw runs on."""
_NOT_FOREIGN: Final = regex.compile(
    r"[\p{Latin}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\p{Common}\p{Inherited}]"
)
_NO_OTHER_CASE: Final = regex.compile(rf"{_NOT_FOREIGN.pattern}|\p{{Greek}}")
_PHONETIC: Final = ((0x250, 0x2AF), (0x1D00, 0x1DBF), (0xA730, 0xA731), (0xAB30, 0xAB6F))
"""Blocks of letters that write sounds. Few languages' own letters are there: `_WRITTEN`."""
_WRITTEN: Final = "\u0263\u0269\u028b"
_ANNOTATION: Final = frozenset("\ufff9\ufffa\ufffb")
"""Not default-ignorable, but without a shape of their own."""


def _members(property_: str) -> frozenset[str]:
    return frozenset(regex.findall(rf"\p{{{property_}}}", "".join(_CHARS)))


_DROPPED: Final = _members("Default_Ignorable_Code_Point") | _ANNOTATION
_DASHES: Final = _members("Dash") - {"-"}


def _plain(text: str) -> str:
    """Dashes as dashes, digits as digits, nothing invisible."""
    return "".join(_plain_char(char) for char in text if char not in _DROPPED)


def _plain_char(char: str) -> str:
    if char in _DASHES:
        return "-"
    return str(unicode.digit(char)) if unicode.category(char) == "Nd" else char


def _canonical(char: str) -> str:
    return _plain(unicode.normalize("NFKC", char))


def _pairs() -> set[tuple[str, str]]:
    """The characters that compose, Hangul's aside."""
    found = set()
    for char in _CHARS:
        parts = unicode.decomposition(char).split()
        if len(parts) == 2 and not parts[0].startswith("<"):  # noqa: PLR2004  # a pair
            first, second = (chr(int(part, 16)) for part in parts)
            if unicode.normalize("NFC", first + second) == char:
                found.add((first, second))
    return found


def _skeletons() -> tuple[Callable[[str], str], str]:
    """UTS #39's skeleton by ICU, and the version of Unicode it stands for."""
    name = ctypes.util.find_library("icui18n")
    version = "" if name is None else re.sub(r".*\.so\.", "_", name)
    ffi = cffi.FFI()
    ffi.cdef(
        f"""void *uspoof_open{version}(int *);
        int uspoof_getSkeletonUTF8{version}(
            void *, unsigned, const char *, int, char *, int, int *);
        void u_getUnicodeVersion{version}(unsigned char *);"""
    )
    spoof: Any = ffi.dlopen(name)
    common: Any = ffi.dlopen(ctypes.util.find_library("icuuc"))
    numbers, status, buffer = ffi.new("unsigned char[4]"), ffi.new("int *"), ffi.new("char[512]")
    getattr(common, f"u_getUnicodeVersion{version}")(numbers)
    checker = getattr(spoof, f"uspoof_open{version}")(status)
    get = getattr(spoof, f"uspoof_getSkeletonUTF8{version}")

    @cache
    def skeleton(text: str) -> str:
        data = text.encode()
        length = get(checker, 0, data, len(data), buffer, 512, status)
        if status[0] > 0:
            sys.exit(f"ICU says {status[0]} of {text!a}")
        return bytes(ffi.buffer(buffer, length)).decode()

    return skeleton, f"{numbers[0]}.{numbers[1]}"


def _lookalikes(skeleton: Callable[[str], str]) -> dict[str, str]:
    """Letter to the ASCII letter that has the same skeleton, of the same case where there is one.

    UTS #39 makes no difference between I and l, nor between m and rn; a reader of words does.
    """
    by_skeleton: dict[str, list[str]] = {}
    for letter in _LETTERS:
        by_skeleton.setdefault(skeleton(letter), []).append(letter)
    found = {}
    for char in _CHARS:
        if char.isascii() or unicode.category(char)[0] != "L" or _canonical(char) != char:
            continue
        letters = by_skeleton.get(skeleton(char), [])
        upper = unicode.category(char) == "Lu"
        same = [letter for letter in letters if letter.isupper() is upper]
        if letters:
            found[char] = (same or letters)[0]
    return found


def _other_case(known: dict[str, str]) -> dict[str, str]:
    """Letters whose other case has a look-alike: Cyrillic ka, whose capital is K.

    Of Greek they are left out: its small letters are unlike its capitals, and stand beside Latin
    ones in names of units and quantities.
    """
    found = {}
    for char in _CHARS:
        if char in known or _NO_OTHER_CASE.match(char) or _canonical(char) != char:
            continue
        if known.get(char.upper()):
            found[char] = known[char.upper()].lower()
        elif known.get(char.lower()):
            found[char] = known[char.lower()].upper()
    return found


def _ranges(chars: Collection[str]) -> str:
    runs: list[list[int]] = []
    for code in sorted(map(ord, chars)):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return " ".join(f"{low:x}" if low == high else f"{low:x}-{high:x}" for low, high in runs)


def _by_target(mapping: dict[str, str]) -> str:
    targets = sorted(set(mapping.values()))
    return "\n".join(
        f"{target} {_ranges([char for char in mapping if mapping[char] == target])}"
        for target in targets
    )


def _newer() -> str:
    """What Pythons with an older Unicode do not know: FIRST-LAST>TO in step, or CHAR>TO+TO."""
    runs: list[tuple[int, int, list[int]]] = []
    for char in _CHARS:
        target = _canonical(char)
        if target == char or char in _DROPPED or _by_oldest(char) == target:
            continue
        code, to = ord(char), [ord(one) for one in target]
        if runs and len(to) == len(runs[-1][2]) == 1:
            first, last, begun = runs[-1]
            if (last, begun[0] + last - first) == (code - 1, to[0] - 1):
                runs[-1] = (first, code, begun)
                continue
        runs.append((code, code, to))
    return " ".join(
        f"{first:x}-{last:x}>{'+'.join(f'{one:x}' for one in to)}" for first, last, to in runs
    )


def _by_oldest(char: str) -> str:
    """The canonical form as a Python with the oldest Unicode computes it."""
    return "".join(
        "-" if one in _DASHES else str(oldest.digit(one)) if oldest.category(one) == "Nd" else one
        for one in oldest.normalize("NFKC", char)
        if one not in _DROPPED
    )


def _table() -> str:
    pairs = _pairs()
    vowels_and_finals = {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}
    behind = {second for _, second in pairs} | vowels_and_finals
    extending = [
        char
        for char in _CHARS
        if char not in _DROPPED
        and (unicode.combining(first := unicode.normalize("NFKD", char)[0]) or first in behind)
    ]
    skeleton, icu = _skeletons()
    alike = _lookalikes(skeleton)
    foreign = {char: to for char, to in alike.items() if not _NOT_FOREIGN.match(char)}
    phonetic = {
        char: to
        for char, to in alike.items()
        if any(low <= ord(char) <= high for low, high in _PHONETIC) and char not in _WRITTEN
    }
    parts = [
        _set("DROPPED", _DROPPED, "Nothing to see: Default_Ignorable_Code_Point, annotations."),
        _set("DASHES", _DASHES, "The property Dash, less the ASCII one."),
        _set(
            "CHANGED",
            [c for c in _CHARS if c not in _DROPPED and _canonical(c) != c],
            "What NFKC changes, and digits and dashes.",
        ),
        _set("EXTENDING", extending, "What may change together with what stands before it."),
        # What is composed already may compose anew: a mark may go before the one it has.
        _set(
            "COMPOSING",
            {first for first, _ in pairs}
            | {c for c in _CHARS if _canonical(c) == c != unicode.normalize("NFD", c)},
            "What may compose with one behind it, ...",
        ),
        _set("COMPOSED", {second for _, second in pairs}, "... which is one of these."),
        _text(
            "NEWER", _newer(), f"FIRST-LAST>TO, what is changed in later versions than {_OLDEST}."
        ),
        _text("LOOKALIKES", _by_target(foreign), "ASCII letter, those of other scripts like it."),
        _text("OTHER_CASE", _by_target(_other_case(foreign)), "The same by their other case."),
        _text("PHONETIC", _by_target(phonetic), "The same for Latin letters that write sounds."),
        _set(
            "FOLDING",
            [c for c in _CHARS if len(c.casefold()) > 1 and _canonical(c) == c],
            "What folds to several letters when case is ignored.",
        ),
    ]
    return _HEAD.format(unicode=unicode.unidata_version, icu=icu) + "".join(parts)


def _set(name: str, chars: Collection[str], what: str) -> str:
    return _text(name, _ranges(chars), what)


def _text(name: str, body: str, what: str) -> str:
    return f'\n{name}: Final = """\n{_wrapped(body.splitlines())}\n"""\n"""{what}"""\n'


def _wrapped(lines: Iterable[str]) -> str:
    return "\n".join(textwrap.fill(line, 96, break_on_hyphens=False) for line in lines)


def main(arguments: list[str]) -> int:
    """Write or check the table; the exit code."""
    if oldest.unidata_version != _OLDEST:
        sys.exit(f"run it by a Python with Unicode {_OLDEST}, which is 3.11")
    made = _table()
    if arguments != ["--check"]:
        _TABLE.write_text(made, encoding="utf-8")
        return 0
    if _TABLE.is_file() and _TABLE.read_text(encoding="utf-8") == made:
        return 0
    print("the table is stale: run `python docs/generate_canonical.py`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
