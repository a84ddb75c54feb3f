#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-only
# arm64.sh [SUITE...] - the test suites on 64-bit ARM: built by Debian's gcc-aarch64-linux-gnu, run by qemu-user.
#
# Without suites those run that ask nothing of clocks, terminals or other programs: rules, notation, evaluation with the NEON kernels
# against the scalar ones, search. The sessions run as well, with the engine under the emulator. The libraries Check and jansson for ARM
# are fetched from Debian into build/arm64 and unpacked there; nothing is installed. Ends with `N passed, N failed`.
set -eu
cd "$(dirname "$0")/.."
suites=${*:-accumulator attacks chase cpu draw features fen game hce history judge kernels legal movegen movepick network notation options pgn \
    position repetition search see sessions square tables text tt}
root=build/arm64/root
libraries=$root/usr/lib/aarch64-linux-gnu
if [ ! -e $libraries/libcheck.a ]; then
    mkdir -p build/arm64/lists/partial $root
    (
        cd build/arm64
        set -- -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::Lists="$PWD/lists"
        apt-get "$@" update && apt-get "$@" download check libsubunit-dev libjansson-dev && for deb in *.deb; do dpkg -x "$deb" root; done
    ) >build/arm64/log 2>&1 </dev/null || { tail build/arm64/log; exit 1; }
fi
b=build/release-aarch64-linux-gnu-gcc
make -s -j"${jobs:-2}" CC=aarch64-linux-gnu-gcc HOSTCC=cc CPPFLAGS="${CPPFLAGS-} -isystem $PWD/$root/usr/include" LDFLAGS="-static -L$PWD/$libraries" \
    jansson=found JANSSON_LIBS=-ljansson check_cflags= check_libs='-lcheck -lsubunit -lrt' faults= $b/hanxin $b/tests/run
# shellcheck disable=SC2086 # a list of words
HANXIN_TEST_ENGINE="qemu-aarch64 $PWD/$b/hanxin" qemu-aarch64 $b/tests/run $suites
