# `make run` and `make test` are all that a newcomer needs; the rest is for the people of the house.

SHELL := bash
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# What pip is at, in one line that changes, for who looks on; its errors are shown in any case.
PROGRESS = while read -r verb name _; do \
		[ -t 1 ] || continue; \
		case $$verb in \
			Collecting) printf '\r\033[K  %d of about %d: %s' $$((++n)) $$all "$${name%%[=<>\[;]*}";; \
			Installing) printf '\r\033[K  %s' 'unpacking them …';; \
			Successfully) printf '\r\033[K';; \
		esac; \
	done
install = @set -o pipefail; all=$$(grep -c '^[^ ].*==' $(1)); \
	$(PIP) install --progress-bar off --require-hashes -r $(1) | { n=0; $(PROGRESS); }

.PHONY: run test check long bench lock clean

run: .venv/ready  ## the service with a demonstration match, on http://127.0.0.1:8400
	$(BIN)/tapete serve --demo

test: .venv/ready-dev  ## everything that is quick
	$(BIN)/python -m pytest -n auto -m "not slow and not long and not s3"

check: .venv/ready-dev .venv-s3/ready  ## everything: style, types and all tests; what CI runs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto -m "not long"

long: .venv/ready-dev  ## the same promises on thousands of matches; before a release
	$(BIN)/python -m pytest -n auto -m long

bench: .venv/ready-dev  ## the measurements, all in one run of some four minutes
	$(BIN)/python -m bench.run

# All locks hold for Linux and macOS and every supported Python, and name no index.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links $(UPGRADE)

lock: .venv/ready-dev  ## after a change of dependencies; UPGRADE=--upgrade takes the newest
	$(LOCK) --group build pyproject.toml --output-file requirements.lock
	$(LOCK) --group build --group dev pyproject.toml --constraint requirements.lock \
		--output-file requirements-dev.lock
	$(LOCK) --group pyproject.toml:s3 --output-file requirements-s3.lock

clean:  ## all that was made here; the data folder is left alone
	rm -rf .venv .venv-s3 build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Tapete needs Python 3.11 or newer: make PYTHON=python3.11 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'Python cannot make environments here: apt-get install python3-venv make' >&2; exit 1; }
	@$(BIN)/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear .venv
	@echo 'Installing into .venv (about a minute) …'
	$(call install,requirements.lock)
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/ready-dev: .venv/ready requirements-dev.lock
	@echo 'Installing what the tests need into .venv (about a minute) …'
	$(call install,requirements-dev.lock)
	@touch $@

# moto and rq want different versions of python-dateutil, so the S3 of the tests lives by itself.
.venv-s3/ready: requirements-s3.lock
	@.venv-s3/bin/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear .venv-s3
	.venv-s3/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r $<
	@touch $@
