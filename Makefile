# The commands a newcomer types; everything behind them is in CMakeLists.txt, tests/ and tools/.
# SPDX-License-Identifier: Apache-2.0

PREFIX ?= /usr/local
DESTDIR ?=
N ?= 10000
SEED ?=
LIMIT ?= 600
CLASSIC_LIMIT ?= 60
EDIT_LIMIT ?= 60
JOBS ?= $(shell nproc)
CMAKE_FLAGS ?=

NINJA = cmake --build $(1) --parallel $(JOBS)
CONFIGURE = cmake -G Ninja -S . -B $(1) $(CMAKE_FLAGS) $(2)

.DEFAULT_GOAL := all
.PHONY: all setup demo test fuzz fuzz-edits bench tables install sanitize clang format check-format clean help

all: ## build build/heddle (installs the Debian packages first if the tools are missing)
	@command -v cmake >/dev/null && command -v ninja >/dev/null && command -v clang-19 >/dev/null \
	  && command -v llvm-config-19 >/dev/null || tools/install_packages
	@test -f build/build.ninja || $(call CONFIGURE,build,)
	@$(call NINJA,build) --target heddle

setup: ## install the Debian packages of packages.txt that are missing
	@tools/install_packages

demo: setup ## check an example with a bug and show its trace, then its corrected twin
	@$(MAKE) --no-print-directory all
	@tools/demo build/heddle

test: setup ## run every check and every test
	@$(MAKE) --no-print-directory all
	@$(call NINJA,build)
	@tests/run_all --build build

fuzz: all ## compare the reductions on N random programs: make fuzz N=10000 SEED=7
	@python3 tests/fuzz/fuzz.py --count $(N) $(if $(SEED),--seed $(SEED))

fuzz-edits: all ## compare incremental checks with full ones after N random edits: make fuzz-edits N=5000 SEED=7
	@python3 tests/fuzz/edits.py --count $(N) $(if $(SEED),--seed $(SEED))

bench: setup ## heddle's speed against spin's, that unused memory does not slow it down, C++ against C, two workers, an edit
	@$(MAKE) --no-print-directory all
	@bench/run

tables: setup ## the papers' tables, the classic programs and edits, into docs/results; goes on where it was interrupted: make tables LIMIT=600
	@$(MAKE) --no-print-directory all
	@bench/run_tables.py --limit $(LIMIT)
	@bench/run_errors.py
	@bench/run_classic.py --limit $(CLASSIC_LIMIT)
	@bench/run_incremental.py --limit $(EDIT_LIMIT)

install: all ## install below PREFIX (default /usr/local); DESTDIR is honoured
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"

sanitize: setup ## the tests with heddle built under the address and undefined-behaviour sanitizers
	@test -f build-asan/build.ninja || $(call CONFIGURE,build-asan,-DHEDDLE_SANITIZE=ON)
	@$(call NINJA,build-asan)
	@tests/run_all --build build-asan

clang: setup ## build with clang 19 instead of g++
	@test -f build-clang/build.ninja || \
	  $(call CONFIGURE,build-clang,-DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19)
	@$(call NINJA,build-clang)

format: ## format the sources in place
	@tools/check_format --fix

check-format: ## say which sources are not formatted
	@tools/check_format

clean: ## remove everything built
	rm -rf build build-asan build-clang

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile
