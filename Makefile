# cohgen. Two front doors:
#
#   make demo    on a fresh machine: installs what is missing, builds, runs the main job on RCC
#   make test    on a fresh machine: installs what is missing, builds, passes every test
#
# `make test-all` runs what is too much for every change: all seeds, points, faults, mutants and deep bounds. Hours; its
# result goes to docs/test-all.md. STAGES="check sim": only these.
#
# and the rooms behind them: build (the default), lint, unit, formal, bench (protocols compared), litmus,
# speed (the figures cohgen itself is held to), format, clean, install-packages, install and uninstall (PREFIX, DESTDIR).
# SAN=1 builds with the address and undefined-behaviour sanitizers, into build/san.

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

SAN ?= 0
ifeq ($(SAN),1)
B := build/san
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
# Its tests run for seconds: less work of the compiler (-Og: a quarter less than -O1, for a tenth of their time), and lines of a
# stack's trace without variables.
SANFLAGS += -Og -g1
# Bounds warnings are not reliable in instrumented code; the plain build has them as errors.
SANFLAGS += -Wno-error
else
B := build
SANFLAGS :=
endif

include mk/c.mk

.PHONY: build
build: $(B)/cohgen $(B)/libsim.a $(B)/man/cohgen.1 $(B)/completion/cohgen.bash $(B)/completion/_cohgen
	@:

# ---------------------------------------------------------------------------------------------- front doors
.PHONY: demo test
demo: install-packages
	@$(MAKE) -s -j2 build
	@mk/demo.sh

test: install-packages
	@tests/run.sh --build

.PHONY: test-all
test-all: install-packages
	@FULL=1 tests/run.sh --build $(STAGES); mk/test-all.sh

# ------------------------------------------------------------------------------------------- rooms behind them
# All mutants of all tables that have stages for it: hours. Broken off, it goes on where it was.
.PHONY: mutate
mutate: build
	@for f in tests/mutate/*.equivalent; do $(B)/cohgen mutate $$(basename $$f .equivalent) || exit; done

# What cohgen needs at work, below PREFIX: the program, its tables, parts and harness, manual page and completion.
# DESTDIR is for packagers: a folder that stands for the root of the file system.
PREFIX ?= /usr/local
installed := $(DESTDIR)$(PREFIX)
share := $(installed)/share
.PHONY: install uninstall
install: build uninstall
	@mk/install.sh "$(B)" "$(installed)"

uninstall:
	@rm -rf "$(share)/cohgen"
	@rm -f "$(installed)/bin/cohgen" "$(share)/man/man1/cohgen.1" \
	    "$(share)/bash-completion/completions/cohgen" "$(share)/zsh/site-functions/_cohgen"

.PHONY: lint unit formal bench figures litmus speed format clean install-packages
install-packages:
	@mk/install-packages.sh

lint: build
	@tests/lint/run.sh

unit: unit-build
	@tests/unit/run.sh all

formal:
	@tests/formal/run.sh

bench: build
	@$(B)/cohgen bench

# Figures of benches in documents, from docs/results; runs nothing.
figures: build
	@mk/figures.sh

speed: build
	@mk/speed.sh

# The litmus tests below TESTS on PROTOCOL, 1,000 runs each and more: make litmus TESTS=DIR PROTOCOL=NAME POINT=NAME
PROTOCOL ?= rcc
POINT ?= stress
TESTS ?= tests/litmus
litmus: build
	@$(B)/cohgen litmus $(PROTOCOL) --point $(POINT) --skip $(TESTS)

format:
	clang-format -i $(ALL_C)

clean:
	rm -rf build out
