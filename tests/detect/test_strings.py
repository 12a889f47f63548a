"""The texts of a JSON value."""

import pytest

from nsedmw.detect.strings import Piece, pieces, texts

CONTENT = {"a/b": ["x", 1.5, {"~": "y"}], "n": None, "t": True, "k": 12}


def test_every_string_key_and_number_is_a_piece():
    assert list(pieces(CONTENT)) == [
        Piece("/a~1b", "a/b", "key"),
        Piece("/a~1b/0", "x", "value", "a/b"),
        Piece("/a~1b/1", "1.5", "number", "a/b"),
        Piece("/a~1b/2/~0", "~", "key"),
        Piece("/a~1b/2/~0", "y", "value", "~"),
        Piece("/n", "n", "key"),
        Piece("/t", "t", "key"),
        Piece("/k", "k", "key"),
        Piece("/k", "12", "number", "k"),
    ]


@pytest.mark.parametrize("content", ["text", 7, None, True, [], {}, CONTENT])
def test_texts_are_those_of_the_pieces(content):
    assert list(texts(content)) == [piece.text for piece in pieces(content)]
