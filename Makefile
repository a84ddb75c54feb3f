# SPDX-License-Identifier: GPL-3.0-only
# Hanxin, a Xiangqi engine. `make` builds it, `make test` tests it, `make help` lists all targets.
#
# MODE=release|debug|asan|tsan builds in build/MODE. CC, AR, CPPFLAGS, CFLAGS, LDFLAGS and EXE are honoured. If the
# flags differ from the last build, everything is rebuilt.
#
# Targets of the tests are in tests/tests.mk, those of packages in protocol/package/package.mk, those of the browser's
# engine in protocol/web/web.mk, and those of hanxin-cluster in protocol/cluster/cluster.mk.

.DEFAULT_GOAL := all
MODE   ?= release
CC     ?= cc
HOSTCC ?= $(CC)
EXE    ?= hanxin
B      := build/$(MODE)$(if $(filter-out cc gcc,$(CC)),-$(notdir $(firstword $(CC))))

# Builds use all processors unless -j is given. GNU make shows -j only to recipes, which therefore pass it on.
ifeq ($(filter -j%,$(MAKEFLAGS) $(jobs_given))$(filter-out all build-tests build-check dist dist-% deb,$(MAKECMDGOALS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
export jobs_given = $(filter -j%,$(MAKEFLAGS))

flags_release := -O3 -DNDEBUG
flags_debug   := -Og -DVERIFY
flags_asan    := -O1 -DVERIFY -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
flags_tsan    := -O1 -DNDEBUG -fsanitize=thread
cflags := -std=c11 -D_GNU_SOURCE -I. -g -MMD -MP $(if $(filter no,$(THREADS)),,-pthread) -Wall -Wextra -Wshadow -Wpedantic \
          -Wvla -Wstrict-prototypes -Wmissing-prototypes $(flags_$(MODE))
libs   := -lm

# ---- The system to build for, and its libraries ----

processor_of = $(firstword $(subst -, ,$(patsubst arm64%,aarch64%,$(shell $1 -dumpmachine 2>/dev/null))))
processor := $(call processor_of,$(CC))
machine   := $(shell $(CC) -dumpmachine 2>/dev/null)
windows   := $(filter %mingw32,$(machine))
web       := $(filter wasm32%,$(machine))# modules instead of programs (protocol/web/web.mk)
cflags    += $(if $(windows),-D_FILE_OFFSET_BITS=64 -D_WIN32_WINNT=0x0601)
system    := $(if $(windows),windows,$(if $(web),web,posix))
static    := $(findstring static,$(LDFLAGS))

# Optional libraries. Static programs and those for other systems take them from LIBRARIES, the folder that
# protocol/package/libraries.sh makes. Others use those of this system, if pkg-config finds them.
native     := $(if $(windows),,$(filter $(processor),$(call processor_of,$(HOSTCC))))
found       = $(if $(LIBRARIES),$(wildcard $(LIBRARIES)/lib/lib$1.a),$(if $(native),$(shell pkg-config --exists '$2' 2>/dev/null && echo found)))
jansson    := $(call found,jansson,jansson)
sqlite     := $(if $(LIBRARIES),$(call found,sqlite3),$(if $(static),,$(call found,sqlite3,sqlite3 >= 3.36)))
microhttpd := $(if $(LIBRARIES),$(call found,microhttpd),$(if $(static),,$(call found,microhttpd,libmicrohttpd >= 0.9.75)))
cflags     += $(if $(sqlite),-DHAVE_SQLITE) $(if $(microhttpd),-DHAVE_MICROHTTPD)
ifdef LIBRARIES
cflags       += -isystem $(LIBRARIES)/include -DLINK_MICROHTTPD
libs         += -L$(LIBRARIES)/lib $(if $(microhttpd),-lmicrohttpd $(if $(windows),-lws2_32))
JANSSON_LIBS ?= -ljansson
SQLITE_LIBS  ?= $(if $(sqlite),-lsqlite3)
else
JANSSON_LIBS ?= $(if $(jansson),$(shell pkg-config --libs jansson))
SQLITE_LIBS  ?= $(if $(sqlite),$(shell pkg-config --libs sqlite3))
cflags += $(if $(jansson),$(shell pkg-config --cflags jansson)) $(if $(sqlite),$(shell pkg-config --cflags sqlite3)) \
          $(if $(microhttpd),$(shell pkg-config --cflags libmicrohttpd))
endif

# Line editing in `hanxin play` (protocol/terminal/editor.h). This library and libmicrohttpd are opened at run time.
EDITING ?= $(if $(static)$(windows)$(web),none,library)
cflags  += $(if $(filter none,$(EDITING)),,-DHAVE_EDITING)
libs    += $(if $(findstring linux,$(machine)),$(if $(microhttpd)$(filter-out none,$(EDITING)),-ldl)) $(if $(windows),-static -lshell32)

# What is left out without a library, and the package that adds it in Debian and in Fedora.
left_out_jansson    := hanxin-match (needs jansson)
left_out_sqlite     := reading and writing .obk books (needs SQLite)
left_out_microhttpd := hanxin web (needs libmicrohttpd)
package_jansson     := libjansson-dev jansson-devel
package_sqlite      := libsqlite3-dev sqlite-devel
package_microhttpd  := libmicrohttpd-dev libmicrohttpd-devel
missing := $(strip $(if $(static),,$(if $(native),$(foreach l,jansson microhttpd sqlite,$(if $($l),,$l)))))
install_missing = $(strip $(if $(shell command -v dnf 2>/dev/null),dnf install pkgconf $(foreach l,$(missing),$(lastword $(package_$l))), \
                  apt install pkg-config $(foreach l,$(missing),$(firstword $(package_$l)))))

# ---- Programs and sources ----

# Each program has a main file; everything else is in the library. The tools of hanxin-lab are also links to it.
main_hanxin       := protocol/cli/main
main_hanxin-match := bench/match/match
main_hanxin-lab   := bench/lab
every_program     := hanxin hanxin-match hanxin-lab
programs := $(if $(web),,hanxin $(if $(jansson),hanxin-match) hanxin-lab)
links    := $(if $(windows)$(web),,$(addprefix hanxin-,datagen records train tune spsa tables book lessons))
mains    := $(foreach p,$(every_program),$(main_$p).c) protocol/cluster/cluster.c protocol/cluster/mpi.c
$(foreach p,$(every_program),$(eval $(B)/$p: $(B)/$(main_$p).o))
$(B)/hanxin-match: own_libs = $(JANSSON_LIBS)
$(B)/hanxin-lab:   own_libs = $(SQLITE_LIBS)

# Files that the library lacks on each system. hanxin-cluster needs POSIX.
tools_only      := eval/train/% bench/spsa.c bench/selfplay/% bench/tables/% bench/book/% bench/match/% bench/lessons/%
lacking_modules := protocol/web/engine.c protocol/web/english.c protocol/web/rules_module.c
lacking_posix   := engine/base/%_windows.c bench/engines/host_windows.c $(lacking_modules) $(if $(jansson),,bench/match/%)
lacking_windows := engine/base/%_posix.c bench/engines/host_posix.c protocol/cluster/% $(lacking_modules) $(if $(jansson),,bench/match/%)
lacking_web     := engine/base/%_windows.c engine/base/child_posix.c protocol/web/english.c bench/engines/% bench/viewer/% bench/review/% protocol/terminal/% protocol/cli/% \
                   $(addprefix protocol/web/,http.c seats.c site.c socket.c files.S) $(tools_only) protocol/cluster/%

house_files := $(foreach d,engine/* eval/* eval search bench bench/* protocol protocol/*,$(sort $(wildcard $d/*.[chS])))
sources     := $(filter-out %.h $(mains) engine/base/gen_encodings.c engine/board/gen_tables.c bench/tables/embed.c eval/nnue/kernels_simd.c $(lacking_$(system)),$(house_files))

# One source compiled for several instruction sets, of which the program chooses at run time: X_SET.o is made from X.c.
ifeq ($(processor),x86_64)
variants := engine/board/perft_v3 $(addprefix eval/nnue/kernels_simd_,scalar sse41 avx2 avx512) \
            eval/train/tile_avx2 eval/train/tile_avx512
cflags   += -DHAVE_X86_KERNELS
$(B)/engine/board/perft.o: cflags += -DHAVE_PERFT_V3
else ifeq ($(processor),aarch64)
variants := $(addprefix eval/nnue/kernels_simd_,scalar neon)
cflags   += -DHAVE_NEON_KERNELS
else ifneq ($(web),)
variants := $(addprefix eval/nnue/kernels_simd_,scalar wasm)
cflags   += -DHAVE_WASM_KERNELS
else
variants := eval/nnue/kernels_simd_scalar
endif
$(B)/engine/board/perft_v3.o:          cflags += -DPERFT_V3 -mpopcnt -mbmi -mbmi2 -mlzcnt -mavx2 -mfma
$(B)/eval/nnue/kernels_simd_scalar.o:  cflags += -DKERNELS_SCALAR
$(B)/eval/nnue/kernels_simd_sse41.o:   cflags += -DKERNELS_SSE41 -msse4.1
$(B)/eval/nnue/kernels_simd_avx2.o:    cflags += -DKERNELS_AVX2 -mavx2
$(B)/eval/nnue/kernels_simd_avx512.o:  cflags += -DKERNELS_AVX512 -mavx512f -mavx512bw
$(B)/eval/nnue/kernels_simd_neon.o:    cflags += -DKERNELS_NEON
$(B)/eval/nnue/kernels_simd_wasm.o:    cflags += -DKERNELS_WASM -msimd128
$(B)/eval/train/tile_avx2.o:           cflags += -DTILE_SET=tile_avx2 -mavx2 -mfma
$(B)/eval/train/tile_avx512.o:         cflags += -DTILE_SET=tile_avx512 -mavx512f -mavx512bw -mfma -mprefer-vector-width=512
# Without the places of variables in its debugging data, perft compiles in half the time.
$(B)/engine/board/perft.o $(B)/engine/board/perft_v3.o: cflags += -g1
$(patsubst %,$(B)/eval/train/%.o,tile tile_avx2 tile_avx512): cflags += -O3 -ffast-math

objects       := $(patsubst %,$(B)/%.o,$(basename $(sources)) engine/base/encodings engine/board/tables $(variants))
house_objects := $(objects) $(foreach p,$(programs),$(B)/$(main_$p).o)
library       := $(B)/libhanxin.a
$(house_objects): cflags += $(COVERAGE) # --coverage counts which lines are executed; LDFLAGS needs it too

# Files inside the programs: NET=FILE embeds another, NET= none; TABLES and BOOK likewise.
NET    ?= $(wildcard eval/nnue/default.nnue)
TABLES ?= build/endgame.hxe
BOOK   ?= $(wildcard engine/book/default.hxb)
embed   = $(if $($1),-DEMBED_$1='"$($1)"') $(if $(web),-D$1_SIZE=$(shell cat $($1) /dev/null | wc -c))
$(B)/eval/nnue/default_net.o: $(NET)
$(B)/eval/nnue/default_net.o:          sflags = $(call embed,NET)
$(B)/engine/endgame/built_in_tables.o: $(TABLES)
$(B)/engine/endgame/built_in_tables.o: sflags = $(call embed,TABLES)
$(B)/engine/book/built_in_book.o: $(BOOK)
$(B)/engine/book/built_in_book.o:      sflags = $(call embed,BOOK)
pages := $(wildcard protocol/web/files.h protocol/web/*.js protocol/web/*.css protocol/web/page/* protocol/web/native/* protocol/web/npm/*.js bench/*/*.js bench/viewer/*)

# The commit, which a source archive has in a file.
commit := $(or $(if $(wildcard .git),$(shell git describe --always --dirty=+ --abbrev=12 --exclude='*' 2>/dev/null)),$(shell cat COMMIT 2>/dev/null),unknown)
$(B)/engine/base/version.o: $(B)/contents.stamp
$(B)/engine/base/version.o: cflags += -DBUILD_COMMIT='"$(commit)"'

# ---- Rules ----

.PHONY: FORCE all run bench perft net tables debug asan tsan tune windows format layers names sizes clean help

all: $(patsubst hanxin%,$(EXE)%,$(programs) $(links)) ## build everything (default)
	$(if $(missing),@printf 'left out: %s\n' $(foreach l,$(missing),'$(left_out_$l)') && echo 'to build all of it: $(install_missing) && make')

compile = $(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<
define link
$(CC) $(cflags) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(library) $(own_libs) $(libs)
$(if $(windows),@[ ! -f $@.exe ] || mv $@.exe $@)
endef

$(B)/%.o: %.c $(B)/flags.stamp
	$(compile)
$(foreach set,v3 scalar sse41 avx2 avx512 neon wasm,$(eval $(B)/%_$(set).o: %.c $(B)/flags.stamp; $$(compile)))
$(B)/engine/board/tables.o: build/tables.c $(B)/flags.stamp
	$(compile)
$(B)/engine/base/encodings.o: build/encodings.c $(B)/flags.stamp
	$(compile)
$(B)/%.o: %.S $(pages) $(B)/contents.stamp $(B)/flags.stamp
	$(CC) -I. $(sflags) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

# An archive, so that each program contains only what it uses.
$(library): $(objects)
	@rm -f $@
	@$(AR) rcs $@ $^
$(every_program:%=$(B)/%): $(library)
	$(link)
$(links:%=$(B)/%): $(B)/hanxin-lab
	@ln -sf $(<F) $@

# Copies of the programs. The stamp changes if the last copies came from another folder in build/.
exe_stamp := build/$(subst /,-,$(EXE)).stamp
$(EXE): $(B)/hanxin $(exe_stamp)
	@cp -f $< $@
$(EXE)-%: $(B)/hanxin-% $(exe_stamp)
	@cp -f $< $@
$(links:hanxin%=$(EXE)%): $(EXE)-lab
	@ln -sf $(<F) $@

# The attack tables, those of Chinese encodings and the built-in endgame tables are made by programs that run on the building machine.
generate = $< > $@.$$$$ && mv $@.$$$$ $@
build/gen_tables: engine/board/gen_tables.c $(wildcard engine/board/*.h engine/base/*.h)
build/gen_encodings: engine/base/gen_encodings.c engine/base/encoding_tables.h
build/gen_tables build/gen_encodings: build/host.stamp
	$(HOSTCC) -std=c11 -O1 -I. -o $@.$$$$ $(filter %.c,$^) && mv $@.$$$$ $@
build/tables.c: build/gen_tables
	$(generate)
build/encodings.c: build/gen_encodings
	$(generate)
embed_sources := $(addprefix bench/tables/,embed.c solve.c walk.c pack.c) $(addprefix engine/board/,attacks.c movegen.c position.c) \
  $(addprefix engine/endgame/,set.c places.c decoder.c encoder.c table.c probe.c) \
  $(addprefix engine/base/,array.c cgroup.c chinese.c crc32.c encoding.c file.c language.c language_texts.c platform.c platform_posix.c pool.c text.c textfile.c traditional.c utf8.c vietnamese.c why.c)
build/embed: $(embed_sources) build/tables.c build/encodings.c build/host.stamp $(wildcard $(addsuffix *.h,$(sort $(dir $(embed_sources)))) engine/rules/rules.h)
	$(HOSTCC) -std=c11 -D_GNU_SOURCE -O1 -DNDEBUG -I. -pthread -o $@.$$$$ $(embed_sources) build/tables.c build/encodings.c -lm && mv $@.$$$$ $@
$(B)/protocol/trainer/task.o: build/lessons.inc
$(B)/protocol/trainer/task.o: cflags += -DLESSONS='"build/lessons.inc"'
# Each line as a string of C.
build/lessons.inc: protocol/trainer/lessons.txt
	@mkdir -p $(@D)
	sed -n 's/^[em][0-9].*/    "&",/p' $< > $@.$$$$ && mv $@.$$$$ $@
build/endgame.hxe: build/embed
	$(generate)

# A stamp holds what its targets were made with, and is written only if that changes (like git's GIT-CFLAGS).
$(exe_stamp):        text = $(B)
$(B)/flags.stamp:    text = $(flags_used)
$(B)/contents.stamp: text = $(commit) $(NET) $(TABLES) $(BOOK)
build/host.stamp:    text = $(call processor_of,$(HOSTCC))$(findstring mingw,$(shell $(HOSTCC) -dumpmachine 2>/dev/null))
quoted = '$(subst ','\'',$1)'
$(exe_stamp) $(B)/flags.stamp $(B)/contents.stamp build/host.stamp build/suites.inc $(B)/tests/check.inc: FORCE
	@mkdir -p $(@D) $(if $(filter %/flags.stamp,$@),$(addprefix $(B)/,$(sort $(dir $(house_files) $(wildcard tests/*/*.c)))))
	@printf '%s\n' $(call quoted,$(text)) | cmp -s - $@ || printf '%s\n' $(call quoted,$(text)) > $@

include tests/tests.mk protocol/web/web.mk protocol/cluster/cluster.mk protocol/package/package.mk
flags_used := $(CC) $(cflags) $(COVERAGE) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $(libs) $(JANSSON_LIBS) $(SQLITE_LIBS) $(WEB_LINK)
-include $(shell find $(B) -name '*.d' 2>/dev/null)

# ---- Builds of other kinds ----

other_build = +@$(MAKE) --no-print-directory
debug asan tsan: ## asserts and whole-position checks; address and undefined-behaviour sanitizers; thread sanitizer
	$(other_build) MODE=$@ EXE=hanxin-$@

tune: ## a build whose search parameters are options (search/params.h): hanxin-tuning
	$(other_build) EXE=hanxin-tuning B=build/tune CFLAGS="$(CFLAGS) -DTUNE" hanxin-tuning

# What Windows shows of each program, and copies with the names that it needs.
ifneq ($(windows),)
about_hanxin       := Hanxin, a Xiangqi engine and board
about_hanxin-match := Hanxin: matches between Xiangqi engines
about_hanxin-lab   := Hanxin: books, endgame tables, nets
icon := $(if $(shell command -v rsvg-convert),$(B)/hanxin.ico)
numbers = $(subst .,$(comma),$(version)),0,0
comma := ,
$(foreach p,$(programs),$(eval $(B)/$p: $(B)/$p.res.o))
$(B)/%.res.o: protocol/package/windows.rc protocol/package/windows.manifest engine/base/version.h $(icon) $(B)/flags.stamp
	$(shell $(CC) -dumpmachine)-windres -c 65001 -I. $(if $(icon),-DICON=$(icon)) -DNAME='\"$*.exe\"' -DABOUT='\"$(about_$*)\"' -DNUMBERS='$(numbers)' $< $@
$(B)/hanxin.ico: protocol/web/page/icon.svg protocol/package/icon.sh
	@sh protocol/package/icon.sh $< > $@.$$$$ && mv $@.$$$$ $@
$(filter-out hanxin.exe,$(programs:%=%.exe)): %.exe: $(B)/% $(exe_stamp)
	@cp -f $< $@
endif

mingw := $(firstword $(shell command -v x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc) x86_64-w64-mingw32-gcc)
windows_build = $(other_build) CC=$(notdir $(mingw)) HOSTCC=cc EXE=hanxin.exe B=build/windows LIBRARIES=build/windows-libraries
windows: ## cross-build the programs for Windows (x86-64, without DLLs) with mingw-w64: about three minutes
	@sh protocol/package/libraries.sh $(notdir $(mingw)) build/windows-libraries
	$(windows_build) $(every_program:%=%.exe)

# ---- What the programs do ----

run: all ## build, then start the engine
	@./$(EXE)

bench: all ## search fifty positions; the node count is the build's signature
	./$(EXE) bench

perft: all ## count the move tree of the start position to depth 6
	./$(EXE) perft 6

net: $(addprefix $(B)/hanxin-,datagen records train) ## train a small net from nothing (eval/train/net.sh); QUICK=1 makes a tiny one in about a minute
	@sh eval/train/net.sh $(B)

TABLES_DIR ?= build/endgames
tables: $(B)/hanxin-tables ## make all endgame tables in TABLES_DIR=build/endgames: takes hours, continues after an interruption
	$(B)/hanxin-tables generate --tables $(TABLES_DIR)

# ---- The code ----

format: ## lay out every source with clang-format
	clang-format -i $(shell git ls-files '*.c' '*.h')

stale_objects = $(filter-out $(house_objects),$(wildcard $(addsuffix *.o,$(addprefix $(B)/,$(sort $(dir $(house_files)))))))
layers names sizes: $(house_objects) ## check includes and calls; public names; sizes, variables and exits (.ci/layers, .ci/names, .ci/sizes)
	@rm -f $(stale_objects)
	@.ci/$@ $(B) $(filter-out %.S,$(house_files))

# Other files named hanxin... are the user's; build/endgames took hours.
built := $(foreach v,hanxin hanxin-debug hanxin-asan hanxin-tsan,$(patsubst hanxin%,$v%,$(every_program) $(links))) hanxin-tuning hanxin-cluster $(every_program:%=%.exe)
clean: ## remove everything built except the tables of `make tables`
	rm -rf $(built) dist $(filter-out build/endgames,$(wildcard build/*))
	@[ ! -d build/endgames ] || echo 'build/endgames stays'

help: ## this list
	@sed -n 's/^\([a-z][a-z -]*\):[^#]*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-18s %s\n", $$1, $$2}'
