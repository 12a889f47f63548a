"""What is written to a program: encoded once, with each entry's own metadata."""

import json

import pytest

from nsedmw.runners import payload
from nsedmw.types import Context

CONTENTS = ["text é \u2028", {"a": [1, 1.5, None, True], "b": {}}, [], "", 0]


@pytest.mark.parametrize("content", CONTENTS, ids=repr)
def test_a_config_changes_the_metadata_alone(content):
    context = Context(content, stage="edit", metadata={"m": 1, "k": {"a": 1}})
    plain = json.loads(payload.payload_of(context, {}))
    laid = json.loads(payload.payload_of(context, {"k": 2}))
    assert laid == {**plain, "metadata": {"m": 1, "k": 2}}
    assert plain["content"] == content


def test_the_content_is_encoded_once_for_all_entries_with_a_config(monkeypatch):
    encoded = []
    monkeypatch.setattr(payload, "encode", lambda value: encoded.append(value) or real(value))
    context = Context({"large": "x"}, stage="edit")
    for number in range(5):
        payload.payload_of(context, {"n": number})
    assert sum(value is context.content for value in encoded) == 1


real = payload.encode
