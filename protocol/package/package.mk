# SPDX-License-Identifier: GPL-3.0-only
# Installation and distribution: manual pages, `make install`, archives, the Debian package.

version := $(shell sed -n 's/.*HANXIN_VERSION "\(.*\)"/\1/p' engine/base/version.h)
package := protocol/package
# CHANGES.md has a heading with the date for each version: `## 1.0 (2026-11-23)`.
released := $(shell sed -n 's/^\#\# $(subst .,\.,$(version)) (\(.*\))$$/\1/p' $(package)/CHANGES.md)

.PHONY: licences man install uninstall dist dist-source dist-linux dist-arm64 dist-windows dist-web deb

# ---- made from the output of --help ----

# In a cross build, programs for the building machine print the help: HELP_FROM=build/release.
HELP_FROM ?= $(B)
section   = $(if $(filter hanxin,$1),6,1)
manuals   := $(foreach p,$(programs) $(links),$(B)/man/$p.$(call section,$p)) $(B)/man/zh/hanxin.6
man: $(manuals) ## manual pages from the output of --help, in build/
.SECONDEXPANSION:
$(manuals): $(package)/manpage.sh $(package)/manual.txt $$(HELP_FROM)/$$(basename $$(@F))
	@mkdir -p $(@D)
	@sh $(package)/manpage.sh $(HELP_FROM)/$(basename $(@F)) $(patsubst .%,%,$(suffix $@)) $(if $(findstring /zh/,$@),zh,en) $(released) > $@.tmp && mv $@.tmp $@

# ---- installation ----

prefix  ?= /usr/local
PREFIX  ?= $(prefix)
DESTDIR ?=
bindir  ?= $(PREFIX)/bin
datadir ?= $(PREFIX)/share
mandir  ?= $(datadir)/man
docdir  ?= $(datadir)/doc/hanxin
# The project has no domain of its own. AppStream advises the form io.github.ACCOUNT.NAME for such projects; hyphens become underscores.
appstream_id := io.github.hanxin_engine.hanxin

# uci2wb splits an engine's name at blanks. XBoard shows the part after the last slash and does not support quotes within quotes.
$(B)/package/%: $(package)/% FORCE
	@mkdir -p $(@D)
	@awk -v bindir=$(call quoted,$(bindir)) '{ \
	    if ($$0 == "@UCI2WB@" && bindir ~ /"/) { print "XBoard starts no engine from a bindir with a double quote" > "/dev/stderr"; exit 1 } \
	    if ($$0 == "@UCI2WB@") $$0 = bindir ~ /[[:space:]]/ ? "env -C \"" bindir "\" uci2wb -x ./hanxin" : "uci2wb -x " bindir "/hanxin"; \
	    gsub(/@ID@/, "$(appstream_id)"); gsub(/@VERSION@/, "$(version)"); gsub(/@DATE@/, "$(released)"); print }' $< > $@

# mode|file|folder|name in the folder; the mode `link` makes a symbolic link to the file
guides  := README.md $(package)/CHANGES.md $(package)/SOURCES.md protocol/GUI-en.md protocol/GUI-zh.md protocol/OPTIONS.md protocol/UCCI.md engine/rules/RULES.md
shared  := 644|$(B)/man/zh/hanxin.6|man|zh/man6/hanxin.6 \
           644|$(package)/completion.bash|data|bash-completion/completions/hanxin \
           644|$(B)/package/hanxin.eng|data|games/plugins/xboard/hanxin.eng \
           644|$(B)/package/hanxin.metainfo.xml|data|metainfo/$(appstream_id).metainfo.xml \
           644|bench/review/SUITE.md|doc|SUITE.md 644|bench/book/README.md|doc|BOOKS.md 644|bench/review/positions.epd|doc|positions.epd \
           $(foreach g,$(guides),644|$g|doc|$(notdir $g))
# $(call rows,PROGRAMS)
rows     = $(shared) $(foreach p,$1,755|$(p:hanxin%=$(EXE)%)|bin|$(notdir $(p:hanxin%=$(EXE)%))) \
           $(foreach p,$(links),link|$(notdir $(EXE))-lab|bin|$(notdir $(p:hanxin%=$(EXE)%))) \
           $(foreach p,$1 $(links),644|$(B)/man/$p.$(call section,$p)|man|man$(call section,$p)/$p.$(call section,$p)) \
           $(foreach p,$(filter-out hanxin,$1 $(links)),link|hanxin|data|bash-completion/completions/$p)
# $(call each_row,PROGRAMS): a loop of the shell, up to its `do`; folders may have blanks in their names
each_row = printf '%s\n' $(foreach i,$(call rows,$1),'$i') | while IFS='|' read -r mode file folder name; do \
    case $$folder in bin) folder=$(call quoted,$(bindir)) ;; data) folder=$(call quoted,$(datadir)) ;; \
        man) folder=$(call quoted,$(mandir)) ;; doc) folder=$(call quoted,$(docdir)) ;; esac; \
    to=$(call quoted,$(DESTDIR))$$folder/$$name

