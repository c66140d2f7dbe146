# Everything a developer needs; `make` alone lists it. It asks for Python >= 3.11, git and make, nothing else:
# uv comes from the package index into .venv-uv, every package in the version and with the hash of requirements/*.txt.

PYTHON ?= python3
VENV ?= .venv
UV_VENV ?= .venv-uv
JOBS ?= 2
ARGS ?=

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# The interpreter is the machine's own; uv never fetches one, and copies where it cannot link.
export UV_PYTHON_DOWNLOADS := never
export UV_LINK_MODE := copy
export UV_NO_PROGRESS := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export VIRTUAL_ENV :=

UV := $(UV_VENV)/bin/uv
BIN := $(VENV)/bin

# A stamp is named after the interpreter's version, so that another PYTHON makes a fresh environment.
PY := $(shell $(PYTHON) -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null)
NEED_PYTHON = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	|| { echo '$(PYTHON) is not Python 3.11 or newer: make PYTHON=python3.12 ...' >&2; exit 1; }
UV_STAMP := $(UV_VENV)/.stamp
STAMP := $(VENV)/.stamp-$(PY)
BENCH_STAMP := $(VENV)/.stamp-bench-$(PY)

.PHONY: help
help: ## list the targets
	@echo 'make TARGET [PYTHON=python3.12] [VENV=.venv-312] [ARGS=...]'
	@sed -nE 's/^([a-z]+):.*## (.*)/  \1 \t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 12

.PHONY: sync
sync: $(STAMP) ## make or refresh the environment

.PHONY: run
run: $(STAMP) ## play the demonstration
	@$(BIN)/warbench demo $(ARGS)

.PHONY: test
test: $(STAMP) ## run the tests (ARGS='-k name')
	@$(BIN)/python -m pytest -q -n $(JOBS) $(ARGS)

# Each step is silent unless it fails; `make -k check` goes on to the next.
STEPS := check-lint check-format check-types check-layers check-words check-register
.PHONY: check $(STEPS)
check: $(STEPS) ## lint, format, types, layers, kernel words, rules register
$(STEPS): $(STAMP)
step = echo '$(1)'; said=$$($(BIN)/$(2) 2>&1) || { echo "$$said"; exit 1; }

check-lint:
	@$(call step,lint,ruff check --quiet --output-format concise .)
check-format:
	@$(call step,format (repair: make fmt),ruff format --check --output-format concise .)
check-types:
	@$(call step,types,mypy)
check-layers:
	@$(call step,layers,lint-imports --no-logo)
check-words:
	@$(call step,kernel words,python tools/kernel_words.py)
check-register:
	@$(call step,rules register (repair: make rules),python tools/rules_register.py --check)
	@$(call step,rulings register (repair: make rules),python tools/rulings_register.py --check)

.PHONY: bench
bench: $(BENCH_STAMP) ## measure speed
	@$(BIN)/python benchmarks/run.py $(ARGS)

.PHONY: soak
soak: $(STAMP) ## play many random battles with every check (N=1000)
	@$(BIN)/python tools/soak.py $(or $(N),1000)

.PHONY: fuzz
fuzz: $(STAMP) ## read much random and damaged input (N=1000 examples a test, T=60 seconds at most for each)
	@WARBENCH_HYPOTHESIS=explore WARBENCH_FUZZ_EXAMPLES=$(or $(N),1000) WARBENCH_FUZZ_SECONDS=$(or $(T),60) \
		$(BIN)/python -m pytest -q -n $(JOBS) -m fuzz tests/intake tests/muster tests/cli $(ARGS)

.PHONY: rules
rules: $(STAMP) ## write the registers: docs/rules/*.md and docs/rulings.md
	@$(BIN)/python tools/rules_register.py --write
	@$(BIN)/python tools/rulings_register.py --write

.PHONY: fmt
fmt: $(STAMP) ## format, and repair what ruff can repair
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format --quiet .

# A lock file names versions and hashes only: no host, no path.
LOCK = UV_CUSTOM_COMPILE_COMMAND='make lock' $(UV) pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url $(if $(UPGRADE),--upgrade)

.PHONY: lock
lock: $(UV_STAMP) ## resolve the lock files again (UPGRADE=1 for newer versions)
	@$(LOCK) pyproject.toml --output-file requirements/run.txt
	@$(LOCK) pyproject.toml --group dev --group build --constraints requirements/run.txt --output-file requirements/dev.txt
	@$(LOCK) --group bench --constraints requirements/dev.txt --output-file requirements/bench.txt
	@$(LOCK) --group uv --output-file requirements/uv.txt

.PHONY: clean
clean: ## remove environments, caches and built packages
	@rm -rf $(VENV) $(UV_VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis dist build
	@find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(UV_STAMP): requirements/uv.txt
	@$(NEED_PYTHON)
	@echo 'fetch uv'
	@$(PYTHON) -m venv --clear $(UV_VENV)
	@$(UV_VENV)/bin/python -m pip install -qq --require-hashes --no-deps -r requirements/uv.txt
	@touch $@

$(STAMP): requirements/dev.txt pyproject.toml $(UV_STAMP)
	@$(NEED_PYTHON)
	@echo 'sync $(VENV) (Python $(PY))'
	@test -e $@ || $(UV) venv --quiet --clear --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV)
	@rm -f $(VENV)/.stamp-*
	@$(UV) pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements/dev.txt
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(BENCH_STAMP): requirements/bench.txt $(STAMP)
	@echo 'add the benchmarks to $(VENV)'
	@$(UV) pip install --quiet --python $(BIN)/python --require-hashes --requirements requirements/bench.txt
	@touch $@
