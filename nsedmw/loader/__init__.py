"""YAML in, frozen specs out. Runs nothing that a file names."""
