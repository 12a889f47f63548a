"""Texts and JSON values of chance, made of what detectors would rather not see."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.fuzz.shapes import ATOMS, Stretch, stretched


def stretches() -> st.SearchStrategy[list[Stretch]]:
    """One to five units of a few atoms each."""
    units = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=6).map("".join)
    return st.lists(st.tuples(units, st.integers(1, 9)), min_size=1, max_size=5)


def texts(size: int) -> st.SearchStrategy[str]:
    """Stretches written out, `size` bytes at most."""
    return stretches().map(lambda parts: stretched(parts, size))


def values(size: int) -> st.SearchStrategy[Any]:
    """JSON values with texts of `size` bytes at most, as values and as keys."""
    leaves = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts(size)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts(24), inner, max_size=4),
        max_leaves=8,
    )
