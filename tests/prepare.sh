#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# prepare.sh CC check - prints in one line how to install Check, if it is missing; status 1 then.
# prepare.sh CC [cluster] - sees to it that the libraries Check (for the tests), jansson (for hanxin-match), libmicrohttpd (for hanxin web)
# and SQLite (for books of other programs) can be used, with `cluster` Open MPI too (for hanxin-cluster). Only the first two are needed:
# status 1 without them.
#
# Installs the Debian packages when run by root where apt-get exists, after a line that lists them; otherwise prints what to install.
cc=${1:-cc}

has_check() {
    libs=$(pkg-config --libs check 2>/dev/null) || libs="-lcheck -lsubunit -lrt"
    flags=$(pkg-config --cflags check 2>/dev/null)
    # shellcheck disable=SC2086 # lists of words
    printf '#include <check.h>\nint main(void) { return suite_create("") == NULL; }\n' |
        $cc $flags -x c - -o /dev/null $libs -lm -pthread >/dev/null 2>&1
}

# Sets `needed` and `wanted` to the Debian packages that are missing.
look() {
    needed='' wanted=''
    command -v pkg-config >/dev/null || needed="$needed pkg-config"
    printf '#include <stdio.h>\n' | $cc -E -x c - >/dev/null 2>&1 || needed="$needed gcc libc6-dev"
    has_check || needed="$needed check"
    pkg-config --exists jansson 2>/dev/null || needed="$needed libjansson-dev"
    pkg-config --exists 'libmicrohttpd >= 0.9.75' 2>/dev/null || wanted="$wanted libmicrohttpd-dev"
    pkg-config --exists 'sqlite3 >= 3.36' 2>/dev/null || wanted="$wanted libsqlite3-dev"
    [ "$cluster" != cluster ] || command -v mpicc >/dev/null || wanted="$wanted libopenmpi-dev openmpi-bin"
}

# apt WORD...: prints what apt-get has to say only if it fails.
apt() {
    said=$(DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=120 "$@" </dev/null 2>&1) || {
        printf 'apt-get %s failed:\n%s\n' "$*" "$said" >&2
        return 1
    }
}

# Installs packages, and prints first all that come with them.
install() {
    # of no use where the lists are there and up to date; a mirror that is out of reach is not the end while packages lie in the cache
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
[ -z "$wanted" ] || echo "what these libraries are for is neither built nor tested: apt install$wanted" >&2
[ -n "$needed" ] || exit 0
echo "the tests need Check, jansson and pkg-config: apt install$needed (Fedora: dnf install check-devel jansson-devel pkgconf)" >&2
exit 1
