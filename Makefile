# On a machine with only Python 3.11 or later and make: `make` sets everything up and shows what hoyle does.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: tour serve test whole lint types bless bench clean

tour: .venv/warm
	@$(BIN)/hoyle tour

serve: .venv/warm
	@$(BIN)/hoyle serve

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "hoyle needs Python 3.11 or later")'
	$(PYTHON) -m venv .venv
	$(PIP) --editable '.[terminal,web]'
	@touch $@

# Compile everything in advance, once.
.venv/warm: .venv/ready
	@$(BIN)/hoyle warm
	@touch $@

.venv/dev: .venv/ready
	$(PIP) --editable '.[dev]'
	@touch $@

# The processes that tests start find bytecode and kernels ready; a worker that is done first takes tests from the others.
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal
test whole: export PYTHONDONTWRITEBYTECODE :=
test: .venv/dev .venv/warm
	$(PYTEST) -m "not slow"

# Longer tests: long journeys in a browser, the rules once without contracts, the kernels once as plain Python, more seeds and
# larger boards.
whole: .venv/dev .venv/warm
	$(PYTEST) -q -m slow
	PYTHONOPTIMIZE=1 $(PYTEST) -q tests/test_laws.py tests/test_record.py tests/test_match.py \
	    tests/test_bad_input.py tests/test_fuzz.py tests/test_classroom_*.py
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q tests/test_kernels_*.py
	HOYLE_WHOLE=1 $(PYTEST) -q -k "law or english or central or lessons or corners or killed or described or budget or refused" \
	    tests/test_laws.py tests/test_kernels_pegs*.py tests/test_solver.py tests/test_survey.py tests/test_web_schema.py \
	    tests/test_web_damage.py

lint: .venv/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/dev
	$(BIN)/mypy

# Accept what the goldens show now, after reading it.
bless: .venv/dev
	$(BIN)/python -m pytest -n 0 -q tests/test_goldens.py tests/test_envs_playthroughs.py --snapshot-update
	HOYLE_WHOLE=1 $(BIN)/python -m pytest -n 0 -q tests/test_course.py -k deserve --snapshot-update

# One table of the ratios that the documents claim; the scripts behind the longer tables are named where the tables stand.
bench: .venv/dev
	@$(BIN)/python benchmarks/table.py

clean:
	rm -rf .venv