install: all $(manuals) $(B)/package/hanxin.eng $(B)/package/hanxin.metainfo.xml ## programs, manual pages, completion, XBoard's entry; DESTDIR PREFIX bindir datadir mandir docdir
	@$(call each_row,$(programs)); \
	    if [ "$$mode" = link ]; then mkdir -p "$${to%/*}" && ln -sf "$$file" "$$to"; \
	    else install -D -m "$$mode" "$$file" "$$to"; fi || exit 1; done

uninstall: ## remove what install put there
	@$(call each_row,$(every_program)); rm -f "$$to" || exit 1; done
	@doc=$(call quoted,$(DESTDIR)$(docdir)); [ ! -d "$$doc" ] || rmdir --ignore-fail-on-non-empty "$$doc"

licences: ## check that every file states its licence, and that net and data match SOURCES.md
	@.ci/spdx
	@sed -n 's/^| `\([^`]*\)` | `\([0-9a-f]\{64\}\)`.*/\2  \1/p' $(package)/SOURCES.md | sha256sum --check --quiet
	@for f in bench/review/positions.epd bench/review/SUITE.md $(package)/SOURCES.md $(package)/debian/copyright; do \
	    grep -q 'Chinese-Chess-Practical-Dataset' $$f && grep -q 'CC BY 4.0' $$f || { echo "$$f does not credit the source of its master games" >&2; exit 1; }; done

# ---- archives ----

# Exports the committed files to a folder; without git, the files present. All have the time of the commit, so that the same sources give
# the same bytes.
epoch  := $(or $(if $(wildcard .git),$(shell git log -1 --format=%ct 2>/dev/null)),$(if $(released),$(shell date -u -d '$(released)' +%s)),0)
tree   := build/dist/hanxin-$(version)
export_tree = rm -rf $1 && mkdir -p $1 && $(if $(wildcard .git),git archive HEAD,tar c --exclude=./build --exclude=./dist --exclude='./hanxin*' .) | tar x -C $1 && printf '%s\n' '$(patsubst %+,%,$(commit))' > $1/COMMIT
tarball = tar c --exclude=$1/build --exclude=$1/hanxin.exe --sort=name --mtime=@$(epoch) --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw -C build/dist $1 | gzip -9n > dist/$1.tar.gz

# $(call archived,NAME,FILES): a folder of these files and the documents, with their checksums
papers   := README.md COPYING $(package)/CHANGES.md $(package)/NOTICES.md $(package)/SOURCES.md protocol/GUI-en.md protocol/GUI-zh.md protocol/OPTIONS.md bench/review/positions.epd
archived = rm -rf build/dist/$1 && mkdir -p build/dist/$1 dist && cp $2 $(addprefix $(tree)/,$(papers)) build/dist/$1 && \
    cp $(tree)/bench/review/SUITE.md build/dist/$1/SUITE.md
linked   = cd build/dist/$1 && for link in $(links); do ln -s hanxin-lab $$link || exit 1; done
sums     = cd build/dist/$1 && sha256sum * > SHA256SUMS
zipped   = cd build/dist && chmod -R u=rwX,go=rX $1 && find $1 -exec touch -d @$(epoch) {} + && rm -f ../../dist/$1.zip && \
    find $1 -type f | LC_ALL=C sort | TZ=UTC zip -qX ../../dist/$1.zip -@

# Makes builds reproducible: omits debugging data, which contain paths, and the build id.
dist_make = +@$(MAKE) --no-print-directory -C $(tree) MODE=release CFLAGS='$(CFLAGS) -g0' LDFLAGS='$(LDFLAGS) -Wl,--build-id=none -static'

$(tree)/COMMIT: FORCE
	@$(call export_tree,$(tree))

# Files shared by all builds, made first, because the builds may run at the same time.
.PHONY: dist-shared
dist-shared: dist-source # packs the folder before anything is built in it
	$(dist_make) build/tables.c build/encodings.c $(TABLES)
	@! grep -q 'gb18030_place_count = 0;' $(tree)/build/encodings.c || { echo 'dist: the programs would lack GB 18030 and Big5' >&2; exit 1; }

dist-source: $(tree)/COMMIT
	@mkdir -p dist && $(call tarball,hanxin-$(version))

# Each static program runs on any Linux with its processor. Those for arm64 also run on Android, so they contain musl: Android kills an
# app that makes certain system calls, and glibc makes some of them at each start. $(call linux_archive,PROCESSOR,FOLDER,CC,STRIP)
define linux_archive
	$(dist_make) CC=$3 HOSTCC=cc B=build/$2 LIBRARIES=$(CURDIR)/build/$2-libraries $(every_program:%=build/$2/%)
	@$4 $(every_program:%=$(tree)/build/$2/%)
	@$(call archived,hanxin-$(version)-linux-$1,$(every_program:%=$(tree)/build/$2/%))
	@$(call linked,hanxin-$(version)-linux-$1)
	@$(call sums,hanxin-$(version)-linux-$1)
	@$(call tarball,hanxin-$(version)-linux-$1)
