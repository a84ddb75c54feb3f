#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# prepare.sh CC - sees to it that the libraries Check (for the tests), jansson (for hanxin-match), libmicrohttpd (for hanxin web) and SQLite
# (for hanxin-book) can be used. The last two may be missing. Where it installs these it installs Open MPI too (for hanxin-cluster), which is
# not asked for otherwise.
#
# Installs the Debian packages when run by root where apt-get exists; otherwise says what to install.
cc=${1:-cc}

have_libraries() {
    pkg-config --exists jansson 2>/dev/null || return 1
    libs=$(pkg-config --libs check 2>/dev/null) || libs="-lcheck -lsubunit -lrt"
    flags=$(pkg-config --cflags check 2>/dev/null)
    # shellcheck disable=SC2086 # lists of words
    printf '#include <check.h>\nint main(void) { return suite_create("") == NULL; }\n' |
        $cc $flags -x c - -o /dev/null $libs -lm -pthread >/dev/null 2>&1
}

have_libraries && pkg-config --exists 'libmicrohttpd >= 0.9.75' 'sqlite3 >= 3.36' && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    packages="check libjansson-dev libmicrohttpd-dev libsqlite3-dev pkg-config libopenmpi-dev openmpi-bin"
    command -v "${cc%% *}" >/dev/null 2>&1 || packages="$packages gcc libc6-dev"
    echo "installing what the tests need: $packages"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # a list of words
    apt-get install -y -q -o DPkg::Lock::Timeout=120 $packages </dev/null >/dev/null 2>&1 ||
        { apt-get update -q </dev/null >/dev/null 2>&1 && apt-get install -y -q -o DPkg::Lock::Timeout=120 $packages </dev/null >/dev/null; }
fi
have_libraries && exit 0
echo "the tests need the libraries Check and jansson: install check, libjansson-dev (Fedora: check-devel, jansson-devel) and pkg-config" >&2
exit 1
