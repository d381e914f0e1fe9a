# `make`: set up and build all games into output/. `make test`: set up and run every check.
# `make docs`: set up and make the documentation as web pages in output/site/.
# `make fuzz`: try commands on projects changed at random, for ten minutes.
# `make hunt`: try the properties that tests state on other examples than those of `make test`, and more.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
empty :=
space := $(empty) $(empty)
# As an address, for pip takes a path with a space in it for two files.
export PIP_CONSTRAINT := file://$(subst $(space),%20,$(CURDIR))/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: build test docs types tests bench fuzz hunt clean

build: .venv/ready
	$(BIN)/fustella build

# The tests start the tool some fifty times: it must not be compiled each time.
test: export PYTHONDONTWRITEBYTECODE :=
test: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --jobs 2 types tests

types:
	$(BIN)/mypy

tests:
	$(BIN)/pytest --numprocesses 3

docs: export NO_MKDOCS_2_WARNING := 1
docs: .venv/ready-for-docs
	$(BIN)/mkdocs build --strict --quiet
	@echo "Open output/site/index.html: the pages need no server and no network."

bench: .venv/ready
	$(BIN)/python benchmarks/run.py

# `make fuzz MINUTES=60 SEED=2`: other projects with another seed, and for longer.
MINUTES := 10
SEED := 0
fuzz: .venv/ready-to-test
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) --seed $(SEED)

EXAMPLES := 300
hunt: .venv/ready-to-test
	FUSTELLA_EXAMPLES=$(EXAMPLES) $(BIN)/pytest --numprocesses 2 -m hypothesis

.venv/ready: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Fustella needs Python 3.11 or newer: install it, or say make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --config-settings editable_mode=compat --editable .
	@touch $@

.venv/ready-to-test: .venv/ready
	$(BIN)/python -m pip install --quiet --config-settings editable_mode=compat --editable '.[test,docs]'
	@touch $@

.venv/ready-for-docs: .venv/ready
	$(BIN)/python -m pip install --quiet --config-settings editable_mode=compat --editable '.[docs]'
	@touch $@

clean:
	rm -rf .venv output/* output/.cache benchmarks/work
