# SPDX-License-Identifier: GPL-3.0-only
# Tests: tests/run holds all suites, tests/check those that SUITE names.

.PHONY: test check suite-names build-tests build-check attack endgames slurm-test fuzz fuzz-replay windows-test windows-attack

# Programs that suites start, next to the runner.
test_programs := fake_engine endgames
faults        := $(if $(findstring linux,$(machine)),$(B)/tests/faults.so)
started       := $(addprefix $(B)/,$(programs) $(links) $(test_programs:%=tests/%)) $(faults)

test_sources := $(filter-out $(test_programs:%=tests/match/%.c) tests/conform/faults.c $(if $(jansson),,tests/match/%), \
                $(sort $(wildcard tests/*.c $(foreach d,support unit oracle conform match programs,tests/$d/*.c))))
# On Windows: the suites that need neither a shell nor fork().
ifneq ($(windows),)
unix_only      := sys/wait\.h|sys/resource\.h|sys/mman\.h|glob\.h|O_NONBLOCK|_SC_|popen\b|system[(]|aligned_alloc|gui\.h|fork[(]|matches[(]
not_on_windows := $(shell grep -lE '$(unix_only)' tests/unit/*.c tests/oracle/*.c) tests/unit/test_cluster%
test_sources   := $(filter-out $(not_on_windows) tests/support/gui.c tests/support/scratch.c,$(wildcard $(foreach d,support unit oracle windows,tests/$d/*.c)))
endif
test_objects := $(test_sources:%.c=$(B)/%.o)
suites       := $(sort $(patsubst test_%,%,$(filter test_%,$(basename $(notdir $(test_sources))))))
chosen       := $(or $(filter $(suites),$(SUITE)),$(suites))

# Looked up when a recipe runs, because `make test` may have just installed them.
check_cflags = $(if $(windows),,$(shell pkg-config --cflags check 2>/dev/null))
check_libs   = $(if $(windows),-lcheck,$(or $(shell pkg-config --libs check 2>/dev/null),-lcheck -lsubunit -lrt))

$(test_objects) $(B)/tests/check.o: cflags += $(check_cflags) -DBUILD_DIR='"$(B)"' -DBUILD_MODE='"$(MODE)"' -DSUITES='"$(suite_list)"'
$(if $(windows),$(test_objects) $(B)/tests/match/fake_engine.o: cflags += -Wno-format -Wno-format-extra-args -Wno-return-type -include tests/windows/posix.h)
$(test_objects):    suite_list = build/suites.inc
$(B)/tests/check.o: suite_list = $(B)/tests/check.inc
build/suites.inc:     text = $(patsubst %,SUITE(%),$(suites))
$(B)/tests/check.inc: text = $(patsubst %,SUITE(%),$(chosen))
$(test_objects): build/suites.inc
$(B)/tests/check.o: tests/run.c $(B)/tests/check.inc $(B)/flags.stamp
	$(compile)

chosen_objects := $(foreach s,$(chosen),$(filter %/test_$s.o,$(test_objects)))
common_objects := $(filter-out $(B)/tests/run.o $(foreach s,$(suites),%/test_$s.o),$(test_objects))

$(B)/tests/run:               $(test_objects)
$(B)/tests/check:             $(B)/tests/check.o $(chosen_objects) $(common_objects)
$(B)/tests/run $(B)/tests/check: own_libs = $(check_libs) $(JANSSON_LIBS) $(SQLITE_LIBS)
$(B)/tests/attack/sessions:   $(patsubst %.c,$(B)/%.o,$(wildcard tests/attack/*.c))
$(B)/tests/delay:             $(B)/tests/hosts/delay.o # tests/hosts/two_hosts.sh
$(foreach p,$(test_programs),$(eval $(B)/tests/$p: $(B)/tests/match/$p.o))
$(addprefix $(B)/tests/,run check attack/sessions delay $(test_programs)): $(library)
	$(link)

$(B)/tests/windows/tests: $(test_objects) $(library)
	$(link)
$(B)/tests/windows/tests: own_libs = $(check_libs) $(JANSSON_LIBS) $(SQLITE_LIBS)

windows-test: windows ## the suites that run on Windows, under wine
	@sh protocol/package/libraries.sh $(notdir $(mingw)) build/windows-libraries check
	$(windows_build) build/windows/tests/windows/tests
	WINEDEBUG=-all wine build/windows/tests/windows/tests

windows-attack: $(B)/tests/attack/sessions windows ## the attacks on the programs for Windows, under wine, WHAT="sessions killed clumsy"
	$(windows_build) build/windows/tests/fake_engine
	@bash tests/attack/under_wine.sh build/windows build/windows/attack '$(B)'
	@bash tests/attack/run.sh build/windows/attack wine '$(SEED)' '$(SECONDS)' $(filter-out full_disk,$(WHAT))

$(B)/tests/faults.so: tests/conform/faults.c $(B)/flags.stamp
	$(CC) -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra $(CPPFLAGS) $(CFLAGS) -fPIC -shared $(LDFLAGS) -o $@ $< -ldl

# Fails if SUITE names no suite.
suite-names:
	@$(foreach n,$(filter-out $(suites),$(SUITE)),near=$$(printf '%s\n' $(suites) | awk -v wanted='$n' -f tests/near.awk) && \
	    echo "make: no suite '$n'$${near:+: did you mean $$near}; the suites are the files tests/*/test_NAME.c" >&2 && exit 1;) :

check: suite-names ## the suites SUITE="fen perft", after building only what they need; installs nothing
	@sh tests/prepare.sh '$(CC)' check
	@$(MAKE) --no-print-directory build-check
	@$(B)/tests/check

# Suites whose sources match this start programs.
starts_programs := built_program|run_in_scratch|gui\.h|match_run\.h
build-check: $(B)/tests/check $(if $(shell grep -lE '$(starts_programs)' $(chosen_objects:$(B)/%.o=%.c)),$(started))

# In release mode this leaves the programs where `make` leaves them, with what the libraries just installed add.
test: suite-names ## as root on Debian install the libraries that are missing; build everything, run every test (or SUITE="fen perft")
	@sh tests/prepare.sh '$(CC)'
	@$(MAKE) --no-print-directory $(if $(filter release,$(MODE)),all) build-tests
	@$(B)/tests/run $(SUITE)

build-tests: $(started) $(B)/tests/run $(B)/tests/attack/sessions

# Attacks on the finished programs: random conversations, kill -9, full disks, clumsy file names (tests/attack/README.md).
WHAT    ?= sessions killed full_disk clumsy
SEED    ?= 1
SECONDS ?= 60
attack: $(started) $(B)/tests/attack/sessions ## WHAT=sessions SECONDS=60 SEED=1; killed KILLS=20; full_disk AT_MOST=10; clumsy
	@bash tests/attack/run.sh '$(B)' '$(MODE)' '$(SEED)' '$(SECONDS)' $(WHAT)

GAMES ?= 1000
endgames: $(B)/tests/endgames ## games from won and drawn endings of the tables in TABLES_DIR, GAMES=1000 of each: does the engine win and hold them?
	$(B)/tests/endgames --tables $(TABLES_DIR) --games $(GAMES)
	$(B)/tests/endgames --tables $(TABLES_DIR) --games $(GAMES) --drawn

slurm-test: $(EXE) $(EXE)-match $(EXE)-datagen $(EXE)-records ## bench/shards.sh on a Slurm of its own on this machine (slurmctld, slurmd, munge): a minute
	@tests/slurm.sh

# ---- Fuzzers: one program per tests/fuzz/fuzz_X.c, with libFuzzer where clang has it, else one that replays files ----

fuzzers         := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
SECONDS_EACH    ?= 20
FUZZERS_AT_ONCE ?= $(shell nproc 2>/dev/null || echo 1)
FUZZ_CC         ?= clang
cflags += $(fuzz_flags)
# What these compare is arithmetic that guides no fuzzer, and reporting it takes most of the time.
$(patsubst %,$(B)/%.o,engine/base/crc32 engine/endgame/decoder engine/endgame/places): cflags += $(if $(fuzz_flags),-fno-sanitize-coverage=trace-cmp)
$(B)/fuzz_obk: own_libs = $(SQLITE_LIBS)
$(fuzzers:%=$(B)/fuzz_%): $(B)/fuzz_%: tests/fuzz/fuzz_%.c $(fuzz_main) tests/fuzz/fuzz.h tests/fuzz/trees.h $(library)
	$(CC) $(filter-out -MMD -MP,$(cflags)) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(if $(fuzz_main),,-fsanitize=fuzzer) -o $@ $(filter-out %.h,$^) $(own_libs) $(libs)

fuzz: ## fuzz the parsers and the session from the seed corpus, SECONDS_EACH=20 per target (needs clang)
	$(other_build) CC=$(FUZZ_CC) HOSTCC=cc B=build/fuzz NET= fuzz_flags='-fsanitize=fuzzer-no-link' \
	  flags_release='-O1 -g -DVERIFY -fsanitize=address,undefined -fno-sanitize-recover=all' $(fuzzers:%=build/fuzz/fuzz_%)
	@printf '%s\n' $(fuzzers) | xargs -P $(FUZZERS_AT_ONCE) -I % sh -c 'mkdir -p build/fuzz/found/% && echo fuzz_% && \
	  ASAN_OPTIONS=detect_leaks=1 build/fuzz/fuzz_% -max_total_time=$(SECONDS_EACH) -max_len=4096 -timeout=300 -print_final_stats=0 -verbosity=0 \
	  -artifact_prefix=build/fuzz/%- build/fuzz/found/% tests/fuzz/corpus/% >build/fuzz/%.log 2>&1 || { cat build/fuzz/%.log; exit 255; }'

fuzz-replay: ## run every fuzz target once over the seed corpus, with any compiler
	$(other_build) MODE=asan NET= fuzz_main=tests/fuzz/replay.c $(fuzzers:%=build/asan/fuzz_%)
	@for f in $(fuzzers); do printf '%s: ' $$f && build/asan/fuzz_$$f tests/fuzz/corpus/$$f || exit 1; done
