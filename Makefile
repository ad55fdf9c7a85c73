# Everything runs from .venv, which the first target that needs it creates.
# A second call installs nothing unless pyproject.toml or constraints.txt has changed.

PYTHON ?= python3
ARGS ?=
# Parallel by default; `make test PYTEST_ARGS="-k shoe"` runs in one process.
PYTEST_ARGS ?= -n auto --maxprocesses=4

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Tools run as modules (`python -m`): a moved checkout does not break them.
PY := $(BIN)/python
PIP_INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt

BENCH_VENV := .venv-bench
BENCH_STAMP := $(BENCH_VENV)/.installed
BENCH_PY := $(BENCH_VENV)/bin/python
BENCH_PIP_INSTALL := $(BENCH_PY) -m pip install --quiet --disable-pip-version-check -c constraints-bench.txt

.DEFAULT_GOAL := help
.PHONY: help install study soak test test-lowest test-openspiel test-python test-ray lint format bench docs clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(STAMP) ## Create .venv with the package, the training libraries and the tools

# Two steps, so that the build backend is pinned too.
$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) hatchling
	$(PIP_INSTALL) --no-build-isolation --editable ".[train,dev]"
	@touch $@

study: $(STAMP) ## Run the study (ARGS="..." goes to experiments.study)
	$(PY) -m experiments.study $(ARGS)

test: lint ## Run the linters, the type checker and the tests
	$(PY) -m pytest $(PYTEST_ARGS)
	$(MAKE) --no-print-directory test-python

# Without numba the kernels are plain functions, in which coverage sees which lines of play the
# rule tests reach. `compiled` marks what is played so much that it takes minutes there.
test-python: $(STAMP) ## Play the rule tests in Python, and count the lines of play they reach
	NUMBA_DISABLE_JIT=1 $(PY) -m pytest -q -m "not compiled" -n 2 -p no:cacheprovider \
		--cov=chemmy_env/engine/games --cov=chemmy_env/engine/common \
		--cov-report=term-missing:skip-covered --cov-fail-under=99 \
		tests/golden tests/engine/games tests/engine/luck/test_values.py

# A short one, of a fixed seed, is among the tests.
soak: $(STAMP) ## Play random tables and check everything (ARGS="--minutes 10")
	$(PY) -m tests.soak $(ARGS)

# OpenSpiel has an environment of its own: it is large, and wanted for one check alone.
OPENSPIEL := .venv-openspiel
test-openspiel: $(OPENSPIEL)/.installed ## Hold the exact theory against OpenSpiel
	$(OPENSPIEL)/bin/python -m pytest tests/openspiel

$(OPENSPIEL)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(OPENSPIEL)
	$(OPENSPIEL)/bin/python -m pip install --quiet --disable-pip-version-check \
		-c constraints.txt --editable ".[openspiel]" pytest
	@touch $@

# Ray pins gymnasium, so that it has an environment of its own too.
RAY := .venv-ray
test-ray: $(RAY)/.installed ## Train and evaluate over Ray, with a worker killed on the way
	$(RAY)/bin/python -m pytest -W default tests/ray $(ARGS)

$(RAY)/.installed: pyproject.toml constraints-ray.txt
	$(PYTHON) -m venv $(RAY)
	$(RAY)/bin/python -m pip install --quiet --disable-pip-version-check \
		-c constraints-ray.txt --editable ".[train,ray]" pytest
	@touch $@

# The lowest versions that pyproject.toml allows.
LOWEST := .venv-lowest
test-lowest: $(LOWEST)/.installed ## Play the shipped models at the lowest versions allowed
	$(LOWEST)/bin/python -m pytest -W default tests/lowest $(ARGS)

$(LOWEST)/.installed: pyproject.toml constraints-lowest.txt
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check \
		-c constraints-lowest.txt --editable ".[train]" pytest
	@touch $@

lint: $(STAMP) ## Check style, formatting and types
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: $(STAMP) ## Sort imports, apply safe fixes, format
	$(PY) -m ruff check --fix-only .
	$(PY) -m ruff format .

bench: $(BENCH_STAMP) ## Measure speed beside other libraries (ARGS="..." as above)
	$(BENCH_PY) -m experiments.benchmark --rivals $(ARGS)

# An environment of its own. Rivals are installed one by one: one that does not install is told
# in the report and stops nothing.
$(BENCH_STAMP): pyproject.toml constraints-bench.txt experiments/benchmark/rivals/__init__.py
	$(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_PIP_INSTALL) hatchling
	$(BENCH_PIP_INSTALL) --no-build-isolation --editable ".[train]"
	$(BENCH_PY) -m experiments.benchmark.install constraints-bench.txt
	@touch $@

docs: $(STAMP) ## Regenerate the generated parts of the documentation
	$(PY) -m experiments.docs $(ARGS)

clean: ## Remove .venv, caches (numba's too) and build output; runs/ stays
	rm -rf $(VENV) $(BENCH_VENV) $(OPENSPIEL) $(RAY) $(LOWEST) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
