#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# prepare.sh CC check - if Check is missing, prints in one line how to install it and returns status 1.
# prepare.sh CC [cluster] - makes the libraries available: Check (for the tests), jansson (for hanxin-match), libmicrohttpd (for
# hanxin web), SQLite (for books of other programs) and the C library's tables of Chinese encodings, which newer systems have
# in a package of their own; with `cluster` Open MPI too (for hanxin-cluster). Returns status 1 if one of the first two is
# missing.
#
# If run by root where apt-get exists, lists and installs the Debian packages; otherwise prints what to install.
cc=${1:-cc}

has_check() {
    libs=$(pkg-config --libs check 2>/dev/null) || libs="-lcheck -lsubunit -lrt"
    flags=$(pkg-config --cflags check 2>/dev/null)
    # shellcheck disable=SC2086 # lists of words
    printf '#include <check.h>\nint main(void) { return suite_create("") == NULL; }\n' |
        $cc $flags -x c - -o /dev/null $libs -lm -pthread >/dev/null 2>&1
}

# Sets `needed` and `wanted` to the missing Debian packages.
look() {
    needed='' wanted=''
    command -v pkg-config >/dev/null || needed="$needed pkg-config"
    printf '#include <stdio.h>\n' | $cc -E -x c - >/dev/null 2>&1 || needed="$needed gcc libc6-dev"
    has_check || needed="$needed check"
    pkg-config --exists jansson 2>/dev/null || needed="$needed libjansson-dev"
    pkg-config --exists 'libmicrohttpd >= 0.9.75' 2>/dev/null || wanted="$wanted libmicrohttpd-dev"
    pkg-config --exists 'sqlite3 >= 3.36' 2>/dev/null || wanted="$wanted libsqlite3-dev"
    printf x | iconv -f BIG5 -t GB18030 >/dev/null 2>&1 || wanted="$wanted libc-gconv-modules-extra"
    [ "$cluster" != cluster ] || command -v mpicc >/dev/null || wanted="$wanted libopenmpi-dev openmpi-bin"
}

# apt WORD...: prints the output of apt-get only if it fails.
apt() {
    said=$(DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=120 "$@" </dev/null 2>&1) || {
        printf 'apt-get %s failed:\n%s\n' "$*" "$said" >&2
        return 1
    }
}

# Installs packages, after printing all that come with them.
install() {
    # The update changes nothing if the lists are up to date. If it fails, the packages may still be in the cache.
    apt-get install -s --no-install-recommends "$@" >/dev/null 2>&1 || apt update || return 1
    plan=$(apt-get install -s --no-install-recommends "$@" 2>&1) || { printf '%s\n' "$plan" >&2 && return 1; }
    echo "installing, as root:$(printf '%s\n' "$plan" | sed -n 's/^Inst \([^ ]*\).*/ \1/p' | tr -d '\n')"
    apt install --no-install-recommends "$@" || { apt update && apt install --no-install-recommends "$@"; }
}

if [ "${2-}" = check ]; then
    has_check && exit 0
    echo 'make check needs the library Check: apt install check (Fedora: dnf install check-devel)' >&2
    exit 1
fi
cluster=${2-}
look
[ -n "$needed$wanted" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086 # lists of words
    install $needed $wanted || [ -z "$needed" ] || install $needed
    look
fi
[ -z "$wanted" ] || echo "programs that need these libraries are neither built nor tested: apt install$wanted" >&2
[ -n "$needed" ] || exit 0
echo "the tests need Check, jansson and pkg-config: apt install$needed (Fedora: dnf install check-devel jansson-devel pkgconf)" >&2
exit 1
