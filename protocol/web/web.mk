# SPDX-License-Identifier: GPL-3.0-only
# `make web`: the engine in WebAssembly, the npm package in dist/npm/ and the page in dist/web/. Needs Emscripten, which includes Node.
#
# Four modules of the engine: with threads, for Node and for cross-origin isolated pages, and without; each with WebAssembly's vectors and
# without. Both use the same script, which contains addresses of data, so both must have the same data in the same order. A fifth, small
# module has the rules, with room for the opening book and the endgame tables. They share files: the net, the endgame tables, the book.

EMCC     ?= emcc
WEB_LINK ?= -O3# -O1 links in a tenth of the time, as fast code in files a third larger
# Size limit of the page's files in bytes, as delivered. Linked at -O1 they have 728,000 more (measured), and so has the limit.
web_most := $(if $(filter -O3,$(WEB_LINK)),5000000,5728000)
web_made := build/web
export NODE_PATH ?= /usr/share/nodejs# where Debian has what emcc needs of Node

ifneq ($(web),) # called by itself, with CC=emcc
web_link := $(WEB_LINK) -s MODULARIZE=1 -s ALLOW_MEMORY_GROWTH=1 -s TOTAL_STACK=4MB -s EXPORT_NAME=hanxin_module \
            -s EXPORTED_FUNCTIONS=_malloc,_free
web_link_engine  := $(web_link) -s ENVIRONMENT=web,worker,node
web_link_threads := -pthread -s MAXIMUM_MEMORY=1GB -Wno-pthreads-mem-growth
web_name := $(notdir $(B))

$(B)/kernels_plain.o: eval/nnue/kernels_simd.c $(B)/flags.stamp
	$(CC) $(cflags) -DKERNELS_WASM_PLAIN $(CFLAGS) -c -o $@ $<

$(web_made)/$(web_name).js: $(B)/eval/nnue/kernels_simd_wasm.o $(B)/protocol/web/engine.o $(B)/protocol/web/english.o $(library)
	$(CC) $(web_link_engine) $(web_link_$(web_name)) -o $@ $^

$(web_made)/$(web_name)-scalar.js: $(B)/kernels_plain.o $(B)/protocol/web/engine.o $(B)/protocol/web/english.o $(library)
	$(CC) $(web_link_engine) $(web_link_$(web_name)) -o $@ $^

$(web_made)/rules.mjs: $(B)/protocol/web/rules_module.o $(library)
	$(CC) $(web_link) -s FILESYSTEM=0 -s ENVIRONMENT=web -s EXPORT_ES6=1 -s USE_ES6_IMPORT_META=0 -o $@ $^
endif

web_modules := single single-scalar threads threads-scalar
web_each     = $(MAKE) --no-print-directory CC='$(EMCC)' AR=emar HOSTCC=cc CFLAGS='$(CFLAGS)' LDFLAGS=
npm_sources := $(wildcard protocol/web/npm/*)
web_papers  := COPYING protocol/package/NOTICES.md protocol/package/SOURCES.md

.PHONY: web
web: ## the engine in WebAssembly: the npm package dist/npm/ and a board to play on, dist/web/ (needs Emscripten)
	@command -v $(EMCC) >/dev/null || { echo 'make web needs Emscripten (Debian, Ubuntu: emscripten; Fedora: emscripten), which provides emcc' >&2; exit 1; }
	@mkdir -p $(web_made)
	+@$(web_each) THREADS=no B=$(web_made)/single $(patsubst %,$(web_made)/%.js,single single-scalar) $(web_made)/rules.mjs
	+@$(web_each) B=$(web_made)/threads $(patsubst %,$(web_made)/%.js,threads threads-scalar)
	@rm -rf dist/npm && mkdir -p dist/npm/engine
	@cp $(npm_sources) $(web_papers) protocol/web/page/notes.js protocol/web/page/tree.js protocol/web/board.css dist/npm && rm dist/npm/worker.js
	@{ cat protocol/web/pieces.js protocol/web/board.js; echo 'export { XiangqiBoard };'; } > dist/npm/board.js
	@sed -i 's/VERSION/$(version).0/' dist/npm/package.json && echo '{ "type": "commonjs" }' > dist/npm/engine/package.json
	@for m in single threads; do sed s/$$m-scalar/$$m/g $(web_made)/$$m-scalar.js | cmp - $(web_made)/$$m.js || exit 1; done
	@cp $(web_modules:%=$(web_made)/%.wasm) $(web_made)/rules.mjs $(web_made)/rules.wasm dist/npm/engine
	@cat $(web_made)/single.js protocol/web/npm/worker.js > dist/npm/engine/single.js
	@{ cat $(web_made)/threads.js; echo 'function beginThread(importScripts) {'; cat $(web_made)/threads.worker.js; echo '}'; \
	    cat protocol/web/npm/worker.js; } > dist/npm/engine/threads.js
	@cat $(NET) /dev/null > dist/npm/engine/hanxin.nnue
	@cat $(TABLES) /dev/null > dist/npm/engine/hanxin.hxe
	@cat $(BOOK) /dev/null > dist/npm/engine/hanxin.hxb
	@rm -rf dist/web && mkdir -p dist/web
	@cp -r protocol/web/page/* $(addprefix protocol/web/,board.css board.js pieces.js) $(foreach f,engine hanxin.js load.js rules.js thread.js,dist/npm/$f) $(web_papers) dist/web
	@node protocol/web/element/bundle.mjs dist/npm/hanxin-board.js && cp dist/npm/hanxin-board.js dist/web
	@rm dist/web/engine/*-scalar.wasm # browsers that can show the page have vectors
	@sed -i s/VERSION/$(version)/ dist/web/index.html
	@node protocol/web/finish.mjs dist/web
	@node protocol/web/single.mjs dist/web dist/hanxin-$(version).html
	@bytes=$$(find dist/web -type f -exec cat {} + | wc -c); [ $$bytes -le $(web_most) ] || { echo "dist/web: $$bytes bytes, more than the $(web_most) that it may have" >&2; exit 1; }
	@du -bsh dist/npm dist/web | sed 's/\t/ in /'
