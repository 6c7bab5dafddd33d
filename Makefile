# A front for CMake: every target first installs what it needs, then configures and builds what is out of date.
# The settings of each build are in CMakePresets.json.
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX  ?= /usr/local
BENCH   ?=
FUZZ_SECONDS ?= 60
MINUTES ?= 10
SOURCES := $(wildcard src apps examples tests bench fuzz)

# The peers of the end-to-end tests, exactly as their lock file names them.
LOCK    := $(wildcard tests/e2e/package-lock.json)
PEERS   := $(LOCK:package-lock.json=node_modules/.package-lock.json)

.DEFAULT_GOAL := build
# Ninja spreads the work; two targets at once would write one build folder.
.NOTPARALLEL:
.PHONY: help setup build demo test bench asan tsan soak fuzz differential format format-check tidy install clean

# $(call built,PRESET): configure and build one preset.
configured = cmake --preset $(1) --log-level=WARNING >/dev/null
built      = $(configured) && cmake --build --preset $(1) -j $(JOBS)

each_source = find $(SOURCES) -name node_modules -prune -o \( -name '*.h' -o -name '*.cc' \) -print0 | xargs -0r

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

setup: ## Install the Debian packages that building and testing need
	@tools/setup build test

build: ## Build the program into build/release
	@tools/setup build
	@$(call built,release)

demo: build ## Build, then run the demo
	@build/release/yett demo

test: $(PEERS) ## Build the tests too, and run them all
	@tools/setup build test
	@$(call built,test)
	@ctest --preset test -j $(JOBS)

$(PEERS): $(LOCK)
	@tools/setup build test
	@npm ci --prefix $(<D) --no-audit --no-fund --loglevel=error

bench: $(PEERS) ## Run the benchmarks; BENCH=REGEX picks some
	@tools/setup build bench
	@$(call built,bench)
	@build/bench/yett_bench --benchmark_filter='$(BENCH)'
	@bench/decide_throughput.py build/bench/yett
	@bench/prove_cost.py build/bench/yett
	@bench/guard_callers.py build/bench/yett build
	@bench/launch_cost.py build/bench/sandboxed build/bench/yett-inside build/bench/yett
	@bench/measure_speed.py build/bench/yett_read_records
	@if [ -e tests/e2e/node_modules ]; then node bench/guard_latency.mjs build/bench/yett \
	  tests/e2e/node_modules/@modelcontextprotocol/server-everything/dist/index.js build; fi

asan: $(PEERS) ## Run the tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@tools/setup build test
	@$(call built,asan)
	@ctest --preset asan -j $(JOBS)

tsan: $(PEERS) ## Run the tests under ThreadSanitizer
	@tools/setup build test
	@$(call built,tsan)
	@ctest --preset tsan -j $(JOBS)

soak: ## The loops that the tests keep short, at full length
	@tools/setup build test
	@$(call configured,test)
	@cmake --build --preset test -j $(JOBS) --target store_test yett
	@YETT_SOAK=1 build/release/src/store_test --gtest_filter='SqliteProcesses.*'
	@python3 -B tests/cli/kill_test.py build/release/yett . 300

fuzz: ## Fuzz every parser with libFuzzer, each for FUZZ_SECONDS (60)
	@tools/setup build dev
	@$(call built,fuzz)
	@tools/fuzz build/fuzz $(FUZZ_SECONDS)

differential: $(PEERS) ## Compare with other readers of URLs and e-mail addresses, each kind for MINUTES (10)
	@tools/setup build test
	@$(call configured,test)
	@cmake --build --preset test -j $(JOBS) --target judged_texts
	@for kind in urls recipients; do \
	  python3 -B tests/differential/differential.py build/release/tests/differential/judged_texts $$kind --minutes $(MINUTES) || exit 1; done

format: ## Format the sources
	@tools/setup dev
	@$(each_source) clang-format-19 -i

format-check: ## Name the sources that are not formatted
	@tools/setup dev
	@$(each_source) clang-format-19 --dry-run -Werror

tidy: ## Run clang-tidy and shellcheck
	@tools/setup build test dev
	@shellcheck tools/* .ci/run
	@$(call configured,debug)
	@run-clang-tidy-19 -quiet -p build/debug -j $(JOBS)

install: build ## Install below PREFIX (/usr/local), in DESTDIR
	@cmake --install build/release --prefix '$(PREFIX)'

clean: ## Remove everything that was built
	@rm -rf build
