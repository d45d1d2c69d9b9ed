# `make play` opens the card room and `make test` proves it, both on a fresh clone with Python 3.11+ and make.
# All that is installed goes into .venv, from hashed lock files; nothing global, nothing asked.

VENV := .venv
PY := $(VENV)/bin/python
ARGS ?=
SOURCES := engine net tui tests benchmarks examples release
unexport PYTHONDONTWRITEBYTECODE  # else each worker compiles the plugins that pytest loads before tests/conftest.py
PYTEST = $(PY) -m pytest --quiet --dist worksteal --numprocesses
# Something of everything: the shape of the code, the engine, a match of every preset, the room in memory and over a
# socket, a table on the screen, a journey in a terminal.
QUICK := $(addprefix tests/arch/test_,circles.py contracts.py docs.py markup.py shape.py waiting.py) \
	tests/engine/model tests/engine/record/test_codec.py tests/engine/record/test_journal.py tests/engine/play/test_table.py \
	tests/golden/test_journals.py tests/net/test_protocol_md.py \
	$(addprefix tests/net/,client/test_session.py match/test_lobby.py room/test_games.py room/test_match.py) \
	$(addprefix tests/net/wire/test_,framing.py messages.py) \
	$(addprefix tests/tui/,table/test_moves.py table/test_picture.py session/test_next_table.py) \
	tests/e2e/test_alone.py
UV_COMPILE = $(VENV)/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --strip-extras --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links $(UPGRADE)
PIP = $(PY) -m pip --disable-pip-version-check --quiet install --require-virtualenv

# The first interpreter that is new enough; `make play PYTHON=/path/to/python` overrides it.
ifndef PYTHON
PYTHON := $(shell for each in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
endif

.PHONY: play test test-all quick check format format-check lint types contracts shots golden bench lock dist clean help

help:  ## what can be made
	@sed -n 's/^\([a-z-]*\):.*##/\1 \t/p' $(MAKEFILE_LIST) | expand -t 14

play: $(VENV)/.player  ## open the card room (ARGS="play khanhoo" goes straight to a table)
	@$(VENV)/bin/khanhoo $(ARGS)

test: $(VENV)/.dev  ## run the tests but the slow ones (ARGS="tests/engine -k moon" runs some of them)
	@$(PYTEST) 4 --durations=25 -m "not slow" $(ARGS)

test-all: $(VENV)/.dev  ## run all tests (ARGS="-m slow" runs the slow ones)
	@$(PYTEST) 8 --durations=25 $(ARGS)

quick: $(VENV)/.dev  ## run something of everything, within a minute
	@$(PYTEST) 4 $(QUICK) $(ARGS)

check: format-check lint types contracts test-all  ## all that a change must pass

format: $(VENV)/.dev  ## lay the code out
	@$(PY) -m ruff format $(SOURCES)
	@$(PY) -m ruff check --fix --select I --quiet $(SOURCES)

format-check: $(VENV)/.dev
	@$(PY) -m ruff format --check $(SOURCES)

lint: $(VENV)/.dev
	@$(PY) -m ruff check $(SOURCES)

types: $(VENV)/.dev
	@$(PY) -m mypy

contracts: $(VENV)/.dev
	@$(VENV)/bin/lint-imports --no-cache --no-logo

shots: $(VENV)/.dev  ## draw screenshots/ again from the named scenes
	@$(PY) -m tests.tui.shots

golden: $(VENV)/.dev  ## write tests/golden/ again from the named games; minutes
	@$(PY) -m tests.golden.make
	@$(PY) -m tests.golden.evenings
	@$(PY) -m tests.golden.plain
	@$(PY) -m tests.golden.bots

bench: $(VENV)/.bench  ## measure, side by side with the yardsticks
	@$(PY) -m benchmarks.run_all $(ARGS)

lock: $(VENV)/.lock  ## write the lock files again (UPGRADE=--upgrade takes newer releases)
	@$(UV_COMPILE) --group build -o requirements.lock
	@$(UV_COMPILE) --constraint requirements.lock --group build --group dev -o requirements-dev.lock
	@$(UV_COMPILE) --constraint requirements-dev.lock --group build --group dev --group bench -o requirements-bench.lock
	@! grep -nE '://|file:|^ *-[^-]|^--' requirements*.lock || { echo "A lock file names a place."; exit 1; }

dist: $(VENV)/.dist  ## build the wheel and the sdist of the last commit into dist/, and try them
	@$(PY) -m release.trial

clean:  ## remove all that was made
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The environment. Each stamp stands for one more layer on the same .venv.

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "Khanhoo needs Python 3.11 or newer; none was found on your PATH."; exit 1; }
	@echo "Setting up the card room in $(VENV): once, less than a minute."
	@$(PYTHON) -m venv $(VENV) || { \
		echo "This Python cannot make an environment. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@touch $@

$(VENV)/.player: requirements.lock pyproject.toml | $(VENV)/.made
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.player
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/.bench: requirements-bench.lock $(VENV)/.dev
	@echo "Fetching the yardsticks: OR-Tools and OpenSpiel."
	@$(PIP) --require-hashes -r requirements-bench.lock
	@touch $@

$(VENV)/.lock: | $(VENV)/.made
	@$(PIP) 'uv>=0.9'
	@touch $@

$(VENV)/.dist: $(VENV)/.dev
	@$(PIP) 'pipx>=1.16'
	@touch $@
