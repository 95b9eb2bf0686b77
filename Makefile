# `make help` lists what there is. The Debian packages that are missing are installed on the way: scripts/setup.

SAMPLE := media/av-h264-aac.mp4
# So many tests at a time: with all at once, each waits for the others until limits pass that are meant for what hangs.
WIDTH := --experimental-maximum-parallelization-width 8
SWIFT_CODE := Package.swift $(wildcard Sources Tests Examples Integrations Benchmarks)
SHELL_CODE := scripts/setup scripts/debian-13 scripts/version scripts/install-files scripts/make-deb scripts/make-dist scripts/try-package scripts/check-contract scripts/check-examples scripts/check-gtk scripts/gpu-check scripts/repeat-tests scripts/run-tests scripts/delayed-tests/run .ci/run $(wildcard media/*.sh)

PREFIX ?= /usr/local
# No file name in the code has this folder, and there is no build ID, which would be computed over debug information with it: the
# same commit gives the same bytes in any folder. The linker exports nothing of
# the executable, so that it can drop what nothing calls, and packs relative relocations (glibc 2.36 or newer).
RELEASE_FLAGS := -Xswiftc -file-prefix-map -Xswiftc "$(CURDIR)=." -Xcc "-ffile-prefix-map=$(CURDIR)=." -Xcxx "-ffile-prefix-map=$(CURDIR)=." \
	--disable-local-rpath -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --build-id=none

.PHONY: help setup build play install deb dist try-package lint docs test corpus workarounds repeat stress fuzz traces thread-sanitizer bench clean
.DEFAULT_GOAL := help

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' Makefile

setup: ## installs the Debian packages that are missing, those for tests too
	@scripts/setup

build: ## builds the command: .build/release/playhead
	@scripts/setup build play
	swift build -c release --product playhead --static-swift-stdlib $(RELEASE_FLAGS)

play: build ## builds the command and plays a sample to its end
	.build/release/playhead play $(SAMPLE)

install: ## installs what `make build` built: PREFIX=/usr/local DESTDIR=
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install-files

deb: ## makes the Debian package of the command for this release: .build/packages/playhead_VERSION_ARCH.deb
	@scripts/setup build play package
	@$(MAKE) build
	scripts/make-deb

dist: ## makes a tarball of the command with a checksum: .build/packages/playhead-VERSION-linux-MACHINE.tar.gz
	@scripts/setup build play package
	@$(MAKE) build
	scripts/make-dist

try-package: ## installs the package of `make deb` in a bare tree, plays its sample and removes it; as root
	scripts/try-package
	scripts/try-package --container

lint: ## checks the form of the Swift code and the scripts
	@scripts/setup
	swift format lint --strict --parallel --recursive $(SWIFT_CODE)
	shellcheck $(SHELL_CODE)

docs: ## builds the library's documentation; a link that leads nowhere fails
	swift build
	scripts/docs

test: lint ## checks the code's form, the README, the schemas, docs/testing.md, the workarounds, the examples, the documentation, and runs the tests
	scripts/diagrams --check
	scripts/check-layers
	scripts/check-contract
	scripts/workarounds --check
	swift build --build-tests
	scripts/check-readme
	scripts/check-window
	scripts/validation-rules --check
	scripts/check-schemas
	scripts/check-examples
	scripts/check-testing
	$(MAKE) docs
	scripts/run-tests $(WIDTH)

corpus: ## makes 390 small media files in .build/corpus, and compares play, inspect and check with the facts of each; 5 minutes
	@scripts/setup build play test media
	swift build
	media/corpus/make-corpus .build/corpus
	scripts/try-corpus .build/corpus

workarounds: ## runs the test of each workaround without it, and prints which are needed; docs/workarounds.md
	@scripts/setup
	swift build --build-tests
	scripts/try-workarounds

repeat: ## runs the tests 50 times, optimised, until one fails; PLAYHEAD_RUNS tells how many times
	@scripts/setup
	scripts/repeat-tests $${PLAYHEAD_RUNS:-50} $(WIDTH)

stress: ## runs the tests that load every core or take minutes, with new random lives; PLAYHEAD_SEQUENCES is their number
	@scripts/setup
	PLAYHEAD_STRESS=1 swift test --disable-xctest --filter 'BusyTasksTests|TornValueTests|TestPatternStressTests'
	PLAYHEAD_STRESS=1 PLAYHEAD_SEED=$${PLAYHEAD_SEED:-random} PLAYHEAD_SEQUENCES=$${PLAYHEAD_SEQUENCES:-20000} \
		swift test --skip-build --disable-xctest --filter 'SimulationTests|CrowdTests|RealLifeTests'

fuzz: ## gives every parser damaged input that is new each time; PLAYHEAD_FUZZ_SECONDS (600) is shared by all parsers
	@scripts/setup
	PLAYHEAD_STRESS=1 PLAYHEAD_FUZZ_SECONDS=$${PLAYHEAD_FUZZ_SECONDS:-600} \
		swift test --disable-xctest --filter '^FuzzTests' $(WIDTH)

traces: ## plays every medium in media/ a hundred times in virtual time; each time it has to tell the same
	@scripts/setup
	PLAYHEAD_STRESS=1 PLAYHEAD_TRACE_RUNS=$${PLAYHEAD_TRACE_RUNS:-100} \
		swift test --disable-xctest --filter RepeatedTraceTests $(WIDTH)

thread-sanitizer: ## runs the tests under the thread sanitizer
	@scripts/setup
	scripts/thread-sanitizer/run

bench: ## measures Playhead beside bare playbin3; docs/performance.md tells how to ask for more
	@scripts/setup build play media
	Benchmarks/run

clean: ## removes everything that was built
	rm -rf .build .build-* Examples/*/.build Integrations/*/.build Benchmarks/.build Benchmarks/work
