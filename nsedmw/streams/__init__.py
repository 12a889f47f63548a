"""Runs over texts that come in pieces."""
