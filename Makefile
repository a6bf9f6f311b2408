# Everything runs in .venv, made by a Python 3.11, 3.12 or 3.13 of this machine; requirements/ says what is installed.

.DEFAULT_GOAL := help
.PHONY: help lab peers grader test lint test-units test-notebooks test-long search test-browser test-servers test-lessons test-class test-dist notebooks screenshot hub handout bundle dist bench lock clean

.NOTPARALLEL:
# Tests start thousands of processes; with this setting each would compile again all that it imports.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BIN := $(VENV)/bin
# Keyed on what the environment is made from, and on where it is: a moved environment does not work.
KEY := $(shell { pwd; cat requirements/*.txt pyproject.toml course/pyproject.toml; } | cksum | tr ' ' '-')
# One a group of packages: made once the group is installed.
LEARNER := $(VENV)/made-learner-$(KEY)
CLASS := $(VENV)/made-class-$(KEY)
HUB := $(VENV)/made-hub-$(KEY)
PEERS := $(VENV)/made-peers-$(KEY)
TEST := $(VENV)/made-test-$(KEY)
PIP := -m pip --disable-pip-version-check --quiet --quiet
# What installs the rest; an environment for each release of it.
UV := .venv-uv/$(shell cksum < requirements/uv.txt | tr ' ' '-')/bin/uv
# Copies, as nltk refuses files with hard links.
INSTALL := UV_LINK_MODE=copy $(UV) --quiet pip install --python $(BIN)/python --no-deps
SYSTEMS := x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin aarch64-apple-darwin \
	x86_64-pc-windows-msvc
LAB_FLAGS ?=
BUNDLE_FLAGS ?=
HANDOUT ?= build/handout
# Tests of what a class needs: nbgrader around our marks, a hub, a bundle. CI runs them too.
CLASS_TESTS := tests/hub tests/deploy/test_bundle.py $(wildcard tests/grader/test_gradebook_*.py)
# Tests that have targets of their own.
OTHERS := tests/browser tests/deploy/test_distributions.py $(CLASS_TESTS)

comma := ,
# A message may hold an apostrophe, which would end the quote.
say = @printf '\n== %s\n' '$(subst ','\'',$(1))'
# The first Python of this machine that fits. A command that is there may still not run, so each is tried.
find_python = python=; for name in $${PYTHON:-python3.13 python3.12 python3.11 python3}; do \
	"$$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && python=$$name && break; \
	done; \
	[ -n "$$python" ] || { echo 'This needs Python 3.11, 3.12 or 3.13, and none was found. If it has another name: make PYTHON=/path/to/python …' >&2; exit 1; }; \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null || { echo "$$python cannot make environments: its module venv or ensurepip is missing. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1=\2/p' Makefile | while IFS='=' read -r name what; do \
		printf 'make %-15s %s\n' "$$name" "$$what"; done

lab: $(LEARNER) ## lay out my_course and open it in JupyterLab; more options for it: LAB_FLAGS="--no-browser --port 8890"
	$(call say,chunklib-course start my_course)
	@$(BIN)/python -m classroom.lessons.folder start my_course -- $(LAB_FLAGS)

peers: $(PEERS) ## add other people's splitters, which the course compares with ours
	$(call say,installed here; to see them side by side: $(BIN)/chunklib compare FILE)

grader: $(CLASS) ## open JupyterLab with nbgrader's form grader, to mark written answers by hand
	$(call say,opening nbgrader's form grader; Ctrl-C ends it)
	@$(BIN)/jupyter lab --LabApp.default_url=/formgrader --LabApp.extension_manager=readonly \
		--ServerApp.jpserver_extensions=nbgrader.server_extensions.formgrader=True \
		$(foreach part,assignment_list course_list,--ServerApp.jpserver_extensions=nbgrader.server_extensions.$(part)=False) \
		$(if $(filter 0,$(shell id -u)),--allow-root) $(LAB_FLAGS)

test: lint test-units test-notebooks ## the checks of the library, the course and the marks
	$(call say,all checks passed)

lint: $(TEST) ## style, types, the one-way imports and the words
	$(call say,style: ruff)
	@$(BIN)/ruff check && $(BIN)/ruff format --check
	$(call say,types: mypy --strict)
	@$(BIN)/mypy
	$(call say,one-way imports: import-linter)
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m deploy.words

test-units: $(TEST) ## unit tests, documented examples, properties, and the tests of the exercises
	$(call say,unit tests$(comma) examples in docstrings$(comma) properties$(comma) exercises: pytest)
	@$(BIN)/pytest -q -n 2 --dist worksteal -m 'not slow and not slow_server' $(addprefix --ignore ,$(OTHERS))

test-long: $(TEST) ## kills, clusters and what else takes long
	$(call say,kills$(comma) clusters and what else takes long: pytest)
	@CHUNKLIB_EXAMPLES=more $(BIN)/pytest -q -n 2 --dist worksteal -m 'slow and not slow_server' $(addprefix --ignore ,$(OTHERS))

test-servers: $(TEST) ## the store of chunks that is a server, PostgreSQL, and kills of it
	$(call say,PostgreSQL: pytest)
	@$(BIN)/pytest -q -n 2 --dist loadfile -m slow_server tests/library/retrieval

test-class: $(TEST) ## what a class needs: nbgrader, kernels, a hub with real users, the offline bundle (downloads from npm and PyPI)
	$(call say,a gradebook$(comma) a class on one machine$(comma) a room without a network: pytest)
	@$(BIN)/pytest -q -n 2 --dist loadfile $(CLASS_TESTS)

search: $(TEST) ## look for cases that break a property, 2,000 new ones for each (takes long)
	$(call say,properties$(comma) with new cases: pytest)
	@CHUNKLIB_EXAMPLES=search $(BIN)/pytest -q -n 2 --dist worksteal --ignore tests/browser -m hypothesis
	@CHUNKLIB_EXAMPLES=search $(BIN)/pytest -q -n 2 --dist worksteal tests/course/test_exercises.py

test-notebooks: $(TEST) ## compare every notebook with its master, run it, and compare what it shows with what is stored
	$(call say,notebooks against their masters: text and cuts)
	@$(BIN)/python -m classroom.build --check-text
	$(call say,lessons and solutions against their stored outputs: nbval)
	@CHUNKLIB_CHECKS=fixed $(BIN)/pytest -q -n 2 --dist loadscope --nbval --nbval-cell-timeout 120 \
		--nbval-sanitize-with nbval_sanitize.cfg notebooks/*.ipynb solutions/*/*.ipynb

test-browser: $(TEST) ## widgets, an exercise and pages of marks in a real browser (skipped where there is none)
	$(call say,widgets$(comma) an exercise and pages of marks in a real browser: chromium)
	@$(BIN)/pytest -q -n 2 --dist loadfile tests/browser --ignore tests/browser/test_every_lesson.py

test-lessons: $(TEST) ## every lesson again: rebuilt, which must change nothing, and run in the browser from top to bottom
	$(call say,notebooks against what their masters give: a rebuild that must change no byte and no pixel)
	@$(BIN)/python -m classroom.build --check
	$(call say,every lesson from top to bottom in a real browser: chromium)
	@$(BIN)/pytest -q -n 2 --dist load tests/browser/test_every_lesson.py

notebooks: $(TEST) ## build the notebooks from their masters
	$(call say,building the notebooks from their masters)
	@$(BIN)/python -m classroom.build

screenshot: $(TEST) ## take the pictures in the README and in the teacher's pack again (needs a browser)
	$(call say,taking docs/lesson.png)
	@CHUNKLIB_SCREENSHOT=docs/lesson.png $(BIN)/pytest -q tests/browser/test_lesson.py
	$(call say,taking docs/view.png)
	@CHUNKLIB_VIEW_PICTURE=docs/view.png $(BIN)/pytest -q tests/browser/test_view.py
	$(call say,taking docs/teaching/student_page.png and class_page.png)
	@CHUNKLIB_MARKS_PICTURES=docs/teaching $(BIN)/pytest -q tests/browser/test_marks_pages.py

hub: $(HUB) ## install what a class on one machine needs beside the environment (JupyterHub's proxy)
	$(call say,installing JupyterHub's proxy from the npm registry)
	@$(BIN)/python deploy/proxy/install.py

handout: $(CLASS) ## the students' copy of the course in build/handout: no solutions, no outputs, no history
	$(call say,writing $(HANDOUT))
	@$(BIN)/chunklib release --handout "$(HANDOUT)"

bundle: $(TEST) ## one folder, build/bundle, from which a workshop installs without a network
	$(call say,building build/bundle: it downloads the packages of each system from PyPI)
	@$(BIN)/python -m deploy.bundle $(BUNDLE_FLAGS)

dist: $(TEST) ## wheels and source archives of both distributions, in dist/
	$(call say,building chunklib and chunklib-course)
	@$(BIN)/python -m deploy.distributions dist
	@$(BIN)/twine check --strict dist/*

test-dist: $(TEST) ## both distributions, installed into empty environments and tried (downloads from PyPI)
	$(call say,each distribution alone in an environment: pytest)
	@$(BIN)/pytest -q tests/deploy/test_distributions.py

bench: $(TEST) ## measure the strategies beside other splitters, batches, the store, and how soon a widget is drawn again
	$(call say,measuring)
	@# All of them, whichever fails.
	@failed=; for one in strategies batches store; do $(BIN)/python -m research.benchmarks.$$one || failed="$$failed $$one"; done; \
	$(BIN)/pytest -q -s -m timed tests/browser || failed="$$failed tests/browser"; \
	if [ "$$failed" ]; then echo "failed:$$failed"; exit 1; fi

lock: $(UV) ## resolve requirements/ again, and look for a wheel of each package for every supported Python and system
	$(call say,resolving requirements/)
	@$(find_python); UV_NO_CONFIG=1 UV_DEFAULT_INDEX=https://pypi.org/simple "$$python" -m deploy.lock $(UV)
	$(call say,looking for a wheel of each package for each Python and system)
	@# A Mac needs macOS 14: the wheels of the embedding model ask for it.
	@for python in 3.11 3.12 3.13; do for system in $(SYSTEMS); do for group in test site; do \
		MACOSX_DEPLOYMENT_TARGET=14.0 UV_DEFAULT_INDEX=https://pypi.org/simple $(UV) --quiet --no-config pip install \
			--dry-run --target .venv-uv/none --only-binary :all: --no-binary langdetect --no-deps --require-hashes \
			--python-version $$python --python-platform $$system --requirements requirements/$$group.txt || exit 1; \
		done; done; done

clean: ## remove the environments and what tools left behind; the learner's progress stays
	rm -rf .venv .venv-uv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(UV):
	@$(find_python); "$$python" -m venv $(@D)/.. && $(@D)/python $(PIP) install --require-hashes --requirement requirements/uv.txt

$(LEARNER): | $(if $(wildcard $(LEARNER)),,$(UV))
	$(call say,making the environment .venv$(comma) once: it holds what requirements/learner.txt lists)
	@$(BIN)/python --version >/dev/null 2>&1 || $(UV) --quiet venv --clear --python $(dir $(UV))python $(VENV)
	@$(INSTALL) --require-hashes --requirements requirements/learner.txt
	@$(INSTALL) --no-build-isolation --editable . --editable course
	$(call say,looking at what works here: chunklib doctor)
	@$(BIN)/chunklib doctor --course || echo 'Something above does not work yet; the line says what to do.'
	@rm -f $(VENV)/made-* && touch $@

$(CLASS) $(HUB) $(PEERS) $(TEST): $(VENV)/made-%-$(KEY): $(LEARNER)
	$(call say,installing what requirements/$*.txt adds)
	@$(INSTALL) --require-hashes --requirements requirements/$*.txt
	@touch $@
