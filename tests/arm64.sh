#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# arm64.sh [SUITE...] - runs test suites on 64-bit ARM: built by Debian's gcc-aarch64-linux-gnu, run by qemu-user.
#
# By default runs the suites that start no program and are quick under emulation, among them the comparison of the NEON and
# scalar kernels. The library Check for ARM is downloaded from Debian and unpacked in build/arm64; nothing is installed. Ends
# with `N passed, N failed`; status 3 if the download fails.
set -eu
cd "$(dirname "$0")/.."
suites=${*:-accumulator attacks chase features fen hce history kernels legal movepick position see square tables tt}
root=build/arm64/root
if [ ! -e $root/usr/lib/aarch64-linux-gnu/libcheck.a ]; then
    mkdir -p build/arm64/lists/partial $root
    (
        cd build/arm64
        set -- -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::Lists="$PWD/lists"
        apt-get "$@" update && apt-get "$@" download check libsubunit-dev || exit 3
        for deb in *.deb; do dpkg -x "$deb" root || exit 1; done
    ) >build/arm64/log 2>&1 </dev/null || {
        status=$?
        tail build/arm64/log
        [ $status -ne 3 ] || echo "skipped: suites on ARM: Debian's packages cannot be downloaded"
        exit $status
    }
fi
sources=$(find tests -maxdepth 1 -name '*.c'; find tests/support tests/oracle tests/programs/pty.c -name '*.c' ! -name 'test_*')
for suite in $suites; do
    sources="$sources $(find tests -name "test_$suite.c")"
done
b=build/release-aarch64-linux-gnu-gcc
make -s -j"${jobs:-2}" CC=aarch64-linux-gnu-gcc HOSTCC=cc LDFLAGS="-static -L$PWD/$root/usr/lib/aarch64-linux-gnu" test_sources="$(echo $sources)" \
    check_cflags="-isystem $root/usr/include" check_libs='-lcheck -lsubunit -lrt' JANSSON_LIBS= $b/hanxin $b/tests/run
# shellcheck disable=SC2086 # a list of words
qemu-aarch64 $b/tests/run $suites
