"""What a command does stays found and what it only says stays harmless, rewritten as it may be."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nsedmw.detect.shell import judge_text
from tests.detect.shell import harmless

WORDS = ("rm", "-rf", "/")

LETTERS = {
    "bare": lambda char: char,
    "backslash": lambda char: "\\" + char,
    "single": lambda char: f"'{char}'",
    "double": lambda char: f'"{char}"',
    "hex": lambda char: f"$'\\x{ord(char):02x}'",
    "octal": lambda char: f"$'\\{ord(char):03o}'",
    "empty": lambda char: f"''{char}\"\"",
    "joined": lambda char: f"{char}\\\n",
}


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


AROUND = {
    "list": lambda text: f"ls; {text}",
    "and": lambda text: f"true && {text}",
    "or": lambda text: f"false || {text}",
    "pipe": lambda text: f"ls | {text}",
    "line": lambda text: f"# it's\n{text}\necho done",
    "group": lambda text: f"{{ {text}\n}}",
    # Bash takes `((` for arithmetic first, where a comment's apostrophe opens a quotation.
    "subshell": lambda text: f"( {text}\n)" if "# it's" in text else f"({text}\n)",
    "substitution": lambda text: f'echo "a $({text}\n)"',
    "process": lambda text: f"cat <({text}\n)",
    "if": lambda text: f"if {text}\nthen :; fi",
    "loop": lambda text: f"for i in 1 2; do {text}\ndone",
    "function": lambda text: f"f() {{ {text}\n}}; f",
    "sh": lambda text: f"sh -c {quoted(text)}",
    "eval": lambda text: f"eval {quoted(text)}",
    # One variable inside itself may be too deep to be read: see below.
    "variable": lambda text: '{0}={1}; eval "${0}"'.format(
        "x" * (1 + text.count("eval")), quoted(text)
    ),
    "piped": lambda text: f"echo {quoted(text)} | bash",
    "document": lambda text: f"bash <<'DONE'\n{text}\nDONE",
    "env": lambda text: f"env A=1 timeout 5 sh -c {quoted(text)}",
    "xargs": lambda text: f"true | xargs sh -c {quoted(text)}",
}


def without(text):
    """Whether the texts around may hold it: `echo` knows escapes, and a document one delimiter."""
    return "\\" not in text


@st.composite
def rewritten(draw):
    words = [
        "".join(LETTERS[draw(st.sampled_from(sorted(LETTERS)))](char) for char in word)
        for word in WORDS
    ]
    text = draw(st.sampled_from([" ", "  ", "\t", " \\\n ", "${IFS}"])).join(words)
    text = draw(st.sampled_from(["", "A=1 ", "command ", "nice ", "sudo ", ">x "])) + text
    for name in draw(st.lists(st.sampled_from(sorted(AROUND)), max_size=3)):
        if name not in ("piped", "document") or without(text) or name == "document":
            text = AROUND[name](text) if "DONE" not in text or name != "document" else text
    return text


@settings(max_examples=150, deadline=None)
@given(rewritten())
def test_a_dangerous_command_stays_found(text):
    """Quoting, spacing, prefixes and nesting change nothing of what it does."""
    assert "root_deleted" in [hit.rule for hit in judge_text(text)]


def test_a_variable_that_may_be_evaluated_inside_itself_is_not_read():
    """What is not read blocks or asks, by `on_unreadable`."""
    inner = f'true && x={quoted("rm -rf /")}; eval "$x"'
    assert [hit.rule for hit in judge_text(f'x={quoted(inner)}; eval "$x"')] == ["deep"]


SAID = {
    "echo": lambda text: f"echo {quoted(text)}",
    "comment": lambda text: "# " + text.replace("\n", " "),
    "document": lambda text: f"cat > x.md <<'DONE'\n{text}\nDONE",
    "message": lambda text: f"git commit -m {quoted(text)}",
    "variable": lambda text: f'x={quoted(text)}; echo "$x" > x.txt',
    "search": lambda text: f"grep -rn {quoted(text)} src",
    "test": lambda text: f'[ "$x" = {quoted(text)} ]',
}


@settings(max_examples=100, deadline=None)
@given(rewritten(), st.sampled_from(sorted(SAID)))
def test_a_dangerous_command_that_is_only_said_is_harmless(text, said):
    """Inside quotes, comments and quoted here-documents nothing is run."""
    assert judge_text(SAID[said](text.replace("DONE", "X"))) == []


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([text for text in harmless.FILES if "$" not in text and "cd " not in text]),
    st.sampled_from(sorted(set(AROUND) - {"piped", "xargs"})),
)
def test_a_harmless_command_stays_harmless(text, around):
    """The same nesting makes nothing of it."""
    assert judge_text(AROUND[around](text)) == []


PIECES = [
    "rm", "-rf", "/", " ", "\n", ";", "&&", "|", "&", "'", '"', "\\", "$(", ")", "(", "`", "{", "}",
    "${x", "$x", "x=", "<<E\n", "\nE\n", "<<<", "#", "((", "))", "[[ ", " ]]", "if ", "then ", "fi",
    "do ", "done", "case ", " in ", "esac", ";;", "f() ", "eval ", "$'", "<(", "*", "{a,", "sh -c ",
    "for ", "!", "$((", "EOF", "\0", "\r", "é", "\ud800", "xargs ", "sudo ", "%s", "printf ", "[",
]  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=80))
def test_no_text_raises(text):
    """Whatever it is, there is an answer, inside the text."""
    for hit in judge_text(text):
        assert 0 <= hit.start <= hit.end <= len(text)
