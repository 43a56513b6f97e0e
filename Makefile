# `make` alone lists what can be done; every target sets up what it needs first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SYSTEM := $(VENV)/.system
DEVELOPING := $(VENV)/.developing
TESTING := $(VENV)/.testing
PREFIX ?= $(HOME)/.local
JOBS ?= 2
DB ?=
RULEBOOKS ?=
DB_OPTION := $(if $(DB),--db "$(DB)")

.DEFAULT_GOAL := help
.PHONY: help setup install ingest test thorough check browse validate bench samples docs clean
.NOTPARALLEL:

help:  ## Print this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/\1\t\2/' | while IFS="$$(printf '\t')" read -r name text; do printf '  make %-10s %s\n' "$$name" "$$text"; done

$(READY): pyproject.toml constraints.txt setup/environment.sh
	@sh setup/environment.sh $(PYTHON) $(VENV)
	@touch $@

$(DEVELOPING): pyproject.toml constraints.txt setup/environment.sh
	@sh setup/environment.sh $(PYTHON) $(VENV) dev,samples,parquet,cluster,postgres
	@touch $(READY) $@

$(SYSTEM): setup/system_packages.sh setup/packages.txt | $(READY)
	@sh setup/system_packages.sh
	@touch $@

$(TESTING): setup/test_packages.sh setup/test_packages.txt | $(READY)
	@sh setup/test_packages.sh
	@touch $@

setup: $(READY) $(SYSTEM)  ## Set up what running needs: Python packages and Tesseract

install: setup  ## Put `rulewright` onto your path, into PREFIX/bin
	@mkdir -p "$(PREFIX)/bin" && ln -sf "$(abspath $(BIN))/rulewright" "$(PREFIX)/bin/rulewright"
	@echo "$(PREFIX)/bin/rulewright is there; have $(PREFIX)/bin on your PATH."
	@$(BIN)/python setup/open_to_others.py "$(CURDIR)"

ingest: setup  ## Read the bundled samples, or your own files with RULEBOOKS=folder
	@$(BIN)/rulewright ingest $(if $(RULEBOOKS),"$(RULEBOOKS)" --without-samples) $(DB_OPTION)

test: $(DEVELOPING) setup $(TESTING) check  ## Run the checks and all tests
	@$(BIN)/pytest -q --numprocesses $(JOBS) --dist loadgroup

thorough: $(DEVELOPING) setup $(TESTING)  ## Run all cases of all tests
	@$(BIN)/pytest -q --numprocesses $(JOBS) --dist loadgroup --thorough

check: $(DEVELOPING) setup  ## Lint, types and import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

browse: setup  ## Browse the database in Datasette
	@$(BIN)/rulewright browse $(DB_OPTION)

validate: setup  ## Check the engine against the database
	@$(BIN)/rulewright validate $(DB_OPTION)

bench: $(DEVELOPING) setup  ## Run the benchmarks
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

samples: $(DEVELOPING) setup  ## Typeset the sample rulebooks again
	@$(BIN)/python -m samples

docs: setup  ## Write the generated reference pages again
	@$(BIN)/python -m rulewright.reference

clean:  ## Remove everything that was built
	rm -rf build $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info
