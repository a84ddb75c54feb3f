#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# libraries.sh CC FOLDER [musl|check] - builds the static libraries that distributed programs contain, in FOLDER: jansson (hanxin-match),
# libmicrohttpd without TLS (hanxin web) and SQLite (books of other programs). CC is a compiler such as x86_64-w64-mingw32-gcc.
#
# The sources are Debian's of the release that runs here; apt checks their signatures. Takes about a minute and 20 MB to fetch. A third
# argument adds to them or replaces them: `musl` first builds this C library, with which FOLDER/bin/musl-gcc then compiles the others
# and the programs; `check` builds only Check, for the tests. Nothing is done if FOLDER is complete.
# Status 3 if the sources cannot be fetched.
set -eu
unset CFLAGS CPPFLAGS LDFLAGS
cc=$1 out=$2 packages='jansson libmicrohttpd sqlite3'
case ${3-} in
musl) packages="musl $packages" ;;
check) packages=check ;;
'') ;;
*)
    echo "libraries.sh: invalid value '$3': expected musl or check" >&2
    exit 2
    ;;
esac
host=$("$cc" -dumpmachine)
log=$out/log
needed=''
for package in $packages; do
    [ -e "$out/$package.done" ] || needed="$needed $package"
done
[ -n "$needed" ] || exit 0

# What the build needs, and the Debian packages that have it.
lacking=''
for tool in dpkg-source:dpkg-dev cmake:cmake tclsh:tcl; do
    command -v "${tool%:*}" >/dev/null || lacking="$lacking ${tool#*:}"
done
if [ -n "$lacking" ] && [ "$(id -u)" = 0 ]; then
    echo "installing, as root:$lacking"
    # shellcheck disable=SC2086 # a list of words
    { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $lacking; } </dev/null >/dev/null
elif [ -n "$lacking" ]; then
    echo "libraries.sh: apt install$lacking" >&2
    exit 1
fi
release=$(. /etc/os-release && echo "${ID-} ${VERSION_CODENAME-}")
case $release in
debian\ ?*) ;;
*)
    echo "libraries.sh: needs Debian, whose sources it fetches; this is ${release:-unknown}. With the libraries in a folder of your own, give LIBRARIES=FOLDER to make" >&2
    exit 1
    ;;
esac

echo "building$needed for $host in $out: about a minute"
mkdir -p "$out/apt/lists/partial" "$out/apt/cache" "$out/source"
out=$(cd "$out" && pwd)
[ ! -e "$out/musl.done" ] || cc=$out/bin/musl-gcc
log=$out/log
sources() { printf 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://%s main\n' "$@"; }
sources "deb.debian.org/debian ${release#* }" "deb.debian.org/debian-security ${release#* }-security" >"$out/apt/sources.list"
apt_here() {
    apt-get -q -o Dir::Etc::sourcelist="$out/apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$out/apt/lists" \
        -o Dir::Cache="$out/apt/cache" -o APT::Sandbox::User=root "$@"
}
fail() {
    tail -n 20 "$log" >&2
    echo "libraries.sh: $1; the whole log is $log" >&2
    exit "$2"
}
apt_here update >"$log" 2>&1 || fail 'cannot fetch the lists of sources' 3

configure() { ./configure --host="$host" --prefix="$out" --disable-shared --enable-static CC="$cc" CFLAGS="-O2 -g0" "$@"; }
build() {
    case $1 in
    musl) configure --enable-wrapper=gcc && make -s -j"$(nproc)" install ;;
    jansson)
        case $host in *mingw32) system=Windows ;; *) system=Linux ;; esac
        cmake -B build -DCMAKE_SYSTEM_NAME=$system -DCMAKE_C_COMPILER="$cc" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$out" \
            -DCMAKE_INSTALL_LIBDIR=lib -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF && make -s -C build install
        ;;
    libmicrohttpd)
        configure --disable-https --disable-doc --disable-examples --disable-curl --disable-postprocessor --disable-dauth --disable-bauth &&
            make -s -j"$(nproc)" -C src/microhttpd install && make -s -C src/include install
        ;;
    sqlite3)
        mkdir build && cd build && CC=cc ../configure --disable-tcl && make -s sqlite3.c &&
            "$cc" -O2 -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c -o sqlite3.o && ar rcs "$out/lib/libsqlite3.a" sqlite3.o &&
            cp sqlite3.h "$out/include"
        ;;
    check)
        case $host in *mingw32) fork=--disable-fork ;; *) fork='' ;; esac
        configure --disable-subunit $fork && make -s -C lib && make -s -C src install && cp check_stdint.h "$out/include"
        ;;
    esac
}
for package in $needed; do
    (cd "$out/source" && rm -rf "$package" && apt_here source --download-only "$package" && dpkg-source -x "$package"_*.dsc "$package") >>"$log" 2>&1 ||
        fail "cannot fetch the source of $package" 3
    mkdir -p "$out/lib" "$out/include"
    (cd "$out/source/$package" && build "$package") >>"$log" 2>&1 || fail "cannot build $package" 1
    touch "$out/$package.done"
    [ "$package" != musl ] || cc=$out/bin/musl-gcc
done
