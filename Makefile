# SPDX-License-Identifier: GPL-3.0-only
# Hanxin, a Xiangqi engine. `make` builds it, `make test` proves it, `make help` lists the rest.
#
# MODE=release|debug|asan|tsan builds in build/$(MODE). CC, AR, CPPFLAGS, CFLAGS, LDFLAGS and EXE are honoured; other
# flags than last time build anew.

MODE    ?= release
CC      ?= cc
HOSTCC  ?= $(CC)
EXE     ?= hanxin

# Builds use all processors unless -j is given. GNU make shows -j to recipes only, which therefore hand it on.
ifeq ($(filter -j%,$(MAKEFLAGS) $(jobs_given))$(filter-out all build-tests build-check dist dist-% deb,$(MAKECMDGOALS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
export jobs_given = $(filter -j%,$(MAKEFLAGS))

B := build/$(MODE)$(if $(filter-out cc gcc,$(CC)),-$(notdir $(firstword $(CC))))

flags_release := -O3 -DNDEBUG
flags_debug   := -Og -DVERIFY
flags_asan    := -O1 -DVERIFY -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
flags_tsan    := -O1 -DNDEBUG -fsanitize=thread

cflags := -std=c11 -D_GNU_SOURCE -I. -g -MMD -MP -pthread -Wall -Wextra -Wshadow -Wpedantic -Wvla \
          -Wstrict-prototypes -Wmissing-prototypes $(flags_$(MODE))
libs   := -lm

# Programs are on top of everything; all but their main files is library. Each tool of hanxin-lab has a name of its own too, a link.
programs         := hanxin hanxin-match hanxin-lab
main_hanxin      := protocol/cli/main.c
main_hanxin-match := bench/match/match.c
main_hanxin-lab  := bench/lab.c
links            := $(addprefix hanxin-,datagen records train tune spsa tables book)
every_program    := $(programs) # whatever is left out below

# hanxin-cluster, of many processes, needs an MPI; only `make cluster` builds it.
of_cluster := protocol/cluster/cluster.c protocol/cluster/mpi.c

# For Windows the engine alone is built: the other programs live on POSIX.
machine := $(shell $(CC) -dumpmachine 2>/dev/null)
windows := $(filter %mingw32,$(machine))
ifneq ($(windows),)
programs := hanxin
links    :=
libs     += -static -lshell32
endif

# For WebAssembly there are modules instead of programs (protocol/web/web.mk); THREADS=no for those without.
web := $(filter wasm32%,$(machine))
ifneq ($(web),)
programs :=
links    :=
cflags   := $(filter-out $(if $(filter no,$(THREADS)),-pthread),$(cflags))
EDITING  := none
endif

# hanxin-match reads and writes JSON by jansson. Without it (or in a cross build, which has this system's) all the others
# are built. JANSSON_LIBS=-l:libjansson.a links it statically.
own_system := $(filter $(firstword $(subst -, ,$(machine))),$(firstword $(subst -, ,$(shell $(HOSTCC) -dumpmachine 2>/dev/null))))
jansson    := $(if $(windows),,$(if $(own_system),$(shell pkg-config --exists jansson 2>/dev/null && echo found)))
JANSSON_LIBS ?= $(shell pkg-config --libs jansson 2>/dev/null)
ifneq ($(jansson),)
cflags += $(shell pkg-config --cflags jansson)
$(B)/hanxin-match: libs += $(JANSSON_LIBS)
else
programs := $(filter-out hanxin-match,$(programs))
endif

# hanxin-lab reads and writes the .obk books of other programs with SQLite.
sqlite      := $(if $(findstring static,$(LDFLAGS))$(windows)$(web),,$(if $(own_system),$(shell pkg-config --exists 'sqlite3 >= 3.36' 2>/dev/null && echo found)))
SQLITE_LIBS ?= $(shell pkg-config --libs sqlite3 2>/dev/null)
ifneq ($(sqlite),)
cflags += -DHAVE_SQLITE $(shell pkg-config --cflags sqlite3)
$(B)/hanxin-lab $(B)/fuzz_obk $(B)/tests/run $(B)/tests/check: libs += $(SQLITE_LIBS)
endif

floors := engine/base engine/board engine/rules engine/endgame engine/notation engine/book eval/nnue eval/hce eval search eval/train bench bench/selfplay bench/tables \
          bench/book bench/engines bench/review protocol protocol/terminal protocol/web bench/match protocol/cli protocol/cluster

mains   := $(foreach p,$(programs),$(main_$p)) engine/board/gen_tables.c bench/tables/embed.c
sources := $(filter-out $(mains) $(of_cluster),$(foreach f,$(floors),$(wildcard $f/*.c)))
sources := $(if $(windows),$(filter-out bench/spsa.c bench/lab.c eval/train/% bench/selfplay/% bench/tables/% bench/book/% bench/engines/client.c bench/engines/process.c bench/review/other_engine.c protocol/web/% protocol/cluster/%,$(sources)),$(sources))
sources := $(filter-out engine/base/platform_$(if $(windows),posix,windows).c,$(sources))
sources := $(if $(web),$(filter-out $(addprefix protocol/web/,http.c seats.c site.c),$(sources)),$(filter-out protocol/web/engine.c protocol/web/rules_module.c,$(sources)))
sources := $(if $(web),$(filter-out eval/train/% bench/selfplay/% bench/tables/% bench/book/% bench/engines/% bench/review/% bench/spsa.c bench/lab.c protocol/terminal/% protocol/cli/% protocol/cluster/%,$(sources)),$(sources))
sources := $(if $(jansson),$(sources),$(filter-out bench/match/%,$(sources)))
objects := $(sources:%.c=$(B)/%.o) $(B)/engine/board/tables.o $(if $(web),,$(B)/protocol/web/board.o $(B)/bench/review/page.o $(if $(windows),,$(B)/protocol/web/files.o)) $(if $(jansson),$(B)/bench/match/page.o)

# Perft's counting loop once more for CPUs with POPCNT, BMI and AVX2 (x86-64-v3); chosen at run time. Without the places of
# variables in its debugging data (-g1), it is compiled in half the time.
$(B)/engine/board/perft.o $(B)/engine/board/perft_v3.o: cflags += -g1
ifneq ($(filter x86_64%,$(machine)),)
objects += $(B)/engine/board/perft_v3.o
$(B)/engine/board/perft.o: cflags += -DHAVE_PERFT_V3
$(B)/engine/board/perft_v3.o: cflags += -DPERFT_V3 -mpopcnt -mbmi -mbmi2 -mlzcnt -mavx2 -mfma
endif

# The network's inner loops: one source, compiled for each instruction set; chosen at run time.
kernels := scalar
$(B)/eval/nnue/kernels_simd_scalar.o: cflags += -DKERNELS_SCALAR
ifneq ($(filter x86_64%,$(machine)),)
kernels += sse41 avx2 avx512
cflags  += -DHAVE_X86_KERNELS
$(B)/eval/nnue/kernels_simd_sse41.o:  cflags += -DKERNELS_SSE41 -msse4.1
$(B)/eval/nnue/kernels_simd_avx2.o:   cflags += -DKERNELS_AVX2 -mavx2
$(B)/eval/nnue/kernels_simd_avx512.o: cflags += -DKERNELS_AVX512 -mavx512f -mavx512bw
else ifneq ($(filter aarch64% arm64%,$(machine)),)
kernels += neon
cflags  += -DHAVE_NEON_KERNELS
$(B)/eval/nnue/kernels_simd_neon.o: cflags += -DKERNELS_NEON
else ifneq ($(web),)
kernels += wasm
cflags  += -DHAVE_WASM_KERNELS
$(B)/eval/nnue/kernels_simd_wasm.o: cflags += -DKERNELS_WASM -msimd128
endif
kernel_objects := $(kernels:%=$(B)/eval/nnue/kernels_simd_%.o)
objects        := $(filter-out %/kernels_simd.o,$(objects)) $(kernel_objects)

# The trainer's inner loops: one source, compiled for three vector widths.
tile_loops := -O3 -ffast-math
$(B)/eval/train/tile.o: cflags += $(tile_loops)
ifneq ($(filter x86_64%,$(if $(windows),,$(machine))),)
objects += $(B)/eval/train/tile_avx2.o $(B)/eval/train/tile_avx512.o
$(B)/eval/train/tile_avx2.o:   cflags += -DTILE_SET=tile_avx2 -mavx2 -mfma $(tile_loops)
$(B)/eval/train/tile_avx512.o: cflags += -DTILE_SET=tile_avx512 -mavx512f -mavx512bw -mfma -mprefer-vector-width=512 $(tile_loops)
endif

# Line editing in `hanxin play`, by the library that is installed where it runs (protocol/terminal/editor.h). EDITING=none leaves it
# out, as static programs and Windows do.
EDITING ?= $(if $(findstring static,$(LDFLAGS))$(windows),none,library)
ifneq ($(EDITING),none)
cflags += -DHAVE_EDITING
libs   += $(if $(findstring linux,$(machine)),-ldl)
endif

# The web server of `hanxin web`, by libmicrohttpd where its header is; the library is opened where it runs (protocol/web/http.h).
microhttpd := $(if $(findstring static,$(LDFLAGS))$(windows)$(web),,$(if $(own_system),$(shell pkg-config --exists 'libmicrohttpd >= 0.9.75' 2>/dev/null && echo found)))
ifneq ($(microhttpd),)
cflags += -DHAVE_MICROHTTPD $(shell pkg-config --cflags libmicrohttpd)
libs   += $(if $(findstring linux,$(machine)),-ldl)
endif

# The net inside the programs: NET=file embeds another, NET= none.
NET     ?= $(wildcard eval/nnue/default.nnue)
objects += $(B)/eval/nnue/default_net.o

# The endgame tables inside the programs: TABLES=file embeds others, TABLES= none. They are made by the build.
TABLES  ?= build/endgame.hxe
objects += $(B)/engine/endgame/built_in_tables.o

# The opening book inside the programs: BOOK=file embeds another, BOOK= none.
BOOK    ?= $(wildcard engine/book/default.hxb)
objects += $(B)/engine/book/built_in_book.o

# An archive, so that each program is linked with what it uses and no more.
library := $(B)/libhanxin.a

# One runner holds every suite; programs that tests start stand beside it.
test_programs := $(basename $(notdir $(wildcard $(addprefix tests/match/,fake_engine.c endgames.c))))
faults        := $(if $(findstring linux,$(machine)),$(B)/tests/faults.so)
test_sources  := $(filter-out $(test_programs:%=tests/match/%.c) tests/conform/faults.c,$(wildcard tests/*.c $(foreach d,support unit oracle conform match programs,tests/$d/*.c)))
test_objects  := $(test_sources:%.c=$(B)/%.o)
suites        := $(sort $(patsubst test_%,%,$(filter test_%,$(basename $(notdir $(test_sources))))))

# Asked for when a recipe runs, so that what `make test` has just installed is found.
check_cflags = $(shell pkg-config --cflags check 2>/dev/null)
check_libs   = $(or $(shell pkg-config --libs check 2>/dev/null),-lcheck -lsubunit -lrt)

# What is left out on this system for want of a library, and what installs those. Static programs and those for other systems are without
# them on purpose.
left_out   := $(if $(findstring static,$(LDFLAGS))$(windows)$(web),,$(if $(own_system),$(if $(jansson),,'hanxin-match (needs jansson)') \
              $(if $(microhttpd),,'hanxin web (needs libmicrohttpd)') $(if $(sqlite),,'reading and writing .obk books (needs SQLite)')))
to_install  = $(if $(shell command -v dnf 2>/dev/null),dnf install pkgconf $(if $(jansson),,jansson-devel) $(if $(microhttpd),,libmicrohttpd-devel) $(if $(sqlite),,sqlite-devel),apt \
              install pkg-config $(if $(jansson),,libjansson-dev) $(if $(microhttpd),,libmicrohttpd-dev) $(if $(sqlite),,libsqlite3-dev))

.PHONY: FORCE all cluster cluster-test slurm-test run test check suite-names build-check build-tests attack endgames bench net tables perft debug asan tsan format layers names sizes clean help windows tune fuzz fuzz-replay

all: $(patsubst hanxin%,$(EXE)%,$(programs) $(links)) ## build everything (default)
	$(if $(strip $(left_out)),@printf 'left out: %s\n' $(left_out) && echo 'to build all of it: $(strip $(to_install)) && make')

# They are copied from the folder of this mode and compiler, which another build may have done from another meanwhile.
exe_stamp := build/$(subst /,-,$(EXE)).stamp
$(EXE)%: $(B)/hanxin% $(exe_stamp)
	@cp -f $< $@

$(EXE): $(B)/hanxin $(exe_stamp)
	@cp -f $< $@

$(links:hanxin%=$(EXE)%): $(EXE)-lab
	@ln -sf $(<F) $@

$(links:%=$(B)/%): $(B)/hanxin-lab
	@ln -sf $(<F) $@

.SECONDEXPANSION:
$(programs:%=$(B)/%): $(B)/%: $(B)/$$(basename $$(main_$$*)).o $(library)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)
	@if [ -f $@.exe ]; then mv $@.exe $@; fi # mingw adds it

$(library): $(objects)
	@rm -f $@
	@$(AR) rcs $@ $^

$(B)/%.o: %.c $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(B)/engine/board/perft_v3.o: engine/board/perft.c $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(kernel_objects): eval/nnue/kernels_simd.c $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(B)/eval/train/tile_avx2.o $(B)/eval/train/tile_avx512.o: eval/train/tile.c $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# Which commit is built; a source archive says it in a file.
commit := $(or $(if $(wildcard .git),$(shell git describe --always --dirty=+ --abbrev=12 --exclude='*' 2>/dev/null)),$(shell cat COMMIT 2>/dev/null),unknown)
$(B)/engine/base/version.o: $(B)/commit.stamp
$(B)/engine/base/version.o: cflags += -DBUILD_COMMIT='"$(commit)"'

# Stamps hold what things were made with, so that another net, compiler or flag is noticed (as git's GIT-CFLAGS).
stamp = @mkdir -p $(@D); printf '%s\n' '$(subst ','\'',$(1))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(1))' > $@
$(exe_stamp): FORCE
	$(call stamp,$(B))
$(B)/net.stamp: FORCE
	$(call stamp,$(NET))
$(B)/commit.stamp: FORCE
	$(call stamp,$(commit))
$(B)/flags.stamp: FORCE
	$(call stamp,$(flags_used))
FORCE:

$(B)/eval/nnue/default_net.o: eval/nnue/default_net.S $(B)/net.stamp $(B)/flags.stamp $(NET)
	@mkdir -p $(@D)
	$(CC) $(if $(NET),-DEMBED_NET='"$(NET)"') $(if $(web),-DNET_SIZE=$(shell cat $(NET) /dev/null | wc -c)) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# Files of web pages as texts inside the programs: x.S takes x.html, x.css and x.js in.
pages := bench/match/page bench/review/page protocol/web/board
$(pages:%=$(B)/%.o): $(B)/%.o: %.S $$(wildcard $$*.html $$*.css $$*.js) $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(B)/protocol/web/files.o: protocol/web/files.S protocol/web/files.h $(wildcard protocol/web/page/* protocol/web/native/* protocol/web/board.* protocol/web/npm/*.js) $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) -I. $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(test_objects): cflags += $(check_cflags) -DBUILD_DIR='"$(B)"' -DBUILD_MODE='"$(MODE)"' \
                 -DSUITES='"build/suites.inc"'
$(B)/tests/run.o: build/suites.inc

# Written anew only when a suite was added or removed.
build/suites.inc: FORCE
	@mkdir -p $(@D)
	@printf 'SUITE(%s)\n' $(suites) | cmp -s - $@ || printf 'SUITE(%s)\n' $(suites) > $@

# A runner of the suites that SUITE names alone.
chosen         := $(or $(filter $(suites),$(SUITE)),$(suites))
suite_objects  := $(foreach s,$(chosen),$(filter %/test_$s.o,$(test_objects)))
support_objects := $(filter-out $(B)/tests/run.o $(foreach s,$(suites),%/test_$s.o),$(test_objects))
# Suites whose sources match start programs.
starts_programs := built_program|run_in_scratch|gui\.h|match_run\.h

$(B)/tests/libsupport.a: $(support_objects)
	@rm -f $@
	@$(AR) rcs $@ $^
$(B)/tests/check.stamp: FORCE
	$(call stamp,$(patsubst %,SUITE(%),$(chosen)))
$(B)/tests/check.o: tests/run.c $(B)/tests/check.stamp $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) $(cflags) $(check_cflags) -DBUILD_DIR='"$(B)"' -DBUILD_MODE='"$(MODE)"' -DSUITES='"$(B)/tests/check.stamp"' $(CPPFLAGS) $(CFLAGS) -c -o $@ $<
$(B)/tests/check: $(B)/tests/check.o $(suite_objects) $(B)/tests/libsupport.a $(library)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(check_libs) $(JANSSON_LIBS) $(libs)

$(B)/tests/run: $(test_objects) $(library)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(check_libs) $(JANSSON_LIBS) $(libs)

$(test_programs:%=$(B)/tests/%): $(B)/tests/%: $(B)/tests/match/%.o $(library)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)

$(B)/tests/faults.so: tests/conform/faults.c $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra $(CPPFLAGS) $(CFLAGS) -fPIC -shared $(LDFLAGS) -o $@ $< -ldl

# The attack tables are printed by a small program that runs on the building machine.
build/gen_tables: engine/board/gen_tables.c engine/board/square.h engine/board/piece.h engine/board/bitboard.h engine/base/rng.h build/host.stamp
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -O1 -I. -o $@.$$$$ $< && mv $@.$$$$ $@

build/tables.c: build/gen_tables
	build/gen_tables > $@.$$$$ && mv $@.$$$$ $@

# A program for another processor, of a cross build without HOSTCC, is made anew.
build/host.stamp: FORCE
	$(call stamp,$(foreach m,$(shell $(HOSTCC) -dumpmachine 2>/dev/null),$(firstword $(subst -, ,$m))$(findstring mingw,$m)))

$(B)/engine/board/tables.o: build/tables.c engine/board/tables.h $(B)/flags.stamp
	@mkdir -p $(@D)
	$(CC) -std=c11 -I. $(flags_$(MODE)) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# The tables of one attacker alone are solved by a program that runs on the building machine: some seconds.
embed_sources := bench/tables/embed.c bench/tables/solve.c bench/tables/walk.c bench/tables/pack.c \
  $(addprefix engine/endgame/,set.c places.c decoder.c encoder.c table.c probe.c) $(addprefix engine/board/,attacks.c movegen.c position.c) \
  $(addprefix engine/base/,array.c cgroup.c chinese.c crc32.c file.c language.c platform.c platform_posix.c pool.c text.c textfile.c utf8.c why.c)
build/embed: $(embed_sources) build/tables.c build/host.stamp $(wildcard bench/tables/*.h engine/endgame/*.h engine/board/*.h engine/base/*.h engine/rules/rules.h)
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -D_GNU_SOURCE -O1 -DNDEBUG -I. -pthread -o $@.$$$$ $(embed_sources) build/tables.c -lm && mv $@.$$$$ $@

build/endgame.hxe: build/embed
	build/embed > $@.$$$$ && mv $@.$$$$ $@

$(B)/endgame.stamp: FORCE
	$(call stamp,$(TABLES))
$(B)/engine/endgame/built_in_tables.o: engine/endgame/built_in_tables.S $(B)/endgame.stamp $(B)/flags.stamp $(TABLES)
	@mkdir -p $(@D)
	$(CC) $(if $(TABLES),-DEMBED_TABLES='"$(TABLES)"') $(if $(web),-DTABLES_SIZE=$(shell cat $(TABLES) /dev/null | wc -c)) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(B)/book.stamp: FORCE
	$(call stamp,$(BOOK))
$(B)/engine/book/built_in_book.o: engine/book/built_in_book.S $(B)/book.stamp $(B)/flags.stamp $(BOOK)
	@mkdir -p $(@D)
	$(CC) $(if $(BOOK),-DEMBED_BOOK='"$(BOOK)"') $(if $(web),-DBOOK_SIZE=$(shell cat $(BOOK) /dev/null | wc -c)) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

-include $(shell find $(B) -name '*.d' 2>/dev/null)

run: all ## build, then start the engine
	@./$(EXE)

bench: all ## search fifty positions; the node count is the build's signature
	./$(EXE) bench

# Programs that tests start.
started := $(addprefix $(B)/,$(programs) $(links) $(test_programs:%=tests/%)) $(faults)

# Fails if SUITE names no suite.
suite-names:
	@$(foreach n,$(filter-out $(suites),$(SUITE)),near=$$(printf '%s\n' $(suites) | awk -v wanted='$n' -f tests/near.awk) && \
	    echo "make: no suite '$n'$${near:+: did you mean $$near}; the suites are the files tests/*/test_NAME.c" >&2 && exit 1;) :

check: suite-names ## the suites SUITE="fen perft", after building only what they need; installs nothing
	@sh tests/prepare.sh '$(CC)' check
	@$(MAKE) --no-print-directory build-check
	@$(B)/tests/check

build-check: $(B)/tests/check $(if $(shell grep -lE '$(starts_programs)' $(suite_objects:$(B)/%.o=%.c)),$(started))

# The programs of a release are left where `make` leaves them, with what the libraries just installed add.
test: suite-names ## as root on Debian install the libraries that are missing; build everything, run every test (or SUITE="fen perft")
	@sh tests/prepare.sh '$(CC)'
	@$(MAKE) --no-print-directory $(if $(filter release,$(MODE)),all) build-tests
	@$(B)/tests/run $(SUITE)

build-tests: $(started) $(B)/tests/run $(B)/tests/attack/sessions

# Attacks on the finished programs: random conversations, kill -9, full disks, clumsy file names (tests/attack/README.md).
WHAT    ?= sessions killed full_disk clumsy
SEED    ?= 1
SECONDS ?= 60
$(B)/tests/attack/sessions: $(patsubst %.c,$(B)/%.o,$(wildcard tests/attack/*.c)) $(library)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)
attack: $(addprefix $(B)/,$(programs) $(links)) $(test_programs:%=$(B)/tests/%) $(B)/tests/attack/sessions ## WHAT=sessions SECONDS=60 SEED=1; killed KILLS=20; full_disk AT_MOST=10; clumsy
	@bash tests/attack/run.sh '$(B)' '$(MODE)' '$(SEED)' '$(SECONDS)' $(WHAT)

# The whole way from nothing to a net: games by the handcrafted evaluation, a net from them, games by
# that net, a better net from both. eval/train/NETS.md has the settings of the net that ships.
# QUICK=1 makes a tiny one, in a folder of its own: the larger one must not continue from it.
NET_DIR       ?= build/net$(if $(QUICK),-quick)
NET_POSITIONS ?= $(if $(QUICK),20000,400000)
NET_NODES     ?= 200
NET_THREADS   ?= $(shell nproc 2>/dev/null || echo 1)
NET_SEED      ?= 1
net_games = $(B)/hanxin-datagen --positions $(NET_POSITIONS) --nodes $(NET_NODES) --threads $(NET_THREADS)
# How long it takes, from the rate at which a sample of games is played now: two generations of these, a tenth more for the training, and
# about ten seconds for each of the two nets whatever its size.
net_sample = $(B)/hanxin-datagen --positions $$(($(NET_POSITIONS) / 100 + 500)) --nodes $(NET_NODES) --threads $(NET_THREADS) --net none --out $(NET_DIR)/sample.hxg
net_time   = rm -f $(NET_DIR)/sample.hxg; $(net_sample) 2>&1 | sed -n 's|.* \([0-9]*\) positions/s.*|\1|p' | awk '{ rate = $$1 } END { \
    s = rate > 0 ? 2.2 * $(NET_POSITIONS) / rate + 20 : 0; \
    if (s > 0) printf "make net: about %d %s on this machine as busy as it is now: 4 steps, %d positions/s in the first%s\n", \
        s < 120 ? s : s / 60 + 0.5, s < 120 ? "seconds" : "minutes", rate, s < 120 ? "" : "; make net QUICK=1 takes about a minute" }'; rm -f $(NET_DIR)/sample.hxg
net_train = $(B)/hanxin-train --threads $(NET_THREADS) --force
net: $(B)/hanxin-datagen $(B)/hanxin-records $(B)/hanxin-train ## make a small net of your own, from nothing: says first how long that takes; QUICK=1 makes a tiny one in about a minute
	@mkdir -p $(NET_DIR)
	@$(net_time)
	$(net_games) --seed $(NET_SEED)0 --net none --out $(NET_DIR)/g0.hxg
	$(net_train) --checkpoint $(NET_DIR)/g0.ckpt --curve $(NET_DIR)/g0.svg --description "make net, generation 0" \
	  --out $(NET_DIR)/g0.nnue $(NET_DIR)/g0.hxg
	$(net_games) --seed $(NET_SEED)1 --net $(NET_DIR)/g0.nnue --out $(NET_DIR)/g1.hxg
	$(B)/hanxin-records verify $(NET_DIR)/g0.hxg $(NET_DIR)/g1.hxg
	$(net_train) --checkpoint $(NET_DIR)/g1.ckpt --curve $(NET_DIR)/g1.svg --description "make net, generations 0 and 1" \
	  --out $(NET_DIR)/g1.nnue $(NET_DIR)/g0.hxg $(NET_DIR)/g1.hxg
	@echo "the net is $(NET_DIR)/g1.nnue: try it with the option evalfile, or build it in: make NET=$(NET_DIR)/g1.nnue"

TABLES_DIR ?= build/endgames
tables: $(B)/hanxin-tables ## make all endgame tables in TABLES_DIR=build/endgames: hours; ended at any time, it goes on
	$(B)/hanxin-tables generate --tables $(TABLES_DIR)

GAMES ?= 1000
endgames: $(B)/tests/endgames ## games from won and drawn endings of the tables in TABLES_DIR, GAMES=1000 of each: does the engine win and hold them?
	$(B)/tests/endgames --tables $(TABLES_DIR) --games $(GAMES)
	$(B)/tests/endgames --tables $(TABLES_DIR) --games $(GAMES) --drawn

perft: all ## count the move tree of the start position to depth 6
	./$(EXE) perft 6

debug asan tsan: ## asserts and whole-position checks; address and undefined-behaviour sanitizers; thread sanitizer
	@$(MAKE) --no-print-directory MODE=$@ EXE=hanxin-$@

# The flags are asked of the compiler's wrapper, so that ours may be any.
MPICC ?= mpicc
mpi_cflags = $(shell $(MPICC) --showme:compile)
mpi_libs   = $(shell $(MPICC) --showme:link)
cluster: ## hanxin-cluster, one engine of many processes (needs Open MPI; protocol/cluster/README.md)
	@command -v $(MPICC) >/dev/null || { echo 'hanxin-cluster needs Open MPI (Debian, Ubuntu: libopenmpi-dev openmpi-bin; Fedora: openmpi-devel)'; exit 1; }
	@$(MAKE) --no-print-directory $(EXE)-cluster
$(of_cluster:%.c=$(B)/%.o): cflags += $(mpi_cflags)
$(B)/hanxin-cluster: $(of_cluster:%.c=$(B)/%.o) $(library)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(mpi_libs) $(libs)

# The conversations of the protocol's suites with so many processes.
RANKS ?= 2 4
conversations := conform_position conform_search conform_start conform_states conform_uci sessions ucci_game
cluster-test: ## hanxin-cluster on this machine: processes killed and stopped, and the protocol's conversations with RANKS="2 4" processes
	@sh tests/prepare.sh '$(CC)' cluster
	@$(MAKE) --no-print-directory cluster
	@$(MAKE) --no-print-directory build-tests
	@sh tests/cluster.sh $(B)
	@for ranks in $(RANKS); do echo "of $$ranks processes:"; HANXIN_TEST_RANKS=$$ranks $(B)/tests/run $(conversations) || exit 1; done

# A line with a delay between two hosts on this machine (tests/hosts/two_hosts.sh); for Linux.
$(B)/tests/delay: $(B)/tests/hosts/delay.o $(library)
	$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(libs)

slurm-test: $(EXE) $(EXE)-match $(EXE)-datagen $(EXE)-records ## bench/shards.sh on a Slurm of its own on this machine (slurmctld, slurmd, munge): a minute
	@tests/slurm.sh

tune: ## a build whose search parameters are options (search/params.h): hanxin-tuning
	@$(MAKE) --no-print-directory EXE=hanxin-tuning B=build/tune CFLAGS="$(CFLAGS) -DTUNE" hanxin-tuning

# One program per tests/fuzz/fuzz_X.c, with libFuzzer where clang has it, else one that replays files.
fuzzers := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
SECONDS_EACH ?= 20
FUZZERS_AT_ONCE ?= $(shell nproc 2>/dev/null || echo 1)
FUZZ_CC ?= clang
fuzz: ## fuzz the parsers and the session from the seed corpus, SECONDS_EACH=20 per target (needs clang)
	@$(MAKE) --no-print-directory CC=$(FUZZ_CC) HOSTCC=cc B=build/fuzz NET= fuzz_flags='-fsanitize=fuzzer-no-link' \
	  flags_release='-O1 -g -DVERIFY -fsanitize=address,undefined -fno-sanitize-recover=all' $(fuzzers:%=build/fuzz/fuzz_%)
	@printf '%s\n' $(fuzzers) | xargs -P $(FUZZERS_AT_ONCE) -I % sh -c 'mkdir -p build/fuzz/found/% && echo fuzz_% && \
	  ASAN_OPTIONS=detect_leaks=1 build/fuzz/fuzz_% -max_total_time=$(SECONDS_EACH) -max_len=4096 -timeout=300 -print_final_stats=0 -verbosity=0 \
	  -artifact_prefix=build/fuzz/%- build/fuzz/found/% tests/fuzz/corpus/% >build/fuzz/%.log 2>&1 || { cat build/fuzz/%.log; exit 255; }'

fuzz-replay: ## run every fuzz target once over the seed corpus, with any compiler
	@$(MAKE) --no-print-directory MODE=asan NET= fuzz_main=tests/fuzz/replay.c $(fuzzers:%=build/asan/fuzz_%)
	@for f in $(fuzzers); do printf '%s: ' $$f && build/asan/fuzz_$$f tests/fuzz/corpus/$$f || exit 1; done

cflags += $(fuzz_flags)
flags_used := $(CC) $(cflags) $(COVERAGE) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(libs) $(JANSSON_LIBS) $(SQLITE_LIBS) $(WEB_LINK) # before any target's own are added
# What these compare is arithmetic that guides no fuzzer, and to report it takes most of the time.
$(patsubst %,$(B)/%.o,engine/base/crc32 engine/endgame/decoder engine/endgame/places): cflags += $(if $(fuzz_flags),-fno-sanitize-coverage=trace-cmp)
$(fuzzers:%=$(B)/fuzz_%): $(B)/fuzz_%: tests/fuzz/fuzz_%.c $(fuzz_main) tests/fuzz/fuzz.h $(library)
	$(CC) $(filter-out -MMD -MP,$(cflags)) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(if $(fuzz_main),,-fsanitize=fuzzer) -o $@ $(filter-out %.h,$^) $(libs)

include protocol/web/web.mk

mingw := $(firstword $(shell command -v x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc) x86_64-w64-mingw32-gcc)
windows: ## cross-build hanxin.exe (x86-64, no DLL to ship) with mingw-w64
	@$(MAKE) --no-print-directory CC=$(notdir $(mingw)) HOSTCC=cc EXE=hanxin.exe B=build/windows hanxin.exe

include protocol/package/package.mk

format: ## lay out every source with clang-format
	clang-format -i $(shell git ls-files '*.c' '*.h')

house_objects := $(objects) $(foreach p,$(programs),$(B)/$(basename $(main_$p)).o)
$(house_objects): cflags += $(COVERAGE) # --coverage counts which lines are executed; LDFLAGS is to have it too
house_files   := $(foreach f,$(floors),$(wildcard $f/*.[ch]))
stale_objects  = $(filter-out $(house_objects),$(foreach f,$(floors),$(wildcard $(B)/$f/*.o))) # of sources that moved away
layers names sizes: $(house_objects) ## check includes and calls; public names; sizes, variables and exits (.ci/layers, .ci/names, .ci/sizes)
	@rm -f $(stale_objects)
	@.ci/$@ $(B) $(house_files)

# Files of other names are somebody's own; build/endgames took hours.
built := $(foreach v,hanxin hanxin-debug hanxin-asan hanxin-tsan,$(patsubst hanxin%,$v%,$(every_program) $(links))) hanxin-tuning hanxin-cluster hanxin.exe
clean: ## remove everything built, but for the tables of `make tables`
	rm -rf $(built) dist $(filter-out build/endgames,$(wildcard build/*))
	@[ ! -d build/endgames ] || echo 'build/endgames stays'

help: ## this list
	@sed -n 's/^\([a-z][a-z -]*\):[^#]*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-18s %s\n", $$1, $$2}'
