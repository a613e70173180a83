# On a machine with only Python 3.11 or later and make: `make` sets everything up and shows what hoyle does.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: tour test lint types bless bench clean

tour: $(READY)
	@$(BIN)/hoyle tour

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "hoyle needs Python 3.11 or later")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

# Once with contracts, once without them, and the kernels once more as plain Python.
test: $(READY)
	$(BIN)/python -m pytest -n auto
	PYTHONOPTIMIZE=1 $(BIN)/python -m pytest -n auto -q tests
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q tests/test_kernels.py

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

# Accept what the goldens show now, after reading it.
bless: $(READY)
	$(BIN)/python -m pytest -n 0 -q tests/test_goldens.py --snapshot-update

bench: $(READY)
	@for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

clean:
	rm -rf .venv
