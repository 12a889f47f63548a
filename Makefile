# `make run` and `make test` set up everything they need: Python 3.11 or newer and make are enough.

VENV ?= .venv
# The suite's own workers; two keep two cores busy, and more do not help where there are two.
WORKERS ?= 2
# What is measured beside us has an environment of its own.
RIVALS ?= .venv-rivals

PY := $(VENV)/bin/python
PIP := $(PY) -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check bench rivals plugins clean

help:
	@echo "make run      moderate the samples with the shipped pipelines and show each verdict"
	@echo "make test     everything that 'make check' looks at, then the whole suite with its coverage"
	@echo "make check    format, lint, types, import rules, generated pages"
	@echo "make bench    what is promised about speed and detection, measured beside its floor and rivals"
	@echo "make rivals   install into $(RIVALS) what it measures beside us (some 350 MB)"
	@echo "make plugins  build the example plugins; a toolchain that is missing is named (an error: STRICT=1)"
	@echo "make clean    remove what the others made, $(VENV) and $(RIVALS) included"

run: $(VENV)/.installed
	@sh config/show.sh "$(abspath $(VENV))/bin"

test: check
	@$(PY) -m pytest -n $(WORKERS) --cov --cov-report=term $(PYTEST_ARGS)

check: $(VENV)/.installed-dev
	@$(VENV)/bin/ruff format --check --quiet . || { echo "run: $(VENV)/bin/ruff format"; exit 1; }
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-logo > $(VENV)/imports.txt 2>&1 || { cat $(VENV)/imports.txt; exit 1; }
	@$(PY) docs/generate_reference.py --check
	@$(PY) docs/generate_cli.py --check
	@$(PY) docs/generate_failure.py --check
	@echo "check: format, lint, types, imports and generated pages are fine"

# Without the rivals the rest is measured all the same, and the table says what is left out.
bench: $(VENV)/.installed
	@$(MAKE) --no-print-directory rivals || echo "bench: the rivals could not be installed" >&2
	@RIVALS=$(RIVALS) $(PY) -m benchmarks

rivals: $(RIVALS)/.installed

plugins:
	@$(MAKE) --no-print-directory -C plugins

clean:
	@$(MAKE) --no-print-directory -C plugins clean
	rm -rf $(VENV) $(RIVALS) build dist htmlcov .coverage .coverage.* .hypothesis .mypy_cache \
	  .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- set-up

# The first of these that is 3.11 or newer; PYTHON=... says another.
$(VENV)/bin/python:
	@for candidate in $(PYTHON) python3.11 python3 python3.12 python3.13 python3.14; do \
	  if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    found=$$candidate; break; fi; done; \
	test -n "$$found" || { echo "make: needs Python 3.11 or newer; install it, or name it: make PYTHON=/path/to/python" >&2; exit 1; }; \
	$$found -c 'import ensurepip, venv' 2>/dev/null || { echo "make: $$found cannot make virtual environments; install its venv package (Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; }; \
	echo "setting up $(VENV) with $$($$found --version)"; \
	$$found -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@echo "installing nsedmw and what it needs into $(VENV)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	@echo "installing nsedmw and what its tests need into $(VENV)"
	@$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.installed

$(RIVALS)/.installed: benchmarks/rivals/requirements.txt | $(VENV)/bin/python
	@echo "installing what is measured beside nsedmw into $(RIVALS)"
	@rm -rf $(RIVALS)
	@$(PY) -m venv $(RIVALS)
	@$(RIVALS)/bin/python -m pip --quiet --disable-pip-version-check install -r $<
	@touch $@
