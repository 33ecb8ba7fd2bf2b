# The two commands: `make run` and `make test`. Both set up what they need, and quickly when it is there.
.PHONY: setup setup-test run test lint style types contracts compiled format native proof clean help
PY := .venv/bin/python
# Where it is set, each of some hundred processes that the tests start compiles the product anew.
unexport PYTHONDONTWRITEBYTECODE
# Tests run in so many processes: one more than cores, since a third of the time a test waits.
WORKERS ?= 3

help:            ## what there is
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/'

setup:           ## everything into .venv, the default model included
	@scripts/setup.sh run

setup-test:
	@scripts/setup.sh test

run: setup       ## the companion in its doll's house, page on http://127.0.0.1:8440
	@.venv/bin/companion run

test: setup-test ## all checks and tests
	@$(MAKE) --no-print-directory --jobs=2 style types compiled
	@$(PY) -m pytest -n $(WORKERS) --dist loadgroup

lint: style types contracts ## ruff, mypy --strict, import contracts

style:
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .

types:
	@$(PY) -m mypy

contracts:       # among the tests too (tests/law/test_imports.py)
	@.venv/bin/lint-imports --no-cache

# Product and tests, once and beside mypy: else each process that runs tests compiled all of them.
compiled:
	@$(PY) -m pytest --collect-only -qq > .venv/collected.txt || { tail -n 30 .venv/collected.txt; exit 1; }

format:          ## put the code in order
	@.venv/bin/ruff check --fix . ; .venv/bin/ruff format .

native: setup    ## build llama-cpp-python for this very machine (4-15 minutes)
	@scripts/native-llama.sh

proof: setup     ## the long forms that do not fit into CI; leaves tests/proof/results/*.json
	@scripts/proof.sh

clean:           ## remove .venv and caches (state/ stays)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache *.egg-info
