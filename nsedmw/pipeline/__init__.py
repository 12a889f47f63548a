"""Which middleware next, when to stop, and what a failure becomes."""
