# p2pscrabble: `make play` to play, `make test` to test; both prepare what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.PHONY: play test check format lint needs types layers tests cover soak bench screenshots clean help

help:  ## What can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | sort

$(BIN)/p2pscrabble: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or later is needed: https://www.python.org/downloads/"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or later is needed; this is `$(PYTHON) --version`. Try: make PYTHON=python3.12 play"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(BIN)/p2pscrabble
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group clients \
	  || echo "What the group “clients” names could not be had; the tests that need it are left out." >&2
	@touch $@

play: $(BIN)/p2pscrabble  ## A game against the computer, at once
	@$(BIN)/p2pscrabble demo $(ARGS)

test: check  ## Everything that must hold: format, lint, types, layers, tests

check: lint types layers tests

format: $(VENV)/.dev  ## Put the code into its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

needs:
	@tests/needs.sh

types: $(VENV)/.dev needs
	$(BIN)/mypy
	@if [ -x tests/page/node_modules/.bin/tsc ]; then cd tests/page && echo 'npx tsc -p tests/page' && npx --no-install tsc -p .; \
	elif [ "$$CI" = true ]; then echo "The types of the page cannot be checked without Node.js."; exit 1; fi

layers: $(VENV)/.dev
	$(BIN)/lint-imports

tests: $(VENV)/.dev needs
	$(BIN)/python -m pytest -n 4 --dist worksteal $(ARGS)

cover: $(VENV)/.dev  ## Branch coverage of the pure core: 100 % or it fails
	$(BIN)/python -m pytest tests/game tests/numerals tests/bag tests/sync tests/table \
	  --cov=p2pscrabble.game --cov=p2pscrabble.numerals --cov=p2pscrabble.bag --cov=p2pscrabble.sync \
	  --cov=p2pscrabble.table --cov-branch --cov-report=term-missing --cov-fail-under=100

soak: $(VENV)/.dev  ## 100,000 bags, 300 sealed games, 10 million hostile inputs, more between programs, 100,000 rooms in which everything goes wrong (long)
	$(BIN)/python -m tests.bag.fairness
	$(BIN)/python -m tests.bag.sealed.random_game
	$(BIN)/python -m tests.fuzz.run
	$(BIN)/python -m pytest -m soak tests/interop tests/browser
	$(BIN)/python -m tests.soak $(ARGS)

bench: $(VENV)/.dev needs  ## The figures, as a table and in build/bench.json
	$(BIN)/python -m tests.bench $(ARGS)

screenshots: $(VENV)/.dev needs  ## A picture of every screen, in build/screenshots
	$(BIN)/python -m tests.browser.screenshots $(ARGS)

clean:
	rm -rf $(VENV) build dist tests/page/node_modules tests/interop/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
