"""`python -m nsedmw` is the command line."""

from __future__ import annotations

from nsedmw.cli.main import main

if __name__ == "__main__":
    main()