endef
dist-linux: dist-shared
	@sh $(package)/libraries.sh $(CC) build/x86-libraries
	$(call linux_archive,x86_64,x86,$(CC),strip)
dist-arm64: dist-shared
	@sh $(package)/libraries.sh aarch64-linux-gnu-gcc build/arm64-libraries musl
	$(call linux_archive,arm64,arm64,$(CURDIR)/build/arm64-libraries/bin/musl-gcc,aarch64-linux-gnu-strip)

windows_programs := $(every_program:%=%.exe)
windows_name := hanxin-$(version)-windows-x86_64
dist-windows: dist-shared
	@sh protocol/package/libraries.sh $(notdir $(mingw)) build/windows-libraries
	$(dist_make) CC=$(notdir $(mingw)) HOSTCC=cc EXE=hanxin.exe B=build/windows LIBRARIES=$(CURDIR)/build/windows-libraries LDFLAGS='$(LDFLAGS) -s -Wl,--no-insert-timestamp' $(windows_programs) # strip would write the time
	@$(call archived,$(windows_name),$(windows_programs:%=$(tree)/%))
	@cd build/dist/$(windows_name) && for f in *.md COPYING; do sed -i 's/$$/\r/' "$$f"; done # for Notepad
	@$(call sums,$(windows_name))
	@$(call zipped,$(windows_name))
	@if command -v makensis >/dev/null; then $(set_up); else echo 'left out: the set-up program for Windows (needs NSIS: apt install nsis)'; fi

# The set-up program, which removes the files by name.
windows_icon = $(wildcard $(tree)/build/windows/hanxin.ico)
set_up = (cd build/dist/$(windows_name) && for f in *; do printf 'Delete "$$INSTDIR\\%s"\n' "$$f"; done) > build/dist/installed.nsh && \
    SOURCE_DATE_EPOCH=$(epoch) makensis -V2 -NOCD -DVERSION=$(version) -DFROM=$(CURDIR)/build/dist/$(windows_name) -DLIST=$(CURDIR)/build/dist/installed.nsh \
    $(if $(windows_icon),-DICON=$(CURDIR)/$(windows_icon)) -DOUT=$(CURDIR)/dist/hanxin-$(version)-setup.exe $(package)/windows.nsi

# The page, as a folder for a web server and as one file.
dist-web: dist-shared
	$(dist_make) web
	@mkdir -p dist && rm -rf build/dist/hanxin-$(version)-web && cp -r $(tree)/dist/web build/dist/hanxin-$(version)-web && cp $(tree)/dist/hanxin-$(version).html dist
	@$(call zipped,hanxin-$(version)-web)

dist: dist-source dist-linux dist-arm64 dist-windows dist-web deb ## in dist/: sources, static programs for Linux (x86-64, arm64) and Windows, the page, the Debian package, checksums
	@cd dist && sha256sum hanxin* > SHA256SUMS && ls -l

# ---- Debian ----

deb_tree   := build/deb/hanxin-$(version)
# Distributors set their own name and address.
maintainer := $(or $(DEBFULLNAME),the Hanxin authors) <$(or $(DEBEMAIL),hanxin@example.org)>
deb_needs  := build-essential debhelper pkg-config check libjansson-dev libmicrohttpd-dev libsqlite3-dev
deb: ## a Debian package in dist/; needs build-essential, debhelper, pkg-config, check, libjansson-dev, libmicrohttpd-dev, libsqlite3-dev
	@{ command -v dpkg-buildpackage && dpkg-checkbuilddeps $(package)/debian/control; } >/dev/null 2>&1 || \
	    { encodings=$$(printf x | iconv -f BIG5 -t GB18030 >/dev/null 2>&1 || echo ' libc-gconv-modules-extra'); \
	      echo "make deb: missing packages: apt install $(deb_needs)$$encodings" >&2; exit 1; }
	@$(call export_tree,$(deb_tree))
	@cp -r $(package)/debian $(deb_tree)/debian && MAINTAINER=$(call quoted,$(maintainer)) awk '{ i = index($$0, "@MAINTAINER@"); if (i) $$0 = substr($$0, 1, i - 1) ENVIRON["MAINTAINER"] substr($$0, i + 12); print }' \
	    $(package)/debian/control > $(deb_tree)/debian/control
	@printf 'hanxin (%s) unstable; urgency=medium\n\n  * /usr/share/doc/hanxin/changelog.gz lists what is new.\n\n -- %s  %s\n' \
	    '$(version)' $(call quoted,$(maintainer)) "$$(LC_ALL=C date -u -R -d @$(epoch))" > $(deb_tree)/debian/changelog
	+@cd $(deb_tree) && env -u MAKEFLAGS -u MAKELEVEL SOURCE_DATE_EPOCH=$(epoch) dpkg-buildpackage -b -us -uc $(DEB_BUILD)
	@mkdir -p dist && cp build/deb/hanxin_$(version)_*.deb dist
